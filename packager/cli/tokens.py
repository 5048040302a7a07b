"""Secrets: from the environment, else from the machine's keyring; never from a file or a flag."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec

from packager.domain.errors import ConfigError

SERVICE, LIBRARY = "packager", "keyring"
HUB, ZENODO = "HF_TOKEN", "ZENODO_TOKEN"
SHORTEST = 6


def find_token(environ: Mapping[str, str], name: str) -> str:
    """A token by the name of its variable; "" where there is none."""
    given = environ.get(name, "").strip()
    if given or find_spec(LIBRARY) is None:
        return given
    return import_module(LIBRARY).get_password(SERVICE, name) or ""


def require_token(environ: Mapping[str, str], name: str) -> str:
    """A token that must be there.

    Raises:
        ConfigError: there is none.
    """
    token = find_token(environ, name)
    if not token:
        raise ConfigError(
            f"no {name}",
            where="the environment",
            mend=f"set {name}, or keep it with `keyring set {SERVICE} {name}`",
        )
    return token


def scrubbed(text: str, environ: Mapping[str, str], names: Iterable[str] = (HUB, ZENODO)) -> str:
    """The text without any token in it, whoever wrote it there."""
    for name in names:
        token = environ.get(name, "")
        if len(token) >= SHORTEST:
            text = text.replace(token, f"[{name}]")
    return text
