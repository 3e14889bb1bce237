//! `[detect]` in both dimensions, and assemblies that need it.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::cases::cases;
use stiction::scene::{AnyScene, Near, Party, Role, Scene};
use stiction::screw::{Planar, Spatial};
use stiction_files::{Fault, Format, Import, NoFiles, ReadScene, Sources, read_scene, read_scene_with};
use stiction_proof::Rational;

const STACK: &str = "stiction = 1\ndimension = 2\n\
    [bodies.a]\nshape.polygon = [[0, 0], [2, 0], [2, 1], [0, 1]]\n\
    [bodies.b]\nshape.polygon = [[0, 1], [2, 1], [2, 2], [0, 2]]\n\
    [bodies.ground]\nshape.half_plane = { point = [0, 0], normal = [0, 1] }\n";

fn read(text: &str) -> ReadScene {
    read_scene(text, Format::Toml, "t").unwrap_or_else(|faults| panic!("{}", faults.render("t", text, false)))
}

fn planar(text: &str) -> (Scene<Planar>, Vec<Fault>) {
    let read = read(text);
    let AnyScene::Planar(scene) = read.scene else { panic!("not planar") };
    (scene, read.warnings)
}

fn codes(text: &str) -> Vec<(&'static str, String)> {
    let faults = read_scene(text, Format::Toml, "t").expect_err(text);
    faults.faults.iter().map(|fault| (fault.code, fault.path.clone())).collect()
}

#[test]
fn a_restitution_is_from_nothing_to_one_and_a_pair_may_have_its_own() {
    let pair = "[[detect.pairs]]\nbetween = [\"a\", \"ground\"]\n";
    let (scene, _) =
        planar(&format!("{STACK}[detect]\nfriction = 0.3\nrestitution = 0.5\n{pair}restitution = 1\n"));
    let law = |a, b| scene.touching_between(a, b);
    let half = Rational::new(1, 2);
    assert_eq!(law(Party::Body(0), Party::Body(1)).restitution, half);
    let own = law(Party::Ground, Party::Body(0));
    assert_eq!((own.restitution, own.friction.at_rest), (Rational::one(), Rational::new(3, 10)));
    let faulty = |value: &str| codes(&format!("{STACK}[detect]\nrestitution = {value}\n"));
    assert_eq!(faulty("1.5"), [("restitution", "detect.restitution".to_string())]);
    assert_eq!(faulty("-0.1"), [("restitution", "detect.restitution".to_string())]);
    assert_eq!(
        codes(&format!("{STACK}[detect]\n{pair}")),
        [("missing-key", "detect.pairs[0].friction".to_string())]
    );
}

#[test]
fn touching_shapes_are_in_contact_with_the_friction_of_their_pair() {
    let (scene, warnings) = planar(&format!(
        "{STACK}[detect]\nfriction = {{ static = 0.5, kinetic = 0.4 }}\n[[detect.pairs]]\nbetween = [\"b\", \"a\"]\nfriction = 0.2\n"
    ));
    assert_eq!(warnings, []);
    let ids: Vec<_> = scene.contacts.iter().map(|contact| contact.id.as_str()).collect();
    assert_eq!(ids, ["a/b.1", "a/b.2", "a/ground.1", "a/ground.2"]);
    let friction: Vec<f64> = scene.contacts.iter().map(|contact| contact.friction.at_rest.to_f64()).collect();
    assert_eq!(friction, [0.2, 0.2, 0.5, 0.5]);
    assert_eq!(scene.contacts[3].friction.sliding, Rational::new(2, 5));
    assert_eq!(scene.contacts[2].against, Party::Ground);
}

#[test]
fn a_contact_listed_by_hand_replaces_the_one_at_its_place() {
    let own = "[[contacts]]\nid = \"mine\"\non = \"a\"\npoint = [2, 0]\nnormal = [0, 1]\nfriction = 0.9\n";
    let (scene, _) = planar(&format!("{STACK}{own}[detect]\n"));
    let ids: Vec<_> = scene.contacts.iter().map(|contact| contact.id.as_str()).collect();
    assert_eq!(ids[0], "mine");
    assert_eq!(ids.len(), 4, "{ids:?}");
    let taken = own.replace("mine", "a/b.1");
    assert_eq!(codes(&format!("{STACK}{taken}[detect]\n")), [("duplicate-id", "detect".to_string())]);
}

