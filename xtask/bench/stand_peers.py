"""Peers of `cargo xtask bench stand`: forces that balance a wall, in doubles, without proof."""
import json
import sys
import time

import numpy as np
import scipy.sparse as sparse
from scipy.optimize import linprog
import clarabel

problems = json.loads(sys.stdin.readline())
cache = {}


def read(case):
    if case not in cache:
        given = problems[case]
        shape = (len(given["right"]), given["count"])
        matrix = sparse.csc_matrix((given["values"], (given["rows"], given["columns"])), shape=shape)
        cache[case] = matrix, np.array(given["right"]), given["cone"]
    return cache[case]


def highs(case):
    matrix, right, _ = read(case)
    start = time.perf_counter()
    found = linprog(np.zeros(matrix.shape[1]), A_eq=matrix, b_eq=right, bounds=(0, None), method="highs")
    return time.perf_counter() - start, found.status == 0


def conic(case):
    matrix, right, cone = read(case)
    count = matrix.shape[1]
    start = time.perf_counter()
    stacked = sparse.vstack([matrix, -sparse.identity(count)]).tocsc()
    bounds = np.concatenate([right, np.zeros(count)])
    if cone == 1:
        cones = [clarabel.ZeroConeT(len(right)), clarabel.NonnegativeConeT(count)]
    else:
        cones = [clarabel.ZeroConeT(len(right))] + [clarabel.SecondOrderConeT(cone)] * (count // cone)
    settings = clarabel.DefaultSettings()
    settings.verbose = False
    nothing = sparse.csc_matrix((count, count))
    solver = clarabel.DefaultSolver(nothing, np.zeros(count), stacked, bounds, cones, settings)
    solution = solver.solve()
    return time.perf_counter() - start, str(solution.status) in ("Solved", "AlmostSolved")


for line in sys.stdin:
    peer, case = line.split()
    seconds, stands = {"highs": highs, "clarabel": conic}[peer](case)
    print(json.dumps({"seconds": seconds, "stands": bool(stands)}), flush=True)
