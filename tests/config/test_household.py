"""`manage.py play --host`: other devices open pages, post forms, hold sockets, follow links."""

from __future__ import annotations

import http.cookiejar
import re
import shutil
import tempfile
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from config.running import household
from tools import clusters
from tools.patience import PATIENCE, until
from tools.processes import Running, free_port, manage, playing

OTHER = "127.0.0.2"  # of this machine, but not where `play` listens by itself


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="sobremesa-"))
    path.chmod(0o755)
    clusters.fill(path)
    yield path
    shutil.rmtree(path, ignore_errors=True)


class Device:
    """A browser somewhere in the network, as far as addresses go."""

    def __init__(self, site: str) -> None:
        self.site = site
        self.cookies = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(self.cookies))

    def get(self, path: str) -> str:
        with self.opener.open(urllib.parse.urljoin(self.site, path), timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def post(self, path: str, **fields: str) -> str:
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.get(path))
        assert found
        sent = urllib.parse.urlencode({"csrfmiddlewaretoken": found[1], **fields}).encode()
        asked = urllib.request.Request(self.site + path, sent, {"Origin": self.site})
        with self.opener.open(asked, timeout=PATIENCE) as answer:
            return str(answer.read().decode())

    def listen(self, origin: str) -> None:
        """Open a socket and hear that it is open."""
        session = "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.cookies)
        address = self.site.replace("http", "ws") + "/ws/"
        with connect(address, origin=Origin(origin), additional_headers={"Cookie": session}) as it:
            assert "waiting" in str(it.recv(timeout=PATIENCE))


PASSWORD = "two sugars please"


def letters(mails: Path) -> list[str]:
    """Return the mails that were written to a folder; the first one makes it."""
    return [path.read_text() for path in mails.iterdir()] if mails.exists() else []


def lives_here(site: Running, folder: Path, url: str) -> None:
    """Sign up from another device, confirm by the mail, sign in, listen."""
    phone = Device(url)
    assert "Sobremesa" in phone.get("/")
    name = f"zora{url.rpartition(':')[2]}"
    addressed = f"To: {name}@example.org"
    sent_to = {"username": name, "email": f"{name}@example.org"}
    passwords = dict.fromkeys(("password1", "password2"), PASSWORD)
    assert "Check your email" in phone.post("/accounts/signup/", **sent_to, **passwords)
    said = next(line for line in site.lines if "Mails are not sent" in line)
    mails = Path(said.partition("written to ")[2].partition(", one file")[0])
    assert mails == folder / "mails"
    letter = until(lambda: next((text for text in letters(mails) if addressed in text), ""))
    found = re.search(r"http://\S+/confirm-email/\S+", letter)
    assert found and found[0].startswith(url + "/")
    laptop = Device(url)
    laptop.post(urllib.parse.urlsplit(found[0]).path)
    assert name in laptop.post("/accounts/login/", login=name, password=PASSWORD)
    laptop.listen(url)
    with pytest.raises(InvalidStatus):
        laptop.listen("http://evil.example")


@pytest.mark.costly
def test_the_whole_network_if_asked_for(folder: Path) -> None:
    own = household.own_addresses()
    if not own:
        pytest.skip("this machine has no address but loopback")
    port = free_port()
    with playing(folder, port, "--no-demo", "--host", "0.0.0.0") as site:
        site.wait_for("Started")
        greeting = "".join(site.lines)
        assert f"is ready: http://{own[0]}:{port}\n" in greeting
        assert greeting.count("Careful: everybody in this network can open it;") == 1
        lives_here(site, folder, f"http://{own[0]}:{port}")
        assert "Sobremesa" in Device(f"http://127.0.0.1:{port}").get("/"), "and this machine"
        strange = urllib.request.Request(
            f"http://{own[0]}:{port}/", headers={"Host": "evil.example"}
        )
        with pytest.raises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(strange, timeout=PATIENCE)
        assert refused.value.code == 400


@pytest.mark.costly
def test_one_address_if_asked_for(folder: Path) -> None:
    port = free_port()
    with playing(folder, port, "--no-demo", "--host", OTHER) as site:
        site.wait_for("Started")
        assert not any("Careful" in line for line in site.lines), "nobody else reaches it"
        lives_here(site, folder, f"http://{OTHER}:{port}")
        with pytest.raises(urllib.error.URLError):
            Device(f"http://127.0.0.1:{port}").get("/")


@pytest.mark.parametrize(
    ("host", "reason"),
    [("203.0.113.7", "is no address of this machine"), ("no such", "no address")],
)
def test_an_address_that_is_none(folder: Path, host: str, reason: str) -> None:
    done = manage(folder, "play", "--host", host, "--port", str(free_port()))
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert reason in done.stderr and "--host" in done.stderr


def test_what_is_for_others() -> None:
    assert [
        household.is_for_others(host) for host in ("127.0.0.1", "127.0.0.2", "::1", "localhost")
    ] == [False] * 4
    assert all(map(household.is_for_others, ("0.0.0.0", "::", "192.0.2.2", "laptop.local")))
    assert household.names_for("192.0.2.2") == ["192.0.2.2"]
    assert all(map(household.is_for_others, household.own_addresses()))
