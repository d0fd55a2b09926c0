"""The experiment: the same model with a tied and with an untied head, trained and compared."""
