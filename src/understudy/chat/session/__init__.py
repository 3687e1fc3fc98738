"""`understudy.chat.session.session`."""
