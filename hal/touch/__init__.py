"""The touch chips: their policy and the owner's part that reads them."""
