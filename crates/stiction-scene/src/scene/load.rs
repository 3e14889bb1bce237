//! A load where it acts: a force at a point of a body, and a moment.

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

    /// The scene with one more load, which is added to the wrench of its body.
    pub fn with_load(mut self, load: Load<S>) -> Self {
        let wrench = self.load_wrench(&load);
        self.add_to_wrench(load.on, &wrench, true);
        self.loads.push(load);
        self
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
        let after = self.load_wrench(&load);
        self.add_to_wrench(load.on, &before, false);
        self.add_to_wrench(load.on, &after, true);
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
mod tests {
    use super::*;
    use crate::scene::Body;
    use stiction_geometry::screw::Planar;

    #[test]
    fn a_force_beside_the_centre_of_mass_turns_the_body() {
        let one = |k: i64| Rational::from(k);
        let load = Load {
            name: "cut".to_owned(),
            on: 0,
            point: Some([one(2), one(0)]),
            force: [one(0), one(3)],
            moment: vec![one(5)],
        };
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
}
