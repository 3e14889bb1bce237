"""Scenes, shapes and robots from live objects of MuJoCo, trimesh, COMPAS and Pinocchio.

Nothing of these packages is imported before it is needed.

- :func:`mujoco` makes a scene of a state of MuJoCo, :func:`mujoco_log` what MuJoCo says of that state;
- :func:`trimesh` makes the shape of a body, :func:`grasps` samples grasps on a mesh;
- :func:`compas` makes a scene of an assembly;
- :func:`pinocchio` makes a robot of a model, :func:`pinocchio_state` its numbers in the order of that robot.
"""

from __future__ import annotations

from ._bridge_mujoco import mujoco, mujoco_log
from ._bridge_pinocchio import pinocchio, pinocchio_state, pinocchio_velocities
from ._bridge_trimesh import Sampled, grasps, trimesh
from ._optional import needed
from ._scene import Scene, loads

__all__ = [
    "Sampled",
    "compas",
    "grasps",
    "mujoco",
    "mujoco_log",
    "pinocchio",
    "pinocchio_state",
    "pinocchio_velocities",
    "trimesh",
]


def compas(assembly: object) -> Scene:
    """The scene of an assembly, a block or a model of COMPAS, or of a list of its meshes.

    It goes through the JSON of COMPAS, so every question reads it as it reads such a file: ``density=``, ``friction=``,
    ``supports=`` and ``tolerance=`` are keywords of the questions, as they are flags of the command.
    """
    data = needed("compas.data", "bridges.compas", "compas compas_assembly")
    return loads(data.json_dumps(assembly), "json")
