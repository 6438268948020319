"""What all tests share: a Postgres of their own, a server to talk to, a browser.

Fixtures:

* `live` – address of a running server (pages and sockets, daphne) on the test database.
* `page`, `context`, `browser` – from pytest-playwright, on Debian's Chromium where there is one.

A test that uses a browser is marked `browser` by itself (`-m "not browser"` leaves them out).
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.db import connection, connections
from django.utils import timezone, translation
from hypothesis import settings as properties
from xdist.remote import Producer

from config.running import checking, postgres, texts
from tests import costs, emptying, examples, guarded, hanging, strict_templates, unsteady
from tests.spreading import BROWSER_FOLDERS, Spreading, in_order
from tools import bouncing, clusters
from tools.album.chromium import launch_options
from tools.patience import PATIENCE, WaitedTooLong, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    from tests.live import LiveServer  # sets Django up

RULES_FOLDERS = ("tests/bots/", "tests/rules/")
"""Tests of what knows neither pages nor a database."""

_held: list[postgres.Hold] = []
_bouncers: list[bouncing.Bouncer] = []


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of these tests."""
    parser.addoption("--bouncer", action="store_true", help="through a PgBouncer; without xdist")
    parser.addoption("--costs", type=Path, help="a file for the cost of each test")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the texts; start the Postgres of this run, once for all workers of xdist.

    They find the server in the environment. Without workers it waits until tests are chosen.
    """
    if config.option.markexpr == " ".join(checking.QUICK[1:]):
        properties.load_profile(examples.QUICK)
    strict_templates.apply()
    emptying.instead_of_flush()
    from django.conf import settings  # loaded before this file, with the usual data folder

    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # a cheap one
    guarded.apply(settings.MIDDLEWARE)
    settings.DATABASES["default"].setdefault("TEST", {})["TEMPLATE"] = postgres.NAME
    settings.API_RATE = settings.API_BURST = 100_000  # hundreds of tests come from one address
    settings.WHITENOISE_MAX_AGE = 3600  # in production too a page asks for a script once
    settings.GUESTS_AN_HOUR = settings.GUESTS_AT_ONCE = 100_000
    config.pluginmanager.register(costs)
    config.pluginmanager.register(hanging)
    if hasattr(config, "workerinput"):
        return
    config.pluginmanager.register(costs.Ledger())
    config.pluginmanager.register(unsteady.SecondTries())
    texts.compile_stale()
    if not settings.LOCAL:
        raise pytest.UsageError("Tests bring a server of their own: unset DATABASE_URL.")
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-test-"))
    folder.chmod(0o755)  # the server may run as another user; its own folders are closed
    config.add_cleanup(partial(shutil.rmtree, folder, ignore_errors=True))
    os.environ["SOBREMESA_DATA_DIR"] = str(folder)
    settings.DATA_DIR = folder
    settings.DATABASES["default"]["HOST"] = str(postgres.socket_folder(folder))
    if config.getoption("numprocesses", None):
        start_postgres(config)


def start_postgres(config: pytest.Config) -> None:
    """Start the Postgres of this run."""
    from django.conf import settings

    clusters.fill(settings.DATA_DIR)
    _held.append(postgres.hold(settings.DATA_DIR, durable=False))
    if config.getoption("bouncer"):
        _bouncers.append(bouncing.Bouncer(_held[0].data_dir))
        bouncing.put_before(settings, _bouncers[0])


def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the Postgres of this run."""
    while _bouncers:
        _bouncers.pop().stop()
    for database in connections.all(initialized_only=True):
        database.close_pool()  # type: ignore[attr-defined]
    while _held:
        _held.pop().release()


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[object]:
    """Look for garbage neither while all modules and tests are made, nor among them afterwards.

    After that, look for it as seldom as a process that serves (`config/asgi.py`).
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(5_000)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests that use a browser; these and costly ones are slow, but for samples."""
    if "playwright" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")
    is_browser = item.get_closest_marker("browser") is not None
    if is_browser:
        item.add_marker(pytest.mark.flaky(reruns=1))
    is_costly = is_browser or item.get_closest_marker("costly") is not None
    if is_costly and not item.get_closest_marker("sample"):
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Tests with a browser come last, and stand where `Spreading` expects them.

    Rules alone need no Postgres.
    """
    names = Counter(item.nodeid for item in items)
    if shared := [name for name, count in names.items() if count > 1]:
        raise pytest.UsageError(f"Tests share a name, and xdist runs one of them: {shared[:3]}")
    rules_alone = all(item.nodeid.startswith(RULES_FOLDERS) for item in items)
    if not rules_alone:
        import_module("config.urls")  # made of the settings: before any test changes those
        if not _held and not hasattr(config, "workerinput"):
            start_postgres(config)
    items.sort(key=in_order)
    for item in items:
        if item.get_closest_marker("browser"):
            assert item.nodeid.startswith((*BROWSER_FOLDERS, "..")), item.nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Spreading | None:
    """Spread the tests so, unless `--dist` says otherwise."""
    return Spreading(config, log) if config.getoption("dist") == "load" else None


@pytest.fixture(autouse=True)
def forgetful(django_db_blocker: Any) -> Iterator[None]:
    """Each test starts in English and UTC, and nobody has tried anything too often yet.

    Nor is anything remembered of a site that was stopped, or of a life that a test has begun.
    """
    life_mark = import_module("games.storing.lives").life_mark
    if life_mark.cache_info().currsize and life_mark():
        life_mark.cache_clear()
        with django_db_blocker.unblock():
            life_mark()  # as other processes read it; and it counts in no test's queries
    yield
    translation.deactivate()
    timezone.deactivate()
    cache.clear()
    import_module("games.storing.halts").forget()


@pytest.fixture(autouse=True)
def defined_names() -> Iterator[None]:
    """Every name that a template asked for was there, also in the server's threads."""
    yield
    met = strict_templates.met.copy()
    strict_templates.met.clear()
    assert not met


