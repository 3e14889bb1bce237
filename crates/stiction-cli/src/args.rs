//! The words of the command line, and their help.

mod asked;
mod design;

pub use design::{Place, Robust};

use crate::embedded::HeldScene;
use crate::time::seconds;
use crate::words::{
    Names, Package, Point, Triple, Two, Typed, Units, WrenchList, axis, log_tolerance, names, not_negative,
    package, point, positive, push, question, triple, two_ids, unit, within, wrench,
};
use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stiction_files::Reach;
use stiction_proof::Rational;
use stiction_proof::wrenches::Plan;
use stiction_report::{
    Axis, ClosureQuery, ConeModel, ConeQuery, InsertQuery, Insertion, JamQuery, LabelsQuery, ModesQuery,
    QuasistaticQuery, Query, Question, SlowQuery, StabilityQuery, StandExtras, StandQuery, Tolerance,
    Unknown,
};

/// Will it hold, slide, jam, tip or fall? Contact mechanics of rigid bodies with friction, where every
/// answer comes with a proof that anyone can check.
#[derive(Debug, Clone, Parser)]
#[command(
    name = "stiction",
    version,
    after_help = "Example: stiction check examples/gripper.toml\n\nStart with `stiction new grasp.toml`, or look at `stiction examples`."
)]
pub struct Args {
    /// What to do
    #[command(subcommand)]
    pub command: Command,
    /// Colour the output
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, display_order = 100)]
    pub color: Color,
    /// Seconds that it may take; then what is known is told, with status 1
    #[arg(long, global = true, value_name = "SECONDS", default_value = "60", value_parser = seconds, display_order = 101)]
    pub time: Duration,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal only
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Color {
    /// The same for the streams that are written to.
    pub fn choice(self) -> anstream::ColorChoice {
        match self {
            Self::Always => anstream::ColorChoice::Always,
            Self::Never => anstream::ColorChoice::Never,
            Self::Auto => anstream::ColorChoice::Auto,
        }
    }

    /// Whether faults, which go to standard error, are coloured.
    pub fn is_on(self) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }
}

