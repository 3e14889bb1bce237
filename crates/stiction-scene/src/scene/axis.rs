//! A number of a scene that takes several values, and grids over two of them.

use super::{Friction, Party, Quantity, Rounding, Scene, quantity};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_geometry::shape::{Geometry, Pose, SpatialPose};
use stiction_proof::{NonZero, Rational};

/// A number of a scene by its path, and the values that it takes.
#[derive(Debug, Clone, PartialEq)]
pub struct Axis {
    /// Keys from the top of the scene: `contacts.1.friction`, `bodies.rod.twist.1`, `bodies.rod.pose.2`, `gravity.0`,
    /// `jam.mu.0`.
    pub path: String,
    /// The first value.
    pub from: Rational,
    /// The last value.
    pub to: Rational,
    /// How many values, both ends among them.
    pub count: usize,
}

/// Most values along an axis.
pub const MOST_VALUES: usize = 2000;

impl Axis {
    /// Reads `PATH=FROM:TO:COUNT`.
    ///
    /// ```
    /// use stiction_scene::scene::Axis;
    /// let axis = Axis::parse("contacts.1.friction=0:1/2:3").unwrap();
    /// assert_eq!(axis.value(1), stiction_proof::Rational::new(1, 4));
    /// assert!(Axis::parse("contacts.1.friction=0:1").is_err());
    /// ```
    pub fn parse(text: &str) -> Result<Self, String> {
        let form = "write PATH=FROM:TO:COUNT, as in contacts.1.friction=0:2:100";
        let (path, range) = text.rsplit_once('=').ok_or_else(|| format!("`{text}` has no `=`; {form}"))?;
        let parts: Vec<&str> = range.split(':').collect();
        let [from, to, count] = parts[..] else {
            return Err(format!("`{range}` is not FROM:TO:COUNT; {form}"));
        };
        let number = |part: &str| {
            Rational::parse_bounded(part.trim()).map_err(|error| format!("`{part}`: {error}; {form}"))
        };
        let count = count.trim().parse().ok().filter(|count| (1..=MOST_VALUES).contains(count));
        let count = count.ok_or_else(|| format!("the count is not between 1 and {MOST_VALUES}; {form}"))?;
        Ok(Self { path: path.trim().to_owned(), from: number(from)?, to: number(to)?, count })
    }

    /// A number by its path alone, to be given values one by one.
    pub fn of(path: &str) -> Self {
        Self { path: path.to_owned(), from: Rational::zero(), to: Rational::zero(), count: 1 }
    }

    /// The value at a place along the axis.
    pub fn value(&self, index: usize) -> Rational {
        let Some(last) = self.count.checked_sub(1).filter(|last| *last > 0) else { return self.from.clone() };
        &self.from + (&self.to - &self.from) * Rational::new(index as i64, last as u64)
    }

    /// Writes a value into a scene.
    pub fn set<S: Varied>(&self, scene: &mut Scene<S>, value: Rational) -> Result<(), String> {
        let keys = self.keys(scene);
        if let ["bodies", name, "pose", component] = keys[..]
            && let Some(body) = scene.bodies.iter().position(|body| body.name == name)
            && let Some(()) = S::displace(scene, body, component, &value)
        {
            return Ok(());
        }
        if set_whole(scene, &keys, &value).is_some() {
            return Ok(());
        }
        let Some(number) = place(scene, &keys) else {
            return Err(format!(
                "`{}` is no number that a map can change; known are contacts.ID.friction (or .static, .kinetic; * for all contacts), .point.0, \
                 .normal.0, .gap, .force.0, .preload, .stiffness, .approach, bodies.NAME.mass, .inertia, .com.0, .twist.0, .wrench.0, .acceleration.0, \
                 .pose.0, gravity.0, loads.NAME.point.0, .force.0 and .moment, with 0, 1, 2 and so on for the component; of sections jam.mu.0, .force.0, .gamma.0, \
                 .mass.0.0, .constraints.0.0, .friction.0.0, and peg.width, .hole, .friction, .depth, .tilt, .push.0",
                self.path
            ));
        };
        *number = value;
        Ok(())
    }

