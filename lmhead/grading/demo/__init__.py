"""A class that nobody has taken: submissions made by a program, with the marks they must get."""
