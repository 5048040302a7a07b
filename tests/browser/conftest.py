"""The whole site, written once by the tool itself; a server for it; a browser that reads it."""

import os
import shutil
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from packager.cli.main import main

ROOT = Path(__file__).resolve().parents[2]
TOOLS = Path(__file__).with_name("node_modules")
CHROMIUM = os.environ.get("PACKAGER_CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)


def file_of(site: Path, address: str) -> Path:
    """The file that an address of the site names."""
    return site / address / "index.html" if address.endswith("/") or not address else site / address


class Quiet(SimpleHTTPRequestHandler):
    """Files of a folder, and the page for what is not there, as a host of static files has it."""

    def log_message(self, *_: object) -> None:
        """A test says what it finds; a request is no news."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        lost = Path(self.directory) / "404.html"
        if code != 404 or not lost.is_file():
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(lost.read_bytes())


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("written") / "site"
    settings = ["--settings", str(ROOT / "pyproject.toml")]
    assert main(["pages", "--out", str(place), "--quiet", *settings]) == 0
    return place


@pytest.fixture(scope="session")
def pages(site: Path) -> list[Path]:
    """Every page, as HTML; what the API holds and what other verbs make are no pages."""
    found = (one for one in site.rglob("*.html") if one.name != "difference.html")
    return sorted(one for one in found if "api" not in one.relative_to(site).parts)


@pytest.fixture(scope="session")
def kinds(site: Path, pages: list[Path]) -> list[str]:
    """Of each kind of page the largest one, and every page that is alone of its kind."""
    largest: dict[tuple[str, int], Path] = {}
    for page in sorted(pages, key=lambda one: one.stat().st_size):
        parts = page.relative_to(site).parts
        largest[parts[0] if len(parts) > 1 else page.name, len(parts)] = page
    paths = (one.relative_to(site).as_posix() for one in largest.values())
    return sorted(one.removesuffix("index.html") for one in paths)


@pytest.fixture(scope="session")
def reports(site: Path) -> list[str]:
    """Whole differences of releases, which the pages of the releases lead to."""
    return sorted(one.relative_to(site).as_posix() for one in site.rglob("difference.html"))


@pytest.fixture(scope="session")
def served(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(site)))
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("no Chromium on PATH, and none named in PACKAGER_CHROMIUM")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The rules of accessibility, as a script."""
    place = TOOLS / "axe-core" / "axe.min.js"
    if not place.is_file():
        pytest.skip("no axe-core: run `npm ci --ignore-scripts` in tests/browser")
    return place.read_text("utf-8")


@pytest.fixture(scope="session")
def checker() -> list[str]:
    """The command of the Nu HTML checker."""
    place = TOOLS / "vnu-jar" / "build" / "dist" / "vnu.jar"
    java = shutil.which("java")
    if java is None or not place.is_file():
        pytest.skip("no Java, or no Nu checker: run `npm ci --ignore-scripts` in tests/browser")
    return [java, "-Xss1m", "-jar", str(place)]
