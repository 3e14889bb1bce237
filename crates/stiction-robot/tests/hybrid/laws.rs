//! Laws of the decoupling of motion and force, over random robots, surroundings and contacts.

use stiction_proof::{
    BodyDynamics, ContactState, Decoupling, HybridCommand, HybridProblem, Rational, Refusal, Verified,
};
use stiction_robot::hybrid::{BasisFault, DecoupleFault, Fast, decouple, rank_part, semidefinite_rank};

type Matrix = Vec<Vec<Rational>>;

/// Whole numbers, the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, most: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as i64).rem_euclid(2 * most + 1) - most
    }

    fn vector(&mut self, size: usize) -> Vec<Rational> {
        (0..size).map(|_| Rational::new(self.roll(9), 2)).collect()
    }

    fn columns(&mut self, count: usize, size: usize) -> Matrix {
        (0..count).map(|_| self.vector(size)).collect()
    }

    /// A sum of `rank` squares.
    fn semidefinite(&mut self, rank: usize, size: usize) -> Matrix {
        let roots = self.columns(rank, size);
        let entry = |i: usize, j: usize| roots.iter().map(|root| &root[i] * &root[j]).sum();
        (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect()
    }

    fn dynamics(&mut self, rank: usize, size: usize) -> BodyDynamics {
        BodyDynamics { inverse_inertia: self.semidefinite(rank, size), bias: self.vector(size) }
    }

    fn problem(&mut self, robot: usize, environment: usize, freedoms: usize, size: usize) -> HybridProblem {
        HybridProblem {
            robot: self.dynamics(robot, size),
            environment: self.dynamics(environment, size),
            freedoms: self.columns(freedoms, size),
            freedom_rate: self.vector(size),
            command: None,
        }
    }
}

/// Decouples with random commands of the right size.
fn commanded(problem: &mut HybridProblem, dice: &mut Dice) -> Verified<Decoupling> {
    let bare = decouple(problem, None).unwrap();
    let basis = &bare.proof().basis;
    problem.command =
        Some(HybridCommand { motion: dice.vector(basis.s1.len()), force: dice.vector(basis.s2.len()) });
    decouple(problem, None).unwrap()
}

fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn parts(columns: &Matrix, vector: &[Rational]) -> Vec<Rational> {
    columns.iter().map(|column| dot(column, vector)).collect()
}

fn independent(problem: &HybridProblem) -> bool {
    !matches!(decouple(problem, None), Err(DecoupleFault::Basis(BasisFault::Freedoms)))
}

#[test]
fn every_rank_of_robot_and_environment_and_every_number_of_freedoms_decouples() {
    let mut dice = Dice(1);
    for size in [3, 6] {
        for robot in 0..=size {
            for environment in 0..=size {
                for freedoms in 0..=size {
                    let mut problem = dice.problem(robot, environment, freedoms, size);
                    if !independent(&problem) {
                        continue;
                    }
                    let found = commanded(&mut problem, &mut dice);
                    let Decoupling { basis, contact, .. } = found.proof();
                    assert_eq!(basis.rank(), semidefinite_rank(&problem.robot.inverse_inertia).unwrap());
                    assert_eq!(basis.s1.len() + basis.beyond, freedoms);
                    if robot == size {
                        assert_eq!(basis.s1, problem.freedoms);
                    }
                    // Generic subspaces: they meet only where they must, and together fill what they can.
                    let beyond_all = (size - freedoms).saturating_sub(robot + environment);
                    match contact {
                        ContactState::Impossible { .. } => assert!(beyond_all > 0),
                        ContactState::Kept { undetermined, .. } => assert_eq!(undetermined.len(), beyond_all),
                    }
                }
            }
        }
    }
}

#[test]
fn motion_and_force_variable_do_not_know_the_environment() {
    let mut dice = Dice(2);
    for round in 0..60 {
        let mut problem = dice.problem(2 + round % 5, round % 7, 1 + round % 5, 6);
        if !independent(&problem) {
            continue;
        }
        let first = commanded(&mut problem, &mut dice);
        problem.environment = dice.dynamics(6, 6);
        problem.freedom_rate = dice.vector(6);
        let other = decouple(&problem, None).unwrap();
        assert_eq!(first.proof().basis, other.proof().basis);
        assert_eq!(first.proof().command, other.proof().command);
        let command = problem.command.clone().unwrap();
        let ContactState::Kept { robot, .. } = &other.proof().contact else { panic!("a free body yields") };
        assert_eq!(parts(&other.proof().basis.t1, robot), command.motion);
    }
}