#[test]
fn a_detect_section_with_impossible_values_is_refused() {
    for (section, code, path) in cases(include_str!("cases/detection.txt")) {
        assert_eq!(codes(&format!("{STACK}[detect]\n{section}\n")), [(code, path.to_string())]);
    }
}

#[test]
fn what_detection_does_not_guess_is_a_warning() {
    let with = |b: &str| STACK.replace("[[0, 1], [2, 1], [2, 2], [0, 2]]", b) + "[detect]\n";
    let cases = [
        ("[[0, 0.5], [2, 0.5], [2, 2], [0, 2]]", "overlap"),
        ("[[2, 1], [3, 1], [3, 2], [2, 2]]", "corner-on-corner"),
    ];
    for (b, code) in cases {
        let (_, warnings) = planar(&with(b));
        let found: Vec<_> = warnings.iter().map(|warning| (warning.code, warning.path.as_str())).collect();
        assert!(found.contains(&(code, "detect")), "{found:?}");
        assert!(warnings.iter().all(|warning| !warning.help.is_empty()));
    }
    let (_, warnings) = planar("stiction = 1\ndimension = 2\n[bodies.a]\n[detect]\n");
    assert_eq!(warnings[0].code, "no-shapes");
    let far = "stiction = 1\ndimension = 2\n[bodies.a]\nshape.disc.radius = 1\n[bodies.b]\nshape.disc = { center = [9, 0], radius = 1 }\n[detect]\n";
    assert_eq!(planar(far).1[0].code, "no-contacts");
}

const TWO_BLOCKS: &str = r#"{"dtype": "compas_assembly.datastructures/Assembly", "data": {"graph": {"dtype": "compas.datastructures/Graph",
"data": {"default_node_attributes": {"is_support": false}, "node": {
"0": {"is_support": true, "block": {"dtype": "compas_assembly.datastructures/Block", "data": {"vertex": {
 "0": {"x": 0, "y": 0, "z": 0}, "1": {"x": 1, "y": 0, "z": 0}, "2": {"x": 1, "y": 1, "z": 0}, "3": {"x": 0, "y": 1, "z": 0},
 "4": {"x": 0, "y": 0, "z": 1}, "5": {"x": 1, "y": 0, "z": 1}, "6": {"x": 1, "y": 1, "z": 1}, "7": {"x": 0, "y": 1, "z": 1}},
 "face": {"0": [0, 3, 2, 1], "1": [4, 5, 6, 7], "2": [0, 1, 5, 4], "3": [1, 2, 6, 5], "4": [2, 3, 7, 6], "5": [3, 0, 4, 7]}}}},
"1": {"block": {"dtype": "compas_assembly.datastructures/Block", "data": {"vertex": {
 "0": {"x": 0, "y": 0, "z": 1}, "1": {"x": 1, "y": 0, "z": 1}, "2": {"x": 1, "y": 1, "z": 1}, "3": {"x": 0, "y": 1, "z": 1},
 "4": {"x": 0, "y": 0, "z": 2}, "5": {"x": 1, "y": 0, "z": 2}, "6": {"x": 1, "y": 1, "z": 2}, "7": {"x": 0, "y": 1, "z": 2}},
 "face": {"0": [0, 3, 2, 1], "1": [4, 5, 6, 7], "2": [0, 1, 5, 4], "3": [1, 2, 6, 5], "4": [2, 3, 7, 6], "5": [3, 0, 4, 7]}}}}},
"edge": {}}}}}"#;

fn assembly(text: &str, format: Format, import: Import) -> (Scene<Spatial>, Vec<Fault>) {
    let sources = Sources { files: &NoFiles, import: &import };
    let read = read_scene_with(text, format, "t", &sources);
    let read = read.unwrap_or_else(|faults| panic!("{}", faults.render("t", text, false)));
    let AnyScene::Spatial(scene) = read.scene else { panic!("not in space") };
    (scene, read.warnings)
}

fn check_two_blocks(scene: &Scene<Spatial>) {
    assert_eq!(scene.contacts.len(), 4, "{:?}", scene.contacts);
    assert_eq!(scene.bodies[0].role, Role::Fixed);
    assert_eq!(scene.bodies[1].role, Role::Free);
    assert!(scene.contacts.iter().all(|contact| contact.point[2] == Rational::one()));
    assert!(scene.contacts.iter().all(|contact| contact.tangents.len() == 2));
}

