//! Scenes in space: what they mean, and every rule of theirs broken once.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::cases::found_in_bodies;
use stiction::scene::{AnyScene, ContactModel, Party, Scene};
use stiction::screw::Spatial;
use stiction_files::{
    Carried, Fault, Faults, Format, Import, ReadScene, Sources, read_scene, read_scene_with,
};
use stiction_proof::Rational;

const BOX: &str = "shape.box = { center = [0, 0, 1], size = [4, 2, 2] }";
const AT: &str = "point = [0, 0, 0]\nnormal = [0, 0, 1]";

fn scene_text(body: &str, contact: &str) -> String {
    format!("stiction = 1\ndimension = 3\n[bodies.part]\n{body}\n[[contacts]]\non = \"part\"\n{contact}\n")
}

fn spatial(read: ReadScene) -> (Scene<Spatial>, Vec<Fault>) {
    let AnyScene::Spatial(scene) = read.scene else { panic!("not in space") };
    (scene, read.warnings)
}

fn good(body: &str, contact: &str) -> (Scene<Spatial>, Vec<Fault>) {
    let text = scene_text(body, contact);
    let read = read_scene(&text, Format::Toml, "test");
    spatial(read.unwrap_or_else(|faults| panic!("{}", faults.render("test", &text, false))))
}

fn codes(faults: &Faults) -> Vec<(&'static str, String)> {
    faults.faults.iter().map(|fault| (fault.code, fault.path.clone())).collect()
}

fn faults(body: &str, contact: &str) -> Faults {
    let text = scene_text(body, contact);
    read_scene(&text, Format::Toml, "test").expect_err(&text)
}

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

fn vector<const N: usize>(text: [&str; N]) -> [Rational; N] {
    text.map(number)
}

#[test]
fn bodies_in_space_with_impossible_values_are_refused() {
    found_in_bodies(include_str!("cases/bodies_in_space.txt"), |body| codes(&faults(body, AT)));
}

#[test]
fn polyhedra_are_judged_where_they_are_written() {
    let corners = "vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]";
    let with = |faces: &str| format!("shape.polyhedron = {{ {corners}, faces = {faces} }}");
    let found = codes(&faults(&with("[[0, 2, 1], [0, 1, 3], [1, 2, 3]]"), AT));
    assert!(found.contains(&("open-surface", "bodies.part.shape.polyhedron.faces".into())), "{found:?}");
    let found = codes(&faults(&with("[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 4]]"), AT));
    assert!(found.contains(&("face-corner", "bodies.part.shape.polyhedron.faces[3][2]".into())), "{found:?}");
    // Either way round is good, and a tetrahedron weighs a sixth.
    for faces in
        ["[[0, 2, 1], [0, 1, 3], [1, 2, 3], [0, 3, 2]]", "[[0, 1, 2], [0, 1, 3], [1, 2, 3], [0, 2, 3]]"]
    {
        let (scene, _) = good(&format!("density = 1\n{}", with(faces)), "point = [0.25, 0.25, 0]");
        assert_eq!(scene.bodies[0].mass, Some(number("1/6")));
        assert_eq!(scene.contacts[0].normal, vector(["0", "0", "1"]));
    }
}

#[test]
fn an_inertia_that_no_body_has_is_refused_and_a_rounded_one_doubted() {
    let message = &faults("inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 3]]", AT).faults[0].message.clone();
    assert!(message.contains("Izz = 3 is greater than Ixx + Iyy = 1 + 1"), "{message}");
    // A thin plate, written with four digits.
    let (_, warnings) = good("inertia = [[0.0833, 0, 0], [0, 0.0833, 0], [0, 0, 0.1667]]", AT);
    assert_eq!((warnings[0].code, warnings[0].path.as_str()), ("inertia", "bodies.part.inertia"));
    let (_, warnings) = good("inertia = [[1, 0, 0], [0, 1, 0], [0, 0, 2]]", AT);
    assert_eq!(warnings, [], "a flat body has equality");
}

