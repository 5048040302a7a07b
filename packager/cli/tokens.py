"""Secrets: from the environment, else from the machine's keyring; never from a file or a flag."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec

from packager.domain.errors import ConfigError

SERVICE, LIBRARY = "packager", "keyring"
HUB, ZENODO = "HF_TOKEN", "ZENODO_TOKEN"
UPLOAD, PUBLISH = "ZENODO_UPLOAD_TOKEN", "ZENODO_PUBLISH_TOKEN"
"""Instead of ZENODO: one that writes drafts, and one that is shown for publishing alone."""
SECRETS = (HUB, ZENODO, UPLOAD, PUBLISH)
SHORTEST = 6


def find_token(environ: Mapping[str, str], name: str) -> str:
    """A token by the name of its variable; "" where there is none."""
    given = environ.get(name, "").strip()
    if given or find_spec(LIBRARY) is None:
        return given
    return import_module(LIBRARY).get_password(SERVICE, name) or ""


def require_token(environ: Mapping[str, str], *names: str) -> str:
    """The first token there is of some names.

    Raises:
        ConfigError: there is none.
    """
    token = next(filter(None, (find_token(environ, name) for name in names)), "")
    if not token:
        said = " or ".join(names)
        raise ConfigError(
            f"no {said}",
            where="the environment",
            mend=f"set {said}, or keep it with `keyring set {SERVICE} {names[-1]}`",
        )
    return token


def scrubbed(text: str, environ: Mapping[str, str], names: Iterable[str] = SECRETS) -> str:
    """The text without any token in it, whoever wrote it there."""
    for name in names:
        token = environ.get(name, "")
        if len(token) >= SHORTEST:
            text = text.replace(token, f"[{name}]")
    return text
