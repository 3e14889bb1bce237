//! The label of a contact in space: it separates, or is kept and slides in these signs.

use super::label::{ModeFault, miscounted};
use std::fmt;
use stiction_exact::Sign;

/// What a contact in space does.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpatialLabel {
    /// `s`: separates.
    Separates,
    /// `u`: a near contact that does as it likes.
    Unconstrained,
    /// `m`: kept, whatever it does along its tangents.
    Kept,
    /// The signs of the tangential velocity along the contact's tangents: `+-`, or `00` for rolling.
    Slides(Vec<Sign>),
}

impl fmt::Display for SpatialLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Separates => f.write_str("s"),
            Self::Unconstrained => f.write_str("u"),
            Self::Kept => f.write_str("m"),
            Self::Slides(signs) => signs.iter().try_for_each(|sign| f.write_str(sign_text(*sign))),
        }
    }
}

fn sign_text(sign: Sign) -> &'static str {
    match sign {
        Sign::Positive => "+",
        Sign::Negative => "-",
        Sign::Zero => "0",
    }
}

/// Reads a mode in space: labels with blanks between them, one for each contact, which touches or is near and
/// has so many tangents.
///
/// ```
/// use stiction_scene::mode::parse_spatial_mode;
/// let mode = parse_spatial_mode("s 00 +-", &[(true, 2), (true, 2), (true, 2)]).unwrap();
/// assert_eq!(mode[2].to_string(), "+-");
/// assert_eq!(parse_spatial_mode("s 0 +x", &[(true, 2), (true, 2), (true, 2)]).unwrap_err().len(), 2);
/// ```
///
/// # Errors
/// Every fault at once.
pub fn parse_spatial_mode(
    text: &str,
    contacts: &[(bool, usize)],
) -> Result<Vec<SpatialLabel>, Vec<ModeFault>> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut faults = Vec::new();
    if words.len() != contacts.len() {
        faults.push(ModeFault {
            contact: None,
            message: miscounted(text, words.len(), "label", contacts.len()),
            help: "give one label for each contact, in the order of the file, with blanks between them"
                .to_owned(),
        });
    }
    let mut labels = Vec::with_capacity(words.len());
    for (index, (word, &(touching, tangents))) in words.iter().zip(contacts).enumerate() {
        match label(word, touching, tangents) {
            Ok(label) => labels.push(label),
            Err((message, help)) => faults.push(ModeFault { contact: Some(index), message, help }),
        }
    }
    if faults.is_empty() { Ok(labels) } else { Err(faults) }
}

fn label(word: &str, touching: bool, tangents: usize) -> Result<SpatialLabel, (String, String)> {
    let kept = match word {
        "s" => return Ok(SpatialLabel::Separates),
        "u" if !touching => return Ok(SpatialLabel::Unconstrained),
        "m" => SpatialLabel::Kept,
        _ => SpatialLabel::Slides(signs(word, tangents)?),
    };
    if touching {
        return Ok(kept);
    }
    Err((format!("`{word}` does not fit a near contact"), "use s or u, or set `gap = 0`".to_owned()))
}

fn signs(word: &str, tangents: usize) -> Result<Vec<Sign>, (String, String)> {
    let sign = |letter| match letter {
        '+' => Some(Sign::Positive),
        '-' => Some(Sign::Negative),
        '0' => Some(Sign::Zero),
        _ => None,
    };
    let help = format!("use s (separates), m (kept), or {tangents} of the signs + - 0, one for each tangent");
    let Some(signs) = word.chars().map(sign).collect::<Option<Vec<_>>>() else {
        return Err((format!("`{word}` is not a label of a contact in space"), help));
    };
    if signs.len() != tangents {
        return Err((format!("`{word}` has {} signs for {tangents} tangents", signs.len()), help));
    }
    Ok(signs)
}
