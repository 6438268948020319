"""Standing orders become a kind of plan: they are kept with the user, no longer with the seat."""

from django.conf import settings
from django.db import migrations, models

CARRY_OVER = """
    insert into games_plan (user_id, table_id, at, made, exact, steps, orders, looked, question,
        dropped, made_at)
    select s.user_id, t.id, t.number, t.number, true, '[]', s.orders, 0, '', '', now()
    from games_seat s join games_table t on t.id = s.table_id
    where s.orders is not null and s.user_id is not null and t.status = 'playing'
"""


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0019_plans"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveConstraint("plan", "plan_one_per_seat"),
        migrations.AddField("plan", "orders", models.JSONField(blank=True, null=True)),
        migrations.AlterField("plan", "steps", models.JSONField(default=list)),
        migrations.AddConstraint(
            "plan",
            models.UniqueConstraint(
                condition=models.Q(orders__isnull=True),
                fields=("user", "table"),
                name="plan_one_per_seat",
            ),
        ),
        migrations.AddConstraint(
            "plan",
            models.UniqueConstraint(
                condition=models.Q(orders__isnull=False),
                fields=("user", "table"),
                name="plan_one_orders_per_seat",
            ),
        ),
        migrations.RunSQL(CARRY_OVER, migrations.RunSQL.noop),
        migrations.RemoveField("seat", "orders"),
    ]
