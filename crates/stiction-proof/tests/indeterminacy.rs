//! The dimension of balancing forces is accepted where it is shown from both sides, and refused where a
//! witness is missing.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction_proof::{
    AssemblyProblem, Indeterminacy, PlanarContact, PlanarProblem, Push, Rational, Refusal, SpatialContact,
    SpatialProblem, TightMotion,
};

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

fn numbers<const N: usize>(list: [&str; N]) -> [Rational; N] {
    list.map(number)
}

/// Feet of a table at these places, one metre below the centre of mass.
fn table(feet: &[&str], friction: &str) -> AssemblyProblem<PlanarContact> {
    let foot = |x: &&str| PlanarContact::new(x, numbers([x, "-1"]), numbers(["0", "1"]), number(friction));
    PlanarProblem::new(numbers(["0", "0"]), feet.iter().map(foot).collect()).as_assembly("table")
}

fn shown(
    forces: &[[&str; 2]],
    tight: Vec<TightMotion<PlanarContact>>,
    dimension: usize,
) -> Indeterminacy<PlanarContact> {
    Indeterminacy {
        load: vec![numbers(["0", "0", "-10"])],
        forces: forces.iter().map(|force| numbers(*force)).collect(),
        tight,
        unresisted: Vec::new(),
        dimension,
    }
}

fn turn(twist: [&str; 3]) -> TightMotion<PlanarContact> {
    TightMotion { twists: vec![numbers(twist)], resistance: Vec::new() }
}

#[test]
fn feet_inside_their_cones_tug_against_each_other() {
    let rough = table(&["-1", "1"], "1/2");
    let forces = [["5", "0"], ["5", "0"]];
    assert!(rough.check_indeterminacy(shown(&forces, Vec::new(), 1)).is_ok());
    for wrong in [0, 2] {
        let refusal = rough.check_indeterminacy(shown(&forces, Vec::new(), wrong)).unwrap_err();
        assert_eq!(refusal, Refusal::Dimension { found: 1, stated: wrong });
    }
    // Forces on the edge of a cone that other forces leave are no inner ones.
    let grazing = [["5", "5/2"], ["5", "-5/2"]];
    assert!(matches!(rough.check_indeterminacy(shown(&grazing, Vec::new(), 1)), Err(Refusal::Cone(_))));
}

#[test]
fn a_table_over_its_last_foot_needs_the_motion_that_lifts_the_others() {
    let smooth = table(&["-2", "-1", "0"], "0");
    let forces = [["0", "0"], ["0", "0"], ["10", "0"]];
    // About the last foot, the others go up.
    let lifts = || turn(["-1", "-1", "0"]);
    assert!(smooth.check_indeterminacy(shown(&forces, vec![lifts()], 0)).is_ok());
    assert!(smooth.check_indeterminacy(shown(&forces, Vec::new(), 0)).is_err());
    // The other way the feet would be pressed in; higher up the last foot would do work.
    for twist in [["1", "1", "0"], ["-1", "-1", "1"], ["-1", "0", "0"]] {
        let proof = shown(&forces, vec![turn(twist)], 0);
        let found = smooth.check_indeterminacy(proof);
        if twist == ["-1", "0", "0"] {
            assert!(found.is_ok(), "smooth feet do not notice a slip");
        } else {
            assert!(matches!(found, Err(Refusal::Resists(_))), "{twist:?}");
        }
    }
    // Of another load nothing is shown.
    let mut other = shown(&forces, vec![lifts()], 0);
    other.load = vec![numbers(["1", "0", "-10"])];
    assert!(smooth.check_indeterminacy(other).is_err());
}

#[test]
fn a_foot_at_its_limit_is_fixed() {
    let mut limited = table(&["-1", "0", "1"], "0");
    for contact in &mut limited.contacts {
        contact.touch.most = Some(number("10/3"));
    }
    let forces = [["10/3", "0"], ["10/3", "0"], ["10/3", "0"]];
    // Down: every foot takes up all that it can.
    let down = TightMotion {
        twists: vec![numbers(["0", "0", "-1"])],
        resistance: numbers(["1", "1", "1"]).to_vec(),
    };
    assert!(limited.check_indeterminacy(shown(&forces, vec![down.clone()], 0)).is_ok());
    assert!(limited.check_indeterminacy(shown(&forces, Vec::new(), 1)).is_err());
    for resistance in [["1", "1", "2"], ["1", "1", "1/2"], ["0", "0", "0"]] {
        let motion = TightMotion { resistance: numbers(resistance).to_vec(), ..down.clone() };
        assert!(limited.check_indeterminacy(shown(&forces, vec![motion], 0)).is_err(), "{resistance:?}");
    }
}

