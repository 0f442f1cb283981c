"""From trees to one ruleset: finding bases, merging variants, collecting names.

* `library`: where rule files lie, and reading a file together with its bases;
* `variants`: base and changes become one list of declarations;
* `symbols`: the one space of names of a ruleset.

What the declarations and statements *mean* for a number of players and a setting of
the options is worked out in `ruledsl.lower`.
"""
