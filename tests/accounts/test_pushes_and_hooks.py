"""Notices on devices and to addresses of one's own, with services that speak the real protocols."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.mail.outcomes import Delayed, Undeliverable
from accounts.models import Device, Hook, Notice, User
from accounts.notices import hooks, outside, pushing, selecting, sending
from config.web import buckets as limits
from games.changing import services
from tests.people import client_of
from tools.outside import PushService, Receiver, certificate_make, is_signed_by
from tools.patience import pause
from tools.working import news_owe, work

pytestmark = pytest.mark.django_db(transaction=True)

PLACES = "/accounts/notices/"


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate_make(tmp_path_factory.mktemp("tls"))


@pytest.fixture
def inside(certificate: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """This machine counts as a place that may be posted to, and its certificate as good."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    settings.NOTICE_HOSTS = ["localhost"]


@pytest.fixture
def push(certificate: Path, inside: None) -> Iterator[PushService]:
    with PushService(certificate) as service:
        service.known_key = pushing.public_key()
        yield service


@pytest.fixture
def hook(certificate: Path, inside: None) -> Iterator[Receiver]:
    with Receiver(certificate) as receiver:
        yield receiver


def quiet(*users: User) -> None:
    """No mails: this is about the other ways."""
    User.objects.filter(pk__in=[user.pk for user in users]).update(mails="off")


def tell(channel: str) -> None:
    """The periodic selection, and what comes of it."""
    now = timezone.now()
    selecting.turns_owe(before=now, now=now)
    news_owe()
    sending.notices_send(channel)


def subscribe(user: User, push: PushService, name: str = "phone") -> Any:
    subscription = push.browser(name).subscription
    return client_of(user).post(
        f"{PLACES}devices/", subscription, "application/json", headers={"user-agent": AGENT}
    )


AGENT = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537"


def tried(user: User) -> str:
    """What is wrong with a user's hook after a message for trial; empty if nothing."""
    assert hooks.hook_try(user=user)
    hooks.trials_send()
    return Hook.objects.get(user=user).problem


def set_hook(user: User, hook: Receiver) -> Hook:
    return hooks.hook_set(user=user, url=f"https://localhost:{hook.port}/in?from=here")


# --- Devices -------------------------------------------------------------------------------------


def test_a_device_is_told_in_words_only_it_can_read(begin, push):
    playing = begin(seats=2)
    user, other = playing.users
    quiet(user, other)
    assert subscribe(user, push).status_code == 204
    tell("push")
    tell("push")
    (told,) = push.messages("phone")
    assert told["title"] == "Pier: it is your turn"
    assert told["body"] == f"with {other.username}"
    assert told["url"].endswith(f"/tables/{playing.id}/")
    assert told["waiting"] == 1, "for the badge of an installed app"
    (posted,) = push.taken
    assert b"Pier" not in posted.body and posted.headers["topic"] == told["tag"]
    page = client_of(user).get(PLACES).text
    assert "Chrome · Android" in page


def test_every_device_is_told_once(begin, push):
    user, other = begin(seats=2).users
    quiet(user, other)
    for name in ("phone", "laptop"):
        subscribe(user, push, name)
    push.answers = [503]
    tell("push")
    assert len(push.taken) == 1
    Notice.objects.filter(status="owed").update(next_at=timezone.now())
    tell("push")
    assert [len(push.messages(name)) for name in ("phone", "laptop")] == [1, 1]


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(begin, push, status):
    user, other = begin(seats=2).users
    quiet(user, other)
    subscribe(user, push)
    push.answers = [status]
    tell("push")
    assert not Device.objects.exists()
    assert Notice.objects.get(channel="push").status == "failed"
    tell("push")
    assert len(push.posted) == 1


