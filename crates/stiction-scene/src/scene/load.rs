//! A load where it acts: a force at a point of a body, and a moment; and the cases in which loads act together.

use super::Scene;
use stiction_exact::vector::cross;
use stiction_geometry::screw::Space;
use stiction_geometry::shape::Geometry;
use stiction_proof::{Rational, Vector};

/// A force and a moment on a body.
///
/// What it does is part of the body's own `wrench` already; it is kept so that it can be shown where it acts, and
/// changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Load<S: Space> {
    /// Unique name.
    pub name: String,
    /// The body, by its place in the scene.
    pub on: usize,
    /// Where the force acts, in world coordinates; at the centre of mass where this is not said.
    pub point: Option<S::Vector>,
    /// The force.
    pub force: S::Vector,
    /// The moment besides: one number in the plane, three in space.
    pub moment: Vec<Rational>,
    /// The case in which it acts, together with the others of that case; without one it always acts.
    pub case: Option<String>,
}

impl<S: Geometry> Scene<S> {
    /// What a load does, about the centre of mass of its body.
    pub fn load_wrench(&self, load: &Load<S>) -> S::Screw {
        let vector = |entries: &[Rational]| -> Vector {
            std::array::from_fn(|k| entries.get(k).cloned().unwrap_or_default())
        };
        let com = vector(self.bodies[load.on].com.as_ref());
        let point = load.point.as_ref().map_or_else(|| com.clone(), |point| vector(point.as_ref()));
        let lever: Vector = std::array::from_fn(|k| &point[k] - &com[k]);
        let turned = cross(&lever, &vector(load.force.as_ref()));
        let turns = S::FREEDOMS - S::DIMENSION;
        let mut wrench = S::Screw::default();
        let (angular, linear) = wrench.as_mut().split_at_mut(turns);
        for (k, entry) in angular.iter_mut().enumerate() {
            *entry = &turned[3 - turns + k] + load.moment.get(k).unwrap_or(&Rational::zero());
        }
        linear.iter_mut().zip(load.force.as_ref()).for_each(|(entry, part)| *entry = part.clone());
        wrench
    }

    /// The scene with one more load, which is added to the wrench of its body unless it acts in another case.
    pub fn with_load(mut self, load: Load<S>) -> Self {
        if self.has_acting(&load) {
            let wrench = self.load_wrench(&load);
            self.add_to_wrench(load.on, &wrench, true);
        }
        self.loads.push(load);
        self
    }

    /// Whether a load acts: always, or in the case that the scene is in.
    pub fn has_acting(&self, load: &Load<S>) -> bool {
        load.case.is_none() || load.case == self.case
    }

    /// The loads that act.
    pub fn acting_loads(&self) -> impl Iterator<Item = &Load<S>> {
        self.loads.iter().filter(|load| self.has_acting(load))
    }

    /// The load cases, in the order in which the file names them first.
    pub fn cases(&self) -> Vec<&str> {
        let mut cases: Vec<&str> = Vec::new();
        for case in self.loads.iter().filter_map(|load| load.case.as_deref()) {
            if !cases.contains(&case) {
                cases.push(case);
            }
        }
        cases
    }

    /// The scene in one of its load cases: with the loads of that case besides those that always act.  None where it
    /// has no such case, or is in another one.
    pub fn in_case(&self, case: &str) -> Option<Self> {
        if self.case.is_some() {
            return (self.case.as_deref() == Some(case)).then(|| self.clone());
        }
        if !self.cases().contains(&case) {
            return None;
        }
        let mut scene = Self { case: Some(case.to_owned()), ..self.clone() };
        for load in self.loads.iter().filter(|load| load.case.as_deref() == Some(case)) {
            let wrench = self.load_wrench(load);
            scene.add_to_wrench(load.on, &wrench, true);
        }
        Some(scene)
    }

