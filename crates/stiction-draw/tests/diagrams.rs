//! What pictures of regions, wrenches, cones, graphs and maps must show, whatever is given to them.

use crate::drawn::{parsed, texts_are_apart_and_inside};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use stiction_draw::{
    AnyPanel, Axis, Body, Cast, ClassMap, ConePanel, Contact, Curve, CurveKind, Direction, GraphEdge,
    GraphNode, GraphPanel, LineOfForce, Meaning, Motion, NodeKind, Page, Panel, Piece, PlotPanel, PlotPoint,
    PolyhedralCone, Region, Shape, Sign, SpherePanel, Stretch, Theme, Vertex, Words, WrenchSum, layout, png,
    svg,
};

type Number = BoxedStrategy<f64>;

/// Numbers that pictures should have, and numbers that they should not.
fn number() -> Number {
    prop_oneof![
        8 => -2.0..2.0,
        2 => prop::sample::select(vec![0.0, 1.0, -1.0, 1e-9, -1e9, 1e-300, 1e99]),
        1 => prop::sample::select(vec![f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, -1e300, 5e-324]),
    ]
    .boxed()
}

fn sane() -> Number {
    prop_oneof![4 => -2.0..2.0, 1 => prop::sample::select(vec![0.0, 1.0, -1.0])].boxed()
}

fn pair(n: &Number) -> impl Strategy<Value = [f64; 2]> + use<> {
    [n.clone(), n.clone()]
}

fn triple(n: &Number) -> impl Strategy<Value = [f64; 3]> + use<> {
    [n.clone(), n.clone(), n.clone()]
}

fn some<S: Strategy>(one: S, most: usize) -> impl Strategy<Value = Vec<S::Value>> {
    prop::collection::vec(one, 0..=most)
}

fn words() -> impl Strategy<Value = String> {
    prop_oneof![4 => "[a-z0-9 ]{0,12}", 1 => any::<String>(), 1 => Just("<&\"'>\u{0}\u{ffff}]]>".to_owned())]
}

fn region(n: &Number) -> impl Strategy<Value = Region> + use<> {
    let vertex = prop_oneof![pair(n).prop_map(At), pair(n).prop_map(Toward)];
    let sign = prop::sample::select(vec![Sign::Plus, Sign::Minus, Sign::Both]);
    let meaning = prop::sample::select(vec![Meaning::Centre, Meaning::Moment]);
    (some(vertex, 5), sign, meaning, prop::option::of(words()))
        .prop_map(|(vertices, sign, meaning, label)| Region { vertices, sign, meaning, label })
}

fn line(n: &Number) -> impl Strategy<Value = LineOfForce> + use<> {
    (triple(n), prop::option::of(pair(n)), words(), any::<bool>())
        .prop_map(|(wrench, near, label, signs)| LineOfForce { wrench, near, label, signs })
}

fn stretch(n: &Number) -> impl Strategy<Value = Stretch> + use<> {
    let piece = prop_oneof![
        pair(n).prop_map(|to| Piece::Line { to }),
        (pair(n), pair(n), any::<bool>()).prop_map(|(to, center, ccw)| Piece::Arc { to, center, ccw }),
    ];
    (pair(n), some(piece, 3), any::<[bool; 2]>(), words())
        .prop_map(|(start, pieces, closed, label)| Stretch { start, pieces, closed, label })
}

fn scene(n: &Number) -> impl Strategy<Value = AnyPanel> + use<> {
    let sum = ([line(n), line(n)], words()).prop_map(|(terms, label)| WrenchSum { terms, label });
    let motion = (triple(n), pair(n)).prop_map(|(twist, about)| Motion { body: "part".into(), twist, about });
    let things = (some(region(n), 6), some(line(n), 4), some(sum, 2), some(stretch(n), 3), some(motion, 2));
    (things, some(pair(n), 4), any::<[bool; 2]>()).prop_map(
        |((regions, lines_of_force, sums, stretches, motions), corners, [animated, together])| {
            let body = Body { name: "part".into(), shape: Some(Shape::polygon(&corners)), ..Body::default() };
            let contact = Contact { id: "1".into(), normal: [0.0, 1.0], ..Contact::default() };
            let (bodies, contacts) = (vec![body], vec![contact]);
            let scene = Panel {
                cast: Cast { bodies, contacts, ..Cast::default() },
                regions,
                lines_of_force,
                sums,
                stretches,
                ..Panel::default()
            };
            Panel { cast: Cast { motions, animated, together, ..scene.cast }, ..scene }.into()
        },
    )
}

