"""Whether a disk can take what is to come."""

import shutil
from pathlib import Path

from packager.domain.errors import TargetError
from packager.publish.refusal import refused


def require_room(folder: Path, needed: int) -> None:
    """Raise TargetError unless the disk that a folder is on, or will be, can take so many bytes."""
    there = folder
    with refused("look at the disk", folder):
        while not there.exists():
            there = there.parent
        free = shutil.disk_usage(there).free
    if needed > free:
        raise TargetError(
            f"{needed} bytes are needed, {free} are free",
            where=str(folder),
            mend="free space on that disk, then run the same command again",
        )


def held_in(folder: Path) -> int:
    """Bytes of all files below a folder, none where there is no folder."""
    with refused("look at the disk", folder):
        return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file())
