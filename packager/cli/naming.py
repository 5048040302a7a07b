"""What a text of the form "module:name" names, imported only when it is wanted."""

import importlib
from typing import Any


def loaded(name: str) -> Any:  # noqa: ANN401 - any value can be named
    """The function or value that `name` names."""
    module, _, attribute = name.partition(":")
    return getattr(importlib.import_module(module), attribute)
