"""The embedded Postgres: who starts it, who stops it, and what it says when it cannot start."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from config.running import postgres
from tools.patience import PATIENCE
from tools.processes import ROOT, gone

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="asks what happens to root")


@pytest.fixture
def empty() -> Iterator[Path]:
    """A data folder that is not there yet, with a short path that every user may enter."""
    path = Path(tempfile.mkdtemp(prefix="sobremesa-"))
    path.chmod(0o755)
    yield path / "data"
    assert gone(path) == [], "no process outlives a test"
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture(scope="module")
def made() -> Iterator[Path]:
    """A data folder whose cluster was made once."""
    path = Path(tempfile.mkdtemp(prefix="sobremesa-"))
    path.chmod(0o755)
    with postgres.hold(path):
        pass
    yield path
    shutil.rmtree(path, ignore_errors=True)


@pytest.fixture
def folder(empty: Path, made: Path) -> Path:
    """A data folder that was used before; a copy, as making a cluster takes a second."""
    subprocess.run(["cp", "-a", made, empty], check=True)
    return empty


def connect(folder: Path) -> psycopg.Connection[tuple[int, ...]]:
    host = str(postgres.socket_folder(folder))
    return psycopg.connect(host=host, user=postgres.NAME, dbname=postgres.NAME, autocommit=True)


def one(folder: Path, statement: str) -> int:
    with connect(folder) as connection:
        row = connection.execute(statement).fetchone()  # type: ignore[arg-type]
        assert row
        return row[0]


def test_the_server_runs_while_somebody_holds_it(folder: Path) -> None:
    first = postgres.hold(folder)
    second = postgres.hold(folder)
    first.release()
    assert one(folder, "select 1") == 1
    second.release()
    assert not postgres.is_running(folder)
    with pytest.raises(psycopg.OperationalError):
        connect(folder)


def test_a_hold_can_be_given_back_twice(empty: Path) -> None:
    with postgres.hold(empty) as held:
        held.release()
    assert not postgres.is_running(empty)


def test_what_was_committed_is_there_after_a_restart(folder: Path) -> None:
    with postgres.hold(folder), connect(folder) as connection:
        connection.execute("create table kept as select 7 as number")
    with postgres.hold(folder):
        assert one(folder, "select number from kept") == 7


def test_stopping_does_not_wait_for_open_connections(folder: Path) -> None:
    held = postgres.hold(folder)
    idle = connect(folder)
    held.release()
    assert not postgres.is_running(folder)
    with pytest.raises(psycopg.OperationalError):
        idle.execute("select 1")


HOLDER = """
import sys
from pathlib import Path
from config.running import postgres
from tools.patience import pause
held = postgres.hold(Path(sys.argv[1]))
print("held", flush=True)
pause(float(sys.argv[2]))
held.release()
"""


def holder(folder: Path, seconds: float) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder), str(seconds)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_the_server_goes_when_its_only_holder_is_killed(folder: Path) -> None:
    with holder(folder, 60) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        assert one(folder, "select 1") == 1
        process.kill()
    assert gone(folder) == []


def test_the_server_stays_for_others_when_its_starter_is_killed(folder: Path) -> None:
    with holder(folder, 60) as process:
        assert process.stdout
        assert process.stdout.readline() == "held\n"
        with postgres.hold(folder):
            process.kill()
            process.wait()
            assert one(folder, "select 1") == 1


def test_many_may_start_and_stop_at_once(empty: Path) -> None:
    crowd = [holder(empty, 0.05 * number) for number in range(5)]
    for process in crowd:
        with process:
            process.communicate(timeout=PATIENCE)
            assert process.returncode == 0
    assert not postgres.is_running(empty)


def keeper_number(folder: Path) -> int:
    return int((folder / "keeper.lock").read_text())


def test_the_server_goes_with_a_killed_keeper_and_can_be_started_again(folder: Path) -> None:
    held = postgres.hold(folder)
    with connect(folder) as connection:
        connection.execute("create table kept as select 7 as number")
    os.kill(keeper_number(folder), signal.SIGKILL)
    held.release()
    with postgres.hold(folder):
        assert one(folder, "select number from kept") == 7


def test_the_number_of_a_dead_server_may_belong_to_a_stranger_now(folder: Path) -> None:
    with postgres.hold(folder):
        trace = (folder / "postgres" / "postmaster.pid").read_text().splitlines()
    stranger = str(os.getpid())
    (folder / "postgres" / "postmaster.pid").write_text("\n".join([stranger, *trace[1:]]) + "\n")
    with postgres.hold(folder):
        assert one(folder, "select 1") == 1


def test_only_the_owner_may_open_the_socket(folder: Path) -> None:
    with postgres.hold(folder):
        assert postgres.socket_folder(folder).stat().st_mode & 0o777 == 0o700
        assert (folder / "postgres").stat().st_mode & 0o777 == 0o700


@as_root
def test_the_server_of_root_is_closed_to_other_users(folder: Path) -> None:
    with postgres.hold(folder):
        owner = postgres.socket_folder(folder).stat().st_uid
        assert owner == postgres.server_user().uid
        other = next(uid for uid in (65533, 65532) if uid != owner)
        path = str(postgres.socket_folder(folder) / ".s.PGSQL.5432")
        script = f"import socket; socket.socket(socket.AF_UNIX).connect({path!r})"
        knock = subprocess.run(
            [shutil.which("python3", path="/usr/bin") or sys.executable, "-c", script],
            user=other, group=other, extra_groups=[], cwd="/", capture_output=True, text=True,
        )  # fmt: skip
        assert "Permission denied" in knock.stderr


# --- Sentences ----------------------------------------------------------------------------------


def test_data_of_another_version_are_refused(folder: Path) -> None:
    (folder / "postgres" / "PG_VERSION").write_text("9\n")
    with pytest.raises(postgres.PostgresProblem, match=r"written by PostgreSQL 9.*--data-dir"):
        postgres.hold(folder)
    assert (folder / "postgres" / "PG_VERSION").read_text() == "9\n"


def test_a_path_too_long_for_a_socket_is_refused(empty: Path) -> None:
    long = empty / ("x" * 90)
    with pytest.raises(postgres.PostgresProblem, match="bytes too long for a socket"):
        postgres.hold(long)
    assert not long.exists()


def test_a_file_in_the_place_of_the_folder_is_refused(empty: Path) -> None:
    empty.write_text("I was here first")
    with pytest.raises(postgres.PostgresProblem, match="cannot be written"):
        postgres.hold(empty)


@as_root
def test_a_folder_closed_to_the_servers_user_is_refused(empty: Path) -> None:
    closed = empty / "closed"
    closed.mkdir(parents=True, mode=0o700)
    with pytest.raises(postgres.PostgresProblem, match=r"closed is closed to the user"):
        postgres.hold(closed / "data")


def test_missing_programs_are_named(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PG_BIN", "/nonexistent")
    with pytest.raises(postgres.PostgresProblem, match="PG_BIN"):
        postgres.hold(empty)


def test_what_postgres_complains_of_is_passed_on(folder: Path) -> None:
    with (folder / "postgres" / "postgresql.conf").open("a") as file:
        file.write("nonsense = 1\n")
    with pytest.raises(postgres.PostgresProblem, match=r"did not start \(.*postgres\.log"):
        postgres.hold(folder)


@as_root
def test_programs_under_a_closed_folder_are_copied(empty: Path) -> None:
    """A checkout in root's home: the server's user cannot run what lies in `.venv` there."""
    programs = postgres.programs_folder()
    package = programs.parent.parent
    closed = empty.parent / "closed"
    for source in (programs.parent, package.parent / f"{package.name}.libs"):
        shutil.copytree(source, closed / source.relative_to(package.parent), symlinks=True)
    closed.chmod(0o700)
    empty.mkdir()
    user = postgres.server_user()
    copied = postgres.reachable_programs(closed / programs.relative_to(package.parent), empty, user)
    assert copied.is_relative_to(empty)
    assert postgres.major_version(copied, user) == postgres.major_version(
        programs, postgres.ServerUser("me")
    )


def test_another_postgres_can_be_chosen(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not debian:
        pytest.skip("no other Postgres on this machine")
    monkeypatch.setenv("PG_BIN", str(debian[-1]))
    with postgres.hold(empty), connect(empty) as connection:
        assert connection.info.server_version // 10000 == int(debian[-1].parent.name)
