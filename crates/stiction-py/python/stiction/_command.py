"""The command ``stiction``, which comes with the package."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence

import stiction._stiction as _stiction


def main() -> None:
    """Runs the command with the words of this process, and ends it with its status."""
    if sys.argv[1:2] == ["batch"]:
        sys.exit(batch(sys.argv[2:]))
    # Ctrl-C ends a command as it ends every other.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    _stiction.run(["stiction", *sys.argv[1:]])


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="stiction batch",
        description="Scores every row of a file of grasps, or of every file of a folder. Columns: points, normals (lists "
        "of lists), friction (a number or a list); all others are carried through. Added: the measures and fault.",
    )
    parser.add_argument("source", metavar="IN", help="a Parquet or JSON-lines file, or a folder of them")
    parser.add_argument("target", metavar="OUT", help="the file or folder that is written")
    parser.add_argument("--measure", action="append", help="what is asked of every grasp, repeatable; force if left out")
    parser.add_argument("--cone", default="round", help="round, inner:K or outer:K")
    parser.add_argument("--length", type=float, default=1.0, help="what makes moments comparable with forces, m")
    parser.add_argument("--jobs", type=int, help="how many threads; all cores if left out")
    parser.add_argument("--resume", action="store_true", help="go on where an interrupted run stopped")
    return parser


def batch(words: Sequence[str]) -> int:
    """``stiction batch``: the status that it ends with, 1 where a file cannot be written, 2 where what is given is wrong."""
    from ._batch import batch as scored

    asked = _parser().parse_args(words)
    try:
        done = scored(
            asked.source,
            asked.target,
            measures=asked.measure or ["force"],
            cone=asked.cone,
            length=asked.length,
            jobs=asked.jobs,
            resume=asked.resume,
            progress=True,
        )
    except KeyboardInterrupt:
        sys.stderr.write("\nstopped; --resume goes on from here\n")
        return 130
    except (ValueError, ImportError, FileNotFoundError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    except (OSError, RuntimeError) as error:
        sys.stderr.write(f"error: {error}\n")
        return 1
    faults = f", {done.faults} of them with a fault" if done.faults else ""
    print(f"{done.rows} rows in {done.files} file{'' if done.files == 1 else 's'}{faults}")
    return 0
