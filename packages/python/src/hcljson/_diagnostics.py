"""Errors and warnings, with their positions."""

import re
from typing import Any, Dict, List, NamedTuple, Optional, Sequence


class Position(NamedTuple):
    """A position in a text: line and column start at 1, byte at 0, in UTF-8."""

    line: int
    column: int
    byte: int


class Range(NamedTuple):
    """A part of a file."""

    filename: str
    start: Optional[Position]
    end: Optional[Position]


class Diagnostic(NamedTuple):
    """An error or a warning."""

    severity: str
    summary: str
    detail: str
    range: Optional[Range]

    def __str__(self) -> str:
        where = ""
        if self.range is not None:
            places = [self.range.filename]
            if self.range.start is not None:
                places += [str(self.range.start.line), str(self.range.start.column)]
            where = ":".join(place for place in places if place) + ": "
        return f"{where}{self.summary}: {self.detail}" if self.detail else where + self.summary


class HCLError(ValueError):
    """A text is invalid or cannot be converted. diagnostics contains all errors and warnings."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics: List[Diagnostic] = list(diagnostics)
        super().__init__("\n".join(str(d) for d in self.diagnostics if d.severity == "error"))

    def __reduce__(self) -> Any:
        return HCLError, (self.diagnostics,)


class HCLWarning(UserWarning):
    """A warning about a text. diagnostic contains the position."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        super().__init__(str(diagnostic))

    def __reduce__(self) -> Any:
        return HCLWarning, (self.diagnostic,)


class ProgramError(RuntimeError):
    """The program hcljson is missing, ended before the response, or has another version."""


# The program names options as in its requests.
_OPTION = re.compile(r"\bthe option ([a-zA-Z]+)\b")


def _parameter(option: "re.Match[str]") -> str:
    """Names the parameter of an option."""
    name = {"filename": "name"}.get(option[1], re.sub("[A-Z]", lambda letter: "_" + letter[0].lower(), option[1]))
    return "the parameter " + name


def read(value: Dict[str, Any]) -> Diagnostic:
    """Converts the JSON of a diagnostic in a response."""
    place = value.get("range")
    return Diagnostic(
        value["severity"],
        value["summary"],
        _OPTION.sub(_parameter, value.get("detail", "")),
        None if place is None else Range(place.get("filename", ""), _position(place.get("start")), _position(place.get("end"))),
    )


def _position(value: Optional[Dict[str, int]]) -> Optional[Position]:
    return None if value is None else Position(value["line"], value["column"], value["byte"])
