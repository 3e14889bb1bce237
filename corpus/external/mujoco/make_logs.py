"""What MuJoCo reports for three planar scenes, as logs for `stiction outcomes SCENE --log FILE`.

    python -m venv venv && venv/bin/pip install mujoco==4.0.0 && venv/bin/python make_logs.py

Each scene is a body with two slides and a hinge above a plane, its contacts small spheres whose lowest points are the scene's contact points.
A record holds the accelerations and contact forces of one call of mj_forward: at the scene's own state, and, where the scene is at rest, after
two seconds, when the springs of the contacts have settled.
"""

import json
import math

import mujoco
import numpy as np

RADIUS = 1e-4  # of the spheres that touch: the lever arms are off by this much


def model(mass, inertia, gravity, feet, friction, stiff):
    reference = f'solref="{0.02 if not stiff else 0.002} 1" solimp="{"0.9 0.95 0.001" if not stiff else "0.9999 0.9999 0.001"}"'
    spheres = "".join(
        f'<geom name="{name}" type="sphere" size="{RADIUS}" pos="{x} 0 {y + RADIUS}" mass="0"/>' for name, (x, y) in feet.items()
    )
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <compiler inertiafromgeom="false"/>
      <option gravity="0 0 {gravity}" timestep="0.0005" cone="elliptic" tolerance="1e-14" iterations="500" integrator="Euler"/>
      <default><geom condim="3" friction="{friction} 0 0" margin="1e-9" {reference}/></default>
      <worldbody>
        <geom name="floor" type="plane" size="10 10 1"/>
        <body name="body">
          <joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 0 1"/><joint name="theta" type="hinge" axis="0 -1 0"/>
          <inertial pos="0 0 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/>
          {spheres}
        </body>
      </worldbody>
    </mujoco>""")


def record(engine, data, body, time=None):
    mujoco.mj_forward(engine, data)
    ax, ay, alpha = (float(entry) for entry in data.qacc)
    forces = {}
    for index in range(data.ncon):
        contact, force = data.contact[index], np.zeros(6)
        mujoco.mj_contactForce(engine, data, index, force)
        frame = contact.frame.reshape(3, 3)
        vector = frame.T @ force[:3]
        normal, name = frame[0], None
        for geom in contact.geom:
            named = mujoco.mj_id2name(engine, mujoco.mjtObj.mjOBJ_GEOM, geom)
            name = named if named != "floor" else name
        if normal[2] < 0:  # the force on the body, which is above the floor
            vector = -vector
        # The tangent of a normal that points up is to the left.
        forces[name] = [float(vector[2]), float(-vector[0])]
    told = {"acceleration": {body: [alpha, ax, ay]}, "forces": forces}
    return {"time": time, **told} if time is not None else told


def log(name, body, mass, inertia, gravity, com, feet, friction, twist=(0, 0, 0), push=(0, 0, 0), settles=False):
    records = []
    for stiff in (False, True):
        arms = {foot: (x - com[0], y - com[1]) for foot, (x, y) in feet.items()}
        engine = model(mass, inertia, gravity, arms, friction, stiff)
        data = mujoco.MjData(engine)
        data.qpos[:] = [com[0], com[1], 0]
        data.qvel[:] = [twist[1], twist[2], twist[0]]
        data.qfrc_applied[:] = [push[1], push[2], push[0]]
        records.append(record(engine, data, body))
        if settles:
            while data.time < 2:
                mujoco.mj_step(engine, data)
            records.append(record(engine, data, body, time=round(data.time, 6)))
    with open(f"{name}.json", "w") as file:
        file.write("[\n" + ",\n".join("  " + json.dumps(one) for one in records) + "\n]\n")


if __name__ == "__main__":
    print("MuJoCo", mujoco.__version__)
    box = {"left": (-0.25, 0), "right": (0.25, 0)}
    log("pushed_box", "box", 2, 1 / 12, -9.81, (0, 0.25), box, 0.5, push=(0, 6, 0), settles=True)
    rod = dict(mass=1, inertia=1 / 12, com=(5 / 26, 12 / 26), feet={"foot": (0, 0)}, friction=2, twist=(0, -1, 0))
    log("painleve", "rod", gravity=-10, **rod)
    log("lifted_rod", "rod", gravity=10, **rod)
