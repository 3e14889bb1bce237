//! Colours, chosen so that readers with any colour vision can tell the parts apart.
//!
//! The hues are Okabe and Ito's (*Color Universal Design*, 2008), darkened or lightened where a thin line or
//! small text would otherwise lack contrast.  The proof of a *yes* (forces) has the colour of a yes, the
//! proof of a *no* (a motion) that of a no.

/// Background that the picture is made for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on white.
    #[default]
    Light,
    /// Light ink on near-black.
    Dark,
}

/// What a colour is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Ink {
    Paper,
    Surface,
    Frame,
    Text,
    Muted,
    Body,
    BodyLit,
    BodyShade,
    Outline,
    Solid,
    SolidLit,
    SolidShade,
    Hatch,
    Driven,
    Finger,
    Cone,
    Force,
    Load,
    Motion,
    Essential,
    Undecided,
    /// Regions that carry a sign.
    Plus,
    Minus,
    Both,
    /// Where to push.
    Push,
    /// The classes, cones and curves of a diagram; numbers beyond the last begin anew.
    Tint(u8),
}

/// Okabe and Ito's hues in an order in which neighbours differ in lightness as well.
const TINTS: [(&str, &str); 6] = [
    ("#0072b2", "#5cb8ec"),
    ("#d98e00", "#f0b429"),
    ("#00795a", "#2cc79d"),
    ("#a8527f", "#e09cc2"),
    ("#c95500", "#ff8b4a"),
    ("#57626d", "#a3afbb"),
];

impl Ink {
    /// The colour, as written in SVG.
    pub fn colour(self, theme: Theme) -> &'static str {
        let (light, dark) = self.pair();
        match theme {
            Theme::Light => light,
            Theme::Dark => dark,
        }
    }

    fn pair(self) -> (&'static str, &'static str) {
        match self {
            Ink::Paper => ("#ffffff", "#12161b"),
            Ink::Surface => ("#fafbfc", "#191f26"),
            Ink::Frame => ("#d9dfe5", "#333d48"),
            Ink::Text => ("#1b2229", "#e8ecf0"),
            Ink::Muted => ("#57626d", "#a3afbb"),
            Ink::Body => ("#e3e9ef", "#2f3a46"),
            Ink::BodyLit => ("#f0f4f8", "#3a4755"),
            Ink::BodyShade => ("#d1dae3", "#262f39"),
            Ink::Outline => ("#36414b", "#c3ccd5"),
            Ink::Solid => ("#eff1f3", "#20272f"),
            Ink::SolidLit => ("#f6f7f8", "#262e37"),
            Ink::SolidShade => ("#e2e6ea", "#1a2027"),
            Ink::Hatch => ("#99a3ad", "#66727e"),
            Ink::Driven => ("#a8527f", "#e09cc2"),
            Ink::Finger => ("#57626d", "#a3afbb"),
            Ink::Cone => ("#56b4e9", "#56b4e9"),
            Ink::Force => ("#0072b2", "#5cb8ec"),
            Ink::Load => ("#00795a", "#2cc79d"),
            Ink::Motion => ("#c95500", "#ff8b4a"),
            Ink::Essential => ("#e69f00", "#f0b429"),
            Ink::Undecided => ("#6b7681", "#8e9aa6"),
            Ink::Plus => ("#0072b2", "#5cb8ec"),
            Ink::Minus => ("#c95500", "#ff8b4a"),
            Ink::Both => ("#a8527f", "#e09cc2"),
            Ink::Push => ("#00795a", "#2cc79d"),
            Ink::Tint(number) => TINTS[usize::from(number) % TINTS.len()],
        }
    }
}
