"""When work was handed in, when it was due, and what being late costs."""
