"""Which elements of a drawing the selectors of our style sheets mean.

As much of the language as the sheets of boards use. What depends on a reader, such as `:hover`,
matches nothing, as does anything unknown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree.ElementTree import Element

Weight = tuple[int, int, int]

_SIMPLE = re.compile(
    r"(?P<tag>\*|[a-zA-Z][\w-]*)|\.(?P<cls>[\w-]+)|#(?P<id>[\w-]+)"
    r"|\[(?P<attr>[\w-]+)(?:(?P<how>[~^*$|]?=)\"?(?P<value>[^\]\"]*)\"?(?: [is])?)?\]"
    r"|(?P<pseudo>::?[\w-]+)(?P<call>\()?"
)
_STEP = re.compile(r"\s*([>+~])\s*|\s+")


class Shape:
    """An element with what surrounds it."""

    def __init__(self, element: Element, parent: Shape | None, index: int = 0) -> None:
        self.tag = element.tag.rpartition("}")[2]
        self.attributes = {name.rpartition("}")[2]: value for name, value in element.items()}
        self.classes = frozenset(self.attributes.get("class", "").split())
        self.id = self.attributes.get("id", "")
        self.text, self.tail = element.text or "", element.tail or ""
        self.parent, self.index = parent, index
        self.children = [Shape(child, self, at) for at, child in enumerate(element)]

    def all(self) -> Iterator[Shape]:
        """The element and everything in it."""
        yield self
        for child in self.children:
            yield from child.all()

    def before(self) -> list[Shape]:
        """The elements before it in the same one, the nearest first."""
        return [] if self.parent is None else self.parent.children[: self.index][::-1]


class Compound(NamedTuple):
    """What a single element must be."""

    tag: str
    classes: frozenset[str]
    id: str
    attributes: tuple[tuple[str, str, str], ...]
    pseudos: tuple[tuple[str, str, tuple[Selector, ...]], ...]

    def matches(self, shape: Shape) -> bool:
        """Whether an element is that."""
        return (
            self.tag in ("*", shape.tag)
            and self.classes <= shape.classes
            and self.id in ("", shape.id)
            and all(has(shape, *attribute) for attribute in self.attributes)
            and all(is_so(shape, *pseudo) for pseudo in self.pseudos)
        )

    @property
    def weight(self) -> Weight:
        """How specific it is."""
        inside = [
            max((one.weight for one in of), default=(0, 0, 0))
            for name, _argument, of in self.pseudos
            if name in (":is", ":not", ":has")
        ]
        plain = sum(name not in (":is", ":not", ":has", ":where") for name, *_ in self.pseudos)
        ids = bool(self.id) + sum(one[0] for one in inside)
        names = len(self.classes) + len(self.attributes) + plain + sum(one[1] for one in inside)
        return ids, names, (self.tag != "*") + sum(one[2] for one in inside)


class Selector(NamedTuple):
    """Compounds from left to right, each with how it is joined to the one before."""

    steps: tuple[tuple[str, Compound], ...]

    @property
    def key(self) -> str:
        """Something that every element has which it matches."""
        last = self.steps[-1][1]
        if last.id:
            return f"#{last.id}"
        return f".{min(last.classes)}" if last.classes else last.tag

    @property
    def weight(self) -> Weight:
        """How specific it is."""
        first, second, third = zip(*(step.weight for _, step in self.steps), strict=True)
        return sum(first), sum(second), sum(third)

    def matches(self, shape: Shape, at: int = -1) -> bool:
        """Whether an element is meant."""
        joined, compound = self.steps[at]
        if not compound.matches(shape):
            return False
        if len(self.steps) + at == 0:
            return True
        return any(self.matches(other, at - 1) for other in reached(shape, joined))


def reached(shape: Shape, joined: str) -> Iterator[Shape]:
    """The elements from which one comes to this one over a combinator."""
    if joined in "+~":
        before = shape.before()
        yield from before[:1] if joined == "+" else before
        return
    parent = shape.parent
    while parent is not None:
        yield parent
        parent = None if joined == ">" else parent.parent


def has(shape: Shape, name: str, how: str, value: str) -> bool:
    """Whether an element has such an attribute."""
    own = shape.attributes.get(name)
    if own is None or not how:
        return own is not None
    return {
        "=": own == value,
        "~=": value in own.split(),
        "^=": own.startswith(value),
        "$=": own.endswith(value),
        "*=": value in own,
        "|=": own == value or own.startswith(f"{value}-"),
    }[how]


def is_so(shape: Shape, name: str, argument: str, of: tuple[Selector, ...]) -> bool:
    """Whether a pseudo-class holds for an element; never, if it is not known."""
    if name in (":is", ":where"):
        return any(one.matches(shape) for one in of)
    if name == ":not":
        return not any(one.matches(shape) for one in of)
    if name == ":has":
        inside = shape.children if argument.lstrip().startswith(">") else [*shape.all()][1:]
        return any(one.matches(other) for one in of for other in inside)
    siblings = shape.parent.children if shape.parent else [shape]
    if name == ":nth-child" and argument.strip().isdecimal():
        return shape.index + 1 == int(argument)
    return {
        ":root": shape.parent is None,
        ":first-child": shape.index == 0,
        ":last-child": shape.index == len(siblings) - 1,
        ":only-child": len(siblings) == 1,
        ":empty": not shape.children and not shape.text,
    }.get(name, False)


def selectors_in(text: str) -> list[Selector]:
    """The selectors of a list, without those that cannot be read."""
    read = (selector_in(one.strip()) for one in top_level(text, ","))
    return [selector for selector in read if selector is not None]


def selector_in(text: str) -> Selector | None:
    """One selector; None if it cannot be read."""
    steps: list[tuple[str, Compound]] = []
    joined, at = " ", 0
    text = text.lstrip("> ")
    while at < len(text):
        compound, end = compound_in(text, at)
        if end == at:
            return None
        steps.append((joined, compound))
        step = _STEP.match(text, end)
        if step is None and end < len(text):
            return None
        at = step.end() if step else end
        joined = (step[1] if step else "") or " "
    return Selector(tuple(steps)) if steps else None


def compound_in(text: str, at: int) -> tuple[Compound, int]:
    """The compound that begins there, and where it ends."""
    tag, identity = "*", ""
    classes, attributes, pseudos = set(), [], []
    while at < len(text) and (found := _SIMPLE.match(text, at)):
        at = found.end()
        if found["tag"]:
            tag = found["tag"]
        elif found["cls"]:
            classes.add(found["cls"])
        elif found["id"]:
            identity = found["id"]
        elif found["attr"]:
            attributes.append((found["attr"], found["how"] or "", found["value"] or ""))
        else:
            argument = ""
            if found["call"]:
                end = ending(text, at)
                argument, at = text[at:end], end + 1
            listed = found["pseudo"] in (":is", ":where", ":not", ":has")
            of = tuple(selectors_in(argument)) if listed else ()
            pseudos.append((found["pseudo"], argument, of))
    return Compound(tag, frozenset(classes), identity, tuple(attributes), tuple(pseudos)), at


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
