"""The school: drills whose questions come from a seed and whose answers come from the engine and the rulebook."""
