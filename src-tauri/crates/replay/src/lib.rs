//! Plays an approved scenario and says what happened.
