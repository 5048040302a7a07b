"""`packager serve`: the site, or the API of the sealed releases, on this machine."""

import argparse
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from packager.cli.project import project_of
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.publish.ledger import Ledger
from packager.serve.loopback import address, listener, run
from packager.serve.static import Site

SITE = "site"
API = "api/v1"


@dataclass(frozen=True, slots=True)
class Served:
    """What is served.

    Attributes:
        place: the folder all of it lies in.
        folders: folders by the path they are served under.
        start: path of the page or document to begin with.
    """

    place: Path
    folders: Mapping[str, Path]
    start: str = ""


def serve_command(args: argparse.Namespace, world: World) -> int:
    """Serve until it is stopped, which is how it ends well."""
    served = served_releases(args, world) if args.api else served_folder(args, world)
    with listener(args.port) as taken:
        try:
            tell_address(served, f"{address(taken)}{served.start}", world)
            run(Site(served.folders), taken)
        except KeyboardInterrupt:
            world.tell("stopped")
    return 0


def tell_address(served: Served, url: str, world: World) -> None:
    """Say where it is, at once."""
    if world.as_json:
        world.event("serving", address=url, folder=str(served.place))
        return
    world.tell(f"serving {served.place}, for this machine alone; Ctrl-C ends it")
    world.say(url)
    world.out.flush()


def served_folder(args: argparse.Namespace, world: World) -> Served:
    """The folder that was named, else the site of the project.

    Raises:
        ConfigError: it is not there.
    """
    if args.folder:
        place = world.cwd / args.folder
        what, mend = "there is no such folder", "name the folder of a site or of a tree"
    else:
        place = project_of(args, world).config.dist / SITE
        what = "there is no site yet"
        mend = "write it: `packager pages`; or serve the releases alone: `packager serve --api`"
    if not place.is_dir():
        raise ConfigError(what, where=str(place), mend=mend)
    return Served(place, {"": place})


def served_releases(args: argparse.Namespace, world: World) -> Served:
    """Every sealed tree, each proved against its seal, where the site has them too.

    Raises:
        ConfigError: nothing is sealed yet.
    """
    ledger = Ledger(project_of(args, world).config.releases)
    world.step("proving the sealed releases")
    trees = {version: Path(ledger.release(version).root) for version in ledger.versions()}
    world.clear()
    if not trees:
        raise ConfigError(
            "nothing is sealed yet",
            where=str(ledger.root),
            mend="cut a release first, such as `packager cut 2026-12-31`",
        )
    *_, newest = trees.values()
    frozen = {f"{API}/releases/{version}": tree for version, tree in trees.items()}
    return Served(ledger.root, {API: newest, **frozen}, f"{API}/openapi.json")
