"""Faces in a browser: chosen with the keyboard, shown at once, and drawn by scripts as by pages."""

from __future__ import annotations

import io
import re

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.faces import COLOURS, MOTIFS, Face, face_of
from tests.browser.at_table import begin, sign_in, user_at
from tests.browser.conftest import Opener
from tests.people import people_make

pytestmark = pytest.mark.django_db(transaction=True)


def shows(face: Locator, colour: str, motif: str) -> None:
    """A face is drawn in this colour, with this motif."""
    expect(face).to_contain_class(f"f-{colour}")
    expect(face.locator("use")).to_have_attribute("href", f"/static/art/faces.svg#{motif}")


@pytest.mark.sample
def test_one_chooses_with_the_keyboard_and_sees_it_at_once(page: Page, live: str) -> None:
    (ana,) = people_make("Ana")
    sign_in(page.context, live, ana)
    page.goto(f"{live}/accounts/settings/")
    preview, usual = page.locator("#face-shown .face"), face_of("Ana")
    shows(preview, usual.colour, usual.motif)
    colours, motifs = (
        page.get_by_role("group", name=f"{what} of my picture") for what in ("Colour", "Motif")
    )
    expect(colours.get_by_role("radio", name="made from my name")).to_be_checked()
    colours.get_by_role("radio", name="made from my name").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    colour = [*COLOURS][2]
    expect(colours.get_by_role("radio", name=str(COLOURS[colour]))).to_be_focused()
    shows(preview, colour, usual.motif)
    shows(motifs.locator(".face").last, colour, [*MOTIFS][-1])
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowUp")
    motif = [*MOTIFS][-1]
    expect(motifs.get_by_role("radio", name=str(MOTIFS[motif]))).to_be_checked()
    shows(preview, colour, motif)
    shows(colours.locator(".face").nth(1), next(iter(COLOURS)), motif)
    page.get_by_role("button", name="Save").click()
    shows(page.locator("header .face"), colour, motif)
    ana.refresh_from_db()
    assert ana.face == Face(colour, motif)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_motif_is_seen_on_its_ground(page: Page, live: str, theme: str) -> None:
    (ana,) = people_make("Ana", theme=theme, face_colour="red", face_motif="sun")
    sign_in(page.context, live, ana)
    page.goto(f"{live}{ana.get_absolute_url()}")
    files = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
    assert sum("faces.svg" in file for file in files) == 1, "asked for once, for all there are"
    face = page.locator("main .face").first
    style = face.evaluate(
        "face => [getComputedStyle(face).color, getComputedStyle(face).backgroundColor]"
    )
    motif, ground = (tuple(map(int, re.findall(r"\d+", colour))) for colour in style)
    picture = Image.open(io.BytesIO(face.screenshot())).convert("RGB")
    often = {colour: count for count, colour in picture.getcolors(picture.width * picture.height)}
    assert all(often[colour] > sum(often.values()) / 20 for colour in (motif, ground))


def test_scripts_draw_a_face_as_pages_do(open_table: Opener) -> None:
    table = begin("pier")
    User.objects.filter(pk=user_at(table, 0).pk).update(face_colour="ochre", face_motif="key")
    ana, ben = (open_table(table, user_at(table, place)) for place in (0, 1))
    for page in (ana, ben):
        page.locator("#tab-chat").click()
    ana.get_by_label("Your message").fill("hello")
    ana.get_by_role("button", name="Send").click()
    by_script = ben.locator("#said .face")
    shows(by_script, "ochre", "key")
    drawn = by_script.evaluate("face => face.outerHTML")
    ben.reload()
    ben.locator("#tab-chat").click()
    expect(ben.locator("#said .face")).to_have_count(1)
    assert ben.locator("#said .face").evaluate("face => face.outerHTML") == drawn
