//! Draws regions, wrenches, cones, graphs and maps: `cargo run -p stiction-draw --example diagrams -- FOLDER`.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use stiction_draw::{
    AnyPanel, Axis, Body, Cast, ClassMap, ConePanel, Contact, ContactMark, Curve, CurveKind, Direction,
    GraphEdge, GraphNode, GraphPanel, LineOfForce, Meaning, Motion, NodeKind, Page, Panel, Piece, PlotPanel,
    PlotPoint, PolyhedralCone, Region, Role, Shape, Sign, SpherePanel, Stretch, Theme, Tone, Vertex, Words,
    WrenchSum, png, svg,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).map_or_else(|| env::temp_dir().join("stiction-draw"), PathBuf::from);
    fs::create_dir_all(&folder)?;
    write(&folder, "centres", "Where may it turn?", vec![one_contact().into(), three_contacts().into()])?;
    write(&folder, "modes", "Contact modes of centres", vec![labelled_centres().into()])?;
    let moments = vec![one_line().into(), friction_cone().into(), two_fingers().into()];
    write(&folder, "moments", "Moment labels", moments)?;
    write(&folder, "wrenches", "Wrenches in the plane", vec![graphical_sum().into(), couple().into()])?;
    write(&folder, "cone", "Feasible twists", vec![twist_cone().into()])?;
    write(&folder, "cones", "Cones of all kinds", vec![wrench_cones().into(), flat_cones().into()])?;
    write(&folder, "sphere", "Wrenches that hold it", vec![directions().into()])?;
    write(&folder, "insertion", "Into the corner", vec![insertion().into()])?;
    write(&folder, "inclusion", "Modes by inclusion", vec![inclusion().into(), many_modes().into()])?;
    write(&folder, "push", "Where to push", vec![push().into()])?;
    write(&folder, "map", "A sliding rod", vec![map().into(), motion_in_time().into()])?;
    write(&folder, "collapse", "It falls", vec![collapse().into()])
}

fn write(folder: &Path, name: &str, title: &str, panels: Vec<AnyPanel>) -> Result<(), Box<dyn Error>> {
    let page = Page { title: title.into(), panels, footer: String::new() };
    for (theme, suffix) in [(Theme::Light, "light"), (Theme::Dark, "dark")] {
        fs::write(folder.join(format!("{name}-{suffix}.svg")), svg(&page, theme))?;
        fs::write(folder.join(format!("{name}-{suffix}.png")), png(&page, theme, 1.5)?)?;
    }
    Ok(())
}

fn body(name: &str, role: Role, corners: &[[f64; 2]]) -> Body {
    Body { name: name.into(), role, shape: Some(Shape::polygon(corners)), com: None }
}

fn contact(id: &str, point: [f64; 2], normal: [f64; 2], friction: f64) -> Contact {
    Contact { id: id.into(), on: "part".into(), point, normal, friction, ..Contact::default() }
}

fn region(vertices: &[Vertex], sign: Sign, label: &str) -> Region {
    Region { vertices: vertices.to_vec(), sign, label: Some(label.into()), ..Region::default() }
}

use Vertex::{At, Direction as Toward};

/// One contact, \[MR 12.1.6\]: left of the normal turns to the left, right of it to the right.
fn one_contact() -> Panel {
    let side = |sign: f64| [At([0.0, 0.0]), Toward([0.0, 1.0]), Toward([0.0, -1.0]), Toward([sign, 0.0])];
    Panel {
        cast: Cast {
            bodies: vec![
                body("part", Role::Free, &[[-1.2, 0.0], [1.1, 0.0], [0.9, 1.3], [-0.7, 1.6]]),
                body("tooth", Role::Fixed, &[[0.0, 0.0], [0.45, -0.8], [-0.45, -0.8]]),
            ],
            contacts: vec![Contact { mark: ContactMark::Dot, ..contact("1", [0.0, 0.0], [0.0, 1.0], 0.0) }],
            ..Cast::default()
        },
        words: Words::caption(
            Tone::Plain,
            "\none contact: two half-planes\nOn the normal the body may turn either way, sliding or, at the contact, rolling.",
        ),
        regions: vec![
            region(&side(-1.0), Sign::Plus, "+ s"),
            region(&side(1.0), Sign::Minus, "− s"),
            region(&[At([0.0, 0.0]), Toward([0.0, 1.0])], Sign::Both, "+ r, − l"),
            region(&[At([0.0, 0.0]), Toward([0.0, -1.0])], Sign::Both, "+ l, − r"),
            region(&[At([0.0, 0.0])], Sign::Both, "± n"),
        ],
        ..Panel::default()
    }
}

