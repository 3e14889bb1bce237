//! Draws scenes in space into a folder: `cargo run -p stiction-draw --example solids -- FOLDER`.

use std::f64::consts::TAU;
use std::path::Path;

use stiction_draw::{
    Across, AnyPanel, Cast, ContactMark, ForceKind, Page, Patch, Role, SolidBody, SolidContact, SolidForce,
    SolidMotion, SolidPanel, SolidShape, Theme, Tone, Words, png, svg,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "solids".into());
    std::fs::create_dir_all(&folder)?;
    let drawn: [(&str, Vec<SolidPanel>); 7] = [
        ("box", vec![box_on_a_table()]),
        ("sphere", vec![sphere_in_three_fingers()]),
        ("cylinder", vec![cylinder_in_a_vee()]),
        ("bracket", vec![bracket()]),
        ("wall", vec![wall()]),
        ("torus", vec![torus(40, 50)]),
        (
            "all",
            vec![
                box_on_a_table(),
                sphere_in_three_fingers(),
                cylinder_in_a_vee(),
                bracket(),
                wall(),
                torus(200, 300),
            ],
        ),
    ];
    for (name, panels) in drawn {
        let panels: Vec<AnyPanel> = panels.into_iter().map(AnyPanel::from).collect();
        let title = if panels.len() > 1 { "Scenes in space" } else { "" };
        let page = Page { title: title.into(), panels, footer: String::new() };
        std::fs::write(Path::new(&folder).join(format!("{name}.svg")), svg(&page, Theme::Light))?;
        for (theme, suffix) in [(Theme::Light, ""), (Theme::Dark, "-dark")] {
            std::fs::write(Path::new(&folder).join(format!("{name}{suffix}.png")), png(&page, theme, 1.5)?)?;
        }
    }
    Ok(())
}

fn body(name: &str, role: Role, shape: SolidShape) -> SolidBody {
    SolidBody { name: name.into(), role, shape: Some(shape), com: None }
}

fn free(name: &str, shape: SolidShape, com: [f64; 3]) -> SolidBody {
    SolidBody { com: Some(com), ..body(name, Role::Free, shape) }
}

fn ground(name: &str, point: [f64; 3], normal: [f64; 3]) -> SolidBody {
    body(name, Role::Fixed, SolidShape::HalfSpace { point, normal })
}

fn contact(id: &str, on: &str, point: [f64; 3], normal: [f64; 3], friction: f64) -> SolidContact {
    SolidContact { id: id.into(), on: on.into(), point, normal, friction, ..SolidContact::default() }
}

fn touching(id: &str, on: &str, point: [f64; 3], normal: [f64; 3], friction: f64) -> SolidContact {
    SolidContact { mark: ContactMark::Dot, ..contact(id, on, point, normal, friction) }
}

fn force(at: [f64; 3], vector: [f64; 3], kind: ForceKind) -> SolidForce {
    SolidForce { at, vector, kind, label: None }
}

fn box_on_a_table() -> SolidPanel {
    let corners = [[0.0, 0.0, 0.0], [0.3, 0.0, 0.0], [0.3, 0.2, 0.0], [0.0, 0.2, 0.0]];
    let up = [0.0, 0.0, 1.0];
    let corner = |(i, point): (usize, [f64; 3])| SolidContact {
        across: Across { patch: "under".into(), ..Across::default() },
        ..touching(&(i + 1).to_string(), "box", point, up, 0.4)
    };
    let mut forces: Vec<SolidForce> =
        corners.iter().map(|&at| force(at, [0.0, 0.0, 2.4525], ForceKind::Contact)).collect();
    forces.push(SolidForce {
        label: Some("weight 9.81 N".into()),
        ..force([0.15, 0.1, 0.08], [0.0, 0.0, -9.81], ForceKind::Weight)
    });
    SolidPanel {
        cast: Cast {
            bodies: vec![
                ground("table", [0.0; 3], up),
                free("box", SolidShape::cuboid([0.0; 3], [0.3, 0.2, 0.16]), [0.15, 0.1, 0.08]),
            ],
            contacts: corners.into_iter().enumerate().map(corner).collect(),
            forces,
            gravity: Some([0.0, 0.0, -9.81]),
            ..Cast::default()
        },
        words: Words::caption(
            Tone::Good,
            "A box on a table\ncan stand: yes\nEach corner of the area of contact carries a quarter of the weight.",
        ),
        patches: vec![Patch { id: "under".into(), corners: corners.to_vec() }],
        ..SolidPanel::default()
    }
}

