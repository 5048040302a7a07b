# Every chore is in dev.py; these are its names for those who type make.
# Arguments: make test ARGS="-k name"
CHORES := release test check bench golden fix lock setup

.PHONY: $(CHORES)
$(CHORES):
	@python3 dev.py $@ $(ARGS)
