"""The rating at each seat, and what a table has made of it: also on a page that is open."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from websockets.sync.client import ClientConnection

from games.changing.ratings import ratings_keep_up, ratings_recompute
from games.changing.services import seat_resign
from games.judging.rating import NEW, shown
from games.models import Rating
from tests.games.conftest import Playing
from tests.games.sockets import heard, silent, watch

Begin = Callable[..., Playing]


def told(playing: Playing, place: int) -> dict[str, Any] | None:
    found: dict[str, Any] | None = playing.update(None)["seats"][place]["rating"]
    return found


def page(playing: Playing) -> str:
    return Client().get(f"/tables/{playing.id}/").text


def known(user: Any, mu: float, sigma: float) -> None:
    Rating.objects.create(game="pier", user=user, mu=mu, sigma=sigma, tables=30)


@pytest.mark.django_db
def test_at_each_seat_of_somebody_who_shows_it(begin: Begin) -> None:
    playing = begin(3)
    sure, unsure, nobody = (playing.user_at(place) for place in range(3))
    known(sure, 1611.6, 50.2)
    known(unsure, 1423, 180)
    assert told(playing, 0) == {"points": 1612, "doubt": 100, "provisional": False, "before": None}
    assert (told(playing, 1) or {})["provisional"] and told(playing, 2) is None
    html = page(playing)
    assert '1612<span class="doubt"> ± 100<' in html and " ± 360<" in html
    assert html.count("provisional") == 1
    type(nobody).objects.filter(pk__in=[sure.pk, nobody.pk]).update(shows_ratings=False)
    assert told(playing, 0) is None and "1612" not in page(playing)


@pytest.mark.django_db
def test_before_and_after_once_it_has_counted(begin: Begin) -> None:
    playing = begin(2)
    loser, winner = playing.user_at(0), playing.user_at(1)
    seat_resign(table_id=playing.id, user_id=loser.pk)
    assert playing.table.status == "finished" and told(playing, 1) is None
    assert "→" not in page(playing)
    ratings_keep_up()
    now = Rating.objects.get(user=winner)
    points, doubt = shown(now.mu, now.sigma)
    assert told(playing, 1) == {
        "points": points, "doubt": doubt, "provisional": True, "before": round(NEW.mu),
    }  # fmt: skip
    assert points > NEW.mu and "1500 → <" in page(playing)
    Rating.objects.filter(user=winner).update(mu=1234)
    assert (told(playing, 1) or {})["points"] == points, "what came later says nothing of it"
    type(winner).objects.filter(pk=winner.pk).update(shows_ratings=False)
    assert told(playing, 1) is None and page(playing).count("→") == 1
    unrated = begin(2, unrated=True)
    seat_resign(table_id=unrated.id, user_id=unrated.user_at(0).pk)
    ratings_keep_up()
    assert told(unrated, 0) is None


def parts(socket: ClientConnection) -> str:
    return " ".join(heard(socket)["parts"].values())


def test_an_open_page_hears_when_the_worker_has_rated(live: str, begin: Begin) -> None:
    """Open pages of other tables hear it, too; a page that comes back later shows it at once."""
    over, playing = begin(2), begin(2)
    loser = over.user_at(0)
    with watch(live, over.id, query="?html=1") as ended, watch(live, playing.id) as other:
        parts(ended)
        assert not any(seat["rating"] for seat in heard(other)["seats"])
        seat_resign(table_id=over.id, user_id=loser.pk)
        assert "→" not in parts(ended)
        assert ratings_keep_up() == 1
        assert parts(ended).count("→") == 2
        update = heard(other)
        assert update["number"] == 1 and all(seat["rating"] for seat in update["seats"])
        assert ratings_recompute() == 1 and silent(ended) and silent(other), "all is as it was"
    with watch(live, over.id, query="?html=1") as late:
        hello = {"type": "hello", "number": over.table.number, "has": "a" * 8, "base": 1}
        late.send(json.dumps(hello))
        assert "→" in parts(late)
