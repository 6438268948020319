"""The command, and the page it makes."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from playwright.sync_api import Page, expect
from pytest_django import Settings

from accounts.models import User
from config.running.bootstrap import DEVELOPER_COMMANDS
from config.running.commands import own_site
from games.rules.registry import GAMES
from lobby.terms.opening import games_in_lobby
from tools.album import settings as shown
from tools.album.camera import ROLL, rolls_of
from tools.album.pages import LANGUAGES, THEMES, WIDTHS, AlbumPage, Shot, pages_of
from tools.album.world import AlbumWorld, world_make
from tools.patience import LONG_PATIENCE, PATIENCE
from tools.processes import ROOT
from tools.samples import PHASES

NOT_DRAWN = {
    "next_table", "find",  # only lead elsewhere
    "set_language",
    "manifest", "service_worker", "robots", "sitemap", "table_card", "game_card", "site_card",
    "favicon", "awaited",
    "guide_picture", "lesson_live", "what_if_at_live", "what_if_shared_live",
    "people_named", "feed_deadlines", "feed_tables",  # not pages
    "mfa_reauthenticate_webauthn", "mfa_login_webauthn",
    "socialaccount_signup",
    "export", "table_live", "table_earlier", "table_since", "table_ordered", "table_planned",
    "table_miniature", "table_proof", "table_words", "pledge", "archive", "archive_file",
    "game_board",  # not pages
    "mfa_download_recovery_codes",
    "account_reauthenticate", "prove", "account_change_password", "account_confirm_login_code",
    "mfa_authenticate", "mfa_reauthenticate", "mfa_deactivate_totp",
    "mfa_view_recovery_codes", "mfa_generate_recovery_codes",  # amid something one has begun
}  # fmt: skip
"""Addresses that answer GET and are not in the album."""


@pytest.mark.browser
def test_the_album_of_one_page(tmp_path: Path, page: Page) -> None:
    """In both themes and languages, narrow: four pictures on a page with filters."""
    command = [sys.executable, "manage.py", "album", "--page", "sign up", "--width", "360"]
    done = subprocess.run(
        [*command, "--out", str(tmp_path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=LONG_PATIENCE,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100% 4/4" in done.stdout
    assert str(tmp_path / "index.html") in done.stdout
    page.goto((tmp_path / "index.html").as_uri())
    pictures = page.locator(".row a:visible img")
    expect(pictures).to_have_count(4)
    for number in range(4):
        pictures.nth(number).scroll_into_view_if_needed()
    page.wait_for_function(
        "[...document.querySelectorAll('.row img')].every((it) => it.naturalWidth)"
    )
    page.get_by_label("dark").uncheck()
    expect(pictures).to_have_count(2)
    page.get_by_label("de", exact=True).uncheck()
    expect(pictures).to_have_count(1)
    pictures.first.click()
    expect(page.locator("dialog")).to_contain_text("sign up")
    assert page.locator("dialog img").evaluate("it => it.naturalWidth") == 720, "finer dots"


def test_a_name_that_nothing_has_is_refused() -> None:
    command = [sys.executable, "manage.py", "album", "--game", "chess"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode != 0
    assert "invalid choice: 'chess'" in done.stderr


def test_the_command_has_a_site_of_its_own() -> None:
    assert own_site(["manage.py", "album", "--renew"])
    assert "album" in DEVELOPER_COMMANDS


@pytest.fixture
def world(transactional_db: None) -> AlbumWorld:
    return world_make(list(games_in_lobby()), pages=True)


@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_every_phase_of_every_game_is_shown(world: AlbumWorld) -> None:
    shown = {(board.game, board.phase) for board in world.boards}
    games = {slug for slug, rules in GAMES.items() if rules.in_lobby}
    assert shown == {(game, phase) for game in games for phase in (*PHASES, "otherwise")}
    pages = pages_of(world)
    assert len({page.name for page in pages}) == len(pages), "each has a name of its own"


@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_every_address_with_a_page_is_shown(world: AlbumWorld) -> None:
    """A new page is drawn too, or stands among those that are not."""
    resolver = get_resolver("tools.album.urls")
    drawn = {resolver.resolve(page.path.partition("?")[0]).url_name for page in pages_of(world)}
    addresses = {
        pattern.name
        for pattern in below(get_resolver("config.urls"))
        if pattern.name and not only_posted(pattern.callback)
    }
    assert addresses - drawn == NOT_DRAWN, "draw it: tools/album/pages.py"


@pytest.mark.costly
@pytest.mark.django_db(transaction=True, reset_sequences=True)
def test_every_page_answers(world: AlbumWorld, settings: Settings) -> None:
    """A page that does not ends the whole album."""
    for name in ("ROOT_URLCONF", "CONTACT", "IMPRINT", "PRIVACY"):
        setattr(settings, name, getattr(shown, name))
    users = {user.username: user for user in User.objects.all()}
    wrong = {}
    for page in pages_of(world):
        reader = Client()
        if page.who:
            reader.force_login(users[page.who])
        status = reader.get(page.path.format(language="de"), follow=True).status_code
        if status != page.status:
            wrong[page.name] = status
    assert not wrong


def below(resolver: URLResolver) -> Iterator[URLPattern]:
    """The addresses of the site, without the administration and the API."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern
        elif not str(pattern.pattern).startswith(("admin/", "api/")):
            yield from below(pattern)


def only_posted(view: Any) -> bool:
    """Whether a view is one of `require_POST`."""
    return any(cell.cell_contents == ["POST"] for cell in getattr(view, "__closure__", None) or ())


def test_every_shot_is_taken_once() -> None:
    """Rolls share out the shots; those of one load stay together."""
    some = [AlbumPage(f"page {n}", "Pages", f"/{n}/") for n in range(ROLL + 3)]
    shots = [
        Shot(page, width, theme, language)
        for page in some
        for width in WIDTHS
        for theme in THEMES
        for language in LANGUAGES
    ]
    rolls = rolls_of(shots)
    taken = [shot for roll in rolls for load in roll for shot in load]
    assert sorted(taken, key=lambda s: s.file) == sorted(shots, key=lambda s: s.file)
    assert all(len(roll) <= ROLL and len(load) == len(THEMES) for roll in rolls for load in roll)
    assert len({shot.file for shot in shots}) == len(shots)
