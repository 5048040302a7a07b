"""The source as the rules read it: modules, their imports, and nothing executed."""

import ast
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Import:
    """One imported name; `module` is what stands after `from`, or all of a plain import."""

    module: str
    name: str | None
    line: int
    in_function: bool

    @property
    def library(self) -> str:
        return self.module.split(".")[0]

    def target(self, known: frozenset[str]) -> str:
        """The module that is meant, which may be the imported name itself."""
        whole = f"{self.module}.{self.name}"
        return whole if whole in known else self.module


@dataclass(frozen=True)
class Module:
    """One file of the source, by its path from the project's folder."""

    path: str
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @property
    def name(self) -> str:
        parts = self.path.removesuffix(".py").split("/")
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def room(self) -> str:
        """The folder below packager, or the module's own name; empty for the package itself."""
        return self.name.partition(".")[2].partition(".")[0]

    @cached_property
    def imports(self) -> tuple[Import, ...]:
        return tuple(_imports(self.tree, in_function=False))

    @property
    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


def _imports(node: ast.AST, *, in_function: bool) -> Iterator[Import]:
    if isinstance(node, ast.Import):
        for alias in node.names:
            yield Import(alias.name, None, node.lineno, in_function)
    if isinstance(node, ast.ImportFrom):
        for alias in node.names:
            yield Import(
                "." * node.level + (node.module or ""), alias.name, node.lineno, in_function
            )
    inside = in_function or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
    for child in ast.iter_child_nodes(node):
        yield from _imports(child, in_function=inside)


@cache
def modules(folder: str) -> tuple[Module, ...]:
    """Every Python file of a folder, in order of path; read and parsed once."""
    return tuple(
        Module(path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8"))
        for path in sorted(ROOT.joinpath(folder).rglob("*.py"))
    )


def tracked_files() -> list[str]:
    """The paths that version control knows and that are still there."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return [path for path in listed.stdout.split("\0") if path and ROOT.joinpath(path).is_file()]
