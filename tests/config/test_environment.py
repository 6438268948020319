"""Variables are read strictly, and a wrong one is named."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from django.core.exceptions import ImproperlyConfigured
from dotenv import dotenv_values

from config.running import environment
from tools import processes
from tools.processes import manage


@pytest.mark.parametrize(
    ("value", "default", "expected"),
    [("1", False, True), ("yes", False, True), ("0", True, False), ("off", True, False),
     ("", True, True), ("", False, False), (None, True, True)],
)  # fmt: skip
def test_flag(
    monkeypatch: pytest.MonkeyPatch, value: str | None, default: bool, expected: bool
) -> None:
    monkeypatch.delenv("FLAG", raising=False)
    if value is not None:
        monkeypatch.setenv("FLAG", value)
    assert environment.flag("FLAG", default) is expected


@pytest.mark.parametrize(("read", "value"), [("flag", "maybe"), ("number", "-1"), ("number", "x")])
def test_a_wrong_value_names_its_variable(
    monkeypatch: pytest.MonkeyPatch, read: str, value: str
) -> None:
    monkeypatch.setenv("THIS_ONE", value)
    with pytest.raises(ImproperlyConfigured, match="THIS_ONE"):
        getattr(environment, read)("THIS_ONE", 0)


def test_one_of_a_few_words(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.choice("SOBREMESA_TEST", ("line", "json")) == "line"
    monkeypatch.setenv("SOBREMESA_TEST", "json")
    assert environment.choice("SOBREMESA_TEST", ("line", "json")) == "json"
    monkeypatch.setenv("SOBREMESA_TEST", "xml")
    with pytest.raises(ImproperlyConfigured, match="SOBREMESA_TEST must be line or json"):
        environment.choice("SOBREMESA_TEST", ("line", "json"))


def test_a_secret_that_can_be_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert environment.secret("SOBREMESA_TEST") == ""
    monkeypatch.setenv("SOBREMESA_TEST", "k" * 20)
    assert environment.secret("SOBREMESA_TEST") == "k" * 20
    monkeypatch.setenv("SOBREMESA_TEST", "letmein")
    with pytest.raises(ImproperlyConfigured) as caught:
        environment.secret("SOBREMESA_TEST")
    assert "SOBREMESA_TEST" in str(caught.value) and "letmein" not in str(caught.value)


def test_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WORDS", " a.example,b.example  c.example,")
    assert environment.words("WORDS") == ["a.example", "b.example", "c.example"]


def test_database() -> None:
    read = environment.database("postgres://ana:p%40ss@db.example:5433/site?sslmode=require")
    assert read == {
        "NAME": "site", "USER": "ana", "PASSWORD": "p@ss", "HOST": "db.example", "PORT": "5433",
        "OPTIONS": {"sslmode": "require"},
    }  # fmt: skip


def test_a_database_on_a_unix_socket() -> None:
    assert environment.database("postgresql:///site?host=/run/pg")["HOST"] == "/run/pg"


def test_a_database_that_another_may_take_over() -> None:
    url = "postgres://ana:x%2C@one.example:5433,two.example/site?target_session_attrs=read-write"
    read = environment.database(url)
    assert (read["HOST"], read["PORT"]) == ("one.example,two.example", "5433,")
    assert read["PASSWORD"] == "x," and read["NAME"] == "site"
    assert read["OPTIONS"] == {"target_session_attrs": "read-write"}


def test_a_port_that_is_none() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.database("postgres://one.example:x,two.example/site")


def test_only_postgres() -> None:
    with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
        environment.database("sqlite:///site.db")


@pytest.mark.parametrize(
    ("url", "port", "ssl", "tls"),
    [("smtp://mail.example", 25, False, False), ("smtps://mail.example", 465, True, False),
     ("smtp+tls://a:b%2F@mail.example", 587, False, True),
     ("smtp://mail.example:1025", 1025, False, False)],
)  # fmt: skip
def test_email(url: str, port: int, ssl: bool, tls: bool) -> None:
    read = environment.email(url)
    assert (read["EMAIL_HOST"], read["EMAIL_PORT"]) == ("mail.example", port)
    assert (read["EMAIL_USE_SSL"], read["EMAIL_USE_TLS"]) == (ssl, tls)
    assert read["EMAIL_HOST_PASSWORD"] == ("b/" if "@" in url else "")


def test_a_wrong_mail_address() -> None:
    with pytest.raises(ImproperlyConfigured, match="EMAIL_URL"):
        environment.email("mail.example")


def test_a_secret_is_made_once_and_only_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "folder" / "secret"
    first = environment.kept_secret(path)
    assert len(first) >= 60
    assert environment.kept_secret(path) == first
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


PRODUCTION = {
    "DATABASE_URL": "postgres://a:b@localhost/x",
    "SECRET_KEY": "k" * 20,
    "SITE_URL": "https://games.example.org",
    "EMAIL_URL": "smtp://localhost",
}


@pytest.mark.parametrize("name", ["SECRET_KEY", "SITE_URL", "EMAIL_URL"])
def test_production_does_not_start_without_its_secrets(tmp_path: Path, name: str) -> None:
    rest = {key: value for key, value in PRODUCTION.items() if key != name}
    done = manage(tmp_path / "none", "check", **rest)
    assert done.returncode == 1
    assert done.stderr == f"{name} must be set in production: see .env.example.\n"
    assert not (tmp_path / "none").exists()


def test_production_does_not_start_with_a_secret_that_can_be_guessed(tmp_path: Path) -> None:
    done = manage(tmp_path / "none", "check", **PRODUCTION | {"SECRET_KEY": "x" * 19})
    assert done.returncode == 1
    assert done.stderr == "SECRET_KEY must have 20 characters or more.\n"


@pytest.mark.parametrize("name", ["DEMO", "DEBUG"])
def test_production_is_no_demo(tmp_path: Path, name: str) -> None:
    done = manage(tmp_path, "check", **PRODUCTION, **{name: "1"})
    assert done.returncode == 1
    assert "not for production" in done.stderr


SAYS = "from django.conf import settings as s; print(s.SITE_URL, s.DEFAULT_FROM_EMAIL, s.IMPRINT)"
STARTED = {
    "a command": ["manage.py", "shell", "--no-imports", "-c", SAYS],
    "pages": ["-c", f"import config.answering; {SAYS}"],
    "sockets": ["-c", f"import config.asgi; {SAYS}"],
    "plain WSGI": ["-c", f"import config.wsgi; {SAYS}"],
}
WRITTEN = r"""
# what an operator writes
SECRET_KEY='k#1$kkkkkkkkkkkkkkkkkkkkkkkk'
DATABASE_URL=postgres://sobremesa:a-long-password@localhost/x
export SITE_URL=https://games.example.org   # where people reach it
EMAIL_URL="smtp+tls://user:pass@smtp.example.org:587"
DEFAULT_FROM_EMAIL=Sobremesa <games@example.org>
IMPRINT=Ana Example\nHarbour 1, ${PLACE}
"""


@pytest.fixture
def written() -> Iterator[Path]:
    """A file of settings in a folder that is open to the user who runs the database."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "sobremesa.env"
        path.write_text(WRITTEN)
        yield path


