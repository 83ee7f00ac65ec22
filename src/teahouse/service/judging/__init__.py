"""Judges finished deals in the background, each once, and stores the judgements."""
