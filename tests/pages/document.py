"""A page of the site as a tree.

Pages are well-formed, so a few patterns read them many times faster than a parser that forgives
everything; `unclosed` says where one is not.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cached_property

TOKEN = re.compile(
    r"<!--.*?-->|<!doctype[^>]*>"
    r"|<(?P<raw>script|style)\b(?P<raw_attributes>[^>]*)>(?P<text>.*?)</(?P=raw)>"
    r"|</(?P<end>[a-zA-Z][\w:-]*)\s*>"
    r"|<(?P<start>[a-zA-Z][\w:-]*)(?P<attributes>(?:[^>\"']|\"[^\"]*\"|'[^']*')*)>",
    re.DOTALL | re.IGNORECASE,
)
ATTRIBUTE = re.compile(r"([^\s\"'=<>/]+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s\"'=<>`]+)))?")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"}
SPOKEN = ("aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title",
          "alt", "data-tip", "placeholder")  # fmt: skip


class Element:
    """An element with its attributes, its children, and texts among them."""

    __slots__ = ("attributes", "children", "is_unheard", "is_waiting", "parent", "tag")

    def __init__(self, tag: str, attributes: dict[str, str], parent: Element | None) -> None:
        self.tag, self.attributes, self.parent = tag, attributes, parent
        self.children: list[Element | str] = []
        self.is_unheard = attributes.get("aria-hidden") == "true"
        """Whether it, or what it stands in, is kept from screen readers."""
        self.is_waiting = "hidden" in attributes
        """Whether it, or what it stands in, is shown by a script only, which fills it first."""
        if parent is not None:
            self.is_unheard = self.is_unheard or parent.is_unheard
            self.is_waiting = self.is_waiting or parent.is_waiting
            parent.children.append(self)

    def __str__(self) -> str:
        shown = " ".join(f'{name}="{value[:40]}"' for name, value in self.attributes.items())
        return f"<{self.tag} {shown}>"

    def get(self, name: str) -> str | None:
        """An attribute; None without it."""
        return self.attributes.get(name)

    def elements(self) -> Iterator[Element]:
        """This one and all below."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.elements()

    def is_in(self, tag: str) -> bool:
        """Whether it stands in such an element."""
        above = self.parent
        while above is not None and above.tag != tag:
            above = above.parent
        return above is not None

    def said(self) -> str:
        """What a screen reader makes of it and what is in it."""
        if self.is_unheard:
            return ""
        label = (self.get("aria-label") or "").strip()
        if label:
            return label
        if self.tag == "img":
            return self.get("alt") or ""
        parts = [child.said() if isinstance(child, Element) else child for child in self.children]
        return " ".join(" ".join(parts).split()) or (self.get("title") or "")


class Page:
    """A document, or a part of one."""

    def __init__(self, source: str) -> None:
        self.unclosed: list[str] = []
        self.root = self._read(source)
        self.all = list(self.root.elements())[1:]

    def _read(self, source: str) -> Element:
        root = here = Element("", {}, None)
        end = 0
        for token in TOKEN.finditer(source):
            if token.start() > end:
                here.children.append(html.unescape(source[end : token.start()]))
            end = token.end()
            if tag := token["start"]:
                element = Element(tag, attributes_in(token["attributes"]), here)
                if tag not in VOID and not token["attributes"].rstrip().endswith("/"):
                    here = element
            elif tag := token["end"]:
                here = self._ended(here, tag)
            elif tag := token["raw"]:
                Element(tag, attributes_in(token["raw_attributes"]), here)
        here.children.append(html.unescape(source[end:]))
        if here is not root:
            self.unclosed.append(f"{here} is not ended")
        return root

    def _ended(self, here: Element, tag: str) -> Element:
        """Where one is after an end tag."""
        if here.tag != tag:
            self.unclosed.append(f"{here} is ended by </{tag}>")
        while here.parent and here.tag != tag:
            here = here.parent
        return here.parent or here

    @cached_property
    def ids(self) -> list[str]:
        """All ids, as often as they are there."""
        return [name for element in self.all if (name := element.get("id")) is not None]

    def within(self, name: str) -> Element:
        """The element of an id."""
        return next(element for element in self.all if element.get("id") == name)

    def addresses(self) -> Iterator[str]:
        """Where one can go from here."""
        for element in self.all:
            if element.tag in ("a", "area"):
                yield element.get("href") or ""

    def texts(self) -> Iterator[str]:
        """All that can be read or heard: texts, each as one line, and attributes that are said."""
        for element in self.all:
            if element.tag in ("script", "style"):
                continue
            for child in element.children:
                if isinstance(child, str) and child.strip():
                    yield " ".join(child.split())
            for name in SPOKEN:
                if value := element.get(name):
                    yield value
            if element.tag == "input" and element.get("type") in ("submit", "button"):
                yield element.get("value") or ""

    def sentences(self) -> Iterator[str]:
        """Paragraphs and lines as they are read, so that a stop after a name is next to it."""
        for element in self.all:
            if element.tag in (
                "p",
                "li",
                "h1",
                "h2",
                "h3",
                "dd",
                "td",
                "summary",
                "button",
                "small",
            ):
                yield " ".join("".join(texts_in(element)).split())
            for name in SPOKEN:
                if value := element.get(name):
                    yield value


def attributes_in(text: str) -> dict[str, str]:
    """Attributes by name; without a value they are empty."""
    return {
        name: html.unescape(double or single or bare)
        for name, double, single, bare in ATTRIBUTE.findall(text)
    }


def texts_in(element: Element) -> Iterator[str]:
    """The texts of an element; other blocks in it are sentences of their own."""
    for child in element.children:
        if isinstance(child, str):
            yield child
        elif child.tag in ("br", "p", "li", "ul", "ol", "div", "table", "form", "details"):
            yield " "
        elif child.tag not in ("script", "style"):
            yield from texts_in(child)