fn sphere_in_three_fingers() -> SolidPanel {
    let around = |k: f64| [(TAU * k / 3.0).cos(), (TAU * k / 3.0).sin(), 0.0];
    let finger = |k: f64| {
        let [x, y, z] = around(k);
        let id = format!("{}", k + 1.0);
        let touch = contact(&id, "ball", [0.05 * x, 0.05 * y, 0.05 * z], [-x, -y, -z], 0.4);
        SolidContact { across: Across { soft: k == 2.0, ..Across::default() }, essential: k == 0.0, ..touch }
    };
    let squeeze = |k: f64| {
        let [x, y, z] = around(k);
        force([0.05 * x, 0.05 * y, 0.05 * z], [-3.0 * x, -3.0 * y, -3.0 * z], ForceKind::Squeeze)
    };
    let ball = SolidShape::Sphere { center: [0.0; 3], radius: 0.05 };
    SolidPanel::of(
        Words::caption(
            Tone::Good,
            "A ball in three fingers\nforce closure: yes\nThe third finger is soft: it resists spin about its normal.",
        ),
        Cast {
            bodies: vec![free("ball", ball, [0.0; 3])],
            contacts: [0.0, 1.0, 2.0].map(finger).into(),
            forces: [0.0, 1.0, 2.0].map(squeeze).into(),
            ..Cast::default()
        },
    )
}

fn cylinder_in_a_vee() -> SolidPanel {
    let side = 0.5f64.sqrt();
    let rod = SolidShape::Cylinder {
        center: [0.0, 0.0, 0.1],
        axis: [0.0, 1.0, 0.0],
        radius: 0.1 * side,
        height: 0.3,
    };
    let touch = |id: &str, x: f64, y: f64| touching(id, "rod", [x, y, 0.05], [-x, 0.0, 0.05], 0.3);
    let push = |x: f64, y: f64| force([x, y, 0.05], [-x * 69.4, 0.0, 3.47], ForceKind::Contact);
    SolidPanel::of(
        Words::caption(Tone::Good, "A rod in a V of two walls\ncan stand: yes"),
        Cast {
            bodies: vec![
                ground("left wall", [0.0; 3], [1.0, 0.0, 1.0]),
                ground("right wall", [0.0; 3], [-1.0, 0.0, 1.0]),
                free("rod", rod, [0.0, 0.0, 0.1]),
            ],
            contacts: vec![
                touch("a1", -0.05, -0.15),
                touch("a2", -0.05, 0.15),
                touch("b1", 0.05, -0.15),
                touch("b2", 0.05, 0.15),
            ],
            forces: vec![
                push(-0.05, -0.15),
                push(-0.05, 0.15),
                push(0.05, -0.15),
                push(0.05, 0.15),
                force([0.0, 0.0, 0.1], [0.0, 0.0, -13.9], ForceKind::Weight),
            ],
            gravity: Some([0.0, 0.0, -9.81]),
            ..Cast::default()
        },
    )
}

