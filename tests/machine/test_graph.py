"""Drawings of machines."""

from __future__ import annotations

import re

from attrs import evolve

from ruledsl.machine.graph import dot, mermaid
from ruledsl.machine.model import RuleText, Set
from ruledsl.source import Span
from tests.machine.machines import auction, const, with_state

NASTY = 'a "quoted" <b>tag</b> [x] {y} |z| \\ & ; #35; \x1b --> end'


def nasty() -> str:
    machine = with_state(auction(), 3, Set(1, const(0), 4, span=Span("n", 1, 1, 1, len(NASTY) + 1)))
    return mermaid(evolve(machine, texts=(RuleText("n", (NASTY,)),)))


def test_every_state_is_drawn_once_and_every_edge_leads_somewhere() -> None:
    machine = auction()
    for text, node, edge in (
        (mermaid(machine), r"^ {8}s(\d+)[\[{(]", r"^    (\w+) -->(?:\|\".*\"\|)? s(\d+)$"),
        (dot(machine), r"^ {8}s(\d+) \[", r"^    (\w+) -> s(\d+)(?: \[.*\])?;$"),
    ):
        nodes = re.findall(node, text, re.MULTILINE)
        assert sorted(map(int, nodes)) == list(range(len(machine.states)))
        edges = re.findall(edge, text, re.MULTILINE)
        assert {target for _, target in edges} <= set(nodes)
        assert ("begin", "0") in edges
        assert ("s22", "23") in edges


def test_groups_and_labels() -> None:
    text = mermaid(auction())
    assert 'subgraph game["Auction #60;in#62; one #38; two"]' in text
    assert 'subgraph r0["bidding"]' in text
    assert 's27{{"bid or skip"}}' in text
    assert 's11[["do bidding"]]' in text
    assert 's30(["end of bidding"])' in text
    assert 's0["setup: shuffle stock"]' in text
    assert 's22 -->|"yes"| s23' in text
    assert 's10["announce #34;#91;it#93; is #123;round#125;#34;"]' in text
    without = mermaid(evolve(auction(), texts=()))
    assert 's5["move some"]' in without


def test_rule_text_cannot_break_out_of_a_label() -> None:
    line = next(line for line in nasty().split("\n") if line.startswith("        s3["))
    assert re.fullmatch(r' {8}s3\["[^"<>\[\]{}|\\&]*"\]', line)
    machine = with_state(auction(), 3, Set(1, const(0), 4, span=Span("n", 1, 1, 1, len(NASTY) + 1)))
    drawn = dot(evolve(machine, texts=(RuleText("n", (NASTY,)),)))
    line = next(line for line in drawn.split("\n") if line.startswith("        s3 ["))
    assert re.fullmatch(r' {8}s3 \[shape=box, label="(?:[^"\\]|\\["\\])*"\];', line)
    assert "\x1b" not in drawn


def test_drawings_are_deterministic() -> None:
    assert mermaid(auction()) == mermaid(auction())
    assert dot(auction()) == dot(auction())