#[test]
fn a_compas_assembly_is_a_scene() {
    let (scene, warnings) = assembly(TWO_BLOCKS, Format::Json, Import::default());
    check_two_blocks(&scene);
    assert_eq!(scene.bodies[1].mass, Some(1.into()));
    let said: Vec<&str> = warnings.iter().map(|warning| warning.help.as_str()).collect();
    assert!(said.iter().any(|help| help.contains("--friction")), "{said:?}");
    assert!(said.iter().any(|help| help.contains("--density")), "{said:?}");
    let import =
        Import { density: Some(2000.into()), friction: Some(Rational::new(3, 5)), ..Import::default() };
    let (scene, warnings) = assembly(TWO_BLOCKS, Format::Json, import);
    assert_eq!(scene.bodies[1].mass, Some(2000.into()));
    assert_eq!(scene.contacts[0].friction.at_rest, Rational::new(3, 5));
    assert_eq!(warnings.len(), 1, "only the direction of gravity is assumed: {warnings:?}");
}

#[test]
fn the_earlier_form_of_a_compas_assembly_is_read_too() {
    let tree: serde_json::Value = serde_json::from_str(TWO_BLOCKS).unwrap();
    let nodes = &tree["data"]["graph"]["data"]["node"];
    let block = |key: &str| {
        let mut mesh = nodes[key]["block"]["data"].clone();
        for face in mesh["face"].as_object_mut().unwrap().values_mut() {
            *face = face.as_array().unwrap().iter().map(|k| k.to_string()).collect();
        }
        mesh
    };
    let old = serde_json::json!({
        "assembly": { "vertex": { "0": { "is_support": true }, "1": { "is_support": false } } },
        "blocks": { "0": block("0"), "1": block("1") }
    });
    check_two_blocks(&assembly(&old.to_string(), Format::Json, Import::default()).0);
}

#[test]
fn the_groups_of_an_obj_file_are_blocks() {
    let cube = |name: &str, z: i64, first: usize| {
        let corners =
            [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)];
        let vertices: String = corners.iter().map(|(x, y, h)| format!("v {x} {y} {}\n", z + h)).collect();
        let faces = [[4, 3, 2, 1], [5, 6, 7, 8], [1, 2, 6, 5], [2, 3, 7, 6], [3, 4, 8, 7], [4, 1, 5, 8]];
        let face = |face: &[usize; 4]| format!("f {}\n", face.map(|k| format!("{}//1", k + first)).join(" "));
        format!("{vertices}g {name}\n{}", faces.iter().map(face).collect::<String>())
    };
    let text = format!("# two cubes\n{}{}", cube("lower", 0, 0), cube("upper", 1, 8));
    assert_eq!(Format::of("wall.obj".as_ref(), &text), Format::Obj);
    assert_eq!(Format::of("wall".as_ref(), &text), Format::Obj);
    let (scene, warnings) = assembly(&text, Format::Obj, Import::default());
    check_two_blocks(&scene);
    assert_eq!(scene.contacts[0].id, "lower/upper.1");
    assert!(warnings.iter().any(|warning| warning.message.contains("lowest")), "{warnings:?}");
}

#[test]
fn assemblies_with_faults_say_where() {
    for (text, format, code) in [
        ("v 0 0\n", Format::Obj, "obj-line"),
        ("v 0 0 0\nf 1 2 3\n", Format::Obj, "face-corner"),
        ("# nothing\n", Format::Obj, "empty"),
        ("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", Format::Obj, "open-surface"),
        ("{\"dtype\": \"x/Assembly\", \"data\": {}}", Format::Json, "compas"),
        (&TWO_BLOCKS.replacen("[0, 3, 2, 1]", "[0, 3, 2, 9]", 1), Format::Json, "face-corner"),
        (&TWO_BLOCKS.replacen("[0, 3, 2, 1]", "[0, 3, 2]", 1), Format::Json, "open-surface"),
    ] {
        let faults = read_scene(text, format, "t").expect_err(code);
        assert_eq!(faults.faults[0].code, code, "{faults}");
    }
}

/// The upper of the two blocks, and its interface, as a COMPAS file stores it.
fn with_interface(points: &str) -> String {
    let interface = format!(
        "\"edge\": {{\"0\": {{\"1\": {{\"interfaces\": [{{\"dtype\": \"compas_assembly.datastructures/Interface\", \"data\": {{\"points\": [{points}]}}}}]}}}}}}"
    );
    TWO_BLOCKS.replace("\"edge\": {}", &interface)
}

