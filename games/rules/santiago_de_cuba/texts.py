"""What Santiago de Cuba says. Words and help are in `words.py`."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text
from games.rules.santiago_de_cuba.words import HELP, WORDS

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
    "option.info.public": N_("Open: everybody’s points, goods and pesos are visible"),
    "option.info.screens": N_("Screens: you see only what you hold yourself"),
    "option.screens_log": N_("Log with screens"),
    "option.screens_log.help": N_(
        "Whether everybody is told about gifts to El Zorro and exchanges in the casino."
    ),
    "option.screens_log.strict": N_("Secret transactions stay secret"),
    "option.screens_log.open_transactions": N_("Everything is told"),
    "option.auto_pass": N_("Pass automatically"),
    "option.auto_pass.help": N_(
        "Players who can only pass or skip are not asked. With screens, the others can tell "
        "from this that there was no choice."
    ),
    "option.auto_pass.standard": N_("Only with open information"),
    "option.auto_pass.on": N_("Always"),
    "option.auto_pass.off": N_("Never"),
    "option.zorro_order": N_("Gifts to El Zorro"),
    "option.zorro_order.help": N_("The gifts are the same, only the waiting differs."),
    "option.zorro_order.simultaneous": N_("All at once"),
    "option.zorro_order.clockwise": N_("One after the other, clockwise"),
    "option.owner_bonus": N_("Owner’s point"),
    "option.owner_bonus.help": N_(
        "When the owner of a building gets a point for another player’s pawn there."
    ),
    "option.owner_bonus.end_of_turn": N_("At the end of each turn of that player"),
    "option.owner_bonus.on_entry": N_("Only in the turn in which the pawn goes there"),
    "option.max_steps": N_("Longest drive"),
    "option.max_steps.help": N_("How far the car may go in one turn."),
    "option.max_steps.one_lap": N_("One lap"),
    "option.max_steps.unlimited": N_("As far as your pesos go"),
    "option.zero_ship": N_("Ship that wants nothing"),
    "option.zero_ship.help": N_("What happens when all four dice on a new ship show 0."),
    "option.zero_ship.forbid": N_("May not be chosen"),
    "option.zero_ship.depart": N_("Leaves at once"),
    "option.pablo_wood": N_("Pablo has wood"),
    "option.pablo_wood.help": N_("Pablo may also be asked for wood."),
    "option.start_player": N_("First player"),
    "option.start_player.help": N_(
        "Who has the first turn. Seats are numbered in the order of joining; the host has the "
        "first."
    ),
    "option.start_player.random": N_("Drawn at random"),
    "option.start_player.seat_1": N_("First seat"),
    "option.start_player.seat_2": N_("Second seat"),
    "option.start_player.seat_3": N_("Third seat"),
    "option.start_player.seat_4": N_("Fourth seat"),
    "option.layout": N_("Board"),
    "option.layout.help": N_("A given board instead of one laid out at random."),
}

ORDERS: dict[str, Text] = {
    "orders.zorro": N_("Gift to El Zorro"),
    "orders.zorro.help": N_("You are asked if you do not have it."),
    "orders.zorro.ask": N_("Ask me"),
    "orders.zorro.peso": N_("One peso"),
    "orders.zorro.point": N_("One point"),
    "orders.deliveries": N_("Pass when others deliver"),
    "orders.deliveries.help": N_("In your own turn you are always asked."),
    "orders.deliveries.ask": N_("Ask me"),
    "orders.deliveries.below_3": N_("If the value is below 3"),
    "orders.deliveries.below_4": N_("If the value is below 4"),
    "orders.deliveries.always": N_("Always"),
}

PROMPTS: dict[str, Text] = {
    "prompt.demand": N_("Which die stays off ship {ship}? Rolled: {rolled:good:0}."),
    "prompt.drive": N_("Where do you drive?"),
    "prompt.drive_far": NP_(
        "Where do you drive after {laps} lap?", "Where do you drive after {laps} laps?", "laps"
    ),
    "prompt.pablo": N_("Which good do you take from Pablo?"),
    "prompt.alonso": N_("Claim a building or use one of your own?"),
    "prompt.gift": N_("El Zorro! What do you give {thief:seat}?"),
    "prompt.place": N_("Which building under the {flower:flower} flower do you go to?"),
    "prompt.use": N_("Do you use {building:the}?"),
    "prompt.deliver": N_(
        "What do you deliver? Each good is worth {value} points, each wood 1 point."
    ),
}

MOVES: dict[str, Text] = {
    "move.LeaveOut": N_("Leave out {good:good}"),
    "move.Drive.free": N_("Drive {stop:to} for free"),
    "move.Drive": NP_(
        "Drive {stop:to} for {pesos} peso", "Drive {stop:to} for {pesos} pesos", "pesos"
    ),
    "note.harbour": N_("all deliver in turn"),
    "note.alonso": N_("claim or use a building"),
    "note.el_zorro": N_("the others give you something"),
    "note.martinez": N_("he gives you 3 pesos"),
    "note.pablo": N_("1 good of your choice"),
    "move.GoRound": NP_(
        "Go round {laps} time before that, for {laps*10} pesos",
        "Go round {laps} times before that, for {laps*10} pesos",
        "laps",
    ),
    "move.TakeGood": N_("Take 1 {good:good:1}"),
    "move.Decline": N_("Nothing"),
    "move.Claim": N_("Claim {building:the}"),
    "move.Give": N_("Give {gift:gift}"),
    "move.Place": N_("Go {building:to}"),
    "move.Skip": N_("Leave it unused"),
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
    "move.Clear": N_("Customs house: turn the {good:good} die to 0"),
    "move.BuyPoints": NP_(
        "Casino: {count} point for {count*3} pesos",
        "Casino: {count} points for {count*3} pesos",
        "count",
    ),
    "move.SellPoints": NP_(
        "Casino: {count*3} pesos for {count} point",
        "Casino: {count*3} pesos for {count} points",
        "count",
    ),
    "move.ShiftValue.up": N_("Harbour office: value one flag up"),
    "move.ShiftValue.down": N_("Harbour office: value one flag down"),
    "move.Sell": N_("Trading office: 1 {good:good:1} for 2 points"),
    "move.Silence": N_("Newspaper: take 1 peso, turn {cuban:stop} face down"),
    "move.Deliver": N_("Deliver {amount} {good:good:{amount}} for {amount*value} points"),
    "move.DeliverWood": NP_(
        "Deliver {amount} wood in place of {good:good} for {amount} point",
        "Deliver {amount} wood in place of {good:good} for {amount} points",
        "amount",
    ),
    "move.Pass": N_("Pass"),
}

AMOUNTS: dict[str, Text] = {
    "amount.GoRound": N_("Laps, 10 pesos each"),
    "amount.Process": N_("Goods to exchange"),
    "amount.BuyPoints": N_("Points to buy, 3 pesos each"),
    "amount.SellPoints": N_("Points to sell, 3 pesos each"),
    "amount.Deliver": N_("Pieces of {good:good}"),
    "amount.DeliverWood": N_("Pieces of wood in place of {good:good}"),
}

EVENTS: dict[str, Text] = {
    "event.game_started": N_("The game begins."),
    "event.setup_done": N_(
        "The road: {road:stop}. {seat:seat} has the first turn. Everybody holds "
        "{goods:good}, {pesos} pesos and {points} points."
    ),
    "event.demand_rolled": N_("{seat:seat} rolls the dice for ship {ship}: {faces:good:0}."),
    "event.demand_set": N_(
        "{seat:seat} leaves out {left_out:good}. Ship {ship} wants {demand:good:0}."
    ),
    "event.turn_started": N_("Turn {turn}: {seat:seat}."),
    "event.car_moved.free": N_("{seat:seat} drives {stop:to}."),
    "event.car_moved": NP_(
        "{seat:seat} drives {stop:to} for {pesos} peso.",
        "{seat:seat} drives {stop:to} for {pesos} pesos.",
        "pesos",
    ),
    "event.cuban_reactivated": N_("{cuban:stop} is turned face up again."),
    "event.value_changed": N_("The value goes from {old:flag} to {new:flag} ({cause:cause})."),
    "event.cuban_used.goods": N_("{seat:seat} gets {got} {good:good:{got}} from {cuban:stop}."),
    "event.cuban_used.nothing": N_(
        "{seat:seat} gets nothing from {cuban:stop}: the stock has no {good:good} left."
    ),
    "event.cuban_used.maria": N_("{seat:seat} gets {points} points from Maria."),
    "event.cuban_used.martinez": N_("{seat:seat} gets {pesos} pesos from Martinez."),
    "event.cuban_inactive": N_("{cuban:stop} lies face down and does nothing."),
    "event.pablo_taken": N_("{seat:seat} takes 1 {good:good:1} from Pablo."),
    "event.pablo_taken.nothing": N_("{seat:seat} takes nothing from Pablo."),
    "event.alonso_declined": N_("{seat:seat} does not use Alonso."),
    "event.zorro_gift": N_("{giver:seat} gives {thief:seat} something."),
    "event.zorro_gift.known": N_("{giver:seat} gives {thief:seat} {gift:gift}."),
    "event.zorro_gift.nothing": N_("{giver:seat} has nothing to give {thief:seat}."),
    "event.building_claimed": NP_(
        "{seat:seat} claims {building:the} and has {markers_left} marker left.",
        "{seat:seat} claims {building:the} and has {markers_left} markers left.",
        "markers_left",
    ),
    "event.pawn_moved": N_("{seat:seat} goes {building:to}."),
    "event.pawn_stayed": N_("{seat:seat} stays {building:at} ({reason:stay})."),
    "event.pawn_stayed.off": N_("{seat:seat} stays off the board ({reason:stay})."),
    "event.building_used.bank": N_("{seat:seat} takes {pesos} pesos from the bank."),
    "event.building_used.church": N_("{seat:seat} gets 1 point in the church."),
    "event.building_used.distillery": N_(
        "{seat:seat} makes {amount} rum from {amount} sugar in the distillery."
    ),
    "event.building_used.cigar_factory": NP_(
        "{seat:seat} makes {amount} cigar from {amount} tobacco in the cigar factory.",
        "{seat:seat} makes {amount} cigars from {amount} tobacco in the cigar factory.",
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
    "event.building_used.customs": N_(
        "At the customs house {seat:seat} turns the {die:good} die from {was} to 0."
    ),
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
    "event.building_skipped": N_("{seat:seat} does not use {building:the}."),
    "event.building_skipped.known": N_(
        "{seat:seat} does not use {building:the} ({reason:reason})."
    ),
    "event.delivery_started": N_("{seat:seat} starts the delivery, in this order: {order:seat}."),
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
    "event.owner_bonus": N_("{owner:seat} gets 1 point: {visitor:seat} is {building:at}."),
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

SCORES: dict[str, Text] = {
    "source.start": N_("At the start"),
    "source.delivered": N_("Goods delivered"),
    "source.wood": N_("Wood delivered"),
    "source.maria": N_("Maria"),
    "source.buildings": N_("Church, sawmill, café, trading office"),
    "source.casino": N_("Casino"),
    "source.owners": N_("Visitors to own buildings"),
    "source.zorro": N_("El Zorro"),
    "source.goods": N_("Goods at the end, 3 for 1 point"),
    "source.earlier": N_("Before this was counted"),
    "tiebreak.goods_left": N_("Goods left after that"),
    "tiebreak.pesos": N_("Pesos"),
}

WHYS: dict[str, Text] = {
    "why.fare": NP_(
        "Costs {needed} peso; you have {pesos}.",
        "Costs {needed} pesos; you have {pesos}.",
        "needed",
    ),
    "why.out_of_stock": N_("The stock has no {good:good} left."),
    "why.pablo_wood": N_("Pablo has no wood."),
    "why.empty_ship": N_("The ship would want nothing: all its dice would show 0."),
    "why.no_markers": N_("All your markers are on buildings."),
    "why.owned": N_("It already belongs to {owner:seat}."),
    "why.occupied": N_("{visitor:seat}’s pawn stands there."),
    "why.here": N_("Your pawn is already there and has to move."),
    "why.no_good": N_("You have no {good:good:1}."),
    "why.held": N_("You have only {held} {good:good:{held}}."),
    "why.stock": NP_(
        "The stock has only {left} {good:good:{left}} left.",
        "The stock has only {left} {good:good:{left}} left.",
        "left",
    ),
    "why.no_pesos": N_("You have no pesos."),
    "why.points": NP_(
        "You have {points} point, which is too few.",
        "You have {points} points, which is too few.",
        "points",
    ),
    "why.lowest": N_("The value is already at its lowest."),
    "why.asleep": N_("{cuban:stop} already lies face down."),
    "why.no_demand": N_("The new ship has no dice yet."),
    "why.satisfied": N_("The ship wants no more {good:good}: the die shows 0."),
    "why.unwanted": N_("The ship does not want {good:good}: the die lies beside the board."),
    "why.wanted": N_("The ship wants only {wanted} {good:good:{wanted}}."),
}

BOARD: dict[str, Text] = {  # the board in words
    "board.now": N_("Now"),
    "board.phase.demand": N_("{seat:seat} chooses which die stays off the ship."),
    "board.phase.drive": N_("{seat:seat} chooses where to drive."),
    "board.phase.pablo": N_("{seat:seat} chooses a good from Pablo."),
    "board.phase.alonso": N_(
        "{seat:seat} is with Alonso: claim a building, or use one of their own."
    ),
    "board.phase.gift": N_("Still to give El Zorro something: {seats:seat}."),
    "board.phase.place": N_("{seat:seat} chooses a building."),
    "board.phase.use": N_("{seat:seat} uses a building, or does not."),
    "board.phase.deliver": N_("{seat:seat} delivers, or passes."),
    "board.phase.over": N_("The game is over."),
    "board.passed": N_("Have passed: {seats:seat}."),
    "board.ship": N_("Ship {ship} of 7"),
    "board.wanted": N_("Wants {goods:good}."),
    "board.nothing_wanted": N_("Wants nothing more."),
    "board.satisfied": N_("Satisfied: {goods:good}."),
    "board.unwanted": N_("Not wanted by this ship: {goods:good}."),
    "board.rolled": N_("Rolled: {goods:good:0}. One die stays off the ship."),
    "board.no_demand": N_("The dice have not been rolled yet."),
    "board.value": N_("Each good delivered is worth {value} points, each wood 1 point."),
    "board.next_value": N_("The next flag is {next}."),
    "board.next_flag": N_("The next flag is the chequered one: there the ship leaves."),
    "board.at_flag": N_("The value is at the chequered flag: the ship leaves."),
    "board.last_ship": N_("When this ship leaves, the game ends."),
    "board.stock": N_("Stock"),
    "board.road": N_("Road, from the car onwards"),
    "board.free": N_("{stop}, for free."),
    "board.fare": NP_("{stop}, for {pesos} peso.", "{stop}, for {pesos} pesos.", "pesos"),
    "board.car_here": N_("The car stands here."),
    "board.face_down": N_("Lies face down: gives nothing and leads nowhere until the car leaves."),
    "board.flower.white": N_("White flower"),
    "board.flower.blue": N_("Blue flower"),
    "board.flower.yellow": N_("Yellow flower"),
    "board.flower.red": N_("Red flower"),
    "board.owner": N_("Belongs to {seat:seat}."),
    "board.no_owner": N_("Belongs to nobody."),
    "board.pawn": N_("{seat:seat}’s pawn is there."),
    "board.you": N_("{seat:seat} (you)"),
    "board.points": NP_("{count} point", "{count} points"),
    "board.pesos": NP_("{count} peso", "{count} pesos"),
    "board.screen": N_("Points, pesos and goods are behind a screen."),
    "board.score": N_("In the end {score} points, {goods} of them for goods."),
    "board.owns": N_("Owns: {buildings:building}."),
    "board.markers": NP_("{count} marker left", "{count} markers left"),
    "board.pawn_at": N_("Pawn: {building:building}."),
    "board.no_pawn": N_("The pawn is not on the board yet."),
    "board.start": N_("Start player"),
}

TEXTS: dict[str, Text] = {
    **GAME,
    **OPTIONS,
    **ORDERS,
    **PROMPTS,
    **MOVES,
    **AMOUNTS,
    **EVENTS,
    **ENDINGS,
    **SCORES,
    **WHYS,
    **WORDS,
    **HELP,
    **BOARD,
}
