"""The nodes of expressions; see `build.py`."""

from __future__ import annotations

from typing import Any

from ruledsl.source import Span
from ruledsl.syntax import tree as t
from ruledsl.syntax.build import Part, rule, split


@rule("name", "callee")
def _name(span: Span, parts: list[Any]) -> t.Name:
    return t.Name(str(parts[0]), span=span)


@rule("number")
def _number(span: Span, parts: list[Any]) -> t.Number:
    return t.Number(int(parts[0]), span=span)


@rule("ref")
def _ref(span: Span, parts: list[Any]) -> t.Ref:
    return t.Ref(parts[0].text, span=span)


@rule("yours")
def _yours(span: Span, parts: list[Any]) -> t.Yours:
    return t.Yours(parts[0].text, span=span)


@rule("none")
def _none(span: Span, _parts: list[Any]) -> t.Nothing:
    return t.Nothing(span=span)


@rule("unlimited")
def _unlimited(span: Span, _parts: list[Any]) -> t.Unlimited:
    return t.Unlimited(span=span)


@rule("group")
def _group(_span: Span, parts: list[Any]) -> Any:
    return parts[0]


@rule("list")
def _list(span: Span, parts: list[Any]) -> t.ListOf:
    return t.ListOf(tuple(parts), span=span)


@rule("call")
def _call(span: Span, parts: list[Any]) -> t.Call:
    return t.Call(parts[0], tuple(parts[1:]), span=span)


@rule("item", "target")
def _item(span: Span, parts: list[Any]) -> Any:
    if len(parts) == 1:
        return parts[0]
    return t.Index(parts[0], parts[1], span=span)


@rule("attribute")
def _attribute(span: Span, parts: list[Any]) -> t.Attribute:
    return t.Attribute(parts[0], parts[1], span=span)


@rule("negative")
def _negative(span: Span, parts: list[Any]) -> t.Negative:
    return t.Negative(parts[-1], span=span)


@rule("not")
def _not(span: Span, parts: list[Any]) -> t.Not:
    return t.Not(parts[0], span=span)


@rule("binary")
def _binary(span: Span, parts: list[Any]) -> t.Binary:
    left, op, right = parts
    return t.Binary(op.value, left, right, span=span)


@rule("and")
def _and(span: Span, parts: list[Any]) -> t.Binary:
    return t.Binary("and", parts[0], parts[1], span=span)


@rule("or")
def _or(span: Span, parts: list[Any]) -> t.Binary:
    return t.Binary("or", parts[0], parts[1], span=span)


@rule("implies")
def _implies(span: Span, parts: list[Any]) -> t.Binary:
    return t.Binary("implies", parts[0], parts[1], span=span)


@rule("compare")
def _compare(span: Span, parts: list[Any]) -> t.Compare:
    left, op, right = parts
    return t.Compare(op.value, left, right, span=span)


@rule("member_of")
def _member_of(span: Span, parts: list[Any]) -> t.MemberOf:
    return t.MemberOf(parts[0], parts[1], False, span=span)


@rule("not_member_of")
def _not_member_of(span: Span, parts: list[Any]) -> t.MemberOf:
    return t.MemberOf(parts[0], parts[1], True, span=span)


@rule("is_kind")
def _is_kind(span: Span, parts: list[Any]) -> t.IsKind:
    return t.IsKind(parts[0], parts[1], False, span=span)


@rule("is_not_kind")
def _is_not_kind(span: Span, parts: list[Any]) -> t.IsKind:
    return t.IsKind(parts[0], parts[1], True, span=span)


@rule("is_empty")
def _is_empty(span: Span, parts: list[Any]) -> t.IsEmpty:
    return t.IsEmpty(parts[0], False, span=span)


@rule("is_not_empty")
def _is_not_empty(span: Span, parts: list[Any]) -> t.IsEmpty:
    return t.IsEmpty(parts[0], True, span=span)


@rule("range_of")
def _range_of(span: Span, parts: list[Any]) -> t.RangeOf:
    return t.RangeOf(parts[0], parts[1], span=span)


@rule("range_from")
def _range_from(span: Span, parts: list[Any]) -> t.RangeFrom:
    return t.RangeFrom(parts[0], parts[1], span=span)


@rule("conditional")
def _conditional(span: Span, parts: list[Any]) -> t.Conditional:
    return t.Conditional(*parts, span=span)


@rule("binder")
def _binder(span: Span, parts: list[Any]) -> t.Binder:
    (name, domain), named = split(parts)
    return t.Binder(name, domain, named.get("where"), span=span)


@rule("by")
def _by(_span: Span, parts: list[Any]) -> Part:
    (value,), named = split(parts)
    return Part("by", (value, "flag" in named))


@rule("pick")
def _pick(span: Span, parts: list[Any]) -> t.Pick:
    (op, binder), named = split(parts)
    by, first = named.get("by", (None, False))
    return t.Pick(op.value, binder, by, first, named.get("or_else"), span=span)


@rule("fold")
def _fold(span: Span, parts: list[Any]) -> t.Fold:
    (op, value, binder), named = split(parts)
    return t.Fold(op.value, value, binder, named.get("or_else"), span=span)


@rule("fold_values")
def _fold_values(span: Span, parts: list[Any]) -> t.FoldValues:
    return t.FoldValues(parts[0].value, tuple(parts[1:]), span=span)
