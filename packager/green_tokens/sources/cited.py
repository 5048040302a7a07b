"""A source that is only cited: no table is kept and nothing of it is redistributed."""

from pathlib import Path

from packager.domain.imports import Imported, ImportOptions


def import_cited(_path: Path, _options: ImportOptions) -> Imported:
    """Nothing is read; a person states everything."""
    return Imported((), (), ({"redistributed": False},))
