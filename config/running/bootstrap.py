"""The packages, on first use. Standard library only: it runs before anything is installed.

`prepare` makes `.venv` from the locked, hashed requirements and goes on inside it. A stamp in
`.venv` holds the fingerprint of what was installed, so every later start costs a few milliseconds.
An interpreter that already has the packages (a container, somebody's own environment) is left
alone.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from config.running import interpreter

ROOT = Path(__file__).resolve().parents[2]
VENV = ROOT / ".venv"
OLDEST = (3, 11)
NEEDED = (
    "django", "channels", "daphne", "procrastinate", "psycopg", "msgspec", "allauth", "ninja",
    "prometheus_client",
)  # fmt: skip
DEVELOPER_COMMANDS = {
    "album", "audit", "bench", "fuzz", "lint", "matrix", "newgame", "requirements", "test",
}  # fmt: skip
"""Commands that need dev.txt; the others need what `PACKAGES` says."""
PACKAGES = "SOBREMESA_PACKAGES"
"""The variable by which an operator asks for "production" instead of what a laptop needs."""
CONTAINING = {
    "play": ("play", "production", "dev"),
    "production": ("production", "dev"),
    "dev": ("dev",),
}
"""By kind of requirements those that have all of it."""

PIP = (
    "-m", "pip", "install", "--require-hashes", "--no-input", "--disable-pip-version-check",
    "--progress-bar", "off",
)  # fmt: skip


class BootstrapProblem(Exception):
    """Why the packages cannot be installed: one sentence for the person in front of it."""


def prepare(arguments: list[str]) -> None:
    """Return in an interpreter that has all packages the command needs, or exit with a reason."""
    command = arguments[1] if len(arguments) > 1 else ""
    kind = "dev" if command in DEVELOPER_COMMANDS else os.environ.get(PACKAGES, "play")
    try:
        if kind not in CONTAINING:
            raise BootstrapProblem(f"{PACKAGES} is one of {', '.join(CONTAINING)}, not {kind!r}.")
        _check_python(arguments)
        if not _inside() and _complete(kind):
            return
        if not _stamped(kind):
            _install(kind)
        if not _inside():
            python = _python()
            sys.stdout.flush()
            os.execv(python, [python, *arguments])
    except BootstrapProblem as problem:
        sys.exit(str(problem))


def _check_python(arguments: list[str]) -> None:
    """Go on with a newer Python of this machine if this one is too old."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(20, OLDEST[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer:
            os.execv(newer, [newer, *arguments])
    found = ".".join(map(str, sys.version_info[:2]))
    raise BootstrapProblem(f"Python 3.11 or newer is needed, and this is Python {found}.")


def _inside() -> bool:
    """Whether this interpreter is the one of `.venv`."""
    return Path(sys.prefix).resolve() == VENV.resolve()


def _complete(kind: str) -> bool:
    """Whether this interpreter, which is not that of `.venv`, has the packages itself."""
    names = NEEDED if kind != "dev" else (*NEEDED, "pytest", "xdist", "playwright", "ruff", "mypy")
    return all(importlib.util.find_spec(name) for name in names)


def _python() -> str:
    return str(VENV / "bin" / "python")


def _requirements(kind: str) -> Path:
    return ROOT / "requirements" / f"{kind}.txt"


def _fingerprint(kind: str, version: str) -> str:
    return hashlib.sha256(_requirements(kind).read_bytes() + version.encode()).hexdigest()


