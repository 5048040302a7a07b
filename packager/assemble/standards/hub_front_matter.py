"""The Hub's dataset card header: what is loaded under which name, with which types."""

from collections.abc import Mapping

from packager.assemble.columnar import Split
from packager.assemble.standards.claims import Claims, word
from packager.domain.citation import Citation
from packager.domain.version import Version

SIZES = (
    (1_000, "n<1K"),
    (10_000, "1K<n<10K"),
    (100_000, "10K<n<100K"),
    (1_000_000, "100K<n<1M"),
    (10_000_000, "1M<n<10M"),
)
LARGEST = "10M<n<100M"


def front_matter(
    citation: Citation, splits: Mapping[str, Split], extras: Mapping[str, object]
) -> dict[str, object]:
    """The header of README.md on the Hub; the first config is the default.

    Args:
        citation: title, licence and keywords.
        splits: by path of the Parquet file, in the order of the configs.
        extras: keys that settings add, such as task_categories.
    """
    return {
        "license": citation.license.lower(),
        "language": ["en"],
        "pretty_name": citation.title,
        "tags": list(citation.keywords),
        "size_categories": [size_category(sum(one.num_examples for one in splits.values()))],
        **extras,
        "configs": [config(path, default=number == 0) for number, path in enumerate(splits)],
        "dataset_info": [dataset_info(path, split) for path, split in splits.items()],
    }


def config_name(path: str) -> str:
    """data/per_query.parquet is the config per_query."""
    return path.rpartition("/")[2].partition(".")[0]


def config(path: str, *, default: bool) -> dict[str, object]:
    """One config: a name, one split, one file."""
    members: dict[str, object] = {
        "config_name": config_name(path),
        "data_files": [{"split": "train", "path": path}],
    }
    return members | ({"default": True} if default else {})


def dataset_info(path: str, split: Split) -> dict[str, object]:
    """Columns and size of one config, so that nothing has to be read to know them."""
    return {
        "config_name": config_name(path),
        "features": [{"name": name, "dtype": kind} for name, kind in split.features],
        "splits": [
            {"name": "train", "num_bytes": split.num_bytes, "num_examples": split.num_examples}
        ],
        "download_size": len(split.content),
        "dataset_size": split.num_bytes,
    }


def size_category(rows: int) -> str:
    """The Hub's word for a number of rows."""
    return next((name for limit, name in SIZES if rows < limit), LARGEST)


def hub_tree(repo_id: str, version: Version) -> str:
    """Address of one version on the Hub, where the tag is the version; "" for no repository."""
    return f"https://huggingface.co/datasets/{repo_id}/tree/{version}" if repo_id else ""


def claims(header: object) -> Claims:
    """What the header of a card says the release is."""
    return Claims(title=word(header, "pretty_name"), rights=word(header, "license"))
