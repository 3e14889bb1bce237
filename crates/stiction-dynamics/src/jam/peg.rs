//! A peg in a hole, pushed slowly: where it touches, which pushes jam it, when it wedges.
//!
//! The hole's walls are parallel to the y axis, its mouth is up, and the peg of width d goes down into the
//! width D; ℓ is how deep it is, r = d/2.  Leaning, it touches one wall with a corner of its tip and the rim
//! of the other with its side, when
//!
//! ```text
//!     D = d·cos θ + ℓ·sin θ                                                                (1)
//! ```
//!
//! A push `(m, fx, fy)` about the middle of the tip, with `F = −fy > 0`, slides the peg in when the point
//! `(fx/F, m/(rF))` is inside the parallelogram whose corners are what single contacts with full friction
//! balance (the peg taken as upright):
//!
//! ```text
//!     ∓(1/μ, −1),   ∓(1/μ, −1 − 2λ),   λ = ℓ/(2rμ)                                          (2)
//! ```
//!
//! On its sides the peg slides evenly, outside it is jammed: friction cones hold the push.  Two-point contact
//! wedges when each cone contains the other contact, so that any squeeze is kept:
//!
//! ```text
//!     ℓ ≤ μ·d                                                                              (3)
//! ```
//!
//! A push through a centre of compliance at height h above the tip moves along `m = −h·fx`; the parallelogram
//! lets it have the largest `fx/F = 1/μ` exactly for `μr ≤ h ≤ μr + ℓ`, and `h = μr` at every depth.
//!
//! References: \[MR 12.12\], \[Whitney\].

use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Proof, Rational};

/// A peg, its hole, and the friction between them.
#[derive(Debug, Clone, PartialEq)]
pub struct Peg {
    /// Width of the peg, d.
    pub width: Rational,
    /// Width of the hole, D.
    pub hole: Rational,
    /// Coefficient of friction, positive.
    pub friction: Rational,
}

/// How a peg touches its hole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    /// At most at one place: it can still lean further, or shift.
    OnePoint,
    /// Tip against one wall and rim against the other side.
    TwoPoint,
    /// It would have to be inside a wall.
    Impossible,
}

/// Where a push lies in the diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Push {
    /// Inside: the peg slides in, faster and faster.
    SlidesIn,
    /// On a side: it slides evenly.
    Evenly,
    /// Outside: it is jammed.
    Jams,
    /// It does not push inwards at all.
    NotInwards,
}

/// The way the peg leans: which walls it touches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lean {
    /// The tip touches the left wall, its side the right rim.
    TipLeft,
    /// The tip touches the right wall, its side the left rim.
    TipRight,
    /// It does not lean: tip and side touch the left wall.
    AlongLeft,
    /// It does not lean: tip and side touch the right wall.
    AlongRight,
}

impl Peg {
    /// `(D − d)/D`; none of a hole without width.
    pub fn clearance(&self) -> Option<Rational> {
        (&self.hole - &self.width).checked_div(&self.hole)
    }

    fn radius(&self) -> Rational {
        &self.width * &Rational::new(1, 2)
    }

    /// How a peg this deep touches, turned by the angle with this cosine and sine, by (1).
    pub fn fit(&self, depth: &Rational, [cosine, sine]: &[Rational; 2]) -> Fit {
        let needed = &self.width * cosine + depth * &sine.abs();
        match needed.cmp(&self.hole) {
            std::cmp::Ordering::Less => Fit::OnePoint,
            std::cmp::Ordering::Equal => Fit::TwoPoint,
            std::cmp::Ordering::Greater => Fit::Impossible,
        }
    }

    /// The depth at which a peg that is turned so touches at two points, by (1); an upright one never does.
    pub fn two_point_depth(&self, [cosine, sine]: &[Rational; 2]) -> Option<Rational> {
        (&self.hole - &(&self.width * cosine)).checked_div(&sine.abs())
    }

    /// The angle at which a peg this deep touches at two points, by (1), in doubles.
    pub fn two_point_tilt(&self, depth: f64) -> f64 {
        let (width, hole) = (self.width.to_f64(), self.hole.to_f64());
        // d·cos θ + ℓ·sin θ = √(d² + ℓ²)·cos(θ − atan(ℓ/d)), the smaller of the two angles.
        depth.atan2(width) - (hole / width.hypot(depth)).min(1.0).acos()
    }

    /// The corners of the parallelogram (2), around it; without friction, or of a peg without width, it has no corners.
    pub fn diagram(&self, depth: &Rational) -> Option<[[Rational; 2]; 4]> {
        let across = self.friction.recip()?;
        let twice = depth.checked_div(&(self.radius() * &self.friction))?;
        let (one, more) = (Rational::one(), Rational::one() + &twice);
        Some([[-&across, one.clone()], [across.clone(), -&more], [across.clone(), -&one], [-&across, more]])
    }