def test_no_push_for_a_turn_that_was_taken_or_a_device_that_was_removed(begin, push):
    playing = begin(seats=2)
    user, other = playing.user_at(0), playing.user_at(1)
    quiet(user, other)
    for person in (user, other):
        subscribe(person, push, person.username)
    now = timezone.now()
    selecting.turns_owe(before=now, now=now)
    playing.play(0)
    client_of(user).post(f"{PLACES}devices/{other.devices.get().pk}/remove/")
    assert other.devices.exists(), "not one's own"
    client_of(other).post(f"{PLACES}devices/{other.devices.get().pk}/remove/")
    sending.notices_send("push")
    assert push.posted == []
    assert set(Notice.objects.values_list("status", flat=True)) == {"dropped"}


def test_a_browser_belongs_to_whoever_signed_in_last(begin, push):
    user, other = begin(seats=2).users
    subscription = push.browser("shared").subscription
    for person in (user, other):
        pushing.device_add(user=person, subscription=subscription, agent="")
    assert Device.objects.get().user == other


def test_a_device_with_another_subscription_goes_on_being_told(begin, push):
    """The push service has renewed it; the service worker says so, without a page or a session."""
    user, other = begin(seats=2).users
    quiet(user, other)
    subscribe(user, push)
    before, fresh = push.browser("phone").subscription, push.browser("phone-again").subscription
    asked = {"endpoint": before["endpoint"], "secret": before["keys"]["auth"]}
    worker = Client(enforce_csrf_checks=True)

    def renew(**changed: Any) -> int:
        told = {**asked, "subscription": fresh, **changed}
        return worker.post(f"{PLACES}devices/renew/", told, "application/json").status_code

    assert renew(secret="A" * 22) == renew(endpoint="https://x.org/1") == 404
    assert renew(subscription={}) == renew(subscription=7) == 422
    assert Device.objects.get().endpoint == before["endpoint"], "nothing was changed"
    assert renew() == 204
    assert renew() == 404, "the one before is forgotten"
    assert Device.objects.get().user == user
    tell("push")
    assert [message["title"] for message in push.messages("phone-again")] == [
        "Pier: it is your turn"
    ]


def test_what_is_no_subscription_is_refused(people, push):
    good = push.browser("phone").subscription
    bad: list[Any] = [
        [], None, {}, {**good, "endpoint": "http://localhost/x"}, {**good, "endpoint": 7},
        {**good, "keys": {**good["keys"], "auth": "AAAA"}},
        {**good, "keys": {**good["keys"], "p256dh": "BBBB"}},
        {**good, "endpoint": f"https://localhost/{'x' * 1000}"},
        {**good, "endpoint": "https://localhost:99999/"},
    ]  # fmt: skip
    client = client_of(people[0])
    for subscription in bad:
        answer = client.post(f"{PLACES}devices/", json.dumps(subscription), "application/json")
        assert answer.status_code == 422, subscription
    assert client.post(f"{PLACES}devices/", "{", "application/json").status_code == 422
    for number in range(pushing.DEVICES.number):
        assert subscribe(people[0], push, f"device {number}".replace(" ", "-")).status_code == 204
    assert subscribe(people[0], push, "one-more").status_code == 429


def test_a_site_without_a_key_sends_no_pushes(people, push, settings):
    settings.VAPID_PRIVATE_KEY = ""
    assert 'id="devices"' not in client_of(people[0]).get(PLACES).text


# --- Addresses of one's own ----------------------------------------------------------------------


def test_a_hook_gets_every_notice_signed(begin, hook):
    playing = begin(seats=2)
    user, other = playing.users
    quiet(user, other)
    own = set_hook(user, hook)
    tell("webhook")
    (posted,) = hook.taken
    told = json.loads(posted.body)
    assert posted.path == "/in?from=here" and is_signed_by(own.secret, posted)
    assert (told["type"], told["table"]) == ("turn", playing.id)
    services.table_close(table_id=playing.id, reason="host")
    tell("webhook")
    assert json.loads(hook.taken[1].body)["type"] == "finished"
    assert hook.taken[0].headers["webhook-id"] != hook.taken[1].headers["webhook-id"]


