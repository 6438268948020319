"""Reading the settings from environment variables: strict, with errors that name the variable."""

from __future__ import annotations

import contextlib
import functools
import hmac
import importlib.util
import os
import secrets
import shlex
from base64 import urlsafe_b64encode
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from dotenv import dotenv_values
from dotenv.parser import Binding, parse_stream

YES = {"1", "true", "yes", "on"}
NO = {"0", "false", "no", "off", ""}
SHORTEST_SECRET = 20
FILE = "SOBREMESA_ENV_FILE"
"""The variable that names the file of settings; empty, there is none."""
USUAL_FILE = Path(__file__).resolve().parents[2] / ".env"


@functools.cache
def file_read() -> Path | None:
    """Take what a file sets and the environment does not; the file, or None if there is none.

    Lines are `NAME=value`, as compose reads them: spaces and `<…>` need no quotes. Raises
    ImproperlyConfigured.
    """
    named = os.environ.get(FILE)
    path = USUAL_FILE if named is None else Path(named)
    if named == "" or (named is None and not path.is_file()):
        return None
    try:
        with path.open(encoding="utf-8") as file:
            wrong = [line for line in parse_stream(file) if not is_setting(line)]
    except (OSError, UnicodeDecodeError) as problem:
        raise ImproperlyConfigured(f"The settings in {path} cannot be read: {problem}") from problem
    if wrong:
        raise ImproperlyConfigured(f"{path}, line {line_of(wrong[0])}: this is not NAME=value.")
    for name, value in dotenv_values(path, encoding="utf-8").items():
        os.environ.setdefault(name, value or "")
    return path


def is_setting(line: Binding) -> bool:
    """Whether a line of the file sets something, or is empty or a remark."""
    return not line.error and (line.key is None or line.value is not None)


def line_of(line: Binding) -> int:
    """Return the number of a line, which is read with the empty ones before it."""
    read = line.original.string
    return line.original.line + len(read) - len(read.lstrip("\n"))


def lines_only_for_us(path: Path) -> list[int]:
    """Return the numbers of the lines that a shell or systemd would read as something else."""
    with path.open(encoding="utf-8") as file:
        return [line_of(line) for line in parse_stream(file) if not _is_for_all(line)]


def _is_for_all(line: Binding) -> bool:
    """Return whether a line sets the same here, in a shell and in systemd."""
    if line.key is None or line.value is None:
        return True
    written = line.original.string.strip()
    reader = shlex.shlex(written, posix=True, punctuation_chars=True)
    reader.whitespace_split, reader.commenters = True, ""  # to systemd `#` begins no remark here
    try:
        words = [word.replace("\\n", "\n") for word in reader]
    except ValueError:
        return False
    is_quoted = written.partition("=")[2].startswith("'") and "${" not in line.value
    has_variable = "$" in line.value or "`" in line.value
    expected = f"{line.key}={line.value}".replace("\\n", "\n")
    return words == [expected] and (is_quoted or not has_variable)


def text(name: str, default: str = "") -> str:
    """A variable, stripped; an empty one counts as unset."""
    return os.environ.get(name, "").strip() or default


def flag(name: str, default: bool) -> bool:
    """A yes or no."""
    value = os.environ.get(name, "").strip().lower()
    if name not in os.environ or (value == "" and default):
        return default
    if value in YES:
        return True
    if value in NO:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def number(name: str, default: int) -> int:
    """A whole number, zero or more."""
    value = text(name, str(default))
    if not (value.isascii() and value.isdigit()):
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.")
    return int(value)


def choice(name: str, choices: tuple[str, ...]) -> str:
    """One of these words; the first if none is given."""
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(f"{name} must be {' or '.join(choices)}, not {value!r}.")
    return value


def secret(name: str) -> str:
    """A secret that programs send, too long to be guessed; empty if there is none."""
    value = text(name)
    if value and len(value) < SHORTEST_SECRET:
        raise ImproperlyConfigured(f"{name} must have {SHORTEST_SECRET} characters or more.")
    return value


def words(name: str) -> list[str]:
    """A list separated by commas or spaces."""
    return os.environ.get(name, "").replace(",", " ").split()


def paragraphs(name: str) -> list[list[str]]:
    r"""A text in paragraphs of lines; `\n` begins a line, an empty line a paragraph."""
    parts = os.environ.get(name, "").replace("\\n", "\n").split("\n\n")
    return [lines for part in parts if (lines := part.strip().splitlines())]


