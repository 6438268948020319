"""Who plays for a bot's seat: a level of the game, or one of its quick policies by name."""

from __future__ import annotations

import random

import msgspec

from games.bots.search import BotSearch
from games.rules.core.interface import (
    AnyState,
    Bot,
    Decision,
    Move,
    Rules,
    play_at_random,
)
from games.rules.core.levels import Level

DOUBT = 0.2
"""The share of answers in the courses of an outlook that are any legal move: with it chances come
true as often as they say (`manage.py bench chances`, docs/topics/bots.md)."""


def policy_of(rules: Rules[AnyState]) -> Bot:
    """The quick policy that plays for an absent seat, and in the playouts of a search."""
    return rules.bots[rules.stand_in]


def doubtful(rules: Rules[AnyState], slips: float = DOUBT) -> Bot:
    """The quick policy with slips, for outlooks: who never slips is surer than anybody can be."""
    return slipping(policy_of(rules), Level(slips=slips))


def names_of(rules: Rules[AnyState]) -> list[str]:
    """All that can play for a bot's seat: levels, the weakest first, then policies."""
    return [*rules.levels, *(name for name in rules.bots if name not in rules.levels)]


def searches(rules: Rules[AnyState], name: str) -> bool:
    """Whether the bot of this name searches, so that its answer takes more than a moment."""
    return name in rules.levels and rules.levels[name].work > 0


def search_for(
    rules: Rules[AnyState],
    name: str,
    view: msgspec.Struct,
    decision: Decision,
    chance: random.Random,
) -> BotSearch:
    """The search of a level for an answer, to be run up to its `Level.work`."""
    seed, level = f"{chance.getrandbits(64):x}", rules.levels[name]
    return BotSearch(rules, view, decision, policy_of(rules), seed, level, level.work)


def bot_named(rules: Rules[AnyState], name: str) -> Bot:
    """A level or a policy as a bot; one that searches answers when all its work is done.

    A name that the game does not have, as after a change of its bots, is its stand-in.
    """
    level = rules.levels.get(name)
    if level is None:
        return rules.bots.get(name) or policy_of(rules)
    return searching(rules, name, level) if level.work else slipping(policy_of(rules), level)


def slipping(policy: Bot, level: Level) -> Bot:
    """A policy that plays any legal move now and then."""

    def answer(view: msgspec.Struct, decision: Decision, chance: random.Random) -> Move:
        slips = level.slips and chance.random() < level.slips
        return (play_at_random if slips else policy)(view, decision, chance)

    return answer


def searching(rules: Rules[AnyState], name: str, level: Level) -> Bot:
    """A bot that searches for each answer with all the work of its level."""

    def answer(view: msgspec.Struct, decision: Decision, chance: random.Random) -> Move:
        search = search_for(rules, name, view, decision, chance)
        search.run(level.work)
        return search.answer()

    return answer
