"""What Santiago de Cuba says."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text

GAME: dict[str, Text] = {
    "game.title": N_("Santiago de Cuba"),
    "game.blurb": N_(
        "Drive along the harbour street, use people and houses, and load seven ships "
        "at the right moment."
    ),
}

OPTIONS: dict[str, Text] = {
    "option.info": N_("Information"),
    "option.info.help": N_("Whether everybody sees what the others hold."),
    "option.info.public": N_("Open: points, goods and pesos of all are visible"),
    "option.info.screens": N_("Screens: everybody sees only what they hold themselves"),
    "option.screens_log": N_("Log with screens"),
    "option.screens_log.help": N_(
        "Whether gifts to El Zorro and exchanges in the casino are told to everybody."
    ),
    "option.screens_log.strict": N_("Secret transactions stay secret"),
    "option.screens_log.open_transactions": N_("All transactions are told"),
    "option.auto_pass": N_("Passing by itself"),
    "option.auto_pass.help": N_(
        "Whether a player who can only pass or skip is spared the question. "
        "With screens this shows the others that there was no choice."
    ),
    "option.auto_pass.standard": N_("Only with open information"),
    "option.auto_pass.on": N_("Always"),
    "option.auto_pass.off": N_("Never"),
    "option.zorro_order": N_("Gifts to El Zorro"),
    "option.zorro_order.help": N_("The gifts are the same, only the waiting differs."),
    "option.zorro_order.simultaneous": N_("All at once"),
    "option.zorro_order.clockwise": N_("One after the other, clockwise"),
    "option.owner_bonus": N_("Point for owners"),
    "option.owner_bonus.help": N_(
        "When the owner of a building gets a point for another player's pawn on it."
    ),
    "option.owner_bonus.end_of_turn": N_("At the end of each turn of that player"),
    "option.owner_bonus.on_entry": N_("Only in the turn in which the pawn moved there"),
    "option.max_steps": N_("Longest drive"),
    "option.max_steps.help": N_("How far the car may go in one turn."),
    "option.max_steps.one_lap": N_("One lap"),
    "option.max_steps.unlimited": N_("As far as the pesos go"),
    "option.zero_ship": N_("Ship that wants nothing"),
    "option.zero_ship.help": N_("What happens when all four dice on a new ship show 0."),
    "option.zero_ship.forbid": N_("May not be chosen"),
    "option.zero_ship.depart": N_("Leaves at once"),
    "option.pablo_wood": N_("Pablo has wood"),
    "option.pablo_wood.help": N_("Pablo may also be asked for wood."),
    "option.start_player": N_("First player"),
    "option.start_player.help": N_(
        "Who has the first turn. Seats are numbered in order of joining; the host has the first."
    ),
    "option.start_player.random": N_("By lot"),
    "option.start_player.seat_1": N_("First seat"),
    "option.start_player.seat_2": N_("Second seat"),
    "option.start_player.seat_3": N_("Third seat"),
    "option.start_player.seat_4": N_("Fourth seat"),
    "option.layout": N_("Board"),
    "option.layout.help": N_("A board given beforehand instead of one dealt at random."),
}

PROMPTS: dict[str, Text] = {
    "prompt.demand": N_("Which die stays off ship {ship}?"),
    "prompt.drive": N_("Where do you drive?"),
    "prompt.pablo": N_("Which good do you take from Pablo?"),
    "prompt.alonso": N_("Claim a building or use one of your own?"),
    "prompt.gift": N_("El Zorro! What do you give {thief:seat}?"),
    "prompt.place": N_("Which building under the {flower:flower} flower do you go to?"),
    "prompt.use": N_("Do you use the {building:building}?"),
    "prompt.deliver": N_("What do you deliver? Each good is worth {value} points."),
}

MOVES: dict[str, Text] = {
    "move.LeaveOut": N_("Leave out {good:good}"),
    "move.Drive.free": N_("Drive {stop:to} for free"),
    "move.Drive": NP_(
        "Drive {stop:to} for {pesos} peso", "Drive {stop:to} for {pesos} pesos", "pesos"
    ),
    "move.TakeGood": N_("Take 1 {good:good:1}"),
    "move.Decline": N_("Nothing"),
    "move.Claim": N_("Claim the {building:building}"),
    "move.Give": N_("Give {gift:gift}"),
    "move.Place": N_("Go to the {building:building}"),
    "move.Skip": N_("Do not use it"),
    "move.Collect.bank": N_("Bank: take 2 pesos"),
    "move.Collect.church": N_("Church: take 1 point"),
    "move.Collect.sawmill": N_("Sawmill: 1 wood for 1 point and 1 peso"),
    "move.Collect.newspaper": N_("Newspaper: take 1 peso, turn nobody face down"),
    "move.Process.distillery": N_("Distillery: {amount} sugar for {amount} rum"),
    "move.Process.cigar_factory": NP_(
        "Cigar factory: {amount} tobacco for {amount} cigar",
        "Cigar factory: {amount} tobacco for {amount} cigars",
        "amount",
    ),
    "move.Swap": N_("Black market: 1 {give:good:1} for 1 {take:good:1}"),
    "move.Treat.cigar": N_("Café: 1 cigar for 2 points"),
    "move.Treat.rum": N_("Café: 1 rum for 2 points"),
    "move.Treat.both": N_("Café: 1 cigar and 1 rum for 4 points"),
    "move.Clear": N_("Customs: no more {good:good} wanted"),
    "move.BuyPoints": N_("Casino: {count} × 3 pesos for 1 point"),
    "move.SellPoints": N_("Casino: {count} × 1 point for 3 pesos"),
    "move.ShiftValue.up": N_("Harbour office: value one flag up"),
    "move.ShiftValue.down": N_("Harbour office: value one flag down"),
    "move.Sell": N_("Trading office: 1 {good:good:1} for 2 points"),
    "move.Silence": N_("Newspaper: take 1 peso, turn {cuban:stop} face down"),
    "move.Deliver": N_("Deliver {amount} {good:good:{amount}}"),
    "move.DeliverWood": N_("Deliver {amount} wood in place of {good:good}"),
    "move.Pass": N_("Pass"),
}

EVENTS: dict[str, Text] = {
    "event.game_started": N_("The game begins."),
    "event.setup_done": N_(
        "The road: {road:stop}. {seat:seat} has the first turn. Everybody holds "
        "{goods:good}, {pesos} pesos and {points} points."
    ),
    "event.demand_rolled": N_("{seat:seat} rolls the dice for ship {ship}: {faces:good}."),
    "event.demand_set": N_(
        "{seat:seat} leaves out {left_out:good}. Ship {ship} wants {demand:good}."
    ),
    "event.turn_started": N_("Turn {turn}: {seat:seat}."),
    "event.car_moved.free": N_("{seat:seat} drives {stop:to}."),
    "event.car_moved": NP_(
        "{seat:seat} drives {stop:to} for {pesos} peso.",
        "{seat:seat} drives {stop:to} for {pesos} pesos.",
        "pesos",
    ),
    "event.cuban_reactivated": N_("{cuban:stop} is turned face up again."),
    "event.value_changed": N_(
        "The value marker moves from {old:flag} to {new:flag} ({cause:cause})."
    ),
    "event.cuban_used.goods": N_("{seat:seat} gets {got} {good:good:{got}} from {cuban:stop}."),
    "event.cuban_used.nothing": N_(
        "{seat:seat} gets nothing from {cuban:stop}: no {good:good} is left."
    ),
    "event.cuban_used.maria": N_("{seat:seat} gets {points} points from Maria."),
    "event.cuban_used.martinez": N_("{seat:seat} gets {pesos} pesos from Martinez."),
    "event.cuban_inactive": N_("{cuban:stop} lies face down and does nothing."),
    "event.pablo_taken": N_("{seat:seat} takes 1 {good:good:1} from Pablo."),
    "event.pablo_taken.nothing": N_("{seat:seat} takes nothing from Pablo."),
    "event.alonso_declined": N_("{seat:seat} asks nothing of Alonso."),
    "event.zorro_gift": N_("{giver:seat} gives {thief:seat} something."),
    "event.zorro_gift.known": N_("{giver:seat} gives {thief:seat} {gift:gift}."),
    "event.zorro_gift.nothing": N_("{giver:seat} has nothing to give {thief:seat}."),
    "event.building_claimed": NP_(
        "{seat:seat} claims the {building:building} and has {markers_left} marker left.",
        "{seat:seat} claims the {building:building} and has {markers_left} markers left.",
        "markers_left",
    ),
    "event.pawn_moved": N_("{seat:seat} goes to the {building:building}."),
    "event.pawn_stayed": N_("{seat:seat} stays at the {building:building} ({reason:stay})."),
    "event.pawn_stayed.off": N_("{seat:seat} stays off the board ({reason:stay})."),
    "event.building_used.bank": N_("{seat:seat} takes {pesos} pesos from the bank."),
    "event.building_used.church": N_("{seat:seat} gets 1 point in the church."),
    "event.building_used.distillery": N_(
        "{seat:seat} makes {amount} rum of {amount} sugar in the distillery."
    ),
    "event.building_used.cigar_factory": NP_(
        "{seat:seat} makes {amount} cigar of {amount} tobacco in the cigar factory.",
        "{seat:seat} makes {amount} cigars of {amount} tobacco in the cigar factory.",
        "amount",
    ),
    "event.building_used.black_market": N_(
        "{seat:seat} swaps 1 {give:good:1} for 1 {take:good:1} on the black market."
    ),
    "event.building_used.sawmill": N_(
        "{seat:seat} gets 1 point and 1 peso for 1 wood in the sawmill."
    ),
    "event.building_used.cafe": N_(
        "{seat:seat} gets {points} points in the café for {served:good}."
    ),
    "event.building_used.customs": N_("{seat:seat} has customs turn {die:good} from {was} to 0."),
    "event.building_used.casino": N_("{seat:seat} uses the casino."),
    "event.building_used.casino.known": N_(
        "{seat:seat} uses the casino: {count} × {direction:exchange}."
    ),
    "event.building_used.harbour_office": N_("{seat:seat} uses the harbour office."),
    "event.building_used.trading_office": N_(
        "{seat:seat} sells 1 {good:good:1} to the trading office for {points} points."
    ),
    "event.building_used.newspaper": N_("{seat:seat} gets 1 peso from the newspaper."),
    "event.building_used.newspaper.deactivated": N_(
        "{seat:seat} gets 1 peso from the newspaper and turns {deactivated:stop} face down."
    ),
    "event.building_skipped": N_("{seat:seat} does not use the {building:building}."),
    "event.building_skipped.known": N_(
        "{seat:seat} does not use the {building:building} ({reason:reason})."
    ),
    "event.delivery_started": N_("{seat:seat} opens the delivery. The order: {order:seat}."),
    "event.delivered": NP_(
        "{seat:seat} delivers {amount} {good:good:{amount}} for {points} point.",
        "{seat:seat} delivers {amount} {good:good:{amount}} for {points} points.",
        "points",
    ),
    "event.delivered.wood": NP_(
        "{seat:seat} delivers {amount} wood in place of {die:good} for {points} point.",
        "{seat:seat} delivers {amount} wood in place of {die:good} for {points} points.",
        "points",
    ),
    "event.delivery_passed": N_("{seat:seat} passes."),
    "event.delivery_passed.known": N_("{seat:seat} passes ({reason:reason})."),
    "event.delivery_ended": N_("The delivery is over: {result:delivery}."),
    "event.ship_departed": N_("Ship {ship} leaves the harbour ({cause:departure})."),
    "event.ship_arrived": N_("Ship {ship} comes into the harbour."),
    "event.owner_bonus": N_(
        "{owner:seat} gets 1 point: {visitor:seat} stands on the {building:building}."
    ),
    "event.turn_ended": N_("{seat:seat} ends the turn."),
    "event.game_ended": N_("The seventh ship has left: the game is over."),
    "event.final_scoring": NP_(
        "{seat:seat}: {before} and {points_for_goods} for goods make {points} point.",
        "{seat:seat}: {before} and {points_for_goods} for goods make {points} points.",
        "points",
    ),
}

ENDINGS: dict[str, Text] = {
    "ending.demand_met": N_("The seventh ship left with everything it wanted."),
    "ending.flag": N_("The seventh ship left at the chequered flag."),
}

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

TEXTS: dict[str, Text] = {
    **GAME,
    **OPTIONS,
    **PROMPTS,
    **MOVES,
    **EVENTS,
    **ENDINGS,
    **WORDS,
    **HELP,
}
