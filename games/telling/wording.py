"""The texts of a game, filled in and translated for one reader."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec
from django.utils.translation import (
    get_language,
    gettext,
    gettext_noop,
    npgettext,
    override,
    pgettext,
)

from config.web.isolates import isolated
from games.judging.turns import ALL_RESIGNED
from games.rules.core.interface import (
    AnyState,
    Decision,
    Move,
    Rules,
    Unavailable,
)
from games.rules.core.texts import Wording
from games.storing.rows import SeatRow, TableRow, TenureRow
from games.telling.bots import bot_name, with_kind
from games.telling.cache import Cache
from games.telling.log import ToldEntry
from games.telling.times import wish_in_words

ENTRIES = {
    "undo": gettext_noop("{name} takes back a move."),
    "migrate": gettext_noop(
        "The rules of this game were corrected; the table goes on under the new ones."
    ),
    "absent": gettext_noop("{name}’s time has run out. A bot plays on until they return."),
    "missed": gettext_noop("{name}’s time has run out. A bot gives this answer."),
    "excused": gettext_noop("{name}’s time has run out. Just this once, they get some more."),
    "return": gettext_noop("{name} is back."),
    "resign": gettext_noop("{name} gives up."),
    "replace": gettext_noop("{name} takes over a seat."),
    "freeze": gettext_noop("This table is stopped until a moderator has looked at it."),
    "thaw": gettext_noop("A moderator has put the table right. It goes on, with fresh clocks."),
    "correct": gettext_noop("A moderator has taken back moves."),
    "close": gettext_noop("The table is closed."),
    "vacation": gettext_noop("{name} takes a day off."),
    "wish": gettext_noop("{name} asks everybody to agree."),  # an entry that does not say to what
    "agree": gettext_noop("{name} agrees."),
    "decline": gettext_noop("{name} would rather not."),
    "pause": gettext_noop("All have agreed to a pause: no clock runs."),
    "resume": gettext_noop("All have agreed: the pause is over."),
    "stand_in": gettext_noop("All have agreed: a bot plays for {name} until they return."),
    "timed": gettext_noop("All have agreed: from now on there is a clock."),
    "more": gettext_noop("All have agreed: {name} gets more time."),
    "back": gettext_noop("All have agreed: the game goes back to before {name}’s answer."),
    "restore": gettext_noop("The site goes on from a backup. What was played after it is lost."),
}
TIMED_OUT = gettext_noop("{name}’s time has run out. The table is closed.")
COSTS, GAINS = gettext_noop("costs {things}"), gettext_noop("gains {things}")
LOSES, GETS = gettext_noop("{name} loses {things}"), gettext_noop("{name} gets {things}")


NO_ARGS: Mapping[str, Any] = MappingProxyType({})
MOST_KEPT = 20_000
MOST_WORDINGS = 2_000
_move_texts: Cache[str] = Cache(MOST_KEPT)
"""Texts of moves by game and language: formatting one costs more than playing the move."""

GONE = "gone"  # instead of a bot's name: the user deleted their account after the table's end


@functools.lru_cache(maxsize=MOST_KEPT)
def _translated(language: str | None, context: str, text: str) -> str:
    """A text in a language, kept: Django looks in four catalogues."""
    with override(language):
        return pgettext(context, text)


@functools.lru_cache(maxsize=MOST_KEPT)
def _translated_plural(language: str | None, context: str, one: str, many: str, number: int) -> str:
    """The same for a text with a plural form."""
    with override(language):
        return npgettext(context, one, many, number)


class SiteWording(Wording):
    """The wording of one table, in the language that is active now."""

    def __init__(self, rules: Rules[AnyState], names: Sequence[str]) -> None:
        self.rules, self.slug, self.language = rules, rules.slug, get_language()
        context = (self.language, rules.slug)  # a word may mean something else in another game
        super().__init__(
            rules.texts,
            names,
            functools.partial(_translated, *context),
            functools.partial(_translated_plural, *context),
        )

    def prompt(self, decision: Decision) -> str:
        """The question of a decision."""
        return self.say(f"prompt.{decision.key}", decision.args)

    def move(self, move: Move, args: Mapping[str, Any] = NO_ARGS) -> str:
        """The text of the button for a move. `args` are those of the question it answers.

        It begins with a capital, unless with the name of a player.
        """
        key = (self.slug, self.language, move)
        text = _move_texts.get(key)
        if text is None:
            text = self.say(move.phrase, {**args, **msgspec.structs.asdict(move)})
            pattern = str(self.texts[move.phrase])
            text = text if pattern.startswith("{seat:") else capital(text)
            # kept only if it is the same at every table and for every question
            if ":seat}" not in pattern and not any(name in pattern for name in args):
                _move_texts.put(key, text)
        return text

    def reason(self, unavailable: Unavailable) -> str:
        """Why a move is not among the answers."""
        return self.say(f"why.{unavailable.why}", unavailable.args)

    def note(self, name: str) -> str:
        """Return what an answer leads to, if there is something to be said."""
        return self.say(f"note.{name}") if name else ""

    def gains(self, gains: Mapping[str, Mapping[str, int]], mover: int) -> str:
        """What an answer changes, by seat: "costs 2 pesos, gains 1 rum; Ana gains 1 peso"."""
        return "; ".join(
            self._change(change, "" if int(place) == mover else self.seats[int(place)])
            for place, change in gains.items()
        )

    def _change(self, change: Mapping[str, int], name: str) -> str:
        costs = {thing: -count for thing, count in change.items() if count < 0}
        gains = {thing: count for thing, count in change.items() if count > 0}
        told = [(costs, LOSES if name else COSTS), (gains, GETS if name else GAINS)]
        return ", ".join(
            gettext(pattern).format(things=self.format_field(things, "gain"), name=name)
            for things, pattern in told
            if things
        )

    def ending(self, reason: str) -> str:
        """Why a game is over: one of the game's own sentences, or the site's."""
        if reason == ALL_RESIGNED:
            return gettext("All others have given up.")
        return self.say(f"ending.{reason}")

    def entry(self, entry: ToldEntry) -> str:
        """The sentence for a log entry of the site, not of the game."""
        if entry.wish is not None:
            return wish_in_words(entry.wish, self.seats)
        if entry.place is None:
            return gettext(ENTRIES[entry.kind]).format(name="")
        text = TIMED_OUT if entry.kind == "close" else ENTRIES[entry.kind]
        return gettext(text).format(name=self.seats[entry.place])


def name_of(seat: SeatRow | TenureRow) -> str:
    """The name of a seat in sentences: its user's, isolated, or the bot's own."""
    if seat.name is not None:
        return isolated(seat.name)
    if seat.bot in ("", GONE):
        return gettext("Somebody who left")
    return bot_name(seat.table_id, seat.place)


def introduced(seat: SeatRow) -> str:
    """The same where people read with whom they play: with a bot's level beside its name."""
    is_bot = seat.name is None and seat.bot not in ("", GONE)
    return with_kind(name_of(seat), seat.bot) if is_bot else name_of(seat)


