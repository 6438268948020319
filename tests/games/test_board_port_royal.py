"""The drawn board of Port Royal: everything that can be chosen is on it, and nothing secret."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest
from django.utils import translation
from django.utils.translation import pgettext

from games.page.boards.port_royal.icons import icon_of
from games.page.boards.port_royal.signs import SIGNS, SIGNS_OF_CONTRACTS, placed
from games.page.rendering import art_of
from games.rules.core.interface import Decision, Position
from games.rules.core.play import advance, start
from games.rules.port_royal import rules
from games.rules.port_royal.components import CARDS, CONTRACTS
from games.rules.port_royal.moves import Repel, Reveal
from games.rules.port_royal.state import Options, State
from games.rules.port_royal.view import FACES
from tests.games.drawn import draw
from tests.rules.port_royal.contract import scramble
from tools.processes import ROOT

Asked = tuple[Position[State], Decision | None]


def test_an_icon_of_a_card_has_a_colour_of_the_style_sheet() -> None:
    known = set(
        re.findall(r"\.(hue-\w+)", (ROOT / "static/games/port_royal/board.css").read_text())
    )
    icons = [icon_of({"card": number}) for number, card in enumerate(CARDS) if card.kind != "tax"]
    assert {icon.look for icon in icons if icon and icon.look} <= known


def positions(players: int, expansion: str, seed: str, bold: float = 0.3) -> Iterator[Asked]:
    """A game of the greedy bot, which sometimes goes on where it should not, by question."""
    chance = random.Random(seed)
    step = start(rules, players, Options(expansion), seed)  # type: ignore[arg-type]
    while step.decisions:
        decision = step.decisions[0]
        yield step.position, decision
        view = rules.view(step.position.state, decision.seat)
        move = rules.bots["greedy"](view, decision, chance)
        risks = [other for other in decision.moves if isinstance(other, (Reveal, Repel))]
        if risks and chance.random() < bold:
            move = risks[0]
        elif chance.random() < 0.1:
            move = chance.choice(decision.moves)
        step = advance(rules, step.position, decision.seat, move, step.decisions)
    yield step.position, None


SETTINGS = [(2, "none", "a"), (3, "cards", "b"), (5, "contracts", "c"), (4, "contracts", "d")]


@pytest.mark.parametrize(("players", "expansion", "seed"), SETTINGS)
def test_every_spot_of_a_move_is_drawn_and_every_piece_once(
    players: int, expansion: str, seed: str
) -> None:
    spots: set[str] = set()
    for position, decision in positions(players, expansion, seed):
        html = draw(rules, position.state)
        pieces = re.findall(r'data-piece="([^"]*)"', html)
        assert len(pieces) == len(set(pieces))
        drawn = re.findall(r'data-spot="([^"]*)"', html)
        for move in decision.moves if decision else ():
            if move.spot is not None:
                assert drawn.count(move.spot) == 1, move
                spots.add(move.spot.partition(":")[0])
    assert {"pile", "card", "ship"} <= spots
    assert ("seat" in spots) == (expansion != "none"), "ships with a gift ask for a seat"


@pytest.mark.parametrize(("players", "expansion", "seed"), SETTINGS)
def test_what_is_hidden_is_not_in_the_markup(players: int, expansion: str, seed: str) -> None:
    chooser = random.Random(seed)
    for count, (position, decision) in enumerate(positions(players, expansion, seed)):
        if count % 10 and decision is not None:
            continue
        for viewer in (None, 0):
            other = scramble(position.state, viewer, chooser)
            assert draw(rules, other, viewer) == draw(rules, position.state, viewer)


def test_every_card_face_up_is_a_piece_where_it_lies() -> None:
    for position, decision in positions(5, "contracts", "pieces"):
        if decision is not None and position.state.turn.number % 5:
            continue
        state = position.state
        html = draw(rules, state, 0)
        lying = dict(re.findall(r'data-piece="card:(\d+)" data-at="([^"]*)"', html))
        wanted = dict.fromkeys(state.harbour, "harbour") | dict.fromkeys(state.row, "row")
        for seat, player in enumerate(state.players):
            kept = (*player.persons, *player.expeditions, *player.pack)
            wanted |= dict.fromkeys(kept, f"seat:{seat}")
        if state.ship is not None:
            wanted[state.ship] = "ship"
        if state.discard:
            wanted[state.discard[-1]] = "discard"
        assert lying == {str(card): at for card, at in wanted.items()}


def test_numbers_are_always_on_the_board() -> None:
    for position, _ in positions(3, "none", "numbers"):
        state = position.state
        ticks = dict(re.findall(r'data-tick="([^"]*)">(\d+)<', draw(rules, state)))
        assert ticks["pile"] == str(len(state.draw))
        assert ticks["discard"] == str(len(state.discard))
        for seat, player in enumerate(state.players):
            assert ticks[f"coins:{seat}"] == str(len(player.coins))
            assert ticks[f"influence:{seat}"] == str(state.influence(seat))
            assert ticks[f"swords:{seat}"] == str(player.swords)


def test_the_discard_pile_is_listed_by_kind_in_the_order_of_the_cards() -> None:
    longest = 0
    for count, (position, _) in enumerate(positions(3, "cards", "discard")):
        state = position.state
        if count % 7 or not state.discard:
            continue
        first = {card.face: place for place, card in reversed(list(enumerate(FACES)))}
        kinds = ("person", "ship", "expedition", "tax")
        lying = {FACES[card].face: FACES[card].kind for card in state.discard}
        wanted = sorted(lying, key=lambda face: (kinds.index(lying[face]), first[face]))
        listed = re.findall(r'data-part="gone:([^"]*)"', draw(rules, state))
        assert listed == wanted
        longest = max(longest, len(listed))
    assert longest > 12


def test_every_drawing_that_is_used_is_there() -> None:
    art = art_of(rules.slug)
    there = set(re.findall(r'<symbol id="([^"]*)"', art))
    used = set(re.findall(r'href="#([^"]*)"', art))
    roles = {face.role or face.name for face in FACES if face.kind == "person"}
    assert roles == set(SIGNS)
    wanted = {f"bust-{role}" for role in roles}
    assert all(placed(sign, 118)["parts"] for sign in SIGNS.values())
    for players, expansion, seed in SETTINGS:
        for count, (position, _) in enumerate(positions(players, expansion, seed)):
            if count % 7 == 0:
                used |= set(re.findall(r'href="#([^"]*)"', draw(rules, position.state)))
    assert wanted <= there
    assert used <= there
    assert len(used) > 25


def test_every_contract_has_a_sign() -> None:
    assert set(SIGNS_OF_CONTRACTS) == set(CONTRACTS)
    for sign in SIGNS_OF_CONTRACTS.values():
        drawn = placed(sign, 128)
        assert drawn["parts"] and float(drawn["scale"]) > 0.7


def test_in_german_the_board_speaks_german() -> None:
    english = {text for text in rules.texts.values() if isinstance(text, str) and "{" not in text}
    found: set[str] = set()
    for count, (position, _) in enumerate(positions(4, "contracts", "deutsch")):
        if count % 10:
            continue
        with translation.override("de"):
            german = {pgettext("port_royal", text) for text in english}
            html = draw(rules, position.state)
        said = set(re.findall(r">([^<>{}\n]+)<", html))
        said |= set(re.findall(r'data-tip="([^":]+)', html))
        assert not {text for text in said if text.strip() in english - german}
        found |= {text for text in said if text.strip() in german}
    assert len(found) > 20
