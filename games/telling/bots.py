"""What computer players are called: each a name of its own, and how well it plays beside it.

A user's name has no space in it (`accounts.names.allowed`), so nobody can be taken for one of
these.
"""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.faces import BOT, Face, face_of

NAMES = (
    "Doña Pepita", "Don Anselmo", "Tía Chole", "Tío Chano", "Capitana Brisa", "Capitán Loro",
    "Doña Candela", "Don Plácido", "Tía Canela", "Tío Mango", "Doña Marea", "Don Ramal",
    "Abuela Nube", "Abuelo Coral", "Doña Milagros", "Don Fermín", "Tía Panchita", "Tío Lázaro",
    "Maestra Flor", "Maestro Timón", "Doña Azucena", "Don Cirilo", "Tía Ofelia", "Tío Cafetal",
    "Doña Lluvia", "Don Aurelio", "Captain Nell", "Old Bartlett", "Mistress Quill", "Salty Meg",
    "Long Tobias", "Mad Rosalind", "Uncle Barnacle", "Auntie Lantern", "Cook Philemon",
    "Doña Guayaba", "Don Celestino",
)  # fmt: skip
"""As many as a prime, so that the steps below never meet at a table."""
BY_TABLE, BY_PLACE = 7, 11

KINDS = {
    "novice": _("novice bot"),
    "regular": _("regular bot"),
    "expert": _("expert bot"),
    "master": _("master bot"),
}


def bot_name(table_id: int, place: int) -> str:
    """What a bot is called at this place of a table: always the same, and no two there alike."""
    return NAMES[(table_id * BY_TABLE + place * BY_PLACE) % len(NAMES)]


def bot_face(table_id: int, place: int) -> Face:
    """Return the face beside that name."""
    return face_of(bot_name(table_id, place), Face(shape=BOT))


def kind_of_bot(bot: str) -> str:
    """What plays for a seat, such as "expert bot"; "" where nothing does."""
    return str(KINDS.get(bot, _("bot"))) if bot else ""


def with_kind(name: str, bot: str) -> str:
    """A bot's name and level, which may stand in a list: "Doña Pepita (expert bot)"."""
    return gettext("{name} ({kind})").format(name=name, kind=kind_of_bot(bot))
