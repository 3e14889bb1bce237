//! Where to put contacts so that they close, and how good they can be at best.