/// A body on a table and at a finger: the centres from the rays of its twists.
fn three_contacts() -> Panel {
    // Extreme rays of the twists that two contacts at the foot and a finger on the right allow.
    let rays = [[0.0, -1.0, 0.0], [1.0, 0.7, 1.0], [-1.0, -0.7, 1.0]];
    Panel {
        cast: Cast {
            bodies: vec![
                body("part", Role::Free, &[[-1.0, 0.0], [1.0, 0.0], [1.0, 1.4], [-1.0, 1.4]]),
                Body {
                    name: "table".into(),
                    role: Role::Fixed,
                    shape: Some(Shape::HalfPlane { point: [0.0, 0.0], normal: [0.0, 1.0] }),
                    com: None,
                },
            ],
            contacts: vec![
                Contact { mark: ContactMark::Dot, ..contact("1", [-1.0, 0.0], [0.0, 1.0], 0.0) },
                Contact { mark: ContactMark::Dot, ..contact("2", [1.0, 0.0], [0.0, 1.0], 0.0) },
                contact("3", [1.0, 0.7], [-1.0, 0.0], 0.0),
            ],
            ..Cast::default()
        },
        words: Words::caption(
            Tone::Bad,
            "\nthree contacts: one set, through infinity\nBoth parts join where the body moves without turning.",
        ),
        regions: Region::centres(&rays),
        ..Panel::default()
    }
}

/// Regions, edges and corners with the letters of their modes.
fn labelled_centres() -> Panel {
    let mut panel = three_contacts();
    panel.words.heading = "every centre has its mode".into();
    let (left, right) = ([-1.0, 0.7], [1.0, 0.7]);
    panel.regions = vec![
        region(&[At(left), Toward([-1.0, 0.0]), Toward([0.0, -1.0])], Sign::Plus, "+ sss"),
        region(&[At([-1.0, 0.0]), Toward([0.0, -1.0])], Sign::Plus, "+ lss"),
        region(&[At([-1.0, 0.0]), At(left)], Sign::Plus, "+ rss"),
        region(&[At(left), Toward([-1.0, 0.0])], Sign::Plus, "+ ssr"),
        region(&[At([-1.0, 0.0])], Sign::Plus, "+ nss"),
        region(&[At(left)], Sign::Plus, "+ rsr"),
        region(&[At(right), Toward([1.0, 0.0]), Toward([0.0, 1.0])], Sign::Minus, "− sss"),
        region(&[At(right), Toward([0.0, 1.0])], Sign::Minus, "− sls"),
        region(&[At(right), Toward([1.0, 0.0])], Sign::Minus, "− ssr"),
        region(&[At(right)], Sign::Minus, "− sln"),
        region(&[Toward([0.0, -1.0])], Sign::Both, "lls"),
    ];
    panel
}

fn triangle() -> Body {
    body("part", Role::Free, &[[-1.0, 0.0], [1.0, 0.0], [0.0, 1.732]])
}

fn moment(vertices: &[Vertex], sign: Sign) -> Region {
    Region { vertices: vertices.to_vec(), sign, meaning: Meaning::Moment, label: None }
}

fn one_line() -> Panel {
    let half =
        |sign: f64| [At([0.0, 0.0]), Toward([1.0, 2.0]), Toward([-1.0, -2.0]), Toward([-2.0 * sign, sign])];
    Panel {
        cast: Cast { bodies: vec![triangle()], ..Cast::default() },
        words: Words::caption(Tone::Plain, "\none line of force\nLeft of the line its moment is positive."),
        lines_of_force: vec![LineOfForce {
            wrench: [0.0, 1.0, 2.0],
            near: Some([0.0, 0.0]),
            label: "F1".into(),
            signs: false,
        }],
        regions: vec![moment(&half(1.0), Sign::Plus), moment(&half(-1.0), Sign::Minus)],
        ..Panel::default()
    }
}

