"""What the log of Cuba says: section 7 of the sheet, line by line.

A `.known` text needs facts that only some readers know, or that older log entries lack; all others
get the plain text.
"""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text

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
    "event.set_aside.known": N_("{seat:seat} sets {character:the} aside."),
    "event.card_played": N_("{seat:seat} plays {character:the}."),
    "event.figure_placed": N_("{seat:seat}’s figure is on {field}; it brings {goods:good}."),
    "event.figure_placed.known": N_(
        "{seat:seat}’s figure is on {field} (before: {origin}); row {row} and column {column} "
        "bring {goods:good}."
    ),
    "event.figure_placed_idle": N_(
        "{seat:seat}’s figure is on {field}; it brings no building material."
    ),
    "event.figure_placed_idle.known": N_(
        "{seat:seat}’s figure is on {field} (before: {origin}); row {row} and column {column} "
        "bring no building material."
    ),
    "event.barren": N_("{seat:seat} gets no {good:good:1} on {field}: the supply has none left."),
    "event.harvested": N_("{seat:seat} harvests 1 {good:good:1} on {field}."),
    "event.irrigated": N_("{seat:seat} harvests 1 {good:good:1} on {field} for 1 water."),
    "event.bought": NP_(
        "{seat:seat} buys 1 {good:good:1} for {price} peso.",
        "{seat:seat} buys 1 {good:good:1} for {price} pesos.",
        by="price",
    ),
    "event.bought.known": NP_(
        "{seat:seat} buys 1 {good:good:1} for {price} peso (now {units} on the market).",
        "{seat:seat} buys 1 {good:good:1} for {price} pesos (now {units} on the market).",
        by="price",
    ),
    "event.bought_from_supply": NP_(
        "{seat:seat} buys 1 {good:good:1} from the supply for {price} peso.",
        "{seat:seat} buys 1 {good:good:1} from the supply for {price} pesos.",
        by="price",
    ),
    "event.bought_from_supply.known": NP_(
        "{seat:seat} buys 1 {good:good:1} from the supply for {price} peso "
        "(now {units} on the market).",
        "{seat:seat} buys 1 {good:good:1} from the supply for {price} pesos "
        "(now {units} on the market).",
        by="price",
    ),
    "event.sold": NP_(
        "{seat:seat} sells 1 {good:good:1} for {price} peso.",
        "{seat:seat} sells 1 {good:good:1} for {price} pesos.",
        by="price",
    ),
    "event.sold.known": NP_(
        "{seat:seat} sells 1 {good:good:1} for {price} peso (now {units} on the market).",
        "{seat:seat} sells 1 {good:good:1} for {price} pesos (now {units} on the market).",
        by="price",
    ),
    "event.sold_to_supply": NP_(
        "{seat:seat} sells 1 {good:good:1} to the supply for {price} peso.",
        "{seat:seat} sells 1 {good:good:1} to the supply for {price} pesos.",
        by="price",
    ),
    "event.sold_to_supply.known": NP_(
        "{seat:seat} sells 1 {good:good:1} to the supply for {price} peso "
        "(now {units} on the market).",
        "{seat:seat} sells 1 {good:good:1} to the supply for {price} pesos "
        "(now {units} on the market).",
        by="price",
    ),
    "event.took_free": N_("{seat:seat} gets 1 {good:good:1} for free."),
    "event.took_free.known": N_(
        "{seat:seat} gets 1 {good:good:1} for free and sets the marker for {marker:marker}."
    ),
    "event.took_nothing": N_("{seat:seat} neither trades nor takes anything."),
    "event.took_points": NP_(
        "{seat:seat} takes {points} point.", "{seat:seat} takes {points} points.", by="points"
    ),
    "event.took_points.known": NP_(
        "{seat:seat} takes {points} point with {character:the} ({marker:marker}).",
        "{seat:seat} takes {points} points with {character:the} ({marker:marker}).",
        by="points",
    ),
    "event.building_act_paid": NP_(
        "{seat:seat} pays {pesos} peso because of the building act.",
        "{seat:seat} pays {pesos} pesos because of the building act.",
        by="pesos",
    ),
    "event.built": N_("{seat:seat} builds on {field}: {building:building}."),
    "event.built.known": N_(
        "{seat:seat} builds on {field} for {stones:good}: {building:building}."
    ),
    "event.directed": N_("{seat:seat} uses {mode:mode}."),
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
    "event.vote_tile_taken": N_("{seat:seat} has two more votes in this round’s parliament."),
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
        "{seat:seat} vetoes a bill ({law:law}) and gets {points} point.",
        "{seat:seat} vetoes a bill ({law:law}) and gets {points} points.",
        by="points",
    ),
    "event.loaded": NP_(
        "{seat:seat} loads {goods:good} at pier {pier} for {points} point.",
        "{seat:seat} loads {goods:good} at pier {pier} for {points} points.",
        by="points",
    ),
    "event.loaded.known": NP_(
        "{seat:seat} loads {goods:good} on ship {ship} at pier {pier}, {each} each: "
        "{points} point.",
        "{seat:seat} loads {goods:good} on ship {ship} at pier {pier}, {each} each: "
        "{points} points.",
        by="points",
    ),
    "event.crane_paid": NP_(
        "{seat:seat}, harbour crane: {points} point.",
        "{seat:seat}, harbour crane: {points} points.",
        by="points",
    ),
    "event.ship_left": N_("Ship {ship} leaves pier {pier} empty: {reason:reason}."),
    "event.ship_left_loaded": N_(
        "Ship {ship} leaves pier {pier} with {cargo:good}: {reason:reason}."
    ),
    "event.ship_in_sight": N_("Ship {ship} is in sight."),
    "event.ship_moved": N_("Ship {ship} moves up from pier {origin} to pier {pier}."),
    "event.ship_arrived": N_("Ship {ship} comes in to pier {pier}."),
    "event.ships_shuffled": NP_(
        "{count} ship that had left comes back.",
        "The {count} ships that had left come back.",
    ),
    "event.start_player": NP_(
        "{seat:seat} is the start player, with {votes} vote on the fourth character.",
        "{seat:seat} is the start player, with {votes} votes on the fourth character.",
        by="votes",
    ),
    "event.start_player.known": NP_(
        "{seat:seat} is the start player after {before:seat}, with {votes} vote on the fourth "
        "character: {decided:decided}.",
        "{seat:seat} is the start player after {before:seat}, with {votes} votes on the fourth "
        "character: {decided:decided}.",
        by="votes",
    ),
    "event.host_starts": N_("{seat:seat} begins as the start player."),
    "event.votes_counted": NP_(
        "{seat:seat} has {votes} vote in parliament through {character:the}.",
        "{seat:seat} has {votes} votes in parliament through {character:the}.",
        by="votes",
    ),
    "event.votes_counted.known": NP_(
        "{seat:seat} has {card} vote in parliament through {character:the}.",
        "{seat:seat} has {card} votes in parliament through {character:the}.",
        by="card",
    ),
    "event.town_hall_counted": N_(
        "{seat:seat} has {tile} more votes through the town hall, {votes} in all."
    ),
    "event.bids_barred": N_(
        "An act in force ({law:law}) forbids buying votes; only the characters count."
    ),
    "event.bid_sealed": N_("{seat:seat} has decided about buying votes."),
    "event.bid_sealed.known": N_("{seat:seat} has decided about buying votes: {pesos}."),
    "event.bid_opened": NP_(
        "{seat:seat} buys {pesos} and has {votes} vote.",
        "{seat:seat} buys {pesos} and has {votes} votes.",
        by="votes",
    ),
    "event.bid_opened.known": NP_(
        "{seat:seat} buys {pesos} ({bidding:bidding}) and has {votes} vote.",
        "{seat:seat} buys {pesos} ({bidding:bidding}) and has {votes} votes.",
        by="votes",
    ),
    "event.tied": N_("A tie: {seats:seat} may buy votes once more."),
    "event.elected": NP_(
        "{seat:seat} wins parliament with {votes} vote.",
        "{seat:seat} wins parliament with {votes} votes.",
        by="votes",
    ),
    "event.elected.known": NP_(
        "{seat:seat} wins parliament with {votes} vote: {decided:decided}.",
        "{seat:seat} wins parliament with {votes} votes: {decided:decided}.",
        by="votes",
    ),
    "event.tie_broken": N_(
        "A tie: {tied:seat}. Counting from the start player {start:seat}, {seat:seat} comes first."
    ),
    "event.enacted": N_("{seat:seat} passes an act: {law:law}."),
    "event.enacted.known": N_("{seat:seat} passes an act: {law:law}, replacing {replaced:law}."),
    "event.bills_discarded": N_("Not passed: {laws:law}."),
    "event.dues_sealed": N_("{seat:seat} has decided about tax and duty."),
    "event.dues_sealed.known": N_("{seat:seat} has decided about tax and duty: {dues:dues}."),
    "event.dues_paid": NP_(
        "{seat:seat} pays {dues:dues} and gets {points} point.",
        "{seat:seat} pays {dues:dues} and gets {points} points.",
        by="points",
    ),
    "event.dues_declined": N_("{seat:seat} pays neither tax nor duty."),
    "event.subsidised": NP_(
        "{seat:seat} gets {points} point as a subsidy ({law:law}).",
        "{seat:seat} gets {points} points as a subsidy ({law:law}).",
        by="points",
    ),
    "event.subsidised.known": NP_(
        "{seat:seat} gets {points} point: {law:law}, counting {counted}.",
        "{seat:seat} gets {points} points: {law:law}, counting {counted}.",
        by="points",
    ),
    "event.not_subsidised": N_("{seat:seat} gets no points as a subsidy ({law:law})."),
    "event.not_subsidised.known": N_("{seat:seat} gets no points: {law:law}, counting {counted}."),
    "event.market_thinned": N_("The market loses {goods:good}."),
    "event.market_thinned.known": N_("The market loses {goods:good} ({law:law})."),
    "event.market_flooded": N_("The market gains {goods:good}."),
    "event.market_flooded.known": N_("The market gains {goods:good} ({law:law})."),
    "event.market_unchanged": N_("Nothing changes on the market ({law:law})."),
    "event.saved": N_("{seat:seat} saves {goods:good} in the cold store."),
    "event.spoiled": N_("{seat:seat} loses {goods:good}: spoiled in the courtyard."),
    "event.buildings_scored": NP_(
        "{seat:seat} gets {points} points for {count} building.",
        "{seat:seat} gets {points} points for {count} buildings.",
    ),
    "event.markers_cleared": N_("Markers removed: {markers:marker}."),
    "event.ended": NP_(
        "{seat:seat} ends with {points} point; pesos: {pesos}.",
        "{seat:seat} ends with {points} points; pesos: {pesos}.",
        by="points",
    ),
    "event.tied_for_good": N_("Tied on points and pesos: {seats:seat}."),
}