#[test]
fn contacts_in_space_with_impossible_values_are_refused() {
    let cases = [
        ("point = [0, 0]", "length", "point"),
        ("normal = [0, 0, 0]\npoint = [0, 0, 0]", "zero-normal", "normal"),
        (&format!("{AT}\nvertex = \"on\""), "planar-only", "vertex"),
        (&format!("{AT}\ncurvature = {{ on = 1, against = 0 }}"), "planar-only", "curvature"),
        (&format!("{AT}\ntangents = [[1, 0, 0]]"), "tangents", "tangents"),
        (&format!("{AT}\ntangents = [[0, 0, 2], [0, 1, 0]]"), "tangents", "tangents[0]"),
        (&format!("{AT}\ntangents = [[1, 0, 0.1], [0, 1, 0]]"), "tangents", "tangents[0]"),
        (&format!("{AT}\ntangents = [[1, 0, 0], [1, 1, 0]]"), "tangents", "tangents[1]"),
        (&format!("{AT}\ntangents = [[1, 0, 0], [0, 0, 0]]"), "tangents", "tangents[1]"),
        (&format!("{AT}\nfriction = 0.5\nforce = [1, 0.3, 0.41]"), "force", "force"),
        (&format!("{AT}\nfriction = 0.5\nforce = [-1, 0, 0]"), "force", "force"),
        (&format!("{AT}\nfriction = 0.5\nforce = [1, 0, 0, 0.1]"), "length", "force"),
        (&format!("{AT}\nfriction = 0.5\nsoft = 0.2\nforce = [1, 0.3, 0, 0.17]"), "force", "force"),
        (
            "points = [[0, 0, 0], [1, 0, 0], [1, 1, 0.1], [0, 1, 0]]\nnormal = [0, 0, 1]",
            "not-coplanar",
            "points",
        ),
    ];
    for (contact, code, path) in cases {
        let found = codes(&faults("", contact));
        assert!(found.contains(&(code, format!("contacts[0].{path}"))), "{contact}: {found:?}");
    }
}

#[test]
fn a_tangent_that_leans_is_told_its_part_across() {
    let faults = faults("", &format!("{AT}\ntangents = [[2, 0, 1], [0, 1, 0]]"));
    assert!(faults.faults[0].help.contains("[2, 0, 0]"), "{}", faults.faults[0].help);
    let (scene, warnings) = good("", &format!("{AT}\ntangents = [[2, 0, 1e-9], [0, 1, 0]]"));
    assert_eq!((warnings[0].code, warnings[0].path.as_str()), ("tangents", "contacts[0].tangents[0]"));
    assert_eq!(scene.contacts[0].tangents[0], vector(["2", "0", "0"]));
}

#[test]
fn a_force_may_lie_on_the_boundary_of_its_cone() {
    let (scene, _) = good("", &format!("{AT}\nfriction = 0.5\nforce = [1, 0.3, 0.4]"));
    assert_eq!(scene.contacts[0].force, Some(vector(["1", "0.3", "0.4"]).to_vec()));
    let (scene, _) = good("", &format!("{AT}\nfriction = 0.5\nsoft = 0.2\nforce = [1, 0.3, 0, 0.16]"));
    assert_eq!(scene.contacts[0].force.as_ref().unwrap().len(), 4);
}

#[test]
fn a_patch_becomes_its_corners() {
    let patch = "points = [[-2, -1, 0], [2, -1, 0], [2, 1, 0], [-2, 1, 0]]\nid = \"base\"\nmodel = \"soft\"\nsoft = 0.1";
    let (scene, warnings) = good(BOX, patch);
    assert_eq!(warnings, []);
    let ids: Vec<_> = scene.contacts.iter().map(|contact| contact.id.as_str()).collect();
    assert_eq!(ids, ["base.1", "base.2", "base.3", "base.4"]);
    for contact in &scene.contacts {
        assert_eq!(contact.normal, vector(["0", "0", "1"]), "square to the patch");
        assert_eq!(contact.tangents, [vector(["0", "1", "0"]), vector(["-1", "0", "0"])]);
        assert_eq!((contact.model, contact.against), (ContactModel::Soft, Party::Ground));
    }
}

