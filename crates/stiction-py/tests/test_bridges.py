"""Meshes of trimesh, assemblies of COMPAS and models of Pinocchio."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pinocchio as pin
import pytest
import stiction as st
import trimesh
from compas.geometry import Box, Frame
from compas_assembly.algorithms import assembly_interfaces
from compas_assembly.datastructures import Assembly, Block
from stiction import bridges

EXAMPLES = Path(__file__).parents[3] / "examples"

# trimesh.


def test_a_box_of_trimesh_weighs_and_stands_as_a_box() -> None:
    mesh = trimesh.creation.box(extents=(0.4, 0.3, 0.2))
    mesh.apply_translation((0, 0, 0.1))
    scene = st.Scene(dimension=3, gravity=(0, 0, -9.81), detect={"friction": 0.3})
    scene.body("ground", shape={"half_space": {"point": (0, 0, 0), "normal": (0, 0, 1)}})
    scene.body("crate", density=500, shape=bridges.trimesh(mesh))
    report = st.stand(scene)
    assert report.verdict == "yes"
    assert len(st.contacts(scene).to_dict()["contacts"]) == 4


def test_corners_at_one_place_are_one_and_a_mesh_with_a_hole_is_refused() -> None:
    soup = trimesh.creation.icosphere(subdivisions=1)
    loose = trimesh.Trimesh(soup.triangles.reshape(-1, 3), np.arange(3 * len(soup.faces)).reshape(-1, 3), process=False)
    shape = bridges.trimesh(loose)["polyhedron"]
    assert (len(shape["vertices"]), len(shape["faces"])) == (len(soup.vertices), len(soup.faces))
    with pytest.raises(ValueError, match="3 edges"):
        bridges.trimesh(trimesh.Trimesh(soup.vertices, soup.faces[1:], process=False))


def test_sampled_fingers_lie_on_the_surface_with_normals_into_the_mesh() -> None:
    mesh = trimesh.creation.box(extents=(1, 2, 3))
    for fingers in (2, 3):
        found = bridges.grasps(mesh, 500, fingers=fingers, friction=0.4, seed=1)
        assert found.points.shape == found.normals.shape == (500, fingers, 3)
        half = np.array([0.5, 1, 1.5])
        inside = np.abs(found.points) / half
        # Each is on one side of the box, whose normal it has.
        assert inside.max(axis=2) == pytest.approx(np.ones((500, fingers)), abs=1e-12)
        assert ((found.points * found.normals).sum(axis=2) < 0).all()
        assert mesh.face_normals[found.faces] == pytest.approx(-found.normals, abs=1e-12)


def test_two_fingers_are_joined_by_a_line_in_the_friction_cone_of_the_first() -> None:
    mesh = trimesh.creation.icosphere(subdivisions=3)
    found = bridges.grasps(mesh, 1000, friction=0.3, seed=3)
    line = found.points[:, 1] - found.points[:, 0]
    line /= np.linalg.norm(line, axis=1, keepdims=True)
    cosine = (line * found.normals[:, 0]).sum(axis=1)
    assert (np.tan(np.arccos(np.minimum(cosine, 1))) <= 0.3 + 1e-9).all()


def test_grasps_of_one_seed_are_the_same_and_of_another_are_not() -> None:
    mesh = trimesh.creation.cylinder(radius=0.5, height=1)
    first, again, other = (bridges.grasps(mesh, 50, seed=seed) for seed in (1, 1, 2))
    assert np.array_equal(first.points, again.points) and not np.array_equal(first.points, other.points)


def test_fingers_open_no_wider_than_the_gripper_and_one_too_narrow_is_told() -> None:
    mesh = trimesh.creation.box(extents=(1, 2, 3))
    found = bridges.grasps(mesh, 300, width=1.2, seed=5)
    assert (np.linalg.norm(found.points[:, 0] - found.points[:, 1], axis=1) <= 1.2).all()
    with pytest.raises(ValueError, match="within 0.01"):
        bridges.grasps(trimesh.creation.icosphere(subdivisions=1), 10, width=0.01)


def test_a_mesh_that_is_inside_out_gives_the_same_normals() -> None:
    mesh = trimesh.creation.icosphere(subdivisions=2)
    turned = trimesh.Trimesh(mesh.vertices, mesh.faces[:, ::-1], process=False)
    found = bridges.grasps(turned, 100, seed=0)
    assert ((found.points * found.normals).sum(axis=2) < 0).all()


def test_places_are_as_likely_as_their_area() -> None:
    found = bridges.grasps(trimesh.creation.box(extents=(1, 2, 3)), 20000, fingers=1, seed=9)
    top = (np.abs(found.normals[:, 0, 2]) > 0.5).mean()
    # Area of top and bottom: 4 of 22; six standard deviations of the share.
    assert abs(top - 4 / 22) < 6 * np.sqrt(4 / 22 * 18 / 22 / 20000)


# COMPAS.


def stack(*boxes: tuple[float, float]) -> Any:
    """Cubes of one metre, each with its corner at (x, z)."""
    assembly = Assembly()
    for number, (x, z) in enumerate(boxes):
        cube = Box(1, 1, 1, frame=Frame([x, 0, z + 0.5], [1, 0, 0], [0, 1, 0]))
        assembly.add_block(Block.from_shape(cube), node=number)
    return assembly


def test_a_leaning_stack_stands_until_its_centre_of_mass_leaves_the_cube_below() -> None:
    for offset, verdict in ((0.49, "yes"), (0.51, "no")):
        assert st.stand(bridges.compas(stack((0, 0), (offset, 1))), friction=0.6).verdict == verdict


def test_interfaces_that_compas_found_are_the_contacts() -> None:
    assembly = stack((0, 0), (0.25, 1))
    assembly_interfaces(assembly, nmax=10, amin=1e-4)
    scene = bridges.compas(assembly)
    found = st.contacts(scene).to_dict()["contacts"]
    assert len(found) == 4
    assert any(warning["code"] == "stored" for warning in scene.warnings)
    assert st.stand(scene, friction=0.5).verdict == "yes"


def test_which_blocks_stand_on_the_ground_can_be_told() -> None:
    scene = bridges.compas(stack((0, 0), (0, 1), (0.4, 2)))
    assert st.stand(scene, friction=0.6, supports=["0"]).verdict == "yes"
    assert st.stand(scene, friction=0.6, supports=["2"]).verdict == "no"


def test_an_assembly_can_be_pickled_as_any_scene() -> None:
    import pickle

    scene = pickle.loads(pickle.dumps(bridges.compas(stack((0, 0), (0.4, 1)))))
    assert st.stand(scene, friction=0.6).verdict == "yes"


# Pinocchio.


def agrees(model: Any, frame: str, q: Any, v: Any) -> None:
    """M, h, and J at a frame are Pinocchio's within 1e-12 of their size."""
    data = model.createData()
    order = bridges.pinocchio_velocities(model)
    found = bridges.pinocchio(model).dynamics(frame=frame, **bridges.pinocchio_state(model, q, v)).to_dict()
    mass = pin.crba(model, data, q)
    mass = np.triu(mass) + np.triu(mass, 1).T
    bias = pin.nle(model, data, q, v)
    number = model.getFrameId(frame)
    jacobian = pin.computeFrameJacobian(model, data, q, number, pin.ReferenceFrame.LOCAL)[[3, 4, 5, 0, 1, 2]]
    expected = {"M": mass[np.ix_(order, order)], "h": bias[order], "J": jacobian[:, order]}
    for key, value in expected.items():
        assert np.array(found[key]) == pytest.approx(value, abs=1e-12 * max(1.0, np.abs(value).max())), key


