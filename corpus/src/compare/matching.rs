//! Pairing what is expected with what was reported, one to one.

/// Pairs every expected thing with its own reported one, or says which side is left over.
///
/// A pairing that a later expectation needs is moved to another partner (augmenting paths), so that an
/// unlucky first choice does not refuse a report.
pub(super) fn one_to_one(
    expected: usize,
    reported: usize,
    fits: impl Fn(usize, usize) -> bool,
) -> Result<(), String> {
    let mut partner = vec![None; reported];
    for one in 0..expected {
        if !seat(one, &mut vec![false; reported], &mut partner, &fits) {
            return Err(format!("expected entry {one} is missing"));
        }
    }
    match partner.iter().position(Option::is_none) {
        Some(extra) => Err(format!("reported entry {extra} is unexpected")),
        None => Ok(()),
    }
}

fn seat(
    one: usize,
    tried: &mut [bool],
    partner: &mut [Option<usize>],
    fits: &impl Fn(usize, usize) -> bool,
) -> bool {
    for seat_of in 0..partner.len() {
        if tried[seat_of] || !fits(one, seat_of) {
            continue;
        }
        tried[seat_of] = true;
        if partner[seat_of].is_none_or(|other| seat(other, tried, partner, fits)) {
            partner[seat_of] = Some(one);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unlucky_first_choice_is_moved() {
        let fits = |one: usize, other: usize| one == 0 || other == 0;
        assert!(one_to_one(2, 2, fits).is_ok());
    }

    #[test]
    fn what_is_left_over_on_either_side_is_refused() {
        assert!(one_to_one(2, 1, |_, _| true).unwrap_err().contains("missing"));
        assert!(one_to_one(1, 2, |_, _| true).unwrap_err().contains("unexpected"));
        assert!(one_to_one(0, 0, |_, _| true).is_ok());
    }
}
