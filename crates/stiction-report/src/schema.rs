//! The JSON Schema of reports: every key of every question, what it holds and what it means.
//!
//! The pages below are the source of the schema; a test holds them against reports of all questions, so that no key is
//! undocumented.  Numbers are doubles; what is known exactly stands as fractions under `exact`, with the same paths.

use crate::questions::Input;
use crate::report::Question;
use serde_json::{Map, Value, json};

/// What every report has.
const SHARED: &str = "
stiction string: Version of the program that wrote the report.
format integer: Version of this format; keys may be added without another.
question string: What was asked.
verdict verdict?: Yes, no or undecided; null where the question is not one of yes or no.
scene object: What was asked about.
scene.name string: Name of the file, without folders.
scene.title string?: What the scene calls itself.
scene.sha256 string?: SHA-256 of the file, in hexadecimal; null where there was none.
asked object: The flags that were given, as far as they change the answer.
problem object, optional: The problem that the proofs speak about, in fractions: bodies, contacts, loads.
exact object, optional: What is known exactly, as fractions, with the paths of the report.
reasons object, optional: Why something is null, by its path.
computed list: Paths of what no proof shows: verify computes it again.
rounded list: What passed through a rounding on its way from the file: {path, why}.
overlooked list, optional: Pairs of bodies that may touch although no contact of theirs was taken.
warnings list: What the asker should know: {code, path, line, column, message, help}.
scene_warnings list, optional: What the reader of the file has to say, in the same form.
stopped object, optional: What was not finished: {after, at, known}; what is there is known without it.
";

/// What a report has in place of its own keys where the scene has load cases.
const CASES: &str = "
cases list, optional: One report for each load case of the scene, which says its case under asked.case.
missing list, optional: Load cases that were not finished in time.
";

const CHECK: &str = "
answers list: The reports of the questions that the scene demands, the deciding one last.
unanswered list: Questions that the scene does not fit: {question, faults}.
";

const CONTACTS: &str = "
contacts list: The contacts after detection and expansion, in the form of the scene file.
patches list: Which contacts stand for one line or area: {id, contacts, outline}.
";

/// The keys of a set in both forms.
const SET: &str = "
rays list: Directions that the set contains every multiple of.
lines list: Directions that it contains both ways.
normals list: Inequalities: normal · x >= 0, or >= its offset.
equalities list: Equations of the space that the set lies in.
";

const MOTIONS: &str = "
bodies list: The free bodies, whose twists follow each other in every vector.
empty boolean: Whether driven bodies leave no motion at all.
freedoms object?: {both_ways, dimension}: dimensions of the lines and of the set.
vertices list, optional: Corners, where the set is no cone.
offsets list, optional: Right sides of the normals, where the set is no cone.
equality_offsets list, optional: Right sides of the equalities, where the set is no cone.
redundant list: Contacts that forbid nothing that others allow.
centres object?: Centres of rotation, in the plane, of one body: {plus, minus, translations}.
regions list?: The plane of centres by contact mode: {mode, sign, dimension, polygon, twist}.
tests list: Motions that were tried at the contacts.
second_order list?: What curvature does to motions that first order leaves open: {twist, contacts}.
proof object: That the two forms are those of the contacts.
";

const LABELS: &str = "
body string: The body that the contacts push.
plus list?: Polygons of points about which no wrench turns clockwise; {direction} is a point at infinity.
minus list?: Polygons of points about which none turns counter-clockwise.
points list: Points that were asked about: {point, label}.
arrows list?: Lines of force: {base, force}.
proof object: That the two forms are those of the contacts.
";

