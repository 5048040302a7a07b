"""The project's own mirror: a folder that holds releases, as any other target does."""

from pathlib import Path

from packager.cli.project import Project
from packager.domain.release import Record
from packager.domain.version import Version
from packager.publish.ledger import Ledger
from packager.publish.run import plan, publish
from packager.publish.target import Plan
from packager.publish.targets.directory import DirectoryTarget

MIRROR = "mirror"


def own_mirror(project: Project) -> Path:
    """The folder, made when it is first wanted; any other mirror must be there."""
    mirror = project.config.dist / MIRROR
    mirror.mkdir(parents=True, exist_ok=True)
    return mirror


def carry(project: Project, ledger: Ledger, version: Version) -> tuple[Plan, Record]:
    """Carry a release to the project's own mirror; the plan says what there was to do."""
    release = ledger.release(version)
    targets = (DirectoryTarget(own_mirror(project)),)
    (planned,) = plan(release, targets)
    (record,) = publish(release, targets, ledger)
    return planned, record
