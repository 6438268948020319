"""Inviting by mail, taking back, removing: with a real mail server and the worker's jobs."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.mail.silence import digest_of, is_silent
from accounts.models import Silence, User
from accounts.people import blocks, friends
from config.web.limits import INVITATIONS, LETTERS, LETTERS_TO_ADDRESS
from config.web.refusal import TooMany
from games.changing import services as games
from games.models import Table
from lobby.models import Invitation, MailedInvitation
from lobby.tables import changes, inviting, selectors, services
from lobby.tables.errors import NotHost, NotInvited, NotNow, NotSeated
from tests.accounts.mailbox import Mailbox
from tests.lobby.conftest import Opener, names
from tests.people import client_of, people_make
from tools.working import work

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESS = "zoe@example.org"


def send(table: Table, user: User, address: str = ADDRESS) -> MailedInvitation:
    return inviting.letter_send(table_id=table.pk, user=user, address=address)


def links(mailbox: Mailbox) -> tuple[str, str]:
    """The paths of the table and of the opt-out in the latest letter."""
    found = re.findall(r"https?://[^/\s]+(/\S+)", mailbox.text())
    return next(p for p in found if "/join/" in p), next(p for p in found if "silence" in p)


def test_one_mail_says_who_and_what(mailbox: Mailbox, ana: User, opened: Opener) -> None:
    table = opened(private=True)
    client_of(ana).post(reverse("invite", args=[table.pk]), {"name": " Zoe@Example.org "})
    work()
    (letter,) = mailbox.letters
    assert letter["To"] == ADDRESS and letter["Subject"] == "Ana invites you to Santiago de Cuba"
    link, opt_out = links(mailbox)
    page = letter.get_body(("html",)).get_content()
    assert "<h1" in page and f'{link}"' in page and f'{opt_out}"' in page
    assert opt_out in letter["List-Unsubscribe"]
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    visitor = Client()
    assert "Sit down as a guest" in visitor.get(link).text
    visitor.post(link, {"guest": "1"})
    assert len(names(table)) == 2
    assert MailedInvitation.objects.get().status == "accepted"
    late = Client().post(link, {"guest": "1"}, follow=True)
    assert len(names(table)) == 2 and late.status_code == 200, "a letter is for one seat"
    with pytest.raises(NotNow):
        send(table, ana)


def test_who_wants_no_more_is_never_asked_again(
    mailbox: Mailbox, ana: User, ben: User, opened: Opener
) -> None:
    send(opened(), ana)
    work()
    _link, opt_out = links(mailbox)
    stranger = Client(enforce_csrf_checks=True)
    assert "Never again" in stranger.get(opt_out).text
    assert not is_silent(ADDRESS), "reading the page changes nothing"
    assert stranger.post(opt_out).status_code == 200
    assert is_silent("ZOE@example.org ")
    assert ADDRESS not in Silence.objects.get().digest
    with pytest.raises(inviting.BadAddress):
        send(opened(ben), ben)
    work()
    assert len(mailbox.letters) == 1
    assert stranger.get(opt_out[:-3] + "x/").status_code == 404


def test_the_wish_outlives_a_change_of_the_key(settings: Any, db: None) -> None:
    Silence.objects.create(digest=digest_of(ADDRESS))
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key, as long as one should be: 1234"
    assert not is_silent(ADDRESS)
    settings.SECRET_KEY_FALLBACKS = [old]
    assert is_silent(ADDRESS)


@pytest.mark.parametrize("address", ["@", "zoe@", "@example.org", "a@b", "zoe@example.org\x00"])
def test_no_address(ana: User, opened: Opener, address: str) -> None:
    with pytest.raises(inviting.BadAddress) as refused:
        send(opened(), ana, address)
    assert refused.value.field == "address"


def test_only_the_host_writes(mailbox: Mailbox, ana: User, ben: User, opened: Opener) -> None:
    with pytest.raises(NotHost):
        send(opened(), ben)


def test_limits_of_a_host_and_of_an_address(
    mailbox: Mailbox, ana: User, ben: User, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inviting, "LETTERS", LETTERS._replace(number=3))
    table = opened()
    for number in range(2):
        send(table, ana, f"a{number}@example.org")
    letter = send(table, ana, "a2@example.org")
    inviting.letter_withdraw(table_id=table.pk, user=ana, letter_id=letter.pk)
    with pytest.raises(TooMany, match="by email"):
        send(table, ana, "a3@example.org")
    monkeypatch.setattr(inviting, "LETTERS_TO_ADDRESS", LETTERS_TO_ADDRESS._replace(number=1))
    with pytest.raises(inviting.BadAddress):
        send(opened(ben), ben, "a0@example.org")
    MailedInvitation.objects.update(sent_at=timezone.now() - timedelta(days=8))
    send(opened(ben), ben, "a0@example.org")


def test_the_limit_of_an_hour_counts_both_ways(
    mailbox: Mailbox, ana: User, ben: User, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(changes, "INVITATIONS", INVITATIONS._replace(number=1))
    table = opened()
    services.invitation_send(table_id=table.pk, user=ana, name="Ben")
    with pytest.raises(TooMany, match="wait an hour"):
        send(table, ana)


def test_a_letter_taken_back_is_not_sent_and_its_link_is_nothing(
    mailbox: Mailbox, ana: User, opened: Opener
) -> None:
    table = opened(private=True)
    letter = send(table, ana)
    page = client_of(ana).get(reverse("waiting_room", args=[table.pk])).text
    assert ADDRESS in page
    client_of(ana).post(reverse("withdraw", args=[table.pk]), {"letter": letter.pk})
    work()
    assert mailbox.letters == []
    assert Client().get(reverse("private_link", args=[letter.token])).status_code == 404
    with pytest.raises(NotInvited):
        inviting.letter_withdraw(table_id=table.pk, user=ana, letter_id=letter.pk)


@pytest.mark.parametrize("unwilling", ["off", "blocked"])
def test_accounts_that_want_no_mail_get_none(
    mailbox: Mailbox, ana: User, ben: User, opened: Opener, unwilling: str
) -> None:
    EmailAddress.objects.create(user=ben, email=ben.email, verified=True, primary=True)
    if unwilling == "off":
        User.objects.filter(pk=ben.pk).update(mails=User.Mails.OFF)
    else:
        blocks.block(user=ben, other=ana)
    send(opened(), ana, ben.email)
    work()
    assert mailbox.letters == []


def test_a_busy_mail_server_is_asked_again(mailbox: Mailbox, ana: User, opened: Opener) -> None:
    mailbox.answers = ["451 later"]
    letter = send(opened(), ana)
    from accounts.mail.outcomes import Delayed
    from lobby.tables.letters import letter_post

    with pytest.raises(Delayed):
        letter_post(letter.pk)
    letter_post(letter.pk)
    assert len(mailbox.letters) == 1


def test_addresses_are_forgotten(mailbox: Mailbox, ana: User, opened: Opener) -> None:
    kept, gone = opened(), opened()
    send(kept, ana)
    send(gone, ana)
    services.table_close(table_id=gone.pk, user=ana)
    now = timezone.now()
    inviting.addresses_forget(now)
    assert [letter.address for letter in MailedInvitation.objects.order_by("pk")] == [ADDRESS, ""]
    inviting.addresses_forget(now + inviting.KEPT + timedelta(days=1))
    assert MailedInvitation.objects.get().table == kept


def test_unanswered_invitations_are_forgotten_with_their_table(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    kept, gone = opened(), opened(private=True)
    for table, user in ((kept, ben), (gone, ben), (gone, carla)):
        services.invitation_send(table_id=table.pk, user=ana, name=user.username)
    services.invitation_decline(table_id=gone.pk, user=carla)
    games.table_close(table_id=gone.pk, reason="moderator")
    inviting.invitations_forget()
    assert selectors.is_invited(ben, kept.pk) and not selectors.is_invited(ben, gone.pk)
    assert selectors.is_invited(carla, gone.pk), "she has answered"


# --- By name ------------------------------------------------------------------------------------


def test_an_invitation_is_taken_back_and_may_be_sent_again(
    ana: User, ben: User, opened: Opener
) -> None:
    table = opened(private=True)
    sent = services.invitation_send(table_id=table.pk, user=ana, name="Ben")
    with pytest.raises(NotHost):
        inviting.invitation_withdraw(table_id=table.pk, user=ben, invitation_id=sent.pk)
    client_of(ana).post(reverse("withdraw", args=[table.pk]), {"invitation": sent.pk})
    assert not selectors.is_invited(ben, table.pk)
    assert client_of(ben).get(reverse("waiting_room", args=[table.pk])).status_code == 404
    with pytest.raises(NotInvited):
        services.seat_take(table_id=table.pk, user=ben)
    services.invitation_send(table_id=table.pk, user=ana, name="Ben")
    services.seat_take(table_id=table.pk, user=ben)
    with pytest.raises(NotInvited):
        inviting.invitation_withdraw(table_id=table.pk, user=ana, invitation_id=sent.pk)


def test_a_removed_guest_comes_back_only_by_invitation(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened()
    for user in (ben, carla):
        services.seat_take(table_id=table.pk, user=user)
    seat = table.seats.get(user=ben)
    page = reverse("seat_remove", args=[table.pk, seat.pk])
    assert client_of(ben).get(page).status_code == 404
    client_of(ben).post(page)
    assert names(table) == ["Ana", "Ben", "Carla"]
    assert "Remove Ben from the table?" in client_of(ana).get(page).text
    client_of(ana).post(page)
    assert names(table) == ["Ana", "Carla"]
    assert [seat.place for seat in table.seats.order_by("place")] == [0, 1]
    assert "removed you from" in client_of(ben).get("/my-games/").text
    for token in ("", table.token):
        with pytest.raises(NotInvited):
            services.seat_take(table_id=table.pk, user=ben, token=token)
    services.invitation_send(table_id=table.pk, user=ana, name="Ben")
    services.seat_take(table_id=table.pk, user=ben)
    assert names(table) == ["Ana", "Carla", "Ben"]


def test_a_bot_can_be_removed_but_not_the_host(ana: User, opened: Opener) -> None:
    table = opened(bots=1)
    inviting.seat_remove(table_id=table.pk, user=ana, seat_id=table.seats.get(user=None).pk)
    assert names(table) == ["Ana"]
    for seat_id in (table.seats.get().pk, 0):
        with pytest.raises(NotSeated):
            inviting.seat_remove(table_id=table.pk, user=ana, seat_id=seat_id)


def test_companions_come_first_when_a_name_is_typed(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    people_make("Berta", "Bea", "Bernd")
    User.objects.filter(username="Bernd").update(is_guest=True, email="")
    bert, bela = people_make("Bert", "Bela")
    blocks.block(user=bela, other=ana)
    services.seat_take(table_id=opened().pk, user=bert)
    friends.befriend(user=ana, other=ben)
    friends.befriend(user=ben, other=ana)
    page, client = reverse("people_named"), client_of(ana)
    assert client.get(page, {"q": "b"}).json() == {"names": ["Ben", "Bert"]}
    assert client.get(page, {"q": "Be"}).json() == {"names": ["Ben", "Bert", "Bea", "Berta"]}
    assert client.get(page, {"q": ""}).json() == {"names": ["Ben", "Bert"]}
    assert Client().get(page).status_code == 403


def test_the_host_has_the_link_as_a_code(ana: User, ben: User, opened: Opener) -> None:
    room = reverse("waiting_room", args=[opened().pk])
    page = client_of(ana).get(room).text
    assert '<svg class="qr"' in page and "style=" not in page
    assert '<svg class="qr"' not in client_of(ben).get(room).text


def test_the_list_of_invitations_survives_a_new_one(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    Invitation.objects.create(table=table, user=ben, status="declined")
    page = client_of(ana).get(reverse("waiting_room", args=[table.pk])).text
    assert "declined" in page and 'id="withdraw-' not in page
