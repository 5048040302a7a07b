"""Which files git keeps as pointers: the patterns of `.gitattributes`."""

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Final

# What the Hub's first commit puts under LFS in a new data set.
PATTERNS: Final = """
*.7z *.arrow *.avro *.bin *.bz2 *.ckpt *.ftz *.gz *.h5 *.joblib *.lfs.* *.lz4 *.mds *.mlmodel
*.model *.msgpack *.npy *.npz *.onnx *.ot *.parquet *.pb *.pickle *.pkl *.pt *.pth *.rar
*.safetensors saved_model/**/* *.tar.* *.tar *.tflite *.tgz *.wasm *.xz *.zip *.zst *tfevents*
*.pcm *.sam *.raw *.aac *.flac *.mp3 *.ogg *.wav *.bmp *.gif *.png *.tiff *.jpg *.jpeg *.webp
*.mp4 *.webm
""".split()  # noqa: SIM905 -- a list of names reads best as text
ATTRIBUTES: Final = "".join(f"{each} filter=lfs diff=lfs merge=lfs -text\n" for each in PATTERNS)
LINE: Final = re.compile(r"^(\S+)\s.*\bfilter=lfs\b")


def large_patterns(attributes: str) -> Iterator[str]:
    for line in attributes.splitlines():
        if found := LINE.match(line):
            yield found[1]


def is_like(path: str, pattern: str) -> bool:
    if "/" in pattern:
        return fnmatchcase(path, pattern.lstrip("/").replace("**/", "*"))
    return any(fnmatchcase(part, pattern) for part in path.split("/"))
