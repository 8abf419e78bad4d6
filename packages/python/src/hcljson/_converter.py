"""The functions of the package."""

import atexit
import os
import sys
import threading
import warnings
import weakref
from typing import IO, Any, Dict, Iterable, List, Mapping, Optional, Sequence, Union, overload

from . import exact
from ._diagnostics import HCLError, HCLWarning, read
from ._program import find
from ._server import Ended, Server

Text = Union[str, bytes]
Path = Union[str, "os.PathLike[str]"]


class Converter:
    """A process of the program hcljson. The first call starts it, and the next call after a crash restarts it.

    Several threads can use it. close, the end of a with statement, and the exit of Python end it.

    program is the absolute path of the program; the default is the result of find(). schemas are files that describe
    languages. provider_schemas are files with the output of "tofu providers schema -json". jobs is the number of
    concurrent requests. With columns="utf16", columns of diagnostics count UTF-16 units, as in editors.
    """

    def __init__(
        self,
        program: Optional[Path] = None,
        *,
        schemas: Iterable[Path] = (),
        provider_schemas: Iterable[Path] = (),
        jobs: Optional[int] = None,
        columns: Optional[str] = None,
    ) -> None:
        self._server: Optional[Server] = None
        self._program = None if program is None else os.fspath(program)
        self._args: List[str] = []
        for option, paths in (("--schema", schemas), ("--provider-schema", provider_schemas)):
            for path in paths:
                self._args += [option, os.path.abspath(path)]
        if jobs is not None:
            self._args += ["--jobs", str(jobs)]
        self._columns = columns
        self._lock = threading.Lock()
        self._closed = False
        _all.add(self)

    def __enter__(self) -> "Converter":
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        # The reader thread has a reference to the server.
        if self._server is not None:
            self._server.close()

    def __reduce__(self) -> str:
        if self is shared:
            return "shared"
        raise TypeError("a Converter cannot be used in another process")

    def close(self) -> None:
        """Ends the process after the pending responses. Later calls raise a ValueError."""
        with self._lock:
            self._closed = True
            server, self._server = self._server, None
        if server is not None:
            server.close()

    def loads(
        self,
        text: Text,
        *,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        form: Optional[str] = None,
        comments: Optional[str] = None,
        layout: Optional[str] = None,
        strict: bool = False,
        verify: bool = True,
    ) -> Any:
        """Returns the value of a text in either syntax, in the shape of HCL-JSON.

        A number is an int; a float, if the text has exactly the digits of the float; or a Decimal.
        """
        options = _options(dialect, target, form, comments, layout, strict, verify)
        if _is_json(text, name):
            # Through native syntax: HCL-JSON can contain a property several times, and a dict cannot.
            native = self._result("toHCL", text, name, _options(dialect, target, None, comments, None, strict, verify))
            text, name = native["text"], native.get("name")
        return exact.loads(self._text("toJSON", text, name, options))

    def load(
        self,
        file: Union[IO[str], IO[bytes]],
        *,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        form: Optional[str] = None,
        comments: Optional[str] = None,
        layout: Optional[str] = None,
        strict: bool = False,
        verify: bool = True,
    ) -> Any:
        """loads for an open file, in text or binary mode. The default of name is the name of the file."""
        if not hasattr(file, "read"):
            raise TypeError(f"load requires an open file, not {type(file).__name__}")
        return self.loads(
            file.read(), name=name or _file_name(file), dialect=dialect, target=target, form=form, comments=comments,
            layout=layout, strict=strict, verify=verify,
        )

    def dump(
        self,
        value: Any,
        file: IO[str],
        *,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        comments: Optional[str] = None,
        strict: bool = False,
        verify: bool = True,
    ) -> None:
        """Writes the result of dumps to an open file in text mode. The default of name is the name of the file."""
        if not hasattr(file, "write"):
            raise TypeError(f"dump requires an open file, not {type(file).__name__}")
        file.write(self.dumps(
            value, name=name or _file_name(file), dialect=dialect, target=target, comments=comments, strict=strict,
            verify=verify,
        ))

    def dumps(
        self,
        value: Any,
        *,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        comments: Optional[str] = None,
        strict: bool = False,
        verify: bool = True,
    ) -> str:
        """Returns the native text of a value in the shape of HCL-JSON."""
        return self._text("toHCL", exact.dumps(value), name, _options(dialect, target, None, comments, None, strict, verify))

    def convert(
        self,
        text: Text,
        *,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        form: Optional[str] = None,
        comments: Optional[str] = None,
        layout: Optional[str] = None,
        strict: bool = False,
        verify: bool = True,
    ) -> str:
        """Returns the text in the other syntax."""
        operation = "toHCL" if _is_json(text, name) else "toJSON"
        return self._text(operation, text, name, _options(dialect, target, form, comments, layout, strict, verify))

    def patch(
        self,
        text: Text,
        edited: Any,
        *,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        form: Optional[str] = None,
        comments: Optional[str] = None,
        strict: bool = False,
        verify: bool = True,
    ) -> str:
        """Returns the text with the changes of an edited text or value. Every other byte stays the same."""
        options = _options(dialect, target, form, comments, None, strict, verify)
        options["other"] = {"text": _decode(edited) if isinstance(edited, (str, bytes)) else exact.dumps(edited)}
        return self._text("patch", text, name, options)

    def get(
        self,
        text: Text,
        *addresses: str,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """Returns the address, line, native text and value of each match, with the value in the shape of HCL-JSON."""
        options = _options(dialect, target, None, None, None, False)
        options["addresses"] = list(addresses)
        found = exact.loads(self._text("get", text, name, options))
        return list(found)

    def refs(
        self,
        text: Text,
        *addresses: str,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
    ) -> List[Dict[str, Any]]:
        """Returns the address, line, column and text of each use of the declarations at addresses."""
        options = _options(dialect, target, None, None, None, False)
        options["addresses"] = list(addresses)
        return list(exact.loads(self._text("refs", text, name, options)))

    def apply(
        self,
        text: Text,
        changes: Sequence[Union[str, Mapping[str, Any]]],
        *,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        verify: bool = True,
    ) -> str:
        """Returns the text with changes at addresses. Every other byte stays the same. A string is a script."""
        options = _options(dialect, target, None, None, None, False, verify)
        options["changes"] = [change if isinstance(change, str) else dict(change) for change in changes]
        return self._text("apply", text, name, options)

    def verify(
        self,
        text: Text,
        other: Text,
        *,
        name: Optional[Path] = None,
        other_name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        comments: Optional[str] = None,
    ) -> bool:
        """Reports whether two texts mean the same. Raises an HCLError if the check cannot decide."""
        options = _options(dialect, target, None, comments, None, False)
        options["other"] = {"text": _decode(other), "name": _path(other_name) or ""}
        response = self._ask("verify", text, name, options)
        if response.get("verdict") not in ("equal", "different"):
            raise HCLError([read(diagnostic) for diagnostic in response["diagnostics"]])
        return bool(response["verdict"] == "equal")

    @overload
    def show(self, document: Text, *, name: Optional[Path] = None) -> str: ...

    @overload
    def show(self, document: Mapping[str, Text], *, name: Optional[Path] = None, target: Optional[str] = None) -> Any: ...

    def show(
        self, document: Union[Text, Mapping[str, Text]], *, name: Optional[Path] = None, target: Optional[str] = None
    ) -> Any:
        """Returns a summary in HCL of a plan or state in JSON. For the texts of a module by their file names, returns
        the value that "tofu show -json -config" prints; name is then the directory.
        """
        options = _options(None, target, None, None, None, False)
        if isinstance(document, (str, bytes)):
            return self._text("show", document, name, options)
        if not isinstance(document, Mapping):
            raise TypeError(f"show requires a text or the files of a module, not {type(document).__name__}")
        options["files"] = [{"name": file, "text": _decode(text)} for file, text in document.items()]
        return exact.loads(self._text("show", "", name or ".", options))

    def json_schema(
        self,
        kind: str,
        files: Mapping[str, Text] = {},
        *,
        name: Optional[Path] = None,
        dialect: Optional[str] = None,
        target: Optional[str] = None,
        all: bool = False,
    ) -> Any:
        """Returns the JSON Schema of a kind of JSON, for the texts of a module by their file names. kind is config,
        query, variables, plan, state or configuration. name is the name of a file of the language.
        """
        options = _options(dialect, target, None, None, None, False)
        options["kind"], options["all"] = kind, all
        options["files"] = [{"name": file, "text": _decode(text)} for file, text in files.items()]
        return exact.loads(self._text("jsonSchema", "", name, options))

    def _text(self, operation: str, text: Text, name: Optional[Path], options: Dict[str, Any]) -> str:
        """Returns the text of a response."""
        return str(self._result(operation, text, name, options)["text"])

    def _result(self, operation: str, text: Text, name: Optional[Path], options: Dict[str, Any]) -> Dict[str, Any]:
        """Returns a response with a text. Raises an HCLError if it has none, and warns of its diagnostics."""
        response = self._ask(operation, text, name, options)
        diagnostics = [read(diagnostic) for diagnostic in response["diagnostics"]]
        if "text" not in response:
            raise HCLError(diagnostics)
        for diagnostic in diagnostics:
            warnings.warn(HCLWarning(diagnostic), stacklevel=_outside())
        return response

    def _ask(self, operation: str, text: Text, name: Optional[Path], options: Dict[str, Any]) -> Dict[str, Any]:
        if not name and "dialect" not in options and operation not in ("show", "jsonSchema"):
            options["dialect"] = "generic"
        if self._columns and (operation != "show" or "files" in options):
            options["columns"] = self._columns
        name = _path(name)
        request = {"operation": operation, "name": name or "", "text": _decode(text), "options": options}
        server = self._started()
        try:
            return server.ask(request)
        except Ended:
            # Another program possibly ended it. A second end is an error.
            return self._started().ask(request)

    def _started(self) -> Server:
        with self._lock:
            if self._closed:
                raise ValueError("the Converter is closed")
            if self._server is not None and self._server.ended:
                self._server.close()
                self._server = None
            if self._server is None:
                self._server = Server(find(self._program), self._args)
            return self._server

    def _forked(self) -> None:
        self._lock = threading.Lock()
        if self._server is not None:
            self._server.forget()
            self._server = None


def _options(
    dialect: Optional[str],
    target: Optional[str],
    form: Optional[str],
    comments: Optional[str],
    layout: Optional[str],
    strict: bool,
    verify: bool = True,
) -> Dict[str, Any]:
    options: Dict[str, Any] = {
        "dialect": dialect, "target": target, "form": form, "comments": comments, "layout": layout,
        "strict": strict,
    }  # fmt: skip
    options = {key: value for key, value in options.items() if value}
    if not verify:
        options["verify"] = False  # the default of the program is True
    return options


def _decode(text: Text) -> str:
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text).decode("utf-8")
    if not isinstance(text, str):
        raise TypeError(f"the text must be str or bytes, not {type(text).__name__}")
    return text


