"""Settings: a schema that reads TOML, reports every problem at once, and tells where each value came from.

`model` is what the rest of the device sees, `loaded` how values lie over each other, `load` reads files.
Names are imported from the modules: a machine without a settings file never loads what reads one.
"""