fn cone(n: &Number) -> impl Strategy<Value = PolyhedralCone> + use<> {
    (some(triple(n), 5), some(triple(n), 2), words(), any::<u8>())
        .prop_map(|(rays, lines, label, tint)| PolyhedralCone { rays, lines, label, tint })
}

fn direction(n: &Number) -> impl Strategy<Value = Direction> + use<> {
    (triple(n), words()).prop_map(|(vector, label)| Direction { vector, label })
}

fn cones(n: &Number) -> impl Strategy<Value = AnyPanel> + use<> {
    let parts =
        ([words(), words(), words()], some(cone(n), 4), some(direction(n), 4), prop::option::of(triple(n)));
    parts.prop_map(|(axes, cones, directions, view)| {
        ConePanel { axes, cones, directions, view, ..ConePanel::default() }.into()
    })
}

fn sphere(n: &Number) -> impl Strategy<Value = AnyPanel> + use<> {
    ([words(), words(), words()], some(cone(n), 4), some(direction(n), 4)).prop_map(
        |(axes, cones, directions)| SpherePanel { axes, cones, directions, ..SpherePanel::default() }.into(),
    )
}

fn graph() -> impl Strategy<Value = AnyPanel> {
    let kinds = vec![NodeKind::Plain, NodeKind::Goal, NodeKind::Marked, NodeKind::Faint];
    let node = (words(), 0usize..6, prop::sample::select(kinds))
        .prop_map(|(label, level, kind)| GraphNode { label, level, kind })
        .boxed();
    let edge =
        (0usize..40, 0usize..40, any::<bool>()).prop_map(|(from, to, marked)| GraphEdge { from, to, marked });
    let sizes = prop_oneof![4 => 0usize..14, 1 => 60usize..120];
    let nodes = sizes.prop_flat_map(move |count| prop::collection::vec(node.clone(), count));
    (nodes, some(edge, 60), any::<bool>(), some(words(), 6)).prop_map(|(nodes, edges, directed, levels)| {
        GraphPanel { nodes, edges, directed, levels, ..GraphPanel::default() }.into()
    })
}

fn axis(n: &Number) -> impl Strategy<Value = Axis> + use<> {
    (words(), prop::option::of(pair(n)), any::<bool>()).prop_map(|(label, range, logarithmic)| Axis {
        label,
        range,
        logarithmic,
    })
}

fn plot(n: &Number) -> impl Strategy<Value = AnyPanel> + use<> {
    let cells = some(prop::option::of(0u8..9), 40);
    let map = (pair(n), pair(n), 0usize..6, cells, some(words(), 4))
        .prop_map(|(x, y, columns, cells, classes)| ClassMap { x, y, columns, cells, classes });
    let kinds = prop::sample::select(vec![CurveKind::Series, CurveKind::Boundary, CurveKind::Reference]);
    let curve =
        (words(), some(pair(n), 8), kinds).prop_map(|(label, points, kind)| Curve { label, points, kind });
    let point = (pair(n), words()).prop_map(|(at, label)| PlotPoint { at, label });
    (axis(n), axis(n), prop::option::of(map), some(curve, 5), some(point, 3)).prop_map(
        |(x, y, map, curves, points)| PlotPanel { x, y, map, curves, points, ..PlotPanel::default() }.into(),
    )
}

fn page(n: Number) -> impl Strategy<Value = Page> {
    let panel = prop_oneof![
        3 => scene(&n),
        1 => cones(&n),
        1 => sphere(&n),
        1 => graph(),
        1 => plot(&n),
    ];
    some(panel, 4).prop_map(|panels| Page { panels, ..Page::default() })
}

