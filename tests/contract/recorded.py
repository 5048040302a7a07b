"""What real hosts answered, call by call; `python -m tests.contract.recorded` asks them again."""

import json
import os
import secrets
import sys
from collections.abc import Mapping
from dataclasses import astuple
from pathlib import Path

from tests.contract import hub_calls, invenio_calls
from tests.contract.hub_calls import Release
from tests.contract.invenio_calls import Publication
from tests.contract.wire import Script, Seen

FOLDER = Path(__file__).parents[1] / "data" / "conformance"
INVENIO, HUB = FOLDER / "invenio.jsonl", FOLDER / "hub.jsonl"
ZENODO_JSON = FOLDER / "zenodo_json.jsonl"


def seen_of_invenio(url: str, tokens: Mapping[str, str]) -> list[Seen]:
    script = Script(url, {**tokens, "wrong": "nobody-has-this"}, invenio_calls.COMPARED)
    try:
        Publication(script).play()
    finally:
        script.close()
    return [each for each in script.seen if not is_of_a_missing_user(each, tokens)]


def seen_of_hub(url: str, tokens: Mapping[str, str]) -> list[Seen]:
    """In a repository of a name nobody has; it is deleted again."""
    script = Script(url, {**tokens, "wrong": "nobody-has-this"}, hub_calls.COMPARED)
    try:
        namespace = str(script.call("", "GET", "/api/whoami-v2").at("name"))
        Release(script, namespace, f"conformance-{secrets.randbelow(10**9)}").play()
    finally:
        script.close()
    return [each for each in script.seen if not is_of_a_missing_user(each, tokens)]


def is_of_a_missing_user(seen: Seen, tokens: Mapping[str, str]) -> bool:
    """Calls of a second account say nothing where there is only one."""
    return "other" not in tokens and ("other" in seen.label or "stranger" in seen.label)


def read(path: Path) -> list[Seen]:
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return [
        Seen(label, status, shape, tuple((name, there) for name, there in headers))
        for label, status, shape, headers in lines
    ]


def write(path: Path, seen: list[Seen]) -> None:
    lines = (json.dumps(astuple(each), ensure_ascii=False) for each in seen)
    path.write_text("\n".join(lines) + "\n", "utf-8")


def live(host: str) -> tuple[str, dict[str, str]]:
    """Address and tokens of a real host that the environment names; "" if it names none."""
    prefix = f"PACKAGER_LIVE_{host}_"
    found = {"own": os.environ.get(f"{prefix}TOKEN", "")}
    found["other"] = os.environ.get(f"{prefix}OTHER_TOKEN", "")
    return os.environ.get(f"{prefix}URL", ""), {who: t for who, t in found.items() if t}


def record_invenio(url: str, tokens: Mapping[str, str]) -> None:
    """Write down an InvenioRDM; of one that answers plain JSON as Zenodo does, those answers."""
    seen = seen_of_invenio(url, tokens)
    by_zenodo = [each for each in seen if isinstance(each.shape, dict) and "recid" in each.shape]
    write(*((ZENODO_JSON, by_zenodo) if by_zenodo else (INVENIO, seen)))


def main() -> None:
    hub, invenio = live("HUB"), live("ZENODO")
    if hub[0]:
        write(HUB, seen_of_hub(*hub))
    if invenio[0]:
        record_invenio(*invenio)
    if not hub[0] and not invenio[0]:
        print("PACKAGER_LIVE_ZENODO_URL and PACKAGER_LIVE_HUB_URL name no host", file=sys.stderr)


if __name__ == "__main__":
    main()
