//! What is true of every picture of a scene in space, and what single ones must show.

use crate::drawn::{parsed, texts_are_apart_and_inside};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use stiction_draw::{
    Across, AnyPanel, Cast, ContactMark, ForceKind, Page, Panel, Patch, Role, SolidBody, SolidContact,
    SolidFace, SolidForce, SolidMotion, SolidPanel, SolidShape, Theme, Tone, Words, layout, svg,
};

type Number = BoxedStrategy<f64>;

/// Numbers that scenes should have, and numbers that they should not.
fn number() -> Number {
    prop_oneof![
        8 => -2.0..2.0,
        1 => prop::sample::select(vec![0.0, 1.0, 1e-9, -1e9, 1e-300, 1e99]),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 5e-324]),
    ]
    .boxed()
}

fn sane() -> Number {
    (-2.0..2.0).boxed()
}

fn triple(n: &Number) -> impl Strategy<Value = [f64; 3]> + use<> {
    [n.clone(), n.clone(), n.clone()]
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z0-9 ]{0,10}", 1 => any::<String>()]
}

fn shape(n: &Number) -> impl Strategy<Value = SolidShape> + use<> {
    let points = || prop::collection::vec(triple(n), 4..9);
    let ring = || prop::collection::vec(0usize..9, 0..6);
    let face =
        (ring(), prop::collection::vec(ring(), 0..2)).prop_map(|(outer, holes)| SolidFace { outer, holes });
    prop_oneof![
        (triple(n), triple(n)).prop_map(|(low, high)| SolidShape::cuboid(low, high)),
        (points(), prop::collection::vec(face, 0..6))
            .prop_map(|(vertices, faces)| SolidShape::Faces { vertices, faces }),
        (points(), prop::collection::vec([0u32..5, 0..5, 0..5], 0..9))
            .prop_map(|(vertices, triangles)| SolidShape::Mesh { vertices, triangles }),
        (triple(n), n.clone()).prop_map(|(center, radius)| SolidShape::Sphere { center, radius }),
        (triple(n), triple(n), n.clone(), n.clone())
            .prop_map(|(center, axis, radius, height)| SolidShape::Cylinder { center, axis, radius, height }),
        (triple(n), triple(n)).prop_map(|(point, normal)| SolidShape::HalfSpace { point, normal }),
    ]
}

fn body(n: &Number) -> impl Strategy<Value = SolidBody> + use<> {
    let role = prop::sample::select(vec![Role::Free, Role::Fixed, Role::Driven]);
    (words(), role, prop::option::of(shape(n)), prop::option::of(triple(n)))
        .prop_map(|(name, role, shape, com)| SolidBody { name, role, shape, com })
}

fn contact(n: &Number) -> impl Strategy<Value = SolidContact> + use<> {
    let tangents = prop::option::of([triple(n), triple(n)]);
    (words(), triple(n), triple(n), n.clone(), n.clone(), tangents, any::<[bool; 4]>()).prop_map(
        |(id, point, normal, friction, gap, tangents, [finger, essential, soft, patched])| SolidContact {
            id,
            on: "part".into(),
            point,
            normal,
            friction,
            gap,
            mark: if finger { ContactMark::Finger } else { ContactMark::Dot },
            essential,
            across: Across { tangents, soft, patch: if patched { "p".into() } else { String::new() } },
        },
    )
}

