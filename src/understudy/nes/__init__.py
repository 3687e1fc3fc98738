"""Next edits: following the editor's documents, and predicting what its user will do next. Knows no protocol."""
