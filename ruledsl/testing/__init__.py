"""Running the tests that stand in rule files."""
