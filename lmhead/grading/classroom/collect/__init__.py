"""Brings what an LMS hands out into the course's `submitted` folder."""
