"""Compiling the templates of tables, which are drawn from plain values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from jinja2 import Environment, Template, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context
from markupsafe import Markup, escape

from games.page.saying import one_language


class TableCode(CodeGenerator):
    """Escapes by `TableEnvironment.filled_in`."""

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        known = frame.eval_ctx.autoescape and not frame.eval_ctx.volatile
        if known and finalize.src is None:
            self.write("environment.filled_in(")
        else:
            super()._output_child_pre(node, frame, finalize)


class TableEnvironment(Environment):
    """`thing.name` is the key of a dict before an attribute."""

    def getattr(self, obj: object, attribute: str) -> Any:
        """The value of `obj.attribute` in a template."""
        if type(obj) is dict:
            try:
                return obj[attribute]
            except KeyError:
                pass
        return super().getattr(obj, attribute)

    @staticmethod
    def filled_in(value: object) -> Markup:
        """Escape a value; two thirds of all are markup already, and stay as they are."""
        return value if type(value) is Markup else escape(value)


class TableContext(Context):
    """Calls functions directly: none of ours asks for the context."""

    def call(
        self, called: Callable[..., Any], /, *arguments: Any,
        _loop_vars: Any = None, _block_vars: Any = None, **named: Any,
    ) -> Any:  # fmt: skip
        """Without Jinja2's look-ups, which are half the cost of a small part."""
        return called(*arguments, **named)


class TablePage(Template):
    """A template of which a whole page is drawn, in one language."""

    def render(self, *arguments: Any, **named: Any) -> str:
        """Draw it with these values."""
        with one_language():
            return super().render(*arguments, **named)


TableEnvironment.code_generator_class = TableCode
TableEnvironment.context_class = TableContext
TableEnvironment.template_class = TablePage
