//! Erdmann's geometry: the friction cone of one contact among generalised forces.
//!
//! A generalised force is `(fx, fy, τ/ρ)`, with the radius of gyration `ρ` and moments about a reference point, the
//! centre of mass or of compliance. Forces are multiplied like vectors: `F·F' = fx·fx' + fy·fy' + ττ'/ρ²`, which is
//! rational although `ρ` is not. Let `N` and `T` be the wrenches of the contact's normal and of its tangent `ts`, and
//!
//! ```text
//!     c = T·N / N·N,   P = T − cN          P ∥ tr⊥, across N in the cone's plane; ts is chosen so that c ≤ 0     (1)
//!     a·n + b·ts  =  (a + bc)·N + b·P      a force with its parts along N and P                                 (2)
//!     k1 = (1 + μc)/μ,   k2 = −(1 − μc)/μ  slopes of the edges b = ±μa, for N and P of their own lengths         (3)
//! ```
//!
//! The edge `k1` dips below the tangent plane when `1 + μc < 0`.  As long as it does not, one reaction is possible:
//!
//! ```text
//!     fn = max(0, −(F + mh)·N / N·N),   n·(a + h) = 0 keeps the contact                                         (4)
//!     ft = fn/k2 where it slides along ts, fn/k1 against it, else −C/P·P between these                          (5)
//! ```
//!
//! A curve `x(t)` on a surface `F(x) = 0` has neither a first nor a second variation, \[Erdmann §5.4\], \[Erdmann
//! (13)\]:
//!
//! ```text
//!     Σ Fᵢ·ẋᵢ = 0,   Σ Fᵢⱼ·ẋᵢ·ẋⱼ + Σ Fᵢ·ẍᵢ = 0                                                                  (6)
//! ```
//!
//! and what stands before the accelerations is the `n·h` of (4).
//!
//! Everything here is exact but [`FrictionCone::slopes`], whose vectors have unit length.
//!
//! References: \[Erdmann 3\] for the cone, \[Erdmann 4\] for the dip, \[Erdmann 5.1\], \[Erdmann 5.2\] and \[Erdmann
//! 5.6\] for (3) to (5).
//!
//! The derivation is \[Erdmann (6)\] to \[Erdmann (11)\]; several contacts are \[Erdmann §6\].

use stiction_exact::vector::dot;
use stiction_geometry::cone::{Cone, ConeFault, Rows};
use stiction_proof::{NonZero, Rational};

/// Which of the two outlines has the vertex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactType {
    /// A: an edge of the part on a vertex of the obstacle.
    A,
    /// B: a vertex of the part on an edge of the obstacle.
    B,
}

/// A surface `F = 0` in a configuration space, near one of its points.
///
/// ```
/// use stiction_dynamics::outcomes::erdmann::Surface;
/// use stiction_proof::Rational;
/// let numbers = |entries: [i64; 2]| entries.map(Rational::from);
/// // The circle x² + y² = 1 at (1, 0): whoever goes around it with speed 1 is drawn to its centre.
/// let circle = Surface { gradient: numbers([2, 0]), second: [numbers([2, 0]), numbers([0, 2])] };
/// assert!(circle.first_variation(&numbers([0, 1])).is_zero());
/// assert!(circle.second_variation(&numbers([0, 1]), &numbers([-1, 0])).is_zero());
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Surface<const N: usize> {
    /// `Fᵢ = ∂F/∂xᵢ`.
    pub gradient: [Rational; N],
    /// `Fᵢⱼ = ∂²F/∂xᵢ∂xⱼ`, symmetric.
    pub second: [[Rational; N]; N],
}

impl<const N: usize> Surface<N> {
    /// How fast a curve with this velocity leaves the surface, the first of (6).
    pub fn first_variation(&self, velocity: &[Rational; N]) -> Rational {
        dot(&self.gradient, velocity)
    }

    /// How fast it begins to, the second of (6).
    pub fn second_variation(&self, velocity: &[Rational; N], acceleration: &[Rational; N]) -> Rational {
        self.bend(velocity) + dot(&self.gradient, acceleration)
    }

    /// Centripetal and Coriolis terms: the second variation of what does not accelerate.
    fn bend(&self, velocity: &[Rational; N]) -> Rational {
        self.second.iter().zip(velocity).map(|(row, speed)| speed * dot(row, velocity)).sum()
    }
}

