"""No template asks for what the content policy forbids, or for what it was not given."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import allauth
import django
import pytest
from django.template import Context, Origin, Template, engines
from django.test import RequestFactory
from jinja2 import TemplateNotFound, UndefinedError

from games.page.drawing import tables
from tests import strict_templates

ROOT = Path(__file__).parent.parent
TEMPLATES = sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file())
PAGES = [
    path for path in TEMPLATES if path.suffix in (".html", ".svg") and "mail" not in path.parts
]  # letters are shown by mail programs, which know style attributes only
LONGEST = 160  # characters of a line, as in .djlint_rules.yaml
ALIKE = 5  # lines that may stand in two templates: such as the ends of elements

FORBIDDEN = {
    "a style attribute": r"<[^>{]*\sstyle\s*=",
    "a style element": r"<style\b",
    "an event handler": r"<[^>{]*\son[a-z]+\s*=",
    "an inline script": r"<script(?![^>]*\bsrc=)(?![^>]*application/json)[^>]*>",
    "a javascript address": r"javascript:",
    "a foreign file": r"(?:src|href|action)=\"(?:https?:)?//",
    "an unsafe attribute": r"\bhx-on\b|\bhx-vals=['\"]js:",
}


NAMED_BESIDE = ["templates/accounts/_news.html"]  # after two times, the zone of both


def ids(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_nothing_the_content_policy_forbids(path: Path) -> None:
    text = re.sub(r"\{%.*?%\}|\{\{.*?\}\}", "", path.read_text())
    found = [what for what, pattern in FORBIDDEN.items() if re.search(pattern, text)]
    assert not found


def test_the_patterns_find_what_they_look_for() -> None:
    faults = [
        '<p style="color: red">', "<style>", '<a onclick="x()">', "<script>x()</script>",
        '<a href="javascript:x()">', '<img src="//example.org/x.png">', '<p hx-on:click="x()">',
    ]  # fmt: skip
    for fault, pattern in zip(faults, FORBIDDEN.values(), strict=True):
        assert re.search(pattern, fault), fault
    assert not re.search(
        FORBIDDEN["an inline script"], '<script type="module" src="/x.js"></script>'
    )


@pytest.mark.parametrize("path", TEMPLATES, ids=ids)
def test_lines_that_people_can_read(path: Path) -> None:
    """In comments and translations too, where djlint's own rules look away."""
    lines = enumerate(path.read_text().splitlines(), 1)
    assert not [number for number, text in lines if len(text) > LONGEST]


def test_no_template_repeats_another() -> None:
    """What two pages show alike is a template of its own."""
    places = defaultdict[str, set[str]](set)
    for path in TEMPLATES:
        lines = [line.strip() for line in path.read_text().splitlines() if line.strip()]
        for start in range(len(lines) - ALIKE):
            places["\n".join(lines[start : start + ALIKE + 1])].add(ids(path))
    assert not {run: names for run, names in places.items() if len(names) > 1}


BARE_NAME = re.compile(
    r"""(?<!value=")(?<!data-me=")(?<!dir="auto">\{% if message\.user %\})"""
    r"""\{\{ [\w.]+\.username \}\}|\b\w+=[\w.]+\.username(?=[ %])"""
)


@pytest.mark.parametrize("path", TEMPLATES, ids=ids)
def test_names_are_kept_together(path: Path) -> None:
    """A name that may be read from the right is written with the filter `isolated`."""
    assert not BARE_NAME.findall(path.read_text())


def test_a_bare_name_is_found() -> None:
    for bare in ("<b>{{ user.username }}</b>", "{% blocktranslate with name=one.username %}"):
        assert BARE_NAME.search(bare)
        assert not BARE_NAME.search(bare.replace("username", "username|isolated"))
    assert not BARE_NAME.search('<input value="{{ user.username }}">')


@pytest.mark.parametrize("path", sorted((ROOT / "static").rglob("*.svg")), ids=ids)
def test_drawings_are_drawings(path: Path) -> None:
    text = path.read_text()
    assert not re.search(r"<script|\son[a-z]+=|href=\"https?:|<image|<foreignObject", text)


