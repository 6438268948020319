"""The texts of a guide: Markdown with the game's own words and symbols, cut into sections.

Beside CommonMark and tables they know:

    {#market asks="buy sell" about="building.bank" clauses="3.1" option="market"}
    ## The market           what a section is about, in the line above its heading
    ![rum](good-rum)        a symbol of the game; one without a viewBox of its own is given it as
                            the title: ![car](car "-60 -40 120 80")
    `building.bank`         a word of the game, by the key of its text
    ```example NAME         a position of `positions.toml`, drawn, with what is said of it
    text
    ```
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.attrs import attrs_block_plugin

from games.guide.positions import NotAsTold, folder_of
from games.rules.core.texts import Wording
from games.telling.wording import capital

DRAWN = re.compile(r"example ([\w-]+)")
KEY = re.compile(r"[a-z_]+(?:\.[A-Za-z0-9_]+)+")
PREFIX = "rules-"
LISTS = ("asks", "about", "clauses")
QUOTES = {"en": "“”‘’", "de": "„“‚‘"}

Example = Callable[[str, str], Markup]
"""Draws an example: its name, and as HTML what the text says of it."""


class Section(msgspec.Struct, frozen=True):
    """A section of a guide, without those below it. `level` is that of its heading."""

    id: str
    level: int
    title: Markup
    html: Markup
    asks: tuple[str, ...] = ()  # questions that it explains, by `Decision.key`
    about: tuple[str, ...] = ()  # words that it explains, as in tips: "building.bank"
    clauses: tuple[str, ...] = ()  # of the sheet
    option: str = ""  # applies only with this option: its name, or "name=value"

    @property
    def plain_title(self) -> str:
        """The title without markup."""
        return self.title.striptags()


def source(game: str, language: str, name: str) -> str:
    """The text of a guide. Raises NotAsTold if there is none."""
    path = folder_of(game) / language / f"{name}.md"
    if not path.is_file():
        raise NotAsTold(f"{game} has no guide {name!r} in {language!r}")
    return path.read_text()


def has_text(game: str, language: str, name: str) -> bool:
    """Whether a guide has this text."""
    return (folder_of(game) / language / f"{name}.md").is_file()


def sections_of(
    text: str, language: str, words: Wording | None = None, example: Example | None = None
) -> list[Section]:
    """The sections of a text in their order. Raises NotAsTold for a word that the game has not.

    Without words of a game it is not about one.
    """
    markdown = _markdown(language)
    env = {"words": words, "example": example, "markdown": markdown}
    tokens = markdown.parse(text, env)
    write = functools.partial(markdown.renderer.render, options=markdown.options, env=env)
    found: list[Section] = []
    starts = [index for index, token in enumerate(tokens) if token.type == "heading_open"]
    for start, end in zip(starts, [*starts[1:], len(tokens)], strict=True):
        opening = tokens[start]
        told = {name: str(value) for name, value in opening.attrs.items()}
        title = Markup(write(tokens[start + 1 : start + 2]))  # noqa: S704 - our own texts
        found.append(
            Section(
                id=told.pop("id", "") or _slug(title.striptags()),
                level=int(opening.tag[1:]),
                title=title,
                html=Markup(linked(write(tokens[start + 3 : end]), PREFIX if words else "")),  # noqa: S704 - the same
                option=told.pop("option", ""),
                **{
                    name: tuple(told.pop(name, "").split()) for name in ("asks", "about", "clauses")
                },
            )
        )
        if told:
            raise NotAsTold(f"section {found[-1].id}: it cannot have {', '.join(told)}")
    return found


def linked(html: str, prefix: str) -> str:
    """Links to sections of the same text lead to their ids, which may have a prefix on a page.

    And a heading of a table is that of a column; one without a name has no empty heading.
    """
    named = re.sub(r"<th[^<>]*></th>", "<td></td>", html)
    headed = re.sub(r"<th(?=[ >])", '<th scope="col"', named)
    return headed.replace('<a href="#', f'<a href="#{prefix}')


def _slug(title: str) -> str:
    return re.sub(r"\W+", "-", title.lower()).strip("-")


@functools.cache
def _markdown(language: str) -> MarkdownIt:
    options = {"html": False, "typographer": True, "quotes": QUOTES[language]}
    made = MarkdownIt("commonmark", options)
    made.enable(["table", "replacements", "smartquotes"])
    made.use(attrs_block_plugin)
    for name, rule in (("image", _symbol), ("code_inline", _word), ("fence", _example)):
        made.add_render_rule(name, rule)
    for name in ("table_open", "table_close"):
        made.add_render_rule(name, _table)
    return made


# Rules of markdown-it: the renderer is passed as `self`.


def _symbol(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    token = tokens[index]
    name, box = str(token.attrs["src"]), str(token.attrs.get("title", ""))
    label = token.content
    described = (
        Markup('role="img" aria-label="{}"').format(label) if label else 'aria-hidden="true"'
    )
    view = Markup(' viewBox="{}"').format(box) if box else ""
    drawn = Markup('<svg class="symbol" {}{}><use href="#{}"/></svg>')
    return str(drawn.format(Markup(described), view, name))  # noqa: S704 - escaped above


def _word(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    key = tokens[index].content
    if env["words"] is None or not KEY.fullmatch(key):
        raise NotAsTold(f"`{key}` is not the key of a text, such as `building.bank`")
    kind, _, value = key.partition(".")
    try:
        said = env["words"].word(kind, value)
    except KeyError as error:
        raise NotAsTold(f"the game has no text `{key}`") from error
    return str(Markup("<b>{}</b>").format(capital(said)))


def _example(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    token = tokens[index]
    drawn = DRAWN.fullmatch(token.info.strip())
    if drawn is None or env["example"] is None:
        raise NotAsTold(f"```{token.info}``` is not an example of a position")
    said = self.render(env["markdown"].parse(token.content), options, dict(env))
    return str(env["example"](drawn[1], Markup(said)))  # noqa: S704 - our own text


def _table(
    self: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Mapping[str, Any]
) -> str:
    """A table in a box that scrolls sideways on narrow pages, and can be focused for it."""
    if tokens[index].nesting == 1:
        return '<div class="wide" tabindex="0" role="group"><table>'
    return "</table></div>\n"
