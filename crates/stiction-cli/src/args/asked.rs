//! What the words of a command ask: the question with its options, and what all questions about a scene have.

use super::*;
use crate::words::Names;

impl Command {
    /// Notes the units of values that count as their numbers do in the scene.
    pub fn note_units(&mut self) {
        let units = |map: &[Typed<Axis>]| map.iter().map(|axis| axis.unit.clone()).collect();
        match self {
            Self::Closure(AskClosure { ask, within, map, .. })
            | Self::Stand(Stand { ask, within, map, .. }) => {
                ask.units.map = units(map);
                ask.units.within = within.as_ref().and_then(|within| within.unit.clone());
            }
            Self::Jam(Jam { ask, map, .. })
            | Self::Quasistatic(Quasistatic { ask, map, .. })
            | Self::Outcomes(AskOutcomes { ask, map, .. }) => ask.units.map = units(map),
            _ => {}
        }
    }

    /// What every question about a scene has.
    pub fn ask_mut(&mut self) -> Option<&mut Ask> {
        Some(match self {
            Self::Check(ask) | Self::Contacts(ask) => ask,
            Self::Motions(AskMotions { ask, .. })
            | Self::Labels(AskLabels { ask, .. })
            | Self::Closure(AskClosure { ask, .. })
            | Self::Stand(Stand { ask, .. })
            | Self::Cone(Cone { ask, .. })
            | Self::Stability(Stability { ask, .. })
            | Self::Insert(Insert { ask, .. })
            | Self::Modes(Modes { ask, .. })
            | Self::Outcomes(AskOutcomes { ask, .. })
            | Self::Jam(Jam { ask, .. })
            | Self::Quasistatic(Quasistatic { ask, .. })
            | Self::Push(Push { ask, .. })
            | Self::Simulate(Simulate { ask, .. })
            | Self::Hybrid(Hybrid { ask, .. })
            | Self::Place(Place { ask, .. })
            | Self::Robust(Robust { ask, .. }) => ask,
            Self::Lcp(_)
            | Self::Robot(_)
            | Self::Verify(_)
            | Self::Schema(_)
            | Self::New(_)
            | Self::Examples(_)
            | Self::Completions { .. } => return None,
        })
    }

    /// The question that it asks of a scene, with its options, where nothing but the scene has to be read.
    pub fn query(&self) -> Option<(&Ask, Query)> {
        let lists = |lists: &[WrenchList]| lists.iter().map(|list| list.0.clone()).collect();
        Some(match self {
            Self::Check(ask) => (ask, Query::Check),
            Self::Contacts(ask) => (ask, Query::Contacts),
            Self::Closure(AskClosure { ask, map, solve, within }) => {
                let within = within.as_ref().map(|within| within.value.clone());
                let solve = solve.clone().map(|path| Unknown { path, within });
                (ask, Query::Closure(ClosureQuery { solve, map: axes(map), ..ClosureQuery::default() }))
            }
            Self::Labels(AskLabels { ask, mode, point }) => {
                let points = point.iter().map(|point| point.0.clone()).collect();
                (ask, Query::Labels(LabelsQuery { mode: mode.clone(), points, ..LabelsQuery::default() }))
            }
            Self::Stand(Stand {
                ask,
                body,
                push,
                sequence,
                ranges,
                accelerate,
                solve,
                within,
                region,
                map,
            }) => {
                let within = within.as_ref().map(|within| within.value.clone());
                let extras = StandExtras {
                    sequence: sequence.as_deref().map(Names::joined),
                    ranges: ranges.as_deref().map(Names::joined),
                    accelerate: lists(accelerate),
                    solve: solve.clone().map(|path| Unknown { path, within }),
                    region: *region,
                };
                (
                    ask,
                    Query::Stand(StandQuery {
                        body: body.clone(),
                        push: lists(push),
                        extras,
                        map: axes(map),
                    }),
                )
            }
            Self::Cone(Cone { ask, mode, least, only, and, not, body }) => {
                let query = ConeQuery {
                    mode: Some(mode.clone()),
                    least: least.clone(),
                    only: only.clone(),
                    and: and.clone(),
                    not: not.clone(),
                    body: body.clone(),
                    ..ConeQuery::default()
                };
                (ask, Query::Cone(query))
            }
            Self::Stability(Stability { ask, body, finger }) => {
                let (body, finger) = (body.clone(), finger.clone());
                (ask, Query::Stability(StabilityQuery { body, finger, ..StabilityQuery::default() }))
            }
            Self::Insert(Insert { ask, body, plan, finger, largest_friction }) => {
                let plan = match plan {
                    PlanWord::Complete => Plan::Complete,
                    PlanWord::Conservative => Plan::Conservative,
                };
                let insertion =
                    Insertion { plan, finger: finger.clone(), largest_friction: *largest_friction };
                (ask, Query::Insert(InsertQuery { body: body.clone(), insertion, ..InsertQuery::default() }))
            }
            Self::Modes(Modes { ask, contacts_only, explain, most }) => {
                let (explain, most) = (explain.clone(), Some(*most));
                (ask, Query::Modes(ModesQuery { contacts_only: *contacts_only, explain, most }))
            }
            Self::Jam(Jam { ask, boundary, map, compliance, interference }) => {
                let query = JamQuery {
                    boundary: boundary.clone().map(|two| two.0),
                    map: axes(map),
                    compliance: compliance.clone(),
                    interference: interference.clone(),
                };
                (ask, Query::Jam(query))
            }
            Self::Quasistatic(Quasistatic { ask, most, map }) => {
                (ask, Query::Quasistatic(QuasistaticQuery { most: Some(*most), map: axes(map) }))
            }
            Self::Robust(robust) => (&robust.ask, Query::Robust(robust.query())),
            Self::Push(Push { ask, most }) => (ask, Query::Push(SlowQuery { most: Some(*most) })),
            _ => return None,
        })
    }
}
