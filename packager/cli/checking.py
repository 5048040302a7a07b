"""`packager check`: what every judge says of a tree, an archive or the memory."""

import argparse
import time
from dataclasses import asdict, dataclass
from pathlib import Path

from packager.assemble.judges.run import Case, Panel, Verdict, judge
from packager.cli.judging import counted, told
from packager.cli.making import TREE
from packager.cli.project import Project, project_of
from packager.cli.remembering import check_ledger, require_ledger
from packager.cli.sealing import require_sealed_version
from packager.cli.world import World
from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.version import PATTERN
from packager.publish.ledger import Ledger

SEAL = "seal.json"


@dataclass(frozen=True, slots=True)
class Place:
    """What is judged: a folder or an archive, and the seal it has to keep."""

    path: Path
    seal: Path | None = None


def check_command(args: argparse.Namespace, world: World) -> int:
    """Judge a tree, an archive or the memory; 5 when something in it is wrong."""
    project = project_of(args, world)
    require_ledger(args, asked=args.ledger)
    if args.ledger:
        return check_ledger(project, args, world)
    place = place_of(project, args.place, world)
    case = Case(
        place.path,
        project.recipe.agreement,
        environ=world.environ,
        seal=place.seal,
        fast=args.fast,
    )
    verdict = heard(case, world)
    if args.json:
        world.say_json(as_json(place, verdict))
    else:
        show(place, verdict, world)
    return IntegrityError.exit_code if verdict.findings else 0


def heard(case: Case, world: World, panel: Panel | None = None) -> Verdict:
    """Hear the judges, and tell who took how long."""
    started = last = time.perf_counter()

    def tell(name: str, count: int) -> None:
        nonlocal last
        now = time.perf_counter()
        said = counted(count) if count else "nothing wrong"
        world.clear()
        world.tell(f"  {name:<12} {said:<16} {now - last:5.2f} s")
        world.step("judging")
        last = now

    world.tell(f"judging {case.place}")
    verdict = judge(case, tell, panel)
    world.clear()
    for name, why in verdict.not_run.items():
        world.tell(f"  {name:<12} not run: {why}")
    world.tell(f"  {'all':<12} {'':<16} {time.perf_counter() - started:5.2f} s")
    return verdict


def show(place: Place, verdict: Verdict, world: World) -> None:
    """The verdict, and the findings below it."""
    judges = f"{len(verdict.ran)} judges"
    if verdict.not_run:
        judges += f", not run: {', '.join(verdict.not_run)}"
    if not verdict.findings:
        world.say(f"{place.path}\tsound\t{judges}")
        return
    world.say(f"{place.path}\t{counted(len(verdict.findings))}\t{judges}")
    for lines in told(verdict.findings):
        world.say(lines)
    mends = dict.fromkeys(one.mend for one in verdict.findings)
    world.tell("\n".join(f"mend: {mend}" for mend in mends))


def as_json(place: Place, verdict: Verdict) -> dict[str, object]:
    """Every finding, for a script."""
    return {
        "place": str(place.path),
        "sound": not verdict.findings,
        "ran": verdict.ran,
        "not_run": verdict.not_run,
        "findings": [asdict(one) for one in verdict.findings],
    }


def place_of(project: Project, word: str | None, world: World) -> Place:
    """The folder or archive that a person means.

    Raises:
        ConfigError: there is no such place or version.
    """
    releases = project.config.releases
    if word is None:
        return Place(*sealed(releases / require_sealed_version(Ledger(releases), None)))
    path = world.cwd / word
    if path.exists():
        return place_at(path)
    if PATTERN.fullmatch(word):
        if (releases / word / TREE).is_dir():
            return Place(*sealed(releases / word))
        if (project.config.dist / word).is_dir():
            return Place(project.config.dist / word)
    raise ConfigError(
        f"{word} is no version, folder or archive here",
        where=str(world.cwd),
        mend="build it first, such as `packager build 2026-11-30`, or name its folder",
    )


def place_at(path: Path) -> Place:
    """A folder or an archive that is there."""
    if not path.is_dir():
        return Place(path)
    if (path / SEAL).is_file() and (path / TREE).is_dir():
        return Place(*sealed(path))
    beside = path.resolve().parent / SEAL
    return Place(path, beside if path.name == TREE and beside.is_file() else None)


def sealed(release: Path) -> tuple[Path, Path]:
    """Tree and seal of a release in the memory."""
    return release / TREE, release / SEAL
