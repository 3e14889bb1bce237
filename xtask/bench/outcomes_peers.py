"""Lemke's method of quantecon, and the enumeration of Siconos where it is at hand, on the problems of the first line.

The first line is {"lcp": [{"M", "q"}], "rest": [{"M", "q"}], "siconos": FOLDER or null}.  Orders `PEER CASE` are answered with the
seconds of one pass; Siconos also with how many solutions it found, problem by problem.
"""

import ctypes
import json
import sys
import time
from pathlib import Path

import numpy as np
from quantecon.optimize import lcp_lemke

given = json.loads(sys.stdin.readline())
problems = [(np.array(p["M"], dtype=float), np.array(p["q"], dtype=float)) for p in given["lcp"]]
for matrix, vector in problems:  # compiled on the first call
    found = lcp_lemke(matrix, vector)
    assert found.success and np.all(matrix @ found.z + vector > -1e-6)


class Options(ctypes.Structure):
    """The head of Siconos' SolverOptions; the rest stays its own."""

    _fields_ = [
        ("solver", ctypes.c_int),
        ("is_set", ctypes.c_bool),
        ("integers", ctypes.c_int),
        ("iparam", ctypes.POINTER(ctypes.c_int)),
    ]


class Problem(ctypes.Structure):
    _fields_ = [("size", ctypes.c_int), ("matrix", ctypes.c_void_p), ("vector", ctypes.POINTER(ctypes.c_double))]


ENUMERATION, COUNT, ALL_SOLUTIONS = 213, 7, 11  # SICONOS_LCP_ENUM, ..._NUMBER_OF_SOLUTIONS, ..._MULTIPLE_SOLUTIONS


class Siconos:
    """lcp_enum of libsiconos_numerics: every complementary basis in doubles."""

    def __init__(self, folder):
        # What it needs besides is found through LD_LIBRARY_PATH, which the caller sets.
        libraries = Path(folder) / "usr/lib/x86_64-linux-gnu"
        self.library = ctypes.CDLL(str(libraries / "libsiconos_numerics.so.7"))
        self.library.NM_create_from_data.restype = ctypes.c_void_p
        self.library.NM_create_from_data.argtypes = [ctypes.c_int] * 3 + [ctypes.c_void_p]
        self.library.solver_options_create.restype = ctypes.POINTER(Options)

    def load(self, matrix, vector):
        size = len(vector)
        by_columns = np.asfortranarray(matrix, dtype=float)
        vector = np.ascontiguousarray(vector, dtype=float)
        dense = self.library.NM_create_from_data(0, size, size, by_columns.ctypes.data)
        held = Problem(size, dense, vector.ctypes.data_as(ctypes.POINTER(ctypes.c_double)))
        return held, (by_columns, vector)

    def all_solutions(self, problem):
        """Seconds, and how many solutions."""
        options = self.library.solver_options_create(ENUMERATION)
        options.contents.iparam[ALL_SOLUTIONS] = 1
        self.library.lcp_enum_init(ctypes.byref(problem), options, 1)
        z, w, ends = (ctypes.c_double * problem.size)(), (ctypes.c_double * problem.size)(), ctypes.c_int(0)
        start = time.perf_counter()
        self.library.lcp_enum(ctypes.byref(problem), z, w, ctypes.byref(ends), options)
        return time.perf_counter() - start, options.contents.iparam[COUNT]


siconos, resting = None, []
if given["siconos"]:
    siconos = Siconos(given["siconos"])
    resting = [siconos.load(p["M"], p["q"]) for p in given["rest"]]

for order in sys.stdin:
    if order.startswith("siconos"):
        if siconos is None:
            print(json.dumps({"missing": True}), flush=True)
            continue
        found = [siconos.all_solutions(problem) for problem, _ in resting]
        print(json.dumps({"seconds": sum(t for t, _ in found), "counts": [n for _, n in found]}), flush=True)
        continue
    start = time.perf_counter()
    for matrix, vector in problems:
        lcp_lemke(matrix, vector)
    print(json.dumps({"seconds": time.perf_counter() - start}), flush=True)
