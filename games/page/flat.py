"""A drawing with its style sheets written into its elements, for renderers that know little CSS.

The sheets place and colour the pieces of a board: by custom properties, `light-dark`, transforms
and `use`, whose copies take their colours from where they stand. All of that is resolved here, for
the light theme, so that what remains are plain attributes. Only what the boards use is understood;
a selector that is not matches nothing.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple, TypeAlias
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from games.page.selectors import Selector, Shape, ending, selectors_in, top_level

WRITTEN = {
    *("fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity"),
    *("stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin"),
    *("opacity", "color", "visibility", "overflow", "clip-path", "mix-blend-mode", "paint-order"),
    *("text-anchor", "font-size", "font-weight", "letter-spacing"),
}
"""The properties that become attributes."""

MEASURES = ("x", "y", "width", "height")
REFERRED = frozenset(("clipPath", "pattern", "mask", "linearGradient", "radialGradient"))
DEEPEST = 30  # copies in copies

_AT_RULE = re.compile(r"@[^@{;]*(?:;|\{(?:[^{}]*\{[^{}]*\})*[^{}]*\})")
_CALLED = re.compile(r"(var|light-dark|color-mix)\(")
_FONT = re.compile(r"^(?:italic )?(?:(\d{3}|bold)\s+)?([\d.]+)(?:px)?(?:/[\d.]+)?\s")
_UNIT = re.compile(r"(?<=[\d.])(?:px|deg)\b")

Values: TypeAlias = Mapping[str, str]


class Rule(NamedTuple):
    """One selector with what it declares; `weight` orders the rules that match an element."""

    selector: Selector
    weight: tuple[tuple[int, int, int], int]
    values: Values


class Sheet:
    """The rules of style sheets, found by what an element must have to match."""

    def __init__(self, css: str) -> None:
        self.rules: dict[str, list[Rule]] = defaultdict(list)
        plain = _AT_RULE.sub("", css)
        for order, rule in enumerate(plain.split("}")):
            heads, _, body = rule.partition("{")
            values = dict(declarations(body))
            for selector in selectors_in(heads):
                weight = (selector.weight, order)
                self.rules[selector.key].append(Rule(selector, weight, values))

    def values_for(self, shape: Shape) -> Values:
        """What the rules declare for an element, the heaviest winning."""
        keys = ("*", shape.tag, *(f".{name}" for name in shape.classes), f"#{shape.id}")
        found = [
            rule for key in keys for rule in self.rules.get(key, ()) if rule.selector.matches(shape)
        ]
        values: dict[str, str] = {}
        for rule in sorted(found, key=lambda rule: rule.weight):
            values |= rule.values
        return values


@functools.lru_cache(maxsize=8)
def sheet_of(css: str) -> Sheet:
    """The rules of a style sheet, read once."""
    return Sheet(css)


def declarations(body: str) -> Iterator[tuple[str, str]]:
    """The names and values in the body of a rule."""
    for declaration in body.split(";"):
        name, colon, value = declaration.partition(":")
        if colon:
            yield name.strip(), value.replace("!important", "").strip()


def flat(drawing: str, css: str) -> str:
    """An SVG document with the rules of `css` as attributes of its elements."""
    root = ElementTree.fromstring(drawing)  # noqa: S314 - drawn by our own templates
    return Flattening(Shape(root, None), sheet_of(css)).document()


class Flattening:
    """One drawing on its way to plain attributes."""

    def __init__(self, root: Shape, sheet: Sheet) -> None:
        self.root, self.sheet = root, sheet
        self.named = {shape.id: shape for shape in root.all() if shape.id}
        self.declared: dict[int, Values] = {}

    def document(self) -> str:
        """The whole drawing; what others refer to stands first."""
        values = resolved(self._values_of(self.root), {})
        referred = [shape for shape in self.root.all() if shape.tag in REFERRED]
        definitions = "".join(self._element(shape, values, 0) for shape in referred)
        inside = "".join(self._drawn(child, values, 0) for child in self.root.children)
        box = self.root.attributes["viewBox"]
        ground = self._ground(box, values)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox={quoteattr(box)}>'
            f"<defs>{definitions}</defs>{ground}{inside}</svg>"
        )

    def _ground(self, box: str, values: Values) -> str:
        """What a board lies on."""
        view = Shape(ElementTree.Element("div", {"class": "view"}), None)
        colour = resolved(self.sheet.values_for(view), values).get("background", "")
        x, y, width, height = box.split()
        colour = colour if colour.startswith("#") else settled("var(--card)", values, values)
        measures = {"x": x, "y": y, "width": width, "height": height, "fill": colour}
        return element("rect", measures, "")

    def _values_of(self, shape: Shape) -> Values:
        key = id(shape)
        if key not in self.declared:
            self.declared[key] = self.sheet.values_for(shape)
        return self.declared[key]

    def _drawn(self, shape: Shape, around: Values, depth: int) -> str:
        skipped = shape.tag in REFERRED or shape.tag in ("symbol", "style", "title", "defs")
        return "" if skipped else self._element(shape, around, depth)

    def _element(self, shape: Shape, around: Values, depth: int) -> str:
        if depth > DEEPEST:
            return ""
        values = resolved(self._values_of(shape), around)
        own = {name: value for name, value in values.items() if not name.startswith("--")}
        if own.get("display", shape.attributes.get("display")) == "none":
            return ""
        handed = {name: value for name, value in values.items() if name.startswith("--")}
        attributes = attributes_of(shape, own)
        if shape.tag == "use":
            return self._copy(shape, attributes, own, handed, depth)
        inside = escape(shape.text) + "".join(
            self._drawn(child, handed, depth) + escape(child.tail) for child in shape.children
        )
        return element(shape.tag, attributes, inside)

    def _copy(
        self, shape: Shape, attributes: dict[str, str], own: Values, handed: Values, depth: int
    ) -> str:
        """What a `use` shows, with what it hands on. A symbol is a drawing of its own."""
        target = self.named.get(attributes.pop("href", "").removeprefix("#"))
        if target is None:
            return ""
        measures = {name: attributes.pop(name, "") for name in MEASURES}
        measures |= {name: number(own[name]) for name in MEASURES if name in own}
        given = {name: value for name, value in measures.items() if is_number(value)}
        if target.tag == "symbol":
            values = resolved(self._values_of(target), handed)
            inside = "".join(self._drawn(child, values, depth + 1) for child in target.children)
            outer = attributes_of(target, values)
            box = {name: outer.pop(name) for name in ("viewBox", "overflow") if name in outer}
            outer = {name: value for name, value in outer.items() if name not in MEASURES}
            return element(
                "g", attributes, element("svg", given | box, element("g", outer, inside))
            )
        if given.keys() & {"x", "y"}:
            moved = f"translate({given.get('x', 0)} {given.get('y', 0)})"
            attributes["transform"] = f"{attributes.get('transform', '')} {moved}".strip()
        return element("g", attributes, self._element(target, handed, depth + 1))


def element(tag: str, attributes: Values, inside: str) -> str:
    """An element as text."""
    written = "".join(f" {name}={quoteattr(value)}" for name, value in attributes.items())
    return f"<{tag}{written}>{inside}</{tag}>" if inside else f"<{tag}{written}/>"


def attributes_of(shape: Shape, values: Values) -> dict[str, str]:
    """An element's attributes, with those that style sheets give it."""
    kept = {
        name: value
        for name, value in shape.attributes.items()
        if name not in ("class", "id", "style", "xmlns") or (name == "id" and shape.tag in REFERRED)
    }
    if font := _FONT.match(values.get("font", "")):
        kept |= {"font-weight": font[1] or "400", "font-size": font[2]}
    kept |= {name: number(value) for name, value in values.items() if name in WRITTEN}
    if moves := moves_of(values, kept.get("transform", "")):
        kept["transform"] = moves
    return {name: value for name, value in kept.items() if value}


