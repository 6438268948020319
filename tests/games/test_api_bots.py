"""Two programs that know nothing but the API play a game to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from accounts.models import User
from accounts.people.programs import program_make
from accounts.people.tokens import token_read
from games.models import Table
from tests.lobby.test_api import Program
from tools.patience import LONG_PATIENCE

BOT = Path(__file__).resolve().parents[2] / "examples" / "bot.py"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.costly
def test_two_bots_finish_a_game_of_which_they_hear_over_a_socket(
    live: str, people: list[User]
) -> None:
    """One is invited by the other, and both are told their turns and the end."""
    secrets = [
        program_make(owner=owner, first=name, language="en")
        for owner, name in zip(people, ("Rook", "Bishop"), strict=False)
    ]
    token = token_read(secrets[0])
    assert token is not None
    rook = Program(token.user, secrets[0])
    opened = rook.post("tables", {"game": "port_royal", "seats": 2})
    assert opened.status_code == 201
    table_id = opened.json()["id"]
    assert rook.post(f"tables/{table_id}/invite", {"name": "Bishop-program"}).status_code == 200
    bots = [
        subprocess.Popen(
            [sys.executable, BOT, "--site", live, "--seed", str(seed), "--games", "1"],
            env={**os.environ, "SOBREMESA_TOKEN": secret},
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed, secret in enumerate(secrets)
    ]
    try:
        for bot in bots:
            _out, err = bot.communicate(timeout=LONG_PATIENCE)
            assert bot.returncode == 0, err
    finally:
        for bot in bots:
            bot.kill()
    table = Table.objects.get(pk=table_id)
    assert table.status == Table.Status.FINISHED
    assert {seat.rank for seat in table.seats.all()} <= {1, 2}
    moves = table.log.filter(kind="move")
    assert moves.filter(by="").count() == moves.count() > 20, "nobody else has played"


def test_the_bot_is_short() -> None:
    lines = [line for line in BOT.read_text().splitlines() if line.strip()]
    assert len(lines) <= 75, "an example is to be read"