#[test]
fn normals_in_space_come_from_the_surface() {
    let (scene, _) = good(BOX, "point = [2, 0, 1]");
    assert_eq!(scene.contacts[0].normal, vector(["-1", "0", "0"]));
    let (scene, _) = good("shape.sphere = { radius = 5 }", "point = [3, 0, -4]");
    assert_eq!(scene.contacts[0].normal, vector(["-3/4", "0", "1"]));
    let faults = faults(BOX, "point = [2, 1, 1]");
    assert_eq!(faults.faults[0].code, "no-normal");
    assert!(faults.faults[0].help.contains(" or "), "{}", faults.faults[0].help);
    let (_, warnings) = good(BOX, "point = [1, 0, 0]\nnormal = [0, 0, -1]");
    assert_eq!(warnings[0].code, "inverted-normal");
    assert!(warnings[0].help.contains("[0, 0, 1]"), "{}", warnings[0].help);
    // The opposite of a direction in the surface is none either.
    let (_, warnings) = good(BOX, "point = [2, 0, 1]\nnormal = [0, 0, 1]");
    assert_eq!(warnings[0].code, "inverted-normal");
    assert!(warnings[0].message.contains("lies in the surface"), "{}", warnings[0].message);
    assert!(warnings[0].help.contains("[-1, 0, 0]"), "{}", warnings[0].help);
    let (_, warnings) = good(BOX, "point = [1, 0, -0.5]\nnormal = [0, 0, 1]");
    assert_eq!(warnings[0].code, "stray-point");
    assert!(warnings[0].help.contains("[1, 0, 0]"), "{}", warnings[0].help);
}

#[test]
fn a_quaternion_turns_exactly() {
    // Half a turn about z, of any length, puts x to −x; inertia turns along.
    let body = "mass = 1\ncom = [1, 2, 3]\ninertia = [[2, 0, 0.5], [0, 2, 0], [0.5, 0, 2]]\n\
                pose = { position = [10, 0, 0], quaternion_wxyz = [0, 0, 0, 7] }";
    let (scene, _) = good(body, AT);
    assert_eq!(scene.bodies[0].com, vector(["9", "-2", "3"]));
    assert_eq!(scene.bodies[0].inertia.as_ref().unwrap()[0], vector(["2", "0", "-1/2"]));
    assert_eq!(scene.rounded, []);
    let (scene, _) =
        good(&format!("density = 1\n{BOX}\npose.quaternion_wxyz = [1, 1, 0, 0]"), "point = [0, 0, 0]");
    assert_eq!(scene.bodies[0].mass, Some(number("16")));
    assert_eq!(scene.bodies[0].com, vector(["0", "-1", "0"]), "a quarter turn about x puts z to −y");
    assert_eq!(scene.contacts[0].normal, vector(["0", "-1", "0"]));
}

#[test]
fn a_mass_matrix_in_space_turns_with_its_body() {
    let diagonal = (0..6).map(|i| {
        let row: Vec<String> =
            (0..6).map(|j| if i == j { (i + 1).to_string() } else { "0".into() }).collect();
        format!("[{}]", row.join(", "))
    });
    let rows = diagonal.collect::<Vec<_>>().join(", ");
    let (scene, _) = good(&format!("mass_matrix = [{rows}]\npose.quaternion_wxyz = [1, 0, 0, 1]"), AT);
    let turned = scene.bodies[0].mass_matrix.clone().unwrap();
    let diagonal: Vec<Rational> = (0..6).map(|k| turned[k][k].clone()).collect();
    assert_eq!(diagonal, vector(["2", "1", "3", "5", "4", "6"]));
}

