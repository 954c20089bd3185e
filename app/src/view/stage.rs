//! A described scene set out as entities.

use bevy::platform::collections::HashMap;
use bevy::prelude::*;
use tabletop::geometry::{Pose, Shape};
use tabletop::table::PieceId;

use super::finish::{Finishes, Mark};
use super::focus::Focus;
use super::look::{Finish, Inlay, Look};
use super::mesh::{Cut, Surface, shape_mesh, shape_parts};

/// One thing: what it is, where, and what it looks like.
#[derive(Clone, Debug, PartialEq)]
pub struct Prop {
    /// Its exact shape.
    pub shape: Shape,
    /// Where it is.
    pub pose: Pose,
    /// What it looks like.
    pub look: Look,
    /// What is let into it, if it is a plate.
    pub inlays: Vec<Inlay>,
    /// The piece that it shows, if it is one that may move.
    pub piece: Option<PieceId>,
}

impl Prop {
    /// A thing without inlays.
    pub fn new(shape: impl Into<Shape>, pose: Pose, look: Look) -> Self {
        Self { shape: shape.into(), pose, look, inlays: Vec::new(), piece: None }
    }
}

/// Everything there is to see.
#[derive(Clone, Debug, PartialEq)]
pub struct ShotScene {
    /// All things, the table under them included.
    pub props: Vec<Prop>,
    /// What the cameras look at.
    pub focus: Focus,
}

/// Meshes made so far, by shape and cut: pieces of a kind share theirs.
#[derive(Resource, Default)]
pub struct Meshes(HashMap<String, Vec<(Surface, Handle<Mesh>)>>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Finishes>().init_resource::<Meshes>();
}

/// Spawns a thing and returns its entity, one child for each surface with its own finish.
pub fn spawn(
    prop: &Prop,
    commands: &mut Commands,
    shared: (&mut Finishes, &mut Meshes),
    meshes: &mut Assets<Mesh>,
    images: &mut Assets<Image>,
    materials: &mut Assets<StandardMaterial>,
) -> Entity {
    let (finishes, made) = shared;
    let cut = Cut::of(&prop.look);
    let parts = made
        .0
        .entry(format!("{:?} {cut:?} {:?} {}", prop.shape, prop.inlays, prop.look.is_plain()))
        .or_insert_with(|| {
            if prop.look.is_plain() && prop.inlays.is_empty() {
                return vec![(Surface::Body, meshes.add(shape_mesh(&prop.shape, &prop.look)))];
            }
            let parts = shape_parts(&prop.shape, cut, &prop.inlays).into_iter();
            let filled = parts.filter(|part| !part.patch.indices.is_empty());
            filled.map(|part| (part.surface, meshes.add(part.patch.into_mesh()))).collect()
        });
    let rotation = prop.pose.rotation.as_quat();
    let place = Transform::from_translation(prop.pose.position.as_vec3()).with_rotation(rotation);
    let mut children = Vec::with_capacity(parts.len());
    for (surface, mesh) in parts.iter() {
        let (finish, mark) = dress(prop, *surface);
        let material = finishes.material(finish, mark, images, materials);
        children.push((Mesh3d(mesh.clone()), MeshMaterial3d(material)));
    }
    let mut thing = commands.spawn((Name::new("Prop"), place, Visibility::default()));
    thing.with_children(|parent| {
        for child in children {
            parent.spawn(child);
        }
    });
    thing.id()
}

/// The finish of a surface and what is painted on it.
fn dress(prop: &Prop, surface: Surface) -> (Finish, Mark) {
    let Look { body, up, down, emblem_up, emblem_down, numbered, .. } = prop.look;
    let emblem = |emblem: Option<_>| emblem.map_or(Mark::None, Mark::Emblem);
    match (surface, &prop.shape) {
        (Surface::Up, Shape::Hull(hull)) if numbered => (up, Mark::Numbers(hull.faces().len())),
        (Surface::Up, Shape::Disc { .. }) => (up, emblem(emblem_up)),
        (Surface::Down, Shape::Disc { .. }) => (down, emblem(emblem_down)),
        (Surface::Up, _) => (up, Mark::None),
        (Surface::Down, _) => (down, Mark::None),
        (Surface::Body, _) => (body, Mark::None),
        (Surface::Inlay(index), _) => (prop.inlays[index].finish, Mark::None),
    }
}
