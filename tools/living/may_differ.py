"""In what a page that has been open for a while may differ from a fresh one, and why."""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["element", "class", "attribute", "text", "shown"]


class Allowance(NamedTuple):
    """What may differ, of which elements, and why."""

    kind: Kind  # "element" is all of it, with what is inside
    selector: str
    name: str  # of the class or attribute; "" is any
    reason: str


TRAIL = "a live page marks what it has seen move, a fresh one what the log says has moved"
OPENED = "it is as the reader left it"
SECRETS = "at the end a fresh page's log tells what was secret when it happened"
SHEET = "the sheet is as the reader left it"

ALLOWED = (
    Allowance(
        "element", "#spoken", "", "it says what has changed last: nothing yet on a fresh page"
    ),
    Allowance("element", "[name=csrfmiddlewaretoken]", "", "each page has a token of its own"),
    Allowance("element", "[name=mark]", "", "each form has a mark of its own"),
    Allowance("element", "[data-confirm-box][hidden] *", "", "what was confirmed last"),
    Allowance("attribute", "#table", "data-now", "when the page was made"),
    Allowance("attribute", "#table", "data-shown", "what was seen when the page was made"),
    Allowance("text", "time[data-time]", "", "times since are counted anew twice a minute"),
    Allowance("text", "[data-follow=lobby] li p.small", "", "how long ago, when the list was made"),
    Allowance("text", "[data-part=list] li p span", "", "how long ago, when the list was made"),
    Allowance("element", "#companions option", "", "who was known when the page was made"),
    Allowance("text", ".has-result .line > span", "", SECRETS),
    Allowance("class", ".line", "fresh", "the line came while the page was open"),
    Allowance("class", "#board *, .seat *", "preview", "what the focused answer is about"),
    Allowance("class", "#board *, .seat *", "touched", "what the focused answer would touch"),
    Allowance("element", "#tip", "", "it explains what has the focus or the pointer"),
    Allowance("element", ".flights", "", "what flies over all else, and is gone at rest"),
    Allowance("element", "#chat:not(.chosen, [open]) #talk", "", "fetched when it is opened"),
    Allowance("shown", ".space > .reach", "", "the line of the focused answer"),
    Allowance("class", "*", "moved", TRAIL),
    Allowance("class", "*", "left", TRAIL),
    Allowance("attribute", "#menu input", "value", "the fresh page asks for the whole log"),
    Allowance("class", "#panel", "folded", SHEET),
    Allowance("shown", "#own", "", SHEET),
    Allowance("attribute", "#handle", "aria-expanded", SHEET),
    Allowance("attribute", "#since, [data-fold-lacking]", "open", OPENED),
    Allowance("shown", "#since *, [data-fold-lacking] *", "", OPENED),
)