fn with_mesh(bytes: &[u8], name: &str) -> Result<ReadScene, Faults> {
    let text = scene_text(&format!("density = 1\nshape.mesh = \"{name}\""), AT);
    let files = Carried(&[(name, bytes)]);
    read_scene_with(&text, Format::Toml, "t", &Sources { files: &files, import: &Import::default() })
}

const CUBE: &str = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1\n\
    f 4 3 2 1\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";

#[test]
fn a_mesh_is_a_shape() {
    let (scene, _) = spatial(with_mesh(CUBE.as_bytes(), "cube.obj").unwrap());
    assert_eq!(scene.bodies[0].mass.as_ref().unwrap().to_f64(), 1.0);
    assert_eq!(scene.bodies[0].com.clone().map(|x| x.to_f64()), [0.5; 3]);
    assert!(scene.rounded.iter().any(|rounding| rounding.path == "bodies.part.shape"));
}

#[test]
fn a_point_a_little_beside_a_mesh_is_moved_onto_it_and_that_is_told() {
    let at = |point: &str| {
        let text = scene_text("density = 1\nshape.mesh = \"cube.obj\"", &format!("point = {point}"));
        let files = Carried(&[("cube.obj", CUBE.as_bytes())]);
        spatial(
            read_scene_with(&text, Format::Toml, "t", &Sources { files: &files, import: &Import::default() })
                .unwrap(),
        )
    };
    let (scene, warnings) = at("[0.5, 0.25, 1.0005]");
    assert_eq!(scene.contacts[0].point, vector(["1/2", "1/4", "1"]));
    let told = warnings.iter().find(|warning| warning.code == "snapped").unwrap();
    assert!(told.message.contains("is moved by") && told.help.contains("[0.5, 0.25, 1]"), "{told:?}");
    let (scene, warnings) = at("[0.5, 0.4, 1.004]");
    assert_eq!(scene.contacts[0].point[2].to_f64(), 1.004);
    assert!(warnings.iter().any(|warning| warning.code == "stray-point"));
}

#[test]
fn bad_meshes_are_faults_of_the_key_that_names_them() {
    let open: String = CUBE.lines().take(13).map(|line| format!("{line}\n")).collect();
    let inside_out: String = CUBE
        .lines()
        .map(|line| {
            let parts: Vec<&str> = line.split(' ').collect();
            let turned = || parts[1..].iter().rev().copied().collect::<Vec<_>>().join(" ");
            if parts[0] == "f" { format!("f {}\n", turned()) } else { format!("{line}\n") }
        })
        .collect();
    for (text, name, code, part) in [
        (open.as_str(), "a.obj", "open-surface", "edge"),
        ("f 1 2 3\n", "a.obj", "", "a.obj"),
        ("no mesh", "a.stl", "", "a.stl"),
        (CUBE, "a.ply", "mesh-format", "ply"),
        (CUBE, "a.blend", "mesh-format", "a.blend"),
    ] {
        let faults = with_mesh(text.as_bytes(), name).expect_err(code);
        let fault = &faults.faults[0];
        assert!(code.is_empty() || fault.code == code, "{fault}");
        assert_eq!((fault.path.as_str(), fault.line), ("bodies.part.shape.mesh", Some(5)), "{fault}");
        assert!(fault.message.contains(part), "{fault}");
        assert!(!fault.help.is_empty());
    }
    let read = with_mesh(inside_out.as_bytes(), "a.obj").unwrap();
    assert!(
        read.warnings
            .iter()
            .any(|warning| warning.code == "mended" && warning.message.contains("12 triangles turned")),
        "{:?}",
        read.warnings
    );
}

fn with_table(bytes: &[u8], table: &str, body: &str) -> Result<ReadScene, Faults> {
    let text = scene_text(&format!("{body}\nshape.mesh = {{ file = \"a.obj\"{table} }}"), AT);
    let files = Carried(&[("a.obj", bytes)]);
    read_scene_with(&text, Format::Toml, "t", &Sources { files: &files, import: &Import::default() })
}

