"""The mock backend: an I2C bus with chips at register level, and pins on the mock factory of gpiozero."""
