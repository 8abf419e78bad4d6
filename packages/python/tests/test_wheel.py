"""The wheel of this platform: built, installed into a new environment, and used as in README.md."""

import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]


def run(*command, **options):
    environment = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "HCLJSON_PROGRAM")}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", env=environment, **options
    )
    if done.returncode != 0:
        raise AssertionError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def examples():
    """Returns the code blocks of README.md with their outputs."""
    text = (HERE / "README.md").read_text(encoding="utf-8")
    return re.findall(r"(?ms)^```python\n(.*?)^```\n\n```text\n(.*?)^```$", text)


class Wheel(unittest.TestCase):
    def test_wheel(self):
        with tempfile.TemporaryDirectory() as directory:
            develop = HERE.parents[1] / "internal" / "develop"
            wheel = run("go", "run", ".", "wheels", "-platform", "this", directory, cwd=develop).strip()
            environment = Path(directory, "environment")
            run(sys.executable, "-m", "venv", environment)
            python = environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
            run(python, "-m", "pip", "install", "--no-index", "--disable-pip-version-check", wheel)
            shown = examples()
            self.assertGreater(len(shown), 3)
            for code, output in shown:
                with self.subTest(code):
                    self.assertEqual(run(python, "-W", "error", "-c", code, cwd=directory), output)
            self.assertIn("hcljson", run(python, "-m", "hcljson", "--version"))
            self.assertIn("hcljson", run(python.with_name("hcljson" + python.suffix), "version"))
            program = run(python, "-c", "from hcljson._program import find; print(find())").strip()
            self.assertTrue(Path(program).resolve().is_relative_to(environment.resolve()), program)
            run(python, "-m", "pip", "uninstall", "--yes", "--disable-pip-version-check", "hcljson")
            self.assertFalse(Path(program).exists())


if __name__ == "__main__":
    unittest.main()
