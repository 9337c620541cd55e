"""Thin adapters on gpiozero, luma.oled and adafruit_mpr121."""
