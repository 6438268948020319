"""The building blocks of a position of Cuba: fields of a started game are changed, legally."""

from __future__ import annotations

from typing import Self

from games.rules.core.interface import Position, Seat
from games.rules.cuba import rules
from games.rules.cuba.components import CHARACTERS, SHIPS
from games.rules.cuba.law_cards import GROUPS, LAWS
from games.rules.cuba.state import Player, Ship, State


class Setting:
    """A position that can be changed before anything is played. Every change is checked."""

    position: Position[State]

    @property
    def state(self) -> State:
        return self.position.state

    def player(self, seat: Seat) -> Player:
        return self.state.players[seat]

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

    def next_bills(self, *cards: str) -> Self:
        """The bills of the next round."""
        for card in cards:
            group = self.find_law(card)
            self.state.law_decks[group].append(card)
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

    def ships(self) -> list[int]:
        """The cards at pier 1, 2, 3 (0 is none) and at sea."""
        return [ship.card if ship else 0 for ship in self.state.piers] + [self.state.sea]

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

    def checked(self) -> Self:
        rules.check(self.state)
        return self