/// Ends of the steps of a path.
fn ends(path: &str) -> Vec<[f64; 2]> {
    let steps = path.split(|c: char| c.is_ascii_alphabetic());
    let numbers = |text: &str| text.split(' ').filter_map(|number| number.parse().ok()).collect::<Vec<f64>>();
    steps.map(numbers).filter_map(|numbers| numbers.last_chunk::<2>().copied()).collect()
}

/// The frame of the drawing that a node belongs to.
fn frame(node: Node) -> Option<[f64; 4]> {
    let id = node
        .ancestors()
        .find_map(|up| up.attribute("clip-path"))?
        .strip_prefix("url(#")?
        .strip_suffix(')')?;
    let clip = node.document().descendants().find(|node| node.attribute("id") == Some(id))?;
    let rect = clip.first_element_child()?;
    let [x, y, width, height] = ["x", "y", "width", "height"]
        .map(|key| rect.attribute(key).and_then(|text| text.parse::<f64>().ok()));
    Some([x?, y?, x? + width?, y? + height?])
}

fn nothing_leaves_its_frame(text: &str) {
    let document = parsed(text);
    for node in document.descendants().filter(|node| node.has_tag_name("path")) {
        let Some([left, top, right, bottom]) = frame(node) else { continue };
        for [x, y] in ends(node.attribute("d").expect("steps")) {
            let inside = x >= left - 0.01 && x <= right + 0.01 && y >= top - 0.01 && y <= bottom + 0.01;
            let class = node.parent().and_then(|up| up.attribute("class"));
            assert!(inside, "({x}, {y}) outside {left}..{right}, {top}..{bottom}: {class:?}");
        }
    }
}

crate::drawn::laws_of_every_page! { slack: 1e-9, cases: 40, pngs: 12, within: nothing_leaves_its_frame }

fn drawn(panel: impl Into<AnyPanel>) -> String {
    svg(&Page { panels: vec![panel.into()], ..Page::default() }, Theme::Light)
}

fn texts(panel: impl Into<AnyPanel>) -> Vec<String> {
    let page = Page { panels: vec![panel.into()], ..Page::default() };
    layout(&page).texts.into_iter().map(|text| text.text).collect()
}

fn group<'a>(document: &'a Document, class: &str) -> Node<'a, 'a> {
    document.descendants().find(|node| node.attribute("class") == Some(class)).expect("a group")
}

/// Fills and strokes of the paths of a group.
fn paths<'a>(document: &'a Document, class: &str) -> Vec<Node<'a, 'a>> {
    group(document, class).descendants().filter(|node| node.has_tag_name("path")).collect()
}

fn square() -> Body {
    let shape = Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    Body { name: "part".into(), shape: Some(shape), ..Body::default() }
}

fn with_regions(regions: Vec<Region>) -> Panel {
    Panel { cast: Cast { bodies: vec![square()], ..Cast::default() }, regions, ..Panel::default() }
}

use Vertex::{At, Direction as Toward};

#[test]
fn signs_differ_in_their_hatching_and_the_legend_says_what_they_mean() {
    let region = |sign, x: f64| Region {
        vertices: vec![At([x, 0.0]), At([x + 1.0, 0.0]), At([x, 1.0])],
        sign,
        ..Region::default()
    };
    let panel =
        with_regions(vec![region(Sign::Plus, 0.0), region(Sign::Minus, 1.0), region(Sign::Both, 0.5)]);
    let text = drawn(panel.clone());
    let document = parsed(&text);
    let mut fills: Vec<&str> = paths(&document, "regions")
        .iter()
        .filter_map(|node| node.attribute("fill"))
        .filter(|f| *f != "none")
        .collect();
    assert_eq!(fills, ["url(#rising-plus)", "url(#falling-minus)", "url(#crossed-both)"]);
    fills.retain(|fill| !text.contains(&format!("<pattern id=\"{}\"", &fill[5..fill.len() - 1])));
    assert!(fills.is_empty(), "without a pattern: {fills:?}");
    let texts = texts(panel);
    for word in ["+", "−", "±", "centres of left turns", "centres of right turns", "centres of either turn"]
    {
        assert!(texts.iter().any(|text| text == word), "{word} in {texts:?}");
    }
    assert!(!drawn(with_regions(Vec::new())).contains("rising"), "patterns only where they are used");
}

