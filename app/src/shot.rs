//! Pictures without a window: one table, one camera, one PNG, the same every time.
//!
//! A picture is exposed over several frames. In each the lamp stands at another point of its shade and the
//! camera at another point of the pixel, so that shadows are as soft as the lamp is wide and edges are clean,
//! with nothing of the noise of shadows softened within one frame.

mod expose;
mod frames;
mod studio;

use std::fmt;
use std::path::{Path, PathBuf};

use bevy::math::UVec2;

pub use crate::view::camera::CameraName;
pub use crate::view::stage::ShotScene;
pub use frames::frame_cost;

/// Frames that make one picture, unless fewer or more are asked for.
pub const EXPOSURES: usize = 16;

/// A number of frames as an argument: 1 to 256.
///
/// # Errors
///
/// What it should be.
pub fn exposures(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=256).contains(number));
    number.ok_or_else(|| "a whole number from 1 to 256".to_owned())
}

/// Why there is no picture.
#[derive(Debug)]
pub enum ShotError {
    /// Nothing on this machine can draw.
    NoAdapter,
    /// The picture cannot be written there.
    Unwritable(PathBuf, std::io::Error),
    /// The size is zero or larger than can be drawn.
    Size(UVec2),
    /// The renderer gave no picture in the frames it was allowed.
    Unfinished,
}

impl fmt::Display for ShotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAdapter => f.write_str(
                "no graphics driver was found; install your card's Vulkan driver, or `mesa-vulkan-drivers` \
                 to draw in software",
            ),
            Self::Unwritable(path, error) => write!(f, "cannot write {}: {error}", path.display()),
            Self::Size(size) => {
                write!(f, "a picture of {}x{} cannot be drawn; use 1x1 to 8192x8192", size.x, size.y)
            }
            Self::Unfinished => f.write_str("the renderer gave no picture"),
        }
    }
}

impl std::error::Error for ShotError {}

/// Draws a scene and writes it as a PNG.
///
/// # Errors
///
/// When nothing can draw here, the size is out of range, or the file cannot be written.
pub fn render(
    scene: &ShotScene,
    out: &Path,
    size: UVec2,
    camera: CameraName,
    exposures: usize,
) -> Result<(), ShotError> {
    if size.min_element() == 0 || size.max_element() > 8192 {
        return Err(ShotError::Size(size));
    }
    // Whether the file can be written is known before the long part.
    let unwritable = |error| ShotError::Unwritable(out.to_owned(), error);
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = out.with_file_name(name);
    std::fs::File::create(&part).map_err(unwritable)?;

    let picture = find_adapter().and_then(|()| expose::expose(scene, size, camera, exposures));
    let written = picture.and_then(|picture| {
        let file = std::fs::File::create(&part).map_err(unwritable)?;
        expose::encode(picture, file).map_err(unwritable)?;
        // The old picture stays whole until the new one is.
        std::fs::rename(&part, out).map_err(unwritable)
    });
    if written.is_err() {
        // Nothing half-made is left behind; that there is nothing to remove is as good.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// Looks for something that can draw. The renderer itself would panic, and later.
fn find_adapter() -> Result<(), ShotError> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle_from_env());
    let adapter = bevy::tasks::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions::default()));
    adapter.map(|_| ()).map_err(|_| ShotError::NoAdapter)
}
