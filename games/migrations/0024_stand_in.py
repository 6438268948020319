"""How well a bot plays for somebody who is away: at tables that there are, as it did."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0023_turns_in_the_queue")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="stand_in",
            field=models.CharField(
                db_default="regular",
                default="regular",
                max_length=20,
                verbose_name="how well a bot plays for who is away",
            ),
        ),
    ]
