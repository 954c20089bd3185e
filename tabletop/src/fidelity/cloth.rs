//! The cloth of the Billard des Pirates on its shipped board. (Chapter 12 of its rules)

pub mod landings;
pub mod laws;
pub mod safety;
pub mod strokes;

use std::path::Path;
use std::sync::OnceLock;

use avian3d::prelude::{GravityScale, LockedAxes};

use crate::geometry::{Pose, Shape};
use crate::physics::Mechanics;
use crate::scene::{SceneDef, Sources, parse_scene};
use crate::setup::Setting;
use crate::strike::{Strike, Striker};
use crate::table::{Piece, PieceId, State, StepRate, Table};
use crate::units::{GRAVITY, Quaternion, Scalar, Vector, Vector2, from_plan, mm};

/// The board as it is shipped.
const BOARD: &str = include_str!("../../../scenes/pirates.ron");

/// Radius of a ball.
const RADIUS: Scalar = mm(12.5);

/// Height of the centre of a ball that lies on the cloth.
const SEAT: Scalar = mm(12.42);

/// Unit vectors to the east, north, west and south.
const HEADINGS: [Vector; 4] = [Vector::X, Vector::NEG_Z, Vector::NEG_X, Vector::Z];

/// The board of the shipped scene, without its balls.
fn scene() -> &'static SceneDef {
    static SCENE: OnceLock<SceneDef> = OnceLock::new();
    SCENE.get_or_init(|| {
        let read = parse_scene(Path::new("scenes/pirates.ron"), BOARD, &Sources::default());
        let mut scene = read.expect("the shipped board is sound: a test of `scene` reads it");
        scene.pieces.clear();
        scene
    })
}

/// Middle of a compartment, on the cloth.
fn middle(column: u32, row: u32) -> Vector {
    let along = |index: u32| mm(50.0) * Scalar::from(index) - mm(25.0);
    from_plan(Vector2::new(along(column), along(row)), 0.0)
}

/// Compartment over which a point is, by column and row from 1, whether or not there is one.
fn compartment(at: Vector) -> (i32, i32) {
    ((at.x / mm(50.0)).floor() as i32 + 1, (-at.z / mm(50.0)).floor() as i32 + 1)
}

/// Whether a point seen from above is within the outline of the frame.
fn is_on_board(at: Vector) -> bool {
    let within = |along: Scalar| (mm(-9.0)..=mm(509.0)).contains(&along);
    within(at.x) && within(-at.z)
}

/// The empty board.
struct Pirates {
    table: Table,
    ball: u16,
    wood: u16,
}

impl Pirates {
    fn new(rate: StepRate) -> Self {
        let scene = scene();
        let material = |name| scene.materials.find(name).map_or(0, |id| id.0);
        Self {
            table: Setting::new(scene, rate).table,
            ball: material("turned_wood"),
            wood: material("varnished_wood"),
        }
    }

    /// A ball with its centre at a point.
    fn ball(&mut self, at: Vector) -> PieceId {
        let pose = Pose::new(at, Quaternion::IDENTITY);
        self.table.spawn(Piece::dynamic(Shape::Ball { radius: RADIUS }, 700.0, pose).of(self.ball))
    }

    /// A ball that lies on the cloth over a point.
    fn seated(&mut self, at: Vector) -> PieceId {
        self.ball(Vector { y: SEAT, ..at })
    }

    /// Puts a ball elsewhere, turning nothing, as if it had just been made.
    fn put(&mut self, ball: PieceId, at: Vector, velocity: Vector) {
        self.table.set_pose(ball, Pose::new(at, Quaternion::IDENTITY));
        self.table.set_velocity(ball, velocity, Vector::ZERO);
        self.table.world_mut().resource_mut::<Mechanics>().forget_contacts();
    }

    /// A free stroke of the guided mallet at a point of the cloth.
    fn strike(&mut self, at: Vector, speed: Scalar) -> Option<PieceId> {
        self.strike_with(Striker::MALLET, at, speed)
    }

    fn strike_with(&mut self, striker: Striker, at: Vector, speed: Scalar) -> Option<PieceId> {
        self.table.strike(&Strike { striker, ..Strike::from_below(at, speed) }, self.wood).ok()
    }

    /// A mallet with its tip at the cloth, pushed up by a hand with a constant force, newtons; guided, or free to
    /// move sideways.
    fn push(&mut self, at: Vector, force: Scalar, guided: bool) -> PieceId {
        let [_, next] = self.table.next_numbers();
        let (id, striker) = (PieceId(next), Striker::MALLET);
        let pose = Pose::new(Vector { y: -mm(0.6) - striker.reach(), ..at }, Quaternion::IDENTITY);
        let state = State { pose, velocity: Vector::ZERO, spin: Vector::ZERO };
        self.table.put_striker(id, &striker, self.wood, state, u32::MAX);
        let scale = GravityScale(-force / (striker.mass() * GRAVITY));
        if let Some(entity) = self.table.entity(id) {
            let mut entity = self.table.world_mut().entity_mut(entity);
            entity.insert(scale);
            if !guided {
                entity.insert(LockedAxes::ROTATION_LOCKED);
            }
        }
        id
    }

    fn place(&self, piece: PieceId) -> Vector {
        self.table.state(piece).pose.position
    }

    fn velocity(&self, piece: PieceId) -> Vector {
        self.table.state(piece).velocity
    }

    /// Height by which the tip of a mallet raises the cloth; negative below it.
    fn height(&self, mallet: PieceId) -> Scalar {
        self.place(mallet).y + Striker::MALLET.reach() + mm(0.6)
    }

    /// Greatest height of a mallet's tip until it is gone or for a time.
    fn greatest_height(&mut self, mallet: PieceId, seconds: Scalar) -> Scalar {
        let end = self.table.time() + seconds;
        let mut height = Scalar::NEG_INFINITY;
        while self.table.entity(mallet).is_some() && self.table.time() < end {
            height = height.max(self.height(mallet));
            self.table.step();
        }
        height
    }

    /// Whether a ball lies still on a floor: on the cloth, or on the block of a corner.
    fn lies(&self, ball: PieceId) -> bool {
        let State { pose, velocity, spin } = self.table.state(ball);
        (mm(12.0)..=mm(13.0)).contains(&pose.position.y)
            && velocity.length() < mm(5.0)
            && spin.length() < 0.5
            && self.table.is_loaded(ball)
    }
}
