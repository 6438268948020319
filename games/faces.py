"""Faces: a colour and a motif beside each name, chosen by whoever has it, or made from the name."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from hashlib import blake2b

import msgspec
from django.templatetags.static import static
from django.utils.translation import gettext_lazy as _
from markupsafe import Markup

COLOURS = {
    "teal": _("teal"), "blue": _("blue"), "indigo": _("indigo"), "violet": _("violet"),
    "plum": _("plum"), "pink": _("pink"), "red": _("red"), "rust": _("rust"),
    "ochre": _("ochre"), "olive": _("olive"), "green": _("green"), "slate": _("slate grey"),
}  # fmt: skip
"""By name: the tokens are called `--face-NAME`."""

MOTIFS = {
    "bean": _("coffee bean"), "cup": _("coffee cup"), "pot": _("coffee pot"), "spoon": _("spoon"),
    "die": _("playing die"), "pawn": _("pawn"), "palm": _("palm tree"), "ship": _("sailing ship"),
    "anchor": _("anchor"), "compass": _("compass"), "fish": _("fish"), "shell": _("seashell"),
    "parrot": _("parrot"), "lantern": _("lantern"), "key": _("key"), "hat": _("straw hat"),
    "guitar": _("guitar"), "drum": _("drum"), "sun": _("sun"), "moon": _("moon"),
    "leaf": _("leaf"), "flower": _("flower"), "pineapple": _("pineapple"), "kite": _("kite"),
}  # fmt: skip
"""By name: the symbols in `static/art/faces.svg` are called so."""

BOT, NOBODY, PROGRAM = "bot", "nobody", "program"
OF_PROGRAMS = {"en": "program", "de": "Programm"}
"""All programs, and no people, have names that end in a hyphen and one of these, by the language of
their owner: so they are marked wherever they are named."""


class Face(msgspec.Struct, frozen=True, omit_defaults=True):
    """A colour and a motif in their shape; as somebody has chosen them, "" is what is left open."""

    colour: str = ""
    motif: str = ""
    shape: str = ""  # "" of people, `BOT`, `PROGRAM`, or `NOBODY` for whoever has left


LEFT_OPEN = Face()
ANY_BOT = Face("slate", "bot", BOT)
"""Of a bot that has no name yet."""
NO_FACE = Face(shape=NOBODY)


def face_of(name: str, chosen: Face = LEFT_OPEN) -> Face:
    """Return the face beside a name: what was chosen, and of the name's own what was not."""
    if chosen.shape == NOBODY:
        return chosen
    own_colour, own_motif = usual_of(name)
    if name.endswith(tuple(f"-{word}" for word in OF_PROGRAMS.values())):
        return Face(own_colour, PROGRAM, PROGRAM)
    return Face(
        chosen.colour if chosen.colour in COLOURS else own_colour,
        chosen.motif if chosen.motif in MOTIFS else own_motif,
        chosen.shape,
    )


@functools.lru_cache(maxsize=10_000)
def usual_of(name: str) -> tuple[str, str]:
    """Return the colour and the motif that a name gives."""
    return _fitting(name, COLOURS), _fitting(name, MOTIFS)


def _fitting(name: str, values: Iterable[str]) -> str:
    """Return the value that a hash gives to a name.

    Each is weighed by itself, so one more is taken by few, and all others keep what they have.
    """
    return max(values, key=lambda value: blake2b(f"{value} {name}".encode()).digest())


@functools.lru_cache(maxsize=10_000)
def draw_face(face: Face, size: str = "") -> Markup:
    """Return a face as an element to stand beside a name; `size` is "", "small" or "large"."""
    look = " ".join(filter(None, ("face", face.colour and f"f-{face.colour}", face.shape, size)))
    motif = f'<use href="{static("art/faces.svg")}#{face.motif}"/>' if face.motif else ""
    return Markup(f'<svg class="{look}" aria-hidden="true">{motif}</svg>')  # noqa: S704 - our own
