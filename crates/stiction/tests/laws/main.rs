//! Laws of mechanics that hold for every input, tried on many.

mod screw;
