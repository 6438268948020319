"""The ways in which a person gives an answer: by keyboard, screen reader, or touch."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any, TypedDict

import msgspec
from playwright.sync_api import CDPSession, Page, expect

from games.rules.core.codec import kind_of
from games.rules.registry import GAMES
from tools.living.table import play_by_touch
from tools.pace import read

MOST_TABS = 400  # stops of the Tab key until an answer must have been reached
Offer = dict[str, Any]  # an answer: move, text, spot
Way = Callable[[Page, Offer, str], None]  # gives an answer at a table of a game


def number_in(offer: Offer, game: str) -> int | None:
    """The number of an answer that may be typed; None if it has none."""
    field = kind_of(GAMES[game], offer["move"]["kind"]).number_field
    return None if field is None else offer["move"][field]


# --- By keyboard ---------------------------------------------------------------------------------

FOCUSED = """() => {
    const it = document.activeElement;
    const { value = "", name = "" } = it;
    const isFold = it.matches("details:not([open]) > summary") && it.closest("#panel") !== null;
    return { value, name, list: isFold };
}"""


def by_keyboard(page: Page, offer: Offer, game: str) -> None:
    """Tab to the answer and press Enter; lists are opened, numbers typed."""
    field = kind_of(GAMES[game], offer["move"]["kind"]).number_field
    base = without(field, offer["move"])
    for _ in range(MOST_TABS):
        page.keyboard.press("Tab")
        at = page.evaluate(FOCUSED)
        if at["name"] == "move" and json_in(at["value"]) == offer["move"]:
            page.keyboard.press("Enter")
            return
        if at["name"].startswith("number:") and json_in(at["name"][7:]) == base:
            page.keyboard.press("Control+A")
            page.keyboard.type(str(offer["move"][field]))
            page.keyboard.press("Enter")
            return
        if at["list"]:
            page.keyboard.press("Enter")
    raise AssertionError(f"the Tab key never came to {offer['text']}")


def json_in(text: str) -> Any:
    """What a JSON text says; None if it is none."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return None


# --- By what a screen reader gets ----------------------------------------------------------------


class Value(TypedDict):
    """What a node has of a kind."""

    value: object


class Property(TypedDict):
    """A property of a node."""

    name: str
    value: Value


class AccessibilityNode(TypedDict, total=False):
    """A node of the accessibility tree, as far as it is read."""

    backendDOMNodeId: int
    ignored: bool
    name: Value
    properties: list[Property]


class AccessibilityTree:
    """The accessibility tree of a page, as assistive technology gets it from the browser.

    It is there as long as the page, as with a screen reader: a browser that builds and drops it for
    each question has crashed in the middle of a game. It is asked by role, as the whole tree
    of a late game takes longer than an answer does.
    """

    def __init__(self, page: Page) -> None:
        self.tools: CDPSession = page.context.new_cdp_session(page)
        self.tools.send("DOM.enable")
        self.tools.send("Accessibility.enable")
        document = self.tools.send("DOM.getDocument", {"depth": 0})
        self.page_itself: int = document["root"]["backendNodeId"]

    def find(
        self, role: str, name: str = "", *, within: AccessibilityNode | None = None
    ) -> list[AccessibilityNode]:
        """The nodes with a role whose names begin like this, of the page or within a node."""
        place = within["backendDOMNodeId"] if within else self.page_itself
        asked = {"backendNodeId": place, "role": role}
        found: list[AccessibilityNode] = self.tools.send("Accessibility.queryAXTree", asked)[
            "nodes"
        ]
        return [node for node in found if not node["ignored"] and self.name(node).startswith(name)]

    def name(self, node: AccessibilityNode) -> str:
        """What is said of a node."""
        return str(node["name"]["value"]) if "value" in node.get("name", ()) else ""

    def focus(self, node: AccessibilityNode) -> None:
        """Put the focus on a node."""
        self.tools.send("DOM.focus", {"backendNodeId": node["backendDOMNodeId"]})


