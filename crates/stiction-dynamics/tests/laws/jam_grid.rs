//! Grids of what locks: every cell is what the scene of that cell is, however the grid was filled.

use stiction_dynamics::jam::{CellQuestion, LockCell, Locker, Locking, locking_grid, moving, representative};
use stiction_geometry::screw::Planar;
use stiction_proof::Rational;
use stiction_scene::Verdict;
use stiction_scene::lower::ConeModel;
use stiction_scene::scene::{Axis, Body, Contact, Party, Scene};

/// A drawer that slides down between two walls.
fn drawer() -> Scene<Planar> {
    let mut drawer = Body::<Planar>::new("drawer").with_mass(1).with_inertia(2);
    drawer.twist = [0, 0, -1].map(Rational::from);
    let wall =
        |x: i64, y: i64| Contact::planar(Party::Body(0), [x, y], [-x, 0]).with_friction(Rational::new(1, 5));
    Scene::new().with_body(drawer).with_contact(wall(-3, -1)).with_contact(wall(3, 1))
}

fn asked(scene: &Scene<Planar>) -> CellQuestion {
    moving(scene, ConeModel::Round)
        .map_or(CellQuestion::Unfit, |(system, _)| CellQuestion::System(Box::new(system), false))
}

fn axis(text: &str) -> Axis {
    Axis::parse(text).unwrap()
}

/// A cell by itself.
fn alone(scene: &Scene<Planar>, axes: [&Axis; 2], place: [usize; 2]) -> LockCell {
    let mut changed = scene.clone();
    for (axis, index) in axes.into_iter().zip(place).rev() {
        axis.set(&mut changed, axis.value(index)).unwrap();
    }
    let Ok((system, _)) = moving(&changed, ConeModel::Round) else { return LockCell::Fault };
    let locks = |kind| match Locker::new(&system.problem, kind).unwrap().locks(&Rational::one()).unwrap() {
        Verdict::Yes(_) => Some(true),
        Verdict::No(_) => Some(false),
        Verdict::Undecided => None,
    };
    match (locks(Locking::Jam), locks(Locking::Wedge)) {
        (Some(false), Some(false)) => LockCell::Free,
        (Some(true), Some(false)) => LockCell::Jams,
        (Some(false), Some(true)) => LockCell::Wedges,
        (Some(true), Some(true)) => LockCell::Both,
        _ => LockCell::Undecided,
    }
}

#[test]
fn a_grid_is_what_each_of_its_scenes_is_whichever_number_is_varied_along_its_rows() {
    let axes = [
        axis("contacts.1.friction=0:1:9"),
        axis("contacts.2.friction=0.9:0.1:7"),
        axis("bodies.drawer.com.1=-2:2:5"),
        axis("contacts.1.point.1=-2:2:6"),
        axis("bodies.drawer.inertia=1/2:8:4"),
        axis("contacts.2.friction.static=0:1:6"),
    ];
    let scene = drawer();
    let mut kinds = Vec::new();
    for first in &axes {
        for second in axes.iter().filter(|second| *second != first) {
            let grid = locking_grid(&scene, [first, second], asked).unwrap();
            assert_eq!((grid.len(), grid[0].len()), (second.count, first.count));
            for (row, cells) in grid.iter().enumerate() {
                for (column, cell) in cells.iter().enumerate() {
                    let mut expected = alone(&scene, [first, second], [column, row]);
                    // Less at rest than while sliding is no friction.
                    let least = |axis: &Axis, index: usize| {
                        axis.path.ends_with("static") && axis.value(index) < Rational::new(1, 5)
                    };
                    let given = [first, second].iter().any(|axis| axis.path == "contacts.2.friction");
                    if !given && (least(first, column) || least(second, row)) {
                        expected = LockCell::Fault;
                    }
                    if given && [first, second].iter().any(|axis| axis.path.ends_with("static")) {
                        continue;
                    }
                    assert_eq!(*cell, expected, "{} {} at {column}, {row}", first.path, second.path);
                    kinds.push(*cell);
                }
            }
        }
    }
    for kind in [LockCell::Free, LockCell::Jams, LockCell::Wedges, LockCell::Both, LockCell::Fault] {
        assert!(kinds.contains(&kind), "{kind:?}");
    }
}

