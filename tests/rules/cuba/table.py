"""Cuba at a chosen position: legal states built from a started game, moves by the door."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from games.rules.core.interface import Seat
from games.rules.cuba import rules
from games.rules.cuba.components import CHARACTERS, COLOURS, SHIPS
from games.rules.cuba.law_cards import GROUPS, LAWS
from games.rules.cuba.moves import (
    Bid,
    ChooseMaterials,
    ChooseProducts,
    ConfirmBills,
    EndTurn,
    ForbidBill,
    KeepFigure,
    MoveFigure,
    NameColour,
    PassLaw,
    PayDues,
    PlayCard,
    PlayIdly,
    SetAside,
    Use,
    UseAlone,
)
from games.rules.cuba.state import Options, Ship, State
from tests.rules.played_table import PlayedTable


class Table(PlayedTable[State]):
    """Round 1, all bills confirmed, seat 0 to play; nobody has any stone, all have 10 pesos.

    `until` stops earlier: "prepare" before anything is chosen, "bills" before they are confirmed.
    """

    rules = rules

    def __init__(
        self,
        players: int = 2,
        *,
        until: str = "action",
        colours: Sequence[str] = COLOURS,
        fifths: Sequence[str] = (),
        seed: str = "table",
        **options: Any,
    ) -> None:
        if fifths:
            options["hidden_fifth_card"] = True
        super().__init__(players, Options(**options), seed)
        seats = range(players)
        if until != "prepare":
            for seat in seats:
                self.choose(seat, colours[seat])
            self.empty_hands()
        if until == "action":
            for seat in seats:
                self.play(SetAside(fifths[seat]) if fifths else ConfirmBills(), seat)

    # Setting up

    def empty_hands(self) -> Self:
        """All stones of the players back into the supply."""
        for player in self.state.players:
            for stock in (player.courtyard, player.warehouse):
                for kind in stock:
                    self.state.supply[kind] += stock[kind]
                    stock[kind] = 0
        return self

    def own(self, seat: Seat, **kinds: int) -> Self:
        """Stones from the supply into a courtyard."""
        for kind, count in kinds.items():
            self.state.supply[kind] -= count
            self.player(seat).courtyard[kind] += count
        return self.checked()

    def stored(self, seat: Seat, **kinds: int) -> Self:
        """Stones from the supply into a warehouse."""
        for kind, count in kinds.items():
            self.state.supply[kind] -= count
            self.player(seat).warehouse[kind] += count
        return self.checked()

    def pesos(self, seat: Seat, pesos: int) -> Self:
        """So many pesos, the rest from or to the bank."""
        player = self.player(seat)
        self.state.bank += player.pesos - pesos
        player.pesos = pesos
        return self.checked()

    def bank(self, pesos: int, rich: Seat) -> Self:
        """So many pesos in the bank; a rich player has the rest."""
        self.player(rich).pesos += self.state.bank - pesos
        self.state.bank = pesos
        return self.checked()

    def market(self, **units: int) -> Self:
        """So many units on the tracks."""
        for kind, count in units.items():
            self.state.supply[kind] += self.state.market[kind] - count
            self.state.market[kind] = count
        return self.checked()

    def supply(self, rich: Seat, **kinds: int) -> Self:
        """So many stones in the supply; a rich player has the rest."""
        for kind, count in kinds.items():
            self.player(rich).courtyard[kind] += self.state.supply[kind] - count
            self.state.supply[kind] = count
        return self.checked()

    def built(self, seat: Seat, field: str, building: str) -> Self:
        """A building on a plantation."""
        self.state.tiles.remove(building)
        self.player(seat).buildings[field] = building
        return self.checked()

    def figure(self, seat: Seat, field: str) -> Self:
        """Where a figure stands."""
        self.player(seat).figure = field
        return self

    def find_law(self, card: str) -> str:
        """A law card out of its deck or out of the bills; its group."""
        group = next(group for group in GROUPS if card in LAWS[group])
        deck = self.state.law_decks[group]
        if self.state.bills.get(group) == card:
            self.state.bills[group] = deck.pop(0)
        else:
            deck.remove(card)
        return group

    def act(self, *cards: str) -> Self:
        """Acts in force; those they replace are out of the game."""
        for card in cards:
            group = self.find_law(card)
            self.state.acts[group] = card
        return self.checked()

    def bill(self, *cards: str) -> Self:
        """The open bills; those they replace go under their decks."""
        for card in cards:
            group = self.find_law(card)
            if group in self.state.bills:
                self.state.law_decks[group].insert(0, self.state.bills[group])
            self.state.bills[group] = card
        return self.checked()

    def pier(self, pier: int, ship: int, *goods: str) -> Self:
        """A ship at a pier, with goods on spaces printed with them."""
        state, old = self.state, self.state.piers[pier - 1]
        self.find_ship(ship)
        if old is not None:
            assert old.spaces == [""] * 5
            state.ship_deck.insert(0, old.card)
        state.piers[pier - 1] = placed = Ship(ship)
        for good in goods:
            space = next(
                i for i, kind in enumerate(SHIPS[ship]) if kind == good and not placed.spaces[i]
            )
            placed.spaces[space] = good
            state.supply[good] -= 1
        return self.checked()

    def free_pier(self, pier: int) -> Self:
        """No ship at a pier; it goes under the deck."""
        old = self.state.piers[pier - 1]
        assert old is not None
        self.state.ship_deck.insert(0, old.card)
        self.state.piers[pier - 1] = None
        return self.checked()

    def find_ship(self, ship: int) -> None:
        """A ship out of the deck, or away from the sea or a pier, which get another."""
        state = self.state
        if ship == state.sea:
            state.sea = state.ship_deck.pop(0)
        elif ship in state.ship_deck:
            state.ship_deck.remove(ship)
        else:
            place = next(i for i, s in enumerate(state.piers) if s is not None and s.card == ship)
            state.piers[place] = Ship(state.ship_deck.pop(0))

    def full_harbour(self) -> Self:
        """Three full ships."""
        return self.pier(1, 1, *SHIPS[1]).pier(2, 2, *SHIPS[2]).pier(3, 4, *SHIPS[4])

    def at_sea(self, ship: int, *upcoming: int) -> Self:
        """The ship at sea, and those that come next."""
        state = self.state
        for card in (ship, *upcoming):
            self.find_ship(card)
        if state.sea:
            state.ship_deck.insert(0, state.sea)
        state.sea = ship
        state.ship_deck += upcoming[::-1]
        return self.checked()

    def markers(self, **markers: int) -> Self:
        """Markers that others have set."""
        self.state.markers.update(markers)
        return self.checked()

    def round(self, number: int) -> Self:
        """Which round it is: the bills of the rounds before are gone."""
        for _ in range(number - self.state.round):
            for deck in self.state.law_decks.values():
                self.state.discarded.append(deck.pop(0))
        self.state.round = number
        return self.checked()

    def hand(self, seat: Seat, *characters: str) -> Self:
        """The characters that a player still holds."""
        played = [c for c in CHARACTERS if c not in characters and c != self.player(seat).fifth]
        self.player(seat).played = played
        return self

    # Reading

    def ships(self) -> list[int]:
        """The cards at pier 1, 2, 3 (0 is none) and at sea."""
        return [ship.card if ship else 0 for ship in self.state.piers] + [self.state.sea]

    def courtyard(self, seat: Seat) -> dict[str, int]:
        return {kind: n for kind, n in self.player(seat).courtyard.items() if n}

    def warehouse(self, seat: Seat) -> dict[str, int]:
        return {kind: n for kind, n in self.player(seat).warehouse.items() if n}

    @property
    def points(self) -> list[int]:
        return [player.points for player in self.state.players]

    @property
    def purses(self) -> list[int]:
        return [player.pesos for player in self.state.players]

    def scored(self, name: str) -> dict[Seat, int]:
        """The points of the events of this name, by seat."""
        return {facts["seat"]: facts["points"] for facts in self.logged(name)}

    # Moving

    def choose(
        self,
        seat: Seat,
        colour: str,
        materials: tuple[str, str] = ("wood", "stone"),
        products: tuple[str, str] = ("tobacco", "sugar"),
    ) -> Self:
        """A player's choices before the first round."""
        self.play(NameColour(colour), seat)
        self.play(ChooseMaterials(*materials), seat)
        return self.play(ChooseProducts(*products), seat)

    def card(self, character: str) -> Self:
        """The current player plays a character, be it idle or not."""
        idle = PlayIdly(character)
        return self.play(idle if idle in self.moves() else PlayCard(character))

    def worker(self, field: str = "") -> Self:
        """The worker, with the figure there or staying where it is."""
        self.card("worker")
        here = self.player(self.state.current).figure
        return self.play(MoveFigure(field) if field and field != here else KeepFigure(here))

    def use(self, building: str) -> Self:
        """The foreman uses a building, in the cross or alone."""
        alone = UseAlone(building)
        return self.play(alone if alone in self.moves() else Use(building))

    def end(self) -> Self:
        return self.play(EndTurn())

    def default_turn(self) -> Self:
        """Defaults until somebody else is asked or the phase is over."""
        seat = self.decision.seat
        while self.state.phase == "action" and self.decision.seat == seat:
            self.default()
        return self

    def parliament(self, *fifths: str, start: Seat = 0) -> Self:
        """Phase III, everybody with this fifth character, and `start` the new start player."""
        seats = range(len(self.state.players))
        fourth = next(c for c in ("tradeswoman", "foreman", "architect") if c not in fifths)
        self.state.start = self.state.current = (start - 1) % len(seats)
        for seat, fifth in zip(seats, fifths, strict=True):
            self.hand(seat, fourth, fifth)
        for _ in seats:
            self.card(fourth)
            if self.state.phase == "action" and self.state.agenda:
                self.default()
        assert self.state.start == start and self.state.phase != "action"
        return self

    def bids(self, *pesos: int) -> Self:
        """The bids of all who are asked, in seat order."""
        asked = [decision.seat for decision in self.decisions]
        for seat, amount in zip(asked, pesos, strict=True):
            self.play(Bid(amount), seat)
        return self

    def vote(self, *groups: str) -> Self:
        """Nobody buys a vote where votes are for sale; the winner passes these bills."""
        self.play_through("bid")
        for group in groups:
            self.play(PassLaw(self.state.bills[group]))
        return self

    def refuses_law(self, group: str) -> None:
        """This group's bill cannot be passed."""
        self.refuses(PassLaw(self.state.bills[group]))

    def forbid(self, group: str) -> Self:
        """The church forbids this group's bill."""
        return self.play(ForbidBill(self.state.bills[group]))

    def dues(self, *answers: str) -> Self:
        """The answers about tax and duty of those asked, in seat order; by default nothing."""
        asked = [decision.seat for decision in self.decisions]
        for seat, answer in zip(asked, answers or ["none"] * len(asked), strict=True):
            self.play(PayDues(answer), seat)
        return self

    def end_round(self) -> Self:
        """From the actions to the next round, or to the end: nothing happens on the way."""
        seats = len(self.state.players)
        self.parliament(*["worker"] * seats)
        harmless = [g for g in GROUPS if g not in ("subsidy", self.state.veto)]
        return self.vote(*harmless[-2:]).play_through("dues")
