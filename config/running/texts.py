"""The texts of the site in other languages: extracted, merged and compiled with Babel.

Every area has a `locale` folder of its own: the project (templates and `config`), each app, and
each game. Texts of libraries whose own German is formal or clumsy stand in `config/locale`, which
is written by hand. Only `.po` files are committed; `.mo` files are compiled when they are stale.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("de",)
"""All but English, the language of the source."""

COMPILED = ROOT / "templates" / "games"
"""The templates in Jinja2; all others are in Django's language."""

CALL = re.compile(
    r"""\b(?:gettext|ngettext|pgettext|npgettext|_)\("""
    r"""(?:[^()"']|"(?:\\[\s\S]?|[^"\\])*(?:"|\Z)|'(?:\\[\s\S]?|[^'\\])*(?:'|\Z))*(?:\)|(?=\()|\Z)"""
)
"""A call that gives a text, whole if it ends with a parenthesis."""
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    **dict.fromkeys(("gettext_lazy", "gettext_noop", "N_"), None),
    **dict.fromkeys(("ngettext_lazy", "NP_"), (1, 2)),
    **dict.fromkeys(("pgettext_lazy", "pgettext"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext_lazy", "npgettext"), ((1, "c"), 2, 3)),
}


@dataclass(frozen=True)
class Area:
    """A folder with texts and the `locale` folder they are translated in."""

    name: str
    home: Path
    sources: tuple[Path, ...]
    without: tuple[Path, ...] = field(default=())
    context: str | None = None  # of all its texts: elsewhere the same word may mean something else

    def po(self, language: str) -> Path:
        """The translations of this area into a language."""
        return self.home / "locale" / language / "LC_MESSAGES" / "django.po"

    def files(self) -> Iterator[Path]:
        """Python files and templates, in a stable order."""
        for source in self.sources:
            for path in sorted(
                [*source.rglob("*.py"), *source.rglob("*.html"), *source.rglob("*.txt")]
            ):
                if not any(path.is_relative_to(folder) for folder in self.without):
                    yield path


def areas() -> list[Area]:
    """The project, the apps, the games; libraries, as far as their texts are replaced."""
    rules = ROOT / "games" / "rules"
    games = sorted(path.parent for path in rules.glob("*/texts.py") if path.parent.name != "core")
    return [
        Area("site", ROOT, (ROOT / "templates", ROOT / "config")),
        Area("lobby", ROOT / "lobby", (ROOT / "lobby",)),
        Area("accounts", ROOT / "accounts", (ROOT / "accounts",)),
        Area("games", ROOT / "games", (ROOT / "games",), without=tuple(games)),
        Area("libraries", ROOT / "config", ()),
        *(Area(game.name, game, (game,), context=game.name) for game in games),
    ]


# --- Extracting ---------------------------------------------------------------------------------


def template_of(area: Area) -> Catalog:
    """All texts of an area, untranslated."""
    catalog = Catalog(project="Sobremesa", charset="utf-8")
    for path in area.files():
        for _, message, comments, context in _texts_in(path):
            where = (path.relative_to(ROOT).as_posix(), 0)  # numbers are not written
            catalog.add(
                message,
                locations=[where],
                auto_comments=comments,
                context=context or area.context,
            )
    return catalog


def _texts_in(path: Path) -> Iterator[tuple[int, Any, list[str], str | None]]:
    """Line, message, comments and context of each text in a file."""
    source, method, options = path.read_text(), "python", {}
    if path.is_relative_to(COMPILED):
        method, options = "jinja2.ext:babel_extract", {"trimmed": "true", "silent": "false"}
    elif path.suffix != ".py":
        source = _as_python(source, path)
    return extract(
        method, io.BytesIO(source.encode()), KEYWORDS, ("Translators:",), options=options
    )


def _as_python(source: str, path: Path) -> str:
    """A Django template as Python that calls gettext, one statement per line."""
    from django.utils.translation.template import templatize

    calls = CALL.findall(templatize(source, origin=str(path)))
    whole = [call for call in calls if call.endswith(")")]
    return "\n".join(" ".join(call.split("\n")) for call in whole)


# --- Merging ------------------------------------------------------------------------------------


def update(*, write: bool = True) -> list[str]:
    """Merge new texts into the `.po` files. Returns what changed or lacks a translation."""
    remarks = []
    for area in areas():
        template = template_of(area)
        for language in LANGUAGES:
            path = area.po(language)
            before = path.read_bytes() if path.exists() else b""
            catalog = read_po(io.BytesIO(before), locale=language)
            if area.sources:
                catalog.update(template, no_fuzzy_matching=True)
            after = _document(catalog)
            missing = sum(1 for message in catalog if message.id and not _translated(message))
            if missing:
                remarks.append(f"{area.name}: {missing} texts without {language}")
            if after != before and len(catalog):
                remarks.append(
                    f"{path.relative_to(ROOT)}: {'updated' if write else 'not up to date'}"
                )
                if write:
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(after)
    return remarks


def _translated(message: Message) -> bool:
    """Whether it is compiled for readers: a fuzzy one is not."""
    string = message.string
    filled = all(string) if isinstance(string, (list, tuple)) else bool(string)
    return filled and not message.fuzzy


def _document(catalog: Catalog) -> bytes:
    """The `.po` file without dates and tool versions, so that it changes only with its texts."""
    out = io.BytesIO()
    write_po(out, catalog, width=100, ignore_obsolete=True, include_lineno=False, sort_by_file=True)
    kept = rb"Language|MIME-Version|Content-Type|Content-Transfer-Encoding|Plural-Forms"
    head, _, body = out.getvalue().partition(b"\n\n")
    lines = [
        line
        for line in head.split(b"\n")
        if line.startswith((b"msgid", b"msgstr")) or re.match(rb'"(?:' + kept + rb"):", line)
    ]
    return b"\n".join(lines) + b"\n\n" + body


# --- Compiling ----------------------------------------------------------------------------------


def compile_stale() -> int:
    """Compile every `.po` whose `.mo` is missing or has another time. Returns how many."""
    count = 0
    for po in (path for area in areas() for path in area.home.glob("locale/*/LC_MESSAGES/*.po")):
        age = po.stat().st_mtime_ns
        mo = po.with_suffix(".mo")
        if mo.exists() and mo.stat().st_mtime_ns == age:
            continue
        _compile(po, mo)
        os.utime(mo, ns=(age, age))
        count += 1
    return count


def _compile(po: Path, mo: Path) -> None:
    """Write to a draft and rename it, as another process may read or compile the same file."""
    draft = mo.with_name(f"{mo.name}.{os.getpid()}")
    with po.open("rb") as source:
        catalog = read_po(source, locale=po.parent.parent.name)
    try:
        with draft.open("wb") as target:
            write_mo(target, catalog)
        draft.replace(mo)
    finally:
        with contextlib.suppress(FileNotFoundError):
            draft.unlink()
