"""JSON nested a million levels deep."""

from tests.attacks.bank import REAL

STATUS, POINTS, SAYS = "broken", "none", ("file/not-json",)


def hand_in(folder, notebook):
    (folder / f"{REAL}.ipynb").write_text('{"nbformat": 4, "cells": ' + "[" * 10**6, "utf-8")
