//! Vectors of space in rationals: the few products that reported points and normals are made of.

use nalgebra::Vector3;
use stiction_exact::vector::along;
use stiction_geometry::shape::Point3;
pub use stiction_geometry::shape::space::{cross, difference, dot, reversed, scaled, sum};
use stiction_proof::Rational;

/// Half way between two points; the point itself where they are one.
pub fn middle(a: &Point3, b: &Point3) -> Point3 {
    if a == b { a.clone() } else { scaled(&sum(a, b), &Rational::new(1, 2)) }
}

/// The nearest doubles.
pub fn to_doubles(a: &Point3) -> Vector3<f64> {
    Vector3::new(a[0].to_f64(), a[1].to_f64(), a[2].to_f64())
}

/// The exact value of finite doubles; zero for others, which no finite shape gives.
pub fn from_doubles(a: &Vector3<f64>) -> Point3 {
    std::array::from_fn(|k| Rational::from_f64(a[k]).unwrap_or_default())
}

/// The point of the plane through `base` across `normal` that is nearest to `point`.
pub fn foot_on_plane(point: &Point3, base: &Point3, normal: &Point3) -> Point3 {
    difference(point, &along(normal, &difference(point, base)))
}

/// The point of the line through `base` along `direction` that is nearest to `point`.
pub fn foot_on_line(point: &Point3, base: &Point3, direction: &Point3) -> Point3 {
    sum(base, &along(direction, &difference(point, base)))
}

/// Where the line through `p` and `q` meets the plane that holds `b`, `c` and the direction `normal`; `None` where
/// it is parallel to that plane.
pub fn crossing(p: &Point3, q: &Point3, b: &Point3, c: &Point3, normal: &Point3) -> Option<Point3> {
    let across = cross(normal, &difference(c, b));
    let along = difference(q, p);
    let part = dot(&across, &difference(b, p)).checked_div(&dot(&across, &along))?;
    Some(sum(p, &scaled(&along, &part)))
}
