"""Trees built from the pinned sources of this repository."""

from pathlib import Path

from packager.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
VERSION = "2026-12-24"


def build_tree(place: Path, *sources: str, version: str = VERSION) -> Path:
    """`packager build`, as a person calls it."""
    words = [f"--source={source}" for source in sources]
    settings = ["--settings", str(ROOT / "pyproject.toml")]
    assert main(["build", version, "--out", str(place), "--quiet", *words, *settings]) == 0
    return place
