//! Planar grasps to decide, the same for everybody and in every run.

use serde_json::{Value, json};

/// A contact in thousandths, so that every program reads the same numbers: ours exactly, the peers as the
/// nearest floats.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Contact {
    /// On the part, in thousandths of a metre.
    pub(crate) point: [i64; 2],
    /// Into the part, of any length.
    pub(crate) normal: [i64; 2],
    /// In thousandths.
    pub(crate) friction: i64,
}

/// The contacts on one part.
pub(crate) type Grasp = Vec<Contact>;

/// Grasps with one number of contacts.
#[derive(Debug)]
pub(crate) struct Case {
    /// For instance `planar-2`.
    pub(crate) name: String,
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
        Case { name: format!("planar-{contacts}"), grasps }
    }

    /// The case for the peers, in plain numbers.
    pub(crate) fn to_json(&self) -> Value {
        let plain = |thousandths: i64| thousandths as f64 / 1000.0;
        let contact = |contact: &Contact| {
            json!({"point": contact.point.map(plain), "normal": contact.normal.map(plain),
                   "friction": plain(contact.friction)})
        };
        let grasps = self.grasps.iter().map(|grasp| grasp.iter().map(contact).collect());
        json!({"name": self.name, "grasps": grasps.collect::<Vec<Value>>()})
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
            point: [thousandths(radius * angle.cos()), thousandths(radius * angle.sin())],
            normal: [thousandths(inward.cos()), thousandths(inward.sin())],
            friction: thousandths(0.2 + 0.8 * random.unit()),
        }
    };
    (0..contacts).map(|index| contact(index, random)).collect()
}

/// How far normals lean, by the number of contacts: more contacts close more easily.
const SPREAD: [f64; 5] = [0.0, 0.0, 0.7, 1.6, 2.4];

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    fn cross(a: [i128; 3], b: [i128; 3]) -> [i128; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }

    fn dot(a: [i128; 3], b: [i128; 3]) -> i128 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    /// The two friction edges of a contact as integer wrenches (m, fx, fy).
    fn edges(contact: &Contact) -> [[i128; 3]; 2] {
        let [x, y] = contact.point.map(i128::from);
        let [nx, ny] = contact.normal.map(i128::from);
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
