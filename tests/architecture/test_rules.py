"""The source keeps the rules, and each rule finds the fault it is there for."""

import pytest

from tests.architecture import rules
from tests.architecture.rules import OF_THE_SOURCE, OF_THE_TESTS, Rule
from tests.architecture.source import Module, modules

ERRORS = "class PackagerError(Exception): ...\nclass SourceError(PackagerError): ...\n"
SEEDS = [
    (rules.imports_only_downward, "packager/card/x.py", "from packager.publish import run"),
    (rules.imports_only_downward, "packager/publish/x.py", "import packager.assemble.build"),
    (rules.imports_only_downward, "packager/publish/x.py", "from packager.assemble import build"),
    (rules.imports_only_downward, "packager/domain/x.py", "from packager.cli.main import main"),
    (rules.imports_only_downward, "packager/card/x.py", "from ..publish import run"),
    (rules.rooms_are_known, "packager/attic/x.py", ""),
    (rules.own_imports_at_the_top, "packager/card/x.py", "def f():\n import packager.domain.y"),
    (
        rules.names_are_looked_up_by_the_command_line_only,
        "packager/card/x.py",
        "from importlib import import_module",
    ),
    (rules.effects_stay_at_home, "packager/card/x.py", "print('x')"),
    (rules.effects_stay_at_home, "packager/card/x.py", "import sys\nsys.exit(1)"),
    (rules.effects_stay_at_home, "packager/card/x.py", "raise SystemExit(1)"),
    (rules.effects_stay_at_home, "packager/publish/x.py", "import os\nos.environ['X']"),
    (rules.effects_stay_at_home, "packager/publish/x.py", "from os import environ"),
    (rules.effects_stay_at_home, "packager/publish/x.py", "day = date.today()"),
    (rules.effects_stay_at_home, "packager/publish/x.py", "now = datetime.datetime.now(UTC)"),
    (rules.effects_stay_at_home, "packager/publish/x.py", "now = time.time()"),
    (rules.effects_stay_at_home, "packager/loading/x.py", "import os\nos.environ['X']"),
    (rules.effects_stay_at_home, "packager/loading/places.py", "print('x')"),
    (rules.imports_only_downward, "packager/loading/x.py", "import packager.assemble.build"),
    (rules.imports_only_downward, "packager/__init__.py", "from packager.publish import run"),
    (rules.jsonschema_stays_out, "packager/assemble/x.py", "from jsonschema import validate"),
    (rules.carriers_do_not_know_the_index, "packager/publish/x.py", "best_gpu = None"),
    (rules.carriers_do_not_know_the_index, "packager/card/x.py", "# Ember's file"),
    (rules.carriers_do_not_know_the_index, "packager/assemble/x.py", "wh_per_million = 1"),
    (rules.modules_are_short, "packager/card/x.py", "x = 1\n" * 261),
    (rules.functions_are_short, "packager/card/x.py", "def f():\n" + " x = 1\n" * 40),
    (rules.exceptions_are_named, "packager/card/x.py", "try: ...\nexcept: ..."),
    (rules.exceptions_are_named, "packager/card/x.py", "try: ...\nexcept Exception: ..."),
    (
        rules.exceptions_are_named,
        "packager/card/x.py",
        "try: ...\nexcept (OSError, BaseException): ...",
    ),
    (
        rules.errors_say_where_and_how_to_mend,
        "packager/domain/errors.py",
        ERRORS + "raise SourceError('no column', where='x')",
    ),
    (rules.errors_have_one_root, "packager/card/x.py", "class CardError(Exception): ..."),
    (rules.values_are_frozen, "packager/domain/x.py", "@dataclass(slots=True)\nclass X: ..."),
    (rules.files_have_a_purpose, "packager/card/utils.py", ""),
    (rules.tests_assert_something, "tests/unit/test_x.py", "def test_it_runs(): run()"),
    # An assertion that cannot fail asserts nothing; the rule must find this sample.
    (rules.tests_assert_something, "tests/unit/test_x.py", "def test_it_runs(): assert True"),
]
HARMLESS = [
    (rules.imports_only_downward, "packager/publish/x.py", "from packager.assemble.tree import y"),
    (rules.imports_only_downward, "packager/cli/x.py", "import packager.publish.run"),
    (rules.imports_only_downward, "packager/card/x.py", "from packager import __version__"),
    (
        rules.names_are_looked_up_by_the_command_line_only,
        "packager/card/x.py",
        "from importlib import resources",
    ),
    (rules.effects_stay_at_home, "packager/cli/x.py", "print(date.today(), os.environ)"),
    (rules.effects_stay_at_home, "packager/card/x.py", "day = date.fromisoformat(text)"),
    (rules.effects_stay_at_home, "packager/loading/places.py", "import os\nos.environ['X']"),
    (rules.imports_only_downward, "packager/loading/x.py", "import packager.assemble.frames"),
    (rules.carriers_do_not_know_the_index, "packager/card/x.py", "# remember September"),
    (rules.carriers_do_not_know_the_index, "packager/green_tokens/x.py", "gpu = 'H100'"),
    (rules.functions_are_short, "packager/card/x.py", "def f():\n" + " x = 1\n" * 39),
    (
        rules.errors_say_where_and_how_to_mend,
        "packager/domain/errors.py",
        ERRORS + "raise SourceError('no column', where='x', mend='y')",
    ),
    (rules.tests_assert_something, "tests/unit/test_x.py", "def test_x():\n with raises(E): f()"),
]


@pytest.mark.parametrize("rule", OF_THE_SOURCE, ids=lambda rule: rule.__name__)
def test_the_source_keeps_the_rule(rule: Rule) -> None:
    assert rule(modules("packager")) == []


@pytest.mark.parametrize("rule", OF_THE_TESTS, ids=lambda rule: rule.__name__)
def test_the_tests_keep_the_rule(rule: Rule) -> None:
    assert rule(modules("tests")) == []


@pytest.mark.parametrize(("rule", "path", "text"), SEEDS)
def test_a_rule_finds_its_fault(rule: Rule, path: str, text: str) -> None:
    assert len(rule([Module(path, text)])) == 1


@pytest.mark.parametrize(("rule", "path", "text"), HARMLESS)
def test_a_rule_lets_the_harmless_pass(rule: Rule, path: str, text: str) -> None:
    assert rule([Module(path, text)]) == []


def test_two_files_that_import_one_library_are_two_doors() -> None:
    both = [Module(f"packager/card/{name}.py", "import jinja2, json") for name in "ab"]

    assert rules.one_door_per_library(both[:1]) == []
    assert rules.one_door_per_library(both) == [
        "packager/card/a.py, packager/card/b.py: jinja2 comes in by 2 doors"
    ]


def test_a_circle_of_imports_is_found_however_it_is_spelled() -> None:
    circle = [
        Module("packager/card/a.py", "from packager.card import b"),
        Module("packager/card/b.py", "from packager.card.a import x"),
    ]

    assert rules.no_import_cycles(circle[:1]) == []
    assert len(rules.no_import_cycles(circle)) == 1


def test_every_rule_is_shown_to_find_something() -> None:
    of_two_files = {rules.one_door_per_library, rules.no_import_cycles}

    assert {rule for rule, _, _ in SEEDS} | of_two_files == {*OF_THE_SOURCE, *OF_THE_TESTS}
