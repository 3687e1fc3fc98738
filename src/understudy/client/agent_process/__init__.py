"""`understudy.client.agent_process`."""
