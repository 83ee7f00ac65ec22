"""The learned player of Classic: its network, and the rules that it was trained on."""