def by_the_tree(tree: AccessibilityTree, page: Page, offer: Offer, game: str) -> None:
    """Choose a button by what is said of it; open lists; type numbers."""
    assert tree.find("heading"), "a page has headings"
    assert len(in_words(tree)) > 2, "the board is told in words"
    (panel,) = tree.find("region", "Your answer")
    for fold in tree.find("DisclosureTriangle", within=panel):
        if not is_open(fold):
            tree.focus(fold)
            page.keyboard.press("Enter")
    number, buttons = number_in(offer, game), answers_in(tree, panel, offer["text"])
    fields = tree.find("spinbutton", within=panel) if number is not None else []
    for field in fields if not buttons else ():
        tree.focus(field)
        page.keyboard.press("Control+A")
        page.keyboard.type(str(number))
        if buttons := answers_in(tree, panel, offer["text"]):
            break
    assert buttons, f"no button says {offer['text']}"
    tree.focus(buttons[0])
    page.keyboard.press("Enter")


def answers_in(
    tree: AccessibilityTree, panel: AccessibilityNode, text: str
) -> list[AccessibilityNode]:
    """The buttons of the panel that say this, and perhaps what it changes after a comma."""
    says = re.compile(re.escape(text) + r"(\s*,.*)?$", re.DOTALL)
    return [node for node in tree.find("button", text, within=panel) if says.match(tree.name(node))]


def in_words(tree: AccessibilityTree) -> list[str]:
    """The headings of the board in words."""
    return [
        tree.name(node)
        for node in tree.find("heading")
        if any(p["name"] == "level" and p["value"]["value"] == 3 for p in node["properties"])
    ]


def is_open(node: AccessibilityNode) -> bool:
    """Whether a fold is open."""
    return any(p["name"] == "expanded" and p["value"]["value"] for p in node["properties"])


# --- By touch ------------------------------------------------------------------------------------


def by_touch(page: Page, offer: Offer, game: str) -> None:
    """Tap the lit spot if it has just this answer, or else the answer on the sheet."""
    spot = offer["spot"]
    alone = page.locator(f"button.answer[data-for='{spot}']").count() == 1
    if spot and alone and play_by_touch(page, spot):
        return
    tap_on_the_sheet(page, offer, game)


def tap_on_the_sheet(page: Page, offer: Offer, game: str) -> None:
    """Open the sheet, and the list on it, and tap the answer; a number is typed.

    A reader sees first what is asked, and what has opened: two taps within 400 ms are a double tap.
    """
    read(page)
    panel = page.locator("#panel")
    if "folded" in (panel.get_attribute("class") or ""):
        page.locator("#handle").tap()
        read(page)
    fold = panel.locator("details[data-fold]:not([open]) > summary")
    if fold.count():
        fold.tap()
        read(page)
    field = kind_of(GAMES[game], offer["move"]["kind"]).number_field
    base = without(field, offer["move"])
    for button in panel.locator("button.answer").all():
        move = json_in(button.get_attribute("value") or "")
        if move == offer["move"]:
            button.tap()
            return
        box = button.locator("xpath=ancestor::*[@data-texts]")
        if field is not None and without(field, move or {}) == base and box.count():
            box.get_by_role("spinbutton").fill(str(offer["move"][field]))
            button.tap()
            return
    raise AssertionError(f"the sheet has no {offer['text']}")


def without(field: str | None, move: Offer) -> Offer:
    """A move but for its number."""
    return {name: value for name, value in move.items() if name != field}


# --- All of them ---------------------------------------------------------------------------------


def way_on(page: Page, name: str) -> Way:
    """Return a way to answer on this page, by its name in `WAYS`."""
    if name != "tree":
        return {"keyboard": by_keyboard, "touch": by_touch}[name]
    page.get_by_role("tab", name="Table").press("Enter")
    page.locator("#in-words summary").press("Enter")
    expect(page.locator("#in-words h3").first).to_be_visible()
    return partial(by_the_tree, AccessibilityTree(page))


def confirm(page: Page, name: str) -> None:
    """Confirm: by a touch, or by Enter, as the focus is where it is asked."""
    button = page.locator("[data-confirmed]")
    if name == "touch":
        read(page)
        button.tap()
    else:
        expect(button).to_be_focused()
        page.keyboard.press("Enter")
