"""What Guatemala Café says. Words and help are in `words.py`, names of places in `naming.py`."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text
from games.rules.guatemala_cafe.components import SPACES
from games.rules.guatemala_cafe.naming import PLACES, arrow_of_space
from games.rules.guatemala_cafe.words import HELP, WORDS

TITLE: dict[str, Text] = {
    "game.title": N_("Guatemala Café"),
    "game.blurb": N_("Grow coffee, lay roads to the harbours, and sell when it pays you most."),
}

OPTIONS: dict[str, Text] = {
    "option.setup": N_("Cultivation board"),
    "option.setup.help": N_("How workers, huts and ships lie on the cultivation board."),
    "option.setup.variable": N_("Shuffled each time"),
    "option.setup.fixed": N_("Always the same"),
    "option.buyer_start": N_("Where the buyer starts"),
    "option.buyer_start.help": N_(
        "The arrow at the edge of the cultivation board where the buyer starts."
    ),
    "option.buyer_start.random": N_("Drawn at random"),
    **{f"option.buyer_start.{space}": arrow_of_space(space) for space in range(SPACES)},
    "option.blockade_mode": N_("Asking about a block"),
    "option.blockade_mode.help": N_("How the others are asked whether they block a scoring."),
    "option.blockade_mode.sequential": N_("One after the other"),
    "option.blockade_mode.simultaneous": N_("All at once, with sealed answers"),
    "option.track_sacks": N_("Sacks on the point track"),
    "option.track_sacks.help": N_("Whether the colours of scored sacks stay visible."),
    "option.track_sacks.open": N_("Visible"),
    "option.track_sacks.hidden": N_("Face down"),
    "option.track_length": N_("Length of the point track"),
    "option.track_length.help": N_("A longer point track makes a longer game."),
    "option.track_length.60": N_("60 fields, shorter"),
    "option.track_length.70": N_("70 fields"),
    "option.track_length.80": N_("80 fields, longer"),
}

ORDERS: dict[str, Text] = {
    "orders.auto_decline": N_("When somebody announces a scoring"),
    "orders.auto_decline.help": N_(
        "Only you can see your standing orders. They answer after a while, as you would, and "
        "none of them looks at your sacks."
    ),
    "orders.auto_decline.never": N_("Always ask me"),
    "orders.auto_decline.always": N_("Always decline for me"),
    "orders.auto_decline.colours": N_("Decline for me for these colours"),
    "orders.colours": N_("Colours that I never block"),
    "orders.colours.black": N_("black"),
    "orders.colours.white": N_("white"),
    "orders.colours.beige": N_("beige"),
    "orders.colours.russet": N_("red"),
    "orders.colours.brown": N_("brown"),
}

PROMPTS: dict[str, Text] = {
    "prompt.move": N_("Move the buyer."),
    "prompt.action": N_("Build up to three pieces of this line, or announce a scoring."),
    "prompt.build": NP_(
        "Take {left} more piece, or stop.", "Take up to {left} more, or stop.", "left"
    ),
    "prompt.build_instead": N_("Your scoring was blocked. Build up to three pieces instead."),
    "prompt.region": N_("Where does your first {colour:worker} go?"),
    "prompt.place_worker": N_("Where does the {colour:worker} go?"),
    "prompt.place_hut": N_("Where do you build the {colour:hut}?"),
    "prompt.place_ship": N_("Which harbour does your {colour:ship} sail to?"),
    "prompt.place_road": N_("Where do you lay the road?"),
    "prompt.direction": N_("In which direction does the road run?"),
    "prompt.blockade": N_(
        "{announcer:seat} wants to score {colour:colour} (points: {points:seat})."
        " Do you block it? Your sacks of this colour: {held}."
    ),
    "prompt.replace": N_("Put one of your sacks on field {field:field}."),
}

MOVES: dict[str, Text] = {
    "move.MoveBuyer": NP_(
        "{steps} step, to {to:side} {to:line}", "{steps} steps, to {to:side} {to:line}", by="steps"
    ),
    "move.MoveBuyer.paid": N_("{steps} steps for 2 centavos, to {to:side} {to:line}"),
    "move.TakeWorker": N_("{colour:worker} from {field:field}"),
    "move.TakeHut": N_("{colour:hut} from {field:field}"),
    "move.TakeShip": N_("{colour:ship} from {field:field}"),
    "move.TakeRoad": N_("Road from {field:field}"),
    "move.Announce": N_("Score {colour:colour} ({field:field})"),
    "move.PickRegion": NP_(
        "Region {region:region}, {cost} centavo",
        "Region {region:region}, {cost} centavos",
        by="cost",
    ),
    "move.PlaceWorker": NP_(
        "Cell {cell:cell} for {cost} centavo", "Cell {cell:cell} for {cost} centavos", by="cost"
    ),
    "move.PlaceHut": NP_(
        "Site {site:site} for {cost} centavo", "Site {site:site} for {cost} centavos", by="cost"
    ),
    "move.PlaceShip": NP_(
        "Harbour {harbour:harbour} for {cost} centavo",
        "Harbour {harbour:harbour} for {cost} centavos",
        by="cost",
    ),
    "move.PickCrossing": N_("Corner of {crossing:upper_left} and {crossing:lower_right}"),
    "move.PlaceRoad": N_("Between {edge:this_side} and {edge:that_side}"),
    "move.EndBuild": N_("Stop building"),
    "move.Block": N_(
        "Block it for one of your sacks: nobody scores; they build instead, and still get the 8 "
        "centavos"
    ),
    "move.Decline": N_("Do not block"),
    "move.PlaceSack": N_("{colour:sack}"),
}

WHYS: dict[str, Text] = {
    "why.price": NP_(
        "Costs {price}; you have {money} centavo.",
        "Costs {price}; you have {money} centavos.",
        by="money",
    ),
    "why.cheapest": NP_(
        "The cheapest place costs {price}; you have {money} centavo.",
        "The cheapest place costs {price}; you have {money} centavos.",
        by="money",
    ),
    "why.line_useless": N_("Nothing in this line can be placed or scored."),
    "why.line_useless_after_fee": N_(
        "Once the {fee} centavos are paid, nothing in this line can be placed or scored."
    ),
    "why.building": N_("You are building in this turn; you could only have scored instead."),
    "why.one_piece": N_("Build at least one piece, or announce a scoring."),
    "why.no_cell": N_("No cell is free for it."),
    "why.no_cell_joins": N_("No cell next to your plantation of this colour is open to it."),
    "why.hut_built": N_("You already have a {colour:hut}."),
    "why.no_site": N_("No site is open to it."),
    "why.no_site_joins": N_("No site next to your workers of this colour is open to it."),
    "why.harbours_full": N_("All piers are taken."),
    "why.no_edge": N_("There is a road on every edge."),
    "why.taken": N_("Another piece stands here."),
    "why.site_only": N_("Only a hut may stand here."),
    "why.foreign": N_("It is next to another player’s plantation of this colour."),
    "why.apart": N_("It is not next to your workers of this colour."),
    "why.closed": N_("It is out of play with three players."),
    "why.harbour_full": N_("Its three piers are taken."),
    "why.road_there": N_("There is already a road here."),
    "why.no_sack": N_("You have no {colour:sack}."),
}

EVENTS: dict[str, Text] = {
    "event.game_started": NP_(
        "{starter:seat} begins. The buyer stands at {buyer:side} {buyer:line}, {bag_count} sack is"
        " in the bag.",
        "{starter:seat} begins. The buyer stands at {buyer:side} {buyer:line}, {bag_count} sacks"
        " are in the bag.",
        by="bag_count",
    ),
    "event.sixth_sack": N_("A {colour:sack} is drawn for field {field:field}."),
    "event.sacks_dealt": NP_("{seat:seat} gets {count} sack.", "{seat:seat} gets {count} sacks."),
    "event.sacks_dealt.known": NP_(
        "{seat:seat} gets {count} sack: {sacks:colour}.",
        "{seat:seat} gets {count} sacks: {sacks:colour}.",
    ),
    "event.buyer_moved": NP_(
        "{seat:seat} moves the buyer {steps} step, to {to:side} {to:line}.",
        "{seat:seat} moves the buyer {steps} steps, to {to:side} {to:line}.",
        by="steps",
    ),
    "event.buyer_moved_paid": N_(
        "{seat:seat} moves the buyer {steps} steps for {fee} centavos, to {to:side} {to:line}."
    ),
    "event.worker_placed": NP_(
        "{seat:seat} puts a {colour:worker} on {cell:cell} for {cost} centavo.",
        "{seat:seat} puts a {colour:worker} on {cell:cell} for {cost} centavos.",
        by="cost",
    ),
    "event.hut_built": NP_(
        "{seat:seat} builds a {colour:hut} on site {site:site} for {cost} centavo.",
        "{seat:seat} builds a {colour:hut} on site {site:site} for {cost} centavos.",
        by="cost",
    ),
    "event.ship_placed": NP_(
        "{seat:seat} sends a {colour:ship} to harbour {harbour:harbour} for {cost} centavo.",
        "{seat:seat} sends a {colour:ship} to harbour {harbour:harbour} for {cost} centavos.",
        by="cost",
    ),
    "event.road_placed": N_(
        "{seat:seat} lays a road between {edge:this_side} and {edge:that_side}."
    ),
    "event.build_ended": NP_(
        "{seat:seat} stops after {items} piece.",
        "{seat:seat} stops after {items} pieces.",
        by="items",
    ),
    "event.turn_passed": N_("{seat:seat} can do nothing and passes."),
    "event.scoring_announced": N_("{seat:seat} wants to score {colour:colour}."),
    "event.answer_sealed": N_("{seat:seat} has answered."),
    "event.scoring_declined": N_("{seat:seat} does not block."),
    "event.scoring_blocked": N_("{seat:seat} blocks the scoring of {colour:colour}."),
    "event.sack_to_track": N_("The {colour:sack} goes on field {track_field} of the point track."),
    "event.income": NP_(
        "{seat:seat} gets {amount} centavo.",
        "{seat:seat} gets {amount} centavos.",
        by="amount",
    ),
    "event.scored": NP_(
        "{seat:seat} scores {points} point for {colour:colour}"
        " (workers: {workers}, ships: {ships}) and has {total}.",
        "{seat:seat} scores {points} points for {colour:colour}"
        " (workers: {workers}, ships: {ships}) and has {total}.",
        by="points",
    ),
    "event.nobody_scored": N_("Nobody scores for {colour:colour}."),
    "event.ship_removed": N_("A {colour:ship} leaves harbour {harbour:harbour} for good."),
    "event.sack_placed": N_("{seat:seat} puts {colour:a_sack} on field {field:field}."),
    "event.sack_drawn": NP_(
        "A {colour:sack} from the bag goes on field {field:field}; {bag_count} is left.",
        "A {colour:sack} from the bag goes on field {field:field}; {bag_count} are left.",
        by="bag_count",
    ),
    "event.sack_field_empty": N_("No sack is left for field {field:field}; it stays empty."),
    "event.fields_refilled": NP_(
        "{count} emptied field gets a road; roads left: {supply}.",
        "{count} emptied fields get roads; roads left: {supply}.",
    ),
    "event.supply_empty": N_("No road is left for the emptied fields."),
    "event.turn_ended": N_("{next_player:seat}’s turn."),
    "event.sacks_shown": NP_(
        "{seat:seat} has {count} sack left: {sacks:colour}.",
        "{seat:seat} has {count} sacks left: {sacks:colour}.",
    ),
    "event.sacks_used_up": N_("{seat:seat} has no sack left."),
    "event.bag_shown": NP_(
        "{count} sack is left in the bag: {sacks:colour}.",
        "{count} sacks are left in the bag: {sacks:colour}.",
    ),
    "event.game_ended": N_("The game is over. {reason:ending}"),
}

BOARD: dict[str, Text] = {
    "board.over": N_("The game is over"),
    "board.step.move": N_("Move"),
    "board.step.move.help": N_("The buyer moves one to three steps, or a fourth for 2 centavos."),
    "board.step.build": N_("Build"),
    "board.step.build.help": N_(
        "You take up to three pieces of the marked line, and pay and place each of them at once."
    ),
    "board.step.score": N_("Score"),
    "board.step.score.help": N_(
        "Instead of building, you announce the scoring of a sack in the marked line. The others "
        "may block it."
    ),
    "board.step.replace": N_("Replace"),
    "board.step.replace.help": N_("One of your own sacks takes the place of the one just scored."),
    "board.worth": N_("What a scoring would give now"),
    "board.turn": N_("The turn"),
    "board.turn.move": N_("{active:seat} moves the buyer."),
    "board.turn.action": N_("{active:seat} builds from the marked line or announces a scoring."),
    "board.turn.build": N_("{active:seat} builds. Pieces placed in this turn: {taken} of 3."),
    "board.turn.place": N_(
        "{active:seat} places a piece from {field:field}: {piece}. Placed before: {taken} of 3."
    ),
    "board.turn.blockade": N_(
        "{active:seat} wants to score {colour:colour} ({field:field}). Points: {points:seat}."
    ),
    "board.turn.replace": N_("{active:seat} puts a sack on field {field:field}."),
    "board.turn.region": N_("The first worker goes into this region: {region:region}."),
    "board.turn.emptied": N_("Emptied in this turn: {emptied:field}."),
    "board.turn.asked": N_("Still to be asked whether they block: {asked:seat}."),
    "board.turn.answered.None": N_("{seat:seat} has answered."),
    "board.turn.answered.True": N_("{seat:seat} has answered: blocks the scoring."),
    "board.turn.answered.False": N_("{seat:seat} has answered: does not block."),
    "board.market": N_("Cultivation board"),
    "board.buyer": N_("The buyer stands at {space:side} {space:line} and marks: {content}"),
    "board.row": N_("Row {row}: {content}"),
    "board.piece": "{kind:piece} ({colour:colour})",
    "board.empty": N_("empty"),
    "board.empty_sack_field": N_("empty sack field"),
    "board.estate": N_("What {seat:seat} has"),
    "board.points": NP_("{points} point", "{points} points", by="points"),
    "board.money": NP_("{money} centavo", "{money} centavos", by="money"),
    "board.sacks": NP_("{sack_count} sack", "{sack_count} sacks", by="sack_count"),
    "board.sack_colours": N_("of them {sacks:colour}"),
    "board.no_plantation": N_("No plantation yet"),
    "board.hut": N_("hut on {site:site}"),
    "board.no_hut": N_("no hut yet"),
    "board.workers": NP_("{count} worker on {cells:cell}", "{count} workers on {cells:cell}"),
    "board.connected": NP_(
        "connected with harbour {harbours:harbour} and {ships} ship of its colour",
        "connected with harbour {harbours:harbour} and {ships} ships of its colour",
        by="ships",
    ),
    "board.unconnected": N_("not connected with a harbour"),
    "board.gives": NP_(
        "a scoring gives {points} point", "a scoring gives {points} points", by="points"
    ),
    "board.sites": N_("Free sites for huts"),
    "board.site": NP_(
        "{site:site}: {price} centavo, {region:region}, entrance {edges}",
        "{site:site}: {price} centavos, {region:region}, entrance {edges}",
        by="price",
    ),
    "board.no_site": N_("Every site has its hut."),
    "board.harbours": N_("Harbours"),
    "board.harbour": N_("Harbour {harbour:harbour} (at {coast}): {ships}; {rest}"),
    "board.no_ship": N_("no ship"),
    "board.pier": NP_(
        "the next one pays {price} centavo", "the next one pays {price} centavos", by="price"
    ),
    "board.no_pier": N_("all piers taken"),
    "board.roads": N_("Roads, by the cells that they separate"),
    "board.edge": "{edge:this_side}/{edge:that_side}",
    "board.path": N_("Trail to harbour {harbour:harbour}: roads {laid}; still without: {open}"),
    "board.network": N_("Joined, without a harbour: {roads}"),
    "board.network.single": N_("Alone: {roads}"),
    "board.network.coast": N_("Joined with harbour {harbours:harbour}: {roads}"),
    "board.no_road": N_("No road lies there yet."),
    "board.none": N_("none"),
    "board.land": N_("Regions, by rows and columns"),
    "board.region": "{help} {cells}",
    "board.track": N_("Point track"),
    "board.track.empty": N_("Its last field is {length}. No sack lies there yet."),
    "board.track.sacks": NP_(
        "{count} sack, from the end on: {sacks}", "{count} sacks, from the end on: {sacks}"
    ),
    "board.track.goal": N_("Whoever reaches field {field} ends the game."),
    "board.track.ended": N_("The latest sack lies on field {field}."),
    "board.face_down": N_("face down"),
    "board.supply": N_("Supply"),
    "board.supply.roads": NP_("{supply} road left", "{supply} roads left", by="supply"),
    "board.supply.bag": NP_("{bag} sack in the bag", "{bag} sacks in the bag", by="bag"),
    "board.supply.bag_sacks": N_("The bag, in the order of drawing: {bag_sacks:colour}"),
    "board.supply.box": N_("Ships out of the game: {ships}"),
}

TEXTS: dict[str, Text] = {
    **TITLE,
    **OPTIONS,
    **ORDERS,
    **PROMPTS,
    **MOVES,
    **WHYS,
    **EVENTS,
    **BOARD,
    **WORDS,
    **HELP,
    **PLACES,
}
