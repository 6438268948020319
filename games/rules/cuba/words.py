"""The words of Cuba: kinds, characters, buildings, laws; and what each of them does."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text

_TAX_HELP = N_("After parliament, whoever pays the tax gets 2 points, and 1 more with the duty.")
_DUTY_HELP = N_(
    "After parliament, whoever hands in the duty gets 2 points, and 1 more with the tax."
)

WORDS: dict[str, Text] = {
    "colour.blue": N_("Blue"),
    "colour.red": N_("Red"),
    "colour.yellow": N_("Yellow"),
    "colour.green": N_("Green"),
    "colour.purple": N_("Purple"),
    "good.wood": N_("wood"),
    "good.stone": NP_("stone", "stones"),
    "good.water": N_("water"),
    "good.citrus": NP_("citrus fruit", "citrus fruits"),
    "good.tobacco": N_("tobacco"),
    "good.sugar": N_("sugar"),
    "good.rum": N_("rum"),
    "good.cigars": NP_("cigar", "cigars"),
    "group.tax": N_("Tax"),
    "group.duty": N_("Duty"),
    "group.subsidy": N_("Subsidy"),
    "group.other": N_("Act"),
    "dues.none": N_("nothing"),
    "dues.tax": N_("the tax"),
    "dues.duty": N_("the duty"),
    "dues.both": N_("tax and duty"),
    "reason.full": N_("it is full"),
    "reason.harbour_act": N_("the harbour act"),
    "reason.last_pier": N_("it was the last pier"),
    "mode.all": N_("buildings in the figure’s row and column"),
    "mode.single": N_("a single building"),
    "mode.none": N_("no building"),
    "marker.0": N_("no marker left"),
    "marker.1": N_("first marker"),
    "marker.2": N_("second marker"),
    "marker.material": N_("building material"),
    "marker.cheapest": N_("cheapest product"),
    "marker.architect": N_("architect"),
    "marker.mayor": N_("mayor"),
    "bidding.1": N_("first bid"),
    "bidding.2": N_("second bid"),
    "decided.votes": N_("the most votes"),
    "decided.second_bid": N_("the most votes after the second bid"),
    "decided.start_order": N_("first of those tied, from the start player"),
    "decided.start_votes": N_("the most votes"),
    "decided.start_tie": N_("first of those tied, clockwise"),
    "field.warehouse": N_("warehouse"),
    "field.wood": N_("wood field"),
    "field.stone": N_("stone field"),
    "field.water": N_("water field"),
    "field.citrus": N_("citrus field"),
    "field.tobacco": N_("tobacco field"),
    "field.sugar": N_("sugar field"),
    "character.worker": N_("worker"),
    "character.tradeswoman": N_("tradeswoman"),
    "character.architect": N_("architect"),
    "character.foreman": N_("foreman"),
    "character.mayor": N_("mayor"),
    "the.worker": N_("the worker"),
    "the.tradeswoman": N_("the tradeswoman"),
    "the.architect": N_("the architect"),
    "the.foreman": N_("the foreman"),
    "the.mayor": N_("the mayor"),
    "help.character.worker": N_(
        "Move your figure, get the building materials of its row and column, and harvest two "
        "product fields."
    ),
    "help.character.tradeswoman": N_(
        "Buy and sell as much as you like, or take one building material or product for free."
    ),
    "help.character.architect": N_("Build one building, or take points instead."),
    "help.character.foreman": N_(
        "Use all your buildings in your figure’s row and column, or a single one anywhere."
    ),
    "help.character.mayor": N_("Load one ship, or take points instead."),
    "building.warehouse": N_("Warehouse"),
    "building.rum_distillery": N_("Rum distillery"),
    "building.rum_distillery_2": N_("Second rum distillery"),
    "building.cigar_factory": N_("Cigar factory"),
    "building.cigar_factory_2": N_("Second cigar factory"),
    "building.cement_works": N_("Cement works"),
    "building.inn": N_("Inn"),
    "building.hotel": N_("Hotel"),
    "building.grand_hotel": N_("Grand hotel"),
    "building.rum_bar": N_("Rum bar"),
    "building.cigar_lounge": N_("Cigar lounge"),
    "building.savings_bank": N_("Savings bank"),
    "building.bank": N_("Bank"),
    "building.shop": N_("Spirits and tobacco shop"),
    "building.market_hall": N_("Market hall"),
    "building.customs_house": N_("Customs house"),
    "building.dam": N_("Dam"),
    "building.golf_course": N_("Golf course"),
    "building.sawmill": N_("Sawmill"),
    "building.brickworks": N_("Brickworks"),
    "building.cold_store": N_("Cold store"),
    "building.town_hall": N_("Town hall"),
    "building.church": N_("Church"),
    "building.trading_house": N_("Trading house"),
    "building.export_house": N_("Export house"),
    "building.crane": N_("Harbour crane"),
    "short.rum_distillery": N_("Rum 1"),
    "short.rum_distillery_2": N_("Rum 2"),
    "short.cigar_factory": N_("Cigars 1"),
    "short.cigar_factory_2": N_("Cigars 2"),
    "short.cement_works": N_("Cement"),
    "short.inn": N_("Inn"),
    "short.hotel": N_("Hotel"),
    "short.grand_hotel": N_("Grand h."),
    "short.rum_bar": N_("Rum bar"),
    "short.cigar_lounge": N_("Lounge"),
    "short.savings_bank": N_("Savings"),
    "short.bank": N_("Bank"),
    "short.shop": N_("Shop"),
    "short.market_hall": N_("Market"),
    "short.customs_house": N_("Customs"),
    "short.dam": N_("Dam"),
    "short.golf_course": N_("Golf"),
    "short.sawmill": N_("Sawmill"),
    "short.brickworks": N_("Bricks"),
    "short.cold_store": N_("Cold store"),
    "short.town_hall": N_("Town hall"),
    "short.church": N_("Church"),
    "short.trading_house": N_("Trade"),
    "short.export_house": N_("Export"),
    "short.crane": N_("Crane"),
    "help.building.warehouse": N_(
        "When the foreman uses it, you move products and goods here, where products do not spoil."
    ),
    "help.building.rum_distillery": N_(
        "When the foreman uses it, you turn any amount of sugar into as much rum."
    ),
    "help.building.rum_distillery_2": N_(
        "When the foreman uses it, you turn any amount of sugar into as much rum."
    ),
    "help.building.cigar_factory": N_(
        "When the foreman uses it, you turn any amount of tobacco into as many cigars."
    ),
    "help.building.cigar_factory_2": N_(
        "When the foreman uses it, you turn any amount of tobacco into as many cigars."
    ),
    "help.building.cement_works": N_(
        "When the foreman uses it, you hand in up to 2 stones for 2 points each."
    ),
    "help.building.inn": N_("When the foreman uses it, it brings you 1 point."),
    "help.building.hotel": N_("When the foreman uses it, it brings you 2 points."),
    "help.building.grand_hotel": N_("When the foreman uses it, it brings you 3 points."),
    "help.building.rum_bar": N_("When the foreman uses it, you hand in rum for 2 points each."),
    "help.building.cigar_lounge": N_(
        "When the foreman uses it, you hand in cigars for 2 points each."
    ),
    "help.building.savings_bank": N_("When the foreman uses it, it brings you 3 pesos."),
    "help.building.bank": N_("When the foreman uses it, it brings you 5 pesos."),
    "help.building.shop": N_("When the foreman uses it, you sell rum and cigars for 6 pesos each."),
    "help.building.market_hall": N_(
        "When the foreman uses it, you sell up to 3 products for 3 pesos each."
    ),
    "help.building.customs_house": N_(
        "When the foreman uses it, it brings you 1 peso for each unit on the ships at the "
        "piers, up to 5."
    ),
    "help.building.dam": N_("When the foreman uses it, it brings you 3 water."),
    "help.building.golf_course": N_(
        "When the foreman uses it, you hand in up to 4 water for 1 point each."
    ),
    "help.building.sawmill": N_("When the foreman uses it, it brings you 2 wood."),
    "help.building.brickworks": N_("When the foreman uses it, it brings you 2 stones."),
    "help.building.cold_store": N_(
        "Without the foreman: At the end of each round you save up to 3 products in your warehouse."
    ),
    "help.building.town_hall": N_(
        "When the foreman uses it, you have 2 more votes in this round’s parliament."
    ),
    "help.building.church": N_(
        "When the foreman uses it, you veto one of the bills of this round and get 1 point."
    ),
    "help.building.trading_house": N_(
        "When the foreman uses it, you load one ship, as the mayor does."
    ),
    "help.building.export_house": N_(
        "When the foreman uses it, you load 1 or 2 units on free spaces of one ship, whatever "
        "is printed there."
    ),
    "help.building.crane": N_(
        "Without the foreman: It brings you 1 more point whenever you load 2 units or more."
    ),
    "law.T0": N_("tax of 2 pesos"),
    "law.T1": N_("tax of 1 peso"),
    "law.T2": N_("tax of 2 pesos"),
    "law.T3": N_("tax of 3 pesos"),
    "law.T4": N_("tax of 3 pesos"),
    "law.T5": N_("tax of 4 pesos"),
    "law.T6": N_("tax of 5 pesos"),
    "law.D0": N_("duty of 1 citrus fruit"),
    "law.D1": N_("duty of 1 tobacco"),
    "law.D2": N_("duty of 1 sugar"),
    "law.D3": N_("duty of 1 water"),
    "law.D4": N_("duty of 1 wood and 1 stone"),
    "law.D5": N_("duty of 1 citrus fruit and 1 tobacco"),
    "law.D6": N_("duty of 1 citrus fruit and 1 sugar"),
    "law.S1": N_("subsidy for buildings"),
    "law.S2": N_("subsidy for building material fields"),
    "law.S3": N_("subsidy for product fields"),
    "law.S4": N_("subsidy for water"),
    "law.S5": N_("subsidy for votes"),
    "law.S6": N_("subsidy for money"),
    "law.O1": N_("scarcity"),
    "law.O2": N_("surplus"),
    "law.O3": N_("drought act"),
    "law.O4": N_("building act"),
    "law.O5": N_("harbour act"),
    "law.O6": N_("corruption act"),
    "help.law.S1": N_("After every parliament, it brings you 1 point for each of your buildings."),
    "help.law.S2": N_(
        "After every parliament, it brings you 1 point for each of your unbuilt building material "
        "fields."
    ),
    "help.law.S3": N_(
        "After every parliament, it brings you 1 point for each of your unbuilt product fields."
    ),
    "help.law.S4": N_(
        "After every parliament, it brings you 1 point for each water you own, up to 7 points."
    ),
    "help.law.S5": N_(
        "After every parliament, it brings you 1 point for each vote printed on your fifth "
        "character."
    ),
    "help.law.S6": N_(
        "After every parliament, it brings you 1 point for every 3 pesos you own, up to 7 points."
    ),
    "help.law.O1": N_("After every parliament, 2 of each product leave the market."),
    "help.law.O2": N_("After every parliament, 2 of each product come onto the market."),
    "help.law.O3": N_("The worker harvests one field instead of two."),
    "help.law.O4": N_("Every building costs 2 pesos more."),
    "help.law.O5": N_("A ship that is full leaves at once, and the others move up."),
    "help.law.O6": N_("No votes can be bought; only the character’s votes count."),
    **{f"help.law.T{number}": _TAX_HELP for number in range(7)},
    **{f"help.law.D{number}": _DUTY_HELP for number in range(7)},
}

_MATERIAL_FIELD_HELP = N_(
    "The worker gets 1 from here if your figure is in its row or column. You may build on it."
)
_PRODUCT_FIELD_HELP = N_(
    "The worker can harvest 1 here if your figure is in its row or column. You may build on it."
)

HELP: dict[str, Text] = {
    "help.good.wood": N_("It pays for buildings, and it never spoils."),
    "help.good.stone": N_("They pay for buildings, and they never spoil."),
    "help.good.water": N_(
        "It pays for some buildings, and the worker harvests one more field for each. It never "
        "spoils."
    ),
    "help.good.citrus": N_(
        "You sell them at the market or load them onto ships. In the courtyard they spoil at the "
        "end of the round."
    ),
    "help.good.tobacco": N_(
        "You sell it, load it onto ships, or turn it into cigars. In the courtyard it spoils at "
        "the end of the round."
    ),
    "help.good.sugar": N_(
        "You sell it, load it onto ships, or turn it into rum. In the courtyard it spoils at the "
        "end of the round."
    ),
    "help.good.rum": N_("You sell it, or load it onto ships. It never spoils."),
    "help.good.cigars": N_("You sell them, or load them onto ships. They never spoil."),
    **{f"help.field.{kind}": _MATERIAL_FIELD_HELP for kind in ("wood", "stone", "water")},
    **{f"help.field.{kind}": _PRODUCT_FIELD_HELP for kind in ("citrus", "tobacco", "sugar")},
    "help.colour": N_(
        "{colour:colour}: You play with this colour, unless somebody seated before you wants it "
        "too."
    ),
    "help.start": N_(
        "Start player: This player takes the first turn. Whoever’s fourth character has the most "
        "votes starts next."
    ),
    "help.points": N_("Points: Whoever has the most after round 6 wins."),
    "help.pesos": N_(
        "Pesos: You pay with them at the market, for taxes, and for votes. They break ties at the "
        "end."
    ),
    "help.bank": N_("Bank: All pesos that you get come from here, as long as there are any."),
    "help.courtyard": N_(
        "Courtyard: What you get lies here. Products that are still here at the end of the round "
        "spoil."
    ),
    "help.warehouse": N_("Warehouse: Products that the foreman has moved here do not spoil."),
    "help.supply": N_(
        "{good:good}: {count} in the supply. Fields and buildings bring no more than lies here."
    ),
    "help.buy": N_(
        "Buy: 1 {good:good:1} costs {price} pesos. The fewer lie on the market, the dearer it is."
    ),
    "help.buy.empty": N_(
        "Buy: The market has none left, so 1 {good:good:1} costs {price} pesos and comes from the "
        "supply."
    ),
    "help.sell": N_(
        "Sell: 1 {good:good:1} brings {price} pesos. The more lie on the market, the less it "
        "brings."
    ),
    "help.sell.full": NP_(
        "Sell: The market is full, so 1 {good:good:1} brings only {price} peso and goes to the "
        "supply.",
        "Sell: The market is full, so 1 {good:good:1} brings only {price} pesos and goes to the "
        "supply.",
        by="price",
    ),
    "help.material": N_(
        "Instead of trading, the tradeswoman may take one building material for free, once in a "
        "round."
    ),
    "help.material.taken": N_("The free building material of this round is gone."),
    "help.cheapest": N_(
        "Instead of trading, the tradeswoman may take one unit of the cheapest product for free, "
        "once in a round."
    ),
    "help.cheapest.taken": N_("The free product of this round is gone."),
    "help.mayor": N_(
        "Mayor: Whoever does not load takes points instead, the first in a round 4 and the second "
        "2."
    ),
    "help.architect": N_(
        "Architect: Whoever does not build takes points instead, the first in a round 2 and the "
        "second 1."
    ),
    "help.sea": N_(
        "At sea: The next ship waits here until a pier is free. The number tells how many more "
        "follow it."
    ),
    "help.pier": NP_(
        "Pier {pier}: Each unit that is loaded here brings {pier} point.",
        "Pier {pier}: Each unit that is loaded here brings {pier} points.",
        by="pier",
    ),
    "help.space": NP_(
        "{good:good}: Whoever loads one here gets {pier} point.",
        "{good:good}: Whoever loads one here gets {pier} points.",
        by="pier",
    ),
    "help.space.0": N_("{good:good}: One can be loaded here when the ship lies at a pier."),
    "help.space.taken": N_("{good:good}: This space is taken until the ship leaves."),
    "help.act.none": N_("No act of this group is in force."),
    "help.votes": N_(
        "{name}: These are the votes in this round’s parliament. Whoever has the most passes two "
        "bills."
    ),
}

WORDS |= {
    "gain.pesos": NP_("peso", "pesos"),
    "gain.points": NP_("point", "points"),
    **{f"gain.{name[5:]}": word for name, word in WORDS.items() if name.startswith("good.")},
}
