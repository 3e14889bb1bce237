//! The place of a solid's surface nearest to a point: its inward normal, and whether it is an edge or a vertex.
//!
//! Normals are never normalised: the vector area of a face, or centre − point, is rational where the unit vector
//! is not.  For polyhedra everything is exact, squared distances decide; for spheres and cylinders the place is
//! rounded, but whether the point lies on the surface is not.  Meshes are in doubles throughout.

use super::polyhedron::{Location, Wall};
use super::space::{
    cross, difference, dot, from_doubles, is_zero, length, length_squared, reversed, same_direction, scaled,
    sum, to_doubles,
};
use super::surface::{HalfEdge, edges};
use super::{Point3, Polyhedron, Solid};
use stiction_proof::Rational;

/// What kind of place a point of a surface is.
#[derive(Debug, Clone, PartialEq)]
pub enum SolidFeature {
    /// A place on a flat face.
    Face {
        /// Direction into the solid, any length.
        normal: Point3,
    },
    /// A place on a curved side.
    Smooth {
        /// Direction into the solid, any length.
        normal: Point3,
    },
    /// A place on an edge between two sides: ambiguous.
    Edge {
        /// Directions into the solid beside it.
        normals: [Point3; 2],
        /// Whether the solid fills less than half the neighbourhood.
        convex: bool,
    },
    /// A vertex: ambiguous.
    Vertex {
        /// Directions into the solid of the faces that meet there, each once.
        normals: Vec<Point3>,
    },
}

impl SolidFeature {
    /// Direction into the solid, where there is only one.
    pub fn normal(&self) -> Option<&Point3> {
        match self {
            Self::Face { normal } | Self::Smooth { normal } => Some(normal),
            Self::Edge { .. } | Self::Vertex { .. } => None,
        }
    }

    /// The directions into the solid of all sides that meet there.
    pub fn normals(&self) -> &[Point3] {
        match self {
            Self::Face { normal } | Self::Smooth { normal } => std::slice::from_ref(normal),
            Self::Edge { normals, .. } => normals,
            Self::Vertex { normals } => normals,
        }
    }

    fn is_ambiguous(&self) -> bool {
        self.normal().is_none()
    }
}

/// The place of a surface nearest to a point.
#[derive(Debug, Clone, PartialEq)]
pub struct SolidNearest {
    /// Where it is; rounded on spheres, cylinders and meshes unless the point itself lies there.
    pub place: Point3,
    /// How far, in doubles.
    pub distance: f64,
    /// Whether the point lies on the surface: exactly, but for a mesh, where rounding is allowed for.
    pub on_surface: bool,
    /// Whether the point lies in the closed solid.
    pub inside: bool,
    /// What is there.
    pub feature: SolidFeature,
}

impl Solid {
    /// The place of the surface nearest to `point`; `None` for a solid with faults that leave no surface.
    ///
    /// ```
    /// use stiction_geometry::shape::Solid;
    /// let brick = Solid::cuboid([0.into(), 0.into(), 0.into()], [4.into(), 2.into(), 2.into()]);
    /// let below = brick.nearest(&[1.into(), 0.into(), (-1).into()]).unwrap();
    /// let normal = below.feature.normal().unwrap();
    /// assert!(below.on_surface && normal[2] > 0.into()); // up, into the brick
    /// let corner = brick.nearest(&[2.into(), 1.into(), 1.into()]).unwrap();
    /// assert_eq!((corner.feature.normal(), corner.feature.normals().len()), (None, 3));
    /// ```
    pub fn nearest(&self, point: &Point3) -> Option<SolidNearest> {
        match self {
            Self::Polyhedron(polyhedron) => polyhedron.nearest(point, None),
            Self::Sphere { center, radius } => Some(nearest_on_sphere(center, radius, point)),
            Self::Cylinder { center, axis, radius, height } => {
                nearest_on_cylinder(&Cylinder { center, axis, radius, height }, point)
            }
            Self::HalfSpace { point: through, normal } => nearest_on_plane(through, normal, point),
            Self::Mesh(mesh) => mesh.nearest(point, 0.0),
        }
    }

