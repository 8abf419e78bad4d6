"""JSON without rounded numbers."""

import json
import math
import re
from decimal import Decimal, InvalidOperation
from typing import Any, Dict, List, Union

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")

# By default, Python refuses to parse an int with more digits (sys.set_int_max_str_digits).
_MOST_DIGITS = 4000


def _integer(digits: str) -> Union[int, Decimal]:
    # int has no negative zero. Its parse time grows with the square of the number of digits.
    return Decimal(digits) if digits == "-0" or len(digits) > _MOST_DIGITS else int(digits)


def _fraction(digits: str) -> Union[float, Decimal]:
    try:
        exact = Decimal(digits)
    except InvalidOperation:
        raise ValueError(f"the exponent of {digits[:50]} is too large") from None
    rounded = float(exact)
    # A float is exact enough if it prints the same digits, such as 0.1.
    if math.isfinite(rounded) and repr(rounded) == digits:
        return rounded
    return exact


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def loads(text: str) -> Any:
    """Returns the value of a JSON text. A number is an int; a float, if it prints the same digits; or a Decimal."""
    return json.loads(text, parse_int=_integer, parse_float=_fraction, parse_constant=_constant)


def dumps(value: Any) -> str:
    """Returns the JSON of a value, with all digits of a Decimal."""
    decimals: List[str] = []
    marked = _mark(value, decimals, set())
    text = json.dumps(marked, ensure_ascii=False, allow_nan=False)
    if not decimals:
        return text
    parts = iter(decimals)
    return _NUMBER.sub(lambda match: next(parts), text)


# _HOLE represents a Decimal. A valid text never contains half of a surrogate pair.
_HOLE = "\udfffN"
_NUMBER = re.compile(f'"{_HOLE}"')


def _mark(value: Any, decimals: List[str], inside: "set[int]") -> Any:
    """Returns the value with _HOLE instead of each Decimal, and appends the digits to decimals."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is not a number of HCL")
        decimals.append(str(value))
        return _HOLE
    if isinstance(value, str):
        if any("\ud800" <= char <= "\udfff" for char in value):
            raise ValueError("a string contains half of a surrogate pair, which no file can contain")
        return value
    if not isinstance(value, (dict, list, tuple)):
        return value
    if id(value) in inside:
        raise ValueError("the value contains itself")
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
