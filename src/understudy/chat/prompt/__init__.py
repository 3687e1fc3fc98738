"""`understudy.chat.prompt`."""
