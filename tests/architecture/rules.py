"""The rules of the house. Each reads modules and answers with its faults, one line a fault.

`.github/CONTRIBUTING.md` says in words what each room is for.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from graphlib import CycleError, TopologicalSorter

from tests.architecture.source import Module

Rule = Callable[[Sequence[Module]], list[str]]

# What a room may import beside itself; a part of a room is named with a dot.
BELOW = {
    "": frozenset({"loading"}),
    "__main__": frozenset({"cli"}),
    "domain": frozenset[str](),
    "card": frozenset({"domain"}),
    "green_tokens": frozenset({"domain", "card"}),
    "assemble": frozenset({"domain", "card"}),
    "publish": frozenset({"domain", "assemble.tree", "assemble.archive", "assemble.seal"}),
    "config": frozenset({"domain"}),
    "rehearse": frozenset({"domain"}),
    "serve": frozenset({"domain", "assemble.tree"}),
    "loading": frozenset(
        {
            *("domain", "assemble.archive", "assemble.columnar", "assemble.digests"),
            *("assemble.frames", "assemble.standards.claims", "assemble.standards.data_package"),
            *("assemble.sums", "assemble.tree"),
            *("publish.lock", "publish.recall", "publish.refusal", "publish.target"),
            *("publish.targets.hub_client", "publish.targets.hub_download"),
            "publish.targets.hub_patience",
        }
    ),
}
TOP = "cli"
CARRIERS = ("card", "assemble", "publish", "loading")
INDEX_WORDS = re.compile(
    r"(?<![a-z])(gpus?|watts?|wh_per(?:_[a-z]+)*|carbon|ember)(?![a-z])", re.IGNORECASE
)
MODULE_LINES, FUNCTION_LINES = 260, 40
SHAPELESS = {"utils", "helpers", "common", "base", "misc"}
EFFECT_CALLS = {"print", "input", "exit", "quit"}
EFFECT_ATTRIBUTES = {
    *("sys.exit", "os.environ", "os.getenv", "time.time", "date.today"),
    *("datetime.now", "datetime.utcnow", "datetime.today"),
}
AT_HOME_ELSEWHERE = {"packager/loading/places.py": {"os.environ"}}
EFFECT_NAMES = {("sys", "exit"), ("os", "environ"), ("os", "getenv"), ("time", "time")}


def imports_only_downward(modules: Sequence[Module]) -> list[str]:
    known = frozenset(module.name for module in modules)
    return [
        f"{module.path}:{each.line}: {module.room or 'packager'} must not import {target}"
        for module in modules
        for each in module.imports
        for target in [each.target(known)]
        if target.split(".")[0] in ("packager", "") and not _may_import(module.room, target)
    ]


def _may_import(room: str, target: str) -> bool:
    if not target.startswith("packager"):
        return False  # a relative import: which room it enters cannot be read from the line
    wanted = target.partition(".")[2]
    if room == TOP or wanted == "":
        return True
    allowed = {room, *BELOW[room]} if room in BELOW else set[str]()
    return any(wanted == each or wanted.startswith(f"{each}.") for each in allowed)


def rooms_are_known(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:1: say in BELOW what the room {module.room!r} may import"
        for module in modules
        if module.room not in {TOP, *BELOW}
    ]


def one_door_per_library(modules: Sequence[Module]) -> list[str]:
    doors = defaultdict[str, set[str]](set)
    for module in modules:
        for each in module.imports:
            if each.library not in {"", "packager", *sys.stdlib_module_names}:
                doors[each.library].add(module.path)
    return [
        f"{', '.join(sorted(paths))}: {library} comes in by {len(paths)} doors"
        for library, paths in sorted(doors.items())
        if len(paths) > 1
    ]


def no_import_cycles(modules: Sequence[Module]) -> list[str]:
    known = frozenset(module.name for module in modules)
    edges = {
        module.name: {each.target(known) for each in module.imports} & known - {module.name}
        for module in modules
    }
    try:
        TopologicalSorter(edges).prepare()
    except CycleError as error:
        return [f"imports go in a circle: {' <- '.join(error.args[1])}"]
    return []


def own_imports_at_the_top(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{each.line}: {each.module} is imported inside a function"
        for module in modules
        for each in module.imports
        if each.in_function and each.library in ("packager", "")
    ]


def names_are_looked_up_by_the_command_line_only(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{each.line}: importlib may load modules by name in {TOP} alone"
        for module in modules
        for each in module.imports
        if each.module == "importlib" and each.name in (None, "import_module")
        if module.room not in (TOP, "")
    ]


def effects_stay_at_home(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{line}: {effect} belongs to {TOP}"
        for module in modules
        if module.room not in (TOP, "__main__")
        for line, effect in sorted(_effects(module.tree))
        if effect not in AT_HOME_ELSEWHERE.get(module.path, ())
    ]


def _effects(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in EFFECT_CALLS | {"SystemExit"}:
                yield node.lineno, name
            case ast.Attribute(value=ast.Name(id=owner) | ast.Attribute(attr=owner), attr=name):
                if f"{owner}.{name}" in EFFECT_ATTRIBUTES:
                    yield node.lineno, f"{owner}.{name}"
            case ast.ImportFrom(module=owner, names=aliases):
                for alias in aliases:
                    if (owner, alias.name) in EFFECT_NAMES:
                        yield node.lineno, f"{owner}.{alias.name}"
            case _:
                pass


def jsonschema_stays_out(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{each.line}: validate with jsonschema_rs, whose version we choose"
        for module in modules
        for each in module.imports
        if each.library == "jsonschema"
    ]


def carriers_do_not_know_the_index(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{number}: {found.group()!r} is a word of the index"
        for module in modules
        if module.room in CARRIERS
        for number, line in enumerate(module.text.splitlines(), 1)
        for found in INDEX_WORDS.finditer(line)
    ]


def modules_are_short(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}: {count} lines, more than {MODULE_LINES}"
        for module in modules
        for count in [len(module.text.splitlines())]
        if count > MODULE_LINES
    ]


def functions_are_short(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{function.lineno}: {function.name} has {count} lines"
        for module in modules
        for function in module.functions
        for count in [(function.end_lineno or function.lineno) - function.lineno + 1]
        if count > FUNCTION_LINES
    ]


def exceptions_are_named(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{node.lineno}: except names no type, or one that is everything"
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type)
    ]


def _is_broad(caught: ast.expr | None) -> bool:
    if isinstance(caught, ast.Tuple):
        return any(_is_broad(each) for each in caught.elts)
    name = caught.attr if isinstance(caught, ast.Attribute) else getattr(caught, "id", None)
    return caught is None or name in {"Exception", "BaseException"}


def errors_say_where_and_how_to_mend(modules: Sequence[Module]) -> list[str]:
    families = descendants(modules, "PackagerError")
    return [
        f"{module.path}:{node.lineno}: {node.func.id} needs where= and mend="
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id in families
        if not {"where", "mend"} <= {keyword.arg for keyword in node.keywords}
    ]


def errors_have_one_root(modules: Sequence[Module]) -> list[str]:
    families = descendants(modules, "PackagerError")
    return [
        f"{module.path}:{node.lineno}: {node.name} is an error outside the families"
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef) and node.name.endswith(("Error", "Exception"))
        if node.name not in families
    ]


def descendants(modules: Iterable[Module], root: str) -> set[str]:
    """The names of a class and of all that derive from it, in whatever order they are written."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
    }
    found = {root}
    while new := {name for name, above in bases.items() if above & found} - found:
        found |= new
    return found


