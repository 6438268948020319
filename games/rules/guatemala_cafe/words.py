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
    "source.russet": N_("Red coffee"),
    "source.brown": N_("Brown coffee"),
    "source.earlier": N_("Before this was counted"),
    "tiebreak.centavos": N_("Centavos"),
    "colour.black": N_("black"),
    "colour.white": N_("white"),
    "colour.beige": N_("beige"),
    "colour.russet": N_("red"),
    "colour.brown": N_("brown"),
    "worker.black": N_("black worker"),
    "worker.white": N_("white worker"),
    "worker.beige": N_("beige worker"),
    "worker.russet": N_("red worker"),
    "worker.brown": N_("brown worker"),
    "hut.black": N_("black hut"),
    "hut.white": N_("white hut"),
    "hut.beige": N_("beige hut"),
    "hut.russet": N_("red hut"),
    "hut.brown": N_("brown hut"),
    "ship.black": N_("black ship"),
    "ship.white": N_("white ship"),
    "ship.beige": N_("beige ship"),
    "ship.russet": N_("red ship"),
    "ship.brown": N_("brown ship"),
    "sack.black": N_("black sack"),
    "sack.white": N_("white sack"),
    "sack.beige": N_("beige sack"),
    "sack.russet": N_("red sack"),
    "sack.brown": N_("brown sack"),
    "a_sack.black": N_("a black sack"),
    "a_sack.white": N_("a white sack"),
    "a_sack.beige": N_("a beige sack"),
    "a_sack.russet": N_("a red sack"),
    "a_sack.brown": N_("a brown sack"),
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
        "Next to your hut or your workers of its colour, it brings 1 point in each scoring of that "
        "colour, and 1 more for every ship connected with the hut."
    ),
    "help.piece.hut": N_(
        "A plantation brings nothing without its hut. You may build one hut in each colour."
    ),
    "help.piece.ship": N_(
        "It takes the cheapest free pier of a harbour. Every worker of its colour whose hut is "
        "connected with it brings 1 point more."
    ),
    "help.piece.road": N_("It costs nothing, belongs to nobody and connects huts with harbours."),
    "help.piece.sack": N_(
        "Take it to announce the scoring of its colour: 8 centavos for you, and points for "
        "every plantation of it."
    ),
    "help.piece.buyer": N_("It marks the line from which you build or score."),
    "help.region.grey": N_("A worker here costs 1 centavo."),
    "help.region.green": N_("A worker here costs 2 centavos."),
    "help.region.yellow": N_("A worker here costs 3 centavos."),
    "help.place.site": N_("Only a hut may stand here; its price is printed on it."),
    "help.place.closed_site": N_("It is covered, and out of play with three players."),
    "help.place.entrance": N_("The hut is connected only if a road runs past here."),
    "help.place.harbour": N_("It has three piers; a ship takes the cheapest free one."),
    "help.place.field": N_("It gets a road at the end of the turn in which it was emptied."),
    "help.place.sack_field": N_("Only sacks lie here, never workers, huts, ships or roads."),
    "help.place.space": N_("From here, the buyer marks the whole line, to build or to score."),
    "help.place.scored": N_(
        "It has been scored. Whoever reaches the latest sack on the point track ends the game."
    ),
    "help.points": N_(
        "Points: Workers bring them in scorings, and whoever has the most at the end wins."
    ),
    "help.centavos": N_(
        "Centavos: You pay for huts, workers and ships with them. Each scoring that you announce "
        "brings you 8."
    ),
    "help.hand": N_(
        "Sacks in the hand: One can block a scoring of its colour, or take the place of a sack "
        "just scored."
    ),
    "help.own_sacks": N_(
        "Your sacks ({colour:colour}): {count}. One can block a scoring of this colour, or take "
        "the place of a sack just scored."
    ),
    "help.bag": NP_(
        "{count} sack in the bag. It takes the place of a scored one if the announcer has none.",
        "{count} sacks in the bag. One takes the place of a scored one if the announcer has none.",
    ),
    "help.box": NP_(
        "{count} ship has left for good. In a scoring, each harbour loses one ship that counted.",
        "{count} ships have left for good. In a scoring, each harbour loses one ship that counted.",
    ),
    "help.worth": N_(
        "A scoring would now bring 1 point for each worker of a plantation with a hut, and as many "
        "again for each connected ship."
    ),
    "help.place.track": N_(
        "Scored sacks fill the point track from its end; whoever reaches the latest one ends "
        "the game."
    ),
}
