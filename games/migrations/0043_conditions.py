from django.db import migrations, models

BOUNDS = [
    ("", "any"), ("1300", "1300"), ("1400", "1400"), ("1500", "1500"), ("1600", "1600"),
    ("1700", "1700"), ("1800", "1800"),
]  # fmt: skip


class Migration(migrations.Migration):
    dependencies = [("games", "0042_rated_by_index")]

    operations = [
        migrations.AddField(
            model_name="table",
            name=name,
            field=models.CharField(
                choices=BOUNDS, db_default="", default="", max_length=4, verbose_name=words
            ),
        )
        for name, words in (("rating_from", "rating at least"), ("rating_to", "rating at most"))
    ]
