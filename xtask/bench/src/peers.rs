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

/// A running script that reads the problems in one line, then answers lines `PEER CASE` with `{"seconds", …}`.
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

    /// What a peer answers on a case.
    pub(crate) fn ask(&mut self, peer: &str, case: &str) -> Result<Value, String> {
        let orders = self.orders.as_mut().ok_or("the peers have no input")?;
        writeln!(orders, "{peer} {case}").map_err(|fault| format!("the peers ended: {fault}"))?;
        let mut line = String::new();
        self.answers.read_line(&mut line).map_err(|fault| fault.to_string())?;
        serde_json::from_str(&line).map_err(|_| format!("{peer} on {case} answered `{}`", line.trim()))
    }
}

fn read_round(answer: &Value) -> Option<Round> {
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
        let answer = self.script.borrow_mut().ask(self.name, &case.name)?;
        read_round(&answer).ok_or_else(|| format!("{} on {} answered `{answer}`", self.name, case.name))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn an_answer_without_verdicts_is_none() {
        let round = read_round(&json!({ "seconds": 0.5, "verdicts": [true, false] }));
        assert_eq!(round, Some(Round { seconds: 0.5, verdicts: vec![true, false] }));
        assert_eq!(read_round(&json!({ "seconds": 0.5 })), None);
        assert_eq!(read_round(&Value::Null), None);
    }
}
