//! A part on a table, seen from above, moved by slow pushers: which contact modes and senses of rotation does some
//! pressure allow?
//!
//! The part presses on the table with a pressure `p ≥ 0` on its support, unknown or known, whose centre is below the
//! centre of mass; places are counted from there.  A point that moves with velocity `v` is rubbed by the force
//! `−p·v/|v|`, one at rest by any force that is not larger than `p`.  With `eᵢ` the cone edges that a contact mode
//! leaves to the pushers ([`SlowFriction::edges`]) and `V` a twist of the mode, slow motion is
//!
//! ```text
//!     Σ λᵢ·eᵢ + ∫ p(x)·f(x) dx = 0,    λ ≥ 0,    f(x) the wrench of −v(x)/|v(x)|,    v(x) of V                  (1)
//! ```
//!
//! A part that no pusher touches rests: some λ is not zero, or `V` is.
//!
//! **Allowed** is shown by such λ, p and V.  **Not allowed** is shown for all V of the mode at once.  The twists of
//! a mode, with the pushers any number of times as fast, are a cone; it is the union of the cones over as many of
//! its generators as it has dimensions (Carathéodory), each of which is halved as often as needed.  In each piece,
//! with u(x) the velocity that a virtual twist U gives to x,
//!
//! ```text
//!     power      eᵢ·V < 0 at the corners of the piece: the pushers would take work, and friction gives none    (2)
//!     virtual    U with eᵢ·U > 0, and an affine function a over the table that is zero at the centre of mass,
//!                a(x) ≤ −u(x)·v(x)/|v(x)| for every x of the support and every V of the piece                  (3)
//! ```
//!
//! For (1) times `U` would be `Σ λᵢ(eᵢ·U) + ∫ p f·U ≥ Σ λᵢ(eᵢ·U) + ∫ p a > 0`, since ∫ p a is a at the centre of
//! mass.  Where the pressure is known, `Σ p·min(−u·v/|v|) ≥ 0` takes the place of (3).
//!
//! **Stays** whatever the pressure: with the twist of the pusher, each facet N of the cone of the edges has an
//! affine function that is zero at the centre of mass and not above `N·(−f(x))` at any point of the support.
//!
//! References: \[MR 12.32\] for slow motion, \[MR 12.3\]; \[Pushing\] for pushing and its vote, \[Farkas\].

mod balance;
mod bound;
mod cells;
mod found;

pub use balance::{Balance, Near};
pub use bound::Virtual;
pub use cells::{Cell, Table, halved, simplices};
pub use found::{Motion, Pushing, modes};

use crate::check::{Check, Refusal, Verified, require};
use crate::cone_forms::{ConeForms, ConeRow, RowsProof};
use crate::modes::{ModeProblem, ModeProof};
use crate::rational::Rational;
use crate::slow::SlowFriction;
use crate::vectors::dot;
use bound::{Field, Ground};
use serde::{Deserialize, Serialize};

/// A place on the table, from the centre of mass.
pub type Place = [Rational; 2];

/// A part of a region.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Piece {
    /// A convex polygon, counter-clockwise.
    Polygon(Vec<Place>),
    /// A disc.
    Disc {
        /// Its centre.
        center: Place,
        /// Its radius.
        radius: Rational,
    },
}

impl Piece {
    /// Whether a place is in it.
    pub fn contains(&self, place: &Place) -> bool {
        match self {
            Self::Polygon(corners) => {
                let next = corners.iter().cycle().skip(1);
                corners.iter().zip(next).all(|(from, to)| !turn(from, to, place).is_negative())
            }
            Self::Disc { center, radius } => {
                let [x, y] = [&place[0] - &center[0], &place[1] - &center[1]];
                &x * &x + &y * &y <= radius * radius
            }
        }
    }
}

/// Twice the area of a triangle, positive counter-clockwise.
fn turn(a: &Place, b: &Place, c: &Place) -> Rational {
    (&b[0] - &a[0]) * (&c[1] - &a[1]) - (&b[1] - &a[1]) * (&c[0] - &a[0])
}

/// Where the part may press on the table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Support {
    /// Anywhere in these pieces.
    Region(Vec<Piece>),
    /// At these points.
    Points {
        /// The points.
        points: Vec<Place>,
        /// How hard it presses at each, where that is known.
        pressure: Option<Vec<Rational>>,
    },
}