#[test]
fn a_region_without_end_runs_to_the_frame_and_its_corner_is_seen() {
    let quadrant = vec![At([1.5, 0.5]), Toward([1.0, 0.0]), Toward([0.0, 1.0])];
    let text = drawn(with_regions(vec![Region { vertices: quadrant, ..Region::default() }]));
    let document = parsed(&text);
    let area = paths(&document, "regions")[0];
    let [_, top, right, bottom] = frame(area).expect("a frame");
    let corners = ends(area.attribute("d").expect("steps"));
    assert!(corners.contains(&[right, top]), "{corners:?}");
    // The corner of the quadrant is half way up the body, right of it.
    let body = ends(paths(&document, "bodies")[0].attribute("d").expect("steps"));
    let (x, y) = (body[1][0] + (body[1][0] - body[0][0]) / 2.0, (body[0][1] + body[2][1]) / 2.0);
    let near = |corner: &&[f64; 2]| (corner[0] - x).abs() < 0.02 && (corner[1] - y).abs() < 0.02;
    assert!(corners.iter().any(|corner| near(&corner)) && y < bottom, "({x}, {y}) in {corners:?}");
}

#[test]
fn a_set_through_infinity_is_drawn_in_its_two_parts_on_either_side() {
    // Turns to the left about (2, 0.5), to the right about (−1, 0.5): all beyond these points on their line.
    let regions = Region::centres(&[[1.0, 0.5, -2.0], [-1.0, -0.5, -1.0]]);
    assert_eq!(regions.iter().map(|region| region.sign).collect::<Vec<_>>(), [Sign::Plus, Sign::Minus]);
    let text = drawn(with_regions(regions));
    let document = parsed(&text);
    let lines: Vec<Vec<[f64; 2]>> =
        paths(&document, "regions").iter().map(|n| ends(n.attribute("d").unwrap())).collect();
    let [left, _, right, _] = frame(paths(&document, "regions")[0]).expect("a frame");
    assert_eq!(lines.len(), 2);
    assert!(
        lines[0].iter().any(|end| end[0] == right) && lines[1].iter().any(|end| end[0] == left),
        "{lines:?}"
    );
}

#[test]
fn what_lies_beyond_the_frame_or_at_infinity_is_told_by_an_arrow_at_its_edge() {
    for vertex in [Toward([1.0, 0.0]), At([900.0, 0.5]), At([1e80, 0.5])] {
        let panel = with_regions(vec![Region { vertices: vec![vertex], ..Region::default() }]);
        let words = texts(panel.clone());
        assert!(
            words.contains(&"beyond the frame".to_owned()) && words.contains(&"+".to_owned()),
            "{words:?}"
        );
        let text = drawn(panel);
        let document = parsed(&text);
        let head = paths(&document, "regions")[1];
        let (tip, [_, _, right, _]) = (ends(head.attribute("d").unwrap())[0], frame(head).unwrap());
        assert!(tip[0] < right && tip[0] > right - 30.0, "{tip:?} at {right}");
    }
}

#[test]
fn centres_of_a_cone_of_twists_are_where_its_twists_do_not_move() {
    let rays = [[2.0, 1.0, -1.0], [1.0, 0.0, 3.0], [-1.0, 2.0, 2.0], [0.0, 1.0, 1.0]];
    let regions = Region::centres(&rays);
    let points = regions.iter().flat_map(|region| {
        let sign = if region.sign == Sign::Plus { 1.0 } else { -1.0 };
        region.vertices.iter().filter_map(move |vertex| match *vertex {
            At(point) => Some((sign, point)),
            Toward(_) => None,
        })
    });
    let mut count = 0;
    for (sign, [x, y]) in points {
        let still = |ray: &&[f64; 3]| {
            let [w, vx, vy] = **ray;
            w * sign > 0.0 && (vx - w * y).abs() < 1e-12 && (vy + w * x).abs() < 1e-12
        };
        assert!(rays.iter().any(|ray| still(&ray)), "nothing turns about ({x}, {y})");
        count += 1;
    }
    assert_eq!(count, 3);
    let translation = Region::centres(&[[0.0, 1.0, 0.0]]);
    assert_eq!(translation[0].vertices, [Toward([-0.0, 1.0])]);
}

