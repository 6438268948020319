"""The contract between one game's rules and the site. Plain Python: no Django here."""

from __future__ import annotations

import abc
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec

from games.rules.core.effects import Effects, Rng
from games.rules.core.levels import LEVELS, Level
from games.rules.core.texts import Text

Seat: TypeAlias = int  # place at the table, 0-based, in order of play
Viewer: TypeAlias = Seat | None  # None is a spectator
Document: TypeAlias = dict[str, Any]  # a decoded JSON object
S = TypeVar("S")  # the game's own State
AnyState: TypeAlias = msgspec.Struct  # the State of some game, which only its rules can read
Gains: TypeAlias = Mapping[Seat, Mapping[str, int]]
"""What a move changes at once, by seat and resource: `{0: {"pesos": -2, "rum": 1}}`."""


class Move(msgspec.Struct, frozen=True, tag=True, tag_field="kind", forbid_unknown_fields=True):
    """One legal answer. Games subclass it; being *equal* to an offered move is being legal.

    In JSON it carries its class name: `{"kind": "Bid", "coins": 3}`. Decoding is strict.
    """

    number_field: ClassVar[str | None] = None
    """The field to type in as a number, where many moves of a question differ only in it."""
    points_at: ClassVar[str | None] = None
    """Its `spot`, with fields of the move filled in: `"card:{move.card}"`."""
    routine: ClassVar[bool] = False
    """Played so often that nobody wants to confirm it, although it cannot be undone."""

    @property
    def spot(self) -> str | None:
        """The board spot that plays this move when clicked; None shows a button."""
        return self.points_at and self.points_at.format(move=self)

    @property
    def touches(self) -> Sequence[str]:
        """Other spots that the move concerns, for the board to show while it is pointed at."""
        return ()

    @property
    def phrase(self) -> str:
        """The key of the text that names this move, filled in with its fields."""
        return f"move.{type(self).__name__}"


class Decision(msgspec.Struct, frozen=True):
    """A question put to one seat, with every legal answer."""

    seat: Seat
    key: str  # names the prompt text and the panel: "bid", "take"
    moves: Sequence[Move]
    args: Mapping[str, Any] = {}  # fills the prompt text
    auto: bool = True  # whether a lone move is played for the seat; off to confirm or to hide it
    default: Move | None = None  # for an absent seat, in a game without a policy of its own


class Unavailable(msgspec.Struct, frozen=True):
    """A move that a player might look for among the answers, and why it is not there.

    `why` names a text, `why.NAME`, that `args` fill in: "needs 3 + 1 coins".
    """

    move: Move
    why: str
    args: Mapping[str, Any] = {}


class Standing(msgspec.Struct, frozen=True):
    """The final place of one seat; `sources` says where the score came from, and adds up to it."""

    seat: Seat
    rank: int  # 1 is best; equal ranks share the place
    score: int
    tiebreaks: tuple[int, ...] = ()  # one number for each name in `Rules.tiebreaks`
    sources: Mapping[str, int] = {}  # one number for each name in `Rules.sources`


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: the reason, one of `Rules.endings`, and one standing per seat."""

    reason: str
    standings: tuple[Standing, ...]


class Position(msgspec.Struct, Generic[S]):
    """What a table stores. The generator stays outside the state, where no view can reach it."""

    rng: Rng
    state: S


class IllegalMove(ValueError):
    """The move does not answer the question put to this seat."""


class MalformedMove(IllegalMove):
    """The document is not a move of this game. `field` names what is wrong, "" is all of it."""

    def __init__(self, problem: str, field: str = "") -> None:
        super().__init__(problem)
        self.field = field


class UnknownKind(MalformedMove):
    """The document names no kind of move that this game has."""


class NotAsked(IllegalMove):
    """The seat has nothing to decide."""


class NotOffered(IllegalMove):
    """A move of this game, but not among the answers. Why not: `Rules.unavailable`."""

    def __init__(self, move: Move, key: str) -> None:
        super().__init__(f"{move} does not answer {key!r}")
        self.move, self.key = move, key


Origin: TypeAlias = Literal["printed", "yucata", "letter", "reading", "reviews", "site"]
"""Where an option comes from: both ways are printed; one is printed and the other Yucata's; one
follows the printed rules to the letter; these can be read in both ways; reviews know of both; or
the site has it of its own."""

Weight: TypeAlias = Literal["light", "medium", "heavy"]
"""The weight of a game: how much there is to think about."""


class Publication(msgspec.Struct, frozen=True):
    """Those who made a game, and its first publisher and year."""

    designers: tuple[str, ...]
    publisher: str
    year: int


Bot: TypeAlias = Callable[[Any, Decision, random.Random], Move]
"""Chooses one of the decision's moves from the *view* of its seat: a bot cannot cheat."""


def play_at_random(view: object, decision: Decision, chance: random.Random) -> Move:
    """The bot every game has: it plays any legal move."""
    return decision.moves[chance.randrange(len(decision.moves))]


