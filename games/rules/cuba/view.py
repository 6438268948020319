"""What one viewer may see of a table of Cuba."""

from __future__ import annotations

import functools
from itertools import chain

import msgspec

from games.rules.core.interface import Viewer
from games.rules.cuba.components import (
    MERCHANDISE,
    SHIPS,
    SLOTS,
    SOURCES,
)
from games.rules.cuba.law_cards import GROUP_OF
from games.rules.cuba.laws import dues_in_force
from games.rules.cuba.market import buying_price, selling_price
from games.rules.cuba.state import (
    EDITION,
    Directing,
    Exporting,
    HandingIn,
    Harvesting,
    Loading,
    Options,
    Player,
    Selling,
    Ship,
    Siting,
    State,
    Stock,
    Storing,
    Task,
    copy_tasks,
    cross,
)
from games.rules.cuba.stock import filled
from games.rules.cuba.tiles import BUILDINGS


class ShipView(msgspec.Struct, frozen=True):
    """A ship: `id` is its piece, `printed` and `spaces` what each space takes and holds."""

    id: str
    pier: int  # 0 at sea
    printed: tuple[str, ...]
    spaces: list[str]


class TrackView(msgspec.Struct, frozen=True):
    """One market track: units lie on the first `units` of the `slots`."""

    good: str
    slots: tuple[int, ...]
    units: int
    buying: int  # what the next unit costs, from the supply if the track is empty
    selling: int  # what the next unit brings, from the supply if the track is full


class TileView(msgspec.Struct, frozen=True):
    """A building nobody has built yet; `id` stays the same when it is built."""

    id: str
    building: str
    cost: Stock
    permanent: bool


class FieldView(msgspec.Struct, frozen=True, omit_defaults=True):
    """One field of a plantation: what is printed there, and what stands on it."""

    field: str
    kind: str
    building: str = ""
    id: str = ""  # of the building's tile
    active: bool = False  # in the figure's cross


class FigureView(msgspec.Struct, frozen=True):
    """A player's figure and the field it stands on."""

    id: str
    field: str


class PlayerView(msgspec.Struct, frozen=True):
    """One seat, as the viewer sees it; None and "" are what is not known or not there."""

    colour: str
    pesos: int | None
    points: int
    sources: Stock  # the same by where they came from
    figure: FigureView
    courtyard: Stock
    warehouse: Stock
    fields: list[FieldView]
    hand: list[str]
    played: list[str]
    answered: bool  # in a question that all answer at the same time
    fifth: str
    wish: str
    chosen: list[str]  # stones to begin with
    bid: int | None
    dues: str


class TurnView(msgspec.Struct, frozen=True):
    """What the player whose turn it is has done so far; "" and 0 are nothing yet."""

    character: str
    fields: list[str]  # harvested or irrigated
    used: list[str]  # buildings
    building: str  # being used, or to be placed
    pier: int
    units: Stock  # loaded, sold or stored so far
    good: str  # waiting for a space on a ship
    tasks: list[Task]  # what is still to be done, the next one last


class View(msgspec.Struct, frozen=True, omit_defaults=True):
    """The table, as the viewer sees it."""

    options: Options
    round: int
    phase: str
    start: int
    current: int | None
    turn: TurnView | None
    players: list[PlayerView]
    market: list[TrackView]
    supply: Stock
    bank: int | None
    tiles: list[TileView]
    ships: list[ShipView]
    ship_deck: int
    departed: list[int]
    bills: dict[str, str]
    acts: dict[str, str]
    discarded: list[str]
    tax: int
    duty: Stock
    markers: Stock
    vote_tile: int | None
    veto: str
    votes: list[int]
    passed: list[str]
    second_bid: bool = False  # the seats that were tied bid once more
    repealed: list[str] = []  # acts that others have replaced
    edition: int = EDITION  # of the rules


def look(state: State, viewer: Viewer, *, opened: bool = False) -> View:
    """Built from nothing: what is not named here stays hidden (section 4 of the sheet).

    Looking back after the end (`opened`), money and sealed answers are everybody's to see.
    """
    seats = range(len(state.players))
    tax, duty = dues_in_force(state)
    alone = state.phase in ("action", "pass", "keep")
    return View(
        options=state.options,
        round=state.round,
        phase=state.phase,
        start=state.start,
        current=state.current if alone else None,
        turn=look_at_turn(state),
        players=[look_at(state, seat, mine=opened or seat == viewer) for seat in seats],
        market=[look_at_track(good, state.market[good]) for good in MERCHANDISE],
        supply=dict(state.supply),
        bank=None if hides_money(state) and not opened else state.bank,
        tiles=[look_at_tile(building) for building in state.tiles],
        ships=look_at_ships(state),
        ship_deck=len(state.ship_deck),
        departed=list(state.departed),
        bills=dict(state.bills),
        acts=dict(state.acts),
        discarded=list(state.discarded),
        tax=tax.pesos,
        duty=dict(duty.kinds),
        markers=dict(state.markers),
        vote_tile=state.vote_tile,
        veto=state.veto,
        votes=list(state.votes),
        passed=list(state.passed),
        second_bid=state.second_bid,
        repealed=repealed(state),
        edition=state.edition,
    )


