"""Lemke's method of quantecon on the problems of the first line; answers orders with the seconds of one pass."""

import json
import sys
import time

import numpy as np
from quantecon.optimize import lcp_lemke

problems = [(np.array(p["M"], dtype=float), np.array(p["q"], dtype=float)) for p in json.loads(sys.stdin.readline())]
for matrix, vector in problems:  # compiled on the first call
    found = lcp_lemke(matrix, vector)
    assert found.success and np.all(matrix @ found.z + vector > -1e-6)

for _ in sys.stdin:
    start = time.perf_counter()
    for matrix, vector in problems:
        lcp_lemke(matrix, vector)
    print(json.dumps({"seconds": time.perf_counter() - start}), flush=True)
