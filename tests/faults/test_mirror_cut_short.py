"""Copies from both hosts while something goes wrong: what is kept, and what is fetched again."""

import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from packager.assemble.tree import files_of
from packager.domain.errors import ConfigError, IntegrityError, PackagerError, TargetError
from packager.publish.lanes import Lanes
from packager.publish.mirror_folder import FolderSource
from packager.publish.mirror_layout import own_record
from packager.publish.mirror_place import FolderPlace
from packager.publish.mirror_proof import Trust
from packager.publish.mirror_source import Source
from packager.publish.mirror_web import WebSource
from packager.publish.mirror_zenodo import ZenodoSource
from packager.publish.targets.calls import Call
from packager.publish.targets.directory import DirectoryTarget
from packager.publish.targets.http import Host
from packager.publish.targets.hub_download import CHUNK
from packager.publish.targets.zenodo_api import ACCEPT, API
from packager.rehearse.faults import Fault
from tests.fakes.hostile import Connection, hostile
from tests.fakes.published import LARGE, REPO, VERSION, Public, copy, published
from tests.live.hub_worlds import HubWorld, without_waiting

HOSTS = ("huggingface", "zenodo")
PAGE = "<html><body>Just a moment...</body></html>" * 3


@pytest.fixture(scope="module")
def public_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Public]:
    with pytest.MonkeyPatch.context() as patch:
        without_waiting(patch, "rehearsal")
        with published(tmp_path_factory.mktemp("published")) as public:
            yield public


@pytest.fixture
def public(public_once: Public) -> Iterator[Public]:
    public_once.forget()
    yield public_once
    public_once.forget()


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    place = tmp_path / "mirror"
    place.mkdir()
    return place


def source(public: Public, name: str, tries: int = 1) -> Source:
    return public.hub_source(tries) if name == "huggingface" else public.zenodo_source(tries)


def sealed(public: Public) -> Trust:
    return Trust(seal=public.ledger.seal(VERSION))


def shown(mirror: Path) -> list[str]:
    """What a reader of the mirror sees."""
    return sorted(path.name for path in mirror.iterdir() if not path.name.startswith("."))


def fault(public: Public, name: str, what: Fault) -> None:
    if name == "zenodo":
        public.zenodo.plan.add(what)
    else:
        public.hub.plan.add(what)


def bytes_of(name: str) -> str:
    """A pattern of the paths that carry content."""
    return "/cdn/" if name == "huggingface" else r"\.zip/content$"


@pytest.mark.parametrize("name", HOSTS)
def test_a_copy_is_the_sealed_release_and_a_second_run_fetches_nothing(
    public: Public, mirror: Path, name: str
) -> None:
    first = copy((source(public, name),), mirror, sealed(public))
    public.forget()
    second = copy((source(public, name),), mirror, sealed(public))

    assert files_of(mirror / VERSION) == public.release.files
    assert (first.is_new, second.is_new) == (True, False)
    assert first.proofs == second.proofs == ("the seal of this project",)
    assert public.fetched() == []


def test_cut_within_a_file_the_next_run_asks_for_the_rest_of_that_file_alone(
    public: Public, mirror: Path
) -> None:
    fault(public, "huggingface", Fault("truncate", path="/cdn/"))
    with pytest.raises(TargetError):
        copy((source(public, "huggingface"),), mirror, sealed(public), most=1)
    assert shown(mirror) == []
    whole = [one.path for one in public.hub.log if "/resolve/" in one.path]
    public.forget()

    copy((source(public, "huggingface"),), mirror, sealed(public), most=1)

    again = [one.path for one in public.hub.log if "/resolve/" in one.path]
    assert [path for path in again if path in whole] == [p for p in whole if p.endswith(LARGE)]
    assert len({*whole, *again}) == len(public.release.files)
    (rest,) = [one for one in public.hub.storage.log if one.path.startswith("/cdn/")]
    size = next(entry.bytes for entry in public.release.files if entry.path == LARGE)
    assert (rest.status, rest.sent) == (206, size - CHUNK)
    assert files_of(mirror / VERSION) == public.release.files


