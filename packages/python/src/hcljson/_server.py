"""A process of hcljson serve. docs/serve.md describes the protocol."""

import itertools
import json
import os
import subprocess
import sys
import tempfile
import threading
from typing import Any, Dict, List, Optional, Sequence

from ._diagnostics import ProgramError

_PROTOCOL = 1
_DEFAULT_LINE = 32 << 20
_PATIENCE = 5.0  # seconds for the process to end before it is killed


class Ended(ProgramError):
    """The process ended before the response."""


class _Waiting:
    """A request without a response."""

    def __init__(self) -> None:
        self.done = threading.Event()
        self.response: Optional[Dict[str, Any]] = None


class Server:
    """A process and its pending requests. Several threads can send requests."""

    def __init__(self, program: str, args: Sequence[str]) -> None:
        self._errors = tempfile.TemporaryFile()
        self._process = _start([program, "serve", "--unordered", *args], self._errors)
        self._ids = itertools.count()
        self._writing = threading.Lock()
        self._mutex = threading.Lock()
        self._waiting: Dict[int, _Waiting] = {}
        self._ended = False
        self._line = _DEFAULT_LINE
        self._reader = threading.Thread(target=self._read, name="hcljson", daemon=True)
        self._reader.start()
        try:
            self._greet()
        except BaseException:
            self.close()
            raise

    def _greet(self) -> None:
        hello = self.ask({"operation": "hello"}).get("hello") or {}
        if hello.get("protocol") != _PROTOCOL:
            raise ProgramError(f"the program uses protocol version {hello.get('protocol')}, not {_PROTOCOL}")
        self._line = hello.get("line", _DEFAULT_LINE)

    @property
    def ended(self) -> bool:
        """Reports whether the process can send no more responses."""
        return self._ended

    def ask(self, request: Dict[str, Any]) -> Dict[str, Any]:
        """Sends a request and returns the response."""
        number, waiting = next(self._ids), _Waiting()
        line = json.dumps({"id": number, **request}, ensure_ascii=False).encode() + b"\n"
        if len(line) > self._line:
            raise ValueError(f"the request has {len(line)} bytes as JSON, and the limit is {self._line}")
        with self._mutex:
            if self._ended:
                raise self._failure()
            self._waiting[number] = waiting
        try:
            self._write(line)
            waiting.done.wait()
        except BaseException:
            self._give_up(number)
            raise
        if waiting.response is None:
            raise self._failure()
        return waiting.response

    def _write(self, line: bytes) -> None:
        assert self._process.stdin is not None
        rest = memoryview(line)
        with self._writing:
            try:
                while rest:
                    rest = rest[self._process.stdin.write(rest) :]
            except BaseException as error:
                # After a partial line, the process cannot read another request.
                self._end()
                self._process.kill()
                if isinstance(error, (OSError, ValueError)):
                    return  # _end has notified the pending requests
                raise

    def _give_up(self, number: int) -> None:
        with self._mutex:
            if self._waiting.pop(number, None) is None or self._ended:
                return
        self._write(b'{"operation": "cancel", "cancel": %d, "id": "cancel"}\n' % number)

    def _read(self) -> None:
        """Delivers the responses until the output ends."""
        assert self._process.stdout is not None
        parts: List[bytes] = []
        try:
            while True:
                part = self._process.stdout.read(1 << 16)
                if not part:
                    break
                lines = part.split(b"\n")
                for line in lines[:-1]:
                    self._hand_out(json.loads(b"".join([*parts, line])))
                    parts.clear()
                parts.append(lines[-1])
        except (OSError, ValueError):
            pass
        self._end()

    def _hand_out(self, response: Dict[str, Any]) -> None:
        number = response.get("id")
        if number is None:
            raise ValueError("the program sent a response without an id")
        with self._mutex:
            waiting = self._waiting.pop(number, None)
        if waiting is not None:
            waiting.response = response
            waiting.done.set()

    def _end(self) -> None:
        with self._mutex:
            self._ended = True
            left = list(self._waiting.values())
            self._waiting.clear()
        for waiting in left:
            waiting.done.set()

    def _failure(self) -> ProgramError:
        try:
            status = self._process.wait(_PATIENCE)
            self._errors.seek(0)
            said = self._errors.read(4096).decode("utf-8", "replace").strip()
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return Ended("the program hcljson was closed")
        return Ended(f"the program hcljson ended with status {status}" + (f": {said}" if said else ""))

    def close(self) -> None:
        """Waits for the pending responses and the end of the process."""
        assert self._process.stdin is not None and self._process.stdout is not None
        with self._writing:
            self._process.stdin.close()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._reader.join(_PATIENCE)
        self._process.stdout.close()
        self._errors.close()

    def forget(self) -> None:
        """Closes the streams in the child of a fork. The process belongs to the parent."""
        self._ended = True
        self._process.returncode = 0
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None:
                stream.close()


def _start(command: List[str], errors: Any) -> "subprocess.Popen[bytes]":
    # Signals from the terminal must not reach the process. It ends with its input.
    flags = 0
    if sys.platform == "win32":
        flags = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW
    try:
        return subprocess.Popen(
            command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
            start_new_session=sys.platform != "win32", creationflags=flags,
        )
    except OSError as error:
        raise ProgramError(f"cannot start {command[0]}: {os.strerror(error.errno or 0)}") from error
