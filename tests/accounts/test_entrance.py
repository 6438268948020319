"""Signing up, in and out; forgotten passwords; the demo's one click."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth import SESSION_KEY
from django.core import mail
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage
from django.test import Client
from django.urls import NoReverseMatch, resolve, reverse
from django.urls.exceptions import Resolver404
from pytest_django import Settings

from accounts.mail.letters import letters_send
from accounts.models import User
from config.running import environment
from tools.passkey import passkey_make

pytestmark = pytest.mark.django_db

PASSWORD = "two sugars please"
NEW = {
    "username": "Zoë",
    "email": "Zoe@Example.org",
    "password1": PASSWORD,
    "password2": PASSWORD,
    "time_zone": "America/Havana",
}


def letters_sent() -> list[EmailMessage]:
    """All mails, once the job that sends letters has done what is due."""
    letters_send()
    return list(mail.outbox)


def link_in_mail() -> str:
    """The path of the only link in the latest mail."""
    (found,) = set(re.findall(r"https?://[^/\s]+(/\S+)", str(letters_sent()[-1].body)))
    return found


def is_signed_in(client: Client) -> bool:
    return SESSION_KEY in client.session


def test_sign_up_confirm_sign_in(client: Client) -> None:
    answer = client.post(reverse("account_signup"), NEW, headers={"accept-language": "de"})
    assert answer.status_code == 302 and not is_signed_in(client), "the address comes first"
    zoe = User.objects.get()
    assert (zoe.username, zoe.email) == ("Zoë", "zoe@example.org")
    assert (zoe.language, zoe.time_zone) == ("de", "America/Havana")
    confirm = link_in_mail()
    assert client.get(confirm).status_code == 200, "looking is not confirming"
    client.post(confirm)
    for login in ("Zoë", "ZOË", "zoe@example.org", "ZOE@example.org"):
        other = Client()
        other.post(reverse("account_login"), {"login": login, "password": PASSWORD})
        assert is_signed_in(other), login


def test_without_confirmation_no_entry(client: Client) -> None:
    client.post(reverse("account_signup"), NEW)
    client.post(reverse("account_login"), {"login": "Zoë", "password": PASSWORD})
    assert not is_signed_in(client)


@pytest.mark.parametrize(
    "wrong",
    [
        {"username": "admin"},
        {"username": "<b>x</b>"},
        {"username": "ANA"},
        {"username": "x" * 25},
        {"email": "nowhere"},
        {"email": ""},
        {"password2": "something else"},
        {"password1": "elevenchars", "password2": "elevenchars"},
        {"password1": "918273645546", "password2": "918273645546"},
    ],
    ids=str,
)
def test_sign_up_refused(client: Client, wrong: dict[str, str]) -> None:
    User.objects.create_user("Ana", "ana@example.org")
    answer = client.post(reverse("account_signup"), NEW | wrong)
    assert answer.status_code == 200 and b"errorlist" in answer.content
    assert User.objects.count() == 1 and not letters_sent()


def test_sign_up_does_not_tell_who_has_an_account(client: Client) -> None:
    User.objects.create_user("Ana", "ana@example.org")
    fresh = client.post(reverse("account_signup"), NEW)
    taken = Client().post(reverse("account_signup"), NEW | {"username": "B", "email": "x@y.org"})
    assert taken.status_code == 200  # a name of one letter
    again = Client().post(
        reverse("account_signup"), NEW | {"username": "Eva", "email": "ANA@example.org"}
    )
    assert (again.status_code, again.headers["location"]) == (302, fresh.headers["location"])
    assert not User.objects.filter(username="Eva").exists()


def test_password_managers_find_the_name_that_sign_up_saved(client: Client) -> None:
    """The field takes an address, too, but what was saved is the name."""
    fields = [
        re.search(rf'<input[^>]* name="{name}"[^>]*>', client.get(reverse(page)).text)
        for page, name in (("account_signup", "username"), ("account_login", "login"))
    ]
    assert all(field and 'autocomplete="username"' in field[0] for field in fields)
    assert fields[1] and 'autocapitalize="none"' in fields[1][0]


def test_an_unknown_time_zone_is_left_out(client: Client) -> None:
    client.post(reverse("account_signup"), NEW | {"time_zone": "../../etc/passwd"})
    assert User.objects.get().time_zone == ""


def test_a_forgotten_password(client: Client) -> None:
    ana = User.objects.create_user("Ana", "ana@example.org", "old and forgotten")
    ana.emailaddress_set.create(email="ana@example.org", verified=True, primary=True)
    client.post(reverse("account_reset_password"), {"email": "ANA@example.org"})
    form = client.get(link_in_mail(), follow=True)
    path = form.redirect_chain[-1][0]
    client.post(path, {"password1": PASSWORD, "password2": PASSWORD})
    client.post(reverse("account_login"), {"login": "Ana", "password": "old and forgotten"})
    assert not is_signed_in(client)
    client.post(reverse("account_login"), {"login": "Ana", "password": PASSWORD})
    assert is_signed_in(client)


def test_without_keys_there_is_no_button(client: Client) -> None:
    for name in ("account_login", "account_signup"):
        assert "Continue with" not in client.get(reverse(name)).text
    policy = client.get(reverse("account_login")).headers["Content-Security-Policy"]
    assert "form-action 'self';" in policy


def test_half_of_the_keys_is_a_mistake() -> None:
    assert environment.providers(github=("", ""), openid_connect=("", "", "", "OpenID")) == {}
    for half in (("id", ""), ("", "secret")):
        with pytest.raises(ImproperlyConfigured, match="github is only half set"):
            environment.providers(github=half)
    with pytest.raises(ImproperlyConfigured, match="openid_connect"):
        environment.providers(openid_connect=("id", "secret", "", "OpenID"))
    assert environment.providers(google=("id", "secret")) == {
        "google": {"APPS": [{"client_id": "id", "secret": "secret"}]}
    }


def test_forms_may_lead_to_the_doors_that_are_set(client: Client, settings: Settings) -> None:
    settings.SIGN_IN_WITH = environment.providers(
        google=("id", "secret"), openid_connect=("id", "secret", "https://club.example/a", "Club")
    )
    policy = client.get(reverse("lobby")).headers["Content-Security-Policy"]
    assert "form-action 'self' https://accounts.google.com https://club.example;" in policy + ";"


def test_a_code_is_asked_of_whoever_has_a_second_factor_too(client: Client) -> None:
    ana = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    ana.emailaddress_set.create(email="ana@example.org", verified=True, primary=True)
    passkey_make(ana)
    client.post(reverse("account_request_login_code"), {"email": "ana@example.org"})
    (code,) = re.findall(r"^([0-9A-Z]+-?[0-9A-Z]+)$", str(letters_sent()[-1].body), re.MULTILINE)
    answer = client.post(reverse("account_confirm_login_code"), {"code": code})
    assert answer.headers["location"].startswith(reverse("mfa_authenticate"))
    assert not is_signed_in(client)


def test_a_code_for_nobody_tells_nothing(client: Client) -> None:
    ana = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    ana.emailaddress_set.create(email="ana@example.org", verified=True, primary=True)
    answers = [
        Client().post(reverse("account_request_login_code"), {"email": address}, follow=True)
        for address in ("ana@example.org", "nobody@example.org")
    ]
    assert answers[0].redirect_chain == answers[1].redirect_chain
    hidden = re.compile(r'value="[^"]{24,}"|[\w.]+@example.org')
    assert hidden.sub("", answers[0].text) == hidden.sub("", answers[1].text)


def test_signing_out_asks_for_a_click(client: Client) -> None:
    client.force_login(User.objects.create_user("Ana"))
    client.get(reverse("account_logout"))
    assert is_signed_in(client)
    client.post(reverse("account_logout"))
    assert not is_signed_in(client)


def test_outside_the_demo_there_is_no_demo_sign_in(client: Client, settings: Settings) -> None:
    assert settings.DEMO is False
    User.objects.create_user("Ana")
    with pytest.raises(NoReverseMatch):
        reverse("demo_sign_in")
    with pytest.raises(Resolver404):
        resolve("/accounts/demo/")
    assert client.post("/accounts/demo/", {"name": "Ana"}).status_code == 404
    assert not is_signed_in(client)
    assert b"Sign in as" not in client.get(reverse("account_login")).content


def test_even_with_its_address_the_demo_sign_in_needs_the_demo(
    client: Client, settings: Settings
) -> None:
    settings.ROOT_URLCONF = "tests.demo_urls"
    User.objects.create_user("Ana")
    assert client.post("/accounts/demo/", {"name": "Ana"}).status_code == 404
    assert not is_signed_in(client)


@pytest.fixture
def demo(settings: Settings) -> User:
    settings.DEMO, settings.ROOT_URLCONF = True, "tests.demo_urls"
    return User.objects.create_user("Ana")


def test_one_click_in_the_demo(client: Client, demo: User) -> None:
    assert b"Sign in as Ana" in client.get(reverse("account_login")).content
    answer = client.post("/accounts/demo/", {"name": "Ana", "next": "/my-games/"})
    assert answer.headers["location"] == "/my-games/"
    assert client.session[SESSION_KEY] == str(demo.pk)


@pytest.mark.parametrize("name", ["Root", "Ben", "", "ana\x00"])
def test_the_demo_lets_nobody_be_anybody_else(client: Client, demo: User, name: str) -> None:
    User.objects.create_user("Root", is_superuser=True, is_staff=True)
    assert client.post("/accounts/demo/", {"name": name}).status_code == 404
    assert not is_signed_in(client)


def test_the_demo_sends_nobody_elsewhere(client: Client, demo: User) -> None:
    answer = client.post("/accounts/demo/", {"name": "Ana", "next": "https://example.org/"})
    assert answer.headers["location"] == "/"
    assert client.get("/accounts/demo/").status_code == 405


def test_a_password_has_twelve_characters_or_is_an_old_one(client: Client) -> None:
    short = NEW | {"password1": "two sugars!", "password2": "two sugars!"}
    for language, words in {"en": "at least 12 characters", "de": "mindestens 12 Zeichen"}.items():
        headers = {"accept-language": language}
        assert words in client.get(reverse("account_signup"), headers=headers).text, "before"
        answer = client.post(reverse("account_signup"), short, headers=headers)
        assert "errorlist" in answer.text and words in answer.text
    ana = User.objects.create_user("Ana", "ana@example.org", "two sugars!")
    ana.emailaddress_set.create(email=ana.email, verified=True, primary=True)
    client.post(reverse("account_login"), {"login": "Ana", "password": "two sugars!"})
    assert is_signed_in(client)
    change = {"oldpassword": "two sugars!", "password1": "one sugar!", "password2": "one sugar!"}
    client.post(reverse("account_change_password"), change)
    ana.refresh_from_db()
    assert ana.check_password("two sugars!")


def test_whoever_comes_in_otherwise_than_before_is_told(client: Client) -> None:
    ana = User.objects.create_user("Ana", "ana@example.org", PASSWORD)
    ana.emailaddress_set.create(email=ana.email, verified=True, primary=True)
    ana.emailaddress_set.create(email="new@example.org", verified=True)
    client.post(reverse("account_login"), {"login": "Ana", "password": PASSWORD})
    change = {"oldpassword": PASSWORD, "password1": f"{PASSWORD}!", "password2": f"{PASSWORD}!"}
    client.post(reverse("account_change_password"), change, headers={"user-agent": "A <b>"})
    User.objects.update(language="de")
    new = {"email": "new@example.org", "action_primary": ""}
    client.post(reverse("account_email"), new)
    password, address = letters_sent()
    assert password.to == address.to == ["ana@example.org"], "the address of until then"
    assert password.subject == "Your password was changed"
    for words in ("The password of your account", "with: A <b>", "/accounts/password/change/"):
        assert words in str(password.body)
    for words in ("E-Mails für Ana gehen", "new@example.org", "/accounts/sessions/"):
        assert words in str(address.body)
    assert PASSWORD not in str(password.body)
