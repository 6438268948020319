import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Tables that have ended before are rated by the worker's first look."""

    dependencies = [
        ("games", "0040_fairness"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(
                    auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                )),
                ("game", models.CharField(max_length=40)),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("tables", models.PositiveIntegerField()),
                ("user", models.ForeignKey(
                    blank=True, db_index=False, null=True,
                    on_delete=django.db.models.deletion.SET_NULL, related_name="ratings",
                    to=settings.AUTH_USER_MODEL,
                )),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("user__isnull", False)), fields=["game", "-mu", "id"],
                        name="rating_best_of_game",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "game"), name="rating_one_per_game"),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0)), name="rating_has_doubt"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatedSeat",
            fields=[
                ("pk", models.CompositePrimaryKey(
                    "table_id", "place", blank=True, editable=False, primary_key=True,
                    serialize=False,
                )),
                ("place", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField()),
                ("rank", models.PositiveSmallIntegerField()),
                ("weight", models.FloatField()),
                ("mu_before", models.FloatField()),
                ("sigma_before", models.FloatField()),
                ("mu", models.FloatField()),
                ("sigma", models.FloatField()),
                ("table", models.ForeignKey(
                    db_index=False, on_delete=django.db.models.deletion.CASCADE,
                    related_name="rated_seats", to="games.table",
                )),
                ("rating", models.ForeignKey(
                    db_index=False, on_delete=django.db.models.deletion.CASCADE,
                    related_name="seats", to="games.rating",
                )),
            ],
            options={
                "indexes": [
                    models.Index(fields=["rating", "at", "table"], name="rated_by_moment"),
                    models.Index(fields=["at", "table"], name="rated_since"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("table", "rating"), name="rated_once_at_a_table"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("weight__gt", 0), ("weight__lte", 1)),
                        name="rated_with_a_weight",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("sigma__gt", 0), ("sigma_before__gt", 0)),
                        name="rated_has_doubt",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rank__gte", 1)), name="rated_has_a_rank"
                    ),
                ],
            },
        ),
        migrations.AddField(
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
                    ("few", "fewer than two people played it to its end"),
                ],
                db_default="",
                default="",
                max_length=6,
            ),
        ),
        migrations.AddField(
            model_name="table",
            name="unrated",
            field=models.BooleanField(db_default=False, default=False, verbose_name="unrated"),
        ),
    ]
