"""Checking the terms of a table to be opened: game, options, seats and pace."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from config.web.refusal import Refused
from games.bots.levels import names_of
from games.models import Table
from games.models.agreed import CHANGEABLE, MOST_PROTECTED
from games.models.terms import TERMS, TableTerms
from games.page.forms import ChoiceWords
from games.rules.core.codec import decode_options, encode
from games.rules.core.editions import EDITION, editions_of
from games.rules.core.interface import (
    AnyState,
    Rules,
)
from games.rules.core.play import start
from games.rules.registry import GAMES
from games.telling.paces import DAY, fault_of

OPTION = re.compile(
    r"(?:at|field) `(?:\$\.)?([a-z_0-9]+)"
)  # as msgspec names a field in its errors


class TableInvalid(Refused):
    """A table cannot be opened, or begin, with these terms; `option` names the option at fault."""

    code, status, text = "table_invalid", 422, _("These options do not go together.")

    def __init__(self, text: str | Promise = "", option: str = "") -> None:
        super().__init__(text, f"options.{option}" if option else "")
        self.option = option


class Terms(TableTerms, frozen=True):
    """The terms of a table, with its game, seats, options and clock.

    `bots` says how many seats bots take from the start, and `bot` their level or which one of the
    game's it is; "" is its stand-in.
    """

    game: str
    seats_min: int
    seats_max: int
    options: dict[str, Any] = {}
    bots: int = 0
    bot: str = ""
    pace: str = Table.Pace.NONE
    pace_start: int = 0
    pace_increment: int = 0
    pace_cap: int = 0
    most_protected: int = 0


class PaceTerms(NamedTuple):
    """How long a move may take, its times in minutes: the terms of a table that say so."""

    pace: str
    pace_start: int
    pace_increment: int = 0
    pace_cap: int = 0


PACE = PaceTerms._fields


def terms_of(table: Table | Terms) -> dict[str, Any]:
    """The terms of a table as it is, or is to be, for comparing and keeping."""
    return {name: getattr(table, name) for name in CHANGEABLE}


def stamp_of(table: Table) -> str:
    """A short word for the terms of a table; other terms have another one."""
    return sha256(msgspec.json.encode(terms_of(table), order="sorted")).hexdigest()[:16]


def games_in_lobby() -> dict[str, Rules[AnyState]]:
    """The games one can open a table of, by slug."""
    return {slug: rules for slug, rules in GAMES.items() if rules.in_lobby}


def check_terms(terms: Terms) -> dict[str, Any]:
    """The options, completed by their defaults, as they are stored. Raises TableInvalid."""
    rules = games_in_lobby().get(terms.game)
    if rules is None:
        raise TableInvalid(_("There is no such game."))
    check_seats(rules, terms)
    if terms.bot and terms.bot not in names_of(rules):
        raise TableInvalid(_("There is no such bot in this game."))
    check_pace(terms)
    for name, term in TERMS.items():
        value = getattr(terms, name)
        if term.choices and value not in term.choices.values:
            raise TableInvalid(term.unknown)
        if isinstance(value, str) and not term.choices and value not in rules.levels:
            raise wrong(_("There is no such level in this game."), name)
    if terms.rating_from and terms.rating_to and int(terms.rating_from) > int(terms.rating_to):
        raise wrong(_("The highest rating is below the least."), "rating_to")
    return check_options(rules, terms)


def days_per_move(days: int) -> dict[str, Any]:
    """The terms that give so many days for every answer."""
    return {"pace": Table.Pace.ANSWER, "pace_start": days * DAY}


def wrong(text: str | Promise, field: str) -> TableInvalid:
    """The refusal of a pace, naming the field at fault."""
    refused = TableInvalid(text)
    refused.field = field
    return refused


def check_pace(terms: Terms) -> None:
    """Raise TableInvalid, naming the field, for a pace that no table can have."""
    if fault := fault_of(*(getattr(terms, name) for name in PACE)):
        raise wrong(fault.text, fault.field)
    if terms.pace == Table.Pace.NONE and terms.most_protected:
        raise wrong(_("Without a limit there is no time to set."), "most_protected")
    if not 0 <= terms.most_protected <= MOST_PROTECTED * DAY:
        raise wrong(_("That is more protected time than allowed."), "most_protected")


def check_seats(rules: Rules[AnyState], terms: Terms) -> None:
    """Raise TableInvalid for a number of seats the game does not allow, or without a human."""
    low, high = rules.players[0], rules.players[-1]
    if not low <= terms.seats_min <= terms.seats_max <= high:
        raise TableInvalid(
            _("This game is for {low} to {high} players.").format(low=low, high=high)
        )
    if not 0 <= terms.bots < terms.seats_max:
        raise TableInvalid(_("At least one seat must be for a person."))


def check_options(rules: Rules[AnyState], terms: Terms) -> dict[str, Any]:
    """Read the options strictly, then set the game up with every number of players allowed.

    So options that do not go together, or with a full table, are refused here, not when the table
    begins. An option that needs more players is refused when the host begins with too few.
    """
    try:
        options = decode_options(rules, terms.options)
        check_edition(rules, options)
        check_fit(rules, options, terms.seats_max)
        for players in range(terms.seats_min, terms.seats_max + 1):
            if rules.misfit(options, players) is None:
                start(rules, players, options, "trial")
    except (ValueError, RecursionError) as error:
        found = OPTION.search(str(error))
        raise TableInvalid(option=found[1] if found else "") from error
    return encode(options)


def check_edition(rules: Rules[AnyState], options: Any) -> None:
    """Raise TableInvalid for an edition that is there only for the tables that began with it."""
    editions = editions_of(rules)
    if editions and options.edition != editions[-1]:
        words = ChoiceWords(rules, "option")
        text = _("{option}: a new table uses “{newest}” ({number}).").format(
            option=words.name(EDITION),
            newest=words.value(EDITION, editions[-1]),
            number=editions[-1],
        )
        raise TableInvalid(text, EDITION)


def options_schema(rules: Rules[AnyState]) -> dict[str, Any]:
    """The options of a new table of a game, as JSON Schema."""
    schema = msgspec.json.schema(rules.options_type)
    if editions := editions_of(rules):
        told = schema["$defs"][rules.options_type.__name__]["properties"]
        told[EDITION]["enum"] = [editions[-1]]
    return schema


def check_fit(rules: Rules[AnyState], options: msgspec.Struct, players: int) -> None:
    """Raise TableInvalid, naming the option, if one does not fit this number of players."""
    option = rules.misfit(options, players)
    if option is not None:
        words = ChoiceWords(rules, "option")
        text = _("{option}: “{value}” is not possible with {players} players.").format(
            option=words.name(option),
            value=words.value(option, encode(options)[option]),
            players=players,
        )
        raise TableInvalid(text, option)
