//! The commonest mistakes, each with its code, its line, what was measured and a remedy.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction_files::{Carried, Fault, Format, Import, Sources, read_scene, read_scene_with};

/// The faults and the warnings of a text.
fn said(text: &str) -> (Vec<Fault>, Vec<Fault>) {
    match read_scene(text, Format::Toml, "t") {
        Ok(read) => (Vec::new(), read.warnings),
        Err(faults) => (faults.faults, faults.warnings),
    }
}

/// Whether one of these says this at this place, with these words in message and help.
fn says(list: &[Fault], code: &str, path: &str, line: usize, measured: &str, remedy: &str) -> bool {
    let one = |fault: &&Fault| {
        fault.code == code
            && fault.path == path
            && fault.line == Some(line)
            && fault.column.is_some()
            && fault.message.contains(measured)
            && fault.help.contains(remedy)
    };
    list.iter().any(|fault| one(&fault))
}

/// A scene whose body begins at line 4 and whose contact has its first own line after it.
fn plane(body: &str, contact: &str) -> String {
    let contact =
        if contact.is_empty() { String::new() } else { format!("[[contacts]]\non = \"part\"\n{contact}\n") };
    format!("stiction = 1\ndimension = 2\n[bodies.part]\n{body}\n{contact}")
}

fn space(body: &str) -> String {
    plane(body, "").replace("dimension = 2", "dimension = 3")
}

const AT: &str = "point = [0, 0]\nnormal = [0, 1]";
const SQUARE: &str = "shape.polygon = [[0, 0], [4, 0], [4, 4], [0, 4]]";

/// Text, code, path, line, measured value, remedy.
type Case = (String, &'static str, &'static str, usize, &'static str, &'static str);

fn faulty() -> Vec<Case> {
    let contact = |line: &str| plane("mass = 1", &format!("{AT}\n{line}"));
    let kinetic = contact("friction = { static = 0.2, kinetic = 0.3 }");
    vec![
        (plane("masss = 1", ""), "unknown-key", "bodies.part.masss", 4, "masss", "`mass`"),
        (plane("mass = [1]", ""), "type", "bodies.part.mass", 4, "", "number"),
        (plane("com = [1]", ""), "length", "bodies.part.com", 4, "1", "[x, y]"),
        (plane("mass = -1", ""), "mass", "bodies.part.mass", 4, "-1", "greater than zero"),
        (plane("mass = nan", ""), "not-finite", "bodies.part.mass", 4, "nan", ""),
        (plane("inertia = -2", ""), "inertia", "bodies.part.inertia", 4, "-2", "greater than zero"),
        (plane("inertia = nan", ""), "not-finite", "bodies.part.inertia", 4, "nan", ""),
        (contact("friction = -0.1"), "friction", "contacts[0].friction", 9, "-0.1", ""),
        (contact("friction = nan"), "not-finite", "contacts[0].friction", 9, "nan", ""),
        (kinetic, "friction-order", "contacts[0].friction", 9, "0.3", "at most static"),
        (contact("force = [1, 0.5]"), "force", "contacts[0].force", 9, "0.5", "mu·fn"),
        (contact("against = \"prat\""), "unknown-body", "contacts[0].against", 9, "prat", "\"part\""),
        (
            contact("against = \"box\""),
            "unknown-body",
            "contacts[0].against",
            9,
            "box",
            "the bodies here are \"part\" and \"ground\"",
        ),
        (contact("against = \"part\""), "self-contact", "contacts[0]", 5, "part", "two different bodies"),
        (
            plane("", &format!("id = \"x\"\n{AT}\n[[contacts]]\non = \"part\"\nid = \"x\"\n{AT}")),
            "duplicate-id",
            "contacts[1]",
            10,
            "x",
            "its own id",
        ),
        (
            plane("", "point = [0, 0]\nnormal = [0, 0]"),
            "zero-normal",
            "contacts[0].normal",
            8,
            "",
            "direction",
        ),
        (
            plane("shape.polygon = [[0, 0], [2, 2], [2, 0], [0, 3]]", ""),
            "self-intersection",
            "bodies.part.shape.polygon[2]",
            4,
            "",
            "",
        ),
        (
            plane(&format!("{SQUARE}\nshape.holes = [[[5, 5], [6, 5], [6, 6]]]"), ""),
            "hole-outside",
            "bodies.part.shape.holes[0]",
            5,
            "",
            "",
        ),
        (
            space("inertia = [[1, 0.5, 0], [0, 1, 0], [0, 0, 1]]"),
            "inertia",
            "bodies.part.inertia",
            4,
            "symmetric",
            "",
        ),
        (
            space("inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 3]]"),
            "inertia",
            "bodies.part.inertia",
            4,
            "Izz = 3 is greater than Ixx + Iyy = 1 + 1",
            "",
        ),
        (
            space(
                "[[contacts]]\non = \"part\"\nnormal = [0, 0, 1]\npoints = [[0, 0, 0], [1, 0, 0], [1, 1, 0.1], [0, 1, 0]]",
            ),
            "not-coplanar",
            "contacts[0].points",
            7,
            "",
            "flat",
        ),
    ]
}

