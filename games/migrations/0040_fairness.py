from django.db import migrations, models

import games.models.fields
import games.models.tables


class Migration(migrations.Migration):
    """Tables that were there before have no secret: they go on as they were."""

    dependencies = [("games", "0039_words")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="secret",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AlterField(
            model_name="table",
            name="secret",
            field=models.CharField(
                blank=True, db_default="", default=games.models.tables.secret_made, max_length=64
            ),
        ),
        migrations.AddConstraint(
            model_name="table",
            constraint=models.UniqueConstraint(
                name="table_one_secret", fields=["secret"], condition=~models.Q(secret="")
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="share",
            field=models.CharField(blank=True, db_default="", default="", max_length=64),
        ),
        migrations.AddField(
            model_name="logentry",
            name="sealed",
            field=games.models.fields.RawJSONField(blank=True, null=True),
        ),
    ]
