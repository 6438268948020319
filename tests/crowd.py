"""A crowd, made quickly: people of one time zone, all with a table in play."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.db import connection
from django.db.models import Model
from django.utils import timezone

from accounts.models import User
from games.models import Seat, Table
from games.telling.reading import zone_chosen

ZONE = "Europe/Berlin"
COPIES = """
    with source as (select * from games_table where id = %(table)s),
    copies as (
        insert into games_table (token, {table})
        select md5(random()::text || n), {table} from source, generate_series(1, %(tables)s) n
        returning id
    ),
    numbered as (select id, row_number() over (order by id) - 1 as n from copies),
    people as (select id, row_number() over (order by id) - 1 as n from unnest(%(people)s) as id)
    insert into games_seat (table_id, user_id, {seat})
    select c.id, p.id, {seats} from numbered c
    join games_seat s on s.table_id = %(table)s
    join people p on p.n = c.n * 2 + s.place
"""


def crowd_make(people: int, table: Table) -> list[User]:
    """So many people who get daily digests; two at each copy of a table that has as many seats."""
    now, first = timezone.now(), User.objects.count()
    names = [f"crowd-{n}" for n in range(first, first + people)]
    users = User.objects.bulk_create(
        User(username=name, email=f"{name}@example.org", time_zone=ZONE, mails=User.Mails.DIGEST,
             daily_hour=now.astimezone(zone_chosen(ZONE)).hour, password="!", last_login=now)
        for name in names
    )  # fmt: skip
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    tables, seats = columns_of(Table, "token", "secret"), columns_of(Seat, "table_id", "user_id")
    copied = COPIES.format(table=", ".join(tables), seat=", ".join(seats),
                           seats=", ".join(f"s.{name}" for name in seats))  # fmt: skip
    facts = {"table": table.pk, "tables": people // 2, "people": [user.pk for user in users]}
    with connection.cursor() as cursor:
        cursor.execute(copied, facts)
        cursor.execute("analyze")
    return users


def columns_of(model: type[Model], *without: str) -> list[str]:
    """The columns of a model that are copied, quoted."""
    names = [field.column for field in model._meta.local_fields if not field.primary_key]
    return [f'"{name}"' for name in names if name not in without]
