"""A simulated world: the real service in virtual time, with people and parts that do anything, from one seed."""
