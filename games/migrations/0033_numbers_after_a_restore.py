"""Numbers of a table's log go further by a million where the site goes on from a backup.

The column that names the entry before was generated; its values stay, a trigger fills new ones.
Nothing is written anew.
"""

from __future__ import annotations

from django.db import migrations, models

FILLED = """
    alter table games_logentry alter column previous drop expression;
    create function games_logentry_follows() returns trigger language plpgsql as $$
    begin
        new.previous := nullif(
            new.number - 1 - case new.kind when 'restore' then 1000000 else 0 end, 0
        );
        return new;
    end $$;
    create trigger follows before insert or update of number, kind on games_logentry
        for each row execute function games_logentry_follows();
"""
GENERATED = """
    drop trigger follows on games_logentry;
    drop function games_logentry_follows;
    alter table games_logentry drop column previous cascade,
        add column previous integer generated always as (nullif(number - 1, 0)) stored,
        add constraint entry_numbers_gapless foreign key (table_id, previous)
            references games_logentry (table_id, number) deferrable initially deferred;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0032_log_says_what_was_asked")]

    operations = [
        migrations.RunSQL(FILLED, GENERATED),
        migrations.AlterField(
            model_name="logentry",
            name="kind",
            field=models.CharField(
                choices=[
                    ("start", "start"),
                    ("move", "move"),
                    ("undo", "undo"),
                    ("migrate", "rules updated"),
                    ("absent", "out of time"),
                    ("missed", "out of time for one answer"),
                    ("excused", "excused"),
                    ("return", "returned"),
                    ("resign", "resigned"),
                    ("replace", "seat handed over"),
                    ("freeze", "frozen"),
                    ("thaw", "unfrozen"),
                    ("correct", "taken back by a moderator"),
                    ("close", "closed"),
                    ("clock", "clocks set"),
                    ("vacation", "day off"),
                    ("wish", "asked for consent"),
                    ("agree", "agreed"),
                    ("decline", "declined"),
                    ("pause", "paused"),
                    ("resume", "pause ended"),
                    ("more", "more time"),
                    ("stand_in", "a stand-in was agreed on"),
                    ("timed", "a clock was agreed on"),
                    ("restore", "went on from a backup"),
                ],
                max_length=10,
            ),
        ),
    ]
