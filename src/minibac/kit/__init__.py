"""The conformance kit: vectors for engines in any language, and a runner that says by which misreading one is wrong."""