fn friction_cone() -> Panel {
    Panel {
        cast: Cast {
            bodies: vec![triangle()],
            contacts: vec![contact("1", [0.0, 0.0], [0.0, 1.0], 0.5)],
            ..Cast::default()
        },
        words: Words::caption(
            Tone::Plain,
            "\na friction cone\nTwo lines: only what both label alike keeps its label.",
        ),
        regions: vec![
            moment(&[At([0.0, 0.0]), Toward([-1.0, 2.0]), Toward([-1.0, -2.0])], Sign::Plus),
            moment(&[At([0.0, 0.0]), Toward([1.0, 2.0]), Toward([1.0, -2.0])], Sign::Minus),
        ],
        ..Panel::default()
    }
}

/// A triangle in two fingers that do not see each other.
fn two_fingers() -> Panel {
    let (left, right) = ([-0.5, 0.866], [0.5, 0.866]);
    // Slopes of the upper edges of the cones: 30° less the angle of friction; the lower ones meet the upper ones at y.
    let (slope, x, y) = (0.286, 0.2717, 0.6453);
    Panel {
        cast: Cast {
            bodies: vec![triangle()],
            contacts: vec![
                contact("1", left, [0.866, -0.5], 0.25),
                contact("2", right, [-0.866, -0.5], 0.25),
            ],
            ..Cast::default()
        },
        words: Words::caption(
            Tone::Bad,
            "\nforce closure: no\nSome points keep their label: it can be turned.",
        ),
        regions: vec![
            moment(&[At(left), At([-x, y]), Toward([-1.0, slope]), Toward([-1.0, -slope])], Sign::Minus),
            moment(&[At(right), At([x, y]), Toward([1.0, slope]), Toward([1.0, -slope])], Sign::Plus),
        ],
        ..Panel::default()
    }
}

fn line_of_force(wrench: [f64; 3], near: [f64; 2], label: &str, signs: bool) -> LineOfForce {
    LineOfForce { wrench, near: Some(near), label: label.into(), signs }
}

fn graphical_sum() -> Panel {
    let term = |wrench, near, label| line_of_force(wrench, near, label, false);
    Panel {
        words: Words::caption(
            Tone::Plain,
            "\nthe sum of two wrenches\nSlid along their lines until they meet, then added.",
        ),
        sums: vec![WrenchSum {
            terms: [term([2.5, -1.0, 2.0], [2.0, -1.5], "F1"), term([-1.0, 2.0, 1.0], [-3.0, -1.0], "F2")],
            label: "F1 + F2".into(),
        }],
        ..Panel::default()
    }
}

fn couple() -> Panel {
    let line = |wrench, near, label| line_of_force(wrench, near, label, true);
    Panel {
        cast: Cast {
            bodies: vec![body("part", Role::Free, &[[-2.0, -1.0], [2.0, -1.0], [2.0, 1.0], [-2.0, 1.0]])],
            ..Cast::default()
        },
        words: Words::caption(
            Tone::Plain,
            "\nlines of force and a couple\nA wrench without force is a moment, the same everywhere.",
        ),
        lines_of_force: vec![
            line([2.0, 0.0, 2.0], [1.0, -1.0], "2 N"),
            line([1.5, 1.0, 0.0], [-2.0, -1.0], "1 N"),
            line([1.0, 0.0, 0.0], [-1.0, 0.3], "1 N m"),
        ],
        ..Panel::default()
    }
}

fn cone(rays: &[[f64; 3]], lines: &[[f64; 3]], label: &str, tint: u8) -> PolyhedralCone {
    PolyhedralCone { rays: rays.to_vec(), lines: lines.to_vec(), label: label.into(), tint }
}

/// What is written above a panel without a title.
fn axes(names: [&str; 3]) -> [String; 3] {
    names.map(Into::into)
}

fn twist_cone() -> ConePanel {
    ConePanel {
        words: Words::caption(
            Tone::Bad,
            "\nthree contacts leave a cone of twists\nIts faces are where one contact is kept, its edges where two are.",
        ),
        axes: axes(["ω", "vx", "vy"]),
        cones: vec![cone(&[[0.0, -1.0, 0.0], [1.0, 0.7, 1.0], [-1.0, -0.7, 1.0]], &[], "feasible twists", 0)],
        directions: vec![Direction { vector: [0.1, -1.0, 0.6], label: "V".into() }],
        ..ConePanel::default()
    }
}

