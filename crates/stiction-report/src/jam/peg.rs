//! What is said about a peg in a hole.

use crate::number::length_words;
use crate::number::{spoken, spoken_fraction};
use serde_json::{Value, json};
use stiction::ask::closure::BODY;
use stiction::ask::jam::Inserted;
use stiction::ask::jam::peg::{Fit, Lean, Push};
use stiction::ask::lower::Misfit;
use stiction::ask::stand::assembly::{StandProof, stands};
use stiction::ask::{Refused, Verdict};
use stiction::screw::Planar;
use stiction_proof::{Answer, AssemblyProof, FrictionUse, Proof, Rational, Refusal, Verified};

/// A peg, and the proofs about it.
#[derive(Debug, Clone, PartialEq)]
pub struct PegAnswer {
    /// The peg in its hole.
    pub inserted: Inserted,
    /// Forces of two-point contact that cancel, or the motion that breaks both contacts.
    pub wedging: Verified,
    /// For each lean: forces that hold the push, or the motion on which it does work; none without a push inwards.
    pub held: Vec<(Lean, Verified<StandProof<Planar>>)>,
}

pub(crate) const LEANS: [(Lean, &str); 4] = [
    (Lean::TipLeft, "tip_left"),
    (Lean::TipRight, "tip_right"),
    (Lean::AlongLeft, "along_left"),
    (Lean::AlongRight, "along_right"),
];

/// A peg that is drawn where it cannot be: it would be inside a wall of its hole.
pub(crate) fn inside_wall(inserted: Option<&Inserted>) -> Result<(), Vec<Misfit>> {
    let Some(Inserted { peg, depth, turned, .. }) = inserted.filter(|one| !one.recognised && !fits(one))
    else {
        return Ok(());
    };
    let [cosine, sine] = turned.each_ref().map(Rational::to_f64);
    let excess = &peg.width * &turned[0] + depth * &turned[1].abs() - &peg.hole;
    let message = format!(
        "leaning by {} rad and {} m deep the peg is {} m too wide for its hole of {} m: it would be inside a wall",
        spoken(sine.atan2(cosine)),
        spoken_fraction(depth),
        spoken_fraction(&excess),
        spoken_fraction(&peg.hole),
    );
    let up_to = peg.two_point_depth(turned).filter(|touches| !touches.is_negative());
    let out = up_to.map(|touches| format!(", draw it out to {} m", spoken_fraction(&touches)));
    let help = format!(
        "let it lean by at most {} rad{}, or widen the hole",
        spoken(peg.two_point_tilt(depth.to_f64()).max(0.0)),
        out.unwrap_or_default(),
    );
    Err(vec![Misfit::new("peg", &["peg", "tilt"], message, help)])
}

/// Whether a peg is in its hole without being inside a wall.
pub(super) fn fits(inserted: &Inserted) -> bool {
    inserted.peg.fit(&inserted.depth, &inserted.turned) != Fit::Impossible
}

impl PegAnswer {
    pub(super) fn new(inserted: Inserted) -> Result<Self, Refused> {
        let (peg, depth) = (&inserted.peg, &inserted.depth);
        let problem = peg.problem(depth, Lean::TipLeft);
        let wedging = problem.check(peg.wedging(depth)).map_err(Refused)?;
        let mut held = Vec::new();
        if let Some(push) = inserted.push.as_ref().filter(|push| push[2].is_negative()) {
            for (lean, _) in LEANS {
                let body = peg.problem(depth, lean).as_assembly(BODY);
                match stands::<Planar>(&body, std::slice::from_ref(push), &FrictionUse::Given)? {
                    Verdict::Yes(proof) | Verdict::No(proof) => held.push((lean, proof)),
                    // Cones with edges are always decided.
                    Verdict::Undecided => return Err(Refused(Refusal::NotReached)),
                }
            }
        }
        Ok(Self { inserted, wedging, held })
    }

    /// Whether two-point contact wedges.
    pub fn wedges(&self) -> Answer {
        if matches!(self.wedging.proof(), Proof::Touching { .. }) { Answer::Yes } else { Answer::No }
    }

    /// Whether the push is held by the friction of one lean or the other; none without a push inwards.
    pub fn jams(&self) -> Option<Answer> {
        let holds = |(_, proof): &(Lean, Verified<StandProof<Planar>>)| {
            matches!(proof.proof(), AssemblyProof::Rests { .. })
        };
        let answer = if self.held.iter().any(holds) { Answer::Yes } else { Answer::No };
        (!self.held.is_empty()).then_some(answer)
    }

    /// Whether it locks, by either.
    pub fn verdict(&self) -> Answer {
        match (self.wedges(), self.jams()) {
            (Answer::Yes, _) | (_, Some(Answer::Yes)) => Answer::Yes,
            (Answer::No, Some(Answer::No) | None) => Answer::No,
            _ => Answer::Undecided,
        }
    }