/// The generalised friction cone of one contact.
#[derive(Debug, Clone, PartialEq)]
pub struct FrictionCone {
    /// From the contact to the reference point.
    pub r: [Rational; 2],
    /// The contact's normal, of any length.
    pub normal: [Rational; 2],
    /// The tangent `ts`: the normal turned by a quarter, to the side that (1) chooses.
    pub tangent: [Rational; 2],
    /// Whether `ts` is the tangent of the conventions, the normal turned by +90°.
    pub is_left: bool,
    /// Square of the radius of gyration.
    pub gyration: NonZero,
    /// Coefficient of friction.
    pub friction: Rational,
    /// `c` of (1), never positive.
    pub lean: Rational,
    /// `N·N` and `P·P`.
    squares: [NonZero; 2],
}

/// A reaction `a·n + b·t` with the tangent of the conventions.
pub type Reaction = [Rational; 2];

/// The motion of a part before it is asked for its reaction.
#[derive(Debug, Clone, PartialEq)]
pub struct MovingPart {
    /// Its mass.
    pub mass: Rational,
    /// Velocity `[w, vx, vy]` about the reference point.
    pub twist: [Rational; 3],
    /// Applied wrench `[m, fx, fy]` about the reference point.
    pub applied: [Rational; 3],
}

impl FrictionCone {
    /// The cone of a contact at `point`, with moments about `reference` and this square of the radius of gyration; none
    /// where that is not positive or there is no normal.
    pub fn new(
        reference: &[Rational; 2],
        gyration: Rational,
        point: &[Rational; 2],
        normal: [Rational; 2],
        friction: Rational,
    ) -> Option<Self> {
        let r = [&reference[0] - &point[0], &reference[1] - &point[1]];
        let left = [-&normal[1], normal[0].clone()];
        let gyration = NonZero::new(gyration).filter(|square| square.get().is_positive())?;
        let squares = [NonZero::one(), NonZero::one()];
        let lean = Rational::zero();
        let mut cone = Self { r, normal, tangent: left, is_left: true, gyration, friction, lean, squares };
        let (n, t) = (cone.wrench(&cone.normal), cone.wrench(&cone.tangent));
        cone.squares[0] = NonZero::new(cone.product(&n, &n))?;
        cone.lean = cone.product(&t, &n) / &cone.squares[0];
        if cone.lean.is_positive() {
            cone.is_left = false;
            cone.tangent = cone.tangent.map(|entry| -entry);
            cone.lean = -cone.lean;
        }
        let across = cone.across();
        cone.squares[1] = NonZero::new(cone.product(&across, &across))?;
        Some(cone)
    }

    /// The wrench `[m, fx, fy]` about the reference of a force at the contact: its moment is `f × r`.
    fn wrench(&self, [x, y]: &[Rational; 2]) -> [Rational; 3] {
        [x * &self.r[1] - y * &self.r[0], x.clone(), y.clone()]
    }

    /// The product of generalised forces.
    fn product(&self, a: &[Rational; 3], b: &[Rational; 3]) -> Rational {
        &a[0] * &b[0] / &self.gyration + &a[1] * &b[1] + &a[2] * &b[2]
    }

    fn along(&self) -> [Rational; 3] {
        self.wrench(&self.normal)
    }

    /// `P` of (1).
    fn across(&self) -> [Rational; 3] {
        let (n, t) = (self.along(), self.wrench(&self.tangent));
        std::array::from_fn(|index| &t[index] - &self.lean * &n[index])
    }

    /// The edges `n ± μ·ts` as wrenches `[m, fx, fy]`: first the one that may dip.
    pub fn edges(&self) -> [[Rational; 3]; 2] {
        let (n, t) = (self.along(), self.wrench(&self.tangent));
        let edge = |sign: i64| {
            let factor = Rational::from(sign) * &self.friction;
            std::array::from_fn(|index| &n[index] + &factor * &t[index])
        };
        [edge(1), edge(-1)]
    }

    /// `1 + μc`: the product of the edge that may dip with the normal, for a normal of unit length.
    pub fn height(&self) -> Rational {
        Rational::one() + &self.friction * &self.lean
    }

    /// Whether an edge dips below the tangent plane, so that the contact can resist a force that points away from it.
    pub fn dips(&self) -> bool {
        self.height().is_negative()
    }

    /// The friction above which the cone dips; `None` if none does.
    pub fn dip_begins(&self) -> Option<Rational> {
        self.lean.recip().map(|inverse| -inverse)
    }

    /// Lengths of `N` and `P` of (1) as generalised forces.
    pub fn lengths(&self) -> [f64; 2] {
        [self.along(), self.across()].map(|force| self.product(&force, &force).to_f64().sqrt())
    }

    /// `k1` and `k2` as the source has them, of unit vectors; infinite without friction.
    pub fn slopes(&self) -> [f64; 2] {
        let [along, across] = self.lengths();
        let lengths = along / across;
        let (mu, lean) = (self.friction.to_f64(), self.lean.to_f64());
        [(1.0 + mu * lean) / mu * lengths, -(1.0 - mu * lean) / mu * lengths]
    }

