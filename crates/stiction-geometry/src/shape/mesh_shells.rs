//! Do the shells of a mesh bound a region together?
//!
//! A shell is a part of the surface that hangs together by its edges.  Let each be closed and turned consistently.
//!
//! 1. The surface bounds the region where its winding number is one when that number is nowhere but zero and one.
//! 2. Where no shell passes through another, the winding number of all others is one number along each shell, but for
//!    places where they touch; it is the number at any place of it that is on no other.
//! 3. So the shells bound a region exactly when each that lies in none of the others is turned outwards, and each other
//!    lies in just one that is not cancelled, the winding number there being one, and is turned inwards: it bounds a
//!    cavity.  A shell turned outwards there encloses what is enclosed already, and would weigh twice; one turned
//!    inwards outside encloses a region that would weigh less than nothing.
//!
//! Signs of determinants are those of the doubles as they are: computed in doubles with a bound of their error, and in
//! fractions where that does not decide.  Boxes of triangles are kept in a tree, so that n of them cost n log n.

use super::solid::{box_of, diagonal};
use super::space::{cross, difference, dot, from_doubles, shown_doubles};
use super::surface::{HalfEdge, MOST_NAMED, edges};
use super::{Mesh, SolidFault, SolidPlace};
use std::cmp::Ordering;

type Box3 = [[f64; 3]; 2];

/// Part of a shell's size below which its volume is rounding: a sheet with two sides weighs nothing.
const FLAT: f64 = 1e-14;
/// Places of a shell that are tried until one is on no other shell.
const TRIED: usize = 16;

/// A part of the surface that hangs together.
struct Shell {
    triangles: Vec<u32>,
    bounds: Box3,
    volume: f64,
}

/// What is wrong with how the shells of a mesh lie in each other, given its matched sides; nothing where there is one
/// shell alone.
pub(super) fn faults(mesh: &Mesh, sides: &[HalfEdge]) -> Vec<SolidFault> {
    let shells = shells(mesh, sides);
    if shells.len() < 2 {
        return Vec::new();
    }
    let mut faults = Vec::new();
    let near = overlapping(&shells);
    let mut surface = Surface::new(mesh, &shells, &near);
    if let Some(crossing) = surface.crossing(sides) {
        faults.push(crossing);
        return faults;
    }
    let mut bad: Vec<(usize, i32)> = Vec::new();
    for (index, shell) in shells.iter().enumerate() {
        let around = if near[index] { surface.winding(index, shell) } else { Some(0) };
        let flat = shell.volume.abs() <= FLAT * diagonal(shell.bounds).powi(3);
        let wanted = |around: i32| match around {
            0 => shell.volume > 0.0,
            1 => shell.volume < 0.0,
            _ => false,
        };
        bad.extend(around.filter(|around| !flat && !wanted(*around)).map(|around| (index, around)));
    }
    faults.extend(bad.iter().take(MOST_NAMED).map(|&(index, around)| told(mesh, &shells, index, around)));
    if bad.len() > MOST_NAMED {
        let message = format!("and {} more such shells, {} in all", bad.len() - MOST_NAMED, bad.len());
        faults.push(SolidFault::new(
            "nested-shells",
            SolidPlace::Whole,
            message,
            "correct those above first",
        ));
    }
    faults
}

fn told(mesh: &Mesh, shells: &[Shell], index: usize, around: i32) -> SolidFault {
    let shell = &shells[index];
    let first = shell.triangles[0] as usize;
    let place = SolidPlace::Triangle(first);
    let at =
        mesh.corners(&mesh.triangles[first]).map(|corners| shown_doubles(corners[0])).unwrap_or_default();
    let name = format!("shell {} of {}, which has a corner at {at}", index + 1, shells.len());
    if around == 0 {
        let message = format!("{name}, is inside out: its volume is {}", shell.volume);
        let help = "turn its normals over in the program that made the mesh";
        return SolidFault::new("inside-out", place, message, help);
    }
    let message = format!("{name}, lies inside another and encloses its region again: it would weigh twice");
    let help = "turn its normals inwards if it bounds a cavity; remove it if it is a copy";
    SolidFault::new("nested-shells", place, message, help)
}

