//! The program `stiction`; what it does is in the library beside it.

fn main() {
    stiction_cli::run(std::env::args_os().collect())
}