def repealed(state: State) -> list[str]:
    """PA-6: the law cards that are nowhere else; everybody saw them being replaced."""
    decks, shown = state.law_decks.values(), (state.bills.values(), state.acts.values())
    elsewhere = {*chain(*decks, *shown, state.discarded)}
    return [card for card in GROUP_OF if card not in elsewhere]


def hides_money(state: State) -> bool:
    """V-5: pesos are secret until the end."""
    return state.options.hidden_money and state.phase != "over"


def look_at(state: State, seat: int, *, mine: bool) -> PlayerView:
    """One player; sealed answers only for the player's own eyes (`mine`)."""
    player = state.players[seat]
    return PlayerView(
        colour=player.colour,
        pesos=player.pesos if mine or not hides_money(state) else None,
        points=player.points,
        sources={name: player.sources[name] for name in SOURCES if name in player.sources},
        figure=FigureView(f"figure:{seat}", player.figure),
        courtyard=filled(player.courtyard),
        warehouse=filled(player.warehouse),
        fields=look_at_fields(state, player),
        hand=hand_seen(state, player, mine),
        played=list(player.played),
        answered=answered(state, player),
        fifth=player.fifth if mine or fifth_is_up(state) else "",
        wish=player.wish if mine else "",
        chosen=[*player.materials, *player.products] if mine else [],
        bid=player.bid if mine else None,
        dues=player.dues if mine else "",
    )


def fifth_is_up(state: State) -> bool:
    """PA-1: the fifth characters lie open from parliament to the end of the round."""
    return state.phase in ("bid", "pass", "dues", "keep")


def hand_seen(state: State, player: Player, mine: bool) -> list[str]:
    """P1-3: for the others, the character set aside may still be in hand."""
    if mine or fifth_is_up(state):
        return player.hand
    return Player(played=player.played).hand


def answered(state: State, player: Player) -> bool:
    """Whether this player has answered a question put to all; the answer itself is secret."""
    match state.phase:
        case "prepare":
            return bool((player.colour or player.wish) and player.products)
        case "bills":
            return player.confirmed
        case "bid":
            return player.bid is not None
        case "dues":
            return bool(player.dues)
    return False


def look_at_turn(state: State) -> TurnView | None:
    """The turn so far, collected from the tasks of the agenda."""
    if not state.agenda:
        return None
    fields: list[str] = []
    used: list[str] = []
    building, pier, units, good = "", 0, Stock(), ""
    for task in state.agenda:
        match task:
            case Harvesting():
                fields = list(task.used)
            case Directing():
                used = list(task.used)
            case Siting() | HandingIn():
                building = task.building
            case Selling():
                building, units = task.building, dict(task.sold)
            case Storing():
                building, units = "warehouse", dict(task.stored)
            case Loading():
                pier, units = task.pier, dict(task.loaded)
            case Exporting():
                pier, units, good = task.pier, dict(task.loaded), task.good
    character = state.players[state.current].played[-1]
    tasks = copy_tasks(state.agenda)
    return TurnView(character, fields, used, building, pier, units, good, tasks)


def look_at_fields(state: State, player: Player) -> list[FieldView]:
    """The plantation, field by field."""
    active, built = cross(player), player.buildings
    return [
        FieldView(field, kind, built[field], f"building:{built[field]}", field in active)
        if field in built
        else FieldView(field, kind, active=field in active)
        for field, kind in state.layout(player).items()
    ]


def look_at_track(good: str, units: int) -> TrackView:
    """C-8: the track of one kind and its two prices."""
    return TrackView(
        good=good,
        slots=SLOTS[good],
        units=units,
        buying=buying_price(good, units),
        selling=selling_price(good, units),
    )


@functools.cache  # views are built for every move of a search
def look_at_tile(building: str) -> TileView:
    """C-13: a building of the display and its cost."""
    tile = BUILDINGS[building]
    return TileView(f"building:{building}", building, dict(tile.cost), tile.permanent)


def look_at_ships(state: State) -> list[ShipView]:
    """The ships at the piers, and last the one at sea."""
    ships = [
        look_at_ship(ship, pier)
        for pier, ship in enumerate(state.piers, start=1)
        if ship is not None
    ]
    return [*ships, look_at_ship(Ship(state.sea), 0)] if state.sea else ships


def look_at_ship(ship: Ship, pier: int) -> ShipView:
    """A ship, with an id that stays the same wherever it goes."""
    return ShipView(f"ship:{ship.card}", pier, SHIPS[ship.card], list(ship.spaces))
