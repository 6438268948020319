"""Marks that others keep carry one of this life of the site."""

from __future__ import annotations

import secrets
from typing import Any

from django.db import migrations, models
from django.utils import timezone


def begin(apps: Any, schema_editor: Any) -> None:
    life = apps.get_model("games", "Life")
    life.objects.create(pk=1, mark=secrets.token_hex(4), since=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("games", "0030_terms_with_defaults")]

    operations = [
        migrations.CreateModel(
            name="Life",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("mark", models.CharField(max_length=16)),
                ("since", models.DateTimeField()),
            ],
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
