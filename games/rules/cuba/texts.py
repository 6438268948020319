"""What Cuba says in prompts, answers and reasons, and its board in words.

The log is in `event_texts.py`, words and help are in `words.py`.
"""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Name, Text
from games.rules.cuba.event_texts import EVENTS
from games.rules.cuba.words import HELP, WORDS

GAME: dict[str, Text] = {
    "game.title": N_("Cuba"),
    "game.blurb": N_("Run a plantation, supply the harbour, and win the vote in parliament."),
    "option.plantation_side": N_("Plantations"),
    "option.plantation_side.help": N_("Which side of the plantation boards is used."),
    "option.plantation_side.identical": N_("The same for all"),
    "option.plantation_side.individual": N_("A different one for each colour"),
    "option.hidden_fifth_card": N_("Hidden fifth character"),
    "option.hidden_fifth_card.help": N_(
        "The character kept for parliament is set aside face down as the round begins."
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
    "orders.confirm_bills": N_("Confirm the bills for me"),
    "orders.confirm_bills.help": N_("You are not asked to confirm the bills of a round."),
    "orders.keep_first": N_("Save first in the cold store"),
    "orders.keep_first.help": N_("Which product your cold store saves first."),
    "orders.keep_first.ask": N_("Ask me"),
    "orders.keep_first.tobacco": N_("Tobacco"),
    "orders.keep_first.sugar": N_("Sugar"),
    "orders.keep_first.citrus": N_("Citrus"),
    "ending.six_rounds": N_("Six rounds have been played."),
    "source.ships": N_("Loaded on ships"),
    "source.crane": N_("Harbour crane"),
    "source.mayor": N_("Mayor without loading"),
    "source.architect": N_("Architect without building"),
    "source.uses": N_("Buildings used"),
    "source.dues": N_("Tax and duty"),
    "source.subsidies": N_("Subsidies"),
    "source.buildings": N_("Buildings at the end"),
    "source.earlier": N_("Before this was counted"),
    "tiebreak.pesos": N_("Pesos"),
}

PROMPTS: dict[str, Text] = {
    "prompt.colour": N_("Choose your colour."),
    "prompt.materials": N_("Choose the two building materials you begin with."),
    "prompt.products": N_("Choose the two products you begin with."),
    "prompt.bills": N_("Have you seen the bills?"),
    "prompt.set_aside": N_("Which character do you keep for parliament?"),
    "prompt.card": N_("Play a character."),
    "prompt.figure": N_("Where do you put your figure?"),
    "prompt.harvest": NP_("Harvest {count} more field.", "Harvest up to {count} fields."),
    "prompt.irrigate": N_("Harvest another field for 1 water?"),
    "prompt.trade": N_("What do you trade?"),
    "prompt.plan": N_("What do you build?"),
    "prompt.site": N_("Where do you build: {building:building}?"),
    "prompt.use": N_("Which building do you use?"),
    "prompt.exchange": N_("{building:building}: how much {good:good:1} becomes {get:good}?"),
    "prompt.hand_in": NP_(
        "{building:building}: how many units of {good:good}, for {points} point each?",
        "{building:building}: how many units of {good:good}, for {points} points each?",
        by="points",
    ),
    "prompt.sell_here": N_("{building:building}: what do you sell?"),
    "prompt.store": N_("What goes into the warehouse?"),
    "prompt.veto": N_("Which bill do you veto?"),
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
    "move.ConfirmBills": N_("Continue"),
    "move.SetAside": N_("Set {character:the} aside"),
    "move.PlayCard": N_("{character:character}"),
    "move.PlayIdly.worker": N_("{character:character:1} (can do nothing now)"),
    "move.PlayIdly.tradeswoman": N_("{character:character:1} (nothing to trade or take now)"),
    "move.PlayIdly.architect": N_("{character:character:1} (nothing to build, no points left)"),
    "move.PlayIdly.foreman": N_("{character:character:1} (no building to use now)"),
    "move.PlayIdly.mayor": N_("{character:character:1} (nothing to load, no points left)"),
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
    "move.TakeMaterial": N_("Take 1 {good:good:1} for free"),
    "move.TakeCheapest": N_("Take 1 {good:good:1} from the market for free"),
    "move.Build": N_("Build: {building:building}"),
    "move.PlaceBuilding": N_("On {field}"),
    "move.TakePoints": NP_("Take {points} point", "Take {points} points", by="points"),
    "move.Use": N_("{building:building}"),
    "move.UseAlone": N_("{building:building} alone, without row and column"),
    "move.HandIn": N_("Hand in {count}"),
    "amount.HandIn": N_("Units"),
    "move.SellHere": NP_(
        "Sell 1 {good:good:1} for {price} peso",
        "Sell 1 {good:good:1} for {price} pesos",
        by="price",
    ),
    "move.StoreUnit": N_("Store 1 {good:good:1}"),
    "move.StoreAll": N_("Store everything"),
    "move.ForbidBill": N_("Veto: {law:law}"),
    "move.Load": N_("Pier {pier}: 1 {good:good:1} on space {space}"),
    "move.Export": N_("1 {good:good:1}"),
    "move.PlaceExport": N_("Pier {pier}, space {space}"),
    "move.Finish": N_("That is all"),
    "move.EndTurn": N_("End turn"),
    "move.Bid": NP_(
        "Buy {pesos} vote for {pesos} peso", "Buy {pesos} votes for {pesos} pesos", by="pesos"
    ),
    "move.Bid.none": N_("Buy no votes"),
    "amount.Bid": N_("Votes, 1 peso each"),
    "move.PassLaw": N_("Pass: {law:law}"),
    "move.PayDues.none": N_("Pay nothing"),
    "move.PayDues.tax": N_("Pay the tax"),
    "move.PayDues.duty": N_("Pay the duty"),
    "move.PayDues.both": N_("Pay both"),
    "move.Keep": N_("Citrus fruit {citrus}, tobacco {tobacco}, sugar {sugar}"),
}

WHYS: dict[str, Text] = {
    # The question as a whole
    "why.colour_taken": N_("{seat:seat} already plays this colour."),
    "why.played": N_("You have already played this character in this round."),
    "why.set_aside": N_("You have set this character aside for parliament."),
    "why.pesos": NP_(
        "Costs {need} peso; you have {have}.", "Costs {need} pesos; you have {have}.", by="need"
    ),
    "why.bank": NP_(
        "The bank cannot pay {need} peso.", "The bank cannot pay {need} pesos.", by="need"
    ),
    "why.bank_empty": N_("The bank has no pesos left."),
    "why.lacking": N_("You lack {missing:good}."),
    "why.none_owned": N_("You have no {good:good}."),
    "why.supply_empty": N_("The supply has no {good:good} left."),
    # Worker
    "why.field_built": N_("There is already a building here: {building:building}."),
    "why.field_warehouse": N_("Your warehouse is here."),
    "why.harvested": NP_(
        "You can harvest only {count} field in a turn without water.",
        "You can harvest only {count} fields in a turn without water.",
    ),
    "why.field_used": N_("You have already harvested it in this turn."),
    "why.field_inactive": N_("It is not in your figure’s row or column."),
    # Tradeswoman
    "why.sold_out": N_("Neither the market nor the supply has {good:good}."),
    "why.most_trades": N_("You have traded {count} times, which is the most in one turn."),
    "why.trading": N_("You are trading already, and get something for free only instead."),
    "why.material_taken": N_("The free building material of this round is gone."),
    "why.cheapest_taken": N_("The free product of this round is gone."),
    "why.market_empty": N_("There is no product on the market."),
    "why.not_cheapest": N_("It is not the cheapest product on the market."),
    # Architect
    "why.materials": N_("Costs {cost:good}; you lack {missing:good}."),
    "why.built_by": N_("{seat:seat} has already built it."),
    "why.no_field": N_("No field of your plantation is free."),
    # Foreman
    "why.used": N_("You have already used it in this turn."),
    "why.permanent": N_("It works by itself, without the foreman."),
    "why.outside": N_(
        "It is not in your figure’s row or column, so you can use it only instead of all others."
    ),
    "why.nothing_to_store": N_("No products or goods lie in your courtyard."),
    "why.nothing_fits": N_("No ship at the piers takes what you have."),
    "why.nothing_to_load": N_("You have neither products nor goods."),
    "why.no_free_space": N_("No ship at the piers has a free space."),
    "why.harbour_empty": N_("No units lie on the ships at the piers."),
    "why.tile_taken": N_("You already have the votes of the town hall."),
    "why.most": N_("No more than {count} are possible."),
    # Ships
    "why.ship_full": N_("This ship is full."),
    "why.space_taken": N_("This space is taken."),
    "why.one_ship": N_("You load only one ship: the one at pier {pier}."),
    "why.first_space": N_("Space {space} takes the same and comes first."),
    "why.does_not_fit": N_("The ship at pier {pier} has no free space for {good:good}."),
    # Parliament and laws
    "why.vetoed": N_("The church has vetoed this bill."),
    "why.passed": N_("You have already passed this bill."),
}

BOARD: dict[str, Text] = {
    # The board in words
    "board.course": N_("Round {round} of {rounds}"),
    "board.over": N_("The game is over"),
    "board.phase.prepare": N_("Phase: preparation."),
    "board.phase.bills": N_("Phase: bills. Four bills are proposed."),
    "board.phase.action": N_("Phase: characters. Everybody plays four of their five."),
    "board.phase.bid": N_("Phase: parliament. Votes are bought."),
    "board.phase.pass": N_("Phase: parliament. Two bills are passed."),
    "board.phase.dues": N_("Phase: laws. Tax and duty are paid."),
    "board.phase.keep": N_("Phase: end of the round. Products spoil."),
    "board.start": N_("Start player: {name}."),
    "board.to_move": N_("{name} is to move."),
    "board.turn": N_("{name} is to move, as: {character:character:1}."),
    "board.harvested": N_("Harvested in this turn: {fields}."),
    "board.used": N_("Used in this turn: {used:building}."),
    "board.at_work": N_("Building at work: {building:building}."),
    "board.loaded": N_("Loaded in this turn at pier {pier}: {units:good}."),
    "board.moved": N_("Moved in this turn: {units:good}."),
    "board.in_hand": N_("Waits for a space on a ship: 1 {good:good:1}."),
    "board.market": N_("Market, prices in pesos"),
    "board.track": N_(
        "{good:good}: {units} of {slots} on the market; buy for {buying}, sell for {selling}."
    ),
    "board.supply": N_("In the supply: {stones}."),
    "board.stones": Name("{stones:good}"),
    "board.nothing": N_("nothing"),
    "board.bank": NP_("The bank has {pesos} peso.", "The bank has {pesos} pesos.", by="pesos"),
    "board.bank.hidden": N_("What the bank has is secret."),
    "board.material.there": N_("The tradeswoman may take one building material for free."),
    "board.material.gone": N_("This round’s free building material is gone."),
    "board.cheapest.there": N_("The tradeswoman may take the cheapest product for free."),
    "board.cheapest.gone": N_("This round’s free product is gone."),
    "board.harbour": N_("Harbour"),
    "board.pier": NP_(
        "Pier {pier}, {pier} point for each unit, ship {ship}: loaded {loaded}, free for {free}.",
        "Pier {pier}, {pier} points for each unit, ship {ship}: loaded {loaded}, free for {free}.",
        by="pier",
    ),
    "board.pier.empty": N_("Pier {pier}: no ship."),
    "board.sea": N_("At sea, ship {ship}: it will take {free}."),
    "board.deck": NP_(
        "{count} more ship is still to come.", "{count} more ships are still to come."
    ),
    "board.departed": N_("Left with their cargo: ships {ships}."),
    "board.mayor": NP_(
        "Instead of loading, the mayor brings {points} point.",
        "Instead of loading, the mayor brings {points} points.",
        by="points",
    ),
    "board.laws": N_("Laws"),
    "board.act": N_("In force: {law:law}. {help}"),
    "board.act.none": N_("In force, {group:group}: none."),
    "board.bill": N_("Proposed: {law:law}. {help}"),
    "board.bill.passed": N_("Passed."),
    "board.bill.forbidden": N_("Vetoed by the church."),
    "board.votes": NP_(
        "{name}: {votes} vote, {character:character:1}.",
        "{name}: {votes} votes, {character:character:1}.",
        by="votes",
    ),
    "board.vote_tile": N_("{name} has {votes} more votes from the town hall."),
    "board.discarded": N_("Out of the game: {laws:law}."),
    "board.buildings": N_("Buildings nobody has built"),
    "board.tile": N_("{building:building}, costs {cost:good}: {effect}"),
    "board.architect": NP_(
        "Instead of building, the architect brings {points} point.",
        "Instead of building, the architect brings {points} points.",
        by="points",
    ),
    "board.you": N_("{name} (you)"),
    "board.points": NP_("{name} has {points} point.", "{name} has {points} points.", by="points"),
    "board.colour": N_("Colour: {colour:colour}."),
    "board.purse": NP_("{pesos} peso.", "{pesos} pesos.", by="pesos"),
    "board.purse.hidden": N_("Pesos are secret."),
    "board.hand": N_("Characters not yet played: {hand:character}."),
    "board.played": N_("Characters played, in this order: {played:character}."),
    "board.fifth": N_("For parliament: {fifth:character:1}."),
    "board.wish": N_("Colour wished for: {wish:colour}."),
    "board.chosen": N_("Chosen to begin with: {stones:good}."),
    "board.bid": NP_("Bid: {bid} vote.", "Bid: {bid} votes.", by="bid"),
    "board.dues": N_("Answered: pay {dues:dues}."),
    "board.answered": N_("Has answered."),
    "board.courtyard": N_("Courtyard: {stones}."),
    "board.warehouse": N_("Warehouse: {stones}."),
    "board.figure": N_("The figure stands on {field}. In its row and column: {active}."),
    "board.row": N_("Row {row}: {fields}."),
    "board.house": N_("{building:building} on {field}: {effect}"),
}

TEXTS: dict[str, Text] = {**GAME, **PROMPTS, **MOVES, **EVENTS, **WHYS, **WORDS, **HELP, **BOARD}
