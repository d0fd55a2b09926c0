"""Addresses that the configuration of a course may name; the code is in `classroom.collect`."""
