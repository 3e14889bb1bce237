//! The scene that a newcomer begins with.

/// The commented scene that `stiction new` writes: a parallel gripper on a rectangle.
pub fn starter() -> &'static str {
    include_str!("starter.toml")
}
