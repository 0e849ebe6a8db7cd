//! Pictures of a screen: painting over what must not be seen, cutting, shrinking and comparing them.
//! Pure functions from encoded pictures to encoded pictures, so that each can be tested alone.
//! It must never know why a place is painted over, where a picture is kept, or what stands on the screen.

mod compare;
mod crop;
mod mask;
mod picture;
mod thumbnail;

pub use compare::{Difference, Tolerance, difference, still_matches};
pub use crop::crop;
pub use mask::{GROWN_BY_PX, paint_over, union_of_last_two};
pub use picture::PictureError;
pub use thumbnail::thumbnail;
