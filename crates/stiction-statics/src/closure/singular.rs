//! Singular values of a matrix with few rows.
//!
//! Rows are turned in pairs until all are across each other; then their lengths are the singular values.  Nothing is
//! squared on the way, so that a small value keeps its digits beside a large one.
//!
//! References: \[Hestenes\].

/// Singular values, the largest first, of the matrix with these columns; none when its numbers are not finite.
pub(super) fn singular_values<const D: usize>(columns: &[[f64; D]]) -> Option<[f64; D]> {
    let largest = columns.iter().flatten().fold(0.0_f64, |largest, entry| largest.max(entry.abs()));
    if !columns.iter().flatten().all(|entry| entry.is_finite()) {
        return None;
    }
    if largest == 0.0 {
        return Some([0.0; D]);
    }
    let mut columns: Vec<[f64; D]> =
        columns.iter().map(|column| column.map(|entry| entry / largest)).collect();
    // Convergence is quadratic: a handful of sweeps is the rule, and more than this never helped.
    for _ in 0..60 {
        if !sweep(&mut columns) {
            break;
        }
    }
    let mut values: [f64; D] = std::array::from_fn(|row| product(&columns, row, row).sqrt() * largest);
    values.sort_by(|a, b| b.total_cmp(a));
    values.iter().all(|value| value.is_finite()).then_some(values)
}

/// Turns every pair of rows once; whether any turned.
fn sweep<const D: usize>(columns: &mut [[f64; D]]) -> bool {
    let mut turned = false;
    for i in 1..D {
        for j in 0..i {
            let (a, b) = (product(columns, i, i), product(columns, j, j));
            let c = product(columns, i, j);
            if c == 0.0 || c.abs() <= f64::EPSILON * (a * b).sqrt() {
                continue;
            }
            // The smaller angle with tan 2θ = 2c / (b − a).
            let cotangent = (b - a) / (2.0 * c);
            let tangent = cotangent.signum() / (cotangent.abs() + cotangent.hypot(1.0));
            let cosine = 1.0 / tangent.hypot(1.0);
            let sine = cosine * tangent;
            for column in columns.iter_mut() {
                (column[i], column[j]) =
                    (cosine * column[i] - sine * column[j], sine * column[i] + cosine * column[j]);
            }
            turned = true;
        }
    }
    turned
}

fn product<const D: usize>(columns: &[[f64; D]], i: usize, j: usize) -> f64 {
    columns.iter().map(|column| column[i] * column[j]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_diagonal_matrix_has_its_entries() {
        let found = singular_values(&[[0.0, -3.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 1e-9]]).unwrap();
        assert_eq!(found, [3.0, 2.0, 1e-9]);
    }

    #[test]
    fn squares_and_products_are_those_of_the_matrix() {
        let columns = [[1.0, 2.0, 3.0], [0.0, 1.0, 4.0], [5.0, 6.0, 0.0]];
        let found = singular_values(&columns).unwrap();
        let squares: f64 = columns.iter().flatten().map(|x| x * x).sum();
        assert!((found.iter().map(|x| x * x).sum::<f64>() - squares).abs() < 1e-12);
        // Its determinant is 1.
        assert!((found.iter().product::<f64>() - 1.0).abs() < 1e-12);
    }

    #[test]
    fn a_matrix_that_does_not_span_has_a_zero() {
        let found = singular_values(&[[1.0, 2.0, 3.0], [2.0, 4.0, 6.0], [1.0, 0.0, 0.0]]).unwrap();
        assert!(found[2] < 1e-15 && found[1] > 0.1, "{found:?}");
        assert_eq!(singular_values::<3>(&[[0.0; 3]]), Some([0.0; 3]));
        assert_eq!(singular_values(&[[f64::NAN, 0.0]]), None);
    }
}
