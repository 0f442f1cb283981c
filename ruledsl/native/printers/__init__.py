"""A program as text: Python, WebAssembly, C."""