#[test]
fn stored_interfaces_are_contacts_and_other_pairs_are_looked_at() {
    let half =
        "[0, 0, 1], {\"dtype\": \"compas.geometry/Point\", \"data\": [0, 1, 1]}, [0.5, 1, 1], [0.5, 0, 1]";
    let (scene, warnings) = assembly(&with_interface(half), Format::Json, Import::default());
    check_two_blocks(&scene);
    assert!(
        scene.contacts.iter().all(|contact| contact.point[0] <= Rational::new(1, 2)),
        "as stored, not as found"
    );
    // Into the first block, which is below.
    assert!(scene.contacts.iter().all(|contact| contact.normal[2].is_negative()));
    assert_eq!(scene.patches.len(), 1);
    assert!(warnings.iter().any(|warning| warning.code == "stored"), "{warnings:?}");
    let away = half.replace("[0.5, 0, 1]", "[0.5, 0, 1.2]");
    let (_, warnings) = assembly(&with_interface(&away), Format::Json, Import::default());
    assert!(warnings.iter().any(|warning| warning.code == "stray-interface"), "{warnings:?}");
}

#[test]
fn the_fixed_blocks_may_be_named() {
    let named = |name: &str| Import { supports: vec![name.to_owned()], ..Import::default() };
    let (scene, _) = assembly(TWO_BLOCKS, Format::Json, named("1"));
    assert_eq!([Role::Free, Role::Fixed], [scene.bodies[0].role, scene.bodies[1].role]);
    let sources = Sources { files: &NoFiles, import: &named("2") };
    let faults = read_scene_with(TWO_BLOCKS, Format::Json, "t", &sources).unwrap_err();
    assert_eq!(faults.faults[0].code, "unknown-body");
}

#[test]
fn models_networks_and_lists_of_meshes_are_assemblies() {
    let tree: serde_json::Value = serde_json::from_str(TWO_BLOCKS).unwrap();
    let nodes = &tree["data"]["graph"]["data"]["node"];
    let mesh = |key: &str| nodes[key]["block"].clone();
    let point = |x: f64, y: f64| serde_json::json!({ "data": [x, y, 1.0] });
    let contact = serde_json::json!({ "data": { "points": [point(0.0, 0.0), point(1.0, 0.0), point(1.0, 1.0), point(0.0, 1.0)] } });
    let element = |key: &str, support: bool, shape: &str| {
        let mut data =
            serde_json::json!({ "is_support": support, "material": "stone", "transformation": null });
        data[shape] = mesh(key);
        serde_json::json!({ "dtype": "compas_dem.elements/Block", "data": data, "guid": format!("id-{key}") })
    };
    let graph = serde_json::json!({
        "node": { "0": { "element": "id-0" }, "1": { "element": "id-1" } },
        "edge": { "0": { "1": { "contacts": [contact] } } }
    });
    let materials = serde_json::json!({ "stone": { "data": { "density": 2000 } } });
    let listed = serde_json::json!({ "dtype": "compas_dem.models/BlockModel", "data": {
        "elements": [element("0", true, "shape"), element("1", false, "shape")], "graph": graph, "materials": materials } });
    let by_id = serde_json::json!({ "dtype": "compas_dem.problem/Problem", "data": { "model": { "dtype": "compas_dem.models/BlockModel", "data": {
        "elements": { "id-0": element("0", true, "geometry"), "id-1": element("1", false, "geometry") }, "graph": graph, "materials": materials } } } });
    for model in [listed, by_id] {
        let (scene, warnings) = assembly(&model.to_string(), Format::Json, Import::default());
        check_two_blocks(&scene);
        assert_eq!(scene.bodies[1].mass, Some(2000.into()), "the density of its material");
        assert!(warnings.iter().any(|warning| warning.code == "stored"), "{warnings:?}");
    }
    let network = serde_json::json!({ "node": nodes, "edge": {}, "dna": { "is_support": false } });
    check_two_blocks(&assembly(&network.to_string(), Format::Json, Import::default()).0);
    for list in [serde_json::json!([mesh("0"), mesh("1")]), serde_json::json!([[mesh("0")], [mesh("1")]])] {
        let (scene, warnings) = assembly(&list.to_string(), Format::Json, Import::default());
        check_two_blocks(&scene);
        assert!(warnings.iter().any(|warning| warning.help.contains("--supports")), "{warnings:?}");
    }
}

