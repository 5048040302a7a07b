"""The git tag of a release, on the commit that holds its seal, made once and never moved.

The same commit gets the same tag on any machine: its date is the release's day, at midnight UTC.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from packager.domain.errors import ConfigError, IntegrityError, TargetError, listed
from packager.domain.version import Version, release_date
from packager.publish.chain import SEALED_PAPERS
from packager.publish.git import Git

TREE = "tree"


@dataclass(frozen=True, slots=True)
class GitTag:
    """The tag of a release in the repository that holds it.

    Attributes:
        version: the release, and the tag's name.
        commit: the commit that holds the seal; "" when skipped.
        is_there: whether the tag is.
        skipped: why there is nothing to tag, "" when there is.
    """

    version: Version
    commit: str = ""
    is_there: bool = False
    skipped: str = ""


def find_tag(releases: Path, version: Version, environ: Mapping[str, str]) -> GitTag:
    """Where the tag of a release is or has to be; nothing changes.

    Args:
        releases: folder of the releases.
        version: the release.
        environ: where git is found, and the settings of who runs it.

    Raises:
        ConfigError: the sealed release is not committed as it is.
        IntegrityError: the tag is on another commit.
        TargetError: git failed.
    """
    git = _git_of(releases, version, environ)
    if missing := git.missing():
        return GitTag(version, skipped=missing)
    commit = _commit_of_seal(git, version)
    tagged = git.find_commit(f"refs/tags/{version}")
    if tagged and tagged != commit:
        raise IntegrityError(
            f"the git tag {version} is on {tagged}, the seal in {commit}",
            where=str(releases / version),
            mend="find out who tagged what; the tool moves no tag",
        )
    return GitTag(version, commit, is_there=bool(tagged))


def tag_seal(
    releases: Path, version: Version, environ: Mapping[str, str], *, notes: str = ""
) -> GitTag:
    """Tag the commit that holds the seal; a tag that is there already is left; see `find_tag`.

    The tag's message is a title and the release notes.
    """
    found = find_tag(releases, version, environ)
    if found.skipped or found.is_there:
        return found
    git = _git_of(releases, version, environ)
    tagged = git.call(
        *git.tagger(),
        *(
            "tag",
            "--annotate",
            "--no-sign",
            "--cleanup=whitespace",
            "--message",
            f"Release {version}\n\n{notes}".strip(),
        ),
        *(version, found.commit),
    )
    again = find_tag(releases, version, environ)
    if not again.is_there:
        git.output(tagged)
        raise TargetError(
            "git said that it tagged, and did not",
            where=str(releases),
            mend=f"tag it by hand: git tag -a {version} {found.commit}",
        )
    return again


def _git_of(releases: Path, version: Version, environ: Mapping[str, str]) -> Git:
    return Git(releases, environ, f"{release_date(version).isoformat()} 00:00:00 +0000")


def _commit_of_seal(git: Git, version: Version) -> str:
    sealed = [f"{version}/{name}" for name in (*SEALED_PAPERS, TREE)]
    seal = f"{version}/seal.json"
    where = str(git.folder / version)
    mend = f"commit it: git add {git.folder / version} && git commit"
    if git.call("cat-file", "-e", f"HEAD:./{seal}").returncode:
        raise ConfigError("the seal is not committed", where=where, mend=mend)
    changed = git.output(
        git.call("status", "--porcelain", "--untracked-files=all", "--no-renames", "--", *sealed)
    )
    if changed:
        lines = [line.strip() for line in changed.splitlines()]
        raise ConfigError(
            listed(["the sealed release is not committed as it is", *lines]), where=where, mend=mend
        )
    return git.output(git.call("log", "-1", "--format=%H", "--", *sealed))
