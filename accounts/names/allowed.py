"""Which user names are allowed: legible, hard to confuse, and not reserved for the site."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from precis_i18n import get_profile

from accounts.names.skeletons import JOINERS, bare_skeleton
from games.faces import OF_PROGRAMS

LONGEST = 24
SHORTEST = 2

RESERVED = frozenset((
    "about", "account", "accounts", "anonymous", "anybody", "api",
    "automa", "deleted", "demo", "everybody", "everyone", "help",
    "host", "login", "logout", "me", "noone", "nobody",
    "none", "null", "settings",
    "somebody", "spectator", "static", "table", "undefined",
    "unknown", "user", "you",
))  # fmt: skip
OF_OFFICE = frozenset((
    "admin", "administrator", "bot", "bots", "mod", "moderator", "moderators", "official",
    "operator", "postmaster", "root", "sobremesa", "staff", "support", "system", "webmaster",
))  # fmt: skip
"""No part of a name may be one of these either: who writes as "the-admin" would be believed."""
OF_GUESTS = {"en": "Guest", "de": "Gast"}
"""Only guests have names whose first word is one of these, by the language in which they came; they
are made by `accounts.signing_in.guests.names`."""

SEPARATORS = "._-"
SCRIPTS = frozenset((
    "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC",
    "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA",
    "KATAKANA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL",
    "TELUGU", "THAANA", "THAI", "TIBETAN",
))  # fmt: skip
"""The scripts in general use (UAX 31, table 5), by the first word of their characters' names."""
TOGETHER = (
    frozenset(("LATIN", "CJK", "HIRAGANA", "KATAKANA")),
    frozenset(("LATIN", "CJK", "BOPOMOFO")),
    frozenset(("LATIN", "CJK", "HANGUL")),
)
"""Scripts that are written together; UTS 39 calls these mixtures "highly restrictive"."""
MOST_MARKS = 4  # one upon another, as UTS 39 advises
WITH_A_MARK = str.maketrans({"\u0e33": "\u0e32", "\u0eb3": "\u0eb2"})
"""Vowels of Thai and Lao that PRECIS refuses for their compatibility; it judges those without."""


def check_name(name: str, *, of_office: bool = False) -> None:
    """Raise ValidationError for a name that is not allowed, and say which rule it breaks.

    `of_office`: who has it is what it says, an administrator.

    Allowed is what RFC 8265 allows, of that only letters with their marks and digits, and dots,
    hyphens and underscores between them; of one script, and with one kind of digits; no name of the
    site or of a bot.
    """
    if not SHORTEST <= len(name) <= LONGEST:
        raise ValidationError(
            _("A name has %(shortest)s to %(longest)s characters."),
            "length",
            {"shortest": SHORTEST, "longest": LONGEST},
        )
    if not is_legible(name):
        raise ValidationError(
            _("A name consists of letters and digits, with dots, hyphens and underscores inside."),
            "characters",
        )
    if is_heaped(name):
        raise ValidationError(_("A name does not stack accents on one letter."), "marks")
    found = scripts(name)
    if not found or not (len(found) == 1 or any(found <= known for known in TOGETHER)):
        raise ValidationError(
            _("A name has letters, all of one alphabet or of some that are written together."),
            "alphabet",
        )
    if not found <= SCRIPTS:
        raise ValidationError(_("A name has letters of an alphabet in general use."), "script")
    if len({ord(sign) - unicodedata.decimal(sign) for sign in name if sign.isdecimal()}) > 1:
        raise ValidationError(_("A name has digits of one kind."), "digits")
    if is_reserved(name, of_office=of_office):
        raise ValidationError(
            _("This name is reserved for the site itself, or looks like one that is."), "reserved"
        )


def tidy_name(name: str) -> str:
    """Return a typed name as it is stored: letters with their accents, of the usual width."""
    return unicodedata.normalize(
        "NFC", get_profile("UsernameCasePreserved").width_mapping_rule(name)
    )


def is_legible(name: str) -> bool:
    """Return True for a name that RFC 8265 allows, with separators only between letters."""
    kinds = [unicodedata.category(sign)[0] for sign in name]
    if kinds[0] not in "LN" or name[-1] in SEPARATORS + JOINERS:
        return False
    if any(
        kind not in "LMN" and sign not in SEPARATORS + JOINERS
        for kind, sign in zip(kinds, name, strict=True)
    ):
        return False
    plain = name.translate(WITH_A_MARK)
    try:
        return bool(get_profile("UsernameCasePreserved").enforce(plain) == plain)
    except UnicodeEncodeError:
        return False


def is_heaped(name: str) -> bool:
    """Whether a letter of the name bears more marks than any script needs, or one of them twice."""
    heap = ""
    for sign in unicodedata.normalize("NFD", name):
        if unicodedata.category(sign) != "Mn":
            heap = ""
            continue
        if sign in heap or len(heap) == MOST_MARKS:
            return True
        heap += sign
    return False


def scripts(name: str) -> set[str]:
    """The scripts of a name's letters and their marks: {"LATIN"}, {"CYRILLIC", "LATIN"}."""
    written = [sign for sign in name if unicodedata.category(sign)[0] in "LM"]
    words = {re.split("[ -]", unicodedata.name(sign, "?"))[0] for sign in written}
    return {"CJK" if word == "IDEOGRAPHIC" else word for word in words - {"COMBINING"}}


def is_reserved(name: str, *, of_office: bool = False) -> bool:
    """Return True if a name or a part of it looks reserved, or like a guest's or a program's.

    Digits at the end are not looked at, and the whole is read without its separators too. Nothing
    else begins with "Guest"; "Gast" is a guest's as a first word alone, so Gaston keeps his name.
    "Program" is a program's as the last part.
    """
    whole = re.sub(r"[\W_]", "", name)
    if bare_skeleton(whole).startswith(bare_skeleton(OF_GUESTS["en"])):
        return True
    first_words = re.split(r"[._-]", name)[0], re.split(r"(?<=[a-z])(?=[A-Z])", whole)[0]
    if any(looks(word) & skeletons(frozenset(OF_GUESTS.values())) for word in first_words):
        return True
    if looks(re.split(r"[._-]", name)[-1]) & skeletons(frozenset(OF_PROGRAMS.values())):
        return True
    if looks(whole) & skeletons(RESERVED):
        return True
    parts = () if of_office else (whole, *re.split(r"[._-]", name))
    return any(looks(part) & skeletons(OF_OFFICE) for part in parts)


def looks(part: str) -> set[str]:
    """The skeletons of a word, with and without the digits at its end."""
    return {bare_skeleton(part), bare_skeleton(part.rstrip("0123456789"))}


@cache
def skeletons(words: frozenset[str]) -> frozenset[str]:
    """The skeletons of reserved words."""
    return frozenset(map(bare_skeleton, words))