I18N = "{% load i18n %}"
FORMS = {
    "output": "{{ coffees }}",
    "an attribute": "{{ seat.colours }}",
    "default": "{{ coffees|default:'none' }}",
    "if": "{% if coffees %}{% endif %}",
    "if not": "{% if not coffees %}{% endif %}",
    "the second of two": "{% if seat and coffees %}{% endif %}",
    "compared": "{% if seat.place == coffees %}{% endif %}",
    "elif": "{% if not seat %}{% elif coffees %}{% endif %}",
    "for": "{% for coffee in coffees %}{% endfor %}",
    "with": "{% with own=coffees %}{% endwith %}",
    "include": "{% include coffees %}",
    "with of an include": "{% include '_field.html' with field=coffees kind='line' only %}",
    "an included template": "{% include '_field.html' with kind='line' only %}",
    "argument of a filter": "{{ seat|default:coffees }}",
    "argument of a tag": "{% load look %}{% field coffees %}",
    "url": "{% url 'table' coffees %}",
    "firstof": "{% firstof coffees seat %}",
    "translate": I18N + "{% translate coffees %}",
    "blocktranslate": I18N + "{% blocktranslate %}Your {{ coffees }}{% endblocktranslate %}",
    "with of blocktranslate": I18N
    + "{% blocktranslate with own=coffees %}Your {{ own }}{% endblocktranslate %}",
    "plural": I18N
    + "{% blocktranslate count n=seat.place %}1{% plural %}{{ coffees }}{% endblocktranslate %}",
}  # fmt: skip


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_an_undefined_name_is_an_error(source: str) -> None:
    template = engines["django"].from_string(source)
    seat = {"place": 1}
    with strict_templates.wanted(), pytest.raises(strict_templates.UndefinedName):
        template.render({"seat": seat})


def test_none_has_no_attributes_and_a_visitor_any_parameters() -> None:
    template = engines["django"].from_string("{{ me.name }}{{ request.GET.next }}")
    assert template.render({"me": None}, RequestFactory().get("/")) == ""


def test_templates_of_others_are_left_alone() -> None:
    source = "{{ coffees }}{% if coffees %}{% endif %}{% for coffee in coffees %}{% endfor %}"
    theirs = Template(source, origin=Origin(django.__file__))
    assert theirs.render(Context()) == ""
    ours = Template(source, origin=Origin(str(ROOT / "templates" / "base.html")))
    with strict_templates.wanted(), pytest.raises(strict_templates.UndefinedName, match="coffees"):
        ours.render(Context())


def test_a_template_of_allauth_is_an_error() -> None:
    theirs = Origin(str(Path(allauth.__file__).parent / "templates" / "account" / "login.html"))
    with strict_templates.wanted(), pytest.raises(strict_templates.ForeignTemplate):
        Template("{{ coffees }}", origin=theirs)


def test_a_compiled_template_that_is_not_there_is_an_error() -> None:
    template = engines["django"].from_string("{% load look %}{% drawn 'heder.html' %}")
    with pytest.raises(TemplateNotFound):
        template.render({}, RequestFactory().get("/"))


UNDEFINED = {
    "output": "{{ coffees }}",
    "an attribute": "{{ seat.colours }}",
    "if": "{% if coffees %}{% endif %}",
    "for": "{% for coffee in coffees %}{% endfor %}",
    "an argument": "{{ spot(coffees) }}",
    "compared": "{% if seat.place == coffees %}{% endif %}",
    "translated": "{% trans %}Your {{ coffees }}{% endtrans %}",
    "inside a macro": "{% macro cup() %}{{ coffees }}{% endmacro %}{{ cup() }}",
    "what a macro was not given": "{% macro cup(coffees) %}{{ coffees }}{% endmacro %}{{ cup() }}",
}


@pytest.mark.parametrize("source", UNDEFINED.values(), ids=UNDEFINED)
def test_compiled_templates_know_no_undefined_names(source: str) -> None:
    template = tables().from_string(source)
    with pytest.raises(UndefinedError):
        template.render(seat={"place": 1})


def test_compiled_templates_escape_what_they_are_given() -> None:
    macro = "{% macro own(it) %}<p>{{ it }}</p>{% endmacro %}"
    template = tables().from_string(macro + "{{ own(name) }}")
    assert template.render(name="<b>") == "<p>&lt;b&gt;</p>"


def test_a_key_comes_before_a_method_of_the_same_name() -> None:
    assert tables().from_string("{{ of.items }}").render(of={"items": 3}) == "3"


def test_times_name_their_zone() -> None:
    """By the filter `zoned`: a time to the minute is another one elsewhere."""
    bare = [ids(path) for path in TEMPLATES if re.search(r"\|date:.DATETIME_", path.read_text())]
    assert bare == NAMED_BESIDE
