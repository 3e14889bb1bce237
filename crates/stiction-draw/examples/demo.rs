//! Draws a few scenes into a folder: `cargo run -p stiction-draw --example demo -- FOLDER`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use stiction_draw::{
    Body, Cast, Contact, ContactMark, Force, ForceKind, Motion, Page, Panel, Piece, Ring, Role, Shape, Theme,
    Tone, Words, png, svg,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).map_or_else(|| env::temp_dir().join("stiction-draw"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    let three = vec![squeeze(), escape(), slope()];
    write(&folder, "three", &page("Will it hold?", three))?;
    let four = vec![disc_in_a_vee(), pushed(), sliding_away(), undecided()];
    write(&folder, "four", &page("More scenes", four))?;
    write(&folder, "one", &page("A disc in a V", vec![disc_in_a_vee()]))?;
    write(&folder, "two", &page("Squeeze and escape", vec![squeeze(), escape()]))
}

fn write(folder: &Path, name: &str, page: &Page) -> Result<(), Box<dyn Error>> {
    for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        fs::write(folder.join(format!("{name}-{suffix}.svg")), svg(page, theme))?;
        fs::write(folder.join(format!("{name}-{suffix}.png")), png(page, theme, 1.5)?)?;
    }
    Ok(())
}

fn page(title: &str, panels: Vec<Panel>) -> Page {
    Page {
        title: title.into(),
        panels: panels.into_iter().map(Into::into).collect(),
        footer: "Every verdict carries a proof that anyone can check.".into(),
    }
}

fn free(name: &str, shape: Shape, com: [f64; 2]) -> Body {
    Body { name: name.into(), shape: Some(shape), com: Some(com), ..Body::default() }
}

fn ground(name: &str, point: [f64; 2], normal: [f64; 2]) -> Body {
    let shape = Some(Shape::HalfPlane { point, normal });
    Body { name: name.into(), role: Role::Fixed, shape, com: None }
}

fn contact(id: &str, on: &str, point: [f64; 2], normal: [f64; 2], friction: f64) -> Contact {
    Contact { id: id.into(), on: on.into(), point, normal, friction, ..Contact::default() }
}

fn touching(id: &str, on: &str, point: [f64; 2], normal: [f64; 2], friction: f64) -> Contact {
    Contact { mark: ContactMark::Dot, ..contact(id, on, point, normal, friction) }
}

fn force(at: [f64; 2], vector: [f64; 2], kind: ForceKind, label: Option<&str>) -> Force {
    Force { at, vector, kind, label: label.map(str::to_owned) }
}

fn squeeze() -> Panel {
    let part = Shape::polygon(&[[-0.04, -0.025], [0.04, -0.025], [0.04, 0.025], [-0.04, 0.025]]);
    Panel::of(
        Words::caption(
            Tone::Good,
            "Two fingers on a box\nforce closure: yes\nThe fingers squeeze with 3.12 N each; it slips below μ = 0.125.",
        ),
        Cast {
            bodies: vec![free("box", part, [0.0, 0.0])],
            contacts: vec![
                Contact { essential: true, ..contact("left", "box", [-0.04, 0.005], [1.0, 0.0], 0.5) },
                Contact { essential: true, ..contact("right", "box", [0.04, -0.005], [-1.0, 0.0], 0.5) },
            ],
            forces: vec![
                force([-0.04, 0.005], [3.1, -0.3875], ForceKind::Squeeze, None),
                force([0.04, -0.005], [-3.1, 0.3875], ForceKind::Squeeze, None),
            ],
            ..Cast::default()
        },
    )
}

/// Frictionless contacts, each a point and a normal.
fn pins(body: &str, at: &[[f64; 4]]) -> Vec<Contact> {
    let pin = |(index, &[x, y, nx, ny]): (usize, &[f64; 4])| {
        contact(&(index + 1).to_string(), body, [x, y], [nx, ny], 0.0)
    };
    at.iter().enumerate().map(pin).collect()
}

fn escape() -> Panel {
    let part =
        Shape::polygon(&[[0.0, 0.0], [0.12, 0.0], [0.12, 0.05], [0.05, 0.05], [0.05, 0.1], [0.0, 0.1]]);
    Panel::of(
        Words::caption(
            Tone::Bad,
            "An L-bracket on three pins\nform closure: no\nIt turns clockwise about the marked centre; no pin stops it.",
        ),
        Cast {
            bodies: vec![free("bracket", part, [0.045, 0.04])],
            contacts: pins(
                "bracket",
                &[[0.03, 0.0, 0.0, 1.0], [0.0, 0.03, 1.0, 0.0], [0.09, 0.05, 0.0, -1.0]],
            ),
            motions: vec![Motion {
                body: "bracket".into(),
                twist: [-1.0, 0.02, 0.015],
                about: [0.045, 0.04],
            }],
            ..Cast::default()
        },
    )
}

fn slope() -> Panel {
    let (sin, cos) = (20f64.to_radians().sin(), 20f64.to_radians().cos());
    let on = |x: f64, y: f64| [x * cos - y * sin, x * sin + y * cos];
    let part = Shape::polygon(&[on(-0.15, 0.0), on(0.15, 0.0), on(0.15, 0.2), on(-0.15, 0.2)]);
    let com = on(0.0, 0.1);
    let up = [-sin, cos];
    Panel::of(
        Words::caption(
            Tone::Good,
            "A block on a slope of 20°\nat rest: yes\nFriction of 0.5 holds it; 0.364 would still do.",
        ),
        Cast {
            bodies: vec![ground("slope", [0.0, 0.0], up), free("block", part, com)],
            contacts: vec![
                touching("a", "block", on(-0.15, 0.0), up, 0.5),
                touching("b", "block", on(0.15, 0.0), up, 0.5),
            ],
            forces: vec![
                force(on(-0.15, 0.0), [0.0, 6.1], ForceKind::Contact, None),
                force(on(0.15, 0.0), [0.0, 3.71], ForceKind::Contact, None),
                force(com, [0.0, -9.81], ForceKind::Weight, Some("weight 9.81 N")),
            ],
            gravity: Some([0.0, -9.81]),
            ..Cast::default()
        },
    )
}