    /// Where the push is in the diagram, as a word.
    pub fn place(&self) -> Option<&'static str> {
        let push = self.inserted.push.as_ref()?;
        Some(match self.inserted.peg.push(&self.inserted.depth, push) {
            Push::SlidesIn => "slides in",
            Push::Evenly => "evenly",
            Push::Jams => "jams",
            Push::NotInwards => "not inwards",
        })
    }
}

fn pair(point: &[Rational; 2]) -> [f64; 2] {
    point.each_ref().map(Rational::to_f64)
}

/// The keys of a peg, and their exact mirror.
pub(super) fn peg_json(answer: &PegAnswer) -> (Value, Value) {
    let Inserted { peg, depth, turned, push, recognised } = &answer.inserted;
    let [low, high] = peg.compliance_centre(depth);
    let mut told = json!({
        "width": peg.width.to_f64(),
        "friction": peg.friction.to_f64(),
        "depth": depth.to_f64(),
        "recognised": recognised,
        "wedge": { "verdict": answer.wedges(), "up_to_depth": peg.wedging_depth().to_f64(), "proof": json!(answer.wedging.proof()) },
        "diagram": peg.diagram(depth).map(|corners| corners.each_ref().map(pair)),
        "compliance_centre": [low.to_f64(), high.to_f64()],
    });
    if !recognised {
        told["hole"] = json!(peg.hole.to_f64());
        told["clearance"] = json!(peg.clearance().as_ref().map(Rational::to_f64));
        told["tilt"] = json!(turned[1].to_f64().atan2(turned[0].to_f64()));
        told["least_hole"] = json!(peg.least_hole(turned).to_f64());
        told["two_point_tilt"] = json!(peg.two_point_tilt(depth.to_f64()));
        told["fit"] = json!(match peg.fit(depth, turned) {
            Fit::OnePoint => "one point",
            Fit::TwoPoint => "two points",
            Fit::Impossible => "impossible",
        });
        if let (Some(touches), Some(most)) = (peg.two_point_depth(turned), peg.most_friction(turned)) {
            told["two_point_depth"] = json!(touches.to_f64());
            told["most_friction"] = json!(most.to_f64());
        }
    }
    if let Some(push) = push {
        told["push"] = json!(push.each_ref().map(Rational::to_f64));
        told["place"] = json!(answer.place());
    }
    if let (Some(verdict), Some(point)) = (answer.jams(), push.as_ref().and_then(|push| peg.point(push))) {
        let mut jam = json!({ "verdict": verdict, "point": pair(&point) });
        for ((_, held), (_, word)) in answer.held.iter().zip(LEANS) {
            jam[word] = json!(held.proof());
        }
        told["jam"] = jam;
    }
    let mut exact = json!({
        "width": peg.width, "friction": peg.friction, "depth": depth, "turned": turned, "push": push,
    });
    if !recognised {
        exact["hole"] = json!(peg.hole);
    }
    (told, exact)
}

/// Words for the text of a report.
pub(super) fn peg_lines(answer: &PegAnswer) -> Vec<(&'static str, String)> {
    let spoken = |value: &Rational| spoken(value.to_f64());
    let long = |value: &Rational| length_words(value.to_f64(), None);
    let Inserted { peg, depth, turned, recognised, .. } = &answer.inserted;
    let mut lines = vec![(
        "peg",
        format!("{} wide, {} deep, friction {}", long(&peg.width), long(depth), spoken(&peg.friction)),
    )];
    if !recognised {
        let fit = match (peg.fit(depth, turned), peg.two_point_depth(turned)) {
            (Fit::Impossible, _) => "leaning so far it would be inside a wall".to_owned(),
            (Fit::TwoPoint, _) => "touches both sides".to_owned(),
            (Fit::OnePoint, Some(touches)) => format!("touches both sides {} deep", long(&touches)),
            (Fit::OnePoint, None) => "upright: touches one side at most".to_owned(),
        };
        lines.push(("fit", fit));
        if let Some(most) = peg.most_friction(turned) {
            let hole = long(&peg.least_hole(turned));
            lines
                .push(("to enter", format!("friction below {}, or a hole wider than {hole}", spoken(&most))));
        }
    }
    lines.push((
        "two-point",
        format!("{}: wedges up to {} deep", answer.wedges(), long(&peg.wedging_depth())),
    ));
    if let Some(place) = answer.place() {
        lines.push(("push", place.to_owned()));
    }
    let [low, high] = peg.compliance_centre(depth);
    lines
        .push(("centre", format!("of compliance best from {} to {} above the tip", long(&low), long(&high))));
    lines
}
