# The appliance, on Raspberry Pi OS. Variables: DRY_RUN=1, DESTDIR=/a/root, PURGE=1 (uninstall); see systemd/install.sh.
.PHONY: install uninstall rollback crash

# Handed over in the environment, letter by letter, whatever stands in them.
override DRY_RUN := $(value DRY_RUN)
override DESTDIR := $(value DESTDIR)
override PURGE := $(value PURGE)
export DRY_RUN DESTDIR PURGE

install uninstall rollback:
	@sh systemd/install.sh $@

crash: setup
	@$(PY) -m tests.crash.thousands $(KILLS)
