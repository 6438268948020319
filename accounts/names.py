"""Which user names are allowed: legible, hard to confuse, and not reserved for the site."""

from __future__ import annotations

import re
import unicodedata

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

LONGEST = 24
SHORTEST = 2

RESERVED = frozenset((
    "about", "account", "accounts", "admin", "administrator", "anonymous", "anybody", "api",
    "automa", "bot", "bots", "deleted", "demo", "everybody", "everyone", "help",
    "host", "login", "logout", "me", "mod", "moderator", "moderators", "noone", "nobody",
    "none", "null", "official", "operator", "postmaster", "root", "settings", "sobremesa",
    "somebody", "spectator", "staff", "static", "support", "system", "table", "undefined",
    "unknown", "user", "webmaster", "you",
))  # fmt: skip
ALLOWED = re.compile(r"[^\W_]([\w.-]*[^\W_])?")


OF_GUESTS = "guest"
"""Only guests have names that begin so, and those are made (`accounts.guests.names`)."""


def check_name(name: str) -> None:
    """Raise ValidationError for a name that is not allowed.

    Allowed are letters of one script and digits, with dots, hyphens and underscores between them;
    no compatibility characters, so that no two names look alike; no name of the site or of a bot.
    """
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)s to %(longest)s characters."),
            "length",
            {"shortest": SHORTEST, "longest": LONGEST},
        )
    if not ALLOWED.fullmatch(name) or unicodedata.normalize("NFKC", name) != name:
        raise ValidationError(
            _("A name consists of letters and digits, with dots, hyphens and underscores inside."),
            "characters",
        )
    if not any(sign.isalpha() for sign in name) or len(scripts(name)) > 1:
        raise ValidationError(_("A name has letters, all of one alphabet."), "alphabet")
    if is_reserved(name):
        raise ValidationError(_("This name is reserved for the site itself."), "reserved")


def scripts(name: str) -> set[str]:
    """The scripts of a name's letters: {"LATIN"}, {"CYRILLIC", "LATIN"}."""
    return {unicodedata.name(sign, "?").split()[0] for sign in name if sign.isalpha()}


def is_reserved(name: str) -> bool:
    """Whether a name is reserved, ignoring punctuation and digits at its end, or like a guest's."""
    bare = re.sub(r"[\W_]", "", name).casefold()
    if bare.startswith(OF_GUESTS):
        return True
    return bare in RESERVED or bare.rstrip("0123456789") in RESERVED