    /// The number's value in a scene; none where there is no such number, or where many are meant that differ.
    pub fn get<S: Varied>(&self, scene: &Scene<S>) -> Option<Rational> {
        let keys = self.keys(scene);
        if let ["contacts", id, "friction"] = keys[..] {
            let ids: Vec<&str> = scene.contacts.iter().map(|contact| contact.id.as_str()).collect();
            let mut meant =
                scene.contacts.iter().filter(|contact| id == "*" || is_meant(&contact.id, id, &ids));
            let first = &meant.next()?.friction;
            let same = first.at_rest == first.sliding && meant.all(|other| other.friction == *first);
            return same.then(|| first.at_rest.clone());
        }
        if let ["loads", name, part, rest @ ..] = &keys[..] {
            let load = scene.loads.iter().find(|load| load.name == *name)?;
            let component = rest.first().map_or(Ok(0), |component| component.parse::<usize>()).ok()?;
            return match *part {
                "force" => load.force.as_ref().get(component).cloned(),
                "point" => load.point.as_ref()?.as_ref().get(component).cloned(),
                "moment" => Some(load.moment.get(component).cloned().unwrap_or_default()),
                _ => None,
            };
        }
        place(&mut scene.clone(), &keys).cloned()
    }

    /// The keys of the path among the names of a scene.
    pub fn keys<S: Varied>(&self, scene: &Scene<S>) -> Vec<&str> {
        let contacts = &mut scene.contacts.iter().map(|contact| contact.id.as_str());
        self.keys_among(contacts, &mut scene.bodies.iter().map(|body| body.name.as_str()))
    }

    /// The keys of the path among the names of contacts and bodies, which may have dots in them.
    pub fn keys_among(
        &self,
        contacts: &mut dyn Iterator<Item = &str>,
        bodies: &mut dyn Iterator<Item = &str>,
    ) -> Vec<&str> {
        let Some((section, rest)) = self.path.split_once('.') else { return vec![&self.path] };
        let begins = |name: &&str| rest.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
        let longest = |names: &mut dyn Iterator<Item = &str>| names.filter(begins).map(str::len).max();
        let named = match section {
            "contacts" => longest(contacts),
            "bodies" => longest(bodies),
            _ => None,
        };
        let head = named.map(|length| (&rest[..length], &rest[length + 1..]));
        match head {
            Some((name, rest)) => [section, name].into_iter().chain(rest.split('.')).collect(),
            None => self.path.split('.').collect(),
        }
    }

    /// What the number counts, where it counts something that has a unit.
    pub fn quantity<S: Varied>(&self, scene: &Scene<S>) -> Option<Quantity> {
        let (mut place, mut path) = (0, Vec::new());
        for (depth, key) in self.keys(scene).into_iter().enumerate() {
            let section = path.first().copied();
            path.push(match (section, depth, key.parse::<usize>()) {
                // Contacts and loads are lists of a file, and are called by their names here.
                (Some("contacts" | "loads"), 1, _) => "#",
                (_, 2.., Ok(number)) | (Some("gravity"), 1, Ok(number)) => {
                    place = number;
                    "#"
                }
                _ => key,
            });
        }
        quantity(&path, place, S::DIMENSION)
    }

    /// What one of the number is in SI units: as the scene counts it, or in a unit that stands behind the value.
    ///
    /// # Errors
    /// Where the unit is of another quantity, or the number has none.
    pub fn counted<S: Varied>(&self, scene: &Scene<S>, unit: Option<&str>) -> Result<Rational, String> {
        let Some(quantity) = self.quantity(scene) else {
            let message = |unit| format!("`{}` is a number without a unit; leave `{unit}` out", self.path);
            return unit.map_or(Ok(Rational::one()), |unit| Err(message(unit)));
        };
        let metres = scene.unit.as_ref().map_or_else(NonZero::one, |unit| unit.metres.clone());
        let Some(unit) = unit else {
            return Ok(match quantity {
                Quantity::Length | Quantity::Displacement => metres.get().clone(),
                Quantity::PerLength => metres.recip(),
                _ => Rational::one(),
            });
        };
        let units = quantity.units();
        let known: Vec<&str> = units.iter().take(4).map(|(word, _)| *word).collect();
        let factor = units.iter().find(|(word, _)| *word == unit).map(|(_, factor)| factor.clone());
        factor.ok_or_else(|| {
            format!(
                "`{}` is {}, and `{unit}` is no unit of one; write the number alone or with {}",
                self.path,
                quantity.words(),
                known.join(", ")
            )
        })
    }