const CLOSURE: &str = "
body string: The part that is held.
cone string, optional: The cone of friction that is meant, in space.
form object: Closed without friction.
form.verdict verdict: Whether the contacts close.
form.order integer?: 1, or 2 where curvature closes.
form.escape string?: breaking, or rolling where a higher order could still close it.
form.proof object?: A squeeze, or a motion that no contact resists.
form.margin number?: Radius of the largest ball of wrenches; negative where open, 0 on the boundary.
force object: Closed with friction.
force.verdict verdict: Whether the contacts close.
force.proof object?: A squeeze inside the cones, or a motion that no contact resists.
force.margin number?: Radius of the largest ball of wrenches; negative where open, 0 on the boundary.
force.forces object?: The squeeze by contact.
essential list?: Contacts without which it is open.
essential_undecided list?, optional: Contacts of which that was not decided.
essential_proofs list: Why each contact is essential or not: {contact, proof}.
removable object?: Contacts that can go together: {contacts, core, proofs}.
quality object: Measures of the grasp, each null where it is undefined.
quality.epsilon_l1 number?: Radius of the largest ball in the hull of all edges with unit normal part.
quality.epsilon_linf number?: The same of the sum over contacts of hulls of 0 and the edges.
quality.min_singular number?: Least singular value of the matrix of edges.
quality.volume number?: Volume of the hull.
quality.isotropy number?: Ratio of the least singular value to the largest.
min_friction object: The least common coefficient that closes.
min_friction.mu number?: About here; null where none closes.
min_friction.bracket list?: Open up to the first, closed above the second, each with a proof.
loads list, optional: The listed wrenches: {wrench, resists, largest, ranges, internal, indeterminacy, proofs}.
task object?, optional: How far the listed wrenches can be scaled together: {scale, each, rule, problem, proofs}.
sufficient object?: Few contacts that close by themselves: {contacts, because, smallest, proof}.
guilty object?: Few contacts that leave it open: {contacts, because, smallest, proof}.
changes object?: Small changes that would close or open it: {friction, load, place}.
one_more list?, optional: Where along the outline one more contact closes.
";

const STAND: &str = "
body string, optional: The body, where there is one.
bodies list: The free bodies.
cone string: The cone of friction that is meant.
load object, optional: What pulls at each body, about its centre of mass, angular first.
weight object, optional: The weight of each body.
margin number?, optional: How deep in their cones the forces can be; null where it was not measured.
margin_norm string, optional: What the margin counts.
strong string?: Whether it must stand: yes, no, undecided; null without inertias and on a moving base.
forces object?: Forces that balance, by contact: [normal, tangents...]; null where it falls.
vectors object?, optional: The same as vectors of the world.
collapse object?, optional: A twist of each body on which it falls; null where it stands.
indeterminacy integer?: Dimension of the set of forces that balance.
indeterminacy_proof object?, optional: That it is this dimension.
equations integer, optional: How many equations of balance there are.
unknowns integer, optional: How many numbers the forces have.
residual number?, optional: Largest entry of what the printed forces leave unbalanced.
proof object?: Forces that balance (rests), or a motion on which it collapses (falls); null where undecided.
strong_proof object?, optional: Why it must, or need not, stand.
margins object: How far it is from falling.
margins.friction number?: Least common factor on all coefficients that still stands.
margins.load number?: Largest load across gravity, over the weight, that stands whatever its direction.
margins.tilt number?: Its arc tangent, in radians.
brackets object, optional: Two ends of each margin, between which it is proved to lie.
margin_proofs object, optional: The proofs at those ends.
tilts object?, optional: Loads across gravity that stand: {points, half_spaces}.
further list, optional: Largest weights and pushes that were asked for.
first_failure number?: When it first falls on a moving base, s.
length number, optional: The length that makes moments comparable with forces, m.
sequence object, optional: The order of building: {verdict, order, found, steps, supports, groups, problem}.
accelerations list, optional: With which accelerations a base carries everything.
ranges object, optional: Least and largest force of contacts: {contacts, problem}.
solve object, optional: Values of a number with which it stands: {path, intervals, brackets, kind, problem, exact, proofs}.
region object, optional: Where the centre of mass may be: {body, axes, interval, vertices, bound, problem, exact, proofs}.
base string, optional: The body that moves as given, and carries the others.
course list, optional: Names of the coordinates of its acceleration.
until number, optional: Up to when it stays together, s: proved for all instants before.
failure object?, optional: When and where it first fails: {t, bracket, contact, proof}.
fastest object?, optional: The largest speed of the same course that it stands: {speed, bracket, duration}.
samples list, optional: Instants of the course: {t, stands, reserve}.
";

