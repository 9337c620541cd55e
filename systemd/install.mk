# The appliance, on Raspberry Pi OS. Variables: DRY_RUN=1, DESTDIR=/a/root, PURGE=1 (uninstall); see systemd/install.sh.
.PHONY: install uninstall rollback wheels crash

install uninstall rollback:
	@DRY_RUN='$(DRY_RUN)' DESTDIR='$(DESTDIR)' PURGE='$(PURGE)' sh systemd/install.sh $@

wheels: $(STAMP)
	@$(BIN)/python .ci/wheels.py

crash: $(STAMP)
	@$(BIN)/python -m tests.crash.thousands $(KILLS)
