"""The ways in, each from an empty browser to its end: with real mails and a real authenticator."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from playwright.sync_api import Browser, Page, expect

from accounts.models import User
from accounts.names.allowed import LONGEST
from tests.accounts.club import Club
from tests.accounts.conftest import mailbox  # noqa: F401 - a fixture
from tests.accounts.mailbox import Mailbox
from tests.accounts.test_second_factor import code_for
from tests.browser import at_table
from tests.browser.at_table import inspect
from tests.people import people_make
from tools.pace import read
from tools.passkey import passkey_make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "two sugars please"
OTHER = "three sugars please"
SIZES = ((360, 800), (1440, 800))


@pytest.fixture
def door(live: str, complaints: list[str]) -> str:
    """The site under a name: passkeys are not for addresses in numbers."""
    return live.replace("127.0.0.1", "localhost")


@pytest.fixture
def ana(transactional_db: None) -> User:
    """Somebody with an account, a password and a confirmed address."""
    (user,) = people_make("Ana", password=PASSWORD)
    user.emailaddress_set.create(email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def authenticator(page: Page) -> None:
    """A device that keeps passkeys and always recognizes its owner; it goes with the page."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    traits = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": traits})


def sign_in(page: Page, door: str, password: str = PASSWORD) -> None:
    page.goto(f"{door}/accounts/login/")
    page.get_by_label("Name or email address").fill("Ana")
    page.get_by_label("Password").fill(password)
    page.locator("main").get_by_role("button", name="Sign in").click()


def confirm(page: Page) -> None:
    """The password, asked again before what matters."""
    expect(page.get_by_role("heading", level=1)).to_have_text("Is that you?")
    page.get_by_label("Password").fill(PASSWORD)
    inspect(page, sizes=SIZES)
    page.get_by_role("button", name="Continue").click()


def expect_inside(page: Page, name: str = "Ana") -> None:
    """Whoever is signed in has their name in the header."""
    expect(page.locator("header .name")).to_have_text(name)


def sign_out(page: Page) -> None:
    page.get_by_role("button", name=re.compile("Menu")).click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.locator("header .name")).to_have_count(0)


def link_in(mailbox: Mailbox, part: str, index: int = -1) -> str:  # noqa: F811
    """The address in the latest mail, or another one, that has this part."""
    found = re.search(rf"http\S+{part}\S+", mailbox.text(index))
    assert found
    return found[0]


@pytest.mark.sample
def test_signing_up(page: Page, door: str, mailbox: Mailbox) -> None:  # noqa: F811
    page.goto(door)
    page.locator("main").get_by_role("link", name="Sign up").click()
    page.get_by_label("Your name here").fill("Zora")
    page.get_by_label("Email address").fill("zora@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password, again").fill(PASSWORD)
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Check your email")
    page.get_by_label("Email address").fill("zora@example.com")
    page.get_by_role("button", name="Use this address").click()
    expect(page.locator("main")).to_contain_text("We have sent an email to zora@example.com")
    page.goto(door + urlsplit(link_in(mailbox, "/confirm-email/")).path)
    page.get_by_role("button", name="Confirm").click()
    expect_inside(page, "Zora")


def test_what_was_typed_is_shown_on_demand(page: Page, door: str, ana: User) -> None:
    """By keyboard and for screen readers; what is sent is a password again."""
    page.goto(f"{door}/accounts/signup/")
    first, second = page.get_by_role("button", name="Show").all()
    expect(first).to_have_accessible_description("Password")
    expect(second).to_have_accessible_description("Password, again")
    page.goto(f"{door}/accounts/login/")
    page.get_by_label("Name or email address").fill("Ana")
    field, button = page.locator("#id_password"), page.get_by_role("button", name="Show")
    field.fill(PASSWORD)
    field.press("Tab")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-pressed", "false")
    button.press("Space")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(field).to_have_attribute("type", "text")
    inspect(page, sizes=SIZES)
    button.press("Enter")
    expect(field).to_have_attribute("type", "password")
    button.press("Space")
    field.press("Enter")
    expect_inside(page)


def test_a_forgotten_password(page: Page, door: str, ana: User, mailbox: Mailbox) -> None:  # noqa: F811
    page.goto(f"{door}/accounts/login/")
    page.get_by_role("link", name="Forgot your password?").click()
    page.get_by_label("Email address").fill(ana.email)
    page.get_by_role("button", name="Send the link").click()
    page.goto(link_in(mailbox, "/password/reset/key/"))
    page.get_by_label("New password", exact=True).fill(OTHER)
    page.get_by_label("New password, again").fill(OTHER)
    inspect(page, sizes=SIZES)
    page.get_by_role("button", name="Change the password").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Your password has been changed")
    sign_in(page, door)
    expect(page.locator(".errorlist")).to_be_visible()
    sign_in(page, door, OTHER)
    expect_inside(page)


