//! What is seen: meshes, finishes, light. It looks on and changes nothing.

pub mod look;
pub mod mesh;