fn bracket() -> SolidPanel {
    let ell = [[0.0, 0.0], [0.12, 0.0], [0.12, 0.04], [0.04, 0.04], [0.04, 0.1], [0.0, 0.1]];
    SolidPanel::of(
        Words::caption(
            Tone::Bad,
            "An L-shaped bracket on pins\nform closure: no\nIt screws upwards: it turns about the marked axis and rises.",
        ),
        Cast {
            bodies: vec![free("bracket", SolidShape::prism(&ell, 0.0, 0.05), [0.05, 0.04, 0.025])],
            contacts: vec![
                contact("1", "bracket", [0.06, 0.0, 0.02], [0.0, 1.0, 0.0], 0.0),
                contact("2", "bracket", [0.0, 0.05, 0.03], [1.0, 0.0, 0.0], 0.0),
                contact("3", "bracket", [0.08, 0.04, 0.025], [0.0, -1.0, 0.0], 0.0),
                contact("4", "bracket", [0.02, 0.02, 0.0], [0.0, 0.0, 1.0], 0.0),
            ],
            motions: vec![SolidMotion {
                body: "bracket".into(),
                twist: [0.0, 0.0, 1.0, 0.0, 0.0, 0.025],
                about: [0.05, 0.04, 0.025],
            }],
            ..Cast::default()
        },
    )
}

fn wall() -> SolidPanel {
    let mut bodies = vec![ground("ground", [0.0; 3], [0.0, 0.0, 1.0])];
    let mut contacts = Vec::new();
    let mut patches = Vec::new();
    for row in 0..4 {
        for column in 0..3 {
            let (x, z) = (f64::from(column) * 0.25 + f64::from(row % 2) * 0.125, f64::from(row) * 0.08);
            let name = format!("{}", row * 3 + column + 1);
            let brick = SolidShape::cuboid([x, 0.0, z], [x + 0.24, 0.12, z + 0.08]);
            bodies.push(free(&name, brick, [x + 0.12, 0.06, z + 0.04]));
            let corners = [[x, 0.0, z], [x + 0.24, 0.0, z], [x + 0.24, 0.12, z], [x, 0.12, z]];
            for corner in corners {
                let across = Across { patch: name.clone(), ..Across::default() };
                contacts.push(SolidContact { across, ..touching("", &name, corner, [0.0, 0.0, 1.0], 0.6) });
            }
            patches.push(Patch { id: name, corners: corners.to_vec() });
        }
    }
    SolidPanel {
        cast: Cast { bodies, contacts, gravity: Some([0.0, 0.0, -9.81]), ..Cast::default() },
        words: Words::caption(Tone::Good, "A wall of twelve bricks\ncan stand: yes"),
        patches,
        ..SolidPanel::default()
    }
}

/// A torus of two triangles for each of its quadrangles.
fn torus(around: u32, along: u32) -> SolidPanel {
    let corner = |i: u32, j: u32| {
        let (a, b) = (TAU * f64::from(i) / f64::from(around), TAU * f64::from(j) / f64::from(along));
        let reach = 0.1 + 0.04 * a.cos();
        [reach * b.cos(), reach * b.sin(), 0.04 * a.sin()]
    };
    let index = |i: u32, j: u32| (i % around) * along + j % along;
    let vertices = (0..around).flat_map(|i| (0..along).map(move |j| corner(i, j))).collect();
    let cell = |i: u32, j: u32| {
        let [a, b, c, d] = [index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j)];
        [[a, b, c], [a, c, d]]
    };
    let triangles = (0..around).flat_map(|i| (0..along).flat_map(move |j| cell(i, j))).collect();
    let feet = [0.0, 1.0, 2.0].map(|k: f64| {
        let (sin, cos) = (TAU * k / 3.0 + 0.4).sin_cos();
        touching(&format!("{}", k + 1.0), "ring", [0.1 * cos, 0.1 * sin, -0.04], [0.0, 0.0, 1.0], 0.3)
    });
    SolidPanel {
        cast: Cast {
            bodies: vec![
                ground("table", [0.0, 0.0, -0.04], [0.0, 0.0, 1.0]),
                free("ring", SolidShape::Mesh { vertices, triangles }, [0.0; 3]),
            ],
            contacts: feet.into(),
            gravity: Some([0.0, 0.0, -9.81]),
            ..Cast::default()
        },
        words: Words {
            title: format!("A ring of {} triangles on a table", 2 * around * along),
            heading: "can stand: yes".into(),
            tone: Tone::Good,
            ..Words::default()
        },
        ..SolidPanel::default()
    }
}
