"""JSON in which no number is rounded."""

import json
import math
import re
from decimal import Decimal, InvalidOperation
from typing import Any, Dict, List, Union

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")

# Python makes no int of more digits without being asked to (sys.set_int_max_str_digits).
_MOST_DIGITS = 4000


def _integer(digits: str) -> Union[int, Decimal]:
    # int has no negative zero, and takes time that grows with the square of the digits.
    return Decimal(digits) if digits == "-0" or len(digits) > _MOST_DIGITS else int(digits)


def _fraction(digits: str) -> Union[float, Decimal]:
    try:
        exact = Decimal(digits)
    except InvalidOperation:
        raise ValueError(f"the exponent of {digits[:50]} is too large") from None
    rounded = float(exact)
    # The float whose own digits are the ones that are written, as 0.1 is, is the number that is meant.
    if math.isfinite(rounded) and repr(rounded) == digits:
        return rounded
    return exact


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def loads(text: str) -> Any:
    """The value of a JSON text. A number is an int; a float, if it has just the digits of one; or a Decimal."""
    return json.loads(text, parse_int=_integer, parse_float=_fraction, parse_constant=_constant)


def dumps(value: Any) -> str:
    """The JSON of a value, in which a Decimal has all its digits."""
    decimals: List[str] = []
    marked = _mark(value, decimals, set())
    text = json.dumps(marked, ensure_ascii=False, allow_nan=False)
    if not decimals:
        return text
    parts = iter(decimals)
    return _NUMBER.sub(lambda match: next(parts), text)


# What stands for a Decimal: half of a surrogate pair is in no text that can be sent.
_HOLE = "\udfffN"
_NUMBER = re.compile(f'"{_HOLE}"')


def _mark(value: Any, decimals: List[str], inside: "set[int]") -> Any:
    """The value with a mark for each Decimal, whose digits are collected."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not a number of HCL")
        decimals.append(str(value))
        return _HOLE
    if isinstance(value, str):
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise ValueError("half of a surrogate pair is not a character")
        return value
    if not isinstance(value, (dict, list, tuple)):
        return value
    if id(value) in inside:
        raise ValueError("the value has itself in it")
    inside.add(id(value))
    marked: Any
    if isinstance(value, dict):
        marked = _members(value, decimals, inside)
    else:
        marked = [_mark(element, decimals, inside) for element in value]
    inside.discard(id(value))
    return marked


def _members(value: Dict[Any, Any], decimals: List[str], inside: "set[int]") -> Dict[str, Any]:
    marked = {}
    for key, element in value.items():
        if not isinstance(key, str):
            raise TypeError(f"the key {key!r} is not a str")
        _mark(key, decimals, inside)
        marked[key] = _mark(element, decimals, inside)
    return marked
