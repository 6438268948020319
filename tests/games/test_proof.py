"""Finished tables are proven as they are told, and nothing of a seed is told before the end."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.people.rights import GROUP
from config.web.refusal import Malformed
from games.changing import services
from games.changing.moderation import entries_take_back
from games.errors import NotOpened
from games.models import LogEntry, Seat, Table
from games.rules.core.fairness import commitment_to
from games.rules.core.proof import ProofFailed, Proven, prove
from games.rules.registry import GAMES
from games.storing.rows import table_load
from games.telling.proofs import fairness_of, is_opened, proof_of
from lobby.tables import shares
from lobby.tables.services import seat_take, table_open
from lobby.tables.shares import LASTS, Added, pledge_make
from lobby.terms.opening import Terms
from tests.games.conftest import Playing
from tests.people import client_of, people_make

pytestmark = pytest.mark.django_db
Begin = Callable[..., Playing]

MOST = 200  # moves; more than a game of Pier takes
SHARES = ("ana-3f", "ben_77")


def sat_down(people: list[Any], **fields: Any) -> Playing:
    """A table of Pier for two, at which each has added a share when they sat down."""
    seats = {"seats_min": 2, "seats_max": 2}
    table = Table.objects.create(game="pier", host=people[0], **seats, **fields)
    for place, share in enumerate(SHARES):
        Seat.objects.create(table=table, place=place, user=people[place], share=share)
    services.table_begin(table_id=table.pk)
    return Playing(table, people[:2])


def play_out(playing: Playing) -> Playing:
    """The same table, played to its end."""
    for _ in range(MOST):
        if playing.table.status != "playing":
            return playing
        playing.play_on(1)
    raise AssertionError(f"no end after {MOST} moves")


def file_of(playing: Playing, reader: Any = None) -> bytes:
    answer = client_of(reader).get(f"/api/v1/tables/{playing.id}/proof")
    assert answer.status_code == 200, answer.text
    return answer.content


def proven(playing: Playing, reader: Any = None) -> Proven:
    return prove(GAMES, file_of(playing, reader))


def secrets_of(playing: Playing) -> set[str]:
    """What nobody may be sent before the end."""
    seed: str = json.loads(playing.table.position)["rng"]["seed"]
    shares = Seat.objects.filter(table=playing.id).values_list("share", flat=True)
    return {playing.table.secret, seed, *shares} - {""}


def test_a_table_is_proven_with_all_that_was_taken_back(people: list[Any]) -> None:
    playing = sat_down(people)
    bound = fairness_of(table_load(playing.id))
    playing.play(0, 1)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    playing.play_on(5)
    first = entries_take_back(table_id=playing.id, number=4)
    playing.play_on(3)
    entries_take_back(table_id=playing.id, number=first + 1)
    playing.play_on(2)
    entries_take_back(table_id=playing.id, number=3)
    play_out(playing)
    proof = proven(playing)
    assert (proof.seeds, proof.shares) == (4, 2)
    assert bound.commitment == proof.proof.commitment == commitment_to(playing.table.secret)
    sealed = fairness_of(table_load(playing.id)).seeds
    assert sealed[0] == bound.seeds[0] and len({seed.commitment for seed in sealed}) == 4
    undone = playing.table.log.filter(undone=True, kind="move").count()
    assert sum(entry.undone for entry in proof.proof.entries if entry.kind == "move") == undone > 5
    assert sorted(seat.share for seat in proof.proof.seats) == sorted(SHARES)


def test_who_has_given_up_is_last_in_the_proof_too(begin: Begin) -> None:
    """And an answer is taken back from under those that others have given since."""
    playing = begin(seats=3, seed=None)
    playing.play(0, 1)
    playing.play(1, 1)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    playing.play_on(4)
    services.seat_resign(table_id=playing.id, user_id=playing.user_at(2).pk)
    for _ in range(MOST):
        if playing.table.status != "playing":
            break
        if not services.bot_move(table_id=playing.id):
            playing.play_on(1)
    proof = proven(playing).proof
    assert [seat.resigned for seat in proof.seats] == [False, False, True]
    assert [one["rank"] for one in proof.outcome["standings"] if one["seat"] == 2] == [3]
    assert [entry.kind for entry in proof.entries if entry.undone] == ["move"]


@pytest.mark.parametrize("game", ["port_royal", "santiago_de_cuba"])
def test_any_game_is_proven_as_the_database_keeps_it(people: list[Any], game: str) -> None:
    pledge = pledge_make()
    table = table_open(
        host=people[0],
        terms=Terms(game, 2, 2, bots=1, bot="regular"),
        added=Added(SHARES[0], pledge.pledge),
    )
    playing = Playing(table, people[:1])
    seat = Seat.objects.filter(table=table, user=people[0])
    seat.update(bot="regular", absent_since=timezone.now())
    while services.bot_move(table_id=table.pk):
        pass
    proof = proven(playing)
    assert (proof.seeds, proof.shares) == (1, 1)
    assert proof.proof.commitment == pledge.commitment


def test_a_seed_chosen_after_the_shares_is_caught(people: list[Any]) -> None:
    playing = play_out(sat_down(people))
    Table.objects.filter(pk=playing.id).update(secret="1" * 64)
    with pytest.raises(ProofFailed, match="the seed is not that of secret and shares"):
        proven(playing)
    other = sat_down(people)
    Seat.objects.filter(table=other.id, place=0).update(share="other")
    with pytest.raises(ProofFailed, match="the seed is not that of secret and shares"):
        proven(play_out(other))


def test_a_table_from_before_goes_on_as_it_was(begin: Begin) -> None:
    playing = begin()
    LogEntry.objects.filter(table=playing.id).update(sealed=None)
    Table.objects.filter(pk=playing.id).update(secret="")
    playing.play_on(6)
    entries_take_back(table_id=playing.id, number=3)
    playing.play_on(2)
    LogEntry.objects.filter(table=playing.id, kind="correct").update(sealed=None)
    play_out(playing)
    proof = proven(playing)
    assert (proof.seeds, proof.proof.commitment, proof.proof.secret) == (0, None, None)
    assert "undone" not in {entry.kind for entry in proof.proof.entries if entry.undone}
    assert fairness_of(table_load(playing.id)).commitment is None


def test_nothing_of_a_seed_is_told_before_the_end(people: list[Any]) -> None:
    (moderator,) = people_make("Mona")
    moderator.groups.add(Group.objects.get(name=GROUP))
    playing = sat_down(people)
    playing.play_on(4)
    taken_back = secrets_of(playing)
    entries_take_back(table_id=playing.id, number=2)
    hidden = taken_back | secrets_of(playing)
    assert len(hidden) == 5
    for reader in (*people[:3], moderator, None):
        client = client_of(reader)
        for address in (
            f"/api/v1/tables/{playing.id}",
            f"/api/v1/tables/{playing.id}/fairness",
            f"/api/v1/tables/{playing.id}/proof",
            f"/api/v1/tables/{playing.id}/terms",
            "/api/v1/tables",
            reverse("table", args=[playing.id]) + "?log&at=1",
            reverse("table_live", args=[playing.id]),
            reverse("table_fairness", args=[playing.id]),
            reverse("table_proof", args=[playing.id]),
            reverse("table_words", args=[playing.id]),
            reverse("lobby"),
            reverse("export"),
        ):
            answer = client.get(address).text
            mine = {seat.share for seat in Seat.objects.filter(user=reader)} if reader else set()
            told = {secret for secret in hidden if secret in answer}
            assert told <= (mine if address == reverse("export") else set()), address
        assert client.get(f"/api/v1/tables/{playing.id}/proof").status_code == 409
    play_out(playing)
    shown = client_of(None).get(reverse("table_fairness", args=[playing.id])).text
    for told in (file_of(playing).decode(), shown):
        assert all(secret in told for secret in hidden)


def test_what_is_not_opened_at_the_end_is_told_to_nobody(people: list[Any]) -> None:
    given_up, closed = sat_down(people), sat_down(people)
    given_up.play_on(2)
    services.seat_resign(table_id=given_up.id, user_id=people[0].pk)
    services.table_close(table_id=closed.id, reason="host")
    for playing, status in ((given_up, "finished"), (closed, "closed")):
        row = table_load(playing.id)
        assert row.status == status and not is_opened(row)
        with pytest.raises(NotOpened):
            proof_of(row)
        for reader in people[:3]:
            answer = client_of(reader).get(f"/api/v1/tables/{playing.id}/proof")
            assert (answer.status_code, answer.json()["error"]) == (409, "not_opened")


def test_the_page_gives_the_file_and_the_words(people: list[Any]) -> None:
    playing = sat_down(people)
    playing.play(0, 1)
    services.move_undo(table_id=playing.id, user_id=playing.user_at(0).pk)
    play_out(playing)
    client = client_of(None)
    file = client.get(reverse("table_proof", args=[playing.id]))
    assert file.content == file_of(playing)
    name = f"pier-{playing.id}"
    assert file["Content-Disposition"] == f'attachment; filename="{name}.json"'
    page = client.get(reverse("table_fairness", args=[playing.id])).text
    assert f"python -m games.rules verify {name}.json" in page
    words = client.get(reverse("table_words", args=[playing.id])).text.splitlines()
    assert words[0] == f"Pier #{playing.id}" and any(line.endswith(")") for line in words)
    best = playing.table.outcome["standings"]  # type: ignore[index]
    assert f": {max(one['score'] for one in best)}" in words[-2]


def test_what_is_no_share_is_refused(people: list[Any]) -> None:
    client = client_of(people[0])
    pledge = client.get("/api/v1/pledge").json()["pledge"]
    for share, with_pledge, wrong in (
        ("a\nb", pledge, "share"),
        ("mine", "", "pledge"),
        ("mine", pledge + "x", "pledge"),
    ):
        body = {"game": "port_royal", "seats": 2, "share": share, "pledge": with_pledge}
        answer = client.post("/api/v1/tables", body, content_type="application/json")
        assert (answer.status_code, answer.json()["field"]) == (422, wrong)
    client.post(reverse("play_bots"), {"game": "port_royal", "share": "x" * 65, "pledge": pledge})
    assert not Table.objects.exists()


def test_a_pledge_is_good_once_and_for_a_day(
    people: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The secret of a table may be known by the time that another is opened with its pledge."""
    terms, pledge = Terms("port_royal", 2, 2), pledge_make().pledge
    with monkeypatch.context() as late:
        late.setattr(shares, "LASTS", -LASTS)
        with pytest.raises(Malformed, match="older"):
            table_open(host=people[0], terms=terms, added=Added("mine", pledge))
    table = table_open(host=people[0], terms=terms, added=Added("mine", pledge))
    with pytest.raises(Malformed, match="used already"):
        table_open(host=people[1], terms=terms, added=Added("mine", pledge))
    with pytest.raises(IntegrityError), transaction.atomic():
        Table.objects.create(game="pier", seats_min=2, seats_max=2, secret=table.secret)
    with pytest.raises(Malformed):
        seat_take(table_id=table.pk, user=people[1], share="no share!")


def test_a_private_table_is_proven_to_those_who_may_see_it(people: list[Any]) -> None:
    playing = play_out(sat_down(people, private=True))
    assert proven(playing, people[1]).shares == 2
    for reader in (people[2], None):
        for what in ("proof", "fairness"):
            answer = client_of(reader).get(f"/api/v1/tables/{playing.id}/{what}")
            assert answer.status_code == 404
