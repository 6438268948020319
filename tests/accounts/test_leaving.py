"""Taking one's data along, and leaving: the games go on, the name is gone."""

from __future__ import annotations

import json
import re
from datetime import timedelta

import pytest
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.chat import talking
from accounts.mail.letters import letters_send
from accounts.models import KeptName, Message, User
from accounts.people.leaving import account_delete, names_free
from accounts.people.tokens import token_make
from games.changing import services
from games.changing.log_check import check_table
from games.judging.continuing import ContinuingVerdict
from games.models import Seat, Table
from lobby.tables import services as lobby
from lobby.terms.opening import Terms
from tests.people import client_of, grown_old
from tools.passkey import passkey_make

pytestmark = pytest.mark.django_db


def test_the_export_has_everything_of_one_and_nothing_of_others(begin, people):
    playing = begin(seats=2)
    me, other = playing.user_at(0), playing.user_at(1)
    playing.play(0, 2)
    playing.play(1, 1)
    talking.message_say(table=playing.table, user=me, text="my words")
    talking.message_say(table=playing.table, user=other, text="other words")
    secret = token_make(user=me, name="my bot")
    passkey_make(me, "My phone")
    passkey_make(other, "Their phone")
    SocialAccount.objects.create(user=me, provider="github", uid="7", extra_data={"login": "a"})
    me.blocked.add(people[3])
    answer = client_of(me).get("/accounts/export/")
    assert "attachment" in answer["Content-Disposition"]
    data = json.loads(answer.content)
    assert data["account"]["email"] == me.email
    assert data["account"]["blocked"] == ["dario"]
    assert [m["text"] for m in data["messages"]] == ["my words"]
    (table,) = data["tables"]
    assert table["game"] == "pier" and len(table["moves"]) >= 1
    assert [t["name"] for t in data["tokens"]] == ["my bot"]
    assert [key["name"] for key in data["passkeys"]] == ["My phone"]
    assert data["other_sites"] == [{"site": "github", "id": "7", "told": {"login": "a"}}]
    for hidden in (
        other.email,
        "other words",
        "Their phone",
        secret,
        "digest",
        me.password,
        "seed",
    ):
        assert hidden not in answer.text
    assert Client().get("/accounts/export/").status_code == 302


def test_deleting_asks_first_and_for_the_password(people):
    user = people[0]
    user.set_password("a long enough pass")
    user.save()
    client = client_of(user)
    assert "Delete my account" in client.get("/accounts/delete/").text
    assert client.post("/accounts/delete/", {}).status_code == 200, "not sure"
    grown_old(client)
    asks = client.post("/accounts/delete/", {"sure": "on"})
    client.post(asks.headers["location"], {"password": "wrong"})
    assert User.objects.filter(pk=user.pk).exists()
    gone = client.post(asks.headers["location"], {"password": "a long enough pass"})
    assert gone.status_code == 302
    assert not User.objects.filter(pk=user.pk).exists()
    letters_send()
    assert mail.outbox[-1].to == [user.email] and "was deleted" in str(mail.outbox[-1].body)
    assert client.get("/accounts/settings/").status_code == 302


def test_games_go_on_with_a_bot_and_the_name_is_gone(begin):
    playing = begin(seats=2, days_per_move=3)
    leaver, other = playing.user_at(0), playing.user_at(1)
    name = leaver.username
    talking.message_say(table=playing.table, user=leaver, text="bye")
    playing.play(0, 1)
    account_delete(user=leaver)
    seat = Seat.objects.get(table_id=playing.id, place=0)
    assert seat.user is None and seat.bot
    page = client_of(other).get(f"/tables/{playing.id}/").text
    assert name not in page
    assert name not in client_of(other).get(f"/tables/{playing.id}/chat/").text
    assert Message.objects.get().user is None
    while playing.table.status == "playing":
        if playing.asked() == [1]:
            playing.play(1, -1)
        else:
            assert services.bot_move(table_id=playing.id)
    assert check_table(playing.id)[0] is ContinuingVerdict.SAME
    assert client_of(other).get(f"/tables/{playing.id}/").status_code == 200


def test_the_name_is_kept_for_a_while() -> None:
    account_delete(user=User.objects.create_user("Nora"))
    account_delete(user=User.objects.create_user("Guest-Fern-100", is_guest=True))
    for name in ("Nora", "nora", "N0ra"):
        with pytest.raises(ValidationError) as refused:
            User(username=name, password="x").full_clean()
        assert refused.value.error_dict["username"][0].code == "kept"
    page = Client().post("/accounts/signup/", {"username": "Nora"}).text
    assert "Somebody who left had this name" in page
    kept = KeptName.objects.get()
    assert "nora" not in kept.digest
    names_free(kept.until - timedelta(seconds=1))
    assert KeptName.objects.exists()
    names_free(kept.until)
    User(username="Nora", password="x").full_clean()


def test_finished_tables_keep_their_result(begin):
    playing = begin(seats=2)
    while playing.asked():
        playing.play(playing.asked()[0], 0)
    leaver = playing.user_at(0)
    ranks = list(Seat.objects.filter(table_id=playing.id).values_list("rank", flat=True))
    account_delete(user=leaver)
    assert list(Seat.objects.filter(table_id=playing.id).values_list("rank", flat=True)) == ranks
    page = Client().get(f"/tables/{playing.id}/").text
    assert not re.search(rf"\b{leaver.username}\b", page) and "Somebody who left" in page


def test_a_frozen_table_waits_with_a_bot(begin):
    playing = begin(seats=2)
    services.table_freeze(table_id=playing.id, reason="a test")
    account_delete(user=playing.user_at(0))
    assert Seat.objects.get(table_id=playing.id, place=0).bot == "regular", "the stand-in"
    services.table_thaw(table_id=playing.id)
    assert services.bot_move(table_id=playing.id)


def test_open_tables_are_left(people):
    ana, ben, *_ = people
    alone = lobby.table_open(host=ana, terms=Terms("port_royal", 2, 3))
    shared = lobby.table_open(host=ana, terms=Terms("port_royal", 2, 3))
    lobby.seat_take(table_id=shared.pk, user=ben)
    account_delete(user=ana)
    assert Table.objects.get(pk=alone.pk).status == "closed"
    shared.refresh_from_db()
    assert shared.host == ben and shared.seats.count() == 1


def test_an_administrator_deletes_in_the_same_way(begin, people):
    playing = begin(seats=2)
    boss = User.objects.create_superuser("Boss")
    leaver = playing.user_at(0)
    client_of(boss).post(f"/admin/accounts/user/{leaver.pk}/delete/", {"post": "yes"})
    assert not User.objects.filter(pk=leaver.pk).exists()
    assert Seat.objects.get(table_id=playing.id, place=0).bot
