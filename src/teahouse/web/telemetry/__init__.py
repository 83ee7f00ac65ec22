"""What operators watch: metrics, and traces where they are wanted."""
