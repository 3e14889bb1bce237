//! Bodies: faces in three tones from the back to the front, edges, names, centres of mass.

use std::collections::BTreeMap;

use super::stage::{Stage, behind, chained};
use super::surface::{Edge, Facet, Kind, Surface, Tone};
use super::vector::Vector3;
use crate::canvas::{Canvas, LABEL, label};
use crate::detail::Detail;
use crate::palette::Ink;
use crate::parts::legend::Entry;
use crate::parts::shape::{outline_ink, quartered};
use crate::place::Spot;
use crate::sheet::{Fill, Mark, Path, Step, Stroke, THIN};
use crate::text::Face;
use crate::vector::{Rect, Vector, at};
use crate::view::{Reach, round_below};
use stiction::scene::Role;

/// Radius of the symbol of the centre of mass, in pixels.
const COM: f64 = 6.0;
/// With more bodies than this, their centres of mass are drawn smaller.
const CROWD: usize = 6;
/// Hidden edges help in a small scene and clutter a large one.
const HIDDEN: usize = 48;

/// How far bodies reach.
pub(crate) fn reach(scene: &super::scene::Scene, reach: &mut Reach) {
    let rims = scene.surfaces.iter().filter_map(|surface| surface.rim(&scene.camera)).flatten();
    let vertices = scene.surfaces.iter().flat_map(|surface| &surface.vertices).copied();
    vertices.chain(rims).for_each(|point| reach.point(scene.camera.flat(point), 4.0));
    let centres = scene.panel.cast.bodies.iter().filter_map(|body| body.com);
    centres.for_each(|com| reach.point(scene.camera.flat(com.into()), COM + 2.0));
}

/// Faces from the back to the front.
pub(crate) fn draw_faces(stage: &Stage, canvas: &mut Canvas) {
    canvas.marks.open("faces");
    for facet in &stage.scene.painted.facets {
        let mut path = Path::default();
        for ring in &facet.rings {
            let places: Vec<Vector> = ring.iter().map(|&point| stage.page(point)).collect();
            path.0.extend(Path::closed(&places).0);
        }
        let (fill, seam) = filling(stage, facet);
        // A hair of the same colour closes the seam between neighbours.
        let stroke = seam.map(|ink| Stroke::new(ink, 0.6));
        canvas.marks.0.push(Mark::Path { path, fill, stroke });
    }
    canvas.marks.close();
    for surface in &stage.scene.surfaces {
        canvas.legend.extend(Entry::role(stage.panel().cast.bodies[surface.body].role));
    }
}

/// The fill of a face, and the ink that joins it to its neighbours.
fn filling(stage: &Stage, facet: &Facet) -> (Fill, Option<Ink>) {
    let surface = &stage.scene.surfaces[facet.surface];
    let role = stage.panel().cast.bodies[surface.body].role;
    let surface_of_plate = surface.kind == Kind::Plate && facet.face == 0;
    let tones = match role {
        Role::Free => [Ink::BodyLit, Ink::Body, Ink::BodyShade],
        _ => [Ink::SolidLit, Ink::Solid, Ink::SolidShade],
    };
    let [lit, half, shade] = tones;
    let ink = match facet.tone {
        Tone::Lit => lit,
        Tone::Half => half,
        Tone::Shade => shade,
    };
    let flat = matches!(surface.kind, Kind::Flat | Kind::Plate);
    let patterned = flat && !surface_of_plate && facet.tone != Tone::Lit;
    match (role, patterned) {
        (Role::Fixed, true) => (Fill::Hatched, None),
        (Role::Driven, true) => (Fill::Dotted, None),
        _ => (Fill::Plain(ink), Some(ink)),
    }
}

