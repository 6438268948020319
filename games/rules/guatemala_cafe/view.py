"""What one viewer may see of a table of Guatemala Café."""

from __future__ import annotations

import functools
from collections.abc import Iterator

import msgspec

from games.rules.core.interface import Seat, Viewer
from games.rules.guatemala_cafe.components import COLOURS, FIELDS, PIECES
from games.rules.guatemala_cafe.drawing import Drawing, drawing
from games.rules.guatemala_cafe.geometry import BOARDS, Board
from games.rules.guatemala_cafe.scoring import Result, score
from games.rules.guatemala_cafe.state import Hut, Options, Phase, Player, State


class HutView(msgspec.Struct, frozen=True):
    """A hut on its site."""

    piece: str
    site: str


class PlayerView(msgspec.Struct, frozen=True):
    """One seat, as the viewer sees it."""

    money: int
    points: int
    scored: dict[str, int]  # points by source: the colours scored, "earlier"
    sack_count: int
    sacks: dict[str, int] | None  # by colour; None for the others' while the game goes on
    huts: dict[str, HutView]  # by colour
    workers: dict[str, dict[str, str]]  # by colour: cell: piece
    answered: bool  # the blockade question
    blocks: bool | None  # one's own sealed answer


class PieceView(msgspec.Struct, frozen=True):
    """A piece that lies open: its lasting id, and the middle of where it is.

    `place` is class and name, such as "field:7,5", "cell:9,5", "site:B1", "edge:v5,9", "space:13",
    "pier:HB:2" (the price of the pier) or "track:70"; `sheet` says whose coordinates x and y are.
    """

    id: str
    kind: str
    colour: str | None
    owner: Seat | None
    place: str
    sheet: str  # plantation, cultivation, track
    x: float
    y: float


class View(msgspec.Struct, frozen=True, dict=True):
    """The table, as the viewer sees it. Pieces and places are named as in the state."""

    options: Options
    phase: Phase
    active: Seat
    players: tuple[PlayerView, ...]
    side: str  # the side of the plantation board in use
    buyer: int
    grid: tuple[str, ...]
    supply: int
    roads: dict[str, str]
    harbours: dict[str, tuple[str, ...]]
    track: tuple[str, ...]  # "" is a sack whose colour is hidden
    last_sack_field: int | None
    box: tuple[str, ...]
    bag: int
    bag_sacks: tuple[str, ...] | None  # in the order of drawing, after the end
    taken: int
    emptied: tuple[str, ...]
    holding: str | None  # the field whose piece is being placed
    region: str | None  # picked for a first worker
    crossing: str | None  # picked for a road
    announced: str | None  # the field of the sack in question
    asked: tuple[Seat, ...]
    preview: dict[str, tuple[Result, ...]]  # by colour: what its scoring would give everybody now
    reason: str

    @property
    def board(self) -> Board:
        """The plantation board in use, as a graph."""
        return BOARDS[len(self.players)]

    @property
    def drawing(self) -> Drawing:
        """Where everything is on the boards."""
        return drawing(len(self.players), self.options.track_length)

    @functools.cached_property
    def pieces(self) -> tuple[PieceView, ...]:
        """Every piece that lies open, with its place; the buyer too."""
        return (*cultivation_pieces(self), *plantation_pieces(self), *track_pieces(self))


