"""HTTP and WebSocket around the service."""
