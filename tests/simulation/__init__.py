"""A simulated world: the real service in virtual time, with people, engines and a store that may do anything."""
