"""A checker of Stiction's reports, written from docs/PROOFS.md alone. Plain Python, exact fractions."""