def test_another_address(page: Page, door: str, ana: User, mailbox: Mailbox) -> None:  # noqa: F811
    sign_in(page, door)
    page.goto(f"{door}/accounts/email/")
    page.get_by_label("Email address").fill("new@example.org")
    page.get_by_role("button", name="Add the address").click()
    expect(page.locator("main")).to_contain_text("new@example.org")
    assert [letter["To"] for letter in mailbox.letters[-2:]] == ["new@example.org", ana.email]
    page.goto(link_in(mailbox, "/confirm-email/", -2))
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#messages")).to_contain_text("new@example.org is confirmed.")
    page.goto(f"{door}/accounts/email/")
    inspect(page, sizes=SIZES)
    page.get_by_role("button", name=re.compile("Send emails here")).click()
    expect(page.locator("#messages")).to_contain_text("Emails go to this address from now on.")
    page.once("dialog", lambda question: question.accept())
    page.get_by_role("button", name=re.compile("Remove.*ana@example.org")).click()
    expect(page.locator("main")).not_to_contain_text("ana@example.org")
    ana.refresh_from_db()
    assert ana.email == "new@example.org"


def test_a_second_factor(
    page: Page, door: str, ana: User, browser: Browser, complaints: list[str]
) -> None:
    sign_in(page, door)
    expect_inside(page)
    page.goto(f"{door}/accounts/2fa/")
    inspect(page, sizes=SIZES)
    page.get_by_role("link", name="Set up the app").click()
    confirm(page)
    page.get_by_label("Code").fill(code_for(page.get_by_label("Secret").input_value()))
    inspect(page, sizes=SIZES)
    page.get_by_role("button", name="Switch on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Recovery codes")
    inspect(page, sizes=SIZES)
    codes = page.locator("main code").all_text_contents()
    assert len(codes) >= 10
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    sign_in(other, door)
    other.wait_for_url("**/2fa/authenticate/**")
    expect(other.locator("header .name")).to_have_count(0)
    inspect(other, sizes=SIZES)
    other.get_by_label("Code").fill(codes[0])
    other.locator("main").get_by_role("button", name="Sign in").click()
    expect_inside(other)
    elsewhere.close()
    page.goto(f"{door}/accounts/2fa/")
    page.get_by_role("link", name="Switch off").click()
    inspect(page, sizes=SIZES)
    page.get_by_role("button", name="Switch off").click()
    expect(page.locator("#messages")).to_contain_text(
        "You are no longer asked for a code from your app"
    )


@pytest.mark.usefixtures("authenticator")
def test_a_passkey(page: Page, door: str, ana: User) -> None:
    sign_in(page, door)
    expect_inside(page)
    page.goto(f"{door}/accounts/2fa/webauthn/add/")
    confirm(page)
    page.get_by_label("Name").fill("My laptop")
    page.get_by_label("Sign in with it alone").check()
    inspect(page, sizes=SIZES)
    page.get_by_role("button", name="Add").click()
    page.wait_for_url("**/2fa/recovery-codes/**")
    page.goto(f"{door}/accounts/2fa/webauthn/")
    expect(page.locator("main")).to_contain_text("My laptop")
    expect(page.locator("main")).to_contain_text("Passkey")
    inspect(page, sizes=SIZES)
    sign_out(page)
    page.goto(f"{door}/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect_inside(page)
    page.goto(f"{door}/accounts/sessions/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_proof_by_a_second_factor(page: Page, door: str, ana: User) -> None:
    """By whichever way; and what it is asked for."""
    key, code = passkey_make(ana), RecoveryCodes.activate(ana).get_unused_codes()[0]
    at_table.sign_in(page.context, door, ana)
    page.goto(f"{door}/accounts/2fa/webauthn/reauthenticate/")
    inspect(page, sizes=SIZES)
    page.get_by_role("link", name="Use a code from your app").click()
    page.get_by_label("Code").fill("wrong")
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".errorlist")).to_be_visible()
    inspect(page, sizes=SIZES)
    page.get_by_label("Code").fill(code)
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(f"{door}/")
    for asked in (f"keys/{key.pk}/edit/", f"keys/{key.pk}/remove/", "../recovery-codes/generate/"):
        page.goto(f"{door}/accounts/2fa/webauthn/{asked}")
        expect(page.locator(".tabs [aria-current]")).to_have_text("Second factor")
        inspect(page, sizes=SIZES)


@pytest.mark.usefixtures("authenticator")
def test_a_passkey_while_the_page_is_still_loading(page: Page, door: str, ana: User) -> None:
    """The button comes when it answers: a press that nothing hears would be lost."""
    page.route(
        re.compile(r"/(site|pages)\.js"), lambda route: (read(page, 1500), route.continue_())
    )
    sign_in(page, door)
    expect_inside(page)
    page.goto(f"{door}/accounts/2fa/webauthn/add/")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").click(no_wait_after=True)
    page.get_by_role("button", name="Add").click()
    page.wait_for_url("**/2fa/recovery-codes/**")


