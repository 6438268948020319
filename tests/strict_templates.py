"""In tests a name that a template does not know is an error, wherever it stands.

Django shows nothing for such a name, loops over nothing, and takes it for false. That way whole
drawings have vanished. Here it raises `UndefinedName`, in output, `if`, `for`, `with`, `include`,
arguments of tags and filters, and texts to be translated. A missing attribute or key is an error
as well, unless what should have it is None. Only templates of this project are held to that:
those of Django count on its leniency. A template of django-allauth's is an error itself: in the
place of each there is one of ours.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import allauth
from django.conf import settings
from django.http import QueryDict
from django.template.base import (
    UNKNOWN_SOURCE,
    FilterExpression,
    Origin,
    Parser,
    Variable,
    VariableDoesNotExist,
)
from django.template.context import Context
from django.templatetags.i18n import BlockTranslateNode

met: list[str] = []
"""Those met since the last test, in whatever thread."""


class UndefinedName(BaseException):
    """A template asks for what it was not given. No `Exception`: `{% if %}` would swallow it."""

    def __init__(self, name: str, origin: Origin | None) -> None:
        super().__init__(f"{name!r} is not defined in {origin}")
        met.append(str(self))


class ForeignTemplate(BaseException):
    """A page is drawn by a template of django-allauth's."""

    def __init__(self, origin: Origin) -> None:
        super().__init__(f"{origin} is not ours")
        met.append(str(self))


@contextmanager
def wanted() -> Iterator[None]:
    """Undefined names met in here do not make the test fail afterwards."""
    before = len(met)
    yield
    del met[before:]


def is_ours(origin: Origin | None) -> bool:
    """Whether a template is this project's: from its folders, or written in a test."""
    if origin is None or origin.name == UNKNOWN_SOURCE:
        return True
    path = Path(origin.name)
    return path.is_relative_to(settings.BASE_DIR) and "site-packages" not in path.parts


def is_of_allauth(origin: Origin | None) -> bool:
    """Return whether a template is django-allauth's."""
    return origin is not None and Path(origin.name).is_relative_to(Path(allauth.__file__).parent)


class StrictVariable(Variable):
    """A name that must be there."""

    __slots__ = ("origin",)
    origin: Origin | None

    @classmethod
    def of(cls, lenient: Variable, origin: Origin | None) -> StrictVariable:
        """The same name, strictly."""
        strict = cls(str(lenient.var))
        strict.message_context, strict.origin = lenient.message_context, origin
        return strict

    def _resolve_lookup(self, context: Any) -> Any:
        try:
            return super()._resolve_lookup(context)  # type: ignore[misc]
        except VariableDoesNotExist as missing:
            if missing.params[1] is None or self.is_givers_business(missing.params[1]):
                raise
            raise UndefinedName(str(self.var), self.origin) from missing

    def is_givers_business(self, owner: Any) -> bool:
        """Whether it is open what there is: a visitor's parameters, attributes of an element."""
        assert self.lookups is not None
        return isinstance(owner, QueryDict) or self.lookups[0] in ("attrs", "slots")


def apply() -> None:
    """From now on templates are compiled strictly."""
    compile_filter, render = Parser.compile_filter, BlockTranslateNode.render

    def compile_strictly(parser: Parser, token: str) -> FilterExpression:
        if parser.origin is not None and is_of_allauth(parser.origin):
            raise ForeignTemplate(parser.origin)
        expression = compile_filter(parser, token)
        if is_ours(parser.origin):
            if isinstance(expression.var, Variable):
                expression.var = StrictVariable.of(expression.var, parser.origin)
            for _, arguments in expression.filters:
                arguments[:] = [
                    (lookup, StrictVariable.of(given, parser.origin) if lookup else given)
                    for lookup, given in arguments
                ]
        return expression

    def render_strictly(node: BlockTranslateNode, context: Context, nested: bool = False) -> str:
        if is_ours(node.origin):
            own = {*node.extra_context, node.countervar}
            for name in node.render_token_list([*node.singular, *(node.plural or [])])[1]:
                if name not in own and name not in context:
                    raise UndefinedName(name, node.origin)
        return render(node, context, nested)

    Parser.compile_filter = compile_strictly  # type: ignore[assignment, method-assign]
    BlockTranslateNode.render = render_strictly  # type: ignore[assignment, method-assign]
