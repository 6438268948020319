"""Colours are tokens, all of them in use, and legible: contrast after WCAG 2.2, light and dark."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from games.faces import COLOURS as FACE_COLOURS
from tests.board_pairs import PAIRS
from tests.style_sheets import (
    BOARDS,
    SHEETS,
    STATIC,
    TOKENS,
    Colour,
    Declaration,
    Palette,
    contrast,
    declarations,
    mixed,
    over,
    parsed,
    raw_colours,
)

SITE = Palette(TOKENS)
COLOURS = SITE.scopes[":root"]

GROUNDS = ["paper", "card", "sunken"]
PLAYERS = [f"player-{name}" for name in ("yellow", "blue", "green", "red", "purple")]
GOODS = [name for name in COLOURS if name.startswith("good-")]
FACES = [f"face-{name}" for name in FACE_COLOURS]

TEXT = (
    [(ink, ground) for ink in ("ink", "ink-soft", "link") for ground in GROUNDS]
    + [("ink", "field"), ("ink-soft", "field"), ("on-ink", "ink"), ("on-tally", "tally")]
    + [(ink, "card") for ink in ("sea", "brass-ink", "leaf", "clay")]
    + [(ink, "paper") for ink in ("sea", "brass-ink", "leaf", "clay")]
    + [(ink, f"{name}-wash") for name in ("sea", "brass", "leaf", "clay") for ink in ("ink",)]
    + [("brass-ink", "brass-wash"), ("leaf", "leaf-wash"), ("clay", "clay-wash")]
    + [("sea", "sea-wash"), ("ink-soft", "brass-wash"), ("ink-soft", "sea-wash")]
    + [("on-sea", "sea"), ("on-sea", "sea-strong"), ("on-clay", "clay")]
    + [("on-player", player) for player in PLAYERS if player != "player-yellow"]
    + [("on-yellow", "player-yellow")]
    + [("on-wood", wood) for wood in ("wood", "wood-dark", "wood-light")]
)
SHAPES = [
    (shape, ground)
    for shape in ["line-strong", "brass", "sea", "focus", *PLAYERS, *GOODS]
    for ground in ("card", "paper")
] + [
    *[("focus-on-wood", wood) for wood in ("wood", "wood-dark", "wood-light")],
    *[(face, ground) for face in FACES for ground in ("on-face", *GROUNDS)],
    *[("line-strong", "field"), ("lacking-line", "spot-edge"), ("glow-line", "spot-edge")],
]


SCRIPTED = set(
    re.findall(
        r"setProperty\(\"--([a-z-]+)", "".join(path.read_text() for path in STATIC.rglob("*.js"))
    )
)
USED = re.compile(r"var\(--([a-z0-9-]+)")
NEEDED = re.compile(r"var\(--([a-z0-9-]+)\)")


def knows(board: Path | None) -> list[Path]:
    """The style sheets of a page: with the board of a game, or all that any page has."""
    return [path for path in SHEETS if path == board or path not in BOARDS.values()]


def pairs_of(game: str, kind: str) -> Iterator[tuple[str, str, str]]:
    """A game's pairs of a kind, one by one: in which scope if not in all, ink, ground."""
    for line in getattr(PAIRS[game], kind).split("\n"):
        if found := re.fullmatch(r"\s*(?:\[(\S+)\] )?([a-z -]+): (.+)", line):
            only, inks, grounds = found.groups(default="")
            for ink in inks.split():
                yield from ((only, ink, ground) for ground in grounds.split(", "))
        else:
            assert not line.strip(), line


def ground_of(palette: Palette, said: str, scope: str, theme: int) -> Colour:
    """The colour of "desk", "stud over desk" or "hue 60% tar"."""
    if " over " in said:
        veil, _, ground = said.partition(" over ")
        return over(palette.colour(veil, scope, theme), palette.colour(ground, scope, theme))
    if mixture := re.fullmatch(r"(\S+) (\d+)% (\S+)", said):
        one, part, other = mixture.groups()
        return mixed(
            palette.colour(one, scope, theme), int(part) / 100, palette.colour(other, scope, theme)
        )
    return palette.colour(said, scope, theme)


def weak(game: str, kind: str, least: float) -> Iterator[str]:
    """Pairs of a kind that are less than legible, with where and by how much."""
    palette = Palette(TOKENS, BOARDS[game])
    for only, ink, ground in pairs_of(game, kind):
        names = set(re.findall(r"[a-z-]+", f"{ink} {ground}")) - {"over", "or"}
        scopes = {only} if only else {":root"}.union(*map(palette.scopes_of, names))
        known = [
            scope
            for scope in sorted(scopes)
            if all({":root", scope} & palette.scopes_of(name) for name in names)
        ]
        assert known, f"{ink} on {ground}: nowhere"
        for scope, theme in product(known, (0,) if kind.endswith("by_day") else (0, 1)):
            seen = palette.colour(ink, scope, theme)
            found = max(
                contrast(seen, ground_of(palette, one, scope, theme))
                for one in ground.split(" or ")
            )
            if found < least:
                yield f"{ink} on {ground} ({scope}, {('light', 'dark')[theme]}): {found:.2f}"


