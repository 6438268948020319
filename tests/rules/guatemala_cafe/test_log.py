"""The log and every other text: nothing missing, nothing left over."""

from __future__ import annotations

import random
from pathlib import Path

from babel.messages.pofile import read_po

from games.rules import guatemala_cafe
from games.rules.core.play import advance, start
from games.rules.core.texts import Plural, Text
from games.rules.guatemala_cafe import rules
from games.rules.guatemala_cafe.components import COLOURS, REGIONS
from games.rules.guatemala_cafe.moves import Block, MoveBuyer
from games.rules.guatemala_cafe.state import Orders
from games.rules.guatemala_cafe.texts import TEXTS
from tests.rules.guatemala_cafe.contract import OPTIONS
from tests.rules.guatemala_cafe.table import ROW_3, ROW_7, Table
from tests.rules.guatemala_cafe.test_scoring import example_1

WORDING = Table().wording
GERMAN = Path(guatemala_cafe.__file__).parent / "locale" / "de" / "LC_MESSAGES" / "django.po"


def test_a_turn_of_building() -> None:
    table = Table()
    table.state.buyer = 8
    table.play(MoveBuyer(4, ROW_3))
    assert table.told() == ["Ana moves the buyer 4 steps for 2 centavos, to the right of row 4."]
    table.build("3,0", "cell:0,5")
    assert table.told() == ["Ana puts a beige worker on F1 for 1 centavo."]
    table.build("3,3", "harbour:HB")
    assert table.told() == ["Ana sends a white ship to harbour 2 for 2 centavos."]
    table.build("3,2", "site:B2")
    assert table.told() == [
        "Ana builds a black hut on site G7 for 4 centavos.",
        "Ana stops after 3 pieces.",
        "3 emptied fields get roads; roads left: 47.",
        "Ben’s turn.",
    ]


def test_a_scoring() -> None:
    table = example_1().hand(0, white=1)
    table.announce("7,5")
    assert table.told() == ["Ana wants to score brown."]
    table.decline_all()
    assert table.told() == [
        "Cleo does not block.",
        "The brown sack goes on field 70 of the point track.",
        "Ana gets 8 centavos.",
        "Ana scores 9 points for brown (workers: 3, ships: 2) and has 9.",
        "Ben scores 4 points for brown (workers: 2, ships: 1) and has 4.",
        "Cleo scores 2 points for brown (workers: 2, ships: 0) and has 2.",
        "A brown ship leaves harbour 2 for good.",
        "A brown ship leaves harbour 3 for good.",
        "Ana puts a white sack on field U8.",
        "Ben’s turn.",
    ]


def test_a_blockade() -> None:
    table = Table().at(ROW_7).hand(1, brown=1).announce("7,5")
    table.play(Block())
    assert table.told() == [
        "Ben blocks the scoring of brown.",
        "The brown sack goes on field 70 of the point track.",
        "Ana gets 8 centavos.",
    ]


def test_every_text_of_an_event_occurs_and_can_be_said() -> None:
    """In random games and in the rare cases: the texts and the events are the same set."""
    seen: set[str] = set()
    for seed in range(36):
        chance = random.Random(seed)
        step = start(rules, 2 + seed % 3, OPTIONS[seed % len(OPTIONS)], f"{seed}")
        while True:
            log_open = rules.opens_log(step.position.state)
            for event in step.events:
                assert WORDING.event(event.seen_by(0, log_open=log_open))
                seen.add(f"event.{event.name}")
            if not step.decisions:
                break
            decision = chance.choice(step.decisions)
            move = chance.choice(decision.moves)
            step = advance(rules, step.position, decision.seat, move, step.decisions)
    assert seen | {"event.sacks_dealt.known"} == {key for key in TEXTS if key.startswith("event.")}


def test_things_on_the_boards_have_words_and_help() -> None:
    for colour in COLOURS:
        assert WORDING.word("colour", colour)
    for region in REGIONS:
        assert WORDING.word("region", region) and TEXTS[f"help.region.{region}"]
    for kind in ("worker", "hut", "ship", "road", "sack", "buyer"):
        assert WORDING.word("piece", kind) and TEXTS[f"help.piece.{kind}"]


def test_standing_orders_have_texts() -> None:
    for name in Orders.__struct_fields__:
        assert TEXTS[f"orders.{name}"]
    for choice in ("never", "always", "colours"):
        assert TEXTS[f"orders.auto_decline.{choice}"]


def first_form(text: Text) -> str:
    return text.one if isinstance(text, Plural) else text


def test_german_has_nothing_left_over() -> None:
    """That it is complete is tested for all games together."""
    with GERMAN.open("rb") as file:
        ids = [message.id for message in read_po(file, locale="de") if message.id]
    used = {first_form(text) for text in TEXTS.values()}
    assert {ident if isinstance(ident, str) else ident[0] for ident in ids} <= used
