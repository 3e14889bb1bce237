//! Grasps to decide, the same for everybody and in every run.

use serde_json::{Value, json};
use stiction_proof::quick::QuickContact;
use stiction_proof::quick_space::QuickSpatialContact;

/// A contact in thousandths, so that every program reads the same numbers: ours exactly, the peers as the
/// nearest floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contact {
    /// On the part, in thousandths of a metre; in the plane the last is zero.
    pub(crate) point: [i64; 3],
    /// Into the part, of any length.
    pub(crate) normal: [i64; 3],
    /// In thousandths.
    pub(crate) friction: i64,
}

impl Contact {
    /// In doubles, in the plane.
    pub(crate) fn in_plane(&self) -> QuickContact {
        let Contact { point: [x, y, _], normal: [nx, ny, _], friction } = *self;
        QuickContact {
            point: [x, y].map(|x| x as f64 / 1000.0),
            normal: [nx, ny].map(|x| x as f64),
            friction: friction as f64 / 1000.0,
        }
    }

    /// In doubles, in space.
    pub(crate) fn in_space(&self) -> QuickSpatialContact {
        QuickSpatialContact {
            point: self.point.map(|x| x as f64 / 1000.0),
            normal: self.normal.map(|x| x as f64),
            friction: self.friction as f64 / 1000.0,
            torsion: 0.0,
        }
    }
}

/// The contacts on one part.
pub(crate) type Grasp = Vec<Contact>;

/// Grasps with one number of contacts.
#[derive(Debug)]
pub(crate) struct Case {
    /// For instance `planar-2` or `spatial-3x8`.
    pub(crate) name: String,
    /// 2 or 3.
    pub(crate) dimensions: usize,
    /// How many edges the pyramids of a spatial case have; 0 for round cones.
    pub(crate) edges: usize,
    /// About half of them closed.
    pub(crate) grasps: Vec<Grasp>,
}

