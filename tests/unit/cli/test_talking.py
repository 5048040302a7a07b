"""Which release is asked when nobody names one, and what an index must bring to be asked."""

import shutil
from pathlib import Path

import pytest

from packager.cli.project import Project
from packager.cli.talking import notices_on, offer_of, releases_in, version_to_ask
from packager.config import read_config
from packager.domain.answer import HostRecord, Notice
from packager.domain.errors import ConfigError
from packager.domain.release import Record
from packager.publish.ledger import Ledger
from tests.fakes.odd_release import RECIPE
from tests.fakes.projects import ROOT

VERSIONS = Ledger(ROOT / "releases").versions()


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    shutil.copytree(ROOT / "releases", tmp_path / "releases")
    return Ledger(tmp_path / "releases")


def test_the_newest_release_that_is_not_withdrawn_is_asked(ledger: Ledger) -> None:
    assert version_to_ask(ledger, None) == VERSIONS[-1]

    ledger.add_notice("erratum", VERSIONS[-1], "One area is wrong.")
    assert version_to_ask(ledger, None) == VERSIONS[-1]

    ledger.add_notice("withdraw", VERSIONS[-1], "Not ours to give.")
    assert version_to_ask(ledger, None) == VERSIONS[-2]
    assert version_to_ask(ledger, VERSIONS[-1]) == VERSIONS[-1]


def test_where_all_is_withdrawn_nothing_is_asked_unless_it_is_named(ledger: Ledger) -> None:
    for version in VERSIONS:
        ledger.add_notice("withdraw", version, "Not ours to give.")

    with pytest.raises(ConfigError, match="every sealed release was withdrawn"):
        version_to_ask(ledger, None)
    assert version_to_ask(ledger, VERSIONS[0]) == VERSIONS[0]


def test_where_nothing_is_sealed_the_way_to_it_is_told(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="nothing is sealed yet"):
        version_to_ask(Ledger(tmp_path), None)


def test_a_release_is_listed_with_the_hosts_that_hold_it_and_what_was_said_of_it(
    ledger: Ledger,
) -> None:
    record = Record("zenodo", "7", VERSIONS[-1], "https://zenodo.org/records/7", doi="10.5281/z.7")
    ledger.add_record(record)
    ledger.add_notice("withdraw", VERSIONS[0], "Not ours to give.")

    lines = releases_in(ledger.root)

    assert [line.version for line in lines] == [*reversed(VERSIONS)]
    assert lines[0].records == (
        HostRecord(target="zenodo", url="https://zenodo.org/records/7", doi="10.5281/z.7"),
    )
    assert lines[-1].notices == (Notice("withdraw", "Not ours to give."),)
    assert notices_on(ledger.root, VERSIONS[0]) == lines[-1].notices
    assert (lines[0].notices, lines[-1].records) == ((), ())


def test_an_index_that_lets_nothing_be_asked_says_so() -> None:
    project = Project(read_config(ROOT, None), RECIPE)

    with pytest.raises(ConfigError, match="nothing can be asked of odd"):
        offer_of(project, VERSIONS[-1])