def test_an_archive_cut_short_is_whole_after_the_next_run(public: Public, mirror: Path) -> None:
    fault(public, "zenodo", Fault("truncate", path=bytes_of("zenodo")))
    with pytest.raises(TargetError, match="again and again"):
        copy((source(public, "zenodo"),), mirror, sealed(public))
    assert shown(mirror) == []

    copy((source(public, "zenodo"),), mirror, sealed(public))

    assert files_of(mirror / VERSION) == public.release.files


def test_an_archive_that_is_here_and_not_in_its_place_is_not_fetched_again(
    public: Public, mirror: Path
) -> None:
    from_host = source(public, "zenodo")
    from_host.bring(VERSION, mirror / f".draft-{VERSION}", Lanes(1))
    public.forget()

    copy((from_host,), mirror, sealed(public))

    assert public.fetched() == []
    assert files_of(mirror / VERSION) == public.release.files


@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize(
    "what",
    [
        Fault("status", status=503),
        Fault("status", status=429, headers={"Retry-After": "1"}),
        Fault("drop"),
        Fault("truncate"),
        Fault("refuse"),
    ],
    ids=lambda what: f"{what.action}-{what.status}",
)
def test_what_passes_is_waited_out_within_one_run(
    public: Public, mirror: Path, name: str, what: Fault
) -> None:
    fault(public, name, replace(what, path=bytes_of(name)))

    copy((source(public, name, tries=5),), mirror, sealed(public))

    assert files_of(mirror / VERSION) == public.release.files


@pytest.mark.parametrize("name", HOSTS)
@pytest.mark.parametrize(
    "what",
    [
        Fault("corrupt", times=-1),
        Fault("status", status=200, body=PAGE, headers={"Content-Type": "text/html"}, times=-1),
        Fault("status", status=403, body=PAGE, times=-1),
        Fault("flood", times=-1),
    ],
    ids=["corrupt", "page", "refused", "flood"],
)
def test_wrong_bytes_are_never_kept(public: Public, mirror: Path, name: str, what: Fault) -> None:
    fault(public, name, replace(what, path=bytes_of(name)))

    with pytest.raises(PackagerError) as told:
        copy((source(public, name),), mirror, sealed(public))

    assert shown(mirror) == []
    if what.action == "corrupt":
        assert isinstance(told.value, IntegrityError)
        assert ("rain-2026-11-30.zip" if name == "zenodo" else LARGE) in told.value.what
        assert not list(mirror.rglob("*.part"))


def test_a_list_that_is_a_web_page_is_no_list(public: Public, mirror: Path) -> None:
    for name, path in (("zenodo", "/files$"), ("huggingface", "/tree/")):
        fault(public, name, Fault("status", status=200, body=PAGE, path=path, times=-1))

        with pytest.raises(TargetError):
            copy((source(public, name),), mirror, sealed(public))

    assert shown(mirror) == []


def test_somebody_elses_bytes_on_the_hub_are_named_and_nothing_is_kept(
    public: Public, mirror: Path
) -> None:
    hub = HubWorld(public.hub.url, "hf_write", REPO)
    hub.move_tag(VERSION, hub.write(stranger=b"other rain"))
    there = (source(public, "huggingface"),)

    try:
        with pytest.raises(IntegrityError, match=r"extra: stranger\.txt"):
            copy(there, mirror, sealed(public))
        with pytest.raises(IntegrityError, match=r"extra: stranger\.txt"):
            copy(there, mirror, Trust(is_unproved=True))
        with pytest.raises(IntegrityError, match=r"and zenodo differ\n.*stranger\.txt"):
            copy((source(public, "zenodo"), *there), mirror, Trust())
    finally:
        hub.move_tag(VERSION, public.records["huggingface"].revision)
    assert list(mirror.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("../outside.csv", "leads out"),
        ("/etc/outside.csv", "leads out"),
        ("aux.csv", "device"),
        ("README.MD", "only by case"),
        ("a\\b.csv", "one of"),
    ],
)
def test_a_hostile_name_in_a_list_is_refused_before_a_byte_is_fetched(
    public: Public, mirror: Path, path: str, why: str
) -> None:
    names = ("README.md", path)
    listed = [{"type": "file", "path": name, "size": 1, "oid": "0" * 40} for name in names]
    page = Fault("status", status=200, body=json.dumps(listed), path="/tree/", times=-1)
    fault(public, "huggingface", page)

    with pytest.raises(IntegrityError, match=why):
        copy((source(public, "huggingface"),), mirror, sealed(public))

    assert public.fetched() == []
    assert list(mirror.iterdir()) == []