/// The questions and the commands around them.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Every question that applies, on one page, with a picture
    #[command(
        after_help = "Example: stiction check examples/gripper.toml\n  writes gripper.png into this folder; --picture names another file, --no-picture none"
    )]
    Check(Ask),
    /// The contacts of the scene, in the form of the scene file
    #[command(
        after_help = "Examples: stiction contacts examples/wall.toml\n          stiction contacts wall.obj --friction 0.6 --density 2000"
    )]
    Contacts(Ask),
    /// The twists that contacts allow, and in the plane their centres of rotation
    #[command(
        after_help = "Examples: stiction motions examples/table_finger.toml\n          stiction motions examples/table_finger.toml --test-twist -1,0,1\n          stiction motions examples/table_finger.toml --twist 1,2,0 --twist 1,0,-1"
    )]
    Motions(AskMotions),
    /// The wrenches that contacts can exert on the body, and in the plane their moment labels
    #[command(
        after_help = "Examples: stiction labels examples/rest.toml --point 0,1\n          stiction labels examples/rest.toml --mode ll\n          stiction labels examples/tripod_grasp.toml --cone inner:4"
    )]
    Labels(AskLabels),
    /// Form and force closure, least friction, essential contacts, quality
    #[command(
        after_help = "Examples: stiction closure examples/fixture.toml --picture fixture.svg\n          stiction closure examples/gripper.toml --wrench 0,0,-9.81 --wrench 0.1,0,-9.81\n          stiction closure examples/tripod_grasp.toml --cone inner:8"
    )]
    Closure(AskClosure),
    /// Can the contacts balance gravity and the loads: will it stand, and by how much
    #[command(
        after_help = "Examples: stiction stand examples/rest.toml --expect yes\n          stiction stand examples/arch.toml --picture arch.svg\n          stiction stand examples/arch.toml --body keystone --push 1,0"
    )]
    Stand(Stand),
    /// The wrenches that are consistent with a contact mode
    #[command(
        after_help = "Examples: stiction cone examples/disc_on_fixels.toml --mode na\n          stiction cone examples/disc_on_fixels.toml --mode na --wrench -1,1,-10 --least 0.5"
    )]
    Cone(Cone),
    /// Under which wrenches the part may stay, and under which it must
    #[command(after_help = "Example: stiction stability examples/three_fixels.toml --wrench 0,1,-10")]
    Stability(Stability),
    /// Which wrenches seat the part against its locators, whatever the start
    #[command(
        after_help = "Examples: stiction insert examples/seating.toml --picture seating.svg\n          stiction insert examples/seating.toml --plan conservative --wrench 0,1,1 --largest-friction"
    )]
    Insert(Insert),
    /// The kinematically possible contact modes, each with a motion, and why others are impossible
    #[command(
        after_help = "Examples: stiction modes docs/guide/scenes/block_in_corner.toml\n          stiction modes docs/guide/scenes/block_in_corner.toml --contacts-only\n          stiction modes docs/guide/scenes/block_in_corner.toml --explain lls --explain nsn"
    )]
    Modes(Modes),
    /// Every motion and contact force that is possible now
    #[command(
        after_help = "Examples: stiction outcomes examples/painleve.toml\n          stiction outcomes examples/painleve.toml --map contacts.foot.friction=0:3:100 --map bodies.rod.wrench.2=-1:1:100\n          stiction outcomes examples/painleve.toml --log reported.json"
    )]
    Outcomes(AskOutcomes),
    /// All solutions of a linear complementarity problem
    #[command(
        after_help = "Example: stiction lcp problem.json\n         stiction lcp problem.json --one\n  where problem.json holds { \"M\": [[1, 4], [2, 3]], \"q\": [-1, -1] }"
    )]
    Lcp(Lcp),
    /// The dynamics of a robot at one of its frames: M, h, J, Phi and b
    #[command(
        after_help = "Examples: stiction robot examples/arm.urdf --frame tool --q=0.3,-0.8,0.2,1.4,0,0.6,0\n          stiction robot examples/arm.urdf --reference aligned --acceleration classical --json"
    )]
    Robot(Robot),
    /// Does friction lock what slides, by jamming or by wedging; how much friction would
    #[command(
        after_help = "Examples: stiction jam examples/leaning_rod.toml\n          stiction jam examples/two_walls.toml --boundary 1,2 --json\n          stiction jam examples/two_walls.toml --map contacts.1.friction=0:1:100 --map contacts.2.friction=0:1:100 --picture map.svg\n          stiction jam examples/peg_in_hole.toml --expect no"
    )]
    Jam(Jam),
    /// Slow manipulation: which contact modes balance while bodies are driven, and a stick on two fingers in time
    #[command(
        after_help = "Examples: stiction quasistatic examples/pushed_box.toml\n          stiction quasistatic examples/meter_stick.toml --picture stick.svg"
    )]
    Quasistatic(Quasistatic),
    /// Pushing on a table, seen from above: how the part moves and whether it stays with its pusher, whatever the
    /// pressure under it
    #[command(
        after_help = "Examples: stiction push examples/hexagon.toml\n          stiction push examples/fence.toml --picture fence.svg"
    )]
    Push(Push),
    /// Motion in time: how planar bodies fall, slide, stick, bounce and come to rest; proves nothing
    #[command(
        after_help = "Examples: stiction simulate examples/backspin.toml --until 2\n          stiction simulate examples/falling_ladder.toml --until 0.75 --animation ladder.svg"
    )]
    Simulate(Simulate),
    /// Motion and force at a robot's contact: a command for each that leaves the other alone
    #[command(
        after_help = "Examples: stiction hybrid examples/wiping_matrices.toml\n          stiction hybrid examples/wiping_matrices.toml --json"
    )]
    Hybrid(Hybrid),
    /// Where to put contacts so that they close: the best place on the outline, with a bound on all of them
    #[command(
        after_help = "Examples: stiction place examples/place_fixture.toml --picture places.svg\n          stiction place examples/place_fixture.toml --contacts 3 --friction 0.3 --write placed.toml"
    )]
    Place(Place),
    /// Does it close, or stand, whatever the numbers are within their tolerances; how far these may be scaled, and
    /// which scene breaks it
    #[command(
        after_help = "Examples: stiction robust examples/worn_gripper.toml\n          stiction robust examples/worn_gripper.toml --about closure --expect yes --json"
    )]
    Robust(Robust),
    /// Re-check every proof of a report, without a solver, and believe nothing else of it
    #[command(
        after_help = "Example: stiction check examples/gripper.toml --json > report.json && stiction verify report.json --scene examples/gripper.toml"
    )]
    Verify(Verify),
    /// The JSON Schema of the scene file, or of the reports of a question
    #[command(
        after_help = "Examples: stiction schema > scene.schema.json\n          stiction schema --report stand > stand.schema.json"
    )]
    Schema(Schema),
    /// Write a starter scene
    #[command(
        after_help = "Examples: stiction new grasp.toml\n          stiction new part.toml --from part.stl\n          stiction new part.toml --from scan.ply --unit mm --fill"
    )]
    New(New),
    /// List, print or draw the built-in scenes
    #[command(
        after_help = "Examples: stiction examples\n          stiction examples gripper > gripper.toml\n          stiction examples gripper escape rest --picture three.png"
    )]
    Examples(Examples),
    /// Completions for a shell
    #[command(after_help = "Example: stiction completions bash > /etc/bash_completion.d/stiction")]
    Completions {
        /// The shell
        shell: Shell,
    },
}

