//! Must it stay: by contact modes, and by slips told apart.

use crate::piles::{half_circle, lean, number};
use stiction_dynamics::strong::strong_by_modes;
use stiction_geometry::screw::Planar;
use stiction_proof::{Rational, RestProof};
use stiction_scene::scene::{Body, Contact, Party, Scene};

#[test]
fn rods_that_stand_by_friction_must_stay_by_every_contact_mode() {
    let modes = strong_by_modes(&lean(number(1, 2))).unwrap();
    assert!(matches!(modes.proof.proof(), RestProof::Stays(_)));
    // A block wedged between two walls may also fall.
    let block = Body::new("block").with_mass(1).with_inertia(1);
    let wall =
        |x: i64, y: i64| Contact::planar(Party::Body(0), [x, y], [-x, 0]).with_friction(Rational::one());
    let wedged = Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(block)
        .with_contact(wall(-1, -1))
        .with_contact(wall(-1, 1))
        .with_contact(wall(1, -1))
        .with_contact(wall(1, 1));
    let modes = strong_by_modes(&wedged).unwrap();
    let RestProof::Moves(held) = modes.proof.proof() else { panic!("it may fall") };
    // The same mode with other forces is no proof.
    let mut changed = held.clone();
    changed.point.iter_mut().for_each(|entry| *entry += Rational::one());
    assert!(modes.problem.check_rest(RestProof::Moves(changed)).is_err());
    assert!(modes.problem.check_rest(RestProof::Stays(Default::default())).is_err());
}

#[test]
fn an_arch_that_stands_by_friction_must_stay_however_its_joints_might_open_and_slip() {
    let (stones, friction) = (7, number(7, 10));
    {
        let modes = strong_by_modes(&half_circle(stones, friction)).unwrap();
        let RestProof::Apart(groups) = modes.proof.proof() else { panic!("{stones} stones stay") };
        let [refuted] = &groups[..] else { panic!("one arch is one group") };
        assert!(refuted.len() < 1000, "{stones}: {}", refuted.len());
        // Each case is needed: without one of them something is left that might move.
        for gone in [0, refuted.len() / 2, refuted.len() - 1] {
            let mut fewer = refuted.clone();
            fewer.remove(gone);
            assert!(modes.problem.check_rest(RestProof::Apart(vec![fewer])).is_err(), "{stones} {gone}");
        }
        // A case that says more than its multipliers show is refused.
        let mut more = refuted.clone();
        let sites = modes.problem.contacts.len();
        more[refuted.len() - 1].mode = vec!["?"; sites].join(" ");
        assert!(modes.problem.check_rest(RestProof::Apart(vec![more])).is_err());
        assert!(modes.problem.check_rest(RestProof::Apart(Vec::new())).is_err());
    }
    assert!(strong_by_modes(&half_circle(40, number(7, 10))).is_none());
}
