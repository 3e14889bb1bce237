//! From the world to the page: where everything reaches, and the largest scale at which it fits.
//!
//! Arrows, cones and labels have a size on the page, not in the world.  A thing therefore reaches from a
//! point of the world by a box of pixels, and the width of the whole picture at scale s,
//!
//! ```text
//!     w(s) = max(s·xᵢ + rightᵢ) − min(s·xᵢ − leftᵢ)                                       (1)
//! ```
//!
//! grows with s; the scale is found by bisection on (1) and on the same for the height.

use crate::vector::{Rect, Vector, at};
use std::collections::BTreeMap;

/// Points of the world, each with the box of pixels around it that is drawn for its sake.
///
/// Of points with the same box (1) asks for the outermost alone: they are kept as one rectangle of the world.
#[derive(Debug, Clone, Default)]
pub(crate) struct Reach(BTreeMap<[u64; 4], (Rect, Rect)>);

impl Reach {
    /// A point with the same margin on every side.
    pub fn point(&mut self, world: Vector, margin: f64) {
        self.span(world, [at(0.0, 0.0)], margin);
    }

    /// A point with a box around some places that are given relative to it on the page.
    pub fn span(&mut self, world: Vector, places: impl IntoIterator<Item = Vector>, margin: f64) {
        if let Some(around) = Rect::around(places).filter(|_| world.is_finite()) {
            let pixels = around.grown(margin);
            let key = [pixels.min.x, pixels.min.y, pixels.max.x, pixels.max.y].map(f64::to_bits);
            let (reached, _) = self.0.entry(key).or_insert((Rect { min: world, max: world }, pixels));
            *reached = reached.with(world);
        }
    }

    /// The smallest rectangle of the world around all points.
    pub fn world(&self) -> Option<Rect> {
        Rect::around(self.0.values().flat_map(|(world, _)| [world.min, world.max]))
    }
}

/// A picture of the world on the page: equal scales, y turned over.
#[derive(Debug, Clone, Copy)]
pub(crate) struct View {
    /// Point of the world that lies at `home` on the page.
    centre: Vector,
    home: Vector,
    /// Size of the scene in metres: coordinates are divided by it before anything else, so that neither
    /// huge nor tiny scenes leave the range of the numbers.
    size: f64,
    /// Pixels for one `size`.
    scale: f64,
    /// What was fitted, in pixels.
    pub content: Vector,
}

impl View {
    /// The largest view in which everything reaches no further than `area`.
    pub fn fit(reach: &Reach, area: Rect) -> View {
        let world = reach.world().unwrap_or(Rect::centred(at(0.0, 0.0), 1.0, 1.0));
        let extent = world.width().max(world.height());
        let size = if extent > world.centre().length() * 1e-12 && extent > 1e-100 { extent } else { 1.0 };
        let unit =
            View { centre: world.centre(), home: at(0.0, 0.0), size, scale: 1.0, content: at(0.0, 0.0) };
        let ends = |&(world, pixels): &(Rect, Rect)| [world.min, world.max].map(|end| (unit.at(end), pixels));
        let items: Vec<_> = reach.0.values().flat_map(ends).collect();
        let fits = |scale: f64| {
            let whole = covered(&items, scale);
            whole.width() <= area.width() && whole.height() <= area.height()
        };
        let scale = largest(fits, area.width().max(area.height()));
        let whole = covered(&items, scale);
        let home = area.centre() - whole.centre();
        View { home, scale, content: at(whole.width(), whole.height()), ..unit }
    }

    /// Where a point of the world lies on the page.
    pub fn at(&self, world: Vector) -> Vector {
        let scaled = (world - self.centre) * (1.0 / self.size);
        self.home + at(scaled.x, -scaled.y) * self.scale
    }

    /// A length of the world in pixels.
    pub fn pixels(&self, metres: f64) -> f64 {
        metres / self.size * self.scale
    }

    /// The greatest length of the form 1, 2 or 5 times a power of ten within some pixels.
    pub fn round_length(&self, pixels: f64) -> f64 {
        round_below(pixels / self.scale * self.size)
    }
}

/// The greatest number of the form 1, 2 or 5 times a power of ten that is not more than a positive number.
pub(crate) fn round_below(most: f64) -> f64 {
    let power = 10f64.powf(most.log10().floor());
    [10.0, 5.0, 2.0, 1.0].map(|digit| digit * power).into_iter().find(|&l| l <= most).unwrap_or(power)
}

/// A direction of the world, as a unit vector of the page.
pub(crate) fn direction(world: Vector) -> Option<Vector> {
    at(world.x, -world.y).unit()
}

/// What the page shows of all items at a scale.
fn covered(items: &[(Vector, Rect)], scale: f64) -> Rect {
    let corners =
        |&(point, pixels): &(Vector, Rect)| [point * scale + pixels.min, point * scale + pixels.max];
    Rect::around(items.iter().flat_map(corners)).unwrap_or(Rect::centred(at(0.0, 0.0), scale, scale))
}

/// The largest scale up to `most` that fits, but never less than a pixel.
fn largest(fits: impl Fn(f64) -> bool, most: f64) -> f64 {
    let (mut low, mut high) = (1.0, most.max(2.0));
    if fits(high) {
        return high;
    }
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if fits(middle) { low = middle } else { high = middle }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(size: f64, offset: f64) -> Reach {
        let mut reach = Reach::default();
        for corner in [at(0.0, 0.0), at(size, 0.0), at(size, size), at(0.0, size)] {
            reach.point(corner + at(offset, offset), 10.0);
        }
        reach
    }

    #[test]
    fn a_scene_of_any_size_fills_the_area_but_for_its_margins() {
        let area = Rect::new(50.0, 20.0, 300.0, 200.0);
        for size in [1e-9, 1.0, 1e9, 1e90] {
            let view = View::fit(&square(size, 3.0 * size), area);
            let low = view.at(at(3.0 * size, 3.0 * size));
            let high = view.at(at(4.0 * size, 4.0 * size));
            assert!((low - at(110.0, 210.0)).length() < 1e-6, "{low:?}");
            assert!((high - at(290.0, 30.0)).length() < 1e-6, "{high:?}");
            assert!((view.pixels(size) - 180.0).abs() < 1e-6);
        }
    }

    #[test]
    fn a_single_point_is_drawn_in_the_middle() {
        let mut reach = Reach::default();
        reach.point(at(7.0, 7.0), 5.0);
        let view = View::fit(&reach, Rect::new(0.0, 0.0, 100.0, 100.0));
        assert_eq!(view.at(at(7.0, 7.0)), at(50.0, 50.0));
    }

    #[test]
    fn the_scale_bar_is_one_two_or_five_times_a_power_of_ten_and_fits() {
        for size in [1e-9, 0.3, 7.0, 1e9] {
            let view = View::fit(&square(size, 0.0), Rect::new(0.0, 0.0, 300.0, 300.0));
            let length = view.round_length(75.0);
            let digit = length / 10f64.powf((length * 1.0001).log10().floor());
            assert!([1.0, 2.0, 5.0].iter().any(|d| (digit - d).abs() < 1e-9), "{length}");
            assert!(view.pixels(length) <= 75.0 && view.pixels(length) > 29.9);
        }
    }
}