fn panel(n: Number) -> impl Strategy<Value = SolidPanel> {
    let kinds = vec![ForceKind::Squeeze, ForceKind::Contact, ForceKind::Weight, ForceKind::Load];
    let force = (triple(&n), triple(&n), prop::sample::select(kinds), prop::option::of(words()))
        .prop_map(|(at, vector, kind, label)| SolidForce { at, vector, kind, label });
    let motion = (triple(&n), triple(&n), triple(&n)).prop_map(|([a, b, c], [x, y, z], about)| SolidMotion {
        body: "part".into(),
        twist: [a, b, c, x, y, z],
        about,
    });
    let patch = prop::collection::vec(triple(&n), 0..5).prop_map(|corners| Patch { id: "p".into(), corners });
    let things = (
        prop::collection::vec(body(&n), 0..4),
        prop::collection::vec(contact(&n), 0..11),
        prop::collection::vec(patch, 0..2),
        prop::collection::vec(force, 0..5),
        prop::collection::vec(motion, 0..2),
        prop::option::of(triple(&n)),
        (prop::option::weighted(0.2, triple(&n)), any::<[bool; 2]>()),
    );
    (words(), words(), things).prop_map(
        |(
            title,
            heading,
            (mut bodies, contacts, patches, forces, motions, gravity, (view, [together, animated])),
        )| {
            bodies.iter_mut().take(1).for_each(|body| body.name = "part".into());
            let (tone, lines) = (Tone::Neutral, Vec::new());
            SolidPanel {
                cast: Cast { bodies, contacts, forces, motions, gravity, together, animated },
                words: Words { title, heading, tone, lines },
                patches,
                view,
            }
        },
    )
}

fn page(n: Number) -> impl Strategy<Value = Page> {
    (prop::collection::vec(panel(n), 1..4), any::<bool>()).prop_map(|(panels, mixed)| {
        let mut panels: Vec<AnyPanel> = panels.into_iter().map(AnyPanel::from).collect();
        if mixed {
            panels.push(Panel::default().into());
        }
        Page { title: "Test".into(), panels, footer: String::new() }
    })
}

fn numbers(path: &str) -> Vec<f64> {
    let parts = path.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    parts.filter_map(|part| part.parse().ok()).collect()
}

/// Everything in the scenes lies within the frames of their panels.
fn nothing_is_cut_off(text: &str) {
    let document = parsed(text);
    let frames: Vec<[f64; 4]> = document
        .descendants()
        .filter(|node| node.has_tag_name("clipPath"))
        .filter_map(|clip| clip.first_element_child())
        .map(|rect| {
            ["x", "y", "width", "height"]
                .map(|key| rect.attribute(key).and_then(|text| text.parse().ok()).expect("a number"))
        })
        .collect();
    let scenes = document.descendants().filter(|node| node.attribute("class") == Some("scene"));
    for (scene, [x, y, width, height]) in scenes.zip(frames) {
        // Steps of arcs have radii and flags among their numbers: circles alone, which are small.
        let straight = |node: &Node| node.attribute("d").is_some_and(|path| !path.contains('A'));
        for node in scene.descendants().filter(straight) {
            for pair in numbers(node.attribute("d").expect("steps")).chunks_exact(2) {
                let inside = pair[0] >= x && pair[0] <= x + width && pair[1] >= y && pair[1] <= y + height;
                let class = node.parent().and_then(|up| up.attribute("class"));
                assert!(inside, "{pair:?} outside {x}+{width}, {y}+{height}: {class:?}");
            }
        }
    }
}

crate::drawn::laws_of_every_page! { slack: 0.0, cases: 32, pngs: 6, within: nothing_is_cut_off }

fn box_on_a_table() -> SolidPanel {
    let corners = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [3.0, 2.0, 0.0], [0.0, 2.0, 0.0]];
    let contact = |point: [f64; 3]| SolidContact {
        id: format!("{}{}", point[0], point[1]),
        on: "box".into(),
        point,
        normal: [0.0, 0.0, 2.0],
        friction: 0.5,
        mark: ContactMark::Dot,
        across: Across { patch: "under".into(), ..Across::default() },
        ..SolidContact::default()
    };
    let body = |name: &str, role, shape| SolidBody { name: name.into(), role, shape: Some(shape), com: None };
    SolidPanel {
        cast: Cast {
            bodies: vec![
                body("box", Role::Free, SolidShape::cuboid([0.0; 3], [3.0, 2.0, 1.5])),
                body(
                    "table",
                    Role::Fixed,
                    SolidShape::HalfSpace { point: [0.0; 3], normal: [0.0, 0.0, 1.0] },
                ),
            ],
            contacts: corners.map(contact).into(),
            forces: vec![SolidForce {
                at: [1.5, 1.0, 0.75],
                vector: [0.0, 0.0, -9.81],
                kind: ForceKind::Weight,
                label: None,
            }],
            gravity: Some([0.0, 0.0, -9.81]),
            ..Cast::default()
        },
        words: Words { heading: "stands: yes".into(), tone: Tone::Good, ..Words::default() },
        patches: vec![Patch { id: "under".into(), corners: corners.to_vec() }],
        ..SolidPanel::default()
    }
}