    /// The point of a push `(m, fx, fy)` about the middle of the tip; none if it does not push inwards.
    pub fn point(&self, [moment, fx, fy]: &[Rational; 3]) -> Option<[Rational; 2]> {
        let inwards = -fy;
        if !inwards.is_positive() {
            return None;
        }
        Some([fx.checked_div(&inwards)?, moment.checked_div(&(self.radius() * &inwards))?])
    }

    /// Where a push lies in the diagram of this depth.
    pub fn push(&self, depth: &Rational, wrench: &[Rational; 3]) -> Push {
        let Some(point) = self.point(wrench) else { return Push::NotInwards };
        // What does not rub slides in.
        let Some(corners) = self.diagram(depth) else { return Push::SlidesIn };
        let sides = (0..4).map(|k| {
            let ([x, y], [to_x, to_y]) = (&corners[k], &corners[(k + 1) % 4]);
            (to_x - x) * (&point[1] - y) - (to_y - y) * (&point[0] - x)
        });
        // Counter-clockwise: the inside is to the left of every side.
        let least = sides.min().unwrap_or_default();
        match (least.is_negative(), least.is_zero()) {
            (true, _) => Push::Jams,
            (_, true) => Push::Evenly,
            _ => Push::SlidesIn,
        }
    }

    /// The depth up to which two-point contact wedges, by (3).
    pub fn wedging_depth(&self) -> Rational {
        &self.friction * &self.width
    }

    /// Whether two-point contact at this depth wedges.
    pub fn wedges(&self, depth: &Rational) -> bool {
        *depth <= self.wedging_depth()
    }

    /// The friction from which a peg that enters turned so wedges when it meets both walls.
    pub fn most_friction(&self, turned: &[Rational; 2]) -> Option<Rational> {
        self.two_point_depth(turned)?.checked_div(&self.width)
    }

    /// The width of the hole up to which a peg that enters turned so wedges.
    pub fn least_hole(&self, [cosine, sine]: &[Rational; 2]) -> Rational {
        &self.width * &(cosine + &(&self.friction * &sine.abs()))
    }

    /// The heights above the tip between which a centre of compliance lets the largest sideways push through;
    /// the lower end is right for every depth.
    pub fn compliance_centre(&self, depth: &Rational) -> [Rational; 2] {
        let low = &self.friction * &self.radius();
        let high = &low + depth;
        [low, high]
    }

    /// The largest `fx/F` that slides in when the push goes through a centre at this height; none if there is no bound.
    pub fn most_sideways(&self, depth: &Rational, height: &Rational) -> Option<Rational> {
        let (one, radius) = (Rational::one(), self.radius());
        let across = self.friction.recip()?;
        let slender = depth.checked_div(&(Rational::from(2) * &radius * &self.friction))?;
        let slope = &self.friction * &(one + &slender) - height.checked_div(&radius)?;
        Some(match slender.checked_div(&slope.abs()) {
            Some(bound) => bound.min(across),
            None => across,
        })
    }

    /// The contacts of a lean as a problem of one body, about the middle of the tip; the peg is taken as upright.
    pub fn problem(&self, depth: &Rational, lean: Lean) -> PlanarProblem {
        let (radius, one, zero) = (self.radius(), Rational::one(), Rational::zero());
        let left = |y: &Rational, id: &str| {
            PlanarContact::new(id, [-&radius, y.clone()], [one.clone(), zero.clone()], self.friction.clone())
        };
        let right = |y: &Rational, id: &str| {
            PlanarContact::new(id, [radius.clone(), y.clone()], [-&one, zero.clone()], self.friction.clone())
        };
        let contacts = match lean {
            Lean::TipLeft => vec![left(&zero, "tip"), right(depth, "rim")],
            Lean::TipRight => vec![right(&zero, "tip"), left(depth, "rim")],
            Lean::AlongLeft => vec![left(&zero, "tip"), left(depth, "rim")],
            Lean::AlongRight => vec![right(&zero, "tip"), right(depth, "rim")],
        };
        PlanarProblem::new([zero.clone(), zero.clone()], contacts)
    }

    /// What proves that two-point contact at this depth wedges, forces along the line between the contacts,
    /// or that it does not: a turn about the middle between them breaks both.
    pub fn wedging(&self, depth: &Rational) -> Proof {
        let friction = FrictionUse::Given;
        if self.wedges(depth) {
            let force = [self.width.clone(), depth.clone()];
            return Proof::Touching { friction, forces: vec![force.clone(), force] };
        }
        let twist = [Rational::one(), depth * &Rational::new(1, 2), Rational::zero()];
        Proof::Breaks { friction, twist }
    }
}
