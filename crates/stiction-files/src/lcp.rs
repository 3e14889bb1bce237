//! A linear complementarity problem in a JSON file: `{ "M": [[…]], "q": […] }`.

use crate::depth::too_deep;
use crate::fault::Faults;
use crate::findings::Findings;
use crate::json_nodes;
use crate::node::At;
use crate::number::{known_keys, list, note_length, numbers, required};
use crate::read::{Format, Limits, UnreadFile, note_depth, read_text};
use std::path::Path;
use stiction_proof::{LcpProblem, Rational};

/// The problem of a JSON text, numbers exactly as written, fractions in strings.
///
/// ```
/// use stiction_files::read_lcp;
/// let problem = read_lcp(r#"{ "M": [[2, "1/3"], [0.1, 1]], "q": [-1, 0] }"#).unwrap();
/// assert_eq!(problem.q.len(), 2);
/// let faults = read_lcp(r#"{ "M": [[2, 1], [1]], "q": [true, 0] }"#).unwrap_err();
/// assert_eq!(faults.faults.len(), 2);
/// ```
pub fn read_lcp(text: &str) -> Result<LcpProblem, Faults> {
    let mut found = Findings::new(text);
    let problem = parse(text, &mut found);
    found.finish()?;
    Ok(problem.unwrap_or(LcpProblem { matrix: Vec::new(), q: Vec::new() }))
}

/// The problem of a file, and its text.
pub fn read_lcp_file(path: &Path, limits: &Limits) -> Result<(LcpProblem, String), UnreadFile> {
    let text = read_text(path, limits)?;
    match read_lcp(&text) {
        Ok(problem) => Ok((problem, text)),
        Err(faults) => Err(UnreadFile { faults, text }),
    }
}

const FORM: &str = "{ \"M\": [[2, 1], [1, 2]], \"q\": [-5, -6] }";

fn parse(text: &str, found: &mut Findings<'_>) -> Option<LcpProblem> {
    if let Some(span) = too_deep(text, Format::Json) {
        note_depth(span, found);
        return None;
    }
    let root = json_nodes::parse(text, found)?;
    let root = At::root(&root);
    known_keys(&root, &["M", "q"], found)?;
    let help = format!("write {FORM}");
    let (matrix, vector) = (required(&root, "M", &help, found), required(&root, "q", &help, found));
    let q: Option<Vec<Rational>> = vector.and_then(|vector| numbers(&vector, found)?.into_iter().collect());
    let rows = matrix.as_ref().and_then(|matrix| list(matrix, "a list of rows, [[2, 1], [1, 2]]", found))?;
    let count = rows.len();
    let mut matrix = Vec::new();
    for row in rows {
        let entries = numbers(&row, found)?;
        if entries.len() != count {
            note_length(
                &row,
                entries.len(),
                count,
                "a square matrix: as many numbers in each row as there are rows",
                found,
            );
        }
        matrix.push(entries.into_iter().collect::<Option<Vec<Rational>>>());
    }
    let matrix: Option<Vec<Vec<Rational>>> = matrix.into_iter().collect();
    if let Some((q, at)) = q.as_ref().zip(root.get("q")).filter(|(q, _)| q.len() != count) {
        note_length(&at, q.len(), count, "as many numbers as M has rows", found);
    }
    Some(LcpProblem { matrix: matrix?, q: q? })
}
