"""Which user names there can be, and that nobody can take another's."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.models import User
from accounts.names import check_name
from accounts.selectors import user_named


@pytest.mark.parametrize("name", ["Ana", "o_o", "Jörg", "Zoë.K", "x-2", "Тарас", "山田", "a" * 24])
def test_good_names(name: str) -> None:
    check_name(name)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "length"),
        ("a", "length"),
        ("a" * 25, "length"),
        ("<b>Ana</b>", "characters"),
        ("Ana Maria", "characters"),
        ("Ana\x00", "characters"),
        ("Ana\u200b", "characters"),
        ("An\u202ea", "characters"),
        ("ana/../x", "characters"),
        (".ana", "characters"),
        ("ana_", "characters"),
        ("ﬁn", "characters"),  # a ligature that looks like two letters
        ("Аna", "alphabet"),  # the first letter is Cyrillic
        ("1234", "alphabet"),
        ("admin", "reserved"),
        ("A-d.min", "reserved"),
        ("Moderator1", "reserved"),
        ("BOT7", "reserved"),
        ("Sobremesa", "reserved"),
        ("me", "reserved"),
    ],
)
def test_odd_names_are_refused(name: str, code: str) -> None:
    with pytest.raises(ValidationError) as refused:
        check_name(name)
    assert refused.value.code == code


@pytest.mark.django_db
def test_a_name_is_taken_in_every_case() -> None:
    User.objects.create_user("Jörg")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("JÖRG")
    with pytest.raises(ValidationError):
        User(username="jörg", password="x").full_clean()


@pytest.mark.django_db
def test_an_address_belongs_to_one_account_in_every_case() -> None:
    User.objects.create_user("Ana", "ana@example.org")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("Ben", "ANA@example.org")
    User.objects.create_user("Carla")
    User.objects.create_user("Dario")  # nobody's address may be empty twice


@pytest.mark.django_db
def test_somebody_is_found_in_every_case() -> None:
    ana = User.objects.create_user("Ana")
    User.objects.create_user("Gone", is_active=False)
    assert user_named("aNA") == ana == User.objects.get_by_natural_key("ANA")
    assert user_named("An") is user_named("gone") is user_named("a\x00") is None