fn wrench_cones() -> ConePanel {
    ConePanel {
        words: Words::caption(
            Tone::Plain,
            "\ncomposite wrench cone\nTwo friction cones, and what both can exert together.",
        ),
        axes: axes(["m", "fx", "fy"]),
        cones: vec![
            cone(&[[-0.8, 0.4, 0.9], [-0.5, -0.4, 0.9]], &[], "contact 1", 1),
            cone(&[[0.8, -0.9, 0.2], [0.3, -0.9, -0.3]], &[], "contact 2", 2),
            cone(
                &[[-0.8, 0.4, 0.9], [-0.5, -0.4, 0.9], [0.8, -0.9, 0.2], [0.3, -0.9, -0.3]],
                &[],
                "together",
                0,
            ),
        ],
        ..ConePanel::default()
    }
}

fn flat_cones() -> ConePanel {
    ConePanel {
        words: Words::caption(Tone::Plain, "\nflat cones, lines and wedges"),
        axes: axes(["m", "fx", "fy"]),
        cones: vec![
            cone(&[[0.0, 0.0, 1.0]], &[[0.0, 1.0, 0.0]], "half-plane", 0),
            cone(&[], &[[1.0, 0.2, 0.3]], "line", 4),
            cone(&[[-1.0, 0.3, -0.6]], &[], "ray", 2),
            cone(&[[1.0, 0.0, -0.2], [0.0, 0.0, -1.0]], &[[0.0, 1.0, 0.0]], "wedge", 1),
        ],
        ..ConePanel::default()
    }
}

fn directions() -> SpherePanel {
    SpherePanel {
        words: Words::caption(
            Tone::Plain,
            "\nweak and strong stability\nDirections of wrenches: equal areas on the page are equal areas of the sphere.",
        ),
        axes: axes(["m", "fx", "fy"]),
        cones: vec![
            cone(
                &[[0.9, 0.5, -1.0], [-0.9, 0.5, -1.0], [-0.9, -0.6, -1.0], [0.9, -0.6, -1.0]],
                &[],
                "may stay",
                0,
            ),
            cone(
                &[[0.5, 0.3, -1.0], [-0.5, 0.3, -1.0], [-0.3, -0.3, -1.0], [0.4, -0.3, -1.0]],
                &[],
                "must stay",
                2,
            ),
            cone(&[[1.0, 0.2, 0.3], [0.2, 1.0, 0.8], [1.0, 0.1, 1.0]], &[], "tips", 1),
            cone(&[[0.3, 1.0, 0.1], [-1.0, 0.2, 0.8]], &[], "slides", 3),
        ],
        directions: vec![
            Direction { vector: [0.0, 0.0, -1.0], label: "weight".into() },
            Direction { vector: [-0.4, 0.7, 0.3], label: "push".into() },
        ],
    }
}

/// All subsets of three fixels: what may be gained, what may be lost.
fn insertion() -> GraphPanel {
    let nodes = (0..8usize).map(|set| GraphNode {
        label: if set == 0 {
            "none".into()
        } else {
            (0..3).filter(|bit| set >> bit & 1 == 1).map(|bit| (b'1' + bit as u8) as char).collect()
        },
        level: set.count_ones() as usize,
        kind: if set == 7 { NodeKind::Goal } else { NodeKind::Plain },
    });
    let edge = |from: usize, to: usize, marked: bool| GraphEdge { from, to, marked };
    GraphPanel {
        words: Words::caption(
            Tone::Bad,
            "\nseats: no\nStates are the fixels that touch. The part may lose 1 again and turn in a circle.",
        ),
        nodes: nodes.collect(),
        edges: vec![
            edge(0, 1, false),
            edge(0, 2, false),
            edge(0, 4, false),
            edge(0, 3, false),
            edge(0, 7, false),
            edge(1, 3, true),
            edge(3, 1, true),
            edge(1, 5, false),
            edge(2, 3, false),
            edge(2, 6, false),
            edge(4, 5, false),
            edge(4, 6, false),
            edge(4, 4, true),
            edge(3, 7, false),
            edge(5, 7, false),
            edge(6, 7, false),
            edge(1, 7, false),
        ],
        directed: true,
        levels: ["no contact", "one", "two", "seated"].map(Into::into).to_vec(),
    }
}