def moves_of(values: Values, given: str) -> str:
    """The transforms of a style sheet as an attribute, one after the other."""
    moves = [
        f"{name}({number(values[name])})"
        for name in ("translate", "rotate", "scale")
        if values.get(name, "none") != "none"
    ]
    if "transform" in values:
        given = "" if values["transform"] == "none" else values["transform"]
    for move in given.split(")")[:-1]:
        name, _, numbers = move.strip(", ").partition("(")
        along = " ".join(number(numbers).replace(",", " ").split())
        if name.endswith("X"):
            along = f"{along} {1 if name == 'scaleX' else 0}"
        elif name.endswith("Y"):
            along = f"{1 if name == 'scaleY' else 0} {along}"
        moves.append(f"{name.rstrip('XY')}({along})")
    return " ".join(moves)


def number(value: str) -> str:
    """A value without units."""
    return _UNIT.sub("", value)


def is_number(value: str) -> bool:
    """Whether a measure is a plain number."""
    return re.fullmatch(r"-?[\d.]+", value) is not None


def resolved(declared: Values, around: Values) -> dict[str, str]:
    """Declared values without variables; those of custom properties are handed on.

    `around` are the values of the element around.
    """
    values = {name: value for name, value in around.items() if name.startswith("--")}
    own = {name: value for name, value in declared.items() if name.startswith("--")}
    for name, value in own.items():
        values[name] = settled(value, {**values, **own}, values)
    for name, value in declared.items():
        if name not in own:
            values[name] = settled(value, values, values)
    return values


def settled(value: str, values: Values, around: Values, depth: int = 0) -> str:
    """A value with its functions answered: variables, and the colour of the light theme."""
    while depth < DEEPEST and (call := _CALLED.search(value)):
        end = ending(value, call.end())
        first, *others = top_level(value[call.end() : end], ",")
        if call[1] == "var":
            name = first.strip()
            answer = values.get(name, ",".join(others).strip())
        elif call[1] == "light-dark":
            answer = first.strip()
        else:
            answer = " ".join(others[0].split()[:1])
        value = value[: call.start()] + answer + value[end + 1 :]
        depth += 1
    return value
