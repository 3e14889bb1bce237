//! How two features meet: their gap, its rates, and the rows through which forces and accelerations act there.
//!
//! The one that touches is round and convex, with centre `c`, radius `r`, on body R; the other one is an edge
//! or a round piece of body O. The normal `n` points into R, `p = c − r·n` is where they touch, `u` is the
//! velocity of `c` against what it meets.
//!
//! ```text
//!     edge        gap = n·(c − q) − r       n' = w_O × n        gap'' = n·(a_c − a_O(c)) − 2·n·(w_O × u)         (1)
//!     round       gap = σ·|c − c_O| − r − r_O   n' = σ·u_t/|c − c_O|   gap'' = n·(a_c − a_cO) + σ·u_t²/|c − c_O|   (2)
//!     slip        vt = t·s,   s = v_R(p) − v_O(p),   vt' = t·s' + t'·s,   p' = v_c − r·n'                        (3)
//! ```
//!
//! with σ = −1 and `r_O < 0` where O is hollow. These are the velocity products of the format in other words; a wrong
//! one would show in the balance of energy of every rod that turns on its tip.

use super::feature::Feature;
use super::plane::{Vector, along, dot, minus, rotated, turned, wedge, wrapped};
use super::world::{Placed, World};

/// Two features that may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Site {
    pub pair: usize,
    /// Body and feature of the round convex one.
    pub round: [usize; 2],
    /// Body and feature of the other.
    pub other: [usize; 2],
}

/// Where two features meet and how.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Meeting {
    pub gap: f64,
    pub normal: Vector,
    pub point: Vector,
    /// Rate of the gap, and slip along the tangent.
    pub rates: [f64; 2],
    /// What gap'' and vt' are besides the accelerations of both bodies.
    pub bias: [f64; 2],
    /// How far inside both features the point is, m; negative outside.
    pub inside: f64,
}

impl Meeting {
    pub(super) fn tangent(&self) -> Vector {
        turned(self.normal)
    }

    /// The rows of normal and tangent on a body whose centre of mass is here.
    pub(super) fn rows(&self, com: Vector) -> [[f64; 3]; 2] {
        let arm = minus(&self.point, &com);
        [self.normal, self.tangent()].map(|axis| [wedge(arm, axis), axis[0], axis[1]])
    }
}

impl Site {
    /// All that can touch of two bodies.
    pub(super) fn all(world: &World, pair: usize) -> Vec<Self> {
        let [a, b] = world.pairs[pair].bodies;
        let mut sites = Vec::new();
        for (first, second, both) in [(a, b, true), (b, a, false)] {
            for (i, one) in world.bodies[first].features.iter().enumerate() {
                let Feature::Round { radius, .. } = one else { continue };
                for (j, other) in world.bodies[second].features.iter().enumerate() {
                    let meets = *radius >= 0.0
                        && match other {
                            Feature::Flat { .. } => true,
                            Feature::Round { radius: hollow, .. } if *hollow < 0.0 => *radius < -hollow,
                            // Two corners have no normal; two convex pieces are one site.
                            Feature::Round { radius: convex, .. } => both && radius + convex > 0.0,
                        };
                    if meets {
                        sites.push(Self { pair, round: [first, i], other: [second, j] });
                    }
                }
            }
        }
        sites
    }

    /// The gap alone.
    pub(super) fn gap(&self, world: &World, placed: &[Placed]) -> f64 {
        self.gap_of(world, &placed[self.round[0]], &placed[self.other[0]])
    }

    /// The gap, from the places of the round body and of the other.
    pub(super) fn gap_of(&self, world: &World, round: &Placed, at: &Placed) -> f64 {
        let Feature::Round { center, radius, .. } = &world.bodies[self.round[0]].features[self.round[1]]
        else {
            return f64::INFINITY;
        };
        let (center, radius) = (round.point(*center), *radius);
        match self.against(world) {
            Feature::Flat { from, direction, .. } => {
                let normal = outward(rotated(*direction, at.angle));
                dot(&normal, &minus(&center, &at.point(*from))) - radius
            }
            Feature::Round { center: hub, radius: own, .. } => {
                let arm = minus(&center, &at.point(*hub));
                own.signum_or_one() * arm[0].hypot(arm[1]) - radius - own
            }
        }
    }

    /// Whether what approaches an edge here only passes its end: the corner there is convex, and across the edge on its
    /// other side nothing approaches. A corner keeps a point out of the cut of two half planes, so that it may cross
    /// the line of one of them while it is not behind that of the other.
    pub(super) fn passes(&self, world: &World, placed: &[Placed], length: f64, speed: f64) -> bool {
        let features = &world.bodies[self.other[0]].features;
        let Feature::Flat { from, direction, length: whole } = &features[self.other[1]] else { return false };
        let meeting = self.meeting(world, placed);
        if meeting.inside > length || meeting.rates[0] >= -speed {
            return false;
        }
        let to = along(*from, if whole.is_finite() { *whole } else { 0.0 }, *direction);
        let near = |a: Vector, b: &Vector| {
            let [x, y] = minus(b, &a);
            x.hypot(y) <= length
        };
        let beyond = |(index, feature): (usize, &Feature)| {
            let Feature::Flat { from: first, direction: other, length: along_it } = feature else {
                return false;
            };
            let last = along(*first, if along_it.is_finite() { *along_it } else { 0.0 }, *other);
            let next = near(to, first) && wedge(*direction, *other) > 0.0;
            let before = near(*from, &last) && wedge(*other, *direction) > 0.0;
            if index == self.other[1] || !(next || before) {
                return false;
            }
            let beside = Self { other: [self.other[0], index], ..*self }.meeting(world, placed);
            beside.gap >= -length && beside.rates[0] >= -speed
        };
        features.iter().enumerate().any(beyond)
    }

