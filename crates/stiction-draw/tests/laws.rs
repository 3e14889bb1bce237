//! What is true of every picture, whatever the scene.

use crate::drawn::{parsed, texts_are_apart_and_inside};
use proptest::prelude::*;
use stiction_draw::{
    Blocked, Body, Cast, Contact, ContactMark, Force, ForceKind, Layout, Motion, Page, Panel, Piece, Ring,
    Role, Shape, Theme, Tone, Words, layout, svg,
};

type Number = BoxedStrategy<f64>;

/// Numbers that scenes should have, and numbers that they should not.
fn number() -> Number {
    prop_oneof![
        8 => -2.0..2.0,
        1 => prop::sample::select(vec![0.0, 1e-9, -1e9, 1e-300, 1e99]),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, -1e300, 5e-324]),
    ]
    .boxed()
}

fn sane() -> Number {
    (-2.0..2.0).boxed()
}

fn pair(one: Number) -> impl Strategy<Value = [f64; 2]> {
    [one.clone(), one]
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z0-9 ]{0,12}", 1 => any::<String>(), 1 => Just("<&\"'>\u{0}\u{ffff}]]>".to_owned())]
}

fn shape(n: Number) -> impl Strategy<Value = Shape> {
    let piece = prop_oneof![
        pair(n.clone()).prop_map(|to| Piece::Line { to }),
        (pair(n.clone()), pair(n.clone()), any::<bool>()).prop_map(|(to, center, ccw)| Piece::Arc {
            to,
            center,
            ccw
        }),
    ];
    let ring = (pair(n.clone()), prop::collection::vec(piece, 0..5))
        .prop_map(|(start, pieces)| Ring { start, pieces });
    prop_oneof![
        prop::collection::vec(ring, 0..3).prop_map(Shape::Outline),
        (pair(n.clone()), n.clone()).prop_map(|(center, radius)| Shape::Disc { center, radius }),
        (pair(n.clone()), pair(n)).prop_map(|(point, normal)| Shape::HalfPlane { point, normal }),
    ]
}

fn body(n: Number) -> impl Strategy<Value = Body> {
    let role = prop::sample::select(vec![Role::Free, Role::Fixed, Role::Driven]);
    (words(), role, prop::option::of(shape(n.clone())), prop::option::of(pair(n)))
        .prop_map(|(name, role, shape, com)| Body { name, role, shape, com })
}

fn contact(n: Number) -> impl Strategy<Value = Contact> {
    (words(), pair(n.clone()), pair(n.clone()), n.clone(), n, any::<[bool; 2]>()).prop_map(
        |(id, point, normal, friction, gap, [finger, essential])| {
            let (on, mark) = ("part".into(), if finger { ContactMark::Finger } else { ContactMark::Dot });
            Contact { id, on, point, normal, friction, gap, mark, essential, ..Contact::default() }
        },
    )
}

fn force(n: Number) -> impl Strategy<Value = Force> {
    let kinds = vec![ForceKind::Squeeze, ForceKind::Contact, ForceKind::Weight, ForceKind::Load];
    (pair(n.clone()), pair(n), prop::sample::select(kinds), prop::option::of(words()))
        .prop_map(|(at, vector, kind, label)| Force { at, vector, kind, label })
}

fn panel(n: Number) -> impl Strategy<Value = Panel> {
    let motion = ([n.clone(), n.clone(), n.clone()], pair(n.clone())).prop_map(|(twist, about)| Motion {
        body: "part".into(),
        twist,
        about,
    });
    let blocked = (pair(n.clone()), prop::option::of(pair(n.clone())))
        .prop_map(|(centre, along)| Blocked { centre, along });
    let tone = prop::sample::select(vec![Tone::Good, Tone::Bad, Tone::Neutral]);
    let text = (words(), words(), tone, prop::collection::vec(words(), 0..3));
    let things = (
        prop::collection::vec(body(n.clone()), 0..4),
        prop::collection::vec(contact(n.clone()), 0..8),
        prop::collection::vec(force(n.clone()), 0..6),
        prop::collection::vec(motion, 0..2),
        prop::collection::vec(blocked, 0..2),
        prop::option::of(pair(n)),
    );
    (text, things).prop_map(
        |((title, heading, tone, lines), (mut bodies, contacts, forces, motions, blocked, gravity))| {
            if let Some(body) = bodies.first_mut() {
                body.name = "part".into();
            }
            Panel {
                cast: Cast { bodies, contacts, forces, motions, gravity, ..Cast::default() },
                words: Words { title, heading, tone, lines },
                blocked,
                ..Panel::default()
            }
        },
    )
}

fn page(n: Number) -> impl Strategy<Value = Page> {
    (words(), prop::collection::vec(panel(n), 0..5), words()).prop_map(|(title, panels, footer)| Page {
        title,
        panels: panels.into_iter().map(Into::into).collect(),
        footer,
    })
}

/// Ends of the steps of a path.
fn ends(path: &str) -> Vec<[f64; 2]> {
    let steps = path.split_inclusive(|c: char| c.is_ascii_alphabetic()).collect::<Vec<_>>();
    let numbers = |text: &str| -> Vec<f64> {
        let text = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        text.split(' ').filter_map(|number| number.parse().ok()).collect()
    };
    let last = |numbers: Vec<f64>| numbers.last_chunk::<2>().copied();
    steps.into_iter().map(numbers).filter_map(last).collect()
}

/// The rectangle that clips a node, or the whole page.
fn clip(node: roxmltree::Node, layout: &Layout) -> [f64; 4] {
    let number = |node: roxmltree::Node, key| {
        node.attribute(key).and_then(|text| text.parse::<f64>().ok()).expect("a number")
    };
    let clipped = node.ancestors().find_map(|up| up.attribute("clip-path"));
    let Some(id) = clipped.and_then(|clip| clip.strip_prefix("url(#")?.strip_suffix(')')) else {
        return [0.0, 0.0, layout.width, layout.height];
    };
    let path = node.document().descendants().find(|node| node.attribute("id") == Some(id)).expect("a clip");
    let rect = path.first_element_child().expect("a rectangle");
    let (x, y) = (number(rect, "x"), number(rect, "y"));
    [x, y, x + number(rect, "width"), y + number(rect, "height")]
}

/// Ground fills its panel and more; whatever else is drawn must be seen whole.
fn nothing_is_cut_off(page: &Page) {
    let (text, layout) = (svg(page, Theme::Light), layout(page));
    let document = parsed(&text);
    let drawn = document.descendants().filter(|node| {
        let exempt = |up: roxmltree::Node| up.has_tag_name("defs") || up.attribute("class") == Some("ground");
        node.has_tag_name("path") && !node.ancestors().any(exempt)
    });
    for node in drawn {
        let [left, top, right, bottom] = clip(node, &layout);
        for [x, y] in ends(node.attribute("d").expect("steps")) {
            let inside = x >= left && x <= right && y >= top && y <= bottom;
            assert!(
                inside,
                "({x}, {y}) outside {left}..{right}, {top}..{bottom}: {:?}",
                node.parent().map(|up| up.attribute("class"))
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    #[test]
    fn no_two_texts_overlap_and_none_leaves_the_page(page in page(sane())) {
        texts_are_apart_and_inside(&layout(&page), 0.0);
    }

    #[test]
    fn nothing_but_the_ground_is_cut_off(page in page(sane())) {
        nothing_is_cut_off(&page);
    }
}

crate::drawn::laws_of_every_page! { slack: 0.0, cases: 64, pngs: 12 }
