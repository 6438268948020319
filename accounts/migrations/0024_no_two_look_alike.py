"""No two new names look alike. In a transaction of its own, after all looks are noted."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ("accounts", "0023_looks_of_names"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="user",
            constraint=models.UniqueConstraint(
                condition=models.Q(("look", ""), _negated=True),
                fields=("look",),
                name="user_look_unique",
                violation_error_message="This name is taken, or looks like one that is.",
            ),
        ),
    ]
