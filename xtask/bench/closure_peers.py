"""Force closure of grasps by others: the linear program (12.14) of Modern Robotics with a rank test.

    minimise 1.k  subject to  F k = 0, k >= 1,   F = the friction edges' wrenches, rank F = 3, in space 6

The first line of the standard input holds the problems; each further line `PEER CASE` is answered with one
line {"seconds": for the whole case, "verdicts": [...]}. The time includes building F.
"""

import json
import sys
import time

import highspy
import numpy as np
from scipy.optimize import linprog


def planar_edges(grasp):
    """The wrenches (m, fx, fy) of both friction edges of every contact, as columns."""
    columns = []
    for contact in grasp:
        (x, y), (nx, ny), mu = contact["point"], contact["normal"], contact["friction"]
        for side in (mu, -mu):
            fx, fy = nx - side * ny, ny + side * nx
            columns.append((x * fy - y * fx, fx, fy))
    return np.array(columns).T


class Pyramids:
    """The wrenches (m, f) of the edges of every contact's pyramid, as columns."""

    def __init__(self, count):
        turns = 2 * np.pi * np.arange(count) / count
        self.cosines, self.sines = np.cos(turns)[:, None], np.sin(turns)[:, None]

    def __call__(self, grasp):
        p = np.array([contact["point"] for contact in grasp])
        n = np.array([contact["normal"] for contact in grasp])
        mu = np.array([contact["friction"] for contact in grasp])
        length = np.linalg.norm(n, axis=1)
        first = np.cross(n, np.eye(3)[np.abs(n).argmin(axis=1)])
        first *= (mu * length / np.linalg.norm(first, axis=1))[:, None]
        second = np.cross(n, first) / length[:, None]
        f = n[:, None] + self.cosines * first[:, None] + self.sines * second[:, None]
        m = np.cross(p[:, None], f)
        return np.concatenate((m, f), axis=2).reshape(-1, 6).T


def by_scipy(F):
    rows, count = F.shape
    if np.linalg.matrix_rank(F) < rows:
        return False
    answer = linprog(np.ones(count), A_eq=F, b_eq=np.zeros(rows), bounds=(1, None), method="highs")
    return answer.status == 0


class Highs:
    """One solver for all grasps; of the model only the matrix is exchanged."""

    def __init__(self):
        self.solver = highspy.Highs()
        self.solver.setOptionValue("output_flag", False)
        self.solver.setOptionValue("threads", 1)
        self.solver.setOptionValue("presolve", "off")
        self.models = {}

    def model(self, rows, count):
        if (rows, count) not in self.models:
            model = highspy.HighsLp()
            model.num_col_, model.num_row_ = count, rows
            model.col_cost_ = np.ones(count)
            model.col_lower_ = np.ones(count)
            model.col_upper_ = np.full(count, highspy.kHighsInf)
            model.row_lower_ = model.row_upper_ = np.zeros(rows)
            model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
            model.a_matrix_.start_ = np.arange(0, rows * count + 1, rows)
            model.a_matrix_.index_ = np.tile(np.arange(rows), count)
            self.models[rows, count] = model
        return self.models[rows, count]

    def __call__(self, F):
        if np.linalg.matrix_rank(F) < F.shape[0]:
            return False
        model = self.model(*F.shape)
        model.a_matrix_.value_ = F.T.ravel()
        self.solver.passModel(model)
        self.solver.run()
        return self.solver.getModelStatus() == highspy.HighsModelStatus.kOptimal


def main():
    cases = {case["name"]: case for case in json.loads(sys.stdin.readline())}
    peers = {"scipy": by_scipy, "highs": Highs()}
    for line in sys.stdin:
        peer, case = line.split()
        decide, grasps = peers[peer], cases[case]["grasps"]
        edges = planar_edges if cases[case]["dimensions"] == 2 else Pyramids(cases[case]["edges"])
        start = time.perf_counter()
        verdicts = [bool(decide(edges(grasp))) for grasp in grasps]
        seconds = time.perf_counter() - start
        print(json.dumps({"seconds": seconds, "verdicts": verdicts}), flush=True)


main()