fn drawn(panel: SolidPanel) -> String {
    svg(&Page { panels: vec![panel.into()], ..Page::default() }, Theme::Light)
}

fn group<'a>(document: &'a Document, class: &str) -> Node<'a, 'a> {
    document.descendants().find(|node| node.attribute("class") == Some(class)).expect("a group")
}

#[test]
fn the_words_name_bodies_contacts_axes_and_only_what_is_drawn() {
    let page = Page { panels: vec![box_on_a_table().into()], ..Page::default() };
    let texts: Vec<String> = layout(&page).texts.into_iter().map(|text| text.text).collect();
    for word in [
        "box",
        "table",
        "00",
        "32",
        "9.81 N",
        "x",
        "y",
        "z",
        "g",
        "area of contact",
        "friction cone",
        "behind a face",
    ] {
        assert!(texts.iter().any(|text| text == word), "{word} in {texts:?}");
    }
    for word in ["screw axis", "resists spin", "velocity", "driven", "essential contact"] {
        assert!(texts.iter().all(|text| text != word), "{word} in {texts:?}");
    }
}

#[test]
fn gravity_points_down_on_the_page_whatever_its_direction() {
    for gravity in [[0.0, 0.0, -1.0], [3.0, 0.0, 0.0], [0.2, -0.4, 0.1]] {
        let text = drawn(SolidPanel {
            cast: Cast { gravity: Some(gravity), forces: Vec::new(), ..box_on_a_table().cast },
            ..box_on_a_table()
        });
        let weight = SolidForce { at: [1.0; 3], vector: gravity, kind: ForceKind::Weight, label: None };
        let heavy = drawn(SolidPanel {
            cast: Cast { gravity: Some(gravity), forces: vec![weight], ..box_on_a_table().cast },
            ..box_on_a_table()
        });
        assert_ne!(text, heavy);
        let document = Document::parse(&heavy).unwrap();
        let head = group(&document, "forces")
            .descendants()
            .filter_map(|node| node.attribute("d"))
            .next_back()
            .unwrap();
        let [tip_x, tip_y, a_x, a_y, b_x, b_y] = numbers(head)[..6].try_into().unwrap();
        assert!(
            a_y < tip_y && (a_y - b_y).abs() < 0.02 && ((a_x + b_x) / 2.0 - tip_x).abs() < 0.02,
            "{head}"
        );
    }
}

#[test]
fn a_cone_inside_the_body_is_dashed_and_one_in_the_open_is_not() {
    let dashes = |shape: Option<SolidShape>| {
        let mut panel = box_on_a_table();
        panel.cast.bodies.truncate(1);
        panel.cast.bodies[0].shape = shape;
        (panel.patches, panel.cast.forces) = (Vec::new(), Vec::new());
        let text = drawn(panel);
        let document = Document::parse(&text).unwrap();
        group(&document, "cones").descendants().filter(|node| node.has_attribute("stroke-dasharray")).count()
    };
    assert!(dashes(Some(SolidShape::cuboid([-1.0; 3], [5.0; 3]))) >= 4);
    assert_eq!(dashes(None), 0);
}

