//! How far a long work has come, for whoever wants to show it.

/// Works that take long when a file is large.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Work {
    /// Reading a mesh; counted in bytes of its file.
    Mesh,
    /// Finding contacts; counted in pairs of bodies that come near each other.
    Contacts,
}

/// Is told now and then how much of a work is done, and of how much.
///
/// Within one work the first number never falls, and it ends at the second when the work is done.  A scene with
/// several meshes has one work for each.
pub type Observer<'o> = dyn Fn(Work, usize, usize) + 'o;
