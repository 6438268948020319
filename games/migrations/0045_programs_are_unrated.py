from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0044_time_outs")]

    operations = [
        migrations.AlterField(
            model_name="table",
            name="rated",
            field=models.CharField(
                blank=True,
                choices=[
                    ("yes", "counts for ratings"),
                    ("agreed", "agreed on before the game"),
                    ("hints", "hints were allowed"),
                    ("bots", "a bot had a seat of its own"),
                    ("guests", "a guest sat there"),
                    ("programs", "a program sat there"),
                    ("few", "fewer than two people played it to its end"),
                ],
                db_default="",
                default="",
                max_length=10,
            ),
        ),
    ]