fn mass_of(read: ReadScene) -> f64 {
    spatial(read).0.bodies[0].mass.as_ref().unwrap().to_f64()
}

#[test]
fn the_hull_of_sheets_with_two_sides_is_that_of_their_corners() {
    // Each triangle once from either side: pairs that cancel as a solid.
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n";
    let sheets = format!("{corners}f 1 2 3\nf 3 2 1\nf 1 2 4\nf 4 2 1\n");
    assert!(with_table(sheets.as_bytes(), "", "density = 1").is_err());
    assert!(with_table(sheets.as_bytes(), ", hull = true", "density = 1").is_ok());
}

#[test]
fn a_mesh_may_be_scaled_welded_filled_and_wrapped() {
    let cube = |table: &str| with_table(CUBE.as_bytes(), table, "density = 1");
    assert_eq!(mass_of(cube("").unwrap()), 1.0);
    assert_eq!(mass_of(cube(", scale = 2").unwrap()), 8.0);
    assert!((mass_of(cube(", unit = \"mm\"").unwrap()) * 1e9 - 1.0).abs() < 1e-12);
    let code = |table: &str| cube(table).unwrap_err().faults[0].code;
    assert_eq!(
        [code(", unit = \"ell\""), code(", unit = \"mm\", scale = 2"), code(", scale = 0")],
        ["unit", "conflict", "scale"]
    );
    assert_eq!([code(", hull = true, surface = true"), code(", size = 1")], ["conflict", "unknown-key"]);
    // A corner that was rounded apart, and one that is a millimetre off.
    let torn = CUBE.replace("f 4 1 5 8", "v 0 2e-16 1\nf 4 1 9 8");
    let read = with_table(torn.as_bytes(), "", "density = 1").unwrap();
    assert!(read.warnings.iter().any(|warning| warning.code == "mended"), "{:?}", read.warnings);
    let wide = CUBE.replace("f 4 1 5 8", "v 0 0.001 1\nf 4 1 9 8");
    assert!(with_table(wide.as_bytes(), "", "density = 1").is_err());
    assert!(with_table(wide.as_bytes(), ", weld = 0.002", "density = 1").is_ok());
    // Without its last face.
    let open: String = CUBE.lines().take(13).map(|line| format!("{line}\n")).collect();
    let faults = with_table(open.as_bytes(), "", "density = 1").unwrap_err();
    assert!(faults.faults[0].help.contains("shape.mesh = { file = \"a.obj\", hull = true }"), "{faults}");
    assert!(faults.faults[0].help.contains("shape.mesh = { file = \"a.obj\", fill = true }"), "{faults}");
    assert!(!faults.faults[0].help.contains("weld"), "which does not close it: {faults}");
    let torn = with_table(wide.as_bytes(), "", "density = 1").unwrap_err();
    assert!(torn.faults[0].help.contains("{ file = \"a.obj\", weld = 0.001 }"), "{torn}");
    assert!(with_table(wide.as_bytes(), ", weld = 0.001", "density = 1").is_ok());
    // What has failed is not offered again.
    let flat = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let hull = with_table(flat.as_bytes(), ", hull = true", "density = 1").unwrap_err();
    assert!(!hull.faults[0].help.contains("hull = true"), "{hull}");
    // Both sides of a sheet are a surface, and no region.
    let weight = "mass = 1\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\ncom = [0, 0, 0]";
    let sheet = format!("{flat}f 3 2 1\n");
    assert!(with_table(sheet.as_bytes(), "", weight).is_err());
    assert!(with_table(sheet.as_bytes(), ", surface = true", weight).is_ok());
    for way in [", fill = true", ", hull = true"] {
        assert!(
            (mass_of(with_table(open.as_bytes(), way, "density = 1").unwrap()) - 1.0).abs() < 1e-12,
            "{way}"
        );
    }
    // A part of a hundred metres is doubted, unless its scale is said.
    let large = CUBE.replace("v 1", "v 100");
    let sized = |table: &str| {
        let read = with_table(large.as_bytes(), table, "density = 1").unwrap();
        read.warnings.iter().any(|warning| warning.code == "size")
    };
    assert!(sized("") && !sized(", scale = 1"));
}

