"""Help is printed without any of the libraries that take time to import."""

import subprocess
import sys

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
