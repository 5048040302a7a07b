"""git in one folder, whatever the environment and the settings of who runs it would change."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from packager.domain.errors import TargetError

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


class Git:
    """The repository that holds a folder, if any does."""

    def __init__(self, folder: Path, environ: Mapping[str, str], date: str = "") -> None:
        """Nothing is run yet.

        Args:
            folder: every path that a command names is relative to it.
            environ: where git is found, and the settings of who runs it.
            date: of what is made; "" where nothing is.
        """
        kept = {name: environ[name] for name in KEPT if name in environ}
        dated = {"GIT_COMMITTER_DATE": date, "GIT_AUTHOR_DATE": date} if date else {}
        self._environ = kept | FIXED | dated
        self._program = shutil.which("git", path=environ.get("PATH", ""))
        self.folder = folder

    def missing(self) -> str:
        """Why there is no repository to ask, "" when there is one."""
        if self._program is None:
            return "git is not installed"
        inside = self.call("rev-parse", "--is-inside-work-tree")
        if inside.returncode and NO_REPOSITORY in inside.stderr:
            return "the releases are in no git repository"
        return "" if self.output(inside) == "true" else "the releases are in no working tree of git"

    def call(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run one command."""
        ended = self.run(*words)
        out, err = (text.decode(errors="replace") for text in (ended.stdout, ended.stderr))
        return subprocess.CompletedProcess(words, ended.returncode, out, err)

    def run(self, *words: str) -> "subprocess.CompletedProcess[bytes]":
        """Run one command; what it prints as it is."""
        try:
            return subprocess.run(
                [self._program or "git", *SETTINGS, *words],
                cwd=self.folder,
                env=self._environ,
                stdin=subprocess.DEVNULL,
                capture_output=True,
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

    def find_commit(self, revision: str) -> str:
        """Id of the commit that a revision names, "" if there is none here."""
        if revision.startswith("-"):
            return ""
        return self.call(
            "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"
        ).stdout.strip()

    def tagger(self) -> list[str]:
        """Words that name the tool where nobody has told git a name."""
        return [
            word
            for key, name in NOBODY.items()
            if self.call("config", "--get", key).returncode
            for word in ("-c", f"{key}={name}")
        ]