    /// Changes a load, and the wrench of its body with it; none where there is no such load.
    pub(super) fn change_load(
        &mut self,
        name: &str,
        change: impl FnOnce(&mut Load<S>) -> Option<()>,
    ) -> Option<()> {
        let index = self.loads.iter().position(|load| load.name == name)?;
        let (before, mut load) = (self.load_wrench(&self.loads[index]), self.loads[index].clone());
        change(&mut load)?;
        if self.has_acting(&load) {
            let after = self.load_wrench(&load);
            self.add_to_wrench(load.on, &before, false);
            self.add_to_wrench(load.on, &after, true);
        }
        self.loads[index] = load;
        Some(())
    }

    fn add_to_wrench(&mut self, body: usize, part: &S::Screw, positive: bool) {
        for (entry, part) in self.bodies[body].wrench.as_mut().iter_mut().zip(part.as_ref()) {
            if positive { *entry += part } else { *entry -= part }
        }
    }
}

#[cfg(test)]
impl Load<stiction_geometry::screw::Planar> {
    /// 3 N upwards, two metres beside the origin, and a moment of 5 N m.
    pub(crate) fn cut() -> Self {
        let one = |k: i64| Rational::from(k);
        let (point, force) = (Some([one(2), one(0)]), [one(0), one(3)]);
        Self { name: "cut".to_owned(), on: 0, point, force, moment: vec![one(5)], case: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Body;
    use stiction_geometry::screw::Planar;

    #[test]
    fn a_force_beside_the_centre_of_mass_turns_the_body() {
        let (one, load) = (|k: i64| Rational::from(k), Load::cut());
        let scene = Scene::<Planar>::new().with_body(Body::new("part").with_com([1, 0])).with_load(load);
        assert_eq!(scene.bodies[0].wrench, [one(8), one(0), one(3)]);
        let mut changed = scene.clone();
        changed
            .change_load("cut", |load| {
                load.force[1] = one(4);
                Some(())
            })
            .unwrap();
        assert_eq!(changed.bodies[0].wrench, [one(9), one(0), one(4)]);
        assert_eq!(changed.change_load("other", |_| Some(())), None);
    }

    #[test]
    fn a_load_of_a_case_acts_in_that_case_alone() {
        let load = |name: &str, force: i64, case: Option<&str>| Load {
            name: name.to_owned(),
            on: 0,
            point: None,
            force: [Rational::from(force), Rational::zero()],
            moment: Vec::new(),
            case: case.map(str::to_owned),
        };
        let scene = Scene::<Planar>::new()
            .with_body(Body::new("part"))
            .with_load(load("always", 1, None))
            .with_load(load("cut", 10, Some("roughing")))
            .with_load(load("drill", 100, Some("drilling")))
            .with_load(load("coolant", 1000, Some("roughing")));
        assert_eq!(scene.cases(), ["roughing", "drilling"]);
        let pushed = |scene: &Scene<Planar>| scene.bodies[0].wrench[1].to_f64();
        assert_eq!(pushed(&scene), 1.0);
        let roughing = scene.in_case("roughing").unwrap();
        assert_eq!(pushed(&roughing), 1011.0);
        assert_eq!(roughing.acting_loads().count(), 3);
        assert_eq!(pushed(&scene.in_case("drilling").unwrap()), 101.0);
        // Again the same, and no other.
        assert_eq!(roughing.in_case("roughing"), Some(roughing.clone()));
        assert_eq!(roughing.in_case("drilling"), None);
        assert_eq!(scene.in_case("milling"), None);
        // What acts elsewhere may change and changes nothing here.
        let mut changed = roughing.clone();
        let more = |load: &mut Load<Planar>| {
            load.force[0] = Rational::from(7);
            Some(())
        };
        changed.change_load("drill", more).unwrap();
        assert_eq!(pushed(&changed), 1011.0);
        changed.change_load("cut", more).unwrap();
        assert_eq!(pushed(&changed), 1008.0);
    }
}