/// The axes of a map, as they are typed.
pub fn axes(map: &[Typed<Axis>]) -> Vec<Axis> {
    map.iter().map(|axis| axis.value.clone()).collect()
}

/// A question about a scene.
#[derive(Debug, Clone, ClapArgs)]
pub struct Ask {
    /// The scene: a TOML or JSON file, or an assembly as OBJ or COMPAS JSON; - is standard input
    pub scene: PathBuf,
    /// More scenes, or folders of them: each is asked, and a table of verdicts comes last; with --json a line each
    #[arg(value_name = "MORE")]
    pub more: Vec<PathBuf>,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Write a picture: FILE.svg or FILE.png; of a scene in space also FILE.glb, to be turned about
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Write no picture (`check` writes one unless --json is given)
    #[arg(long, conflicts_with = "picture")]
    pub no_picture: bool,
    /// Colours of the picture
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    pub theme: Theme,
    /// Exit with 3 unless the verdict is this one
    #[arg(long, value_enum, value_name = "VERDICT")]
    pub expect: Option<Expected>,
    /// Length in metres that makes moments comparable with forces
    #[arg(long, default_value = "1", value_parser = positive)]
    pub length: Rational,
    /// Cone of friction in space: round, or a pyramid of K edges inside or around it (inner:K, outer:K)
    #[arg(long, value_name = "CONE", default_value_t = ConeModel::Round)]
    pub cone: ConeModel,
    /// The load case that is asked about; otherwise all of them, one by one
    #[arg(long, value_name = "CASE")]
    pub case: Option<String>,
    /// A wrench to be judged (`closure`, `cone`, `stability`, `insert`), or one that replaces the contacts of
    /// `labels`, repeatable: m,fx,fy, in space six numbers; the total one about the centre of mass, gravity not added
    #[arg(long, value_name = "WRENCH", value_parser = wrench, allow_hyphen_values = true)]
    pub wrench: Vec<WrenchList>,
    /// Wrenches from a JSON file: [[m, fx, fy], …], fractions in strings
    #[arg(long, value_name = "FILE")]
    pub wrenches: Option<PathBuf>,
    /// Largest file in MiB: the scene, or one that it names
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub max_size: u64,
    /// Where else the files that the scene names may lie
    #[command(flatten)]
    pub elsewhere: Elsewhere,
    /// What counts as touching, in metres: of an assembly, and of a scene with [detect]; otherwise 1e-6 of the
    /// smaller of two parts
    #[arg(long, value_name = "L", value_parser = positive)]
    pub tolerance: Option<Rational>,
    /// The blocks of an assembly that are fixed, in place of what its file flags; a name with commas in quotes:
    /// '"a,b",c'
    #[arg(long, value_name = "BLOCK,BLOCK,…", value_parser = names)]
    pub supports: Vec<Names>,
    /// How the meshes of an assembly are taken
    #[command(flatten)]
    pub meshes: MeshFlags,
    /// Friction of the joints of an assembly (OBJ or COMPAS), which such files do not say
    #[arg(long, value_name = "MU", value_parser = not_negative)]
    pub friction: Option<Rational>,
    /// Density of the blocks of an assembly, kg/m³
    #[arg(long, value_name = "RHO", value_parser = positive)]
    pub density: Option<Rational>,
    /// The units of values that count as their numbers do in the scene
    #[arg(skip)]
    pub units: Units,
    /// The scene itself, where it is no file that is still to be read
    #[arg(skip)]
    pub held: Option<Arc<HeldScene>>,
}

