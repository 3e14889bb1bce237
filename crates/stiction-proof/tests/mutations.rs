//! A proof that was changed is no proof: the checker refuses every lie, however small.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod statements;

mod mutations {
    mod cone_forms;
    pub mod examples;
    mod forces;
    mod loads;
    mod quick;
    mod quick_space;
    mod second_order;
    mod spatial;
    mod text;
    mod twists;
}
