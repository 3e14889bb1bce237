"""The largest ball of wrenches by others: the convex hull of all friction edges by Qhull, through scipy.

The first line of the standard input holds the cases, each a list of grasps, each a list of wrenches; each further
line `scipy CASE` is answered with one line {"seconds": for the whole case, "values": [...]}. Building the wrenches
is not counted here.
"""

import json
import sys
import time

import numpy as np
from scipy.spatial import ConvexHull


def radius(points):
    """Distance from the origin to the nearest facet; the rows are (normal, offset) with normal.x + offset <= 0."""
    return -ConvexHull(points).equations[:, -1].max()


def main():
    cases = {case["name"]: [np.array(grasp) for grasp in case["grasps"]] for case in json.loads(sys.stdin.readline())}
    for line in sys.stdin:
        _, case = line.split()
        start = time.perf_counter()
        values = [radius(points) for points in cases[case]]
        seconds = time.perf_counter() - start
        print(json.dumps({"seconds": seconds, "values": values}), flush=True)


main()
