//! The peers: one Python process that decides a case whenever it is asked, and keeps its own clock, so that
//! neither its start nor the pipe counts.

use crate::grasps::Case;
use crate::measure::{Contender, Round};
use serde_json::Value;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;

/// A running script that reads the problems in one line, then answers lines `PEER CASE` with `{"seconds", "verdicts"}`.
pub(crate) struct Script {
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Script {
    /// Starts the script with the problems it will be asked about.
    pub(crate) fn start(python: &Path, script: &Path, problems: &Value) -> Result<Script, String> {
        let mut child = Command::new(python)
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|fault| format!("{}: {fault}", python.display()))?;
        let answers = BufReader::new(child.stdout.take().ok_or("the peers have no output")?);
        let mut orders = child.stdin.take().ok_or("the peers have no input")?;
        writeln!(orders, "{problems}").map_err(|fault| format!("the peers ended: {fault}"))?;
        Ok(Script { child, orders: Some(orders), answers })
    }

    fn ask(&mut self, peer: &str, case: &str) -> Result<Round, String> {
        let line = self.line(&format!("{peer} {case}"))?;
        read_round(&line).ok_or_else(|| format!("{peer} on {case} answered `{}`", line.trim()))
    }

    /// The line with which the script answers an order.
    pub(crate) fn line(&mut self, order: &str) -> Result<String, String> {
        let orders = self.orders.as_mut().ok_or("the peers have no input")?;
        writeln!(orders, "{order}").map_err(|fault| format!("the peers ended: {fault}"))?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|fault| fault.to_string())?;
        Ok(line)
    }
}

fn read_round(line: &str) -> Option<Round> {
    let answer: Value = serde_json::from_str(line).ok()?;
    let verdicts = answer["verdicts"].as_array()?.iter().map(Value::as_bool).collect::<Option<_>>()?;
    Some(Round { seconds: answer["seconds"].as_f64()?, verdicts })
}

impl Drop for Script {
    /// The script ends with its input.
    fn drop(&mut self) {
        self.orders.take();
        let _ = self.child.wait();
    }
}

/// One of the methods the script offers.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    pub(crate) script: Rc<RefCell<Script>>,
}

impl Contender for Peer {
    fn name(&self) -> &str {
        self.name
    }

    fn round(&mut self, case: &Case) -> Result<Round, String> {
        self.script.borrow_mut().ask(self.name, &case.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_verdicts_is_none() {
        let round = read_round(r#"{"seconds": 0.5, "verdicts": [true, false]}"#);
        assert_eq!(round, Some(Round { seconds: 0.5, verdicts: vec![true, false] }));
        assert_eq!(read_round(r#"{"seconds": 0.5}"#), None);
        assert_eq!(read_round(""), None);
    }
}
