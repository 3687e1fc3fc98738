"""Echo agents: the same few lines on three SDKs, each a program of its own."""
