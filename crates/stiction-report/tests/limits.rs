//! Margins of what is squeezed by contacts with limits.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::held;
use stiction_report::Question;

/// A cube between eight contacts that face each other, each of which pushes with up to `limit`.
fn squeezed(limit: &str) -> String {
    let mut text = "stiction = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n[bodies.cube]\nmass = 0.5\ncom = [0, 0, 0.5]\n"
        .to_owned();
    for (x, normal) in [("-0.1", 1), ("0.1", -1)] {
        for (y, z) in [("0.03", "0.53"), ("-0.03", "0.53"), ("-0.03", "0.47"), ("0.03", "0.47")] {
            text += &format!(
                "[[contacts]]\non = \"cube\"\npoint = [{x}, {y}, {z}]\nnormal = [{normal}, 0, 0]\nfriction = 0.5\nlimit = {limit}\n"
            );
        }
    }
    text
}

/// The normals cancel, so that a squeeze loads nothing: only the limits end it. Each of the eight contacts needs
/// 0.5·9.81/(8·0.5) N and spares the rest. What is not found near the boundary is left out, and never told to be
/// without end.
#[test]
fn a_squeeze_is_as_deep_as_the_limits_spare() {
    let limits = [
        ("1", "no", true),
        ("1.15", "no", false),
        ("1.2", "no", false),
        ("1.25", "yes", true),
        ("2", "yes", false),
    ];
    for (limit, verdict, found) in limits {
        let report = held(&squeezed(limit), Question::Stand);
        assert_eq!(report["verdict"], verdict, "{limit}");
        let expected = limit.parse::<f64>().unwrap() - 1.22625;
        match report["margin"].as_f64() {
            Some(margin) => assert!((margin - expected).abs() < 1e-6, "{limit}: {margin}, not {expected}"),
            None => assert!(!found && report["margin_proofs"]["margin_unlimited"].is_null(), "{limit}"),
        }
    }
}
