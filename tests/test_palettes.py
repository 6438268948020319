"""The palette for colour-blind eyes: whoever cannot see red, green or blue can tell pieces apart.

What such eyes see is simulated after Machado, Oliveira and Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", 2009, at full strength; distances are those of
Oklab (Ottosson, 2020) times 100, where 2 can just be seen side by side.
"""

from __future__ import annotations

from itertools import combinations, product

import pytest

from tests.style_sheets import BOARDS, TOKENS, Colour, Palette, contrast, parsed

EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "without green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "without blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
CONES = (
    (0.4122214708, 0.5363325363, 0.0514459929),
    (0.2119034982, 0.6806995451, 0.1073969566),
    (0.0883024619, 0.2817188376, 0.6299787005),
)
LAB = (
    (0.2104542553, 0.7936177850, -0.0040720468),
    (1.9779984951, -2.4285922050, 0.4505937099),
    (0.0259040371, 0.7827717662, -0.8086757660),
)
FAR = 10

DISTINCT = "[data-palette=distinct]"
EVERYWHERE = f":root{DISTINCT}, {DISTINCT} .by-day"
FIVE = ("yellow", "blue", "green", "red", "purple")
GROUPS = {
    "players": (None, [(f"player-{name}", EVERYWHERE) for name in FIVE]),
    "ships": (
        "port_royal",
        [("hue", f".hue-{name}") for name in ("yellow", "blue", "green", "red", "black")],
    ),
    "flowers": (
        "santiago_de_cuba",
        [("flower", f".flower-{name}") for name in ("white", "blue", "yellow", "red")],
    ),
    "regions": (
        "guatemala_cafe",
        [("r", f".region-{name}") for name in ("grey", "green", "yellow")],
    ),
    "sacks": (
        "guatemala_cafe",
        [("k", f".k-{name}") for name in ("black", "white", "beige", "russet", "brown")],
    ),
}  # fmt: skip
"""Things told apart by colour: a game, and each token with the scope of its value."""


def times(matrix: tuple[tuple[float, ...], ...], vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def seen(colour: Colour, eyes: str) -> list[float]:
    """A colour in Oklab as these eyes see it."""
    shares = [part / 255 for part in colour[:3]]
    light = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    left = [min(1, max(0, part)) for part in times(EYES[eyes], light)]
    return times(LAB, [part ** (1 / 3) for part in times(CONES, left)])


def distance(one: Colour, other: Colour, eyes: str) -> float:
    pairs = zip(seen(one, eyes), seen(other, eyes), strict=True)
    return 100 * float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def colours_of(group: str, theme: int, *, distinct: bool = True) -> dict[str, Colour]:
    """The colours of a group, in the palette that is distinct where it has its own."""
    game, tokens = GROUPS[group]
    palette = Palette(TOKENS, *([BOARDS[game]] if game else []))
    found = {}
    for name, usual in tokens:
        scope = usual if usual == EVERYWHERE else f"{DISTINCT} {usual}"
        if not distinct or scope not in palette.scopes:
            scope = ":root" if usual == EVERYWHERE else usual
        found[f"{name} {usual}"] = palette.colour(name, scope, theme)
    return found


def alike(group: str, theme: int, eyes: str, *, distinct: bool = True) -> list[tuple[str, str]]:
    """The pairs of a group that these eyes can hardly tell apart."""
    colours = colours_of(group, theme, distinct=distinct)
    return [
        (one, other)
        for one, other in combinations(colours, 2)
        if distance(colours[one], colours[other], eyes) < FAR
    ]


def test_the_measure_itself() -> None:
    red, green = parsed("#c00000"), parsed("#4a7000")
    assert distance(red, red, "without green") == 0
    assert distance(red, green, "usual") > 2 * distance(red, green, "without green")
    assert distance(parsed("#000"), parsed("#fff"), "usual") == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(("group", "eyes"), list(product(GROUPS, EYES)))
def test_all_can_be_told_apart(group: str, eyes: str, theme: int) -> None:
    assert alike(group, theme, eyes) == []


def test_there_is_something_to_mend() -> None:
    """As drawn, players and ships look alike to some; to most nobody does."""
    assert alike("players", 0, "without green", distinct=False)
    assert alike("ships", 0, "without green", distinct=False)
    assert not alike("players", 0, "usual", distinct=False)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize("player", FIVE)
def test_players_are_legible(player: str, theme: int) -> None:
    site = Palette(TOKENS)
    colour = site.colour(f"player-{player}", EVERYWHERE, theme)
    letter = "on-yellow" if player == "yellow" else "on-player"
    assert contrast(site.colour(letter, ":root", theme), colour) >= 4.5
    for ground in ("card", "paper"):
        assert contrast(colour, site.colour(ground, ":root", theme)) >= 3