const CONE: &str = "
body string: The body that the wrenches act on.
mode string: The contact mode, as it was written.
labels list: The mode, contact by contact.
empty boolean: Whether no wrench is consistent with the mode, strictly.
only list: Other wanted modes.
and list: Modes that must be possible as well.
not list: Modes that must not happen.
open list, optional: Normals whose inequality is strict.
vertices list, optional: Corners, where --least makes it no cone.
offsets list, optional: Right sides of the normals.
equality_offsets list, optional: Right sides of the equalities.
pieces list, optional: The parts of what is left after other modes were taken away.
wrenches list: The listed wrenches: {wrench, where, consistent, proof}.
length string: The length that makes moments comparable with forces, m.
";

const STABILITY: &str = "
body string: The part.
own_load boolean: Whether the weight and wrench of the scene were judged, as no wrench was listed.
weak object?: Wrenches under which it may stay: {rays, lines, normals, equalities}.
strong list?: Wrenches under which it must stay, as disjoint cones; open lists the strict ones of their normals.
feasible_modes list?: Modes in which it can move.
bias list?: A wrench in the middle of the strong set.
disturbance number?: How far from the bias it still must stay.
finger number: Friction of the finger that pushes.
tilts list?: Directions of gravity under which it must stay: {from, to}.
push list?: Where along the outline a finger keeps it: {ring, piece, from, to}.
wrenches list: The listed wrenches: {wrench, weak, strong, weak_proof, strong_proof, disturbance}.
length string: The length that makes moments comparable with forces, m.
";

const INSERT: &str = "
body string: The part.
plan string: complete, or conservative.
finger number: Friction of the finger that pushes.
graph object: States and steps between them: {states, steps, goal}.
cones list?: Wrenches that seat the part whatever the start, as disjoint cones.
seated_and_still list?: Those that also keep it in place.
push list?: Where along the outline to push: {ring, piece, from, to}.
tilts list?: Directions of gravity that seat it: {from, to}.
best object?: The wrench that is farthest inside: {wrench, radius}.
largest_friction object?: The largest common friction that leaves a plan, where it was asked for.
wrenches list: The listed wrenches: {wrench, seats, proof}.
";

const MODES: &str = "
contacts list: The contacts, whose letters make a mode.
contacts_only boolean: Whether modes only tell which contacts are kept (m) and which separate (s).
count integer: How many modes there are.
modes list: The possible modes, each with a motion: {mode, twists}.
never_separate list: Contacts that no motion opens.
never_proofs list: Why.
excluded list?: Why no other mode is possible; null where the list is not proved complete.
explained list: Modes that were asked about: a motion, or why there is none.
";

const OUTCOMES: &str = "
outcome string?: unique, ambiguous, continuum or inconsistent, counting accelerations; null where not known.
solutions list: {mode, acceleration, forces, acceleration_unique, force_unique, family}.
excluded list?: Why nothing happens in other modes: {mode, proof}.
edges list: The directions in which forces of contacts are counted: {contact, across}.
held list: Modes whose solutions are held by others: {mode, point, family or other}.
map object, optional: Outcomes over two numbers of the scene.
log list, optional: What another program reports, judged.
groups list, optional: Outcomes of independent groups of bodies.
";

const LCP: &str = "
status string?: none, unique, multiple or continuum.
solutions list: Isolated solutions: {z}.
families list: Families of solutions: {vertices, rays}.
pieces list: Complementary choices with solutions: {mode, family}.
excluded list?: Why other choices have none: {mode, multipliers}.
one boolean, optional: Whether one solution was enough.
sole object, optional: Why there is no other.
certificate string, optional: What of the matrix shows that the solution is the only one.
unfinished string, optional: Why there may be more solutions than are listed.
";

const ROBOT: &str = "
frame string: The link whose frame is meant.
reference string: Point and axes of J, Phi and b: local, aligned or world.
acceleration string: Which acceleration b is: spatial or classical.
joints list: Joints, in the order of the file.
velocities list: Names of the velocities.
M list: Mass matrix.
h list: Velocity products, gravity and friction of joints: M qdd + h = tau + J' f.
Phi list: Inverse inertia at the frame: a = Phi f + b.
b list: Acceleration at the frame without a force there, tau included.
J list: Jacobian of the frame.
rank integer?: Rank of the Jacobian, where it is proved.
error object: A proved bound of the error of each: {M, h, J, Phi, b}.
beyond list: Positions, velocities and torques beyond their limits.
";