impl Ask {
    /// The same about one file, without a picture that nobody asked for.
    pub fn alone(&self, scene: PathBuf) -> Self {
        Self { scene, more: Vec::new(), no_picture: true, ..self.clone() }
    }
}

/// Where the files that a scene or a robot names may lie, besides its own folder and those below.
#[derive(Debug, Clone, ClapArgs)]
pub struct Elsewhere {
    /// Another folder whose files a scene or a robot may name, by any path; otherwise those beside it and below
    #[arg(long, value_name = "DIR")]
    pub root: Option<PathBuf>,
    /// The folder of a package, repeatable: files that are named package://NAME/… or model://NAME/… lie there
    #[arg(long, value_name = "NAME=DIR", value_parser = package)]
    pub package: Vec<Package>,
}

impl Elsewhere {
    /// The same for the readers.
    pub fn reach(&self) -> Reach {
        let packages = self.package.iter().map(|Package(name, folder)| (name.clone(), folder.clone()));
        Reach { root: self.root.clone(), packages: packages.collect() }
    }
}

/// How the meshes of an assembly, or that of a new scene, are taken; in a scene, the table of a mesh says it.
#[derive(Debug, Clone, ClapArgs)]
pub struct MeshFlags {
    /// What coordinates of an assembly or mesh are multiplied with to be metres
    #[arg(long, value_name = "FACTOR", value_parser = positive)]
    pub scale: Option<Rational>,
    /// The unit of the coordinates of an assembly or mesh: m, mm, cm, km, um, inch or foot
    #[arg(long, value_name = "UNIT", value_parser = unit, conflicts_with = "scale")]
    pub unit: Option<Rational>,
    /// Corners of a mesh nearer than this are one, in metres; otherwise 1e-9 of its size
    #[arg(long, value_name = "L", value_parser = positive)]
    pub weld: Option<Rational>,
    /// Fill the holes of meshes
    #[arg(long)]
    pub fill: bool,
    /// Take the convex hulls of meshes
    #[arg(long)]
    pub hull: bool,
    /// Take meshes as bare surfaces, which enclose nothing and weigh nothing
    #[arg(long, conflicts_with = "hull")]
    pub surface: bool,
}

/// A question about motions.
#[derive(Debug, Clone, ClapArgs)]
pub struct AskMotions {
    /// What every question has
    #[command(flatten)]
    pub ask: Ask,
    /// A twist that replaces the contacts, repeatable: w,vx,vy, in space six numbers; the set is what these span
    #[arg(long, value_name = "TWIST", value_parser = wrench, allow_hyphen_values = true)]
    pub twist: Vec<WrenchList>,
    /// Twists from a JSON file: [[w, vx, vy], …], fractions in strings
    #[arg(long, value_name = "FILE")]
    pub twists: Option<PathBuf>,
    /// A motion that is tried at each contact, repeatable: the twists of the free bodies one after the other
    #[arg(long, value_name = "TWIST", value_parser = wrench, allow_hyphen_values = true)]
    pub test_twist: Vec<WrenchList>,
}

