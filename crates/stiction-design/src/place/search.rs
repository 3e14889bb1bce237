//! All placements, by branch and bound: the best that is found, and a tree that says how much better any could be.
//!
//! The most promising box of placements is cut next. The direction in which its hull is nearest to the origin bounds
//! all placements in it, and often those of its parts too; so a direction is tried before a hull is made. Where
//! nothing closes yet a box is done when one motion is resisted by nothing in it, which is decided in integers.

use super::climb::climb;
use super::field::{Field, Wrench};
use super::value::{Body, value};
use std::collections::{BTreeMap, BinaryHeap, HashSet};
use std::rc::Rc;
use stiction_exact::double::dot;
use stiction_exact::hull::{Effort, Origin, Workspace};
use stiction_exact::linear::{Balance, stiemke};
use stiction_exact::work;
use stiction_proof::place::{Aim, FULL, Group, Node, PlaceProblem, PlaceProof, Stretch};
use stiction_proof::{FrictionUse, Rational};

/// How near a bound is brought to the best, as a part of it.
const NEAR: f64 = 0.01;
/// Boxes that are looked at.
pub(super) const MOST_BOXES: usize = 12_000;
/// Placements that are tried at first, and that are improved in all.
const TRIED: usize = 400;
const CLIMBED: usize = 24;
/// Values that an improvement looks at.
const STEPS: usize = 700;
/// How a sharp bound is asked of a hull.
const SHARP: Effort = Effort { tolerance: 2e-3, facets: 400 };
/// A direction is written in whole numbers up to this.
const WHOLE: f64 = (1_u64 << 30) as f64;
/// Heights below this part of a unit of force are decided in integers.
const DOUBTFUL: f64 = 1e-9;

/// A placement in doubles with its value.
pub(super) type Candidate = (Vec<f64>, f64);

/// What was found of all placements.
pub(super) struct Explored {
    /// Placements that close, best first, one for each choice of tracks.
    pub(super) found: Vec<Candidate>,
    /// A statement about all of them that no checker has seen yet.
    pub(super) proof: Option<PlaceProof>,
}

#[derive(Debug, Clone)]
enum State {
    Open,
    Split(usize, Vec<usize>),
    Crowded([usize; 2]),
    Beside([usize; 2]),
}

struct Cell {
    groups: Vec<Group>,
    bound: f64,
    direction: Wrench,
    /// A motion turned round that nothing in the box resists.
    exact: Option<Rc<[Rational; 3]>>,
    state: State,
}

#[derive(PartialEq)]
struct Waiting(f64, usize);

impl Eq for Waiting {}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.total_cmp(&other.0).then(other.1.cmp(&self.1))
    }
}

pub(super) struct Search<'p> {
    problem: &'p PlaceProblem,
    friction: FrictionUse,
    aim: Aim,
    field: Field,
    cells: Vec<Cell>,
    workspace: Workspace<3>,
    /// The best placement on each choice of tracks.
    found: BTreeMap<Vec<usize>, Candidate>,
    best: f64,
    climbed: HashSet<Vec<usize>>,
    exact: Vec<Rc<[Rational; 3]>>,
}

/// Looks at all placements with this use of friction.
pub(super) fn explore(problem: &PlaceProblem, friction: &FrictionUse, aim: Aim, most: usize) -> Explored {
    let field = Field::new(problem, friction);
    let mut search = Search {
        problem,
        friction: friction.clone(),
        aim,
        field,
        cells: Vec::new(),
        workspace: Workspace::new(),
        found: BTreeMap::new(),
        best: 0.0,
        climbed: HashSet::new(),
        exact: Vec::new(),
    };
    search.begin();
    let done = search.grow(most);
    let mut found: Vec<Candidate> = std::mem::take(&mut search.found).into_values().collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    Explored { proof: search.proof(done), found }
}

