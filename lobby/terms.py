"""Changing the terms of an open table: those seated are told, and agree before it begins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Table, clock_of
from games.models.terms import TERMS
from games.page.agreed import protected_in_words
from games.telling.times import pace_in_words
from lobby.changes import lock, lock_as_host, notify, seats_changed
from lobby.errors import NotNow, NotSeated, TermsChanged
from lobby.forms import OptionWords, option_types
from lobby.models import Consent, Notice
from lobby.opening import CHANGEABLE, PACE, Terms, check_terms, stamp_of, terms_of


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


def differences(table: Table, before: Mapping[str, object]) -> list[Difference]:
    """What has changed at a table since somebody agreed, in the active language."""
    found = []
    now: Mapping[str, object] = terms_of(table)
    if any(before[name] != now[name] for name in PACE):
        was, new = (pace_in_words(clock_of(terms)) for terms in (before, now))
        found.append(Difference(_("Time for a move"), was, new))
    for name, after in now.items():
        if name in PACE or name not in before:  # a term that there was not yet
            continue
        old = before[name]
        if isinstance(old, dict):
            found += options_changed(table, old, table.options)
        elif old != after:
            found.append(Difference(name_of(name), said(name, old), said(name, after)))
    return found


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


def name_of(column: str) -> str:
    """What a term of a table is called."""
    names = {field.name: field.verbose_name for field in Table._meta.fields}
    return capfirst(str(names[column]))


def said(term: str, value: object) -> str:
    """A term's value in words."""
    if term in TERMS:
        return TERMS[term].said(value)
    if term == "most_protected" and isinstance(value, int):
        return protected_in_words(value)
    return str(value)
