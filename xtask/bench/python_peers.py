"""The Python package and its peers on the same grasps, in one run: `cargo xtask bench python`.

Grasps in space of five contacts on a unit sphere, friction 0.1 to 0.8, one thread a peer. Ours is certified, with round
cones, and takes arrays; scipy's HiGHS solves the linear program (12.14) of Modern Robotics with a rank test on pyramids
of eight edges, Klampt its own test on the same, and the formula of Dex-Net (the convex combination of wrenches of least
norm, a quadratic program) is solved by cvxopt. Their time includes building matrices.
"""

import gc
import os
import resource
import statistics
import sys
import tempfile
import time

import numpy as np

import stiction as st

MANY, FEW = 1_000_000, 40
ROUNDS = 3


def grasps(count, contacts=5, seed=7):
    generator = np.random.default_rng(seed)
    points = generator.standard_normal((count, contacts, 3))
    points /= np.linalg.norm(points, axis=2, keepdims=True)
    normals = -points + 0.2 * generator.standard_normal(points.shape)
    return points, normals, generator.uniform(0.1, 0.8, (count, contacts))


def wrenches(points, normals, friction, edges=8):
    n = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    first = np.cross(n, np.eye(3)[np.abs(n).argmin(axis=1)])
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(n, first)
    turns = 2 * np.pi * np.arange(edges)[:, None, None] / edges
    f = n + friction[:, None] * (np.cos(turns) * first + np.sin(turns) * second)
    return np.concatenate([np.cross(points, f), f], axis=2).reshape(-1, 6).T


def by_scipy(points, normals, friction):
    from scipy.optimize import linprog

    F = wrenches(points, normals, friction)
    if np.linalg.matrix_rank(F) < 6:
        return False
    return linprog(np.ones(F.shape[1]), A_eq=F, b_eq=np.zeros(6), bounds=(1, None), method="highs").status == 0


def by_dexnet(points, normals, friction):
    import cvxopt

    cvxopt.solvers.options["show_progress"] = False
    G = wrenches(points, normals, friction)
    count = G.shape[1]
    P = cvxopt.matrix(2 * (G.T @ G + 1e-10 * np.eye(count)))
    inequality = cvxopt.matrix(-np.eye(count))
    sums = cvxopt.matrix(np.ones((1, count)))
    found = cvxopt.solvers.qp(P, cvxopt.matrix(np.zeros(count)), inequality, cvxopt.matrix(np.zeros(count)), sums,
                              cvxopt.matrix(1.0))
    return np.linalg.norm(G @ np.array(found["x"]).ravel()) < 1e-5


def by_klampt(points, normals, friction):
    from klampt.model import contact

    n = normals / np.linalg.norm(normals, axis=1, keepdims=True)
    return contact.force_closure(np.hstack([points, n, friction[:, None]]).tolist(), frictionConeEdges=8)


def timed(work):
    gc.collect()
    begun = time.perf_counter()
    found = work()
    return time.perf_counter() - begun, found


def median(work):
    runs = [timed(work) for _ in range(ROUNDS)]
    return statistics.median(seconds for seconds, _ in runs), runs[0][1]


def scores(out):
    points, normals, friction = grasps(MANY)
    cores = os.cpu_count() or 1
    seconds, found = median(lambda: st.score(points, normals, friction))
    out(f"{MANY} grasps of 5 contacts with round cones on {cores} cores: {seconds:.3f} s, "
        f"{int(found.exact.sum())} needed exact arithmetic, {int((found.force == -1).sum())} undecided")
    alone, _ = median(lambda: st.score(points[:100_000], normals[:100_000], friction[:100_000], jobs=1))
    one = alone / 100_000
    for name, peer in (("scipy", by_scipy), ("klampt", by_klampt), ("dexnet", by_dexnet)):
        spent, verdicts = median(lambda: [peer(*grasp) for grasp in zip(points[:FEW], normals[:FEW], friction[:FEW])])
        differ = sum(bool(verdict) != (own == 1) for verdict, own in zip(verdicts, found.force[:FEW]))
        out(f"{name}: {1e6 * spent / FEW:.1f} us a grasp, ours {1e6 * one:.3f} us; of {FEW} verdicts {differ} differ")
        yield f"ratio python {name} {spent / FEW / one:.0f}"
    yield f"figure python score-5-round-all-cores {MANY / seconds:.0f} grasps/s"
    yield f"figure python score-5-round-one-core {1 / one:.0f} grasps/s"


def calls(out):
    scene = st.Scene(dimension=2).body("part")
    scene.contacts()
    rounds = 2000
    seconds, _ = median(lambda: [scene.contacts() for _ in range(rounds)])
    out(f"one call of the smallest question, its answer included: {1e6 * seconds / rounds:.1f} us")
    yield f"figure python call {1e6 * seconds / rounds:.1f} us"


def files(out):
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = int(os.environ.get("ROWS", "2000000"))
    with tempfile.TemporaryDirectory() as folder:
        source, target = os.path.join(folder, "in.parquet"), os.path.join(folder, "out.parquet")
        writer = None
        for first in range(0, rows, 1 << 17):
            points, normals, friction = grasps(min(1 << 17, rows - first), seed=first)
            listed = [pa.FixedSizeListArray.from_arrays(pa.array(part.ravel()), 3) for part in (points, normals)]
            offsets = np.arange(len(points) + 1, dtype=np.int32) * 5
            columns = [pa.ListArray.from_arrays(offsets, part) for part in listed]
            mu = pa.ListArray.from_arrays(offsets, pa.array(friction.ravel()))
            table = pa.table({"points": columns[0], "normals": columns[1], "friction": mu})
            writer = writer or pq.ParquetWriter(source, table.schema)
            writer.write_table(table)
        writer.close()
        del points, normals, friction, table, columns, listed, mu
        points, normals, friction = grasps(200_000)
        alone, _ = median(lambda: st.score(points, normals, friction))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        seconds, found = timed(lambda: st.batch(source, target))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        share = (found.rows / seconds) / (200_000 / alone)
        out(f"batch of {found.rows} rows of Parquet: {seconds:.1f} s, {100 * share:.0f} % of the rate of score, "
            f"{memory:.0f} MiB at most ({before:.0f} before)")
        yield f"figure python batch {found.rows / seconds:.0f} rows/s"
        yield f"figure python batch-share-of-score {100 * share:.0f} %"
        yield f"figure python batch-memory {memory:.0f} MiB"


def main():
    lines = []
    for topic in (calls, files, scores):
        lines.extend(topic(print))
    print("\n".join(lines))


if __name__ == "__main__":
    sys.exit(main())