/// Modes of two contacts, each the closure of those above it.
fn inclusion() -> GraphPanel {
    let modes = ["ss", "ls", "rs", "sl", "sr", "ll", "rr", "sn", "ns", "nn"];
    let levels = [0, 1, 1, 1, 1, 2, 2, 2, 2, 3];
    let pairs = [
        [0, 1],
        [0, 2],
        [0, 3],
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 5],
        [4, 6],
        [3, 7],
        [4, 7],
        [1, 8],
        [2, 8],
        [5, 9],
        [6, 9],
        [7, 9],
        [8, 9],
    ];
    let node =
        |(label, level): (&str, usize)| GraphNode { label: label.into(), level, ..GraphNode::default() };
    GraphPanel {
        words: Words::caption(Tone::Plain, "\n10 modes\nA line leads to the modes at the boundary."),
        nodes: modes.into_iter().zip(levels).map(node).collect(),
        edges: pairs.map(|[from, to]| GraphEdge { from, to, marked: false }).to_vec(),
        levels: (0..4).rev().map(|dimension| format!("dimension {dimension}")).collect(),
        ..GraphPanel::default()
    }
}

fn many_modes() -> GraphPanel {
    let letters = ['s', 'l', 'r', 'n'];
    let word = |mut code: usize| -> String {
        (0..4)
            .map(|_| {
                let letter = letters[code % 4];
                code /= 4;
                letter
            })
            .collect()
    };
    let nodes: Vec<GraphNode> = (0..256)
        .map(|code| GraphNode {
            label: word(code),
            level: word(code).chars().filter(|letter| *letter != 's').count(),
            ..GraphNode::default()
        })
        .collect();
    let mut edges = Vec::new();
    for (from, a) in nodes.iter().enumerate() {
        for (to, b) in nodes.iter().enumerate() {
            let apart = a.label.chars().zip(b.label.chars()).filter(|(x, y)| x != y).collect::<Vec<_>>();
            if matches!(apart[..], [('s', _)]) {
                edges.push(GraphEdge { from, to, marked: false });
            }
        }
    }
    GraphPanel { words: Words::caption(Tone::Plain, "\n256 modes"), nodes, edges, ..GraphPanel::default() }
}

fn push() -> Panel {
    let side = |from: [f64; 2], to: [f64; 2], closed: [bool; 2], label: &str| Stretch {
        start: from,
        pieces: vec![Piece::Line { to }],
        closed,
        label: label.into(),
    };
    let outline = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.2], [1.4, 2.0], [0.0, 2.0]];
    Panel {
        cast: Cast {
            bodies: vec![
                Body {
                    name: "part".into(),
                    shape: Some(Shape::polygon(&outline)),
                    com: Some([1.3, 0.9]),
                    ..Body::default()
                },
                Body {
                    name: "wheel".into(),
                    shape: Some(Shape::Disc { center: [4.4, 0.8], radius: 0.8 }),
                    ..Body::default()
                },
            ],
            contacts: vec![
                contact("1", [0.6, 0.0], [0.0, 1.0], 0.3),
                contact("2", [2.6, 0.0], [0.0, 1.0], 0.3),
                contact("3", [0.0, 1.0], [1.0, 0.0], 0.3),
            ],
            ..Cast::default()
        },
        words: Words::caption(Tone::Good, "\npush here and it stays"),
        stretches: vec![
            side([3.0, 0.3], [3.0, 1.0], [true, false], "from the right"),
            side([2.6, 1.4], [1.6, 1.9], [true, true], "from above"),
            Stretch {
                start: [0.7, 2.0],
                closed: [true, true],
                label: "one point".into(),
                ..Stretch::default()
            },
            Stretch {
                start: [4.4, 1.6],
                pieces: vec![Piece::Arc { to: [3.6, 0.8], center: [4.4, 0.8], ccw: true }],
                closed: [true, true],
                label: "an arc".into(),
            },
        ],
        ..Panel::default()
    }
}

