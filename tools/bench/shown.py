"""What a page shows, and which answers its panel offers: without a browser.

A page is cut into its parts once; then a push only replaces some. See docs/topics/parts.md.
"""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

TAG = re.compile(r"""<(/?)([A-Za-z][\w:-]*)((?:[^>"']|"[^"]*"|'[^']*')*?)(/?)>""")
PART = re.compile(r' data-part="([^"]+)" data-hash="([^"]+)"')
HASH = re.compile(r' data-hash="([^"]+)"')
HOLE = re.compile(r"<!--([\w:.-]+)-->")
NUMBER = re.compile(r' id="table"[^>]* data-number="(\d+)"')
LANGUAGE = re.compile(r' data-lang="([^"]*)"')

PANEL = "panel"
QUESTION = re.compile(r' data-question="([^"]*)"')
BUTTON = re.compile(r'<button class="answer[^"]*"[^>]*? value="([^"]*)"')
FIELD = re.compile(
    r'<div class="number" data-number data-field="([^"]*)" data-base="([^"]*)" data-texts="([^"]*)"'
)


class LoadedPage(NamedTuple):
    """A page as it was loaded: its parts by name, and those that are in no other."""

    number: int
    language: str
    parts: dict[str, str]
    roots: list[str]


class Answering(NamedTuple):
    """An answer from the panel. `ask`: whether the server should first say if it is final."""

    question: str
    move: msgspec.Raw
    ask: bool


def page_of(text: str) -> LoadedPage:
    """Read a table's page. ValueError if it is not one."""
    number, language = NUMBER.search(text), LANGUAGE.search(text)
    if number is None or language is None:
        raise ValueError(f"no page of a table: {text[:200]!r}")
    parts, roots = cut(text)
    return LoadedPage(int(number[1]), language[1], parts, roots)


class _Open:
    """A part whose end tag has not come yet."""

    def __init__(self, name: str, tag: str, at: int) -> None:
        self.name, self.tag, self.text, self.depth, self.at = name, tag, "", 1, at


def cut(text: str) -> tuple[dict[str, str], list[str]]:
    """The parts of a page as they are pushed, with holes for nested ones; and the outermost."""
    parts: dict[str, str] = {}
    roots: list[str] = []
    stack: list[_Open] = []
    for tag in TAG.finditer(text):
        closing, name, attributes, lone = tag.groups()
        found = None if closing else PART.match(attributes)
        if found:
            if stack:
                stack[-1].text += f"{text[stack[-1].at : tag.start()]}<!--{found[1]}-->"
            else:
                roots.append(found[1])
            stack.append(_Open(found[1], name, tag.start()))
        elif stack and name == stack[-1].tag and not lone:
            stack[-1].depth += -1 if closing else 1
        if stack and (stack[-1].depth == 0 or (found and lone)):
            done = stack.pop()
            parts[done.name] = done.text + text[done.at : tag.end()]
            if stack:
                stack[-1].at = tag.end()
    return parts, roots


def on_show(parts: dict[str, str], roots: list[str]) -> dict[str, str]:
    """The parts that are on the page. KeyError if one is missing."""
    found: dict[str, str] = {}
    waiting = [*roots]
    while waiting:
        name = waiting.pop()
        found[name] = parts[name]
        waiting += HOLE.findall(parts[name])
    return found


def hashes(parts: dict[str, str]) -> str:
    """The hashes that a page sends when it connects."""
    return "".join(found[1] for text in parts.values() if (found := HASH.search(text)))


def asks(panel: str) -> bool:
    """Whether the viewer is asked something."""
    found = QUESTION.search(panel)
    return found is not None and found[1] != ""


def answering(panel: str, chance: random.Random) -> Answering | None:
    """A random answer from the panel, as its scripts would send it; None if there is none."""
    question = QUESTION.search(panel)
    moves = list(_moves(panel))
    if question is None or not moves:
        return None
    lone = len(moves) == 1 and not FIELD.search(panel)
    return Answering(question[1], msgspec.Raw(chance.choice(moves).encode()), not lone)


def _moves(panel: str) -> Iterator[str]:
    """All answers as JSON: of each button, and of each number that may be typed."""
    fields = FIELD.findall(panel)
    bases = {base for _, base, _ in fields}
    for value in BUTTON.findall(panel):
        if value not in bases:
            yield html.unescape(value)
    for field, base, texts in fields:
        move = msgspec.json.decode(html.unescape(base))
        for number in msgspec.json.decode(html.unescape(texts)):
            yield msgspec.json.encode({**move, html.unescape(field): int(number)}).decode()
