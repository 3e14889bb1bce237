//! Places and turns of frames: quaternions, axes with angles, Euler's angles, two axes, one axis.

use super::bounds::Bounds;
use crate::findings::Findings;
use crate::xml_tree::Tag;
use stiction::screw::{Pose, Spatial};

/// What angles are measured in, and in which order Euler's are taken.
#[derive(Debug, Clone)]
pub(super) struct Angles {
    /// Radians in a unit.
    pub(super) unit: f64,
    /// Three of x, y, z: lower case turns about axes that turn along, upper case about those of the parent.
    sequence: [char; 3],
    /// Whether a range of a joint counts without `limited`.
    pub(super) autolimits: bool,
    /// Whether inertias come from geoms: always, never, or where there is no `inertial`.
    pub(super) from_geoms: Option<bool>,
    /// The groups of the geoms that weigh something.
    pub(super) groups: [f64; 2],
    /// What masses and moments are put within.
    pub(super) bounds: Bounds,
    /// What all bodies weigh together, kg, where masses are scaled to that.
    pub(super) total: Option<f64>,
}

impl Angles {
    /// Those of `compiler`.
    pub(super) fn of(tree: &Tag, found: &mut Findings<'_>) -> Option<Self> {
        let mut all = Self {
            unit: std::f64::consts::PI / 180.0,
            sequence: ['x', 'y', 'z'],
            autolimits: true,
            from_geoms: None,
            groups: [0.0, 5.0],
            bounds: Bounds::default(),
            total: None,
        };
        let mut whole = true;
        for compiler in tree.all("compiler") {
            if let Some(word) = compiler.get("angle") {
                all.unit = if word == "radian" { 1.0 } else { std::f64::consts::PI / 180.0 };
            }
            if let Some(word) = compiler.get("eulerseq") {
                let letters: Vec<char> = word.chars().collect();
                match <[char; 3]>::try_from(letters) {
                    Ok(letters) if letters.iter().all(|letter| "xyzXYZ".contains(*letter)) => {
                        all.sequence = letters;
                    }
                    _ => {
                        compiler.fault(
                            "eulerseq",
                            "`eulerseq` is not three of x, y, z",
                            "give e.g. xyz",
                            found,
                        );
                        whole = false;
                    }
                }
            }
            all.autolimits = compiler.get("autolimits").map_or(all.autolimits, |word| word == "true");
            all.from_geoms = match compiler.get("inertiafromgeom") {
                Some("true") => Some(true),
                Some("false") => Some(false),
                Some(_) => None,
                None => all.from_geoms,
            };
            whole &= all.masses(compiler, found).is_some();
            if compiler.get("coordinate") == Some("global") {
                let help = "save it with local coordinates, as MuJoCo has done since 2.3.4";
                compiler.fault("coordinate", "global coordinates are not taken", help, found);
                whole = false;
            }
        }
        whole.then_some(all)
    }

    /// What a `compiler` says of masses.
    fn masses(&mut self, compiler: &Tag, found: &mut Findings<'_>) -> Option<()> {
        if let Some(text) = compiler.get("inertiagrouprange") {
            self.groups = compiler.list("inertiagrouprange", text, found)?;
        }
        if let Some(text) = compiler.get("settotalmass") {
            let [total] = compiler.list("settotalmass", text, found)?;
            self.total = Some(total).filter(|total| *total > 0.0);
        }
        if let Some(text) = compiler.get("boundmass") {
            [self.bounds.mass] = compiler.list("boundmass", text, found)?;
        }
        if let Some(text) = compiler.get("boundinertia") {
            [self.bounds.inertia] = compiler.list("boundinertia", text, found)?;
        }
        if let Some(word) = compiler.get("balanceinertia") {
            self.bounds.balance = word == "true";
        }
        Some(())
    }

    /// The place and turn of an element, by its attributes.
    pub(super) fn pose<'t>(
        &self,
        tag: &Tag,
        get: impl Fn(&str) -> Option<&'t str>,
        found: &mut Findings<'_>,
    ) -> Option<Pose<Spatial>> {
        let place = match get("pos") {
            Some(text) => tag.list::<3>("pos", text, found)?,
            None => [0.0; 3],
        };
        Some(Pose::translation_by(place) * self.turn(tag, get, found)?)
    }

    fn turn<'t>(
        &self,
        tag: &Tag,
        get: impl Fn(&str) -> Option<&'t str>,
        found: &mut Findings<'_>,
    ) -> Option<Pose<Spatial>> {
        let turned = if let Some(text) = get("quat") {
            Pose::from_quaternion(tag.list::<4>("quat", text, found)?, [0.0; 3]).ok()
        } else if let Some(text) = get("axisangle") {
            let [x, y, z, angle] = tag.list::<4>("axisangle", text, found)?;
            Pose::from_axis_angle([x, y, z], angle * self.unit, [0.0; 3]).ok()
        } else if let Some(text) = get("euler") {
            self.euler(tag.list::<3>("euler", text, found)?)
        } else if let Some(text) = get("xyaxes") {
            let [a, b, c, d, e, f] = tag.list::<6>("xyaxes", text, found)?;
            axes([a, b, c], [d, e, f])
        } else if let Some(text) = get("zaxis") {
            z_along(tag.list::<3>("zaxis", text, found)?)
        } else {
            Some(Pose::identity())
        };
        if turned.is_none() {
            let message = "the turn has no direction";
            tag.fault("axis", message, "give a quaternion or axes of any length but zero", found);
        }
        turned
    }

    fn euler(&self, angles: [f64; 3]) -> Option<Pose<Spatial>> {
        let mut turned = Pose::identity();
        for (letter, angle) in self.sequence.into_iter().zip(angles) {
            let axis = match letter.to_ascii_lowercase() {
                'x' => [1.0, 0.0, 0.0],
                'y' => [0.0, 1.0, 0.0],
                _ => [0.0, 0.0, 1.0],
            };
            let step = Pose::from_axis_angle(axis, angle * self.unit, [0.0; 3]).ok()?;
            turned = if letter.is_ascii_lowercase() { turned * step } else { step * turned };
        }
        Some(turned)
    }
}

/// The turn whose x is along the first direction and whose y is as near as possible to the second.
fn axes(first: [f64; 3], second: [f64; 3]) -> Option<Pose<Spatial>> {
    let x = unit(first)?;
    let along: f64 = (0..3).map(|i| x[i] * second[i]).sum();
    let y = unit(std::array::from_fn(|i| second[i] - along * x[i]))?;
    let z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
    Pose::from_matrix(std::array::from_fn(|i| [x[i], y[i], z[i]]), [0.0; 3]).ok()
}

/// The least turn that takes z to a direction.
pub(super) fn z_along(direction: [f64; 3]) -> Option<Pose<Spatial>> {
    let [x, y, z] = unit(direction)?;
    let across = (x * x + y * y).sqrt();
    let axis = if across > 0.0 { [-y, x, 0.0] } else { [1.0, 0.0, 0.0] };
    Pose::from_axis_angle(axis, across.atan2(z), [0.0; 3]).ok()
}

fn unit(direction: [f64; 3]) -> Option<[f64; 3]> {
    let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length.is_finite() && length > 0.0).then(|| direction.map(|x| x / length))
}
