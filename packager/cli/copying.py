"""`packager mirror` and `packager restore`: releases copied, each proved before it is kept."""

import argparse
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from threading import Lock

from packager.cli.origins import Onlooker, onlooker_of
from packager.cli.progress import Progress
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.domain.version import Version, version_key
from packager.publish.chain import SEALED_PAPERS
from packager.publish.mirror import Copied, Copier
from packager.publish.mirror_place import FolderPlace, Place
from packager.publish.mirror_proof import Trust
from packager.publish.mirror_remote import Remote
from packager.publish.mirror_source import Source
from packager.publish.mirror_url import RemotePlace
from packager.publish.restore import RestoredPlace, find_seal, promised_papers

DIGEST = re.compile(r"[0-9a-f]{64}")
MOST = 32


def mirror_command(args: argparse.Namespace, world: World) -> int:
    """Copy releases into a folder or to an address, each proved, whole or not at all."""
    onlooker = onlooker_of(args, world)
    sources = onlooker.sources(args.origin)
    versions = wanted_versions(args, sources)
    copier = Copier(
        sources=sources,
        place=place_of(args, onlooker),
        trust=trust_of(args, onlooker, sources, versions),
        papers=lambda version: kept_papers(onlooker, version),
    )
    return copied(args, world, copier, versions, "copied")


def restore_command(args: argparse.Namespace, world: World) -> int:
    """Bring a release back: its tree, its archive, and what the ledger keeps beside it."""
    version_key(args.version)
    onlooker = onlooker_of(args, world)
    sources = onlooker.sources(args.origin)
    promised = promised_papers(onlooker.ledger, args.version)
    copier = Copier(
        sources=sources,
        place=restored_place(args, onlooker, promised),
        trust=trust_of(args, onlooker, sources, [args.version]),
        papers=lambda _: {},
    )
    return copied(args, world, copier, [args.version], "restored")


def copied(
    args: argparse.Namespace, world: World, copier: Copier, versions: list[Version], word: str
) -> int:
    """Copy, and print a line for each version that is in its place."""
    with results(args, world, word) as told:
        copier.copy_all(
            versions, most=jobs(args), progress=Progress(world, event="fetched").of_all, told=told
        )
    return 0


@contextmanager
def results(
    args: argparse.Namespace, world: World, word: str
) -> Iterator[Callable[[Copied], None]]:
    """Print what is in its place: line by line, or as one document even if others failed."""
    found: list[Copied] = []
    alone = Lock()

    def told(one: Copied) -> None:
        found.append(one)
        state = word if one.is_new else "there already, and equal"
        line = "\t".join((one.version, state, f"proved by: {'; '.join(one.proofs)}", one.place))
        with alone:
            if not args.json:
                world.clear()
                world.say(line)

    try:
        yield told
    finally:
        world.clear()
        if args.json:
            world.say_json([asdict(one) for one in sorted(found, key=lambda one: one.version)])


def wanted_versions(args: argparse.Namespace, sources: tuple[Source, ...]) -> list[Version]:
    """The versions that were named, or all that the first source has."""
    if bool(args.versions) == args.all:
        raise ConfigError(
            "no versions are named" if not args.all else "versions are named, and --all",
            where="VERSION",
            mend="name versions before the destination, or give --all instead",
        )
    versions = list(sources[0].versions()) if args.all else list(dict.fromkeys(args.versions))
    for version in versions:
        version_key(version)
    if not versions:
        raise ConfigError(
            "there is no version", where=sources[0].name, mend="see that it is the right place"
        )
    return versions


def place_of(args: argparse.Namespace, onlooker: Onlooker) -> Place:
    """Where a mirror is laid."""
    place = onlooker.place(args.destination)
    if isinstance(place, Path):
        require_no_ledger(place, onlooker)
        return FolderPlace(place)
    if isinstance(place, Remote):
        return RemotePlace(place, onlooker.world.cwd / args.work)
    raise ConfigError(
        "nothing can be written to a web address",
        where=args.destination,
        mend="name a folder, or an address of a store such as s3://bucket/mirror",
    )


def require_no_ledger(place: Path, onlooker: Onlooker) -> None:
    """Raise ConfigError if a mirror would be laid where the ledger is."""
    if place.resolve() == onlooker.ledger.root.resolve():
        raise ConfigError(
            "this is the folder of releases, no mirror",
            where=str(place),
            mend="name another folder; `packager restore VERSION` brings a lost tree back here",
        )


def restored_place(
    args: argparse.Namespace, onlooker: Onlooker, promised: dict[str, str]
) -> RestoredPlace:
    """The project's own folders, or the folder that was named."""
    if args.out:
        out = onlooker.world.cwd / args.out
        return RestoredPlace(args.version, out, out)
    if not promised:
        raise ConfigError(
            f"no ledger here has sealed {args.version}",
            where=str(onlooker.ledger.root),
            mend="name a folder for it with --out",
        )
    config = onlooker.config
    return RestoredPlace(args.version, config.releases, config.dist, promised)


def trust_of(
    args: argparse.Namespace,
    onlooker: Onlooker,
    sources: tuple[Source, ...],
    versions: list[Version],
) -> Callable[[Version], Trust]:
    """What each version is proved by.

    Raises:
        ConfigError: --sha256 is no digest, or there are several versions.
    """
    digest = (args.sha256 or "").lower()
    if digest and (not DIGEST.fullmatch(digest) or len(versions) > 1):
        raise ConfigError(
            "this is no sha256 of one release",
            where="--sha256",
            mend="give 64 hex digits, and one version",
        )
    found = {
        version: Trust(
            seal=find_seal(onlooker.ledger, version, sources),
            sha256=digest,
            is_unproved=args.unproved,
        )
        for version in versions
    }
    return found.__getitem__


def kept_papers(onlooker: Onlooker, version: Version) -> dict[str, bytes]:
    """What this project's ledger keeps of a version; none if it has not sealed it."""
    if not promised_papers(onlooker.ledger, version):
        return {}
    return {name: onlooker.ledger.paper(version, name) for name in SEALED_PAPERS}


def jobs(args: argparse.Namespace) -> int:
    """How many downloads at once."""
    if not 1 <= args.jobs <= MOST:
        raise ConfigError(
            f"{args.jobs} at once", where="--jobs", mend=f"name a number from 1 to {MOST}"
        )
    count: int = args.jobs
    return count
