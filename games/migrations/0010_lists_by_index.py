"""Lists of tables are read from indexes, the newest first; made while the site goes on."""

import django.db.models.deletion
from django.conf import settings
from django.contrib.postgres.operations import AddIndexConcurrently, RemoveIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [
        ("games", "0009_undoable"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        AddIndexConcurrently(
            "table", models.Index(fields=["game", "-id"], name="table_newest_of_game")
        ),
        AddIndexConcurrently(
            "table", models.Index(fields=["status", "-id"], name="table_newest_of_status")
        ),
        AddIndexConcurrently(
            "table", models.Index(fields=["game", "status", "-id"], name="table_newest_of_both")
        ),
        RemoveIndexConcurrently("table", "table_status_opened"),
        AddIndexConcurrently(
            "seat", models.Index(fields=["user", "-table"], name="seat_tables_of_user")
        ),
        migrations.AlterField(
            model_name="seat",
            name="user",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="seats",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