def _path(name: Optional[Path]) -> Optional[str]:
    """The name of a file, which may be a path."""
    return None if name is None else os.fsdecode(os.fspath(name))


def _file_name(file: IO[Any]) -> Optional[str]:
    """Returns the path of an open file, or None. The name of a descriptor is a number, and of a stream <name>."""
    name = getattr(file, "name", None)
    if isinstance(name, bytes):
        name = os.fsdecode(name)
    return name if isinstance(name, str) and not name.startswith("<") else None


def _is_json(text: Text, name: Optional[Path]) -> bool:
    """Reports whether a text is JSON. Native syntax never starts with a bracket."""
    if name:
        return str(_path(name)).endswith(".json")
    return _decode(text).lstrip("\ufeff \t\r\n").startswith(("{", "["))


def _outside() -> int:
    """Returns the stack level of the caller of the package, for warnings."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__package__") == __package__:
        frame, level = frame.f_back, level + 1
    return level


_all: "weakref.WeakSet[Converter]" = weakref.WeakSet()


def _close_all() -> None:
    for converter in list(_all):
        converter.close()


def _forked_all() -> None:
    for converter in list(_all):
        converter._forked()


atexit.register(_close_all)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked_all)

shared = Converter()
load = shared.load
loads = shared.loads
dump = shared.dump
dumps = shared.dumps
convert = shared.convert
patch = shared.patch
get = shared.get
refs = shared.refs
apply = shared.apply
verify = shared.verify
show = shared.show
json_schema = shared.json_schema
