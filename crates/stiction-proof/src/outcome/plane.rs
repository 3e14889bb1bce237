//! A contact of the plane: (2) and (3).

use super::meets::{Meeting, Meets, Now};
use super::rows::{Laying, separates};
use super::{ForceState, OutcomeProblem, Situation};
use crate::choice::{Choice, Objection, Signs, Site};
use crate::vectors::{dot, is_zero};
use crate::{Bound, Curvature, Rational};
use serde::{Deserialize, Serialize};

/// A contact between two bodies, or a body and something that does not move.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeContact {
    /// Its name.
    pub id: String,
    /// The body the normal points into; none if that does not move.
    pub on: Option<usize>,
    /// The other one.
    pub against: Option<usize>,
    /// The place where the two bodies touch.
    pub point: [Rational; 2],
    /// Direction into `on`; any length but zero.
    pub normal: [Rational; 2],
    /// Coefficients of friction, static and kinetic.
    pub friction: [Rational; 2],
    /// Curvatures of `on` and of `against`, divided by the length of the normal; needed only in motion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub curvature: Option<[Curvature; 2]>,
    /// Where its force comes from.
    pub force: ForceState,
}

/// Where a contact of the plane slides to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Along the tangent.
    Left,
    /// Against it.
    Right,
}

impl OutcomeContact {
    /// The tangent: the normal turned by +90°.
    pub fn tangent(&self) -> [Rational; 2] {
        [-&self.normal[1], self.normal[0].clone()]
    }

    /// The multiple of the tangent in the force with one normal of a contact that slides.
    fn rubbing(&self, side: Side) -> Rational {
        match side {
            Side::Left => -&self.friction[1],
            Side::Right => self.friction[1].clone(),
        }
    }

    /// The choice of a contact that slides to a side.
    fn slides(
        &self,
        contact: usize,
        [normal, tangent]: [usize; 2],
        side: Side,
        laying: &mut Laying<2>,
    ) -> Choice {
        let (label, sign) = match side {
            Side::Left => ("l", Signs::POSITIVE),
            Side::Right => ("r", Signs::NEGATIVE),
        };
        let edge = laying.edge(contact, [Rational::one(), self.rubbing(side)]);
        Choice { label: label.into(), signs: vec![(normal, Signs::ZERO), (tangent, sign)], open: vec![edge] }
    }
}

impl Meets<3, 2> for OutcomeContact {
    type Slide = Side;
    /// Rows `an`, `at` of every contact, so that the rows of a contact have its place.
    const IDLE_ROWS: usize = 2;