/// A question about the wrenches of contacts.
#[derive(Debug, Clone, ClapArgs)]
pub struct AskLabels {
    /// What every question has
    #[command(flatten)]
    pub ask: Ask,
    /// The edges that are active in this contact mode alone: one letter a contact, such as nr; in space labels with
    /// blanks between them, such as "s 00", where nothing slides
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub mode: Option<String>,
    /// A point whose moment label is told, repeatable: x,y
    #[arg(long, value_name = "POINT", value_parser = point, allow_hyphen_values = true)]
    pub point: Vec<Point>,
}

/// A question about standing.
#[derive(Debug, Clone, ClapArgs)]
pub struct Stand {
    /// The scene and how it is asked about
    #[command(flatten)]
    pub ask: Ask,
    /// The body whose largest further weight is sought
    #[arg(long, value_name = "BODY")]
    pub body: Option<String>,
    /// Direction of a push at that body's centre of mass, of which the largest safe multiple is sought, repeatable:
    /// fx,fy
    #[arg(long, value_name = "PUSH", value_parser = push, allow_hyphen_values = true)]
    pub push: Vec<WrenchList>,
    /// Does it stand after every step of building, in the file's order or in this one; else an order that does, or
    /// the fewest supports
    #[arg(long, value_name = "BODY,BODY,…", num_args = 0..=1, value_parser = names, require_equals = true)]
    pub sequence: Option<Vec<Names>>,
    /// The least and the largest force of every contact, or of these, over all forces that balance
    #[arg(long, value_name = "CONTACT,CONTACT,…", num_args = 0..=1, value_parser = names, require_equals = true)]
    pub ranges: Option<Vec<Names>>,
    /// With which accelerations along a direction a base carries everything (repeatable)
    #[arg(long, value_name = "X,Y", value_parser = wrench, allow_hyphen_values = true)]
    pub accelerate: Vec<WrenchList>,
    /// The values of one number of the scene with which it stands, e.g. contacts.clamp.preload, contacts.*.friction,
    /// bodies.box.wrench.1
    #[arg(long, value_name = "PATH")]
    pub solve: Option<String>,
    /// Between which values a number of the geometry is searched
    #[arg(long, value_name = "LO:HI", value_parser = within, requires = "solve", allow_hyphen_values = true)]
    pub within: Option<Typed<[Rational; 2]>>,
    /// Where the centre of mass of the body may be (of --body where several are free)
    #[arg(long)]
    pub region: bool,
    /// A number of the scene and its values, twice, for a grid of what stands: PATH=FROM:TO:COUNT
    #[arg(long, value_name = "AXIS", value_parser = axis, allow_hyphen_values = true)]
    pub map: Vec<Typed<Axis>>,
}

/// The question `closure`, with a flag of its own.
#[derive(Debug, Clone, ClapArgs)]
pub struct AskClosure {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// The values of one number of the scene with which the contacts close, e.g. contacts.*.friction
    #[arg(long, value_name = "PATH")]
    pub solve: Option<String>,
    /// Between which values a number of the geometry is searched
    #[arg(long, value_name = "LO:HI", value_parser = within, requires = "solve", allow_hyphen_values = true)]
    pub within: Option<Typed<[Rational; 2]>>,
    /// A number of the scene and its values, twice, for a grid of what is closed: PATH=FROM:TO:COUNT
    #[arg(long, value_name = "AXIS", value_parser = axis, allow_hyphen_values = true)]
    pub map: Vec<Typed<Axis>>,
}

/// A question about a contact mode.
#[derive(Debug, Clone, ClapArgs)]
pub struct Cone {
    /// The scene and how it is asked about
    #[command(flatten)]
    pub ask: Ask,
    /// The mode: one letter for each contact (l r n s m, near ones a s u); in space labels with blanks between them
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub mode: String,
    /// Least acceleration in m/s² that strict inequalities become
    #[arg(long, value_name = "K", value_parser = not_negative)]
    pub least: Option<Rational>,
    /// Another wanted mode, repeatable: only wrenches that lead to a wanted mode and to nothing else
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub only: Vec<String>,
    /// A mode that the wrenches must be consistent with as well, repeatable
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub and: Vec<String>,
    /// A mode that must not happen, repeatable
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub not: Vec<String>,
    /// The body, where several are free; the others are held
    #[arg(long, value_name = "BODY")]
    pub body: Option<String>,
}

