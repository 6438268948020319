"""The load client reads pages and panels as a browser does, and rows judge as they say."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import msgspec
import pytest
from django.test import Client

from games.page import rendering
from games.page.parts import hashes_in
from games.page.views import update_of
from games.storing.rows import table_load
from tests.games.conftest import Playing
from tools.bench import report, shown
from tools.bench.rows import as_table, rewritten, row
from tools.bench.sampler import Sampler

TAKE, BID, PASS = ("{&#34;kind&#34;:&#34;" + kind + "&#34;}" for kind in ("Take", "Bid", "Pass"))
TEXTS = "{&#34;2&#34;:&#34;Two&#34;,&#34;5&#34;:&#34;Five&#34;}"
PANEL = f"""<section data-part="panel" data-hash="hhhhhhhh" data-question="q1">
<button class="answer" type="submit" name="move" value="{TAKE}">Take</button>
<div class="number" data-number data-field="coins" data-base="{BID}" data-texts="{TEXTS}">
<button class="answer" type="submit" name="move" value="{BID}">Bid</button></div>
<button class="answer quiet" name="move" value="{PASS}">Pass</button></section>"""


def test_a_page_is_cut_into_its_parts() -> None:
    parts, roots = shown.cut(
        '<p>before</p><g data-part="a" data-hash="11111111"><g x=">">1<use data-part="b"'
        ' data-hash="22222222"/></g><input><g data-part="c" data-hash="33333333"></g>2</g>'
        '<div data-part="d" data-hash="44444444"><!--no part--></div>'
    )
    assert roots == ["a", "d"]
    assert parts == {
        "a": '<g data-part="a" data-hash="11111111"><g x=">">1<!--b--></g><input><!--c-->2</g>',
        "b": '<use data-part="b" data-hash="22222222"/>',
        "c": '<g data-part="c" data-hash="33333333"></g>',
        "d": '<div data-part="d" data-hash="44444444"><!--no part--></div>',
    }


@pytest.mark.parametrize(
    "game", ["cuba", "guatemala_cafe", "pier", "port_royal", "santiago_de_cuba"]
)
def test_a_real_page_is_cut_as_its_parts_are_pushed(
    client: Client, begin: Callable[..., Playing], game: str
) -> None:
    playing = begin(game=game)
    user = playing.users[0]
    client.force_login(user)
    page = shown.page_of(client.get(f"/tables/{playing.table.pk}/").content.decode())
    stored = table_load(playing.table.pk)
    roots = rendering.Scene(stored, user, update_of(stored, user)).roots()
    pushed = [part for root in roots for part in root.all.values()]
    assert set(page.roots) == {root.name for root in roots}
    assert page.parts == {part.name: part.html for part in pushed}
    assert page.number == stored.number
    told = shown.hashes(shown.on_show(page.parts, page.roots))
    assert hashes_in(told) == {part.hash for part in pushed}


def test_answers_are_those_of_buttons_and_of_number_fields() -> None:
    found = set()
    for seed in range(60):
        answer = shown.answering(PANEL, random.Random(seed))
        assert answer is not None
        assert answer.question == "q1"
        assert answer.ask is True
        found.add(bytes(answer.move).decode())
    assert found == {
        '{"kind":"Take"}', '{"kind":"Pass"}', '{"kind":"Bid","coins":2}',
        '{"kind":"Bid","coins":5}',
    }  # fmt: skip


def test_a_lone_answer_is_not_asked_about() -> None:
    panel = '<div data-question="q"><button class="answer" name="move" value="{}">Go</button></div>'
    answer = shown.answering(panel, random.Random(1))
    assert answer == ("q", msgspec.Raw(b"{}"), False)


def test_who_is_not_asked_has_no_answer() -> None:
    assert not shown.asks('<div data-question=""></div>')
    assert shown.answering('<div data-question=""></div>', random.Random(1)) is None


def test_an_aim_is_about_the_ratio_where_there_is_a_reference() -> None:
    assert row("a", 5, 10, least=0.5).met is True
    assert row("a", 5, 10, most=0.4).met is False
    assert row("a", 5, most=4).met is False
    assert row("a", 5, least=4).met is True
    assert row("a", 5, 10).met is None
    assert row("a", 5, 0, least=1).met is None
    assert row("a", 1 / 3, 2, most=1).ratio == 0.167


def test_rows_are_a_table() -> None:
    lines = as_table([row("a", 1234.5, 2000, least=0.5), row("b", 1)], markdown=True)
    assert lines[2:] == ["| a | 1,234 | 2,000 | 0.617 | 0.5 | yes |", "| b | 1 |  |  |  |  |"]


def test_a_section_of_a_document_is_rewritten() -> None:
    text = "one\n<!-- x -->\nold\n<!-- end of x -->\ntwo\n"
    assert rewritten(text, "x", ["new"]) == "one\n<!-- x -->\nnew\n<!-- end of x -->\ntwo\n"
    with pytest.raises(ValueError, match="'y'"):
        rewritten(text, "y", ["new"])


def test_every_section_of_the_report_has_its_place_in_the_docs() -> None:
    text = report.DOCS.read_text()
    for part in report.ALL:
        assert f"\n{part.section}\n" in rewritten(text, part.section, [part.section])
        assert part.arguments[0] in report.SMALL


def test_the_sampler_finds_who_works() -> None:
    def work() -> None:
        end = time.thread_time() + 0.2
        while time.thread_time() < end:
            pass

    sampler = Sampler()
    sampler.start()
    work()
    sampler.stop()
    text = sampler.text()
    assert "## MainThread" in text
    assert "test_the_sampler_finds_who_works.<locals>.work" in text
