"""The next notice of a lane is the first of its index, also of many that are due at one moment; and
when all seats were last looked at is remembered."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0011_plan_news")]

    operations = [
        migrations.RemoveIndex("notice", "notice_next"),
        migrations.AddIndex(
            "notice",
            models.Index(
                condition=models.Q(("status", "owed")),
                fields=["channel", "next_at", "id"],
                name="notice_next",
            ),
        ),
        migrations.CreateModel(
            name="Sweep",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("whole_at", models.DateTimeField()),
            ],
        ),
    ]