    fn meeting(&self) -> Meeting<'_, 2> {
        let Self { id, on, against, point, normal, friction, force, .. } = self;
        Meeting { id, parties: [*on, *against], point, normal, friction, force }
    }

    fn between(&self, [on, against]: [Option<usize>; 2]) -> Self {
        Self { on, against, ..self.clone() }
    }

    fn is_sound(&self) -> bool {
        let [at_rest, sliding] = &self.friction;
        let pushes = match &self.force {
            ForceState::Given([along, across]) => !along.is_negative() && across.abs() <= at_rest * along,
            _ => true,
        };
        !sliding.is_negative() && sliding <= at_rest && !is_zero(&self.normal) && pushes
    }

    fn screw([rx, ry]: &[Rational; 2], [fx, fy]: &[Rational; 2]) -> [Rational; 3] {
        [rx * fy - ry * fx, fx.clone(), fy.clone()]
    }

    fn carried([rx, ry]: &[Rational; 2], [w, vx, vy]: &[Rational; 3]) -> [Rational; 2] {
        [vx - w * ry, vy + w * rx]
    }

    fn inwards([rx, ry]: &[Rational; 2], [w, _, _]: &[Rational; 3]) -> Option<[Rational; 2]> {
        let square = w * w;
        (!w.is_zero()).then(|| [-(&square * rx), -(&square * ry)])
    }

    fn spinning(_: &[[Rational; 3]; 3], _: &[Rational; 3]) -> Option<[Rational; 3]> {
        None
    }

    fn components(&self, vector: [Rational; 2]) -> [Rational; 2] {
        [dot(&self.normal, &vector), dot(&self.tangent(), &vector)]
    }

    fn along(&self, [normal, _]: &[Rational; 2]) -> Rational {
        normal.clone()
    }

    fn vector(&self, [along, across]: &[Rational; 2]) -> [Rational; 2] {
        let [nx, ny] = &self.normal;
        [along * nx - across * ny, along * ny + across * nx]
    }

    fn normal_force(&self) -> [Rational; 2] {
        [Rational::one(), Rational::zero()]
    }

    fn velocity_product(
        &self,
        [[on, ..], [against, ..]]: [&[Rational; 3]; 2],
        [_, slip]: &[Rational; 2],
    ) -> Option<Rational> {
        let turn = on - against;
        let carried = Rational::from(2) * against * slip;
        if slip.is_zero() && turn.is_zero() {
            return Some(carried);
        }
        let [on, other] = self.curvature.as_ref()?;
        let square = slip * slip;
        let bent = match (on.bound(Bound::Lower), other.bound(Bound::Lower)) {
            (None, None) => return None,
            (Some(on), None) => on * square + Rational::from(2) * turn * slip,
            (None, Some(other)) => other * square,
            (Some(on), Some(other)) => {
                let products = on * other * square + Rational::from(2) * other * &turn * slip - &turn * &turn;
                products.checked_div(&(on + other)).filter(|_| (on + other).is_positive())?
            }
        };
        Some(carried + bent)
    }

    fn slide(&self, [_, slip]: &[Rational; 2]) -> Option<Side> {
        match (slip.is_positive(), slip.is_negative()) {
            (true, _) => Some(Side::Left),
            (_, true) => Some(Side::Right),
            _ => None,
        }
    }

    fn lay(&self, now: &Now<Side, 2>, laying: &mut Laying<2>) -> Result<(), Objection> {
        let Now { index, situation, opening, parting, .. } = now;
        let normal = laying.row(*index, self.normal.clone(), opening.clone());
        let tangent = laying.row(*index, self.tangent(), parting[1].clone());
        let rows = [normal, tangent];
        if let Situation::Slides(side) = situation {
            let mut slides = self.slides(*index, rows, *side, laying);
            // Whatever `at` is.
            slides.signs.truncate(1);
            laying.site(Site { choices: vec![separates(normal), slides], groups: vec![] });
            return Ok(());
        }
        let at_rest = &self.friction[0];
        let mut open =
            [-at_rest, at_rest.clone()].map(|across| laying.edge(*index, [Rational::one(), across])).to_vec();
        open.dedup();
        let signs = rows.map(|row| (row, Signs::ZERO)).to_vec();
        let sticks = Choice { label: "n".into(), signs, open };
        let [left, right] = [Side::Left, Side::Right].map(|side| self.slides(*index, rows, side, laying));
        let choices = vec![separates(normal), sticks, left, right];
        laying.site(Site { choices, groups: vec![("m".into(), 0b1110)] });
        Ok(())
    }

    fn is_kept(&self, label: &str, now: &Now<Side, 2>, [along, across]: &[Rational; 2]) -> bool {
        let at = &now.parting[1];
        let rubs = |side: Side| *across == self.rubbing(side) * along;
        let law = match (&now.situation, label) {
            (Situation::Slides(Side::Left), "l") => rubs(Side::Left),
            (Situation::Slides(Side::Right), "r") => rubs(Side::Right),
            (Situation::AtRest, "n") => at.is_zero() && across.abs() <= &self.friction[0] * along,
            (Situation::AtRest, "l") => at.is_positive() && rubs(Side::Left),
            (Situation::AtRest, "r") => at.is_negative() && rubs(Side::Right),
            _ => false,
        };
        law && !along.is_negative()
    }

    fn labels(mode: &str, _: usize) -> Vec<&str> {
        mode.split_inclusive(|_| true).collect()
    }

    fn in_between(problem: &OutcomeProblem, situations: &[Situation]) -> Vec<Option<[usize; 2]>> {
        problem.between(situations)
    }
}
