"""`packager announce` on real hosts: readers are told, and nothing that is cited moves."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from secrets import randbelow, token_hex

import huggingface_hub
import pytest

from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import ACCEPT, API, Deposits
from packager.publish.targets.zenodo_state import State
from tests.fakes.projects import Said
from tests.fakes.watched import packager_in
from tests.faults.commands import write_settings
from tests.faults.road import PAGE, Hosts, Road, without_pauses
from tests.live.owner import open_edit
from tests.live.proxied_hosts import DATASET, proxied_hosts

pytestmark = [pytest.mark.live, pytest.mark.slow]

NOTE = "a < b & **c** [x](http://y) <b>d</b> \u201cé\u201d `z` \N{SNOWMAN}"
CARD = "README.md"


@pytest.fixture(scope="module")
def hosts() -> Iterator[Hosts]:
    with proxied_hosts() as hosts:
        yield hosts


@pytest.fixture
def roads(hosts: Hosts, tmp_path: Path) -> Iterator[tuple[Road, Road, Road]]:
    """Two versions of a series and a repository that nobody else uses, and a third to come."""
    day = date(2030, 1, 1) + timedelta(days=randbelow(20_000))
    days = [(day + timedelta(days=more)).isoformat() for more in range(3)]
    with without_pauses():
        first = Road(hosts, tmp_path / "project", f"{hosts.owner}/rain-{token_hex(6)}", days[0])
        record, _ = first.run()
        second = replace(first, version=days[1], concept_doi=record.concept_doi)
        second.run()
        write_settings(second)
        yield first, second, replace(second, version=days[2])


def run(road: Road, *words: str) -> Said:
    tokens = {"ZENODO_TOKEN": road.hosts.zenodo_token, "HF_TOKEN": road.hosts.hub_token}
    return packager_in(road.root, *words, day=datetime.now(UTC).date(), environ=tokens)


def owner(road: Road) -> Host:
    return Host(road.hosts.zenodo.url + API, token=road.hosts.zenodo_token, accept=ACCEPT)


def public(road: Road) -> State:
    record = road.ledger.find_record(road.version, "zenodo")
    assert record is not None
    found = Deposits(owner(road)).find_record(record.id)
    assert found is not None
    return found


def bytes_of(road: Road) -> list[tuple[str, int, str]]:
    files = Deposits(owner(road)).record_files(public(road).id)
    return sorted((one.key, one.bytes, one.md5) for one in files)


def tags(road: Road) -> dict[str, str]:
    api = huggingface_hub.HfApi(road.hosts.hub.url, road.hosts.hub_token)
    refs = api.list_repo_refs(road.repo_id, repo_type=DATASET)
    return {one.name: one.target_commit for one in refs.tags}


def card(road: Road, folder: Path) -> str:
    """The card on main, as a reader gets it."""
    api = huggingface_hub.HfApi(road.hosts.hub.url)
    place = api.hf_hub_download(road.repo_id, CARD, repo_type=DATASET, local_dir=folder)
    return Path(place).read_text(encoding="utf-8")


def test_notices_reach_both_hosts_once_and_the_next_release_goes_on_from_there(
    roads: tuple[Road, Road, Road], tmp_path: Path
) -> None:
    first, second, third = roads
    before = [(public(one).doi, bytes_of(one)) for one in (first, second)], tags(second)
    sealed = Path(second.ledger.release(second.version).root, CARD).read_text()

    kept = run(second, "erratum", second.version, "--note", NOTE, "--announce")
    assert kept.code == 0, kept.err
    superseding = ("supersede", first.version, "--by", second.version, "--note", "It has May.")
    assert run(second, *superseding).code == 0
    assert run(second, "announce", "--dry-run").out.count("to be told") == 2
    open_edit(owner(second), public(first).id)
    told = run(second, "announce")

    assert told.code == 0, told.err
    assert [line.split("\t")[:2] for line in told.out.splitlines()] == [
        ["zenodo", first.version],
        ["huggingface", second.version],
    ]
    assert ([(public(one).doi, bytes_of(one)) for one in (first, second)], tags(second)) == before
    page = Path(first.ledger.release(first.version).root, PAGE).read_text()
    told_of = f"Version {first.version} is superseded: Use {second.version} instead. It has May."
    notice = f"<p><strong>{told_of} https://doi.org/{public(second).doi}</strong></p>"
    assert public(first).metadata["description"] == f"{notice}{page.strip()}"
    related = public(first).metadata["related_identifiers"]
    assert isinstance(related, list)
    assert related[-1]["identifier"] == public(second).doi
    assert related[-1]["relation_type"]["id"] == "isobsoletedby"
    shown = card(second, tmp_path / "seen")
    assert r"a &lt; b &amp; \*\*c\*\* \[x\](http://y) &lt;b&gt;d&lt;/b&gt; “é” \`z\` ☃" in shown
    assert shown.count("\n> **") == 2
    assert shown.replace("".join(notes(shown)), "") == sealed
    assert run(second, "announce").out == ""
    assert run(second, "watch", "--deep", "--json").out.count('"code"') == 0

    third.run()

    assert card(third, tmp_path / "next") != shown
    assert "> **" not in card(third, tmp_path / "next")
    assert run(third, "announce").out == ""
    again = run(third, "watch", "--deep", "--json")
    assert (again.code, again.out.count('"code"')) == (0, 0)


def notes(shown: str) -> list[str]:
    """The lines that a card has of notices, with the empty one below."""
    lines = shown.splitlines(keepends=True)
    found = [number for number, line in enumerate(lines) if line.startswith(">")]
    return lines[found[0] : found[-1] + 2]
