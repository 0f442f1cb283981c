"""Attrs classes to plain JSON data and back, strictly: what is not exactly right is refused.

The converters of `cattrs` turn whatever they can into what is wanted (``"5"`` into 5, a text
into a list of letters); data from a file must not be read that way. Members of a union
of classes carry the name of their class, in small letters, under the key `TAG`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

from attrs import has, resolve_types
from cattrs import Converter
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)
from cattrs.gen import make_dict_structure_fn
from cattrs.strategies import configure_tagged_union

from ruledsl.machine.model import Expr
from ruledsl.source import NOWHERE, Span

TAG = "state"
"""The key that holds the name of the class where several are possible."""

LARGEST = (1 << 63) - 1
"""Whole numbers in a file lie within plus or minus this."""


class WrongData(ValueError):  # noqa: N818 - a finding about data, told to people by their caller
    """Data that does not have the form of a class: ``path`` leads to it, ``message`` says what it is.

    A path is written as ``.states[12].next``, from the outermost object on.
    """

    def __init__(self, message: str, path: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.path = path


FAILURES = (WrongData, BaseValidationError)
"""What structuring raises; `complaint` puts it into words."""


def tag_of(cls: type) -> str:
    """The name of a class among others: ``MoveSome`` is ``move_some``."""
    name = cls.__name__
    return "".join(f"_{c.lower()}" if c.isupper() and i else c.lower() for i, c in enumerate(name))


def make_converter(root: type) -> Converter:
    """A converter for ``root`` and every attrs class that its fields lead to.

    Structuring raises what `complaint` puts into words. Expressions are written as
    ``[operator, [numbers], [operands], span]``, spans as ``[file, line, column, end line,
    end column]`` or null.
    """
    converter = Converter(forbid_extra_keys=True, detailed_validation=True)
    converter.register_structure_hook(int, _int)
    converter.register_structure_hook(str, _str)
    converter.register_structure_hook(bool, _bool)
    converter.register_structure_hook(Span, lambda data, _: _span(data, ""))
    converter.register_unstructure_hook(Span, span_data)
    converter.register_structure_hook(Expr, lambda data, _: _expr(data, ""))
    converter.register_unstructure_hook(Expr, expr_data)
    converter.register_unstructure_hook_factory(
        _is_tuple, lambda type_: _tuple_as_list(type_, converter)
    )
    unions = list(unions_of(root))
    converter.register_structure_hook_factory(_is_literal, _literal)
    converter.register_structure_hook_factory(_is_tuple, lambda type_: _tuple(type_, converter))
    for union in unions:
        configure_tagged_union(union, converter, tag_of, TAG)
        inner = converter.get_structure_hook(union)
        known = {tag_of(cls) for cls in get_args(union)}
        converter.register_structure_hook(union, _known_tag(inner, known))
    converter.register_structure_hook_factory(has, lambda cls: _mapping_only(cls, converter))
    return converter


def unions_of(root: type) -> Iterator[Any]:
    """The unions of several attrs classes among the fields of ``root`` and of what they lead to."""
    seen: list[Any] = []
    waiting: list[Any] = [root]
    while waiting:
        type_ = waiting.pop()
        if type_ in seen:
            continue
        seen.append(type_)
        args = get_args(type_)
        if get_origin(type_) in (Union, UnionType):
            classes = [arg for arg in args if arg is not NoneType and has(arg)]
            if len(classes) > 1:
                yield type_
        waiting += [arg for arg in args if isinstance(arg, type) or get_args(arg)]
        if isinstance(type_, type) and has(type_) and type_ not in (Span, Expr):
            resolve_types(type_)
            waiting += [a.type for a in type_.__attrs_attrs__]


# --- strict hooks ---------------------------------------------------------------------------


def _int(data: Any, _: Any) -> int:
    if type(data) is not int:
        raise WrongData("a whole number is wanted here")
    if abs(data) > LARGEST:
        raise WrongData("this number is too large")
    return data


def _str(data: Any, _: Any) -> str:
    if not isinstance(data, str):
        raise WrongData("a text is wanted here")
    return data


def _bool(data: Any, _: Any) -> bool:
    if not isinstance(data, bool):
        raise WrongData("true or false is wanted here")
    return data


def _is_literal(type_: Any) -> bool:
    return get_origin(type_) is Literal


def _literal(type_: Any) -> Any:
    allowed = get_args(type_)

    def one_of(data: Any, _: Any) -> Any:
        if not isinstance(data, str) or data not in allowed:
            raise WrongData(f"one of {', '.join(map(str, allowed))} is wanted here")
        return data

    return one_of


def _is_tuple(type_: Any) -> bool:
    return get_origin(type_) is tuple


def _tuple(type_: Any, converter: Converter) -> Any:
    """Tuples are written as lists; those of a fixed length have exactly that."""
    args = get_args(type_)
    if len(args) == 2 and args[1] is Ellipsis:
        every = converter.get_structure_hook(args[0]) if args[0] not in _LATE else None

        def many(data: Any, _: Any) -> tuple[Any, ...]:
            hook = every or converter.get_structure_hook(args[0])
            return tuple(_each(_list(data), [args[0]] * len(data), [hook] * len(data)))

        return many

    def fixed(data: Any, _: Any) -> tuple[Any, ...]:
        if len(_list(data)) != len(args):
            raise WrongData(f"a list of {len(args)} is wanted here")
        return tuple(_each(data, args, [converter.get_structure_hook(arg) for arg in args]))

    return fixed


def _tuple_as_list(type_: Any, converter: Converter) -> Any:
    args = get_args(type_)
    if len(args) == 2 and args[1] is Ellipsis:
        return lambda items: [converter.unstructure(item, args[0]) for item in items]
    return lambda items: [
        converter.unstructure(item, arg) for item, arg in zip(items, args, strict=True)
    ]


_LATE = (Expr,)
"""Classes that contain themselves: their hooks are looked up when they are needed."""


def _each(data: list[Any], types: Any, hooks: list[Any]) -> Iterator[Any]:
    for place, (item, type_, hook) in enumerate(zip(data, types, hooks, strict=True)):
        try:
            value = hook(item, type_)
        except FAILURES as error:
            raise WrongData(*_told(error, f"[{place}]")) from None
        yield value


def _list(data: Any) -> list[Any]:
    if not isinstance(data, list):
        raise WrongData("a list is wanted here")
    return data


def _known_tag(inner: Any, known: set[str]) -> Any:
    def structure(data: Any, type_: Any) -> Any:
        if not isinstance(data, Mapping):
            raise WrongData("an object is wanted here")
        tag = data.get(TAG)
        if not isinstance(tag, str) or tag not in known:
            raise WrongData("this is none of those known", f".{TAG}")
        return inner(data, type_)

    return structure


def _mapping_only(cls: type, converter: Converter) -> Any:
    inner: Any = make_dict_structure_fn(
        cls,
        converter,
        _cattrs_forbid_extra_keys=True,
        _cattrs_detailed_validation=True,
    )

    def structure(data: Any, type_: Any) -> Any:
        if not isinstance(data, Mapping):
            raise WrongData("an object is wanted here")
        return inner(data, type_)

    return structure


# --- compact forms ----------------------------------------------------------------------------


def span_data(span: Span) -> list[Any] | None:
    """A span as it is written."""
    if span == NOWHERE:
        return None
    return [span.file, span.line, span.column, span.end_line, span.end_column]


def _span(data: Any, path: str) -> Span:
    if data is None:
        return NOWHERE
    if (
        not isinstance(data, list)
        or len(data) != 5
        or not isinstance(data[0], str)
        or any(type(number) is not int or abs(number) > LARGEST for number in data[1:])
    ):
        raise WrongData("a place in a file is null or [file, line, column, line, column]", path)
    return Span(*data)


def expr_data(expr: Expr) -> list[Any]:
    """An expression as it is written."""
    return [expr.op, list(expr.nums), [expr_data(arg) for arg in expr.args], span_data(expr.span)]


def _expr(data: Any, path: str) -> Expr:
    if not isinstance(data, list) or len(data) != 4 or not isinstance(data[0], str):
        raise WrongData("an expression is [operator, [numbers], [operands], place]", path)
    op, nums, args, span = data
    if not isinstance(nums, list) or any(
        type(number) is not int or abs(number) > LARGEST for number in nums
    ):
        raise WrongData("a list of whole numbers is wanted here", f"{path}[1]")
    if not isinstance(args, list):
        raise WrongData("a list of expressions is wanted here", f"{path}[2]")
    return Expr(
        op,
        tuple(nums),
        tuple(_expr(arg, f"{path}[2][{place}]") for place, arg in enumerate(args)),
        span=_span(span, f"{path}[3]"),
    )


# --- errors in words --------------------------------------------------------------------------


def complaint(error: WrongData | BaseValidationError) -> WrongData:
    """What a failed structuring comes to: the first thing that is wrong, and the path to it."""
    return WrongData(*_told(error, ""))


def _told(error: BaseException, path: str) -> tuple[str, str]:
    if isinstance(error, WrongData):
        return error.message, path + error.path
    if isinstance(error, ClassValidationError | IterableValidationError):
        inner = error.exceptions[0]
        for note in getattr(inner, "__notes__", ()):
            if isinstance(note, AttributeValidationNote):
                # A missing key is a KeyError of the field itself.
                if isinstance(inner, KeyError):
                    return f"`{note.name}` is missing", path
                return _told(inner, f"{path}.{note.name}")
            if isinstance(note, IterableValidationNote):
                return _told(inner, f"{path}[{note.index}]")
        return _told(inner, path)
    if isinstance(error, ForbiddenExtraKeysError):
        return f"`{min(map(str, error.extra_fields))}` does not belong here", path
    return str(error), path
