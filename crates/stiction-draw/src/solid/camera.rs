//! How space is seen: without perspective, along one direction.
//!
//! Lengths across the view are true everywhere on the page, which is why one scale bar serves the whole
//! picture.

use super::vector::{Vector3, X, Y, Z};
use crate::vector::{Vector, at};

/// A right-handed frame: right and up on the page, and towards the viewer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Camera {
    pub right: Vector3,
    pub up: Vector3,
    pub toward: Vector3,
}

impl Camera {
    /// The view from a direction, some other direction pointing up on the page as far as it can.
    pub fn new(toward: Vector3, up: Vector3) -> Option<Camera> {
        let toward = toward.unit()?;
        let lifted = [up, Y, Z, X].into_iter().find_map(|up| {
            let across = up.unit()? - toward * up.unit()?.dot(toward);
            (across.length() > 1e-6).then(|| across.unit())?
        })?;
        Some(Camera { right: lifted.cross(toward), up: lifted, toward })
    }

    /// The view from a compass direction and a height above the horizon, in radians.
    pub fn from_above(up: Vector3, azimuth: f64, elevation: f64) -> Option<Camera> {
        let up = up.unit()?;
        let start = [X, Y].into_iter().find(|axis| axis.dot(up).abs() < 0.9)?;
        let level = (start - up * start.dot(up)).unit()?.turned(up, azimuth);
        Camera::new(level * elevation.cos() + up * elevation.sin(), up)
    }

    /// Where a point lies across the view, y up.
    pub fn flat(&self, point: Vector3) -> Vector {
        at(point.dot(self.right), point.dot(self.up))
    }

    /// A step of the world on the page, y down; shorter than the step by as much as it leads towards the viewer.
    pub fn step(&self, step: Vector3) -> Vector {
        at(step.dot(self.right), -step.dot(self.up))
    }

    /// How near to the viewer.
    pub fn depth(&self, point: Vector3) -> f64 {
        point.dot(self.toward)
    }

    /// Towards the light: over the viewer's left shoulder.
    pub fn light(&self) -> Vector3 {
        (self.right * -0.45 + self.up * 0.72 + self.toward * 0.53).unit().unwrap_or(self.toward)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_right_handed_and_gravity_points_down() {
        for up in [Z, Y, -X, Vector3 { x: 0.3, y: 0.2, z: -0.9 }] {
            let camera = Camera::from_above(up, 0.7, 0.5).unwrap();
            assert!((camera.right.cross(camera.up) - camera.toward).length() < 1e-12);
            let down = camera.step(-up);
            assert!(down.x.abs() < 1e-12 && down.y > 0.0);
        }
    }

    #[test]
    fn a_view_straight_from_above_still_has_an_up() {
        let camera = Camera::new(Z, Z).unwrap();
        assert!(camera.up.dot(Z).abs() < 1e-12 && (camera.up.length() - 1.0).abs() < 1e-12);
    }
}
