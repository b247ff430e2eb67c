"""Tests of the module. Those of ProgramTest start the program that the variable SYNCOPATE names.

    SYNCOPATE=./syncopate PYTHONPATH=python python3 -m unittest discover -s python/tests
"""

import contextlib
import importlib.util
import io
import json
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import numpy
import pandas

import syncopate

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"


class TemporaryTest(unittest.TestCase):
    """A test with a folder."""

    def setUp(self):
        self.folder = Path(self.enterContextOf(tempfile.TemporaryDirectory()))

    def enterContextOf(self, context):
        value = context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        return value

    def executable(self, path, script="exit 0"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("#!/bin/sh\n" + script + "\n", encoding="utf-8")
        path.chmod(0o755)
        return path

    def results(self, name, *rows):
        lines = [json.dumps({"schema": 1, "subject": "vecadd", "scenario": "", **row}) + "\n" for row in rows]
        (self.folder / f"{name}-results.ndjson").write_text("".join(lines), encoding="utf-8")


class LocationTest(TemporaryTest):
    """Where the launcher is looked for."""

    def setUp(self):
        super().setUp()
        self.tree = self.executable(self.folder / "tree" / "syncopate")
        self.on_path = self.executable(self.folder / "bin" / "syncopate")
        self.variable = self.executable(self.folder / "other" / "syncopate")
        self.argument = self.executable(self.folder / "own launcher")
        module = self.folder / "tree" / "python" / "syncopate.py"
        module.parent.mkdir()
        shutil.copy(syncopate.__file__, module)
        spec = importlib.util.spec_from_file_location("copied", module)
        self.copied = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(self.copied)

    def find(self, argument=None, variable=None):
        environment = {"PATH": str(self.folder / "bin")}
        if variable:
            environment["SYNCOPATE"] = str(variable)
        with mock.patch.dict(os.environ, environment, clear=True):
            return self.copied.program(argument)

    def test_argument_precedes_variable_tree_and_path(self):
        self.assertEqual(self.find(self.argument, self.variable), self.argument)
        self.assertEqual(self.find(None, self.variable), self.variable)
        self.assertEqual(self.find(), self.tree.resolve())
        self.tree.unlink()
        self.assertEqual(self.find(), self.on_path)

    def test_folder_stands_for_its_launcher(self):
        self.assertEqual(self.find(self.folder / "other"), self.variable)

    def test_what_is_named_must_be_a_program(self):
        with self.assertRaises(self.copied.SyncopateError) as raised:
            self.find(None, self.folder / "nowhere")
        self.assertEqual(
            str(raised.exception),
            f"the variable SYNCOPATE names {self.folder}/nowhere: expected Syncopate's launcher or its folder",
        )

    def test_without_a_program_the_message_says_how_to_name_it(self):
        self.tree.unlink()
        self.on_path.unlink()
        with self.assertRaisesRegex(self.copied.SyncopateError, "^Syncopate was not found: set the variable SYNCOPATE"):
            self.find()


class CommandTest(TemporaryTest):
    """What the program is asked for: a launcher keeps its arguments and the design."""

    def setUp(self):
        super().setUp()
        self.results("kept", {"ending": "right", "message": "", "cycles": 1})
        self.launcher = self.executable(
            self.folder / "launcher",
            f"""cd '{self.folder}'
            printf '%s\\n' "$@" >words
            for file; do :; done
            [ ! -f "$file" ] || cp "$file" design
            while [ "$1" != --out ]; do shift; done
            cp kept-results.ndjson kept-figures.csv "$2" 2>/dev/null || :""",
        )

    def words(self):
        return (self.folder / "words").read_text(encoding="utf-8").splitlines()

    def design(self):
        return json.loads((self.folder / "design").read_text(encoding="utf-8"))

    def test_lists_are_the_grid_and_values_the_base(self):
        syncopate.run(
            "sssp",
            size="20K",
            options={"scenario": ("baseline", "steal-only")},
            machine="srsp-64cu",
            protocol=["gpu", "denovo"],
            seed=range(2),
            set={"l1.size": ["8KiB", "16KiB"], "l1.relaxed": True, "l2.banks": numpy.int64(4)},
            where="protocol == gpu or seed == 0",
            program=self.launcher,
        )
        self.assertEqual(
            self.design(),
            {
                "name": "sssp",
                "base": {
                    "workload": "sssp",
                    "size": "20K",
                    "machine": "srsp-64cu",
                    "l1.relaxed": "true",
                    "l2.banks": "4",
                },
                "grid": {
                    "option.scenario": ["baseline", "steal-only"],
                    "seed": ["0", "1"],
                    "l1.size": ["8KiB", "16KiB"],
                    "protocol": ["gpu", "denovo"],
                },
                "where": "protocol == gpu or seed == 0",
            },
        )
        self.assertEqual(self.words()[-1][-11:], "design.yaml")

    def test_parameters_are_words_of_a_launch(self):
        syncopate.launch(
            "vec add.ptx",
            grid=(4, 2),
            block=64,
            kernel="vecadd",
            shared=1024,
            args=[
                numpy.arange(6, dtype=">f4").reshape(2, 3),
                numpy.array([1, 2], dtype="u8"),
                numpy.uint8(7),
                5,
                1.5,
                "f32[4]=fill('x y')",
            ],
            expect=["sorted(1)"],
            flags=["--cooperative"],
            folder=self.folder / "kept",
            program=self.launcher,
        )
        kept = self.folder / "kept" / "arrays"
        command = self.design()["base"]["command"]
        files = {file.stat().st_size: file for file in kept.iterdir()}
        self.assertEqual(
            command,
            f"launch '{Path.cwd()}/vec add.ptx' --grid 4,2 --block 64 --kernel vecadd --shared 1024"
            f" --arg 'f32[6]=@{files[24]}' --arg 'u64[2]=@{files[16]}' --arg u8=7 --arg s32=5 --arg f32=1.5"
            """ --arg 'f32[4]=fill('"'"'x y'"'"')' --expect 'sorted(1)' --cooperative""",
        )
        self.assertEqual(numpy.fromfile(files[24], "<f4").tolist(), [0, 1, 2, 3, 4, 5])
        self.assertEqual(self.words()[:-1], ["sweep", "--quiet", "--out", str(self.folder / "kept")])

    def test_expected_arrays_are_files(self):
        syncopate.launch(
            "a.ptx",
            grid=1,
            block=1,
            expect={2: numpy.zeros(3, "i4"), "calls": "fill(1)"},
            folder=self.folder / "kept",
            program=self.launcher,
        )
        (file,) = (self.folder / "kept" / "arrays").iterdir()
        self.assertTrue(self.design()["base"]["command"].endswith(f"--expect 2=@{file} --expect 'calls=fill(1)'"))

    def test_types_without_a_ptx_type_are_refused(self):
        for value, expected in (
            (True, "found a truth value, expected a number, an array or a text such as 'u32=1'"),
            (numpy.zeros(2, complex), "found elements of type complex128, expected one of float32, float64, int8"),
        ):
            with self.assertRaises(TypeError) as raised:
                syncopate.launch("a.ptx", grid=1, block=1, args=[value], program=self.launcher)
            self.assertIn(expected, str(raised.exception))

    def test_a_papers_evaluation_returns_its_figures(self):
        (self.folder / "kept-figures.csv").write_text(
            "figure,group,series,statistic,value,published\nfig1,H,time,value,1.5,5%\nfig1,HS,time,value,,\n"
        )
        figures = syncopate.reproduce("lab", only=["H", "HS"], jobs=3, datasets="graphs", program=self.launcher)
        self.assertEqual(
            [word for word in self.words() if not word.startswith(tempfile.gettempdir())],
            ["reproduce", "--quiet", "lab", "--scale", "quick", "--out", "--jobs", "3", "--datasets", "graphs"]
            + ["--only", "H", "--only", "HS"],
        )
        self.assertEqual(figures["published"].tolist(), ["5%", ""])
        self.assertEqual(figures["value"][0], 1.5)
        self.assertTrue(numpy.isnan(figures["value"][1]))

    def test_progress_is_shown_where_asked_for(self):
        self.executable(self.launcher, "echo '[1/1] gpu: 5 cycles' >&2; exit 2")
        error = io.StringIO()
        with contextlib.redirect_stderr(error), self.assertRaises(syncopate.SyncopateError) as raised:
            syncopate.run("vecadd", quiet=False, program=self.launcher)
        self.assertEqual(error.getvalue(), "[1/1] gpu: 5 cycles\n")
        self.assertEqual(raised.exception.code, 2)
        self.assertEqual(str(raised.exception), "[1/1] gpu: 5 cycles")

    def test_an_ending_without_a_message_is_told_by_its_code(self):
        self.executable(self.launcher, "exit 137")
        with self.assertRaisesRegex(syncopate.SyncopateError, "^the program ended with code 137 and no message$"):
            syncopate.run("vecadd", program=self.launcher)


class TableTest(TemporaryTest):
    """Tables of a study's folder."""

    def test_counters_are_whole_numbers_and_missing_values_are_none(self):
        self.results(
            "sizes",
            {"l1.size": "8KiB", "option.a": None, "ending": "right", "cycles": 2**60 + 1, "l1.misses": 7},
            {"l1.size": None, "option.a": None, "ending": "failed", "cycles": 0, "l1.misses": None},
        )
        table = syncopate.load(self.folder)
        self.assertEqual(
            {column: str(table[column].dtype) for column in ("l1.size", "option.a", "cycles", "l1.misses")},
            {"l1.size": "object", "option.a": "object", "cycles": "int64", "l1.misses": "Int64"},
        )
        self.assertEqual(table["cycles"][0], 2**60 + 1)
        self.assertEqual(table["l1.size"].tolist(), ["8KiB", None])
        self.assertIs(table["l1.misses"][1], pandas.NA)

    def test_one_of_several_tables_is_named(self):
        self.results("a", {"ending": "right", "cycles": 1})
        self.results("b", {"ending": "right", "cycles": 2})
        with self.assertRaises(syncopate.SyncopateError) as raised:
            syncopate.load(self.folder)
        self.assertEqual(str(raised.exception), f"{self.folder} has tables of a, b: say which by name")
        self.assertEqual(syncopate.load(self.folder, name="b")["cycles"].tolist(), [2])

    def test_a_folder_without_a_table_is_refused(self):
        with self.assertRaises(syncopate.SyncopateError) as raised:
            syncopate.load(self.folder, "claims")
        self.assertEqual(
            str(raised.exception), f"{self.folder} has no file *-claims.csv: expected the folder of a study that has ended"
        )
        with self.assertRaisesRegex(ValueError, "^found table 'rows', expected one of results, figures, claims$"):
            syncopate.load(self.folder, "rows")

    def test_another_version_of_the_columns_is_refused(self):
        self.results("a", {"ending": "right", "schema": 2})
        with self.assertRaisesRegex(syncopate.SyncopateError, "has tables of version 2, expected 1: update this module"):
            syncopate.load(self.folder)

    def test_numbers_of_factors_have_units(self):
        for text, value in (("8KiB", 8192), ("1.5GHz", 1500), ("20K", 20000), ("-3", -3), ("0.5", 0.5), (7, 7)):
            self.assertEqual(syncopate.number(text), value)
        for text in ("gpu", "8KB", ""):
            with self.assertRaisesRegex(ValueError, f"^found '{text}', expected a number, with a unit or without$"):
                syncopate.number(text)


@unittest.skipUnless(os.environ.get("SYNCOPATE"), "the variable SYNCOPATE names no program")
class ProgramTest(TemporaryTest):
    """The program itself."""

    def test_every_combination_is_a_row(self):
        table = syncopate.run(
            "histogram", size=4096, machine="rsp-8cu", protocol=["gpu", "denovo"], set={"l1.size": ["8KiB", "16KiB"]}
        )
        self.assertEqual(
            list(zip(table["l1.size"], table["protocol"])),
            [("8KiB", "gpu"), ("8KiB", "denovo"), ("16KiB", "gpu"), ("16KiB", "denovo")],
        )
        self.assertEqual(set(table["ending"]), {"right"})
        self.assertEqual(set(table["machine"]), {"rsp-8cu"})
        self.assertGreater(table["cycles"].min(), 0)
        self.assertEqual(table["figure.values"].tolist(), [4096] * 4)
        self.assertGreater(table.pivot(index="l1.size", columns="protocol", values="l2.atomics").loc["8KiB", "gpu"], 0)

    def test_what_the_program_refuses_is_the_errors_message(self):
        with self.assertRaises(syncopate.SyncopateError) as raised:
            syncopate.run("histogramm")
        self.assertEqual(raised.exception.code, 2)
        self.assertEqual(str(raised.exception), "found workload 'histogramm'; did you mean histogram?")
        design = self.folder / "own.yaml"
        design.write_text("base: {workload: histogram, size: 1K}\ngrid: {protocol: [gpu, gnu]}\n")
        with self.assertRaisesRegex(syncopate.SyncopateError, r"own\.yaml:2:24: .*gnu"):
            syncopate.sweep(design)

    def test_a_kernel_runs_on_arrays(self):
        left = numpy.arange(300, dtype="float32")
        right = numpy.linspace(0, 1, 300, dtype="float32")
        launched = dict(grid=2, block=256, args=[left, right, numpy.zeros(300, "float32"), 300])
        vecadd = EXAMPLES / "basic" / "vecadd.ptx"
        table = syncopate.launch(vecadd, expect={2: left + right}, protocol=["gpu", "denovo"], **launched)
        self.assertEqual(table[["protocol", "ending"]].values.tolist(), [["gpu", "right"], ["denovo", "right"]])

        with self.assertRaises(syncopate.SimulationError) as raised:
            syncopate.launch(vecadd, expect={2: left}, **launched)
        self.assertEqual(
            str(raised.exception),
            "1 of 1 simulations are not right:\nvecadd.ptx: wrong: 1 of 1 buffer not as expected",
        )
        self.assertEqual(raised.exception.results["ending"].tolist(), ["wrong"])
        self.assertEqual(
            syncopate.launch(vecadd, expect={2: left}, check=False, **launched)["ending"].tolist(), ["wrong"]
        )

    def test_a_file_that_is_missing_is_named(self):
        with self.assertRaises(syncopate.SimulationError) as raised:
            syncopate.launch(self.folder / "nowhere.ptx", grid=1, block=1)
        self.assertEqual(
            str(raised.exception),
            f"1 of 1 simulations are not right:\nnowhere.ptx: failed: there is no file {self.folder}/nowhere.ptx",
        )

    def test_the_page_runs(self):
        page = (ROOT / "docs" / "use" / "python.md").read_text(encoding="utf-8")
        blocks = re.findall("(?s)```python\n(.*?)```", page)
        self.assertEqual(len(blocks), 4)
        names, printed = {}, io.StringIO()
        before = os.getcwd()
        os.chdir(ROOT)
        self.addCleanup(os.chdir, before)
        with contextlib.redirect_stdout(printed):
            for block in blocks:
                exec(compile(block, "python.md", "exec"), names)
        self.addCleanup(shutil.rmtree, names["folder"])
        self.assertEqual(sorted(names["table"]["bytes"].unique()), [16384, 32768])
        self.assertIn("gnu", printed.getvalue())

    def test_a_kept_folder_goes_on_and_is_loaded(self):
        design = {"name": "kept", "base": {"workload": "vecadd", "size": "1K"}, "grid": {"protocol": ["gpu"]}}
        first = syncopate.sweep(design, folder=self.folder)
        (kept,) = (self.folder / "results").iterdir()
        time = kept.stat().st_mtime_ns
        design["grid"]["protocol"].append("denovo")
        second = syncopate.sweep(design, folder=self.folder)
        self.assertEqual(second["protocol"].tolist(), ["gpu", "denovo"])
        self.assertEqual(second["cycles"][0], first["cycles"][0])
        self.assertEqual(kept.stat().st_mtime_ns, time)
        pandas.testing.assert_frame_equal(syncopate.load(self.folder), second)
        self.assertTrue((self.folder / "kept.html").is_file())


if __name__ == "__main__":
    unittest.main()
