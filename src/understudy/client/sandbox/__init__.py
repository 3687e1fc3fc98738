"""`understudy.client.sandbox`."""
