"""A conversation with an agent, on a terminal: what `understudy run` and `understudy chat` are made of.

    Light, for both:  options, opening, deeds, questions, keys, granting, speech, stopping, troubles, wording
    What is seen:     blocks, painting, planning, printouts, picture, live
    What is done:     entry, picking, own_commands, setting, asking, filling, turning, talking

Only the chat loads rich and prompt_toolkit, so nothing is exported here.
"""
