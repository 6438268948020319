"""A finished table as one document, and its proof: played again, without a server.

The document is written one way only, a line for each entry, so that a changed byte is noticed
whatever it says. `check` of an entry binds all that stands before it. Whoever changes an entry and
mends the checks is caught by the rules: see `prove`.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec

from games.rules.core.codec import copy_position, decode_move, decode_options, encode
from games.rules.core.effects import Rng
from games.rules.core.fairness import Sealed, chance_of, commitment_to, drawn
from games.rules.core.interface import (
    AnyState,
    Document,
    Move,
    Position,
    Rules,
    Seat,
)
from games.rules.core.play import Step, advance, start
from games.rules.core.ranking import final_standings

FORMAT = 1
"""The version of the document."""
CHECK = 16  # characters of a hash that bind an entry to those before


class ProofFailed(ValueError):
    """A document is not what was played, or not written as it was; the message says where."""


class NotProvable(ValueError):
    """These rules cannot say whether a document is true."""


class ProvenSeat(msgspec.Struct, frozen=True):
    """A seat when the game was over. The share is what it added to the seed; it may be empty."""

    place: int
    user: str | None
    bot: str | None
    share: str
    resigned: bool


class ProvenEntry(msgspec.Struct, frozen=True):
    """An entry that the game stands on: its start, a move, or one that takes moves back."""

    number: int
    kind: str
    place: int | None = None
    by: str = ""  # a bot; empty: the user
    move: Document | None = None
    events: list[Document] = []
    undone: bool = False
    sealed: Sealed | None = None
    seed: str = ""  # from which the game goes on
    check: str = ""


class ProvenTable(msgspec.Struct, frozen=True):
    """A finished table, as everybody may have it who may read its whole log."""

    format: int
    table: int
    game: str
    version: int
    players: int
    options: Document
    secret: str | None  # the server's; null at a table that was bound to nothing
    commitment: str | None  # what it had said of the secret when the table was opened
    seats: list[ProvenSeat]
    entries: list[ProvenEntry]
    outcome: Document
    check: str = ""


_decoder = msgspec.json.Decoder(ProvenTable)


def encoded(value: object) -> bytes:
    """A value in one line; the same value always in the same bytes."""
    return msgspec.json.encode(value, order="deterministic")


def check_of(*parts: bytes) -> str:
    """What a change of these bytes would change."""
    return sha256(b"\n".join(parts)).hexdigest()[:CHECK]


def checked(proof: ProvenTable) -> ProvenTable:
    """The same document with its checks as they must be."""
    before = check_of(encoded(msgspec.structs.replace(proof, entries=[], outcome={}, check="")))
    entries = list[ProvenEntry]()
    for entry in proof.entries:
        before = check_of(before.encode(), encoded(msgspec.structs.replace(entry, check="")))
        entries.append(msgspec.structs.replace(entry, check=before))
    last = check_of(before.encode(), encoded(proof.outcome))
    return msgspec.structs.replace(proof, entries=entries, check=last)


def written(proof: ProvenTable) -> bytes:
    """The file: a line for each field, and for each entry."""
    lines = []
    for name in ProvenTable.__struct_fields__:
        value = encoded(getattr(proof, name))
        if name in ("seats", "entries"):
            rows = b",\n".join(b"  " + encoded(row) for row in getattr(proof, name))
            value = b"[\n" + rows + b"\n]"
        lines.append(encoded(name) + b": " + value)
    return b"{\n" + b",\n".join(lines) + b"\n}\n"


def read(file: bytes) -> ProvenTable:
    """The document of a file. Raises ProofFailed if it is none, or has been changed."""
    try:
        proof = _decoder.decode(file)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ProofFailed(f"not the document of a table: {error}") from error
    sound = checked(proof)
    for entry, should in zip(proof.entries, sound.entries, strict=True):
        if entry.check != should.check:
            where = f"entry {entry.number}"
            if entry is proof.entries[0]:
                where += ", or what stands before it,"
            raise ProofFailed(f"{where} is not as it was written")
    if proof.check != sound.check:
        raise ProofFailed("the outcome is not as it was written")
    if (again := written(proof)) != file:
        pairs = zip(again, file, strict=False)
        place = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(again), len(file)))
        number = file[:place].count(b"\n") + 1
        raise ProofFailed(f"line {number} is not written as such a document is: byte {place}")
    return proof


class Proven(NamedTuple):
    """What a document has been proven to be."""

    proof: ProvenTable
    entries: int
    seeds: int
    shares: int  # of seats that have added one

    def __str__(self) -> str:
        played = f"{self.entries} entries and the outcome follow from the rules"
        if not self.seeds:
            return f"{played}; the server was not bound to a seed"
        return (
            f"{played}, {self.seeds} seed(s) from the secret and the shares of {self.shares} seats"
        )


def prove(games: Mapping[str, Rules[Any]], file: bytes) -> Proven:
    """Play a finished table again, by the rules of its game.

    Raises ProofFailed with what differs, and NotProvable if it was played by other rules.
    """
    proof = read(file)
    rules = games.get(proof.game)
    if proof.format != FORMAT:
        raise NotProvable(f"a document of version {proof.format}; this reads version {FORMAT}")
    if rules is None or proof.version != rules.version:
        has = "not installed" if rules is None else f"version {rules.version}"
        raise NotProvable(f"played by {proof.game} version {proof.version}; here it is {has}")
    if any(entry.kind == "migrate" for entry in proof.entries):
        raise NotProvable("the rules were renewed while it was played")
    seeds = seeds_proven(proof)
    state = Replay(rules, proof).play().state
    outcome = rules.outcome(state)
    if outcome is None:
        raise ProofFailed("the game is not over after the last entry")
    resigned = {seat.place for seat in proof.seats if seat.resigned}
    ended = {"reason": outcome.reason, "standings": final_standings(outcome, resigned)}
    if encoded(ended) != encoded(proof.outcome):
        raise ProofFailed(f"it ends with {encoded(ended).decode()}")
    return Proven(proof, len(proof.entries), seeds, sum(bool(seat.share) for seat in proof.seats))


def seeds_proven(proof: ProvenTable) -> int:
    """The number of seeds that follow from the secret and the shares. Raises ProofFailed.

    None does at a table that was bound to nothing.
    """
    if proof.secret is None or proof.commitment is None:
        if any(entry.sealed and entry.sealed.commitment for entry in proof.entries):
            raise ProofFailed("the secret of the server is missing")
        return 0
    if commitment_to(proof.secret) != proof.commitment:
        raise ProofFailed("the secret is another than that to which the server was bound")
    shares = [seat.share for seat in proof.seats]
    seeded = [entry for entry in proof.entries if entry.seed]
    for count, entry in enumerate(seeded):
        sealed = entry.sealed or Sealed()
        if entry.seed != chance_of(proof.secret, shares, count):
            raise ProofFailed(f"entry {entry.number}: the seed is not that of secret and shares")
        if sealed.commitment != commitment_to(entry.seed):
            raise ProofFailed(f"entry {entry.number}: the log was bound to another seed")
        if sealed.lot and drawn(proof.secret, shares, sorted(shares)) != shares:
            raise ProofFailed(f"entry {entry.number}: the places are not those of the lot")
    return len(seeded)


class Standing(NamedTuple):
    """An entry that counts, and the position after it."""

    number: int
    played: tuple[Seat, Move] | None
    position: Position[AnyState]


class Replay:
    """A table that is played again, entry by entry."""

    def __init__(self, rules: Rules[AnyState], proof: ProvenTable) -> None:
        self.rules, self.proof = rules, proof
        self.course: list[Standing] = []

    def play(self) -> Position[AnyState]:
        """The position at the end. Raises ProofFailed at the first entry that differs."""
        for entry in self.proof.entries:
            try:
                self.follow(entry)
            except (msgspec.ValidationError, LookupError, ValueError) as error:
                raise ProofFailed(f"entry {entry.number}: {error}") from error
        counts = {standing.number for standing in self.course}
        for entry in self.proof.entries:
            if entry.kind == "move" and entry.undone == (entry.number in counts):
                raise ProofFailed(f"entry {entry.number}: it was not taken back, or it was")
        if not self.course:
            raise ProofFailed("the game has not begun")
        return self.course[-1].position

    def follow(self, entry: ProvenEntry) -> None:
        """Go one entry further."""
        if (entry.kind == "start") == bool(self.course):
            raise ProofFailed("a game begins once, and with its start")
        if entry.kind == "start":
            options = decode_options(self.rules, self.proof.options)
            self.add(entry, start(self.rules, self.proof.players, options, entry.seed))
        elif entry.kind == "move":
            self.move(entry)
        elif entry.kind == "undo":
            self.undo(entry)
        elif entry.kind in ("correct", "back"):
            self.go_back(entry)
        else:
            raise ProofFailed(f"{entry.kind!r} is no kind of entry here")

    def add(
        self, entry: ProvenEntry, step: Step[AnyState], played: tuple[Seat, Move] | None = None
    ) -> None:
        """Keep a step, if its events are those of the entry."""
        happened = encoded([encode(event) for event in step.events])
        if happened != encoded(entry.events):
            raise ProofFailed(f"what happened is {happened.decode()}")
        self.course.append(Standing(entry.number, played, step.position))

    def move(self, entry: ProvenEntry) -> None:
        """Play the move of an entry."""
        if entry.place is None or entry.move is None:
            raise ProofFailed("a move has a place and what was played")
        move = decode_move(self.rules, entry.move)
        self.add(entry, self.after(entry.place, move), (entry.place, move))

    def after(self, place: Seat, move: Move) -> Step[AnyState]:
        """The step that a move leads to from where the game stands."""
        before = copy_position(self.rules, self.course[-1].position)
        return advance(self.rules, before, place, move)

    def undo(self, entry: ProvenEntry) -> None:
        """Take back the latest move of a seat; those of others since stay."""
        mine = [
            index
            for index, standing in enumerate(self.course)
            if standing.played and standing.played[0] == entry.place
        ]
        later = self.course[mine[-1] + 1 :]
        del self.course[mine[-1] :]
        for standing in later:
            if standing.played is None:
                raise ProofFailed("nothing is taken back behind this")
            step = self.after(*standing.played)
            self.course.append(standing._replace(position=step.position))

    def go_back(self, entry: ProvenEntry) -> None:
        """Go on from an earlier entry, with another seed."""
        to = entry.sealed.back_to if entry.sealed else None
        if to is not None:
            self.course = [standing for standing in self.course if standing.number <= to]
        state = copy_position(self.rules, self.course[-1].position).state
        self.course.append(Standing(entry.number, None, Position(Rng(entry.seed), state)))