def values_are_frozen(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{node.lineno}: the value {node.name} can be changed; freeze it"
        for module in modules
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ClassDef)
        for mark in node.decorator_list
        if "dataclass" in ast.unparse(mark) and "frozen=True" not in ast.unparse(mark)
    ]


def files_have_a_purpose(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}: a name that says nothing of what is inside"
        for module in modules
        if SHAPELESS & set(module.name.split("."))
    ]


def tests_assert_something(modules: Sequence[Module]) -> list[str]:
    return [
        f"{module.path}:{function.lineno}: {function.name} asserts nothing"
        for module in modules
        if module.path.rpartition("/")[2].startswith("test_")
        for function in module.functions
        if function.name.startswith("test_") and not any(map(_asserts, ast.walk(function)))
    ]


def _asserts(node: ast.AST) -> bool:
    """An assert, pytest.raises and its like, or a helper of ours named for what it asserts."""
    if isinstance(node, ast.Assert):
        return not isinstance(node.test, ast.Constant)
    if not isinstance(node, ast.Call):
        return False
    called = ast.unparse(node.func).rpartition(".")[2]
    return called in {"raises", "warns", "fail"} or called.startswith(("assert_", "require_"))


OF_THE_SOURCE: tuple[Rule, ...] = (
    imports_only_downward,
    rooms_are_known,
    one_door_per_library,
    no_import_cycles,
    own_imports_at_the_top,
    names_are_looked_up_by_the_command_line_only,
    effects_stay_at_home,
    jsonschema_stays_out,
    carriers_do_not_know_the_index,
    modules_are_short,
    functions_are_short,
    exceptions_are_named,
    errors_say_where_and_how_to_mend,
    errors_have_one_root,
    values_are_frozen,
    files_have_a_purpose,
)
OF_THE_TESTS: tuple[Rule, ...] = (tests_assert_something, files_have_a_purpose)
