//! What single pictures must show.

use stiction_draw::{
    Body, Cast, Contact, ContactMark, DrawError, Force, ForceKind, Motion, Page, Panel, Role, Shape, Theme,
    Tone, Words, layout, png, svg,
};

fn square() -> Body {
    let shape = Shape::polygon(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
    Body { name: "part".into(), shape: Some(shape), com: Some([0.5, 0.5]), ..Body::default() }
}

fn finger(id: &str, point: [f64; 2], normal: [f64; 2], friction: f64) -> Contact {
    Contact { id: id.into(), on: "part".into(), point, normal, friction, ..Contact::default() }
}

fn squeeze() -> Panel {
    let force = |at, vector| Force { at, vector, kind: ForceKind::Squeeze, label: None };
    Panel {
        cast: Cast {
            bodies: vec![square()],
            contacts: vec![
                finger("left", [0.0, 0.5], [2.0, 0.0], 1.0),
                finger("right", [1.0, 0.5], [-1.0, 0.0], 1.0),
            ],
            forces: vec![force([0.0, 0.5], [3.0, 0.0]), force([1.0, 0.5], [-3.0, 0.0])],
            ..Cast::default()
        },
        words: Words { heading: "force closure: yes".into(), tone: Tone::Good, ..Words::default() },
        ..Panel::default()
    }
}

fn page(panel: Panel) -> Page {
    Page { title: "Test".into(), panels: vec![panel.into()], footer: String::new() }
}

/// The numbers of every path in the first group of a class.
fn paths(panel: Panel, class: &str) -> Vec<Vec<f64>> {
    let text = svg(&page(panel), Theme::Light);
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    let group = document.descendants().find(|node| node.attribute("class") == Some(class)).expect("a group");
    let numbers = |path: &str| {
        let parts = path.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
        parts.filter_map(|part| part.parse().ok()).collect()
    };
    group.descendants().filter_map(|node| node.attribute("d")).map(numbers).collect()
}

fn texts(panel: Panel) -> Vec<String> {
    layout(&page(panel)).texts.into_iter().map(|text| text.text).collect()
}

#[test]
fn a_friction_cone_opens_into_the_body_by_the_angle_of_friction() {
    let cones = paths(squeeze(), "cones");
    let outline = &paths(squeeze(), "bodies")[0];
    let ([apex_x, apex_y, x, y], width) = (cones[0][..4].try_into().unwrap(), outline[2] - outline[0]);
    assert!((apex_x - outline[0]).abs() < 0.02, "the apex lies on the left side: {cones:?}");
    assert!(x > apex_x && x < apex_x + width, "it opens to the right, into the body");
    // μ = 1 is 45°, whatever the length of the normal.
    assert!(((y - apex_y).abs() - (x - apex_x)).abs() < 0.02, "{cones:?}");
}

#[test]
fn forces_start_at_their_contacts_and_the_largest_are_longest() {
    let mut panel = squeeze();
    panel.cast.forces[1].vector = [-1.5, 0.0];
    let arrows = paths(panel, "forces");
    // A shaft and a head for each force; a head begins with its tip.
    let lengths = [(arrows[1][0] - arrows[0][0]).abs(), (arrows[3][0] - arrows[2][0]).abs()];
    assert!((lengths[0] / lengths[1] - 2.0).abs() < 0.01, "{lengths:?}");
}

#[test]
fn the_words_name_magnitudes_contacts_and_bodies_and_the_legend_only_what_is_there() {
    let texts = texts(squeeze());
    for word in ["force closure: yes", "left", "right", "3 N", "part", "friction cone", "squeezing force"] {
        assert!(texts.iter().any(|text| text == word), "{word} in {texts:?}");
    }
    for word in ["velocity", "weight", "fixed", "near, not touching", "essential contact"] {
        assert!(texts.iter().all(|text| text != word), "{word} in {texts:?}");
    }
}

#[test]
fn the_verdict_is_marked_by_a_symbol_not_by_colour_alone() {
    for (tone, class, strokes) in
        [(Tone::Good, "yes", 2), (Tone::Bad, "no", 3), (Tone::Neutral, "undecided", 3)]
    {
        assert_eq!(
            paths(Panel { words: Words { tone, ..squeeze().words }, ..squeeze() }, class).len(),
            strokes
        );
    }
}

#[test]
fn a_near_contact_is_hollow_and_dashed() {
    let mut panel = squeeze();
    panel.cast.contacts[0].gap = 0.01;
    let text = svg(&page(panel), Theme::Light);
    assert!(text.contains("stroke-dasharray") && text.contains("near, not touching"));
    assert!(!svg(&page(squeeze()), Theme::Light).contains("stroke-dasharray"));
}

#[test]
fn an_escape_shows_three_ghosts_and_a_centre_of_rotation_that_stays() {
    let motion = Motion { body: "part".into(), twist: [1.0, 0.0, 0.0], about: [0.5, 0.5] };
    let panel =
        Panel { cast: Cast { motions: vec![motion], forces: Vec::new(), ..squeeze().cast }, ..squeeze() };
    assert_eq!(paths(panel.clone(), "ghosts").len(), 3);
    let centre_of = |numbers: &[f64]| {
        let corners: Vec<_> = numbers.chunks(2).take(4).collect();
        [0, 1].map(|i| corners.iter().map(|corner| corner[i]).sum::<f64>() / 4.0)
    };
    let still = centre_of(&paths(panel.clone(), "bodies")[0]);
    for ghost in paths(panel, "ghosts") {
        let centre = centre_of(&ghost);
        assert!((centre[0] - still[0]).hypot(centre[1] - still[1]) < 0.02);
    }
}

#[test]
fn a_far_centre_of_rotation_is_not_drawn() {
    let far = |w: f64| {
        let motion = Motion { body: "part".into(), twist: [w, 1.0, 0.0], about: [0.5, 0.5] };
        texts(Panel { cast: Cast { motions: vec![motion], ..squeeze().cast }, ..squeeze() })
            .contains(&"centre of rotation".to_owned())
    };
    assert!(far(2.0) && !far(0.01) && !far(0.0));
}

#[test]
fn numbers_that_are_not_finite_are_left_out_and_said_to_be() {
    let mut panel = squeeze();
    panel.cast.contacts[0].point = [f64::NAN, 0.0];
    let texts = texts(panel);
    assert!(texts.iter().any(|text| text.starts_with("1 thing not drawn")), "{texts:?}");
    assert!(!texts.contains(&"left".to_owned()));
}

#[test]
fn huge_and_tiny_scenes_look_the_same() {
    let scaled = |size: f64| {
        let scale = |[x, y]: [f64; 2]| [x * size, y * size];
        let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(scale);
        let mut panel = squeeze();
        panel.cast.bodies[0].shape = Some(Shape::polygon(&corners));
        panel.cast.bodies[0].com = Some([size / 2.0, size / 2.0]);
        panel.cast.contacts.iter_mut().for_each(|contact| contact.point = scale(contact.point));
        panel.cast.forces.iter_mut().for_each(|force| force.at = scale(force.at));
        ["bodies", "cones", "forces", "contacts"].map(|class| paths(panel.clone(), class).concat()).concat()
    };
    crate::drawn::look_the_same(scaled, 0.02);
}

#[test]
fn a_thousand_contacts_are_drawn_and_their_labels_thinned() {
    let around = |k: i32| (f64::from(k) * 0.00628).sin_cos();
    let contact = |k: i32| {
        let (y, x) = around(k);
        finger(&k.to_string(), [x, y], [-x, -y], 0.3)
    };
    let disc = Body { shape: Some(Shape::Disc { center: [0.0, 0.0], radius: 1.0 }), ..square() };
    let panel = Panel {
        cast: Cast { bodies: vec![disc], contacts: (0..1000).map(contact).collect(), ..Cast::default() },
        ..Panel::default()
    };
    assert_eq!(paths(panel.clone(), "cones").len(), 1000);
    let layout = layout(&page(panel));
    assert!(layout.thinned > 900 && layout.thinned < 1000, "{}", layout.thinned);
    let said = format!("{} labels left out", layout.thinned);
    assert!(layout.texts.iter().any(|text| text.text == said));
}

#[test]
fn a_wall_inside_another_solid_is_not_drawn_there() {
    let wall = |normal| {
        let shape = Some(Shape::HalfPlane { point: [0.0, 0.0], normal });
        Body { name: String::new(), role: Role::Fixed, shape, com: None }
    };
    let disc = Body { shape: Some(Shape::Disc { center: [0.0, 1.0], radius: 0.5f64.sqrt() }), ..square() };
    let dot = Contact { mark: ContactMark::Dot, ..finger("1", [0.5, 0.5], [-1.0, 1.0], 0.2) };
    let bodies = vec![wall([1.0, 1.0]), wall([-1.0, 1.0]), disc];
    let panel = Panel { cast: Cast { bodies, contacts: vec![dot], ..Cast::default() }, ..Panel::default() };
    let lines: Vec<_> = paths(panel, "ground").into_iter().filter(|path| path.len() == 4).collect();
    let longest = |line: &&Vec<f64>| (line[2] - line[0]).hypot(line[3] - line[1]) > 50.0;
    let walls: Vec<_> = lines.iter().filter(longest).collect();
    assert_eq!(walls.len(), 2);
    // Both end in the corner where they meet: none runs on below it.
    let lowest = walls.iter().flat_map(|line| [line[1], line[3]]).fold(0.0, f64::max);
    assert!(walls.iter().all(|line| (line[1].max(line[3]) - lowest).abs() < 0.02), "{walls:?}");
}

#[test]
fn the_same_page_gives_the_same_bytes() {
    assert_eq!(svg(&page(squeeze()), Theme::Dark), svg(&page(squeeze()), Theme::Dark));
    assert_eq!(png(&page(squeeze()), Theme::Dark, 1.0), png(&page(squeeze()), Theme::Dark, 1.0));
}

#[test]
fn a_png_has_the_size_asked_for_or_says_why_not() {
    let page = page(squeeze());
    let side = |bytes: &[u8], from: usize| u32::from_be_bytes(bytes[from..from + 4].try_into().unwrap());
    let bytes = png(&page, Theme::Light, 2.0).unwrap();
    assert_eq!(f64::from(side(&bytes, 16)), (layout(&page).width * 2.0).ceil());
    assert_eq!(f64::from(side(&bytes, 20)), (layout(&page).height * 2.0).ceil());
    for scale in [0.0, -1.0, f32::INFINITY] {
        assert_eq!(png(&page, Theme::Light, scale), Err(DrawError::Scale(scale)));
    }
    assert!(matches!(png(&page, Theme::Light, f32::NAN), Err(DrawError::Scale(_))));
    assert!(matches!(png(&page, Theme::Light, 1e6), Err(DrawError::TooLarge { .. })));
}

#[test]
fn a_screen_reader_hears_title_and_verdict() {
    let text = svg(&page(squeeze()), Theme::Light);
    let document = roxmltree::Document::parse(&text).expect("well-formed XML");
    let read =
        |tag: &str| document.descendants().find(|node| node.has_tag_name(tag)).and_then(|node| node.text());
    assert_eq!(read("title"), Some("Test"));
    assert!(read("desc").unwrap().contains("force closure: yes (yes)"));
}

#[test]
fn an_empty_page_and_an_empty_panel_say_so() {
    assert!(svg(&Page::default(), Theme::Light).contains("No scene to draw."));
    assert!(texts(Panel::default()).contains(&"nothing to draw".to_owned()));
}
