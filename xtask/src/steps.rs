//! Running programs, and steps one after the other.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

/// One thing to do, with the heading it is announced by.
pub(crate) struct Step {
    title: String,
    action: Box<dyn Fn() -> Result<(), String>>,
}

impl Step {
    pub(crate) fn new(title: &str, action: impl Fn() -> Result<(), String> + 'static) -> Step {
        Step { title: title.into(), action: Box::new(action) }
    }
}

/// Runs the steps in order, stops at the first that fails, and says where the time went.
pub(crate) fn run_all(steps: &[Step]) -> Result<(), String> {
    let count = steps.len();
    let mut spent = Vec::new();
    for (index, Step { title, action }) in steps.iter().enumerate() {
        say(&format!("\n== {} of {count}: {title}", index + 1));
        let start = Instant::now();
        action().map_err(|fault| format!("\nstep {} of {count}, {title}, failed: {fault}", index + 1))?;
        let seconds = start.elapsed().as_secs_f64();
        say(&format!("-- {title}: {seconds:.1} s"));
        spent.push((title.as_str(), seconds));
    }
    say(&format!("\nall {count} steps passed"));
    say(&account(&spent));
    Ok(())
}

/// Where the time went: a line for each step, the longest first, and the sum.
fn account(spent: &[(&str, f64)]) -> String {
    let total: f64 = spent.iter().map(|(_, seconds)| seconds).sum();
    let mut lines = spent.to_vec();
    lines.sort_by(|one, other| other.1.total_cmp(&one.1));
    let line = |(title, seconds): &(&str, f64)| format!("{seconds:8.1} s  {title}\n");
    let each: String = lines.iter().map(line).collect();
    format!("{each}{total:8.1} s  in all")
}

/// A line on the standard output.
pub(crate) fn say(line: &str) {
    let _ = writeln!(std::io::stdout(), "{line}");
}

/// A line on the standard error.
pub(crate) fn complain(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new(".")).to_owned()
}

/// Where Cargo builds to.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |path| root().join(path))
}

/// How a program is built.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Build {
    /// As the tests are, so that what checks the project compiles nothing twice.
    Tested,
    /// As for use: for figures, and for what runs long.
    Release,
}

impl Build {
    /// What Cargo calls it.
    pub(crate) fn profile(self) -> &'static str {
        match self {
            Self::Tested => "test",
            Self::Release => "release",
        }
    }

    /// Where a program lies that was built so.
    pub(crate) fn program(self, name: &str) -> PathBuf {
        self.folder().join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
    }

    fn folder(self) -> PathBuf {
        target().join(match self {
            Self::Tested => "debug",
            Self::Release => "release",
        })
    }

    /// Builds the `stiction` command and says where it is.
    pub(crate) fn stiction(self) -> Result<PathBuf, String> {
        finish(&mut cargo(&["build", "--quiet", "--profile", self.profile(), "--package", "stiction-cli"]))?;
        Ok(self.program("stiction"))
    }

    /// The search path with what was built so before all else.
    pub(crate) fn search_path(self) -> Result<OsString, String> {
        let usual = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(self.folder()).chain(std::env::split_paths(&usual));
        std::env::join_paths(folders).map_err(|fault| fault.to_string())
    }
}

/// A program that starts in the root, with nothing to read.
pub(crate) fn program(path: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(path);
    command.current_dir(root()).stdin(Stdio::null());
    command
}

/// The Cargo that runs this task.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = program(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments);
    command
}

/// Runs a program to its end; anything but success is a fault that shows how it was called.
pub(crate) fn finish(command: &mut Command) -> Result<(), String> {
    let called = format!("{command:?}").replace('"', "");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{status} from `{called}`")),
        Err(fault) => Err(format!("`{called}` did not start: {fault}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::rc::Rc;

    #[test]
    fn the_first_failure_stops_the_rest_and_is_named() {
        let reached = Rc::new(Cell::new(false));
        let later = Rc::clone(&reached);
        let steps = [
            Step::new("first", || Ok(())),
            Step::new("second", || Err("broken".into())),
            Step::new("third", move || {
                later.set(true);
                Ok(())
            }),
        ];
        let fault = run_all(&steps).unwrap_err();
        assert!(fault.contains("step 2 of 3, second, failed: broken"), "{fault}");
        assert!(!reached.get());
    }

    #[test]
    fn the_account_has_the_longest_first_and_the_sum_last() {
        let account = account(&[("format", 1.0), ("tests", 300.25)]);
        assert_eq!(account, "   300.2 s  tests\n     1.0 s  format\n   301.2 s  in all");
    }

    #[test]
    fn a_program_that_fails_is_a_fault() {
        assert!(finish(&mut cargo(&["--version"])).is_ok());
        assert!(finish(&mut cargo(&["no-such-command"])).unwrap_err().contains("no-such-command"));
        assert!(finish(&mut program("no-such-program")).unwrap_err().contains("did not start"));
    }
}
