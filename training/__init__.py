"""Training of learned players. It needs PyTorch, which the product itself does without."""
