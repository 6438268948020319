"""Two programs that know nothing but the API play a game to its end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.test import Client

from accounts.models import User
from accounts.people.tokens import token_make
from games.models import Table
from tools.patience import LONG_PATIENCE

BOT = Path(__file__).resolve().parents[2] / "examples" / "bot.py"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.costly
def test_two_bots_finish_a_game_over_http(live: str, people: list[User]) -> None:
    tokens = [token_make(user=user, name="bot") for user in people[:2]]
    opened = Client().post(
        "/api/v1/tables",
        {"game": "port_royal", "seats": 2, "options": {}},
        "application/json",
        headers={"Authorization": f"Bearer {tokens[0]}"},
    )
    assert opened.status_code == 201
    table_id = opened.json()["id"]
    joined = Client().post(
        f"/api/v1/tables/{table_id}/join",
        content_type="application/json",
        headers={"Authorization": f"Bearer {tokens[1]}"},
    )
    assert joined.status_code == 200 and joined.json()["status"] == "playing"
    bots = [
        subprocess.Popen(
            [sys.executable, BOT, "--site", live, "--seed", str(seed), str(table_id)],
            env={**os.environ, "SOBREMESA_TOKEN": token},
            stderr=subprocess.PIPE,
            text=True,
        )
        for seed, token in enumerate(tokens)
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
    assert len(lines) <= 70, "an example is to be read"