#[test]
fn where_both_numbers_are_one_the_first_is_written_last() {
    let scene = drawer();
    // Friction is the second number, so that lines go along it; the place of a contact is written twice.
    let (place, friction) = (axis("contacts.1.point.1=-2:2:5"), axis("contacts.*.friction=0:1:5"));
    let (one, all) = (axis("contacts.1.friction=0:1:4"), axis("contacts.*.friction=0:1:6"));
    for axes in [[&place, &friction], [&one, &all], [&all, &one]] {
        let grid = locking_grid(&scene, axes, asked).unwrap();
        for (row, cells) in grid.iter().enumerate() {
            for (column, cell) in cells.iter().enumerate() {
                assert_eq!(*cell, alone(&scene, axes, [column, row]), "{} {}", axes[0].path, axes[1].path);
            }
        }
    }
}

#[test]
fn what_was_rounded_is_left_open_on_the_boundary_alone() {
    // The line between the contacts rises by 1/3: it wedges from there on, and not before.
    let rounded = |scene: &Scene<Planar>| {
        moving(scene, ConeModel::Round)
            .map_or(CellQuestion::Unfit, |(system, _)| CellQuestion::System(Box::new(system), true))
    };
    let mut scene = drawer();
    scene.contacts[1].friction = stiction_scene::scene::Friction::new(Rational::new(1, 3));
    let (first, second) = (axis("contacts.1.friction=0.3:11/30:3"), axis("gravity.0=0:0:1"));
    let exact = locking_grid(&scene, [&first, &second], asked).unwrap();
    assert_eq!(exact[0], [LockCell::Free, LockCell::Wedges, LockCell::Wedges]);
    let open = locking_grid(&scene, [&first, &second], rounded).unwrap();
    assert_eq!(open[0], [LockCell::Free, LockCell::Undecided, LockCell::Undecided], "both walls count");
    scene.contacts[1].friction = stiction_scene::scene::Friction::new(Rational::new(1, 2));
    let open = locking_grid(&scene, [&first, &second], rounded).unwrap();
    assert_eq!(open[0], [LockCell::Free, LockCell::Undecided, LockCell::Wedges]);
}

#[test]
fn a_scene_that_cannot_be_asked_is_a_fault_of_its_cell_and_a_path_that_leads_nowhere_one_of_the_map() {
    let scene = drawer();
    let still = axis("gravity.0=0:0:1");
    let grid = |text: &str| locking_grid(&scene, [&axis(text), &still], asked);
    // A twist into the left wall is an impact, and one along neither wall slips at neither.
    assert_eq!(grid("bodies.drawer.twist.1=-1:0:2").unwrap()[0], [LockCell::Fault, LockCell::Free]);
    assert_eq!(
        grid("bodies.drawer.mass=-1:1:3").unwrap()[0],
        [LockCell::Fault, LockCell::Fault, LockCell::Free]
    );
    assert_eq!(grid("contacts.1.friction=-1:0:2").unwrap()[0], [LockCell::Fault, LockCell::Free]);
    for nowhere in [
        "contacts.3.friction=0:1:2",
        "bodies.drawer.colour=0:1:2",
        "jam.mu.0=0:1:2",
        "bodies.drawer.pose.3=0:1:2",
    ] {
        assert!(grid(nowhere).is_err(), "{nowhere}");
    }
}

#[test]
fn the_cell_that_stands_for_its_kind_is_of_that_kind_and_in_its_middle() {
    let grid = locking_grid(
        &drawer(),
        [&axis("contacts.1.friction=0:1:21"), &axis("contacts.2.friction=0:1:21")],
        asked,
    )
    .unwrap();
    for kind in LockCell::ALL {
        match representative(&grid, kind) {
            Some([column, row]) => assert_eq!(grid[row][column], kind),
            None => assert!(!grid.iter().flatten().any(|cell| *cell == kind)),
        }
    }
    let three = [vec![LockCell::Jams; 5], vec![LockCell::Jams; 5], vec![LockCell::Jams; 5]];
    assert_eq!(representative(&three, LockCell::Jams), Some([2, 1]));
}
