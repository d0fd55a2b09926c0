"""The checks are made by the grader, outside. These do nothing, so that cells still run."""


def check(*args, **kwargs):
    """Does nothing while a notebook is graded."""


def use_language(lang):
    """Does nothing while a notebook is graded."""
