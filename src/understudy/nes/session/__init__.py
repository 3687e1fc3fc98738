"""`understudy.nes.session.session`."""
