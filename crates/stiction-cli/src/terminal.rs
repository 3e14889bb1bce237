//! Text on its way to a person: whatever a file put into it, nothing moves the cursor.
//!
//! Names are written out where they are put into a line ([`stiction::scene::plain`]); this is the last gate, for
//! what was forgotten there.  Ends of lines and tabs pass.

use std::io::{self, Write};
use stiction::scene::is_hidden;

/// Passes text on with everything seen.
pub struct VisibleText<W>(pub W);

impl<W: Write> Write for VisibleText<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = String::from_utf8_lossy(bytes);
        let passes = |c: char| matches!(c, '\n' | '\t') || !is_hidden(c);
        if text.chars().all(passes) {
            return self.0.write_all(text.as_bytes());
        }
        let mut seen = String::with_capacity(text.len() + 16);
        for c in text.chars() {
            if passes(c) { seen.push(c) } else { seen.extend(c.escape_default()) }
        }
        self.0.write_all(seen.as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Whether standard output is a null device that is open for reading too.
///
/// Where a program is started with standard output closed (`>&-`), Rust's runtime opens just that before
/// `main`, and what is written goes nowhere without an error; `> /dev/null` of a shell is open for writing
/// alone.  Programs that start others may hand on such a device themselves (`subprocess.DEVNULL` of Python):
/// it cannot be told apart, and an answer that was for nobody's eyes, nor for a picture or a status, is lost
/// there as well.
#[cfg(target_os = "linux")]
pub fn goes_nowhere() -> bool {
    const ACCESS: u32 = 0o3;
    const READ_AND_WRITE: u32 = 0o2;
    let flags = std::fs::read_to_string("/proc/self/fdinfo/1").unwrap_or_default();
    let flags = flags.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    let null = std::fs::read_link("/proc/self/fd/1").is_ok_and(|target| target.as_os_str() == "/dev/null");
    null && flags.is_some_and(|flags| flags & ACCESS == READ_AND_WRITE)
}

/// Elsewhere it cannot be told.
#[cfg(not(target_os = "linux"))]
pub fn goes_nowhere() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_passes_and_what_is_hidden_in_it_is_written_out() {
        let mut seen = VisibleText(Vec::new());
        let name = "\u{1b}[2J\u{9b}\u{202e}";
        write!(seen, "μ = {}\n\tname {name}", 0.5).unwrap();
        assert_eq!(String::from_utf8(seen.0).unwrap(), "μ = 0.5\n\tname \\u{1b}[2J\\u{9b}\\u{202e}");
    }
}
