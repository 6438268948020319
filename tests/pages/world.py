"""A site with something of everything in it, and an address for every route."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from django.apps import apps
from django.contrib.auth.tokens import default_token_generator
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.chat.talking import message_say
from accounts.mail.silence import page_for
from accounts.mail.unsubscribing import token_for
from accounts.models import Act, Appeal, Device, Message, ReadyAnswer, Report, User
from accounts.moderation import acts
from accounts.moderation.reporting import report_make
from accounts.notices.feeds import feeds_renew
from accounts.notices.hooks import hook_set
from accounts.people.decisions import token_for as token_of
from accounts.people.friends import befriend
from accounts.people.rights import make_group
from accounts.people.tokens import token_make
from accounts.signing_in.guests.services import guest_make
from games.changing import services
from games.guide import positions
from games.guide.lessons import lessons_of
from games.judging.turns import bot_takes_seat
from games.models import Study, Table
from games.rules.registry import GAMES
from lobby.models import Notice
from lobby.tables.inviting import letter_send
from lobby.tables.services import invitation_send, seat_take, table_open
from lobby.tables.terms import terms_change
from lobby.terms.opening import Terms, days_per_move
from tests.people import client_of, people_make
from tools import samples
from tools.passkey import passkey_make

GAME = "santiago_de_cuba"


class Route(NamedTuple):
    """A route of the site: its name with namespaces, and what its address is made of."""

    name: str
    text: str
    wants: tuple[str, ...]


def routes() -> Iterator[Route]:
    """All routes with a name that give pages: the API has tests of its own."""
    yield from routes_in(get_resolver(), "", "")


def routes_in(
    resolver: URLResolver, namespace: str, text: str, before: tuple[str, ...] = ()
) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        path = text + str(entry.pattern)
        regex = getattr(entry.pattern, "regex", None)
        wants = [*before, *entry.pattern.converters, *(regex.groupindex if regex else ())]
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            if not inner.startswith("api"):
                yield from routes_in(entry, inner, path, tuple(wants))
        elif isinstance(entry, URLPattern) and entry.name and entry.name != "view_on_site":
            yield Route(namespace + entry.name, path, tuple(dict.fromkeys(wants)))


class World:
    """People, tables in every state, and whatever else pages show."""

    def __init__(self) -> None:
        self.host, self.user = people_make("ana", "ben", password="an old password")
        (self.moderator,) = people_make("mona", is_staff=True)
        self.moderator.groups.add(make_group())
        (self.admin,) = people_make("root", is_staff=True, is_superuser=True)
        for user in (self.host, self.user, self.moderator, self.admin):
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        self.passkey = passkey_make(self.user)
        self.guest = guest_make()
        self.tables = dict(self.make_tables())
        self.make_talk()

    def make_tables(self) -> Iterator[tuple[str, Table]]:
        """Open, private, in play, over, closed and frozen ones."""
        host, user = self.host, self.user
        opened = table_open(host=host, terms=Terms(GAME, 2, 4, **days_per_move(2)))
        invitation_send(table_id=opened.pk, user=host, name=user.username)
        yield "open", opened
        private = table_open(host=host, terms=Terms("port_royal", 3, 5, private=True))
        seat_take(table_id=private.pk, user=user, token=private.token)
        seat_take(table_id=private.pk, user=self.guest, token=private.token)
        terms = Terms("port_royal", 3, 5, private=True, **days_per_move(2))
        terms_change(table_id=private.pk, user=host, terms=terms)
        letter_send(table_id=private.pk, user=host, address="zoe@example.org")
        befriend(user=host, other=user)
        befriend(user=self.moderator, other=host)
        yield "private", private
        usual = samples.usual(GAME)[0]
        people = [host, user]
        yield "in play", self.table(samples.table_make(usual, people, "middle", days_per_move=3))
        yield "over", self.table(samples.table_make(usual, people, "ended"))
        for name, act in {"frozen": acts.table_freeze, "closed": acts.table_close}.items():
            table = samples.table_make(samples.usual("cuba")[0], people, "middle")
            act(moderator=self.moderator, table_id=table, why="Somebody asked for it.")
            yield name, self.table(table)
        given_up = samples.table_make(samples.usual("pier")[0], people)
        services.seat_resign(table_id=given_up, user_id=user.pk)
        yield "given up", self.table(given_up)
        absent = samples.table_make(samples.usual("cuba")[0], people, "middle", at_timeout="offer")
        services.table_change(absent, lambda row, now: bot_takes_seat(row, 0, "absent", now))
        yield "absent", self.table(absent)

    def table(self, table_id: int) -> Table:
        """A table as it is stored now."""
        return Table.objects.get(pk=table_id)

    def make_talk(self) -> None:
        """A message, a report of it, a warning, a notice, a token, a refused address."""
        message = message_say(table=self.tables["in play"], user=self.user, text="Good morning!")
        report_make(reporter=self.host, text="Too early.", about=self.user, message=message)
        acts.user_warn(moderator=self.moderator, user=self.user, why="Please be kind.")
        acts.message_hide(moderator=self.moderator, message=message, why="Please be kind.")
        Appeal.objects.create(decision=self.user.decisions.latest("pk"), text="It was meant well.")
        ReadyAnswer.objects.create(title="Kind", text="Please be kind.")
        Notice.objects.create(
            user=self.host, table=self.tables["closed"], kind="host", about=self.user
        )
        token_make(user=self.user, name="My program")
        facts = {"endpoint": "https://push.example.org/1", "key": "k", "secret": "s"}
        Device.objects.create(user=self.user, name="Firefox · Linux", **facts)
        hook_set(user=self.user, url="https://example.org/in")
        self.feed = feeds_renew(self.user)
        facts = {"table": self.tables["over"], "at": 1, "seed": 1, "name": "Low", "key": "shared"}
        self.study = Study.objects.create(user=self.host, number=1, moves=[], **facts)

    def viewers(self) -> dict[str, Client]:
        """Browsers of everybody, by what they are."""
        names = ("host", "user", "moderator", "admin", "guest")
        people = {name: getattr(self, name) for name in names}
        return {name: client_of(user) for name, user in {"nobody": None, **people}.items()}

    def values(self, route: Route) -> Iterator[dict[str, Any]]:
        """What to fill into a route, in every way that shows something else."""
        if "seat_id" in route.wants:
            for table in self.tables.values():
                for seat in table.seats.exclude(user=table.host)[:1]:
                    yield {"table_id": table.pk, "seat_id": seat.pk}
        elif {"table_id", "key"} <= {*route.wants}:
            yield {"table_id": self.study.table_id, "key": self.study.key}
        elif "table_id" in route.wants:
            step = {
                want: 1 if want == "at" else 0 for want in route.wants if want in ("at", "place")
            }
            for table in self.tables.values():
                yield {"table_id": table.pk} | step
        elif "game" in route.wants:
            for game in ("santiago_de_cuba", "port_royal", "guatemala_cafe", "cuba"):
                yield {"game": game}
        elif "slug" in route.wants:
            yield from self.guides(route)
        else:
            yield {want: self.value(want, route) for want in route.wants}

    def guides(self, route: Route) -> Iterator[dict[str, Any]]:
        """Rules, pictures and lessons of every game."""
        for game, rules in GAMES.items():
            if "moment" in route.wants:
                for name in positions.names(game):
                    yield {"slug": game, "name": name, "moment": "after"}
            elif "name" in route.wants:
                place = dict.fromkeys({"line", "step"} & set(route.wants), 0)
                for lesson in lessons_of(game):
                    yield {"slug": game, "name": lesson.name} | place
            elif rules.in_lobby:
                yield {"slug": game}

    def value(self, want: str, route: Route) -> Any:
        """One value."""
        if route.name == "silence":
            return page_for("zoe@example.org").rstrip("/").rpartition("/")[2]
        if route.name == "decision":
            return token_of(self.user.decisions.get(kind="warn"))
        if route.name == "private_link":
            return self.tables["private"].token
        address = EmailAddress.objects.get(user=self.user)
        known = {
            "name": self.user.username,
            "token": token_for(self.user),
            "decision_id": 1,
            **self.moderated(),
            "device_id": 1,
            "secret": self.feed.secret,
            "notice_id": 1,
            "token_id": 1,
            "program_id": 1,
            "pk": self.passkey.pk,
            "id": self.user.pk,
            "app_label": "games",
            "content_type_id": ContentType.objects.get_for_model(User).pk,
            "key": EmailConfirmationHMAC(address).key,
            "uidb36": user_pk_to_url_str(self.user),
        }
        if route.name == "account_reset_password_from_key" and want == "key":
            return default_token_generator.make_token(self.user)
        if want == "object_id":
            app, model = route.text.split("/")[1:3]
            first = apps.get_model(app, model)._default_manager.first()
            return 1 if first is None else first.pk
        return known[want]  # KeyError: a new kind of route; say here how its address is made

    def moderated(self) -> dict[str, Any]:
        """The numbers of what moderators look at."""
        things = {"report_id": Report, "appeal_id": Appeal, "message_id": Message, "act_id": Act,
                  "answer_id": ReadyAnswer}  # fmt: skip
        first = {name: kind._default_manager.earliest("pk").pk for name, kind in things.items()}
        return {**first, "user_id": self.user.pk}

    def addresses(self) -> Iterator[str]:
        """An address for every route, or several."""
        for route in routes():
            for values in self.values(route):
                yield reverse(route.name, kwargs=values)