impl Search<'_> {
    /// The first placements: on every choice of tracks, or on some of them.
    fn begin(&mut self) {
        let (tracks, count) = (self.field.tracks(), self.field.count);
        if tracks == 0 || count == 0 {
            return;
        }
        let mut starts = choices(tracks, count, TRIED).unwrap_or_else(|| scattered(tracks, count, TRIED));
        starts.truncate(TRIED);
        let mut tried: Vec<Candidate> = starts
            .into_iter()
            .map(|choice| {
                let places = spread(&choice);
                let value = value(&self.field, self.aim, &places);
                (places, value)
            })
            .collect();
        tried.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (places, _) in tried.into_iter().take(CLIMBED / 3) {
            self.improve(&places);
        }
    }

    fn improve(&mut self, places: &[f64]) {
        let mut choice: Vec<usize> = places.iter().map(|place| place.floor() as usize).collect();
        choice.sort_unstable();
        if self.climbed.len() >= CLIMBED || !self.climbed.insert(choice.clone()) || work::going().is_err() {
            return;
        }
        let (places, value) = climb(&self.field, self.aim, places, STEPS);
        self.keep(places, value);
    }

    fn keep(&mut self, places: Vec<f64>, value: f64) {
        if value <= 1e-9 {
            return;
        }
        let mut choice: Vec<usize> = places.iter().map(|place| place.floor() as usize).collect();
        choice.sort_unstable();
        self.best = self.best.max(value);
        let known = self.found.entry(choice).or_insert_with(|| (places.clone(), value));
        if value > known.1 {
            *known = (places, value);
        }
    }

    /// Whether a box with this bound need not be cut.
    fn is_done(&self, bound: f64) -> bool {
        self.best > 0.0 && bound <= self.best * (1.0 + NEAR)
    }

    /// Cuts boxes until all are done; whether they are.
    fn grow(&mut self, most: usize) -> bool {
        let stretch = Stretch::whole(self.field.tracks());
        let groups = if self.field.count == 0 || self.field.tracks() == 0 {
            Vec::new()
        } else {
            vec![Group { stretch, count: self.field.count }]
        };
        let root = self.cell(groups, None);
        let mut waiting = BinaryHeap::new();
        let wait = |search: &Self, waiting: &mut BinaryHeap<Waiting>, index: usize| {
            let cell = &search.cells[index];
            if cell.exact.is_none() && matches!(cell.state, State::Open) {
                waiting.push(Waiting(cell.bound, index));
            }
        };
        wait(self, &mut waiting, root);
        while let Some(Waiting(bound, index)) = waiting.pop() {
            if self.is_done(bound) {
                return true;
            }
            if self.cells.len() >= most || work::going().is_err() {
                return false;
            }
            self.sample(index);
            let Some(which) = self.widest(index) else { return false };
            let groups = self.cells[index].groups.clone();
            let parent = self.cells[index].direction;
            let children: Vec<usize> =
                deal(&groups, which).into_iter().map(|groups| self.cell(groups, Some(&parent))).collect();
            for &child in &children {
                wait(self, &mut waiting, child);
            }
            self.cells[index].state = State::Split(which, children);
        }
        true
    }

    /// A placement in the middle of a box.
    fn sample(&mut self, index: usize) {
        let mut places = Vec::with_capacity(self.field.count);
        for group in &self.cells[index].groups {
            let Stretch { from, to } = group.stretch;
            for part in 0..group.count {
                let part = (part as f64 + 0.5) / group.count as f64;
                let place = from as f64 + part * (to - from) as f64;
                // Where a stretch has several tracks its middle may be a corner: take the middle of a track there.
                let place = place / FULL as f64;
                let several = to.div_ceil(FULL) - from / FULL > 1;
                places.push(if several {
                    place.floor() + 0.5
                } else {
                    place.min(self.field.tracks() as f64 - 1e-12)
                });
            }
        }
        let reached = value(&self.field, self.aim, &places);
        if reached > 0.0 && reached > 0.8 * self.best {
            self.improve(&places);
        }
        if reached > self.best {
            let (places, reached) = climb(&self.field, self.aim, &places, STEPS / 4);
            self.keep(places, reached);
        }
    }

    /// The group whose stretch moves its wrenches most.
    fn widest(&self, index: usize) -> Option<usize> {
        let groups = self.cells[index].groups.iter().enumerate();
        let cut = groups.filter(|(_, group)| halves(group.stretch).is_some());
        let sized = cut.map(|(which, group)| (self.field.size(group.stretch), which));
        sized.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(&a.1))).map(|(_, which)| which)
    }

    fn cell(&mut self, groups: Vec<Group>, hint: Option<&Wrench>) -> usize {
        let mut cell = Cell { bound: -1.0, direction: [0.0; 3], exact: None, state: State::Open, groups };
        if let Some(state) = self.too_near(&cell.groups) {
            cell.state = state;
        } else {
            self.bound(&mut cell, hint);
        }
        self.cells.push(cell);
        self.cells.len() - 1
    }

    fn too_near(&self, groups: &[Group]) -> Option<State> {
        if self.field.spacing <= 0.0 {
            return None;
        }
        for (index, group) in groups.iter().enumerate() {
            if let Some(standing) = self.field.is_beside(group.stretch) {
                return Some(State::Beside([index, standing]));
            }
            if group.count > 1 && self.field.are_crowded(group.stretch, group.stretch) {
                return Some(State::Crowded([index, index]));
            }
            for (other, second) in groups.iter().enumerate().skip(index + 1) {
                if self.field.are_crowded(group.stretch, second.stretch) {
                    return Some(State::Crowded([index, other]));
                }
            }
        }
        None
    }

    fn bound(&mut self, cell: &mut Cell, hint: Option<&Wrench>) {
        let reach: Vec<Rc<Vec<Wrench>>> =
            cell.groups.iter().map(|group| self.field.reach(group.stretch)).collect();
        let each = self.aim == Aim::EpsilonLinf;
        let limited: Vec<Vec<Wrench>> = self
            .field
            .standing
            .iter()
            .map(|(edges, limit)| {
                let limit = if each { *limit } else { 1.0 };
                edges.iter().map(|edge| edge.map(|entry| entry * limit)).collect()
            })
            .collect();
        let new = reach.iter().zip(&cell.groups).map(|(points, group)| (&points[..], group.count as f64));
        let groups = limited.iter().map(|edges| (&edges[..], 1.0)).chain(new).collect();
        let body = Body { groups, each };
        if let Some(hint) = hint {
            let along = body.height(hint);
            if self.is_done(along) {
                (cell.bound, cell.direction) = (along, *hint);
                return;
            }
        }
        // Where each contact has its limit the sum holds the origin: whether it closes is asked of the hull.
        let shared = Body { groups: body.groups.clone(), each: false };
        let (bound, direction) = self.nearest(&shared);
        (cell.bound, cell.direction) = (bound, direction);
        if each && bound > DOUBTFUL {
            (cell.bound, cell.direction) = self.nearest(&body);
        }
        if self.best <= 0.0 && cell.bound <= DOUBTFUL {
            cell.exact = self.unresisted(&cell.groups);
            if cell.exact.is_none() {
                cell.bound = cell.bound.max(1e-12);
            }
        }
    }

    fn nearest(&mut self, body: &Body<'_>) -> (f64, Wrench) {
        let found = match self.workspace.distance(body, Origin::Inside, SHARP) {
            Ok(found) => Ok(found),
            Err(_) => self.workspace.distance(body, Origin::Outside, SHARP),
        };
        match found {
            Ok(found) if found.normal.iter().all(|entry| entry.is_finite()) => {
                (body.height(&found.normal), found.normal)
            }
            _ => {
                let up = [1.0, 0.0, 0.0];
                (body.height(&up), up)
            }
        }
    }

    /// A motion, turned round, that nothing in a box resists, exactly.
    fn unresisted(&mut self, groups: &[Group]) -> Option<Rc<[Rational; 3]>> {
        let wrenches = self.problem.reachable(&self.friction, groups);
        let power = |wrench: &[Rational; 3], direction: &[Rational; 3]| -> Rational {
            wrench.iter().zip(direction).map(|(f, v)| f * v).sum()
        };
        let shows =
            |direction: &[Rational; 3]| wrenches.iter().all(|wrench| !power(wrench, direction).is_positive());
        if let Some(known) = self.exact.iter().rev().take(8).find(|known| shows(known)) {
            return Some(known.clone());
        }
        let Balance::Direction(direction) = stiemke(&wrenches) else { return None };
        let direction: Vec<Rational> = direction.into_iter().map(|entry| -entry).collect();
        let direction = Rc::new(<[Rational; 3]>::try_from(direction).ok()?);
        self.exact.push(direction.clone());
        Some(direction)
    }

    /// What the tree shows.
    fn proof(&self, done: bool) -> Option<PlaceProof> {
        let never = self.best <= 0.0;
        if self.cells.is_empty() || never && !done {
            return None;
        }
        let (mut tree, mut directions, mut known) = (Vec::new(), Vec::new(), BTreeMap::new());
        let mut worst = 0.0_f64;
        let mut stack = vec![0];
        // Without tracks there is nothing to look at.
        if self.field.tracks() == 0 && self.field.count > 0 {
            stack.clear();
        }
        while let Some(index) = stack.pop() {
            let cell = &self.cells[index];
            match &cell.state {
                State::Split(which, children) => {
                    tree.push(Node::Split(*which));
                    stack.extend(children.iter().rev());
                }
                State::Crowded(pair) => tree.push(Node::Crowded(*pair)),
                State::Beside(pair) => tree.push(Node::Beside(*pair)),
                State::Open => {
                    let direction =
                        if never { cell.exact.as_ref()?.as_ref().clone() } else { whole(&cell.direction)? };
                    let key: Vec<String> = direction.iter().map(ToString::to_string).collect();
                    let index = *known.entry(key).or_insert_with(|| {
                        directions.push(direction);
                        directions.len() - 1
                    });
                    worst = worst.max(cell.bound);
                    tree.push(Node::Below(index));
                }
            }
        }
        if never {
            return Some(PlaceProof::Never { friction: self.friction.clone(), directions, tree });
        }
        // What was rounded on the way: directions to 30 bits, wrenches to 44.
        let bound = Rational::from_f64(worst * (1.0 + 1e-8) + 1e-11)?;
        Some(PlaceProof::AtMost { bound, directions, tree })
    }
}

