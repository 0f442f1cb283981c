"""Tests of who knows what."""
