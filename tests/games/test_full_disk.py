"""A database whose disk is full: moves are refused in words, and go through once there is room.

Postgres says so itself, by the error it gives then; `manage.py torture --everything` fills a disk.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection

from tests.games.sockets import heard, heard_of, watch

FULL = """
    create function no_room() returns trigger language plpgsql as $$
    begin
        raise 'could not extend file "base/1/1": No space left on device' using errcode = '53100';
    end $$;
    create trigger no_room before insert on games_logentry for each row execute function no_room()
"""
ROOM = "drop trigger if exists no_room on games_logentry; drop function if exists no_room"


@pytest.mark.django_db(transaction=True)
def test_a_move_is_refused_in_words_and_may_be_sent_again(
    live: str, begin: Any, client: Any
) -> None:
    playing = begin()
    user, question = playing.user_at(0), playing.question(0)
    user.language = "de"
    user.save()
    move = {"question": question["id"], "move": question["moves"][0]["move"]}
    with connection.cursor() as cursor, watch(live, playing.id, user) as socket:
        heard(socket)
        cursor.execute(FULL)
        try:
            socket.send(json.dumps({"type": "move", "ref": 1, **move}))
            answer = heard_of(socket, "answer")
            assert (answer["status"], answer["error"]) == (503, "busy")
            assert answer["message"].startswith("Die Datenbank")
            client.force_login(user)
            client.raise_request_exception = False
            path = f"/api/v1/tables/{playing.id}/moves"
            refused = client.post(path, move, content_type="application/json")
            assert refused.status_code == 503 and refused["Retry-After"] == "1"
            assert refused.json()["error"] == "busy" and "Traceback" not in refused.text
        finally:
            cursor.execute(ROOM)
        assert playing.kinds() == ["start"]
        socket.send(json.dumps({"type": "move", "ref": 2, **move}))
        assert heard_of(socket, "answer")["number"] == 2
    assert playing.kinds() == ["start", "move"]
