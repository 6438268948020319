"""Behind PgBouncer in transaction mode: everything that the site does with the database works.

The first test runs others in a process of their own, through a real one, where it is installed.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection, connections

from tests.config.test_environment import PRODUCTION
from tools.bouncing import FEW, PORT, PROGRAM
from tools.patience import LONG_PATIENCE
from tools.processes import ROOT, environment, manage

THROUGH_IT = [
    "tests/config/test_bouncer.py",
    "tests/config/push/test_groups.py::test_a_group_hears_as_long_as_it_is_joined",
    "tests/config/push/test_groups.py::test_one_statement_may_store_and_tell",
    "tests/games/test_searching.py::test_workers_play_a_whole_game",
    "tests/games/test_sockets.py::test_moves_of_both_ways_at_once_count_once_each",
    "tests/accounts/test_rights_lost.py::test_whose_token_is_revoked",
]
"""Listening, jobs, prepared statements, moves and rights: whatever has to do with a session."""


@pytest.fixture
def bounced(request: pytest.FixtureRequest) -> None:
    if not request.config.getoption("bouncer"):
        pytest.skip("run by the first test, with --bouncer")


@pytest.mark.slow
@pytest.mark.skipif(not PROGRAM, reason="PgBouncer is not part of the project: install it")
def test_what_needs_a_session_works_behind_a_bouncer(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("bouncer"):
        return
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--bouncer", "-q", *THROUGH_IT],
        cwd=ROOT, env=environment(tmp_path, SECRET_KEY="x" * 30), capture_output=True, text=True,
        timeout=LONG_PATIENCE,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]
    assert "skipped" not in done.stdout


@pytest.mark.django_db(transaction=True)
def test_many_clients_share_few_sessions(bounced: None) -> None:
    parameters = connection.get_connection_params()
    clients = [
        psycopg.connect(
            host=parameters["host"], port=PORT, dbname=parameters["dbname"], autocommit=True,
            user=parameters["user"], prepare_threshold=None,
        )
        for _ in range(4 * FEW)
    ]  # fmt: skip
    sessions = {client.execute("select pg_backend_pid()").fetchone()[0] for client in clients}
    for client in clients:
        client.close()
    assert len(sessions) <= FEW
    assert connections[settings.LISTENING].settings_dict["HOST"] != parameters["host"]


@pytest.mark.django_db(transaction=True)
def test_a_command_goes_through_as_in_production(bounced: None, tmp_path: Path) -> None:
    """With a cursor that reads in pieces, which would not outlive its transaction there."""
    at = connection.settings_dict
    past = connections[settings.LISTENING].settings_dict
    urls = {
        "DATABASE_URL": f"postgres://{at['USER']}@:{PORT}/{at['NAME']}?host={at['HOST']}",
        "DATABASE_DIRECT_URL": f"postgres://{at['USER']}@/{at['NAME']}?host={past['HOST']}",
    }
    done = manage(tmp_path, "check_positions", **{**PRODUCTION, **urls})
    assert done.returncode == 0, done.stderr
