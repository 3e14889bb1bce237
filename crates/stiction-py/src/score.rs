//! Many grasps at once, from arrays of NumPy.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use rayon::{ThreadPool, ThreadPoolBuilder};
use stiction_statics::closure::many::score::{Asked, Flat, Measure, Row, in_plane, of_space};

/// Grasps between two looks at whether anybody still wants them.
const BLOCK: usize = 1 << 14;

/// Scores grasps in flat arrays: a table with an array for each measure, `exact`, `fault` (pairs of row and words) and,
/// where asked for, `d_points` and `d_normals`.
#[pyfunction]
#[pyo3(signature = (dimension, points, normals, friction, offsets, origin, measures, cone, length, gradient, jobs))]
#[allow(clippy::too_many_arguments)]
pub(crate) fn score<'py>(
    py: Python<'py>,
    dimension: usize,
    points: PyReadonlyArray1<'py, f64>,
    normals: PyReadonlyArray1<'py, f64>,
    friction: PyReadonlyArray1<'py, f64>,
    offsets: PyReadonlyArray1<'py, i64>,
    origin: PyReadonlyArray1<'py, f64>,
    measures: Vec<String>,
    cone: &str,
    length: f64,
    gradient: Option<String>,
    jobs: usize,
) -> PyResult<Bound<'py, PyDict>> {
    let asked = Asked {
        measures: measures.iter().map(|word| measure(word)).collect::<PyResult<_>>()?,
        cone: cone.parse().map_err(PyValueError::new_err)?,
        length,
        gradient: gradient.as_deref().map(measure).transpose()?,
    };
    let offsets: Vec<usize> = offsets
        .as_slice()?
        .iter()
        .map(|&offset| usize::try_from(offset).map_err(|_| PyValueError::new_err("offsets: one is negative")))
        .collect::<PyResult<_>>()?;
    let arrays = Arrays {
        points: points.as_slice()?,
        normals: normals.as_slice()?,
        friction: friction.as_slice()?,
        offsets: &offsets,
        origin: origin.as_slice()?,
    };
    let pool = (jobs > 0).then(|| ThreadPoolBuilder::new().num_threads(jobs).build()).transpose();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let mut found = Columns::new(&asked, dimension, &arrays);
    match dimension {
        2 => in_blocks::<2>(py, &pool, &arrays, &mut found, |flat| in_plane(flat, &asked))?,
        3 => in_blocks::<3>(py, &pool, &arrays, &mut found, |flat| of_space(flat, &asked))?,
        _ => return Err(PyValueError::new_err("points have two or three numbers each")),
    }
    found.table(py, &asked)
}

fn measure(word: &str) -> PyResult<Measure> {
    Measure::ALL.into_iter().find(|measure| measure.word() == word).ok_or_else(|| {
        let known: Vec<&str> = Measure::ALL.into_iter().map(Measure::word).collect();
        PyValueError::new_err(format!("measure {word:?} is not known; give any of {}", known.join(", ")))
    })
}

struct Arrays<'a> {
    points: &'a [f64],
    normals: &'a [f64],
    friction: &'a [f64],
    offsets: &'a [usize],
    origin: &'a [f64],
}

