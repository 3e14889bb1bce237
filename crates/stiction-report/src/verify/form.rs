//! Form closure in a report: of first order, or by curvature.

use super::{Checker, FromJson, agree, close};
use crate::form::keeps_all;
use serde_json::json;
use stiction::ask::closure::stiffness;
use stiction_proof::{Answer, Bound, FrictionUse, Proof, Rational};

impl Checker<'_> {
    /// The verdict of form closure against its proof, of whichever order.
    pub(super) fn form(&self) -> Result<(), String> {
        let (word, immobile, bound) = match self.accepted("form.proof")? {
            Proof::Immobile { .. } => ("immobile", true, Some(Bound::Upper)),
            Proof::Mobile { .. } => ("mobile", false, Some(Bound::Lower)),
            Proof::Glides { .. } => ("glides", false, None),
            _ => return self.form_of_first_order(),
        };
        agree(Answer::deserialize_from(self.at("form.verdict"))?, immobile)?;
        match self.accepted("form.first_order")? {
            Proof::Open { friction: FrictionUse::None, without, .. } if without.is_empty() => {}
            _ => return Err("form.first_order is of another statement".to_owned()),
        }
        match self.accepted("form.openness")? {
            Proof::Touching { friction: FrictionUse::None, .. } => {}
            _ => return Err("form.openness is of another statement".to_owned()),
        }
        let margin = bound
            .map_or(Ok(0.0), |bound| stiffness(&self.problem, self.metric()?, bound).map_err(str::to_owned));
        let same = match (self.at("form.margin").as_f64(), margin.ok().filter(|margin| margin.is_finite())) {
            (Some(shown), Some(again)) => close(shown, again),
            (None, None) => self.at("form.margin").is_null(),
            _ => false,
        };
        let escape = if immobile { json!(null) } else { json!("rolling") };
        if !same || *self.at("form.escape") != escape || *self.at("form.second_order") != word {
            return Err("margin, escape or second_order are not what is proved".to_owned());
        }
        Ok(())
    }

    fn form_of_first_order(&self) -> Result<(), String> {
        let word = self.at("form.second_order");
        let doubted = *word == "undecided" && self.at("form.verdict") == "undecided";
        if !(word.is_null() || doubted) || !self.at("form.first_order").is_null() {
            return Err("nothing proves what is said of second order".to_owned());
        }
        self.claim("form", &FrictionUse::None)
    }

    /// The order, and the motion that keeps every contact.
    pub(super) fn shown_form(&self) -> Result<(), String> {
        let order = match self.accepted("form.proof")? {
            Proof::Closed { .. } => Some(1),
            Proof::Immobile { .. } => Some(2),
            _ => None,
        };
        if *self.at("form.order") != json!(order) {
            return Err("form.order is not that of the verdict".to_owned());
        }
        if self.at("form.exceptional").is_null() && self.at("exact.form.exceptional").is_null() {
            return Ok(());
        }
        let motion = <[Rational; 3]>::deserialize_from(self.at("exact.form.exceptional.motion"))?;
        let turns = !motion[0].is_zero();
        let named = match self.at("form.exceptional.kind").as_str() {
            Some("disc" | "concurrent") => turns,
            Some("parallel") => !turns,
            Some("collinear") => turns && self.is_collinear(),
            _ => false,
        };
        if !named || !keeps_all(&self.problem, &motion) {
            return Err("form.exceptional is not so".to_owned());
        }
        self.same_list("form.exceptional.motion", Some(&motion.map(|entry| entry.to_f64())))
    }

    /// Whether all normals are on one line.
    fn is_collinear(&self) -> bool {
        let Some(first) = self.problem.contacts.first() else { return false };
        let [x, y] = &first.point;
        let [nx, ny] = &first.normal;
        self.problem.contacts.iter().all(|contact| {
            let across = (&contact.point[0] - x) * ny - (&contact.point[1] - y) * nx;
            across.is_zero() && (&contact.normal[0] * ny - &contact.normal[1] * nx).is_zero()
        })
    }
}
