"""A validator of others, html-validate, reads pages."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from config.running.checking import NODE_MODULES, node_lacking

RULES = Path(__file__).with_suffix(".json")


def validated(pages: Mapping[str, bytes], folder: Path) -> list[str]:
    """Write pages, by where each is, into a folder; return what the validator finds in them.

    Skip the test where Node.js is missing, except in CI.
    """
    if lacking := node_lacking():
        assert not os.environ.get("CI"), lacking
        pytest.skip(f"html-validate cannot be run, {lacking}")
    places = dict[str, str]()
    for number, (place, page) in enumerate(pages.items()):
        path = folder / f"{number}.html"
        path.write_bytes(page)
        places[path.name] = place
    report = folder / "report.json"  # its output to a pipe is cut
    program = NODE_MODULES / ".bin" / "html-validate"
    command = [program, "--config", RULES, "--formatter", f"json={report}", folder]
    done = subprocess.run(command, capture_output=True, text=True)
    assert report.exists(), done.stderr
    found = {
        f"{message['ruleId']}: {message['message']}": places[Path(result["filePath"]).name]
        for result in json.loads(report.read_text())
        for message in result["messages"]
    }
    return [f"{fault} ({place})" for fault, place in found.items()]
