use stiction::ask::lower::ConeModel;
use stiction::ask::stand::moving::{follow, manner, riding};
use stiction::scene::AnyScene;
use stiction_files::{Format, read_scene};

#[test]
fn cases() {
    let path = std::env::var("CASES")
        .unwrap_or(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/cases/stand_moving.json").into());
    let cases: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for case in cases.as_array().unwrap() {
        let text = serde_json::to_string(&case["scene"]).unwrap();
        let read = read_scene(&text, Format::Json, "scene.json").unwrap();
        let AnyScene::Planar(scene) = read.scene else { continue };
        let riding = riding(&scene, ConeModel::Round).unwrap();
        let before = std::time::Instant::now();
        let found = follow::<stiction::screw::Planar>(&riding.problem).unwrap();
        let took = before.elapsed();
        let manner = found.collapse.as_ref().and_then(|c| manner(&riding.problem.assembly, c));
        println!(
            "{} d={} {:?} expect {} | until {:?} at {:?} first {:?} {:?} {:?}",
            case["id"],
            riding.problem.active().len(),
            found.answer,
            case["expect"],
            found.until().map(|x| x.to_f64()),
            found.fails_at().map(|x| x.to_f64()),
            found.first_failure().map(|x| (x.to_string(), x.to_f64())),
            manner,
            took
        );
        if let Some(stays) = &found.stays {
            if let stiction_proof::moving::MovingProof::Stays { standing, cones, stretches, .. } =
                stays.proof()
            {
                println!(
                    "    standing {} cones {} stretches {}",
                    standing.len(),
                    cones.len(),
                    stretches.len()
                );
            }
        }
    }
}
