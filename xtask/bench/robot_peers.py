"""Dynamics of a robot by others: Pinocchio, called from Python.

The first line of the standard input is {"urdf", "frame", "gravity", "states": [[q, v, tau], ...]}; each further line
`PEER TASK` is answered with one line {"seconds", "result"}: seconds for one state, and the numbers of the first state.
Tasks: rnea, crba, aba, phi_and_b. Of phi_and_b two sequences of calls are offered, and the bench takes the faster.
"""

import json
import sys
import time

import numpy
import pinocchio


def main():
    given = json.loads(sys.stdin.readline())
    model = pinocchio.buildModelFromUrdf(given["urdf"])
    model.gravity = pinocchio.Motion(numpy.array(given["gravity"] + [0.0, 0.0, 0.0]))
    data = model.createData()
    frame = model.getFrameId(given["frame"])
    local = pinocchio.ReferenceFrame.LOCAL
    states = [tuple(numpy.array(part) for part in state) for state in given["states"]]

    def rnea(q, v, tau):
        return pinocchio.rnea(model, data, q, v, tau)

    def crba(q, v, tau):
        return pinocchio.crba(model, data, q)

    def aba(q, v, tau):
        return pinocchio.aba(model, data, q, v, tau)

    def phi_and_b(q, v, tau):
        rates = pinocchio.aba(model, data, q, v, tau)
        pinocchio.forwardKinematics(model, data, q, v, rates)
        inverse = pinocchio.computeMinverse(model, data, q)
        jacobian = pinocchio.computeFrameJacobian(model, data, q, frame, local)
        bias = pinocchio.getFrameAcceleration(model, data, frame, local).vector
        return jacobian @ inverse @ jacobian.T, bias

    def phi_and_b_by_cholesky(q, v, tau):
        pinocchio.computeAllTerms(model, data, q, v)
        pinocchio.updateFramePlacement(model, data, frame)
        jacobian = pinocchio.getFrameJacobian(model, data, frame, local)
        mass = data.M
        solved = numpy.linalg.solve(mass, numpy.column_stack([jacobian.T, tau - data.nle]))
        pinocchio.forwardKinematics(model, data, q, v, numpy.zeros(model.nv))
        drift = pinocchio.getFrameAcceleration(model, data, frame, local).vector
        return jacobian @ solved[:, :-1], jacobian @ solved[:, -1] + drift

    # Ours is angular first.
    order = [3, 4, 5, 0, 1, 2]

    def told(task, result):
        if task.startswith("phi_and_b"):
            phi, bias = result
            return numpy.concatenate([phi[order][:, order].flatten(), bias[order]]).tolist()
        if task == "crba":
            return (numpy.triu(result) + numpy.triu(result, 1).T).flatten().tolist()
        return result.flatten().tolist()

    tasks = {f.__name__: f for f in (rnea, crba, aba, phi_and_b, phi_and_b_by_cholesky)}
    for line in sys.stdin:
        _, task = line.split()
        run = tasks[task]
        result = told(task, run(*states[0]))
        start = time.perf_counter()
        for state in states:
            run(*state)
        seconds = (time.perf_counter() - start) / len(states)
        print(json.dumps({"seconds": seconds, "result": result}), flush=True)


main()