#[test]
fn many_corners_of_an_area_share_one_cone() {
    let mut panel = box_on_a_table();
    let around = |k: i32| {
        let (sin, cos) = (f64::from(k) * 0.3).sin_cos();
        SolidContact { point: [1.5 + cos, 1.0 + sin, 0.0], ..panel.cast.contacts[0].clone() }
    };
    panel.cast.contacts = (0..20).map(around).collect();
    let text = drawn(panel);
    let document = Document::parse(&text).unwrap();
    let fills =
        group(&document, "cones").descendants().filter(|node| node.has_attribute("fill-opacity")).count();
    assert_eq!(fills, 1);
    let dots = group(&document, "contacts").descendants().filter(|node| node.has_attribute("d")).count();
    assert_eq!(dots, 20);
}

#[test]
fn huge_and_tiny_scenes_look_the_same() {
    let scaled = |size: f64| {
        let mut panel = box_on_a_table();
        let scale = |point: &mut [f64; 3]| *point = point.map(|entry| entry * size);
        panel.cast.bodies[0].shape = Some(SolidShape::cuboid([0.0; 3], [3.0 * size, 2.0 * size, 1.5 * size]));
        panel.cast.contacts.iter_mut().for_each(|contact| scale(&mut contact.point));
        panel.patches[0].corners.iter_mut().for_each(scale);
        panel.cast.forces.iter_mut().for_each(|force| scale(&mut force.at));
        let text = drawn(panel);
        let document = Document::parse(&text).unwrap();
        let paths = |class| {
            group(&document, class)
                .descendants()
                .filter_map(|node| node.attribute("d").map(numbers))
                .collect::<Vec<_>>()
                .concat()
        };
        ["faces", "edges", "cones", "forces", "contacts"].map(paths).concat()
    };
    crate::drawn::look_the_same(scaled, 0.05);
}

#[test]
fn a_motion_shows_three_ghosts_and_its_screw_axis() {
    let motion =
        SolidMotion { body: "box".into(), twist: [0.0, 0.0, 1.0, 0.0, 0.0, 0.2], about: [1.5, 1.0, 0.75] };
    let text = drawn(SolidPanel {
        cast: Cast { motions: vec![motion], ..box_on_a_table().cast },
        ..box_on_a_table()
    });
    let document = Document::parse(&text).unwrap();
    assert_eq!(group(&document, "ghosts").descendants().filter(|node| node.has_attribute("d")).count(), 3);
    assert!(text.contains("screw axis"));
}

#[test]
fn a_face_with_a_hole_shows_what_is_behind_it() {
    // A frame over two contacts: one is seen through the hole, the other is not.
    let square = |half: f64| [[-half, -half, 0.0], [half, -half, 0.0], [half, half, 0.0], [-half, half, 0.0]];
    let vertices = [square(2.0), square(1.0)].concat();
    let faces = vec![SolidFace { outer: vec![0, 1, 2, 3], holes: vec![vec![4, 5, 6, 7]] }];
    let contact =
        SolidContact { point: [0.0, 0.0, -1.0], normal: [0.0, 0.0, 1.0], ..SolidContact::default() };
    let frame = SolidBody { shape: Some(SolidShape::Faces { vertices, faces }), ..SolidBody::default() };
    let view = Some([0.0, 0.0, 1.0]);
    let panel = |x: f64| SolidPanel {
        cast: Cast {
            bodies: vec![frame.clone()],
            contacts: vec![SolidContact { point: [x, 0.0, -1.0], ..contact.clone() }],
            ..Cast::default()
        },
        view,
        ..SolidPanel::default()
    };
    let hidden = |x: f64| {
        let text = drawn(panel(x));
        let document = Document::parse(&text).unwrap();
        group(&document, "contacts").descendants().any(|node| node.has_attribute("stroke-opacity"))
    };
    assert!(!hidden(0.0) && hidden(1.5));
}

