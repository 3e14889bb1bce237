//! The pictures of contact modes and of stability: the first wrench that was judged, and the motion and
//! forces that prove what is said of it.

use crate::figure::{Cast, Force, ForceKind, Motion, Panel, Words};
use crate::proof_page::tone;
use stiction::scene::Scene;
use stiction::screw::Planar;
use stiction_proof::Rational;
use stiction_proof::wrenches::{AnyPart, Part, Response, System};
use stiction_report::Report;
use stiction_report::wrenches::cone::{ConeAnswer, Consistency};
use stiction_report::wrenches::stability::{Balance, Motionless, StabilityAnswer};

/// A mode under its first wrench.
pub(crate) fn cone(scene: &Scene<Planar>, report: &Report, answer: &ConeAnswer, base: Panel) -> Panel {
    let mode = answer.mode_text();
    let mut shown = PageWrenches {
        part: &answer.of.part,
        body: &answer.of.body,
        forces: Vec::new(),
        motions: Vec::new(),
    };
    if let Some(judged) = answer.wrenches.first() {
        shown.load(&judged.wrench);
        if let Consistency::Consistent { case, response } = &judged.proof
            && let Some(Ok(system)) = answer.cases.get(*case).map(|case| answer.of.part.system(case))
        {
            shown.response(&system, response);
        }
    }
    let heading = match (answer.wrenches.is_empty(), answer.is_empty()) {
        (_, true) => format!("mode {mode}: empty"),
        (true, _) => format!("mode {mode}"),
        (false, _) => format!("mode {mode}: {}", verdict_word(report)),
    };
    shown.panel(scene, report, heading, base)
}

/// The part under its first load: what balances it, or what moves.
pub(crate) fn stability(
    scene: &Scene<Planar>,
    report: &Report,
    answer: &StabilityAnswer,
    base: Panel,
) -> Panel {
    let mut shown = PageWrenches {
        part: &answer.of.part,
        body: &answer.of.body,
        forces: Vec::new(),
        motions: Vec::new(),
    };
    if let Some(judged) = answer.asked.wrenches.first() {
        shown.load(&judged.wrench);
        match (&judged.strong, &judged.weak) {
            (Some(Motionless::Moves { mode, response }), _) => {
                if let Ok(system) = answer.of.part.system(mode) {
                    shown.response(&system, response);
                }
            }
            (_, Some(Balance::Balanced(response))) => {
                if let Ok(system) = answer.of.part.rest() {
                    shown.response(&system, response);
                }
            }
            _ => {}
        }
    }
    let heading = format!("must stay: {}", verdict_word(report));
    let stretches = answer.planar.iter().flat_map(|(_, places)| places.push.iter().flatten());
    let stretches = stretches.map(|one| crate::set_page::stretch(one, &answer.touched.outline)).collect();
    Panel { stretches, ..shown.panel(scene, report, heading, base) }
}

fn verdict_word(report: &Report) -> String {
    report.verdict().map(|verdict| verdict.to_string()).unwrap_or_default()
}

struct PageWrenches<'a> {
    part: &'a AnyPart,
    body: &'a str,
    forces: Vec<Force>,
    motions: Vec<Motion>,
}

impl PageWrenches<'_> {
    fn reference(&self) -> [f64; 2] {
        match self.part {
            AnyPart::Planar(part) => [part.reference[0].to_f64(), part.reference[1].to_f64()],
            AnyPart::Spatial(_) => [0.0, 0.0],
        }
    }

    /// The external force at the centre of mass.
    fn load(&mut self, wrench: &[Rational]) {
        let [_, fx, fy] = wrench else { return };
        let vector = [fx.to_f64(), fy.to_f64()];
        if vector != [0.0, 0.0] {
            self.forces.push(Force { at: self.reference(), vector, kind: ForceKind::Load, label: None });
        }
    }

    /// The forces of a response, and its acceleration as the motion that begins.
    fn response(&mut self, system: &System, response: &Response) {
        let AnyPart::Planar(part) = self.part else { return };
        let mut sums = vec![[0.0; 2]; part.contacts.len()];
        for ((edge, owner), multiple) in system.edges.iter().zip(&system.owners).zip(&response.multiples) {
            let push = multiple.to_f64();
            sums[*owner][0] += push * edge[1].to_f64();
            sums[*owner][1] += push * edge[2].to_f64();
        }
        let pushed = part.contacts.iter().zip(sums).filter(|(_, vector)| *vector != [0.0, 0.0]);
        let at = |point: &[Rational; 2]| [point[0].to_f64(), point[1].to_f64()];
        self.forces.extend(pushed.map(|(contact, vector)| Force {
            at: at(&contact.point),
            vector,
            kind: ForceKind::Contact,
            label: None,
        }));
        let twist: Vec<f64> = response.acceleration.iter().map(Rational::to_f64).collect();
        let largest = twist.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
        if let ([w, x, y], true) = (&twist[..], largest > 0.0) {
            let twist = [w / largest, x / largest, y / largest];
            self.motions.push(Motion { body: self.body.to_owned(), twist, about: self.reference() });
        }
    }

    fn panel(self, scene: &Scene<Planar>, report: &Report, heading: String, base: Panel) -> Panel {
        let contacts = crate::proof_page::contacts(scene, Some(self.body), &[]);
        let tone = report.verdict().map_or(base.words.tone, tone);
        Panel {
            cast: Cast { contacts, forces: self.forces, motions: self.motions, ..base.cast },
            words: Words { heading, tone, ..base.words },
            ..base
        }
    }
}
