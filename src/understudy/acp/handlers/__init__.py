"""What is done for each method, one module a family. A handler takes the agent and the decoded params."""
