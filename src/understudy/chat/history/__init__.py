"""`understudy.chat.history.messages`."""
