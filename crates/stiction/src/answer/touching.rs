//! Where bodies touch.

use super::NoAnswer;
use crate::detect::{Detectable, Detected, Settings, detect, merge};
use crate::scene::{Friction, Misfit, Scene};
use stiction_proof::Rational;

/// How contacts are asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ContactsOptions {
    /// The friction wherever shapes touch and no contact is listed; without it shapes are not looked at, unless the
    /// scene says how its bodies are touching.
    pub friction: Option<Rational>,
    /// A gap or overlap below this length is touching, m; unless it is given, 1e-6 of the smaller of two parts.
    pub tolerance: Option<Rational>,
}

/// Where the bodies of a scene touch: the contacts that it lists, then those of shapes that touch.
pub type Touches<S> = Detected<S>;

/// Where do the bodies of a scene touch.
///
/// ```
/// use stiction::prelude::*;
///
/// // Two bricks, one on the other, and the floor: each pair along a line, which two contacts stand for.
/// let brick = |y: i64| Outline::rectangle([0.into(), y.into()], [4.into(), 2.into()]);
/// let floor = Outline::HalfPlane { point: [0.into(), 0.into()], normal: [0.into(), 1.into()] };
/// let wall = plane()
///     .gravity([0, -10])
///     .body(body("lower").mass(1).shape(brick(0)))
///     .body(body("upper").mass(1).shape(brick(2)))
///     .body(body("floor").fixed().com([0, 0]).shape(floor))
///     .build()?;
/// let rough = ContactsOptions { friction: Some(Rational::new(1, 2)), ..ContactsOptions::default() };
/// let touches = contacts(&wall, &rough)?;
/// assert_eq!((touches.contacts.len(), touches.patches.len()), (4, 2));
/// assert_eq!(stand(&touches.of(&wall), &StandOptions::default())?.answer(), Answer::Yes);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// A friction or a tolerance is negative.
pub fn contacts<S: Detectable>(scene: &Scene<S>, options: &ContactsOptions) -> Result<Touches<S>, NoAnswer> {
    let given = [("friction", &options.friction), ("tolerance", &options.tolerance)];
    let negative = given.into_iter().filter(|(_, value)| value.as_ref().is_some_and(Rational::is_negative));
    let misfit = |(key, _)| Misfit::new("range", &[key], "must not be negative", "give zero or more");
    let misfits: Vec<Misfit> = negative.map(misfit).collect();
    if !misfits.is_empty() {
        return Err(misfits.into());
    }
    let said = scene.touching.as_ref().map(|touching| touching.law.friction.clone());
    let Some(friction) = options.friction.clone().map(Friction::new).or(said) else {
        return Ok(Detected { contacts: scene.contacts.clone(), ..Detected::none() });
    };
    let settings = Settings { friction, tolerance: options.tolerance.clone(), ..Settings::default() };
    Ok(merge(scene.contacts.clone(), detect(scene, &settings)))
}
