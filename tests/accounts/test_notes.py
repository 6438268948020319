"""Private notes: one's own, in every way in and out, and nobody else's."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import Note, User
from accounts.models.notes import LONGEST
from accounts.notes import keeping
from accounts.people.leaving import account_delete
from accounts.people.tokens import token_make
from config.web.limits import NOTES
from games.changing import services
from tests.games.conftest import Playing
from tests.people import client_of

pytestmark = pytest.mark.django_db

Begin = Callable[..., Playing]
SECRET = "takes sugar too early"


def noted(playing: Playing) -> tuple[Any, Any]:
    """Two people at a table; the first has noted something about both it and the other."""
    me, other = playing.user_at(0), playing.user_at(1)
    keeping.note_about_table(user=me, table=playing.table, text=f"{SECRET} here")
    keeping.note_about_person(user=me, about=other, text=f"{SECRET} always")
    return me, other


def test_a_form_saves_and_an_empty_one_deletes(begin: Begin) -> None:
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    name = playing.user_at(1).username
    for address in (f"/tables/{playing.id}/notes/keep/", f"/accounts/people/{name}/note/"):
        assert client.post(address, {"text": " one\r\ntwo \0"}).status_code == 302
    assert sorted(Note.objects.values_list("text", flat=True)) == ["one\ntwo", "one\ntwo"]
    page = client.get(f"/tables/{playing.id}/notes/").text
    assert page.count("one\ntwo</textarea>") == 2
    for address in (f"/tables/{playing.id}/notes/keep/", f"/accounts/people/{name}/note/"):
        assert client.post(address, {"text": " \n "}).status_code == 302
    assert not Note.objects.exists()


def test_a_script_stays_on_its_page(begin: Begin) -> None:
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    address, headers = f"/tables/{playing.id}/notes/keep/", {"Accept": "application/json"}
    assert client.post(address, {"text": "x"}, headers=headers).status_code == 204
    refused = client.post(address, {"text": "x" * (LONGEST + 1)}, headers=headers)
    assert (refused.status_code, refused.json()["field"]) == (422, "text")
    assert Note.objects.get().text == "x"


@pytest.mark.parametrize("by_script", [True, False])
def test_what_two_windows_write_is_joined(begin: Begin, by_script: bool) -> None:
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    address = f"/tables/{playing.id}/notes/keep/"
    headers = {"Accept": "application/json"} if by_script else {}

    def write(text: str, before: str) -> Any:
        return client.post(address, {"text": text, "before": before}, headers=headers, follow=True)

    write("sells rum", "")
    second = write("likes wood", "")
    assert Note.objects.get().text == "likes wood\nsells rum"
    if by_script:
        assert second.json()["text"] == "likes wood\nsells rum"
        assert "written elsewhere" in second.json()["message"]
    else:
        assert "written elsewhere" in second.text
    write("sells rum\nno sugar", "sells rum")
    assert Note.objects.get().text == "sells rum\nno sugar\nlikes wood"
    write("", "sells rum\r\nno sugar\r\nlikes wood")
    assert not Note.objects.exists()
    write("x", "never stored")
    write("", "x\nx y\nx z")
    assert not Note.objects.exists(), "a line that was seen can be deleted"


def test_nobody_else_sees_a_note_anywhere(begin: Begin, people: list[Any]) -> None:
    playing = begin(seats=2)
    me, other = noted(playing)
    moderator = User.objects.create_superuser("Root", "root@example.org", "a long enough pass")
    addresses = [
        f"/tables/{playing.id}/", f"/tables/{playing.id}/notes/", f"/tables/{playing.id}/chat/",
        f"/accounts/people/{other.username}/", f"/accounts/people/{me.username}/",
        f"/api/v1/tables/{playing.id}", f"/api/v1/tables/{playing.id}/notes",
        f"/api/v1/people/{other.username}/note", "/accounts/export/",
    ]  # fmt: skip
    for reader in (other, people[3], moderator, None):
        client = client_of(reader)
        for address in addresses:
            assert SECRET not in client.get(address, follow=True).text, address
    own = client_of(me)
    seen = [address for address in addresses if SECRET in own.get(address).text]
    assert set(seen) == {
        f"/tables/{playing.id}/notes/", f"/accounts/people/{other.username}/",
        f"/api/v1/tables/{playing.id}/notes", f"/api/v1/people/{other.username}/note",
        "/accounts/export/",
    }  # fmt: skip


def test_one_note_for_each_user(begin: Begin) -> None:
    playing = begin(seats=2)
    me, other = noted(playing)
    keeping.note_about_table(user=other, table=playing.table, text="another one")
    keeping.note_about_table(user=me, table=playing.table, text="a new one")
    assert keeping.notes_at(playing.table, me).text == "a new one"
    assert keeping.notes_at(playing.table, other).text == "another one"
    assert keeping.note_on(me, other) == ""


def test_the_database_keeps_notes_in_order(begin: Begin) -> None:
    playing = begin(seats=2)
    me, other = noted(playing)
    wrong: list[dict[str, Any]] = [
        {"table": playing.table, "text": "twice"},
        {"about": other, "text": "twice"},
        {"about": me, "text": "oneself"},
        {"text": "about nothing"},
        {"table": begin(seats=2).table, "about": me, "text": "about two"},
        {"table": begin(seats=2).table, "text": ""},
    ]
    for facts in wrong:
        with pytest.raises(IntegrityError), transaction.atomic():
            Note.objects.create(user=me, **facts)


def test_it_stays_when_the_table_is_over_and_leaves_with_the_account(begin: Begin) -> None:
    playing = begin(seats=2)
    me, other = noted(playing)
    keeping.note_about_person(user=other, about=me, text="talks a lot")
    services.seat_resign(table_id=playing.id, user_id=other.pk)
    assert playing.table.status == "finished"
    assert SECRET in client_of(me).get(f"/tables/{playing.id}/notes/").text
    data = json.loads(client_of(me).get("/accounts/export/").content)
    told = [(note["table"], note["about"], note["text"]) for note in data["notes"]]
    assert told == [
        (playing.id, None, f"{SECRET} here"),
        (None, other.username, f"{SECRET} always"),
    ]
    account_delete(user=me)
    assert not Note.objects.exists(), "nor what was noted about them"


def test_only_tables_that_one_may_see(begin: Begin, people: list[Any]) -> None:
    playing = begin(seats=2, private=True)
    stranger = client_of(people[3])
    assert stranger.get(f"/tables/{playing.id}/notes/").status_code == 404
    assert stranger.post(f"/tables/{playing.id}/notes/keep/", {"text": "x"}).status_code == 404
    assert stranger.get(f"/api/v1/tables/{playing.id}/notes").status_code == 404
    assert Client().get(f"/tables/{begin(seats=2).id}/notes/").status_code == 302
    assert b'id="notes"' not in Client().get(f"/tables/{begin(seats=2).id}/").content


def test_the_api_reads_and_keeps_ones_own(begin: Begin, people: list[Any]) -> None:
    playing = begin(seats=2)
    me, other = playing.user_at(0), playing.user_at(1)
    headers = {"Authorization": f"Bearer {token_make(user=me, name='bot')}"}
    client, json_ = Client(headers=headers), {"content_type": "application/json"}
    table, person = f"/api/v1/tables/{playing.id}/notes", f"/api/v1/people/{other.username}/note"
    for address in (table, person):
        kept = client.post(address, {"text": "a\nb"}, **json_)
        assert (kept.status_code, kept.json()) == (200, {"text": "a\nb"})
        too_long = client.post(address, {"text": "x" * (LONGEST + 1)}, **json_)
        assert too_long.status_code == 422
        assert Client().get(address).status_code == 401
    people_told = [{"name": other.username, "text": "a\nb"}]
    assert client.get(table).json() == {"text": "a\nb", "people": people_told}
    assert client.get(person).json() == {"text": "a\nb"}
    oneself = client.post(f"/api/v1/people/{me.username}/note", {"text": "x"}, **json_)
    assert (oneself.status_code, oneself.json()["error"]) == (422, "yourself")
    assert client.get("/api/v1/people/nobody-here/note").status_code == 404


def test_it_cannot_be_saved_without_end(begin: Begin) -> None:
    playing = begin(seats=2)
    client = client_of(playing.user_at(0))
    address, headers = f"/tables/{playing.id}/notes/keep/", {"Accept": "application/json"}
    answers = [
        client.post(address, {"text": f"note {number}"}, headers=headers).status_code
        for number in range(NOTES.at_once + 10)
    ]
    assert answers[: NOTES.at_once] == [204] * NOTES.at_once
    assert 429 in answers


def test_reading_takes_a_fixed_number_of_statements(
    begin: Begin, django_assert_num_queries: Any
) -> None:
    for seats in (2, 4):
        playing = begin(seats=seats)
        noted(playing)
        table, user = playing.table, playing.user_at(0)
        with django_assert_num_queries(2):
            assert len(keeping.notes_at(table, user).people) == seats - 1