    /// Like [`Solid::nearest`], but an edge or a vertex within `reach` wins, a vertex over an edge: a rounded
    /// point beside one means it.
    pub fn nearest_within(&self, point: &Point3, reach: f64) -> Option<SolidNearest> {
        match self {
            Self::Polyhedron(polyhedron) => polyhedron.nearest(point, Some(reach)),
            Self::Cylinder { center, axis, radius, height } => {
                let cylinder = Cylinder { center, axis, radius, height };
                let rim = cylinder.at_rim(point).filter(|rim| rim.distance <= reach);
                rim.or_else(|| nearest_on_cylinder(&cylinder, point))
            }
            Self::Mesh(mesh) => mesh.nearest(point, reach),
            Self::Sphere { .. } | Self::HalfSpace { .. } => self.nearest(point),
        }
    }

    /// Of a mesh, the normals into it of all faces that are no farther from a point than this, whether or not they meet
    /// there: those of both sides of a thin plate.  None of other solids, whose faces meet where they are near.
    pub fn normals_near(&self, point: &Point3, reach: f64) -> Vec<Point3> {
        match self {
            Self::Mesh(mesh) => mesh.normals_near(point, reach),
            _ => Vec::new(),
        }
    }

    /// Whether the closed solid contains `point`; exact but for meshes.
    pub fn contains(&self, point: &Point3) -> bool {
        match self {
            Self::Polyhedron(polyhedron) => polyhedron.contains(point),
            _ => self.nearest(point).is_some_and(|nearest| nearest.inside),
        }
    }
}

/// A place of a polyhedron with its exact squared distance.
struct Candidate {
    square: Rational,
    place: Point3,
    feature: SolidFeature,
}

impl Polyhedron {
    /// Faces, edges and vertices are each asked for the place inside them that is nearest.
    fn nearest(&self, point: &Point3, reach: Option<f64>) -> Option<SolidNearest> {
        let walls: Vec<Option<Wall>> = (0..self.faces.len()).map(|face| Wall::new(self, face)).collect();
        let edges: Vec<Candidate> = self.nearest_of_edges(&walls, point);
        let vertices: Vec<Candidate> = self.nearest_of_vertices(&walls, point);
        let close = |candidate: &&Candidate| {
            let far = reach.is_none_or(|reach| candidate.square.to_f64().sqrt() > reach);
            !far && candidate.feature.is_ambiguous()
        };
        let nearer = |a: &&Candidate, b: &&Candidate| a.square.cmp(&b.square);
        let vertex = vertices.iter().filter(close).min_by(nearer);
        let preferred = vertex.or_else(|| edges.iter().filter(close).min_by(nearer));
        let faces: Vec<Candidate> = walls.iter().flatten().filter_map(|wall| on_wall(wall, point)).collect();
        let best = preferred.or_else(|| vertices.iter().chain(&edges).chain(&faces).min_by(nearer))?;
        Some(SolidNearest {
            distance: length(&difference(point, &best.place)),
            on_surface: best.square.is_zero(),
            inside: best.square.is_zero() || self.contains(point),
            place: best.place.clone(),
            feature: best.feature.clone(),
        })
    }

    fn nearest_of_edges(&self, walls: &[Option<Wall>], point: &Point3) -> Vec<Candidate> {
        let sides = self.half_edges();
        let candidate = |edge: &[HalfEdge]| {
            let (from, to) =
                (self.vertices.get(edge[0].low as usize)?, self.vertices.get(edge[0].high as usize)?);
            let along = difference(to, from);
            let t = dot(&difference(point, from), &along).checked_div(&length_squared(&along))?;
            let within = t.is_positive() && t < Rational::one();
            let place = within.then(|| sum(from, &scaled(&along, &t)))?;
            let [first, second] = edge else { return None };
            let inward =
                |side: &HalfEdge| walls.get(side.face as usize)?.as_ref().map(|wall| reversed(&wall.normal));
            let normals = [inward(first)?, inward(second)?];
            // The first face walks the edge along `along` or against it; the second lies beyond.
            let turn = dot(&cross(&normals[1], &normals[0]), &along);
            let convex = if first.upward { turn.is_negative() } else { turn.is_positive() };
            Some(Candidate {
                square: length_squared(&difference(point, &place)),
                place,
                feature: edge_feature(normals, convex),
            })
        };
        edges(&sides).filter_map(candidate).collect()
    }

