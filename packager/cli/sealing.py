"""`packager cut`, `rebuild` and `ledger`: what is sealed, proved and remembered."""

import argparse
import tempfile
from collections.abc import Mapping
from pathlib import Path

from packager.assemble.fragments import drop
from packager.assemble.inputs import (
    change_document,
    inputs_document,
    read_inputs,
    require_inputs,
)
from packager.assemble.seal import Seal
from packager.cli.explaining import require_said
from packager.cli.judging import to_be_sound
from packager.cli.making import NEXT, Past, fresh, make_again, make_new, past_of
from packager.cli.project import Project, project_of, wanted_vintages
from packager.cli.proving import prove, require_proved, told
from packager.cli.recounting import noticed, withdrawals
from packager.cli.remembering import check_ledger, require_ledger
from packager.cli.tooling import seal_tree
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.domain.release import Identity, Release
from packager.domain.version import Version, version_key
from packager.publish.ledger import Ledger
from packager.publish.relay import Laid


def cut_command(args: argparse.Namespace, world: World) -> int:
    """Build, judge and seal a version; afterwards nothing in it changes."""
    project = project_of(args, world)
    release = cut(project, args.version, wanted_vintages(args.source), world)
    if args.json:
        world.say_json(
            {
                "version": release.version,
                "files": len(release.files),
                "archive_sha256": release.archive.sha256,
            }
        )
        return 0
    world.say(f"{release.version}\tsealed\t{len(release.files)} files\t{release.archive.sha256}")
    world.tell(to_commit(project, release.version))
    return 0


def cut(project: Project, version: Version, wanted: Mapping[str, str], world: World) -> Release:
    """Seal a new version.

    Raises:
        SealedError: the version is sealed, abandoned, or older than the newest.
        PackagerError: a source, a rule or a judge says no; nothing is kept then.
    """
    version_key(version)
    ledger = Ledger(project.config.releases)
    ledger.require_free(version)
    identity = ledger.find_identity(version) or Identity(
        version, concept_doi=project.config.concept_doi
    )
    past = noticed(newest(project, ledger), identity, ledger)
    for warning in withdrawals(past, identity, ledger):
        world.tell(warning)
    with tempfile.TemporaryDirectory() as folder:
        tree, bundle = Path(folder) / "tree", Path(folder) / archive_name(project, version)
        with to_be_sound(project, tree) as require_sound:
            world.step(f"building {version}")
            made = make_new(project, identity, wanted, past, tree)
            world.step(f"judging {version}")
            if past:
                require_said(project, past, tree, made)
            require_sound()
        seal = seal_tree(project, identity, tree, bundle)
        world.step(f"sealing {version}")
        release = ledger.add_release(
            seal,
            tree,
            inputs=inputs_document(made.inputs),
            change=change_document(made.change, made.notices),
        )
    world.clear()
    drop(project.config.releases / NEXT, made.inputs.fragments)
    return release


def archive_name(project: Project, version: Version) -> str:
    """Name of a release's archive, wherever it goes."""
    return f"{project.recipe.name}-{version}.zip"


def newest(project: Project, ledger: Ledger) -> Past | None:
    """The newest sealed release, as the next one needs it, its bytes proved."""
    versions = ledger.versions()
    if not versions:
        return None
    ledger.release(versions[-1])
    return past_of(project, versions[-1])


def to_commit(project: Project, version: Version) -> str:
    """What a person does next."""
    releases = project.config.releases.name
    identity = Ledger(project.config.releases).find_identity(version)
    to = "--to zenodo --to huggingface" if identity and identity.doi else "--to directory"
    return (
        f"Commit it: `git add {releases} && git commit -m 'Release {version}'`\n"
        f"Then carry it: `packager publish {version} {to}`"
    )


def rebuild_command(args: argparse.Namespace, world: World) -> int:
    """Build a sealed version again, and with --compare prove it equal."""
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    place = world.cwd / args.out if args.out else project.config.dist / args.version
    seal = ledger.seal(args.version)
    world.step(f"building {args.version} again")
    rebuild(project, ledger, seal, place)
    world.clear()
    if not args.compare:
        world.say(f"{args.version}\trebuilt\t{place}")
        return 0
    proof = prove(project, seal, place)
    if args.json:
        world.say_json(proof)
    require_proved(project, seal, proof, where=place)
    if not args.json:
        world.say(told(proof, seal))
    return 0


def rebuild(project: Project, ledger: Ledger, seal: Seal, place: Path) -> None:
    """Build a sealed version from what it was built from, into a place of its own."""
    papers = (ledger.paper(seal.version, "inputs.json"), ledger.paper(seal.version, "change.json"))
    with fresh(place) as root:
        made = make_again(project, seal.identity, papers, root)
        require_inputs(read_inputs(papers[0], f"{seal.version}/inputs.json"), made.inputs)


def ledger_command(args: argparse.Namespace, world: World) -> int:
    """Show, verify or lay anew the memory of releases."""
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    require_ledger(args, asked=args.action == "verify")
    match args.action:
        case "verify":
            return check_ledger(project, args, world)
        case "relay":
            for version in relay(project, ledger, world):
                world.say(f"{version}\tsealed anew")
        case _:
            show(ledger, world, as_json=args.json)
    return 0


def show(ledger: Ledger, world: World, *, as_json: bool) -> None:
    """One event a line."""
    events = ledger.events()
    if as_json:
        world.say_json(
            [{"event": e.event, "version": e.version, "files": dict(e.files)} for e in events]
        )
        return
    for event in events:
        world.say("\t".join(filter(None, (event.version, event.event, event.target, event.note))))


def relay(project: Project, ledger: Ledger, world: World) -> tuple[Version, ...]:
    """Cut every version again in order, from its own inputs; all of them or none.

    Raises:
        SealedError: a version is public already.
    """
    with ledger.relay() as laid:
        for one in laid:
            world.step(f"laying {one.identity.version} anew")
            lay_anew(project, ledger, one)
        world.clear()
        return tuple(one.identity.version for one in laid)


def lay_anew(project: Project, ledger: Ledger, laid: Laid) -> None:
    """Build, judge and seal one version from its papers."""
    version = laid.identity.version
    with tempfile.TemporaryDirectory() as folder:
        tree, bundle = Path(folder) / "tree", Path(folder) / archive_name(project, version)
        with to_be_sound(project, tree) as require_sound:
            made = make_again(project, laid.identity, (laid.inputs, laid.change), tree)
            require_sound()
        seal = seal_tree(project, laid.identity, tree, bundle)
        ledger.add_release(
            seal,
            tree,
            inputs=inputs_document(made.inputs),
            change=change_document(made.change, made.notices),
        )


def require_sealed_version(ledger: Ledger, version: Version | None) -> Version:
    """The version, or the newest sealed one.

    Raises:
        ConfigError: nothing is sealed yet.
    """
    versions = ledger.versions()
    if version is None and not versions:
        raise ConfigError(
            "nothing is sealed yet",
            where=str(ledger.root),
            mend="cut a first version, such as `packager cut 2026-11-30`",
        )
    return version or versions[-1]
