"""`manage.py test` and `manage.py lint`: everything a change has to pass."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import chain
from pathlib import Path
from subprocess import PIPE, STDOUT

ROOT = Path(__file__).resolve().parents[2]

PROGRAMS = {
    "caddy": ("caddy",),
    "chromium": ("chromium", "google-chrome"),
    "chromium-headless-shell": ("chromium-headless-shell",),
    "firefox-esr": ("firefox", "firefox-esr"),
    "iproute2": ("ip",),
    "kubernetes-client": ("kubectl", "kustomize"),
    "nginx-light": ("nginx",),
    "webkit2gtk-driver": ("WebKitWebDriver",),
    "xvfb": ("Xvfb",),
}
"""By Debian package, the programs any one of which will do: browsers, proxies and lines to them,
and what renders manifests.

Without Firefox, or WebKit and a screen for it, the tests in it are skipped; without the others they
fail.
"""

QUICK = ("-m", "not slow")
"""Pytest's options for the quick run."""

MOST_WORKERS = 6
"""Each may use its pool of 12 connections, and what it starts some more, of Postgres' 100."""

LINT = {
    "format": ["ruff", "format", "--check", "."],
    "style": ["ruff", "check", "."],
    "types": [sys.executable, "-m", "config.running.precision"],
    "imports": ["lint-imports"],
    "dead code": [sys.executable, "-m", "vulture"],
    "templates": ["djlint", "--lint", "--quiet", "templates"],
    "drawings": ["djlint", "--lint", "--quiet", "--extension", "svg", "templates"],
    "mails": ["djlint", "--lint", "--quiet", "--extension", "txt", "templates"],
    "script types": ["tsc"],
    "scripts": ["eslint", "--max-warnings", "0", "static"],
    "style sheets": ["stylelint", "static/**/*.css"],
}
NODE_CHECKS = ("script types", "scripts", "style sheets")
"""Those whose programs are npm's (`package.json`)."""
OLDEST_NODE = 20
NODE_MODULES = ROOT / "node_modules"


def test(arguments: list[str]) -> int:
    """Run the quick tests, with `--all` every one, or those that pytest's arguments choose.

    Returns 0 only if some ran and none failed: pytest's 5, "no tests ran", is a failure too.
    """
    install_programs()
    chosen = choice(arguments)
    command = [sys.executable, "-m", "pytest", *workers(chosen), *chosen]
    return subprocess.run(command, cwd=ROOT).returncode


def choice(arguments: list[str]) -> list[str]:
    """Return pytest's arguments: without a choice of tests by whoever asks, only the quick ones."""
    rest = [word for word in arguments if word != "--all"]
    by_word = any(word.startswith(("-k", "-m")) for word in rest)
    if len(rest) < len(arguments) or by_word or paths_among(rest):
        return rest
    return [*QUICK, *rest]


def paths_among(arguments: list[str]) -> list[Path]:
    """Files and folders that were chosen."""
    words = [word.partition("::")[0] for word in arguments if not word.startswith("-")]
    return [ROOT / word for word in words if (ROOT / word).exists()]


def workers(arguments: list[str]) -> list[str]:
    """Pytest's options for two workers for each core; none for a single file.

    A worker waits much of its time for a browser, for a server or for Postgres.
    """
    if any(word.startswith(("-n", "--numprocesses", "--pdb", "--trace")) for word in arguments):
        return []
    chosen = paths_among(arguments)
    inside = (path.rglob("test_*.py") if path.is_dir() else [path] for path in chosen)
    if chosen and len(set(chain.from_iterable(inside))) <= 1:
        return []
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    count = min(2 * cores, MOST_WORKERS)
    return ["-n", str(count)]


def lint(arguments: list[str]) -> int:
    """Run every check, or the ones named, beside each other; 0 if all pass."""
    programs = f"{Path(sys.executable).parent}:{NODE_MODULES / '.bin'}"
    environment = {**os.environ, "PATH": f"{programs}:{os.environ['PATH']}"}
    failed = []
    chosen = [name for name in LINT if not arguments or name in arguments]
    lacking = node_lacking() if set(chosen) & set(NODE_CHECKS) else ""

    def check(name: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            LINT[name], cwd=ROOT, env=environment, text=True, stdout=PIPE, stderr=STDOUT
        )

    with ThreadPoolExecutor(os.cpu_count()) as threads:
        left_out = set(NODE_CHECKS) if lacking else set()
        begun = {name: threads.submit(check, name) for name in chosen if name not in left_out}
        for name in chosen:
            if name in left_out:
                print(f"--- {name}: left out, {lacking}", flush=True)
                failed += [name] if os.environ.get("CI") else []
                continue
            done = begun[name].result()
            print(f"--- {name}: {' '.join(LINT[name])}\n{done.stdout}", end="", flush=True)
            failed += [name] if done.returncode else []
    print(f"Not content: {', '.join(failed)}" if failed else "All content.")
    return 1 if failed else 0


def node_lacking() -> str:
    """Install npm's programs if they are not those of the lock file; say what is missing if not."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if not node or not npm:
        return "as there is no Node.js here"
    version = subprocess.run([node, "--version"], capture_output=True, text=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0] or 0) < OLDEST_NODE:
        return f"as Node.js is {version}, and {OLDEST_NODE} is needed"
    lock, stamp = ROOT / "package-lock.json", NODE_MODULES / "lock"
    with open(lock) as alone:
        fcntl.flock(alone, fcntl.LOCK_EX)  # tests run beside each other
        if stamp.exists() and stamp.read_bytes() == lock.read_bytes():
            return ""
        if subprocess.run([npm, "ci", "--silent"], cwd=ROOT).returncode:
            return "as npm could not install them"
        shutil.copy(lock, stamp)
    return ""


def missing_programs() -> list[str]:
    """Debian packages that the tests need and this machine lacks."""
    return [
        package
        for package, names in PROGRAMS.items()
        if not any(map(shutil.which, names))
        and not (package.startswith("chromium") and _own_chromium())
    ]


def _own_chromium() -> bool:
    """Whether Chromium was chosen by hand, or downloaded by playwright."""
    if os.environ.get("CHROMIUM"):
        return True
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or "~/.cache/ms-playwright")
    return any(cache.expanduser().glob("chromium*"))


def install_programs() -> None:
    """Install what is missing through apt, or say how to get it."""
    missing = missing_programs()
    if not missing:
        return
    names = " ".join(missing)
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        print(f"Some tests need {names}: sudo apt-get install {names}", file=sys.stderr)
        return
    print(f"Installing {names}", flush=True)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    install = ["install", "-y", "--no-install-recommends"]
    for step in (["update"], *([*install, package] for package in missing)):
        done = subprocess.run(
            ["apt-get", "-qq", *step], env=environment, capture_output=True, text=True
        )
        if done.returncode:
            print(f"{done.stderr.strip()}\napt-get {' '.join(step)} failed.", file=sys.stderr)