@pytest.fixture(autouse=True)
def asked_nobody() -> Iterator[None]:
    """No request has asked another server, not even one whose answer would be an error page."""
    yield
    met = guarded.met.copy()
    guarded.met.clear()
    assert not met


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """The databases go with their server, so nobody has to drop them one by one."""
    return True


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """The mark of this life is read once in a process, and so counts in no test's queries."""
    from games.storing.lives import life_mark

    with django_db_blocker.unblock():
        life_mark()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Chromium of the system (or `CHROMIUM`); without one playwright looks for its own.

    From now on Django sees playwright's event loop in this thread, and has to be told that
    ordinary queries are meant. What is expected of a page is waited for with everybody's patience.
    """
    from playwright.sync_api import expect

    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    expect.set_options(timeout=PATIENCE * 1000)
    return {**browser_type_launch_args, **launch_options()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, object]) -> dict[str, object]:
    """No page installs what would still ask for things when its test is over."""
    return {"service_workers": "block", **browser_context_args}


@pytest.fixture(scope="session")
def our_server(django_db_setup: None) -> Iterator[LiveServer]:
    """The server itself, once per process; tests use `live`."""
    from tests.live import LiveServer

    with LiveServer() as server:
        yield server


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Whatever is waited for in its pages is waited for with everybody's patience."""
    make = browser.new_context

    def new_context(**options: Any) -> BrowserContext:
        context = make(**options)
        context.set_default_timeout(PATIENCE * 1000)
        return context

    browser.new_context = new_context  # type: ignore[method-assign]
    return browser


BUSY = """
select count(*) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
"""


@pytest.fixture
def live(
    request: pytest.FixtureRequest,
    our_server: LiveServer,
    transactional_db: None,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[str]:
    """Address of a running server on the test database, as in "http://127.0.0.1:45123".

    It serves pages and sockets from a thread of this process, so it sees changed settings and
    the test's rows; after the test all pages are closed and the tables emptied. Works with `page`
    of playwright.
    """
    monkeypatch.setattr("django.conf.settings.SITE_URL", our_server.url)
    yield our_server.url
    if "browser" in request.fixturenames:  # whoever is still open would ask amid the emptying
        for context in request.getfixturevalue("browser").contexts:
            context.close()
    calm = 0

    def is_calm() -> bool:
        nonlocal calm
        calm = calm + 1 if at_rest(our_server) else 0
        return calm == 3

    with suppress(WaitedTooLong):  # a session that a test has left behind may sleep for minutes
        until(is_calm, PATIENCE / 3)
    with connection.cursor() as cursor:  # of a deadlock, whoever has less patience is the victim
        cursor.execute("set deadlock_timeout = '30s'")


def at_rest(server: LiveServer) -> bool:
    """Whether the server asks nothing of the database: amid their emptying it is a deadlock."""
    with connection.cursor() as cursor:
        cursor.execute(BUSY)
        return not (cursor.fetchone()[0] or server.is_answering or server.is_asking)


@pytest.fixture(scope="session")
def bundles_if_any(tmp_path_factory: pytest.TempPathFactory) -> Path | None:
    """A folder with all bundles; none where Node.js is missing, except in CI."""
    from config.web.bundling import bundle

    if checking.node_lacking() and not os.environ.get("CI"):
        return None
    folder = tmp_path_factory.mktemp("bundles")
    bundle(folder)
    return folder


@pytest.fixture
def bundles(bundles_if_any: Path | None) -> Path:
    """A folder with all bundles; skip the test where there are none."""
    return bundles_if_any or pytest.skip(checking.node_lacking())


@pytest.fixture
def bundled(bundles: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages name bundles, and are sent them, as in production."""
    from django.conf import settings
    from django.contrib.staticfiles import finders

    with monkeypatch.context() as changed:
        changed.setattr(settings, "BUNDLED", True)
        changed.setattr(settings, "STATICFILES_DIRS", [bundles, *settings.STATICFILES_DIRS])
        finders.get_finder.cache_clear()
        yield
    finders.get_finder.cache_clear()
