//! From a scene to pairs of shapes, and from what touches to contacts with names.

use super::broad::{self, Bounds};
use super::reach::{self, JudgedPair, Reach};
use super::{Detected, Finding, Note, Observer, Settings};
use crate::scene::{Contact, Curvature, GROUND, Party, Patch, Rounding, Scene};
use stiction_exact::work;
use stiction_geometry::screw::Space;
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;

/// A point where two shapes touch.
#[derive(Debug, Clone)]
pub struct Touch<S: Space> {
    /// The place where the two touch.
    pub point: S::Vector,
    /// Direction into the first of the two shapes.
    pub normal: S::Vector,
    /// Curvatures of the first and of the second shape, where they are known and one is positive.
    pub curvature: Option<[Curvature; 2]>,
    /// What passed through doubles: `point`, `normal`, `curvature`.
    pub rounded: Vec<&'static str>,
}

/// A line or an area that two shapes have in common.
#[derive(Debug, Clone)]
pub struct CommonPart<S: Space> {
    /// Which touches stand for it.
    pub touches: Vec<usize>,
    /// Its ends or corners.
    pub outline: Vec<S::Vector>,
}

/// What two shapes have in common.
#[derive(Debug, Clone)]
pub struct PairContacts<S: Space> {
    /// The contacts in order.
    pub touches: Vec<Touch<S>>,
    /// Which of them stand for one line or area.
    pub parts: Vec<CommonPart<S>>,
    /// What gives no contact, with its place.
    pub findings: Vec<(Finding, Vec<f64>)>,
}

impl<S: Space> Default for PairContacts<S> {
    fn default() -> Self {
        Self { touches: Vec::new(), parts: Vec::new(), findings: Vec::new() }
    }
}

impl<S: Space> PairContacts<S> {
    /// Nothing but this finding.
    pub fn only(finding: Finding, place: Vec<f64>) -> Self {
        Self { findings: vec![(finding, place)], ..Self::default() }
    }
}

/// Shapes that can be compared two by two.
pub trait Compared: Geometry {
    /// A shape in doubles, made once and compared many times.
    type Features<'a>;
    /// The features of a shape.
    fn features(shape: &Self::Shape) -> Self::Features<'_>;
    /// The box around a shape, `None` where it has no bounds.
    fn bounds(features: &Self::Features<'_>) -> Option<Bounds>;
    /// Where two shapes touch.
    fn compare(first: &Self::Features<'_>, second: &Self::Features<'_>, tolerance: f64)
    -> PairContacts<Self>;
}

/// A way to name the pairs of boxes that come within a reach of each other.
type Search = fn(&[Option<Bounds>], f64) -> Vec<(usize, usize)>;

/// One body that takes part, with its features.
struct Partner<'a, S: Compared> {
    party: Party,
    free: bool,
    features: S::Features<'a>,
}

/// Pairs between two words to the observer.
const STRIDE: usize = 256;

/// Steps that a pair is worth before its features are compared, some 5 µs.
const STEPS: usize = 100;

/// Finds the contacts of a scene among the pairs that `close` names, and says how many of them are compared.
pub fn detected<S: Compared>(
    scene: &Scene<S>,
    settings: &Settings,
    close: Search,
    observer: &Observer<'_>,
) -> Detected<S> {
    let (partners, beyond): (Vec<_>, Vec<_>) =
        partners(scene).into_iter().partition(|one| is_finite(&S::bounds(&one.features)));
    let boxes: Vec<Option<Bounds>> = partners.iter().map(|partner| S::bounds(&partner.features)).collect();
    let given = settings.tolerance.as_ref().map(Rational::to_f64);
    let notes = beyond.iter().map(|one| left_out(one.party, BEYOND)).collect();
    let tolerance = settings.tolerance.clone().unwrap_or_else(|| reach::least(&boxes));
    let mut found =
        Detected { contacts: Vec::new(), patches: Vec::new(), notes, rounded: Vec::new(), tolerance };
    if !given.unwrap_or(0.0).is_finite() {
        found.notes.extend(partners.iter().map(|one| left_out(one.party, BEYOND)));
        return found;
    }
    let pairs = close(&reach::grown(&boxes, given), 0.0);
    let total = pairs.len();
    if total > broad::most_pairs(boxes.len()) {
        found.notes.extend(partners.iter().map(|one| left_out(one.party, CROWDED)));
        return found;
    }
    for (index, (i, j)) in pairs.into_iter().enumerate() {
        if index % STRIDE == 0 {
            observer(index, total);
        }
        work::spend(STEPS);
        let (first, second) = (&partners[i], &partners[j]);
        let settled = settings.settled.contains(&[first.party, second.party]);
        if (first.free || second.free) && settled {
            let reach = Reach::settled([&boxes[i], &boxes[j]], given);
            let pair = reach.overlap::<S>(&first.features, &second.features);
            name(scene, settings, [first.party, second.party], pair, &reach, &mut found);
        } else if first.free || second.free {
            let reach = Reach::new([&boxes[i], &boxes[j]], given);
            if settings.tolerance.is_none() {
                found.tolerance = reach.exact().max(found.tolerance);
            }
            let pair = reach.compare::<S>(&first.features, &second.features);
            name(scene, settings, [first.party, second.party], pair, &reach, &mut found);
        }
    }
    observer(total, total);
    found
}