class Rules(abc.ABC, Generic[S]):
    """The rules of one game. Stateless: everything a method needs arrives as an argument."""

    slug: ClassVar[str]
    version: ClassVar[int] = 1  # raised whenever stored states or replays change meaning
    players: ClassVar[range]
    minutes: ClassVar[tuple[int, int]] = (30, 60)
    """How long a game takes people who know it, at one go: with few players, and with many."""
    weight: ClassVar[Weight] = "medium"
    published: ClassVar[Publication | None] = None  # None: it is the site's own
    options_type: ClassVar[type[msgspec.Struct]]  # frozen; its fields make the lobby's form
    option_origins: ClassVar[Mapping[str, Origin]] = {}  # of each option
    state_type: ClassVar[type[msgspec.Struct]]
    move_types: ClassVar[tuple[type[Move], ...]]
    endings: ClassVar[tuple[str, ...]]  # every reason an Outcome can give
    texts: ClassVar[Mapping[str, Text]]
    bots: ClassVar[Mapping[str, Bot]] = {"random": play_at_random}
    stand_in: ClassVar[str] = "random"  # the one of `bots` that plays for an absent seat
    levels: ClassVar[Mapping[str, Level]] = LEVELS
    """How well bots play for people who choose them as opponents, the weakest first."""
    seating: ClassVar[Literal["lot", "joined"]] = "lot"
    """Who sits where: drawn by lot at the start, or in the order of joining, the host first."""
    tiebreaks: ClassVar[tuple[str, ...]] = ()  # what the numbers of `Standing.tiebreaks` count
    sources: ClassVar[tuple[str, ...]] = ()  # where points come from, as in `Standing.sources`
    migrations: ClassVar[Mapping[int, Callable[[Document], Document]]] = {}  # n: from n to n + 1
    orders_type: ClassVar[type[msgspec.Struct] | None] = None  # frozen; a seat's standing orders
    orders_first: ClassVar[msgspec.Struct | None] = None  # those a player has from the beginning
    shows_moves: ClassVar[bool] = False  # whether everybody may know each answer at once
    in_lobby: ClassVar[bool] = True  # whether people can open a table of it

    @abc.abstractmethod
    def setup(self, players: int, options: Any, fx: Effects) -> S:
        """The state before the first decision."""

    @abc.abstractmethod
    def pending(self, state: S) -> Sequence[Decision]:
        """Who must answer what, now. Several seats at once decide simultaneously."""

    @abc.abstractmethod
    def apply(self, state: S, seat: Seat, move: Any, fx: Effects) -> None:
        """Carry out a legal move on a draft that belongs to this call alone."""

    @abc.abstractmethod
    def view(self, state: S, viewer: Viewer) -> msgspec.Struct:
        """What one viewer may see, built up from nothing as the game's View struct."""

    def open_view(self, state: S, viewer: Viewer) -> msgspec.Struct:
        """The view of an earlier state, once the log is open to everybody (`opens_log`).

        It shows what the seats held in secret then, but not what nobody ever learns at the table,
        such as the order of a pile. That can be worked out only from the seed, which is told once
        the game is over and its log open: docs/topics/fairness.md. A game without secrets, or one
        that keeps them, does not override it.
        """
        return self.view(state, viewer)

    def determine(self, view: Any, rng: Rng) -> S:
        """A full state that agrees with all that this view's seat knows: the reverse of `view`.

        What the view hides is drawn at random, each way as likely as the seat must think it. The
        view of what is made equals `view`. The rules read nothing but `view`, so a secret cannot
        get in. Raises NotImplementedError where a game has no such way yet.
        """
        raise NotImplementedError(f"{self.slug} cannot determine a state from a view")

    @abc.abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The final ranking, or None while the game goes on."""

    def results(self, state: S) -> Sequence[tuple[int, ...]]:
        """What every seat would count if the game ended now: score, then tiebreaks, as for `rank`.

        Those of `outcome` once the game is over. It is for searches, so nobody is told; it may use
        all of the state.
        """
        outcome = self.outcome(state)
        if outcome is None:
            return ()
        by_seat = sorted(outcome.standings, key=lambda standing: standing.seat)
        return [(standing.score, *standing.tiebreaks) for standing in by_seat]

    def prospects(self, state: S) -> Sequence[float]:
        """What every seat may score in the end, roughly, where searches stop before it.

        It may count what is not worth points yet; once the game is over it is the score.
        """
        return [result[0] for result in self.results(state)]

    def check(self, state: S) -> None:
        """Assert what always holds, such as every cube being somewhere.

        Run by the tests after every move and by `check_positions`. Raises AssertionError.
        """

    def opens_log(self, state: S) -> bool:
        """Whether everybody may read the private parts of all events now, as after the end.

        At a finished table everybody may have the seed then, too.
        """
        return False

    def unavailable(self, state: S, decision: Decision) -> Sequence[Unavailable]:
        """Moves that the seat might look for in this question, each with why it is not offered.

        Called to draw a page or to explain a refusal, never to judge a move. It uses only what the
        seat knows.
        """
        return ()

    def gains(self, state: S, seat: Seat, move: Any) -> Gains:
        """What this answer would change at once; empty where that is not known or nothing.

        It is told with the offer, so it uses only what the seat knows. It is whole: whatever the
        answer does to anybody's resources is in it. A resource has a word, `gain.NAME`.

        An answer that only leads the seat to its next question may tell what comes of that one,
        where every answer to it changes the same.
        """
        return {}

    def note(self, state: S, seat: Seat, move: Any) -> str:
        """What this answer leads to, where `gains` does not tell; "" for nothing to be said.

        It has a text, `note.NAME`. It is told with the offer, so it uses only what the seat knows.
        """
        return ""

    def misfit(self, options: Any, players: int) -> str | None:
        """The name of an option whose value does not fit this number of players; None if all do."""
        return None

    def obey(self, state: S, decision: Decision, orders: Any) -> Move | None:
        """The answer that the seat's standing orders (`orders_type`) give, or None to ask.

        The usual orders, those without arguments, answer nothing.
        """
        return None
