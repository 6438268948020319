"""An entry of the log says what everybody was asked to agree to."""

from __future__ import annotations

from django.db import migrations

from games.models.fields import RawJSONField


class Migration(migrations.Migration):
    dependencies = [("games", "0031_life")]

    operations = [
        migrations.AddField(
            model_name="logentry",
            name="wish",
            field=RawJSONField(blank=True, null=True),
        ),
    ]
