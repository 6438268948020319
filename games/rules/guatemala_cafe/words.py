"""The words of Guatemala Café, and what each thing does."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text

WORDS: dict[str, Text] = {
    "gain.centavos": NP_("centavo", "centavos"),
    "gain.points": NP_("point", "points"),
    "ending.track_reached": N_("A marker has reached the latest sack on the point track."),
    "ending.no_sacks": N_("No sack is left on the cultivation board."),
    "source.black": N_("Black coffee"),
    "source.white": N_("White coffee"),
    "source.beige": N_("Beige coffee"),
    "source.russet": N_("Russet coffee"),
    "source.brown": N_("Brown coffee"),
    "source.earlier": N_("Before this was counted"),
    "tiebreak.centavos": N_("Centavos"),
    "colour.black": N_("black"),
    "colour.white": N_("white"),
    "colour.beige": N_("beige"),
    "colour.russet": N_("russet"),
    "colour.brown": N_("brown"),
    "region.grey": N_("mountains"),
    "region.green": N_("hills"),
    "region.yellow": N_("coast"),
    "piece.worker": N_("worker"),
    "piece.hut": N_("hut"),
    "piece.ship": N_("ship"),
    "piece.road": N_("road"),
    "piece.sack": N_("sack"),
    "piece.buyer": N_("buyer"),
    "place.field": "{id:field}",
    "place.cell": "{id:cell}",
    "place.site": "{id:site}",
    "place.edge": N_("between {id:this_side} and {id:that_side}"),
    "place.harbour": N_("harbour {id:harbour}"),
    "place.pier": N_("harbour {id:harbour}, pier for {price}"),
    "place.space": "{id:side} {id:line}",
    "place.track": N_("field {id} of the point track"),
}

HELP: dict[str, Text] = {
    "help.piece.worker": N_(
        "Stands next to your hut or workers of its colour and earns a point in each scoring of it,"
        " and one more for every ship connected with the hut."
    ),
    "help.piece.hut": N_("Without its hut a plantation earns nothing. One a colour and player."),
    "help.piece.ship": N_(
        "Waits on the cheapest free pier of a harbour and raises the worth of every worker"
        " whose hut of the same colour is connected with it."
    ),
    "help.piece.road": N_("Is free, belongs to nobody and connects huts with harbours."),
    "help.piece.sack": N_("Announce its scoring: 8 centavos for you, points for every plantation."),
    "help.piece.buyer": N_("Marks the line from which the active player builds or scores."),
    "help.region.grey": N_("Mountains: a worker costs 1 centavo."),
    "help.region.green": N_("Hills: a worker costs 2 centavos."),
    "help.region.yellow": N_("Coast: a worker costs 3 centavos."),
    "help.place.site": N_("Only a hut may stand here; its price is printed on it."),
    "help.place.closed_site": N_("Covered: out of play with three players."),
    "help.place.entrance": N_("The hut is connected only if a road runs past here."),
    "help.place.harbour": N_("Three piers for ships; the cheapest free one must be taken."),
    "help.place.field": N_("At the end of a turn every emptied field gets a road."),
    "help.place.sack_field": N_("For sacks only."),
    "help.place.track": N_(
        "Scored sacks fill the track from its end; whoever reaches the latest one ends the game."
    ),
}
