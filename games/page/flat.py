"""A drawing with its style sheets written into its elements, for renderers that know little CSS.

The sheets place and colour the pieces of a board: by custom properties, `color-mix`, transforms
and `use`, whose copies take their colours from where they stand. All of that is resolved here, for
the light theme, so that what remains are plain attributes. Only what the boards use is understood.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import TypeAlias
from xml.etree import ElementTree
from xml.sax.saxutils import escape, quoteattr

from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list
from tinycss2 import parse_blocks_contents, parse_stylesheet, serialize
from tinycss2.ast import Declaration, Node, QualifiedRule

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

_CALLED = re.compile(r"(var|color-mix)\(")
_NO_VALUE = "initial"  # of a custom property
_FONT = re.compile(r"^(?:italic )?(?:(\d{3}|bold)\s+)?([\d.]+)(?:px)?(?:/[\d.]+)?\s")
_UNIT = re.compile(r"(?<=[\d.])(?:px|deg)\b")

Values: TypeAlias = Mapping[str, str]


class Shape(ElementWrapper):
    """An element of a drawing, which selectors can match."""

    @functools.cached_property
    def attributes(self) -> Values:
        """Its attributes by name, whatever their namespace."""
        return {name.rpartition("}")[2]: value for name, value in self.etree_element.items()}

    @functools.cached_property
    def children(self) -> list[Shape]:
        """The elements in it."""
        return list(super().iter_children())

    def iter_children(self) -> Iterator[Shape]:
        """Yield the same children each time, so that what is known of them is worked out once."""
        yield from self.children


@functools.lru_cache(maxsize=8)
def rules_of(css: str) -> Matcher:
    """The rules of a style sheet, read once; at-rules are left out."""
    rules = Matcher()
    for rule in parse_stylesheet(css):
        if isinstance(rule, QualifiedRule):
            values = dict(declarations(rule.content))
            with suppress(SelectorError):  # a selector that only some browsers know
                for selector in compile_selector_list(rule.prelude):
                    rules.add_selector(selector, values)
    return rules


def declarations(body: list[Node]) -> Iterator[tuple[str, str]]:
    """The names and values in the body of a rule."""
    for declaration in parse_blocks_contents(body):
        if isinstance(declaration, Declaration):
            yield declaration.name, serialize(declaration.value).strip()


def values_for(shape: Shape, rules: Matcher) -> Values:
    """What rules declare for an element, the heaviest winning."""
    values: dict[str, str] = {}
    for _weight, _order, pseudo_element, declared in rules.match(shape):
        if pseudo_element is None:
            values |= declared
    return values


def flat(drawing: str, css: str) -> str:
    """An SVG document with the rules of `css` as attributes of its elements."""
    root = ElementTree.fromstring(drawing)  # noqa: S314 - drawn by our own templates
    return Flattening(Shape.from_xml_root(root), rules_of(css)).document()


class Flattening:
    """One drawing on its way to plain attributes."""

    def __init__(self, root: Shape, rules: Matcher) -> None:
        self.root, self.rules = root, rules
        self.named = {shape.id: shape for shape in root.iter_subtree() if shape.id}
        self.declared: dict[int, Values] = {}

    def document(self) -> str:
        """The whole drawing; what others refer to stands first."""
        values = resolved(self._values_of(self.root), {})
        referred = [shape for shape in self.root.iter_subtree() if shape.local_name in REFERRED]
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
        view = Shape.from_xml_root(ElementTree.Element("div", {"class": "view"}))
        colour = resolved(values_for(view, self.rules), values).get("background", "")
        x, y, width, height = box.split()
        colour = colour if colour.startswith("#") else settled("var(--card)", values, values)
        measures = {"x": x, "y": y, "width": width, "height": height, "fill": colour}
        return element("rect", measures, "")

    def _values_of(self, shape: Shape) -> Values:
        key = id(shape)
        if key not in self.declared:
            self.declared[key] = values_for(shape, self.rules)
        return self.declared[key]

    def _drawn(self, shape: Shape, around: Values, depth: int) -> str:
        skipped = shape.local_name in REFERRED or shape.local_name in (
            "symbol",
            "style",
            "title",
            "defs",
        )
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
        if shape.local_name == "use":
            return self._copy(shape, attributes, own, handed, depth)
        inside = escape(shape.etree_element.text or "") + "".join(
            self._drawn(child, handed, depth) + escape(child.etree_element.tail or "")
            for child in shape.children
        )
        return element(shape.local_name, attributes, inside)

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
        if target.local_name == "symbol":
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
        if name not in ("class", "id", "style", "xmlns")
        or (name == "id" and shape.local_name in REFERRED)
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
    """A value with its functions answered: variables, and the first colour of a mixture."""
    while depth < DEEPEST and (call := _CALLED.search(value)):
        end = ending(value, call.end())
        first, *others = top_level(value[call.end() : end], ",")
        if call[1] == "var":
            answer = values.get(first.strip(), _NO_VALUE)
            if answer == _NO_VALUE:
                answer = ",".join(others).strip()
        else:
            answer = " ".join(others[0].split()[:1])
        value = value[: call.start()] + answer + value[end + 1 :]
        depth += 1
    return value.strip()


def ending(text: str, start: int) -> int:
    """Where the parenthesis closes that was opened before `start`."""
    depth = 1
    for at in range(start, len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if not depth:
            return at
    return len(text)


def top_level(text: str, separator: str) -> list[str]:
    """A text split where no parenthesis is open."""
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if sign == separator and not depth:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]