/// The part, its pushers and its support.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PushProblem {
    /// The part and its contacts: velocities, and by virtual power wrenches.
    pub modes: ModeProblem,
    /// The friction of each contact.
    pub friction: Vec<SlowFriction>,
    /// Where the centre of mass is in the world; places of the support are counted from it.
    pub com: Place,
    /// Where it may press.
    pub support: Support,
}

/// A sense of rotation, seen from above.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Sense {
    /// Counter-clockwise.
    Ccw,
    /// Clockwise.
    Cw,
    /// No rotation.
    None,
}

impl Sense {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Ccw, Self::Cw, Self::None];

    /// Whether an angular velocity has it.
    pub fn of(self, velocity: &Rational) -> bool {
        match self {
            Self::Ccw => velocity.is_positive(),
            Self::Cw => velocity.is_negative(),
            Self::None => velocity.is_zero(),
        }
    }
}

/// A statement about a part that is pushed, and its witness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "proves", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PushProof {
    /// **Some pressure allows this mode with this sense**, equation (1).
    Allowed {
        /// The mode.
        mode: String,
        /// The sense of rotation.
        turn: Sense,
        /// Motion, pressure and forces.
        balance: Balance,
    },
    /// **No pressure does**, by (2) and (3) for every twist of the mode.
    Excluded {
        /// The mode.
        mode: String,
        /// The sense of rotation.
        turn: Sense,
        /// Why not.
        exclusion: Exclusion,
    },
    /// **Whatever the pressure, the forces of the pushers balance it while the part stays with them.**
    Stays {
        /// The cone of the edges while every contact sticks.
        cone: ConeForms,
        /// That it is their cone: each of its rays an edge, each edge in it.
        rows: RowsProof,
        /// The twist of the pusher.
        twist: [Rational; 3],
        /// The slope of the affine function of each facet, and of each equality both ways.
        slopes: Vec<Place>,
    },
}

/// Why no pressure allows a mode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Exclusion {
    /// No contact may push, and the part would move.
    Forceless,
    /// No twist of the mode has this sense.
    Empty(RowsProof, ConeForms),
    /// Every piece of its cone of twists is excluded.
    Cells {
        /// The cone over the twists, with how fast the pushers are first.
        cone: ConeForms,
        /// That it is the cone of the mode.
        rows: RowsProof,
        /// One for each set of generators that span it, in the order of [`simplices`].
        cells: Vec<Cell>,
    },
}

impl PushProblem {
    /// Accepts a proof about this problem, or says why it is none.
    ///
    /// # Errors
    /// The witness does not show what is said.
    pub fn check(&self, proof: PushProof) -> Result<Verified<PushProof>, Refusal> {
        self.well_formed()?;
        match &proof {
            PushProof::Allowed { mode, turn, balance } => {
                self.allowed(mode, *turn, balance)?;
            }
            PushProof::Excluded { mode, turn, exclusion } => self.excluded(mode, *turn, exclusion)?,
            PushProof::Stays { cone, rows, twist, slopes } => self.stays(cone, rows, twist, slopes)?,
        }
        Ok(Verified::accepted(proof))
    }

    /// The rows over `(t, w, vx, vy)` that a mode with a sense asks for, strict ones closed.
    ///
    /// # Errors
    /// The text is no mode of the problem.
    pub fn rows(&self, mode: &str, turn: Sense) -> Result<Vec<ConeRow>, Refusal> {
        let axis = |at: usize, entry: i64| {
            let entries = (0..4).map(|index| Rational::from(if index == at { entry } else { 0 }));
            entries.collect::<Vec<_>>()
        };
        let mut rows = self.modes.closed_rows(mode)?;
        rows.push(ConeRow { row: axis(0, 1), equality: false });
        rows.push(match turn {
            Sense::Ccw => ConeRow { row: axis(1, 1), equality: false },
            Sense::Cw => ConeRow { row: axis(1, -1), equality: false },
            Sense::None => ConeRow { row: axis(1, 1), equality: true },
        });
        Ok(rows)
    }

