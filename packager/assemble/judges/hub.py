"""Judge of the Hub's header: it promises exactly the Parquet files there are, as they are."""

import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from packager.assemble.canonical import parse_yaml
from packager.assemble.columnar import Split, read_split
from packager.assemble.judges.evidence import REBUILD, Evidence
from packager.assemble.standards.hub_front_matter import config, config_name, dataset_info
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding

CARD = "README.md"
HEADER = re.compile(r"---\n(.*?\n)---\n", re.DOTALL)
FOLDER, ENDING = "data/", ".parquet"
CONFIG_NAME = re.compile(r"\w+(?:[-.]\w+)*", re.ASCII)
LONGEST = 100
MENDED_BY_HAND = "mend the header's settings, and build the tree again"


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Configs, features, sizes and terms in the header of the card."""
    card = evidence.text(CARD)
    if card is None:
        return
    header = header_of(evidence, card)
    if header is None:
        yield found("", "has no header in YAML between two lines of ---")
        return
    terms = header.get("license")
    if terms != str(terms).lower():
        yield found("license", f"{terms!r} is not in lower case, as the Hub wants it")
    configs, infos = many(header, "configs"), many(header, "dataset_info")
    yield from promised(evidence, configs)
    splits = {path: split for path in data_paths(evidence) if (split := split_of(evidence, path))}
    nothing: Mapping[str, object] = {}
    for number, (one, info) in enumerate(zip_longest(configs, infos, fillvalue=nothing)):
        yield from described(splits, one, info, default=number == 0)


def header_of(evidence: Evidence, card: str) -> dict[str, object] | None:
    """The card's header; None if there is none."""
    match = HEADER.match(card)
    if match is None:
        return None
    try:
        return parse_yaml(match[1], where=CARD)
    except PackagerError as error:
        evidence.fault(CARD, error.what)
        return None


def data_paths(evidence: Evidence) -> list[str]:
    """Parquet files of the tree in the order of the package."""
    described_by = [one.path for one in evidence.resources]
    others = [path for path in evidence.paths if path.endswith(ENDING)]
    return [*dict.fromkeys(path for path in (*described_by, *others) if path in others)]


def promised(evidence: Evidence, configs: list[Mapping[str, object]]) -> Iterator[Finding]:
    """Files that no config names, files that are not there, names the Hub refuses."""
    paths = data_paths(evidence)
    named = [path for one in configs for path in files_of(one)]
    for path in paths:
        if path not in named:
            yield found("configs", f"{path} is in no config")
    for path in named:
        if path not in paths:
            yield found("configs", f"{path} is named and not there, or no Parquet file")
    if sorted(named) == sorted(paths) and named != paths:
        yield found("configs", "the configs stand in another order than the files of the package")
    names = [str(one.get("config_name")) for one in configs]
    for name in names:
        if not CONFIG_NAME.fullmatch(name) or names.count(name) > 1:
            yield found("configs", f"{name!r} is no name for one config")


def described(
    splits: Mapping[str, Split],
    one: Mapping[str, object],
    info: Mapping[str, object],
    *,
    default: bool,
) -> Iterator[Finding]:
    """One config and what the header says of its file, against the file."""
    name = str(one.get("config_name", info.get("config_name")))
    for path in files_of(one):
        if path not in splits:
            continue
        if one != config(path, default=default):
            what = f"{name!r} is not the one split train of {path}"
            yield found("configs", f"{what}{', and the default' if default else ''}")
        wanted = dataset_info(path, splits[path])
        if info.get("config_name") != name:
            yield found("dataset_info", f"{name} is not described at its place")
            continue
        for key, value in wanted.items():
            if info.get(key) != value:
                said = unlike(info.get(key), value)
                yield found("dataset_info", f"{config_name(path)}, {key}: {said}")
        extra = sorted(info.keys() - wanted.keys())
        if extra:
            yield found("dataset_info", f"{config_name(path)}: an unknown {', '.join(extra)}")


def unlike(said: object, wanted: object) -> str:
    """The first part of a value that differs, both ways."""
    if isinstance(said, list) and isinstance(wanted, list):
        for one, other in zip_longest(said, wanted):
            if one != other:
                return unlike(one, other)
    return f"{str(said)[:LONGEST]!r}, where the file makes {str(wanted)[:LONGEST]!r}"


def split_of(evidence: Evidence, path: str) -> Split | None:
    """What the Hub wants to know of a file, counted anew; None if it cannot be read."""
    content = evidence.content(path)
    if content is None or evidence.table(path) is None:
        return None
    return read_split(content)


def files_of(one: Mapping[str, object]) -> list[str]:
    """Paths a config names."""
    return [str(file.get("path")) for file in many(one, "data_files")]


def many(members: Mapping[str, object], key: str) -> list[Mapping[str, object]]:
    """A member that is a list of mappings."""
    value = members.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def found(column: str, what: str) -> Finding:
    """A finding of this judge."""
    mend = MENDED_BY_HAND if column == "license" else REBUILD
    return Finding(judge="hub", path=CARD, column=column, what=what, mend=mend)
