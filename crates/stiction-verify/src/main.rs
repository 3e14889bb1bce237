//! `stiction-verify REPORT…`: checks the proofs of reports.  `-` is the standard input.
//!
//! Exit status: 0 everything that is checked here is proved, 1 something is refused, or nothing is proved, 2
//! something is no report.

use std::io::{Read, Write};
use std::process::ExitCode;
use stiction_verify::{read_report, verify};

const USAGE: &str = "usage: stiction-verify REPORT.json [...]      - is the standard input\n";

fn main() -> ExitCode {
    let names: Vec<String> = std::env::args().skip(1).collect();
    if names.is_empty() || names.iter().any(|name| name == "--help" || name == "-h") {
        let _ = std::io::stderr().write_all(USAGE.as_bytes());
        return ExitCode::from(if names.is_empty() { 2 } else { 0 });
    }
    let worst = names.iter().map(|name| told(name)).max();
    ExitCode::from(worst.unwrap_or(2))
}

/// Tells what was found of one report, and its exit status.
fn told(name: &str) -> u8 {
    let mut out = std::io::stdout().lock();
    let read = text(name).and_then(|text| read_report(&text));
    let (words, status) = match read {
        Ok(report) => {
            let found = verify(&report);
            (found.to_string(), u8::from(!found.holds()))
        }
        Err(why) => (format!("no report: {}\n", why.escape_debug()), 2),
    };
    // A pipe that was closed has nobody to tell.
    let _ = write!(out, "{}:\n{words}", name.escape_debug());
    status
}

fn text(name: &str) -> Result<String, String> {
    let mut text = String::new();
    let read = if name == "-" {
        std::io::stdin().read_to_string(&mut text)
    } else {
        std::fs::File::open(name).and_then(|mut file| file.read_to_string(&mut text))
    };
    read.map(|_| text).map_err(|fault| fault.to_string())
}
