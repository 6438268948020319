"""What Port Royal says: questions, answers and the log. Words and help are in `words.py`."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text
from games.rules.port_royal.components import CARDS
from games.rules.port_royal.words import BOARD, HELP, WORDS

QUESTIONS: dict[str, Text] = {
    "game.title": N_("Port Royal"),
    "game.blurb": N_(
        "Turn up one more card, or stop in time? Trade ships for coins, and hire the crew that "
        "makes you the most influential merchant of the Caribbean."
    ),
    "option.expansion": N_("Expansion"),
    "option.expansion.help": N_("How much of the expansion is in play."),
    "option.expansion.none": N_("Base game only"),
    "option.expansion.cards": N_("New people and ships"),
    "option.expansion.contracts": N_("New people and ships, with contracts"),
    "option.edition": N_("Edition"),
    "option.edition.help": N_("How much influence contracts bring."),
    "option.edition.1": N_("First (contracts 1 each)"),
    "option.edition.2": N_("Second (contracts 0, 1 and 2)"),
    "orders.others": N_("Take nothing in others’ turns"),
    "orders.others.help": N_(
        "What a person costs, the coin for the active player included; ships cost nothing."
    ),
    "orders.others.ask": N_("Ask me"),
    "orders.others.above_2": N_("If everything costs more than 2 coins"),
    "orders.others.above_4": N_("If everything costs more than 4 coins"),
    "orders.others.above_6": N_("If everything costs more than 6 coins"),
    "orders.others.always": N_("Always"),
    "prompt.discover_first": N_("Your turn: turn up the first card."),
    "prompt.discover": N_("Turn up another card, or stop?"),
    "prompt.repel": N_("You can repel this {card:card}. Repel it or let it in?"),
    "prompt.repel_or_bust": N_(
        "You can repel this {card:card}. Letting it in would end your turn: its colour is there."
    ),
    "prompt.trade": NP_("You may take {count} card.", "You may take {count} cards.", by="count"),
    "prompt.trade_fee": NP_(
        "You may take {count} card. It costs 1 coin more, for the active player.",
        "You may take {count} cards. Each costs 1 coin more, for the active player.",
    ),
    "prompt.crew": N_("Who goes on the {card:card}?"),
    "prompt.gift": N_("Who gets the extra coin from the {card:card}?"),
    "move.Reveal": N_("Turn up a card"),
    "move.Stop": N_("Stop discovering"),
    "move.Repel": N_("Repel the ship"),
    "move.Accept": N_("Let it in"),
    "move.Trade": NP_(
        "Trade the {card:card} for {coins} coin",
        "Trade the {card:card} for {coins} coins",
        by="coins",
    ),
    "move.Trade.gift": NP_(
        "Trade the {card:card} for {coins} coin and 1 for somebody else",
        "Trade the {card:card} for {coins} coins and 1 for somebody else",
        by="coins",
    ),
    "move.Forgo": N_("Take the {card:card} without coins, for {contract:contract}"),
    "move.Hire": NP_(
        "Hire no. {number}, the {card:card} (influence {influence}), for {price} coin",
        "Hire no. {number}, the {card:card} (influence {influence}), for {price} coins",
        by="price",
    ),
    "move.Gift": N_("{seat:seat}"),
    "move.Fulfil": N_("Go on the {card:card}"),
    "move.Send": N_("Send {persons:person}"),
    "move.Pass": N_("Take no more"),
    "why.taken_enough": N_("You have taken as many cards as you may."),
    "why.too_dear": NP_(
        "Costs {price} coin; you have {coins}.", "Costs {price} coins; you have {coins}.", "price"
    ),
    "why.too_dear_with_fee": N_(
        "Costs {price} + {fee} coins, one of them for the active player; you have {coins}."
    ),
    "why.own_turn": N_("You can send an expedition only in your own turn."),
    "why.crew": N_("It needs {persons:person}; a jack of all trades can stand in for any of them."),
    "source.persons": N_("Crew"),
    "source.expeditions": N_("Expeditions"),
    "source.contracts": N_("Contracts"),
    "tiebreak.coins": N_("Coins"),
    "ending.twelve_influence": N_("Somebody reached 12 influence and the round was played out."),
}

EVENTS: dict[str, Text] = {
    "event.contracts_open": N_("The contracts: {contracts:contract}."),
    "event.turn": N_("Turn {number}: {seat:seat}."),
    "event.turned_person": N_(
        "{seat:seat} turns up no. {number}: {card:card} (cost {cost}, influence {influence})."
    ),
    "event.turned_ship": NP_(
        "{seat:seat} turns up no. {number}: {card:card} ({coins} coin, {swords:swords}).",
        "{seat:seat} turns up no. {number}: {card:card} ({coins} coins, {swords:swords}).",
        by="coins",
    ),
    "event.turned_gift_ship": NP_(
        "{seat:seat} turns up no. {number}: {card:card} ({coins} coin and 1 for somebody else, "
        "{swords:swords}).",
        "{seat:seat} turns up no. {number}: {card:card} ({coins} coins and 1 for somebody else, "
        "{swords:swords}).",
        by="coins",
    ),
    "event.turned_expedition": N_(
        "{seat:seat} turns up no. {number}: {card:card} ({coins} coins, influence {influence})."
    ),
    "event.turned_tax": N_("{seat:seat} turns up no. {number}: {card:card}."),
    "event.extra_tax": N_(
        "{seat:seat} turns up no. {number}: an extra {card:card}, as cards have run short."
    ),
    "event.taxed": NP_(
        "{seat:seat} pays {count} coin in tax.", "{seat:seat} pays {count} coins in tax."
    ),
    "event.tax_bonus": N_("1 coin each for {seats:seat}."),
    "event.repelled": N_("{seat:seat} repels no. {number}, the {card:card}."),
    "event.kept": N_(
        "{seat:seat} repels no. {number}, the {card:card}, and keeps it for the Pack of Pirates."
    ),
    "event.accepted": N_("{seat:seat} does not repel the {card:card}."),
    "event.bust": N_("{seat:seat} loses the turn to a second {card:card}."),
    "event.nothing_to_turn_up": N_("{seat:seat} finds no card to turn up."),
    "event.stopped": NP_(
        "{seat:seat} stops with {colours:colours}: {count} card to take.",
        "{seat:seat} stops with {colours:colours}: {count} cards to take.",
    ),
    "event.income": NP_(
        "{seat:seat} gets {count} coin ({person:person}).",
        "{seat:seat} gets {count} coins ({person:person}).",
    ),
    "event.skipped": N_("{seat:seat} can take nothing."),
    "event.passed": N_("{seat:seat} takes no more."),
    "event.traded": NP_(
        "{seat:seat} trades no. {number}, the {card:card}, for {count} coin.",
        "{seat:seat} trades no. {number}, the {card:card}, for {count} coins.",
    ),
    "event.forgone": N_(
        "{seat:seat} takes no. {number}, the {card:card}, without coins for {contract:contract}."
    ),
    "event.gift": N_("{seat:seat} gives the extra coin to {to:seat}."),
    "event.fee": N_("{seat:seat} pays 1 coin to {to:seat}."),
    "event.clerk": N_("{seat:seat} may take 1 more card ({colour:colour} clerk)."),
    "event.hired": NP_(
        "{seat:seat} hires no. {number}, the {card:card}, for {count} coin.",
        "{seat:seat} hires no. {number}, the {card:card}, for {count} coins.",
    ),
    "event.expedition": N_(
        "{seat:seat} sends {persons:person} on the {card:card}: "
        "{count} coins, influence {influence}."
    ),
    "event.contract": NP_(
        "{seat:seat} fulfils {contract:contract}: {coins} coin.",
        "{seat:seat} fulfils {contract:contract}: {coins} coins.",
        by="coins",
    ),
    "event.step": N_("{seat:seat} moves to field {step} of {contract:contract}."),
    "event.pack_dropped": N_("{seat:seat} has no cube left and discards the ships they kept."),
    "event.reshuffled": NP_(
        "The discard pile is shuffled: {cards} card.",
        "The discard pile is shuffled: {cards} cards.",
        by="cards",
    ),
    "event.short": NP_(
        "No cards are left: {seat:seat} goes without {count} coin.",
        "No cards are left: {seat:seat} goes without {count} coins.",
    ),
    "event.cleared": N_("Nobody wanted: {cards:card}."),
    "event.last_round": N_("{seat:seat} has 12 influence: this is the last round."),
    "event.scored": NP_(
        "{seat:seat}: influence {influence}, {coins} coin.",
        "{seat:seat}: influence {influence}, {coins} coins.",
        by="coins",
    ),
}

DESCRIBED: dict[str, Text] = {  # the table in words
    "board.now": N_("Now"),
    "board.state.first": N_("{active:seat} is about to turn up the first card."),
    "board.state.discover": N_("{active:seat} turns up another card, or stops."),
    "board.state.repel": N_("{active:seat} can repel the ship, or let it in."),
    "board.state.trade": NP_(
        "{acting:seat} may take {takes} card.", "{acting:seat} may take {takes} cards.", by="takes"
    ),
    "board.state.fee": N_("Each card costs {acting:seat} one coin more, for {active:seat}."),
    "board.state.gift": N_("{acting:seat} decides who gets the extra coin of the ship."),
    "board.state.crew": N_("{acting:seat} decides who goes on the expedition."),
    "board.state.over": N_("The game is over."),
    "board.stopping": NP_(
        "Who stops now may take {takes} card.", "Who stops now may take {takes} cards.", by="takes"
    ),
    "board.risk": NP_(
        "Of {unseen} cards that lie face down, {bad} would end the turn.",
        "Of {unseen} cards that lie face down, {bad} would end the turn.",
        by="bad",
    ),
    "board.risk.help": NP_(
        "Of {unseen} cards face down, in the pile and as coins, {bad} would end the turn, as a "
        "ship of a colour that lies in the harbour, too strong to be repelled.",
        "Of {unseen} cards face down, in the pile and as coins, {bad} would end the turn, as "
        "ships of a colour that lies in the harbour, too strong to be repelled.",
        by="bad",
    ),
    "board.here": N_("One lies in the harbour: another ends the turn, unless it is repelled."),
    "board.left": NP_(
        "There is {count} face down, in the pile or as a coin.",
        "There are {count} face down, in the pile or as coins.",
    ),
    "board.approaching": N_("To be repelled or let in: {card}."),
    "board.pays": NP_(
        "Taking it costs {seat:seat} {coins} coin.",
        "Taking it costs {seat:seat} {coins} coins.",
        by="coins",
    ),
    "board.brings": NP_(
        "It brings {seat:seat} {coins} coin.", "It brings {seat:seat} {coins} coins.", by="coins"
    ),
    "board.focus": N_("This card is being dealt with."),
    "board.colours": N_("Ships in the harbour: {colours:colour}."),
    "board.no_ships": N_("There is no ship in the harbour."),
    "board.lacks": N_("{seat:seat} lacks: {persons:person}."),
    "board.can_go": N_("{seat:seat} has the people for it."),
    "board.spaces": N_("Coins that are left: {spaces}."),
    "board.fulfilled": N_("Fulfilled by {seats:seat}."),
    "board.step": N_("{seat:seat} is on field {step} of {track}."),
    "board.lost": N_("The turn was lost to a second ship of a colour."),
    "board.nothing_turned": N_("No card has been turned up yet."),
    "board.piles": N_("Piles"),
    "board.pile": NP_("{count} card in the pile.", "{count} cards in the pile."),
    "board.ships_left": N_("Ships face down, in the pile or as coins: {ships:ship:0}."),
    "board.discard": NP_("{count} card in the discard pile.", "{count} cards in the discard pile."),
    "board.on_top": N_("On top of it: {card}."),
    "board.discarded.person": N_("People in it: {cards}."),
    "board.discarded.ship": N_("Ships in it: {cards}."),
    "board.discarded.expedition": N_("Expeditions in it: {cards}."),
    "board.discarded.tax": N_("Tax increases in it: {cards}."),
    "board.copies": N_("{count} × {card}"),
    "board.you": N_("{seat:seat} (you)"),
    "board.pack": N_("Ships kept for the Pack of Pirates"),
    "board.no_persons": N_("No crew yet."),
}

TEXTS: dict[str, Text] = {
    **WORDS,
    **{f"card.{card.id}": WORDS[f"{card.kind}.{card.name}"] for card in CARDS},
    **QUESTIONS,
    **EVENTS,
    **HELP,
    **BOARD,
    **DESCRIBED,
}