/// What a rod on rough ground does, over its angle and the friction: none, one, two or no solutions.
fn map() -> PlotPanel {
    let (columns, rows) = (60, 48);
    let class = |i: usize, j: usize| {
        let (angle, friction) =
            ((i as f64 + 0.5) * 1.5 / columns as f64, (j as f64 + 0.5) * 3.0 / rows as f64);
        let (sin, cos) = angle.sin_cos();
        let p = 1.0 + 3.0 * cos * (cos - friction * sin);
        Some(if p > 0.0 {
            if friction > 2.4 { 3 } else { 0 }
        } else if friction < 2.4 {
            1
        } else {
            2
        })
    };
    let boundary = (0..=60).map(|i| 0.55 + f64::from(i) * 0.0147).map(|angle: f64| {
        let (sin, cos) = angle.sin_cos();
        [angle, (1.0 + 3.0 * cos * cos) / (3.0 * cos * sin)]
    });
    PlotPanel {
        words: Words::caption(
            Tone::Plain,
            "\nwhere the rod has no motion at all\nCells are decided one by one; the curve is the boundary.",
        ),
        x: Axis { label: "angle (rad)".into(), ..Axis::default() },
        y: Axis { label: "friction μ".into(), ..Axis::default() },
        map: Some(ClassMap {
            x: [0.0, 1.5],
            y: [0.0, 3.0],
            columns,
            cells: (0..rows).flat_map(|j| (0..columns).map(move |i| class(i, j))).collect(),
            classes: ["one motion", "no motion", "several", "it may jam"].map(Into::into).to_vec(),
        }),
        curves: vec![Curve { label: "p = 0".into(), points: boundary.collect(), kind: CurveKind::Boundary }],
        points: vec![PlotPoint { at: [1.0, 1.0], label: "this scene".into() }],
        ..PlotPanel::default()
    }
}

fn motion_in_time() -> PlotPanel {
    let curve = |label: &str, value: &dyn Fn(f64) -> f64| Curve {
        label: label.into(),
        points: (0..=120).map(|i| f64::from(i) / 40.0).map(|time| [time, value(time)]).collect(),
        kind: CurveKind::Series,
    };
    PlotPanel {
        words: Words::caption(
            Tone::Plain,
            "\ntwo fingers under a stick\nThey meet under the centre of mass.",
        ),
        x: Axis { label: "time (s)".into(), ..Axis::default() },
        y: Axis { label: "place (m)".into(), ..Axis::default() },
        curves: vec![
            curve("left", &|t| -0.4 * (-t).exp() + 0.02 * (8.0 * t).sin()),
            curve("right", &|t| 0.5 * (-0.9 * t).exp()),
            curve("centre of mass", &|t| 0.05 * t),
            Curve { label: "end".into(), points: vec![[0.0, 0.2], [3.0, 0.2]], kind: CurveKind::Reference },
        ],
        ..PlotPanel::default()
    }
}

fn collapse() -> Panel {
    let blocks =
        [[[0.0, 0.0], [0.9, 0.0], [0.9, 0.6], [0.0, 0.6]], [[0.6, 0.6], [1.9, 0.6], [1.9, 1.2], [0.6, 1.2]]];
    Panel {
        cast: Cast {
            bodies: vec![
                Body { name: "lower".into(), shape: Some(Shape::polygon(&blocks[0])), ..Body::default() },
                Body {
                    name: "upper".into(),
                    shape: Some(Shape::polygon(&blocks[1])),
                    com: Some([1.25, 0.9]),
                    ..Body::default()
                },
                Body {
                    name: "floor".into(),
                    role: Role::Fixed,
                    shape: Some(Shape::HalfPlane { point: [0.0, 0.0], normal: [0.0, 1.0] }),
                    com: None,
                },
            ],
            contacts: vec![Contact {
                id: "edge".into(),
                on: "upper".into(),
                point: [0.9, 0.6],
                normal: [0.0, 1.0],
                friction: 0.5,
                mark: ContactMark::Dot,
                ..Contact::default()
            }],
            motions: vec![Motion { body: "upper".into(), twist: [-1.0, 0.0, 0.0], about: [0.9, 0.6] }],
            gravity: Some([0.0, -9.81]),
            animated: true,
            ..Cast::default()
        },
        words: Words::caption(Tone::Bad, "\nstands: no\nThe upper block tips over the edge."),
        ..Panel::default()
    }
}
