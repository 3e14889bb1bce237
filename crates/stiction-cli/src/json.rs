//! JSON as this command writes it: indented, and with nothing hidden in its strings.
//!
//! JSON itself asks for escapes of the controls below a blank alone; others, and marks that turn the direction of
//! writing, would reach the terminal.  Written as `\u202e` they read back as themselves.

use serde::Serialize;
use serde_json::ser::{CharEscape, Formatter, PrettyFormatter, Serializer};
use std::io::{self, Write};
use stiction::scene::is_hidden;

/// Writes a value, indented, and the end of its last line.
pub fn write(to: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(&mut *to, Visible(PrettyFormatter::new()));
    value.serialize(&mut serializer)?;
    writeln!(to)
}

/// A value as text.
pub fn text(value: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    // A vector takes every byte, and values have no keys but strings.
    let _ = write(&mut bytes, value);
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A value in one line, and the end of it.
pub fn line(value: &serde_json::Value) -> String {
    let mut line = String::new();
    for c in value.to_string().chars() {
        if is_hidden(c) {
            let mut halves = [0; 2];
            c.encode_utf16(&mut halves).iter().for_each(|half| line += &format!("\\u{half:04x}"));
        } else {
            line.push(c);
        }
    }
    line + "\n"
}

/// Indents, and escapes what is hidden.
struct Visible(PrettyFormatter<'static>);

macro_rules! passed_on {
    ($($method:ident($($argument:ident: $kind:ty),*);)*) => {
        $(fn $method<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $kind)*) -> io::Result<()> {
            self.0.$method(writer $(, $argument)*)
        })*
    };
}

impl Formatter for Visible {
    passed_on! {
        begin_array();
        end_array();
        begin_array_value(first: bool);
        end_array_value();
        begin_object();
        end_object();
        begin_object_key(first: bool);
        end_object_key();
        begin_object_value();
        end_object_value();
        write_char_escape(escape: CharEscape);
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some((at, c)) = rest.char_indices().find(|(_, c)| is_hidden(*c)) {
            writer.write_all(&rest.as_bytes()[..at])?;
            let mut halves = [0; 2];
            for half in c.encode_utf16(&mut halves) {
                write!(writer, "\\u{half:04x}")?;
            }
            rest = &rest[at + c.len_utf8()..];
        }
        writer.write_all(rest.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    #[test]
    fn what_is_hidden_is_escaped_and_reads_back_as_itself() {
        let name = "a\u{9b}31m\u{202e}b\u{61c}\u{7f}\n\u{e0041}μ \"q\" \\";
        let value = json!({ name: [name, 1.5, null, {}], "empty": [] });
        let text = text(&value);
        assert!(!text.contains(|c: char| c != '\n' && is_hidden(c)), "{text:?}");
        assert!(text.contains(r"\u009b31m\u202eb\u061c\u007f\n\udb40\udc41μ"));
        assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), value);
        let usual = json!({ "a": [1, { "b": "c" }], "d": {} });
        assert_eq!(super::text(&usual), format!("{usual:#}\n"));
        let one = line(&value);
        assert!(one.ends_with('\n') && !one.trim_end().contains(is_hidden), "{one:?}");
        assert_eq!(serde_json::from_str::<Value>(&one).unwrap(), value);
    }
}