    /// The wrenches of the edges that a mode leaves to the contacts, contact by contact.
    ///
    /// # Errors
    /// The text is no mode of the problem.
    pub fn edges(&self, mode: &str) -> Result<Vec<[Rational; 3]>, Refusal> {
        let mut edges = Vec::new();
        let contacts = self.modes.contacts.iter().zip(&self.friction).zip(self.modes.labels(mode)?);
        for ((contact, friction), letter) in contacts {
            let label = || Refusal::Label(contact.id.clone());
            for [along, across] in friction.edges(&letter).ok_or_else(label)? {
                // A contact between two others pushes them, and not the part.
                let part = |row: &crate::ModeRow| row.parts.values().next().cloned();
                let Some(normal) = part(&contact.normal) else { continue };
                let tangent = contact.tangents.first().and_then(part).ok_or(Refusal::Shape)?;
                let entry = |i: usize| &along * &normal[i] + &across * &tangent[i];
                edges.push([entry(0), entry(1), entry(2)]);
            }
        }
        Ok(edges)
    }

    fn well_formed(&self) -> Check {
        let bad = |condition: bool, what: &'static str| require(condition, Refusal::Push(what));
        self.modes.well_formed()?;
        bad(self.modes.dimension == 2, "the problem is not in the plane")?;
        let free = |body: &crate::MovingBody| body.freedoms.iter().all(|free| *free);
        bad(matches!(&self.modes.bodies[..], [body] if free(body)), "not one body is free in every way")?;
        bad(self.friction.len() == self.modes.contacts.len(), "there is not a friction for each contact")?;
        bad(self.friction.iter().all(SlowFriction::is_lawful), "a coefficient is out of range")?;
        match &self.support {
            Support::Region(pieces) => {
                bad(pieces.iter().all(is_sound), "a piece of the support is not convex")
            }
            Support::Points { points, pressure: Some(pressure) } => {
                bad(points.len() == pressure.len(), "there is not a pressure for each point")?;
                bad(pressure.iter().all(|one| !one.is_negative()), "a pressure is negative")?;
                bad(centred(points, pressure), "the pressure is not centred")?;
                bad(pressure.iter().any(Rational::is_positive), "nothing presses")
            }
            Support::Points { .. } => Ok(()),
        }
    }

    fn allowed(&self, mode: &str, turn: Sense, balance: &Balance) -> Result<f64, Refusal> {
        let edges = self.edges(mode)?;
        let twist = balance.twist();
        require(turn.of(&twist[0]), Refusal::Push("the motion has another sense"))?;
        self.possible(mode, &twist)?;
        balance.check(self, mode, turn, &edges)
    }

    /// How far the true twist of a balance is at most from the one that it names.
    ///
    /// # Errors
    /// It does not show what is said.
    pub fn within(&self, mode: &str, turn: Sense, balance: &Balance) -> Result<f64, Refusal> {
        self.well_formed()?;
        self.allowed(mode, turn, balance)
    }

    /// Whether a twist of the part has a mode.
    fn possible(&self, mode: &str, twist: &[Rational; 3]) -> Check {
        let name = self.modes.bodies.first().map(|body| body.name.clone()).ok_or(Refusal::Shape)?;
        let twists = [(name, twist.to_vec())].into();
        self.modes.check(ModeProof::Possible { mode: mode.to_owned(), twists }).map(|_| ())
    }

    fn excluded(&self, mode: &str, turn: Sense, exclusion: &Exclusion) -> Check {
        let edges = self.edges(mode)?;
        if turn == Sense::None {
            let rests = self.possible(mode, &std::array::from_fn(|_| Rational::zero())).is_ok();
            require(!rests, Refusal::Push("the part rests in this mode"))?;
        }
        match exclusion {
            Exclusion::Forceless => require(edges.is_empty(), Refusal::Push("a contact may push")),
            Exclusion::Empty(rows, cone) => {
                self.is_cone(mode, turn, cone, rows)?;
                // Without a ray along which the pushers move, or with a row that is strict and vanishes, nothing is
                // left.
                let strict = self.strict(mode, turn)?;
                let generators: Vec<_> = cells::generators(cone);
                let vanishes =
                    |row: &Vec<Rational>| generators.iter().all(|generator| dot(row, generator).is_zero());
                require(strict.iter().any(vanishes), Refusal::Push("some twist of the mode has this sense"))
            }
            Exclusion::Cells { cone, rows, cells } => {
                self.is_cone(mode, turn, cone, rows)?;
                self.table().excludes_all(&edges, cone, cells)
            }
        }
    }

