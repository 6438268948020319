"""The labels of fields in plainer words: the database stays as it is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0038_watched_by_index"),
    ]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="pace",
            field=models.CharField(
                choices=[
                    ("none", "no limit"),
                    ("answer", "fixed time per move"),
                    ("budget", "a budget that grows with every move"),
                ],
                default="none",
                max_length=6,
                verbose_name="time for a move",
            ),
        ),
        migrations.AlterField(
            model_name="table",
            name="stand_in",
            field=models.CharField(
                db_default="regular",
                default="regular",
                max_length=20,
                verbose_name="how well a stand-in bot plays",
            ),
        ),
    ]
