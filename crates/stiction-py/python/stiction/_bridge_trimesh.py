"""Meshes of trimesh as shapes, and grasps that are sampled on them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Pairs of a ray and a triangle that are compared at once.
_AT_ONCE = 1 << 21
#: Rounds without a single new grasp after which there are none.
_ROUNDS = 50


class Sampled(NamedTuple):
    """Grasps on a mesh, as ``score`` takes them."""

    points: Floats
    """Where the fingers touch, (grasps, fingers, 3)."""
    normals: Floats
    """Unit normals into the mesh, (grasps, fingers, 3)."""
    faces: NDArray[np.int64]
    """The triangles that they touch, (grasps, fingers)."""


def trimesh(mesh: Any) -> dict[str, Any]:
    """The shape of a body from a mesh that bounds a volume: ``scene.body("cup", density=900, shape=trimesh(mesh))``.

    Corners are taken as they are; those at one place are made one.
    """
    corners, places = np.unique(np.asarray(mesh.vertices, dtype=float), axis=0, return_inverse=True)
    faces = np.asarray(places).reshape(-1)[np.asarray(mesh.faces)]
    faces = faces[[len(set(face)) == 3 for face in faces.tolist()]]
    _refuse_open(faces)
    return {"polyhedron": {"vertices": corners, "faces": faces}}


def _refuse_open(faces: NDArray[np.int64]) -> None:
    if not len(faces):
        raise ValueError("the mesh has no triangles")
    edges = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    _, uses = np.unique(np.sort(edges, axis=1), axis=0, return_counts=True)
    if (uses != 2).any():
        raise ValueError(
            f"the mesh bounds no volume: {int((uses != 2).sum())} edges are not between two triangles; "
            "mesh.fill_holes() or mesh.convex_hull make one that does, and a file is mended by shape={'mesh': …}"
        )


def grasps(
    mesh: Any,
    count: int = 1000,
    *,
    fingers: int = 2,
    friction: float = 0.5,
    width: float = np.inf,
    seed: int = 0,
) -> Sampled:
    """Grasps on a mesh, sampled: arrays for :func:`stiction.score`, the same ones for the same seed.

    Two fingers: the first is anywhere on the surface, each area as likely as another; the second is where a line leaves the
    mesh that enters it at the first, in a direction of its friction cone, each as likely as another. More fingers are
    anywhere, each by itself. ``width`` is the farthest that two fingers can be apart. Whether a grasp closes is for
    ``score`` to say.
    """
    if count < 0 or fingers < 1:
        raise ValueError(f"{count} grasps of {fingers} fingers: give none or more grasps of at least one finger")
    if not friction >= 0 or not width > 0:
        raise ValueError("friction is not negative, and width greater than zero")
    surface = _Surface(mesh)
    generator = np.random.default_rng(seed)
    parts: list[Sampled] = []
    have = idle = 0
    while have < count and idle < _ROUNDS:
        tried = surface.pairs(generator, count, friction) if fingers == 2 else surface.tuples(generator, count, fingers)
        apart = np.linalg.norm(tried.points[:, :, None] - tried.points[:, None], axis=-1).max(axis=(1, 2), initial=0)
        fits = apart <= width
        parts.append(Sampled(tried.points[fits], tried.normals[fits], tried.faces[fits]))
        have += int(fits.sum())
        idle = 0 if fits.any() else idle + 1
    if have < count:
        raise ValueError(f"no two places that a line through the mesh joins were found within {width}; is the width in metres?")
    none = np.zeros((0, fingers, 3))
    return Sampled(
        np.concatenate([none, *(part.points for part in parts)])[:count],
        np.concatenate([none, *(part.normals for part in parts)])[:count],
        np.concatenate([none[:, :, 0].astype(np.int64), *(part.faces for part in parts)])[:count],
    )


class _Surface:
    """The triangles of a mesh."""

    def __init__(self, mesh: Any) -> None:
        self.corners: Floats = np.asarray(mesh.vertices, dtype=float)[np.asarray(mesh.faces)]
        self.edges = self.corners[:, 1] - self.corners[:, 0], self.corners[:, 2] - self.corners[:, 0]
        outwards = np.cross(*self.edges)
        twice = np.linalg.norm(outwards, axis=1)
        if not twice.sum() > 0:
            raise ValueError("the mesh has no area")
        # The signed volume says which way round the triangles are.
        turn = -1.0 if (self.corners[:, 0] * outwards).sum() >= 0 else 1.0
        with np.errstate(invalid="ignore", divide="ignore"):
            self.normals: Floats = turn * outwards / twice[:, None]
        self.share = twice / twice.sum()

    def _anywhere(self, generator: np.random.Generator, count: int) -> tuple[Floats, NDArray[np.int64]]:
        faces = generator.choice(len(self.share), size=count, p=self.share)
        first, second = generator.random((2, count))
        # Folded at the diagonal, a parallelogram is the triangle twice.
        fold = first + second > 1
        first[fold], second[fold] = 1 - first[fold], 1 - second[fold]
        points = self.corners[faces, 0] + first[:, None] * self.edges[0][faces] + second[:, None] * self.edges[1][faces]
        return points, faces

    def tuples(self, generator: np.random.Generator, count: int, fingers: int) -> Sampled:
        points, faces = self._anywhere(generator, count * fingers)
        shape = (count, fingers)
        return Sampled(points.reshape(*shape, 3), self.normals[faces].reshape(*shape, 3), faces.reshape(shape))

    def pairs(self, generator: np.random.Generator, count: int, friction: float) -> Sampled:
        points, faces = self._anywhere(generator, count)
        directions = _in_cones(generator, self.normals[faces], friction)
        others, distances = self._exits(points, directions, faces)
        hit = others >= 0
        points, faces, others = points[hit], faces[hit], others[hit]
        ends = points + distances[hit][:, None] * directions[hit]
        return Sampled(
            np.stack([points, ends], axis=1),
            self.normals[np.stack([faces, others], axis=1)],
            np.stack([faces, others], axis=1),
        )

    def _exits(self, points: Floats, directions: Floats, own: NDArray[np.int64]) -> tuple[NDArray[np.int64], Floats]:
        """The first triangle that each ray meets besides its own, or -1, and how far away (Moller and Trumbore 1997)."""
        others, distances = np.full(len(points), -1), np.full(len(points), np.inf)
        block = max(1, _AT_ONCE // len(self.corners))
        for first in range(0, len(points), block):
            rows = slice(first, first + block)
            far = self._distances(points[rows], directions[rows])
            far[np.arange(len(far)), own[rows]] = np.inf
            least = far.argmin(axis=1)
            distances[rows] = far[np.arange(len(far)), least]
            others[rows] = np.where(np.isfinite(distances[rows]), least, -1)
        return others, distances

    def _distances(self, points: Floats, directions: Floats) -> Floats:
        """How far along each ray each triangle is; infinite where it is not met."""
        across = np.cross(directions[:, None], self.edges[1])
        determinant = (across * self.edges[0]).sum(axis=-1)
        away = points[:, None] - self.corners[:, 0]
        with np.errstate(divide="ignore", invalid="ignore"):
            u = (away * across).sum(axis=-1) / determinant
            turned = np.cross(away, self.edges[0])
            v = (turned * directions[:, None]).sum(axis=-1) / determinant
            far = (turned * self.edges[1]).sum(axis=-1) / determinant
        met = (u >= 0) & (v >= 0) & (u + v <= 1) & (far > 0)
        return np.where(met, far, np.inf)


def _in_cones(generator: np.random.Generator, normals: Floats, friction: float) -> Floats:
    """Directions in the friction cones about these normals, each solid angle as likely as another."""
    cosine = generator.uniform(1 / np.sqrt(1 + friction * friction), 1, len(normals))
    sine, turn = np.sqrt(1 - cosine * cosine), generator.uniform(0, 2 * np.pi, len(normals))
    least = np.eye(3)[np.abs(normals).argmin(axis=1)]
    first = np.cross(normals, least)
    first /= np.linalg.norm(first, axis=1, keepdims=True)
    second = np.cross(normals, first)
    across = np.cos(turn)[:, None] * first + np.sin(turn)[:, None] * second
    directions: Floats = cosine[:, None] * normals + sine[:, None] * across
    return directions
