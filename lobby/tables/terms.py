"""Changing the terms of an open table: those seated are told, and agree before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Table
from games.models.agreed import AGREED, CHANGEABLE, COLUMNS
from lobby.models import Consent, Notice
from lobby.tables.changes import lock, lock_as_host, notify, seats_changed
from lobby.tables.errors import NotNow, NotSeated, TermsChanged
from lobby.terms.opening import Terms, check_terms, stamp_of, terms_of
from lobby.terms.options import OptionWords, option_types


class Difference(NamedTuple):
    """A term that has changed, in words."""

    name: str
    before: str
    after: str


@transaction.atomic
def terms_change(*, table_id: int, user: User, terms: Terms) -> Table:
    """Change the terms of an open table, at the host's command; seats that are taken stay so.

    Whoever else sits there has to agree, unless the terms are again those they agreed to. Raises
    TableNotOpen, NotHost, TableInvalid, NotNow.
    """
    table = lock_as_host(table_id, user)
    if terms.game != table.game:
        raise NotNow(_("The game of a table cannot be changed."))
    options = check_terms(terms)
    if terms.seats_max < table.seats.count():
        raise NotNow(_("More seats are taken than that."))
    before = terms_of(table)
    for name, value in {**terms_of(terms), "options": options}.items():
        setattr(table, name, value)
    if terms_of(table) == before:
        return table
    table.save(update_fields=CHANGEABLE)
    ask(table, user, before)
    seats_changed(table, user)
    return table


def ask(table: Table, host: User, before: dict[str, Any]) -> None:
    """Ask everybody else at a table to agree, with a notice about the first change."""
    after = terms_of(table)
    others = table.seats.exclude(user=None).exclude(user=host)
    told = set(others.values_list("user_id", flat=True))
    known = {consent.user_id: consent for consent in Consent.objects.filter(table=table)}
    for user_id in sorted(told):
        consent = known.get(user_id)
        if consent is None:
            Consent.objects.create(table=table, user_id=user_id, before=before)
        elif consent.before == after:
            consent.delete()
    Notice.objects.filter(table=table, kind=Notice.Kind.CHANGED).delete()
    asked = Consent.objects.filter(table=table).values_list("user_id", flat=True)
    notify(set(asked), table, Notice.Kind.CHANGED)


@transaction.atomic
def terms_agree(*, table_id: int, user: User, seen: str) -> Table:
    """Agree to changed terms; `seen` names those on the page. The last to agree at a full table
    begins it.

    Agreeing again changes nothing. Raises TableNotOpen, NotSeated, TermsChanged.
    """
    table = lock(table_id)
    if not table.seats.filter(user=user).exists():
        raise NotSeated
    if seen != stamp_of(table):
        raise TermsChanged
    Consent.objects.filter(table=table, user=user).delete()
    Notice.objects.filter(table=table, user=user, kind=Notice.Kind.CHANGED).delete()
    seats_changed(table, user)
    return table


def differences(table: Table, before: Mapping[str, Any]) -> list[Difference]:
    """What has changed at a table since somebody agreed, in the active language."""
    found, now = [], terms_of(table)
    for name in dict.fromkeys(["pace", *AGREED]):
        columns = COLUMNS[name]
        if any(column in before and before[column] != now[column] for column in columns):
            found += changed(table, name, before, now)
    return found


def changed(
    table: Table, name: str, before: Mapping[str, Any], now: Mapping[str, Any]
) -> list[Difference]:
    """What has changed in one term."""
    if name == "options":
        return options_changed(table, before[name], now[name])
    term = AGREED[name]
    return [Difference(term.title, *(term.told(name, terms) for terms in (before, now)))]


def options_changed(
    table: Table, before: Mapping[str, object], after: Mapping[str, object]
) -> list[Difference]:
    """The options of the game that have changed."""
    words = OptionWords(table.rules)
    return [
        Difference(
            words.name(option.name),
            words.value(option.name, before.get(option.name, default)),
            words.value(option.name, after.get(option.name, default)),
        )
        for option, default in option_types(table.rules)
        if before.get(option.name, default) != after.get(option.name, default)
    ]
