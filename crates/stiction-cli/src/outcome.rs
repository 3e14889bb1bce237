//! What a command leaves behind: text for people or programs, and a status.

/// The question was answered.
pub const ANSWERED: u8 = 0;
/// The program failed.
pub const FAILED: u8 = 1;
/// The input was bad.
pub const BAD_INPUT: u8 = 2;
/// The verdict was not the expected one.
pub const UNEXPECTED: u8 = 3;

/// What to print and how to exit.
#[derive(Debug, Default, PartialEq)]
pub struct Outcome {
    /// For standard output.
    pub out: String,
    /// For standard error.
    pub err: String,
    /// Exit status.
    pub status: u8,
}

impl Outcome {
    /// An answer.
    pub fn answered(out: String) -> Self {
        Self { out, ..Self::default() }
    }

    /// A failure of the program.
    pub fn failed(message: &str) -> Self {
        Self { err: format!("error: {message}\n"), status: FAILED, ..Self::default() }
    }

    /// Bad input, said in text.
    pub fn bad_input(message: &str) -> Self {
        Self { err: format!("{}\n", message.trim_end()), status: BAD_INPUT, ..Self::default() }
    }
}