    /// The power of an applied wrench on a pure rotation about the contact, and its parts along `N` and `P`.
    fn parts(&self, applied: &[Rational; 3]) -> [Rational; 3] {
        let turning = &applied[0] - &applied[1] * &self.r[1] + &applied[2] * &self.r[0];
        let [of_normal, of_tangent] = &self.squares;
        let normal = self.product(applied, &self.along()) / of_normal;
        [turning, normal, self.product(applied, &self.across()) / of_tangent]
    }

    /// Whether the contact can hold the part still under an applied wrench: (i) to (iii), as `F·n ≤ k F·tr⊥` for both
    /// slopes.
    pub fn balances(&self, applied: &[Rational; 3]) -> bool {
        let [turning, normal, tangent] = self.parts(applied);
        // Times μ, which may be zero.
        let scaled = &self.friction * &normal;
        let first = self.height() * &tangent;
        let second = -((Rational::one() - &self.friction * &self.lean) * &tangent);
        let smooth = !self.friction.is_zero() || tangent.is_zero() && !normal.is_positive();
        turning.is_zero() && scaled <= first && scaled <= second && smooth
    }

    /// The same by \[Erdmann (3)\], which takes the cone for a wedge around its normal, as in the real plane:
    /// `c1 F·n ≤ F·tr⊥ ≤ c2 F·n` with `F·n ≤ 0` and `c = 1/k`.  It fails when the cone dips, and says nothing where an
    /// edge lies in the tangent plane.
    pub fn balances_as_a_wedge(&self, applied: &[Rational; 3]) -> Option<bool> {
        let [turning, normal, tangent] = self.parts(applied);
        let low = self.friction.checked_div(&self.height())? * &normal;
        let high = -self.friction.checked_div(&(Rational::one() - &self.friction * &self.lean))? * &normal;
        Some(turning.is_zero() && !normal.is_positive() && low <= tangent && tangent <= high)
    }

    /// The surface of configurations `[θ, x, y]` in which the contact is kept.
    pub fn surface(&self, kind: ContactType) -> Surface<3> {
        let [nx, ny] = &self.normal;
        let zero = Rational::zero;
        // Turning moves the normal of an edge of the part, and the vertex of a part on an edge.
        let (turning, along) = match kind {
            ContactType::A => (-Rational::one(), [-ny, nx.clone()]),
            ContactType::B => (Rational::one(), [zero(), zero()]),
        };
        let inward = turning * (nx * &self.r[0] + ny * &self.r[1]);
        let [x, y] = along;
        let second = [[inward, x.clone(), y.clone()], [x, zero(), zero()], [y, zero(), zero()]];
        Surface { gradient: self.along(), second }
    }

    /// The reaction of a cone that does not dip, (4) and (5); `None` if it dips, so that there may be several, or none.
    pub fn reaction(&self, part: &MovingPart, kind: ContactType) -> Option<Reaction> {
        if !self.height().is_positive() {
            return None;
        }
        let (n, p) = (self.along(), self.across());
        let [w, vx, vy] = &part.twist;
        let square = w * w;
        // `m·n·h`: `h` with which n·(a + h) = 0 keeps the contact.
        let inertial = &part.mass * self.surface(kind).bend(&part.twist);
        let pressed = -(self.product(&part.applied, &n) + &inertial);
        let fn_part = (pressed / &self.squares[0]).max(Rational::zero());
        // Velocity of the part's point at the contact, along ts.
        let slip = (vx + w * &self.r[1]) * &self.tangent[0] + (vy - w * &self.r[0]) * &self.tangent[1];
        let radial = &self.r[0] * &self.tangent[0] + &self.r[1] * &self.tangent[1];
        let c = self.product(&part.applied, &p) - &self.lean * &inertial + &square * &part.mass * radial;
        let sticks = -(c / &self.squares[1]);
        // fn/k1 and fn/k2.
        let upper = (&fn_part * &self.friction).checked_div(&self.height())?;
        let lower =
            -(&fn_part * &self.friction).checked_div(&(Rational::one() - &self.friction * &self.lean))?;
        let across = if slip.is_positive() {
            lower
        } else if slip.is_negative() {
            upper
        } else {
            sticks.clamp(lower, upper)
        };
        let along = fn_part - &across * &self.lean;
        Some([along, if self.is_left { across } else { -across }])
    }
}

/// The net cone of several contacts of one part, a sum, as a cone of wrenches `[m, fx, fy]`.
pub fn net_cone(cones: &[FrictionCone]) -> Result<Cone, ConeFault> {
    let edges: Vec<[Rational; 3]> = cones.iter().flat_map(FrictionCone::edges).collect();
    Cone::from_generators(&Rows::from_rationals(3, &edges)?, &Rows::none(3))
}
