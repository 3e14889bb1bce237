//! How much of a scene is drawn: what stands too close on the page to be told apart would hide the bodies.

/// More bodies than this stand too close on a page for marks on each, and fewer where they have many contacts.
const CROWD: usize = 60;
const GROUP: (usize, usize) = (12, 150);
/// With more bodies or contacts than these, bodies alone are drawn.
const OUTLINE: (usize, usize) = (1000, 15_000);

/// What a drawing shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Detail {
    /// Cones, names and forces to scale.
    Full,
    /// Of contacts the dots that are seen, no cones and no names, and forces no longer than bodies are wide.
    Crowd,
    /// Bodies alone, and what moves.
    Outline,
}

impl Detail {
    /// What can be shown of so many contacts and bodies.
    pub fn of(contacts: usize, bodies: usize) -> Detail {
        match () {
            () if bodies > OUTLINE.0 || contacts > OUTLINE.1 => Detail::Outline,
            () if bodies > CROWD || (bodies > GROUP.0 && contacts > GROUP.1) => Detail::Crowd,
            () => Detail::Full,
        }
    }

    /// What is said of a drawing in outline.
    pub fn note(self, contacts: usize, bodies: usize) -> Option<String> {
        (self == Detail::Outline).then(|| format!("{bodies} bodies, {contacts} contacts: drawn in outline"))
    }
}