#[test]
fn a_motion_command_leaves_the_forces_and_a_force_command_the_motion() {
    let mut dice = Dice(3);
    for round in 0..40 {
        let mut problem = dice.problem(3 + round % 4, 6, 1 + round % 5, 6);
        if !independent(&problem) {
            continue;
        }
        let before = commanded(&mut problem, &mut dice);
        let kept = |found: &Verified<Decoupling>| match &found.proof().contact {
            ContactState::Kept { force, robot, .. } => (force.clone(), robot.clone()),
            ContactState::Impossible { .. } => panic!("a free body yields"),
        };
        let ((force, moved), basis) = (kept(&before), before.proof().basis.clone());
        let command = problem.command.clone().unwrap();
        problem.command = Some(HybridCommand { motion: dice.vector(basis.s1.len()), ..command.clone() });
        let (other, _) = kept(&decouple(&problem, None).unwrap());
        assert_eq!(parts(&basis.s2, &force), parts(&basis.s2, &other), "a motion disturbs the force");
        problem.command = Some(HybridCommand { force: dice.vector(basis.s2.len()), ..command });
        let (_, other) = kept(&decouple(&problem, None).unwrap());
        assert_eq!(parts(&basis.t1, &moved), parts(&basis.t1, &other), "a force disturbs the motion");
    }
}

#[test]
fn a_wanted_force_basis_is_taken_and_what_works_on_the_freedoms_is_taken_away() {
    let mut dice = Dice(4);
    let problem = dice.problem(6, 4, 2, 6);
    let plain = decouple(&problem, None).unwrap().into_proof().basis;
    let again = decouple(&problem, Some(&plain.t2)).unwrap().into_proof().basis;
    assert_eq!(plain, again);
    let tiny = Rational::new(1, 1_000_000_000_000);
    let off: Matrix = plain
        .t2
        .iter()
        .map(|wrench| wrench.iter().zip(&problem.freedoms[0]).map(|(a, b)| a + &(&tiny * b)).collect())
        .collect();
    let near = decouple(&problem, Some(&off)).unwrap().into_proof().basis;
    let apart = near.t2.iter().flatten().zip(plain.t2.iter().flatten());
    assert!(apart.into_iter().all(|(a, b)| (a - b).abs() < Rational::new(1, 1_000_000)));
    assert!(matches!(
        decouple(&problem, Some(&plain.t2[..3])),
        Err(DecoupleFault::Basis(BasisFault::ForceBasis { needed: 4, found: 3 }))
    ));
}

#[test]
fn a_robot_and_a_wall_that_accelerate_apart_cannot_stay_together() {
    // Neither yields along x: the robot because it has no such freedom, the wall because it is driven.
    let zero = || vec![Rational::zero(); 3];
    let mut robot = BodyDynamics { inverse_inertia: vec![zero(); 3], bias: zero() };
    robot.inverse_inertia[2][2] = Rational::one();
    let mut problem = HybridProblem {
        robot,
        environment: BodyDynamics::driven(zero()),
        freedoms: vec![vec![1.into(), 0.into(), 0.into()], vec![0.into(), 0.into(), 1.into()]],
        freedom_rate: zero(),
        command: None,
    };
    let Decoupling { basis, contact, .. } = decouple(&problem, None).unwrap().into_proof();
    assert_eq!((basis.s1.len(), basis.s2.len(), basis.beyond), (1, 0, 1));
    assert!(matches!(contact, ContactState::Kept { undetermined, .. } if undetermined.len() == 1));
    problem.environment.bias[1] = Rational::one();
    let found = decouple(&problem, None).unwrap().into_proof();
    assert!(matches!(found.contact, ContactState::Impossible { .. }));
}

#[test]
fn an_inverse_inertia_that_is_nearly_singular_can_be_taken_at_its_rank() {
    let mut dice = Dice(5);
    let mut phi = dice.semidefinite(4, 6);
    let exact = phi.clone();
    phi[2][2] += Rational::new(1, 1_000_000_000_000);
    let part = rank_part(&phi, 4).unwrap();
    assert_eq!(semidefinite_rank(&part), Ok(4));
    let apart = part.iter().flatten().zip(exact.iter().flatten()).map(|(a, b)| (a - b).abs().to_f64());
    assert!(apart.fold(0.0, f64::max) < 1e-9);
}

