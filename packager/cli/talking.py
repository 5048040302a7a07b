"""`packager mcp`: programs ask a sealed release; its bytes are proved before a word is said."""

import argparse
import importlib
import os
import signal
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import NoReturn

from packager import __version__
from packager.assemble.build import read_settings
from packager.cli.citing import WRITTEN, sealed_work
from packager.cli.naming import loaded
from packager.cli.project import Project, project_of
from packager.cli.sealing import require_sealed_version
from packager.cli.world import World
from packager.domain.answer import HostRecord, Notice, ReleaseLine, Speaker
from packager.domain.citation import Work
from packager.domain.errors import ConfigError
from packager.domain.recipe import Dialogue, Material, Settings
from packager.domain.version import Version, version_key
from packager.publish.chain import Event
from packager.publish.ledger import Ledger
from packager.publish.said import notices_now
from packager.publish.standing import notices_of
from packager.serve.offer import Offer, release_tools
from packager.serve.shelf import Shelf

DOOR, LIBRARY = "packager.serve.mcp", "mcp"
PORT = 8001
Reader = Callable[[Mapping[str, object], Settings], Material]


def mcp_command(args: argparse.Namespace, world: World) -> int:
    """Answer until the input ends or a person stops it."""
    if args.port is not None and not args.http:
        raise ConfigError("--port goes with --http", where="--port", mend="add --http")
    door = require_door()
    project = project_of(args, world)
    version = version_to_ask(Ledger(project.config.releases), args.version)
    offer = offer_of(project, version)
    with suppress(KeyboardInterrupt):
        if args.http:
            port = PORT if args.port is None else args.port
            door.listen(offer, port, partial(tell_address, world, version))
        else:
            signal.signal(signal.SIGINT, leave)
            world.tell(f"{version} answers on standard input and output")
            door.talk(offer)
    return 0


def leave(*_: object) -> NoReturn:
    """End at once: a thread waits for a line that may never come, and nothing is left to do."""
    os._exit(0)


def require_door() -> ModuleType:
    """The module that speaks the protocol.

    Raises:
        ConfigError: its library is not installed.
    """
    try:
        return importlib.import_module(DOOR)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != LIBRARY:
            raise
        raise ConfigError(
            "the library of the Model Context Protocol is not installed",
            where="extra `mcp`",
            mend="install the lock, which holds it: `python3 dev.py packager mcp`, or pip install"
            " --require-hashes --no-deps -r requirements.lock; pip alone finds no versions that"
            " fit together",
        ) from error


def version_to_ask(ledger: Ledger, wanted: Version | None) -> Version:
    """The version that was named, or the newest sealed one that is not withdrawn.

    Raises:
        ConfigError: the name is no version, nothing is sealed, or all of it is withdrawn.
    """
    if wanted is not None:
        version_key(wanted)
        return wanted
    newest = require_sealed_version(ledger, None)
    withdrawn = {event.version for event in ledger.events() if event.event == "withdraw"}
    standing = [version for version in ledger.versions() if version not in withdrawn]
    if not standing:
        raise ConfigError(
            "every sealed release was withdrawn",
            where=str(ledger.root),
            mend=f"name one to ask it all the same, such as `packager mcp {newest}`",
        )
    return standing[-1]


def offer_of(project: Project, version: Version) -> Offer:
    """A sealed release with all that can be asked of it.

    Raises:
        ConfigError: the index has no questions.
        SealedError: the version is not sealed.
        IntegrityError: a byte of it is not the sealed one.
    """
    read, dialogue = require_dialogue(project)
    ledger = Ledger(project.config.releases)
    release = ledger.release(version)
    shelf, work = Shelf(release), sealed_work(ledger, version, Path(release.root))
    material = read(shelf.documents(), read_settings(project.config.dataset_card))
    extras = project.recipe.extras(material)
    speaker = Speaker(
        identity=work.identity,
        unit=str(extras.get("unit", "")),
        boundary=str(extras.get("boundary", "")),
        license=work.rights.name,
        sources=material.sources,
        notices=partial(notices_on, ledger.root, version),
    )
    citation = partial(cited_in, ledger.root, version, work, project.recipe.headline.title)
    common = release_tools(speaker, citation, partial(releases_in, ledger.root))
    return Offer(
        name=project.recipe.name,
        title=project.recipe.headline.title,
        tool_version=__version__,
        instructions=dialogue.instructions,
        speaker=speaker,
        tools=(*dialogue.tools(material, speaker), *common),
        shelf=shelf,
    )


def require_dialogue(project: Project) -> tuple[Reader, Dialogue]:
    """How the index reads a release back, and what it lets programs ask."""
    recipe = project.recipe
    if recipe.published is None or not recipe.dialogue:
        raise ConfigError(
            f"nothing can be asked of {recipe.name}",
            where="recipe, published and dialogue",
            mend="give the recipe both; see docs/recipe.md",
        )
    return recipe.published, loaded(recipe.dialogue)


def cited_in(releases: Path, version: Version, work: Work, title: str) -> Mapping[str, str]:
    """Texts of a citation, by the names that the answer has for them, with what is said now."""
    creators = ", ".join(one.name for one in work.citation.creators)
    terms = work.rights.name.replace("-", " ")
    noticed = replace(work, notices=notices_now(Ledger(releases), version).sentences)
    return {
        "url": work.url,
        "attribution": f"{title}, version {version}, {creators}, {terms}."
        " Changes: say here what you changed, or none.",
        **{form.replace("-", "_"): write(noticed) for form, write in WRITTEN.items()},
    }


def notices_on(releases: Path, version: Version) -> tuple[Notice, ...]:
    """What is said of a release now; the ledger is opened anew, for any thread may ask."""
    return told(notices_of(Ledger(releases).events(), version))


def releases_in(releases: Path) -> tuple[ReleaseLine, ...]:
    """Every sealed release as the ledger knows it now, the newest first."""
    ledger = Ledger(releases)
    return tuple(line_of(ledger, version) for version in reversed(ledger.versions()))


def line_of(ledger: Ledger, version: Version) -> ReleaseLine:
    """One release."""
    seal = ledger.seal(version)
    events = [one for one in ledger.events() if one.version == version]
    hosts = sorted(one.target for one in events if one.event == "record")
    records = [ledger.find_record(version, host) for host in hosts]
    return ReleaseLine(
        version=version,
        date=seal.identity.date,
        doi=seal.doi or None,
        concept_doi=seal.concept_doi or None,
        files=len(seal.files),
        bytes=sum(entry.bytes for entry in seal.files),
        records=tuple(
            HostRecord(target=one.target, url=one.url, doi=one.doi or None)
            for one in records
            if one is not None
        ),
        notices=told(notices_of(ledger.events(), version)),
    )


def told(events: Iterable[Event]) -> tuple[Notice, ...]:
    """Notices as an answer tells them, oldest first."""
    return tuple(Notice(one.event, one.note) for one in events)


def tell_address(world: World, version: Version, url: str) -> None:
    """Where programs ask."""
    if world.as_json:
        world.event("listening", version=version, url=url)
    else:
        world.tell(f"{version} answers on {url}")
