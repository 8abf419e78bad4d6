"""The functions, with the program in HCLJSON_PROGRAM."""

import doctest
import gc
import io
import os
import pathlib
import pickle
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import unittest
import warnings
from decimal import Decimal

import hcljson
from hcljson import _program, exact
from hcljson._converter import shared


class Values(unittest.TestCase):
    def test_numbers_keep_their_digits(self):
        for digits, kind in [
            ("0", int), ("-0", Decimal), ("12345678901234567890", int), ("0.1", float), ("1.50", Decimal), ("-2.5", float),
            ("0.1000000000000000055511151231257827", Decimal), ("1e400", Decimal), ("1e3", Decimal), ("9" * 5000, Decimal),
        ]:  # fmt: skip
            value = exact.loads(digits)
            self.assertIs(type(value), kind, digits)
            written = exact.dumps({"a": [value]})
            self.assertEqual(Decimal(written[7:-2]), Decimal(digits))
            if "e" not in digits:
                self.assertEqual(written, '{"a": [' + digits + "]}")

    def test_what_is_no_json(self):
        inside = []
        inside.append(inside)
        for value in [Decimal("NaN"), float("inf"), "\ud800", {"\udfffN": 1}, "\udfffN", inside]:
            with self.assertRaises(ValueError):
                exact.dumps(value)
        for value in [{1: 2}, object(), {1, 2}]:
            with self.assertRaises(TypeError):
                exact.dumps(value)
        for text in ["NaN", "[Infinity]", "1e99999999999999999999999"]:
            with self.assertRaises(ValueError):
                exact.loads(text)

    def test_there_and_back(self):
        text = '# Head.\nlocals {\n  id    = 12345678901234567890123.50 # exact\n  words = ["a", "${b}!"]\n}\n'
        for form in [None, "general", "compact"]:
            value = hcljson.loads(text, name="main.tf", form=form)
            self.assertEqual(hcljson.dumps(value, name="main.tf").replace("\n\n", "\n"), text)
        self.assertEqual(hcljson.loads(text.encode(), name="main.tf", form="query")["locals"]["words"], ["a", "${b}!"])

    def test_files(self):
        text = "locals {\n  a = 1\n}\n"
        with tempfile.TemporaryDirectory() as directory:
            path = os.path.join(directory, "main.tf")
            with open(path, "w") as file:
                hcljson.dump({"locals": {"a": 1}}, file)
                hcljson.dump({"output": {"a": {}}}, file)
            for mode in ["r", "rb"]:
                with open(path, mode) as file:
                    self.assertEqual(hcljson.load(file, form="compact"), {"locals": {"a": 1}, "output": {"a": {}}})
            with open(path) as file:
                self.assertEqual(file.read(), text + 'output "a" {}\n')
        self.assertEqual(hcljson.load(io.StringIO(text), dialect="opentofu"), {"locals": {"a": 1}})

    def test_what_is_no_text(self):
        for text in [None, 1, ["a = 1"]]:
            for call in [hcljson.loads, hcljson.convert, lambda t: hcljson.patch(t, {}), lambda t: hcljson.verify("", t)]:
                with self.assertRaisesRegex(TypeError, "the text must be str or bytes"):
                    call(text)

        for call in [hcljson.load, hcljson.show, lambda f: hcljson.dump({}, f)]:
            with self.assertRaisesRegex(TypeError, "not NoneType"):
                call(None)
        self.assertEqual(hcljson.loads("a = 1", name=pathlib.Path("a.tfvars")), {"a": 1})
        with self.assertRaises(TypeError):
            hcljson.loads("a = 1", name=5)

    def test_proof(self):
        value = {"resource": {"aws_security_group": {"g": {"ingress": [{"new": 1}]}}}}
        with self.assertRaisesRegex(hcljson.HCLError, "Not proven"):
            hcljson.dumps(value, name="main.tf.json")
        self.assertIn("ingress", hcljson.dumps(value, name="main.tf.json", verify=False))

    def test_json(self):
        # HCL-JSON can contain a name several times, and a dict cannot.
        text = '{"resource": {"a_b": {"x": {"n": 1}}}, "resource": {"a_b": {"y": {"n": 2}}}}'
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = hcljson.loads(text, name="main.tf.json", form="query")
        self.assertEqual(set(value["resource"]["a_b"]), {"x", "y"})
        bake = hcljson.loads('{"target": {"a": {"tags": ["b"]}}}', name="docker-bake.json", form="query")
        self.assertEqual(bake["target"]["a"], [{"tags": ["b"]}])
        self.assertEqual(hcljson.loads(' {"a": 1.50}'), {"a": Decimal("1.50")})
        self.assertEqual(hcljson.convert('{"a": 1.50}'), "a = 1.50\n")
        self.assertEqual(hcljson.convert("a = 1.50"), '{\n  "a": 1.50\n}\n')

    def test_patch_and_verify(self):
        text = "a  =  1 # one\nb=2\n"
        self.assertEqual(hcljson.patch(text, {"a": 3, "b": 2}), "a  =  3 # one\nb=2\n")
        self.assertEqual(hcljson.patch(text, '{"a": 3, "b": 2}'), "a  =  3 # one\nb=2\n")
        self.assertTrue(hcljson.verify(text, '{"a": 1.0, "b": 2}', comments="drop"))
        self.assertFalse(hcljson.verify(text, '{"a": 1.0, "b": 2}'))
        self.assertFalse(hcljson.verify(text, '{"a": 1.5, "b": 2}', comments="drop"))
        with self.assertRaises(hcljson.HCLError):
            hcljson.verify(text, "a = ")

    def test_refs(self):
        found = hcljson.refs('variable "a" {}\nlocals {\n  b = var.a\n}\n', "var.a", name="main.tf")
        self.assertEqual(found, [{"address": "var.a", "line": 3, "column": 11, "text": "b = var.a"}])

    def test_get_and_apply(self):
        text = 'locals {\n  a = [1, "x"] # many\n}\n'
        found = hcljson.get(text, "local.a[*]", name="main.tf")
        self.assertEqual([place["value"] for place in found], [1, "x"])
        self.assertEqual(found[1], {"address": "local.a[1]", "line": 2, "text": '"x"', "value": "x"})
        changes = [{"set": "local.a[0]", "json": [2]}, {"add": "local.a", "string": "${"}, {"rm": "local.a[1]"}]
        want = 'locals {\n  a = [[2], "$${"] # many\n}\n'
        self.assertEqual(hcljson.apply(text, changes, name="main.tf"), want)
        with self.assertRaisesRegex(hcljson.HCLError, "Nothing is at local.b"):
            hcljson.apply(text, [{"rm": "local.b"}], name="main.tf")
        with self.assertRaisesRegex(hcljson.HCLError, "Nothing is at local.b"):
            hcljson.get(text, "local.b", name="main.tf")

    def test_diagnostics(self):
        with self.assertRaises(hcljson.HCLError) as caught:
            hcljson.loads("a = 1\nb = = 2", name="main.tf")
        (diagnostic,) = caught.exception.diagnostics
        self.assertEqual(diagnostic.range.start, (2, 5, 10))
        self.assertEqual(pickle.loads(pickle.dumps(caught.exception)).diagnostics, [diagnostic])
        with warnings.catch_warnings(record=True) as found:
            warnings.simplefilter("always")
            hcljson.loads("fly = 1", name="main.tf")
        self.assertEqual([w.filename for w in found], [__file__])
        self.assertEqual(found[0].message.diagnostic.severity, "warning")
        with self.assertRaises(hcljson.HCLError):
            hcljson.dumps({"resource": {"made_up": {"a": {"part": {"n": 1}}}}}, name="main.tf", strict=True)
        with self.assertRaisesRegex(hcljson.HCLError, "toHCL does not take form"):
            hcljson.convert("{}", form="compact")