def inertia(generator: np.random.Generator) -> Any:
    """Of points of mass about a place: one that a body has."""
    points = generator.normal(size=(6, 3))
    masses = generator.uniform(0.1, 1, 6)
    lever = masses @ points / masses.sum()
    arms = points - lever
    moments = sum(m * (a @ a * np.eye(3) - np.outer(a, a)) for m, a in zip(masses, arms, strict=True))
    return pin.Inertia(float(masses.sum()), lever, moments)


def chain(joints: list[Any], seed: int) -> Any:
    generator = np.random.default_rng(seed)
    model = pin.Model()
    model.name = "chain"
    parent = 0
    for number, joint in enumerate(joints):
        parent = model.addJoint(parent, joint, pin.SE3.Random() if number else pin.SE3.Identity(), f"joint {number}")
        model.appendBodyToJoint(parent, inertia(generator), pin.SE3.Identity())
    model.addFrame(pin.Frame("tool", parent, 0, pin.SE3.Random(), pin.FrameType.OP_FRAME))
    return model


KINDS = {
    "turning": lambda: [pin.JointModelRX(), pin.JointModelRZ(), pin.JointModelRY()],
    "sliding": lambda: [pin.JointModelPZ(), pin.JointModelRY(), pin.JointModelPX()],
    "slanting": lambda: [
        pin.JointModelRevoluteUnaligned(np.array([1.0, 2.0, 2.0]) / 3),
        pin.JointModelPrismaticUnaligned(np.array([2.0, -2.0, 1.0]) / 3),
    ],
    "unbounded": lambda: [pin.JointModelRUBZ(), pin.JointModelRX(), pin.JointModelRUBY()],
    "floating": lambda: [pin.JointModelFreeFlyer(), pin.JointModelRX(), pin.JointModelPY()],
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_chain_of_pinocchio_has_its_dynamics_within_1e_12(kind: str) -> None:
    pin.seed(7)
    for seed in range(5):
        model = chain(KINDS[kind](), seed)
        bound = np.full(model.nq, 1.0)
        agrees(model, "tool", pin.randomConfiguration(model, -bound, bound), np.random.default_rng(seed).normal(size=model.nv))


def test_an_arm_of_a_urdf_has_the_dynamics_that_pinocchio_reads_in_it() -> None:
    model = pin.buildModelFromUrdf(str(EXAMPLES / "arm.urdf"))
    generator = np.random.default_rng(0)
    agrees(model, "tool", generator.normal(size=7), generator.normal(size=7))
    names = bridges.pinocchio(model).dynamics(frame="tool").to_dict()["joints"]
    assert names == [f"a{number}" for number in range(1, 8)]


def test_an_arm_on_a_floating_base_and_a_branching_robot_agree_too() -> None:
    generator = np.random.default_rng(1)
    floating = pin.buildModelFromUrdf(str(EXAMPLES / "arm.urdf"), pin.JointModelFreeFlyer())
    q = pin.neutral(floating)
    q[:3], q[7:] = generator.normal(size=3), generator.normal(size=7)
    quaternion = generator.normal(size=4)
    q[3:7] = quaternion / np.linalg.norm(quaternion)
    # The base of the example weighs nothing, which a floating one must not.
    floating.inertias[1] = inertia(generator)
    agrees(floating, "tool", q, generator.normal(size=13))
    humanoid = pin.buildSampleModelHumanoidRandom()
    humanoid.armature = np.zeros(humanoid.nv)
    agrees(humanoid, "lleg5_body", pin.randomConfiguration(humanoid, -np.ones(humanoid.nq), np.ones(humanoid.nq)),
           generator.normal(size=humanoid.nv))


def test_what_a_urdf_cannot_say_is_refused_with_the_name_of_the_joint() -> None:
    model = chain([pin.JointModelRX(), pin.JointModelSpherical()], 0)
    with pytest.raises(ValueError, match="'joint 1' is a JointModelSpherical"):
        bridges.pinocchio(model)
    model = chain([pin.JointModelRX()], 0)
    model.armature = np.array([0.1])
    with pytest.raises(ValueError, match="armature"):
        bridges.pinocchio(model)