    /// The rows that a mode with a sense asks to be positive.
    fn strict(&self, mode: &str, turn: Sense) -> Result<Vec<Vec<Rational>>, Refusal> {
        let rows = self.rows(mode, turn)?;
        Ok(rows.into_iter().filter(|row| !row.equality).map(|row| row.row).collect())
    }

    fn is_cone(&self, mode: &str, turn: Sense, cone: &ConeForms, rows: &RowsProof) -> Check {
        cone.check(4).map_err(Refusal::Forms)?;
        cone.check_rows(&self.rows(mode, turn)?, rows).map_err(Refusal::Forms)
    }

    /// The support, ready to be looked at many times.
    pub fn table(&self) -> Table<'_> {
        Table(Ground::new(&self.support))
    }

    /// The mode of a part that sticks to all that touches it: of what is only near nothing is said.
    pub fn sticking(&self) -> String {
        self.modes
            .contacts
            .iter()
            .map(|contact| if contact.kind == crate::modes::ContactKind::Near { 'u' } else { 'n' })
            .collect()
    }

    fn stays(&self, cone: &ConeForms, rows: &RowsProof, twist: &[Rational; 3], slopes: &[Place]) -> Check {
        let mode = self.sticking();
        self.possible(&mode, twist)?;
        let edges = self.edges(&mode)?;
        // The cone is the dual of the one that the edges bound.
        let dual = cone.clone().dual();
        let given: Vec<ConeRow> =
            edges.iter().map(|edge| ConeRow { row: edge.to_vec(), equality: false }).collect();
        dual.check(3).and_then(|()| dual.check_rows(&given, rows)).map_err(Refusal::Forms)?;
        let opposite = |row: &Vec<Rational>| row.iter().map(|entry| -entry).collect::<Vec<_>>();
        let facets: Vec<Vec<Rational>> = cone
            .normals
            .iter()
            .cloned()
            .chain(cone.equalities.iter().flat_map(|row| [row.clone(), opposite(row)]))
            .collect();
        require(slopes.len() == facets.len(), Refusal::Shape)?;
        let [w, vx, vy] = twist;
        let table = self.table();
        let with_pusher = Field::exactly(twist);
        for (facet, slope) in facets.iter().zip(slopes) {
            // A part that does not turn is rubbed by one force through its centre of mass, whatever the pressure.
            let holds = if w.is_zero() {
                !(&facet[1] * vx + &facet[2] * vy).is_negative()
            } else {
                let against = Virtual { twist: std::array::from_fn(|i| -&facet[i]), slope: slope.clone() };
                table.0.is_below(&[with_pusher], &against)
            };
            require(holds, Refusal::Push("a facet of the pushers' cone is not shown to hold"))?;
        }
        Ok(())
    }
}

/// Whether a piece is what it says.
fn is_sound(piece: &Piece) -> bool {
    match piece {
        Piece::Polygon(corners) => {
            let count = corners.len();
            let at = |index: usize| &corners[index % count];
            count >= 3 && (0..count).all(|i| !turn(at(i), at(i + 1), at(i + 2)).is_negative())
        }
        Piece::Disc { radius, .. } => radius.is_positive(),
    }
}

