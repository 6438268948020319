"""What lies on a table of Guatemala Café.

Pieces go by the names of `components.PIECES` ("wK4"), places by those of the boards: fields of the
cultivation board and cells of the plantation board "row,column", edges "v5,9", sites "B1",
harbours "HB".
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from games.rules.core.interface import Seat
from games.rules.guatemala_cafe.components import COLOURS, MONEY, ROADS
from games.rules.guatemala_cafe.geometry import BOARDS, Board

Colour: TypeAlias = Literal["black", "white", "beige", "russet", "brown"]
Phase: TypeAlias = Literal["move", "action", "build", "place", "blockade", "replace", "over"]

# fmt: off
Start: TypeAlias = Literal[
    "random",
    0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17,
    18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
]  # a space of the buyer's track
# fmt: on


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host of a table chooses (clause 5)."""

    setup: Literal["variable", "fixed"] = "variable"
    buyer_start: Start = "random"
    blockade_mode: Literal["sequential", "simultaneous"] = "sequential"
    track_sacks: Literal["open", "hidden"] = "open"
    track_length: Literal[70, 60, 80] = 70


class Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's standing orders for the blockade question (clause 3.5); private.

    None of them depends on the hand: whose orders answer would show what is in it.
    """

    auto_decline: Literal["never", "always", "colours"] = "never"
    colours: tuple[Colour, ...] = ()  # with "colours": those never to be blocked


class Hut(msgspec.Struct):
    """A built hut: the piece and its site."""

    piece: str
    site: str


class Player(msgspec.Struct):
    """What one seat owns."""

    sacks: dict[str, int]  # colour: number; hidden from the others
    money: int = MONEY
    points: int = 0
    scored: dict[str, int] = {}  # points by source, one of `components.SOURCES`
    huts: dict[str, Hut] = {}  # by colour
    workers: dict[str, dict[str, str]] = {}  # by colour: cell: piece
    blocks: bool | None = None  # the answer to the blockade question while it is being asked

    @property
    def sack_count(self) -> int:
        """How many sacks the player holds: everybody may know."""
        return sum(self.sacks.values())


class State(msgspec.Struct):
    """The whole table, hidden things included."""

    options: Options
    players: list[Player]
    active: Seat
    buyer: int  # space of the buyer's track
    grid: list[str]  # the cultivation board, field by field: a piece, or "" for nothing
    bag: list[str]  # colours of the sacks in it, the last is drawn next; hidden
    harbours: dict[str, list[str]]  # ships from the cheapest pier on
    phase: Phase = "move"
    supply: int = ROADS
    roads: dict[str, str] = {}  # edge: piece
    track: list[str] = []  # sacks on the victory-point track, in the order they were laid
    box: list[str] = []  # ships out of the game
    taken: int = 0  # items placed in this turn
    emptied: list[int] = []  # indices of the fields emptied in this turn, in order
    holding: int | None = None  # index of the field whose piece is being placed
    region: str | None = None  # where a first worker is about to be placed
    crossing: str | None = None  # where a road is about to be laid, with two players
    announced: int | None = None  # index of the field whose sack is to be scored
    asked: list[Seat] = []  # who must still be heard about the blockade, in order
    reason: str = ""  # why the game has ended

    @property
    def board(self) -> Board:
        """The plantation board of this number of players."""
        return BOARDS[len(self.players)]

    @property
    def last_sack_field(self) -> int | None:
        """1.5: the place of the most recent sack on the track; None without any."""
        return self.options.track_length + 1 - len(self.track) if self.track else None


def new_player(sacks: list[str]) -> Player:
    """A player at the start, with these sacks."""
    return Player(
        sacks={colour: sacks.count(colour) for colour in COLOURS},
        workers={colour: {} for colour in COLOURS},
    )
