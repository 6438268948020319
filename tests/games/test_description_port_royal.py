"""The table of Port Royal in words: all that lies open is told, with the right numbers."""

from __future__ import annotations

from collections import Counter

import pytest
from django.utils import translation

from games.page.boards import board_of
from games.page.boards.port_royal.odds import deal, missing, risk, unseen
from games.rules.core.codec import encode
from games.rules.port_royal import rules
from games.rules.port_royal.components import CARDS
from games.rules.port_royal.moves import Hire, Trade
from games.telling.wording import SiteWording, capital
from tests.games.drawn import NAMES, described, draw
from tests.games.test_board_port_royal import SETTINGS, positions


@pytest.mark.parametrize(("players", "expansion", "seed"), SETTINGS)
@pytest.mark.parametrize("language", ["en", "de"])
def test_all_that_lies_open_is_told(players: int, expansion: str, seed: str, language: str) -> None:
    with translation.override(language):
        words = SiteWording(rules, NAMES)
        for count, (position, decision) in enumerate(positions(players, expansion, seed)):
            if count % 9 and decision is not None:
                continue
            state = position.state
            sections = described(rules, state, 0)
            lines = {section.key: section.lines for section in sections}
            assert len(lines) == len(sections), "no two have a name"
            assert all(section.title and section.lines for section in sections)
            assert not [line for section in sections for line in section.lines if not line.strip()]

            harbour = "\n".join(lines["harbour"])
            for number in state.harbour:
                card = CARDS[number]
                name = capital(words.word(card.kind, card.name))
                assert f"{state.number_of(number)}. {name}, " in harbour
            if state.ship is not None:
                assert capital(words.word("ship", CARDS[state.ship].name)) in harbour

            for seat, player in enumerate(state.players):
                own = "\n".join(lines[f"seat:{seat}"])
                assert own.startswith(f"{words.say('symbol.coins')}: {len(player.coins)}, ")
                assert f"{words.say('symbol.influence')}: {state.influence(seat)}, " in own
                for name, many in Counter(CARDS[card].name for card in player.persons).items():
                    assert f"{many} × {words.word('person', name)}" in own
                for card in (*player.expeditions, *player.pack):
                    assert capital(words.word(CARDS[card].kind, CARDS[card].name)) in own

            piles = "\n".join(lines["piles"])
            assert str(len(state.draw)) in lines["piles"][0]
            for face, many in Counter(CARDS[card].face for card in state.discard).items():
                card = next(card for card in CARDS if card.face == face)
                assert f"{many} × {words.word(card.kind, card.name)} (" in piles
            assert len(lines.get("expeditions", [])) == len(state.row)
            assert len(lines.get("contracts", [])) == len(state.contracts)
            turned = lines[f"turn:{state.turn.number}"]
            assert len(turned) >= len(state.turn.cards)


def test_german_is_spoken_throughout() -> None:
    english = {
        text for text in rules.texts.values()
        if isinstance(text, str) and "{" not in text and len(text) > 12
    }  # fmt: skip
    with translation.override("de"):
        words = SiteWording(rules, NAMES)
        german = {words.translate(text) for text in english}
        for position, _ in positions(5, "contracts", "deutsch"):
            told = [line for one in described(rules, position.state) for line in one.lines]
            assert not [line for line in told if line in english - german]


def test_who_is_asked_and_what_is_current_is_marked() -> None:
    phases = set()
    for position, decision in positions(3, "contracts", "now"):
        current = [one.key for one in described(rules, position.state) if one.now]
        if decision is None:
            assert current == ["now"], "nobody has anything left to do"
            told = "\n".join(line for one in described(rules, position.state) for line in one.lines)
            assert "Last round" not in told
        else:
            assert current == ["now", f"seat:{position.state.acting}"]
            phases.add(decision.key)
    assert phases >= {"discover", "trade", "trade_fee"}


@pytest.mark.parametrize(("players", "expansion", "seed"), SETTINGS)
def test_cards_that_nobody_has_seen_are_counted(players: int, expansion: str, seed: str) -> None:
    """And of what ends the turn there is as much as the pile and the coins really have."""
    risky = 0
    for position, _ in positions(players, expansion, seed):
        state = position.state
        view = encode(rules.view(state, None))
        hidden = [*state.draw, *(card for player in state.players for card in player.coins)]
        assert unseen(view) == Counter(CARDS[card].face for card in hidden)
        if odds := risk(view):
            swords = state.players[state.turn.active].swords
            ends = [
                card
                for card in hidden
                if CARDS[card].colour in state.colours()
                and CARDS[card].kind == "ship"
                and (CARDS[card].skull or CARDS[card].swords > swords)
            ]
            assert odds == {"bad": len(ends), "unseen": len(hidden)}
            risky += bool(ends)
    assert risky > 10


def test_a_card_says_what_it_costs_whoever_takes_now() -> None:
    told = 0
    for position, decision in positions(4, "cards", "deals"):
        if decision is None or not decision.key.startswith("trade"):
            continue
        state = position.state
        view = encode(rules.view(state, None))
        fee = state.fee()
        for card in view["harbour"]:
            for move in decision.moves:
                number = card.get("number")
                if isinstance(move, Hire) and move.number == number:
                    wanted = move.price + fee
                elif isinstance(move, Trade) and f"card:{move.card}" == card["id"]:
                    wanted = move.coins - fee
                else:
                    continue
                found = deal(view, card)
                printed = card.get("cost", card.get("coins", 0))
                assert wanted == (found["coins"] if found else printed)
                if found:
                    assert f'data-part="deal:{card["id"]}"' in draw(rules, state)
                    told += 1
    assert told > 10


def test_jacks_stand_in_for_whoever_is_missing() -> None:
    view = {"players": [{"roles": {"priest": 1, "jack": 1}}]}
    assert missing(view, 0, ["priest", "captain", "settler"]) == ["captain"]
    assert missing(view, 0, ["priest", "priest"]) == []
    assert missing(view, 0, ["captain", "captain", "settler"]) == ["captain", "captain"]


def test_every_region_is_on_the_board() -> None:
    html = "\n".join(
        draw(rules, position.state)
        for count, (position, _) in enumerate(positions(3, "contracts", "regions"))
        if count < 40
    )
    for region in board_of("port_royal").regions.values():
        assert f'data-region="{region}"' in html