/// Whether pressures at places balance about the centre of mass.
pub(crate) fn centred(points: &[Place], pressure: &[Rational]) -> bool {
    (0..2).all(|axis| {
        let moments = points.iter().zip(pressure).map(|(place, one)| one * &place[axis]);
        moments.sum::<Rational>().is_zero()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ContactKind, ModeContact, ModeRow, MovingBody};

    fn whole<const N: usize>(numbers: [i64; N]) -> [Rational; N] {
        numbers.map(Rational::from)
    }

    /// A part on four feet at [±1, ±1], pushed to the right at [−1, height] by a point with friction 1/2.
    fn feet(height: i64, pressure: Option<[i64; 4]>) -> PushProblem {
        let row = |numbers: [i64; 3], constant: i64| ModeRow {
            parts: [("part".to_owned(), whole(numbers).to_vec())].into(),
            constant: constant.into(),
        };
        let contact = ModeContact {
            id: "push".to_owned(),
            kind: ContactKind::Slides,
            // The normal is to the right, the tangent up; the pusher moves to the right with one.
            normal: row([-height, 1, 0], -1),
            tangents: vec![row([-1, 0, 1], 0)],
            spin: None,
        };
        let bodies = vec![MovingBody { name: "part".to_owned(), freedoms: vec![true; 3] }];
        let half = Rational::new(1, 2);
        let points = [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(whole).to_vec();
        PushProblem {
            modes: ModeProblem { dimension: 2, bodies, contacts: vec![contact] },
            friction: vec![SlowFriction { at_rest: half.clone(), sliding: half }],
            com: whole([0, 0]),
            support: Support::Points { points, pressure: pressure.map(|all| whole(all).to_vec()) },
        }
    }

    fn straight(forces: [i64; 2]) -> PushProof {
        let balance = Balance::Along {
            twist: whole([0, 1, 0]),
            points: [[-1, -1], [1, 1]].map(whole).to_vec(),
            pressure: whole([1, 1]).to_vec(),
            forces: whole(forces).to_vec(),
        };
        PushProof::Allowed { mode: "n".to_owned(), turn: Sense::None, balance }
    }

    #[test]
    fn a_push_through_the_centre_moves_a_part_straight_on() {
        let problem = feet(0, None);
        assert!(problem.check(straight([1, 1])).is_ok());
        assert!(matches!(problem.check(straight([1, 2])), Err(Refusal::Unbalanced(_))));
        assert!(problem.check(straight([-1, -1])).is_err(), "an edge pulls");
        // Beside the centre nothing moves straight on.
        assert!(feet(1, None).check(straight([1, 1])).is_err());
        let mut beside = straight([1, 1]);
        if let PushProof::Allowed { balance: Balance::Along { points, .. }, .. } = &mut beside {
            points[0] = whole([-1, 0]);
        }
        assert_eq!(problem.check(beside), Err(Refusal::Push("the part presses beside its support")));
    }

    #[test]
    fn the_part_cannot_turn_against_the_push() {
        // Pushed at [−1, 1] along edges [1, ±1/2], with arms −3/2 and −1/2: a turn to the left about the contact, V
        // = (1, 1, 1), takes the virtual motion U of a turn to the right about the centre.
        let problem = feet(1, Some([1, 1, 1, 1]));
        let edges = problem.edges("n").unwrap_or_default();
        assert_eq!(edges.len(), 2);
        let against =
            |w: i64| Cell::Virtual(Box::new(Virtual { twist: whole([w, 0, 0]), slope: whole([0, 0]) }));
        let table = problem.table();
        assert!(table.excludes(&edges, &[whole([1, 1, 1])], &against(-1)).is_ok());
        assert!(
            table.excludes(&edges, &[whole([1, 1, 1])], &against(1)).is_err(),
            "the edges do not push so"
        );
        assert!(
            table.excludes(&edges, &[whole([-1, -1, -1])], &against(-1)).is_err(),
            "friction is the other way"
        );
        assert!(table.excludes(&edges, &[whole([1, 0, 0])], &Cell::Power).is_ok());
        assert!(table.excludes(&edges, &[whole([-1, 0, 0])], &Cell::Power).is_err());
    }

    #[test]
    fn a_malformed_problem_proves_nothing() {
        let mut problem = feet(0, Some([1, 1, 1, 2]));
        let known = || match straight([1, 1]) {
            PushProof::Allowed { mode, turn, balance: Balance::Along { twist, forces, .. } } => {
                let balance = Balance::Along { twist, points: Vec::new(), pressure: Vec::new(), forces };
                PushProof::Allowed { mode, turn, balance }
            }
            other => other,
        };
        assert_eq!(problem.check(known()), Err(Refusal::Push("the pressure is not centred")));
        assert!(feet(0, Some([1, 2, 1, 2])).check(known()).is_ok());
        problem = feet(0, Some([1, 1, 1, 1]));
        problem.friction.clear();
        assert!(problem.check(known()).is_err());
    }
}
