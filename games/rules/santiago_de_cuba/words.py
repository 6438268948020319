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
    "to.bank": N_("to the bank"),
    "to.church": N_("to the church"),
    "to.distillery": N_("to the distillery"),
    "to.cigar_factory": N_("to the cigar factory"),
    "to.black_market": N_("to the black market"),
    "to.sawmill": N_("to the sawmill"),
    "to.cafe": N_("to the café"),
    "to.customs": N_("to the customs house"),
    "to.casino": N_("to the casino"),
    "to.harbour_office": N_("to the harbour office"),
    "to.trading_office": N_("to the trading office"),
    "to.newspaper": N_("to the newspaper"),
    "building.bank": N_("bank"),
    "building.church": N_("church"),
    "building.distillery": N_("distillery"),
    "building.cigar_factory": N_("cigar factory"),
    "building.black_market": N_("black market"),
    "building.sawmill": N_("sawmill"),
    "building.cafe": N_("café"),
    "building.customs": N_("customs house"),
    "building.casino": N_("casino"),
    "building.harbour_office": N_("harbour office"),
    "building.trading_office": N_("trading office"),
    "building.newspaper": N_("newspaper"),
    "the.bank": N_("the bank"),
    "the.church": N_("the church"),
    "the.distillery": N_("the distillery"),
    "the.cigar_factory": N_("the cigar factory"),
    "the.black_market": N_("the black market"),
    "the.sawmill": N_("the sawmill"),
    "the.cafe": N_("the café"),
    "the.customs": N_("the customs house"),
    "the.casino": N_("the casino"),
    "the.harbour_office": N_("the harbour office"),
    "the.trading_office": N_("the trading office"),
    "the.newspaper": N_("the newspaper"),
    "at.bank": N_("at the bank"),
    "at.church": N_("at the church"),
    "at.distillery": N_("at the distillery"),
    "at.cigar_factory": N_("at the cigar factory"),
    "at.black_market": N_("at the black market"),
    "at.sawmill": N_("at the sawmill"),
    "at.cafe": N_("at the café"),
    "at.customs": N_("at the customs house"),
    "at.casino": N_("at the casino"),
    "at.harbour_office": N_("at the harbour office"),
    "at.trading_office": N_("at the trading office"),
    "at.newspaper": N_("at the newspaper"),
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
    "help.good.sugar": N_("Deliver it when the ship wants it, or turn it into rum."),
    "help.good.citrus": N_("Deliver one whenever the ship wants it."),
    "help.good.tobacco": N_("Deliver it when the ship wants it, or turn it into cigars."),
    "help.good.rum": N_("Deliver it when the ship wants it, or sell it in the café."),
    "help.good.cigar": N_("Deliver them when the ship wants them, or sell one in the café."),
    "help.good.wood": N_(
        "Deliver it in place of any good that the ship wants, for 1 point each, or take it to the "
        "sawmill."
    ),
    "help.die.rolled": N_(
        "{good:good}: {count} rolled. One die is left out; the other four are what the ship wants."
    ),
    "help.die.wanted": N_(
        "{good:good}: {count} wanted. Each one delivered brings as many points as the value shows."
    ),
    "help.die.done": N_("{good:good}: The ship wants no more of this good."),
    "help.die.aside": N_("{good:good}: The ship does not want this good, whatever the die shows."),
    "help.stock": N_("{good:good}: {count} in stock. Nobody can get more than lies here."),
    "help.points": N_(
        "Points: Whoever has the most wins when the seventh ship has left and every 3 goods have "
        "become 1 point."
    ),
    "help.pesos": N_(
        "Pesos: The first station of a drive costs nothing, each further one 1 peso. They may "
        "break a tie at the end."
    ),
    "help.markers": N_("Markers left: With each of them you can claim a building through Alonso."),
    "help.waiting": N_(
        "Pawn: It goes to a building after your first stop at a Cuban with a flower."
    ),
    "help.owner": N_(
        "{name} owns this building. Another player whose pawn stands here at the end of their turn "
        "brings the owner 1 point."
    ),
    "help.face_down": N_("The Cuban lies face down and does nothing until the car has been there."),
    "help.stop.harbour": N_(
        "Stop here and all players deliver in turn until the ship is full or all have passed; "
        "pawns stay. Drive through, and the value goes one flag up."
    ),
    "help.stop.pedro": N_(
        "Gives you 2 tobacco. Your pawn then goes to a building under the white flower."
    ),
    "help.stop.alonso": N_(
        "Claim a building that belongs to nobody, or use one of your own. Your pawn then goes "
        "to a building under the white flower."
    ),
    "help.stop.miguel": N_(
        "Gives you 2 wood. Your pawn then goes to a building under the blue flower."
    ),
    "help.stop.jose": N_(
        "Gives you 2 sugar. Your pawn then goes to a building under the yellow flower."
    ),
    "help.stop.el_zorro": N_(
        "All others give you a peso, a point or a good, never wood. Your pawn stays, and you "
        "may use its building again."
    ),
    "help.stop.conchita": N_(
        "Gives you 2 citrus. Your pawn then goes to a building under the red flower."
    ),
    "help.stop.maria": N_(
        "Gives you 2 points. Your pawn then goes to a building under the red flower."
    ),
    "help.stop.martinez": N_(
        "Gives you 3 pesos. Your pawn then goes to a building under the yellow flower."
    ),
    "help.stop.pablo": N_(
        "Gives you 1 good of your choice. Your pawn then goes to a building under the blue flower."
    ),
    "help.building.bank": N_("Send your pawn here and take 2 pesos."),
    "help.building.church": N_("Send your pawn here and take 1 point."),
    "help.building.distillery": N_(
        "Send your pawn here and turn any amount of sugar into as much rum."
    ),
    "help.building.cigar_factory": N_(
        "Send your pawn here and turn any amount of tobacco into as many cigars."
    ),
    "help.building.black_market": N_(
        "Send your pawn here and swap 1 good for 1 of another kind, but no wood."
    ),
    "help.building.sawmill": N_("Send your pawn here and give 1 wood for 1 point and 1 peso."),
    "help.building.cafe": N_(
        "Send your pawn here and give 1 cigar, 1 rum or one of each for 2 points apiece."
    ),
    "help.building.customs": N_(
        "Send your pawn here and turn one die on the ship to 0: it wants no more of that good."
    ),
    "help.building.casino": N_(
        "Send your pawn here and change 3 pesos into 1 point or back, as often as you like."
    ),
    "help.building.harbour_office": N_(
        "Send your pawn here and move the value one flag up or down."
    ),
    "help.building.trading_office": N_(
        "Send your pawn here and sell 1 good that the ship wants for 2 points."
    ),
    "help.building.newspaper": N_(
        "Send your pawn here and take 1 peso; you may also turn a Cuban face down, who then "
        "does nothing until the car has been there."
    ),
}

WORDS |= {
    "gain.pesos": NP_("peso", "pesos"),
    "gain.points": NP_("point", "points"),
    **{f"gain.{name[5:]}": word for name, word in WORDS.items() if name.startswith("good.")},
}