def wording_for(row: TableRow, number: int | None = None, reader: int | None = None) -> SiteWording:
    """The wording of a table in the active language; at a log entry, with who sat there then.

    It tells the `reader`, a seat, where it speaks of them.
    """
    holders = row.seats if number is None else row.holders_at(number)
    names = [name_of(seat) for seat in holders]
    if reader is not None:
        names[reader] = gettext("{name} (you)").format(name=names[reader])
    return _wording(row.rules, tuple(names), get_language())


@functools.lru_cache(maxsize=MOST_WORDINGS)
def _wording(rules: Rules[AnyState], names: tuple[str, ...], language: str | None) -> SiteWording:
    """The wording of tables with these names in a language."""
    with override(language):
        return SiteWording(rules, names)


def why_closed(row: TableRow, place: int | None) -> str:
    """Why a table was closed without a result, for a seat to read, or for a spectator (None).

    Empty if it was not.
    """
    if row.status != "closed":
        return ""
    if row.close_reason == "moderator":
        return gettext("A moderator has closed the table. Nobody has won.")
    if row.close_reason == "bots":
        return gettext("Only bots were left, and their game did not end. Nobody has won.")
    if row.close_reason == "agreed":
        return gettext("All who played have agreed to end it. Nobody has won.")
    if row.close_reason != "timeout":
        return gettext("It ended without a winner.")
    late = next((seat for seat in row.seats if seat.absent), None)
    if late is None:
        return gettext("Somebody’s time ran out, and it was agreed to stop then. Nobody has won.")
    if late.place == place:
        return gettext("Your time ran out, and it was agreed to stop then. Nobody has won.")
    text = gettext("{name}’s time ran out, and it was agreed to stop then. Nobody has won.")
    return text.format(name=name_of(late))


def capital(text: str) -> str:
    """The text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


def title_of(rules: Rules[AnyState]) -> str:
    """The name of a game in the active language."""
    return SiteWording(rules, []).say("game.title")
