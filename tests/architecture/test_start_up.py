"""Help is printed without any of the libraries that take time to import."""

import subprocess
import sys
from pathlib import Path

HEAVY = {
    *("cffconvert", "datasets", "dplib", "duckdb", "frictionless", "huggingface_hub.hf_api"),
    *("jinja2", "jsonschema_rs", "mcp", "msgspec", "numpy", "pandas", "pyarrow", "requests"),
    *("starlette", "uvicorn", "vl_convert", "yaml"),
}
SCRIPT = """
import runpy, sys
sys.argv = ["packager", *sys.argv[1:]]
try:
    runpy.run_module("packager", run_name="__main__")
except SystemExit as ended:
    assert not ended.code, ended.code
print("loaded:", *sorted(sys.modules))
"""


def test_help_loads_no_heavy_library() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", SCRIPT, "--help"], check=True, capture_output=True, text=True
    )
    story, _, loaded = done.stdout.rpartition("loaded:")

    assert "usage: packager" in story
    assert HEAVY & set(loaded.split()) == set()


BUILDER = """
import sys
import packager.cli.building, packager.cli.checking
print("loaded:", *sorted(sys.modules))
"""
OF_ONE_VERB = ("packager.green_tokens.pages", "packager.green_tokens.answers", "packager.serve")


def test_who_builds_and_checks_loads_neither_the_site_nor_what_programs_may_ask() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-c", BUILDER], check=True, capture_output=True, text=True
    )
    loaded = done.stdout.split()

    assert "packager.green_tokens.recipe" in loaded
    assert [name for name in loaded if name.startswith(OF_ONE_VERB)] == []


ANALYST = """
import sys
before = set(sys.modules)
import packager
print("imported:", *sorted(set(sys.modules) - before))
packager.load("index", version="latest", source=sys.argv[1])
print("loaded:", *sorted(sys.modules))
"""
BUILDING = ("packager.cli", "packager.card", "packager.green_tokens", "packager.assemble.build")
OF_BUILDERS = (HEAVY | {"huggingface_hub", "httpx2"}) - {"msgspec", "numpy", "pyarrow", "yaml"}


def test_who_imports_the_package_loads_nothing_of_it_and_who_loads_a_table_no_builder() -> None:
    releases = Path(__file__).resolve().parents[2] / "releases"
    done = subprocess.run(
        [sys.executable, "-P", "-W", "ignore", "-c", ANALYST, str(releases)],
        check=True,
        capture_output=True,
        text=True,
    )
    said = dict(line.split(":", 1) for line in done.stdout.splitlines())
    loaded = said["loaded"].split()

    imported = [name for name in said["imported"].split() if not name.startswith("importlib")]
    assert imported == ["packager"]
    assert "pyarrow" in loaded
    assert OF_BUILDERS & set(loaded) == set()
    assert [name for name in loaded if name.startswith(BUILDING)] == []
