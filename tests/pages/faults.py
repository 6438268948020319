"""What is wrong with a page: references to nothing, things without a name, holes in its texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from functools import cache
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.urls import Resolver404, resolve

from tests.pages.document import Element, Page

STATIC = "/" + settings.STATIC_URL.strip("/") + "/"
IDS = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "aria-details",
       "aria-activedescendant", "aria-errormessage", "aria-flowto", "for", "list", "form",
       "popovertarget", "headers")  # fmt: skip
NAMED = {"a", "button", "summary", "h1", "h2", "h3", "h4", "label", "legend", "th"}
ROLES_WITH_NAME = {"img", "button", "link", "dialog"}
FIELDS = {"input", "select", "textarea"}
LEFT_OVER = re.compile(
    r"\{\{|\{%|%\}|\}\}|\bNone\b(?! of )|\bundefined\b|\bNaN\b|\[object"
    r"|%\(|\{[a-z_]+\}|</?[a-z]+[ >]"
)
TWO_FULL_STOPS = re.compile(r"(?<!\.)\.\s?\.(?!\.)|…\.|[!?]\.(?=\s|$)")
URL_OF = re.compile(r"url\(\s*['\"]?([^'\")]*)['\"]?\s*\)")
IMPORT = re.compile(r"(?:\bfrom\s*|\bimport\s*\(?\s*)[\"']([^\"']+)[\"']")


def faults_of(page: Page, *, around: frozenset[str] = frozenset()) -> list[str]:
    """Everything that is wrong with a page, or with parts of a page that has the ids `around`."""
    there = around | set(page.ids)
    counted = Counter(page.ids)
    found = [f"the id {name!r} is there {n} times" for name, n in counted.items() if n > 1]
    found += [f"the id {name!r} is twice" for name in counted if name in around]
    found += page.unclosed
    labels = [element.get("for") for element in page.all if element.tag == "label"]
    labelled = {name for name in labels if name is not None}
    for element in page.all:
        for name, value in element.attributes.items():
            found += [
                f"{element}: {name}: {what}" for what in dangling(name, value, element, there)
            ]
        found += without_name(element, labelled)
    found += [f"{text!r} has a hole" for text in page.texts() if LEFT_OVER.search(text)]
    found += [f"{text!r} ends twice" for text in page.sentences() if TWO_FULL_STOPS.search(text)]
    return found


def dangling(name: str, value: str, element: Element, there: AbstractSet[str]) -> Iterator[str]:
    """What an attribute refers to and is not there."""
    if name in IDS:
        yield from (wanted for wanted in value.split() or [""] if wanted not in there)
    elif "url(" in value:
        targets = (target.removeprefix("#") for target in URL_OF.findall(value))
        yield from (target for target in targets if target not in there)
    elif name == "datetime" and "." in value:
        yield f"{value!r} is finer than HTML has times"
    elif name in ("href", "xlink:href", "src") and value.startswith("#"):
        if value[1:] not in there:
            yield value
    elif name in ("href", "src", "srcset", "poster") and element.tag != "a":
        path, _, part = value.partition("#")
        if path.startswith(STATIC):
            yield from missing_file(path, part)
        elif not path.startswith("data:") and not is_address(path):
            yield f"{value!r} is no file of the site"


def without_name(element: Element, labelled: AbstractSet[str]) -> Iterator[str]:
    """Whether something that should have a name has none."""
    if element.is_unheard or element.is_waiting:
        return
    for name in ("aria-label", "title", "data-tip"):
        if name in element.attributes and not element.attributes[name].strip():
            yield f"{element}: {name} is empty"
    if element.tag == "img" and "alt" not in element.attributes:
        yield f"{element} has no alt"
    is_field = element.tag in FIELDS and element.get("type") not in ("hidden", "submit", "button")
    wants_name = element.tag in NAMED or element.get("role") in ROLES_WITH_NAME
    if not (is_field or wants_name) or "aria-labelledby" in element.attributes:
        return
    has_label = is_field and (element.get("id") in labelled or element.is_in("label"))
    if not has_label and not element.said():
        yield f"{element} has no name"


# --- Files ---------------------------------------------------------------------------------------


def is_address(path: str) -> bool:
    """Whether the site answers there, such as with a miniature of a board."""
    try:
        resolve(path.partition("?")[0].removeprefix(settings.SITE_URL))
    except Resolver404:
        return False
    return True


@cache
def missing_file(path: str, part: str = "") -> tuple[str, ...]:
    """What is wrong with a static file, by its address: it, its part, what it refers to itself."""
    name = path.removeprefix(STATIC)
    found = finders.find(name)
    if not found:
        return (f"there is no file {path}",)
    faults: list[str] = []
    file = Path(str(found))
    if part and f'id="{part}"' not in file.read_text():
        faults.append(f"{path} has no {part}")
    if file.suffix in (".css", ".js"):
        for target in files_named_in(file):
            near = (Path(path).parent / target).as_posix()
            address = re.sub(r"[^/]+/\.\./", "", near.replace("/./", "/"))
            faults += missing_file(address)
    return tuple(faults)


def files_named_in(file: Path) -> list[str]:
    """The files that a style sheet or a script asks for."""
    text = re.sub(r"/\*.*?\*/", "", file.read_text(), flags=re.DOTALL)
    if file.suffix == ".js":
        return [target for target in IMPORT.findall(text) if target.startswith(".")]
    targets = URL_OF.findall(text)
    return [target for target in targets if not target.startswith(("#", "data:"))]


@cache
def parts_named_in(path: str) -> frozenset[str]:
    """The parts of a page (`url(#…)`) that a style sheet refers to."""
    name = path.removeprefix(STATIC)
    text = Path(str(finders.find(name))).read_text()
    return frozenset(target[1:] for target in URL_OF.findall(text) if target.startswith("#"))


def faults_of_styles(page: Page) -> list[str]:
    """Parts of the page that its style sheets refer to, and that are not in it."""
    sheets = [
        element.attributes["href"]
        for element in page.all
        if element.tag == "link" and element.get("rel") == "stylesheet"
    ]
    there = set(page.ids)
    return [
        f"{sheet} refers to #{part}"
        for sheet in sheets
        for part in parts_named_in(sheet)
        if part not in there
    ]
