"""The selectors of talk, notes, tokens, blocks and moderation, each asked directly.

`manage.py mutate` finds out whether these tests notice a selector that says otherwise.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser, Group, Permission
from django.utils import timezone

from accounts.chat import talking
from accounts.models import (
    Act,
    Appeal,
    Channel,
    Device,
    Feed,
    Friendship,
    Hook,
    Message,
    Note,
    Notice,
    Report,
    TablePace,
    Token,
    User,
)
from accounts.moderation import acts, matters, selectors
from accounts.notes import keeping
from accounts.notices import feeds, hooks, wishes
from accounts.people import exporting, leaving, tokens
from accounts.people.blocks import are_apart, block, blocked_with
from accounts.people.friends import are_friends, befriend, friendships_of
from accounts.people.rights import (
    GROUP,
    AccountNeeded,
    NotAllowed,
    is_moderator,
    is_operator,
    may_moderate_table,
    may_moderate_user,
    need_account,
    shares_table,
)
from accounts.people.selectors import hook_of, people, seats_of, tables_left, user_named
from config.web.refusal import TooMany
from games.models import Seat, Table, Tenure
from tests.people import people_make
from tests.security.test_rights_at_tables import NOW, VISITOR, Status, club, table_of

__all__ = ["club"]
pytestmark = pytest.mark.django_db

LATER = timezone.now() + timedelta(days=1)


def guest_of(user: User) -> User:
    """Somebody who has become a guest."""
    User.objects.filter(pk=user.pk).update(is_guest=True, email="")
    return User.objects.get(pk=user.pk)


def said(table: Table, user: User, **fields: Any) -> Message:
    return Message.objects.create(table=table, user=user, text="hello", **fields)


def test_who_reads_and_writes_at_a_table(club: dict[str, User]) -> None:
    ana, ben, carla, dario, eva, _mona = club.values()
    among, public = table_of(ana, ben, dario, players_chat=True), table_of(ana, ben)
    table_of(carla, eva, players_chat=True)
    for table in (among, public):
        first = said(table, ana)
        second, hidden = said(table, ben), said(table, ana, hidden=True)
    for reader in (ana, ben):
        assert talking.may_read(among.pk, reader)
        assert [m.user for m in talking.messages_for(among.pk, reader)] == [ana, ben]
    for reader in (carla, VISITOR):
        assert not talking.may_read(among.pk, reader) and talking.may_read(public.pk, reader)
        assert not talking.messages_for(among.pk, reader).exists()
        assert {m.table_id for m in talking.open_to(reader)} == {public.pk}
    assert list(talking.messages_for(public.pk, VISITOR)) == [first, second]
    assert list(talking.messages_for(public.pk, VISITOR, first.pk)) == [second]
    assert hidden not in talking.messages_for(public.pk, ana)
    block(user=carla, other=ben)
    assert list(talking.messages_for(public.pk, carla)) == [first]
    assert not talking.may_read(10**9, ana)
    Seat.objects.filter(table=among, user=ben).update(resigned_at=NOW)
    assert talking.may_read(among.pk, ben) and not talking.may_talk(among.pk, ben)
    assert talking.may_talk(among.pk, ana)
    for user in (carla, eva, VISITOR):
        assert not talking.may_talk(among.pk, user)
    with pytest.raises(talking.NotAtTable):
        talking.check_may_talk(among, carla)
    talking.check_may_talk(among, ana)
    ana.muted_until = NOW
    talking.check_may_talk(among, ana)
    ana.muted_until = LATER
    with pytest.raises(talking.Muted):
        talking.check_may_talk(among, ana)
    guest = guest_of(dario)
    assert not talking.may_talk(among.pk, guest)
    with pytest.raises(AccountNeeded):
        talking.check_may_talk(among, guest)


def test_notes_are_ones_own(club: dict[str, User]) -> None:
    ana, ben, carla, *_ = club.values()
    here, there = table_of(ana, ben), table_of(ana, carla)
    for user in (ana, ben):
        for about in ({"table": here}, {"table": there}, {"about": carla}):
            Note.objects.create(user=user, text=f"{user} {next(iter(about))}", **about)
    Note.objects.create(user=ana, about=ben, text="slow")
    assert keeping.notes_at(here, ana) == ("Ana table", [(ben, "slow")])
    assert keeping.notes_at(there, ana) == ("Ana table", [(carla, "Ana about")])
    assert keeping.notes_at(here, carla) == ("", [(ana, ""), (ben, "")])
    assert keeping.note_on(ben, ana) == "slow" and keeping.note_on(ana, ben) == ""
    assert keeping.note_on(carla, ben) == "Ben about"
    kept = exporting.all_notes_of(ana)
    assert [(note["table"], note["about"]) for note in kept] == [
        (here.pk, None), (there.pk, None), (None, "Carla"), (None, "Ben"),
    ]  # fmt: skip
    with pytest.raises(keeping.AboutOneself):
        keeping.note_about_person(user=ana, about=ana, text="x")


def test_tokens_are_ones_own(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    first, second, others = (tokens.token_make(user=user, name="x") for user in (ana, ana, ben))
    mine = list(tokens.tokens_of(ana))
    assert len(mine) == 2 and {token.user_id for token in mine} == {ana.pk}
    used = tokens.token_read(first)
    assert used is not None and used.user == ana
    assert Token.objects.filter(used_at__isnull=False).count() == 1
    long_ago = NOW - timedelta(hours=1)
    Token.objects.update(used_at=long_ago)
    tokens.token_read(first)
    assert Token.objects.filter(used_at=long_ago).count() == 2, "it is used anew, and no other"
    lately = timezone.now()
    Token.objects.update(used_at=lately)
    tokens.token_read(first)
    assert Token.objects.filter(used_at=lately).count() == 3, "not noted again so soon"
    assert tokens.token_read(first[:-1]) is None
    tokens.token_revoke(user=ben, token_id=used.pk)
    assert tokens.token_read(first) is not None, "of somebody else"
    tokens.token_revoke(user=ana, token_id=used.pk)
    assert tokens.token_read(first) is None
    assert tokens.token_read(second) is not None and tokens.token_read(others) is not None
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert tokens.token_read(second) is None
    with pytest.raises(AccountNeeded):
        tokens.token_make(user=guest_of(ben), name="x")


def test_the_limit_of_tokens_is_each_users(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    for _number in range(tokens.TOKENS.number):
        tokens.token_make(user=ana, name="x")
    with pytest.raises(TooMany):
        tokens.token_make(user=ana, name="x")
    assert tokens.token_make(user=ben, name="x")


def test_bearers() -> None:
    assert tokens.bearer_of("Bearer x ") == tokens.bearer_of("bearer x") == "x"
    assert tokens.bearer_of("Basic x") is None and tokens.bearer_of("") is None


def test_blocks_hold_both_ways_and_friends_need_both(club: dict[str, User]) -> None:
    ana, ben, carla, dario, eva, mona = club.values()
    assert are_friends(ana, ben) and not are_friends(ana, carla) and not are_friends(dario, ana)
    known = friendships_of(ana)
    assert (known.agreed, known.asking, known.asked) == ([ben], [carla], [dario])
    block(user=ana, other=eva)
    block(user=mona, other=ana)
    assert {row["pk"] for row in blocked_with(ana)} == {eva.pk, mona.pk}  # type: ignore[index]
    assert {row["pk"] for row in blocked_with(ben)} == set()  # type: ignore[index]
    assert are_apart(ana, [None, eva.pk]) and are_apart(ana, [mona.pk, ben.pk])
    assert are_apart(eva, [ana.pk]) and not are_apart(ana, [None, ben.pk])
    assert not are_apart(ben, [eva.pk, mona.pk])
    for user, other in ((ana, eva), (ana, mona), (ana, ana), (ana, guest_of(carla))):
        with pytest.raises(Exception, match="cannot become friends"):
            befriend(user=user, other=other)
    assert not Friendship.objects.filter(user=ana).exclude(friend__in=(ben, dario)).exists()
    with pytest.raises(AccountNeeded):
        befriend(user=guest_of(carla), other=ben)
    User.objects.filter(pk=ben.pk).update(is_active=False)
    assert friendships_of(ana).agreed == [] and ben not in people()


def test_who_is_known_by_which_name(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    assert user_named("ANA") == ana == user_named("ana")
    assert user_named("An") is None and user_named("ana\x00") is None
    User.objects.filter(pk=ana.pk).update(is_active=False)
    assert user_named("Ana") is None and ben in people()


def test_seats_and_tables_that_one_has_left(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    here = table_of(ana, ben)
    resigned, absent, over, closed, handed = (
        table_of(ana, ben),
        table_of(ana, ben),
        table_of(ana, ben, status=Status.FINISHED),
        table_of(ana, ben, status=Status.CLOSED),
        table_of(ben),
    )
    mine = Seat.objects.filter(user=ana)
    mine.filter(table=resigned).update(resigned_at=NOW)
    mine.filter(table__in=(absent, over, closed)).update(absent_since=NOW)
    Tenure.objects.create(table=handed, place=0, user=ana, first=1, last=1)
    assert set(tables_left(ana.pk)) == {resigned, over, closed, handed}
    assert not tables_left(ben.pk).exists()
    assert {seat.table_id for seat in seats_of(ana)} == {
        one.pk for one in (here, resigned, absent, over, closed)
    }
    Tenure.objects.create(table=here, place=2, user=ben, first=1, last=1)
    assert leaving.seats_of(ana) == list(mine.order_by("pk")), "what is handed out as one's own"
    assert [tenure.table for tenure in leaving.tenures_of(ana)] == [handed]


# --- Moderation ---------------------------------------------------------------------------------


@pytest.fixture
def moderators(db: None) -> list[User]:
    made = people_make("Mina", "Milo")
    for user in made:
        user.groups.add(Group.objects.get(name=GROUP))
    return [User.objects.get(pk=user.pk) for user in made]


def test_who_moderates_what(club: dict[str, User], moderators: list[User]) -> None:
    ana, ben, *_ = club.values()
    mina, milo = moderators
    (root,) = people_make("Root", is_staff=True, is_superuser=True)
    assert is_moderator(mina) and is_moderator(root)
    assert not is_moderator(ana) and not is_moderator(AnonymousUser())
    table, own, hosted = table_of(ana, ben), table_of(ana, mina), table_of(ana, host=mina)
    elsewhere = table_of(milo, host=milo)
    for moderator, one, may in (
        (mina, table, True), (mina, own, False), (mina, hosted, False), (milo, own, True),
        (mina, elsewhere, True), (ana, table, False), (ana, elsewhere, False), (root, own, True),
    ):  # fmt: skip
        assert may_moderate_table(moderator, one.pk) is may
    for moderator, user, may in (
        (mina, ana, True), (mina, mina, False), (mina, milo, False), (root, mina, True),
        (root, root, False), (ana, ben, False), (mina, root, False),
    ):  # fmt: skip
        assert may_moderate_user(moderator, user) is may
    assert is_operator(root) and not is_operator(mina) and not is_operator(AnonymousUser())
    carla = club["Carla"]
    carla.user_permissions.add(Permission.objects.get(codename="view_outage"))
    assert not is_operator(carla), "no staff"
    for user in (ana, mina):
        User.objects.filter(pk=user.pk).update(is_staff=True)
        user.user_permissions.add(Permission.objects.get(codename="view_outage"))
        assert not is_operator(user), "as long as it is not known that they are staff"
        assert is_operator(User.objects.get(pk=user.pk)), user
    suspended = User(pk=mina.pk, username="Mina", suspended_until=LATER)
    assert suspended.is_suspended and not is_moderator(suspended)
    assert not User(suspended_until=NOW).is_suspended and not User().is_suspended
    assert User(muted_until=LATER).is_muted and not User(muted_until=NOW).is_muted
    assert not User().is_muted
    assert shares_table(mina, ana) and shares_table(ana, mina) and not shares_table(mina, ben)
    for status in (Status.OPEN, Status.CLOSED):
        Table.objects.filter(pk=own.pk).update(status=status)
        assert not shares_table(mina, ana), status


def test_whoever_is_involved_is_refused(club: dict[str, User], moderators: list[User]) -> None:
    ana, ben, carla, *_ = club.values()
    mina, milo = moderators
    own, other = table_of(ana, mina), table_of(ben)
    acts.check_user(mina, ben)
    acts.check_table(mina, other.pk)
    acts.check_far(mina, ben)
    for check, thing in (
        (acts.check_user, mina), (acts.check_table, own.pk), (acts.check_far, ana),
        (acts.check_far, mina),
        (acts.check_far, milo),
    ):  # fmt: skip
        with pytest.raises(NotAllowed):
            check(mina, thing)  # type: ignore[arg-type]
    fine = Report.objects.create(reporter=ben, about=carla, table=other, text="x")
    matters.check_report(mina, fine)
    assert matters.may_settle(mina, fine)
    for facts in (
        {"reporter": mina}, {"reporter": ben, "about": mina}, {"reporter": ben, "table": own},
        {"reporter": ben, "about": milo},
    ):  # fmt: skip
        report = Report.objects.create(text="x", **facts)
        assert not matters.may_settle(mina, report), facts
        with pytest.raises(NotAllowed):
            matters.check_report(mina, report)
    need_account(ana)
    with pytest.raises(AccountNeeded):
        need_account(guest_of(ana))


def test_what_moderators_find(club: dict[str, User], moderators: list[User]) -> None:
    """All but what they are part of; others find nothing."""
    ana, ben, carla, *_ = club.values()
    mina, milo = moderators
    (root,) = people_make("Root", is_superuser=True)
    own, other, among = table_of(ana, mina), table_of(ben), table_of(ben, players_chat=True)
    frozen = table_of(carla, frozen_at=NOW)
    table_of(mina, frozen_at=NOW)
    table_of(ana, status=Status.CLOSED, frozen_at=NOW)
    fine = [Report.objects.create(reporter=ben, text="x", **facts) for facts in (
        {}, {"about": carla}, {"table": other}, {"about": ana, "table": other},
    )]  # fmt: skip
    settled = Report.objects.create(reporter=ben, text="x", status=Report.Status.SETTLED)
    for facts in ({"reporter": mina}, {"about": mina}, {"table": own}, {"about": milo}):
        Report.objects.create(**{"reporter": ben, "text": "x", **facts})
    assert set(selectors.reports_for(mina)) == {*fine, settled}
    assert list(selectors.reports_open(mina)) == fine
    assert not selectors.reports_for(ana).exists() and not selectors.reports_open(ben).exists()
    assert selectors.reports_for(root).filter(about=milo).exists()
    assert list(selectors.tables_frozen(mina)) == [frozen]
    assert not selectors.tables_frozen(ana).exists()

    said_here, secret, reported = said(other, ben), said(among, ben), said(among, ben)
    hidden = said(other, carla, hidden=True)
    said(own, ana)
    Report.objects.create(reporter=carla, text="x", message=reported)
    assert set(selectors.messages_for(mina)) == {said_here, hidden, reported}
    assert set(selectors.messages_open()) - set(selectors.messages_for(mina)) != {secret}
    assert not selectors.messages_for(ana).exists()

    appeals = [
        Appeal.objects.create(decision=user.decisions.create(text="x", moderator=mina), text="x")
        for user in (ana, mina, milo)
    ]
    answered = Appeal.objects.create(
        decision=ben.decisions.create(text="x"), text="x", status=Appeal.Status.UPHELD
    )
    assert set(selectors.appeals_for(mina)) == {appeals[0], answered}
    assert list(selectors.appeals_open(mina)) == [appeals[0]]
    assert set(selectors.appeals_open(root)) == {*appeals}
    assert not selectors.appeals_for(ben).exists()

    acts.record(milo, Act.Kind.WARN, "ana", user=ana)
    acts.record(milo, Act.Kind.FREEZE, "table", table_id=other.pk)
    acts.record(root, Act.Kind.WARN, "mina", user=mina)
    assert [act.why for act in selectors.acts_for(mina)] == ["table", "ana"]
    assert len(selectors.acts_for(milo)) == 3 and not selectors.acts_for(ana).exists()


def test_of_several_reports_those_of_the_moderator_are_left_to_others(
    club: dict[str, User], moderators: list[User]
) -> None:
    ana, ben, *_ = club.values()
    mina, _milo = moderators
    first, second = (Report.objects.create(reporter=ben, about=ana, text="x") for _ in range(2))
    own = Report.objects.create(reporter=mina, about=ana, text="x")
    matters.report_settle(moderator=mina, report=first, why="x", others=True)
    states = dict(Report.objects.values_list("pk", "status"))
    assert states == {first.pk: "settled", second.pk: "settled", own.pk: "open"}


def test_feeds_and_hooks_are_ones_own(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    mine, _his = feeds.feeds_renew(ana), feeds.feeds_renew(ben)
    assert feeds.reader_of(mine.secret) == ana and feeds.reader_of("x" * 43) is None
    assert feeds.reader_of(mine.secret + "x") is None and feeds.reader_of("\x00") is None
    assert all(mine.secret in address for address in feeds.feeds_of(ana).values())
    assert feeds.feeds_of(club["Eva"]) == {}
    for user in (ana, ben):
        hooks.hook_set(user=user, url=f"https://example.org/{user.username}")
    found = hook_of(ana)
    assert found is not None and found.url.endswith("/Ana") and hook_of(club["Eva"]) is None
    hooks.hook_end(user=ana)
    assert [hook.user_id for hook in Hook.objects.all()] == [ben.pk]
    for fields in ({"is_active": False}, {"is_active": True, "suspended_until": LATER}):
        User.objects.filter(pk=ana.pk).update(**fields)
        assert feeds.reader_of(mine.secret) is None, fields
    feeds.feeds_end(ana)
    assert [feed.user_id for feed in Feed.objects.all()] == [ben.pk]


def test_which_ways_lead_to_whom(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    mine, his = (
        Device.objects.create(user=user, name="x", endpoint=user.username) for user in (ana, ben)
    )
    for user in (ana, ben):
        hooks.hook_set(user=user, url=f"https://example.org/{user.username}")
    hook, his_hook = (f"https://example.org/{name}" for name in ("Ana", "Ben"))

    def reaches(channel: Channel, address: object) -> bool:
        reader = User.objects.get(pk=ana.pk)
        return wishes.reaches(Notice(user=reader, channel=channel, address=str(address)))

    assert reaches(Channel.PUSH, mine.pk) and not reaches(Channel.PUSH, his.pk)
    assert reaches(Channel.WEBHOOK, hook) and not reaches(Channel.WEBHOOK, his_hook)
    assert reaches(Channel.MAIL, ana.email) and not reaches(Channel.MAIL, ben.email)
    Hook.objects.update(off=True)
    User.objects.filter(pk=ana.pk).update(refused_because="full", refused_address=ana.email)
    assert not reaches(Channel.WEBHOOK, hook) and not reaches(Channel.MAIL, ana.email)


def test_of_which_tables_a_digest_tells(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    asked, digest, plain, his = (table_of(ana, ben) for _number in range(4))
    Seat.objects.update(deciding=True, since=NOW)
    for user, table, pace in (
        (ana, asked, User.Pace.TURN), (ana, digest, User.Pace.DIGEST),
        (ben, plain, User.Pace.TURN), (ben, his, User.Pace.DIGEST),
    ):  # fmt: skip
        TablePace.objects.create(user=user, table=table, pace=pace)
    for mails, told in ((User.Pace.DIGEST, {digest, plain, his}), (User.Pace.TURN, {digest})):
        ana.mails = mails
        seats = wishes.waiting_for_digest(ana, Channel.MAIL)
        assert {seat.table for seat in seats} == told, mails
        assert {seat.user for seat in seats} == {ana}


def test_what_a_feed_lists(club: dict[str, User]) -> None:
    ana, ben, *_ = club.values()
    playing = table_of(ana, ben)
    lately = table_of(ana, ben, status=Status.FINISHED)
    table_of(ana, ben, status=Status.FINISHED, finished_at=NOW - timedelta(days=31))
    table_of(ana, ben, status=Status.OPEN)
    table_of(ana, status=Status.CLOSED, position=None, number=2, finished_at=NOW)
    table_of(ana, ben, game="chess")
    resigned = table_of(ana, ben)
    Seat.objects.filter(table=resigned, user=ana).update(resigned_at=NOW)
    table_of(ben)
    assert {seat.table_id for seat in feeds.seats_for(ana)} == {playing.pk, lately.pk}
    assert {seat.user_id for seat in feeds.seats_for(ana)} == {ana.pk}
