"""Find faults in a mail with strict readers: the parsers of `email` and of html5lib."""

from __future__ import annotations

import email
import email.policy
from email.message import EmailMessage

import html5lib
from html5lib.html5parser import ParseError

STRICT = email.policy.SMTP.clone(raise_on_defect=True)
ONCE = ("Date", "From", "To", "Subject", "Message-ID", "MIME-Version")
LONGEST_LINE = 998  # RFC 5322, 2.1.1, without its end


def faults_in(mail: bytes) -> list[str]:
    """Return what is wrong with a mail as it came over the line."""
    found = []
    if not mail.partition(b"\r\n\r\n")[0].isascii():
        found.append("its headers have bytes beyond ASCII")
    if b"\r" in (rest := mail.replace(b"\r\n", b"")) or b"\n" in rest:
        found.append("a line does not end in CR LF")
    found += [
        f"a line has {len(line)} bytes" for line in mail.split(b"\r\n") if len(line) > LONGEST_LINE
    ]
    try:
        message = email.message_from_bytes(mail, policy=STRICT)
        assert isinstance(message, EmailMessage)
        for name in ONCE:
            if len(message.get_all(name, [])) != 1:
                found.append(f"{name} is not there once")
        for part in message.walk():
            for name, value in part.items():
                found += [f"{name}: {defect}" for defect in getattr(value, "defects", ())]
            if part.get_content_maintype() == "text":
                text = part.get_content()
                if part.get_content_subtype() == "html":
                    html5lib.HTMLParser(strict=True).parse(text)
    except (email.errors.MessageDefect, ParseError, LookupError, UnicodeError) as error:
        found.append(f"{type(error).__name__}: {error}")
    return found