/// The parts of a closed surface that hang together, in the order of their first triangles.
fn shells(mesh: &Mesh, sides: &[HalfEdge]) -> Vec<Shell> {
    let mut parent: Vec<u32> = (0..mesh.triangles.len() as u32).collect();
    for edge in edges(sides) {
        if let [one, other] = edge {
            let [a, b] = [one.face, other.face].map(|face| root(&mut parent, face));
            parent[a.max(b) as usize] = a.min(b);
        }
    }
    let mut number = vec![u32::MAX; mesh.triangles.len()];
    let mut members: Vec<Vec<u32>> = Vec::new();
    for triangle in 0..mesh.triangles.len() as u32 {
        let [a, b, c] = mesh.triangles[triangle as usize];
        // One that walks an edge there and back belongs to no surface.
        if a == b || b == c || c == a {
            continue;
        }
        let root = root(&mut parent, triangle) as usize;
        if number[root] == u32::MAX {
            number[root] = members.len() as u32;
            members.push(Vec::new());
        }
        members[number[root] as usize].push(triangle);
    }
    members.into_iter().map(|triangles| Shell::new(mesh, triangles)).collect()
}

/// The first triangle of the part that a triangle belongs to, the way to it made short.
fn root(parent: &mut [u32], triangle: u32) -> u32 {
    let mut at = triangle;
    while parent[at as usize] != at {
        parent[at as usize] = parent[parent[at as usize] as usize];
        at = parent[at as usize];
    }
    at
}

impl Shell {
    fn new(mesh: &Mesh, triangles: Vec<u32>) -> Self {
        let corners =
            || triangles.iter().filter_map(|&triangle| mesh.corners(&mesh.triangles[triangle as usize]));
        let bounds = box_of(corners().flatten()).unwrap_or_default();
        let middle: [f64; 3] = std::array::from_fn(|k| bounds[0][k] / 2.0 + bounds[1][k] / 2.0);
        let six =
            |corners: [[f64; 3]; 3]| determinant(corners.map(|p| std::array::from_fn(|k| p[k] - middle[k])));
        let volume = corners().map(six).sum::<f64>() / 6.0;
        Self { triangles, bounds, volume }
    }
}

fn determinant([a, b, c]: [[f64; 3]; 3]) -> f64 {
    a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

fn touch(one: &Box3, other: &Box3) -> bool {
    (0..3).all(|k| one[0][k] <= other[1][k] && other[0][k] <= one[1][k])
}

/// Which shells have a box that meets another's, by a sweep along x.
fn overlapping(shells: &[Shell]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..shells.len()).collect();
    order.sort_by(|&a, &b| shells[a].bounds[0][0].total_cmp(&shells[b].bounds[0][0]));
    let mut near = vec![false; shells.len()];
    let mut active: Vec<usize> = Vec::new();
    for index in order {
        active.retain(|&other| shells[other].bounds[1][0] >= shells[index].bounds[0][0]);
        for &other in &active {
            // Once both are known to be near something there is nothing to learn from them.
            if !(near[index] && near[other]) && touch(&shells[index].bounds, &shells[other].bounds) {
                (near[index], near[other]) = (true, true);
            }
        }
        active.push(index);
    }
    near
}

/// The triangles of the shells that may meet others.
struct Surface<'m> {
    mesh: &'m Mesh,
    shell_of: Vec<u32>,
    tree: Tree,
}

impl<'m> Surface<'m> {
    fn new(mesh: &'m Mesh, shells: &[Shell], near: &[bool]) -> Self {
        let mut shell_of = vec![u32::MAX; mesh.triangles.len()];
        let mut boxes = Vec::new();
        for (index, shell) in shells.iter().enumerate().filter(|(index, _)| near[*index]) {
            for &triangle in &shell.triangles {
                shell_of[triangle as usize] = index as u32;
                let corners = mesh.corners(&mesh.triangles[triangle as usize]);
                boxes.extend(
                    corners.and_then(|corners| box_of(corners.into_iter())).map(|bounds| (bounds, triangle)),
                );
            }
        }
        Self { mesh, shell_of, tree: Tree::new(boxes) }
    }

    fn corners(&self, triangle: u32) -> [[f64; 3]; 3] {
        self.mesh.corners(&self.mesh.triangles[triangle as usize]).unwrap_or_default()
    }