/// The bodies with shapes in the order of the file, the ground last.
fn partners<S: Compared>(scene: &Scene<S>) -> Vec<Partner<'_, S>> {
    let (ground, bodies): (Vec<usize>, Vec<usize>) =
        (0..scene.bodies.len()).partition(|&index| scene.bodies[index].name == GROUND);
    let party = |index: usize| {
        let grounded = scene.bodies[index].name == GROUND;
        if grounded { Party::Ground } else { Party::Body(index) }
    };
    let partner = |index: usize| {
        let shape = scene.bodies[index].shape.as_ref()?;
        let party = party(index);
        Some(Partner { party, free: scene.is_free(party), features: S::features(shape) })
    };
    bodies.into_iter().chain(ground).filter_map(partner).collect()
}

/// Whether every coordinate of the box is a double.
fn is_finite(bounds: &Option<Bounds>) -> bool {
    bounds.is_none_or(|bounds| broad::magnitude(&bounds).is_finite())
}

/// A note that a body is left out, with the body itself as its partner.
/// Why bodies are not compared.
const BEYOND: &str = "coordinates or tolerance are beyond the range of doubles";
const CROWDED: &str = "too many bodies lie in each other, more than a hundred pairs a body";

fn left_out(party: Party, why: &'static str) -> Note {
    let finding = Finding::NotCompared { why };
    Note { between: [party; 2], finding, place: Vec::new(), tolerance: 0.0, takes: None }
}

/// Gives what one pair has in common its ids and its friction.
fn name<S: Compared>(
    scene: &Scene<S>,
    settings: &Settings,
    [on, against]: [Party; 2],
    JudgedPair { found: pair, takes }: JudgedPair<S>,
    reach: &Reach,
    found: &mut Detected<S>,
) {
    let note = |(finding, place)| {
        let takes = takes.filter(|_| matches!(finding, Finding::Overlap { .. } | Finding::Gap { .. }));
        Note { between: [on, against], finding, place, tolerance: reach.tolerance, takes }
    };
    found.notes.extend(pair.findings.into_iter().map(note));
    let has_normal = |touch: &Touch<S>| touch.normal.as_ref().iter().any(|x| !x.is_zero());
    // Concentric rounds within a tolerance as large as they are.
    if !pair.touches.iter().all(has_normal) {
        let finding = Finding::NotCompared { why: "the tolerance is as large as the shapes" };
        found.notes.push(note((finding, Vec::new())));
    }
    let friction = settings.friction_between(on, against);
    let names = [on, against].map(|party| scene.party_name(party)).join("/");
    let (mut ids, mut named) = (Vec::<Option<String>>::new(), 0);
    for touch in pair.touches {
        if !has_normal(&touch) {
            ids.push(None);
            continue;
        }
        named += 1;
        let id = format!("{names}.{named}");
        ids.push(Some(id.clone()));
        let rounding = |part: &&str| Rounding {
            path: format!("contacts.{id}.{part}"),
            why: "found in doubles from the shapes".into(),
        };
        found.rounded.extend(touch.rounded.iter().map(rounding));
        found.contacts.push(Contact {
            id,
            against,
            friction: friction.clone(),
            curvature: touch.curvature,
            ..Contact::new(on, touch.point, touch.normal)
        });
    }
    for (index, part) in pair.parts.into_iter().enumerate() {
        let contacts: Vec<String> =
            part.touches.iter().filter_map(|&k| ids.get(k).cloned().flatten()).collect();
        let id = format!("{names}:{}", index + 1);
        found.patches.push(Patch { id, contacts, outline: part.outline });
    }
}

#[cfg(test)]
mod tests {
    use super::super::broad::{all_pairs, close_pairs};
    use super::*;
    use crate::scene::{Body, Role};
    use stiction_geometry::screw::{Planar, Spatial};
    use stiction_geometry::shape::{Outline, Polyhedron, Solid};