fn doubles(vector: &[Rational]) -> [f64; 6] {
    std::array::from_fn(|index| vector[index].to_f64())
}

#[test]
fn doubles_on_the_stack_are_the_twin_of_the_exact_basis() {
    let mut dice = Dice(6);
    for round in 0..200 {
        let mut problem = dice.problem(6, 6, round % 7, 6);
        // Well-conditioned: what differs is rounding, not the robot.
        for index in 0..6 {
            problem.robot.inverse_inertia[index][index] += Rational::from(30);
        }
        if !independent(&problem) {
            continue;
        }
        let found = commanded(&mut problem, &mut dice).into_proof();
        let phi: [[f64; 6]; 6] = std::array::from_fn(|row| doubles(&problem.robot.inverse_inertia[row]));
        let freedoms: Vec<_> = found.basis.s1.iter().map(|one| doubles(one)).collect();
        let forces: Vec<_> = found.basis.t2.iter().map(|one| doubles(one)).collect();
        let fast = Fast::new(&phi).unwrap();
        let basis = fast.basis(&freedoms, &forces).unwrap();
        let exact: Vec<_> = found.basis.t1.iter().chain(&found.basis.t2).map(|one| doubles(one)).collect();
        let twists: Vec<_> = found.basis.s1.iter().chain(&found.basis.s2).map(|one| doubles(one)).collect();
        let close = |a: &[f64; 6], b: &[f64; 6]| {
            let scale = b.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
            assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-9 * scale), "{a:?} {b:?}");
        };
        exact.iter().zip(&basis.wrenches).for_each(|(exact, fast)| close(fast, exact));
        twists.iter().zip(&basis.twists).for_each(|(exact, fast)| close(fast, exact));
        let command = problem.command.as_ref().unwrap();
        let numbers = |list: &[Rational]| list.iter().map(Rational::to_f64).collect::<Vec<_>>();
        let (motion, force) = (numbers(&command.motion), numbers(&command.force));
        let own = fast.command(&doubles(&problem.robot.bias), &freedoms, &motion, &forces, &force);
        close(&own, &doubles(&found.command));
        let ContactState::Kept { force: contact, robot, .. } = &found.contact else { panic!("it yields") };
        let variable = basis.force_variable(&doubles(contact), &doubles(robot)).unwrap();
        for (shown, wanted) in variable.iter().zip(&force) {
            assert!((shown - wanted).abs() < 1e-9 * wanted.abs().max(1.0));
        }
        let moved = basis.motion_part(&doubles(robot));
        assert!(moved.iter().zip(&motion).all(|(a, b)| (a - b).abs() < 1e-9 * b.abs().max(1.0)));
    }
}

#[test]
fn every_number_of_a_decoupling_is_looked_at() {
    let mut dice = Dice(7);
    for robot in [6, 4] {
        let mut problem = dice.problem(robot, 3, 3, 6);
        let found = commanded(&mut problem, &mut dice).into_proof();
        let text = serde_json::to_value(&found).unwrap();
        let mut count = 0;
        changed(&text, &mut |mutant| {
            let Ok(proof) = serde_json::from_value::<Decoupling>(mutant) else { return };
            count += 1;
            assert!(matches!(problem.check(proof), Err(Refusal::Decoupling(_))));
        });
        assert!(count > 60, "{count} mutants");
    }
}

/// Every copy of a value in which one number is another one.
fn changed(value: &serde_json::Value, see: &mut dyn FnMut(serde_json::Value)) {
    fn leaves(value: &serde_json::Value, path: &str, all: &mut Vec<String>) {
        match value {
            serde_json::Value::Array(list) => {
                list.iter().enumerate().for_each(|(k, one)| leaves(one, &format!("{path}/{k}"), all));
            }
            serde_json::Value::Object(map) => {
                map.iter().for_each(|(k, one)| leaves(one, &format!("{path}/{k}"), all));
            }
            _ => all.push(path.to_owned()),
        }
    }
    let mut all = Vec::new();
    leaves(value, "", &mut all);
    for path in all {
        let mut mutant = value.clone();
        let leaf = mutant.pointer_mut(&path).unwrap();
        *leaf = match leaf {
            serde_json::Value::String(text) if text == "7/5" => "8/5".into(),
            serde_json::Value::Number(number) => (number.as_u64().unwrap() + 1).into(),
            _ => "7/5".into(),
        };
        see(mutant);
    }
}
