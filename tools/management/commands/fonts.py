"""`manage.py fonts`: the faces that every page needs, cut out of the whole font.

One weight and the letters of our own texts are a third of its bytes. A browser takes the whole font
only where a text has other letters (`static/site.css`).
"""

from __future__ import annotations

import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.core.management.base import BaseCommand

from config.running.bootstrap import VENV

FONTS = Path(settings.BASE_DIR) / "static" / "fonts"
FONTTOOLS = "fonttools[woff]==4.68.0"
WEIGHTS = {"normal": (700, 800), "italic": (500, 700)}
LETTERS = (
    "U+20-7E, U+A1, U+AB, U+B7, U+BB, U+C4, U+D1, U+D6, U+D7, U+DC, U+DF, U+E1, U+E4, U+E9, U+ED, "
    "U+F1, U+F3, U+F6, U+FA, U+FC, U+2013-2014, U+2018-201A, U+201C-201E, U+2026, U+20AC, U+2212"
)
"""As `unicode-range` has them."""
FEATURES = "kern,liga,lnum,tnum"


class Command(BaseCommand):
    help = "Cut the faces of single weights out of the whole font; uv brings fonttools for it."
    requires_system_checks = []

    def handle(self, *args: object, **options: object) -> None:
        for style, weights in WEIGHTS.items():
            for weight in weights:
                cut(style, weight)


def cut(style: str, weight: int) -> None:
    """Write the file of one face. CalledProcessError if fonttools cannot be run."""
    run = [str(VENV / "bin" / "uv"), "tool", "run", "--from", FONTTOOLS]
    whole, face = (f"{FONTS}/alegreya-{name}.woff2" for name in (style, f"{style}-{weight}"))
    with TemporaryDirectory() as folder:
        even = f"{folder}/even.woff2"
        one_weight = [*run, "fonttools", "varLib.instancer", whole, f"wght={weight}", "-o", even]
        few_letters = [
            *run, "pyftsubset", even, f"--unicodes={LETTERS.replace(' ', '')}",
            f"--layout-features={FEATURES}", "--flavor=woff2",
            f"--output-file={face}",
        ]  # fmt: skip
        for command in (one_weight, few_letters):
            subprocess.run(command, check=True)
