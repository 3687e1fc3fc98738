"""`understudy.nes.index.store`."""
