"""Force closure of planar grasps by others: the linear program (12.14) of Modern Robotics with a rank test.

    minimise 1.k  subject to  F k = 0, k >= 1,   F = the friction edges' wrenches, rank F = 3

The first line of the standard input holds the problems; each further line `PEER CASE` is answered with one
line {"seconds": for the whole case, "verdicts": [...]}. The time includes building F.
"""

import json
import sys
import time

import highspy
import numpy as np
from scipy.optimize import linprog


def edges(grasp):
    """The wrenches (m, fx, fy) of both friction edges of every contact, as columns."""
    columns = []
    for contact in grasp:
        (x, y), (nx, ny), mu = contact["point"], contact["normal"], contact["friction"]
        for side in (mu, -mu):
            fx, fy = nx - side * ny, ny + side * nx
            columns.append((x * fy - y * fx, fx, fy))
    return np.array(columns).T


def by_scipy(grasp):
    F = edges(grasp)
    if np.linalg.matrix_rank(F) < 3:
        return False
    count = F.shape[1]
    answer = linprog(np.ones(count), A_eq=F, b_eq=np.zeros(3), bounds=(1, None), method="highs")
    return answer.status == 0


class Highs:
    """One solver for all grasps; of the model only the matrix is exchanged."""

    def __init__(self):
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.solver.setOptionValue("threads", 1)
        self.solver.setOptionValue("presolve", "off")
        self.models = {}

    def model(self, count):
        if count not in self.models:
            model = highspy.HighsLp()
            model.num_col_, model.num_row_ = count, 3
            model.col_cost_ = np.ones(count)
            model.col_lower_ = np.ones(count)
            model.col_upper_ = np.full(count, highspy.kHighsInf)
            model.row_lower_ = model.row_upper_ = np.zeros(3)
            model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
            model.a_matrix_.start_ = np.arange(0, 3 * count + 1, 3)
            model.a_matrix_.index_ = np.tile(np.arange(3), count)
            self.models[count] = model
        return self.models[count]

    def __call__(self, grasp):
        F = edges(grasp)
        if np.linalg.matrix_rank(F) < 3:
            return False
        model = self.model(F.shape[1])
        model.a_matrix_.value_ = F.T.ravel()
        self.solver.passModel(model)
        self.solver.run()
        return self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal


def main():
    cases = {case["name"]: case["grasps"] for case in json.loads(sys.stdin.readline())}
    peers = {"scipy": by_scipy, "highs": Highs()}
    for line in sys.stdin:
        peer, case = line.split()
        decide, grasps = peers[peer], cases[case]
        start = time.perf_counter()
        verdicts = [bool(decide(grasp)) for grasp in grasps]
        seconds = time.perf_counter() - start
        print(json.dumps({"seconds": seconds, "verdicts": verdicts}), flush=True)


main()
