"""One script and one style sheet for each kind of page, which esbuild makes for `collectstatic`.

A kind is a file of `static/bundles`; sheets that few of its pages have stay beside it, but smaller.
esbuild is npm's (`package.json`), a program of its own that needs no Node.js once it is installed.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
ESBUILD = ROOT / "node_modules" / ".bin" / "esbuild"
SOURCES = ("bundles/*.js", "**/*.css")
NAMES = {"safari": "safari", "ios_saf": "ios", "firefox": "firefox", "chrome": "chrome"}
"""Of browsers, as `package.json` and as esbuild has them."""


class NotBundled(Exception):
    """Why there are no bundles: one sentence for the person in front of it."""


def bundle(folder: Path) -> None:
    """Write the bundles there, and what they refer to. Raises NotBundled."""
    if not ESBUILD.exists():
        raise NotBundled("There is no esbuild here: npm ci --omit=dev installs it.")
    sources = [str(path) for pattern in SOURCES for path in sorted(STATIC.glob(pattern))]
    command = [
        str(ESBUILD), *sources, "--bundle", "--minify", "--charset=utf8", "--format=esm",
        f"--outbase={STATIC}", f"--outdir={folder}", f"--target={','.join(targets())}",
        "--loader:.svg=file", "--loader:.woff2=file", "--asset-names=[dir]/[name]",
        "--log-level=warning",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode or done.stderr:
        raise NotBundled(f"esbuild is not content: {done.stderr.strip()}")


def targets() -> list[str]:
    """The oldest browsers, as esbuild is told them."""
    oldest = json.loads((ROOT / "package.json").read_text())["browserslist"]
    return [NAMES[name] + version for name, version in map(str.split, oldest)]
