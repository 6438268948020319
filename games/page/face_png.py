"""A face as a small PNG: for mails, in which no drawing is shown everywhere."""

from __future__ import annotations

import functools
from pathlib import Path
from xml.etree import ElementTree

import resvg_py
from django.contrib.staticfiles import finders

from games.faces import BOT, PROGRAM, Face
from games.page.flat import Shape, element, resolved, rules_of, values_for

SIDE = 24  # px at which it is shown
SHEETS = ("tokens.css", "faces.css")
MOTIFS = "art/faces.svg"
SVG = "http://www.w3.org/2000/svg"
_BOX = 32  # of a motif
_ROUND, _SQUARE, _EDGE = "16", "8", 1.5


@functools.lru_cache(maxsize=1_000)
def face_as_png(face: Face) -> bytes:
    """Draw a face as it is in the light theme, for a screen with two pixels in one."""
    svg = _drawn(face)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=2 * SIDE, skip_system_fonts=True))


def _drawn(face: Face) -> str:
    looks = " ".join(("face", f"f-{face.colour}", face.shape))
    root = Shape.from_xml_root(ElementTree.Element("svg", {"class": looks}))
    look = resolved(values_for(root, rules_of(_css())), {})
    colour = {name: look[name] for name in ("color", "fill", "stroke")}
    colour["fill"] = colour["fill"].replace("currentColor", colour["color"])
    place, side = str(_EDGE / 2), str(_BOX - _EDGE)
    ground = {"x": place, "y": place, "width": side, "height": side, "fill": look["background"]}
    ground |= {"rx": _SQUARE if face.shape in (BOT, PROGRAM) else _ROUND, "stroke": "none"}
    if "box-shadow" in look:
        ground |= {"stroke": look["color"], "stroke-width": str(_EDGE)}
    if "border" in look:  # dashed, in the colour that it ends with
        ground |= {"stroke": look["border"].split()[-1], "stroke-dasharray": "4 4"}
    lines = {"stroke-width": "0", "stroke-linecap": "round", "stroke-linejoin": "round"}
    drawing = element("rect", ground, "") + element("g", colour | lines, _motif(face.motif))
    return element("svg", {"xmlns": SVG, "viewBox": f"0 0 {_BOX} {_BOX}"}, drawing)


@functools.cache
def _css() -> str:
    return "".join(Path(str(finders.find(name))).read_text() for name in SHEETS)


@functools.cache
def _motif(name: str) -> str:
    """Return the shapes of a motif; none for somebody who has left."""
    ElementTree.register_namespace("", SVG)
    symbols = ElementTree.parse(str(finders.find(MOTIFS))).getroot()  # noqa: S314 - our own file
    shapes = symbols.findall(f".//{{{SVG}}}symbol[@id='{name}']/*")
    return "".join(ElementTree.tostring(one, encoding="unicode") for one in shapes)