#[test]
fn the_note_about_labels_left_out_stands_on_no_label() {
    // More labels than there is room for, about the corner where the note stands.
    let crowd = (0..200).map(|i| PlotPoint { at: [1.0, 0.0], label: format!("jammed {i}") });
    let start = PlotPoint { at: [0.0, 1.0], label: "start".into() };
    let panel = PlotPanel { points: crowd.chain([start]).collect(), ..PlotPanel::default() };
    let drawn = layout(&Page { panels: vec![panel.into()], ..Page::default() });
    assert!(drawn.thinned > 100, "{}", drawn.thinned);
    let note = format!("{} labels left out", drawn.thinned);
    assert!(drawn.texts.iter().any(|text| text.text == note), "{note} in {:?}", drawn.texts);
    texts_are_apart_and_inside(&drawn, 1e-9);
}

#[test]
fn faults_in_new_parts_are_counted() {
    let bad = Region { vertices: vec![At([f64::NAN, 0.0])], ..Region::default() };
    let panel = Panel {
        lines_of_force: vec![LineOfForce { wrench: [0.0, f64::INFINITY, 0.0], ..LineOfForce::default() }],
        stretches: vec![Stretch { start: [f64::NAN; 2], ..Stretch::default() }],
        ..with_regions(vec![bad])
    };
    assert!(texts(panel).iter().any(|text| text.starts_with("3 things not drawn")));
    let cone = PolyhedralCone { rays: vec![[0.0; 3]], ..PolyhedralCone::default() };
    let panel = ConePanel { cones: vec![cone], ..ConePanel::default() };
    assert!(texts(panel).iter().any(|text| text.starts_with("1 thing not drawn")));
    let edge = GraphEdge { from: 0, to: 7, marked: false };
    let nodes = vec![GraphNode { label: "s".into(), ..GraphNode::default() }];
    let panel = GraphPanel { nodes, edges: vec![edge], ..GraphPanel::default() };
    assert!(texts(panel).iter().any(|text| text.starts_with("1 thing not drawn")));
    let map =
        ClassMap { x: [0.0, 1.0], y: [0.0, 1.0], columns: 2, cells: vec![None; 3], classes: Vec::new() };
    let panel = PlotPanel { map: Some(map), ..PlotPanel::default() };
    assert!(texts(panel).iter().any(|text| text.starts_with("1 thing not drawn")));
}

#[test]
fn a_wrench_stands_on_its_line_and_a_couple_is_a_curved_arrow() {
    // Two newtons upwards with the moment 2 about the origin: along x = 1.
    let line = |wrench| LineOfForce { wrench, label: "F".into(), ..LineOfForce::default() };
    let panel = Panel {
        cast: Cast { bodies: vec![square()], ..Cast::default() },
        lines_of_force: vec![line([2.0, 0.0, 2.0])],
        ..Panel::default()
    };
    let text = drawn(panel.clone());
    let document = parsed(&text);
    let body = ends(paths(&document, "bodies")[0].attribute("d").unwrap());
    let action = ends(paths(&document, "wrenches")[0].attribute("d").unwrap());
    assert!(action.iter().all(|end| (end[0] - body[1][0]).abs() < 0.02), "{action:?} beside {body:?}");
    assert!(texts(panel.clone()).contains(&"line of action".to_owned()));
    let couple = Panel { lines_of_force: vec![line([1.0, 0.0, 0.0])], ..panel };
    let (text, words) = (drawn(couple.clone()), texts(couple));
    let document = parsed(&text);
    assert!(paths(&document, "wrenches")[0].attribute("d").unwrap().contains('A'));
    assert!(words.contains(&"moment".to_owned()) && !words.contains(&"line of action".to_owned()));
}

