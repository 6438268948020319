"""What Cuba says in prompts, answers and the log; words and help are in `words.py`."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text
from games.rules.cuba.words import WORDS

GAME: dict[str, Text] = {
    "game.title": N_("Cuba"),
    "game.blurb": N_("Run a plantation, supply the harbour, and win the vote in parliament."),
    "option.plantation_side": N_("Plantations"),
    "option.plantation_side.help": N_("Which side of the plantation boards everybody uses."),
    "option.plantation_side.identical": N_("The same for all"),
    "option.plantation_side.individual": N_("One of their own for each colour"),
    "option.hidden_fifth_card": N_("Hidden fifth character"),
    "option.hidden_fifth_card.help": N_(
        "The character kept for parliament is set aside face down when the round begins."
    ),
    "option.pier3": N_("Ship at pier 3"),
    "option.pier3.help": N_("Whether the ship at pier 3 leaves at the end of every round."),
    "option.pier3.always_leaves": N_("Always leaves"),
    "option.pier3.until_full": N_("Waits until it is full"),
    "option.drought_irrigation": N_("Irrigation in a drought"),
    "option.drought_irrigation.help": N_(
        "Whether water still buys further products while the drought act is in force."
    ),
    "option.drought_irrigation.allowed": N_("Allowed"),
    "option.drought_irrigation.forbidden": N_("Forbidden"),
    "option.hidden_money": N_("Hidden money"),
    "option.hidden_money.help": N_("Pesos are secret until the game is over."),
    "orders.confirm_bills": N_("Confirm the bills at once"),
    "orders.confirm_bills.help": N_("You are not asked to confirm the bills of a round."),
    "orders.keep_first": N_("Save first in the cold store"),
    "orders.keep_first.help": N_("Which product your cold store saves first."),
    "orders.keep_first.ask": N_("Ask me"),
    "orders.keep_first.tobacco": N_("Tobacco"),
    "orders.keep_first.sugar": N_("Sugar"),
    "orders.keep_first.citrus": N_("Citrus"),
    "ending.six_rounds": N_("Six rounds have been played."),
}

PROMPTS: dict[str, Text] = {
    "prompt.colour": N_("Choose your colour."),
    "prompt.materials": N_("Choose two building materials to begin with."),
    "prompt.products": N_("Choose two products to begin with."),
    "prompt.bills": N_("Have you seen the bills?"),
    "prompt.set_aside": N_("Which character do you keep for parliament?"),
    "prompt.card": N_("Play a character."),
    "prompt.figure": N_("Where shall your figure stand?"),
    "prompt.harvest": NP_("Harvest {count} more field.", "Harvest up to {count} fields."),
    "prompt.irrigate": N_("Harvest a further field for 1 water?"),
    "prompt.trade": N_("What do you trade?"),
    "prompt.plan": N_("What do you build?"),
    "prompt.site": N_("Where do you build: {building:building}?"),
    "prompt.use": N_("Which building do you use?"),
    "prompt.hand_in": N_("{building:building}: how many units of {good:good}?"),
    "prompt.sell_here": N_("{building:building}: what do you sell?"),
    "prompt.store": N_("What goes into the warehouse?"),
    "prompt.veto": N_("Which bill do you forbid?"),
    "prompt.mayor": N_("Load a ship, or take the points?"),
    "prompt.ship": N_("Which ship do you load?"),
    "prompt.load": N_("What else do you load?"),
    "prompt.export": N_("What do you export?"),
    "prompt.export_space": N_("On which space do you put 1 {good:good:1}?"),
    "prompt.bid": NP_(
        "You have {votes} vote. How many do you buy?",
        "You have {votes} votes. How many do you buy?",
        by="votes",
    ),
    "prompt.bid_again": NP_(
        "It is a tie: you have {votes} vote. How many more do you buy?",
        "It is a tie: you have {votes} votes. How many more do you buy?",
        by="votes",
    ),
    "prompt.pass": NP_("Pass {count} more bill.", "Pass {count} bills."),
    "prompt.dues": NP_(
        "Do you pay the tax ({pesos} peso) and the duty ({stones:good})?",
        "Do you pay the tax ({pesos} pesos) and the duty ({stones:good})?",
        by="pesos",
    ),
    "prompt.keep": N_("Which products go into the cold store?"),
}

MOVES: dict[str, Text] = {
    "move.NameColour": N_("{colour:colour}"),
    "move.ChooseMaterials": N_("{first:good:1} and {second:good:1}"),
    "move.ChooseProducts": N_("{first:good:1} and {second:good:1}"),
    "move.ConfirmBills": N_("Go on"),
    "move.SetAside": N_("Set aside: {character:character}"),
    "move.PlayCard": N_("{character:character}"),
    "move.MoveFigure": N_("To {field}"),
    "move.KeepFigure": N_("Stay on {field}"),
    "move.Harvest": N_("Harvest {field}"),
    "move.Irrigate": N_("Harvest {field} for 1 water"),
    "move.Buy": NP_(
        "Buy 1 {good:good:1} for {price} peso", "Buy 1 {good:good:1} for {price} pesos", by="price"
    ),
    "move.BuyFromSupply": NP_(
        "Buy 1 {good:good:1} from the supply for {price} peso",
        "Buy 1 {good:good:1} from the supply for {price} pesos",
        by="price",
    ),
    "move.Sell": NP_(
        "Sell 1 {good:good:1} for {price} peso",
        "Sell 1 {good:good:1} for {price} pesos",
        by="price",
    ),
    "move.SellToSupply": NP_(
        "Sell 1 {good:good:1} to the supply for {price} peso",
        "Sell 1 {good:good:1} to the supply for {price} pesos",
        by="price",
    ),
    "move.TakeMaterial": N_("Take 1 {good:good:1} for nothing"),
    "move.TakeCheapest": N_("Take 1 {good:good:1} from the market for nothing"),
    "move.Build": N_("Build: {building:building}"),
    "move.PlaceBuilding": N_("On {field}"),
    "move.TakePoints": NP_("Take {points} point", "Take {points} points", by="points"),
    "move.Use": N_("{building:building}"),
    "move.HandIn": N_("{count}"),
    "move.SellHere": NP_(
        "Sell 1 {good:good:1} for {price} peso",
        "Sell 1 {good:good:1} for {price} pesos",
        by="price",
    ),
    "move.StoreUnit": N_("Store 1 {good:good:1}"),
    "move.StoreAll": N_("Store everything"),
    "move.ForbidBill": N_("Forbid: {law:law}"),
    "move.Load": N_("Pier {pier}: 1 {good:good:1} on space {space}"),
    "move.Export": N_("1 {good:good:1}"),
    "move.PlaceExport": N_("Pier {pier}, space {space}"),
    "move.Finish": N_("That is all"),
    "move.EndTurn": N_("End turn"),
    "move.Bid": NP_("{pesos} vote", "{pesos} votes", by="pesos"),
    "move.PassLaw": N_("Pass: {law:law}"),
    "move.PayDues.none": N_("Pay nothing"),
    "move.PayDues.tax": N_("Pay the tax"),
    "move.PayDues.duty": N_("Pay the duty"),
    "move.PayDues.both": N_("Pay both"),
    "move.Keep": N_("Citrus fruit {citrus}, tobacco {tobacco}, sugar {sugar}"),
}

EVENTS: dict[str, Text] = {
    "event.colour_named": N_("{seat:seat} has chosen a colour."),
    "event.colour_named.known": N_("{seat:seat} has chosen a colour: {colour:colour}."),
    "event.colour_given": N_("{seat:seat} plays {colour:colour}."),
    "event.colour_gone": N_("{seat:seat} has to choose again: {colour:colour} is taken."),
    "event.stones_chosen": N_("{seat:seat} has chosen what to begin with."),
    "event.stones_chosen.known": N_("{seat:seat} has chosen {stones:good}."),
    "event.stones_received": N_("{seat:seat} begins with {stones:good}."),
    "event.round_begins": N_("Round {round}. The bills: {laws:law}."),
    "event.bills_confirmed": N_("{seat:seat} has seen the bills."),
    "event.set_aside": N_("{seat:seat} sets a character aside."),
    "event.set_aside.known": N_("{seat:seat} sets aside: {character:character}."),
    "event.card_played": N_("{seat:seat} plays the {character:character}."),
    "event.figure_placed": N_("{seat:seat} has the figure on {field} and gets {goods:good}."),
    "event.figure_placed_idle": N_(
        "{seat:seat} has the figure on {field} and gets no building material."
    ),
    "event.harvested": N_("{seat:seat} harvests 1 {good:good:1} on {field}."),
    "event.irrigated": N_("{seat:seat} harvests 1 {good:good:1} on {field} for 1 water."),
    "event.bought": NP_(
        "{seat:seat} buys 1 {good:good:1} for {price} peso.",
        "{seat:seat} buys 1 {good:good:1} for {price} pesos.",
        by="price",
    ),
    "event.bought_from_supply": NP_(
        "{seat:seat} buys 1 {good:good:1} from the supply for {price} peso.",
        "{seat:seat} buys 1 {good:good:1} from the supply for {price} pesos.",
        by="price",
    ),
    "event.sold": NP_(
        "{seat:seat} sells 1 {good:good:1} for {price} peso.",
        "{seat:seat} sells 1 {good:good:1} for {price} pesos.",
        by="price",
    ),
    "event.sold_to_supply": NP_(
        "{seat:seat} sells 1 {good:good:1} to the supply for {price} peso.",
        "{seat:seat} sells 1 {good:good:1} to the supply for {price} pesos.",
        by="price",
    ),
    "event.took_free": N_("{seat:seat} gets 1 {good:good:1} for nothing."),
    "event.took_points": NP_(
        "{seat:seat} takes {points} point.", "{seat:seat} takes {points} points.", by="points"
    ),
    "event.building_act_paid": NP_(
        "{seat:seat} pays {pesos} peso by the building act.",
        "{seat:seat} pays {pesos} pesos by the building act.",
        by="pesos",
    ),
    "event.built": N_("{seat:seat} builds on {field}: {building:building}."),
    "event.building_points": NP_(
        "{seat:seat}, {building:building}: {points} point.",
        "{seat:seat}, {building:building}: {points} points.",
        by="points",
    ),
    "event.building_pesos": NP_(
        "{seat:seat}, {building:building}: {pesos} peso.",
        "{seat:seat}, {building:building}: {pesos} pesos.",
        by="pesos",
    ),
    "event.building_goods": N_("{seat:seat}, {building:building}: {goods:good}."),
    "event.vote_tile_taken": N_("{seat:seat} has two more votes in this round's parliament."),
    "event.exchanged": N_("{seat:seat}, {building:building}: {given:good} for {gained:good}."),
    "event.handed_in": NP_(
        "{seat:seat}, {building:building}: {given:good} for {points} point.",
        "{seat:seat}, {building:building}: {given:good} for {points} points.",
        by="points",
    ),
    "event.sold_here": NP_(
        "{seat:seat}, {building:building}: {goods:good} for {pesos} peso.",
        "{seat:seat}, {building:building}: {goods:good} for {pesos} pesos.",
        by="pesos",
    ),
    "event.stored": N_("{seat:seat} stores {goods:good}."),
    "event.bill_forbidden": NP_(
        "{seat:seat} forbids a bill ({law:law}) and gets {points} point.",
        "{seat:seat} forbids a bill ({law:law}) and gets {points} points.",
        by="points",
    ),
    "event.loaded": NP_(
        "{seat:seat} loads {goods:good} at pier {pier} for {points} point.",
        "{seat:seat} loads {goods:good} at pier {pier} for {points} points.",
        by="points",
    ),
    "event.crane_paid": NP_(
        "{seat:seat}, harbour crane: {points} point.",
        "{seat:seat}, harbour crane: {points} points.",
        by="points",
    ),
    "event.ship_left": N_("The empty ship at pier {pier} leaves: {reason:reason}."),
    "event.ship_left_loaded": N_(
        "The ship at pier {pier} leaves with {cargo:good}: {reason:reason}."
    ),
    "event.ship_in_sight": N_("Ship {ship} is in sight."),
    "event.ships_shuffled": NP_(
        "{count} ship that had left comes again.",
        "The {count} ships that had left come again.",
    ),
    "event.start_player": NP_(
        "{seat:seat} is the start player, with {votes} vote on the fourth character.",
        "{seat:seat} is the start player, with {votes} votes on the fourth character.",
        by="votes",
    ),
    "event.votes_counted": NP_(
        "{seat:seat} has {votes} vote in parliament, with the {character:character}.",
        "{seat:seat} has {votes} votes in parliament, with the {character:character}.",
        by="votes",
    ),
    "event.bid_sealed": N_("{seat:seat} has decided about buying votes."),
    "event.bid_sealed.known": N_("{seat:seat} has decided about buying votes: {pesos}."),
    "event.bid_opened": NP_(
        "{seat:seat} buys {pesos} and has {votes} vote.",
        "{seat:seat} buys {pesos} and has {votes} votes.",
        by="votes",
    ),
    "event.tied": N_("A tie: {seats:seat} may buy votes once more."),
    "event.elected": NP_(
        "{seat:seat} wins parliament with {votes} vote.",
        "{seat:seat} wins parliament with {votes} votes.",
        by="votes",
    ),
    "event.enacted": N_("{seat:seat} passes an act: {law:law}."),
    "event.dues_sealed": N_("{seat:seat} has decided about tax and duty."),
    "event.dues_sealed.known": N_("{seat:seat} has decided about tax and duty: {dues:dues}."),
    "event.dues_paid": NP_(
        "{seat:seat} pays {dues:dues} and gets {points} point.",
        "{seat:seat} pays {dues:dues} and gets {points} points.",
        by="points",
    ),
    "event.subsidised": NP_(
        "{seat:seat} gets {points} point as a subsidy ({law:law}).",
        "{seat:seat} gets {points} points as a subsidy ({law:law}).",
        by="points",
    ),
    "event.market_thinned": N_("The market loses {goods:good}."),
    "event.market_flooded": N_("The market gains {goods:good}."),
    "event.saved": N_("{seat:seat} saves {goods:good} in the cold store."),
    "event.spoiled": N_("{seat:seat} loses {goods:good}: spoiled in the courtyard."),
    "event.buildings_scored": NP_(
        "{seat:seat} gets {points} points for {count} building.",
        "{seat:seat} gets {points} points for {count} buildings.",
    ),
}

TEXTS: dict[str, Text] = {**GAME, **PROMPTS, **MOVES, **EVENTS, **WORDS}