#[test]
fn a_bare_surface_is_weighed_by_its_author() {
    let open: String = CUBE.lines().take(13).map(|line| format!("{line}\n")).collect();
    let given = "mass = 1\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\ncom = [0.5, 0.5, 0.5]";
    let read = with_table(open.as_bytes(), ", surface = true", given).unwrap();
    assert!(read.warnings.iter().any(|warning| warning.code == "surface"), "{:?}", read.warnings);
    let codes =
        |body: &str| with_table(open.as_bytes(), ", surface = true", body).unwrap_err().faults[0].code;
    assert_eq!(codes("density = 1\ncom = [0, 0, 0]"), "density");
    assert_eq!(codes("mass = 1"), "missing-com");
}

/// The scene of a part whose mesh is this OBJ file, with a contact.
fn with_obj(obj: &str, mesh: &str, contact: &str) -> Result<ReadScene, Faults> {
    let text = scene_text(&format!("shape.mesh = {mesh}"), contact);
    let carried = [("part.obj", obj.as_bytes())];
    let sources = Sources { files: &Carried(&carried), import: &Import::default() };
    read_scene_with(&text, Format::Toml, "test", &sources)
}

/// A plate in OBJ, so thick.
fn plate(thick: &str) -> String {
    let corners = |z: &str| format!("v 0 0 {z}\nv 1 0 {z}\nv 0 1 {z}\nv 1 1 {z}\n");
    format!(
        "{}{}f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n",
        corners("0"),
        corners(thick)
    )
}

#[test]
fn a_point_on_two_opposed_faces_of_a_thin_mesh_needs_its_normal() {
    let at = "point = [0.5, 0.4, 0]";
    let thick = with_obj(&plate("0.01"), "\"part.obj\"", at).unwrap();
    let (scene, _) = spatial(thick);
    assert_eq!(scene.contacts[0].normal, vector(["0", "0", "1"]));
    let faults = with_obj(&plate("1e-12"), "{ file = \"part.obj\", weld = 1e-15 }", at).unwrap_err();
    assert_eq!(codes(&faults), [("no-normal", "contacts[0]".to_owned())], "{faults}");
    let (message, help) = (&faults.faults[0].message, &faults.faults[0].help);
    assert!(message.contains("lies on two opposed faces"), "{message}");
    assert!(help.contains("[0, 0, 1]") && help.contains("[0, 0, -1]"), "{help}");
    let told = format!("{at}\nnormal = [0, 0, 1]");
    assert!(with_obj(&plate("1e-12"), "{ file = \"part.obj\", weld = 1e-15 }", &told).is_ok());
}

#[test]
fn what_a_fault_of_a_mesh_offers_keeps_all_that_was_said() {
    let open = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n";
    let mesh = "{ file = \"part.obj\", unit = \"mm\", weld = 1e-9, surface = false }";
    let help = with_obj(open, mesh, AT).unwrap_err().faults[0].help.clone();
    let kept = "{ file = \"part.obj\", unit = \"mm\", weld = 1e-9, hull = true }";
    assert!(help.contains(kept) && help.contains("weld = 1e-9, surface = true }"), "{help}");
    let one = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let body = "{ file = \"part.obj\", surface = true }\nmass = 1\ncom = [0, 0, 0]";
    let read = with_obj(one, body, AT).unwrap();
    assert!(read.warnings.iter().any(|warning| warning.message.starts_with("the surface of 1 triangle is")));
}
