"""Finished tables as documents: true ones are proven, and whatever is changed is found."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from games.rules.__main__ import verify
from games.rules.core.fairness import chance_of, commitment_to, drawn
from games.rules.core.interface import Rules
from games.rules.core.proof import (
    NotProvable,
    ProofFailed,
    ProvenTable,
    checked,
    prove,
    read,
    written,
)
from games.rules.registry import GAMES
from tests.rules.playing import every_game
from tests.rules.proofs import SECRET, SHARES, proof_of

PIER = GAMES["pier"]


def mended(proof: ProvenTable, at: int, **changed: Any) -> bytes:
    """The file with one entry changed, and its checks made to fit by whoever changed it."""
    entries = list(proof.entries)
    entries[at] = replace(entries[at], **changed)
    return written(checked(replace(proof, entries=entries)))


@pytest.mark.parametrize("rules", every_game, ids=lambda rules: rules.slug)
def test_what_was_played_is_proven(rules: Rules[Any]) -> None:
    proof = proof_of(rules, least=False)
    proven = prove(GAMES, written(proof))
    assert written(proven.proof) == written(proof)
    assert (proven.entries, proven.seeds) == (len(proof.entries), 1)
    assert proven.shares == sum(bool(share) for share in SHARES[: proof.players])
    unbound = prove(GAMES, written(proof_of(rules, None, seed="of old")))
    assert unbound.seeds == 0 and "not bound" in str(unbound)


def test_any_changed_byte_is_noticed_and_its_entry_named() -> None:
    proof = proof_of(PIER)
    file = written(proof)
    chance = random.Random(3)
    for place in chance.sample(range(len(file)), 300):
        changed = bytes([file[place] ^ 1])
        with pytest.raises((ProofFailed, NotProvable)):
            prove(GAMES, file[:place] + changed + file[place + 1 :])
    at = file.index(b'"number":4,') + 20
    while not file[at : at + 1].isalpha():
        at += 1
    with pytest.raises(ProofFailed, match=r"entry 4|not the document"):
        read(file[:at] + bytes([file[at] ^ 1]) + file[at + 1 :])
    for more in (b" ", b"\n", b"{}"):
        with pytest.raises(ProofFailed):
            read(file + more)
    with pytest.raises(ProofFailed, match="line 1 "):
        read(file.replace(b"{\n", b"{ \n", 1))


def test_who_mends_the_checks_is_caught_by_the_rules() -> None:
    proof = proof_of(PIER)
    moved = next(at for at, entry in enumerate(proof.entries) if entry.move)
    number = proof.entries[moved].number
    other = {**(proof.entries[moved].move or {}), "coins": 99}
    for changed in (
        {"move": other},
        {"move": {"kind": "Unheard"}},
        {"place": 1 - (proof.entries[moved].place or 0), "events": []},
        {"events": [*proof.entries[moved].events, *proof.entries[moved].events]},
        {"kind": "start"},
        {"kind": "greeting"},
        {"undone": True},
    ):
        with pytest.raises(ProofFailed, match=f"entry {number}: "):
            prove(GAMES, mended(proof, moved, **changed))
    best = {**proof.outcome, "reason": "another"}
    for false, why in (
        (replace(proof, outcome=best), "it ends with"),
        (replace(proof, entries=proof.entries[:-1]), "not over"),
        (replace(proof, entries=[]), "not begun"),
    ):
        with pytest.raises(ProofFailed, match=why):
            prove(GAMES, written(checked(false)))


def test_a_server_that_chooses_the_seed_after_the_shares_is_caught() -> None:
    """It knows the shares, and looks for a secret, or a seed, with which a friend of it wins."""
    favourite = next(seed for seed in map(str, range(50)) if winner(proof_of(PIER, seed=seed)) == 0)
    with pytest.raises(ProofFailed, match="entry 1: the seed is not that of secret and shares"):
        prove(GAMES, written(proof_of(PIER, seed=favourite)))
    secrets = (f"another {number}" for number in range(50))
    secret = next(secret for secret in secrets if winner(proof_of(PIER, secret)) == 0)
    bound = replace(proof_of(PIER, secret), commitment=commitment_to(SECRET))
    with pytest.raises(ProofFailed, match="another than that to which the server was bound"):
        prove(GAMES, written(checked(bound)))
    honest = proof_of(PIER)
    seats = [replace(honest.seats[0], share="mine"), *honest.seats[1:]]
    with pytest.raises(ProofFailed, match="the seed is not that"):
        prove(GAMES, written(checked(replace(honest, seats=seats))))
    with pytest.raises(ProofFailed, match="the secret of the server is missing"):
        prove(GAMES, written(checked(replace(honest, secret=None))))
    rebound = replace(honest.entries[0].sealed, commitment="0" * 64)  # type: ignore[type-var]
    with pytest.raises(ProofFailed, match="bound to another seed"):
        prove(GAMES, mended(honest, 0, sealed=rebound))
    turned = list(reversed([seat.share for seat in honest.seats]))
    seats = [replace(seat, share=turned[seat.place]) for seat in honest.seats]
    with pytest.raises(ProofFailed, match="the places are not those of the lot"):
        prove(GAMES, written(checked(replace(honest, seats=seats))))


def winner(proof: ProvenTable) -> int:
    """The place of the seat that has won."""
    best: int = next(one["seat"] for one in proof.outcome["standings"] if one["rank"] == 1)
    return best


def test_nobody_gains_by_the_order_in_which_they_sit_down() -> None:
    assert chance_of(SECRET, ["a", "b"], 0) == chance_of(SECRET, ["b", "a"], 0)
    assert chance_of(SECRET, ["a", "b"], 0) != chance_of(SECRET, ["a", "b"], 1)
    lots = {tuple(drawn(SECRET, ["a", "b", str(share)], "abc")) for share in range(60)}
    assert len(lots) == 6


def test_other_rules_prove_nothing() -> None:
    proof = proof_of(PIER)
    for other in (
        replace(proof, version=PIER.version + 1),
        replace(proof, game="go"),
        replace(proof, format=2),
    ):
        with pytest.raises(NotProvable):
            prove(GAMES, written(checked(other)))
    with pytest.raises(NotProvable, match="renewed"):
        prove(GAMES, mended(proof, 1, kind="migrate"))


def test_the_command_says_what_is_true(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    true, false, other = (tmp_path / name for name in ("true", "false", "other"))
    proof = proof_of(PIER)
    true.write_bytes(written(proof))
    false.write_bytes(written(proof).replace(b'"place":0', b'"place":1', 1))
    other.write_bytes(written(checked(replace(proof, game="go"))))
    assert verify([str(true)]) == 0
    assert verify([str(true), str(other)]) == 2
    assert verify([str(false), str(other)]) == 1
    said = capsys.readouterr().out.splitlines()
    assert "1 seed(s) from the secret and the shares of 1 seats" in said[0]
    assert "NOT TRUE" in said[3] and "cannot be proven" in said[4]