#[test]
fn every_common_mistake_is_a_fault_with_place_value_and_remedy() {
    for (text, code, path, line, measured, remedy) in faulty() {
        let (faults, _) = said(&text);
        assert!(
            says(&faults, code, path, line, measured, remedy),
            "{text}\n{code} {path} {line}: {faults:#?}"
        );
        assert!(faults.iter().all(|fault| !fault.help.is_empty()), "{text}: a fault without a remedy");
    }
}

#[test]
fn every_common_slip_is_a_warning_with_place_and_remedy() {
    let square = |contact: &str| plane(SQUARE, contact);
    let overlap = format!(
        "stiction = 1\ndimension = 2\n[bodies.a]\n{SQUARE}\n[bodies.b]\nshape.disc = {{ center = [4, 2], radius = 1 }}\n[detect]\n"
    );
    let cases: [Case; 5] = [
        (
            plane("", &format!("{AT}\nfriction = 30")),
            "steep-friction",
            "contacts[0].friction",
            9,
            "30",
            "tan",
        ),
        (plane("pose = [0, 0, 90]", AT), "pose-angle", "bodies.part.pose", 4, "90", "1.570796"),
        (
            square("point = [1, -0.5]\nnormal = [0, 1]"),
            "stray-point",
            "contacts[0].point",
            7,
            "0.5",
            "[1, 0]",
        ),
        (
            square("point = [1, 0]\nnormal = [0, -1]"),
            "inverted-normal",
            "contacts[0].normal",
            8,
            "",
            "[0, 1]",
        ),
        (overlap, "overlap", "detect", 7, "overlap by 1", "tolerance"),
    ];
    for (text, code, path, line, measured, remedy) in cases {
        let (faults, warnings) = said(&text);
        assert!(faults.is_empty(), "{text}: {faults:?}");
        assert!(says(&warnings, code, path, line, measured, remedy), "{text}\n{code}: {warnings:#?}");
    }
}

#[test]
fn the_edges_of_a_bad_mesh_are_named() {
    let cube = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
        f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\n";
    let closed = format!("{cube}f 4 1 5 8\n");
    let turned = format!("{cube}f 8 5 1 4\n");
    let text = space("shape.mesh = \"m.obj\"");
    let read = |mesh: &str| {
        let files = Carried(&[("m.obj", mesh.as_bytes())]);
        read_scene_with(&text, Format::Toml, "t", &Sources { files: &files, import: &Import::default() })
    };
    assert!(read(&closed).is_ok());
    assert!(read(&turned).unwrap().warnings.iter().any(|warning| warning.code == "mended"));
    let faults = read(cube).unwrap_err().faults;
    let fault =
        faults.iter().find(|fault| fault.code == "open-surface").unwrap_or_else(|| panic!("{faults:?}"));
    assert_eq!((fault.path.as_str(), fault.line), ("bodies.part.shape.mesh", Some(4)));
    let said = format!("{} {}", fault.message, fault.help);
    assert!(said.contains("[0, 0, 0]") || said.contains("(0, 0, 0)"), "no edge is named: {said}");
}

#[test]
fn the_points_of_one_entry_are_one_patch() {
    let text = plane(SQUARE, "id = \"seat\"\npoints = [[0, 0], [4, 0]]");
    let read = read_scene(&text, Format::Toml, "t").unwrap();
    let stiction::scene::AnyScene::Planar(scene) = read.scene else { panic!("not planar") };
    assert_eq!(scene.patches.len(), 1);
    assert_eq!((scene.patches[0].id.as_str(), scene.patches[0].outline.len()), ("seat", 2));
    assert_eq!(scene.patches[0].contacts, ["seat.1", "seat.2"]);
}

#[test]
fn detected_contacts_of_one_edge_are_one_patch_until_one_is_replaced() {
    let block = "stiction = 1\ndimension = 2\n[bodies.a]\nshape.polygon = [[0, 0], [2, 0], [2, 1], [0, 1]]\n\
        [bodies.ground]\nshape.half_plane = { point = [0, 0], normal = [0, 1] }\n[detect]\n";
    let own = format!("{block}[[contacts]]\non = \"a\"\npoint = [0, 0]\nnormal = [0, 1]\n");
    for (text, expected) in [(block, &["a/ground.1", "a/ground.2"][..]), (&own, &["a/ground.1"][..])] {
        let read = read_scene(text, Format::Toml, "t").unwrap();
        let stiction::scene::AnyScene::Planar(scene) = read.scene else { panic!("not planar") };
        assert_eq!(scene.patches[0].id, "a/ground:1");
        assert_eq!(scene.patches[0].contacts, expected);
    }
}
