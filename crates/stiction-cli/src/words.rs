//! Values of flags, as they are typed.

use std::path::PathBuf;
use stiction::scene::{AnyScene, Scene, Varied};
use stiction_files::parted;
use stiction_proof::Rational;
use stiction_report::{Axis, Misfit, Options, Question, Tolerance, Unknown};

/// The name of a package, and its folder.
#[derive(Debug, Clone)]
pub struct Package(pub String, pub PathBuf);

/// A package and its folder, `NAME=DIR`.
pub fn package(text: &str) -> Result<Package, String> {
    let Some((name, folder)) = text.split_once('=').filter(|(name, dir)| !name.is_empty() && !dir.is_empty())
    else {
        return Err("give the name of a package and its folder, as in arm_description=robots/arm".to_owned());
    };
    if name.contains('/') {
        return Err(format!(
            "`{name}` is no name of a package; give what stands behind package:// up to the next /"
        ));
    }
    Ok(Package(name.to_owned(), folder.into()))
}

/// A unit of length, in metres.
pub fn unit(text: &str) -> Result<Rational, String> {
    let (numerator, denominator) = match text {
        "m" => (1, 1),
        "mm" => (1, 1000),
        "cm" => (1, 100),
        "km" => (1000, 1),
        "um" => (1, 1_000_000),
        "inch" => (254, 10_000),
        "foot" => (3048, 10_000),
        _ => return Err("the unit is one of m, mm, cm, km, um, inch, foot".to_owned()),
    };
    Ok(Rational::new(numerator, denominator))
}

/// A point of the plane.
#[derive(Debug, Clone)]
pub struct Point(pub [Rational; 2]);

/// A point of the plane, `x,y`.
pub fn point(text: &str) -> Result<Point, String> {
    let WrenchList(numbers) = wrench(text)?;
    let count = numbers.len();
    <[Rational; 2]>::try_from(numbers)
        .map(Point)
        .map_err(|_| format!("a point of the plane has 2 numbers, this has {count}; give x,y"))
}

/// Values of a number of the scene as they are typed, and the unit behind them: without one they count as the number
/// does in the scene, which is not read yet.
#[derive(Debug, Clone)]
pub struct Typed<T> {
    /// The values, in that unit.
    pub value: T,
    /// The unit.
    pub unit: Option<String>,
}

/// A number, and the unit behind it.
fn with_unit(text: &str) -> Option<(Rational, Option<String>)> {
    let bare = Rational::parse_bounded(text.trim()).ok().map(|number| (number, None));
    bare.or_else(|| parted(text).map(|(number, unit)| (number, Some(unit))))
}

/// Two numbers and the unit of both.
type TwoWithUnit = ([Rational; 2], Option<String>);

/// Two numbers, and the unit of both: behind both of them, or behind one.
fn two_with_unit(from: &str, to: &str) -> Result<Option<TwoWithUnit>, String> {
    let (Some((from, first)), Some((to, second))) = (with_unit(from), with_unit(to)) else { return Ok(None) };
    if let (Some(first), Some(second)) = (&first, &second)
        && first != second
    {
        return Err(format!("one value is in {first} and the other in {second}; give both in one unit"));
    }
    Ok(Some(([from, to], first.or(second))))
}

/// Two numbers, `LO:HI`, the first below the second.
pub fn within(text: &str) -> Result<Typed<[Rational; 2]>, String> {
    let numbers = match text.split(':').collect::<Vec<_>>()[..] {
        [lo, hi] => two_with_unit(lo, hi)?,
        _ => None,
    };
    match numbers {
        Some(([lo, hi], unit)) if lo < hi => Ok(Typed { value: [lo, hi], unit }),
        Some(([lo, hi], _)) => Err(format!("the first must be below the second: {lo} is not below {hi}")),
        None => Err(format!("`{text}` is not two numbers; give LO:HI, e.g. 0:0.5 or 20:100mm")),
    }
}

