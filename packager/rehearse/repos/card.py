"""What the Hub says of a card's front matter, as far as lines tell without a YAML reader."""

import re
from collections import Counter
from typing import Final

FRONT_MATTER: Final = re.compile(
    r"\A\ufeff?\s*---\r?\n(.*?)(?:\r?\n)?---\s*(?:\r?\n|\Z)", re.DOTALL
)
LICENCE: Final = re.compile(r"^license:[ \t]*(\S.*)?$", re.MULTILINE)
KEY: Final = re.compile(r"^([A-Za-z_][\w-]*):[ \t]*(.*?)[ \t]*$", re.MULTILINE)
ITEM: Final = re.compile(r"\n[ \t]*-[ \t]+(\S+)")
CONFIGS: Final = re.compile(r"^configs:[ \t]*\r?\n((?:[ \t-].*(?:\r?\n|\Z))*)", re.MULTILINE)
CONFIG: Final = re.compile(r"^[ \t]*-[ \t]+config_name:[ \t]*(\S+)", re.MULTILINE)
LICENCES: Final = frozenset(
    """
apache-2.0 mit openrail bigscience-openrail-m creativeml-openrail-m bigscience-bloom-rail-1.0
bigcode-openrail-m afl-3.0 artistic-2.0 bsl-1.0 bsd bsd-2-clause bsd-3-clause bsd-3-clause-clear
c-uda cc cc0-1.0 cc-by-2.0 cc-by-2.5 cc-by-3.0 cc-by-4.0 cc-by-sa-3.0 cc-by-sa-4.0 cc-by-nc-2.0
cc-by-nc-3.0 cc-by-nc-4.0 cc-by-nd-4.0 cc-by-nc-nd-3.0 cc-by-nc-nd-4.0 cc-by-nc-sa-2.0
cc-by-nc-sa-3.0 cc-by-nc-sa-4.0 cdla-sharing-1.0 cdla-permissive-1.0 cdla-permissive-2.0 wtfpl
ecl-2.0 epl-1.0 epl-2.0 etalab-2.0 eupl-1.1 eupl-1.2 agpl-3.0 gfdl gpl gpl-2.0 gpl-3.0 lgpl
lgpl-2.1 lgpl-3.0 isc intel-research lppl-1.3c ms-pl apple-ascl apple-amlr mpl-2.0 odc-by odbl
openmdw-1.0 openrail++ osl-3.0 postgresql ofl-1.1 ncsa unlicense zlib pddl lgpl-lr unknown other
""".split()  # noqa: SIM905 -- a list of names reads best as text
)


def front_matter(card: str) -> str:
    """The text between the fences, "" where there is none."""
    found = FRONT_MATTER.match(card)
    return found[1] if found else ""


def licences(text: str) -> list[str]:
    """The licences a front matter names: one on its line, or a list below it."""
    found = LICENCE.search(text)
    if not found:
        return []
    if found[1]:
        return [part.strip(" \"'") for part in found[1].strip("[]").split(",")]
    below = text[found.end() :]
    named = []
    while item := ITEM.match(below):
        named.append(item[1].strip("\"'"))
        below = below[item.end() :]
    return named


def members(text: str) -> dict[str, object]:
    """Keys of a front matter with what stands on their line; what lies below is not read."""
    licence = licences(text)
    told: dict[str, object] = dict(KEY.findall(text))
    return told | ({"license": licence[0]} if licence else {})


def card_faults(card: str, kind: str) -> tuple[list[str], list[str]]:
    """Errors and warnings."""
    text = front_matter(card)
    if not text.strip():
        return [], ["empty or missing yaml metadata in repo card"]
    errors = [
        f'"license" must be one of [{", ".join(sorted(LICENCES))}], got {each!r}'
        for each in licences(text)
        if each not in LICENCES
    ]
    errors += [
        f"Invalid YAML in card metadata: tab in line {number}"
        for number, line in enumerate(text.splitlines(), 1)
        if line.startswith("\t")
    ]
    configs = "".join(CONFIGS.findall(text))
    names = Counter(name.strip("\"'") for name in CONFIG.findall(configs))
    if kind == "dataset":
        errors += [
            f'"configs.config_name" is a duplicate: {name}'
            for name, times in names.items()
            if times > 1
        ]
    return errors, []
