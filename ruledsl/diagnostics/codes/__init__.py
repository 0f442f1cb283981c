"""The codes of findings, by theme; `catalogue` joins them."""
