"""`understudy.client.session`."""