    /// The unit in which the number is told to people, and what one of it is in SI units: a length as the scene
    /// counts it, an angle in radians as in files, all else in SI; none of a number without a unit.
    pub fn told_in<S: Varied>(&self, scene: &Scene<S>) -> Option<(String, NonZero)> {
        match self.quantity(scene)? {
            Quantity::Length => Some(match &scene.unit {
                Some(unit) => (unit.word.clone(), unit.metres.clone()),
                None => ("m".to_owned(), NonZero::one()),
            }),
            Quantity::Angle => Some(("rad".to_owned(), NonZero::one())),
            Quantity::Turning => Some(("rad/s".to_owned(), NonZero::one())),
            Quantity::Acceleration => Some(("m/s²".to_owned(), NonZero::one())),
            other => {
                let one = other.units().into_iter().find(|(_, factor)| *factor == Rational::one())?;
                Some((one.0.to_owned(), NonZero::one()))
            }
        }
    }

    /// Whether values move a body from where the scene has it, so that each needs the scene anew.
    fn displaces(&self) -> bool {
        self.path.starts_with("bodies.") && self.path.rsplit('.').nth(1) == Some("pose")
    }

    /// Hands on the scene with one value of `across` and every value of this axis, in turn.
    pub fn along<S: Varied>(
        &self,
        scene: &Scene<S>,
        across: (&Self, usize),
        mut each: impl FnMut(&Scene<S>),
    ) -> Result<(), String> {
        let mut of_line = scene.clone();
        across.0.set(&mut of_line, across.0.value(across.1))?;
        let mut changed = of_line.clone();
        for index in 0..self.count {
            if self.displaces() {
                changed.clone_from(&of_line);
            }
            self.set(&mut changed, self.value(index))?;
            each(&changed);
        }
        Ok(())
    }
}

/// What differs between plane and space where a number of a body is changed.
pub trait Varied: Geometry {
    /// The entry of a rotational inertia with these keys.
    fn inertia_entry<'i>(inertia: &'i mut Self::Inertia, keys: &[&str]) -> Option<&'i mut Rational>;

    /// Moves a body from where it is along an axis, or turns it about its first contact, or about its centre of mass
    /// where it has none; contacts stay where they are, as in files.
    fn displace(scene: &mut Scene<Self>, body: usize, component: &str, value: &Rational) -> Option<()>;
}

/// The point about which a body is turned.
fn pivot<S: Geometry>(scene: &Scene<S>, body: usize) -> S::Vector {
    let first = scene.contacts_of(Party::Body(body)).next();
    first.map_or_else(|| scene.bodies[body].com.clone(), |(_, contact)| contact.point.clone())
}

/// An angle is rounded as that of a pose in a file is; once is said often enough.
fn note_turn<S: Geometry>(scene: &mut Scene<S>, path: String) {
    let rounding = Rounding { path, why: "turned by an angle in radians".to_owned() };
    if !scene.rounded.contains(&rounding) {
        scene.rounded.push(rounding);
    }
}

impl Varied for Planar {
    fn inertia_entry<'i>(inertia: &'i mut Rational, keys: &[&str]) -> Option<&'i mut Rational> {
        keys.is_empty().then_some(inertia)
    }

    fn displace(scene: &mut Scene<Self>, body: usize, component: &str, value: &Rational) -> Option<()> {
        let pose = match component {
            "0" => Pose::new([value.clone(), Rational::zero(), Rational::zero()])?,
            "1" => Pose::new([Rational::zero(), value.clone(), Rational::zero()])?,
            "2" => {
                let [x, y] = pivot(scene, body);
                let mut pose = Pose::new([Rational::zero(), Rational::zero(), value.clone()])?;
                let [turned_x, turned_y] = pose.turn(&[x.clone(), y.clone()]);
                pose.shift = [x - turned_x, y - turned_y];
                pose
            }
            _ => return None,
        };
        if pose.rounded {
            note_turn(scene, format!("bodies.{}.pose", scene.bodies[body].name));
        }
        let body = &mut scene.bodies[body];
        body.com = pose.place(&body.com);
        body.shape = body.shape.as_ref().map(|shape| shape.moved(&pose));
        Some(())
    }
}

