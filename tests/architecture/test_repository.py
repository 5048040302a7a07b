"""What lies in version control: no machine's paths, no registry's host, no plug-in by accident."""

import re
import tomllib

import pytest

from tests.architecture.source import ROOT, tracked_files

LOCKS = ("requirements.lock", "requirements-croissant.lock", "requirements-schemathesis.lock")
# The brackets keep this file from being its own fault.
MACHINE_PATH = re.compile(r"(?<![\w.:/~$}-])/(?:work|root|tmp|home)/\w")
REGISTRY = re.compile(r"python[h]osted\.org|pypi[.]org|registry[.]npmjs|deb[.]debian")
EVERYWHERE = (MACHINE_PATH, REGISTRY)
BUILT = (".whl", ".tar.gz", ".zip", ".pyc", ".so")
LARGEST_BYTES = 1_000_000  # what lies in version control lies in every clone for good


def faults(path: str, text: str) -> list[str]:
    return [
        f"{path}:{number}: {found.group()}"
        for number, line in enumerate(text.splitlines(), 1)
        for pattern in EVERYWHERE
        for found in pattern.finditer(line)
    ]


def test_no_tracked_text_names_a_machines_path_or_a_registry() -> None:
    found = []
    for path in tracked_files():
        content = ROOT.joinpath(path).read_bytes()
        if b"\0" not in content:
            found += faults(path, content.decode("utf-8"))

    assert found == []


def test_nothing_built_and_nothing_large_is_tracked() -> None:
    sizes = {path: ROOT.joinpath(path).stat().st_size for path in tracked_files()}

    assert [path for path in sizes if path.endswith(BUILT)] == []
    assert [path for path, size in sizes.items() if size > LARGEST_BYTES] == []


@pytest.mark.parametrize("folder", ["work", "root", "tmp", "home"])
def test_a_path_of_a_machine_is_found(folder: str) -> None:
    assert faults("x", f"see /{folder}/someone") == [f"x:1: /{folder}/s"]


@pytest.mark.parametrize(
    "text", ["https://leadgreen.ai/home/x", "a/tmp/b", "$HOME/work/x", "home/"]
)
def test_an_address_or_a_relative_path_is_no_path_of_a_machine(text: str) -> None:
    assert faults("x", text) == []


@pytest.mark.parametrize("name", LOCKS)
def test_a_lock_names_no_host_and_holds_every_hash(name: str) -> None:
    if name not in tracked_files():
        assert name != "requirements.lock"
        return
    text = ROOT.joinpath(name).read_text(encoding="utf-8")
    packages = re.split(r"\n(?=[a-z])", text)

    assert "://" not in text
    assert [each for each in packages if "--hash=sha256:" not in each] == []


def test_the_lock_holds_every_library_that_the_project_names() -> None:
    project = tomllib.loads(ROOT.joinpath("pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    named = [
        *project["project"]["dependencies"],
        *(each for extra, group in extras.items() if extra != "croissant" for each in group),
        *project["dependency-groups"]["dev"],
    ]
    lock = ROOT.joinpath("requirements.lock").read_text(encoding="utf-8")
    locked = set(re.findall(r"^([a-z0-9-]+)==", lock, re.MULTILINE))

    assert {
        re.split(r"[<>=[]", each)[0].lower().replace("_", "-") for each in named
    } - locked == set()


def test_no_module_of_ours_is_taken_for_a_plug_in() -> None:
    """Frictionless imports every top-level module of this prefix that it finds on the path."""
    assert [path.name for path in ROOT.glob("frictionless_*")] == []
