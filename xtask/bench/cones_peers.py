"""Cones by others: double description by cddlib in doubles (and in GMP rationals where pycddlib has them) and by the
Parma Polyhedra Library in integers.

The first line of the standard input holds the cases {"name", "from": "halfspaces" or "generators", "rows"}; each further
line `PEER CASE` is answered with one line {"seconds": for one conversion, "rays": number, "lines": number}, or
{"absent": true} for a peer that is not installed. Building the peers' matrices is not counted. A peer that gives up has
null for its numbers.
"""

import json
import sys
import time
from fractions import Fraction

import cdd

try:
    import cdd.gmp as cdd_gmp
except ImportError:
    cdd_gmp = None

import ppl

AT_LEAST = 0.02


def repeated(prepare, convert):
    """Seconds of one conversion, each with matrices of its own, and what the last one gave."""
    spent, passes, result = 0.0, 0, None
    while spent < AT_LEAST:
        prepared = prepare()
        start = time.perf_counter()
        result = convert(prepared)
        spent += time.perf_counter() - start
        passes += 1
    return spent / passes, result


def with_cdd(module, number, case):
    rows = [[number(0)] + [number(x) for x in row] for row in case["rows"]]
    from_generators = case["from"] == "generators"
    kind = module.RepType.GENERATOR if from_generators else module.RepType.INEQUALITY
    if from_generators:
        rows.append([number(1)] + [number(0)] * len(case["rows"][0]))

    def convert(matrix):
        polyhedron = module.polyhedron_from_matrix(matrix)
        return module.copy_inequalities(polyhedron) if from_generators else module.copy_generators(polyhedron)

    seconds, matrix = repeated(lambda: module.matrix_from_array(rows, rep_type=kind), convert)
    lines = len(matrix.lin_set)
    # Of the generators one is the apex; of the inequalities one may be that of the origin's plane, 1 >= 0.
    trivial = sum(1 for row in matrix.array if not any(row[1:]) or (not from_generators and row[0] != 0))
    return {"seconds": seconds, "rays": len(matrix.array) - lines - trivial, "lines": lines}


def with_ppl(case):
    from_generators = case["from"] == "generators"
    expressions = [ppl.Linear_Expression(row, 0) for row in case["rows"]]

    def prepare():
        if not from_generators:
            system = ppl.Constraint_System()
            for expression in expressions:
                system.insert(expression >= 0)
            return system
        system = ppl.Generator_System()
        system.insert(ppl.point(0 * ppl.Variable(len(case["rows"][0]) - 1)))
        for expression in expressions:
            system.insert(ppl.ray(expression))
        return system

    def convert(system):
        polyhedron = ppl.C_Polyhedron(system)
        return polyhedron.minimized_constraints() if from_generators else polyhedron.minimized_generators()

    seconds, found = repeated(prepare, convert)
    if from_generators:
        lines = sum(1 for row in found if row.is_equality())
        rays = len(list(found)) - lines
    else:
        lines = sum(1 for row in found if row.is_line())
        rays = sum(1 for row in found if row.is_ray())
    return {"seconds": seconds, "rays": rays, "lines": lines}


def answer(peer, case):
    if peer == "cddlib":
        return with_cdd(cdd, float, case)
    if peer == "cddlib-gmp":
        return with_cdd(cdd_gmp, Fraction, case) if cdd_gmp else {"absent": True}
    return with_ppl(case)


def main():
    cases = {case["name"]: case for case in json.loads(sys.stdin.readline())}
    for line in sys.stdin:
        peer, case = line.split()
        try:
            result = answer(peer, cases[case])
        except RuntimeError:
            result = {"seconds": None, "rays": None, "lines": None}
        print(json.dumps(result), flush=True)


main()
