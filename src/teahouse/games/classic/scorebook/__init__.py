"""A scorebook: an evening at a real table, deal by deal, with the scores, payments and tallies of everybody."""
