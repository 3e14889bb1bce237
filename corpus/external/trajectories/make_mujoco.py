"""Trajectories of MuJoCo for the planar scenes of this folder, as logs for `stiction simulate SCENE --compare LOG`.

    python -m venv venv && venv/bin/pip install mujoco==4.0.0 && venv/bin/python make_mujoco.py

A body with two slides and a hinge above a plane, in steps of a millisecond, with elliptic cones and otherwise MuJoCo's own
parameters.  A record every 50 steps.  MuJoCo has no coefficient of restitution, so that it has no bouncing ball here.
"""

import json

import mujoco


def log(name, body, geom, com, twist, mass, inertia, friction, until):
    engine = mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <compiler inertiafromgeom="false"/>
      <option gravity="0 0 -10" timestep="0.001" cone="elliptic"/>
      <default><geom condim="3" friction="{friction} 0 0"/></default>
      <worldbody>
        <geom name="floor" type="plane" size="10 10 1"/>
        <body pos="0 0 0">
          <joint name="x" type="slide" axis="1 0 0"/><joint name="y" type="slide" axis="0 0 1"/><joint name="theta" type="hinge" axis="0 -1 0"/>
          <inertial pos="0 0 0" mass="{mass}" diaginertia="{inertia} {inertia} {inertia}"/>
          {geom}
        </body>
      </worldbody>
    </mujoco>""")
    data = mujoco.MjData(engine)
    data.qpos[:] = [com[0], com[1], 0]
    data.qvel[:] = [twist[1], twist[2], twist[0]]
    records = []
    for step in range(round(1000 * until) + 1):
        if step > 0:
            mujoco.mj_step(engine, data)
        if step % 50 == 0:
            x, y, angle = (float(entry) for entry in data.qpos)
            records.append({"t": round(step / 1000, 6), "bodies": {body: {"com": [x, y], "angle": angle}}})
    with open(f"mujoco_{name}.json", "w") as file:
        file.write("[\n" + ",\n".join("  " + json.dumps(one) for one in records) + "\n]\n")


if __name__ == "__main__":
    box = '<geom type="box" size="1 0.5 0.25"/>'
    log("sliding_block", "block", box, [0, 0.25], [0, 3, 0], 1, 5 / 12, 0.4, 1)
    ball = '<geom type="sphere" size="0.5"/>'
    log("backspin", "disc", ball, [0, 0.5], [15, 2, 0], 1, 0.125, 0.3, 2)
    print("MuJoCo", mujoco.__version__)