#[test]
fn hidden_edges_of_cones_are_dashed_and_every_kind_of_cone_is_drawn() {
    let cone = |rays: &[[f64; 3]], lines: &[[f64; 3]]| PolyhedralCone {
        rays: rays.to_vec(),
        lines: lines.to_vec(),
        label: "cone".into(),
        tint: 1,
    };
    let panel = |cone| ConePanel { cones: vec![cone], view: Some([0.3, 1.0, -1.0]), ..ConePanel::default() };
    let dashed = |text: &str| {
        paths(&parsed(text), "edges").iter().filter(|node| node.has_attribute("stroke-dasharray")).count()
    };
    // Seen from its apex three faces of four hide what is behind them; a flat one hides nothing of itself.
    let pyramid = [[1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, 1.0]];
    assert!(dashed(&drawn(panel(cone(&pyramid, &[])))) > 0);
    assert_eq!(dashed(&drawn(panel(cone(&pyramid[..2], &[])))), 0);
    let faces = |rays: &[[f64; 3]], lines: &[[f64; 3]]| {
        let text = drawn(panel(cone(rays, lines)));
        let document = parsed(&text);
        (paths(&document, "faces").len(), paths(&document, "edges").len())
    };
    let (x, y, z) = ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]);
    assert_eq!(faces(&[], &[]), (0, 1));
    assert_eq!(faces(&[x], &[]), (0, 1));
    assert_eq!(faces(&[], &[x]), (0, 1));
    assert_eq!(faces(&[x, y], &[]).0, 1);
    assert_eq!(faces(&[x], &[y, z]).0, 6);
    assert_eq!(faces(&[], &[x, y, z]).0, 6);
}

#[test]
fn cones_of_one_label_share_an_entry_of_the_key() {
    let cone = |ray: [f64; 3], label: &str| PolyhedralCone {
        rays: vec![ray, [1.0, 1.0, 0.0], [0.0, 1.0, 1.0]],
        label: label.into(),
        ..PolyhedralCone::default()
    };
    let cones = vec![
        cone([1.0, 0.0, 0.0], "strong"),
        cone([-1.0, 0.0, 0.5], "strong"),
        cone([0.0, 0.0, 1.0], "weak"),
    ];
    let axes = ["m", "fx", "fy"].map(str::to_owned);
    let panel = SpherePanel { axes, cones, ..SpherePanel::default() };
    let words = texts(panel);
    for (word, count) in [("strong", 1), ("weak", 1), ("m > 0", 1), ("m < 0", 1), ("fx", 2), ("fy", 2)] {
        assert_eq!(words.iter().filter(|text| *text == word).count(), count, "{word} in {words:?}");
    }
}

fn ladder(levels: usize, wide: usize) -> GraphPanel {
    let node = |i: usize| GraphNode { label: format!("n{i}"), level: i / wide, ..GraphNode::default() };
    let nodes: Vec<GraphNode> = (0..levels * wide).map(node).collect();
    let edges = (wide..nodes.len()).map(|to| GraphEdge { from: to - wide, to, marked: false }).collect();
    GraphPanel { nodes, edges, directed: true, ..GraphPanel::default() }
}

#[test]
fn sixty_nodes_are_all_named_and_of_more_the_rest_is_counted() {
    let words = texts(ladder(10, 6));
    assert!((0..60).all(|i| words.contains(&format!("n{i}"))), "{words:?}");
    let words = texts(ladder(20, 30));
    let shown = words.iter().filter(|text| text.starts_with('n')).count();
    let counted: usize = words
        .iter()
        .filter_map(|text| text.strip_prefix("and ")?.split(' ').next()?.parse::<usize>().ok())
        .sum();
    assert_eq!(shown + counted, 600, "{words:?}");
    assert!(shown >= 20);
}

