"""What people have played: sums that grow with each deal, lists, leaders, records and badges."""
