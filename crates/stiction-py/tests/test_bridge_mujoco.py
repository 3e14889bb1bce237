"""Scenes and logs of states of MuJoCo."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import mujoco
import numpy as np
import pytest
import stiction as st
from stiction import bridges

G = 9.81


def on_a_slope(slope: float, friction: float = 0.5, seconds: float = 0.0) -> tuple[Any, Any]:
    """A crate on a plane; gravity is inclined in place of the plane."""
    model = mujoco.MjModel.from_xml_string(f"""
    <mujoco>
      <option gravity="{G * np.sin(slope)} 0 {-G * np.cos(slope)}" cone="elliptic" timestep="0.001"/>
      <default><geom friction="{friction} 0 0" condim="3"/></default>
      <worldbody>
        <geom name="floor" type="plane" size="5 5 1"/>
        <body name="box" pos="0 0 0.1"><freejoint/><geom name="crate" type="box" size="0.2 0.15 0.1" mass="2"/></body>
      </worldbody>
    </mujoco>""")
    return model, settled(model, seconds)


def settled(model: Any, seconds: float) -> Any:
    data = mujoco.MjData(model)
    while data.time < seconds:
        mujoco.mj_step(model, data)
    mujoco.mj_forward(model, data)
    return data


def refereed(model: Any, data: Any, tolerance: str = "1e-2,1e-2,1e-3") -> dict[str, Any]:
    report = st.outcomes(
        bridges.mujoco(model, data, at_rest=True), log=bridges.mujoco_log(model, data), log_tolerance=tolerance
    )
    assert report.verify().refused == 0
    (record,) = report.to_dict()["log"]
    return dict(record)


def test_a_crate_that_friction_can_hold_is_held_and_exact_friction_holds_it() -> None:
    record = refereed(*on_a_slope(np.arctan(0.45), seconds=0.3))
    assert (record["held"], record["survives"]) == (True, "yes")


def test_a_crate_that_only_soft_contacts_hold_for_a_moment_is_found_out() -> None:
    model, data = on_a_slope(np.arctan(0.5) + 2e-4, seconds=0.3)
    # It hardly moves: half a millimetre in a third of a second.
    assert data.qpos[0] < 1e-3
    record = refereed(model, data)
    assert (record["held"], record["survives"]) == (True, "no")


def test_a_crate_on_a_slope_far_too_steep_is_not_held() -> None:
    record = refereed(*on_a_slope(np.arctan(0.8), seconds=0.3))
    assert record["held"] is False


def test_the_scene_of_a_state_stands_exactly_up_to_the_friction_angle() -> None:
    for slope, verdict in ((0.499, "yes"), (0.501, "no")):
        model, data = on_a_slope(np.arctan(slope))
        assert st.stand(bridges.mujoco(model, data)).verdict == verdict


def test_forces_of_a_log_balance_weight_and_acceleration_to_rounding() -> None:
    model, data = on_a_slope(np.arctan(0.3), seconds=0.5)
    record = refereed(model, data)
    # What Newton leaves is what MuJoCo's own solver left, far below the weight of 20 N.
    assert max(record["newton"].values()) < 1e-4


def test_mass_centre_and_inertia_of_welded_bodies_are_those_of_the_whole_in_world_axes() -> None:
    model = mujoco.MjModel.from_xml_string("""
    <mujoco><worldbody><geom type="plane" size="5 5 1"/>
      <body name="hammer" pos="0.1 0.2 0.5" euler="20 30 40"><freejoint/>
        <geom type="cylinder" size="0.02" fromto="0 0 -0.2 0 0 0.2" mass="0.3"/>
        <body pos="0 0 0.2" euler="0 90 0"><geom type="box" size="0.03 0.03 0.08" mass="1.2"/></body>
      </body></worldbody></mujoco>""")
    data = settled(model, 0.0)
    body = bridges.mujoco(model, data).to_dict()["bodies"]["hammer"]
    assert body["mass"] == pytest.approx(1.5, abs=1e-15)
    assert body["com"] == pytest.approx(list(data.subtree_com[1]), abs=1e-14)
    # The same by MuJoCo: of a free body alone the mass matrix about its origin.
    mass = np.zeros((model.nv, model.nv))
    mujoco.mj_fullM(model, data, mass)
    turn = data.xmat[1].reshape(3, 3)
    arm = np.array(body["com"]) - data.xpos[1]
    about_origin = np.array(body["inertia"]) + 1.5 * (arm @ arm * np.eye(3) - np.outer(arm, arm))
    assert turn @ mass[3:, 3:] @ turn.T == pytest.approx(about_origin, abs=1e-12)


TWO = """
<mujoco><option gravity="0 0 -9.81"/><worldbody>
  <geom name="floor" type="plane" size="5 5 1"/>
  <body name="low" pos="0 0 0.1"><freejoint/><geom name="low" type="box" size="0.2 0.2 0.1" mass="3"/></body>
  <body name="high" pos="0 0 0.3"><freejoint/><geom name="high" type="box" size="0.1 0.1 0.1" mass="1"/></body>
