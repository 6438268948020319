"""What all mails have in common, wherever they are handed to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core import mail

from config.web import mailing


def test_whoever_has_the_folder_alone_reads_its_mails(tmp_path: Path, settings: Any) -> None:
    """Also one that an earlier version has made for everybody."""
    settings.EMAIL_BACKEND = "config.web.mailing.Folder"
    for name in ("new", "old"):
        folder = settings.EMAIL_FILE_PATH = tmp_path / "of-site" / name
        if name == "old":
            folder.mkdir(mode=0o755)
        mail.send_mail("Hello", "A link", None, ["ana@example.org"])
        assert folder.stat().st_mode & 0o777 == 0o700
        (letter,) = folder.iterdir()
        assert "Auto-Submitted: auto-generated" in letter.read_text()


@pytest.mark.parametrize("given", ["", "auto-replied"])
def test_a_mail_says_that_a_machine_has_sent_it(given: str, settings: Any, tmp_path: Path) -> None:
    settings.EMAIL_FILE_PATH = tmp_path
    letter = mail.EmailMessage("Hello", "", None, ["ana@example.org"])
    if given:
        letter.extra_headers["auto-submitted"] = given
    mailing.Folder().send_messages([letter])
    (value,) = letter.message().get_all("Auto-Submitted", [])
    assert value == (given or "auto-generated")
