"""Routes about other people: profiles, ratings, seeks, follows and notices."""