    /// The first edge of a shell that passes through another shell.
    fn crossing(&mut self, sides: &[HalfEdge]) -> Option<SolidFault> {
        for edge in edges(sides) {
            let own = self.shell_of[edge[0].face as usize];
            if own == u32::MAX {
                continue;
            }
            let ends = [edge[0].low, edge[0].high].map(|end| self.mesh.vertices[end as usize]);
            let bounds = box_of(ends.into_iter()).unwrap_or_default();
            let mut grazed: Vec<Ordering> = Vec::new();
            let mut pierced = None;
            self.tree.near(&bounds, &mut |triangle| {
                if self.shell_of[triangle as usize] == own || pierced.is_some() {
                    return;
                }
                match meeting(ends, self.corners(triangle)) {
                    Meeting::Through => pierced = Some(triangle),
                    // Through the side between two triangles, each the same way.
                    Meeting::AtSide(way) if grazed.contains(&way) => pierced = Some(triangle),
                    Meeting::AtSide(way) => grazed.push(way),
                    Meeting::None => {}
                }
            });
            if let Some(triangle) = pierced {
                let [from, to] = ends.map(shown_doubles);
                let message = format!(
                    "the edge from {from} to {to} passes through triangle {} of another shell: what is in both would weigh twice",
                    triangle + 1
                );
                let help = "join the shells to one solid in the program that made the mesh, or give each a body of its own";
                let place = SolidPlace::Edge([edge[0].low as usize, edge[0].high as usize]);
                return Some(SolidFault::new("overlapping-shells", place, message, help));
            }
        }
        None
    }

    /// The winding number of all other shells along one, or none where every place that was tried is on another.
    fn winding(&self, index: usize, shell: &Shell) -> Option<i32> {
        let step = shell.triangles.len().div_ceil(TRIED).max(1);
        let middle = |&triangle: &u32| {
            let corners = self.corners(triangle);
            std::array::from_fn(|k| corners.iter().map(|corner| corner[k] / 3.0).sum())
        };
        shell
            .triangles
            .iter()
            .step_by(step)
            .map(middle)
            .find_map(|place| self.winding_at(index as u32, place))
    }

    /// The same at a place: how often a ray along x leaves other shells, less how often it enters them.
    fn winding_at(&self, own: u32, place: [f64; 3]) -> Option<i32> {
        let [x, y, z] = place;
        let ray = [[x, y, z], [f64::INFINITY, y, z]];
        let (mut winding, mut on_surface) = (0, false);
        self.tree.near(&ray, &mut |triangle| {
            if self.shell_of[triangle as usize] == own {
                return;
            }
            let corners = self.corners(triangle);
            let turn = turn_around(corners, place);
            if turn == 0 {
                return;
            }
            // Seen along x from behind, what turns left looks away: the ray leaves there if the place is below.
            match side(corners, place) {
                Ordering::Equal => on_surface = true,
                Ordering::Less if turn > 0 => winding += 1,
                Ordering::Greater if turn < 0 => winding -= 1,
                _ => {}
            }
        });
        (!on_surface).then_some(winding)
    }
}

/// How an edge meets a triangle.
#[derive(Debug, PartialEq, Eq)]
enum Meeting {
    None,
    /// From one side to the other, inside.
    Through,
    /// From one side to the other, through a side of the triangle, this way.
    AtSide(Ordering),
}

fn meeting([p, q]: [[f64; 3]; 2], triangle: [[f64; 3]; 3]) -> Meeting {
    let (from, to) = (side(triangle, p), side(triangle, q));
    if from == Ordering::Equal || to == Ordering::Equal || from == to {
        return Meeting::None;
    }
    let [a, b, c] = triangle;
    let around = [[a, b], [b, c], [c, a]].map(|[a, b]| side([p, q, a], b));
    let count = |way: Ordering| around.iter().filter(|turn| **turn == way).count();
    match (count(Ordering::Less), count(Ordering::Greater)) {
        (3, 0) | (0, 3) => Meeting::Through,
        (2, 0) | (0, 2) => Meeting::AtSide(from),
        _ => Meeting::None,
    }
}

/// The side of a triangle on which a point lies: greater where the triangle looks to.
fn side([a, b, c]: [[f64; 3]; 3], d: [f64; 3]) -> Ordering {
    let from = |p: [f64; 3]| -> [f64; 3] { std::array::from_fn(|k| p[k] - a[k]) };
    let [u, v, w] = [from(b), from(c), from(d)];
    let minor = |i: usize, j: usize| (v[i] * w[j]).abs() + (v[j] * w[i]).abs();
    let products = u[0].abs() * minor(1, 2) + u[1].abs() * minor(2, 0) + u[2].abs() * minor(0, 1);
    // Seven roundings of at most 2⁻⁵³ each for every product (Shewchuk's bound A), and what underflows.
    let volume = determinant([u, v, w]);
    if volume.abs() > 1e-15 * products + 1e-290 {
        return volume.total_cmp(&0.0);
    }
    let exact = [a, b, c, d].map(|p| from_doubles(p).unwrap_or_default());
    let [u, v, w] = [1, 2, 3].map(|k: usize| difference(&exact[k], &exact[0]));
    let volume = dot(&u, &cross(&v, &w));
    if volume.is_positive() {
        Ordering::Greater
    } else if volume.is_negative() {
        Ordering::Less
    } else {
        Ordering::Equal
    }
}