impl Varied for Spatial {
    fn inertia_entry<'i>(inertia: &'i mut [[Rational; 3]; 3], keys: &[&str]) -> Option<&'i mut Rational> {
        // An entry beside the diagonal is there twice.
        match *keys {
            [row, column] if row == column => {
                let index: usize = row.parse().ok()?;
                inertia.get_mut(index)?.get_mut(index)
            }
            _ => None,
        }
    }

    fn displace(scene: &mut Scene<Self>, body: usize, component: &str, value: &Rational) -> Option<()> {
        let axis: usize = component.parse().ok().filter(|axis| *axis < 6)?;
        let zero = Rational::zero;
        let pose = if axis < 3 {
            let shift = std::array::from_fn(|k| if k == axis { value.clone() } else { zero() });
            SpatialPose::new(shift, [Rational::one(), zero(), zero(), zero()])?
        } else {
            let about = pivot(scene, body);
            let tangent = Rational::from_f64((value.to_f64() / 2.0).tan())?;
            let mut quaternion = [Rational::one(), zero(), zero(), zero()];
            quaternion[axis - 2] = tangent;
            let turn = SpatialPose::new(std::array::from_fn(|_| zero()), quaternion.clone())?;
            let turned = turn.turn(&about);
            SpatialPose::new(std::array::from_fn(|k| &about[k] - &turned[k]), quaternion)?
        };
        if axis >= 3 && !value.is_zero() {
            note_turn(scene, format!("bodies.{}.pose", scene.bodies[body].name));
        }
        let body = &mut scene.bodies[body];
        body.com = pose.place(&body.com);
        body.shape = body.shape.as_ref().map(|shape| shape.moved(&pose));
        body.inertia = body.inertia.as_ref().map(|inertia| pose.turn_inertia(inertia));
        Some(())
    }
}

