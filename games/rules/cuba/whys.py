"""Why an answer is not offered, in words; which reason holds is in `reasons.py`."""

from __future__ import annotations

from games.rules.core.texts import N_, NP_, Text

WHYS: dict[str, Text] = {
    # The question as a whole
    "why.colour_taken": N_("{seat:seat} plays this colour."),
    "why.played": N_("You have played this character in this round."),
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
    "why.field_built": N_("Built on: {building:building}."),
    "why.field_warehouse": N_("The warehouse is printed here."),
    "why.harvested": NP_(
        "Without water {count} field is harvested in a turn.",
        "Without water {count} fields are harvested in a turn.",
    ),
    "why.field_used": N_("Harvested in this turn."),
    "why.field_inactive": N_("Not in your figure's row or column."),
    # Tradeswoman
    "why.sold_out": N_("Neither the market nor the supply has {good:good}."),
    "why.most_trades": N_("You have traded {count} times, which is the most in one turn."),
    "why.trading": N_("You are trading already; a free gain is instead of that."),
    "why.material_taken": N_("This round's free building material is gone."),
    "why.cheapest_taken": N_("This round's free product is gone."),
    "why.market_empty": N_("There is no product on the market."),
    "why.not_cheapest": N_("Not the cheapest product on the market."),
    # Architect
    "why.materials": N_("Costs {cost:good}; you lack {missing:good}."),
    "why.built_by": N_("{seat:seat} has built it."),
    "why.no_field": N_("No field of your plantation is free."),
    # Foreman
    "why.used": N_("Used in this turn."),
    "why.permanent": N_("Works by itself."),
    "why.outside": N_("Not in your figure's row or column: only instead of all others."),
    "why.nothing_to_store": N_("No products or goods lie in your courtyard."),
    "why.nothing_fits": N_("No ship at the piers takes what you have."),
    "why.nothing_to_load": N_("You have neither products nor goods."),
    "why.no_free_space": N_("No ship at the piers has a free space."),
    "why.harbour_empty": N_("No units lie on the ships at the piers."),
    "why.tile_taken": N_("The town hall's votes have been taken."),
    "why.most": N_("{count} at most."),
    # Ships
    "why.ship_full": N_("This ship is full."),
    "why.space_taken": N_("This space is taken."),
    "why.one_ship": N_("Only one ship is loaded, the one at pier {pier}."),
    "why.first_space": N_("Space {space} takes the same and comes first."),
    "why.does_not_fit": N_("The ship at pier {pier} has no free space for {good:good}."),
    # Parliament and laws
    "why.vetoed": N_("The church forbids this bill."),
    "why.passed": N_("You have passed this bill."),
}
