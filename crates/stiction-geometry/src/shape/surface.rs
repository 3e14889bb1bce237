//! Is a set of faces a closed surface?  Its edges, matched in pairs.
//!
//! Each face gives one half-edge per side.  On a closed, oriented surface every edge is walked exactly twice,
//! once each way.  Sorting the half-edges by their ends brings the two together: O(n log n) with a very small
//! constant, the same order every time, and no hash for a hostile file to defeat.

/// One side of a face.  The order of the fields is the order of sorting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct HalfEdge {
    /// The smaller of the corners it joins.
    pub low: u32,
    /// The larger.
    pub high: u32,
    /// The face it belongs to.
    pub face: u32,
    /// Whether the face walks it from the smaller to the larger corner.
    pub upward: bool,
}

/// The sides of all faces, equal ends together; a triangle with two equal corners walks an edge there and back,
/// bounds nothing and is left out.
pub fn half_edges<'f, F: AsRef<[u32]> + 'f>(faces: impl Iterator<Item = F> + 'f) -> Vec<HalfEdge> {
    let mut sides = Vec::with_capacity(3 * faces.size_hint().0);
    for (face, corners) in faces.enumerate() {
        let corners = corners.as_ref();
        if matches!(corners, [a, b, c] if a == b || b == c || c == a) {
            continue;
        }
        for (k, &from) in corners.iter().enumerate() {
            let to = corners[(k + 1) % corners.len()];
            let (low, high) = (from.min(to), from.max(to));
            sides.push(HalfEdge { low, high, face: face as u32, upward: from < to });
        }
    }
    sides.sort_unstable();
    sides
}

/// The half-edges of each edge, in the order of its corners.
pub fn edges(sides: &[HalfEdge]) -> impl Iterator<Item = &[HalfEdge]> {
    sides.chunk_by(|a, b| (a.low, a.high) == (b.low, b.high))
}

/// What is wrong with the edges of a surface: how many of each kind, and the first few.
#[derive(Debug, Default)]
pub struct EdgeFaults {
    /// Edges of one face alone: the surface is open there.
    pub open: Tally,
    /// Edges of more than two faces.
    pub crowded: Tally,
    /// Edges that both faces walk the same way: one of them is turned over.
    pub clashing: Tally,
}

/// A count with its first few examples.
#[derive(Debug, Default)]
pub struct Tally {
    /// How many there are.
    pub count: usize,
    /// The first of them, each by the half-edge that comes first.
    pub first: Vec<HalfEdge>,
}

/// Most edges of a kind that are named.
pub const MOST_NAMED: usize = 5;

impl Tally {
    fn add(&mut self, edge: HalfEdge) {
        self.count += 1;
        if self.first.len() < MOST_NAMED {
            self.first.push(edge);
        }
    }
}

/// Looks at every edge.
pub fn edge_faults(sides: &[HalfEdge]) -> EdgeFaults {
    let mut faults = EdgeFaults::default();
    for edge in edges(sides) {
        match edge {
            [one] => faults.open.add(*one),
            [a, b] if a.upward == b.upward => faults.clashing.add(*a),
            [_, _] => {}
            more => faults.crowded.add(more[0]),
        }
    }
    faults
}

/// How to turn the faces of a closed surface so that neighbours agree.
#[derive(Debug)]
pub struct Shells {
    /// For each face whether it must be turned over.
    pub flip: Vec<bool>,
    /// For each face the connected shell it belongs to, numbered from 0 in the order of the faces.
    pub shell: Vec<usize>,
    /// How many shells there are.
    pub count: usize,
}

/// Makes neighbours agree, the first face of each shell staying as it is; `None` where an edge does not have
/// exactly two faces, or the surface has only one side.
pub fn shells(face_count: usize, sides: &[HalfEdge]) -> Option<Shells> {
    let neighbours = neighbours(face_count, sides)?;
    let mut found = Shells { flip: vec![false; face_count], shell: vec![usize::MAX; face_count], count: 0 };
    for start in 0..face_count {
        if found.shell[start] != usize::MAX {
            continue;
        }
        found.shell[start] = found.count;
        let mut pending = vec![start];
        while let Some(face) = pending.pop() {
            for &(other, clash) in &neighbours[face] {
                let flip = found.flip[face] != clash;
                if found.shell[other] == usize::MAX {
                    (found.shell[other], found.flip[other]) = (found.count, flip);
                    pending.push(other);
                } else if found.flip[other] != flip {
                    return None;
                }
            }
        }
        found.count += 1;
    }
    Some(found)
}

/// For each face its neighbours, and whether they walk the common edge the same way.
fn neighbours(face_count: usize, sides: &[HalfEdge]) -> Option<Vec<Vec<(usize, bool)>>> {
    let mut neighbours = vec![Vec::new(); face_count];
    for edge in edges(sides) {
        let [a, b] = edge else { return None };
        let (first, second, clash) = (a.face as usize, b.face as usize, a.upward == b.upward);
        neighbours[first].push((second, clash));
        neighbours[second].push((first, clash));
    }
    Some(neighbours)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TETRAHEDRON: [[u32; 3]; 4] = [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];

    #[test]
    fn a_closed_surface_has_every_edge_once_each_way() {
        let faults = edge_faults(&half_edges(TETRAHEDRON.iter()));
        assert_eq!((faults.open.count, faults.crowded.count, faults.clashing.count), (0, 0, 0));
        let open = edge_faults(&half_edges(TETRAHEDRON[..3].iter()));
        assert_eq!(open.open.count, 3);
        let mut turned = TETRAHEDRON;
        turned[1].reverse();
        assert_eq!(edge_faults(&half_edges(turned.iter())).clashing.count, 3);
    }

    #[test]
    fn a_turned_face_is_turned_back() {
        let mut turned = TETRAHEDRON;
        turned[1].reverse();
        let shells = shells(4, &half_edges(turned.iter())).unwrap();
        assert_eq!((shells.count, shells.flip), (1, vec![false, true, false, false]));
    }

    #[test]
    fn a_one_sided_surface_has_no_orientation() {
        // The projective plane with six corners: closed, every edge twice, and no inside.
        let faces: [[u32; 3]; 10] = [
            [0, 1, 2],
            [0, 2, 3],
            [0, 3, 4],
            [0, 4, 5],
            [0, 5, 1],
            [1, 2, 4],
            [2, 3, 5],
            [3, 4, 1],
            [4, 5, 2],
            [5, 1, 3],
        ];
        let sides = half_edges(faces.iter());
        let faults = edge_faults(&sides);
        assert_eq!((faults.open.count, faults.crowded.count), (0, 0));
        assert!(shells(10, &sides).is_none());
    }
}
