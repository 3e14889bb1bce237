"""Every robot below a folder through `stiction robot`, and beside Pinocchio where it is installed.

    python3 real_robots.py STICTION DIR [--refused]

Each file is asked twice: as it is, and, where Pinocchio loads it too, in a state drawn by the file's name, in which M, h
and J are compared.  Robots with several tips are asked about the first that the command names.
"""

import json
import os
import random
import re
import subprocess
import sys
from collections import Counter, defaultdict

try:
    import numpy
    import pinocchio
except ImportError:
    pinocchio = None

SLOW = 120  # seconds for one call


def ask(command, file, flags):
    """The report, or the faults; and the flags that it took."""
    for _ in range(2):
        try:
            done = subprocess.run(
                [command, "robot", file, "--json", *flags], capture_output=True, text=True, timeout=SLOW
            )
        except subprocess.TimeoutExpired:
            return {"faults": [{"code": "slow", "message": f"more than {SLOW} s"}]}, flags
        try:
            report = json.loads(done.stdout or done.stderr)
        except ValueError:
            return {"faults": [{"code": f"status {done.returncode}", "message": done.stderr[:200]}]}, flags
        faults = report.get("faults", [])
        tips = [fault for fault in faults if fault["code"] == "unknown-frame"]
        names = re.findall("`([^`]*)`", tips[0]["help"]) if tips else []
        if not names or "--frame" in flags:
            return report, flags
        flags = [*flags, "--frame", names[0]]
    return report, flags


def state(file, report):
    """Positions and velocities of no particular kind."""
    dice = random.Random(os.path.basename(file))
    follow = {coupling["joint"] for coupling in report["problem"].get("couplings", [])}
    q = []
    for index, joint in enumerate(report["problem"]["joints"]):
        if index in follow or joint["motion"] == "fixed":
            continue
        if joint["motion"] in ("ball", "floating"):
            place = [dice.uniform(-1, 1) for _ in range(3 if joint["motion"] == "floating" else 0)]
            turn = numpy.array([dice.uniform(-1, 1) for _ in range(4)])
            q += place + [float(part) for part in turn / numpy.linalg.norm(turn)]
        else:
            q.append(dice.uniform(-1, 1))
    return q, [dice.uniform(-1, 1) for _ in report["velocities"]]


def peer(file, kind):
    try:
        if kind == "mujoco":
            return pinocchio.buildModelFromMJCF(file)
        return pinocchio.buildModelFromUrdf(file, mimic=True) if kind == "robot" else None
    except Exception:
        return None


def compare(model, report, q, v):
    """The largest differences of M, h and J in parts of the largest entry of each, or why there are none."""
    data = model.createData()
    follow = {coupling["joint"] for coupling in report["problem"].get("couplings", [])}
    position, velocity, order = pinocchio.neutral(model), numpy.zeros(model.nv), []
    at_q = at_v = 0
    for index, joint in enumerate(report["problem"]["joints"]):
        if index in follow or joint["motion"] == "fixed":
            continue
        if not model.existJointName(joint["name"]):
            return f"joint {joint['name']} is none of Pinocchio's"
        known = model.joints[model.getJointId(joint["name"])]
        if joint["motion"] == "floating":
            x, w = q[at_q : at_q + 7], v[at_v : at_v + 6]
            position[known.idx_q : known.idx_q + 7] = [*x[:3], x[4], x[5], x[6], x[3]]
            velocity[known.idx_v : known.idx_v + 6] = [*w[3:], *w[:3]]
            order += [known.idx_v + k for k in (3, 4, 5, 0, 1, 2)]
            at_q, at_v = at_q + 7, at_v + 6
            continue
        if known.nv != 1:
            return f"joint {joint['name']} has {known.nv} velocities in Pinocchio"
        if known.nq == 2:
            position[known.idx_q : known.idx_q + 2] = [numpy.cos(q[at_q]), numpy.sin(q[at_q])]
        else:
            position[known.idx_q] = q[at_q]
        velocity[known.idx_v] = v[at_v]
        order.append(known.idx_v)
        at_q, at_v = at_q + 1, at_v + 1
    if len(order) != model.nv:
        return f"{len(order)} velocities, {model.nv} in Pinocchio"
    order = numpy.array(order, dtype=int)
    model.gravity.linear = numpy.array([0.0, 0.0, -9.81])
    mass = pinocchio.crba(model, data, position)
    # What turns with a motor alone is told to be left out by us.
    mass = numpy.triu(mass) + numpy.triu(mass, 1).T - numpy.diag(model.armature)
    h = pinocchio.rnea(model, data, position, velocity, numpy.zeros(model.nv))
    frame = model.getFrameId(report["frame"], pinocchio.FrameType.BODY)
    if frame >= model.nframes:
        return f"no body {report['frame']} in Pinocchio"
    pinocchio.computeJointJacobians(model, data, position)
    pinocchio.framesForwardKinematics(model, data, position)
    jacobian = pinocchio.getFrameJacobian(model, data, frame, pinocchio.ReferenceFrame.LOCAL)
    jacobian = numpy.asarray(jacobian).reshape(6, model.nv)
    jacobian = numpy.vstack([jacobian[3:], jacobian[:3]])
    pairs = {"M": mass[numpy.ix_(order, order)], "h": h[order], "J": jacobian[:, order]}
    far = {}
    for key, theirs in pairs.items():
        ours = numpy.array(report[key], dtype=float).reshape(theirs.shape)
        size = max(numpy.abs(theirs).max(initial=0.0), 1e-12)
        far[key] = float(numpy.abs(ours - theirs).max(initial=0.0) / size)
    return far