fn disc_in_a_vee() -> Panel {
    let side = 0.5f64.sqrt();
    Panel::of(
        Words::caption(
            Tone::Good,
            "A disc in a V, near a third fixel\ncan stand: yes\nBoth walls carry 6.94 N; the third fixel is 2 mm away and carries nothing.",
        ),
        Cast {
            bodies: vec![
                ground("left wall", [0.0, -0.1], [side, side]),
                ground("right wall", [0.0, -0.1], [-side, side]),
                free("disc", Shape::Disc { center: [0.0, 0.0], radius: 0.1 * side }, [0.0, 0.0]),
            ],
            contacts: vec![
                touching("1", "disc", [-0.05, -0.05], [side, side], 0.2),
                touching("2", "disc", [0.05, -0.05], [-side, side], 0.2),
                Contact { gap: 0.002, ..contact("3", "disc", [0.0, 0.0707], [0.0, -1.0], 0.2) },
            ],
            forces: vec![
                force([-0.05, -0.05], [4.905, 4.905], ForceKind::Contact, None),
                force([0.05, -0.05], [-4.905, 4.905], ForceKind::Contact, None),
                force([0.0, 0.0], [0.0, -9.81], ForceKind::Weight, Some("weight 9.81 N")),
            ],
            gravity: Some([0.0, -9.81]),
            ..Cast::default()
        },
    )
}

fn pushed() -> Panel {
    let arc = Piece::Arc { to: [-0.5, 0.4], center: [-0.2, 0.4], ccw: true };
    let slot = Ring {
        start: [0.4, 0.0],
        pieces: vec![
            Piece::Line { to: [0.4, 0.7] },
            Piece::Line { to: [-0.2, 0.7] },
            arc,
            Piece::Line { to: [-0.5, 0.0] },
        ],
    };
    let hole = Ring {
        start: [0.25, 0.4],
        pieces: vec![Piece::Arc { to: [0.25, 0.4], center: [0.15, 0.4], ccw: true }],
    };
    let pusher = Shape::polygon(&[[-0.9, 0.1], [-0.5, 0.1], [-0.5, 0.35], [-0.9, 0.35]]);
    let stop = Shape::polygon(&[[0.4, 0.0], [0.7, 0.0], [0.7, 0.5], [0.4, 0.5]]);
    Panel::of(
        Words::caption(
            Tone::Good,
            "A plate between a pusher and a stop\njammed: yes\nThe driven pusher squeezes it against the fixed stop.",
        ),
        Cast {
            bodies: vec![
                free("plate", Shape::Outline(vec![slot, hole]), [-0.03, 0.33]),
                Body { name: "pusher".into(), role: Role::Driven, shape: Some(pusher), com: None },
                Body { name: "stop".into(), role: Role::Fixed, shape: Some(stop), com: None },
            ],
            contacts: vec![
                touching("p.1", "plate", [-0.5, 0.1], [1.0, 0.0], 0.4),
                touching("p.2", "plate", [-0.5, 0.35], [1.0, 0.0], 0.4),
                touching("s.1", "plate", [0.4, 0.05], [-1.0, 0.0], 0.4),
                touching("s.2", "plate", [0.4, 0.5], [-1.0, 0.0], 0.4),
            ],
            forces: vec![
                force([-0.5, 0.1], [12.0, 2.0], ForceKind::Squeeze, None),
                force([-0.5, 0.35], [12.0, -2.0], ForceKind::Squeeze, None),
                force([0.4, 0.05], [-14.667, 0.0], ForceKind::Squeeze, None),
                force([0.4, 0.5], [-9.333, 0.0], ForceKind::Squeeze, None),
            ],
            ..Cast::default()
        },
    )
}

fn sliding_away() -> Panel {
    let part = Shape::polygon(&[[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]]);
    Panel::of(
        Words::caption(
            Tone::Bad,
            "A crate on the floor\nform closure: no\nIt slides to the right along the floor.",
        ),
        Cast {
            bodies: vec![ground("floor", [0.0, 0.0], [0.0, 1.0]), free("crate", part, [1.0, 0.5])],
            contacts: vec![
                touching("1", "crate", [0.0, 0.0], [0.0, 1.0], 0.0),
                touching("2", "crate", [2.0, 0.0], [0.0, 1.0], 0.0),
            ],
            motions: vec![Motion { body: "crate".into(), twist: [0.0, 1.0, 0.0], about: [1.0, 0.5] }],
            gravity: Some([0.0, -9.81]),
            ..Cast::default()
        },
    )
}

fn undecided() -> Panel {
    let part = Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [0.5, 0.87]]);
    Panel::of(
        Words::caption(
            Tone::Neutral,
            "A triangle held at its sides\nform closure: undecided to first order\nThe three normals meet in one point: it may turn about it.",
        ),
        Cast {
            bodies: vec![free("triangle", part, [0.5, 0.29])],
            contacts: vec![
                contact("a", "triangle", [0.5, 0.0], [0.0, 1.0], 0.0),
                contact("b", "triangle", [0.75, 0.435], [-0.87, -0.5], 0.0),
                contact("c", "triangle", [0.25, 0.435], [0.87, -0.5], 0.0),
            ],
            motions: vec![Motion { body: "triangle".into(), twist: [1.0, 0.0, 0.0], about: [0.5, 0.29] }],
            ..Cast::default()
        },
    )
}