</worldbody></mujoco>"""


def test_one_box_on_another_is_two_free_bodies_and_of_one_geom_one() -> None:
    model = mujoco.MjModel.from_xml_string(TWO)
    data = settled(model, 0.0)
    both = bridges.mujoco(model, data).to_dict()
    assert {name: body.get("role", "free") for name, body in both["bodies"].items()} == {"low": "free", "high": "free"}
    one = bridges.mujoco(model, data, geom="high", at_rest=True).to_dict()
    assert {name: body.get("role", "free") for name, body in one["bodies"].items()} == {"low": "fixed", "high": "free"}
    assert {contact["on"] for contact in one["contacts"]} == {"high"}
    assert st.stand(bridges.mujoco(model, data, geom="high", at_rest=True)).verdict == "yes"
    assert bridges.mujoco_log(model, data, geom="high")["acceleration"].keys() == {"high"}


def test_normals_point_into_the_body_whichever_geom_comes_first() -> None:
    model = mujoco.MjModel.from_xml_string("""
    <mujoco><worldbody>
      <body name="ball" pos="0 0 0.0999"><freejoint/><geom name="ball" type="sphere" size="0.1" mass="1"/></body>
      <geom name="slab" type="box" size="1 1 0.1" pos="0 0 -0.1"/>
      <geom name="ceiling" type="sphere" size="0.1" pos="0 0 0.2998"/>
    </worldbody></mujoco>""")
    contacts = bridges.mujoco(model, settled(model, 0.0)).to_dict()["contacts"]
    assert {contact["id"]: np.round(contact["normal"], 9).tolist() for contact in contacts} == {
        "ball/slab": [0, 0, 1],
        "ball/ceiling": [0, 0, -1],
    }
    assert {contact["against"] for contact in contacts} == {"ground"}


def test_a_contact_that_is_apart_has_a_gap_and_carries_nothing() -> None:
    model = mujoco.MjModel.from_xml_string("""
    <mujoco><worldbody><geom name="floor" type="plane" size="5 5 1" margin="0.02" gap="0.02"/>
      <body name="ball" pos="0 0 0.11"><freejoint/><geom name="ball" type="sphere" size="0.1" mass="1"/></body>
    </worldbody></mujoco>""")
    data = settled(model, 0.0)
    scene = bridges.mujoco(model, data)
    (contact,) = scene.to_dict()["contacts"]
    assert contact["gap"] == pytest.approx(0.01, abs=1e-12)
    assert st.stand(scene).verdict == "no"


def test_torsional_friction_is_that_of_a_soft_finger_and_no_friction_is_none() -> None:
    found = {}
    for condim in (1, 3, 4):
        model = mujoco.MjModel.from_xml_string(f"""
        <mujoco><default><geom condim="{condim}" friction="0.7 0.02 0"/></default><worldbody>
          <geom name="floor" type="plane" size="5 5 1"/>
          <body name="ball" pos="0 0 0.1"><freejoint/><geom name="ball" type="sphere" size="0.1" mass="1"/></body>
        </worldbody></mujoco>""")
        (contact,) = bridges.mujoco(model, settled(model, 0.01)).to_dict()["contacts"]
        found[condim] = [contact.get(key) for key in ("friction", "model", "soft")]
    assert found == {1: [None, None, None], 3: [0.7, None, None], 4: [0.7, "soft", 0.02]}


GRIPPER = """
<mujoco><option gravity="0 0 -9.81" cone="elliptic"/>
  <default><geom friction="{friction} 0 0" condim="3"/></default>
  <worldbody>
    <body name="left" pos="-0.14 0 0.5"><joint name="l" type="slide" axis="1 0 0"/>
      <geom name="left" type="box" size="0.04 0.03 0.03" mass="0.1"/></body>
    <body name="right" pos="0.14 0 0.5"><joint name="r" type="slide" axis="-1 0 0"/>
      <geom name="right" type="box" size="0.04 0.03 0.03" mass="0.1"/></body>
    <body name="cube" pos="0 0 0.5"><freejoint/><geom name="cube" type="box" size="0.1 0.05 0.05" mass="0.5"/></body>
  </worldbody>
  <actuator><motor joint="l" ctrlrange="-99 99"/><motor joint="r" ctrlrange="-99 99"/></actuator>
