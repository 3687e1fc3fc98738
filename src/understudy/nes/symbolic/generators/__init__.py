"""`understudy.nes.symbolic.generators`."""