@pytest.mark.parametrize("change", ["extra", "renamed"])
def test_another_file_in_a_record_is_named(public: Public, mirror: Path, change: str) -> None:
    record = public.records["zenodo"].id
    host = Host(public.zenodo.url + API, accept=ACCEPT)
    told = dict(host.call(Call("GET", f"/records/{record}/files")).said().content)
    entries = list(told["entries"])  # type: ignore[call-overload]  # JSON, of the bundled host
    first = next(one for one in entries if one["key"] == "README.md")
    if change == "renamed":
        entries.remove(first)
    page = json.dumps({**told, "entries": [*entries, {**first, "key": "LIESMICH.md"}]})
    fault(public, "zenodo", Fault("status", status=200, body=page, path="/files$", times=-1))

    with pytest.raises(IntegrityError, match=r"extra: LIESMICH\.md"):
        copy((source(public, "zenodo"),), mirror, sealed(public))

    assert shown(mirror) == []


@pytest.mark.parametrize(
    ("name", "mode", "why"),
    [
        ("../out.csv", 0o100644, "leads out"),
        ("link", 0o120777, "link"),
        ("nul", 0o100644, "device"),
    ],
)
def test_a_hostile_archive_in_a_record_is_refused(
    mirror: Path, tmp_path: Path, name: str, mode: int, why: str
) -> None:
    bundle = tmp_path / "bad.zip"
    with zipfile.ZipFile(bundle, "w") as opened:
        info = zipfile.ZipInfo(name)
        info.external_attr, info.create_system = mode << 16, 3
        opened.writestr(info, "/etc/passwd")
    content = bundle.read_bytes()
    md5 = hashlib.md5(content, usedforsecurity=False).hexdigest()
    entry = {
        "key": "bad.zip",
        "size": len(content),
        "checksum": f"md5:{md5}",
        "status": "completed",
    }
    listed = json.dumps({"entries": [entry]}).encode()

    with hostile(lambda one: one.answer(200, listed), lambda one: one.answer(200, content)) as bad:
        there = ZenodoSource(lambda: Host(bad.url), "", lambda _: "1")
        with pytest.raises(IntegrityError, match=why):
            copy((there,), mirror, Trust(is_unproved=True))

    assert shown(mirror) == []
    assert not (tmp_path / "out.csv").exists()


def test_a_stranger_is_told_how_to_prove_a_copy_before_anything_is_asked(
    public: Public, mirror: Path
) -> None:
    with pytest.raises(ConfigError, match="nothing would prove") as told:
        copy((source(public, "huggingface"),), mirror, Trust())

    assert "--sha256" in told.value.mend
    assert not public.hub.log


@pytest.mark.parametrize("name", HOSTS)
def test_a_digest_proves_a_copy_of_the_archive_and_of_the_sums(
    public: Public, mirror: Path, tmp_path: Path, name: str
) -> None:
    sums = next(entry for entry in public.release.files if entry.path == "SHA256SUMS")
    for digest in (public.release.archive.sha256, sums.sha256):
        place = tmp_path / digest
        place.mkdir()
        found = copy((source(public, name),), place, Trust(sha256=digest))
        assert found.proofs == ("the digest you named",)
    with pytest.raises(IntegrityError, match="you named 0000"):
        copy((source(public, name),), mirror, Trust(sha256="0" * 64))
    assert list(mirror.iterdir()) == []


def test_both_hosts_prove_each_other(public: Public, mirror: Path) -> None:
    both = (source(public, "huggingface"), source(public, "zenodo"))

    first = copy(both, mirror, Trust())
    public.forget()
    second = copy(both, mirror, Trust())

    assert first.proofs == second.proofs == ("Zenodo and the Hub agree",)
    assert public.fetched() == []


