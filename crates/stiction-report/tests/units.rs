//! What is printed to be pasted counts as the file does.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::scene;
use stiction::scene::AnyScene;
use stiction_report::{Options, Question, SceneName, answer};

#[test]
fn contacts_of_a_scene_in_millimetres_are_printed_in_millimetres() {
    let head = "stiction = 1\ndimension = 2\nunit = \"mm\"\n[bodies.part]\nmass = 1\n";
    let listed = "[[contacts]]\nid = \"foot\"\non = \"part\"\npoint = [5, \"1/3\"]\nnormal = [0, 1]\nfriction = \"1/2\"\n\
                  gap = 7\ncurvature = { on = \"1/4\", against = \"inf\" }\n\n";
    let read = scene(&(head.to_owned() + listed));
    let report = answer(&read, &SceneName::unnamed(), Question::Contacts, &Options::default()).unwrap();
    let printed = report.to_string();
    for line in ["point = [5, \"1/3\"]", "gap = 7", "on = \"1/4\""] {
        assert!(printed.contains(line), "{printed}");
    }
    let again = scene(&(head.to_owned() + &printed));
    let (AnyScene::Planar(one), AnyScene::Planar(other)) = (&read, &again) else { panic!("in the plane") };
    assert_eq!(one.contacts, other.contacts);
    // The report itself is in metres.
    assert_eq!(report.to_json()["contacts"][0]["point"][0], 0.005);
}
