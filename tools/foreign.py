"""Input as no friend would send it: generated text, bytes and values, and what is nearly right."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from games.rules.core.codec import encode, encode_position
from games.rules.core.play import start
from games.rules.registry import GAMES

DEEP = 4_000
deep_text = "[" * DEEP + "]" * DEEP
deep_object = '{"move":' + deep_text + "}"


def deeply(depth: int) -> Any:
    """A list in a list in a list …"""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


any_text = st.text(st.characters(codec=None), max_size=60)  # with lone surrogates and NUL
written = st.text(max_size=60)  # what UTF-8 can hold
leaves = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), any_text,
    st.sampled_from([2**31, 2**63, -(2**63) - 1, 10**30, "a\0b", "\ud800", ""]),
)  # fmt: skip
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(any_text, inner, max_size=4),
    max_leaves=12,
)
objects = st.dictionaries(
    any_text | st.sampled_from(["kind", "endpoint", "keys"]), values, max_size=5
)
json_texts = values.map(lambda value: json.dumps(value))

STRATEGIES: dict[str, SearchStrategy[Any]] = {
    "text": st.one_of(written, json_texts),
    "bytes": st.one_of(st.binary(max_size=60), json_texts.map(str.encode)),
    "values": objects | values,
}
NASTY: dict[str, list[Any]] = {
    "text": ["", "\0", "x" * 20_000, deep_text, deep_object, "1" * 5_000, "-", "=", "http://[",
             "Europe", ".", "../../etc/passwd", "https://a:99999/", "https://a:-1/",
             "\u0661\u0662"],
    "bytes": [b"", b"\0", b"\xff\xfe", b"\xed\xa0\x80", deep_text.encode(), deep_object.encode(),
              b'{"a":' + b"9" * 5_000 + b"}", b'"\\ud800"'],
    "values": [None, [], {}, "", 0, {"kind": "\ud800"}, {"\ud800": None}, {"kind": deeply(50)},
               {"endpoint": "https://[", "keys": {}}],
}  # fmt: skip


def places(document: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every part of a document."""
    yield path
    if isinstance(document, dict | list):
        inside = document.items() if isinstance(document, dict) else enumerate(document)
        for key, value in inside:
            yield from places(value, (*path, key))


def changed(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A document with another value at one place; without what was there if that is `...`."""
    if not path:
        return None if value is ... else value
    copied = copy.deepcopy(document)
    inner = copied
    for key in path[:-1]:
        inner = inner[key]
    if value is ...:
        del inner[path[-1]]
    else:
        inner[path[-1]] = value
    return copied


def near(document: Any) -> SearchStrategy[Any]:
    """A document of which one part is exchanged, or gone."""
    paths = st.sampled_from(list(places(document)))
    others: SearchStrategy[Any] = (
        st.just(...) | values | st.sampled_from([-1, 10**30, "x", "\0", [], {}, None])
    )
    return st.builds(lambda path, value: changed(document, path, value), paths, others)


def right_documents(game: str) -> Iterator[tuple[str, Any]]:
    """A position, a move and options of a game, each with its kind."""
    rules = GAMES[game]
    options = rules.options_type()
    step = start(rules, max(rules.players[0], 2), options, "foreign")
    yield "options", encode(options)
    yield "position", json.loads(encode_position(rules, step.position, 1))
    yield "move", encode(step.decisions[0].moves[0])
