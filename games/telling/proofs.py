"""The fairness of a table: what binds its server, and the proof once it is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from games.errors import NotOpened, RulesFailed
from games.judging.limits import judged
from games.rules.core.fairness import Sealed, commitment_to
from games.rules.core.proof import FORMAT, ProvenEntry, ProvenSeat, ProvenTable, checked
from games.rules.registry import GAMES
from games.storing.changes import REWINDS
from games.storing.rows import TableRow, run
from games.telling.history import position_of
from games.telling.log import told_player


class Bound(msgspec.Struct, frozen=True):
    """An entry of the log, and what it binds the table's seed to."""

    number: int
    commitment: Annotated[str, msgspec.Meta(description="The SHA-256 of the seed.")]


class Fairness(msgspec.Struct, frozen=True):
    """The commitments behind a table's chance, which everybody may know before it is over."""

    commitment: Annotated[
        str | None,
        msgspec.Meta(description="The SHA-256 of the server's secret; null if it has none."),
    ]
    seeds: Annotated[list[Bound], msgspec.Meta(description="One for each with which it went on.")]
    shares: Annotated[int, msgspec.Meta(description="How many seats have added one.")]
    opened: Annotated[bool, msgspec.Meta(description="Whether the proof is there to be read.")]


BEHIND = """
    select secret, (select count(*) from games_seat s where s.table_id = t.id and s.share <> '')
    from games_table t where id = %s
"""
BOUND = """
    select number, sealed ->> 'commitment' from games_logentry
    where table_id = %s and sealed ->> 'commitment' <> '' order by number
"""
SHARES = "select share from games_seat where table_id = %s order by place"
KEEPS_SECRETS = """
    select exists (select from games_logentry l, jsonb_array_elements(l.events) e
        where l.table_id = %s and coalesce(e -> 'private', '{}') <> '{}')
"""
ENTRIES = """
    select number, kind, place, "by", move::text, events::text, undone, sealed::text, version,
        case when kind in ('start', 'correct', 'back') then snapshot #>> '{rng,seed}' end
    from games_logentry
    where table_id = %s and kind in ('start', 'move', 'undo', 'correct', 'back', 'migrate')
    order by number
"""
VERSION = 8  # where a record of these has that of the rules


def fairness_of(row: TableRow) -> Fairness:
    """Return the commitments of a table."""
    ((secret, shares),) = run(BEHIND, [row.id])
    seeds = [Bound(*record) for record in run(BOUND, [row.id])]
    bound = bool(secret) and (bool(seeds) or row.position is None)
    return Fairness(commitment_to(secret) if bound else None, seeds, shares, is_opened(row))


def is_opened(row: TableRow) -> bool:
    """Whether everybody who may see a table may have its seed, with which all secrets are known.

    The game went to its end, and its log is open or has no secrets.
    """
    if row.status != "finished" or row.game not in GAMES:
        return False
    try:
        with judged():
            position = position_of(row)
            if position is None or row.rules.outcome(position.state) is None:
                return False
            if row.rules.opens_log(position.state):
                return True
    except (RulesFailed, ValueError):
        return False
    ((keeps_secrets,),) = run(KEEPS_SECRETS, [row.id])
    return not keeps_secrets


def proof_of(row: TableRow) -> ProvenTable:
    """A finished table as one document. Raises NotOpened."""
    if not is_opened(row):
        raise NotOpened
    ((secret, _count),) = run(BEHIND, [row.id])
    shares = [share for (share,) in run(SHARES, [row.id])]
    records = run(ENTRIES, [row.id])
    entries = [entry_from(*record) for record in records]
    bound = bool(secret) and any(entry.sealed and entry.sealed.commitment for entry in entries)
    return checked(
        ProvenTable(
            format=FORMAT,
            table=row.id,
            game=row.game,
            version=records[-1][VERSION],
            players=len(row.seats),
            options=row.options,
            secret=secret if bound else None,
            commitment=commitment_to(secret) if bound else None,
            seats=[
                ProvenSeat(seat.place, seat.name, seat.bot or None, share, seat.resigned)
                for seat, share in zip(row.seats, shares, strict=True)
            ],
            entries=on_record(entries),
            outcome=row.outcome or {},
        )
    )


def entry_from(
    number: int,
    kind: str,
    place: int | None,
    by: str,
    move: str | None,
    events: str,
    undone: bool,
    sealed: str | None,
    _version: int,
    seed: str | None,
) -> ProvenEntry:
    """An entry of the log as the document has it."""
    return ProvenEntry(
        number,
        kind,
        place,
        told_player(by),
        msgspec.json.decode(move) if move else None,
        msgspec.json.decode(events),
        undone,
        msgspec.json.decode(sealed, type=Sealed) if sealed else None,
        seed or "",
    )


def on_record(entries: Sequence[ProvenEntry]) -> list[ProvenEntry]:
    """The entries; without those that do not count if no record says how far they were undone."""
    rewinds = [entry.sealed for entry in entries if entry.kind in REWINDS]
    if all(sealed is not None and sealed.back_to is not None for sealed in rewinds):
        return list(entries)
    return [entry for entry in entries if not entry.undone and entry.kind != "undo"]
