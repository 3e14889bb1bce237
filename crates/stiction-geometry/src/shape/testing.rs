//! Points and rings as tests write them.

use super::{Point, Point3};

pub(super) fn point(x: i64, y: i64) -> Point {
    [x.into(), y.into()]
}

pub(super) fn ring(corners: &[(i64, i64)]) -> Vec<Point> {
    corners.iter().map(|&(x, y)| point(x, y)).collect()
}

pub(super) fn point3(x: i64, y: i64, z: i64) -> Point3 {
    [x.into(), y.into(), z.into()]
}