#[test]
fn a_moving_body_is_drawn_picture_by_picture_and_none_of_them_without_animation() {
    let motion =
        SolidMotion { body: "box".into(), twist: [0.0, 0.0, 1.0, 0.0, 0.0, 0.2], about: [1.5, 1.0, 0.75] };
    let panel = SolidPanel {
        cast: Cast { motions: vec![motion], animated: true, ..box_on_a_table().cast },
        ..box_on_a_table()
    };
    let text = drawn(panel.clone());
    let document = Document::parse(&text).unwrap();
    let frames: Vec<Node> =
        document.descendants().filter(|node| node.attribute("class") == Some("frame")).collect();
    assert!(frames.len() >= 7 && frames.iter().all(|frame| frame.attribute("visibility") == Some("hidden")));
    let values = |frame: &Node| {
        let animation = frame.first_element_child().and_then(|first| first.attribute("values")).unwrap();
        animation.split(';').map(|value| value == "visible").collect::<Vec<bool>>()
    };
    // At every moment exactly one of them is seen, and the ends of the way once in a round.
    let rounds: Vec<Vec<bool>> = frames.iter().map(values).collect();
    for step in 0..rounds[0].len() {
        assert_eq!(rounds.iter().filter(|round| round[step]).count(), 1, "at step {step}");
    }
    let seen = |round: &Vec<bool>| round.iter().filter(|shown| **shown).count();
    assert_eq!([seen(&rounds[0]), seen(&rounds[1]), seen(&rounds[rounds.len() - 1])], [1, 2, 1]);
    let still = drawn(SolidPanel { cast: Cast { animated: false, ..panel.cast }, ..panel });
    assert!(!still.contains("<animate"));
}

/// Cubes in a heap, each with four contacts below it.
fn heap(side: usize) -> SolidPanel {
    let place = |i: usize| [i % side, i / side % side, i / (side * side)].map(|k| k as f64);
    let body = |i: usize| SolidBody {
        name: format!("cube {i}"),
        shape: Some(SolidShape::cuboid(place(i), place(i).map(|entry| entry + 1.0))),
        com: Some(place(i).map(|entry| entry + 0.5)),
        ..SolidBody::default()
    };
    let contact = |i: usize, [x, y]: [f64; 2]| SolidContact {
        id: format!("cube {i}.{x}{y}"),
        on: format!("cube {i}"),
        point: [place(i)[0] + x, place(i)[1] + y, place(i)[2]],
        normal: [0.0, 0.0, 1.0],
        friction: 0.5,
        mark: ContactMark::Dot,
        ..SolidContact::default()
    };
    let corners = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 1.0]];
    let count = side * side * side;
    SolidPanel {
        cast: Cast {
            bodies: (0..count).map(body).collect(),
            contacts: (0..count).flat_map(|i| corners.map(|corner| contact(i, corner))).collect(),
            ..Cast::default()
        },
        words: Words { heading: "stands".into(), ..Words::default() },
        ..SolidPanel::default()
    }
}

fn paths(document: &Document, class: &str) -> usize {
    let drawn = |node: &Node| node.attribute("class") == Some(class);
    let group = document.descendants().find(drawn);
    group.map_or(0, |group| group.descendants().filter(|node| node.has_attribute("d")).count())
}

#[test]
fn a_crowd_shows_the_contacts_that_are_seen_and_a_heap_of_a_thousand_bodies_its_outline() {
    let text = drawn(heap(6));
    let document = Document::parse(&text).unwrap();
    assert_eq!((paths(&document, "cones"), paths(&document, "centres")), (0, 0));
    // Of 864 contacts those on the two sides that are seen, and those of the front edges twice.
    let dots = paths(&document, "contacts");
    assert!((60..200).contains(&dots), "{dots} dots");
    assert!(!text.contains("drawn in outline"));

    let text = drawn(heap(11));
    let document = Document::parse(&text).unwrap();
    assert!(text.contains("1331 bodies, 5324 contacts: drawn in outline"));
    assert_eq!((paths(&document, "contacts"), paths(&document, "cones")), (0, 0));
    assert_eq!(paths(&document, "faces"), 3 * 11 * 11, "no hidden face is in the file");
    assert!(paths(&document, "edges") <= 11 * 11 * 11);
}
