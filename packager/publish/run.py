"""One sealed release, every target: the whole policy of publishing, in the order it happens."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager

from packager.domain.release import Draft, Record, Release
from packager.publish.ledger import Ledger
from packager.publish.target import Plan, Target
from packager.publish.verify import require_same_files, verify_record

LOG = logging.getLogger(__name__)


def plan(release: Release, targets: Sequence[Target]) -> tuple[Plan, ...]:
    """What each target would do, in order; the first refusal is raised. Nothing changes."""
    return tuple(_planned(release, target) for target in targets)


def publish(release: Release, targets: Sequence[Target], ledger: Ledger) -> tuple[Record, ...]:
    """Carry one sealed release to every target; run it again after any failure.

    Nothing is public anywhere until every target holds a draft whose bytes were compared with
    the seal. A run cut short between two publications is completed by the next one.

    Args:
        release: as `Ledger.release` proves it.
        targets: in the order in which they are to become public.
        ledger: keeps the records of targets that do not keep their own.

    Returns:
        A record for each target, in the same order, each read back and compared.
    """
    with _alone(release, targets, ledger):
        ledger.settle()
        plans = plan(release, targets)
        known = [(target, find_record(release, target, ledger)) for target in targets]
        drafts = [(t, _draft(release, t)) for t, record in known if record is None]
        records = {t.name: record for t, record in known if record is not None}
        for target, planned in zip(targets, plans, strict=True):
            if target.name in records:
                _see_to(release, target, planned, records[target.name])
        for target, draft in drafts:
            records[target.name] = _publish(release, target, draft, ledger)
        return tuple(records[target.name] for target in targets)


def find_record(release: Release, target: Target, ledger: Ledger) -> Record | None:
    """The record of a release, from the ledger or from the target that keeps its own."""
    if target.keeps_record:
        return target.find_record(release.version)
    return ledger.find_record(release.version, target.name)


def _planned(release: Release, target: Target) -> Plan:
    LOG.info("%s: asking whether all is as it must be", target.name)
    return target.preflight(release)


def _draft(release: Release, target: Target) -> Draft:
    draft = target.draft(release)
    require_same_files(
        target.payload(release),
        target.draft_files(draft),
        target=target.name,
        where=f"draft {draft.id}",
    )
    LOG.info("%s: draft %s holds the sealed bytes", target.name, draft.id)
    return draft


def _see_to(release: Release, target: Target, planned: Plan, record: Record) -> None:
    """A release that is public already: compare it, and clear away what a cut run left beside it.

    A call of such a run may have reached the host after its record was made.
    """
    if planned.calls:
        target.publish(target.draft(release), release)
    verify_record(release, target, record)


def _publish(release: Release, target: Target, draft: Draft, ledger: Ledger) -> Record:
    record = target.publish(draft, release)
    verify_record(release, target, record)
    if not target.keeps_record:
        ledger.add_record(record)
    LOG.info("%s: release %s is public: %s", target.name, release.version, record.url)
    return record


@contextmanager
def _alone(release: Release, targets: Sequence[Target], ledger: Ledger) -> Iterator[None]:
    with ExitStack() as stack:
        stack.enter_context(ledger.alone(release.version))
        for target in targets:
            stack.enter_context(target.alone(release.version))
        yield
