"""Packages that are imported where they are needed, and not before."""

from __future__ import annotations

import importlib
from typing import Any


def needed(module: str, by: str, install: str) -> Any:
    """A module that may be missing; what to install where it is.

    >>> needed("no_such_module", "this example", "nothing")
    Traceback (most recent call last):
    ImportError: this example needs no_such_module: pip install nothing
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        raise ImportError(f"{by} needs {module.split('.')[0]}: pip install {install}") from error
