//! Does an answer hold for a whole box of uncertain numbers?