/// A question about stability.
#[derive(Debug, Clone, ClapArgs)]
pub struct Stability {
    /// The scene and how it is asked about
    #[command(flatten)]
    pub ask: Ask,
    /// The body, where several are free; the others are held
    #[arg(long, value_name = "BODY")]
    pub body: Option<String>,
    /// Friction of the finger that pushes
    #[arg(long, value_name = "MU", default_value = "0", value_parser = not_negative)]
    pub finger: Rational,
}

/// A question about insertion.
#[derive(Debug, Clone, ClapArgs)]
pub struct Insert {
    /// The scene and how it is asked about
    #[command(flatten)]
    pub ask: Ask,
    /// The body, where several are free; the others are held
    #[arg(long, value_name = "BODY")]
    pub body: Option<String>,
    /// Whatever ends in the goal, or only what never steps back
    #[arg(long, value_enum, default_value_t = PlanWord::Complete)]
    pub plan: PlanWord,
    /// Friction of the finger that pushes
    #[arg(long, value_name = "MU", default_value = "0", value_parser = not_negative)]
    pub finger: Rational,
    /// Find the largest common friction that leaves a plan
    #[arg(long)]
    pub largest_friction: bool,
}

/// A plan of insertion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PlanWord {
    /// All wrenches that seat the part
    Complete,
    /// Those that never lose a fixel on the way
    Conservative,
}

/// The contact modes of a scene.
#[derive(Debug, Clone, ClapArgs)]
pub struct Modes {
    /// The scene, and how it is answered
    #[command(flatten)]
    pub ask: Ask,
    /// Tell only which contacts are kept (m) and which separate (s)
    #[arg(long)]
    pub contacts_only: bool,
    /// Show a motion of this mode, or prove that there is none; repeatable
    #[arg(long, value_name = "MODE", allow_hyphen_values = true)]
    pub explain: Vec<String>,
    /// How many modes are listed at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub most: usize,
}

/// What happens now, over two numbers of the scene, or beside what another program reports.
#[derive(Debug, Clone, ClapArgs)]
pub struct AskOutcomes {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// A number of the scene and its values, twice, for a grid of outcomes: PATH=FROM:TO:COUNT
    #[arg(long, value_name = "AXIS", value_parser = axis, allow_hyphen_values = true)]
    pub map: Vec<Typed<Axis>>,
    /// Forces and accelerations that another program reports, to be judged: [{ "acceleration": {…}, "forces": {…} }, …]
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Up to what a reported motion counts as lawful, and as held: N and m/s², then m/s of drift, then m of depth;
    /// 1e-6 each unless told
    #[arg(long, value_name = "LAW[,SPEED[,DEPTH]]", value_parser = log_tolerance, requires = "log")]
    pub log_tolerance: Option<Tolerance>,
}

/// The question `jam`, with a flag of its own.
#[derive(Debug, Clone, ClapArgs)]
pub struct Jam {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// The boundary of what locks in the plane of two coefficients of friction, by the ids of their contacts or
    /// constraints
    #[arg(long, value_name = "ID,ID", value_parser = two_ids)]
    pub boundary: Option<Two>,
    /// A number of the scene and its values, twice, for a grid of what jams and wedges: PATH=FROM:TO:COUNT
    #[arg(long, value_name = "AXIS", value_parser = axis, allow_hyphen_values = true)]
    pub map: Vec<Typed<Axis>>,
    /// Lets the contacts give, from this stiffness (N/m) on, and tells which motion the stiff limit selects
    #[arg(long, value_name = "STIFFNESS", allow_hyphen_values = true)]
    pub compliance: Option<Rational>,
    /// Presses every contact in by this much (m) and tells what springs of that stiffness then push with, all of them
    /// sticking
    #[arg(long, value_name = "METRES", allow_hyphen_values = true, requires = "compliance")]
    pub interference: Option<Rational>,
}