#[test]
fn levels_stand_below_each_other_and_edges_end_at_their_nodes() {
    let text = drawn(ladder(3, 2));
    let document = parsed(&text);
    let boxes: Vec<[f64; 4]> = paths(&document, "nodes")
        .iter()
        .map(|node| {
            let points = ends(node.attribute("d").unwrap());
            let least = |i: usize| points.iter().map(|p| p[i]).fold(f64::INFINITY, f64::min);
            let most = |i: usize| points.iter().map(|p| p[i]).fold(0.0, f64::max);
            [least(0), least(1), most(0), most(1)]
        })
        .collect();
    assert_eq!(boxes.len(), 6);
    assert!(boxes[0][3] < boxes[2][1] && boxes[2][3] < boxes[4][1]);
    // A head before its line for every edge; a head begins with its tip.
    let heads = paths(&document, "graph-edges")
        .iter()
        .step_by(2)
        .map(|n| ends(n.attribute("d").unwrap())[0])
        .collect::<Vec<_>>();
    assert_eq!(heads.len(), 4);
    for [x, y] in heads {
        assert!(
            boxes.iter().any(|b| x >= b[0] && x <= b[2] && (y - b[1]).abs() < 0.02),
            "({x}, {y}) in {boxes:?}"
        );
    }
}

#[test]
fn a_loop_a_goal_and_a_cycle_are_seen() {
    let mut panel = ladder(2, 1);
    panel.nodes[1].kind = NodeKind::Goal;
    panel.edges.push(GraphEdge { from: 0, to: 0, marked: true });
    panel.edges.push(GraphEdge { from: 1, to: 0, marked: false });
    let text = drawn(panel);
    let document = parsed(&text);
    assert_eq!(paths(&document, "nodes").len(), 3, "the goal has a double frame");
    let edges = paths(&document, "graph-edges");
    assert!(edges.iter().any(|node| node.attribute("d").unwrap().contains('A')), "the loop is an arc");
    assert_eq!(edges.len(), 6);
}

#[test]
fn every_class_of_a_map_has_a_pattern_and_a_name_and_cells_lie_where_they_should() {
    let map = ClassMap {
        x: [0.0, 4.0],
        y: [0.0, 2.0],
        columns: 4,
        cells: [0, 0, 1, 1, 0, 2, 2, 1].map(Some).to_vec(),
        classes: ["slides", "sticks"].map(Into::into).to_vec(),
    };
    let axis = |label: &str| Axis { label: label.into(), ..Axis::default() };
    let panel = PlotPanel { x: axis("angle"), y: axis("friction"), map: Some(map), ..PlotPanel::default() };
    let words = texts(panel.clone());
    for word in ["slides", "sticks", "class 2", "angle", "friction", "0.0", "4.0"] {
        assert!(words.iter().any(|text| text == word), "{word} in {words:?}");
    }
    let text = drawn(panel);
    let document = parsed(&text);
    let cells = paths(&document, "map");
    assert_eq!(cells.len(), 4, "three classes and their borders");
    let box_of = |node: &Node| {
        let points = ends(node.attribute("d").unwrap());
        let x: Vec<f64> = points.iter().map(|p| p[0]).collect();
        (x.iter().copied().fold(f64::INFINITY, f64::min), x.iter().copied().fold(0.0, f64::max))
    };
    let frame = box_of(&paths(&document, "axes")[0]);
    let part = |x: f64| (x - frame.0) / (frame.1 - frame.0);
    let near = |(low, high): (f64, f64), a: f64, b: f64| {
        (part(low) - a).abs() < 1e-3 && (part(high) - b).abs() < 1e-3
    };
    assert!(
        near(box_of(&cells[0]), 0.0, 0.5)
            && near(box_of(&cells[1]), 0.5, 1.0)
            && near(box_of(&cells[2]), 0.25, 0.75)
    );
}

#[test]
fn a_curve_is_interrupted_where_it_is_not_a_number() {
    let points = vec![[0.0, 0.0], [1.0, 1.0], [2.0, f64::NAN], [3.0, 1.0], [4.0, 0.0]];
    let curve = Curve { label: "f".into(), points, ..Curve::default() };
    let text = drawn(PlotPanel { curves: vec![curve], ..PlotPanel::default() });
    let document = parsed(&text);
    let path = paths(&document, "curves")[0].attribute("d").unwrap().to_owned();
    assert_eq!((path.matches('M').count(), path.matches('L').count()), (2, 2), "{path}");
}

