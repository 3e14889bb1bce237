//! Do two outlines overlap by more than the tolerance, and how deep?
//!
//! The pieces of each boundary are cut where they cross the other; the middle of each part, the corners, and
//! points a little inside each piece are tried.  The deepest of them gives the depth, which is exact for a corner
//! or a disc in a line and a lower bound otherwise.

use super::boundary::{Boundary, Joint, Line, Round};
use nalgebra::Vector2;

/// The deepest point of one outline in the other, if deeper than the tolerance.
pub fn depth(first: &Boundary<'_>, second: &Boundary<'_>, tolerance: f64) -> Option<(f64, Vector2<f64>)> {
    let of_first = trials(first, second, tolerance).map(|place| (inside(second, &place), place));
    let of_second = trials(second, first, tolerance).map(|place| (inside(first, &place), place));
    let deepest = of_first.chain(of_second).max_by(|a, b| a.0.total_cmp(&b.0));
    deepest.filter(|(depth, _)| *depth > tolerance)
}

/// Points of the closed region `own` that might lie in `other`.
fn trials<'a>(
    own: &'a Boundary<'_>,
    other: &'a Boundary<'_>,
    tolerance: f64,
) -> impl Iterator<Item = Vector2<f64>> + 'a {
    let on_lines = own.lines.iter().flat_map(move |line| {
        middles(line_cuts(line, other, tolerance)).map(|s| line.from + s * (line.to - line.from))
    });
    let on_rounds = own
        .rounds
        .iter()
        .flat_map(move |round| middles(round_cuts(round, other, tolerance)).map(|s| round.at(s)));
    let below = move |middle: Vector2<f64>, outward: Vector2<f64>| middle - 3.0 * tolerance * outward;
    let in_lines = own.lines.iter().map(move |line| below((line.from + line.to) / 2.0, line.outward));
    let in_rounds = own.rounds.iter().map(move |round| {
        let outward = (round.at(0.5) - round.center) / round.radius;
        below(round.at(0.5), if round.convex { outward } else { -outward })
    });
    let within =
        in_lines.chain(in_rounds).chain(middle(own)).filter(move |place| inside(own, place) > tolerance);
    own.corners.iter().map(|corner| corner.at).chain(on_lines).chain(on_rounds).chain(within)
}

/// The mean of the pieces' middles, which lies inside most outlines and shows how deep equal ones overlap.
fn middle(own: &Boundary<'_>) -> Option<Vector2<f64>> {
    let middles = own.lines.iter().map(|line| (line.from + line.to) / 2.0);
    let middles = middles.chain(own.rounds.iter().map(|round| round.at(0.5)));
    let count = own.lines.len() + own.rounds.len();
    (count > 1).then(|| middles.sum::<Vector2<f64>>() / count as f64)
}

/// The middles of the parts into which cuts between 0 and 1 divide a piece.
fn middles(mut cuts: Vec<f64>) -> impl Iterator<Item = f64> {
    cuts.retain(|cut| (0.0..=1.0).contains(cut));
    cuts.push(1.0);
    cuts.sort_by(f64::total_cmp);
    let mut before = 0.0;
    cuts.into_iter().map(move |cut| {
        let middle = (before + cut) / 2.0;
        before = cut;
        middle
    })
}

/// Where a line crosses the other boundary, as parts of its length; a crossing missed by `slack` does no harm.
fn line_cuts(line: &Line<'_>, other: &Boundary<'_>, slack: f64) -> Vec<f64> {
    let direction = line.to - line.from;
    let with_line = |edge: &Line<'_>| {
        let (begin, end) = (edge.coordinates(&line.from).1, edge.coordinates(&line.to).1);
        (begin * end < 0.0).then(|| begin / (begin - end)).filter(|part| {
            let along = edge.coordinates(&(line.from + *part * direction)).0;
            (-slack..=edge.length + slack).contains(&along)
        })
    };
    let with_round = |round: &Round<'_>| {
        let crossings = line_with_circle(line, round);
        crossings
            .into_iter()
            .flatten()
            .filter(|part| {
                let place = line.from + *part * direction;
                round.covers(&(place - round.center), slack)
            })
            .collect::<Vec<_>>()
    };
    other.lines.iter().filter_map(with_line).chain(other.rounds.iter().flat_map(with_round)).collect()
}