def test_a_mirror_is_a_source_and_what_somebody_did_to_it_is_found(
    public: Public, mirror: Path, tmp_path: Path
) -> None:
    copy((source(public, "huggingface"),), mirror, sealed(public))
    second = tmp_path / "second"
    second.mkdir()
    there = (FolderSource(mirror),)
    assert copy(there, second, sealed(public)).proofs == ("the seal of this project",)

    for spoil, why in SPOILED.items():
        copied = tmp_path / f"copied-{spoil.__name__}"
        shutil.copytree(mirror, copied)
        spoil(copied / VERSION)
        place = tmp_path / spoil.__name__
        place.mkdir()
        with pytest.raises(IntegrityError, match=why):
            copy((FolderSource(copied),), place, sealed(public))
        with pytest.raises(IntegrityError):
            copy(there, copied, sealed(public))
        assert list(place.iterdir()) == []


def cut(tree: Path) -> None:
    (tree / LARGE).write_bytes((tree / LARGE).read_bytes()[:-1])


def add(tree: Path) -> None:
    (tree / "more.csv").write_text("a\n")


def rename(tree: Path) -> None:
    (tree / "rain.csv").rename(tree / "snow.csv")


def link(tree: Path) -> None:
    (tree / "rain.csv").rename(tree.parent / "rain.csv")
    (tree / "rain.csv").symlink_to("../rain.csv")


def link_all(tree: Path) -> None:
    tree.rename(tree.with_name("elsewhere"))
    tree.symlink_to("elsewhere")


SPOILED = {
    cut: f"changed: {LARGE}",
    add: r"extra: more\.csv",
    rename: r"missing: rain\.csv\nextra: snow\.csv",
    link: r"'rain\.csv' is no regular file",
    link_all: "is a link",
}


def test_two_runs_into_one_mirror_do_not_meet(public: Public, mirror: Path) -> None:
    with (
        FolderPlace(mirror).alone(),
        pytest.raises(TargetError, match="another run is at work"),
    ):
        copy((source(public, "huggingface"),), mirror, sealed(public))

    assert shown(mirror) == []


def test_the_mirror_of_the_directory_target_is_the_same_mirror(
    public: Public, mirror: Path
) -> None:
    target = DirectoryTarget(mirror)
    target.publish(target.draft(public.release), public.release)

    found = copy((source(public, "huggingface"),), mirror, sealed(public))

    assert not found.is_new
    assert target.find_record(VERSION) is not None
    assert public.fetched() == []


@pytest.mark.parametrize("path", ["../out.csv", "/etc/out.csv", "NUL", "sha256sums"])
def test_a_hostile_name_behind_a_web_server_is_refused(mirror: Path, path: str) -> None:
    listed = f"{'0' * 64}  {path}\n".encode()
    with hostile(
        lambda one: one.answer(200, own_record(VERSION)), lambda one: one.answer(200, listed)
    ) as bad:
        there = WebSource(bad.url, lambda: Host(bad.url))
        with pytest.raises(IntegrityError):
            copy((there,), mirror, Trust(is_unproved=True))

    assert len(bad.asked) == 2
    assert list(mirror.iterdir()) == []


def test_a_page_in_place_of_a_file_behind_a_web_server_is_not_kept(mirror: Path) -> None:
    listed = f"{hashlib.sha256(b'a').hexdigest()}  a.csv\n".encode()

    def answer(one: Connection) -> None:
        contents = {f"{VERSION}.record.json": own_record(VERSION), "SHA256SUMS": listed}
        content = contents.get(one.asked.path.rpartition("/")[2], PAGE.encode())
        if one.asked.method == "HEAD":
            one.head(200, content_length=str(len(content)))
        else:
            one.answer(200, content)

    with hostile(answer) as bad:
        there = WebSource(bad.url, lambda: Host(bad.url))
        with pytest.raises(IntegrityError, match=r"a\.csv came with other bytes"):
            copy((there,), mirror, Trust(is_unproved=True))

    assert shown(mirror) == []
    assert not list(mirror.rglob("a.csv"))
