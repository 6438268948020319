"""The processes of docker-compose.yml, run by hand, do what production asks of them."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection

from tests.config.production import HOST, SITE, TOKEN, Production
from tools.patience import PATIENCE


@pytest.mark.costly
def test_pages_are_served_as_production_wants_them(production: Production) -> None:
    with production.get("pages", "/accounts/login/") as answer:
        page = answer.read().decode()
        assert answer.status == 200
        assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
        assert "wss://games.example.org" in answer.headers["Content-Security-Policy"]
        cookies = answer.headers.get_all("Set-Cookie") or []
        (token,) = [cookie for cookie in cookies if "csrftoken" in cookie]
        assert token.startswith("__Host-csrftoken="), "of this very host, and no other"
        assert "Secure" in token and "Path=/;" in token and "Domain" not in token
    assert "/static/bundles/pages." in page, "static files carry the fingerprint of their content"


def test_static_files_lie_where_the_proxy_looks(production: Production) -> None:
    folder = Path(production.environment["STATIC_ROOT"])
    assert list(folder.glob("site.*.css"))
    assert (folder / "staticfiles.json").exists()


def test_plain_http_is_sent_to_https(production: Production) -> None:
    class Stay(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *_: object) -> None:
            return None

    asked = urllib.request.Request(
        f"http://127.0.0.1:{production.ports['pages']}/accounts/login/", headers={"Host": HOST}
    )
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.build_opener(Stay).open(asked, timeout=PATIENCE)
    assert caught.value.code == 301
    assert caught.value.headers["Location"] == f"{SITE}/accounts/login/"


def test_other_host_names_are_refused(production: Production) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        production.get("pages", "/accounts/login/", Host="evil.example")
    assert caught.value.code == 400


@pytest.mark.parametrize("name", ["pages", "live1", "live2"])
def test_each_process_says_that_it_is_well(production: Production, name: str) -> None:
    with production.get(name, "/readyz") as answer:
        assert json.load(answer) == {"database": "ok", "migrations": "ok", "draining": "no"}


@pytest.mark.parametrize("name", ["pages", "live1", "live2", "worker"])
def test_each_process_tells_its_figures_to_who_may_know(production: Production, name: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        production.get(name, "/metrics")
    assert caught.value.code == 404, "a proxy on the same machine is not somebody of this machine"
    with production.get(name, "/metrics", Authorization=f"Bearer {TOKEN}") as answer:
        told = answer.read().decode()
    assert "sobremesa_database_up 1.0" in told and "process_start_time_seconds" in told
    assert 'sobremesa_jobs{queue="searches",state="waiting"} 0.0' in told
    address = f"http://127.0.0.1:{production.ports[name]}/metrics"
    with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
        assert answer.status == 200, "asked by the machine itself, past the proxy"


@pytest.mark.parametrize("name", ["pages", "live1"])
def test_a_process_that_is_to_be_emptied_still_answers(production: Production, name: str) -> None:
    drain = Path(production.environment["DRAIN_FILE"])
    drain.touch()
    try:
        with pytest.raises(urllib.error.HTTPError) as caught:
            production.get(name, "/readyz")
        assert caught.value.code == 503
        with production.get(name, "/accounts/login/") as answer:
            assert answer.status == 200
    finally:
        drain.unlink()


@pytest.mark.parametrize("name", ["pages", "live1"])
def test_the_log_is_json_and_names_the_request(production: Production, name: str) -> None:
    known = "0b1c9a5e-8f3d-4a6b-9c2e-1d7f5a3b8c4d"
    with pytest.raises(urllib.error.HTTPError) as caught:
        production.get(name, "/nothing/here/", **{"X-Request-ID": known})
    assert caught.value.headers["X-Request-ID"] == known
    record = json.loads(production.processes[name].wait_for(known))
    assert (record["logger"], record["request"]) == ("django.request", known)
    assert record["message"] == "Not Found: /…"


def test_news_reach_the_sockets_of_both_processes(production: Production) -> None:
    with production.listen("live1") as first, production.listen("live2") as second:
        for listener in (first, second):  # who came too late would be told to fetch everything
            listener.send('{"type": "ping"}')
            while json.loads(listener.recv(timeout=PATIENCE)) != {"type": "pong"}:
                pass
        told = production.run(
            ["python", "manage.py", "shell", "--no-imports", "-c",
             "from lobby.tables.realtime import tell_lobby; tell_lobby(4711)"]
        )  # fmt: skip
        assert told.returncode == 0, told.stderr
        for listener in (first, second):
            assert _news(listener) == {"type": "lobby", "table": 4711}


def _news(listener: ClientConnection) -> dict[str, object]:
    """The next message that names a table."""
    while True:
        message: dict[str, object] = json.loads(listener.recv(timeout=PATIENCE))
        if message.get("table") is not None:
            return message


@pytest.mark.parametrize(
    "origin", ["https://evil.example", f"http://{HOST}", f"{SITE}:8443", "null"]
)
def test_sockets_of_other_sites_are_refused(production: Production, origin: str) -> None:
    with pytest.raises(InvalidStatus) as caught:
        production.listen("live1", origin=origin)
    assert caught.value.response.status_code == 403


def test_attempts_to_sign_in_are_counted_for_all_processes(production: Production) -> None:
    """Which django-allauth does in the cache."""
    count = "cache.set('counted', cache.get('counted', 0) + 1); print(cache.get('counted'))"
    script = f"from django.core.cache import cache; {count}"
    for seen in ("1", "2"):
        done = production.run(["python", "manage.py", "shell", "--no-imports", "-c", script])
        assert done.stdout.strip() == seen, done.stderr


def test_the_worker_runs_what_was_deferred(production: Production) -> None:
    script = (
        "from config.tasks import clear_old_sessions\n"
        "from procrastinate.contrib.django.models import ProcrastinateJob as Job\n"
        "from tools.patience import until\n"
        "number = clear_old_sessions.defer(timestamp=0)\n"
        "until(lambda: Job.objects.get(pk=number).status == 'succeeded')\n"
    )
    done = production.run(["python", "manage.py", "shell", "--no-imports", "-c", script])
    assert done.returncode == 0, done.stderr