def test_the_measure_itself() -> None:
    assert contrast(parsed("#000000"), parsed("#ffffff")) == pytest.approx(21)
    assert contrast(parsed("#777"), parsed("#fff")) == pytest.approx(4.48, abs=0.01)
    assert over(parsed("#00000080"), parsed("#fff"))[0] == pytest.approx(127, abs=0.1)


def test_what_is_a_colour_of_its_own() -> None:
    night = "var(--day, #fff) var(--night, white)"
    for value in ("#fff", "1px solid RED", "rgb(0 0 0 / 40%)", night):
        assert raw_colours(value), value
    for value in (
        "var(--red-cloth)",
        "currentColor",
        "url(#texture-red)",
        "color-mix(in oklab, var(--x))",
    ):
        assert not raw_colours(value), value


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), TEXT)
def test_text_is_legible(ink: str, ground: str, theme: int) -> None:
    assert contrast(*(SITE.colour(name, ":root", theme) for name in (ink, ground))) >= 4.5


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPES)
def test_shapes_can_be_told_from_their_ground(shape: str, ground: str, theme: int) -> None:
    assert contrast(*(SITE.colour(name, ":root", theme) for name in (shape, ground))) >= 3


@pytest.mark.parametrize("game", BOARDS)
def test_text_on_a_board_is_legible(game: str) -> None:
    assert [*weak(game, "text", 4.5), *weak(game, "text_by_day", 4.5)] == []


@pytest.mark.parametrize("game", BOARDS)
def test_shapes_on_a_board_can_be_told_from_their_ground(game: str) -> None:
    assert [*weak(game, "shapes", 3), *weak(game, "shapes_by_day", 3)] == []


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: str(path.relative_to(STATIC)))
def test_colours_are_used_by_their_token_only(path: Path) -> None:
    raw = [one for one in declarations(path) if raw_colours(one.value)]
    if path == TOKENS:
        assert all(one.token for one in raw)
        return
    assert [one for one in raw if not one.token] == []
    assert path in BOARDS.values() or not raw, "tokens of all pages stand in tokens.css"
    after = itertools.dropwhile(lambda one: one.token, declarations(path))
    assert not any(raw_colours(one.value) for one in after)


def test_templates_name_no_colour() -> None:
    drawn = re.compile(r"(?<![\w-])(?:fill|stroke|color|stop-color|flood-color|style)=\"([^\"]*)\"")
    for path in (STATIC.parent / "templates" / "games").rglob("*.*"):
        assert not any(raw_colours(value) for value in drawn.findall(path.read_text())), path


@pytest.mark.parametrize("game", BOARDS)
def test_every_token_used_is_declared(game: str) -> None:
    sheets = [one for path in knows(BOARDS[game]) for one in declarations(path)]
    declared = {one.name[2:] for one in sheets if one.token} | SCRIPTED
    needed = {name for one in sheets for name in NEEDED.findall(one.value)}
    assert needed - declared == set()


@pytest.mark.parametrize("path", [TOKENS, *BOARDS.values()], ids=lambda path: path.parent.name)
def test_every_token_declared_is_used(path: Path) -> None:
    declared = {one.name[2:] for one in declarations(path) if one.token}
    by = SHEETS if path == TOKENS else knows(path)
    used = {name for sheet in by for one in declarations(sheet) for name in USED.findall(one.value)}
    assert declared - used == set()


def test_every_board_says_what_lies_on_what() -> None:
    assert set(PAIRS) == set(BOARDS)


MOVING = [
    (path, declaration)
    for path in SHEETS
    for declaration in declarations(path)
    if declaration.name == "animation" and declaration.value != "none"
]


@pytest.mark.parametrize(
    ("path", "declaration"), MOVING, ids=lambda value: getattr(value, "selector", None)
)
def test_nothing_moves_for_more_than_five_seconds(path: Path, declaration: Declaration) -> None:
    """WCAG 2.2, 2.2.2; and a drawing that moves is painted anew for as long as it does."""
    (time,) = re.findall(r"(?<![\w.])([\d.]+)(ms|s)\b", declaration.value)
    seconds = float(time[0]) / (1000 if time[1] == "ms" else 1)
    assert "infinite" not in declaration.value, path.name
    times = re.findall(r"(?<![\w.-])\d+(?:\.\d+)?(?![\w.])", declaration.value)
    assert seconds * float(times[0] if times else 1) <= 5, path.name
