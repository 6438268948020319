"""A client generated from the OpenAPI document plays as well as one written by hand."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from accounts.people.programs import program_make
from tests.people import people_make

DOCUMENT = Path(__file__).with_name("openapi.json")
PACKAGE = "sobremesa_client"
UNFORMATTED = "post_hooks: []\n"  # nobody reads it

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def generated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Any]:
    """Modules of the client, by their names within it."""
    options = tmp_path / "options.yaml"
    options.write_text(UNFORMATTED)
    done = subprocess.run(
        [
            *(sys.executable, "-m", "openapi_python_client", "generate", "--fail-on-warning"),
            *("--path", DOCUMENT, "--output-path", tmp_path / PACKAGE),
            *("--meta", "none", "--config", options),
        ],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    monkeypatch.syspath_prepend(tmp_path)
    return lambda name: importlib.import_module(f"{PACKAGE}{name}")


def test_two_programs_play_with_a_generated_client(
    generated: Callable[[str], Any], live: str
) -> None:
    def client(owner: str, first: str) -> Any:
        (user,) = people_make(owner)
        secret = program_make(owner=user, first=first, language="en")
        return generated("").AuthenticatedClient(live, token=secret)

    def ask(name: str, asking: Any, **given: Any) -> Any:
        done = generated(f".api.{name}").sync_detailed(client=asking, **given)
        assert done.status_code < 300, done
        return done.parsed

    models = generated(".models")
    rook, bishop = client("Ana", "Rook"), client("Ben", "Bishop")
    me = ask("people.accounts_api_read_me", rook)
    assert (me.name, me.owner) == ("Rook-program", "Ana")
    wish = models.NewTable(game="port_royal", seats=2)
    table_id = ask("lobby.lobby_api_open_table", rook, body=wish).id
    ask("lobby.lobby_api_invite", rook, table_id=table_id, body=models.Guest("Bishop-program"))
    assert [table.id for table in ask("lobby.lobby_api_read_invitations", bishop)] == [table_id]
    ask("lobby.lobby_api_join_table", bishop, table_id=table_id, body=models.Join())
    moves = 0
    while moves < 5:
        for asking in (rook, bishop):
            table = ask("tables.games_api_read_table", asking, table_id=table_id)
            if table.question is not None:
                answer = models.Answer.from_dict(
                    {"question": table.question.id, "move": table.question.moves[0].move.to_dict()}
                )
                ask("tables.games_api_submit_move", asking, table_id=table_id, body=answer)
                moves += 1
    (listed,) = ask("lobby.lobby_api_read_tables", rook, mine=True)
    assert listed.started is not None and listed.number > moves
