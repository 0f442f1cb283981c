"""What a designer would find out at the table: faults of rules that can be read and played.

Nothing here is looked at before a ruleset has no errors. Each family of checks is a module of its
own; all they say are warnings, and each of them says only what it can show.
"""
