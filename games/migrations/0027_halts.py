"""Somebody may stop the site, and work on it can be planned: times in which nobody's clock runs.

Triggers, so that whatever changes such a time counts: everything read before is out of date then
(`stamp`), and all processes are told. The lock makes the stamps rise in the order of the commits.
"""

from django.db import migrations, models
from django.db.models import Q

STAMP = """
    create sequence games_outage_stamps;

    create function games_outages_in_turn() returns trigger language plpgsql as $$
    begin
        perform pg_advisory_xact_lock(hashtext('games_outage'));
        return null;
    end $$;

    create function games_outage_stamped() returns trigger language plpgsql as $$
    begin
        new.stamp := nextval('games_outage_stamps');
        new.settled := false;
        return new;
    end $$;

    create function games_outages_changed() returns trigger language plpgsql as $$
    begin
        perform pg_notify('sobremesa', 'site {"type":"site.changed","group":"site"}');
        return null;
    end $$;

    create trigger in_turn before insert or update or delete on games_outage
        for each statement execute function games_outages_in_turn();
    create trigger stamped_new before insert on games_outage
        for each row execute function games_outage_stamped();
    create trigger stamped before update of
        kind, since, until, read_only, off, text_en, text_de on games_outage
        for each row execute function games_outage_stamped();
    create trigger changed after insert or delete or update of
        kind, since, until, read_only, off, text_en, text_de on games_outage
        for each statement execute function games_outages_changed();
"""

STAMP_NO_MORE = """
    drop trigger in_turn on games_outage;
    drop trigger stamped_new on games_outage;
    drop trigger stamped on games_outage;
    drop trigger changed on games_outage;
    drop function games_outages_in_turn;
    drop function games_outage_stamped;
    drop function games_outages_changed;
    drop sequence games_outage_stamps;
"""
KINDS = [
    ("down", "the server was down"),
    ("panic", "stopped by hand"),
    ("planned", "planned work"),
]


def text(name: str) -> models.CharField:
    return models.CharField(db_default="", max_length=500, verbose_name=name)


class Migration(migrations.Migration):
    dependencies = [("games", "0026_editions")]

    operations = [
        migrations.AlterModelOptions(
            name="outage",
            options={
                "ordering": ["-pk"],
                "verbose_name": "time without clocks",
                "verbose_name_plural": "times without clocks",
            },
        ),
        migrations.AlterField("outage", "since", models.DateTimeField(verbose_name="from")),
        migrations.AlterField(
            "outage", "until", models.DateTimeField(db_index=True, null=True, verbose_name="until")
        ),
        migrations.AddField(
            "outage",
            "kind",
            models.CharField(
                choices=KINDS, db_default="down", default="down", max_length=10, verbose_name="kind"
            ),
        ),
        migrations.AddField(
            "outage",
            "read_only",
            models.BooleanField(
                db_default=False, default=False, verbose_name="nothing can be changed"
            ),
        ),
        migrations.AddField("outage", "text_en", text("reason, English")),
        migrations.AddField("outage", "text_de", text("reason, German")),
        migrations.AddField(
            "outage",
            "off",
            models.BooleanField(db_default=False, default=False, verbose_name="called off"),
        ),
        migrations.AddField(
            "outage", "settled", models.BooleanField(db_default=False, default=False)
        ),
        migrations.AddField(
            "outage",
            "stamp",
            models.BigIntegerField(db_default=0, db_index=True, editable=False),
        ),
        migrations.RunSQL("update games_outage set settled = true", migrations.RunSQL.noop),
        migrations.AddConstraint(
            "outage",
            models.UniqueConstraint(
                name="outage_one_panic", fields=["kind"], condition=Q(until=None)
            ),
        ),
        migrations.AddConstraint(
            "outage",
            models.CheckConstraint(
                name="outage_has_an_end", condition=Q(kind="panic") | Q(until__isnull=False)
            ),
        ),
        migrations.RunSQL(STAMP, STAMP_NO_MORE),
    ]
