//! Asking about a robot.

use crate::args::{AccelerationWord, MimicWord, ReferenceWord, Robot};
use crate::ask::{file_name, json_faults};
use crate::outcome::{Out, Outcome, Printed};
use crate::picture;
use serde_json::Value;
use stiction_files::{
    Following, Limits, RobotOptions, UnreadFile, read_urdf_file_within, read_urdf_with, render_warnings,
    robot_faults, sha256, shown_path,
};
use stiction_report::robot::{Reference, RobotAcceleration, RobotQuestion};
use stiction_report::{AskError, SceneName, robot_report};

/// The dynamics of the robot in a file.
pub fn robot(asked: &Robot, color: bool) -> Outcome {
    let limits = Limits { size: asked.max_size.saturating_mul(1 << 20) };
    if let Some(bad) = picture::fault(asked.picture.as_deref(), &[Some(&asked.robot)]) {
        return bad;
    }
    let read = match &asked.held {
        Some(text) => read_urdf_with(text, &options(asked))
            .map(|read| (read, text.clone()))
            .map_err(|faults| UnreadFile { faults, text: text.clone() }),
        None => read_urdf_file_within(&asked.robot, &options(asked), &limits, &asked.elsewhere.reach()),
    };
    let (read, text) = match read {
        Ok(read) => read,
        Err(unread) => return refused(&unread, asked, color),
    };
    let name = SceneName { name: file_name(&asked.robot), sha256: Some(sha256(text.as_bytes())) };
    let warned = if asked.json {
        String::new()
    } else {
        render_warnings(&read.warnings, &shown_path(&asked.robot), &text, color)
    };
    let report = match robot_report(read.model, &question(asked, read.gravity), name) {
        Ok(report) => report,
        Err(error @ (AskError::Refused(_) | AskError::Stopped(_) | AskError::Unfinished { .. })) => {
            return Outcome::failed(&error.to_string());
        }
        Err(AskError::Misfits(misfits)) => {
            let faults = robot_faults(&misfits, &text, read.warnings);
            return refused(&UnreadFile { faults, text }, asked, color);
        }
    };
    let drawing =
        asked.picture.clone().map(|file| picture::of_page(file, asked.theme, stiction_draw::robot_page));
    let out = if asked.json {
        Out::Json(Box::new(Printed { report, scene_warnings: read.warnings }))
    } else {
        Out::Report(Box::new(report))
    };
    Outcome { out, err: warned, drawings: drawing.into_iter().collect(), ..Outcome::default() }
}

fn options(asked: &Robot) -> RobotOptions {
    RobotOptions {
        following: match asked.mimic {
            MimicWord::Coupled => Following::Coupled,
            MimicWord::Independent => Following::Independent,
        },
        floating: asked.floating,
    }
}

/// How the robot of a report was read: what its problem shows.
pub fn read_as(report: &Value) -> RobotOptions {
    let problem = &report["problem"];
    let warnings = report["scene_warnings"].as_array().into_iter().flatten();
    let mut said = warnings.filter_map(|warning| warning["message"].as_str().or(warning.as_str()));
    let independent = said.any(|message| message.contains(stiction_files::PASSED_OVER));
    let base = &problem["joints"][0];
    let freed = base["name"].as_str().is_some_and(|name| name.starts_with(stiction_files::FLOATING_BASE));
    RobotOptions {
        following: if independent { Following::Independent } else { Following::Coupled },
        floating: freed && base["motion"] == "floating",
    }
}

/// What is asked; the gravity of the file counts where no other is given.
fn question(asked: &Robot, gravity: Option<[f64; 3]>) -> RobotQuestion {
    let doubles =
        |list: &crate::words::WrenchList| list.0.iter().map(stiction_proof::Rational::to_f64).collect();
    RobotQuestion {
        frame: asked.frame.clone(),
        gravity: asked.gravity.map(|given| given.0).or(gravity).unwrap_or(RobotQuestion::default().gravity),
        q: asked.q.as_ref().map(doubles),
        v: asked.v.as_ref().map(doubles),
        tau: asked.tau.as_ref().map(doubles),
        reference: match asked.reference {
            ReferenceWord::Local => Reference::Local,
            ReferenceWord::Aligned => Reference::Aligned,
            ReferenceWord::World => Reference::World,
        },
        acceleration: match asked.acceleration {
            AccelerationWord::Spatial => RobotAcceleration::Spatial,
            AccelerationWord::Classical => RobotAcceleration::Classical,
        },
    }
}

fn refused(unread: &UnreadFile, asked: &Robot, color: bool) -> Outcome {
    if asked.json {
        let told = json_faults(&unread.faults);
        // Another program shows them to people as well.
        let err = asked.held.as_ref().map(|_| unread.render(&shown_path(&asked.robot), color));
        return Outcome { err: err.unwrap_or_default(), ..told };
    }
    Outcome::bad_input(&unread.render(&shown_path(&asked.robot), color))
}
