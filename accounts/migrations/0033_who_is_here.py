"""Find by index the people who have a page open, and let them hide it."""

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("accounts", "0032_letters_have_a_page")]

    operations = [
        migrations.AddField(
            "user",
            "shows_here",
            models.BooleanField(
                db_default=True,
                default=True,
                verbose_name="show others who have an account, on the front page, that I am here",
            ),
        ),
        AddIndexConcurrently("seen", models.Index(fields=["at"], name="seen_lately")),
    ]
