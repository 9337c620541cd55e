"""The Mind (rules M1 to M6): level, lives and stars over paper cards or dealt ones.

`model` holds the values, `phases` the table, `rules.step` applies a command, `codec.GAME` speaks JSON.
"""