const JAM: &str = "
body string, optional: What slides.
jam object?: Some friction of the box makes the dynamics singular: {verdict, mu, scale, jumping, bracket, proof}.
wedge object?: Some friction of the box holds it whatever pulls: {verdict, mu, scale, forces, bracket, proof}.
determinant number?: Determinant at the given friction.
rank integer?: Rank of the constraints at the given friction.
dependent list, optional: Constraints that follow from others.
constraint_rates list?, optional: Rates of the constraints; needs rate.
lost list, optional: Constraints that friction makes dependent.
motion object?, optional: What it does at the given friction: {acceleration, forces, consistent}.
formulations object?, optional: The equations of motion in their several forms.
boundary object, optional: What locks in the plane of two coefficients.
map object, optional: What locks over two numbers of the scene.
compliance list, optional: What contacts that give select, stiffness by stiffness.
patches list, optional: Areas that hold by themselves.
peg object, optional: A peg in a hole: fit, diagram, jamming and wedging.
";

const QUASISTATIC: &str = "
contacts list: The contacts, whose letters make a mode.
count integer: How many modes some twist has.
modes list: Modes: {mode, twists, forces} where forces balance, else {mode, twists, proof}.
excluded list?: Why no twist has another mode.
phases list?: Of a stick on two fingers: {t, mode, state}.
end object?: How that ends: {reason, t, state}.
endless boolean?: Whether phases shrink without end.
resolution number?: Where they were cut off.
";

const HYBRID: &str = "
body string: The robot.
environment string: What it touches.
task object: Natural and artificial constraints: {natural, artificial}.
point list?: Where they touch.
rank integer: Directions in which it is free.
beyond integer: Directions in which motion is decided by what is touched.
refused list?: Wishes that cannot be met.
operational object: Inertia and bias at the contact: {Lambda, mu_p}.
S1 list: Basis of free motion.
S2 list: Basis of the rest of motion.
S0 list: Basis of motions that nobody controls.
T1 list: Basis of forces that do no work on S2.
T2 list: Basis of contact forces.
T0 list: Basis of forces that nobody controls.
X_m list: Selection of motion.
X_f list: Selection of force.
Phi11 list: Inverse inertia along free motion.
Phi22 list: Inverse inertia along contact forces.
Phi_environment list: Inverse inertia of what is touched.
a1 list?: Acceleration along free motion.
a2 list?: Acceleration along the rest.
f2 list?: Contact force in the basis T2.
contact_force list?: Contact force.
robot_acceleration list?: Acceleration of the robot.
environment_acceleration list?: Acceleration of what is touched.
slip_acceleration list?: Difference of the two along the contact.
force_variable list?: f2 plus the inverse of Phi22 times a2.
undetermined list?: Directions that stay undetermined.
contradiction list?: Why there is no motion at all.
command list?: The force to be commanded.
torques object?: The same at the joints.
deflection list?: Of a wrist that gives.
run object, optional: The run in time.
";

const PUSH: &str = "
contacts list: The contacts, in the order of the letters of a mode.
modes list: Modes that some pressure allows: {mode, pressure, twist, proof}.
excluded list: Modes that no pressure allows: {mode, proof}.
open list: Modes of which neither was proved: {mode, proof}.
turns list: The senses of rotation that some pressure allows: ccw, cw, none.
stable verdict?: Whether the part stays with its pushers under every pressure; null of one contact.
twist list?: Of a known pressure: the part's twist about its centre of mass.
twist_within number?: How far the twist may be from the true one.
stays object?: That it stays with its pushers under every pressure.
impossible list: Modes that no twist has.
";

const SIMULATE: &str = "
frames list: The run at even times and at events: {t, bodies, mode, contacts}; bodies have {com, angle, twist}.
events list: What happened: {t, kind, between, point}; kind is touch, impact, leave, stick, slip or rest.
energy list: At the frames: {t, kinetic, potential, dissipated, work}, J.
residual number: Largest error of the balance of energy, J.
branches list, optional: Other runs, where several things could happen and all were followed.
proof object?: Null: a run in time proves nothing.
";

