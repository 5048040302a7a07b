"""Readers of others: kept from the network and from secrets, and named when they break."""

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from packager.assemble.judges import readers
from packager.assemble.judges.readers import Child, Reader, ask, surroundings
from packager.assemble.judges.run import READERS
from packager.domain.finding import Finding

BESIDE = {"PACKAGER_MLCROISSANT": sys.executable}


def test_every_reader_the_project_depends_on_is_installed() -> None:
    assert [one.library for one in READERS if not one.is_installed(BESIDE)] == []


def test_a_library_that_is_not_there_is_not_installed() -> None:
    assert not Reader("no_such_library_here", "packager.no_such").is_installed({})


def test_a_reader_beside_is_installed_where_its_python_is_named() -> None:
    reader = Reader("numpy", "packager.no_such", beside="PYTHON_OF_ITS_OWN")

    assert not reader.is_installed({})
    assert not reader.is_installed({"PYTHON_OF_ITS_OWN": "/nowhere/python"})
    assert reader.is_installed({"PYTHON_OF_ITS_OWN": sys.executable})
    assert reader.python({"PYTHON_OF_ITS_OWN": "/opt/python"}) == "/opt/python"


def test_a_reader_that_breaks_off_is_a_finding_and_says_why(tmp_path: Path) -> None:
    ((one,),) = ask([Reader("json", "packager.no_such_module")], tmp_path, {}).values()

    assert one.judge == "json"
    assert "broke off" in one.what
    assert "no_such_module" in one.what


def test_when_a_process_breaks_off_each_of_its_readers_is_told(tmp_path: Path) -> None:
    said = ask([Reader(name, "packager.no_such_module") for name in ("json", "csv")], tmp_path, {})

    assert {name: len(found) for name, found in said.items()} == {"json": 1, "csv": 1}


PROGRAM = """
import sys
from packager.assemble.judges.readers import answer
from packager.domain.finding import Finding

def findings(place):
    if "breaks" in sys.argv[2:]:
        raise RuntimeError("this library breaks")
    return [Finding(judge=name, path="", what="looked", mend="m") for name in sys.argv[2:]]

answer(findings, sys.argv[1:])
"""


def test_a_library_that_breaks_takes_no_other_verdict_of_its_process_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "shared_program.py").write_text(PROGRAM)
    (tmp_path / "one_door.py").write_text(PROGRAM)
    (tmp_path / "another_door.py").write_text(PROGRAM)
    own = surroundings({}, str(tmp_path))["PYTHONPATH"]
    monkeypatch.setattr(
        readers,
        "surroundings",
        lambda environ, home: (
            surroundings(environ, home) | {"PYTHONPATH": os.pathsep.join((str(tmp_path), own))}
        ),
    )
    together = [
        Reader("breaks", "one_door", program="shared_program"),
        Reader("works", "another_door", program="shared_program"),
    ]

    said = ask(together, tmp_path, {})

    assert [one.what for one in said["works"]] == ["looked"]
    assert [one.what for one in said["breaks"]] == [
        "breaks broke off: RuntimeError: this library breaks"
    ]


def test_a_child_that_is_never_shown_anything_ends_with_its_caller() -> None:
    reader = Reader("csv", "packager.assemble.judges.table_readers")

    with Child([reader], {}) as child:
        process = child._process

    assert process.returncode is not None


def test_a_child_that_was_called_before_the_tree_was_there_judges_it(tmp_path: Path) -> None:
    place = tmp_path / "tree with a blank, é and \n a line"
    reader = Reader("dplib", "packager.assemble.judges.descriptor_reader")

    with Child([reader], {}) as child:
        place.mkdir()
        (place / "datapackage.json").write_text("{")
        ((one,),) = child.show(place).values()

    assert one.what.startswith("broken JSON")


def test_a_reader_that_does_not_end_is_told_as_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readers, "LONGEST_SECONDS", 0.01)

    ((one,),) = ask([Reader("json", "packager")], tmp_path, {}).values()

    assert one.what == "json broke off: no answer in 0.01 seconds"


def test_a_child_gets_no_secret_and_no_home_of_the_person() -> None:
    given = {"HF_TOKEN": "hf_x", "ZENODO_TOKEN": "z", "HOME": "/root", "PATH": "/bin"}

    got = surroundings(given, "a/home")

    assert got["PATH"] == "/bin"
    assert got["HOME"] == "a/home"
    assert got["HF_HUB_OFFLINE"] == "1"
    assert not {"hf_x", "z", "/root"} & set(got.values())


def test_a_reader_that_wants_the_network_is_refused(tmp_path: Path) -> None:
    (tmp_path / "reader.py").write_text(
        "import sys, urllib.request\n"
        "from packager.assemble.judges.readers import answer\n"
        "answer(lambda place: urllib.request.urlopen('http://127.0.0.1:9/'), sys.argv[1:])\n"
    )

    ended = subprocess.run(
        [sys.executable, str(tmp_path / "reader.py"), str(tmp_path / "out")],
        check=False,
        input=str(tmp_path),
        capture_output=True,
        text=True,
        env=surroundings({}, str(tmp_path)),
    )

    assert ended.returncode != 0
    assert "a reader wanted the network" in ended.stderr


def test_an_answer_comes_back_as_it_was_given(tmp_path: Path) -> None:
    said = Finding(judge="j", path="p", what="w", mend="m", row=3, column="c")
    (tmp_path / "reader.py").write_text(
        "import sys\n"
        "from packager.assemble.judges.readers import answer\n"
        "from packager.domain.finding import Finding\n"
        "said = Finding(judge='j', path='p', what='w', mend='m', row=3, column='c')\n"
        "answer(lambda place: [said], sys.argv[1:])\n"
    )
    subprocess.run(
        [sys.executable, str(tmp_path / "reader.py"), str(tmp_path / "out")],
        check=True,
        input=os.fsencode(tmp_path),
        env=surroundings({}, str(tmp_path)),
    )

    assert [Finding(**one) for one in json.loads((tmp_path / "out").read_bytes())] == [said]


def test_a_library_that_aborts_while_python_ends_does_not_lose_its_verdict(tmp_path: Path) -> None:
    (tmp_path / "reader.py").write_text(
        "import atexit, os, sys\n"
        "from packager.assemble.judges.readers import answer\n"
        "atexit.register(os.abort)\n"
        "answer(lambda place: [], sys.argv[1:])\n"
    )

    subprocess.run(
        [sys.executable, str(tmp_path / "reader.py"), str(tmp_path / "out")],
        check=True,
        input=os.fsencode(tmp_path),
        env=surroundings({}, str(tmp_path)),
    )

    assert json.loads((tmp_path / "out").read_bytes()) == []


def test_what_a_library_leaves_in_a_temporary_folder_goes_with_the_child(tmp_path: Path) -> None:
    got = surroundings({"TMPDIR": str(tmp_path)}, "a/home")

    assert got["TMPDIR"] == got["TEMP"] == "a/home"


def test_refusing_the_network_leaves_other_events_alone() -> None:
    readers.refuse_network("open", ("a file",))
    with pytest.raises(ConnectionRefusedError, match="wanted the network"):
        readers.refuse_network("socket.connect", (socket.AF_INET,))