/// Whether a triangle, seen along x, surrounds a place: 1 if it turns left around it, −1 if it turns right.
///
/// The place is moved by ε along y and ε² along z, so that it is on no side and on no corner.
fn turn_around([a, b, c]: [[f64; 3]; 3], place: [f64; 3]) -> i32 {
    let turns = [[a, b], [b, c], [c, a]].map(|[from, to]| left_of(from, to, place));
    match turns {
        [true, true, true] => 1,
        [false, false, false] if is_turned(a, b, c) => -1,
        _ => 0,
    }
}

/// Whether the corners turn right, seen along x; those that lie on a line do not turn at all.
fn is_turned(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> bool {
    flat_turn(a, b, c) == Ordering::Less
}

fn left_of(from: [f64; 3], to: [f64; 3], place: [f64; 3]) -> bool {
    match flat_turn(from, to, place) {
        Ordering::Greater => true,
        Ordering::Less => false,
        // The part of ε is −(to − from)·z, that of ε² is (to − from)·y.
        Ordering::Equal if to[2] != from[2] => to[2] < from[2],
        Ordering::Equal => to[1] > from[1],
    }
}

/// The turn of three points seen along x.
fn flat_turn(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> Ordering {
    // A volume over the triangle with its corners at x = 0 and a fourth corner before them.
    let flat = |p: [f64; 3]| [0.0, p[1], p[2]];
    side([flat(a), flat(b), flat(c)], [1.0, a[1], a[2]])
}

/// Boxes in a tree, each half of a half.
struct Tree {
    boxes: Vec<(Box3, u32)>,
    nodes: Vec<Node>,
}

struct Node {
    bounds: Box3,
    from: u32,
    to: u32,
    /// The second half; the first follows its parent.
    second: u32,
}

/// Boxes that are looked at one by one.
const LEAF: usize = 8;

impl Tree {
    fn new(boxes: Vec<(Box3, u32)>) -> Self {
        let mut tree = Self { boxes, nodes: Vec::new() };
        if !tree.boxes.is_empty() {
            tree.divide(0, tree.boxes.len());
        }
        tree
    }

    /// The node of some boxes; its depth is that of halving.
    fn divide(&mut self, from: usize, to: usize) -> u32 {
        let part = &mut self.boxes[from..to];
        let bounds = box_of(part.iter().flat_map(|(bounds, _)| *bounds)).unwrap_or_default();
        let index = self.nodes.len();
        self.nodes.push(Node { bounds, from: from as u32, to: to as u32, second: 0 });
        if part.len() > LEAF {
            let middle = |bounds: &Box3, k: usize| bounds[0][k] + bounds[1][k];
            let widest = (0..3).max_by(|&i, &j| {
                let width = |k: usize| bounds[1][k] - bounds[0][k];
                width(i).total_cmp(&width(j))
            });
            let axis = widest.unwrap_or(0);
            let half = part.len() / 2;
            part.select_nth_unstable_by(half, |a, b| middle(&a.0, axis).total_cmp(&middle(&b.0, axis)));
            self.divide(from, from + half);
            let second = self.divide(from + half, to);
            self.nodes[index].second = second;
        }
        index as u32
    }

    /// Tells of every box that meets another.
    fn near(&self, bounds: &Box3, tell: &mut dyn FnMut(u32)) {
        let mut pending: Vec<u32> = if self.nodes.is_empty() { Vec::new() } else { vec![0] };
        while let Some(index) = pending.pop() {
            let node = &self.nodes[index as usize];
            if !touch(&node.bounds, bounds) {
                continue;
            }
            if node.second > 0 {
                pending.extend([node.second, index + 1]);
                continue;
            }
            let part = &self.boxes[node.from as usize..node.to as usize];
            part.iter().filter(|(one, _)| touch(one, bounds)).for_each(|(_, name)| tell(*name));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A box of twelve triangles, turned outwards or inwards.
    fn cuboid(low: [f64; 3], size: [f64; 3], outwards: bool) -> Vec<[[f64; 3]; 3]> {
        let corner = |k: usize| -> [f64; 3] {
            std::array::from_fn(|axis| low[axis] + if k >> axis & 1 == 1 { size[axis] } else { 0.0 })
        };
        let faces = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let cut = |[a, b, c, d]: [usize; 4]| [[a, b, c], [a, c, d]];
        let mut triangles: Vec<[[f64; 3]; 3]> =
            faces.into_iter().flat_map(cut).map(|corners| corners.map(corner)).collect();
        if !outwards {
            triangles.iter_mut().for_each(|triangle| triangle.reverse());
        }
        triangles
    }

    fn codes(shells: &[Vec<[[f64; 3]; 3]>]) -> Vec<&'static str> {
        let mesh = Mesh::from_soup(shells.concat().into_iter().flatten());
        mesh.faults().iter().map(|fault| fault.code).collect()
    }

    #[test]
    fn shells_apart_and_cavities_bound_a_region_and_whatever_weighs_twice_does_not() {
        let outer = || cuboid([0.0; 3], [10.0; 3], true);
        let inside = |low: f64, size: f64, outwards| cuboid([low; 3], [size; 3], outwards);
        assert_eq!(codes(&[outer()]), [""; 0]);
        assert_eq!(codes(&[outer(), cuboid([20.0, 0.0, 0.0], [1.0; 3], true)]), [""; 0]);
        assert_eq!(codes(&[outer(), cuboid([20.0, 0.0, 0.0], [1.0; 3], false)]), ["inside-out"]);
        assert_eq!(codes(&[inside(2.0, 1.0, false), outer()]), [""; 0], "a cavity");
        assert_eq!(codes(&[outer(), inside(2.0, 1.0, true)]), ["nested-shells"]);
        // A cavity with a ball in it, and one with a further cavity that nothing fills.
        assert_eq!(codes(&[outer(), inside(2.0, 5.0, false), inside(3.0, 1.0, true)]), [""; 0]);
        assert_eq!(codes(&[outer(), inside(2.0, 5.0, false), inside(3.0, 1.0, false)]), ["inside-out"]);
        let many: Vec<_> = (0..9).map(|k| inside(0.5 + f64::from(k), 0.3, true)).collect();
        let found = codes(&[vec![outer()], many].concat());
        assert_eq!(found, ["nested-shells"; 6], "five by name and the others by number");
    }

    #[test]
    fn shells_that_pass_through_each_other_are_told_from_those_that_touch() {
        let outer = || cuboid([0.0; 3], [10.0; 3], true);
        let crossing = [[9.0, 2.0, 2.5], [-1.0, 2.0, 2.5], [5.0, -3.0, 2.5]];
        for low in crossing {
            assert_eq!(
                codes(&[outer(), cuboid(low, [3.0, 4.0, 1.5], true)]),
                ["overlapping-shells"],
                "{low:?}"
            );
        }
        // Two bars in a cross: no corner of either is inside the other.
        let bar = |size: [f64; 3]| cuboid(size.map(|length| -length / 2.0), size, true);
        assert_eq!(codes(&[bar([10.0, 1.0, 1.0]), bar([0.5, 10.0, 0.5])]), ["overlapping-shells"]);
        // Through the diagonal of a face.
        assert_eq!(
            codes(&[outer(), cuboid([3.0, 3.0, -1.0], [4.0, 4.0, 3.0], true)]),
            ["overlapping-shells"]
        );
        // Face on face, and a cavity that reaches the surface from inside.
        assert_eq!(codes(&[outer(), cuboid([10.0, 2.0, 2.0], [3.0; 3], true)]), [""; 0]);
        assert_eq!(codes(&[outer(), cuboid([2.0, 2.0, 0.0], [3.0, 4.0, 5.0], false)]), [""; 0]);
        assert_eq!(codes(&[outer(), cuboid([2.0, 2.0, 0.0], [3.0, 4.0, 5.0], true)]), ["nested-shells"]);
    }

    #[test]
    fn the_side_of_a_triangle_is_exact() {
        let triangle = [[0.1, 0.2, 0.3], [1.1, 0.7, 0.9], [0.4, 1.3, -0.2]];
        let inside: [f64; 3] =
            std::array::from_fn(|k| 0.25 * triangle[0][k] + 0.25 * triangle[1][k] + 0.5 * triangle[2][k]);
        let exact = |d: [f64; 3]| {
            let points = [triangle[0], triangle[1], triangle[2], d].map(|p| from_doubles(p).unwrap());
            let [u, v, w] = [1, 2, 3].map(|k: usize| difference(&points[k], &points[0]));
            dot(&u, &cross(&v, &w))
        };
        for steps in -3i32..=3 {
            let mut near = inside;
            near[2] = f64::from_bits(near[2].to_bits().wrapping_add_signed(i64::from(steps)));
            let volume = exact(near);
            let expected = if volume.is_zero() {
                Ordering::Equal
            } else if volume.is_positive() {
                Ordering::Greater
            } else {
                Ordering::Less
            };
            assert_eq!(side(triangle, near), expected);
        }
    }
}