impl Question {
    /// The pages of its keys.
    fn pages(self) -> &'static [&'static str] {
        match self {
            Self::Check => &[CHECK, CASES],
            Self::Contacts => &[CONTACTS],
            Self::Motions => &[SET, MOTIONS],
            Self::Labels => &[SET, LABELS],
            Self::Closure => &[CLOSURE],
            Self::Stand => &[STAND, CASES],
            Self::Cone => &[SET, CONE],
            Self::Stability => &[STABILITY],
            Self::Insert => &[INSERT],
            Self::Modes => &[MODES],
            Self::Outcomes => &[OUTCOMES, CASES],
            Self::Lcp => &[LCP],
            Self::Robot => &[ROBOT],
            Self::Jam => &[JAM, CASES],
            Self::Quasistatic => &[QUASISTATIC, CASES],
            Self::Push => &[PUSH],
            Self::Simulate => &[SIMULATE, CASES],
            Self::Hybrid => &[HYBRID, CASES],
        }
    }
}

/// A line of a page: `key type?, optional: What it means.`
struct Key<'p> {
    path: &'p str,
    kind: &'p str,
    nullable: bool,
    optional: bool,
    meaning: &'p str,
}

impl<'p> Key<'p> {
    fn read(line: &'p str) -> Option<Self> {
        let (head, meaning) = line.split_once(": ")?;
        let (path, kind) = head.split_once(' ')?;
        let (kind, optional) = match kind.strip_suffix(", optional") {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        let (kind, nullable) = match kind.strip_suffix('?') {
            Some(kind) => (kind, true),
            None => (kind, false),
        };
        Some(Self { path, kind, nullable, optional, meaning })
    }

    /// Its schema.
    fn schema(&self) -> Value {
        let kind = match self.kind {
            "verdict" => "string",
            "list" => "array",
            other => other,
        };
        let mut schema = json!({ "description": self.meaning, "type": kind });
        if self.nullable {
            schema["type"] = json!([kind, "null"]);
        }
        if self.kind == "verdict" {
            let mut words = vec![json!("yes"), json!("no"), json!("undecided")];
            words.extend(self.nullable.then_some(Value::Null));
            schema["enum"] = json!(words);
        }
        schema
    }
}

/// The JSON Schema (2020-12) of the reports of a question.
///
/// ```
/// use stiction_report::{Question, report_schema};
/// let schema = report_schema(Question::Stand);
/// assert_eq!(schema["properties"]["margins"]["properties"]["tilt"]["type"][0], "number");
/// ```
pub fn report_schema(question: Question) -> Value {
    let pages = [SHARED].into_iter().chain(question.pages().iter().copied());
    let keys = pages.flat_map(str::lines).filter_map(Key::read);
    let (mut properties, mut required) = (Map::new(), Vec::new());
    for key in keys {
        match key.path.split_once('.') {
            Some((outer, inner)) => properties[outer]["properties"][inner] = key.schema(),
            None => {
                properties.insert(key.path.to_owned(), key.schema());
                if !key.optional {
                    required.push(json!(key.path));
                }
            }
        }
    }
    properties["question"]["const"] = json!(question.word());
    if question.input() != Input::Scene {
        properties["scene"]["description"] = json!("The file that was asked about.");
    }
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Report of `stiction {question}`"),
        "description": "A report that was stopped before there was an answer has the shared keys alone, and `stopped`.",
        "type": "object",
        "properties": properties,
        // What was stopped has no answer, and what has cases has those of each.
        "if": { "anyOf": [{ "required": ["stopped"] }, { "required": ["cases"] }] },
        "else": { "required": required },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_every_page_is_a_key_with_a_known_type() {
        for question in Question::every() {
            for page in [SHARED].iter().chain(question.pages()) {
                for line in page.lines().filter(|line| !line.is_empty()) {
                    let key = Key::read(line).unwrap_or_else(|| panic!("{line}"));
                    let known = ["string", "integer", "number", "boolean", "list", "object", "verdict"];
                    assert!(known.contains(&key.kind), "{line}");
                    assert!(key.meaning.ends_with(['.', '\'']), "{line}");
                }
            }
        }
    }
}
