"""Every command that the pages show is one that the command line takes."""

import re
import shlex
from pathlib import Path

import pytest

from packager.cli.main import parser

ROOT = Path(__file__).resolve().parents[3]
PAGES = [ROOT / "README.md", *sorted(ROOT.joinpath("docs").glob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:^|&& )(?:python3 dev\.py )?packager (.+?)(?= && |$)", re.MULTILINE)


def commands(page: Path) -> list[str]:
    blocks = BLOCK.findall(page.read_text(encoding="utf-8"))
    typed = [block for language, block in blocks if language in {"", "sh"}]
    found = [command for block in typed for command in COMMAND.findall(block)]
    return [command for command in found if "[" not in command]  # a synopsis is not typed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_command_line_takes_every_command_of_a_page(
    page: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    refused = []
    for command in commands(page):
        try:
            parser().parse_args(shlex.split(command, comments=True))
        except SystemExit as ended:
            if ended.code:
                refused.append(command)
    capsys.readouterr()

    assert refused == []


def test_the_pages_show_commands_at_all() -> None:
    assert len(commands(ROOT / "docs" / "maintain.md")) > 30