/// Scores one block of grasps after the other; between two of them signals are heard.
fn in_blocks<const D: usize>(
    py: Python<'_>,
    pool: &Option<ThreadPool>,
    arrays: &Arrays<'_>,
    found: &mut Columns,
    score: impl Fn(&Flat<'_, D>) -> Result<Vec<Row>, String> + Sync,
) -> PyResult<()> {
    let grasps = arrays.offsets.len().saturating_sub(1);
    let fits = arrays.offsets.windows(2).all(|pair| pair[0] <= pair[1])
        && arrays
            .offsets
            .last()
            .is_some_and(|&last| D * last <= arrays.points.len().min(arrays.normals.len()));
    let block = if fits { BLOCK } else { grasps.max(1) };
    for first in (0..grasps).step_by(block) {
        py.check_signals()?;
        let last = (first + block).min(grasps);
        let (begin, end) = (arrays.offsets[first], arrays.offsets[last]);
        let offsets: Vec<usize> = arrays.offsets[first..=last].iter().map(|offset| offset - begin).collect();
        let of = |values, range: std::ops::Range<usize>| part(values, range);
        let flat = Flat::<D> {
            points: of(arrays.points, D * begin..D * end),
            normals: of(arrays.normals, D * begin..D * end),
            frictions: if arrays.friction.len() == 1 {
                arrays.friction
            } else {
                of(arrays.friction, begin..end)
            },
            offsets: &offsets,
            origins: if arrays.origin.len() == D {
                arrays.origin
            } else {
                of(arrays.origin, D * first..D * last)
            },
        };
        let rows = py
            .detach(|| match pool {
                Some(pool) => pool.install(|| score(&flat)),
                None => score(&flat),
            })
            .map_err(PyValueError::new_err)?;
        found.take(first, &arrays.offsets[first..=last], D, rows);
    }
    Ok(())
}

/// A part of an array; nothing where it does not reach so far, which the scoring then tells.
fn part(values: &[f64], range: std::ops::Range<usize>) -> &[f64] {
    values.get(range).unwrap_or_default()
}

/// What is known of all grasps, an array a measure.
struct Columns {
    values: Vec<Vec<f64>>,
    exact: Vec<bool>,
    faults: Vec<(usize, String)>,
    /// For points and normals, `D` numbers a contact.
    gradients: Option<[Vec<f64>; 2]>,
}

impl Columns {
    fn new(asked: &Asked, dimension: usize, arrays: &Arrays<'_>) -> Self {
        let grasps = arrays.offsets.len().saturating_sub(1);
        let contacts = arrays.offsets.last().copied().unwrap_or_default().min(arrays.points.len());
        let empty = || vec![f64::NAN; dimension * contacts];
        Self {
            values: asked.measures.iter().map(|_| Vec::with_capacity(grasps)).collect(),
            exact: Vec::with_capacity(grasps),
            faults: Vec::new(),
            gradients: asked.gradient.map(|_| [empty(), empty()]),
        }
    }

    fn take(&mut self, first: usize, offsets: &[usize], dimension: usize, rows: Vec<Row>) {
        for (place, row) in rows.into_iter().enumerate() {
            self.values.iter_mut().zip(&row.values).for_each(|(column, value)| column.push(*value));
            self.exact.push(row.exact);
            self.faults.extend(row.fault.map(|fault| (first + place, fault)));
            let Some([points, normals]) = &mut self.gradients else { continue };
            for (contact, gradient) in (offsets[place]..).zip(&row.gradient) {
                let place = dimension * contact..dimension * (contact + 1);
                points[place.clone()].copy_from_slice(&gradient.point[..dimension]);
                normals[place].copy_from_slice(&gradient.normal[..dimension]);
            }
        }
    }

    fn table<'py>(self, py: Python<'py>, asked: &Asked) -> PyResult<Bound<'py, PyDict>> {
        let table = PyDict::new(py);
        for (measure, column) in asked.measures.iter().zip(self.values) {
            if measure.is_verdict() {
                let verdicts = column.iter().map(|value| *value as i8).collect();
                table.set_item(measure.word(), PyArray1::from_vec(py, verdicts))?;
            } else {
                table.set_item(measure.word(), PyArray1::from_vec(py, column))?;
            }
        }
        table.set_item("exact", PyArray1::from_vec(py, self.exact))?;
        table.set_item("fault", PyList::new(py, self.faults)?)?;
        if let Some([points, normals]) = self.gradients {
            table.set_item("d_points", PyArray1::from_vec(py, points))?;
            table.set_item("d_normals", PyArray1::from_vec(py, normals))?;
        }
        Ok(table)
    }
}
