"""`packager release`: the whole road, from pinned sources to a release that loads."""

import argparse
from pathlib import Path

from packager.assemble.archive import archive, compare_archive
from packager.assemble.seal import Seal
from packager.assemble.tree import files_of
from packager.cli.judging import load_back
from packager.cli.mirroring import MIRROR, carry
from packager.cli.project import Project, project_of, wanted_vintages
from packager.cli.proving import prove, require_proved, told
from packager.cli.sealing import cut, rebuild, require_sealed_version, to_commit
from packager.cli.showing import Shown, summary
from packager.cli.world import World
from packager.domain.errors import ConfigError, IntegrityError
from packager.publish.ledger import Ledger


def release_command(args: argparse.Namespace, world: World) -> int:
    """Cut if asked to, prove the release equal to its seal, carry it, load it back, show it."""
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    cut_if_new(project, ledger, args, world)
    seal = ledger.seal(require_sealed_version(ledger, args.version))
    place, bundle = make_or_find(project, ledger, seal, world)
    planned, record = carry(project, ledger, seal.version)
    mirror = project.config.dist / MIRROR
    world.tell(f"in {mirror}: {len(planned.sent)} files sent, {len(planned.kept)} there already")
    world.step("loading every table back")
    rows = load_back(project, mirror / record.id)
    world.clear()
    world.tell(f"loaded back: {len(rows)} tables, equal to the documents cell by cell")
    if args.json:
        world.say_json(
            {
                "version": seal.version,
                "tree": str(place),
                "archive": str(bundle),
                "archive_sha256": seal.archive.sha256,
                "mirror": str(mirror / record.id),
                "files": len(seal.files),
                "rows": rows,
            }
        )
        return 0
    shown = Shown(ledger.release(seal.version), mirror / record.id, bundle, rows)
    world.say("\n".join(("", *summary(shown, project.recipe.headline))))
    return 0


def cut_if_new(project: Project, ledger: Ledger, args: argparse.Namespace, world: World) -> None:
    """Cut the version that is named, unless it is sealed and no sources are named.

    Raises:
        ConfigError: sources are named without a version.
    """
    if args.source and not args.version:
        raise ConfigError(
            "sources are named, but no version",
            where="--source",
            mend="add --version with a new version, such as --version 2026-12-01",
        )
    if args.source or (args.version and args.version not in ledger.versions()):
        cut(project, args.version, wanted_vintages(args.source), world)
        world.tell(to_commit(project, args.version))


def make_or_find(project: Project, ledger: Ledger, seal: Seal, world: World) -> tuple[Path, Path]:
    """The tree and the archive below dist/, made unless they are there and are the sealed ones."""
    place = project.config.dist / seal.version
    bundle = project.config.dist / seal.archive.path
    if place.is_dir() and files_of(place) == seal.files:
        world.tell(f"{seal.version} is in {place} already, equal to its seal")
    else:
        world.step(f"building {seal.version} again")
        rebuild(project, ledger, seal, place)
        proof = prove(project, seal, place)
        require_proved(project, seal, proof, where=place)
        world.clear()
        world.tell(told(proof, seal))
    if not (bundle.is_file() and not compare_archive(bundle, seal.files).lines()):
        bundle.unlink(missing_ok=True)
        made = archive(project.config.releases / seal.version / "tree", seal.files, bundle)
        if made != seal.archive:
            raise IntegrityError(
                "the archive is not the sealed one",
                where=str(bundle),
                mend="see `packager ledger verify`; take the release back from version control",
            )
    return place, bundle
