//! linear
