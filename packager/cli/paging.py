"""`packager pages`: the site of a sealed release."""

import argparse
import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from packager.assemble.build import read_settings
from packager.assemble.compare.difference import difference
from packager.assemble.compare.sides import side_of
from packager.assemble.site import Premises, write_site
from packager.assemble.tree import paths_of
from packager.cli.citing import sealed_work
from packager.cli.making import fresh
from packager.cli.naming import loaded
from packager.cli.project import Project, project_of
from packager.cli.world import World
from packager.domain.answer import Notice
from packager.domain.difference import Difference
from packager.domain.errors import ConfigError, SealedError
from packager.domain.recipe import Material, Shown, SiteMaterial
from packager.domain.strict import decode, parse_json
from packager.domain.version import Version, version_key
from packager.publish.ledger import Ledger
from packager.publish.standing import notices_of

SITE, MARK = "site", "figures.json"
EVERY = 50


def pages_command(args: argparse.Namespace, world: World) -> int:
    """Write the whole site into a new folder, and put it where an older one may stand."""
    began = time.monotonic()
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    version = args.version or newest(ledger)
    version_key(version)
    place = world.cwd / args.out if args.out else project.config.dist / SITE
    world.step(f"proving the sealed releases, {version} for the pages")
    premises = premises_of(project, ledger, version)
    for notice in premises.shown.of(version).notices:
        world.tell(f"{version}: {notice.kind}: {notice.note}; every page says so")
    with fresh(place, mark=MARK, kind=SITE) as root:
        written = write_site(premises, root, Tally(world).heard)
    world.clear()
    if args.json:
        world.say_json(
            {
                "version": version,
                "site": str(place),
                "pages": written.pages,
                "figures": written.figures,
                "files": len(paths_of(place)),
                "notices": [notice.kind for notice in premises.shown.of(version).notices],
            }
        )
        return 0
    took = time.monotonic() - began
    world.tell(f"{written.pages} pages of {version} with {written.figures} figures, {took:.1f} s")
    world.say(str(place))
    return 0


class Tally:
    """Tells how many pages are written, now and then."""

    def __init__(self, world: World) -> None:
        self._world, self._count = world, 0

    def heard(self, address: str) -> None:
        """One page more."""
        self._count += 1
        if self._count % EVERY == 0:
            self._world.step(f"page {self._count}, {address}")


def newest(ledger: Ledger) -> Version:
    """The version that was sealed last.

    Raises:
        SealedError: there is none.
    """
    versions = ledger.versions()
    if not versions:
        raise SealedError(
            "no release is sealed yet",
            where=str(ledger.root),
            mend="cut one first: `packager cut VERSION`",
        )
    return versions[-1]


def premises_of(project: Project, ledger: Ledger, version: Version) -> Premises:
    """What a site is made from; every tree is proved against its seal.

    Raises:
        SealedError: there is no such sealed release.
        IntegrityError: a tree is not what was sealed.
    """
    chosen = Path(ledger.release(version).root)
    releases = tuple(reversed(ledger.versions()))
    config, material = project.config, material_of(project, chosen)
    return Premises(
        recipe=project.recipe,
        pages=loaded(project.recipe.site),
        prose=config.dataset_card,
        shown=SiteMaterial(
            material=material,
            releases=tuple(shown(ledger, one) for one in releases),
            difference=partial(compared, project, ledger),
        ),
        work=sealed_work(ledger, version, chosen),
        trees={one: Path(ledger.release(one).root) for one in releases},
        listing=(config.releases / "index.json").read_bytes(),
        site=config.site if not config.site or config.site.endswith("/") else f"{config.site}/",
    )


def material_of(project: Project, tree: Path) -> Material:
    """What a sealed tree was made of, from its own documents.

    Raises:
        ConfigError: the recipe cannot read a tree back.
    """
    read = project.recipe.published
    if read is None or not project.recipe.site:
        raise ConfigError(
            "this index has no pages",
            where=f"recipe {project.recipe.name}",
            mend="give the recipe `published` and `site`; see docs/site.md",
        )
    return read(documents_of(tree), read_settings(project.config.dataset_card))


def documents_of(tree: Path) -> Mapping[str, object]:
    """The JSON documents of a tree, strictly read."""
    return {
        path: parse_json(decode((tree / path).read_bytes(), where=path), where=path)
        for path in paths_of(tree)
        if path.endswith(".json")
    }


def shown(ledger: Ledger, version: Version) -> Shown:
    """A release with what was said of it afterwards."""
    said = notices_of(ledger.events(), version)
    notices = tuple(Notice(one.event, one.note) for one in said)
    return Shown(ledger.seal(version).identity, notices)


def compared(project: Project, ledger: Ledger, old: Version, new: Version) -> Difference:
    """How two sealed releases differ."""
    one, other = (side_of(Path(ledger.release(it).root), it) for it in (old, new))
    return difference(one, other, apart=project.recipe.figures_of_change)
