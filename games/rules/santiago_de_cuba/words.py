"""The words of Santiago de Cuba, in the order of the board, and what Cubans and buildings do."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text

WORDS: dict[str, Text] = {
    "good.sugar": N_("sugar"),
    "good.citrus": NP_("citrus", "citrus"),
    "good.tobacco": N_("tobacco"),
    "good.rum": N_("rum"),
    "good.cigar": NP_("cigar", "cigars"),
    "good.wood": N_("wood"),
    "gift.peso": N_("1 peso"),
    "gift.point": N_("1 point"),
    "gift.sugar": N_("1 sugar"),
    "gift.citrus": N_("1 citrus"),
    "gift.tobacco": N_("1 tobacco"),
    "gift.rum": N_("1 rum"),
    "gift.cigar": N_("1 cigar"),
    "flower.white": N_("white"),
    "flower.blue": N_("blue"),
    "flower.yellow": N_("yellow"),
    "flower.red": N_("red"),
    "stop.harbour": N_("Harbour"),
    "stop.pedro": N_("Pedro"),
    "stop.alonso": N_("Alonso"),
    "stop.miguel": N_("Miguel"),
    "stop.jose": N_("José"),
    "stop.el_zorro": N_("El Zorro"),
    "stop.conchita": N_("Conchita"),
    "stop.maria": N_("Maria"),
    "stop.martinez": N_("Martinez"),
    "stop.pablo": N_("Pablo"),
    "to.harbour": N_("to the harbour"),
    "to.pedro": N_("to Pedro"),
    "to.alonso": N_("to Alonso"),
    "to.miguel": N_("to Miguel"),
    "to.jose": N_("to José"),
    "to.el_zorro": N_("to El Zorro"),
    "to.conchita": N_("to Conchita"),
    "to.maria": N_("to Maria"),
    "to.martinez": N_("to Martinez"),
    "to.pablo": N_("to Pablo"),
    "building.bank": N_("bank"),
    "building.church": N_("church"),
    "building.distillery": N_("distillery"),
    "building.cigar_factory": N_("cigar factory"),
    "building.black_market": N_("black market"),
    "building.sawmill": N_("sawmill"),
    "building.cafe": N_("café"),
    "building.customs": N_("customs"),
    "building.casino": N_("casino"),
    "building.harbour_office": N_("harbour office"),
    "building.trading_office": N_("trading office"),
    "building.newspaper": N_("newspaper"),
    "flag.2": "2",
    "flag.3": "3",
    "flag.4": "4",
    "flag.flag": N_("the chequered flag"),
    "cause.harbour_pass": N_("the car drives through the harbour"),
    "cause.round_unfilled": N_("demand is left after the delivery"),
    "cause.harbour_office": N_("harbour office"),
    "cause.new_ship": N_("new ship"),
    "stay.el_zorro": N_("El Zorro"),
    "stay.harbour": N_("in the harbour nobody uses a building"),
    "stay.inactive": N_("the Cuban lies face down"),
    "stay.all_occupied": N_("all three buildings are occupied"),
    "exchange.pesos_to_points": N_("3 pesos for 1 point"),
    "exchange.points_to_pesos": N_("1 point for 3 pesos"),
    "reason.cannot": N_("not possible"),
    "reason.unwilling": N_("by choice"),
    "delivery.demand_met": N_("nothing more is wanted"),
    "delivery.all_passed": N_("all have passed"),
    "departure.demand_met": N_("everything delivered"),
    "departure.flag": N_("chequered flag"),
}

HELP: dict[str, Text] = {
    "help.stop.harbour": N_(
        "All players deliver in turn until the ship is full or all have passed. "
        "Pawns stay; driving through raises the value by one flag."
    ),
    "help.stop.pedro": N_("Gives 2 tobacco and leads to the white flower."),
    "help.stop.alonso": N_(
        "Claim a building that belongs to nobody, or use one of your own. "
        "Leads to the white flower."
    ),
    "help.stop.miguel": N_("Gives 2 wood and leads to the blue flower."),
    "help.stop.jose": N_("Gives 2 sugar and leads to the yellow flower."),
    "help.stop.el_zorro": N_(
        "Everybody else gives you a peso, a point or a good, never wood. "
        "Your pawn stays, and its building may be used again."
    ),
    "help.stop.conchita": N_("Gives 2 citrus and leads to the red flower."),
    "help.stop.maria": N_("Gives 2 points and leads to the red flower."),
    "help.stop.martinez": N_("Gives 3 pesos and leads to the yellow flower."),
    "help.stop.pablo": N_("Gives 1 good of your choice and leads to the blue flower."),
    "help.building.bank": N_("Take 2 pesos."),
    "help.building.church": N_("Take 1 point."),
    "help.building.distillery": N_("Turn any number of sugar into as many rum."),
    "help.building.cigar_factory": N_("Turn any number of tobacco into as many cigars."),
    "help.building.black_market": N_("Swap 1 good for 1 of another kind; no wood."),
    "help.building.sawmill": N_("Give 1 wood for 1 point and 1 peso."),
    "help.building.cafe": N_("Give 1 cigar, 1 rum or one of each for 2 points apiece."),
    "help.building.customs": N_("Turn one die on the ship to 0."),
    "help.building.casino": N_("Change 3 pesos into 1 point or back, as often as you like."),
    "help.building.harbour_office": N_("Move the value marker one flag up or down."),
    "help.building.trading_office": N_("Deliver 1 good the ship wants for 2 points."),
    "help.building.newspaper": N_(
        "Take 1 peso; you may turn a Cuban face down until the car leaves him."
    ),
}

WORDS |= {
    "gain.pesos": NP_("peso", "pesos"),
    "gain.points": NP_("point", "points"),
    **{f"gain.{name[5:]}": word for name, word in WORDS.items() if name.startswith("good.")},
}