/// A number of the scene and its values, `PATH=FROM:TO:COUNT`.
pub fn axis(text: &str) -> Result<Typed<Axis>, String> {
    // The unit is taken off; the rest is told as ever.
    if let Some((path, range)) = text.rsplit_once('=')
        && let [from, to, count] = range.split(':').collect::<Vec<_>>()[..]
        && let Some(([from, to], unit)) = two_with_unit(from, to)?
    {
        let value = Axis::parse(&format!("{path}={from}:{to}:{count}"))?;
        return Ok(Typed { value, unit });
    }
    Axis::parse(text).map(|value| Typed { value, unit: None })
}

/// Values of flags that count as their numbers do in the scene.
#[derive(Debug, Clone, Default)]
pub struct Units {
    /// The units of `--map`, in order.
    pub map: Vec<Option<String>>,
    /// The unit of `--within`.
    pub within: Option<String>,
}

impl Units {
    /// Converts the values to SI units, now that the scene is known.
    pub fn count(&self, scene: &AnyScene, options: &mut Options) -> Vec<Misfit> {
        match scene {
            AnyScene::Planar(scene) => self.count_in(scene, options),
            AnyScene::Spatial(scene) => self.count_in(scene, options),
        }
    }

    fn count_in<S: Varied>(&self, scene: &Scene<S>, options: &mut Options) -> Vec<Misfit> {
        let mut misfits = Vec::new();
        let mut factor = |flag: &str, axis: &Axis, unit: Option<&str>| {
            axis.counted(scene, unit).unwrap_or_else(|message| {
                let help = "give it as the scene writes it, e.g. 20, or with a unit, e.g. 20mm";
                misfits.push(Misfit::new("unit", &[flag], message, help));
                Rational::one()
            })
        };
        for (axis, unit) in options.map.iter_mut().zip(&self.map) {
            let factor = factor("--map", axis, unit.as_deref());
            (axis.from, axis.to) = (&axis.from * &factor, &axis.to * &factor);
        }
        if let Some(Unknown { path, within: Some(within) }) = &mut options.extras.solve {
            let factor = factor("--within", &Axis::of(path), self.within.as_deref());
            *within = within.each_ref().map(|end| end * &factor);
        }
        misfits
    }
}

/// A direction, `fx,fy`, in space with `fz`.
pub fn push(text: &str) -> Result<WrenchList, String> {
    let numbers: Result<Vec<Rational>, _> =
        text.split(',').map(|part| part.trim().parse::<Rational>()).collect();
    match numbers {
        Ok(numbers) if (2..=3).contains(&numbers.len()) => Ok(WrenchList(numbers)),
        Ok(numbers) => {
            Err(format!("a push has 2 numbers in the plane and 3 in space, this has {}", numbers.len()))
        }
        Err(_) => Err(format!("`{text}` is not a list of numbers; give fx,fy")),
    }
}

/// Two names.
#[derive(Debug, Clone)]
pub struct Two(pub [String; 2]);

/// The numbers of one wrench.
#[derive(Debug, Clone)]
pub struct WrenchList(pub Vec<Rational>);

/// Three numbers.
#[derive(Debug, Clone, Copy)]
pub struct Triple(pub [f64; 3]);

/// Three numbers, `x,y,z`.
pub fn triple(text: &str) -> Result<Triple, String> {
    let WrenchList(numbers) = wrench(text)?;
    let numbers: Vec<f64> = numbers.iter().map(Rational::to_f64).collect();
    let count = numbers.len();
    let triple = <[f64; 3]>::try_from(numbers);
    triple.map(Triple).map_err(|_| format!("{count} numbers; give three, e.g. 0,0,-9.81"))
}

/// The word of a question.
pub fn question(word: &str) -> Result<Question, String> {
    let words = || Question::every().map(Question::word).collect::<Vec<_>>().join(", ");
    Question::every()
        .find(|one| one.word() == word)
        .ok_or_else(|| format!("there is no such question; ask one of {}", words()))
}

/// Numbers with commas between them.
pub fn wrench(text: &str) -> Result<WrenchList, String> {
    let number = |part: &str| {
        let part = part.trim();
        Rational::parse_bounded(part).map_err(|error| {
            format!("`{part}`: {error}; give numbers with commas between them, as in 0,0,-9.81 or 1/3,0,2")
        })
    };
    text.split(',').map(number).collect::<Result<_, _>>().map(WrenchList)
}