fn in_space(feet: &[[&str; 3]], across: Option<&[[&str; 3]]>) -> AssemblyProblem<SpatialContact> {
    let foot = |(index, point): (usize, &[&str; 3])| SpatialContact {
        across: across.map(|list| list.iter().map(|d| numbers(*d)).collect()),
        ..SpatialContact::new(&index.to_string(), numbers(*point), numbers(["0", "0", "1"]), number("1/2"))
    };
    let contacts = feet.iter().enumerate().map(foot).collect();
    SpatialProblem::new(numbers(["0", "0", "0"]), contacts).as_assembly("block")
}

fn push(force: [&str; 3]) -> Push {
    Push::Force { force: numbers(force), spin: Rational::zero() }
}

#[test]
fn three_feet_inside_round_cones_leave_three_dimensions() {
    let block = in_space(&[["2", "0", "-1"], ["-1", "1", "-1"], ["-1", "-1", "-1"]], None);
    let proof = |dimension| Indeterminacy {
        load: vec![numbers(["0", "0", "0", "0", "0", "-12"])],
        forces: vec![push(["0", "0", "4"]), push(["0", "0", "4"]), push(["0", "0", "4"])],
        tight: Vec::new(),
        unresisted: Vec::new(),
        dimension,
    };
    assert!(block.check_indeterminacy(proof(3)).is_ok());
    assert!(block.check_indeterminacy(proof(2)).is_err());
}

#[test]
fn a_push_that_slides_is_the_one_ray_of_its_round_cone() {
    let point = in_space(&[["0", "0", "0"]], None);
    let proof = |tight| Indeterminacy {
        load: vec![numbers(["0", "0", "0", "-1", "0", "-2"])],
        forces: vec![push(["1", "0", "2"])],
        tight,
        unresisted: Vec::new(),
        dimension: 0,
    };
    let slides =
        |twist: [&str; 6]| vec![TightMotion { twists: vec![numbers(twist)], resistance: Vec::new() }];
    // Against the friction, and away as fast as μ times that.
    assert!(point.check_indeterminacy(proof(slides(["0", "0", "0", "-2", "0", "1"]))).is_ok());
    assert!(point.check_indeterminacy(proof(Vec::new())).is_err());
    for twist in
        [["0", "0", "0", "-2", "0", "2"], ["0", "0", "0", "-2", "1", "1"], ["0", "0", "0", "2", "0", "-1"]]
    {
        assert!(point.check_indeterminacy(proof(slides(twist))).is_err(), "{twist:?}");
    }
}

#[test]
fn edges_of_a_pyramid_are_more_than_its_dimensions() {
    let across = [["1", "0", "0"], ["0", "1", "0"], ["-1", "0", "0"], ["0", "-1", "0"]];
    let block = in_space(&[["2", "0", "-1"], ["-1", "1", "-1"], ["-1", "-1", "-1"]], Some(&across));
    let even = || Push::Edges { edges: numbers(["1", "1", "1", "1"]).to_vec() };
    let proof = |forces: Vec<Push>, dimension| Indeterminacy {
        load: vec![numbers(["0", "0", "0", "0", "0", "-12"])],
        forces,
        tight: Vec::new(),
        unresisted: Vec::new(),
        dimension,
    };
    assert!(block.check_indeterminacy(proof(vec![even(), even(), even()], 3)).is_ok());
    // Two opposite edges make the same push, which is inside; but that is to be seen.
    let flat = Push::Edges { edges: numbers(["2", "0", "2", "0"]).to_vec() };
    assert!(block.check_indeterminacy(proof(vec![flat, even(), even()], 3)).is_err());
}

#[test]
fn motions_that_nothing_resists_lower_the_rank() {
    // Two feet on a line: nothing resists a turn about it, and the equations are one fewer.
    let block = in_space(&[["-1", "0", "0"], ["1", "0", "0"]], None);
    let proof = |unresisted: Vec<[&str; 6]>, dimension| Indeterminacy {
        load: vec![numbers(["0", "0", "0", "0", "0", "-2"])],
        forces: vec![push(["0", "0", "1"]), push(["0", "0", "1"])],
        tight: Vec::new(),
        unresisted: unresisted.into_iter().map(|twist| vec![numbers(twist)]).collect(),
        dimension,
    };
    let about_the_line = ["1", "0", "0", "0", "0", "0"];
    assert!(block.check_indeterminacy(proof(vec![about_the_line], 1)).is_ok());
    // Few bodies are counted without it.
    assert!(block.check_indeterminacy(proof(Vec::new(), 1)).is_ok());
    assert!(block.check_indeterminacy(proof(vec![about_the_line], 0)).is_err());
    assert!(block.check_indeterminacy(proof(vec![["0", "0", "1", "0", "0", "0"]], 1)).is_err());
}
