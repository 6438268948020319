"""Style sheets written into a drawing: what selectors mean, and what becomes of the values."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from games.page.flat import Shape, flat, rules_of, values_for

DRAWING = """<svg viewBox="0 0 9 9" class="all">
  <g id="one" class="a b" data-kind="big-ship"><rect class="x"/><path class="y"/></g>
  <g class="a"><rect class="z"/></g>
</svg>"""


@pytest.mark.parametrize(
    ("selector", "count"),
    [
        ("*", 6), ("rect", 2), (".a", 2), (".a.b", 1), ("#one", 1), ("g rect", 2), ("svg > g", 2),
        ("svg > rect", 0), ("rect + path", 1), ("g ~ g", 1), ("g:not(.b) rect", 1),
        (":is(.x, .z)", 2), (":where(.x)", 1), ("g:has(path)", 1), ("g:has(> .z)", 1),
        ("[data-kind]", 1), ('[data-kind^="big"]', 1), ('[data-kind*="-sh"]', 1),
        ('[data-kind="big"]', 0), (":root", 1), ("g:first-child", 1), ("rect:hover", 0),
        ("rect:not(:hover)", 2), ("rect::before", 0), ("g:nth-child(2)", 1), ("path, .z", 2),
    ],
)  # fmt: skip
def test_a_selector_means(selector: str, count: int) -> None:
    root = Shape.from_xml_root(ElementTree.fromstring(DRAWING))
    rules = rules_of(selector + "{fill:red}")
    assert sum(bool(values_for(shape, rules)) for shape in root.iter_subtree()) == count


def drawn(css: str, inside: str) -> ElementTree.Element:
    """A drawing with the rules of a style sheet, read again; without its ground."""
    text = flat(f'<svg viewBox="0 0 9 9">{inside}</svg>', css)
    root = ElementTree.fromstring(text)
    for child in root[:2]:
        root.remove(child)
    return root


def test_variables_come_from_around_and_copies_take_those_of_their_place() -> None:
    css = """:root { --day: initial; --night: ; --ink: var(--day, #111) var(--night, #eee); }
        .sea { --hue: blue; } .land { --hue: green; }
        .boat { fill: var(--hue, red); stroke: var(--ink); }
        .none { fill: var(--nothing, none); }"""
    root = drawn(
        css,
        '<symbol id="s" viewBox="0 0 4 4"><path class="boat"/></symbol>'
        '<g class="sea"><use href="#s" width="4" height="4"/></g>'
        '<g class="land"><use href="#s"/></g><path class="boat"/><path class="none"/>',
    )
    paths = [element.attrib for element in root.iter() if element.tag.endswith("path")]
    assert [path.get("fill") for path in paths] == ["blue", "green", "red", "none"]
    assert {path.get("stroke") for path in paths[:3]} == {"#111"}


def test_the_heavier_rule_wins_and_beats_an_attribute() -> None:
    css = "#b { fill: red; } .a { fill: blue; } path { fill: green; } .a { stroke-width: 5px; }"
    root = drawn(css, '<path class="a" fill="pink"/><path id="b" class="a"/><path fill="pink"/>')
    assert [child.attrib["fill"] for child in root] == ["blue", "red", "green"]
    assert root[0].attrib["stroke-width"] == "5"


def test_moves_become_an_attribute() -> None:
    css = """.a { transform: translateX(12px) scale(0.5); } .b { translate: 3px 4px; }
        .c { transform: rotate(20deg); scale: 2; }"""
    root = drawn(css, '<g class="a" transform="scale(9)">a</g><g class="b">b</g><g class="c">c</g>')
    assert [child.attrib["transform"] for child in root] == [
        "translate(12 0) scale(0.5)", "translate(3 4)", "scale(2) rotate(20)",
    ]  # fmt: skip


def test_what_is_hidden_or_only_for_some_pages_is_left_out() -> None:
    css = ".a { display: none; } @media (forced-colors: active) { path { fill: red; } }"
    root = drawn(css, '<path class="a"/><path class="b"/>')
    assert [child.attrib for child in root] == [{}]
