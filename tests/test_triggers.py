"""Each trigger of the database is named at the model whose rows it watches."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.db import connection

APPS = ("accounts", "games", "lobby")
NAMED = re.compile(r"Triggers:(.*?)(?:\n\n|\Z)", re.DOTALL)
TRIGGERS = """
    select c.relname || '.' || t.tgname from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relname not like 'procrastinate%%'
"""


def named() -> set[str]:
    """What the models name, as `table.trigger`; the table is their own unless they say another."""
    names = set()
    for model in (model for app in APPS for model in apps.get_app_config(app).get_models()):
        for part in NAMED.findall(model.__doc__ or ""):
            for name in re.findall(r"`([\w.]+)`", part):
                names.add(name if "." in name else f"{model._meta.db_table}.{name}")
    return names


@pytest.mark.django_db
def test_models_name_their_triggers() -> None:
    with connection.cursor() as cursor:
        cursor.execute(TRIGGERS)
        triggers = {name for (name,) in cursor.fetchall()}
    assert len(triggers) > 15
    assert triggers == named()