/// Where a line crosses the whole circle of a round.
fn line_with_circle(line: &Line<'_>, round: &Round<'_>) -> Option<[f64; 2]> {
    let (along, height) = line.coordinates(&round.center);
    let square = round.radius * round.radius - height * height;
    (square > 0.0).then(|| [along - square.sqrt(), along + square.sqrt()].map(|s| s / line.length))
}

/// Where a round crosses the other boundary, as parts of its sweep.
fn round_cuts(round: &Round<'_>, other: &Boundary<'_>, slack: f64) -> Vec<f64> {
    let with_line = |line: &Line<'_>| {
        let places = line_with_circle(line, round).into_iter().flatten();
        places
            .filter(|part| (0.0..=1.0).contains(part))
            .map(|part| line.from + part * (line.to - line.from))
            .collect::<Vec<_>>()
    };
    let with_round = |arc: &Round<'_>| {
        let places = circle_with_circle(round, arc).into_iter().flatten();
        places.filter(|place| arc.covers(&(place - arc.center), slack)).collect::<Vec<_>>()
    };
    let places = other.lines.iter().flat_map(with_line).chain(other.rounds.iter().flat_map(with_round));
    places.map(|place| round.part(&place)).collect()
}

fn circle_with_circle(a: &Round<'_>, b: &Round<'_>) -> Option<[Vector2<f64>; 2]> {
    let apart = b.center - a.center;
    let distance = apart.norm();
    // Foot of the common chord on the line of centres, and half that chord.
    let reach = (distance * distance + a.radius * a.radius - b.radius * b.radius) / (2.0 * distance);
    let square = a.radius * a.radius - reach * reach;
    (square > 0.0).then(|| {
        let unit = apart / distance;
        let (foot, across) = (a.center + reach * unit, Vector2::new(-unit.y, unit.x) * square.sqrt());
        [foot - across, foot + across]
    })
}

/// How deep `place` lies in the region; negative outside.
fn inside(boundary: &Boundary<'_>, place: &Vector2<f64>) -> f64 {
    let lines = boundary.lines.iter().map(|line| inside_line(line, place));
    let rounds = boundary.rounds.iter().map(|round| inside_round(round, place));
    lines.chain(rounds).min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(f64::NEG_INFINITY)
}

/// Distance from a line, positive on its solid side; beyond an end the joint there tells the side.
fn inside_line(line: &Line<'_>, place: &Vector2<f64>) -> f64 {
    let (along, height) = line.coordinates(place);
    let beyond = |end: &Vector2<f64>, joint: Joint| at_joint((place - end).norm(), joint, -height);
    if along < 0.0 {
        beyond(&line.from, line.joints[0])
    } else if along > line.length {
        beyond(&line.to, line.joints[1])
    } else {
        -height
    }
}

fn inside_round(round: &Round<'_>, place: &Vector2<f64>) -> f64 {
    let radial = place - round.center;
    let below = round.radius - radial.norm();
    let side = if round.convex { below } else { -below };
    if round.covers(&radial, 0.0) {
        return side;
    }
    let ends = [0.0, 1.0].map(|part| (place - round.at(part)).norm());
    let nearest = usize::from(ends[1] < ends[0]);
    at_joint(ends[nearest], round.joints[nearest], side)
}

/// Outside beside a convex corner, inside beside a concave one, and on the side of the piece where it is smooth.
fn at_joint(distance: f64, joint: Joint, side: f64) -> f64 {
    match joint {
        Joint::Convex => -distance,
        Joint::Concave => distance,
        Joint::Smooth => distance.copysign(side),
    }
}

impl Round<'_> {
    /// The part of the sweep at which it passes a point of its circle; beyond 1 where it does not.
    fn part(&self, place: &Vector2<f64>) -> f64 {
        let radial = place - self.center;
        let turned = (radial.y.atan2(radial.x) - self.start) * self.sweep.signum();
        turned.rem_euclid(std::f64::consts::TAU) / self.sweep.abs()
    }
}
