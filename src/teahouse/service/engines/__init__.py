"""Engine processes in which bots think and finished games are judged."""
