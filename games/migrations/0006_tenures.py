"""Who had a seat before; of hand-overs so far as the record of moderators' acts tells it."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

HANDED_OVER = """
    insert into games_tenure (table_id, place, user_id, bot, first, last)
    select r.table_id, r.place, u.id,
        case when act.id is null or act.name is not null then '' else coalesce((
            select m."by" from games_logentry m
            where m.table_id = r.table_id and m.place = r.place and m.number < r.number
                and m."by" not in ('', 'orders')
            order by m.number desc limit 1
        ), 'bot') end,
        coalesce(lag(r.number) over (partition by r.table_id, r.place order by r.number), 1),
        r.number - 1
    from games_logentry r
    left join lateral (
        select a.id, a.details->>'before' as name from accounts_act a
        where a.kind = 'replace' and a.table_id = r.table_id
            and (a.details->>'place')::int = r.place
            and a.at between r.at and r.at + interval '1 minute'
        order by a.at limit 1
    ) act on true
    left join accounts_user u on u.username = act.name
    where r.kind = 'replace'
"""
"""Where no act tells, as for accounts that were deleted, it was somebody who has left."""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_deadline_of_entries"),
        ("accounts", "0003_people_and_order"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Tenure",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.PositiveSmallIntegerField()),
                ("bot", models.CharField(blank=True, max_length=20)),
                ("first", models.PositiveIntegerField()),
                ("last", models.PositiveIntegerField()),
                (
                    "table",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="tenures",
                        to="games.table",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="tenures",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["table", "place", "first"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "place", "first"), name="tenure_once_at_a_time"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("first__gte", 1), ("first__lte", models.F("last"))),
                        name="tenure_entries_in_order",
                    ),
                ],
            },
        ),
        migrations.RunSQL(HANDED_OVER, migrations.RunSQL.noop),
    ]
