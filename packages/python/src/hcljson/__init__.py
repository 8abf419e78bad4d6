"""Converts between HCL native syntax, HCL-JSON and Python values.

    >>> import hcljson
    >>> hcljson.loads('locals {\\n  a = 1 # one\\n}\\n', name='main.tf')
    {'locals': {'//': {'at': {'a': {'after': 'one'}}}, 'a': 1}}

The functions share one process of the program hcljson, which the first call starts.
"""

from ._converter import (
    Converter, apply, convert, dump, dumps, get, json_schema, load, loads, patch, refs, show, verify,
)
from ._diagnostics import Diagnostic, HCLError, HCLWarning, Position, ProgramError, Range

__all__ = [
    "Converter",
    "Diagnostic",
    "HCLError",
    "HCLWarning",
    "Position",
    "ProgramError",
    "Range",
    "apply",
    "convert",
    "dump",
    "dumps",
    "get",
    "json_schema",
    "load",
    "loads",
    "patch",
    "refs",
    "show",
    "verify",
]
