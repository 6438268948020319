"""Texts are found, merged and compiled; a translation is never lost or guessed."""

from __future__ import annotations

import gettext
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from config.running import texts

Project = Callable[..., Path]

PYTHON = """
from django.utils.translation import gettext as _, ngettext, pgettext
def greet(n):
    # Translators: shown on the first page
    return _("Hello"), ngettext("{n} game", "{n} games", n), pgettext("month", "May")
"""

TEMPLATE = """{% load i18n %}
<p title="{% translate 'Your "turn"' %}">{% translate "Back" context "button" %}</p>
{% blocktranslate count n=tables|length with who=user.name %}One table for {{ who }}{% plural %}
{{ n }} tables{% endblocktranslate %}
{% include "x.html" with text=_("In a tag") %}
"""

GAME = """
TEXTS = {"prompt": N_("How much?"), "coins": NP_("{coins} coin", "{coins} coins", "coins")}
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one text of every kind."""
    for name, content in {
        "accounts/pages/views.py": PYTHON,
        "templates/lobby/list.html": TEMPLATE,
        "games/rules/pier/texts.py": GAME,
        "games/page/views.py": "from x import _\n_('Outside of the rules')\n",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    return tmp_path


def ids(area: str) -> set[object]:
    found = next(known for known in texts.areas() if known.name == area)
    return {message.id for message in texts.template_of(found) if message.id}


def test_python(project: Path) -> None:
    assert ids("accounts") == {"Hello", ("{n} game", "{n} games"), "May"}


def test_templates(project: Path) -> None:
    assert ids("site") == {
        'Your "turn"',
        "Back",
        "In a tag",
        ("One table for %(who)s", "\n%(n)s tables"),
    }


def test_games_have_texts_of_their_own(project: Path) -> None:
    assert ids("pier") == {"How much?", ("{coins} coin", "{coins} coins")}
    assert ids("games") == {"Outside of the rules"}


def translate(path: Path, text: str, into: str) -> None:
    content = path.read_text()
    assert f'msgid "{text}"\nmsgstr ""' in content
    path.write_text(
        content.replace(f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "{into}"')
    )


def test_a_translation_stays_and_a_second_merge_changes_nothing(project: Path) -> None:
    assert "accounts: 3 texts without de" in texts.update()
    po = project / "accounts/locale/de/LC_MESSAGES/django.po"
    assert "shown on the first page" in po.read_text()
    translate(po, "Hello", "Hallo")
    before = po.read_bytes()
    remarks = texts.update()
    assert "accounts: 2 texts without de" in remarks
    assert po.read_bytes() == before
    assert not any("updated" in remark for remark in remarks)


def test_a_changed_text_is_not_guessed_and_an_old_one_is_dropped(project: Path) -> None:
    texts.update()
    po = project / "accounts/locale/de/LC_MESSAGES/django.po"
    translate(po, "Hello", "Hallo")
    views = project / "accounts/pages/views.py"
    views.write_text(views.read_text().replace("Hello", "Hello!"))
    texts.update()
    assert 'msgid "Hello!"\nmsgstr ""' in po.read_text()
    assert "Hallo" not in po.read_text()
    assert "fuzzy" not in po.read_text()


def test_a_text_that_has_lost_its_plural_is_not_taken_for_translated(project: Path) -> None:
    """A merge marks it as fuzzy, and what is fuzzy is not compiled: readers would get English."""
    texts.update()
    po = project / "accounts/locale/de/LC_MESSAGES/django.po"
    translate(po, "Hello", "Hallo")
    po.write_text(po.read_text().replace('msgid "Hello"', '#, fuzzy\nmsgid "Hello"'))
    assert "accounts: 3 texts without de" in texts.update()


def test_a_check_changes_nothing(project: Path) -> None:
    remarks = texts.update(write=False)
    assert "accounts/locale/de/LC_MESSAGES/django.po: not up to date" in remarks
    assert not list(project.rglob("*.po"))


def test_only_stale_files_are_compiled(project: Path) -> None:
    texts.update()
    po = project / "accounts/locale/de/LC_MESSAGES/django.po"
    translate(po, "Hello", "Hallo")
    assert texts.compile_stale() == 4
    assert texts.compile_stale() == 0
    with po.with_suffix(".mo").open("rb") as file:
        read = gettext.GNUTranslations(file)
    assert read.gettext("Hello") == "Hallo"
    assert read.gettext("Unknown") == "Unknown"
    os.utime(po, ns=(1, 1))  # an older version was checked out
    assert texts.compile_stale() == 1
    assert not list(project.rglob("*.mo.*"))
