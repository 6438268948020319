"""A table that agrees with a view: the reverse of `look`."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.core.effects import Effects, Rng
from games.rules.guatemala_cafe.announcing import announced_colour
from games.rules.guatemala_cafe.components import COLOURS, FIELD_INDEX, LETTER, PIECES, SACKS
from games.rules.guatemala_cafe.state import Hut, Player, State
from games.rules.guatemala_cafe.turns import SACK_INDICES
from games.rules.guatemala_cafe.view import PlayerView, View

TRIES = 200  # of deals for which the game would have gone on by itself


def determined(view: View, rng: Rng) -> State:
    """Sacks that are not seen are dealt to the track, the hands and the bag."""
    fx = Effects(rng)
    state = open_table(view)
    below = sacks_below(view)
    unseen = unseen_sacks(view, below)
    for _ in range(TRIES):
        sacks = list(unseen)
        fx.shuffle(sacks)
        fill_track(state, view, below, sacks, fx)
        fill_hands(state, view, sacks, fx)
        if view.bag_sacks is None:
            state.bag = sacks
        if can_be_pending(state):
            break
    return state


def open_table(view: View) -> State:
    """All that the view shows; hidden hands are empty, and so is a hidden bag."""
    return State(
        options=view.options,
        players=[player_of(seen) for seen in view.players],
        active=view.active,
        buyer=view.buyer,
        grid=list(view.grid),
        bag=list(reversed(view.bag_sacks or ())),
        harbours={harbour: list(ships) for harbour, ships in view.harbours.items()},
        phase=view.phase,
        supply=view.supply,
        roads=dict(view.roads),
        track=list(view.track),
        box=list(view.box),
        taken=view.taken,
        emptied=[FIELD_INDEX[field] for field in view.emptied],
        holding=index_of(view.holding),
        region=view.region,
        crossing=view.crossing,
        announced=index_of(view.announced),
        asked=list(view.asked),
        reason=view.reason,
    )


def player_of(seen: PlayerView) -> Player:
    """A seat with what is seen of it."""
    return Player(
        sacks=dict(seen.sacks) if seen.sacks is not None else dict.fromkeys(COLOURS, 0),
        money=seen.money,
        points=seen.points,
        scored=dict(seen.scored),
        huts={colour: Hut(hut.piece, hut.site) for colour, hut in seen.huts.items()},
        workers={colour: dict(cells) for colour, cells in seen.workers.items()},
        blocks=seen.blocks,
    )


def index_of(field: str | None) -> int | None:
    """The index of a field of the cultivation board, if there is one."""
    return None if field is None else FIELD_INDEX[field]


def sacks_below(view: View) -> list[str]:
    """Sacks that must lie on a hidden track.

    Sacks are numbered as they are laid, so the lower numbers of a colour have lain open as well.
    """
    if not hides_track(view):
        return []
    lying = [view.grid[index] for index in SACK_INDICES if view.grid[index]]
    return [
        sack
        for colour in COLOURS
        for sack in numbered(colour, 1, highest(lying, colour))
        if sack not in lying
    ]


def hides_track(view: View) -> bool:
    """Whether the colours on the track are hidden."""
    return any(not sack for sack in view.track)


def highest(lying: Sequence[str], colour: str) -> int:
    """The highest number among the open sacks of a colour; 0 without any."""
    return max((int(sack[2:]) for sack in lying if PIECES[sack].colour == colour), default=0)


def numbered(colour: str, first: int, last: int) -> list[str]:
    """The sacks of a colour with these numbers."""
    return [f"S{LETTER[colour]}{number}" for number in range(first, last + 1)]


def unseen_sacks(view: View, below: Sequence[str]) -> list[str]:
    """The colours of all sacks of which it is unknown where they are."""
    lying = [view.grid[index] for index in SACK_INDICES if view.grid[index]]
    left = dict.fromkeys(COLOURS, SACKS)
    for sack in (*lying, *view.track, *below):
        if sack:
            left[PIECES[sack].colour or ""] -= 1
    for player in view.players:
        for colour in COLOURS:
            left[colour] -= (player.sacks or {}).get(colour, 0)
    for colour in view.bag_sacks or ():
        left[colour] -= 1
    return [colour for colour in COLOURS for _ in range(left[colour])]


def fill_track(
    state: State, view: View, below: Sequence[str], sacks: list[str], fx: Effects
) -> None:
    """A hidden track holds the sacks that must lie there, and any others for the rest of it."""
    if not hides_track(view):
        return
    lying = [state.grid[index] for index in SACK_INDICES if state.grid[index]]
    track = list(below)
    for colour in fx.draw(sacks, len(view.track) - len(below)):
        number = 1 + max(highest(lying, colour), highest(track, colour))
        track += numbered(colour, number, number)
    fx.shuffle(track)
    state.track = track


def fill_hands(state: State, view: View, sacks: list[str], fx: Effects) -> None:
    """Hidden hands get their number of sacks; a sealed answer is any that the hand allows."""
    for player, seen in zip(state.players, view.players, strict=True):
        if seen.sacks is None:
            share = fx.draw(sacks, seen.sack_count)
            player.sacks = {colour: share.count(colour) for colour in COLOURS}
        if seen.answered and seen.blocks is None:
            able = player.sacks[announced_colour(state)] > 0
            player.blocks = able and fx.pick((True, False))


def can_be_pending(state: State) -> bool:
    """Whether a sack to be placed leaves a choice of colours: else it would have been placed."""
    if state.phase != "replace":
        return True
    return sum(count > 0 for count in state.players[state.active].sacks.values()) > 1