#[test]
fn a_stretch_lies_on_the_outline_with_full_and_hollow_ends() {
    let stretch = Stretch {
        start: [0.25, 0.0],
        pieces: vec![Piece::Line { to: [0.75, 0.0] }],
        closed: [true, false],
        label: "push".into(),
    };
    let panel = Panel {
        cast: Cast { bodies: vec![square()], ..Cast::default() },
        stretches: vec![stretch],
        ..Panel::default()
    };
    assert!(texts(panel.clone()).contains(&"push".to_owned()));
    let text = drawn(panel);
    let document = parsed(&text);
    let (body, marks) =
        (ends(paths(&document, "bodies")[0].attribute("d").unwrap()), paths(&document, "stretches"));
    let line = ends(marks[0].attribute("d").unwrap());
    assert!((line[0][1] - body[0][1]).abs() < 0.02);
    assert!(((line[1][0] - line[0][0]) * 2.0 - (body[1][0] - body[0][0])).abs() < 0.05);
    let dots: Vec<&str> = marks
        .iter()
        .filter(|n| n.attribute("d").unwrap().contains('A'))
        .filter_map(|n| n.attribute("fill"))
        .collect();
    assert!(dots.len() == 2 && dots[0] != dots[1], "{dots:?}");
}

fn tipping(twist: [f64; 3], animated: bool) -> Panel {
    let motions = vec![Motion { body: "part".into(), twist, about: [0.0, 0.0] }];
    Panel { cast: Cast { bodies: vec![square()], motions, animated, ..Cast::default() }, ..Panel::default() }
}

#[test]
fn an_animated_motion_turns_about_its_centre_there_and_back() {
    let text = drawn(tipping([-1.0, 0.0, 0.0], true));
    let document = parsed(&text);
    let motion =
        document.descendants().find(|node| node.has_tag_name("animateTransform")).expect("an animation");
    assert_eq!(motion.attribute("type"), Some("rotate"));
    let values: Vec<Vec<f64>> = motion
        .attribute("values")
        .unwrap()
        .split(';')
        .map(|frame| frame.split(' ').map(|number| number.parse().unwrap()).collect())
        .collect();
    let corner = ends(paths(&document, "bodies")[0].attribute("d").unwrap())[0];
    // A clockwise turn is positive on the page; the corner at the origin stays.
    assert!(values[0][0] == 0.0 && values[1][0] > 1.0 && values[2] == values[0], "{values:?}");
    assert!((values[1][1] - corner[0]).abs() < 0.02 && (values[1][2] - corner[1]).abs() < 0.02);
    let shift = drawn(tipping([0.0, 1.0, 0.0], true));
    assert!(shift.contains("type=\"translate\""));
    assert!(!drawn(tipping([-1.0, 0.0, 0.0], false)).contains("animateTransform"));
}

#[test]
fn a_png_of_an_animation_shows_the_ghosts_and_the_body_at_rest() {
    let page =
        |animated| Page { panels: vec![tipping([-1.0, 0.0, 0.0], animated).into()], ..Page::default() };
    let (still, moving) =
        (png(&page(false), Theme::Light, 1.0).unwrap(), png(&page(true), Theme::Light, 1.0).unwrap());
    assert!(moving.starts_with(b"\x89PNG") && still != moving);
    let text = svg(&page(true), Theme::Light);
    assert_eq!(paths(&parsed(&text), "ghosts").len(), 3);
}

#[test]
fn screen_readers_hear_what_a_diagram_holds() {
    let heard = |panel: AnyPanel| {
        let text = svg(&Page { panels: vec![panel], ..Page::default() }, Theme::Light);
        parsed(&text)
            .descendants()
            .find(|node| node.has_tag_name("desc"))
            .and_then(|node| node.text().map(str::to_owned))
    };
    assert_eq!(
        heard(
            GraphPanel {
                words: Words { heading: "seats: yes".into(), ..ladder(2, 2).words },
                ..ladder(2, 2)
            }
            .into()
        )
        .unwrap(),
        "seats: yes. 4 nodes, 2 edges"
    );
    let regions = Region::centres(&[[1.0, 0.0, 0.0]]);
    assert!(heard(with_regions(regions).into()).unwrap().ends_with("1 regions"));
}
