//! What the numbers of a scene count, by their paths, and in which units they may be written.

use stiction_geometry::shape::degrees;
use stiction_proof::Rational;

/// What a number of a scene counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// A length.
    Length,
    /// A curvature.
    PerLength,
    /// An angle.
    Angle,
    /// A mass.
    Mass,
    /// In the plane by area, in space by volume.
    Density {
        /// 2 or 3.
        dimension: usize,
    },
    /// A moment of inertia.
    Inertia,
    /// A force.
    Force,
    /// A moment.
    Moment,
    /// A stiffness.
    Stiffness,
    /// A time.
    Time,
    /// A speed.
    Speed,
    /// An angular velocity.
    Turning,
    /// An acceleration.
    Acceleration,
    /// A joint's position: an angle or a length, never counted in the scene's unit.
    Joint,
    /// A coefficient of a displacement over time, counted in the scene's unit.
    Displacement,
}

use Quantity::{
    Acceleration, Angle, Density, Displacement, Force, Inertia, Joint, Length, Mass, Moment, PerLength,
    Speed, Stiffness, Time, Turning,
};

impl Quantity {
    /// What it is called: `a length`.
    pub fn words(self) -> &'static str {
        match self {
            Length | Displacement => "a length",
            PerLength => "a curvature",
            Angle => "an angle",
            Mass => "a mass",
            Density { .. } => "a density",
            Inertia => "an inertia",
            Force => "a force",
            Moment => "a moment",
            Stiffness => "a stiffness",
            Time => "a time",
            Speed => "a speed",
            Turning => "an angular velocity",
            Acceleration => "an acceleration",
            Joint => "an angle or a length",
        }
    }

    /// The units that it may be written with, each with what it is in SI; the first ones are offered.
    pub fn units(self) -> Vec<(&'static str, Rational)> {
        let one = Rational::one;
        let ten = |power: i64| {
            let size = (0..power.unsigned_abs()).fold(1_i64, |size, _| size * 10);
            if power < 0 { Rational::new(1, size.unsigned_abs()) } else { Rational::from(size) }
        };
        let lengths = || {
            let more = vec![
                ("m", one()),
                ("mm", ten(-3)),
                ("cm", ten(-2)),
                ("km", ten(3)),
                ("um", ten(-6)),
                ("µm", ten(-6)),
            ];
            let feet = [("inch", 254), ("in", 254), ("foot", 3048), ("ft", 3048)];
            more.into_iter()
                .chain(feet.map(|(word, size)| (word, Rational::new(size, 10_000))))
                .collect::<Vec<_>>()
        };
        let angles = || vec![("deg", degrees(&one())), ("rad", one()), ("°", degrees(&one()))];
        match self {
            Length => lengths(),
            Displacement => Vec::new(),
            PerLength => vec![("1/m", one()), ("1/mm", ten(3)), ("1/cm", ten(2))],
            Angle => angles(),
            Joint => angles().into_iter().chain(lengths()).collect(),
            Mass => vec![("kg", one()), ("g", ten(-3)), ("t", ten(3))],
            Density { dimension: 2 } => vec![("kg/m2", one()), ("kg/m²", one()), ("kg/m^2", one())],
            Density { .. } => vec![
                ("kg/m3", one()),
                ("g/cm3", ten(3)),
                ("kg/m³", one()),
                ("kg/m^3", one()),
                ("g/cm³", ten(3)),
                ("g/cm^3", ten(3)),
            ],
            Inertia => vec![
                ("kg m2", one()),
                ("kg mm2", ten(-6)),
                ("kg m²", one()),
                ("kg·m²", one()),
                ("kg m^2", one()),
                ("kg mm²", ten(-6)),
            ],
            Force => vec![("N", one()), ("kN", ten(3)), ("mN", ten(-3)), ("MN", ten(6))],
            Moment => vec![
                ("N m", one()),
                ("N mm", ten(-3)),
                ("Nm", one()),
                ("N·m", one()),
                ("Nmm", ten(-3)),
                ("kN m", ten(3)),
                ("kNm", ten(3)),
            ],
            Stiffness => vec![("N/m", one()), ("N/mm", ten(3)), ("kN/m", ten(3)), ("kN/mm", ten(6))],
            Time => vec![("s", one()), ("ms", ten(-3)), ("min", Rational::from(60))],
            Speed => vec![("m/s", one()), ("mm/s", ten(-3)), ("cm/s", ten(-2))],
            Turning => vec![("rad/s", one()), ("deg/s", degrees(&one())), ("°/s", degrees(&one()))],
            Acceleration => vec![("m/s2", one()), ("m/s²", one()), ("m/s^2", one()), ("mm/s2", ten(-3))],
        }
    }
}

