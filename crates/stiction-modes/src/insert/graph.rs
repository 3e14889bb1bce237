//! The graph of what is possible: circles, and ranks where there are none.

use stiction_proof::wrenches::Move;

/// A circle of steps among those that are possible, or what ranks the states.
pub(super) enum Order {
    /// Each step leads to the state of the next, the last to that of the first; or one step by which the goal
    /// loses a fixel.
    Circle(Vec<Move>),
    /// A number for each state that every possible step raises.
    Ranks(Vec<usize>),
}

/// Looks for a circle.
pub(super) fn order(fixels: usize, possible: &[Move]) -> Order {
    let goal = (1_usize << fixels) - 1;
    if let Some(&lost) = possible.iter().find(|step| step.state == goal && step.lost != 0) {
        return Order::Circle(vec![lost]);
    }
    let mut search = Search { possible, fixels, path: Vec::new(), height: vec![None; goal + 1] };
    for state in 0..=goal {
        if let Some(circle) = search.visit(state) {
            return Order::Circle(circle);
        }
    }
    let highest = search.height.iter().flatten().max().copied().unwrap_or_default();
    // The goal has height 0; a step goes down in height and so up in rank.
    Order::Ranks(search.height.iter().map(|height| highest - height.unwrap_or_default()).collect())
}

/// Whether the possible steps contain a circle.
pub(super) fn has_circle(fixels: usize, possible: &[Move]) -> bool {
    matches!(order(fixels, possible), Order::Circle(_))
}

struct Search<'a> {
    possible: &'a [Move],
    fixels: usize,
    path: Vec<(usize, Move)>,
    /// The longest way to an end, once known.
    height: Vec<Option<usize>>,
}

impl Search<'_> {
    fn visit(&mut self, state: usize) -> Option<Vec<Move>> {
        if self.height[state].is_some() {
            return None;
        }
        if let Some(start) = self.path.iter().position(|(on, _)| *on == state) {
            return Some(self.path[start..].iter().map(|(_, step)| *step).collect());
        }
        let mut height = 0;
        let (possible, fixels) = (self.possible, self.fixels);
        for &step in possible.iter().filter(|step| step.state == state && !step.is_seated(fixels)) {
            for next in (0..self.height.len()).filter(|&next| step.leads_to(next)) {
                self.path.push((state, step));
                let circle = self.visit(next);
                if circle.is_some() {
                    return circle;
                }
                self.path.pop();
                height = height.max(1 + self.height[next].unwrap_or_default());
            }
        }
        self.height[state] = Some(height);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(state: usize, lost: usize, approached: usize) -> Move {
        Move { state, lost, approached }
    }

    #[test]
    fn going_forwards_ranks_the_states_by_what_is_gained() {
        let forwards = [step(0, 0, 3), step(1, 0, 2), step(2, 0, 1), step(3, 0, 0)];
        let Order::Ranks(ranks) = order(2, &forwards) else { panic!("there is no circle") };
        assert!(ranks[0] < ranks[1] && ranks[0] < ranks[2] && ranks[3] > ranks[1].max(ranks[2]));
    }

    #[test]
    fn a_fixel_lost_and_gained_again_is_a_circle() {
        let Order::Circle(circle) = order(2, &[step(1, 1, 0), step(0, 0, 1)]) else { panic!("a circle") };
        assert_eq!(circle.len(), 2);
        // Lost for another one that is then kept: no circle.
        assert!(!has_circle(2, &[step(1, 1, 0), step(0, 0, 2), step(2, 0, 1)]));
    }

    #[test]
    fn a_state_that_keeps_itself_is_a_circle_unless_it_is_the_goal() {
        assert!(has_circle(1, &[step(0, 0, 0)]));
        assert!(!has_circle(1, &[step(1, 0, 0), step(0, 0, 1)]));
        assert!(has_circle(1, &[step(1, 1, 0)]));
    }
}