def test_what_a_hook_gets_is_shown_by_chat_services(begin, hook, people):
    """Discord wants `content` of 1 to 2,000 characters, Slack and Mattermost `text`."""
    playing = begin(seats=2)
    quiet(*playing.users)
    set_hook(playing.users[0], hook)
    tell("webhook")
    hooks.hook_try(user=playing.users[0])
    work()
    for posted in hook.taken:
        told = json.loads(posted.body)
        assert told["text"] and told["title"] in told["content"]
        assert told.get("url", "") in told["content"]
        assert told["allowed_mentions"] == {"parse": []}, "no name calls anybody"
    assert len(hook.taken) == 2
    assert len(str(hooks.as_chat("t", "x" * 5_000)["content"])) == 2_000


def test_a_hook_that_fails_is_tried_again_and_holds_up_nothing(begin, hook):
    first, _second = begin(seats=2), begin(seats=2)
    user, other = first.users
    quiet(user, other)
    set_hook(user, hook)
    hook.answers = [500]
    tell("webhook")
    assert len(hook.posted) == 1, "the other notice waits as well"
    assert "Nothing has been delivered since" in client_of(user).get(PLACES).text
    Notice.objects.filter(status="owed").update(next_at=timezone.now())
    tell("webhook")
    assert len(hook.taken) == 2 and Hook.objects.get().problem == ""


def test_a_hook_that_has_failed_for_days_is_switched_off_until_a_trial_works(begin, hook):
    user, other = begin(seats=2).users
    quiet(user, other)
    set_hook(user, hook)
    Hook.objects.update(failing_since=timezone.now() - hooks.FAILING_FOR)
    hook.answers = [500]
    tell("webhook")
    assert Hook.objects.get().off
    client = client_of(user)
    assert "it was switched off" in client.get(PLACES).text
    Notice.objects.filter(status="owed").update(next_at=timezone.now())
    tell("webhook")
    assert len(hook.posted) == 1
    assert "The message is on its way" in client.post(f"{PLACES}hook/try/", follow=True).text
    assert not hook.taken, "no request posts anything"
    awaited = client.get("/accounts/awaited/")
    assert awaited.status_code == 202 and "on its way" in awaited.text
    work()
    awaited = client.get("/accounts/awaited/")
    assert awaited.status_code == 200 and "The message was accepted" in awaited.text
    assert client.get("/accounts/awaited/").status_code == 204, "said once"
    assert not Hook.objects.get().off and json.loads(hook.taken[0].body)["type"] == "test"


def test_a_redirect_is_not_followed(begin, hook):
    user = begin(seats=2).users[0]
    set_hook(user, hook)
    hook.answers = [302]
    assert "302" in tried(user)
    assert [posted.path for posted in hook.posted] == ["/in?from=here"]


def test_an_answer_that_drips_is_cut_off(people, hook, monkeypatch):
    monkeypatch.setattr(outside, "SECONDS", 0.5)

    def drip(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 200 OK\r\n")
        with contextlib.suppress(OSError):
            for _ in range(100):
                handler.wfile.write(b"X-More: 1\r\n")
                pause(0.1)

    hook.answers = [drip]
    with pytest.raises(Delayed):
        outside.post(f"https://localhost:{hook.port}/", b"", {})


def test_only_the_beginning_of_an_answer_is_read(people, hook):
    def flood(handler: Any) -> None:
        handler.wfile.write(b"HTTP/1.1 500 No\r\n\r\n" + b"x" * 1_000_000)

    hook.answers = [flood]
    status, text = outside.post(f"https://localhost:{hook.port}/", b"", {})
    assert status == 500 and len(text) == outside.LONGEST_ANSWER


def test_a_certificate_of_another_name_is_not_trusted(people, hook, settings, monkeypatch):
    monkeypatch.delenv("SSL_CERT_FILE")
    with pytest.raises(Delayed, match="certificate"):
        outside.post(f"https://localhost:{hook.port}/", b"", {})


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "10.1.2.3", "192.168.0.1", "172.16.0.9", "169.254.169.254",
     "168.63.129.16", "100.100.100.200", "0.0.0.0", "::1", "fe80::1", "fd00::1", "::ffff:127.0.0.1",
     "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:53aa:64c:0:fbff:80ff:fffe", "224.0.0.1",
     "2130706433", "0x7f.1", "255.255.255.255"],
)  # fmt: skip
def test_nothing_is_posted_into_a_network_that_is_not_public(people, hook, settings, host):
    settings.NOTICE_HOSTS = []
    user = people[0]
    named = f"[{host}]" if ":" in host else host
    hooks.hook_set(user=user, url=f"https://{named}:{hook.port}/")
    assert tried(user) != ""
    assert hook.posted == []