    /// A box of 2 by 1 by 1 with its least corner here, in halves.
    fn brick([x, y, z]: [i64; 3]) -> Solid {
        let corner = |index: i64| [x + 4 * (index & 1), y + (index & 2), z + (index >> 1 & 2)];
        let faces = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
        Solid::Polyhedron(Polyhedron {
            vertices: (0..8).map(|i| corner(i).map(|x| Rational::new(x, 2))).collect(),
            faces: faces.iter().map(|face| face.to_vec()).collect(),
        })
    }

    fn rectangle([x, _, z]: [i64; 3]) -> Outline {
        let point = |x: i64, z: i64| [Rational::new(x, 2), Rational::new(z, 2)];
        Outline::rectangle(point(x, z), point(x + 4, z + 2))
    }

    /// Bricks of 2 by 1 in a running bond, in halves: course by course, every other one shifted by half a brick.
    fn bond(courses: i64, length: i64) -> impl Iterator<Item = [i64; 3]> {
        (0..courses)
            .flat_map(move |course| (0..length).map(move |k| [4 * k + 2 * (course % 2), 0, 2 * course]))
    }

    fn wall<S: Compared>(
        courses: i64,
        length: i64,
        brick: impl Fn([i64; 3]) -> S::Shape,
        floor: S::Shape,
    ) -> Scene<S> {
        let body = |place: [i64; 3]| {
            let name = format!("{}-{}", place[2], place[0]);
            Body { shape: Some(brick(place)), ..Body::new(name) }
        };
        let floor = Body { shape: Some(floor), ..Body::new("floor").with_role(Role::Fixed) };
        Scene { bodies: bond(courses, length).map(body).chain([floor]).collect(), ..Scene::new() }
    }

    fn planar_wall(courses: i64, length: i64) -> Scene<Planar> {
        let floor = Outline::half_plane([0.into(), 0.into()], [0.into(), 1.into()]);
        wall(courses, length, rectangle, floor)
    }

    fn spatial_wall(courses: i64, length: i64) -> Scene<Spatial> {
        let floor = Solid::HalfSpace { point: [0, 0, 0].map(Into::into), normal: [0, 0, 1].map(Into::into) };
        wall(courses, length, brick, floor)
    }

    /// Ends of common edges in a wall: side by side, on each other, on the floor.
    fn patches(courses: i64, length: i64) -> usize {
        (courses * (length - 1) + (courses - 1) * (2 * length - 1) + length) as usize
    }

    #[test]
    fn the_sweep_leaves_nothing_out() {
        let settings = Settings::default();
        let plane = planar_wall(6, 5);
        assert_eq!(
            detected(&plane, &settings, close_pairs, &|_, _| ()),
            detected(&plane, &settings, all_pairs, &|_, _| ())
        );
        let space = spatial_wall(6, 5);
        assert_eq!(
            detected(&space, &settings, close_pairs, &|_, _| ()),
            detected(&space, &settings, all_pairs, &|_, _| ())
        );
    }

    #[test]
    fn the_observer_hears_rising_counts_that_end_at_the_number_of_pairs() {
        let heard = std::cell::RefCell::new(Vec::new());
        let wall = spatial_wall(20, 10);
        let boxes: Vec<_> = partners(&wall).iter().map(|one| Spatial::bounds(&one.features)).collect();
        let pairs = close_pairs(&boxes, 1e-4).len();
        let found = crate::detect::detect_observed(&wall, &Settings::default(), &|done, total| {
            heard.borrow_mut().push((done, total));
        });
        assert_eq!(found, crate::detect::detect(&wall, &Settings::default()));
        let heard = heard.into_inner();
        assert!(heard.len() > 2 && heard.is_sorted(), "{heard:?}");
        assert_eq!((heard[0], heard[heard.len() - 1]), ((0, pairs), (pairs, pairs)));
        assert!(heard.iter().all(|(_, total)| *total == pairs));
    }

    #[test]
    fn every_joint_of_a_wall_is_found_once() {
        let settings = Settings::default();
        let plane = detected(&planar_wall(7, 5), &settings, close_pairs, &|_, _| ());
        assert_eq!((plane.contacts.len(), plane.notes.len()), (2 * patches(7, 5), 0));
        let space = detected(&spatial_wall(7, 5), &settings, close_pairs, &|_, _| ());
        assert_eq!((space.contacts.len(), space.notes.len()), (4 * patches(7, 5), 0));
        assert!(plane.rounded.is_empty() && space.rounded.is_empty());
    }
}
