//! Forces through the centre of mass, in rationals.
//!
//! Let the edges of a mode sum to a force `f` through the centre of mass.  Then the part may move with the twist
//! `(w, f)`, as far as its mode allows: points on the line across `f` through the centre move along `f` while they
//! are close to it, and pressure on two of them makes friction against `f` alone.  With `w = 0` any pressure does.
//!
//! ```text
//!     λ ≥ 0, w of the sense:    Σ λᵢeᵢ = (0, f),    (w, f) of the mode, each strict row ≥ τ,    τ as large as may be
//! ```

use stiction_exact::linear::{Program, Solution, farkas, minimise};
use stiction_proof::push::{Balance, Piece, Place, PushProblem, Sense, Support};
use stiction_proof::{NonZero, Rational, Refusal};

/// `(1, x, y)`.
pub(super) fn over_one([x, y]: &Place) -> Vec<Rational> {
    vec![Rational::one(), x.clone(), y.clone()]
}

/// Such a balance, where there is one.
pub(super) fn balance(problem: &PushProblem, mode: &str, turn: Sense) -> Result<Option<Balance>, Refusal> {
    let Some((twist, forces)) = motion(problem, mode, turn)? else { return Ok(None) };
    let known = matches!(problem.support, Support::Points { pressure: Some(_), .. });
    if known {
        return Ok(Some(Balance::Along { twist, points: Vec::new(), pressure: Vec::new(), forces }));
    }
    let points = in_line(&problem.support, &twist);
    let columns: Vec<Vec<Rational>> = points.iter().map(over_one).collect();
    let centre = over_one(&[Rational::zero(), Rational::zero()]);
    Ok(farkas(&columns, &centre, &[]).ok().map(|pressure| {
        let (points, pressure) =
            points.into_iter().zip(pressure).filter(|(_, one)| one.is_positive()).unzip();
        Balance::Along { twist, points, pressure, forces }
    }))
}

/// Twist and multiples of the edges.
type Pushed = ([Rational; 3], Vec<Rational>);

/// The motion that goes with such forces, where there is one.
fn motion(problem: &PushProblem, mode: &str, turn: Sense) -> Result<Option<Pushed>, Refusal> {
    let edges = problem.edges(mode)?;
    let rows = problem.rows(mode, turn)?;
    // Rows: no moment, then those of the mode with a time of one, then τ at most one.
    // Columns: edges, w both ways, τ, a slack for each strict row, a slack for τ.
    let height = 1 + rows.len() + 1;
    let blank = || vec![Rational::zero(); height];
    let mut columns = Vec::new();
    for edge in &edges {
        let mut column = blank();
        column[0] = edge[0].clone();
        for (entry, row) in column[1..].iter_mut().zip(&rows) {
            *entry = &row.row[2] * &edge[1] + &row.row[3] * &edge[2];
        }
        columns.push(column);
    }
    for sign in [1, -1] {
        let mut column = blank();
        for (entry, row) in column[1..].iter_mut().zip(&rows) {
            *entry = &row.row[1] * Rational::from(sign);
        }
        columns.push(column);
    }
    let mut margin = blank();
    for (entry, _) in margin[1..].iter_mut().zip(&rows).filter(|(_, row)| !row.equality) {
        *entry = Rational::from(-1);
    }
    margin[height - 1] = Rational::one();
    columns.push(margin);
    let slacks = rows.iter().enumerate().filter(|(_, row)| !row.equality).map(|(at, _)| (1 + at, -1));
    for (at, entry) in slacks.chain([(height - 1, 1)]) {
        let mut column = blank();
        column[at] = Rational::from(entry);
        columns.push(column);
    }
    let mut right = blank();
    right[1..].iter_mut().zip(&rows).for_each(|(entry, row)| *entry = -&row.row[0]);
    right[height - 1] = Rational::one();
    let margin_at = edges.len() + 2;
    let cost = (0..columns.len()).map(|at| Rational::from(if at == margin_at { -1 } else { 0 }));
    let program = Program { cost: cost.collect(), columns, right };
    let Solution::Best { x, .. } = minimise(&program) else { return Ok(None) };
    if !x[margin_at].is_positive() {
        return Ok(None);
    }
    let forces = x[..edges.len()].to_vec();
    let along = |axis: usize| edges.iter().zip(&forces).map(|(edge, force)| force * &edge[axis]).sum();
    let twist = [&x[edges.len()] - &x[edges.len() + 1], along(1), along(2)];
    Ok(Some((twist, forces)))
}

/// Points of the support that move along the centre of mass.
fn in_line(support: &Support, [w, vx, vy]: &[Rational; 3]) -> Vec<Place> {
    match support {
        Support::Points { points, .. } => {
            let follows = |[x, y]: &&Place| {
                let (ahead, aside) = (vx - w * y, vy + w * x);
                (vx * &aside - vy * &ahead).is_zero() && (vx * &ahead + vy * &aside).is_positive()
            };
            points.iter().filter(follows).cloned().collect()
        }
        Support::Region(pieces) => {
            let contains = |place: &Place| pieces.iter().any(|piece| piece.contains(place));
            // Both points at a distance of `reach` times the velocity across it; halved until both are inside.
            let mut reach = first_reach(pieces, &[vx, vy]);
            if !w.is_zero() {
                let turned =
                    NonZero::new(w.abs() + w.abs()).map_or_else(Rational::one, |twice| twice.recip());
                reach = reach.min(turned);
            }
            for _ in 0..60 {
                let place =
                    |sign: i64| [-vy * &reach * Rational::from(sign), vx * &reach * Rational::from(sign)];
                let both = [place(1), place(-1)];
                if both.iter().all(contains) {
                    return both.to_vec();
                }
                reach = reach * Rational::new(1, 2);
            }
            let origin = [Rational::zero(), Rational::zero()];
            if contains(&origin) { vec![origin] } else { corners(pieces, w) }
        }
    }
}

/// Where the part does not turn, pressure may be anywhere: at the corners.
fn corners(pieces: &[Piece], w: &Rational) -> Vec<Place> {
    let of = |piece: &Piece| match piece {
        Piece::Polygon(corners) => corners.clone(),
        Piece::Disc { .. } => Vec::new(),
    };
    if w.is_zero() { pieces.iter().flat_map(of).collect() } else { Vec::new() }
}

/// About half of the size of the support over the speed, as a short number.
fn first_reach(pieces: &[Piece], velocity: &[&Rational; 2]) -> Rational {
    let speed = velocity.iter().map(|entry| entry.to_f64().abs()).fold(0.0, f64::max);
    let size = pieces.iter().map(super::sight::extent).fold(0.0, f64::max);
    let power = (size / 2.0 / speed).log2().floor();
    if power.is_finite() { Rational::power_of_two(power as i64) } else { Rational::one() }
}