@pytest.mark.usefixtures("authenticator")
def test_a_passkey_that_nobody_knows(page: Page, door: str, ana: User) -> None:
    """One that was removed on the site: the device offers it all the same."""
    sign_in(page, door)
    expect_inside(page)
    page.goto(f"{door}/accounts/2fa/webauthn/add/")
    confirm(page)
    page.get_by_label("Sign in with it alone").check()
    page.get_by_role("button", name="Add").click()
    page.wait_for_url("**/2fa/recovery-codes/**")
    ana.authenticator_set.all().delete()
    sign_out(page)
    page.goto(f"{door}/accounts/login/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.locator("#messages .error")).to_be_visible()
    expect(page.locator("header .name")).to_have_count(0)


def test_a_code_by_mail(page: Page, door: str, ana: User, mailbox: Mailbox) -> None:  # noqa: F811
    page.goto(f"{door}/accounts/login/?next=/lobby/")
    page.get_by_role("link", name="Send me a code by email").click()
    inspect(page, sizes=SIZES)
    page.get_by_label("Email address").fill("ANA@example.org")
    page.get_by_role("button", name="Send the code").click()
    page.get_by_label("Code").fill("WRONG-1")
    inspect(page, sizes=SIZES)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    expect(page.locator(".errorlist")).to_have_text("This is not the code.")
    with page.expect_response(lambda answer: "/awaited/" in answer.url and answer.status == 204):
        text = mailbox.text()  # what the page waits for: it asks no more
    found = re.search(r"^\s*([0-9A-Z]{3,}-?[0-9A-Z]{3,})\s*$", text, re.MULTILINE)
    assert found and mailbox.letters[0]["To"] == ana.email
    page.get_by_label("Code").fill(found[1])
    page.get_by_role("main").get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"{door}/lobby/")
    expect_inside(page)


def test_a_code_that_could_not_be_sent_is_told_of_on_the_open_page(
    page: Page,
    door: str,
    ana: User,
    mailbox: Mailbox,  # noqa: F811
) -> None:
    """The page asks until it is told that the mail server has refused."""
    page.goto(f"{door}/accounts/login/code/")
    page.get_by_label("Email address").fill(ana.email)
    page.get_by_role("button", name="Send the code").click()
    expect(page.get_by_label("Code")).to_be_visible()
    told = page.locator("#awaited")
    expect(told).to_have_text("")
    mailbox.answers = ["451 later"]
    mailbox.deliver()
    expect(told).to_contain_text("could not be sent yet")
    page.evaluate("document.querySelector('#awaited p').dataset.kept = 'yes'")
    with page.expect_response("**/awaited/"):
        pass
    expect(told.locator("p")).to_have_attribute("data-kept", "yes")  # said once, not at each look
    mailbox.answers = ["550 nobody here"]
    mailbox.deliver(later=True)
    expect(told).to_contain_text(f"The email to {ana.email} could not be sent: the address was")


def test_an_account_of_another_site(page: Page, door: str, club: Club, asking: None) -> None:
    page.goto(f"{door}/accounts/login/?next=/lobby/")
    page.get_by_role("button", name="Continue with Club").click()
    page.wait_for_url(f"{club.url}/**")
    page.get_by_role("link", name="Allow").click()
    page.get_by_label("Your name here").fill("Zora")
    inspect(page, sizes=SIZES)
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(f"{door}/lobby/")
    expect_inside(page, "Zora")
    zora = User.objects.get()
    assert zora.email == "zora@example.org" and not zora.has_usable_password()
    page.goto(f"{door}/accounts/settings/")
    page.get_by_role("link", name="Other sites").click()
    inspect(page, sizes=SIZES)
    sign_out(page)
    page.goto(f"{door}/accounts/login/")
    page.get_by_role("button", name="Continue with Club").click()
    page.get_by_role("link", name="Allow").click()
    expect_inside(page, "Zora")


@pytest.mark.parametrize("width", [390, 1280])
def test_a_notice_with_the_longest_name_can_be_closed(
    page: Page, door: str, ana: User, width: int
) -> None:
    (other,) = people_make("W" * LONGEST)
    page.set_viewport_size({"width": width, "height": 700})
    sign_in(page, door)
    expect_inside(page)
    page.goto(f"{door}/accounts/people/{other.username}/")
    page.get_by_role("button", name="Block").click()
    notice = page.locator("#messages .notice")
    expect(notice).to_contain_text(other.username)
    for part in (notice.locator("p"), notice.locator(".close")):
        box = part.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= width
    notice.locator(".close").click()
    expect(notice).to_have_count(0)
