# What is placed on the system: a file of this folder and where it goes. Read by install.sh.
WANTS=/etc/systemd/system/multi-user.target.wants
DROPIN='/etc/systemd/system/dev-i2c\x2d1.device.d'
COMMAND=/usr/local/bin/palmstone
SYSTEM_FILES='
palmstone.service:/etc/systemd/system/palmstone.service
device-timeout.conf:/etc/systemd/system/dev-i2c\x2d1.device.d/palmstone.conf
60-palmstone.rules:/etc/udev/rules.d/60-palmstone.rules
modules-load.conf:/etc/modules-load.d/palmstone.conf
sysusers.conf:/etc/sysusers.d/palmstone.conf
tmpfiles.conf:/etc/tmpfiles.d/palmstone.conf
polkit.rules:/etc/polkit-1/rules.d/60-palmstone.rules
'
