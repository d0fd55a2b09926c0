# Each target is a call of tasks.py, which also runs without make: python tasks.py TARGET
PYTHON ?= python3
TARGETS := help course site test survey quick lint exercises messages lock clean

.PHONY: $(TARGETS)
$(TARGETS):
	@$(PYTHON) tasks.py $@
