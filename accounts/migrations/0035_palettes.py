"""Colours of players and pieces that are easy to tell apart, for whoever wishes it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0034_faces")]

    operations = [
        migrations.AddField(
            "user",
            "palette",
            models.CharField(
                choices=[
                    ("usual", "as drawn"),
                    ("distinct", "easy to tell apart, also for colour-blind eyes"),
                ],
                db_default="usual",
                default="usual",
                max_length=10,
                verbose_name="colours of players and pieces",
            ),
        ),
    ]