/// Edges: what is seen in full, in a small scene also what is hidden; then the grids of plates.
pub(crate) fn draw_edges(stage: &Stage, canvas: &mut Canvas) {
    canvas.marks.open("edges");
    let camera = &stage.scene.camera;
    let sharp = |surface: &Surface| surface.edges.iter().filter(|edge| edge.sharp).count().min(24);
    let solid = || stage.scene.surfaces.iter().filter(|surface| surface.kind != Kind::Plate);
    let clear = solid().map(sharp).sum::<usize>() <= HIDDEN;
    for (index, surface) in stage.scene.surfaces.iter().enumerate() {
        let plate = surface.kind == Kind::Plate;
        let (mut seen, mut hidden) = (Vec::new(), Vec::new());
        let drawn = |edge: &&Edge| stage.scene.may_be_seen(index, edge) && surface.is_outline(edge, camera);
        for edge in surface.edges.iter().filter(drawn) {
            let through = clear && edge.sharp && !plate;
            if surface.is_back(edge, camera) && !through {
                continue;
            }
            let ends = edge.ends.map(|end| surface.vertices[end]);
            for run in stage.scene.screen.runs(&ends) {
                let places = [run.points[0], run.points[run.points.len() - 1]].map(|point| stage.page(point));
                if !run.hidden {
                    seen.push(places)
                } else if through {
                    hidden.push(places)
                }
            }
        }
        let ink = if plate { Ink::Hatch } else { outline_ink(stage.panel().cast.bodies[surface.body].role) };
        let pen = Stroke::new(ink, if plate { THIN } else { 1.4 });
        draw_lines(canvas, &hidden, behind(Stroke { width: THIN, ..pen }).faint(0.45));
        draw_lines(canvas, &seen, pen.dashed(surface.is_seen_from_behind(camera)));
        if let Some(rim) = surface.rim(camera) {
            let runs = stage.scene.screen.runs_besides(&rim, Some(surface.body));
            for run in runs.into_iter().filter(|run| !run.hidden) {
                let places: Vec<Vector> = run.points.iter().map(|&point| stage.page(point)).collect();
                canvas.marks.stroke(Path::open(&places), pen);
                canvas.placer.outline(places);
            }
        }
    }
    canvas.marks.close();
}

fn draw_lines(canvas: &mut Canvas, segments: &[[Vector; 2]], pen: Stroke) {
    let path = chained(segments);
    let mut line: Vec<Vector> = Vec::new();
    for step in &path.0 {
        match *step {
            Step::Move(to) => canvas.placer.outline(std::mem::replace(&mut line, vec![to])),
            Step::Line(to) => line.push(to),
            _ => {}
        }
    }
    canvas.placer.outline(line);
    if !path.0.is_empty() {
        canvas.marks.stroke(path, pen);
    }
}

/// Lines on the plates of half-spaces, a round distance apart.
pub(crate) fn draw_grids(stage: &Stage, canvas: &mut Canvas) {
    canvas.marks.open("grid");
    let plates = stage.scene.surfaces.iter().filter(|surface| surface.kind == Kind::Plate);
    for plate in plates.filter(|plate| !plate.is_seen_from_behind(&stage.scene.camera)) {
        let Some(face) = plate.faces.first() else { continue };
        let corners: Vec<Vector3> = face.rings[0].iter().map(|&corner| plate.vertices[corner]).collect();
        let [first, second] = face.normal.across();
        for (along, across) in [(first, second), (second, first)] {
            for [from, to] in ruled(&corners, along, across, stage.scene.size) {
                for run in stage.scene.screen.runs(&[from, to]).into_iter().filter(|run| !run.hidden) {
                    let places: Vec<Vector> = run.points.iter().map(|&point| stage.page(point)).collect();
                    canvas.marks.stroke(Path::open(&places), Stroke::new(Ink::Frame, 0.8));
                }
            }
        }
    }
    canvas.marks.close();
}

/// Lines of a convex polygon in one direction.
fn ruled(corners: &[Vector3], along: Vector3, across: Vector3, size: f64) -> Vec<[Vector3; 2]> {
    let places = corners.iter().map(|corner| corner.dot(across));
    let (low, high) = places.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p), h.max(p)));
    let step = round_below(0.2 * size) / size;
    let (first, last) = ((low / step).ceil(), (high / step).floor());
    let count = (last - first).clamp(0.0, 60.0) as usize;
    let line = |i: usize| {
        let place = (first + i as f64) * step;
        let mut ends: Vec<Vector3> = Vec::new();
        for (&here, &next) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            let (a, b) = (here.dot(across) - place, next.dot(across) - place);
            if (a > 0.0) != (b > 0.0) {
                ends.push(here + (next - here) * (a / (a - b)));
            }
        }
        ends.sort_by(|a, b| a.dot(along).total_cmp(&b.dot(along)));
        Some([*ends.first()?, *ends.last()?])
    };
    if step > 0.0 { (0..=count).filter_map(line).collect() } else { Vec::new() }
}

