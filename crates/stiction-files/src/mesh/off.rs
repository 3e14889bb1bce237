//! OFF, the object file format of Geomview: counts, corners, polygons; colours after them are passed over.

use super::polygons::Polygons;
use super::{LineFaults, MeshLimits, STRIDE, Token, lines, whole, words};
use crate::fault::Faults;
use stiction::shape::Mesh;

pub(super) fn read(bytes: &[u8], limits: &MeshLimits, tell: &dyn Fn(usize)) -> Result<Mesh, Faults> {
    let mut rows = lines(bytes)
        .map(|(number, start, line)| {
            let text = line.split(|byte| *byte == b'#').next().unwrap_or(line);
            words(text, number, start).collect::<Vec<Token<'_>>>()
        })
        .filter(|row| !row.is_empty());
    let mut first = rows.next().ok_or_else(|| bad("the file is empty".into()))?;
    let keyword = first.remove(0);
    // Colours, normals and texture of each vertex stand after its coordinates.
    const KEYWORDS: [&str; 6] = ["OFF", "COFF", "NOFF", "CNOFF", "STOFF", "STCOFF"];
    // The first count may follow the keyword without a blank.
    let letters = keyword.bytes.iter().position(u8::is_ascii_digit).unwrap_or(keyword.bytes.len());
    let (word, digits) = keyword.bytes.split_at(letters);
    if !digits.is_empty() {
        let (column, span) = (keyword.column + letters, keyword.span.start + letters..keyword.span.end);
        first.insert(0, Token { bytes: digits, line: keyword.line, column, span });
    }
    if !KEYWORDS.iter().any(|known| word.eq_ignore_ascii_case(known.as_bytes())) {
        return Err(whole(
            "mesh-format",
            format!("`{}` stands where `OFF` belongs", keyword.shown()),
            "give an OFF file",
        ));
    }
    if first.is_empty() {
        first = rows.next().ok_or_else(|| bad("the file ends before its counts".into()))?;
    }
    let count =
        |k: usize| first.get(k).and_then(|word| std::str::from_utf8(word.bytes).ok()?.parse::<usize>().ok());
    let (Some(vertices), Some(faces)) = (count(0), count(1)) else {
        return Err(bad("the counts of vertices and faces are missing".into()));
    };
    let mut mesh = Polygons::new(limits);
    let mut faults = LineFaults::default();
    for index in 0..vertices {
        let row = whole_row(&mut rows, |_| Some(3))
            .ok_or_else(|| bad(format!("the file ends at vertex {} of {vertices}", index + 1)))?;
        if index % STRIDE == 0 {
            tell(row[0].span.start);
        }
        // The normal comes first only in a form that nobody writes: coordinates are the first three.
        let point: Vec<f64> = row.iter().take(3).filter_map(Token::number).collect();
        let [x, y, z] = point[..] else {
            faults.add("number", &row[0], "this is no vertex".into(), "a vertex is: x y z");
            continue;
        };
        mesh.vertex([x, y, z])?;
    }
    let number = |word: &Token<'_>| std::str::from_utf8(word.bytes).ok()?.parse::<u32>().ok();
    for index in 0..faces {
        let row = whole_row(&mut rows, |first| (number(first)? as usize).checked_add(1))
            .ok_or_else(|| bad(format!("the file ends at face {} of {faces}", index + 1)))?;
        if index % STRIDE == 0 {
            tell(row[0].span.start);
        }
        let corners = row.first().and_then(number).and_then(|count| {
            let list: Vec<u32> = row.get(1..1 + count as usize)?.iter().filter_map(number).collect();
            (list.len() == count as usize).then_some(list)
        });
        match corners {
            Some(corners) => mesh.face(&corners)?,
            None => faults.add("face-corner", &row[0], "this is no face".into(), "a face is: 3 0 1 2"),
        }
    }
    faults.unless(())?;
    mesh.finish()
}

/// The words of a vertex or a face, over as many lines as it takes; of a last one that is cut short, those there are.
fn whole_row<'t>(
    rows: &mut impl Iterator<Item = Vec<Token<'t>>>,
    wanted: impl Fn(&Token<'t>) -> Option<usize>,
) -> Option<Vec<Token<'t>>> {
    let mut row = rows.next()?;
    let wanted = row.first().and_then(wanted).unwrap_or(0);
    while row.len() < wanted {
        let Some(more) = rows.next() else { break };
        row.extend(more);
    }
    Some(row)
}

fn bad(message: String) -> Faults {
    whole("off", message, "export the mesh again as OFF, STL or OBJ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const TETRAHEDRON: &str =
        "OFF # by hand\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3 255 0 0\n3 1 2 3\n3 2 0 3\n";

    fn read_text(text: &str) -> Result<Mesh, &'static str> {
        read(text.as_bytes(), &MeshLimits::default(), &|_| ()).map_err(|faults| faults.faults[0].code)
    }

    #[test]
    fn a_tetrahedron_is_read_with_and_without_colours_and_counts_beside_the_keyword() {
        let mesh = read_text(TETRAHEDRON).unwrap();
        assert_eq!((mesh.faults().len(), mesh.triangles.len()), (0, 4));
        assert_eq!(read_text(&TETRAHEDRON.replace("OFF # by hand\n", "OFF ")).unwrap(), mesh);
        assert_eq!(read_text(&TETRAHEDRON.replace("OFF # by hand\n", "\t  OFF")).unwrap(), mesh);
        assert_eq!(read_text(&TETRAHEDRON.replace('\n', "\r")).unwrap(), mesh);
        assert_eq!(read_text(&TETRAHEDRON.replace("3 0 2 1", "3 0 \n2\n1")).unwrap(), mesh);
        let marked = format!("\u{feff}{TETRAHEDRON}");
        let read =
            super::super::read_mesh(marked.as_bytes(), super::super::MeshFormat::Off, &MeshLimits::default());
        assert_eq!(read.unwrap(), mesh);
        assert_eq!(
            read_text(&TETRAHEDRON.replace("0 0 1\n", "0 0 1 0.5 0.5 0.5 1\n").replace("OFF", "COFF"))
                .unwrap(),
            mesh
        );
    }

    #[test]
    fn what_is_missing_or_wrong_is_refused() {
        assert_eq!(read_text("OBJ\n"), Err("mesh-format"));
        assert_eq!(read_text("OFF\n4 5 6\n0 0 0"), Err("off"));
        assert_eq!(read_text(&TETRAHEDRON.replace("4 4 6", "4 9999999999 6")), Err("off"));
        assert_eq!(read_text(&TETRAHEDRON.replace("3 2 0 3", "3 2 0 7")), Err("vertex-index"));
        assert_eq!(read_text(&TETRAHEDRON.replace("1 0 0\n", "1 zero 0\n")), Err("number"));
    }
}
