"""The style sheets of `static/` read for their colours: tokens, their values, and who uses them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple, TypeAlias

STATIC = Path(__file__).parent.parent / "static"
TOKENS = STATIC / "tokens.css"
SHEETS = sorted(STATIC.rglob("*.css"))
BOARDS = {path.parent.name: path for path in SHEETS if path.name == "board.css"}

NAMED = """
    aliceblue antiquewhite aqua aquamarine azure beige bisque black blanchedalmond blue blueviolet
    brown burlywood cadetblue chartreuse chocolate coral cornflowerblue cornsilk crimson cyan
    darkblue darkcyan darkgoldenrod darkgray darkgreen darkgrey darkkhaki darkmagenta
    darkolivegreen darkorange darkorchid darkred darksalmon darkseagreen darkslateblue
    darkslategray darkslategrey darkturquoise darkviolet deeppink deepskyblue dimgray dimgrey
    dodgerblue firebrick floralwhite forestgreen fuchsia gainsboro ghostwhite gold goldenrod gray
    green greenyellow grey honeydew hotpink indianred indigo ivory khaki lavender lavenderblush
    lawngreen lemonchiffon lightblue lightcoral lightcyan lightgoldenrodyellow lightgray lightgreen
    lightgrey lightpink lightsalmon lightseagreen lightskyblue lightslategray lightslategrey
    lightsteelblue lightyellow lime limegreen linen magenta maroon mediumaquamarine mediumblue
    mediumorchid mediumpurple mediumseagreen mediumslateblue mediumspringgreen mediumturquoise
    mediumvioletred midnightblue mintcream mistyrose moccasin navajowhite navy oldlace olive
    olivedrab orange orangered orchid palegoldenrod palegreen paleturquoise palevioletred
    papayawhip peachpuff peru pink plum powderblue purple rebeccapurple red rosybrown royalblue
    saddlebrown salmon sandybrown seagreen seashell sienna silver skyblue slateblue slategray
    slategrey snow springgreen steelblue tan teal thistle tomato turquoise violet wheat white
    whitesmoke yellow yellowgreen
"""
RAW = re.compile(
    r"(?<!url\()#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\("
    rf"|(?<![\w-])(?:{'|'.join(NAMED.split())})(?![\w-])",
    re.IGNORECASE,
)
COMMENT = re.compile(r"/\*.*?\*/|\"[^\"]*\"|'[^']*'", re.DOTALL)

Colour: TypeAlias = tuple[float, float, float, float]
"""Red, green, blue from 0 to 255, and alpha from 0 to 1."""


class Declaration(NamedTuple):
    """One line of a rule: `.house .roof`, `fill`, `var(--roof)`."""

    selector: str
    name: str
    value: str

    @property
    def token(self) -> bool:
        """Whether it declares a custom property."""
        return self.name.startswith("--")


def declarations(path: Path) -> Iterator[Declaration]:
    """All of a style sheet, those of nested rules with the innermost selector."""
    css = COMMENT.sub(" ", path.read_text())
    for found in re.finditer(r"([^{};]*)\{(?=([^{}]*)[{}])", css):
        selector = " ".join(found[1].split())
        for line in found[2].split(";"):
            name, colon, value = line.partition(":")
            if colon and "{" not in line and not re.search(r"[\s.#>]", name.strip()):
                yield Declaration(selector, name.strip(), " ".join(value.split()))


def raw_colours(value: str) -> list[str]:
    """The colours a value names itself instead of using a token."""
    return RAW.findall(value)


class Palette:
    """The tokens a board (or, without one, a page of the site) knows, per selector."""

    def __init__(self, *paths: Path) -> None:
        self.scopes: dict[str, dict[str, str]] = {":root": {}}
        for path in paths:
            for one in declarations(path):
                if one.token:
                    scope = one.selector.removesuffix(", .by-day")
                    self.scopes.setdefault(scope, {})[one.name[2:]] = one.value

    def scopes_of(self, name: str) -> set[str]:
        """Where a token gets a value."""
        return {scope for scope, tokens in self.scopes.items() if name in tokens}

    def colour(self, name: str, scope: str, theme: int) -> Colour:
        """Of a token, as an element of a scope sees it by day (0) or by night (1)."""
        value = self.scopes[scope].get(name) or self.scopes[":root"][name]
        pair = re.fullmatch(r"var\(--day, (.+)\) var\(--night, (.+)\)", value)
        value = pair[theme + 1] if pair else value
        if used := re.fullmatch(r"var\(--([a-z-]+)\)", value):
            return self.colour(used[1], scope, theme)
        return parsed(value)


def parsed(value: str) -> Colour:
    """The colour of "#rgb", "#rrggbb" or "#rrggbbaa"."""
    digits = value.removeprefix("#")
    if len(digits) < 6:
        digits = "".join(digit * 2 for digit in digits)
    red, green, blue, alpha = (int(f"{digits}ff"[at : at + 2], 16) for at in (0, 2, 4, 6))
    return red, green, blue, alpha / 255


def mixed(one: Colour, part: float, other: Colour) -> Colour:
    """As `color-mix(in srgb, one part, other)` does with opaque colours."""
    red, green, blue = (a * part + b * (1 - part) for a, b in zip(one[:3], other[:3], strict=True))
    return red, green, blue, 1.0


def over(veil: Colour, ground: Colour) -> Colour:
    """What is seen of a ground through a veil."""
    return mixed(veil, veil[3], ground)


def luminance(colour: Colour) -> float:
    """Relative luminance after WCAG."""
    parts = [part / 255 for part in colour[:3]]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Colour, other: Colour) -> float:
    """From 1 (the same) to 21 (black on white)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)
