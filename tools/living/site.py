"""Whole games by all ways and settings on a site of its own: `manage.py living`."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from typing import NamedTuple

from django.conf import settings
from django.core.management.base import OutputWrapper
from playwright.sync_api import Browser, sync_playwright

from accounts.models import User
from games.rules.registry import GAMES
from tools.album.chromium import launch_options
from tools.bench import site
from tools.lines import SlowLine
from tools.living.pairs import TurnSetting, all_settings
from tools.living.whole_game import WholeGame, screen
from tools.patience import PATIENCE
from tools.seating import table_begun


class TurnsWanted(NamedTuple):
    """Which settings, and how many turns of them at most."""

    games: Sequence[str]
    paces: Sequence[str]
    moves: int  # turns altogether; 0 is every setting once
    seed: str


class Outcome(NamedTuple):
    """How many comparisons were made, and what was wrong."""

    comparisons: int
    wrong: list[str]


def walks(wish: TurnsWanted) -> Iterator[list[TurnSetting]]:
    """All settings for turns of one game, in an order that the seed draws."""
    by_game: dict[tuple[str, str, str], list[TurnSetting]] = {}
    for setting in all_settings(wish.games):
        if setting.pace in wish.paces:
            by_game.setdefault((setting.game, setting.way, setting.device), []).append(setting)
    found = list(by_game.values())
    chance = random.Random(wish.seed)
    for walk in found:
        chance.shuffle(walk)
    chance.shuffle(found)
    yield from found


def walk_all(wish: TurnsWanted, out: OutputWrapper) -> Outcome:
    """Walk through all wished settings, and tell what is wrong as it is seen."""
    count, wrong = 0, list[str]()
    with ExitStack() as stack:
        port, _ = stack.enter_context(site.serving())
        line = stack.enter_context(SlowLine(port))
        settings.SITE_URL = f"http://127.0.0.1:{line.port}"
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(**launch_options())
        stack.callback(browser.close)
        for number, walk in enumerate(walks(wish), 1):
            rest = walk
            while rest and not (wish.moves and count >= wish.moves):
                most = wish.moves - count if wish.moves else len(rest)
                found = play(browser, line, rest[:most], f"{wish.seed} {count}")
                rest = rest[found.comparisons :]
                count += found.comparisons
                wrong += found.wrong
                out.writelines(f"WRONG {text}\n" for text in found.wrong)
                out.write(f"{number:3}. {' '.join(map(str, walk[0][:3]))}: {count} compared, "
                          f"{len(wrong)} differences\n")  # fmt: skip
                out.flush()
    return Outcome(count, wrong)


def play(browser: Browser, line: SlowLine, walk: Sequence[TurnSetting], seed: str) -> Outcome:
    """Play a game in these settings, one for each turn, or until it ends.

    The seed draws how many people play.
    """
    game, way, device = walk[0][:3]
    people = site.people(random.Random(seed).choice(GAMES[game].players))
    User.objects.filter(pk__in=[one.user.pk for one in people]).update(catch_up=False)
    table = table_begun(game, [one.user for one in people], seed=seed)
    context = browser.new_context(service_workers="block", **screen(device, way))
    context.set_default_timeout(PATIENCE * 1000)
    name, key = settings.SESSION_COOKIE_NAME, people[0].session_key or ""
    context.add_cookies([{"name": name, "value": key, "url": settings.SITE_URL}])
    line.delay = 0
    page = context.new_page()
    page.goto(settings.SITE_URL + table.get_absolute_url())
    whole = WholeGame(page, line, table, people[0].user, way)
    try:
        return Outcome(wrong=whole.play(walk), comparisons=whole.turns)
    finally:
        context.close()
