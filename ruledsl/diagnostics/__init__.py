"""Findings: what they are, the catalogue of their codes, and how they are shown."""