class Example(unittest.TestCase):
    def test_columns(self):
        with hcljson.Converter(columns="utf16") as converter, self.assertRaises(hcljson.HCLError) as caught:
            converter.loads('a = "𝔘" = 1\n', name="main.tf")
        self.assertEqual(caught.exception.diagnostics[0].range.start.column, 10)

    def test_documentation(self):
        self.assertEqual(doctest.testmod(hcljson), (0, 2))


class Show(unittest.TestCase):
    def test_json_schema(self) -> None:
        schema = hcljson.json_schema("variables", {"main.tf": 'variable "a" {\n  type = number\n}\n'})
        self.assertEqual(schema["properties"], {"a": {"$ref": "#/$defs/literal-number"}})
        self.assertEqual(hcljson.json_schema("config", name="x.pkr.json")["title"], "Packer (packer): config")
        with self.assertRaises(hcljson.HCLError):
            hcljson.json_schema("tables")

    def test_module(self):
        files = {
            "main.tf": 'module "m" {\n  source = "./m"\n}\nlocals {\n}\noutput "o" {\n  value = 0.10\n}\n',
            "m/main.tf.json": b'{"variable": {"v": {}}}',
        }
        root = hcljson.show(files)["root_module"]
        self.assertIn("v", root["module_calls"]["m"]["module"]["variables"])
        self.assertEqual(repr(root["outputs"]["o"]["expression"]["constant_value"]), "0.1")
        self.assertIn("variables", hcljson.show(files, name="m", target="terraform")["root_module"])
        for wrong in [{}, {"main.txt": "a = 1"}]:
            with self.assertRaisesRegex(hcljson.HCLError, "No configuration"):
                hcljson.show(wrong)

    def test_state(self):
        outputs = {"o": {"value": Decimal("0.10"), "type": "number", "sensitive": False}}
        state = exact.dumps({"format_version": "1.0", "terraform_version": "1.9.0", "values": {"outputs": outputs}})
        for document in [state, state.encode()]:
            self.assertIn("value = 0.10", hcljson.show(document))
        with self.assertRaisesRegex(hcljson.HCLError, "^state.json:"):
            hcljson.show("{}", name="state.json")
        with self.assertRaisesRegex(hcljson.HCLError, "show does not take target"):
            hcljson.show(state, target="terraform")


