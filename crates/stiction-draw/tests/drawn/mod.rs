//! What holds of every picture, whatever it shows.

#![allow(dead_code, unused_imports, unused_macros)] // every binary asks for its part

use roxmltree::Document;
use stiction_draw::{Layout, Page, Theme, layout, png, svg};

/// The document of a picture.
pub fn parsed(text: &str) -> Document<'_> {
    Document::parse(text).expect("well-formed XML")
}

/// No two texts overlap by more than `slack`, and none leaves the page.
pub fn texts_are_apart_and_inside(layout: &Layout, slack: f64) {
    for (i, a) in layout.texts.iter().enumerate() {
        for b in &layout.texts[..i] {
            let overlap = (0..2).all(|i| a.min[i] < b.max[i] - slack && b.min[i] < a.max[i] - slack);
            assert!(!overlap, "{a:?} on {b:?}");
        }
        let inside = a.min.iter().all(|&x| x >= 0.0) && a.max[0] <= layout.width && a.max[1] <= layout.height;
        assert!(inside, "{a:?} in {} × {}", layout.width, layout.height);
    }
}

/// The document without its colours.
fn geometry(text: &str) -> String {
    let mut parts = text.split("\"#");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |kept, part| kept + &part[6..])
}

/// The page is well-formed XML without a number that is none, and its texts are apart.
pub fn is_well_formed(page: &Page, slack: f64) {
    let text = svg(page, Theme::Light);
    let document = parsed(&text);
    for node in document.descendants().filter(|node| node.has_tag_name("path")) {
        let path = node.attribute("d").expect("steps");
        assert!(!path.is_empty() && !path.contains("NaN") && !path.contains("inf"), "{path}");
    }
    texts_are_apart_and_inside(&layout(page), slack);
}

/// Light and dark differ in colour alone, and a picture is always the same.
pub fn differs_in_colour_alone(page: &Page) {
    let (light, dark) = (svg(page, Theme::Light), svg(page, Theme::Dark));
    assert_ne!(light, dark);
    assert_eq!(geometry(&light), geometry(&dark));
    assert_eq!(svg(&page.clone(), Theme::Light), light);
}

/// The page becomes a PNG.
pub fn becomes_a_png(page: &Page) {
    assert!(png(page, Theme::Dark, 0.5).expect("a picture").starts_with(b"\x89PNG"));
}

/// Pictures of the same scene in other sizes have the same numbers, up to `slack`.
pub fn look_the_same(scaled: impl Fn(f64) -> Vec<f64>, slack: f64) {
    let one = scaled(1.0);
    for size in [1e-9, 1e9, 1e60] {
        let other = scaled(size);
        assert_eq!(one.len(), other.len());
        assert!(one.iter().zip(&other).all(|(a, b)| (a - b).abs() < slack), "at size {size}");
    }
}

/// Laws of every page that a strategy makes: `page(number())` of the test, with texts apart up to `slack`; where a law
/// is named, nothing of `page(sane())` leaves its frame.
macro_rules! laws_of_every_page {
    (slack: $slack:expr, cases: $cases:expr, pngs: $pngs:expr, within: $within:ident) => {
        crate::drawn::laws_of_every_page! { slack: $slack, cases: $cases, pngs: $pngs }

        proptest! {
            #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases($cases) })]

            #[test]
            fn texts_stand_apart_and_nothing_leaves_its_frame(page in page(sane())) {
                texts_are_apart_and_inside(&layout(&page), $slack);
                $within(&svg(&page, Theme::Light));
            }
        }
    };
    (slack: $slack:expr, cases: $cases:expr, pngs: $pngs:expr) => {
        proptest! {
            #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases($cases) })]

            #[test]
            fn garbage_is_drawn_as_well_formed_xml_without_a_number_that_is_none(page in page(number())) {
                crate::drawn::is_well_formed(&page, $slack);
            }

            #[test]
            fn light_and_dark_differ_in_colour_alone_and_a_picture_is_always_the_same(page in page(number())) {
                crate::drawn::differs_in_colour_alone(&page);
            }
        }

        proptest! {
            #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases($pngs) })]

            #[test]
            fn garbage_becomes_a_png_too(page in page(number())) {
                crate::drawn::becomes_a_png(&page);
            }
        }
    };
}

pub(crate) use laws_of_every_page;