/// The question `quasistatic`, with flags of its own.
#[derive(Debug, Clone, ClapArgs)]
pub struct Quasistatic {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// How many modes are listed at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub most: usize,
    /// A number of the scene and its values, twice, for a grid of what slides and what tips: PATH=FROM:TO:COUNT
    #[arg(long, value_name = "AXIS", value_parser = axis, allow_hyphen_values = true)]
    pub map: Vec<Typed<Axis>>,
}

/// The question `push`, with a flag of its own.
#[derive(Debug, Clone, ClapArgs)]
pub struct Push {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// How many modes are listed at most
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    pub most: usize,
}

/// The question `simulate`, with flags of its own.
#[derive(Debug, Clone, ClapArgs)]
pub struct Simulate {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// How long the run lasts, s
    #[arg(long, value_name = "T")]
    pub until: Rational,
    /// Into how many equal times the run is divided; there is a frame at each and at every event
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub frames: usize,
    /// What to do where several things can happen: stop, take the one that sticks, or follow all
    #[arg(long, value_enum, default_value_t = AmbiguousWord::Stop)]
    pub ambiguous: AmbiguousWord,
    /// The trajectory of another program: where does it leave every lawful one? [{ "t": 0, "bodies": { "rod": {
    /// "com": [x, y], "angle": 0 } } }, …]
    #[arg(long, value_name = "FILE")]
    pub compare: Option<PathBuf>,
    /// What counts as the same place, in metres; otherwise a thousandth of how far the smallest body reaches
    #[arg(long, value_name = "L", requires = "compare")]
    pub compare_tolerance: Option<Rational>,
    /// Write the run as a moving picture: FILE.svg
    #[arg(long, value_name = "FILE")]
    pub animation: Option<PathBuf>,
}

/// What to do where several things can happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AmbiguousWord {
    /// Stop and say so
    Stop,
    /// Go on with the one that sticks
    Stick,
    /// Follow all of them
    Branch,
}

/// The question `hybrid`, with flags of its own.
#[derive(Debug, Clone, ClapArgs)]
pub struct Hybrid {
    /// The question
    #[command(flatten)]
    pub ask: Ask,
    /// Run the robot in time, as [hybrid.simulate] says, beside the usual controller
    #[arg(long)]
    pub simulate: bool,
    /// Write the run as a moving picture: FILE.svg
    #[arg(long, value_name = "FILE", requires = "simulate")]
    pub animation: Option<PathBuf>,
}

/// A verdict that can be expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Expected {
    /// It is so
    Yes,
    /// It is not so
    No,
}

/// Colours of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Theme {
    /// On white
    Light,
    /// On black
    Dark,
}

/// A report to re-check.
#[derive(Debug, Clone, ClapArgs)]
pub struct Verify {
    /// The report, as written by --json; - is standard input
    pub report: PathBuf,
    /// The scene that it must be about (or the robot, or the complementarity problem): read and converted again, and
    /// everything that it says compared with the report
    #[arg(long, value_name = "FILE")]
    pub scene: Option<PathBuf>,
    /// Cone of friction that the report must have been asked with: round, inner:K or outer:K
    #[arg(long, value_name = "CONE", requires = "scene")]
    pub cone: Option<ConeModel>,
    /// Print the result as JSON
    #[arg(long)]
    pub json: bool,
    /// Largest report in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    pub max_size: u64,
    /// Where else the files that the scene names may lie
    #[command(flatten)]
    pub elsewhere: Elsewhere,
}

/// A linear complementarity problem.
#[derive(Debug, Clone, ClapArgs)]
pub struct Lcp {
    /// The problem: { "M": [[…]], "q": […] }, fractions in strings
    pub problem: PathBuf,
    /// The problem itself, where it is no file that is still to be read
    #[arg(skip)]
    pub held: Option<String>,
    /// One solution, and whether it is the only one where the matrix shows it, instead of all solutions
    #[arg(long)]
    pub one: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Largest file in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub max_size: u64,
}

