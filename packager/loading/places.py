"""Where the cache lies and which Hub is asked, as the environment says. Nothing else is read there.

The one file beside the command line that does so: an analyst has no command line to hand it in.
"""

import os
from pathlib import Path

HUB = "https://huggingface.co"


def cache_folder() -> Path:
    """PACKAGER_CACHE, else a folder of ours in XDG_CACHE_HOME, else in ~/.cache."""
    own = os.environ.get("PACKAGER_CACHE")
    if own:
        return Path(own)
    all_caches = os.environ.get("XDG_CACHE_HOME", "")
    root = Path(all_caches) if Path(all_caches).is_absolute() else Path.home() / ".cache"
    return root / "leadgreen-packager"


def hub_address() -> str:
    """HF_ENDPOINT, which the Hub's own client and `datasets` read as well; else the Hub."""
    return os.environ.get("HF_ENDPOINT") or HUB
