"""What people have to do with one another: follows, notices, blocks, mutes."""
