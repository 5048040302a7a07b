import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packager.domain.release import FileEntry
from packager.publish.target import HostFile
from packager.publish.targets.hub_answers import GROUP, HubAnswerError, groups, require_id
from packager.publish.targets.hub_changes import (
    Change,
    card_keys,
    change,
    edited,
    latest,
    limits,
    strangers,
)

REPO = "acme/rain"


def entry(path: str, content: bytes = b"", size: int | None = None) -> FileEntry:
    return FileEntry(
        path,
        len(content) if size is None else size,
        hashlib.sha256(content).hexdigest(),
        hashlib.md5(content, usedforsecurity=False).hexdigest(),
        hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest(),
    )


def listed(path: str, content: bytes = b"", *, beside_git: bool = False) -> HostFile:
    sealed = entry(path, content)
    digest = {"sha256": sealed.sha256} if beside_git else {"git_blob": sealed.git_blob}
    return HostFile(path, len(content), digest)


CONTENTS = st.dictionaries(st.sampled_from("abcdef"), st.sampled_from([b"", b"1", b"22", b"33"]))


@given(there=CONTENTS, wanted=CONTENTS, beside_git=st.booleans())
def test_sent_kept_and_removed_are_what_sets_say(
    there: dict[str, bytes], wanted: dict[str, bytes], *, beside_git: bool
) -> None:
    found = change(
        [listed(path, content, beside_git=beside_git) for path, content in there.items()],
        [entry(path, content) for path, content in wanted.items()],
    )

    kept = {path for path in wanted if there.get(path) == wanted[path]}
    assert found == Change(
        sent=tuple(sorted(wanted.keys() - kept)),
        kept=tuple(sorted(kept)),
        removed=tuple(sorted(there.keys() - wanted.keys())),
    )
    assert found.is_nothing is (there == wanted)


@given(CONTENTS, CONTENTS)
def test_a_change_carried_out_leaves_nothing_to_do(
    there: dict[str, bytes], wanted: dict[str, bytes]
) -> None:
    payload = [entry(path, content) for path, content in wanted.items()]
    found = change([listed(path, content) for path, content in there.items()], payload)

    after = {path: content for path, content in there.items() if path not in found.removed}
    after |= {path: wanted[path] for path in found.sent}
    assert change([listed(path, after[path]) for path in after], payload).is_nothing


def test_the_hubs_own_file_is_never_touched() -> None:
    own = listed(".gitattributes", b"*.parquet filter=lfs\n")

    assert change([own], []) == Change((), (), ())
    assert strangers([own], [], []) == []
    assert edited([own], [listed(".gitattributes", b"other")], []) == []


def test_a_file_is_a_strangers_if_no_release_has_it() -> None:
    there = [listed(path) for path in ("notes.txt", "old.csv", "rain.csv")]

    assert strangers(there, [entry("rain.csv")], [listed("old.csv")]) == ["notes.txt"]
    assert strangers(there, [entry("rain.csv")], []) == ["notes.txt", "old.csv"]


def test_what_somebody_changed_is_told_unless_it_is_what_was_sealed() -> None:
    old = [listed("a", b"1"), listed("b", b"1"), listed("c", b"1"), listed("d", b"1")]
    new = [listed("a", b"1"), listed("b", b"2"), listed("c", b"3"), listed("e", b"1")]

    assert edited(old, new, [entry("b", b"2")]) == ["c", "d", "e"]


def test_the_latest_version_is_by_day_and_number_not_by_text() -> None:
    tags = ["2026-11-30.9", "2026-11-30.10", "v9", "2026-11-30", "main"]

    assert latest(tags) == "2026-11-30.10"
    assert latest(tags, but="2026-11-30.10") == "2026-11-30.9"
    assert latest(["v1"]) == ""


def test_the_keys_of_a_card_are_those_at_the_margin_of_its_header() -> None:
    card = (
        b"---\nlicense: mit\nconfigs:\n- config_name: a\n  default: true\ntags: [x]\n---\nnot: me\n"
    )

    assert card_keys(card) == ("license", "configs", "tags")
    assert card_keys(b"# no header\nlicense: mit\n") == ()


def test_a_release_within_the_limits_has_no_fault() -> None:
    files = [entry("README.md", b"# Rain"), entry("data/rain.parquet", b""), entry("a b/ü.csv")]

    assert list(limits(files, REPO)) == []


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([entry(f"{number}.csv") for number in range(10_001)], "10001 files in the root"),
        ([entry(f"{n // 9000}/{n}.csv") for n in range(25_001)], "25001 files, more than 25000"),
        ([entry("a.bin", size=50_000_000_001)], "50000000001 bytes, more than"),
        ([entry(f"{n}.csv", size=10_000_000) for n in range(101)], "1010000000 bytes in small"),
        ([entry("ä" * 128)], "a name of more than 255 bytes"),
        ([entry(".gitattributes")], "a meaning of its own"),
        ([entry("data/.git/config")], "a meaning of its own"),
        ([entry("rain.py")], "a meaning of its own"),
    ],
)
def test_what_the_hub_would_refuse_is_known_beforehand(files: list[FileEntry], said: str) -> None:
    (fault,) = limits(files, REPO)

    assert said in fault


@pytest.mark.parametrize("name", ["rain", "a/b/c", "a/..", "../b", "a/b--c", "", "ä/b", "-a/b"])
def test_a_name_that_is_no_repository_is_a_fault(name: str) -> None:
    assert "is no name of a repository" in next(limits([], name))


@pytest.mark.parametrize("text", ["", None, 7, "abc", "g" * 40, "A" * 40, "a" * 39, "../" * 14])
def test_a_commit_id_from_the_hub_is_forty_hex_digits(text: object) -> None:
    with pytest.raises(HubAnswerError, match="no whole commit"):
        require_id(text)
    assert require_id("0123456789" * 4) == "0123456789" * 4


@given(st.lists(st.sampled_from([0, 1, GROUP // 2, GROUP, GROUP + 1])))
def test_groups_hold_every_file_once_and_end_when_large(sizes: list[int]) -> None:
    found = list(groups(sizes))

    assert [size for part, _ in found for size in sizes[part]] == sizes
    assert all(sum(sizes[part][:-1]) < GROUP for part, _ in found)
    assert [done for _, done in found][-1:] == ([sum(sizes)] if sizes else [])
