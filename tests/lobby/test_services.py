"""Opening, joining, leaving, inviting: what the services do and what they refuse."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from config.web.limits import OPEN_TABLES
from config.web.refusal import TooMany
from games.models import Seat, Table
from lobby.models import Invitation, Notice
from lobby.tables import services
from lobby.tables.errors import (
    AlreadySeated,
    NotHost,
    NotInvited,
    NotNow,
    NotSeated,
    TableFull,
    TableNotOpen,
    TooFew,
)
from lobby.terms.opening import DAY, TableInvalid, Terms
from tests.lobby.conftest import GAME, Opener, names

pytestmark = pytest.mark.django_db


def test_the_host_sits_at_the_new_table(ana: User, opened: Opener) -> None:
    table = opened(days_per_move=3, options={"pablo_wood": True})
    assert (table.host, names(table), table.status) == (ana, ["Ana"], Table.Status.OPEN)
    assert table.options["pablo_wood"] is True
    assert table.options["info"] == "public", "what was not chosen is stored as usual"


def test_bots_take_their_seats_and_a_full_table_begins(opened: Opener) -> None:
    table = opened(seats_max=3, bots=2)
    table.refresh_from_db()
    assert sorted(names(table)) == ["Ana", "bot", "bot"]
    assert table.status == Table.Status.PLAYING


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"game": ""},
        {"game": "pier\x00"},
        {"seats_min": 0},
        {"seats_max": 99},
        {"seats_min": 0, "seats_max": 0},
        {"seats_min": 4, "seats_max": 2},
        {"seats_min": -1},
        {"bots": 4},
        {"bots": -1},
        {"pace": "answer"},
        {"pace": "shout", "pace_start": 60},
        {"pace": "answer", "pace_start": 15 * DAY},
        {"pace": "answer", "pace_start": DAY, "pace_increment": 1},
        {"pace": "budget", "pace_start": DAY},
        {"pace": "budget", "pace_start": DAY, "pace_cap": 99 * DAY},
        {"pace": "budget", "pace_start": DAY, "pace_cap": DAY, "pace_increment": -1},
        {"pace": "budget", "pace_start": DAY, "pace_cap": DAY, "most_protected": 99 * DAY},
        {"most_protected": DAY},
        {"at_timeout": "shout"},
        {"options": {"info": "nonsense"}},
        {"options": {"unheard_of": 1}},
        {"options": {"pablo_wood": "yes"}},
        {"options": {"start_player": "seat_4"}, "seats_max": 3},
    ],
    ids=str,
)
def test_no_table_opens_like_this(wrong: dict[str, object], opened: Opener) -> None:
    with pytest.raises(TableInvalid):
        opened(**wrong)
    assert not Table.objects.exists()


def test_a_host_has_a_limited_number_of_open_tables(opened: Opener) -> None:
    for _ in range(OPEN_TABLES.number):
        opened()
    with pytest.raises(TooMany, match="too many open tables"):
        opened()


def test_sitting_down_in_order_until_the_table_begins(
    ben: User, carla: User, opened: Opener
) -> None:
    table = opened(seats_max=3)
    services.seat_take(table_id=table.pk, user=ben)
    assert names(table) == ["Ana", "Ben"]
    services.seat_take(table_id=table.pk, user=carla)
    table.refresh_from_db()
    assert (sorted(names(table)), table.status) == (["Ana", "Ben", "Carla"], Table.Status.PLAYING)
    assert Seat.objects.filter(table=table, deciding=True).exists()


def test_one_seat_per_user(ana: User, opened: Opener) -> None:
    table = opened()
    with pytest.raises(AlreadySeated):
        services.seat_take(table_id=table.pk, user=ana)


def test_nobody_joins_a_table_in_play_or_unknown(carla: User, opened: Opener) -> None:
    table = opened(seats_max=2, bots=1)
    for number in (table.pk, 10**9):
        with pytest.raises(TableNotOpen):
            services.seat_take(table_id=number, user=carla)


def test_standing_up_leaves_no_gap(ben: User, carla: User, opened: Opener) -> None:
    table = opened()
    services.seat_take(table_id=table.pk, user=ben)
    services.seat_take(table_id=table.pk, user=carla)
    services.seat_leave(table_id=table.pk, user=ben)
    assert list(table.seats.values_list("place", "user__username")) == [(0, "Ana"), (1, "Carla")]
    with pytest.raises(NotSeated):
        services.seat_leave(table_id=table.pk, user=ben)


def test_a_leaving_host_hands_the_table_on(ana: User, ben: User, opened: Opener) -> None:
    table = opened(bots=1)
    services.seat_take(table_id=table.pk, user=ben)
    services.seat_leave(table_id=table.pk, user=ana)
    table.refresh_from_db()
    assert (table.host, names(table), table.status) == (ben, ["Ben", "bot"], Table.Status.OPEN)
    assert Notice.objects.get().kind == Notice.Kind.HOST
    services.seat_leave(table_id=table.pk, user=ben)
    table.refresh_from_db()
    assert table.status == Table.Status.CLOSED, "bots alone do not keep a table"


def test_the_host_says_when_to_begin(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    with pytest.raises(TooFew):
        services.table_start(table_id=table.pk, user=ana)
    services.seat_take(table_id=table.pk, user=ben)
    with pytest.raises(NotHost):
        services.table_start(table_id=table.pk, user=ben)
    services.table_start(table_id=table.pk, user=ana)
    table.refresh_from_db()
    assert table.status == Table.Status.PLAYING
    with pytest.raises(TableNotOpen):
        services.table_start(table_id=table.pk, user=ana)


def test_the_host_clears_the_table_and_the_others_hear_of_it(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened()
    services.seat_take(table_id=table.pk, user=ben)
    services.invitation_send(table_id=table.pk, user=ana, name="Carla")
    with pytest.raises(NotHost):
        services.table_close(table_id=table.pk, user=ben)
    services.table_close(table_id=table.pk, user=ana)
    table.refresh_from_db()
    assert (table.status, table.close_reason) == (Table.Status.CLOSED, "host")
    assert [(n.user, n.kind) for n in Notice.objects.all()] == [(ben, Notice.Kind.CLOSED)]
    assert not Invitation.objects.exists()


def test_a_private_table_needs_its_token_or_an_invitation(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened(private=True)
    for token in ("", "guess", table.token[:-1]):
        with pytest.raises(NotInvited):
            services.seat_take(table_id=table.pk, user=ben, token=token)
    services.seat_take(table_id=table.pk, user=ben, token=table.token)
    services.invitation_send(table_id=table.pk, user=ana, name="carla")
    services.seat_take(table_id=table.pk, user=carla)
    assert names(table) == ["Ana", "Ben", "Carla"]
    assert Invitation.objects.get().status == Invitation.Status.ACCEPTED


def test_tokens_cannot_be_guessed(opened: Opener) -> None:
    tokens = {opened().token for _ in range(5)}
    assert len(tokens) == 5
    assert min(len(token) for token in tokens) >= 20


@pytest.mark.parametrize("name", ["Nobody", "", "<script>", "Ben\x00", "Ana", "x" * 500])
def test_invitations_that_lead_nowhere(ana: User, ben: User, opened: Opener, name: str) -> None:
    with pytest.raises(NotNow):
        services.invitation_send(table_id=opened().pk, user=ana, name=name)
    assert not Invitation.objects.exists()


def test_only_the_host_invites_and_each_guest_once(
    ana: User, ben: User, carla: User, opened: Opener
) -> None:
    table = opened()
    with pytest.raises(NotHost):
        services.invitation_send(table_id=table.pk, user=ben, name="Carla")
    services.invitation_send(table_id=table.pk, user=ana, name=" Carla ")
    with pytest.raises(NotNow):
        services.invitation_send(table_id=table.pk, user=ana, name="Carla")


def test_a_refusal_is_told_to_the_host_and_final(ana: User, ben: User, opened: Opener) -> None:
    table = opened()
    services.invitation_send(table_id=table.pk, user=ana, name="Ben")
    services.invitation_decline(table_id=table.pk, user=ben)
    assert Invitation.objects.get().status == Invitation.Status.DECLINED
    notice = Notice.objects.get()
    assert (notice.user, notice.about, notice.kind) == (ana, ben, Notice.Kind.DECLINED)
    with pytest.raises(NotInvited):
        services.invitation_decline(table_id=table.pk, user=ben)
    with pytest.raises(NotNow):
        services.invitation_send(table_id=table.pk, user=ana, name="Ben")


def test_open_invitations_are_limited(
    ana: User, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "MOST_INVITED", 2)
    table = opened()
    for name in ("Eva", "Flor", "Gus"):
        User.objects.create_user(name)
    services.invitation_send(table_id=table.pk, user=ana, name="Eva")
    services.invitation_send(table_id=table.pk, user=ana, name="Flor")
    with pytest.raises(NotNow):
        services.invitation_send(table_id=table.pk, user=ana, name="Gus")


def test_against_bots_in_one_go(ana: User) -> None:
    table = services.table_against_bots(host=ana, game=GAME)
    table.refresh_from_db()
    assert (sorted(names(table)), table.status) == (["Ana", "bot"], Table.Status.PLAYING)
    assert table.seats.get(user=None).bot == "greedy", "the best there is"
    with pytest.raises(TableInvalid):
        services.table_against_bots(host=ana, game="chess")


def test_tables_nobody_joins_are_cleared_with_a_notice(
    ana: User, ben: User, opened: Opener
) -> None:
    lonely, visited, fresh, playing = opened(), opened(), opened(), opened(seats_max=2, bots=1)
    long_ago = timezone.now() - services.EXPIRES_AFTER - timedelta(hours=1)
    Table.objects.exclude(pk=fresh.pk).update(opened_at=long_ago)
    Seat.objects.exclude(table=fresh).update(joined_at=long_ago)
    services.seat_take(table_id=visited.pk, user=ben)
    assert services.tables_expire(now=timezone.now()) == 1
    lonely.refresh_from_db()
    assert (lonely.status, lonely.close_reason) == (Table.Status.CLOSED, "nobody")
    assert [(n.user, n.table, n.kind) for n in Notice.objects.all()] == [
        (ana, lonely, Notice.Kind.EXPIRED)
    ]
    assert services.tables_expire(now=timezone.now()) == 0
    assert Table.objects.filter(status=Table.Status.OPEN).count() == 2
    assert Table.objects.get(pk=playing.pk).status == Table.Status.PLAYING


def test_a_notice_is_put_away_by_its_owner_only(ana: User, ben: User, opened: Opener) -> None:
    notice = Notice.objects.create(user=ana, table=opened(), kind=Notice.Kind.EXPIRED)
    services.notice_dismiss(notice_id=notice.pk, user=ben)
    assert Notice.objects.exists()
    services.notice_dismiss(notice_id=notice.pk, user=ana)
    services.notice_dismiss(notice_id=notice.pk, user=ana)
    assert not Notice.objects.exists()


def test_every_game_in_the_lobby_opens_as_usual(ana: User) -> None:
    from lobby.terms.opening import games_in_lobby

    for slug, rules in games_in_lobby().items():
        low, high = rules.players[0], rules.players[-1]
        assert services.table_open(host=ana, terms=Terms(slug, low, high)).game == slug


def test_the_last_seat_goes_to_one(ben: User, carla: User, opened: Opener) -> None:
    table = opened(seats_max=2)
    services.seat_take(table_id=table.pk, user=ben)
    with pytest.raises((TableFull, TableNotOpen)):
        services.seat_take(table_id=table.pk, user=carla)
