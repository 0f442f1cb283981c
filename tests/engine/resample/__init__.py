"""Tests of resampling."""
