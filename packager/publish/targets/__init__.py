"""Every target by name, in the order in which they are to become public."""

from collections.abc import Callable, Mapping
from pathlib import Path

from packager.publish.target import Target
from packager.publish.targets.directory import DirectoryTarget

TARGETS: Mapping[str, Callable[[Path], Target]] = {"directory": DirectoryTarget}
