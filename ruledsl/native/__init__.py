"""Back ends generated from the machine: one small program, run as Python or as WebAssembly."""
