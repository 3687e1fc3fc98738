"""The engine that learns from the user's own last edits: no model, no network."""
