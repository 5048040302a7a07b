"""The project a command works on: its settings, memory, sources and recipe."""

import argparse
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from packager.assemble.canonical import parse_yaml
from packager.assemble.pinned import choose, read_pinned, vintages
from packager.assemble.standards.citation_cff import read_citation
from packager.cli.world import World
from packager.config import Config, read_config
from packager.domain.citation import Citation
from packager.domain.errors import ConfigError
from packager.domain.recipe import Recipe
from packager.domain.snapshot import Snapshot
from packager.green_tokens.recipe import RECIPE

SOURCES = "sources"
CITATION = "CITATION.cff"


@dataclass(frozen=True, slots=True)
class Project:
    """One index in one folder."""

    config: Config
    recipe: Recipe

    @property
    def sources(self) -> Path:
        """Folder of pinned sources."""
        return self.config.releases / SOURCES

    def snapshot(self, wanted: Mapping[str, str]) -> Snapshot:
        """One vintage of every source there is: the wanted one, else the newest whole one."""
        kinds = vintages(self.sources)
        others = sorted(set(kinds) - set(self.recipe.required))
        return choose(self.sources, (*self.recipe.required, *others), wanted)

    def pinned(self, wanted: Mapping[str, str]) -> Snapshot:
        """Exactly these vintages, in this order."""
        return {kind: read_pinned(self.sources, kind, wanted[kind]) for kind in wanted}

    def citation(self) -> Citation:
        """The hand-kept citation file at the root."""
        path = self.config.root / CITATION
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigError(
                f"the citation file cannot be read: {error}",
                where=str(path),
                mend="write one; it says who made the data, under which terms",
            ) from error
        return read_citation(parse_yaml(text, where=CITATION), where=CITATION)


def project_of(args: argparse.Namespace, world: World) -> Project:
    """The project of the folder a command was called in, or of its --settings."""
    settings = world.cwd / args.settings if args.settings else None
    return Project(read_config(world.cwd, settings), RECIPE)


def wanted_vintages(words: Sequence[str]) -> Mapping[str, str]:
    """KIND=VINTAGE words as a mapping.

    Raises:
        ConfigError: a word is of another form, or a kind is named twice.
    """
    wanted: dict[str, str] = {}
    for word in words:
        kind, equals, vintage = word.partition("=")
        if not (kind and equals and vintage) or kind in wanted:
            raise ConfigError(
                f"{word!r} is not one KIND=VINTAGE",
                where="--source",
                mend="write, once for each kind, --source ember=2026-04",
            )
        wanted[kind] = vintage
    return wanted
