"""The example for Apache Spark, run without Spark."""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parents[3] / "docs" / "examples" / "spark" / "rows.py"


class Rows(unittest.TestCase):
    def test_local(self):
        with tempfile.TemporaryDirectory() as directory:
            for name, text in {
                "a.tf": 'locals {\n  n = [{}, 12345678901234567890.10]\n}\n\nmoved {\n  from = a.b\n  to = a.c\n}\n'
                'resource "a_b" "c" {\n  d = var.e\n}\n',
                "b.tf": "data \"a\" \"b\" {\n}\nvariable \"e\" {\n}\nfly = 1\n",
                "c.tf": "locals {",
                "c.txt": "no",
            }.items():
                Path(directory, name).write_text(text, encoding="utf-8")
            Path(directory, "d.tf").write_bytes(b"\xff")
            command = [sys.executable, str(EXAMPLE), "--local", "--partitions", "2", directory]
            lines = subprocess.run(command, stdout=subprocess.PIPE, check=True, encoding="utf-8").stdout.splitlines()
        rows = sorted((Path(file).name, address or "", text) for file, address, text in map(json.loads, lines))
        self.assertEqual([row[:2] for row in rows], [
            ("a.tf", "a_b.c"), ("a.tf", "local.n"), ("a.tf", "moved"), ("b.tf", "data.a.b"), ("b.tf", "fly"), ("b.tf", "variable.e"),
            ("c.tf", ""), ("d.tf", ""),
        ])  # fmt: skip
        self.assertEqual(rows[0][2], '{"d": "${var.e}"}')
        self.assertEqual(rows[1][2], '[{}, 12345678901234567890.10]')
        self.assertIn("error", json.loads(rows[6][2]))


if __name__ == "__main__":
    unittest.main()
