"""The oldest browsers are named in one place, and linters know their features."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Any

import pytest
from django.utils.translation import override

from config.pages.leaves import leaf_of
from config.running.checking import NODE_MODULES, ROOT, node_lacking

OLDEST = [name.split() for name in json.loads((ROOT / "package.json").read_text())["browserslist"]]
VERSIONS = {version for _, version in OLDEST}
YOUNG = {
    "stylelint": ("a { color: light-dark(red, blue); }\n", "static/young.css", "light-dark"),
    "eslint": ("document.body.checkVisibility();\n", "static/young.js", "checkVisibility"),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_help_and_the_documents_name_the_oldest_browsers(language: str) -> None:
    with override(language):
        parts = [part for _section, answers in leaf_of("help").sections for part in answers]
    (answer,) = [part for part in parts if part.id == "browsers"]
    assert set(re.findall(r"\d[\d.]*\d", answer.html)) == VERSIONS
    page = (ROOT / "docs" / "reference" / "browsers.md").read_text()
    rows = page.partition("because")[2].partition("\n\n")[0]
    assert set(re.findall(r"(?<=\| )(\d[\d.]*)", rows)) == VERSIONS


@pytest.mark.slow
@pytest.mark.parametrize("linter", YOUNG)
def test_what_they_lack_is_found(linter: str) -> None:
    if lacking := node_lacking():
        pytest.skip(f"needs {linter}, {lacking}")
    text, name, young = YOUNG[linter]
    command: list[Any] = [NODE_MODULES / ".bin" / linter, "--stdin", "--stdin-filename", name]
    done = subprocess.run(command, cwd=ROOT, input=text, capture_output=True, text=True)
    assert done.returncode
    assert young in done.stdout + done.stderr
