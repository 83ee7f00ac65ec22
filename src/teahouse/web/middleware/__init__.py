"""What every request and every answer passes: the guard and the compression."""