</mujoco>"""


def test_fingers_on_rails_are_held_and_what_they_hold_is_free() -> None:
    model = mujoco.MjModel.from_xml_string(GRIPPER.format(friction=0.5))
    data = mujoco.MjData(model)
    data.ctrl[:] = 20
    for _ in range(500):
        mujoco.mj_step(model, data)
    mujoco.mj_forward(model, data)
    scene = bridges.mujoco(model, data, at_rest=True)
    roles = {name: body.get("role", "free") for name, body in scene.to_dict()["bodies"].items()}
    assert roles == {"left": "fixed", "right": "fixed", "cube": "free"}
    assert st.closure(scene).verdict == "yes"
    record = refereed(model, data)
    assert (record["held"], record["survives"]) == (True, "yes")


def test_a_grasp_is_held_exactly_if_friction_of_this_squeeze_carries_the_weight() -> None:
    # Two fingers with friction 0.5 carry as much as one of them presses; the cube weighs 4.905 N.
    for pressed, verdict in ((5.2, "yes"), (4.6, "no")):
        model = mujoco.MjModel.from_xml_string(GRIPPER.format(friction=0.5))
        data = mujoco.MjData(model)
        data.ctrl[:] = pressed
        # Fingers are there before it begins to slip far.
        model.opt.gravity[2] = 0
        for _ in range(500):
            mujoco.mj_step(model, data)
        model.opt.gravity[2] = -9.81
        mujoco.mj_forward(model, data)
        assert st.stand(bridges.mujoco(model, data, at_rest=True)).verdict == "yes"
        scene = bridges.mujoco(model, data, at_rest=True, squeeze=1.001)
        assert len(scene.to_dict()["contacts"]) == 8
        report = st.stand(scene)
        assert report.verdict == verdict
        assert "verdict" in report.verify().claims["verified"]


def test_fingers_that_move_are_driven_as_they_move() -> None:
    model = mujoco.MjModel.from_xml_string(GRIPPER.format(friction=0.5))
    data = mujoco.MjData(model)
    data.ctrl[:] = [30, 20]
    for _ in range(200):
        mujoco.mj_step(model, data)
    mujoco.mj_forward(model, data)
    left = bridges.mujoco(model, data).to_dict()["bodies"]["left"]
    assert left["role"] == "driven"
    assert left["twist"] == pytest.approx([0, 0, 0, data.qvel[0], 0, 0], abs=1e-15)
    assert left["acceleration"] == pytest.approx([0, 0, 0, data.qacc[0], 0, 0], abs=1e-12)


def test_what_pushes_besides_gravity_is_a_wrench_about_the_centre_of_mass() -> None:
    model, data = on_a_slope(0.0)
    data.xfrc_applied[1] = [1, 2, 3, 4, 5, 6]
    data.qfrc_applied[:] = [10, 0, 0, 0, 0, 7]
    mujoco.mj_forward(model, data)
    wrench = bridges.mujoco(model, data).to_dict()["bodies"]["box"]["wrench"]
    assert wrench == pytest.approx([4, 5, 13, 11, 2, 3], abs=1e-12)


def test_a_free_body_that_an_equality_holds_is_refused_with_its_name() -> None:
    model = mujoco.MjModel.from_xml_string(
        TWO.replace("</worldbody>", '</worldbody><equality><weld name="glue" body1="low" body2="high"/></equality>')
    )
    with pytest.raises(ValueError, match="'glue'"):
        bridges.mujoco(model, settled(model, 0.0))


def test_a_geom_that_is_not_there_or_not_free_is_told() -> None:
    model, data = on_a_slope(0.0)
    with pytest.raises(ValueError, match="no geom 'lid'"):
        bridges.mujoco(model, data, geom="lid")
    with pytest.raises(ValueError, match="'floor' is not free"):
        bridges.mujoco(model, data, geom="floor")


def test_importing_the_package_imports_none_of_the_others() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "import sys, stiction, stiction.bridges; print(*sys.modules)"],
        capture_output=True, text=True, check=True,
    ).stdout.split()
    assert not {"mujoco", "trimesh", "compas", "pinocchio", "pyarrow", "ray", "matplotlib"} & set(told)
