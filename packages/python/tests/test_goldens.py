"""The goldens of the project, converted to Python values and back."""

import re
import unittest
import warnings
from pathlib import Path

import hcljson
from hcljson import exact

ROOT = Path(__file__).resolve().parents[3] / "testdata"


def goldens():
    """Yields the native files without flags, schemas and characters with another spelling."""
    for path in sorted(ROOT.rglob("*.txtar")):
        head, *rest = re.split(r"(?m)^-- (.+) --\n", path.read_text(encoding="utf-8"))
        files = dict(zip(rest[::2], rest[1::2]))
        special = re.search(r"(?m)^(tokens|flags|providers|target):", head) or "providers.json" in files
        if not special and not rest[0].endswith(".json") and "general.json" in files and "Error: " not in files.get("diagnostics", ""):
            yield path.relative_to(ROOT).as_posix(), rest[0], files


class Goldens(unittest.TestCase):
    def test_goldens(self):
        count = 0
        with hcljson.Converter() as converter, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for path, name, files in goldens():
                with self.subTest(path):
                    value = converter.loads(files[name], name=name)
                    self.assertEqual(value, exact.loads(files["general.json"]))
                    # The check cannot decide for files that no product accepts.
                    native = converter.dumps(value, name=name, verify=False)
                    again = converter.loads(native, name=name)
                    self.assertEqual(converter.dumps(again, name=name, verify=False), native)
                    self.assertEqual(converter.patch(files[name], value, name=name, verify=False), files[name])
                count += 1
        self.assertGreater(count, 50)


if __name__ == "__main__":
    unittest.main()
