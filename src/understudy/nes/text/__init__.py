"""`understudy.nes.text`."""