/// A direction in whole numbers.
fn whole(direction: &Wrench) -> Option<[Rational; 3]> {
    let long = dot(direction, direction).sqrt();
    let entries = direction.map(|entry| (entry / long * WHOLE).round());
    let entries: Vec<Rational> = entries.into_iter().map(Rational::from_f64).collect::<Option<_>>()?;
    entries.try_into().ok()
}

/// The halves of a stretch: between two tracks, if there are several, else its middle.
fn halves(stretch: Stretch) -> Option<[Stretch; 2]> {
    stretch.halves()
}

/// Every way of dealing the contacts of a group out to its halves, all of them in the first half first.
fn deal(groups: &[Group], which: usize) -> Vec<Vec<Group>> {
    let Some([first, second]) = halves(groups[which].stretch) else { return Vec::new() };
    let count = groups[which].count;
    let mut all = Vec::with_capacity(count + 1);
    for here in (0..=count).rev() {
        let mut next = groups[..which].to_vec();
        if here > 0 {
            next.push(Group { stretch: first, count: here });
        }
        if here < count {
            next.push(Group { stretch: second, count: count - here });
        }
        next.extend_from_slice(&groups[which + 1..]);
        all.push(next);
    }
    all
}

/// Every choice of so many tracks, in order and with repeats, if they are not too many.
fn choices(tracks: usize, count: usize, most: usize) -> Option<Vec<Vec<usize>>> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..count {
        let longer = |choice: &Vec<usize>| {
            let from = choice.last().copied().unwrap_or(0);
            (from..tracks)
                .map(|next| choice.iter().copied().chain([next]).collect())
                .collect::<Vec<Vec<usize>>>()
        };
        all = all.iter().flat_map(longer).collect();
        if all.len() > most {
            return None;
        }
    }
    Some(all)
}

/// Some choices, the same ones every time: spread around the outline, and turned.
fn scattered(tracks: usize, count: usize, most: usize) -> Vec<Vec<usize>> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let around = |turn: usize| (0..count).map(|k| (turn + k * tracks / count) % tracks).collect();
    let mut all: Vec<Vec<usize>> = (0..tracks.min(most / 2)).map(around).collect();
    while all.len() < most {
        all.push((0..count).map(|_| next(tracks)).collect());
    }
    all.iter_mut().for_each(|choice| choice.sort_unstable());
    all
}

/// Places in the middle of tracks, apart where a track has several.
fn spread(choice: &[usize]) -> Vec<f64> {
    let place = |(index, &track): (usize, &usize)| {
        let same = choice.iter().filter(|&&other| other == track).count();
        let before = choice[..index].iter().filter(|&&other| other == track).count();
        track as f64 + (before as f64 + 0.5) / same as f64
    };
    choice.iter().enumerate().map(place).collect()
}
