"""A small demo world: people, an open table, tables in play, a finished one.

All of it is made, and every move played, through the services.
"""

from __future__ import annotations

import random
from typing import Any

from accounts.models import User, address_confirm
from accounts.people.rights import make_group
from accounts.signing_in.demo import DEMO_NAMES, MODERATOR_NAME
from games.changing import services as games
from games.judging.questions import question_id
from games.models import Table
from games.rules.core.codec import encode
from games.storing.rows import table_load
from games.telling.history import position_of
from lobby.tables import services
from lobby.terms.opening import Terms, days_per_move, games_in_lobby

FIRST_GAME = "santiago_de_cuba"
MOVES_SO_FAR = 14
"""How many moves of the table in play are made, before it waits for the first of the people."""
LONGEST_GAME = 5_000
DOMAIN = "demo.invalid"


def people_make() -> list[User]:
    """Make the demo's users. Existing ones are left alone, but for a missing address."""
    return [person_make(name) for name in DEMO_NAMES]


def person_make(name: str, **facts: Any) -> User:
    """Make a user without a password, if there is none of that name, with an email address.

    So mails are written to them, for the demo to show; the domain exists nowhere (RFC 2606).
    """
    defaults = {"password": "!", "language": "", **facts}
    user, _new = User.objects.get_or_create(username=name, defaults=defaults)
    if not user.email:
        user.email = f"{name.lower()}@{DOMAIN}"
        user.save(update_fields=["email"])
    address_confirm(user)
    return user


def moderator_make() -> User:
    """Make the demo's moderator, who may enter the administration."""
    moderator = person_make(MODERATOR_NAME, is_staff=True)
    moderator.groups.add(make_group())
    return moderator


def world_make() -> bool:
    """Make what is missing. False if there are tables already."""
    ana, ben, carla, dario = people_make()
    moderator_make()
    if Table.objects.filter(host__in=(ana, ben, carla, dario)).exists():
        return False
    slug = FIRST_GAME if FIRST_GAME in games_in_lobby() else next(iter(games_in_lobby()))
    chance = random.Random(1955)
    finished = table_of([dario, ana], Terms(slug, 3, 3, bots=1))
    play_on(finished, [dario, ana], chance)
    playing = table_of([ana, ben, carla], Terms(slug, 3, 3, **days_per_move(3)))
    play_on(playing, [ana, ben, carla], chance, least=MOVES_SO_FAR, until=ana)
    opened = services.table_open(host=ben, terms=Terms(slug, 2, 4, **days_per_move(2)))
    services.seat_take(table_id=opened.pk, user=dario)
    services.invitation_send(table_id=opened.pk, user=ben, name=ana.username)
    for game in games_in_lobby():
        if game != slug:
            low, high = games_in_lobby()[game].players[0], games_in_lobby()[game].players[-1]
            services.table_open(host=carla, terms=Terms(game, low, high, **days_per_move(5)))
    return True


def table_of(people: list[User], terms: Terms) -> Table:
    """A table at which these people have sat down; its last seat begins it."""
    host, *others = people
    table = services.table_open(host=host, terms=terms)
    for user in others:
        services.seat_take(table_id=table.pk, user=user)
    return table


def play_on(
    table: Table,
    people: list[User],
    chance: random.Random,
    *,
    least: int = LONGEST_GAME,
    until: User | None = None,
) -> None:
    """Play for everybody as the game's best bot, to the end or until a certain player must move."""
    for count in range(LONGEST_GAME):
        row = table_load(table.pk)
        position = position_of(row)
        if row.status != "playing" or position is None:
            return
        asked = {d.seat: d for d in row.rules.pending(position.state)}
        if until and count >= least and row.place_of(until.pk) in asked:
            return
        places = {row.place_of(user.pk): user for user in people}
        place = next((place for place in places if place in asked), None)
        if place is None:
            games.bot_move(table_id=table.pk, chance=chance)
            continue
        bot = row.rules.bots[services.bot_for(row.rules)]
        move = bot(row.rules.view(position.state, place), asked[place], chance)
        games.move_submit(
            table_id=table.pk,
            user_id=places[place].pk,
            question=question_id(row.id, place, row.seats[place].answers, asked[place]),
            move=encode(move),
        )
