"""Every word that the device shows or says (`catalog`), and when guidance says it (`guidance`)."""