#[test]
fn pairs_that_are_nearly_touching_are_kept_for_the_verdict_unless_their_contacts_are_listed() {
    let near =
        STACK.replace("[[0, 1], [2, 1], [2, 2], [0, 2]]", "[[0, 1.00001], [2, 1.00001], [2, 2], [0, 2]]");
    let (scene, warnings) = planar(&format!("{near}[detect]\n"));
    assert_eq!(scene.overlooked.len(), 1, "{warnings:?}");
    assert!(warnings.iter().any(|warning| warning.code == "gap" && warning.help.contains("--tolerance")));
    let listed = format!(
        "{near}[detect]\n[[contacts]]\non = \"b\"\nagainst = \"a\"\npoint = [1, 1]\nnormal = [0, 1]\n"
    );
    assert_eq!(planar(&listed).0.overlooked, []);
}

#[test]
fn interfaces_that_stray_and_blocks_that_overlap_at_one_are_doubts() {
    let whole = "[0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 0, 1]";
    let good = assembly(&with_interface(whole), Format::Json, Import::default()).0;
    assert_eq!(good.overlooked, []);
    // The lower block, which ends at 1, ends at 0.5, and at 1.1.
    let raised = with_interface(whole).replacen("\"z\": 1}", "\"z\": 0.5}", 4);
    let (scene, _) = assembly(&raised, Format::Json, Import::default());
    assert!(
        matches!(scene.overlooked[0].why, Near::Stray(by) if (by - 0.5).abs() < 1e-9),
        "{:?}",
        scene.overlooked
    );
    let wide = Import { tolerance: Some(Rational::new(6, 10)), ..Import::default() };
    assert_eq!(assembly(&raised, Format::Json, wide).0.overlooked, [], "within the tolerance that is given");
    let higher = with_interface(whole).replacen("\"z\": 1}", "\"z\": 1.1}", 4);
    let (scene, _) = assembly(&higher, Format::Json, Import::default());
    let overlap = |near: Near| matches!(near, Near::StoredOverlap(by) if by > 0.01 && by < 0.11);
    assert!(scene.overlooked.iter().any(|pair| overlap(pair.why)), "{:?}", scene.overlooked);
    assert!(scene.overlooked.iter().all(|pair| pair.why.is_taken()));
}

/// A cube with this corner, of this size, as a group of an OBJ file after so many vertices.
fn cube_of(name: &str, [x, y, z]: [i64; 3], size: i64, first: usize) -> String {
    let corners = [(0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)];
    let vertex =
        |(a, b, c): &(i64, i64, i64)| format!("v {} {} {}\n", x + size * a, y + size * b, z + size * c);
    let faces = [[4, 3, 2, 1], [5, 6, 7, 8], [1, 2, 6, 5], [2, 3, 7, 6], [3, 4, 8, 7], [4, 1, 5, 8]];
    let face = |face: &[usize; 4]| format!("f {}\n", face.map(|k| (k + first).to_string()).join(" "));
    let vertices: String = corners.iter().map(vertex).collect();
    format!("o {name}\n{vertices}{}", faces.iter().map(face).collect::<String>())
}

#[test]
fn a_block_named_ground_is_free_where_others_are_named_as_supports() {
    let text = cube_of("base", [0, 0, 0], 1, 0) + &cube_of("ground", [0, 0, 1], 1, 8);
    let (scene, _) = assembly(&text, Format::Obj, Import::default());
    assert_eq!(scene.bodies[1].role, Role::Fixed, "as its name says");
    let named = Import { supports: vec!["base".to_owned()], ..Import::default() };
    let (scene, warnings) = assembly(&text, Format::Obj, named);
    assert_eq!((scene.bodies[1].role, scene.bodies[1].name.as_str()), (Role::Free, "ground 2"));
    assert_eq!(scene.contacts.len(), 4);
    assert!(warnings.iter().any(|warning| warning.message.contains("\"ground 2\"")), "{warnings:?}");
}

#[test]
fn blocks_larger_than_a_house_are_told_once_unless_their_unit_is_said() {
    let text = cube_of("base", [0, 0, 0], 1000, 0) + &cube_of("top", [0, 0, 1000], 1000, 8);
    let sizes = |import: Import| {
        let (_, warnings) = assembly(&text, Format::Obj, import);
        let told: Vec<_> = warnings.into_iter().filter(|warning| warning.code == "size").collect();
        (told.len(), told.first().map(|warning| warning.help.clone()).unwrap_or_default())
    };
    let (count, help) = sizes(Import::default());
    assert!(count == 1 && help.contains("--unit mm"), "{help}");
    let said =
        stiction_files::TriangleOptions { scale: Some(0.001), ..stiction_files::TriangleOptions::default() };
    assert_eq!(sizes(Import { taken: said, ..Import::default() }).0, 0);
}
