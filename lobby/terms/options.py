"""The options of a game that a table can have, and their words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from msgspec import inspect

from games.page.forms import ChoiceWords, choices_in, is_set
from games.rules.core.editions import EDITION
from games.rules.core.interface import AnyState, Origin, Rules


def option_types(rules: Rules[AnyState]) -> Iterator[tuple[inspect.Field, object]]:
    """The fields of a game's `Options` that a form can offer, each with its default."""
    for option, default in choices_in(rules.options_type):
        if not is_set(option.type):
            yield option, default


def options_offered(rules: Rules[AnyState]) -> Iterator[tuple[inspect.Field, object]]:
    """Those of a new table: its edition is the newest."""
    return ((option, usual) for option, usual in option_types(rules) if option.name != EDITION)


ORIGINS: dict[Origin, Any] = {
    "printed": _("Printed in the rules of the game."),
    "yucata": _("One way is printed, the other is how Yucata plays it."),
    "letter": _("One way follows the printed rules to the letter, the other is this site’s own."),
    "reading": _("The printed rules can be read either way."),
    "reviews": _("Reviews of the game describe both ways."),
    "site": _("This site’s own: it is not in the printed rules."),
}


class OptionWords(ChoiceWords):
    """The names of a game's options, in the active language."""

    def __init__(self, rules: Rules[AnyState]) -> None:
        super().__init__(rules, "option")

    def help(self, choice: str) -> str:
        """What it changes, and where it comes from."""
        origin = self.rules.option_origins.get(choice)
        return f"{super().help(choice)} {ORIGINS[origin]}" if origin else super().help(choice)

    def unusual(self, options: Mapping[str, object]) -> list[tuple[str, str]]:
        """Name and value of options that differ from their default and still exist."""
        return [
            (self.name(field.name), self.value(field.name, options[field.name]))
            for field, default in option_types(self.rules)
            if options.get(field.name, default) != default and options[field.name] is not None
        ]
