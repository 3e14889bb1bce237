//! Planar wrenches as arrows \[MR 12.2.2\].

use stiction_proof::Rational;

/// A planar wrench drawn as an arrow along its line of force.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrow {
    /// The point of the line of force nearest to the reference.
    pub base: [Rational; 2],
    /// The force.
    pub force: [Rational; 2],
}

impl Arrow {
    /// The arrow of a wrench about a reference point; a pure moment has none.
    ///
    /// ```
    /// use stiction_modes::labels::Arrow;
    /// use stiction_proof::Rational;
    /// let origin = [0, 0].map(Rational::from);
    /// let arrow = Arrow::of(&[2, 0, 1].map(Rational::from), &origin).unwrap();
    /// assert_eq!(arrow.base, [2, 0].map(Rational::from));
    /// assert_eq!(Arrow::of(&[2, 0, 0].map(Rational::from), &origin), None);
    /// ```
    pub fn of([moment, fx, fy]: &[Rational; 3], reference: &[Rational; 2]) -> Option<Self> {
        let square = fx * fx + fy * fy;
        let part = moment.checked_div(&square)?;
        let base = [&reference[0] + &(&part * fy), &reference[1] - &(part * fx)];
        Some(Self { base, force: [fx.clone(), fy.clone()] })
    }

    /// The wrench of the arrow about a reference point.
    pub fn wrench(&self, reference: &[Rational; 2]) -> [Rational; 3] {
        let [fx, fy] = &self.force;
        let moment = (&self.base[0] - &reference[0]) * fy - (&self.base[1] - &reference[1]) * fx;
        [moment, fx.clone(), fy.clone()]
    }
}

/// The sum of two arrows, slid along their lines to where these meet; none where the lines are parallel.
pub fn add_arrows(one: &Arrow, two: &Arrow) -> Option<Arrow> {
    let turn = |a: &[Rational; 2], b: &[Rational; 2]| &a[0] * &b[1] - &a[1] * &b[0];
    let between = [&two.base[0] - &one.base[0], &two.base[1] - &one.base[1]];
    let along = turn(&between, &two.force).checked_div(&turn(&one.force, &two.force))?;
    let sum = |a: &[Rational; 2], b: &[Rational; 2], factor: &Rational| {
        std::array::from_fn(|i| &a[i] + &(factor * &b[i]))
    };
    Some(Arrow {
        base: sum(&one.base, &one.force, &along),
        force: sum(&one.force, &two.force, &Rational::one()),
    })
}
