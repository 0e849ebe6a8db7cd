//! Pictures: masks, thumbnails, difference.