def _version() -> str:
    """Version of the Python in `.venv`, "" when it is missing or does not run."""
    if _inside():
        return sys.version
    asked = [_python(), "-I", "-S", "-c", "import sys; sys.stdout.write(sys.version)"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""


def _stamped(kind: str) -> bool:
    """Return whether `.venv` holds exactly these requirements, or those that contain them."""
    version = _version()
    if not version:
        return False
    for wanted in CONTAINING[kind]:
        try:
            if _stamp(wanted).read_text() == _fingerprint(wanted, version):
                return True
        except OSError:
            continue
    return False


def _stamp(kind: str) -> Path:
    return VENV / f"installed-{kind}"


def _install(kind: str) -> None:
    """Make or complete `.venv`, one process at a time."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        if _stamped(kind):  # another process has done it in the meantime
            return
        uv = shutil.which("uv")
        if not _usable():
            _make_venv(uv)
        uv = uv or _own_uv()
        if not (uv and _install_with_uv(uv, kind)):
            _install_with_pip(kind)
        _stamp(kind).write_text(_fingerprint(kind, _version()))
    finally:
        os.close(folder)


def _usable() -> bool:
    """Whether `.venv` runs and its packages are for the version that runs."""
    version = _version()
    minor = re.match(r"3\.\d+", version)
    if not minor:
        return False
    return (VENV / "lib" / f"python{minor.group()}" / "site-packages").is_dir()


def _make_venv(uv: str | None) -> None:
    """Make it with an optimised Python of the same version if one is here, else with this one."""
    print(f"Making {VENV}", flush=True)
    options = ["-m", "venv", "--clear", *(["--without-pip"] if uv else []), str(VENV)]
    if twin := interpreter.optimised_twin():
        made = subprocess.run([twin, *options], capture_output=True, text=True)
        if made.returncode == 0:
            print(f"with {twin}: optimised, unlike this Python", flush=True)
            return
    base = getattr(sys, "_base_executable", "") or sys.executable
    command = [base, *options]
    made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode and "ensurepip" in made.stdout + made.stderr:
        _install_venv_module()
        made = subprocess.run(command, capture_output=True, text=True)
    if made.returncode:
        raise BootstrapProblem(f"{VENV} could not be made: {_last_line(made.stdout + made.stderr)}")


def _install_venv_module() -> None:
    """Debian keeps `ensurepip` in a package of its own."""
    package = "python{}.{}-venv".format(*sys.version_info)
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise BootstrapProblem(
            f"This Python cannot make virtual environments: install {package} first"
            f" (sudo apt-get install {package})."
        )
    print(f"Installing {package}", flush=True)
    for command in (["update"], ["install", "-y", "--no-install-recommends", package]):
        done = subprocess.run(["apt-get", "-qq", *command], capture_output=True, text=True)
    if done.returncode:
        raise BootstrapProblem(f"apt-get install {package} failed: {_last_line(done.stderr)}")


def _own_uv() -> str | None:
    """Install uv into `.venv`: it needs a tenth of the time that pip does for all others."""
    uv = VENV / "bin" / "uv"
    if not uv.exists():
        command = [*PIP, "--quiet", "-r", str(_requirements("uv"))]
        subprocess.run([_python(), *command], capture_output=True)
    return str(uv) if uv.exists() else None


def _install_with_uv(uv: str, kind: str) -> bool:
    """Takes some 2 seconds. False if it fails: pip may know of an index that uv does not."""
    command = [uv, "pip", "install", "--require-hashes", "--python", _python(), "-r",
               str(_requirements(kind))]  # fmt: skip
    if subprocess.run(command).returncode == 0:
        return True
    subprocess.run([_python(), "-m", "ensurepip"], capture_output=True)
    return False


def _install_with_pip(kind: str) -> None:
    total = len(re.findall(r"^\S+==", _requirements(kind).read_text(), re.MULTILINE))
    if subprocess.run([_python(), "-m", "pip", "--version"], capture_output=True).returncode:
        subprocess.run([_python(), "-m", "ensurepip"], capture_output=True)
    command = [_python(), *PIP, "-r", str(_requirements(kind))]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    assert process.stdout is not None
    lines = []
    for line in process.stdout:
        lines.append(line)
        _show(lines, line, total)
    if process.wait():
        print("".join(lines[-20:]), file=sys.stderr)
        raise BootstrapProblem("The packages could not be installed: see the lines above.")


def _show(lines: list[str], line: str, total: int) -> None:
    """One growing line on a terminal; a line now and then elsewhere."""
    terminal = sys.stdout.isatty()
    got = re.match(r"(?:Collecting|Requirement already satisfied:) ([\w.\[\]-]+)", line)
    if got:
        count = sum(x.startswith(("Collecting ", "Requirement already")) for x in lines)
        message = f"Packages {count}/{total} {got.group(1)}"
        if terminal:
            print(f"\r\033[K{message}", end="", flush=True)
        elif count % 20 == 1:
            print(message, flush=True)
    elif line.startswith("Installing collected"):
        print(("\r\033[K" if terminal else "") + "Unpacking them", end="", flush=True)
    elif line.startswith("Successfully installed"):
        print(" - done", flush=True)


def _last_line(output: str) -> str:
    return (output.strip().splitlines() or ["no reason given"])[-1]
