"""What the suite adds to pytest: two tiers, an order of files, and budgets of work."""
