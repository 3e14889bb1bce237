"""The wrenches of a contact mode by cddlib in doubles: half-spaces of accelerations to rays, their images and the edges of the contacts to
half-spaces of wrenches.

The first line of the standard input holds the cases {"name", "inequalities", "equalities", "mass", "edges"}; each further line
`PEER CASE` is answered with one line {"seconds": for one set, "normals": number, "lines": number}.  The clock runs while cddlib's matrices are
made and converted; multiplying by the mass matrix is not counted.
"""

import json
import sys
import time

import cdd

AT_LEAST = 0.02


def once(case):
    rows = [[0.0] + row for row in case["equalities"]] + [[0.0] + row for row in case["inequalities"]]
    if not rows:
        rows = [[1.0, 0.0, 0.0, 0.0]]
    linear = set(range(len(case["equalities"])))
    start = time.perf_counter()
    matrix = cdd.matrix_from_array(rows, rep_type=cdd.RepType.INEQUALITY, lin_set=linear)
    generators = cdd.copy_generators(cdd.polyhedron_from_matrix(matrix))
    spent = time.perf_counter() - start
    mass = case["mass"]
    images, lines = [[1.0, 0.0, 0.0, 0.0]], set()
    for at, row in enumerate(generators.array):
        if any(row[1:]):
            if at in generators.lin_set:
                lines.add(len(images))
            images.append([0.0] + [sum(m * a for m, a in zip(line, row[1:])) for line in mass])
    images += [[0.0] + [-entry for entry in edge] for edge in case["edges"]]
    start = time.perf_counter()
    matrix = cdd.matrix_from_array(images, rep_type=cdd.RepType.GENERATOR, lin_set=lines)
    found = cdd.copy_inequalities(cdd.polyhedron_from_matrix(matrix))
    spent += time.perf_counter() - start
    flat = len(found.lin_set)
    trivial = sum(1 for row in found.array if not any(row[1:]))
    return spent, len(found.array) - flat - trivial, flat


def answer(case):
    spent, passes, result = 0.0, 0, None
    while spent < AT_LEAST:
        seconds, *result = once(case)
        spent += seconds
        passes += 1
    return {"seconds": spent / passes, "normals": result[0], "lines": result[1]}


def main():
    cases = {case["name"]: case for case in json.loads(sys.stdin.readline())}
    for line in sys.stdin:
        _, case = line.split()
        try:
            result = answer(cases[case])
        except RuntimeError:
            result = {"seconds": None, "normals": None, "lines": None}
        print(json.dumps(result), flush=True)


main()