    fn nearest_of_vertices(&self, walls: &[Option<Wall>], point: &Point3) -> Vec<Candidate> {
        let mut normals: Vec<Vec<Point3>> = vec![Vec::new(); self.vertices.len()];
        for (face, wall) in walls.iter().enumerate().filter_map(|(face, wall)| Some((face, wall.as_ref()?))) {
            for &corner in self.faces[face].iter().filter(|corner| **corner < self.vertices.len()) {
                let inward = reversed(&wall.normal);
                if !normals[corner].iter().any(|known| same_direction(known, &inward)) {
                    normals[corner].push(inward);
                }
            }
        }
        let candidate = |(place, normals): (&Point3, Vec<Point3>)| Candidate {
            square: length_squared(&difference(point, place)),
            place: place.clone(),
            feature: vertex_feature(normals),
        };
        let used = self.vertices.iter().zip(normals).filter(|(_, normals)| !normals.is_empty());
        used.map(candidate).collect()
    }
}

/// An edge between faces of one plane is none.
fn edge_feature(normals: [Point3; 2], convex: bool) -> SolidFeature {
    if same_direction(&normals[0], &normals[1]) {
        let [normal, _] = normals;
        return SolidFeature::Face { normal };
    }
    SolidFeature::Edge { normals, convex }
}

/// A vertex in the middle of a face is none.
fn vertex_feature(mut normals: Vec<Point3>) -> SolidFeature {
    match normals.pop() {
        Some(normal) if normals.is_empty() => SolidFeature::Face { normal },
        last => {
            normals.extend(last);
            SolidFeature::Vertex { normals }
        }
    }
}

/// The foot of the perpendicular, if it falls within the face.
fn on_wall(wall: &Wall, point: &Point3) -> Option<Candidate> {
    let offset = foot_offset(&wall.corner, &wall.normal, point)?;
    let place = difference(point, &offset);
    let feature = SolidFeature::Face { normal: reversed(&wall.normal) };
    (wall.side(&place) == Location::Inside).then(|| Candidate {
        square: length_squared(&offset),
        place,
        feature,
    })
}

/// The vector from the foot of the perpendicular on a plane to the point.
fn foot_offset(through: &Point3, normal: &Point3, point: &Point3) -> Option<Point3> {
    let height = dot(&difference(point, through), normal);
    Some(scaled(normal, &height.checked_div(&length_squared(normal))?))
}

fn nearest_on_plane(through: &Point3, outward: &Point3, point: &Point3) -> Option<SolidNearest> {
    let offset = foot_offset(through, outward, point)?;
    Some(SolidNearest {
        place: difference(point, &offset),
        distance: length(&offset),
        on_surface: is_zero(&offset),
        inside: !dot(&offset, outward).is_positive(),
        feature: SolidFeature::Face { normal: reversed(outward) },
    })
}

fn nearest_on_sphere(center: &Point3, radius: &Rational, point: &Point3) -> SolidNearest {
    let outward = difference(point, center);
    if is_zero(&outward) {
        // Every place is as near as any other from the centre: take the one along x.
        let along_x = sum(center, &[radius.clone(), Rational::zero(), Rational::zero()]);
        let distance = radius.to_f64();
        return SolidNearest {
            distance,
            on_surface: false,
            ..nearest_on_sphere(center, &radius.abs(), &along_x)
        };
    }
    let (square, radius_squared) = (length_squared(&outward), radius * radius);
    let on_surface = square == radius_squared;
    let (away, r) = (length(&outward), radius.to_f64());
    SolidNearest {
        place: reached(center, &outward, r / away).filter(|_| !on_surface).unwrap_or_else(|| point.clone()),
        distance: if on_surface { 0.0 } else { (away - r).abs() },
        on_surface,
        inside: square <= radius_squared,
        feature: SolidFeature::Smooth { normal: reversed(&outward) },
    }
}

/// `from + factor · along`, rounded.
fn reached(from: &Point3, along: &Point3, factor: f64) -> Option<Point3> {
    Some(sum(from, &from_doubles(to_doubles(along).map(|x| x * factor))?))
}

struct Cylinder<'c> {
    center: &'c Point3,
    axis: &'c Point3,
    radius: &'c Rational,
    height: &'c Rational,
}

/// A point as a cylinder sees it.
struct CylinderView {
    /// Across the axis, from it to the point.
    radial: Point3,
    /// Along the axis, from the middle to the height of the point.
    axial: Point3,
    /// Towards the cap on the point's side, any length.
    towards_cap: Point3,
    /// How the distance from the axis compares with the radius.
    across: std::cmp::Ordering,
    /// How the distance from the middle compares with half the height.
    along: std::cmp::Ordering,
}

