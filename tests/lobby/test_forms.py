"""The form for opening a table follows the game's Options."""

from __future__ import annotations

import enum
from typing import Annotated, Any, Literal

import msgspec
import pytest
from django import forms

from games.rules.pier.rules import Pier
from lobby.pages.forms.filters import FilterForm
from lobby.pages.forms.table import OpenForm
from lobby.terms.opening import games_in_lobby
from lobby.terms.options import OptionWords


class Weather(enum.Enum):
    DRY = "dry"
    WET = "wet"


class Options(msgspec.Struct, frozen=True):
    open_cards: bool = True
    mode: Literal["calm", "wild"] = "wild"
    rounds: Literal[6, 7] = 7
    weather: Weather = Weather.WET
    coins: Annotated[int, msgspec.Meta(ge=2, le=5)] = 3
    endless: int = 4  # no bounds: not for a form
    layout: tuple[int, ...] | None = None


class Trial(Pier):
    options_type = Options
    texts = {
        **Pier.texts,
        "option.mode": "Mode",
        "option.mode.help": "How it blows.",
        "option.mode.calm": "Calm sea",
        "option.mode.wild": "Storm",
    }


BASE = {
    "seats_min": "2", "seats_max": "3", "bots": "1", "pace": "", "joining": "members",
    "at_timeout": "close",
}  # fmt: skip


def form(**values: str) -> OpenForm:
    return OpenForm(Trial(), BASE | values)


def test_each_kind_of_option_has_its_field() -> None:
    fields = OpenForm(Trial()).fields
    assert isinstance(fields["option_open_cards"], forms.BooleanField)
    mode = fields["option_mode"]
    assert isinstance(mode, forms.TypedChoiceField)
    assert list(mode.choices) == [("calm", "Calm sea"), ("wild", "Storm")]  # type: ignore[call-overload]
    assert (mode.label, mode.help_text, mode.initial) == ("Mode", "How it blows.", "wild")
    assert fields["option_weather"].initial == "wet"
    assert fields["option_rounds"].initial == "7"
    coins = fields["option_coins"]
    assert isinstance(coins, forms.IntegerField)
    assert (coins.min_value, coins.max_value, coins.initial) == (2, 5, 3)
    assert "option_endless" not in fields and "option_layout" not in fields


def test_the_wish_holds_values_of_the_right_kind() -> None:
    filled = form(option_mode="calm", option_rounds="6", option_weather="dry", option_coins="5")
    assert filled.is_valid(), filled.errors
    wish = filled.terms()
    assert wish.options == {
        "open_cards": False,
        "mode": "calm",
        "rounds": 6,
        "weather": "dry",
        "coins": 5,
    }
    assert msgspec.convert(wish.options, Options) == Options(False, "calm", 6, Weather.DRY, 5)
    assert (wish.seats_min, wish.seats_max, wish.bots) == (2, 3, 1)
    assert (wish.pace, wish.pace_start, wish.at_timeout) == ("none", 0, "close")


def test_bots_play_at_a_level() -> None:
    good = {"option_mode": "calm", "option_rounds": "6", "option_weather": "dry"}
    filled = form(**good, option_coins="2", bot="master")
    assert filled.is_valid() and filled.terms().bot == "master"
    assert form()["bot"].initial == "regular"
    choices = OpenForm(Trial()).fields["bot"].choices  # type: ignore[attr-defined]
    assert [name for name, _words in choices] == list(Trial.levels)
    assert not form(**good, option_coins="2", bot="genius").is_valid()


def test_stand_ins_play_at_a_level_too() -> None:
    good = {"option_mode": "calm", "option_rounds": "6", "option_weather": "dry"}
    filled = form(**good, option_coins="2", stand_in="expert")
    assert filled.is_valid() and filled.terms().stand_in == "expert"
    usual = form(**good, option_coins="2")
    assert usual["stand_in"].initial == "regular"
    assert usual.is_valid() and usual.terms().stand_in == "regular"
    assert not form(**good, option_coins="2", stand_in="greedy").is_valid()


@pytest.mark.parametrize(
    "wrong", [{"option_rounds": "8"}, {"option_coins": "6"}, {"option_mode": ""}], ids=str
)
def test_values_out_of_range_are_refused(wrong: dict[str, str]) -> None:
    good = {
        "option_mode": "calm",
        "option_rounds": "6",
        "option_weather": "dry",
        "option_coins": "2",
    }
    assert form(**good).is_valid()
    assert not form(**good | wrong).is_valid()


def test_cards_name_what_is_unusual() -> None:
    usual: dict[str, Any] = msgspec.to_builtins(Options())
    words = OptionWords(Trial())
    assert words.unusual(usual) == []
    assert words.unusual(usual | {"mode": "calm", "open_cards": False}) == [
        ("open_cards", "no"),
        ("Mode", "Calm sea"),
    ]


@pytest.mark.parametrize("slug", games_in_lobby())
def test_every_games_form_is_valid_as_it_stands(slug: str) -> None:
    rules = games_in_lobby()[slug]
    empty = OpenForm(rules)
    shown = {
        name: empty[name].value()
        for name, field in empty.fields.items()
        if not (isinstance(field, forms.BooleanField) and not empty[name].value())
    }
    filled = OpenForm(rules, shown)
    assert filled.is_valid(), filled.errors
    assert msgspec.convert(filled.terms().options, rules.options_type) == rules.options_type()
    for field in filled.options():
        name = field.name.removeprefix("option_")
        assert field.label != name, f"{slug}: option.{name} has no text"


def test_filters_offer_the_options_of_the_chosen_game() -> None:
    from django.http import QueryDict

    assert FilterForm(QueryDict("")).options() == []
    chosen = FilterForm(QueryDict("game=santiago_de_cuba&option_pablo_wood=True"))
    assert chosen.options()
    assert chosen.filters().options == {"pablo_wood": True}
