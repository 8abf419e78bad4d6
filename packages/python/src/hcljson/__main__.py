"""python -m hcljson: runs the program."""

import os
import subprocess
import sys

from ._diagnostics import ProgramError
from ._program import find


def main() -> int:
    """Runs the program with the arguments of this process."""
    try:
        program = find()
    except ProgramError as error:
        print(error, file=sys.stderr)
        return 2
    if os.name == "posix":
        os.execv(program, [program, *sys.argv[1:]])
    return subprocess.call([program, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