    fn center<'a>(&self, world: &World, placed: &'a [Placed]) -> (Vector, f64, &'a Placed) {
        let Feature::Round { center, radius, .. } = &world.bodies[self.round[0]].features[self.round[1]]
        else {
            return ([0.0; 2], 0.0, &placed[self.other[0]]);
        };
        (placed[self.round[0]].point(*center), *radius, &placed[self.other[0]])
    }

    fn against<'a>(&self, world: &'a World) -> &'a Feature {
        &world.bodies[self.other[0]].features[self.other[1]]
    }

    /// Everything about the meeting.
    pub(super) fn meeting(&self, world: &World, placed: &[Placed]) -> Meeting {
        let (center, radius, o) = self.center(world, placed);
        let r = &placed[self.round[0]];
        let moved = r.velocity(center);
        let [spin_r, spin_o] = [r.twist[0], o.twist[0]];
        let (gap, normal, turning, product, reach);
        match self.against(world) {
            Feature::Flat { from, direction, length } => {
                let direction = rotated(*direction, o.angle);
                let arm = minus(&center, &o.point(*from));
                normal = outward(direction);
                gap = dot(&normal, &arm) - radius;
                turning = turned(normal).map(|entry| spin_o * entry);
                let relative = minus(&moved, &o.velocity(center));
                let inwards = spin_o * spin_o * dot(&normal, &minus(&center, &o.com));
                product = inwards - 2.0 * spin_o * dot(&normal, &turned(relative));
                let way = dot(&direction, &arm);
                reach = if length.is_infinite() { f64::INFINITY } else { way.min(length - way) };
            }
            Feature::Round { center: hub, radius: own, middle, half } => {
                let hub = o.point(*hub);
                let arm = minus(&center, &hub);
                let distance = arm[0].hypot(arm[1]).max(f64::MIN_POSITIVE);
                let side = own.signum_or_one();
                normal = arm.map(|entry| side * entry / distance);
                gap = side * distance - radius - own;
                let relative = minus(&moved, &o.velocity(hub));
                let across = along(relative, -dot(&normal, &relative), normal);
                turning = across.map(|entry| side * entry / distance);
                let inwards = spin_o * spin_o * dot(&normal, &minus(&hub, &o.com));
                product = inwards + side * dot(&across, &across) / distance;
                reach = fan(normal, o.angle, *middle, *half) * own.abs().max(1e-3 * world.scales.length);
            }
        }
        let point = along(center, -radius, normal);
        let slip = minus(&r.velocity(point), &o.velocity(point));
        let (tangent, spinning) = (turned(normal), turned(turning));
        let moving = along(moved, -radius, turning);
        let carried = |body: &Placed| {
            let [spin, x, y] = body.twist;
            turned(minus(&moving, &[x, y])).map(|entry| spin * entry)
        };
        let centripetal = -spin_r * spin_r * dot(&normal, &minus(&center, &r.com));
        let across = dot(&tangent, &minus(&carried(r), &carried(o))) + dot(&spinning, &slip);
        let Feature::Round { middle, half, .. } = &world.bodies[self.round[0]].features[self.round[1]] else {
            return Meeting { gap, normal, point, rates: [0.0; 2], bias: [0.0; 2], inside: -1.0 };
        };
        // The fan of a corner is left a little open: what lies flat on an edge has its normal on the rim.
        let slack = if radius == 0.0 { CORNER_SLACK } else { 0.0 };
        let opened = (fan(normal.map(|entry| -entry), r.angle, *middle, *half) + slack)
            * radius.max(1e-3 * world.scales.length);
        Meeting {
            gap,
            normal,
            point,
            rates: [dot(&normal, &slip), dot(&tangent, &slip)],
            bias: [centripetal + product, across],
            inside: reach.min(opened),
        }
    }
}

/// By how much an edge may lean on a corner before the corner is no longer what touches, rad.  The next corner
/// touches long before, unless it is a thousandth as far away as this one's own size.
const CORNER_SLACK: f64 = 1e-3;

/// The outward normal where a boundary runs in a direction, the solid on its left.
fn outward(direction: Vector) -> Vector {
    [direction[1], -direction[0]]
}

/// How far inside a fan of normals a direction is, rad.
fn fan(direction: Vector, angle: f64, middle: f64, half: f64) -> f64 {
    // All round nothing is outside.
    if half >= std::f64::consts::PI {
        return f64::INFINITY;
    }
    half - wrapped(direction[1].atan2(direction[0]) - angle - middle).abs()
}

trait Side {
    /// −1 of a hollow, else 1.
    fn signum_or_one(&self) -> f64;
}

impl Side for f64 {
    fn signum_or_one(&self) -> f64 {
        if *self < 0.0 { -1.0 } else { 1.0 }
    }
}