/// Centres of mass, above everything else.
pub(crate) fn draw_centres(stage: &Stage, canvas: &mut Canvas) {
    if stage.scene.detail > Detail::Full {
        return;
    }
    canvas.marks.open("centres");
    for com in stage.panel().cast.bodies.iter().filter_map(|body| body.com) {
        let centre = stage.page(com.into());
        let radius = if stage.panel().cast.bodies.len() > CROWD { COM * 0.65 } else { COM };
        quartered(&mut canvas.marks, centre, radius);
        canvas.placer.disc(centre, radius + 2.0);
        canvas.legend.insert(Entry::CentreOfMass);
    }
    canvas.marks.close();
}

/// Names: upon what is seen of the body, else beside it.
pub(crate) fn label_bodies(stage: &Stage, canvas: &mut Canvas) {
    let crowd = stage.panel().cast.bodies.iter().filter(|body| !body.name.is_empty()).count() > 12;
    let mut shown: BTreeMap<usize, Vec<Vector3>> = BTreeMap::new();
    for surface in &stage.scene.surfaces {
        shown.entry(surface.body).or_default().extend(&surface.vertices);
    }
    for (body, vertices) in shown {
        let known = &stage.panel().cast.bodies[body];
        if known.name.is_empty() {
            continue;
        }
        if stage.scene.detail == Detail::Outline && known.role == Role::Free {
            canvas.placer.thinned += 1;
            continue;
        }
        let Some(bounds) = Rect::around(vertices.iter().map(|&vertex| stage.page(vertex))) else { continue };
        let name = label(&known.name, outline_ink(known.role));
        let inside = room(stage, body, bounds, Face::Regular.width(&name.text, LABEL));
        let stands = canvas.placer.upon(&mut canvas.marks, &name, &inside);
        // In a crowd a name beside its body would be taken for another's.
        canvas.placer.thinned += usize::from(!stands && crowd);
        if !stands && !crowd {
            let far = |vertex: &&Vector3| stage.page(**vertex).dot(at(1.0, -1.0));
            let corner = vertices.iter().max_by(|a, b| far(a).total_cmp(&far(b)));
            let anchor = corner.map_or(bounds.centre(), |&corner| stage.page(corner));
            let spot = Spot { anchor, clear: 5.0, toward: at(0.7, -0.7), bias: 0.0 };
            canvas.placer.beside(&mut canvas.marks, &name, &[spot]);
        }
    }
}

/// Places for a text where the body is what is seen, rather low than high.
fn room(stage: &Stage, body: usize, bounds: Rect, width: f64) -> Vec<Vector> {
    const STEPS: usize = 14;
    // Nothing to look for where the text is larger than what is around the body.
    if bounds.width() < width + 8.0 || bounds.height() < LABEL + 4.0 {
        return Vec::new();
    }
    let step = at(bounds.width() / STEPS as f64, bounds.height() / STEPS as f64);
    let grid = (0..=STEPS).flat_map(|i| (0..=STEPS).map(move |j| at(i as f64 * step.x, j as f64 * step.y)));
    let scale = stage.view.pixels(1.0);
    let origin = stage.page(Vector3::default());
    let flat = |page: Vector| at(page.x - origin.x, origin.y - page.y) * (1.0 / scale);
    let fits = |centre: &Vector| {
        let text = Rect::centred(*centre, width + 8.0, LABEL + 4.0);
        let corners = text.corners().into_iter().chain([*centre]);
        corners.into_iter().all(|corner| stage.scene.screen.front(flat(corner)) == Some(body))
    };
    let mut places: Vec<Vector> = grid.map(|offset| bounds.min + offset).filter(fits).collect();
    let surfaces = &stage.scene.surfaces;
    let plate = stage.scene.names.surfaces_of(body).any(|index| surfaces[index].kind == Kind::Plate);
    let low = if plate { bounds.height() * 0.5 } else { LABEL * 1.6 };
    let wanted = bounds.centre() + at(0.0, low);
    places.sort_by(|a, b| (*a - wanted).length().total_cmp(&(*b - wanted).length()));
    places
}
