"""The git tag of a release, on the commit that holds its seal, made once and never moved.

The same commit gets the same tag on any machine: its date is the release's day, at midnight UTC.
"""

import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from packager.domain.errors import ConfigError, IntegrityError, TargetError, listed
from packager.domain.version import Version, release_date
from packager.publish.chain import SEALED_PAPERS

TREE = "tree"
KEPT = ("PATH", "HOME", "XDG_CONFIG_HOME", "SYSTEMROOT", "TMPDIR")
FIXED = {
    "LC_ALL": "C",
    "TZ": "UTC",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
}
SETTINGS = (
    *("-c", "core.hooksPath=/dev/null"),
    *("-c", "core.quotePath=false"),
    *("-c", "log.showSignature=false"),
)
NOBODY = {"user.name": "packager", "user.email": "packager@localhost"}
PATIENCE = 120
NO_REPOSITORY = "not a git repository"


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
    day = release_date(version)
    program = shutil.which("git", path=environ.get("PATH", ""))
    if program is None:
        return GitTag(version, skipped="git is not installed")
    git = _Git(program, releases, environ, f"{day.isoformat()} 00:00:00 +0000")
    inside = git.call("rev-parse", "--is-inside-work-tree")
    if inside.returncode and NO_REPOSITORY in inside.stderr:
        return GitTag(version, skipped="the releases are in no git repository")
    if git.output(inside) != "true":
        return GitTag(version, skipped="the releases are in no working tree of git")
    commit = _commit_of_seal(git, version)
    there = git.call("rev-parse", "--verify", "--quiet", f"refs/tags/{version}^{{commit}}")
    tagged = there.stdout.strip()
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
    program = shutil.which("git", path=environ.get("PATH", "")) or "git"
    git = _Git(program, releases, environ, f"{release_date(version).isoformat()} 00:00:00 +0000")
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


def _commit_of_seal(git: "_Git", version: Version) -> str:
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


class _Git:
    """git in one folder, whatever the environment and the settings of who runs it would change."""

    def __init__(self, program: str, folder: Path, environ: Mapping[str, str], date: str) -> None:
        kept = {name: environ[name] for name in KEPT if name in environ}
        self._environ = kept | FIXED | {"GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date}
        self._program, self.folder = program, folder

    def call(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run one command."""
        try:
            return subprocess.run(
                [self._program, *SETTINGS, *words],
                cwd=self.folder,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=PATIENCE,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise TargetError(
                f"git could not be run: {error}",
                where=str(self.folder),
                mend="see that git works there, then run the same command again",
            ) from error

    def output(self, ended: "subprocess.CompletedProcess[str]") -> str:
        """What a command printed; TargetError if it failed."""
        if ended.returncode:
            said = " ".join(ended.stderr.split())[:300]
            raise TargetError(
                f"git failed: {said or ended.returncode}",
                where=str(self.folder),
                mend="do what git says, then run the same command again",
            )
        return ended.stdout.strip("\n")

    def tagger(self) -> list[str]:
        """Words that name the tool where nobody has told git a name."""
        return [
            word
            for key, name in NOBODY.items()
            if self.call("config", "--get", key).returncode
            for word in ("-c", f"{key}={name}")
        ]