/// The quantity of a number, by the keys above it; `#` stands for a place in a list, the innermost of which is `place`.
pub fn quantity(keys: &[&str], place: usize, dimension: usize) -> Option<Quantity> {
    match keys {
        ["gravity", "#"] => Some(Acceleration),
        ["bodies", _, rest @ ..] => of_body(rest, place, dimension),
        ["contacts", "#", rest @ ..] => of_contact(rest, place, dimension),
        ["detect", "tolerance"] | ["hybrid", "point", "#"] => Some(Length),
        ["loads", "#", "point", "#"] => Some(Length),
        ["loads", "#", "force", "#"] => Some(Force),
        ["loads", "#", "moment"] | ["loads", "#", "moment", "#"] => Some(Moment),
        ["peg", "width" | "hole" | "depth"] | ["meter_stick", "left" | "right" | "com"] => Some(Length),
        ["peg", "tilt"] => Some(Angle),
        ["peg", "push", "#"] => Some(wrench(place, 2)),
        ["meter_stick", "speed"] => Some(Speed),
        ["tolerance", key] => of_tolerance(key),
        ["place", "inset" | "spacing"] => Some(Length),
        ["place", "keep_out", "#", rest @ ..] => of_shape(rest),
        ["place", "holds", "#", "#"] => Some(wrench(place, dimension)),
        ["robot", "q", "#"] => Some(Joint),
        ["robot", "base", "position", "#"] => Some(Length),
        ["hybrid", "simulate", "duration"] | ["hybrid", "simulate", "path" | "force", "period"] => Some(Time),
        ["hybrid", "simulate", "path", "radius"] => Some(Length),
        ["hybrid", "simulate", "force", "mean" | "amplitude"] => Some(Force),
        _ => None,
    }
}

fn wrench(place: usize, dimension: usize) -> Quantity {
    if place < turns(dimension) { Moment } else { Force }
}

/// How many entries of a screw are angular.
fn turns(dimension: usize) -> usize {
    if dimension == 2 { 1 } else { 3 }
}

fn of_body(keys: &[&str], place: usize, dimension: usize) -> Option<Quantity> {
    match keys {
        ["mass"] => Some(Mass),
        ["density"] => Some(Density { dimension }),
        ["inertia", ..] => Some(Inertia),
        ["com", "#"] | ["pose", "position", "#"] | ["trajectory", "pivot", "#"] | ["support", "#", "#"] => {
            Some(Length)
        }
        ["pose", "#"] => Some(if place < dimension { Length } else { Angle }),
        ["twist", "#"] => Some(if place < turns(dimension) { Turning } else { Speed }),
        ["wrench", "#"] => Some(wrench(place, dimension)),
        ["trajectory", "x" | "y" | "z", "#"] => Some(Displacement),
        ["trajectory", "theta" | "roll" | "pitch" | "yaw", "#"] => Some(Angle),
        ["trajectory", "duration"] => Some(Time),
        ["pressure", "#"] => Some(Force),
        ["shape", rest @ ..] => of_shape(rest),
        ["tolerance", key] => of_tolerance(key),
        _ => None,
    }
}

fn of_tolerance(key: &str) -> Option<Quantity> {
    match key {
        "point" | "com" => Some(Length),
        "normal" => Some(Angle),
        "mass" => Some(Mass),
        _ => None,
    }
}

fn of_shape(keys: &[&str]) -> Option<Quantity> {
    match keys {
        ["mesh", "weld"] => Some(Length),
        ["mesh", ..] | ["polyhedron", "faces", ..] => None,
        [.., "normal" | "axis", "#"] => None,
        _ => Some(Length),
    }
}

fn of_contact(keys: &[&str], place: usize, dimension: usize) -> Option<Quantity> {
    match keys {
        ["point", "#"] | ["points", "#", "#"] | ["gap" | "soft" | "approach"] => Some(Length),
        ["limit" | "preload"] => Some(Force),
        ["stiffness"] => Some(Stiffness),
        // A soft contact's torsion comes after the two forces across.
        ["force", "#"] => Some(if place < dimension { Force } else { Moment }),
        ["curvature", "on" | "against"] => Some(PerLength),
        ["tolerance", key] => of_tolerance(key),
        _ => None,
    }
}
