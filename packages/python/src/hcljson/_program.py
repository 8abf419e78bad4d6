"""Finds the program hcljson."""

import os
import sys
from typing import List, Optional

from ._diagnostics import ProgramError

VARIABLE = "HCLJSON_PROGRAM"
_NAME = "hcljson.exe" if sys.platform == "win32" else "hcljson"


def find(given: Optional[str] = None) -> str:
    """Returns the path of the program: given, the variable HCLJSON_PROGRAM, this package, or the PATH."""
    named = given if given is not None else os.environ.get(VARIABLE)
    if named:
        if not os.path.isabs(named):
            raise ProgramError(f"{named} must be the absolute path of the program")
        if not _runs(named):
            raise ProgramError(f"{named} is not a program")
        return named
    for directory in [os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin"), *_path()]:
        program = os.path.join(directory, _NAME)
        if _runs(program):
            return program
    raise ProgramError(
        f"{_NAME} is neither in this package nor on the PATH; set the variable {VARIABLE} to its absolute path"
    )


def _path() -> List[str]:
    # Relative directories are skipped, because other users could write a program there.
    return [directory for directory in os.environ.get("PATH", "").split(os.pathsep) if os.path.isabs(directory)]


def _runs(path: str) -> bool:
    return os.path.isfile(path) and os.access(path, os.X_OK)
