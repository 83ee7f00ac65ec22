"""What operators watch: metrics, and traces if they are wanted."""
