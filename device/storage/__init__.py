"""What is kept: records, journal, progress, choices."""
