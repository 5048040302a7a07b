"""What went wrong with a call to the Hub, told without the token."""

import re
from collections.abc import Sequence

from packager.domain.errors import ConfigError, PackagerError, listed
from packager.publish.targets.hub_answers import HubAnswerError, HubRefusalError
from packager.publish.targets.hub_guard import AGAIN, HTTP_ERRORS, told_to_wait

SHAPES = (ValueError, LookupError, TypeError, AttributeError, RecursionError)
FAILURES = (*HTTP_ERRORS, OSError, RuntimeError, *SHAPES)
"""All that a call of the client may raise."""
SECRET = re.compile(r"hf_[A-Za-z0-9]{16,}|(?<=[Bb]earer )\S+")
LONGEST = 300
REFUSALS = {
    400: "see what it says; if the card is at fault, mend it and cut a new version",
    401: "log in with `hf auth login`, or set HF_TOKEN to a token that is valid",
    402: "see the bill of that account",
    403: "take a token that may write there: https://huggingface.co/settings/tokens",
    413: "make the release smaller",
    422: "see what it says; a name in the release does not suit the Hub",
}
NO_XET = "xet-write-token"
MENDS = {
    "offline mode": "unset HF_HUB_OFFLINE, then run the same command again",
    NO_XET: "set HF_HUB_DISABLE_XET=1: this Hub has no Xet; then run the same command again",
    "Invalid metadata": "mend the header of the card, and cut a new version",
}


def failure(error: Exception, *, doing: str, where: str, token: object) -> PackagerError:
    """A failure of the client's, in our words.

    Args:
        error: what the client raised.
        doing: what was asked, such as "for the files of main".
        where: address of the repository.
        token: is taken out of what is told.
    """
    cause = error.__cause__ if isinstance(error, RuntimeError) else None
    if isinstance(cause, PackagerError):
        return cause
    if isinstance(cause, Exception):
        error = cause
    answer = getattr(error, "response", None)
    status = int(getattr(answer, "status_code", 0))
    said = brief(str(getattr(error, "server_message", "") or error), token)
    mend = next((mend for word, mend in MENDS.items() if word in str(error)), "")
    if type(error).__name__ == "RepositoryNotFoundError":
        return HubAnswerError(
            f"asked {doing}: there is no such repository, or it is not for these eyes",
            where=where,
            mend="see that it exists and is public",
            status=404,
        )
    if status in REFUSALS or "Invalid metadata" in str(error):
        what = f"the Hub refused ({status}), asked {doing}: {said}"
        return HubRefusalError(what, where=where, mend=mend or REFUSALS.get(status, AGAIN))
    if status:
        what = f"the Hub failed ({status}), asked {doing}: {said}"
    elif isinstance(error, HTTP_ERRORS):
        what = f"the Hub did not answer, asked {doing}: {said or type(error).__name__}"
    else:
        what = f"the Hub's answer cannot be read, asked {doing}: {type(error).__name__} {said}"
    told = told_to_wait(answer.headers) if answer is not None else None
    return HubAnswerError(what, where=where, mend=mend or AGAIN, status=status, told=told)


def no_token(error: Exception) -> ConfigError:
    """The client keeps no token, and could not get one in exchange for who this job is."""
    return ConfigError(
        f"the Hub gives no token: {brief(str(error), None)}",
        where="HF_OIDC_RESOURCE",
        mend="see the Trusted Publishers of the repository; or unset it, and set HF_TOKEN",
    )


def brief(text: str, token: object) -> str:
    """Words on one line, not many, and no secret among them."""
    line = " ".join(text.split())
    if isinstance(token, str) and token:
        line = line.replace(token, "***")
    return SECRET.sub("***", line)[:LONGEST]


def unwell(faults: Sequence[str]) -> HubRefusalError:
    """What the Hub has against the header of the card."""
    return HubRefusalError(
        listed(faults), where="README.md", mend="mend its header, cut a new version"
    )