/// Whether a contact has this id, or is one of the points of the contact that has it.
fn is_meant(contact: &str, id: &str, all: &[&str]) -> bool {
    let point = || contact.strip_prefix(id).and_then(|rest| rest.strip_prefix('.'));
    contact == id
        || !all.contains(&id)
            && point().is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Writes what is more than one number of the scene: both coefficients of a contact, an entry of a symmetric matrix,
/// the lean of a peg.
fn set_whole<S: Varied>(scene: &mut Scene<S>, keys: &[&str], value: &Rational) -> Option<()> {
    let index = |key: &str| key.parse::<usize>().ok();
    match keys {
        ["contacts", "*", "friction"] => {
            scene.contacts.iter_mut().for_each(|contact| contact.friction = Friction::new(value.clone()));
        }
        ["contacts", id, "friction"] => {
            let ids: Vec<&str> = scene.contacts.iter().map(|contact| contact.id.as_str()).collect();
            let meant: Vec<usize> = (0..ids.len()).filter(|&at| is_meant(ids[at], id, &ids)).collect();
            for &at in &meant {
                scene.contacts[at].friction = Friction::new(value.clone());
            }
            if meant.is_empty() {
                return None;
            }
        }
        ["loads", name, "force", component] => scene.change_load(name, |load| {
            *load.force.as_mut().get_mut(index(component)?)? = value.clone();
            Some(())
        })?,
        ["loads", name, "point", component] => {
            let on = scene.loads.iter().find(|load| load.name == *name)?.on;
            let com = scene.bodies[on].com.clone();
            scene.change_load(name, |load| {
                *load.point.get_or_insert(com).as_mut().get_mut(index(component)?)? = value.clone();
                Some(())
            })?;
        }
        ["loads", name, "moment", rest @ ..] => scene.change_load(name, |load| {
            load.moment.resize(S::FREEDOMS - S::DIMENSION, Rational::zero());
            let component = rest.first().map_or(Some(0), |component| index(component))?;
            *load.moment.get_mut(component)? = value.clone();
            Some(())
        })?,
        ["jam", "mass", row, column] => {
            let mass = &mut scene.jam.as_mut()?.mass;
            let (row, column) = (index(row)?, index(column)?);
            *mass.get_mut(row)?.get_mut(column)? = value.clone();
            *mass.get_mut(column)?.get_mut(row)? = value.clone();
        }
        ["peg", "tilt"] => {
            let pose = Pose::new([Rational::zero(), Rational::zero(), value.clone()])?;
            scene.peg.as_mut()?.turned = [pose.cosine, pose.sine];
            if pose.rounded {
                note_turn(scene, "peg.tilt".to_owned());
            }
        }
        _ => return None,
    }
    Some(())
}

fn place<'s, S: Varied>(scene: &'s mut Scene<S>, keys: &[&str]) -> Option<&'s mut Rational> {
    let index = |key: &str| key.parse::<usize>().ok();
    match keys {
        ["gravity", component] => scene.gravity.as_mut().get_mut(index(component)?),
        ["bodies", name, rest @ ..] => {
            let body = scene.bodies.iter_mut().find(|body| body.name == *name)?;
            match rest {
                ["mass"] => body.mass.as_mut(),
                ["inertia", rest @ ..] => S::inertia_entry(body.inertia.as_mut()?, rest),
                ["com", component] => body.com.as_mut().get_mut(index(component)?),
                ["twist", component] => body.twist.as_mut().get_mut(index(component)?),
                ["wrench", component] => body.wrench.as_mut().get_mut(index(component)?),
                ["acceleration", component] => {
                    let acceleration = body.acceleration.get_or_insert_with(Default::default);
                    acceleration.as_mut().get_mut(index(component)?)
                }
                _ => None,
            }
        }
        ["contacts", id, rest @ ..] => {
            let contact = scene.contacts.iter_mut().find(|contact| contact.id == *id)?;
            match rest {
                ["friction", "static"] => Some(&mut contact.friction.at_rest),
                ["friction", "kinetic"] => Some(&mut contact.friction.sliding),
                ["point", component] => contact.point.as_mut().get_mut(index(component)?),
                ["normal", component] => contact.normal.as_mut().get_mut(index(component)?),
                ["gap"] => Some(&mut contact.gap),
                ["preload"] => contact.preload.as_mut(),
                ["stiffness"] => contact.stiffness.as_mut(),
                ["approach"] => contact.stiffness.is_some().then_some(&mut contact.approach),
                ["force", component] => contact.force.as_mut()?.get_mut(index(component)?),
                _ => None,
            }
        }
        ["jam", rest @ ..] => {
            let jam = scene.jam.as_mut()?;
            match rest {
                ["mu", one] => jam.mu.get_mut(index(one)?),
                ["force", one] => jam.force.as_mut()?.get_mut(index(one)?),
                ["gamma", one] => jam.gamma.as_mut()?.get_mut(index(one)?),
                ["constraints", row, column] => jam.constraints.get_mut(index(row)?)?.get_mut(index(column)?),
                ["friction", row, column] => jam.friction.get_mut(index(row)?)?.get_mut(index(column)?),
                _ => None,
            }
        }
        ["peg", rest @ ..] => {
            let peg = scene.peg.as_mut()?;
            match rest {
                ["width"] => Some(&mut peg.width),
                ["hole"] => Some(&mut peg.hole),
                ["friction"] => Some(&mut peg.friction),
                ["depth"] => Some(&mut peg.depth),
                ["push", component] => peg.push.as_mut()?.get_mut(index(component)?),
                _ => None,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Body, Contact, LengthUnit, Load};

    fn scene() -> Scene<Planar> {
        let touch = |id: &str| Contact::planar(Party::Body(0), [0, 0], [0, 1]).with_id(id);
        Scene::new()
            .with_body(Body::new("a.b").with_mass(1))
            .with_contact(touch("a.b/ground.1"))
            .with_contact(touch("a.b/ground.1.friction"))
            .with_contact(touch("1"))
    }

    fn changed(path: &str) -> Scene<Planar> {
        let mut scene = scene();
        Axis::parse(&format!("{path}=7:7:1")).unwrap().set(&mut scene, Rational::from(7)).unwrap();
        scene
    }

    #[test]
    fn names_may_have_dots_and_a_star_is_every_contact() {
        let seven = Rational::from(7);
        assert_eq!(changed("contacts.a.b/ground.1.friction").contacts[0].friction, Friction::new(7));
        assert_eq!(changed("contacts.a.b/ground.1.friction.gap").contacts[1].gap, seven);
        assert_eq!(changed("contacts.1.point.1").contacts[2].point[1], seven);
        assert_eq!(changed("bodies.a.b.mass").bodies[0].mass, Some(seven));
        assert_eq!(changed("bodies.a.b.pose.0").bodies[0].com[0], Rational::from(7));
        assert!(changed("contacts.*.friction").contacts.iter().all(|one| one.friction == Friction::new(7)));
    }

    #[test]
    fn a_value_counts_as_its_number_does_in_the_scene() {
        let mut scene = scene();
        scene.unit =
            Some(LengthUnit { word: "mm".to_owned(), metres: NonZero::new(Rational::new(1, 1000)).unwrap() });
        let one = |path: &str, unit: Option<&str>| Axis::of(path).counted(&scene, unit);
        let thousandth = Ok(Rational::new(1, 1000));
        assert_eq!(one("contacts.1.point.0", None), thousandth);
        assert_eq!(one("contacts.a.b/ground.1.gap", None), thousandth);
        assert_eq!(one("peg.depth", None), thousandth);
        assert_eq!(one("bodies.a.b.pose.0", None), thousandth);
        assert_eq!(one("contacts.1.point.0", Some("cm")), Ok(Rational::new(1, 100)));
        for path in [
            "bodies.a.b.mass",
            "gravity.1",
            "contacts.1.friction",
            "contacts.1.normal.0",
            "bodies.a.b.pose.2",
        ] {
            assert_eq!(one(path, None), Ok(Rational::one()), "{path}");
        }
        assert_eq!(one("bodies.a.b.wrench.1", Some("kN")), Ok(Rational::from(1000)));
        assert!(
            one("bodies.a.b.wrench.0", Some("kN")).unwrap_err().contains("`bodies.a.b.wrench.0` is a moment")
        );
        assert!(one("contacts.1.friction", Some("mm")).unwrap_err().contains("without a unit"));
        let told = |path: &str| Axis::of(path).told_in(&scene).map(|(word, _)| word);
        assert_eq!(told("contacts.1.point.0").as_deref(), Some("mm"));
        assert_eq!(told("bodies.a.b.wrench.1").as_deref(), Some("N"));
        assert_eq!(told("bodies.a.b.wrench.0").as_deref(), Some("N m"));
        assert_eq!(told("contacts.1.friction"), None);
    }

    #[test]
    fn the_point_of_a_load_is_a_number() {
        let one = |k: i64| Rational::from(k);
        let mut scene = scene().with_load(Load::cut());
        let axis = Axis::of("loads.cut.point.0");
        assert_eq!(axis.get(&scene), Some(one(2)));
        axis.set(&mut scene, one(4)).unwrap();
        assert_eq!(scene.bodies[0].wrench, [one(17), one(0), one(3)]);
        assert_eq!(axis.counted(&scene, Some("mm")), Ok(Rational::new(1, 1000)));
    }

    #[test]
    fn a_body_in_space_turns_about_its_first_contact_with_its_inertia() {
        let mut scene = Scene::<Spatial>::new().with_body(Body::new("a"));
        scene.bodies[0].com = [1, 0, 0].map(Rational::from);
        scene.bodies[0].inertia = Some([[1, 0, 0], [0, 2, 0], [0, 0, 3]].map(|row| row.map(Rational::from)));
        let turn = Axis::parse("bodies.a.pose.5=0:1.5707963267948966:2").unwrap();
        turn.set(&mut scene, turn.value(1)).unwrap();
        // About its own centre, for nothing touches it: a quarter turn about z exchanges the first two.
        let inertia = scene.bodies[0].inertia.clone().unwrap();
        assert!((inertia[0][0].to_f64() - 2.0).abs() < 1e-12 && (inertia[1][1].to_f64() - 1.0).abs() < 1e-12);
        assert_eq!(scene.bodies[0].com, [1, 0, 0].map(Rational::from));
        assert_eq!(scene.rounded.len(), 1);
        assert!(Axis::parse("bodies.a.pose.6=0:1:2").unwrap().set(&mut scene, Rational::one()).is_err());
    }

    #[test]
    fn a_line_of_values_that_move_a_body_begins_anew_each_time() {
        let (along, across) =
            (Axis::parse("bodies.a.b.pose.0=1:3:3").unwrap(), Axis::parse("gravity.0=5:6:2").unwrap());
        let mut places = Vec::new();
        along
            .along(&scene(), (&across, 1), |scene| {
                places.push((scene.bodies[0].com[0].clone(), scene.gravity[0].clone()))
            })
            .unwrap();
        let expected: Vec<_> = [1, 2, 3].map(|x| (Rational::from(x), Rational::from(6))).to_vec();
        assert_eq!(places, expected);
    }
}
