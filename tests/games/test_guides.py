"""The guides of all games: every position is reached, and what the texts say of it is so."""

import re
from pathlib import Path

import pytest
from django.utils import translation

import games.rules
from games.guide import lessons, positions, texts
from games.guide.positions import NotAsTold
from games.page import drawing
from games.rules.core.codec import encode
from games.rules.registry import GAMES

LANGUAGES = ("en", "de")
EXAMPLE = re.compile(r"^```example ([\w-]+)$", re.MULTILINE)
GUIDED = [game for game in GAMES if positions.folder_of(game).is_dir()]


def sections(game, language, name):
    with translation.override(language):
        words = drawing.pen_for(game, GAMES[game]).words
        text = texts.source(game, language, name)
        return texts.sections_of(text, language, words, lambda _name, said: said)


def shape(found):
    """What has to be the same in every language."""
    return [(one.id, one.level, one.asks, one.about, one.clauses, one.option) for one in found]


@pytest.fixture(params=GUIDED)
def game(request):
    return request.param


def test_every_game_of_the_lobby_has_a_guide():
    assert [slug for slug, rules in GAMES.items() if rules.in_lobby and slug not in GUIDED] == []


@pytest.mark.parametrize(
    ("game", "name"), [(game, name) for game in GUIDED for name in positions.names(game)]
)
def test_a_position_is_reached_and_as_told(game, name):
    positions.reached(game, name)


def test_rules_are_the_same_in_every_language(game):
    first, *others = (sections(game, language, "rules") for language in LANGUAGES)
    ids = [section.id for section in first]
    assert len(set(ids)) == len(ids)
    for other in others:
        assert shape(other) == shape(first)


def test_rules_show_the_same_examples_in_every_language(game):
    first, *others = (EXAMPLE.findall(texts.source(game, of, "rules")) for of in LANGUAGES)
    assert first
    for other in others:
        assert other == first


def test_every_position_is_used(game):
    used = set(EXAMPLE.findall(texts.source(game, "en", "rules")))
    used |= {lesson.position for lesson in lessons.lessons_of(game)}
    told = positions.source_of(game).position
    while more := {told[name].after for name in used} - used - {""}:
        used |= more
    assert set(told) == used


def test_every_question_has_a_section(game):
    """So that the button "Rules" at a table opens the right one."""
    asked = {key[7:] for key in GAMES[game].texts if key.startswith("prompt.")}
    found = [ask for section in sections(game, "en", "rules") for ask in section.asks]
    assert set(found) == asked
    assert len(found) == len(set(found)), "a question belongs to one section"


def test_every_tip_has_a_section(game):
    """So that each tip links to what the rules say of it. `building.*` stands for all buildings."""
    tips = {key[5:] for key in GAMES[game].texts if key.startswith("help.")}
    found = [about for section in sections(game, "en", "rules") for about in section.about]
    missing = {tip for tip in tips if tip not in found and f"{tip.split('.')[0]}.*" not in found}
    assert missing == set()
    named = {one for one in found if not one.endswith(".*")}
    assert named <= tips, "no tip has this name"


def test_every_option_has_a_section(game):
    told = {section.option.partition("=")[0] for section in sections(game, "en", "rules")} - {""}
    assert told == set(GAMES[game].options_type.__struct_fields__)