/// A robot.
#[derive(Debug, Clone, ClapArgs)]
pub struct Robot {
    /// The robot: URDF, MJCF or SDF
    pub robot: PathBuf,
    /// The text of the robot, where it is no file that is still to be read
    #[arg(skip)]
    pub held: Option<String>,
    /// The link whose frame is meant; its one tip, if left out
    #[arg(long, value_name = "LINK")]
    pub frame: Option<String>,
    /// Gravity in m/s², in the axes of the root; if left out, what an MJCF or SDF file says, else 0,0,-9.81
    #[arg(long, value_name = "GX,GY,GZ", value_parser = triple, allow_hyphen_values = true)]
    pub gravity: Option<Triple>,
    /// Positions, in the order of the joints in the file; a floating joint has x,y,z,qw,qx,qy,qz. All zero, if left out
    #[arg(long, value_name = "Q", value_parser = wrench, allow_hyphen_values = true)]
    pub q: Option<WrenchList>,
    /// Velocities; a floating joint has its twist in its own axes, wx,wy,wz,vx,vy,vz. At rest, if left out
    #[arg(long, value_name = "V", value_parser = wrench, allow_hyphen_values = true)]
    pub v: Option<WrenchList>,
    /// Torques and forces of the joints, one a velocity. None, if left out
    #[arg(long, value_name = "TAU", value_parser = wrench, allow_hyphen_values = true)]
    pub tau: Option<WrenchList>,
    /// What joints with `mimic` do: follow the joint that they name, or move by themselves
    #[arg(long, value_enum, default_value_t = MimicWord::Coupled)]
    pub mimic: MimicWord,
    /// Free the root: a floating joint comes first, with seven positions and six velocities
    #[arg(long)]
    pub floating: bool,
    /// Point and axes of J, Phi and b: the frame's own, its origin with the axes of the world, or those of the world
    #[arg(long, value_enum, default_value_t = ReferenceWord::Local)]
    pub reference: ReferenceWord,
    /// Which acceleration b is
    #[arg(long, value_enum, default_value_t = AccelerationWord::Spatial)]
    pub acceleration: AccelerationWord,
    /// Where else the files that the robot names may lie
    #[command(flatten)]
    pub elsewhere: Elsewhere,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
    /// Draw the robot into FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Colours of the picture
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    pub theme: Theme,
    /// Largest file in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub max_size: u64,
}

/// A point and axes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReferenceWord {
    /// The frame's origin and axes
    Local,
    /// The frame's origin, the axes of the world
    Aligned,
    /// Origin and axes of the world
    World,
}

/// What joints that mimic others do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum MimicWord {
    /// They follow, and have no coordinates of their own
    Coupled,
    /// They move by themselves
    Independent,
}

/// A kind of acceleration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AccelerationWord {
    /// The rate of the twist about a point at rest
    Spatial,
    /// The ordinary acceleration of the point
    Classical,
}

/// A schema.
#[derive(Debug, Clone, ClapArgs)]
pub struct Schema {
    /// Of the reports of this question
    #[arg(long, value_name = "QUESTION", value_parser = question)]
    pub report: Option<Question>,
}

/// A file to begin with.
#[derive(Debug, Clone, ClapArgs)]
pub struct New {
    /// Where to write it, FILE.toml or FILE.json; standard output if left out
    pub file: Option<PathBuf>,
    /// A mesh to build the scene around: STL, OBJ, PLY, OFF, glTF or 3MF
    #[arg(long, value_name = "MESH")]
    pub from: Option<PathBuf>,
    /// How the mesh is taken, which the scene then says
    #[command(flatten)]
    pub meshes: MeshFlags,
    /// Largest mesh in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub max_size: u64,
}

/// The built-in scenes.
#[derive(Debug, Clone, ClapArgs)]
pub struct Examples {
    /// Names of scenes; all are listed if left out
    pub names: Vec<String>,
    /// Draw them side by side: FILE.svg or FILE.png
    #[arg(long, value_name = "FILE")]
    pub picture: Option<PathBuf>,
    /// Colours of the picture
    #[arg(long, value_enum, default_value_t = Theme::Light)]
    pub theme: Theme,
}