impl Cylinder<'_> {
    fn see(&self, point: &Point3) -> Option<CylinderView> {
        let offset = difference(point, self.center);
        let axial = foot_offset(self.center, self.axis, point)?;
        let up = !dot(&offset, self.axis).is_negative();
        let half_height = self.height * Rational::new(1, 2);
        let mut radial = difference(&offset, &axial);
        let across = length_squared(&radial).cmp(&(self.radius * self.radius));
        if is_zero(&radial) {
            // On the axis every direction across it is as good as any other.
            radial = any_across(self.axis);
        }
        Some(CylinderView {
            across,
            along: length_squared(&axial).cmp(&(&half_height * &half_height)),
            towards_cap: if up { self.axis.clone() } else { reversed(self.axis) },
            radial,
            axial,
        })
    }

    fn half_height(&self) -> f64 {
        self.height.to_f64() / 2.0
    }

    /// The place on the side beside the point.
    fn at_side(&self, seen: &CylinderView, from_axis: f64) -> SolidNearest {
        let foot = sum(self.center, &seen.axial);
        let r = self.radius.to_f64();
        SolidNearest {
            place: reached(&foot, &seen.radial, r / length(&seen.radial)).unwrap_or(foot),
            distance: (from_axis - r).abs(),
            on_surface: false,
            inside: seen.across.is_le() && seen.along.is_le(),
            feature: SolidFeature::Smooth { normal: reversed(&seen.radial) },
        }
    }

    /// The place on the cap beside the point.
    fn at_cap(&self, seen: &CylinderView, point: &Point3) -> SolidNearest {
        let rise = self.half_height() - length(&seen.axial);
        let unit = rise / length(&seen.towards_cap);
        SolidNearest {
            place: reached(point, &seen.towards_cap, unit).unwrap_or_else(|| point.clone()),
            distance: rise.abs(),
            on_surface: false,
            inside: seen.across.is_le() && seen.along.is_le(),
            feature: SolidFeature::Face { normal: reversed(&seen.towards_cap) },
        }
    }

    /// The place on the rim nearest to the point.
    fn at_rim(&self, point: &Point3) -> Option<SolidNearest> {
        let seen = self.see(point)?;
        let on_surface = seen.across.is_eq() && seen.along.is_eq();
        let cap = reached(self.center, &seen.towards_cap, self.half_height() / length(&seen.towards_cap))?;
        let place = reached(&cap, &seen.radial, self.radius.to_f64() / length(&seen.radial))?;
        let place = if on_surface { point.clone() } else { place };
        Some(SolidNearest {
            distance: length(&difference(point, &place)),
            on_surface,
            inside: seen.across.is_le() && seen.along.is_le(),
            feature: SolidFeature::Edge {
                normals: [reversed(&seen.radial), reversed(&seen.towards_cap)],
                convex: true,
            },
            place,
        })
    }
}

/// A direction across another.
fn any_across(axis: &Point3) -> Point3 {
    let candidates = (0..3).map(|k| {
        let mut unit = Point3::default();
        unit[k] = Rational::one();
        cross(axis, &unit)
    });
    candidates.max_by_key(length_squared).unwrap_or_default()
}