def main():
    command, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
    endings = (".urdf", ".xml", ".sdf", ".mjcf")
    files = sorted(
        os.path.join(place, name)
        for place, _, names in os.walk(folder)
        for name in names
        if name.lower().endswith(endings)
    )
    tally, refused, differences, warned = defaultdict(Counter), [], [], Counter()
    for file in files:
        with open(file, "rb") as opened:
            text = opened.read()
        # The first element, behind declarations and comments.
        bare = re.sub(rb"<!--.*?-->|<[?!][^>]*>", b"", text, flags=re.S)
        first = re.search(rb"<(\w+)", bare)
        kind = first and first.group(1).decode()
        kind = kind if kind in ("robot", "mujoco", "sdf") else None
        if kind is None:
            continue
        count = tally[kind]
        report, flags = ask(command, file, [])
        faults = report.get("faults", [])
        # A file that Pinocchio cannot load may be no robot at all.
        theirs = peer(file, kind) if pinocchio else None
        count["files"] += 1
        count["loaded"] += not faults
        if theirs is not None:
            count["Pinocchio loads"] += 1
            count["both load"] += not faults
        if faults:
            refused.append((file, kind, theirs is not None, faults[0]))
            continue
        for warning in report.get("scene_warnings", []):
            warned[warning["code"]] += 1
        count["Phi is told"] += report["Phi"] is not None
        if theirs is None or not report["velocities"]:
            continue
        q, v = state(file, report)
        numbers = [f"--q={','.join(map(repr, q))}", f"--v={','.join(map(repr, v))}"]
        moving, _ = ask(command, file, [*flags, *numbers])
        if moving.get("faults"):
            refused.append((file, kind, True, moving["faults"][0]))
            continue
        far = compare(theirs, moving, q, v)
        if isinstance(far, str):
            count["not compared"] += 1
            differences.append((file, far))
        else:
            count["compared"] += 1
            worst = max(far.values())
            for bound in (1e-12, 1e-9, 1e-6):
                count[f"within {bound:g}"] += worst <= bound
            if worst > 1e-9:
                differences.append((file, ", ".join(f"{key} {value:.1e}" for key, value in far.items())))
    for kind, count in tally.items():
        print(kind, ", ".join(f"{key} {value}" for key, value in count.items()))
    print("refused:")
    reasons = Counter((kind, known, fault["code"]) for _, kind, known, fault in refused)
    for (kind, known, code), number in reasons.most_common():
        print(f"  {number:4} {kind} {code}{' (Pinocchio loads them)' if known else ''}")
    print("files with a warning, by code:", dict(warned))
    if "--refused" in sys.argv:
        for file, kind, known, fault in refused:
            print(f"  {file} [{fault['code']}] {fault['message'][:160]}{' *' if known else ''}")
        for file, far in differences:
            print(f"  {file}: {far}")


main()
