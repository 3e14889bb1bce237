"""What MuJoCo reports of a box in space that its friction holds, as logs for `stiction outcomes SCENE --log FILE`.

    python -m venv venv && venv/bin/pip install mujoco==4.0.0 && venv/bin/python make_space_logs.py

The box of `slope.toml` stands with four small spheres, whose lowest points are the scene's contact points, on a plane.  Gravity is inclined
instead of the plane, along the diagonal of the box, where a pyramid of four edges along the tangents is narrowest.  A record holds
accelerations, velocities, contact forces and gaps of one call of mj_forward: of elliptic cones at the scene's own state and two seconds later,
of pyramidal ones, which let the box slide, at the scene's own state.
"""

import json

import mujoco
import numpy as np

RADIUS = 1e-4  # of the spheres that touch: the lever arms are off by this much
MASS, SIDE, FRICTION = 2.0, 0.5, 0.5
FEET = {"left_front": (-0.25, -0.25), "right_front": (0.25, -0.25), "right_back": (0.25, 0.25), "left_back": (-0.25, 0.25)}


def model(gravity, cone):
    inertia = MASS * SIDE * SIDE / 6
    spheres = "".join(
        f'<geom name="{name}" type="sphere" size="{RADIUS}" pos="{x} {y} {RADIUS - SIDE / 2}" mass="0"/>' for name, (x, y) in FEET.items()
    )
    return mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <compiler inertiafromgeom="false"/>
      <option gravity="{" ".join(map(str, gravity))}" timestep="0.0005" cone="{cone}" tolerance="1e-14" iterations="500" impratio="1"/>
      <default><geom condim="3" friction="{FRICTION} 0 0" margin="1e-9" solref="0.002 1" solimp="0.99 0.99 0.001"/></default>
      <worldbody>
        <geom name="floor" type="plane" size="10 10 1"/>
        <body name="box" pos="0 0 {SIDE / 2}">
          <freejoint/>
          <inertial pos="0 0 0" mass="{MASS}" diaginertia="{inertia} {inertia} {inertia}"/>
          {spheres}
        </body>
      </worldbody>
    </mujoco>""")


def record(engine, data):
    mujoco.mj_forward(engine, data)
    # The linear part of a free joint is in the axes of the world, the angular part in those of the body.
    turn = data.xmat[1].reshape(3, 3)
    motion = lambda of: [float(entry) for entry in [*(turn @ of[3:6]), *of[:3]]]
    forces, gaps = {}, {}
    for index in range(data.ncon):
        contact, force = data.contact[index], np.zeros(6)
        mujoco.mj_contactForce(engine, data, index, force)
        frame = contact.frame.reshape(3, 3)
        vector = frame.T @ force[:3]
        names = [mujoco.mj_id2name(engine, mujoco.mjtObj.mjOBJ_GEOM, geom) for geom in contact.geom]
        name = next(name for name in names if name != "floor")
        if names[1] == "floor":  # the force on the body: MuJoCo's is on the second geom
            vector = -vector
        # The usual tangents of a normal that points up are y and minus x.
        forces[name] = [float(vector[2]), float(vector[1]), float(-vector[0])]
        gaps[name] = float(contact.dist)
    told = {"acceleration": {"box": motion(data.qacc)}, "velocity": {"box": motion(data.qvel)}, "forces": forces, "gap": gaps}
    return {"time": round(data.time, 6), **told}


def log(name, gravity, cone, settles):
    engine = model(gravity, cone)
    data = mujoco.MjData(engine)
    records = [record(engine, data)]
    if settles:
        while data.time < 2:
            mujoco.mj_step(engine, data)
        records.append(record(engine, data))
    with open(f"{name}.json", "w") as file:
        file.write("[\n" + ",\n".join("  " + json.dumps(one) for one in records) + "\n]\n")


if __name__ == "__main__":
    print("MuJoCo", mujoco.__version__)
    # tan = 2√2/7 = 0.404: the round cone holds it, 0.404 < 0.5; the pyramid along x and y does not, 2/7 + 2/7 > 0.5.
    log("slope_elliptic", (2.0, 2.0, -7.0), "elliptic", settles=True)
    log("slope_pyramidal", (2.0, 2.0, -7.0), "pyramidal", settles=False)