def started(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A process of the site with this folder, to its end, under this environment alone."""
    surroundings = processes.environment(folder, DJANGO_SETTINGS_MODULE="config.settings")
    return subprocess.run(
        [sys.executable, *arguments], cwd=processes.ROOT, env={**surroundings, **more},
        capture_output=True, text=True, timeout=processes.SECONDS,
    )  # fmt: skip


@pytest.mark.parametrize("name", STARTED)
def test_every_process_reads_the_same_file_and_says_which(name: str, written: Path) -> None:
    """`source` cannot read it: an address has `<` and `>`."""
    done = started(written.parent, *STARTED[name], SOBREMESA_ENV_FILE=str(written), PLACE="Hamburg")
    assert done.returncode == 0, done.stderr
    sender = "Sobremesa <games@example.org>"
    imprint = [["Ana Example", "Harbour 1, Hamburg"]]
    assert done.stdout == f"https://games.example.org {sender} {imprint}\n"
    assert f"The settings are those of {written}, and of the environment before it." in done.stderr


def test_the_environment_comes_before_the_file(written: Path) -> None:
    there = {"SOBREMESA_ENV_FILE": str(written), "SITE_URL": "https://else.example.org"}
    done = started(written.parent, *STARTED["a command"], **there)
    assert done.stdout.startswith("https://else.example.org ")


@pytest.mark.parametrize(
    ("text", "problem"),
    [(None, "cannot be read: [Errno 2]"), ("A=1\nB\n", "line 2: this is not NAME=value."),
     ("A=1\n\nB='x\n", "line 3: this is not NAME=value.")],
)  # fmt: skip
def test_a_file_that_cannot_be_read_is_said(tmp_path: Path, text: str | None, problem: str) -> None:
    path = tmp_path / "x.env"
    if text is not None:
        path.write_text(text)
    done = started(tmp_path, "manage.py", "check", SOBREMESA_ENV_FILE=str(path))
    assert done.returncode == 1
    assert str(path) in done.stderr and problem in done.stderr and "\n" not in done.stderr[:-1]


def test_the_usual_file_lies_beside_the_door(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert processes.ROOT / ".env" == environment.USUAL_FILE
    monkeypatch.delenv("SOBREMESA_ENV_FILE", raising=False)
    monkeypatch.setenv("SOBREMESA_TEST", "")
    monkeypatch.setattr(environment, "USUAL_FILE", tmp_path / ".env")
    assert environment.file_read.__wrapped__() is None
    (tmp_path / ".env").write_text("SOBREMESA_TEST=from the file\nSOBREMESA_OTHER=1\n")
    monkeypatch.setenv("SOBREMESA_OTHER", "2")
    monkeypatch.delenv("SOBREMESA_TEST")
    assert environment.file_read.__wrapped__() == tmp_path / ".env"
    assert environment.text("SOBREMESA_TEST") == "from the file"
    assert environment.text("SOBREMESA_OTHER") == "2"
    monkeypatch.delenv("SOBREMESA_TEST")
    monkeypatch.setenv("SOBREMESA_ENV_FILE", "")
    assert environment.file_read.__wrapped__() is None, "as tests want it"


def test_the_check_says_whose_settings_it_has_looked_at(written: Path) -> None:
    """Beside a file that nobody read it was content with those of a laptop."""
    laptop = started(written.parent, "manage.py", "check", "--deploy", SECRET_KEY="k" * 50)
    assert "these are the settings of a laptop" in laptop.stderr
    assert "there is no .env, and no SOBREMESA_ENV_FILE" in laptop.stderr
    site = started(
        written.parent, "manage.py", "check", "--deploy", SOBREMESA_ENV_FILE=str(written)
    )
    assert f"(settings.I001) The settings are those of {written}" in site.stderr
    assert "would read these lines as something else: 5, 7, 8." in site.stderr
    assert "laptop" not in site.stderr


def read_by_shell(shell: str, path: Path) -> dict[str, str]:
    """What `set -a; . FILE` sets."""
    read, own = 'set -a; . "$0"; env -0', {"_", "PWD", "SHLVL", "OLDPWD"}
    done = subprocess.run([shell, "-eu", "-c", read, str(path)], env={}, capture_output=True)
    lines = done.stdout.decode().rstrip("\0").split("\0")
    assert (done.returncode, done.stderr) == (0, b"")
    values = dict(line.split("=", 1) for line in lines)
    return {name: value for name, value in values.items() if name not in own}


def read_by_systemd(line: str, folder: Path) -> str | None:
    """What systemd understands, which reads its own files by the code that reads settings."""
    name, written = line.removeprefix("A="), folder / "written"
    (folder / "etc").mkdir(exist_ok=True)
    (folder / "etc" / "os-release").write_text(f"ID=x\nBUILD_ID={name}\n")
    (folder / "tmpfiles.conf").write_text("f+ /written - - - - %B\n")
    command = ["systemd-tmpfiles", "--create", f"--root={folder}", str(folder / "tmpfiles.conf")]
    done = subprocess.run(command, capture_output=True)
    return written.read_text() if done.returncode == 0 else None


@pytest.mark.parametrize("shell", ["/bin/sh", "/bin/bash"])
def test_a_shell_reads_the_example_as_the_site_does(shell: str, tmp_path: Path) -> None:
    """`set -a; . /etc/sobremesa.env`, also with every line that is only a default."""
    example = (processes.ROOT / ".env.example").read_text()
    filled = tmp_path / "filled.env"
    filled.write_text(re.sub(r"(?m)^#(?=[A-Z_]+=)", "", example))
    assert read_by_shell(shell, filled) == dotenv_values(filled)
    assert environment.lines_only_for_us(filled) == []


FOR_ALL = [
    "A=https://a:b@c.example:5432/x?y=z", "A=k#1", "A='k#1 $x \"q\" `x` | ; & <a@b>'",
    'A="Sobremesa <games@example.org>"', 'A="it\'s two words"', "A='5 $ and no more'",
]  # fmt: skip
FOR_US_ALONE = [
    "A=two words", "A=x <a@b>", "A=x  # a remark", r"A=a\b", 'A="5 $x"', "A=$x", "A='a ${HOME}'",
    'A="`x`"', "A=a;b", "A=a&b", r'A="a \$"',
]  # fmt: skip


@pytest.mark.parametrize("line", [*FOR_ALL, *FOR_US_ALONE])
def test_lines_that_a_shell_or_systemd_reads_otherwise_are_known(line: str, tmp_path: Path) -> None:
    path = tmp_path / "x.env"
    path.write_text(f"# settings\n\n{line}\n")
    assert environment.lines_only_for_us(path) == ([] if line in FOR_ALL else [3])
    if line in FOR_ALL:
        expected = dotenv_values(path)
        assert read_by_shell("/bin/sh", path) == read_by_shell("/bin/bash", path) == expected
        if shutil.which("systemd-tmpfiles"):
            assert read_by_systemd(line, tmp_path) == expected["A"]
