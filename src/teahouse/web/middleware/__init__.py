"""The middleware of all requests and answers: the guard, the compression, and the limits of connections."""
