"""One script and one sheet for each kind of page, and what the first visit of a table loads."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.test import Client

from config.web import bundling
from games.rules.registry import GAMES
from tests.people import people_make
from tools.management.commands.fonts import LETTERS, WEIGHTS
from tools.seating import table_begun

STATIC = Path(settings.BASE_DIR) / "static"
TEMPLATES = Path(settings.BASE_DIR) / "templates"
AT_TABLES = {"table", "what_if", "line", "lesson"}
"""The templates of pages of the kind `table`."""
NAMED = re.compile(r"""\bstatic(?:\(| )['"](?!bundles/)([\w/%.-]+\.(?:css|js))['"]""")
ASKED = re.compile(r"""(?:src|href)="/static/([^"#]+)"[^>]*>""")
ALONE = {"unscripted.css", "table/scripted.css"}
"""Sheets whose tags say when they hold."""
NOT_AT_FIRST = ("apple-touch-icon", "<noscript>")
BY_SHEETS = ["art/grain.svg", "fonts/alegreya-normal-800.woff2", "fonts/alegreya-italic-700.woff2"]
"""What a sheet names and a table shows: the italics in one of the games alone."""
MOST_REQUESTS, MOST_BYTES = 15, 110_000


def members(bundle: str) -> list[str]:
    """The files that a bundle is made of, in this order, but for those they import."""
    text = (STATIC / "bundles" / bundle).read_text()
    return re.findall(r"""["']\.\./([^"']+)["']""", text)


def named(template: str, kind: str) -> list[str]:
    """The scripts or sheets that a template names, in this order; `%s` is each word of a loop."""
    text = (TEMPLATES / template).read_text()
    (words,) = re.findall(r"for section in \((.*?)\)", text) or [""]
    found = []
    for name in NAMED.findall(text):
        loop = re.findall(r"\w+", words) if "%s" in name else [""]
        found += [name.replace("%s", word) for word in loop if name.endswith(kind)]
    return found


def test_each_script_of_a_page_is_in_the_bundle_of_its_kind() -> None:
    seen = set()
    for path in TEMPLATES.rglob("*.html"):
        bundle = "table.js" if path.stem in AT_TABLES and "games" in path.parts else "pages.js"
        for name in named(str(path.relative_to(TEMPLATES)), ".js"):
            if not name.startswith(("mfa/", "account/")):  # of django-allauth
                assert name.replace("table/begin.js", "table.js") in members(bundle), path
                seen.add(name)
    assert len(seen) > 15


def test_a_bundle_of_sheets_is_what_all_pages_of_its_kind_have() -> None:
    assert members("pages.css") == [
        name for name in named("base.html", ".css") if name not in ALONE
    ]
    frame = named("games/frame.html", ".css")
    assert members("frame.css") == frame
    table = [name for name in named("games/table.html", ".css") if name not in ALONE]
    assert members("table.css") == frame + table


@pytest.mark.parametrize("game", [slug for slug, rules in GAMES.items() if rules.in_lobby])
@pytest.mark.django_db
def test_the_first_visit_of_a_table_is_small(
    client: Client, monkeypatch: pytest.MonkeyPatch, bundles: Path, game: str
) -> None:
    """Compressed, as it is served."""
    monkeypatch.setattr(settings, "BUNDLED", True)
    table = table_begun(game, people_make("Ana", "Ben", "Carla"), seed="quay")
    page = client.get(table.get_absolute_url()).content
    tags = [
        tag
        for tag in re.findall(r"<[^>]+>", page.decode())
        if not any(map(tag.__contains__, NOT_AT_FIRST))
    ]
    asked = {name for tag in tags for name in ASKED.findall(tag)} | set(BY_SHEETS)
    assert {"bundles/table.js", "bundles/table.css", f"games/{game}/board.css"} <= asked
    files = [bundles / name if (bundles / name).exists() else finders.find(name) for name in asked]
    sizes = {str(path): len(gzip.compress(Path(path).read_bytes())) for path in files}
    assert len(sizes) + 1 <= MOST_REQUESTS, sizes
    assert sum(sizes.values()) + len(gzip.compress(page)) <= MOST_BYTES, (sizes, len(page))


def test_without_esbuild_scripts_are_served_one_by_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundling, "ESBUILD", tmp_path / "nothing")
    with pytest.raises(bundling.NotBundled, match="npm ci --omit=dev"):
        bundling.bundle(tmp_path)


def test_what_esbuild_complains_of_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bundles: Path
) -> None:
    (tmp_path / "bundles").mkdir()
    (tmp_path / "bundles" / "pages.js").write_text('import "./gone.js";')
    monkeypatch.setattr(bundling, "STATIC", tmp_path)
    with pytest.raises(bundling.NotBundled, match=r"gone\.js"):
        bundling.bundle(tmp_path / "made")


def test_the_faces_that_are_cut_out_have_the_letters_that_the_sheet_says() -> None:
    sheet = (STATIC / "site.css").read_text()
    faces = re.findall(r"@font-face \{(.*?)\}", sheet, re.DOTALL)
    cut = [face for face in faces if "unicode-range" in face]
    assert all(f"unicode-range: {LETTERS};" in face for face in cut)
    names = {name for face in cut for name in re.findall(r"fonts/([\w-]+\.woff2)", face)}
    assert names == {
        f"alegreya-{style}-{weight}.woff2" for style in WEIGHTS for weight in WEIGHTS[style]
    }
    assert all((STATIC / "fonts" / name).exists() for name in names)
