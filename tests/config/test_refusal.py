"""Every way in which the site says no: told to programs and people alike, in their language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.utils import translation

from accounts.moderation.reporting import BadReport
from config.web import limits
from config.web.counting import too_many
from config.web.limits import Most
from config.web.refusal import Refused, TooMany, answer, told

APPS = ("accounts", "config", "games", "lobby")
PAGES_ONLY = {
    "accounts.moderation.appeals.AlreadyAnswered",
    "accounts.moderation.claims.ClaimedByOther",
    "accounts.moderation.matters.AlreadySettled",
    "accounts.people.rights.NotAllowed",
    "games.changing.halting.AlreadyDone",
    "games.changing.studies.NameTooLong",
    "games.changing.studies.NothingToKeep",
    "games.changing.studies.StillPlayed",
    "games.trying.trees.NoteTooLong",
}


def refusals(kind: type[Refused] = Refused) -> Iterator[type[Refused]]:
    """All that the product has, once everything is loaded that answers anybody."""
    for module in ("accounts.sessions.middleware", "config.web.failing", "config.urls"):
        import_module(module)
    for heir in kind.__subclasses__():
        if heir.__module__.startswith(APPS):
            yield heir
            yield from refusals(heir)


MOST = [most for most in vars(limits).values() if isinstance(most, Most)]
ALL = sorted(set(refusals()), key=lambda kind: f"{kind.__module__}.{kind.__qualname__}")
IDS = [f"{kind.__module__}.{kind.__qualname__}" for kind in ALL]


def documented() -> set[tuple[int, str]]:
    """Status and code of what docs/reference/api.md says can go wrong."""
    page = Path(settings.BASE_DIR, "docs", "reference", "api.md").read_text()
    table = page.partition("## When something is wrong")[2]
    rows = re.findall(r"^\| (\d{3}) \| (.*) \|$", table, re.MULTILINE)
    return {(int(status), code) for status, row in rows for code in re.findall(r"`(\w+)`", row)}


def test_every_app_refuses_so() -> None:
    assert {name.partition(".")[0] for name in IDS} == set(APPS)


@pytest.mark.parametrize("kind", ALL, ids=IDS)
def test_a_refusal_is_told(kind: type[Refused]) -> None:
    name = f"{kind.__module__}.{kind.__qualname__}"
    assert ((kind.status, kind.code) in documented()) != (name in PAGES_ONLY)
    told_in = {}
    for language in ("en", "de"):
        with translation.override(language):
            refused = kind()
            told_in[language] = told(refused)
            assert told(refused) == {"error": kind.code, "message": str(refused)}
            assert answer(refused).status_code == kind.status
    assert told_in["en"]["message"] and told_in["en"] != told_in["de"]


def test_there_is_one_way_to_say_that_it_is_too_much() -> None:
    """So all of it has the same code and status, and a time after which to come again."""
    kinds = {kind for kind in ALL if kind.status == 429 or kind.code == "too_many"}
    assert kinds == {TooMany}
    assert answer(TooMany())["Retry-After"] == "60"
    assert answer(TooMany(seconds=2.3))["Retry-After"] == "3"
    assert (TooMany.status, TooMany.code) == (429, "too_many")


@pytest.mark.parametrize("most", MOST, ids=lambda most: str(most.number))
def test_a_limit_is_told_in_its_words(most: Most) -> None:
    said = []
    for language in ("en", "de"):
        with translation.override(language):
            said.append(str(too_many(most)))
    assert len(set(said)) == 2 and "{" not in said[0]
    assert ("an hour" in said[0]) <= (most.within == timedelta(hours=1))
    assert not re.search(r"\d", str(most.text)), "the number is the limit's"


def test_numbers_are_told_as_the_language_writes_them() -> None:
    told_in = {}
    for language in ("en", "de"):
        with translation.override(language):
            told_in[language] = str(BadReport())
    assert told_in == {
        "en": "A report has 1 to 2,000 characters.",
        "de": "Eine Meldung hat 1 bis 2.000 Zeichen.",
    }


def test_a_better_text_and_the_field_are_told_too() -> None:
    response = answer(ALL[0]("There is a reason.", "move.coins"))
    assert b'"message":"There is a reason.","field":"move.coins"' in response.content
