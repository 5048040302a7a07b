"""What the errors of the source say, as templates: `…` stands for a value."""

import ast
from collections.abc import Iterator, Sequence

from tests.architecture.rules import descendants
from tests.architecture.source import Module


def messages(modules: Sequence[Module], rooms: Sequence[str]) -> dict[str, str]:
    """Each text that an error of these rooms is made with, and a place where it is.

    A text that is put together elsewhere and handed on cannot be read from the place that raises.
    """
    families = descendants(modules, "PackagerError")
    return {
        text: f"{module.path}:{node.lineno}"
        for module in modules
        if module.room in rooms
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in families and node.args
        for text in _texts(node.args[0])
        if text.strip("… :;,")
    }


def said(modules: Sequence[Module]) -> set[str]:
    """Every text in the source, as a template."""
    return {text for module in modules for node in ast.walk(module.tree) for text in _texts(node)}


def _texts(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(
                str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts
            )
        case ast.IfExp(body=one, orelse=other):
            yield from _texts(one)
            yield from _texts(other)
        case ast.Call(func=ast.Name(id="listed"), args=[ast.List(elts=[first, *_])]):
            yield from _texts(first)
        case ast.Call(func=ast.Name(id="listed"), args=[ast.ListComp(elt=each)]):
            yield from _texts(each)
        case _:
            pass
