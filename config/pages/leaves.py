"""A page of words: sections of answers, each with an address of its own."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise

Words = str | Promise


class Answer(NamedTuple):
    """Some paragraphs, with the question they answer or without, and where to go from there."""

    anchor: str
    question: Words
    paragraphs: list[Words]
    link: tuple[str, Words] | None = None  # the name of a route, and what the link says


class Section(NamedTuple):
    """Answers under one heading."""

    anchor: str
    heading: Words
    answers: list[Answer]


class Leaf(NamedTuple):
    """A page; its name is that of its route."""

    name: str
    title: Words
    lead: Words
    sections: list[Section]
