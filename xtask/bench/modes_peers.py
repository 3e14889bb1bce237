"""Contact modes by linear programs: contact by contact, every label whose beginning of a mode HiGHS finds a motion for.

The first line of the standard input holds the cases {"name", "contacts": [{"normal", "tangents"}]}; each further line
`highs CASE` is answered with one line {"seconds": for one list, "modes": number}. A strict inequality is at least a variable
that is maximised up to 1; a motion is found when that exceeds 1e-6.
"""

import itertools
import json
import sys
import time

import numpy as np
from scipy.optimize import linprog


def possible(zero, positive, width):
    """Whether some x has these rows zero and those positive."""
    if not positive:
        return True
    cost = np.zeros(width + 1)
    cost[-1] = -1.0
    strict = np.hstack([-np.array(positive), np.ones((len(positive), 1))])
    equal = np.hstack([np.array(zero), np.zeros((len(zero), 1))]) if zero else None
    bounds = [(-1e3, 1e3)] * width + [(0, 1)]
    found = linprog(
        cost,
        A_ub=strict,
        b_ub=np.zeros(len(positive)),
        A_eq=equal,
        b_eq=np.zeros(len(zero)) if zero else None,
        bounds=bounds,
        method="highs",
    )
    return found.status == 0 and found.x[-1] > 1e-6


def scaled(row):
    row = np.array(row, dtype=float)
    length = np.linalg.norm(row)
    return row / length if length else row


def count(contacts, width):
    states = [([], [])]
    for contact in contacts:
        normal, tangents = scaled(contact["normal"]), [scaled(row) for row in contact["tangents"]]
        following = []
        for zero, positive in states:
            separated = (zero, positive + [normal])
            if possible(*separated, width):
                following.append(separated)
            if not possible(zero + [normal], positive, width):
                continue
            for signs in itertools.product((0, 1, -1), repeat=len(tangents)):
                still = [row for row, sign in zip(tangents, signs) if sign == 0]
                slips = [sign * row for row, sign in zip(tangents, signs) if sign != 0]
                state = (zero + [normal] + still, positive + slips)
                if possible(*state, width):
                    following.append(state)
        states = following
    return len(states)


def main():
    cases = {case["name"]: case["contacts"] for case in json.loads(sys.stdin.readline())}
    for line in sys.stdin:
        _, name = line.split()
        contacts = cases[name]
        start = time.perf_counter()
        found = count(contacts, len(contacts[0]["normal"]))
        print(json.dumps({"seconds": time.perf_counter() - start, "modes": found}), flush=True)


main()