fn nearest_on_cylinder(cylinder: &Cylinder<'_>, point: &Point3) -> Option<SolidNearest> {
    let seen = cylinder.see(point)?;
    let on_axis = is_zero(&difference(&difference(point, cylinder.center), &seen.axial));
    let from_axis = if on_axis { 0.0 } else { length(&seen.radial) };
    let on_surface = |nearest: SolidNearest| SolidNearest {
        place: point.clone(),
        distance: 0.0,
        on_surface: true,
        inside: true,
        ..nearest
    };
    use std::cmp::Ordering::{Equal, Greater, Less};
    match (seen.across, seen.along) {
        (Equal | Greater, Equal | Greater) => cylinder.at_rim(point),
        (Equal, Less) => Some(on_surface(cylinder.at_side(&seen, from_axis))),
        (Less, Equal) => Some(on_surface(cylinder.at_cap(&seen, point))),
        (Greater, Less) => Some(cylinder.at_side(&seen, from_axis)),
        (Less, Greater) => Some(cylinder.at_cap(&seen, point)),
        (Less, Less) => {
            let (side, cap) = (cylinder.at_side(&seen, from_axis), cylinder.at_cap(&seen, point));
            Some(if cap.distance < side.distance { cap } else { side })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shape::{Mesh, SpatialPose};

    fn point(x: i64, y: i64, z: i64) -> Point3 {
        [x.into(), y.into(), z.into()]
    }

    fn half(x: i64, y: i64, z: i64) -> Point3 {
        [x, y, z].map(|k| Rational::new(k, 2))
    }

    fn normal_at(solid: &Solid, at: &Point3) -> Point3 {
        let nearest = solid.nearest(at).unwrap();
        nearest.feature.normal().unwrap_or_else(|| panic!("{at:?} is ambiguous: {nearest:?}")).clone()
    }

    #[test]
    fn normals_of_a_box_point_into_it() {
        let brick = Solid::cuboid(point(0, 0, 0), point(2, 4, 6));
        for (at, into) in [
            (point(1, 1, 1), point(-1, 0, 0)),
            (point(-1, 1, 1), point(1, 0, 0)),
            (point(0, 5, 1), point(0, -1, 0)),
            (point(0, 0, -9), point(0, 0, 1)),
        ] {
            assert!(same_direction(&normal_at(&brick, &at), &into), "{at:?}");
        }
        let away = brick.nearest(&point(0, 5, 0)).unwrap();
        assert_eq!((away.distance, away.on_surface, away.inside), (3.0, false, false));
        assert_eq!(away.place, point(0, 2, 0));
        let within = brick.nearest(&half(1, 0, 0)).unwrap();
        assert_eq!((within.distance, within.on_surface, within.inside), (0.5, false, true));
    }

    #[test]
    fn edges_and_vertices_are_ambiguous() {
        let brick = Solid::cuboid(point(0, 0, 0), point(2, 4, 6));
        let edge = brick.nearest(&point(1, 2, 0)).unwrap();
        let SolidFeature::Edge { normals, convex } = edge.feature else { panic!("{edge:?}") };
        assert!(convex && edge.on_surface && normals.len() == 2);
        let vertex = brick.nearest(&point(5, 5, 5)).unwrap();
        assert_eq!((vertex.place, vertex.feature.normals().len()), (point(1, 2, 3), 3));
        let beside = [Rational::one(), Rational::new(1_999_999_999, 1_000_000_000), 0.into()];
        assert!(brick.nearest(&beside).unwrap().feature.normal().is_some());
        assert!(brick.nearest_within(&beside, 1e-6).unwrap().feature.normal().is_none());
    }

    #[test]
    fn the_inner_edge_of_an_l_is_concave_and_a_cut_in_a_flat_face_is_no_edge() {
        let ring = [(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4)];
        let vertices = [0, 2].iter().flat_map(|&z| ring.map(|(x, y)| point(x, y, z))).collect();
        let mut faces: Vec<Vec<usize>> =
            (0..6).map(|k| vec![k, (k + 1) % 6, (k + 1) % 6 + 6, k + 6]).collect();
        faces.extend([vec![0, 1, 2, 3], vec![0, 3, 4, 5], vec![6, 7, 8, 9], vec![6, 9, 10, 11]]);
        let solid = Solid::polyhedron(vertices, faces);
        assert_eq!(solid.faults(), []);
        let convex_at = |at: Point3| match solid.nearest(&at).unwrap().feature {
            SolidFeature::Edge { convex, .. } => convex,
            other => panic!("{at:?}: {other:?}"),
        };
        assert!(!convex_at(point(2, 2, 1)));
        for outer in
            [point(0, 0, 1), point(4, 0, 1), point(4, 2, 1), point(2, 4, 1), point(3, 2, 2), point(0, 1, 0)]
        {
            assert!(convex_at(outer.clone()), "{outer:?}");
        }
        assert!(same_direction(&normal_at(&solid, &point(1, 1, 0)), &point(0, 0, 1)));
    }

    #[test]
    fn a_sphere_looks_at_its_centre() {
        let ball = Solid::sphere(point(0, 0, 0), 7.into());
        let on = ball.nearest(&point(2, 3, 6)).unwrap();
        assert!(on.on_surface && on.inside && on.place == point(2, 3, 6));
        assert_eq!(on.feature.normal(), Some(&point(-2, -3, -6)));
        let out = ball.nearest(&point(0, 0, 9)).unwrap();
        assert_eq!((out.distance, out.inside, out.place), (2.0, false, point(0, 0, 7)));
        let middle = ball.nearest(&point(0, 0, 0)).unwrap();
        assert_eq!((middle.distance, middle.on_surface, middle.inside), (7.0, false, true));
    }

    #[test]
    fn a_cylinder_has_a_side_two_caps_and_two_rims() {
        let can = Solid::cylinder(point(0, 0, 0), point(0, 0, 3), 5.into(), 8.into());
        let side = can.nearest(&point(3, 4, 1)).unwrap();
        assert!(side.on_surface && side.feature == SolidFeature::Smooth { normal: point(-3, -4, 0) });
        let cap = can.nearest(&point(3, 0, -4)).unwrap();
        assert!(cap.on_surface && same_direction(cap.feature.normal().unwrap(), &point(0, 0, 1)));
        let rim = can.nearest(&point(3, 4, 4)).unwrap();
        assert!(rim.on_surface && matches!(rim.feature, SolidFeature::Edge { convex: true, .. }));
        let out = can.nearest(&point(6, 8, 0)).unwrap();
        assert_eq!((out.distance, out.inside), (5.0, false));
        assert_eq!(to_doubles(&out.place), [3.0, 4.0, 0.0]);
        let above = can.nearest(&point(1, 0, 9)).unwrap();
        assert_eq!((above.distance, above.place), (5.0, point(1, 0, 4)));
        let within = can.nearest(&point(0, 0, 3)).unwrap();
        assert_eq!((within.distance, within.inside, within.on_surface), (1.0, true, false));
        assert_eq!(can.nearest(&point(0, 0, 0)).unwrap().distance, 4.0);
        let beyond = can.nearest(&point(8, 0, 8)).unwrap();
        assert_eq!((beyond.distance, beyond.feature.normal()), (5.0, None));
        let beside = [Rational::from(3), 4.into(), Rational::new(3_999_999_999, 1_000_000_000)];
        assert!(can.nearest(&beside).unwrap().on_surface);
        assert!(can.nearest_within(&beside, 1e-6).unwrap().feature.normal().is_none());
    }

    #[test]
    fn a_half_space_is_solid_against_its_normal() {
        let ground = Solid::half_space(point(0, 0, 1), point(0, 0, 2));
        let above = ground.nearest(&point(5, 5, 3)).unwrap();
        assert_eq!((above.distance, above.inside, above.place), (2.0, false, point(5, 5, 1)));
        assert!(ground.contains(&point(9, 9, 0)) && ground.contains(&point(0, 0, 1)));
    }

    #[test]
    fn what_is_nearest_goes_with_the_pose() {
        let shapes = [
            Solid::cuboid(point(0, 0, 0), point(2, 4, 6)),
            Solid::sphere(point(1, 1, 1), 3.into()),
            Solid::cylinder(point(0, 1, 0), point(1, 2, 2), 2.into(), 3.into()),
            Solid::half_space(point(0, 0, 1), point(1, 2, 2)),
        ];
        let pose = SpatialPose::new(point(1, -2, 3), [1, 2, -3, 4].map(Into::into)).unwrap();
        for shape in &shapes {
            for at in [half(1, 0, 0), point(3, 1, 2), point(1, 0, 0), half(1, 1, 5), point(-4, 0, 7)] {
                let (here, there) =
                    (shape.nearest(&at).unwrap(), shape.moved(&pose).nearest(&pose.place(&at)).unwrap());
                assert!((here.distance - there.distance).abs() < 1e-12, "{shape:?} {at:?}");
                assert_eq!((here.on_surface, here.inside), (there.on_surface, there.inside));
                if let (Some(a), Some(b)) = (here.feature.normal(), there.feature.normal()) {
                    assert!(same_direction(&pose.turn(a), b), "{shape:?} {at:?}");
                }
            }
        }
    }

    #[test]
    fn a_mesh_of_a_box_agrees_with_the_box() {
        let brick = Solid::cuboid(point(0, 0, 0), point(2, 4, 6));
        let Solid::Polyhedron(polyhedron) = &brick else { panic!("a box is a polyhedron") };
        let corners =
            polyhedron.faces.iter().flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]]).flatten();
        let mesh = Solid::Mesh(Mesh::from_soup(corners.map(|k| to_doubles(&polyhedron.vertices[k]))));
        assert_eq!(mesh.faults(), []);
        for x in -5..=5 {
            for y in -7..=7 {
                for z in -8..=8 {
                    let at = half(x, y, z);
                    let (exact, rounded) = (brick.nearest(&at).unwrap(), mesh.nearest(&at).unwrap());
                    assert!((exact.distance - rounded.distance).abs() < 1e-12, "{at:?}");
                    assert_eq!(exact.inside, rounded.inside, "{at:?}");
                    assert_eq!(exact.on_surface, rounded.on_surface, "{at:?}");
                    if !exact.inside || exact.on_surface {
                        assert_eq!(exact.feature.normals().len(), rounded.feature.normals().len(), "{at:?}");
                    }
                }
            }
        }
    }
}
