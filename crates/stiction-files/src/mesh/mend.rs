//! What is mended in a mesh without being asked, and what on request; every change is counted and told.
//!
//! 1. Corners nearer to each other than the weld distance are one: what an export has rounded apart.
//! 2. A triangle with two corners at one place bounds nothing, and of equal triangles one is enough.  Two on the same
//!    corners that face each other cancel: the winding number beside them is the same on both sides.
//! 3. Triangles that share an edge walk it in opposite directions.  Where each edge has two triangles one choice for
//!    the first triangle of a shell says it for all of it, and the shell bounds a region turned either way; it is
//!    turned outwards.
//! 4. A shell inside another bounds a cavity and is turned inwards, a shell in a cavity outwards again, and so on.
//! 5. Shells that touch along an edge, so that four or more triangles meet there, are told apart by what lies
//!    between the
//!    triangles about the edge (`parting`).
//! 6. On request a hole, a closed walk along edges with one triangle each, is filled by triangles about its middle.
//!
//! None of these moves a corner by more than the weld distance, and 2 to 5 leave the set of points of the surface as
//! it is.  Whether the result bounds a region is asked of it as of any mesh.

use super::parting::parted;
use std::collections::HashMap;
use stiction::shape::{Mesh, SolidPlace};

/// Part of the mesh's size within which corners are one, where nobody says it.
pub const WELD: f64 = 1e-9;

/// Rounds of turning shells by what the check of their nesting says of a few of them each.
const ROUNDS: usize = 1000;

/// How often one shell is turned: once for each shell that it may lie in.
const DEEPEST: usize = 16;

/// What may be changed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mending {
    /// Corners nearer than this are one; 1e-9 of the size where it is left out.
    pub weld: Option<f64>,
    /// Whether holes are filled.
    pub fill: bool,
    /// Whether triangles that face each other on the same corners are kept, as the two sides of a sheet: a bare surface
    /// has a side where it bounds nothing.
    pub sheets: bool,
}

/// What was changed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mended {
    /// Corners that became one with another, and the distance that counted.
    pub welded: usize,
    /// The distance that counted.
    pub weld: f64,
    /// Triangles without three different corners that were left out.
    pub collapsed: usize,
    /// Triangles that were left out because another is equal.
    pub doubled: usize,
    /// Triangles that were left out in pairs that cancel.
    pub cancelled: usize,
    /// Triangles that were turned over to agree with their neighbours, or with how shells lie in each other.
    pub turned: usize,
    /// Holes that were filled.
    pub filled: usize,
    /// Edges along which shells touch that were told apart.
    pub parted: usize,
}

