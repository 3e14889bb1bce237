//! A run as a moving picture: lines in space whose corners move, drawn without perspective, in one SVG that
//! any browser plays.

use crate::palette::{Ink, Theme};
use std::fmt::Write;
use stiction_report::hybrid::{RunAnswer, Skeleton};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 460.0;
const MARGIN: f64 = 50.0;

/// Corners of a plate that stands for what is touched, m: half its sides, and its edges in one stroke.
const PLATE: f64 = 0.15;

pub(crate) type Frames = Vec<Vec<[f64; 2]>>;

/// The run of the decoupled controller as an SVG that plays again and again.
pub fn animation(run: &RunAnswer, title: &str, theme: Theme) -> String {
    let frames = &run.skeletons;
    let arm: Frames =
        frames.iter().map(|frame| frame.points.iter().map(|point| seen(*point)).collect()).collect();
    let plate: Frames = frames.iter().map(|frame| corners(run, frame)).collect();
    let trace = |of: fn(&stiction_report::hybrid::Sample) -> [f64; 3]| -> Vec<[f64; 2]> {
        run.runs[0].run.samples.iter().map(|sample| seen(of(sample))).collect()
    };
    let (path, drawn) = (trace(|sample| sample.tip.wanted), trace(|sample| sample.tip.is));
    let all: Vec<[f64; 2]> = arm.iter().chain(&plate).flatten().chain(&path).chain(&drawn).copied().collect();
    let fit = Fit::new(&all);
    let ink = |ink: Ink| ink.colour(theme);
    let mut svg = begun(title, theme);
    let times = [0.0, run.section.duration];
    let mut line = |frames: &Frames, colour: &str, width: f64, fill: &str, words: &str| {
        moving_line(&mut svg, frames, &times, &fit, (colour, width, fill, words));
    };
    line(&plate, ink(Ink::Outline), 1.5, ink(Ink::Body), "what is touched");
    line(&vec![path], ink(Ink::Muted), 1.2, "none", "wanted path");
    line(&vec![drawn], ink(Ink::Force), 1.6, "none", "path of the tip");
    line(&arm, ink(Ink::Motion), 6.0, "none", "arm");
    ended(&mut svg, title, theme);
    svg
}

/// The beginning of a moving picture.
pub(crate) fn begun(title: &str, theme: Theme) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\">\n\
         <title>{title}</title>\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{}\"/>\n",
        Ink::Paper.colour(theme),
        title = escaped(title),
    )
}

/// Its end, with its title.
pub(crate) fn ended(svg: &mut String, title: &str, theme: Theme) {
    let _ = writeln!(
        svg,
        "<text x=\"{MARGIN}\" y=\"30\" font-family=\"sans-serif\" font-size=\"16\" fill=\"{}\">{}</text>\n</svg>",
        Ink::Text.colour(theme),
        escaped(title)
    );
}

/// A line with its colour, width, fill and words, whose corners are elsewhere in each frame. As many times as frames
/// say when each of them is; otherwise they are evenly spaced up to the last time.
pub(crate) fn moving_line(
    svg: &mut String,
    frames: &Frames,
    times: &[f64],
    fit: &Fit,
    (colour, width, fill, words): (&str, f64, &str, &str),
) {
    let values: Vec<String> = frames.iter().map(|points| fit.points(points)).collect();
    let first = values.first().cloned().unwrap_or_default();
    let dur = times.last().copied().unwrap_or_default();
    let moves = values.windows(2).any(|pair| pair[0] != pair[1]) && dur > 0.0;
    let keys = if times.len() == frames.len() {
        let keys: Vec<String> = times.iter().map(|time| format!("{:.6}", time / dur)).collect();
        format!(" keyTimes=\"{}\"", keys.join(";"))
    } else {
        String::new()
    };
    let animate = if moves {
        format!(
            "<animate attributeName=\"points\" dur=\"{dur}s\" repeatCount=\"indefinite\"{keys} values=\"{}\"/>",
            values.join(";")
        )
    } else {
        String::new()
    };
    let _ = writeln!(
        svg,
        "<polyline points=\"{first}\" fill=\"{fill}\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"><title>{}</title>{animate}</polyline>",
        escaped(words)
    );
}

/// A plate below the tip that moves with what is touched.
fn corners(run: &RunAnswer, frame: &Skeleton) -> Vec<[f64; 2]> {
    let Some(first) = run.skeletons.first() else { return Vec::new() };
    let Some(tip) = first.points.last() else { return Vec::new() };
    let (center, _) = first.environment;
    let (moved, turn) = frame.environment;
    let square = [[-PLATE, -PLATE], [PLATE, -PLATE], [PLATE, PLATE], [-PLATE, PLATE], [-PLATE, -PLATE]];
    let corner = |[x, y]: [f64; 2]| {
        let local = [tip[0] + x - center[0], tip[1] + y - center[1], tip[2] - center[2]];
        let turned = rotated(turn, local);
        seen(std::array::from_fn(|k| moved[k] + turned[k]))
    };
    square.into_iter().map(corner).collect()
}

fn rotated([w, x, y, z]: [f64; 4], v: [f64; 3]) -> [f64; 3] {
    let cross = |a: [f64; 3], b: [f64; 3]| {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    };
    let axis = [x, y, z];
    let once = cross(axis, v);
    let twice = cross(axis, once);
    std::array::from_fn(|k| v[k] + 2.0 * (w * once[k] + twice[k]))
}

/// From the front, above and to the right.
fn seen([x, y, z]: [f64; 3]) -> [f64; 2] {
    let (sine, cosine) = (0.5, 0.866_025_403_784_438_6);
    let (across, away) = (cosine * y - sine * x, -sine * y - cosine * x);
    [across, -(z * 0.9 + away * 0.35)]
}

/// From seen coordinates to pixels.
pub(crate) struct Fit {
    scale: f64,
    shift: [f64; 2],
}

impl Fit {
    pub(crate) fn new(points: &[[f64; 2]]) -> Self {
        let finite = points.iter().filter(|point| point.iter().all(|x| x.is_finite()));
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        for point in finite {
            for k in 0..2 {
                low[k] = low[k].min(point[k]);
                high[k] = high[k].max(point[k]);
            }
        }
        let extent = |k: usize| (high[k] - low[k]).max(1e-6);
        let scale = ((WIDTH - 2.0 * MARGIN) / extent(0)).min((HEIGHT - 2.0 * MARGIN) / extent(1));
        let middle = |k: usize, size: f64| 0.5 * size - 0.5 * scale * (low[k] + high[k]);
        Self { scale, shift: [middle(0, WIDTH), middle(1, HEIGHT)] }
    }

    fn points(&self, points: &[[f64; 2]]) -> String {
        let place = |[x, y]: &[f64; 2]| {
            format!("{:.1},{:.1}", self.shift[0] + self.scale * x, self.shift[1] + self.scale * y)
        };
        points.iter().map(place).collect::<Vec<_>>().join(" ")
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
