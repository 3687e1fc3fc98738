"""A conversation with an agent, on a terminal: what `understudy run` and `understudy chat` are made of.

    Light, for both:  options, opening, deeds, questions, keys, speech, stopping, wording
    For the chat:     blocks, painting, picture, live, turning, replaying, entry, picking, own_commands, talking

Only the second half loads rich and prompt_toolkit, so nothing is exported here.
"""
