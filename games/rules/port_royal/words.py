"""The words of Port Royal, what each thing does, and what is written on the board."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text

WORDS: dict[str, Text] = {  # of cards by kind and name, and of everything else that has a name
    "gain.coins": NP_("coin", "coins"),
    "gain.influence": NP_("influence", "influence"),
    "gain.swords": NP_("sword", "swords"),
    "person.trader_yellow": N_("yellow trader"),
    "person.trader_blue": N_("blue trader"),
    "person.trader_green": N_("green trader"),
    "person.trader_red": N_("red trader"),
    "person.trader_black": N_("black trader"),
    "person.settler": N_("settler"),
    "person.captain": N_("captain"),
    "person.priest": N_("priest"),
    "person.jack": N_("jack of all trades"),
    "person.sailor": N_("sailor"),
    "person.pirate": N_("pirate"),
    "person.mademoiselle": N_("mademoiselle"),
    "person.jester": N_("jester"),
    "person.admiral": N_("admiral"),
    "person.governor": N_("governor"),
    "person.clerk_yellow": N_("yellow clerk"),
    "person.clerk_blue": N_("blue clerk"),
    "person.clerk_green": N_("green clerk"),
    "person.clerk_red": N_("red clerk"),
    "person.clerk_black": N_("black clerk"),
    "person.gunner": N_("gunner"),
    "person.vice": N_("vice admiral"),
    "ship.yellow": N_("yellow pinnace"),
    "ship.blue": N_("blue flute"),
    "ship.green": N_("green skiff"),
    "ship.red": N_("red frigate"),
    "ship.black": N_("black galleon"),
    "expedition.exp_cc": N_("expedition of two priests"),
    "expedition.exp_aa": N_("expedition of two captains"),
    "expedition.exp_hh": N_("expedition of two settlers"),
    "expedition.exp_cch": N_("expedition of two priests and a settler"),
    "expedition.exp_aah": N_("expedition of two captains and a settler"),
    "expedition.exp_5p": N_("expedition of priest, captain and settler"),
    "tax.swords": N_("tax increase, 1 coin for most swords"),
    "tax.influence": N_("tax increase, 1 coin for least influence"),
    "contract.comedian": N_("Comedian"),
    "contract.lady_killer": N_("Lady Killer"),
    "contract.maritime": N_("Maritime Supremacy"),
    "contract.new_colony": N_("New Colony"),
    "contract.trade_outpost": N_("Trade Outpost"),
    "contract.trader_prince": N_("Trader Prince"),
    "contract.cheap_staff": N_("Cheap Staff"),
    "contract.fighter": N_("Fighter"),
    "contract.explorer": N_("Explorer"),
    "contract.frigate_foe": N_("Frigate Foe"),
    "contract.galleon_foe": N_("Galleon Foe"),
    "contract.tax_officer": N_("Tax Officer"),
    "contract.jinx": N_("Jinx"),
    "contract.little_gamester": N_("Little Gamester"),
    "contract.gamester": N_("Gamester"),
    "contract.pirate_pack": N_("Pack of Pirates"),
    "colour.yellow": N_("yellow"),
    "colour.blue": N_("blue"),
    "colour.green": N_("green"),
    "colour.red": N_("red"),
    "colour.black": N_("black"),
    "colours.0": N_("no ship"),
    "colours.1": N_("ships of 1 colour"),
    "colours.2": N_("ships of 2 colours"),
    "colours.3": N_("ships of 3 colours"),
    "colours.4": N_("ships of 4 colours"),
    "colours.5": N_("ships of 5 colours"),
    "swords.1": N_("1 sword"),
    "swords.2": N_("2 swords"),
    "swords.3": N_("3 swords"),
    "swords.4": N_("4 swords"),
    "swords.5": N_("5 swords"),
    "swords.6": N_("6 swords"),
    "swords.7": N_("7 swords"),
    "swords.skull": N_("skull"),
    "symbol.coins": N_("Coins"),
    "symbol.influence": N_("Influence"),
    "symbol.swords": N_("Swords"),
    "symbol.skull": N_("Skull"),
    "symbol.gift": N_("Gift"),
    "symbol.cubes": N_("Cubes"),
    "symbol.takes": N_("Cards to take"),
    "symbol.number": N_("Number in this turn"),
    "symbol.pile": N_("Pile"),
    "symbol.discard": N_("Discard pile"),
    "symbol.last_round": N_("Last round"),
    "asks.1": N_("asks for 1 sword"),
    "asks.2": N_("asks for 2 swords"),
    "asks.3": N_("asks for 3 swords"),
    "asks.4": N_("asks for 4 swords"),
    "asks.5": N_("asks for 5 swords"),
    "asks.6": N_("asks for 6 swords"),
    "asks.7": N_("asks for 7 swords"),
    "asks.skull": N_("cannot be repelled"),
    "fate.harbour": N_("in the harbour"),
    "fate.ship": N_("to be repelled or let in"),
    "fate.taken": N_("taken from the harbour"),
    "fate.repelled": N_("repelled"),
    "fate.kept": N_("repelled and kept"),
    "fate.cleared": N_("left over"),
    "fate.lost": N_("lost with the harbour"),
    "fate.row": N_("laid out as an expedition"),
    "fate.tax": N_("tax increase"),
}

HELP: dict[str, Text] = {  # one sentence each, for tooltips
    "help.person.trader_yellow": N_("You get 1 coin more for every yellow pinnace you trade."),
    "help.person.trader_blue": N_("You get 1 coin more for every blue flute you trade."),
    "help.person.trader_green": N_("You get 1 coin more for every green skiff you trade."),
    "help.person.trader_red": N_("You get 1 coin more for every red frigate you trade."),
    "help.person.trader_black": N_("You get 1 coin more for every black galleon you trade."),
    "help.person.settler": N_("Send him on expeditions that ask for a house."),
    "help.person.captain": N_("Send him on expeditions that ask for an anchor."),
    "help.person.priest": N_("Send him on expeditions that ask for a cross."),
    "help.person.jack": N_("Send him on expeditions in place of a priest, a captain or a settler."),
    "help.person.sailor": N_("You have 1 sword more for repelling ships; it is never used up."),
    "help.person.pirate": N_("You have 2 swords more for repelling ships; they are never used up."),
    "help.person.mademoiselle": N_("Every person costs you 1 coin less."),
    "help.person.jester": N_(
        "You get 1 coin whenever somebody loses a turn to two ships of a colour, and when it is "
        "your turn to trade in another player’s turn and the harbour is empty."
    ),
    "help.person.admiral": N_(
        "You get 2 coins if five or more cards lie in the harbour when it is your turn to trade."
    ),
    "help.person.governor": N_("You may take 1 more card each time it is your turn to trade."),
    "help.person.clerk_yellow": N_("You may take 1 more card after trading a yellow pinnace."),
    "help.person.clerk_blue": N_("You may take 1 more card after trading a blue flute."),
    "help.person.clerk_green": N_("You may take 1 more card after trading a green skiff."),
    "help.person.clerk_red": N_("You may take 1 more card after trading a red frigate."),
    "help.person.clerk_black": N_("You may take 1 more card after trading a black galleon."),
    "help.person.gunner": N_(
        "You get 1 coin less than there are ships in the harbour when it is your turn to trade."
    ),
    "help.person.vice": N_(
        "You get 1 coin if three or four cards lie in the harbour when it is your turn to trade."
    ),
    "help.ship.yellow": N_("Yellow pinnaces ask for 1, 2 or 4 swords; trade one for its coins."),
    "help.ship.blue": N_("Blue flutes ask for 1, 2 or 5 swords; trade one for its coins."),
    "help.ship.green": N_("Green skiffs ask for 1, 3 or 5 swords; trade one for its coins."),
    "help.ship.red": N_(
        "Red frigates ask for 1, 3 or 6 swords or bear a skull; trade one for its coins."
    ),
    "help.ship.black": N_(
        "Black galleons ask for 2, 4 or 7 swords or bear a skull; trade one for its coins."
    ),
    "help.expedition.exp_cc": N_("Give two priests in your turn for 4 influence and 2 coins."),
    "help.expedition.exp_aa": N_("Give two captains in your turn for 4 influence and 2 coins."),
    "help.expedition.exp_hh": N_("Give two settlers in your turn for 4 influence and 2 coins."),
    "help.expedition.exp_cch": N_(
        "Give two priests and a settler in your turn for 6 influence and 3 coins."
    ),
    "help.expedition.exp_aah": N_(
        "Give two captains and a settler in your turn for 6 influence and 3 coins."
    ),
    "help.expedition.exp_5p": N_(
        "Give a priest, a captain and a settler in your turn for 5 influence and 3 coins."
    ),
    "help.tax.swords": N_(
        "Whoever has 12 coins or more pays half of them; then the most swords bring 1 coin."
    ),
    "help.tax.influence": N_(
        "Whoever has 12 coins or more pays half of them; then the least influence brings 1 coin."
    ),
    "help.contract.comedian": N_("Have a priest and a jester in your display."),
    "help.contract.lady_killer": N_("Have a captain and a mademoiselle in your display."),
    "help.contract.maritime": N_("Have a captain and a vice admiral in your display."),
    "help.contract.new_colony": N_("Have a settler and a gunner in your display."),
    "help.contract.trade_outpost": N_("Have a settler and a clerk in your display."),
    "help.contract.trader_prince": N_("Have two traders in your display."),
    "help.contract.cheap_staff": N_(
        "Have four persons in your display with a printed cost of 3 or less."
    ),
    "help.contract.fighter": N_("Have three swords in your display."),
    "help.contract.explorer": N_("Have fulfilled an expedition."),
    "help.contract.frigate_foe": N_("Trade a red frigate three times and forgo its coins."),
    "help.contract.galleon_foe": N_("Trade a black galleon twice and forgo its coins."),
    "help.contract.tax_officer": N_("Pay tax at a tax increase."),
    "help.contract.jinx": N_("Lose your own turn to two ships of a colour."),
    "help.contract.little_gamester": N_(
        "Have ships of three colours in the harbour in two of your own turns."
    ),
    "help.contract.gamester": N_("Have ships of four colours in the harbour in your own turn."),
    "help.contract.pirate_pack": N_(
        "Repel ships of all five colours in your own turns, one after the other."
    ),
    "help.symbol.coins": N_(
        "You hire people with them, and at 12 or more a tax increase takes half. They are "
        "cards face down."
    ),
    "help.symbol.influence": N_("At 12 influence the last round begins; the most influence wins."),
    "help.symbol.swords": N_("Swords repel a ship that asks for no more of them."),
    "help.symbol.skull": N_("A ship with a skull cannot be repelled."),
    "help.symbol.gift": N_("Trading this ship also brings somebody else 1 coin."),
    "help.symbol.cubes": N_(
        "Each contract needs a cube and brings coins. Together your contracts also bring influence:"
        " the rules of this table say how much."
    ),
    "help.symbol.takes": N_(
        "The active player takes 1 card with up to three ship colours, 2 with four, 3 with five. "
        "Everybody else takes 1. Each governor adds 1."
    ),
    "help.symbol.number": N_("It shows the order in which the cards of this turn were turned up."),
    "help.symbol.pile": N_("The top card is turned up, or becomes a coin."),
    "help.symbol.discard": N_("It lies open, and becomes the pile when that is used up."),
    "help.symbol.last_round": N_("The round is played to the seat before the start player."),
    "help.look": N_(
        "Open this to look through the discard pile, which becomes the pile when that is used up."
    ),
    "help.contract": N_("You then get the most coins still to be had here."),
    "help.board.person": NP_(
        "Hiring costs {cost} coin and brings {influence} influence.",
        "Hiring costs {cost} coins and brings {influence} influence.",
        by="cost",
    ),
    "help.board.ship": NP_(
        "This one brings {coins} coin and {swords:asks}.",
        "This one brings {coins} coins and {swords:asks}.",
        by="coins",
    ),
    "help.board.gift_ship": NP_(
        "This one brings {coins} coin, 1 more for somebody else, and {swords:asks}.",
        "This one brings {coins} coins, 1 more for somebody else, and {swords:asks}.",
        by="coins",
    ),
    "help.fate.harbour": N_("It lies in the harbour."),
    "help.fate.ship": N_("It is to be repelled or let in."),
    "help.fate.taken": N_("{name} has taken it from the harbour."),
    "help.fate.repelled": N_("It has been repelled and discarded."),
    "help.fate.kept": N_("It has been repelled and kept for a contract."),
    "help.fate.cleared": N_("It was left over and has been discarded."),
    "help.fate.lost": N_("It was lost with the harbour."),
    "help.fate.row": N_("It is laid out as an expedition."),
    "help.fate.tax": N_("It was carried out and has been discarded."),
    "help.board.start": N_("Every round begins here, and the last one ends before it."),
}

BOARD: dict[str, Text] = {  # what is written on the board
    "board.person": N_("costs {cost}, influence {influence}"),
    "board.ship": NP_(
        "{coins} coin, {swords:swords}", "{coins} coins, {swords:swords}", by="coins"
    ),
    "board.gift_ship": NP_(
        "{coins} coin and 1 for somebody else, {swords:swords}",
        "{coins} coins and 1 for somebody else, {swords:swords}",
        by="coins",
    ),
    "board.expedition": N_("influence {influence}, {coins} coins"),
    "board.tax": N_("a card from the pile"),
    "board.turn": N_("Turn {number}, {seat:seat}"),
    "board.harbour": N_("Harbour"),
    "board.expeditions": N_("Expeditions"),
    "board.contracts": N_("Contracts"),
    "board.empty": N_("The harbour is empty."),
    "board.bust": N_("lost"),
    "board.start": N_("Start player"),
    "board.discarded": N_("Look through the discard pile"),
}