/// Steele, Lea and Flood's generator: one addition and three mixes a number.
pub(crate) struct SplitMix(pub(crate) u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Uniform in [0, 1).
    pub(crate) fn unit(&mut self) -> f64 {
        // 53 bits fit a float exactly.
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in [−width, width).
    pub(crate) fn around(&mut self, width: f64) -> f64 {
        (2.0 * self.unit() - 1.0) * width
    }
}

fn thousandths(x: f64) -> i64 {
    (x * 1000.0).round() as i64
}

impl Case {
    /// Grasps of `contacts` contacts on a roughly round part.
    pub(crate) fn planar(contacts: usize, grasps: usize) -> Case {
        let mut random = SplitMix(contacts as u64);
        let grasps = (0..grasps).map(|_| grasp(contacts, &mut random)).collect();
        Case { name: format!("planar-{contacts}"), dimensions: 2, edges: 2, grasps }
    }

    /// Grasps of `contacts` contacts on a roughly round part in space, with pyramids of so many edges.
    pub(crate) fn spatial(contacts: usize, edges: usize, grasps: usize) -> Case {
        let mut random = SplitMix(contacts as u64);
        let grasps = (0..grasps).map(|_| spatial_grasp(contacts, &mut random)).collect();
        let model = if edges == 0 { "-round".to_owned() } else { format!("x{edges}") };
        Case { name: format!("spatial-{contacts}{model}"), dimensions: 3, edges, grasps }
    }

    /// The case for the peers, in plain numbers.
    pub(crate) fn to_json(&self) -> Value {
        let plain = |thousandths: i64| thousandths as f64 / 1000.0;
        let contact = |contact: &Contact| {
            json!({"point": &contact.point.map(plain)[..self.dimensions],
                   "normal": &contact.normal.map(plain)[..self.dimensions],
                   "friction": plain(contact.friction)})
        };
        let grasps = self.grasps.iter().map(|grasp| grasp.iter().map(contact).collect());
        json!({"name": self.name, "dimensions": self.dimensions, "edges": self.edges, "grasps": grasps.collect::<Vec<Value>>()})
    }
}

/// Contacts spread around the part, each off its place by up to half a radian, its normal leaning off the
/// centre, with friction from 0.2 to 1: about half of these grasps are closed.
fn grasp(contacts: usize, random: &mut SplitMix) -> Grasp {
    let start = random.around(std::f64::consts::PI);
    let contact = |index: usize, random: &mut SplitMix| {
        let angle = start + std::f64::consts::TAU * index as f64 / contacts as f64 + random.around(0.5);
        let radius = 1.0 + random.around(0.2);
        let inward = angle + std::f64::consts::PI + random.around(SPREAD[contacts.min(4)]);
        Contact {
            point: [thousandths(radius * angle.cos()), thousandths(radius * angle.sin()), 0],
            normal: [thousandths(inward.cos()), thousandths(inward.sin()), 0],
            friction: thousandths(0.2 + 0.8 * random.unit()),
        }
    };
    (0..contacts).map(|index| contact(index, random)).collect()
}

/// How far normals lean, by the number of contacts: more contacts close more easily.
const SPREAD: [f64; 5] = [0.0, 0.0, 0.7, 1.6, 2.4];

/// Contacts anywhere on a roughly round part, the first three spread around it, each normal leaning off the centre,
/// with friction from 0.2 to 1: about half of these grasps are closed.
fn spatial_grasp(contacts: usize, random: &mut SplitMix) -> Grasp {
    let start = random.around(std::f64::consts::PI);
    let (lean, lift) =
        LEANS.iter().find(|(most, _)| contacts <= *most).map_or((1.2, 1.4), |(_, leans)| *leans);
    let contact = |index: usize, random: &mut SplitMix| {
        let angle = start + std::f64::consts::TAU * index as f64 / 3.0 + random.around(0.5);
        let height = random.around(if index < 3 { 0.3 } else { 0.9 });
        let radius = 1.0 + random.around(0.2);
        let across = (1.0 - height * height).sqrt();
        let out = [across * angle.cos(), across * angle.sin(), height];
        let mut inward = out.map(|entry| -entry + random.around(lean));
        inward[2] += lift;
        Contact {
            point: out.map(|entry| thousandths(radius * entry)),
            normal: inward.map(thousandths),
            friction: thousandths(0.2 + 0.8 * random.unit()),
        }
    };
    (0..contacts).map(|index| contact(index, random)).collect()
}

/// How far normals lean in space at random, and all of them upwards, up to that many contacts: more contacts close
/// more easily.
const LEANS: [(usize, (f64, f64)); 3] = [(3, (0.55, 0.0)), (5, (1.4, 0.0)), (10, (1.2, 1.4))];

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use stiction::ask::closure::many::certified_spatial_closure;
    use stiction_proof::quick_space::{Pyramid, QuickModel};

    fn cross(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    /// The two friction edges of a contact as integer wrenches (m, fx, fy).
    fn edges(contact: &Contact) -> [[i128; 3]; 2] {
        let [x, y, _] = contact.point.map(i128::from);
        let [nx, ny, _] = contact.normal.map(i128::from);
        [1, -1].map(|side| {
            let mu = side * i128::from(contact.friction);
            let (fx, fy) = (1000 * nx - mu * ny, 1000 * ny + mu * nx);
            [x * fy - y * fx, fx, fy]
        })
    }

    /// Force closure in integers, by brute force: if a motion escapes, one across two edges does.
    pub(crate) fn closed(grasp: &Grasp) -> bool {
        let edges: Vec<[i128; 3]> = grasp.iter().flat_map(edges).collect();
        let mut across = Vec::new();
        for (index, a) in edges.iter().enumerate() {
            across.extend(edges[..index].iter().map(|b| cross(*a, *b)).filter(|twist| *twist != [0; 3]));
        }
        let spans = across.iter().any(|twist| edges.iter().any(|edge| dot(*edge, *twist) != 0));
        let both_sides = |twist: &[i128; 3]| {
            edges.iter().any(|edge| dot(*edge, *twist) > 0) && edges.iter().any(|edge| dot(*edge, *twist) < 0)
        };
        spans && across.iter().all(both_sides)
    }

    #[test]
    fn a_good_share_of_the_grasps_is_closed_and_a_good_share_is_not() {
        for contacts in 2..=4 {
            let case = Case::planar(contacts, 400);
            let share = case.grasps.iter().filter(|grasp| closed(grasp)).count();
            assert!((120..=280).contains(&share), "{contacts} contacts: {share} of 400 closed");
        }
        let pyramid = QuickModel::Pyramid(Pyramid::new(8).unwrap());
        for contacts in [3, 5, 10] {
            let case = Case::spatial(contacts, 8, 400);
            let closed = |grasp: &&Grasp| {
                let contacts: Vec<_> = grasp.iter().map(Contact::in_space).collect();
                certified_spatial_closure(&contacts, &pyramid).unwrap().is_closed() == Some(true)
            };
            let share = case.grasps.iter().filter(closed).count();
            assert!((120..=280).contains(&share), "{contacts} contacts in space: {share} of 400 closed");
        }
    }

    #[test]
    fn every_run_decides_the_same_grasps() {
        assert_eq!(Case::planar(3, 5).grasps, Case::planar(3, 5).grasps);
        assert_ne!(Case::planar(3, 2).grasps[0], Case::planar(3, 2).grasps[1]);
        // The first numbers of the published generator from state 0.
        let mut random = SplitMix(0);
        assert_eq!((random.next(), random.next()), (0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4));
    }
}