impl Mended {
    /// The changes in words; none where nothing was changed.
    pub fn words(&self) -> Option<String> {
        let count = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            more => Some(format!("{more} {many}")),
        };
        let weld = format!("within {:.2e} m of another made one with it", self.weld);
        let parts = [
            count(self.welded, &format!("corner {weld}"), &format!("corners {weld}")),
            count(self.collapsed, "collapsed triangle left out", "collapsed triangles left out"),
            count(self.doubled, "doubled triangle left out", "doubled triangles left out"),
            count(self.cancelled, "triangle left out", "triangles left out that cancel in pairs"),
            count(self.turned, "triangle turned over", "triangles turned over"),
            count(self.filled, "hole filled", "holes filled"),
            count(self.parted, "edge of touching shells parted", "edges of touching shells parted"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// The mesh, mended as far as it goes.
pub fn mend(mesh: &Mesh, mending: &Mending) -> (Mesh, Mended) {
    let mut mended = Mended { weld: mending.weld.unwrap_or(WELD * mesh.size()), ..Mended::default() };
    let mut mesh = welded(mesh, &mut mended);
    cleaned(&mut mesh, mending.sheets, &mut mended);
    if let Some((apart, edges)) = parted(&mesh).filter(|_| !mending.sheets) {
        (mesh, mended.parted) = (apart, edges);
    }
    if mending.fill {
        filled(&mut mesh, &mut mended);
    }
    turned(&mut mesh, &mut mended);
    (mesh, mended)
}

/// Corners within the distance made one, by cells of its size: those of one cell and of neighbouring ones are compared.
fn welded(mesh: &Mesh, mended: &mut Mended) -> Mesh {
    let reach = mended.weld;
    if reach.is_nan() || reach <= 0.0 || !reach.is_finite() {
        return mesh.clone();
    }
    let mut cells: HashMap<[i64; 3], Vec<u32>> = HashMap::with_capacity(mesh.vertices.len());
    let mut kept: Vec<[f64; 3]> = Vec::with_capacity(mesh.vertices.len());
    let mut number = Vec::with_capacity(mesh.vertices.len());
    for vertex in &mesh.vertices {
        let cell = vertex.map(|x| (x / reach).floor() as i64);
        let near = neighbours(cell).find_map(|cell| {
            let known = cells.get(&cell)?;
            known.iter().copied().find(|&k| distance(&kept[k as usize], vertex) <= reach)
        });
        number.push(near.unwrap_or_else(|| {
            kept.push(*vertex);
            let index = (kept.len() - 1) as u32;
            cells.entry(cell).or_default().push(index);
            index
        }));
        mended.welded += usize::from(near.is_some());
    }
    if mended.welded == 0 {
        return mesh.clone();
    }
    let corner = |k: u32| number.get(k as usize).copied().unwrap_or(u32::MAX);
    Mesh::new(kept, mesh.triangles.iter().map(|triangle| triangle.map(corner)).collect())
}

/// The cell itself first, then those around it.
fn neighbours(cell: [i64; 3]) -> impl Iterator<Item = [i64; 3]> {
    let around = (0..27).filter(|k| *k != 13).map(move |k: i64| {
        let by = [k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1];
        std::array::from_fn(|axis| cell[axis].saturating_add(by[axis]))
    });
    std::iter::once(cell).chain(around)
}

fn distance(a: &[f64; 3], b: &[f64; 3]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y).powi(2)).sum::<f64>().sqrt()
}

/// Leaves out triangles that bound nothing; those that face each other only where they are not the sides of a sheet.
fn cleaned(mesh: &mut Mesh, sheets: bool, mended: &mut Mended) {
    let before = mesh.triangles.len();
    mesh.triangles.retain(|[a, b, c]| a != b && b != c && c != a);
    mended.collapsed += before - mesh.triangles.len();
    // By their corners, how many face either way.
    let mut known: HashMap<[u32; 3], [u32; 2]> = HashMap::with_capacity(mesh.triangles.len());
    for triangle in &mesh.triangles {
        let (key, side) = sorted(triangle);
        known.entry(key).or_default()[usize::from(side)] += 1;
    }
    if known.len() == mesh.triangles.len() {
        return;
    }
    mesh.triangles.retain(|triangle| {
        let (key, side) = sorted(triangle);
        let Some(left) = known.get_mut(&key) else { return true };
        let (own, other) = (usize::from(side), usize::from(!side));
        if left[own] > 1 {
            left[own] -= 1;
            mended.doubled += 1;
            return false;
        }
        // The last of either side is here: both go, or the one that is alone stays.
        if left[other] > 0 && !sheets {
            mended.cancelled += 1;
            return false;
        }
        true
    });
}

/// The corners in rising order, and whether an odd exchange brings them there.
fn sorted(triangle: &[u32; 3]) -> ([u32; 3], bool) {
    let mut corners = *triangle;
    let mut odd = false;
    for (i, j) in [(0, 1), (1, 2), (0, 1)] {
        if corners[i] > corners[j] {
            corners.swap(i, j);
            odd = !odd;
        }
    }
    (corners, odd)
}

/// The triangles at each edge: its ends in rising order, the triangle, and whether it walks from the lesser to the
/// greater.
struct Edges(HashMap<[u32; 2], Vec<(u32, bool)>>);

impl Edges {
    fn of(mesh: &Mesh) -> Self {
        let mut edges: HashMap<[u32; 2], Vec<(u32, bool)>> = HashMap::with_capacity(mesh.triangles.len() * 2);
        for (index, triangle) in mesh.triangles.iter().enumerate() {
            for k in 0..3 {
                let (from, to) = (triangle[k], triangle[(k + 1) % 3]);
                edges.entry([from.min(to), from.max(to)]).or_default().push((index as u32, from < to));
            }
        }
        Self(edges)
    }