/// Up to three numbers with commas between them.
pub fn log_tolerance(text: &str) -> Result<Tolerance, String> {
    let mut parts = text.split(',').map(|part| not_negative(part.trim()));
    let mut tolerance = Tolerance::default();
    for place in [&mut tolerance.law, &mut tolerance.speed, &mut tolerance.depth] {
        let Some(part) = parts.next() else { break };
        *place = part.map_err(|why| format!("{why}; give up to three numbers, as in 0.01,0.001,0.001"))?;
    }
    if parts.next().is_some() {
        return Err("give up to three numbers: N and m/s², then m/s, then m".to_owned());
    }
    Ok(tolerance)
}

/// Names that were typed with commas between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Names(pub Vec<String>);

impl Names {
    /// The names of all lists.
    pub fn joined(lists: &[Self]) -> Vec<String> {
        lists.iter().flat_map(|list| list.0.clone()).collect()
    }
}

/// Names with commas between them; one in double quotes is taken as it is, two quotes in it stand for one.
pub fn names(text: &str) -> Result<Names, String> {
    let (mut all, mut rest) = (Vec::new(), text);
    loop {
        let quoted = rest.trim_start().strip_prefix('"');
        let (name, behind) = match quoted {
            Some(inside) => until_quote(inside).ok_or_else(|| {
                format!("`{text}` has a quote that is not closed; give names as in '\"a,b\",c'")
            })?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        all.push(name);
        rest = match behind.trim_start() {
            "" => return Ok(Names(all)),
            more => more.strip_prefix(',').ok_or_else(|| {
                format!("`{more}` stands behind a name in quotes; give a comma between names")
            })?,
        };
    }
}

/// What stands before the closing quote, and what behind it.
fn until_quote(text: &str) -> Option<(String, &str)> {
    let (mut name, mut rest) = (String::new(), text);
    loop {
        let (inside, behind) = rest.split_once('"')?;
        name.push_str(inside);
        let Some(more) = behind.strip_prefix('"') else { return Some((name, behind)) };
        name.push('"');
        rest = more;
    }
}

/// Two ids with a comma between them.
pub fn two_ids(text: &str) -> Result<Two, String> {
    let form = "give two ids with a comma between them, as in 1,2";
    let Names(list) = names(text)?;
    let list = list.iter().map(|id| id.trim().to_owned()).collect::<Vec<_>>();
    <[String; 2]>::try_from(list).map(Two).map_err(|_| form.to_owned())
}

/// A number that is at least zero.
pub fn not_negative(text: &str) -> Result<Rational, String> {
    match text.parse::<Rational>() {
        Ok(value) if value.is_negative() => Err("must be at least zero".to_owned()),
        Ok(value) => Ok(value),
        Err(error) => Err(error.to_string()),
    }
}

/// A number that is greater than zero.
pub fn positive(text: &str) -> Result<Rational, String> {
    match text.parse::<Rational>() {
        Ok(value) if value.is_positive() => Ok(value),
        Ok(_) => Err("must be greater than zero".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_commas_and_quotes_can_be_said() {
        let read = |text: &str| names(text).map(|Names(list)| list);
        let list = |names: &[&str]| Ok(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>());
        assert_eq!(read("0,12"), list(&["0", "12"]));
        assert_eq!(read("a:b,c d"), list(&["a:b", "c d"]));
        assert_eq!(read("\"a,b\",c"), list(&["a,b", "c"]));
        assert_eq!(read("c, \"say \"\"x\"\", y\""), list(&["c", "say \"x\", y"]));
        assert!(read("\"a,b").is_err() && read("\"a\"b").is_err());
        assert_eq!(two_ids("1, 2").map(|two| two.0), Ok(["1".to_owned(), "2".to_owned()]));
        assert!(two_ids("1").is_err() && two_ids("1,2,3").is_err());
    }

    #[test]
    fn a_package_is_a_name_and_a_folder() {
        let read = |text: &str| package(text).map(|Package(name, folder)| (name, folder));
        assert_eq!(read("arm=a=b"), Ok(("arm".to_owned(), PathBuf::from("a=b"))));
        for bad in ["arm", "=dir", "arm=", "package://arm=dir"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