PLAYERS = {
    "en": ("{} to {} people|{} to {} players", ["", "one", "two", "three", "four", "five"]),
    "de": ("zu {}t bis zu {}t|{} bis {}", ["", "ein", "zwei", "drei", "vier", "fünf"]),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_says_how_many_play(game, language):
    players = GAMES[game].players
    patterns, words = PLAYERS[language]
    low, high = words[players[0]], words[players[-1]]
    text = " ".join(texts.source(game, language, "rules").lower().split())
    assert any(said.format(low, high) in text for said in patterns.split("|"))


AWAY = {
    "en": ("time limit|time runs out|runs out of time|absent player|stay away", "agreed on"),
    "de": ("zeit abläuft|zeit erlaubt|abwesend|wegbleibst", "vereinbart"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_promises_no_answer_of_whoever_is_away(game, language):
    """That depends on what a table has agreed on, and on how well the bot plays."""
    away, agreed = AWAY[language]
    text = " ".join(texts.source(game, language, "rules").split())
    for sentence in re.split(r"(?<=[.!?;]) ", text):
        if re.search(away, sentence.lower()):
            assert agreed in sentence, sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_guide_says_what_was_reconstructed(game, language):
    if GAMES[game].published:
        assert "reconstructed" in texts.source(game, "en", "rules")
        assert "origin" in {section.id for section in sections(game, language, "rules")}


def test_every_clause_of_the_sheet_has_a_section(game):
    """Where the guide of a game says which clauses it tells, it tells them all."""
    sheet = (Path(games.rules.__file__).parent / game / "RULES.md").read_text()
    told = [clause for section in sections(game, "en", "rules") for clause in section.clauses]
    assert told
    assert [clause for clause in told if clause not in sheet] == []


def test_a_text_names_only_sections_that_there_are(game):
    for language in LANGUAGES:
        ids = {section.id for section in sections(game, language, "rules")}
        links = re.findall(r"\]\(#([\w-]+)\)", texts.source(game, language, "rules"))
        assert set(links) <= ids


# Lessons


EVERY_LESSON = [(game, lesson) for game in GUIDED for lesson in lessons.lessons_of(game)]
NAMES = [f"{game}-{lesson.name}" for game, lesson in EVERY_LESSON]


@pytest.mark.parametrize(("game", "lesson"), EVERY_LESSON, ids=NAMES)
def test_a_lesson_goes_on_to_its_end_whatever_it_accepts(game, lesson):
    ends = list(lessons.every_walk(lessons.begun(game, lesson)))
    assert ends and all(end.step is None for end in ends)


@pytest.mark.parametrize(("game", "lesson"), EVERY_LESSON, ids=NAMES)
def test_what_a_step_comes_to_is_so(game, lesson):
    walk = lessons.begun(game, lesson)
    while (step := walk.step) is not None:
        walk = (
            lessons.played(walk, lessons.accepted(walk)[0])
            if step.accept
            else lessons.read_on(walk)
        )
        document = encode(walk.position.state)
        for path, value in step.becomes.items():
            assert positions.along(document, path.split(".")) == value, (step.name, path)


@pytest.mark.parametrize(("game", "lesson"), EVERY_LESSON, ids=NAMES)
def test_every_step_is_told_in_every_language(game, lesson):
    wanted = {step.name for step in lesson.step} | {"end"}
    answers = {f"{step.name}-wrong" for step in lesson.step if needs_a_word(game, lesson, step)}
    answers |= {f"{step.name}-{wrong.says}" for step in lesson.step for wrong in step.wrong}
    done = {f"{step.name}-done" for step in lesson.step}
    for language in LANGUAGES:
        title, *found = sections(game, language, lesson.name)
        told = {section.id for section in found}
        assert title.level == 1 and title.html
        assert wanted | answers <= told
        assert told - wanted - answers <= done
    assert shape(sections(game, "en", lesson.name)[1:]) == shape(
        sections(game, "de", lesson.name)[1:]
    )


def needs_a_word(game, lesson, step):
    """Whether a step has possible answers that it does not accept."""
    walk = lessons.begun(game, lesson)
    while walk.step is not step:
        walk = (
            lessons.played(walk, lessons.accepted(walk)[0])
            if walk.step.accept
            else lessons.read_on(walk)
        )
    asked = lessons.asked(walk)
    return bool(step.accept) and len(lessons.accepted(walk)) < len(asked.moves)


@pytest.mark.parametrize(("game", "lesson"), EVERY_LESSON, ids=NAMES)
def test_a_step_that_is_read_has_somewhere_to_look_and_none_waits_for_nothing(game, lesson):
    walk = lessons.begun(game, lesson)
    while (step := walk.step) is not None:
        assert not step.accept or lessons.asked(walk) is not None, step.name
        walk = (
            lessons.played(walk, lessons.accepted(walk)[0])
            if step.accept
            else lessons.read_on(walk)
        )


# What a source may not say


def test_what_is_not_so_is_not_shown():
    told = positions.source_of("pier").position["bids"]
    rules = GAMES["pier"]
    after = positions.reached("pier", "bids").after
    wrong = positions.PositionSource(becomes={"players.0.coins": 4})
    with pytest.raises(NotAsTold, match=r"players\.0\.coins is 5, not 4"):
        positions.check(rules, after, wrong)
    with pytest.raises(NotAsTold, match="asked are"):
        positions.check(rules, after, positions.PositionSource(asks={"0": "bid"}))
    possible = positions.PositionSource(
        refuses=[(1, {"kind": "Take", "crate": after.state.row[0]})]
    )
    with pytest.raises(NotAsTold, match="may well play"):
        positions.check(rules, after, possible)
    positions.check(rules, after, told)


def test_an_answer_that_the_rules_do_not_offer_is_named_with_those_they_do():
    before = positions.reached("pier", "begun").before
    with pytest.raises(NotAsTold, match=r"seat 0 cannot play Bid\(coins=9\).*'coins': 0"):
        positions.answered(GAMES["pier"], before, 0, {"kind": "Bid", "coins": 9})


def test_words_that_the_game_does_not_have_are_refused():
    words = drawing.pen_for("pier", GAMES["pier"]).words
    with pytest.raises(NotAsTold, match=r"no text `crate\.wood`"):
        texts.sections_of("# A\n\n`crate.wood`\n", "en", words)
