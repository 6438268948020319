"""Links, files, modules and commands that the documents and comments name exist."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands

ROOT = Path(__file__).parent.parent
FOLDERS = (
    "accounts", "config", "deploy", "docs", "examples", "games", "lobby", "static", "templates",
    "tests", "tools",
)  # fmt: skip
FILES = [path for path in ROOT.iterdir() if path.is_file()]
FILES += [path for name in FOLDERS for path in (ROOT / name).rglob("*") if path.is_file()]
PAGES = sorted(path for path in FILES if path.suffix == ".md")
SOURCES = [
    path
    for path in FILES
    if path.suffix in (".py", ".js", ".css", ".html", ".svg")
    and not {ROOT / "tests", ROOT / "tools"} & set(path.parents)
]
"""Of the product: tests also name files that they make."""

PATH = re.compile(r"[\w.<>-]+/[\w./<>-]*|[\w./<>-]*\w\.(?:css|html|js|json|md|py|svg|toml|yml)")
DOTTED = re.compile(r"(?:accounts|config|games|lobby|tests|tools)(?:\.\w+)+")
IN_A_COMMENT = re.compile(
    rf"(?<![\w/.])(?:{'|'.join(FOLDERS)})/[\w/-]+\.(?:css|html|js|md|py|svg)\b"
)
COMMAND = re.compile(r"manage\.py ([a-z_]+)")
PLACEHOLDER = re.compile(r"<\w+>|SLUG")
MADE = "var/"  # by commands; not in the tree


def ids(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def spans(page: Path) -> list[str]:
    """What stands in backticks, outside of blocks of code."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`\n]+)`", text)


def is_there(named: str, page: Path) -> bool:
    """Whether a path leads to something from the root or the page, or ends that of any file.

    On the page of a game (`docs/reference/games/`) that has to be a file of the game. `<slug>` and
    the like stand for any name.
    """
    pattern = PLACEHOLDER.sub("*", named).rstrip("/")
    slug = page.stem if page.parent.name == "games" else ""
    of_page = [path for path in FILES if not slug or slug in path.parts]
    return (
        any(ROOT.glob(pattern))
        or any(page.parent.glob(pattern))
        or any(path.match(pattern) for path in of_page)
    )


def exists(dotted: str) -> bool:
    """Whether there is such a module, or such a name in one."""
    module, _, name = dotted.rpartition(".")
    try:
        importlib.import_module(dotted)
    except ImportError:
        return bool(module) and hasattr(importlib.import_module(module), name)
    return True


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_links_lead_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]+`|^    .*$", "", page.read_text(), flags=re.MULTILINE)  # but for code
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)#\s]+)", text)  # a picture of a guide is a symbol
    here = [link for link in links if ":" not in link]
    assert not [link for link in here if not (page.parent / link).exists()]


def test_the_index_leads_to_every_page() -> None:
    docs = ROOT / "docs"
    named = re.findall(r"\]\((\S+?\.md)\)", (docs / "README.md").read_text())
    linked = {docs / name for name in named}
    assert {page for page in PAGES if docs in page.parents} == linked | {docs / "README.md"}


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_files_that_a_page_names_exist(page: Path) -> None:
    named = [span for span in spans(page) if PATH.fullmatch(span)]
    ours = [span for span in named if not span.startswith(("/", MADE))]
    assert not [span for span in ours if not is_there(span, page)]


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_modules_and_names_that_a_page_names_exist(page: Path) -> None:
    assert not [span for span in spans(page) if DOTTED.fullmatch(span) and not exists(span)]


@pytest.mark.parametrize("page", PAGES, ids=ids)
def test_commands_that_a_page_names_exist(page: Path) -> None:
    assert set(COMMAND.findall(page.read_text())) <= {*get_commands(), "help"}


@pytest.mark.parametrize("file", [".github/workflows/checks.yml", ".gitlab-ci.yml"])
def test_forges_call_the_two_commands_that_people_call(file: str) -> None:
    jobs = yaml.safe_load((ROOT / file).read_text())
    text = json.dumps(jobs)
    assert "python3 manage.py lint" in text and ".ci/run" in text


def test_every_word_of_the_list_is_used() -> None:
    files = [
        path for path in FILES if path.suffix in (".py", ".html") and "tests" not in path.parts
    ]
    text = " ".join(path.read_text() for path in files).lower().replace("_", " ")
    words = re.findall(r"\*\*([^*]+)\*\*", (ROOT / "docs" / "reference" / "words.md").read_text())
    assert len(words) > 60
    assert not [word for word in words if word not in text]


def test_files_that_sources_name_exist() -> None:
    named = [
        (ids(path), found) for path in SOURCES for found in IN_A_COMMENT.findall(path.read_text())
    ]
    roots = (ROOT, ROOT / "templates", ROOT / "static")
    assert not [name for name in named if not any((root / name[1]).exists() for root in roots)]


def test_what_is_not_there_is_found() -> None:
    page = ROOT / "docs" / "reference" / "games" / "pier.md"
    assert is_there("games/rules/pier/RULES.md", page)
    assert is_there("components.py", page)
    assert not is_there("harbour.py", page)
    assert not is_there("games/visits.py", ROOT / "README.md")
    assert exists("games.storing.changes.STORE")
    assert not exists("games.storing.changes.KEEP")