    fn at(&self, from: u32, to: u32) -> &[(u32, bool)] {
        self.0.get(&[from.min(to), from.max(to)]).map_or(&[], Vec::as_slice)
    }
}

/// Turns triangles to agree with their neighbours, and shells by how they lie in each other.
fn turned(mesh: &mut Mesh, mended: &mut Mended) {
    let edges = Edges::of(mesh);
    let (shell, over) = agreement(mesh, &edges);
    let count = shell.iter().max().map_or(0, |most| *most as usize + 1);
    let mut volume = vec![0.0; count];
    let middle =
        mesh.bounds().map_or([0.0; 3], |[low, high]| std::array::from_fn(|k| low[k] / 2.0 + high[k] / 2.0));
    for (index, triangle) in mesh.triangles.iter().enumerate() {
        let six = mesh.corners(triangle).map_or(0.0, |corners| determinant(corners, middle));
        volume[shell[index] as usize] += if over[index] { -six } else { six };
    }
    let mut turn: Vec<bool> =
        over.iter().zip(&shell).map(|(over, shell)| *over != (volume[*shell as usize] < 0.0)).collect();
    let original = mesh.triangles.clone();
    let apply = |mesh: &mut Mesh, turn: &[bool]| {
        for (triangle, (own, turn)) in mesh.triangles.iter_mut().zip(original.iter().zip(turn)) {
            let [a, b, c] = *own;
            *triangle = if *turn { [a, c, b] } else { [a, b, c] };
        }
    };
    // A surface that is right as it is stays so: turning it outwards shell by shell could undo its cavities.
    if turn.iter().any(|turn| *turn) && mesh.faults().is_empty() {
        return;
    }
    apply(mesh, &turn);
    if count > 1 {
        nest(mesh, &shell, &mut turn, &apply);
    }
    mended.turned = turn.iter().filter(|turn| **turn).count();
}

/// Turns the shells that the check of a mesh names, until it names none that can be turned.
fn nest(mesh: &mut Mesh, shell: &[u32], turn: &mut [bool], apply: &impl Fn(&mut Mesh, &[bool])) {
    let mut turns: HashMap<u32, usize> = HashMap::new();
    for _ in 0..ROUNDS {
        let faults = mesh.faults();
        let named = faults.iter().filter(|fault| matches!(fault.code, "nested-shells" | "inside-out"));
        let mut wrong: Vec<u32> = named
            .filter_map(|fault| match fault.place {
                SolidPlace::Triangle(triangle) => shell.get(triangle).copied(),
                _ => None,
            })
            .collect();
        // What a shell lies in may still be turned itself: each is right once those around it are.
        wrong.retain(|shell| {
            let turns = turns.entry(*shell).or_default();
            *turns += 1;
            *turns <= DEEPEST
        });
        if wrong.is_empty() {
            return;
        }
        for (own, turn) in shell.iter().zip(turn.iter_mut()) {
            *turn = *turn != wrong.contains(own);
        }
        apply(mesh, turn);
    }
}

/// The shell of each triangle, and whether it must be turned over to agree with the first of its shell.
fn agreement(mesh: &Mesh, edges: &Edges) -> (Vec<u32>, Vec<bool>) {
    let count = mesh.triangles.len();
    let (mut shell, mut over) = (vec![u32::MAX; count], vec![false; count]);
    let mut next = 0;
    let mut stack = Vec::new();
    for start in 0..count {
        if shell[start] != u32::MAX {
            continue;
        }
        shell[start] = next;
        stack.push(start);
        while let Some(at) = stack.pop() {
            let triangle = mesh.triangles[at];
            for k in 0..3 {
                let (from, to) = (triangle[k], triangle[(k + 1) % 3]);
                // Where more than two meet nothing says which belong together.
                let &[one, other] = edges.at(from, to) else { continue };
                let (own, neighbour) = if one.0 as usize == at { (one, other) } else { (other, one) };
                let place = neighbour.0 as usize;
                if shell[place] == u32::MAX {
                    shell[place] = next;
                    over[place] = over[at] != (own.1 == neighbour.1);
                    stack.push(place);
                }
            }
        }
        next += 1;
    }
    (shell, over)
}

/// Six times the volume between a triangle and a place.
fn determinant(corners: [[f64; 3]; 3], middle: [f64; 3]) -> f64 {
    let [a, b, c] = corners.map(|p| [p[0] - middle[0], p[1] - middle[1], p[2] - middle[2]]);
    a[0] * (b[1] * c[2] - b[2] * c[1])
        + a[1] * (b[2] * c[0] - b[0] * c[2])
        + a[2] * (b[0] * c[1] - b[1] * c[0])
}

/// Fills every hole whose rim is one closed walk.
fn filled(mesh: &mut Mesh, mended: &mut Mended) {
    let edges = Edges::of(mesh);
    // The way along each rim, against the triangle that is there; a corner with two rims is left.
    let mut after: HashMap<u32, Option<u32>> = HashMap::new();
    for (&[low, high], triangles) in &edges.0 {
        if let &[(_, rising)] = triangles.as_slice() {
            let (from, to) = if rising { (high, low) } else { (low, high) };
            after.entry(from).and_modify(|to| *to = None).or_insert(Some(to));
        }
    }
    let mut starts: Vec<u32> = after.keys().copied().collect();
    starts.sort_unstable();
    let mut seen = std::collections::HashSet::new();
    for start in starts {
        let Some(rim) = rim(start, &after, &mut seen) else { continue };
        fill(mesh, &rim);
        mended.filled += 1;
    }
}

/// The closed walk from a corner, unless it was walked before or does not close.
fn rim(
    start: u32,
    after: &HashMap<u32, Option<u32>>,
    seen: &mut std::collections::HashSet<u32>,
) -> Option<Vec<u32>> {
    let mut rim = Vec::new();
    let mut at = start;
    while seen.insert(at) {
        rim.push(at);
        at = (*after.get(&at)?)?;
    }
    (at == start && rim.len() >= 3).then_some(rim)
}

fn fill(mesh: &mut Mesh, rim: &[u32]) {
    if let &[a, b, c] = rim {
        return mesh.triangles.push([a, b, c]);
    }
    let corners = rim.iter().filter_map(|&k| mesh.vertices.get(k as usize));
    let sum = corners.fold([0.0; 3], |sum, corner| std::array::from_fn(|k| sum[k] + corner[k]));
    let middle = mesh.vertices.len() as u32;
    mesh.vertices.push(sum.map(|x| x / rim.len() as f64));
    let next = rim[1..].iter().chain(&rim[..1]);
    mesh.triangles.extend(rim.iter().zip(next).map(|(&from, &to)| [from, to, middle]));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> Mesh {
        let vertices = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        Mesh::new(vertices, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
    }

    fn shifted(mesh: &Mesh, scale: f64, by: f64) -> Mesh {
        Mesh::new(mesh.vertices.iter().map(|v| v.map(|x| scale * x + by)).collect(), mesh.triangles.clone())
    }

    fn joined(parts: &[Mesh]) -> Mesh {
        let mut all = Mesh::default();
        for part in parts {
            let base = all.vertices.len() as u32;
            all.vertices.extend(&part.vertices);
            all.triangles.extend(part.triangles.iter().map(|t| t.map(|k| k + base)));
        }
        all
    }

    fn mended(mesh: &Mesh) -> (Vec<&'static str>, Mended) {
        let (mesh, mended) = mend(mesh, &Mending::default());
        (mesh.faults().iter().map(|fault| fault.code).collect(), mended)
    }

    #[test]
    fn a_good_mesh_is_left_as_it_is() {
        let (mesh, told) = mend(&tetrahedron(), &Mending::default());
        assert_eq!((mesh, told.words()), (tetrahedron(), None));
    }

    #[test]
    fn corners_that_an_export_rounded_apart_are_one() {
        let mut torn = tetrahedron();
        torn.vertices.push([2e-16, 0.0, 0.0]);
        torn.triangles[0][0] = 4;
        assert!(!torn.faults().is_empty());
        let (faults, told) = mended(&torn);
        assert_eq!((faults.len(), told.welded), (0, 1));
        assert!(told.words().unwrap().starts_with("1 corner within"));
    }

    #[test]
    fn collapsed_doubled_and_cancelling_triangles_are_left_out() {
        let mut mesh = tetrahedron();
        mesh.triangles.extend([[0, 2, 1], [1, 1, 2]]);
        let (faults, told) = mended(&mesh);
        assert_eq!((faults.len(), told.doubled, told.collapsed), (0, 1, 1));
        // Two tetrahedra on one face, each with its own side of it.
        let mut two = tetrahedron();
        two.vertices.push([0.0, 0.0, -1.0]);
        two.triangles.extend([[0, 1, 2], [0, 4, 1], [1, 4, 2], [2, 4, 0]]);
        let (faults, told) = mended(&two);
        assert_eq!((faults.len(), told.cancelled), (0, 2));
    }

    #[test]
    fn triangles_agree_with_their_neighbours_and_shells_are_turned_outwards() {
        let mut mixed = tetrahedron();
        mixed.triangles[2].reverse();
        let (faults, told) = mended(&mixed);
        assert_eq!((faults.len(), told.turned), (0, 1));
        let (faults, told) = mended(&tetrahedron().turned_over());
        assert_eq!((faults.len(), told.turned), (0, 4));
    }

    #[test]
    fn shells_in_each_other_bound_a_region_with_cavities() {
        let (outer, cavity, kernel) =
            (tetrahedron(), shifted(&tetrahedron(), 0.4, 0.1), shifted(&tetrahedron(), 0.1, 0.15));
        for turn in 0..8 {
            let side =
                |mesh: &Mesh, bit: u32| if turn >> bit & 1 == 1 { mesh.turned_over() } else { mesh.clone() };
            let all = joined(&[side(&outer, 0), side(&cavity, 1), side(&kernel, 2)]);
            let (mesh, _) = mend(&all, &Mending::default());
            assert_eq!(mesh.faults(), [], "{turn}");
            let volume = stiction::shape::Solid::Mesh(mesh).moments().unwrap().volume.to_f64();
            assert!((volume * 6.0 - (1.0 - 0.064 + 0.001)).abs() < 1e-12, "{turn}");
        }
    }

    #[test]
    fn shells_that_touch_in_a_face_with_other_diagonals_or_along_an_edge_are_shells() {
        // A box with this corner, the diagonals of its flat ends one way or the other.
        let block = |[x, y, z]: [f64; 3], other: bool| {
            let corner = |k: usize| [x + (k & 1) as f64, y + (k >> 1 & 1) as f64, z + (k >> 2) as f64];
            let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
            let cut = |[a, b, c, d]: [u32; 4]| match other {
                true => [[b, c, d], [b, d, a]],
                false => [[a, b, c], [a, c, d]],
            };
            Mesh::new((0..8).map(corner).collect(), quads.into_iter().flat_map(cut).collect())
        };
        let volume =
            |mesh: &Mesh| stiction::shape::Solid::Mesh(mesh.clone()).moments().unwrap().volume.to_f64();
        for place in [[0.0, 0.0, 1.0], [1.0, 0.0, 1.0]] {
            for other in [false, true] {
                let two = joined(&[block([0.0; 3], true), block(place, other)]);
                let (mesh, told) = mend(&two, &Mending::default());
                assert_eq!(mesh.faults(), [], "{place:?} {other}");
                assert!((volume(&mesh) - 2.0).abs() < 1e-12 && told.parted <= 4, "{told:?}");
            }
        }
    }

    #[test]
    fn both_sides_of_a_sheet_are_kept_on_request_and_cancel_otherwise() {
        let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        let sheet = Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3], [2, 1, 0], [3, 2, 0]]);
        let (mesh, told) = mend(&sheet, &Mending::default());
        assert_eq!((mesh.triangles.len(), told.cancelled), (0, 4));
        let (mesh, told) = mend(&sheet, &Mending { sheets: true, ..Mending::default() });
        assert_eq!((mesh.triangles.len(), told.cancelled), (4, 0));
    }

    #[test]
    fn a_hole_is_filled_on_request_alone() {
        let mut open = tetrahedron();
        open.triangles.pop();
        assert_eq!(mended(&open).1.filled, 0);
        let (mesh, told) = mend(&open, &Mending { fill: true, ..Mending::default() });
        assert_eq!((mesh.faults().len(), told.filled), (0, 1));
    }
}
