"""A seat knows its game, whether its table goes on, and when that ended: lists of a user need it.

Triggers, so that whatever ends a table counts. A move changes none of these columns, and costs
nothing more. The old code bears this: it never writes them.
"""

from django.db import migrations, models

ENDED = """
    case when t.status = 'finished' or t.status = 'closed' and t.number > 1
        then coalesce(t.finished_at, t.opened_at) end
"""
KEEP = f"""
    create function games_seat_taken() returns trigger language plpgsql as $$
    declare
        known record;
    begin
        select t.game, t.status in ('open', 'playing') as goes_on, {ENDED} as ended_at
            into known from games_table t where t.id = new.table_id;
        if found then
            new.game := known.game;
            new.goes_on := known.goes_on;
            new.ended_at := known.ended_at;
        end if;
        return new;
    end $$;

    create function games_table_ended() returns trigger language plpgsql as $$
    begin
        update games_seat s set game = t.game, goes_on = t.status in ('open', 'playing'),
            ended_at = {ENDED}
        from games_table t where t.id = new.id and s.table_id = new.id;
        return null;
    end $$;

    create trigger taken before insert on games_seat
        for each row execute function games_seat_taken();
    create trigger ended after update of status, finished_at on games_table
        for each row when (
            (old.status in ('open', 'playing')) <> (new.status in ('open', 'playing'))
            or old.finished_at is distinct from new.finished_at
        ) execute function games_table_ended();
"""  # noqa: S608 - our own

KEEP_NO_MORE = """
    drop trigger taken on games_seat;
    drop trigger ended on games_table;
    drop function games_seat_taken;
    drop function games_table_ended;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0027_halts")]

    operations = [
        migrations.AddField(
            "seat",
            "game",
            models.CharField(blank=True, db_default="", default="", max_length=40),
        ),
        migrations.AddField("seat", "goes_on", models.BooleanField(db_default=True, default=True)),
        migrations.AddField("seat", "ended_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunSQL(KEEP, KEEP_NO_MORE),
    ]