def look(state: State, viewer: Viewer, *, opened: bool = False) -> View:
    """Built from nothing: what is not named here stays hidden. `opened` is for looking back."""
    over = opened or state.phase == "over"
    track_open = over or state.options.track_sacks == "open"
    return View(
        options=state.options,
        phase=state.phase,
        active=state.active,
        players=tuple(
            look_at_player(player, open_hand=over or seat == viewer)
            for seat, player in enumerate(state.players)
        ),
        side=state.board.side.id,
        buyer=state.buyer,
        grid=tuple(state.grid),
        supply=state.supply,
        roads=dict(state.roads),
        harbours={harbour: tuple(ships) for harbour, ships in state.harbours.items()},
        track=tuple(sack if track_open else "" for sack in state.track),
        last_sack_field=state.last_sack_field,
        box=tuple(state.box),
        bag=len(state.bag),
        bag_sacks=tuple(reversed(state.bag)) if over else None,
        taken=state.taken,
        emptied=tuple(FIELDS[index] for index in state.emptied),
        holding=None if state.holding is None else FIELDS[state.holding],
        region=state.region,
        crossing=state.crossing,
        announced=None if state.announced is None else FIELDS[state.announced],
        asked=tuple(state.asked),
        preview={colour: score(state, colour) for colour in COLOURS},
        reason=state.reason,
    )


def look_at_player(player: Player, *, open_hand: bool) -> PlayerView:
    """One seat; colours of sacks and a sealed answer only with an open hand."""
    return PlayerView(
        money=player.money,
        points=player.points,
        scored=dict(player.scored),
        sack_count=player.sack_count,
        sacks=dict(player.sacks) if open_hand else None,
        huts={colour: look_at_hut(hut) for colour, hut in player.huts.items()},
        workers={colour: dict(cells) for colour, cells in player.workers.items()},
        answered=player.blocks is not None,
        blocks=player.blocks if open_hand else None,
    )


def look_at_hut(hut: Hut) -> HutView:
    """A hut is open."""
    return HutView(hut.piece, hut.site)


def piece_view(
    piece: str, place: str, sheet: str, x: float, y: float, owner: Seat | None = None
) -> PieceView:
    """A piece in its place; kind and colour follow from its id."""
    described = PIECES[piece]
    return PieceView(piece, described.kind, described.colour, owner, place, sheet, x, y)


def cultivation_pieces(view: View) -> Iterator[PieceView]:
    """The buyer, and what lies on the fields."""
    space = view.drawing.spaces[view.buyer]
    yield PieceView(
        "buyer", "buyer", None, None, f"space:{view.buyer}", "cultivation", space.x, space.y
    )
    for field, piece in zip(view.drawing.fields, view.grid, strict=True):
        if piece:
            place = f"field:{field.id}"
            yield piece_view(piece, place, "cultivation", field.x + 0.5, field.y + 0.5)


def plantation_pieces(view: View) -> Iterator[PieceView]:
    """Huts, workers, roads and ships."""
    for seat, player in enumerate(view.players):
        for hut in player.huts.values():
            row, col = view.board.sites[hut.site].cell
            place = f"site:{hut.site}"
            yield piece_view(hut.piece, place, "plantation", col + 0.5, row + 0.5, seat)
        for cells in player.workers.values():
            for cell, piece in cells.items():
                row, col = (int(part) for part in cell.split(","))
                place = f"cell:{cell}"
                yield piece_view(piece, place, "plantation", col + 0.5, row + 0.5, seat)
    for edge in view.drawing.edges:
        if edge.id in view.roads:
            x, y = (edge.x1 + edge.x2) / 2, (edge.y1 + edge.y2) / 2
            yield piece_view(view.roads[edge.id], f"edge:{edge.id}", "plantation", x, y)
    for harbour in view.drawing.harbours:
        for pier, ship in zip(harbour.piers, view.harbours.get(harbour.id, ()), strict=False):
            place = f"pier:{harbour.id}:{pier.price}"
            yield piece_view(ship, place, "plantation", pier.x, pier.y)


def track_pieces(view: View) -> Iterator[PieceView]:
    """The sacks on the victory-point track; the id of a hidden one names only its place."""
    for number, sack in enumerate(view.track):
        spot = view.drawing.track[view.options.track_length - number]
        place = f"track:{spot.number}"
        if sack:
            yield piece_view(sack, place, "track", spot.x, spot.y)
        else:
            yield PieceView(place, "sack", None, None, place, "track", spot.x, spot.y)