def providers(**given: tuple[str, ...]) -> dict[str, Any]:
    """django-allauth's settings for the sites that have an id, a secret and, if needed, a URL.

    Half of them is a mistake rather than a wish.
    """
    found: dict[str, Any] = {}
    for name, (client_id, secret, *more) in given.items():
        wanted = [client_id, secret, *more[:1]]
        if not any(wanted):
            continue
        if not all(wanted):
            raise ImproperlyConfigured(
                f"Signing in with {name} is only half set: see .env.example."
            )
        app: dict[str, Any] = {"client_id": client_id, "secret": secret}
        if more:
            app |= {"provider_id": "openid", "name": more[1], "settings": {"server_url": more[0]}}
        found[name] = {"APPS": [app]}
    return found


def _split(name: str, url: str, *, ports: bool = True) -> SplitResult:
    """The parts of an address; `ports`: of one host. Raises ImproperlyConfigured."""
    try:
        parts = urlsplit(url)
        _checked = ports and parts.port
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is no address: {error}") from error
    return parts


def database(url: str) -> dict[str, Any]:
    """Django's settings for `postgres://user:password@host:port/name?option=value`.

    Of several hosts, `a:5432,b:5432`, with `target_session_attrs=read-write` the one is used that
    takes changes: the other may take over.
    """
    parts = _split("DATABASE_URL", url, ports=False)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured("DATABASE_URL must start with postgres://")
    options = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    servers = [_server(part) for part in parts.netloc.rpartition("@")[2].split(",")]
    host = options.pop("host", "") or ",".join(host for host, _ in servers)
    ports = [port for _, port in servers]
    return {
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": ",".join(ports) if any(ports) else "",
        "OPTIONS": options,
    }


def _server(written: str) -> tuple[str, str]:
    """Host and port of `host:port`; the port may be missing."""
    try:
        parts = urlsplit(f"//{written}")
        return unquote(parts.hostname or ""), str(parts.port or "")
    except ValueError as problem:
        raise ImproperlyConfigured(f"DATABASE_URL has no such port: {written!r}.") from problem


def pooled(settings: dict[str, Any]) -> dict[str, Any]:
    """What is different for a database behind a pooler in transaction mode, as PgBouncer.

    The next transaction may have another session: so nothing is prepared, no cursor outlives its
    transaction, and no setting is given when a connection begins.
    """
    options = {key: value for key, value in settings["OPTIONS"].items() if key != "options"}
    return {
        "OPTIONS": {**options, "prepare_threshold": None},
        "DISABLE_SERVER_SIDE_CURSORS": True,
    }


MAIL_SECONDS = 10
"""For each step of handing a mail over: a mail server that says nothing is left."""


def email(url: str) -> dict[str, Any]:
    """Django's EMAIL_… settings for `smtp://user:password@host:port`.

    `smtps://` is TLS from the first byte (port 465), `smtp+tls://` is STARTTLS (port 587).
    """
    parts = _split("EMAIL_URL", url)
    ports = {"smtp": 25, "smtps": 465, "smtp+tls": 587}
    if parts.scheme not in ports or not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL must look like smtp://user:password@host:port, smtps://… or smtp+tls://…"
        )
    return {
        "EMAIL_BACKEND": "config.web.mailing.MailBackend",
        "EMAIL_HOST": unquote(parts.hostname),
        "EMAIL_PORT": parts.port or ports[parts.scheme],
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": parts.scheme == "smtps",
        "EMAIL_USE_TLS": parts.scheme == "smtp+tls",
        "EMAIL_TIMEOUT": MAIL_SECONDS,
    }


def check_dsn(name: str, address: str) -> None:
    """Raise ImproperlyConfigured unless errors can be reported to this address."""
    parts = _split(name, address)
    if parts.scheme not in {"http", "https"} or not parts.username or not parts.path.strip("/"):
        raise ImproperlyConfigured(f"{name} must look like https://key@host/project.")
    if importlib.util.find_spec("sentry_sdk") is None:
        raise ImproperlyConfigured(
            f"{name} needs sentry-sdk: SOBREMESA_PACKAGES=production python3 manage.py …"
        )


def kept_secret(path: Path) -> str:
    """A secret made on first use and stored in a file that only its owner can read."""
    with contextlib.suppress(OSError):
        return path.read_text()
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except OSError as problem:
        raise ImproperlyConfigured(
            f"The data folder {path.parent} cannot be written ({problem.strerror}):"
            " choose another with --data-dir."
        ) from problem
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(48))
    try:
        os.link(draft, path)  # if two processes start at once, both use that of the first
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text()


def derived_secret(secret: str, purpose: str) -> str:
    """32 bytes in base64url that follow from a secret, and tell nothing of it (HMAC-SHA256)."""
    digest = hmac.digest(secret.encode(), purpose.encode(), "sha256")
    return urlsafe_b64encode(digest).rstrip(b"=").decode()
