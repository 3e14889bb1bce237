"""The command ``stiction``, which comes with the package."""

from __future__ import annotations

import signal
import sys

import stiction._stiction as _stiction


def main() -> None:
    """Runs the command with the words of this process, and ends it with its status."""
    # Ctrl-C ends a command as it ends every other.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _stiction.run(["stiction", *sys.argv[1:]])
