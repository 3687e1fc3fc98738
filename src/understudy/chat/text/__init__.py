"""`understudy.chat.text`."""
