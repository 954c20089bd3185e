//! A table in play behind what is seen. It steps by its own clock, never by the frame; what is drawn follows it.

use bevy::prelude::*;
use tabletop::setup::Setting;
use tabletop::table::PieceId;

/// Most time a frame makes up for, seconds: where frames take longer than this, the table runs slower than the
/// clock instead of taking ever longer frames.
const MOST: f64 = 0.1;

/// The table that is being shown.
#[derive(Resource)]
pub struct InPlay {
    /// The table with its pieces.
    pub setting: Setting,
    /// Time of the clock that the table has not stepped yet, seconds; less than a step.
    owed: f64,
}

impl InPlay {
    /// A table as it stands.
    pub fn new(setting: Setting) -> Self {
        Self { setting, owed: 0.0 }
    }
}

/// The piece that a thing shows.
#[derive(Component, Clone, Copy, Debug)]
pub struct Shows(pub PieceId);

/// What a table in play needs.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (step, follow).chain().run_if(resource_exists::<InPlay>));
}

/// Steps the table as far as the clock has gone.
fn step(mut play: ResMut<InPlay>, time: Res<Time>) {
    let play = &mut *play;
    let period = 1.0 / play.setting.table.rate().hertz;
    play.owed += time.delta_secs_f64().min(MOST);
    while play.owed >= period {
        play.setting.table.step();
        play.owed -= period;
    }
}

/// Puts things where the pieces are that they show. What stands still is left alone: nothing of it is sent anew.
fn follow(play: Res<InPlay>, mut things: Query<(&Shows, &mut Transform)>) {
    for (shows, mut place) in &mut things {
        let pose = play.setting.table.state(shows.0).pose;
        let now = Transform::from_translation(pose.position.as_vec3()).with_rotation(pose.rotation.as_quat());
        place.set_if_neq(now);
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::Duration;

    use bevy::time::TimeUpdateStrategy;
    use tabletop::physics::StepRate;
    use tabletop::scene::load_scene;
    use tabletop::units::Vector;

    use super::*;

    /// Where a thing is drawn after a second, seen in frames of a length, and where its piece is.
    fn slid(frame: Duration) -> (Vec3, Vector) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes/stack.ron");
        let scene = load_scene(&path).unwrap();
        let mut setting = Setting::new(&scene, StepRate::default());
        let piece = setting.pieces.last().unwrap().1;
        setting.table.set_velocity(piece, Vector::new(0.3, 0.0, 0.0), Vector::ZERO);
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, plugin)).insert_resource(InPlay::new(setting));
        app.insert_resource(TimeUpdateStrategy::ManualDuration(frame));
        let thing = app.world_mut().spawn((Shows(piece), Transform::default())).id();
        let start = Duration::from_secs(1);
        for _ in 0..=(start.as_nanos() / frame.as_nanos()) {
            app.update();
        }
        let drawn = app.world().get::<Transform>(thing).unwrap().translation;
        (drawn, app.world().resource::<InPlay>().setting.table.state(piece).pose.position)
    }

    #[test]
    fn things_are_where_their_pieces_are_however_long_frames_take() {
        let (drawn, at) = slid(Duration::from_micros(16_667));
        assert!(drawn.distance(at.as_vec3()) < 1.0e-7, "{drawn} {at}");
        let (other, same) = slid(Duration::from_micros(33_333));
        assert_eq!(at, same, "the frame has a say in where pieces go");
        assert!(drawn.distance(other) < 1.0e-7);
    }
}
