//! A contact of the plane, from a scene and in a report that is judged.

use super::happens::{ContactMotion, Happens, Outcoming};
use super::referee::{AtContact, parting};
use stiction_exact::vector::norm;
use stiction_geometry::screw::Planar;
use stiction_proof::{Curvature, ForceState, OutcomeContact, PlanarContact, Rational, Side, Situation};
use stiction_scene::lower::Misfit;
use stiction_scene::lower::curvature::Outlines;
use stiction_scene::scene::{Contact, Party, Rounding, Scene};

impl Outcoming<3, 2> for Planar {
    type Contact = OutcomeContact;
}

impl Happens<3, 2> for OutcomeContact {
    type World = Planar;
    const FORCE: &'static str = "give `[fn, ft]` with `fn >= 0` and `abs(ft) <= mu·fn`";

    type Surroundings<'s> = Outlines<'s>;

    fn known(scene: &Scene<Planar>) -> Outlines<'_> {
        Outlines::new(scene)
    }

    fn contact(
        from: &Contact<Planar>,
        ([on, against], force): ([Option<usize>; 2], ForceState),
        outlines: &Outlines<'_>,
        rounded: &mut Vec<Rounding>,
    ) -> Self {
        let Contact { id, point, normal, friction, .. } = from.clone();
        let (friction, curvature) = (friction.both(), curvatures(from, outlines, rounded));
        Self { id, on, against, point, normal, friction, curvature, force }
    }

    fn summed(_: &[[Rational; 2]], multiples: Vec<Rational>) -> [Rational; 2] {
        let mut multiples = multiples.into_iter();
        std::array::from_fn(|_| multiples.next().unwrap_or_default())
    }

    fn unknown(id: &str, slides: bool) -> Misfit {
        let moves = if slides { "slides" } else { "rolls" };
        let message = format!("contact \"{id}\" {moves}, and how its outlines bend there is not known");
        let help = "give `vertex = \"on\"` or `\"against\"`, or `curvature = { on = …, against = … }`";
        Misfit::new("missing-curvature", &["contacts", id, "curvature"], message, help)
    }

    fn directions(&self) -> Vec<[Rational; 2]> {
        vec![self.normal.clone(), self.tangent()]
    }

    fn size(&self, components: &[Rational; 2]) -> f64 {
        norm(components) / norm(&self.normal)
    }

    fn touch(&self, friction: Rational) -> PlanarContact {
        PlanarContact::new(&self.id, self.point.clone(), self.normal.clone(), friction)
    }

    fn judged(&self, seen: &ContactMotion<Self, 3, 2>, force: &[Rational; 2], still: f64) -> AtContact {
        let length = norm(&self.normal);
        let [along, across] = force;
        let [at_rest, sliding] = &self.friction;
        let slip = match (seen.situation, &seen.rates) {
            (Some(Situation::Slides(Side::Left)), _) => 1.0,
            (Some(Situation::Slides(Side::Right)), _) => -1.0,
            (Some(Situation::AtRest), Some((_, [_, tangent]))) => {
                let slip = tangent.to_f64() / length;
                if slip.abs() > still { slip } else { 0.0 }
            }
            _ => 0.0,
        };
        let friction = if seen.situation == Some(Situation::AtRest) { at_rest } else { sliding };
        let ratio = across.abs().checked_div(&(friction * along)).filter(|_| along.is_positive());
        let (rubs, normal) = (across.to_f64(), along.to_f64() * length);
        AtContact {
            broken: [off(self, seen, force).to_f64() * length, parting(seen, length, normal)],
            normal,
            ratio: ratio.map(|ratio| ratio.to_f64()),
            angle: (slip * rubs != 0.0).then_some(if slip * rubs < 0.0 { 0.0 } else { 180.0 }),
        }
    }
}

/// The curvatures of `on` and of `against`, divided by the normal's length; in the middle where that is rounded.
fn curvatures(
    contact: &Contact<Planar>,
    outlines: &Outlines<'_>,
    rounded: &mut Vec<Rounding>,
) -> Option<[Curvature; 2]> {
    let found = match contact.on {
        Party::Body(body) => outlines.curvatures(contact, body)?,
        Party::Ground => {
            let [against, on] = outlines.curvatures(contact, usize::MAX)?;
            [on, against]
        }
    };
    Some(found.map(|curvature| match curvature {
        Curvature::Between([lower, upper]) => {
            let path = format!("contacts.{}.curvature", contact.id);
            if !rounded.iter().any(|rounding| rounding.path == path) {
                let why = "divided by the length of the normal, an irrational root".to_owned();
                rounded.push(Rounding { path, why });
            }
            Curvature::Exactly((lower + upper) * Rational::new(1, 2))
        }
        Curvature::Arc(value) => Curvature::Exactly(value),
        known => known,
    }))
}

/// (2) of the [referee](super::judge), as a multiple of the normal.
fn off(
    contact: &OutcomeContact,
    seen: &ContactMotion<OutcomeContact, 3, 2>,
    [along, across]: &[Rational; 2],
) -> Rational {
    let [at_rest, sliding] = &contact.friction;
    let pulls = if along.is_negative() { -along } else { Rational::zero() };
    let over = |part: Rational| if part.is_negative() { Rational::zero() } else { part };
    let edge = |sign: i64| (across - Rational::from(sign) * sliding * along).abs();
    let off = match seen.situation {
        Some(Situation::Slides(Side::Left)) => edge(-1),
        Some(Situation::Slides(Side::Right)) => edge(1),
        Some(Situation::AtRest) => {
            let slip = seen.rates.as_ref().map(|(_, [_, tangent])| tangent.clone()).unwrap_or_default();
            let outside = over(across.abs() - at_rest * along);
            // Lawful sliding has its kinetic edge; lawful sticking any force of its cone, and no slip.
            let begins = if slip.is_positive() { edge(-1) } else { edge(1) };
            begins.min(outside.max(slip.abs()))
        }
        // A controlled contact pushes as it is told to, and the others with nothing.
        _ => (along - &seen.controlled[0]).abs() + (across - &seen.controlled[1]).abs(),
    };
    pulls.max(off)
}