class Process(unittest.TestCase):
    def test_it_is_started_again(self):
        with hcljson.Converter() as converter:
            for _ in range(3):
                self.assertEqual(converter.loads("a = 1"), {"a": 1})
                converter._server._process.kill()
            self.assertEqual(converter.loads("a = 2"), {"a": 2})
            process = converter._server._process
        self.assertEqual(process.returncode, 0)
        with self.assertRaisesRegex(ValueError, "the Converter is closed"):
            converter.loads("a = 3")

    def test_it_ends_with_its_converter(self):
        converter = hcljson.Converter()
        converter.loads("a = 1")
        process = converter._server._process
        del converter
        gc.collect()
        self.assertEqual(process.returncode, 0)

    def test_close_while_others_ask(self):
        results = []

        def work():
            try:
                for _ in range(50):
                    if converter.loads("a = 1") != {"a": 1}:
                        return
            except (ValueError, hcljson.ProgramError) as error:
                results.append("closed" in str(error))
            else:
                results.append(True)

        with hcljson.Converter() as converter:
            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            converter.close()
            for thread in threads:
                thread.join()
        self.assertEqual(results, [True] * 4)

    def test_threads(self):
        results = {}

        def work(converter, n):
            text = "a = [" + f"{n}, " * 1000 + "]\n"
            results[n] = all(converter.loads(text) == {"a": [n] * 1000} for _ in range(10))

        with hcljson.Converter(jobs=2) as converter:
            threads = [threading.Thread(target=work, args=(converter, n)) for n in range(20)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(results, {n: True for n in range(20)})

    @unittest.skipUnless(hasattr(os, "fork"), "this system does not fork")
    def test_fork(self):
        self.assertEqual(hcljson.loads("a = 1"), {"a": 1})
        process = shared._server._process
        child = os.fork()
        if child == 0:
            try:
                fine = hcljson.loads("a = 2") == {"a": 2} and shared._server._process.pid != process.pid
                shared._server.close()
            except BaseException:
                fine = False
            os._exit(0 if fine else 1)
        self.assertEqual(os.waitpid(child, 0)[1], 0)
        self.assertEqual(hcljson.loads("a = 3"), {"a": 3})
        self.assertIs(shared._server._process, process)

    @unittest.skipUnless(hasattr(signal, "setitimer"), "this system has no timers")
    def test_interrupt(self):
        def interrupt(*_):
            raise KeyboardInterrupt

        with hcljson.Converter() as converter:
            converter.loads("a = 1")
            old = signal.signal(signal.SIGALRM, interrupt)
            os.kill(converter._server._process.pid, signal.SIGSTOP)
            try:
                signal.setitimer(signal.ITIMER_REAL, 0.2)
                with self.assertRaises(KeyboardInterrupt):
                    converter.loads("a = 2")
            finally:
                signal.signal(signal.SIGALRM, old)
                os.kill(converter._server._process.pid, signal.SIGCONT)
            self.assertEqual(converter.loads("a = 3"), {"a": 3})

    def test_too_long(self):
        with hcljson.Converter() as converter:
            with self.assertRaises(ValueError):
                converter.loads("a" * (33 << 20))
            self.assertEqual(converter.loads("a = 1"), {"a": 1})

    def test_options_are_named_as_parameters(self) -> None:
        with self.assertRaisesRegex(hcljson.HCLError, "set the language with the parameter dialect"):
            hcljson.loads("a = 1", name="notes.md")

    def test_what_the_command_line_says(self):
        with self.assertRaisesRegex(hcljson.ProgramError, "there is none does not exist"):
            hcljson.Converter(schemas=["there is none"]).loads("a = 1")

    def test_pickle(self):
        self.assertEqual(pickle.loads(pickle.dumps(hcljson.loads))("a = 1"), {"a": 1})
        with self.assertRaises(TypeError):
            pickle.dumps(hcljson.Converter())

    def test_nothing_is_imported_or_started_early(self):
        code = (
            "import sys; import hcljson; from hcljson._converter import shared; "
            "outside = {m.split('.')[0] for m in sys.modules} - set(sys.stdlib_module_names) - {'hcljson', '__main__'}; "
            "print(shared._server, sorted(m for m in outside if 'site' not in m and not m.startswith('_')))"
        )
        if sys.version_info < (3, 10):
            self.skipTest("needs sys.stdlib_module_names")
        done = subprocess.run([sys.executable, "-S", "-c", code], stdout=subprocess.PIPE, check=True, encoding="utf-8")
        self.assertEqual(done.stdout.strip(), "None []")

    def test_exit(self):
        code = "import hcljson; hcljson.loads('a = 1'); print(hcljson._converter.shared._server._process.pid)"
        done = subprocess.run(
            [sys.executable, "-W", "error", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True
        )
        self.assertEqual(done.stderr, b"")
        if os.name == "posix":
            with self.assertRaises(ProcessLookupError):
                os.kill(int(done.stdout), 0)


@unittest.skipUnless(os.name == "posix", "the programs are scripts of a shell")
class Program(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = os.path.realpath(directory.name)
        for name in ("PATH", _program.VARIABLE):
            self.addCleanup(os.environ.__setitem__, name, os.environ.get(name, ""))
        os.environ[_program.VARIABLE] = ""
        self.addCleanup(os.chdir, os.getcwd())

    def script(self, text="exit 3"):
        path = os.path.join(self.directory, "hcljson")
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/sh\n" + text + "\n")
        os.chmod(path, stat.S_IRWXU)
        return path

    def test_the_path_but_not_the_current_directory(self):
        path = self.script()
        os.chdir(self.directory)
        for value in ["", ".", os.pathsep, "./"]:
            os.environ["PATH"] = value
            if not os.path.exists(os.path.join(os.path.dirname(_program.__file__), "bin")):
                with self.assertRaises(hcljson.ProgramError):
                    _program.find()
        os.environ["PATH"] = self.directory
        self.assertTrue(os.path.isabs(_program.find()))
        self.assertEqual(_program.find(path), path)
        with self.assertRaises(hcljson.ProgramError):
            _program.find("hcljson")

    def test_another_program(self):
        for text, message in [
            ("echo no >&2; exit 3", "status 3: no"),
            ("read line; echo '{\"id\": 0, \"hello\": {\"protocol\": 2}}'", "uses protocol version 2"),
            ("read line; echo nonsense", "ended"),
            ("read line; echo '{\"id\": null}'", "ended"),
        ]:
            with self.assertRaisesRegex(hcljson.ProgramError, message):
                hcljson.Converter(self.script(text)).loads("a = 1")


if __name__ == "__main__":
    unittest.main()
