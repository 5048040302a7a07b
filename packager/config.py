"""Where to: folders, repository and host, from [tool.packager] or a file of the same keys."""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from packager.domain.errors import ConfigError

DEFAULTS = {
    "repo_id": "",
    "hub": "https://huggingface.co",
    "zenodo": "",
    "concept_doi": "",
    "site": "",
    "given_up": "",
    "releases": "releases",
    "dataset_card": "dataset_card",
    "dist": "dist",
}


@dataclass(frozen=True, slots=True)
class Config:
    """One place that releases are made in and go to; never a secret.

    Attributes:
        root: folder of the settings file; the folders below are inside it.
        repo_id: repository on the Hub, "owner/name"; "" for none.
        hub: address of the Hub.
        zenodo: address of the InvenioRDM host; "" for none.
        concept_doi: DOI of the series; "" for one not yet begun.
        site: address of the site.
        given_up: keys that people added to the card on the Hub and that may go, by name.
        releases: the memory: ledger, sources, sealed versions.
        dataset_card: the prose.
        dist: what is made and may be thrown away.
    """

    root: Path
    repo_id: str
    hub: str
    zenodo: str
    concept_doi: str
    site: str
    given_up: tuple[str, ...]
    releases: Path
    dataset_card: Path
    dist: Path


def read_config(cwd: Path, settings: Path | None) -> Config:
    """The settings of the project the command was called in, or of the file it was given.

    Raises:
        ConfigError: there is no such project or file, or it says what nobody reads.
    """
    if settings is None:
        root, table, where = require_project(cwd)
    else:
        root, table, where = settings.resolve().parent, read_toml(settings), settings.name
        table = tool_table(table) or table
    return _config(root, DEFAULTS | require_known(table, where=where))


def strangers_config(cwd: Path) -> Config | None:
    """Settings of somebody outside of any project, None inside of one."""
    return None if find_project(cwd) else _config(cwd, DEFAULTS)


def _config(root: Path, values: Mapping[str, str]) -> Config:
    return Config(
        root=root,
        repo_id=values["repo_id"],
        hub=values["hub"],
        zenodo=values["zenodo"],
        concept_doi=values["concept_doi"],
        site=values["site"],
        given_up=tuple(values["given_up"].split()),
        releases=root / values["releases"],
        dataset_card=root / values["dataset_card"],
        dist=root / values["dist"],
    )


def find_project(cwd: Path) -> tuple[Path, Mapping[str, object], str] | None:
    """The nearest folder upwards whose pyproject.toml has a table [tool.packager]."""
    for folder in (cwd, *cwd.parents):
        path = folder / "pyproject.toml"
        if path.is_file():
            table = tool_table(read_toml(path))
            if table is not None:
                return folder, table, "pyproject.toml, [tool.packager]"
    return None


def require_project(cwd: Path) -> tuple[Path, Mapping[str, object], str]:
    """The project of a folder; ConfigError if there is none."""
    found = find_project(cwd)
    if found is not None:
        return found
    raise ConfigError(
        "no project here",
        where=str(cwd),
        mend="go to a folder below a pyproject.toml with [tool.packager], or give --settings FILE",
    )


def read_toml(path: Path) -> Mapping[str, object]:
    """A TOML file, whole."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"the settings cannot be read: {error}", where=path.name, mend="mend the file"
        ) from error


def tool_table(document: Mapping[str, object]) -> Mapping[str, object] | None:
    """[tool.packager], if it is there."""
    tool = document.get("tool")
    table = tool.get("packager") if isinstance(tool, dict) else None
    return table if isinstance(table, dict) else None


def require_known(table: Mapping[str, object], *, where: str) -> dict[str, str]:
    """Raise ConfigError for a key nobody reads or a value that is no text."""
    for key, value in table.items():
        if key not in DEFAULTS:
            near = difflib.get_close_matches(key, DEFAULTS, 1) or list(DEFAULTS)
            raise ConfigError(f"unknown key {key}", where=where, mend=f"use {', '.join(near)}")
        if not isinstance(value, str):
            raise ConfigError(f"{key} is no text", where=where, mend=f'write {key} = "..."')
    return {key: str(value) for key, value in table.items()}
