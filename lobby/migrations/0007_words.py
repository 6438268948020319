"""The labels of fields in plainer words: the database stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0006_letters_due"),
    ]

    operations = [
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("expired", "Nobody came for a long time, so the table was cancelled."),
                    ("closed", "The host has cancelled the table."),
                    ("declined", "The invitation was declined."),
                    ("removed", "The host has removed you from the table."),
                    ("changed", "The host has changed the table: check whether you agree."),
                    ("host", "The host has left: you are the host now."),
                    ("taken", "Your time had run out, and somebody has taken over your seat."),
                ],
                max_length=10,
            ),
        ),
    ]