def test_a_name_is_resolved_once(people, hook, settings, monkeypatch):
    """A name that leads to a public address first and inside afterwards gains nothing by it."""
    settings.NOTICE_HOSTS = []
    asked: list[str] = []

    def lookup(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        address = "93.184.215.14" if len(asked) == 1 else "127.0.0.1"
        return [(2, 1, 6, "", (address, hook.port))]

    monkeypatch.setattr(outside.socket, "getaddrinfo", lookup)
    assert outside.address_of("rebinding.example", hook.port) == "93.184.215.14"
    assert asked == ["rebinding.example"]
    with pytest.raises(Undeliverable):
        outside.address_of("rebinding.example", hook.port)


@pytest.mark.parametrize(
    "address",
    ["fec0::1", "::127.0.0.1", "::ffff:0:127.0.0.1", "5f00::1", "3fff::1", "4000::1", "100::1"],
)
def test_what_nobody_was_given_is_not_public(address):
    assert not outside.is_public(address)


def test_public_addresses_are_public():
    for address in ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:8.8.8.8"):
        assert outside.is_public(address)


@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "ftp://example.org", "https://", "https://a b/", "https://u:p@x.org/",
     "https://x.org:99999/", "https://[", "https://x.org/\x7f", "nowhere",
     f"https://x.org/{'y' * 250}"],
)  # fmt: skip
def test_an_address_that_cannot_be_is_refused_at_its_field(people, url):
    page = client_of(people[0]).post(f"{PLACES}hook/", {"url": url})
    assert page.status_code == 200 and 'id="id_url_error"' in page.text
    assert not Hook.objects.exists()


def test_a_hook_is_set_changed_and_removed_on_the_page(people):
    client = client_of(people[0])
    client.post(f"{PLACES}hook/", {"url": "https://example.org/in"})
    first = Hook.objects.get()
    assert first.secret in client.get(PLACES).text
    client.post(f"{PLACES}hook/", {"url": "https://example.org/other"})
    assert Hook.objects.get().secret != first.secret
    client.post(f"{PLACES}hook/", {"url": "", "end": ""})
    assert not Hook.objects.exists()


def test_trials_are_limited(people, hook, monkeypatch):
    monkeypatch.setattr(limits.trials, "levels", {})
    set_hook(people[0], hook)
    client = client_of(people[0])
    pages = [client.post(f"{PLACES}hook/try/", follow=True).text for _ in range(6)]
    assert "is on its way" in pages[4] and "Too many requests" in pages[5]
    assert "There is nothing here" not in pages[0]


def test_a_digest_goes_to_devices_and_hooks_too(begin, push, hook):
    user, other = begin(seats=2).users
    quiet(user, other)
    subscribe(user, push)
    set_hook(user, hook)
    User.objects.filter(pk=user.pk).update(pushes="digest", hooks="digest", daily_hour=8)
    tell("push")
    assert push.posted == []
    now = timezone.now().replace(hour=8)
    selecting.digests_owe(now - timedelta(days=1))
    for channel in ("push", "webhook"):
        tell(channel)
    (told,) = push.messages("phone")
    assert told["title"] == "1 table is waiting for you" and told["body"] == "Pier"
    assert json.loads(hook.taken[0].body)["type"] == "digest"
