"""A synthetic class: submissions made by a program, with the marks that they must get."""
