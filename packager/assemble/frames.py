"""Tables as pandas holds them, in types that keep whole numbers whole. The door of pandas.

The import is inside: who asks for no frame does not wait for pandas.
"""

from collections.abc import Mapping
from typing import Any

Frame = Any  # pandas ships no types


def frame_of(table: Any) -> Frame:  # noqa: ANN401 - a table of Arrow, which ships no types
    """A table of Arrow as a frame; an empty cell is `pd.NA` and changes no column's type."""
    import pandas as pd  # noqa: PLC0415 - it takes half a second

    kinds = {"string": pd.StringDtype(), "int64": pd.Int64Dtype(), "double": pd.Float64Dtype()}
    return table.to_pandas(types_mapper=lambda kind: kinds.get(str(kind)))


def read_frame(path: str, kinds: Mapping[str, str]) -> Frame:
    """A CSV file with its columns' types, where nothing but an empty cell is none; or Parquet."""
    import pandas as pd  # noqa: PLC0415 - it takes half a second

    if path.endswith(".csv"):
        return pd.read_csv(path, dtype=dict(kinds), keep_default_na=False, na_values=[""])
    return pd.read_parquet(path, dtype_backend="numpy_nullable")
