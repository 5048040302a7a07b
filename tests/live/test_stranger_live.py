"""The page for strangers against real hosts, which another program than ours stands behind."""

import os
from pathlib import Path
from secrets import token_hex

import huggingface_hub.constants
import pytest

from tests.fakes.publications import VERSION, sealed_on
from tests.fakes.strangers import HUB_GIT, STEPS, Stranger, publish
from tests.live import hub_worlds, zenodo_worlds

pytestmark = [pytest.mark.live, pytest.mark.slow]


def test_every_block_of_the_page_proves_what_it_says_on_real_hosts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = (zenodo_worlds.URL, zenodo_worlds.TOKEN, hub_worlds.URL, hub_worlds.TOKEN)
    zenodo, zenodo_token, hub, hub_token = (os.environ.get(name, "") for name in names)
    if not (zenodo and zenodo_token and hub and hub_token):
        pytest.skip(f"{', '.join(names)} name no hosts")
    monkeypatch.setattr(huggingface_hub.constants, "HF_HUB_DISABLE_XET", True)
    repo = f"{hub_worlds.owner_of(hub, hub_token)}/stranger-{token_hex(6)}"
    tokens = {"ZENODO_UPLOAD_TOKEN": zenodo_token, "ZENODO_PUBLISH_TOKEN": zenodo_token}
    given = tokens | {"HF_TOKEN": hub_token, "PATH": os.environ["PATH"]}
    project = sealed_on(tmp_path, zenodo, hub, repo, **given)
    doi = publish(project, VERSION, tmp_path)
    home = tmp_path / "home"
    home.mkdir()
    told = {"VERSION": VERSION, "DOI": doi, "PROJECT": str(project.root), "REPO": repo}
    stranger = Stranger(home, told | {"RESOLVER": f"{zenodo}/doi", "ZENODO": zenodo, "HUB": hub})
    stranger.clone_from(tmp_path / HUB_GIT, f"{hub}/datasets/{repo}")

    assert stranger.follow() == [True] * len(STEPS), stranger.ended
