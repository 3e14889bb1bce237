//! Grids over two parameters of a scene.

use stiction_dynamics::outcomes::{Cell, map, regions};
use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_scene::scene::{Axis, Body, Contact, Curvature, Party, Scene};

/// A rod whose foot slides to the left.
fn rod() -> Scene<Planar> {
    let mut rod = Body::<Planar>::new("rod").with_mass(1).with_inertia(Rational::new(1, 3));
    rod.twist = [0, -1, 0].map(Rational::from);
    rod.wrench = [0, 0, -1].map(Rational::from);
    let mut foot = Contact::planar(Party::Body(0), [Rational::new(5, 13), Rational::new(-12, 13)], [0, 1]);
    foot.curvature = Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]);
    Scene::new().with_body(rod).with_contact(foot)
}

/// Whether one thing happens.
fn is_one(cell: &Cell) -> bool {
    matches!(cell, Cell::Slides | Cell::Tips | Cell::Lifts | Cell::Unique)
}

#[test]
fn beyond_the_friction_that_jams_a_rod_is_inconsistent_or_ambiguous() {
    let friction = Axis::parse("contacts.1.friction=0:3:13").unwrap();
    let pull = Axis::parse("bodies.rod.wrench.2=-1:1:3").unwrap();
    let mut scenes = [rod(), rod()];
    scenes[1].bodies[0].twist[1] = Rational::one();
    let grids = scenes.map(|scene| map(&scene, &friction, &pull).unwrap());
    // (1/3 + 25/169)/(60/169) = 1.356…: between the sixth and the seventh value.
    let jams = grids.iter().find(|grid| grid[0].contains(&Cell::Inconsistent)).unwrap();
    let harmless = grids.iter().find(|grid| !grid[0].contains(&Cell::Inconsistent)).unwrap();
    assert!(jams[0][..6].iter().all(is_one));
    assert!(jams[0][6..].iter().all(|cell| *cell == Cell::Inconsistent));
    assert!(jams[2][..6].iter().all(is_one));
    assert!(jams[2][6..].iter().all(|cell| *cell == Cell::Ambiguous));
    assert!(harmless[0].iter().chain(&harmless[2]).all(is_one));
}

#[test]
fn a_path_that_leads_nowhere_and_a_scene_that_fits_no_question_are_told() {
    let axis = |text: &str| Axis::parse(text).unwrap();
    let nowhere = map(&rod(), &axis("contacts.2.friction=0:1:2"), &axis("gravity.0=0:1:2")).unwrap_err();
    assert!(nowhere.contains("contacts.2.friction"), "{nowhere}");
    // A foot that moves down into the ground is an impact.
    let grid = map(&rod(), &axis("bodies.rod.twist.2=-1:0:2"), &axis("gravity.0=0:0:1")).unwrap();
    assert_eq!(grid[0], [Cell::Fault, Cell::Unique]);
    // Neither are there gaps below zero.
    let grid = map(&rod(), &axis("contacts.1.gap=-1:1:3"), &axis("gravity.0=0:0:1")).unwrap();
    assert_eq!((grid[0][0], grid[0][2]), (Cell::Fault, Cell::Unique));
    let block = Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(Body::new("block").with_mass(1).with_inertia(1).with_com([0, 1]))
        .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]).with_friction(Rational::new(1, 2)))
        .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]).with_friction(Rational::new(1, 2)));
    let grid = map(&block, &axis("bodies.block.wrench.1=0:8:3"), &axis("gravity.0=0:0:1")).unwrap();
    assert_eq!(grid[0], [Cell::Rests, Cell::Rests, Cell::Slides]);
    for text in ["x", "x=1", "x=1:2", "x=a:2:3", "x=1:2:0", "x=1:2:99999"] {
        assert!(Axis::parse(text).is_err(), "{text}");
    }
}

#[test]
fn turning_a_rod_about_its_foot_changes_the_friction_that_jams_as_the_closed_form_says() {
    // Upright first: turned by θ the rod leans by θ, and jams from (J + cos²θ')/(sin θ' cos θ') on, θ' the
    // angle to the floor.
    let mut scene = rod();
    scene.bodies[0].com = [Rational::zero(), Rational::one()];
    scene.contacts[0].point = [Rational::zero(), Rational::zero()];
    let turn = Axis::parse("bodies.rod.pose.2=-1.5:1.5:21").unwrap();
    let friction = Axis::parse("contacts.1.friction=0.05:3.05:13").unwrap();
    let grid = map(&scene, &turn, &friction).unwrap();
    let mut jammed = 0;
    for (row, cells) in grid.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let lean = turn.value(column).to_f64();
            let (sine, cosine) = lean.sin_cos();
            // The centre is at (−sin, cos) from the foot, which slides to the left: friction (μ, 0), moment
            // μ·cos + sin.
            let height = 1.0 + 3.0 * sine * (sine + friction.value(row).to_f64() * cosine);
            if height.abs() > 1e-6 {
                let expected = if height > 0.0 { Cell::Unique } else { Cell::Inconsistent };
                assert_eq!(*cell, expected, "lean {lean}, friction {}", friction.value(row).to_f64());
            }
            jammed += usize::from(*cell == Cell::Inconsistent);
        }
    }
    assert!(jammed > 10, "{jammed}");
    // Along x the centre moves away from the contact, and comes back for the next cell.
    let shift = Axis::parse("bodies.rod.pose.0=0:1/2:2").unwrap();
    let smooth = Axis::parse("contacts.1.friction=0:0:1").unwrap();
    assert_eq!(map(&scene, &smooth, &shift).unwrap().len(), 2);
}

#[test]
fn cells_of_one_word_that_share_sides_are_a_region() {
    let (u, a) = (Cell::Unique, Cell::Ambiguous);
    let (found, numbers) = regions(&[vec![u, a, u], vec![u, u, a]]);
    assert_eq!(numbers, [[0, 1, 2], [0, 0, 3]]);
    let told: Vec<_> = found.iter().map(|region| (region.cell, region.size, region.middle)).collect();
    assert_eq!(told, [(u, 3, [0, 1]), (a, 1, [1, 0]), (u, 1, [2, 0]), (a, 1, [2, 1])]);
    assert_eq!(regions(&[]), (vec![], vec![]));
}
