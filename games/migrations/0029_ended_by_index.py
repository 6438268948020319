"""The tables of a user that go on, those that have ended, their results: each by an index.

Seats that were there before are filled in, some thousand at a time, while people play: a seat of
which the triggers know already is left alone. Frozen tables have an index too. Tables and seats
are swept more often than by default: of millions few change, but these all the time.
"""

from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models
from django.db.models import Q

AT_ONCE = 5_000  # tables
FILL = """
    update games_seat s set game = t.game, goes_on = t.status in ('open', 'playing'),
        ended_at = case when t.status = 'finished' or t.status = 'closed' and t.number > 1
            then coalesce(t.finished_at, t.opened_at) end
    from games_table t
    where t.id = s.table_id and s.game = '' and t.id between %s and %s
"""
SWEEP = """
    alter table {name} set (
        autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02
    )
"""
SWEEP_AS_USUAL = """
    alter table {name} reset (
        autovacuum_vacuum_scale_factor, autovacuum_vacuum_insert_scale_factor
    )
"""


def fill(apps, schema_editor):
    """Each part in a transaction of its own."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("select coalesce(min(id), 0), coalesce(max(id), -1) from games_table")
        first, last = cursor.fetchone()
        for number in range(first, last + 1, AT_ONCE):
            cursor.execute(FILL, [number, number + AT_ONCE - 1])


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("games", "0028_seats_of_the_ended")]

    operations = [
        migrations.RunPython(fill, migrations.RunPython.noop),
        AddIndexConcurrently(
            "seat",
            models.Index(fields=["user", "table"], condition=Q(goes_on=True), name="seat_going_on"),
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["user", "-ended_at", "-table"],
                include=["game"],
                condition=Q(ended_at__isnull=False),
                name="seat_ended",
            ),
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["user", "table"],
                include=["game", "rank", "absent_since"],
                condition=Q(rank__isnull=False),
                name="seat_ranked",
            ),
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["user"],
                condition=Q(resigned_at__isnull=False) | Q(absent_since__isnull=False),
                name="seat_left",
            ),
        ),
        AddIndexConcurrently(
            "seat",
            models.Index(
                fields=["-absent_since"],
                condition=Q(absent_since__isnull=False, goes_on=True),
                name="seat_absent_now",
            ),
        ),
        RemoveIndexConcurrently("seat", "seat_absent_latest"),
        AddIndexConcurrently(
            "table",
            models.Index(
                fields=["game"],
                condition=Q(frozen_at__isnull=False, status="playing"),
                name="table_frozen",
            ),
        ),
        *(
            migrations.RunSQL(SWEEP.format(name=name), SWEEP_AS_USUAL.format(name=name))
            for name in ("games_table", "games_seat")
        ),
    ]
