"""What people write in notebooks every day, one cell each: it runs at home, so it runs at grading."""
