"""`understudy.chat.turn.turn`."""
