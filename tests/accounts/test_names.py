"""Which user names there can be, and that nobody can take another's."""

from __future__ import annotations

import importlib
import unicodedata

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.test import Client

from accounts.models import User
from accounts.names.allowed import check_name, tidy_name
from accounts.names.skeletons import skeleton
from accounts.people.selectors import user_named

GOOD = (
    "Ana", "o_o", "Jörg", "Zoë.K", "x-2", "Тарас", "山田", "a" * 24, "Nguyễn", "O_Brien", "Robot",
    "you-know", "किरण", "กิ่ง", "ภูมิ", "น้ำ", "မြွှေ့", "ශ්\u200dරී", "شکوفه\u200cها", "محمد7", "דנה",
    "山田たろう", "山田Taro", "佐々木", "プレーヤー", "김철수", "ㄅㄆ中", "Αλέξης", "Հայկ", "ქეთი",
)  # fmt: skip


@pytest.mark.parametrize("name", GOOD)
def test_good_names(name: str) -> None:
    check_name(name)
    check_name(tidy_name(unicodedata.normalize("NFD", name)))


def test_good_names_do_not_look_alike() -> None:
    assert len({skeleton(name) for name in GOOD}) == len(GOOD)


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
        ("Нина山", "alphabet"),
        ("aि", "alphabet"),  # a vowel sign of another script
        ("ᏣᎳᎩ", "script"),
        ("á\u0301x", "marks"),
        ("á\u0300\u0302\u0303\u0304x", "marks"),
        ("क1२", "digits"),
        ("A\u200dna", "characters"),
        ("Ana\u200d", "characters"),
        ("אב-", "characters"),
        ("ab\u05d0", "characters"),  # from left to right, and then not
        ("admin", "reserved"),
        ("A-d.min", "reserved"),
        ("Moderator1", "reserved"),
        ("BOT7", "reserved"),
        ("Sobremesa", "reserved"),
        ("me", "reserved"),
        ("ɑdmin", "reserved"),
        ("adm1n", "reserved"),
        ("Ádmin", "reserved"),
        ("moderɑtor", "reserved"),
        ("Sobremésɑ", "reserved"),
        ("the-admin", "reserved"),
        ("admin.team", "reserved"),
        ("support_team", "reserved"),
        ("b0t7", "reserved"),
        ("gυest", "alphabet"),
        ("Gùest-Heron", "reserved"),
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


ALIKE = [
    ("Nora", "Norɑ"),
    ("Nora", "N0ra"),
    ("Pavel", "PaveI"),
    ("liam", "Iiam"),
    ("liam", "l1am"),
    ("ABE", "АВЕ"),  # Latin, Cyrillic
    ("ABE", "ΑΒΕ"),  # Latin, Greek
    ("Poca", "Роса"),
    ("ශ්රී", "ශ්\u200dරී"),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "other"), ALIKE)
def test_nobody_looks_like_somebody_else(name: str, other: str) -> None:
    user = User.objects.create_user(name)
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user(other)
    with pytest.raises(ValidationError) as refused:
        User(username=other, password="x").full_clean()
    assert refused.value.error_dict["username"][0].code == "alike"
    with pytest.raises(ValidationError) as refused:
        User.objects.check_free(other)
    user.username = other
    user.full_clean()
    user.save()
    User.objects.check_free(name, but=user.pk)


@pytest.mark.django_db
def test_a_form_says_that_a_name_looks_like_another() -> None:
    User.objects.create_user("Nora")
    facts = {"email": "n@example.org", "password1": "a-long-word-7", "password2": "a-long-word-7"}
    page = Client().post("/accounts/signup/", {"username": "N0ra", **facts})
    assert "looks like one that is" in page.text
    Client().post("/accounts/signup/", {"username": "Zoe\u0308", **facts})
    assert user_named("Zoë"), "stored as it is compared"


@pytest.mark.django_db
def test_names_that_clash_today_are_kept() -> None:
    """As the migration finds them; whoever comes later looks like neither."""
    for name in ("Nora", "N0ra", "Norɑ", "Ben"):
        User.objects.bulk_create([User(username=name)])
        User.objects.filter(username=name).update(look="")
    importlib.import_module("accounts.migrations.0023_looks_of_names").looks_note(apps, None)
    first, second, third, ben = User.objects.order_by("pk")
    assert (first.look, ben.look) == ("nora", "ben")
    assert [second.look, third.look] == [f"nora#{user.pk}" for user in (second, third)]
    for user in (first, second, third):
        user.full_clean(exclude=["password"])
        user.save()
    second.refresh_from_db()
    assert (second.username, second.look) == ("N0ra", f"nora#{second.pk}")
    first.delete()
    with pytest.raises(ValidationError):
        User.objects.check_free("NORA")
