"""The wrenches of a contact mode by cddlib in doubles, in two ways.

`paper`: K z = P g, z >= 0 in the space of all accelerations and forces of the contacts; the columns of K are converted to facets, these times P are
the facets in wrenches, and are converted to rays.  `reduced`: half-spaces of accelerations to rays, their images and the edges of the contacts
to half-spaces of wrenches, all in three dimensions.

The first line of the standard input holds the cases {"name", "inequalities", "equalities", "mass", "edges", "pulled", "free"}; each further
line `PEER CASE` is answered with one line {"seconds": for one set, "normals": number, "lines": number}.  The clock runs while cddlib's matrices
are made and converted; multiplying matrices is not counted.
"""

import json
import sys
import time

import cdd

AT_LEAST = 0.02


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def facets(generators, lines=()):
    start = time.perf_counter()
    matrix = cdd.matrix_from_array(generators, rep_type=cdd.RepType.GENERATOR, lin_set=lines)
    found = cdd.copy_inequalities(cdd.polyhedron_from_matrix(matrix))
    return time.perf_counter() - start, found


def rays(rows, lines=()):
    start = time.perf_counter()
    matrix = cdd.matrix_from_array(rows, rep_type=cdd.RepType.INEQUALITY, lin_set=lines)
    found = cdd.copy_generators(cdd.polyhedron_from_matrix(matrix))
    return time.perf_counter() - start, found


def paper(case):
    pulled = case["pulled"]
    size = len(pulled)
    columns = [[1.0] + [0.0] * size]
    for at, sign in case["free"]:
        columns.append([0.0] * (size + 1))
        columns[-1][at + 1] = float(sign)
    for edge in case["edges"]:
        columns.append([0.0] + [-dot(row, edge) for row in pulled])
    spent, found = facets(columns)
    wrenches = [[0.0] + [dot(row[1:], [line[i] for line in pulled]) for i in range(3)] for row in found.array]
    if not wrenches:
        wrenches = [[1.0, 0.0, 0.0, 0.0]]
    more, generators = rays(wrenches, found.lin_set)
    return spent + more, None, len(generators.array)


def reduced(case):
    rows = [[0.0] + row for row in case["equalities"]] + [[0.0] + row for row in case["inequalities"]]
    if not rows:
        rows = [[1.0, 0.0, 0.0, 0.0]]
    spent, generators = rays(rows, set(range(len(case["equalities"]))))
    mass = case["mass"]
    images, lines = [[1.0, 0.0, 0.0, 0.0]], set()
    for at, row in enumerate(generators.array):
        if any(row[1:]):
            if at in generators.lin_set:
                lines.add(len(images))
            images.append([0.0] + [dot(line, row[1:]) for line in mass])
    images += [[0.0] + [-entry for entry in edge] for edge in case["edges"]]
    more, found = facets(images, lines)
    flat = len(found.lin_set)
    trivial = sum(1 for row in found.array if not any(row[1:]))
    return spent + more, len(found.array) - flat - trivial, flat


def answer(peer, case):
    spent, passes, result = 0.0, 0, None
    while spent < AT_LEAST:
        seconds, *result = peer(case)
        spent += seconds
        passes += 1
    return {"seconds": spent / passes, "normals": result[0], "lines": result[1]}


def main():
    cases = {case["name"]: case for case in json.loads(sys.stdin.readline())}
    peers = {"paper": paper, "reduced": reduced}
    for line in sys.stdin:
        peer, case = line.split()
        try:
            result = answer(peers[peer], cases[case])
        except RuntimeError:
            result = {"seconds": None, "normals": None, "lines": None}
        print(json.dumps(result), flush=True)


main()
