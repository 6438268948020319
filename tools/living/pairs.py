"""How whole games are played: settings spread over them so that each pair of values meets."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations, cycle, product
from typing import NamedTuple

WAYS = ("keyboard", "tree", "touch")
DEVICES = ("desktop", "phone")
PACES = ("machine", "person")
LINES = (0, 150, 1_500)  # milliseconds there and back
PUSHES = ("as they come", "bundled", "reconnecting")
MEANWHILE = ("nothing", "looking back", "frozen", "resized", "sheet")


class TurnSetting(NamedTuple):
    """How a turn is played: the first three hold for a whole game."""

    game: str
    way: str
    device: str
    pace: str
    line: int
    pushes: str
    meanwhile: str

    @property
    def is_quick(self) -> bool:
        """Whether a turn takes little time."""
        return self.pace == "machine" and self.line < max(LINES)


Value = tuple[str, object]  # of a factor
Game = tuple[str, str, str]  # with the way in which it is played, and the device


def pairs_of(setting: TurnSetting) -> set[tuple[Value, ...]]:
    """All pairs of values that meet in a setting."""
    values = zip(TurnSetting._fields, setting, strict=True)
    return set(combinations(values, 2))


def all_settings(games: Sequence[str]) -> Iterator[TurnSetting]:
    """Each combination there is, the cheap ones first."""
    everything = product(games, WAYS, DEVICES, PACES, LINES, PUSHES, MEANWHILE)
    return (TurnSetting(*values) for values in everything)


def played(games: Sequence[str]) -> Iterator[Game]:
    """Yield each game in each way: by touch on a phone, else on both devices in turn.

    One more is played by touch on a desktop, or these two would never meet.
    """
    for index, game in enumerate(games):
        for number, way in enumerate(WAYS):
            yield game, way, "phone" if way == "touch" else DEVICES[(index + number) % 2]
    yield games[0], "touch", "desktop"


def spread(games: Sequence[str]) -> dict[Game, list[TurnSetting]]:
    """Return settings for the turns of each game: every pair of values is in one of them."""
    found: dict[Game, list[TurnSetting]] = {game: [] for game in played(games)}
    offered = [one for one in all_settings(games) if one[:3] in found]
    missing = set().union(*map(pairs_of, offered))
    while missing:
        for game, settings in found.items():
            able = (one for one in offered if one[:3] == game)
            best = max(able, key=lambda one: len(pairs_of(one) & missing))
            if not settings or pairs_of(best) & missing:
                settings.append(best)
            missing -= pairs_of(best)
    return found


def turns_of(settings: Sequence[TurnSetting]) -> Iterator[TurnSetting]:
    """A setting for each turn of a game: first these, then one quick one after the other."""
    yield from settings
    game, way, device = settings[0][:3]
    alike = (one for one in all_settings([game]) if one[:3] == (game, way, device))
    quick = [one for one in alike if one.is_quick]
    random.Random(f"{game} {way}").shuffle(quick)
    yield from cycle(quick)
