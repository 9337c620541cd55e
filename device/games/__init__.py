"""The games: each package has all of its own, and the registry names them."""
