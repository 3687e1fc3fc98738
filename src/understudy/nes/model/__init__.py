"""Open next-edit models behind an endpoint: prompts in their formats, one HTTP request at a time, replies as edits.

Only loaded when an endpoint is configured; `naming` alone is light enough for reading settings. It is not the
chat's `models` room and shares nothing with it.
"""
