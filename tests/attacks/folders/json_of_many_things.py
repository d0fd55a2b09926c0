"""Five megabytes of JSON that become a gigabyte of objects."""

from tests.attacks.bank import REAL

STATUS, POINTS, SAYS = "broken", "none", ("file/",)


def hand_in(folder, notebook):
    text = '{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [' + '{"":{}},' * 550_000
    (folder / f"{REAL}.ipynb").write_text(text + "{}]}", "utf-8")
