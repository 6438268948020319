"""`manage.py newgame SLUG`: a copy of Pier under another name, to be changed into a game."""

from __future__ import annotations

import keyword
import re
import shutil
import subprocess
import sys
from pathlib import Path

from config.running.bootstrap import ROOT

EXAMPLE = "pier"
FOLDERS = (
    "games/rules", "games/page/boards", "templates/games", "static/games", "tests/rules",
    "tests/rules/golden",
)  # fmt: skip
"""Where each game has a folder of its name."""
REGISTRY, PAIRS = Path("games/rules/registry.py"), Path("tests/board_pairs.py")
SLUG = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
LONGEST = 20
NAMES = re.compile(r"(class |import )?\bPier\b(\(\))?")
"""The title of Pier; after `class` or `import`, or called, the name of its class."""
OF_THE_EXAMPLE = " Read this game first."


class NewGameProblem(Exception):
    """Why there can be no such game: one sentence for its author."""


def make(slug: str, root: Path = ROOT) -> list[Path]:
    """Write the game's files, enter it where games are named, record games; return its folders."""
    if not SLUG.fullmatch(slug) or keyword.iskeyword(slug) or len(slug) > LONGEST:
        raise NewGameProblem(
            f"A slug is up to {LONGEST} small letters, digits and single _, like long_harbour."
        )
    folders = {root / folder / EXAMPLE: root / folder / slug for folder in FOLDERS}
    if taken := [folder for folder in folders.values() if folder.exists()]:
        raise NewGameProblem(f"There is {taken[0].relative_to(root)} already: choose another name.")
    for example, folder in folders.items():
        shutil.copytree(example, folder, ignore=shutil.ignore_patterns("*.mo", "__pycache__"))
        for path in filter(Path.is_file, folder.rglob("*")):
            path.write_text(renamed(path.read_text(), slug))
    shown = root / "games" / "rules" / slug / "rules.py"
    shown.write_text(shown.read_text().replace("    in_lobby = False\n", ""))
    enter(root, slug)
    tidy(root, [*folders.values(), root / REGISTRY])
    corpus = [sys.executable, "manage.py", "golden", slug, "--corpus"]
    subprocess.run(corpus, cwd=root, check=True, stdout=subprocess.DEVNULL)
    return list(folders.values())


def title_of(slug: str) -> str:
    """Return what people call the game until its author says otherwise."""
    return slug.replace("_", " ").title()


def renamed(text: str, slug: str) -> str:
    """Return a file of Pier as one of the game."""
    title = title_of(slug)
    name = title.replace(" ", "")

    def by_place(found: re.Match[str]) -> str:
        before, after = found[1] or "", found[2] or ""
        return before + (name if before or after else title) + after

    text = NAMES.sub(by_place, text.replace(OF_THE_EXAMPLE, "")).replace("Pier", name)
    return text.replace(EXAMPLE, slug).replace("PI-", f"{clauses_of(slug)}-")


def clauses_of(slug: str) -> str:
    """Return the letters before the numbers of its clauses."""
    first, *others = slug.split("_")
    return (first[0] + others[0][0] if others else first[:2]).upper()


def enter(root: Path, slug: str) -> None:
    """Name the game in the registry, and say which of its colours lie on which."""
    registry = root / REGISTRY
    text = re.sub(r"(?m)^from games\.rules import .*$", rf"\g<0>, {slug}", registry.read_text())
    entry = f"            {EXAMPLE}.rules,\n"
    registry.write_text(text.replace(entry, f"{entry}            {slug}.rules,\n"))
    pairs = root / PAIRS
    (line,) = re.findall(rf'(?m)^    "{EXAMPLE}": .*\n', pairs.read_text())
    pairs.write_text(pairs.read_text().replace(line, line + line.replace(EXAMPLE, slug)))


def tidy(root: Path, paths: list[Path]) -> None:
    """Put imports in their order again and break long lines, as the linter wants them."""
    ruff = str(Path(sys.executable).with_name("ruff"))
    for command in (["check", "--quiet", "--select", "I", "--fix"], ["format", "--quiet"]):
        subprocess.run([ruff, *command, *map(str, paths)], cwd=root, check=True)
