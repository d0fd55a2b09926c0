"""The experiment: the same model with a tied and with an untied head, trained and compared."""

#: Whether the program was started to be one of several processes, as `torchrun` says how.
one_of_several = False
