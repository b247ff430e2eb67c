"""Runs Syncopate and returns its results as pandas tables.

The module starts the program as a process and reads the tables that the program writes: no Java class is loaded. It
works with an unpacked archive and with a source tree.

    import syncopate
    table = syncopate.run("sssp", size="20K", protocol=["gpu", "denovo"], set={"l1.size": ["8KiB", "16KiB"]})
    table.pivot(index="l1.size", columns="protocol", values="cycles")

A table has one row for each simulation and the columns of docs/study/sweeps.md: factors (``protocol``, ``l1.size``),
``ending``, ``message``, ``cycles`` and counters. Cycles are those of the compute units' clock; each counter's unit is in
docs/use/statistics.md.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Iterable, Mapping

import numpy
import pandas

__version__ = "1.0.0"

__all__ = ["SimulationError", "SyncopateError", "launch", "load", "number", "program", "reproduce", "run", "sweep"]

#: Version of the tables' columns that this module reads.
SCHEMA = 1

_VARIABLE = "SYNCOPATE"
_TABLES = ("results", "figures", "claims")
_RIGHT = ("right", "unchecked")
_NAMED = 3

_PTX_TYPES = {
    "float32": "f32",
    "float64": "f64",
    "int8": "s8",
    "int16": "s16",
    "int32": "s32",
    "int64": "s64",
    "uint8": "u8",
    "uint16": "u16",
    "uint32": "u32",
    "uint64": "u64",
}

# The units of docs/study/sweeps.md: bytes, picoseconds, megahertz, attojoules.
_NUMBER = re.compile(r"([-+]?\d+(?:\.\d+)?) ?([A-Za-z]*)")
_UNITS = {
    "": 1,
    "b": 1,
    "ps": 1,
    "mhz": 1,
    "aj": 1,
    "k": 10**3,
    "ns": 10**3,
    "ghz": 10**3,
    "fj": 10**3,
    "m": 10**6,
    "us": 10**6,
    "pj": 10**6,
    "g": 10**9,
    "nj": 10**9,
    "kib": 2**10,
    "mib": 2**20,
    "gib": 2**30,
}


class SyncopateError(Exception):
    """The program refused a request or was not found.

    :ivar code: exit code of the program (docs/use/command-line.md); None where it was not started
    """

    def __init__(self, message: str, code: int | None = None):
        super().__init__(message)
        self.code = code


class SimulationError(SyncopateError):
    """A simulation had a wrong answer, a hang or a failure.

    :ivar results: the table of all simulations, those that are right included
    """

    def __init__(self, message: str, results: pandas.DataFrame):
        super().__init__(message, 1)
        self.results = results


def program(path: str | os.PathLike | None = None) -> Path:
    """The launcher that is used: the argument, or else the environment variable SYNCOPATE, or else the launcher of the
    tree or archive in which this module lies, or else ``syncopate`` on the PATH.

    :raises SyncopateError: if there is none, or the one that is named is no program
    """
    for origin, named in (("program", path), (f"the variable {_VARIABLE}", os.environ.get(_VARIABLE))):
        if named:
            launcher = Path(named).expanduser()
            if launcher.is_dir():
                launcher = launcher / "syncopate"
            if not (launcher.is_file() and os.access(launcher, os.X_OK)):
                raise SyncopateError(f"{origin} names {named}: expected Syncopate's launcher or its folder")
            return launcher.absolute()
    own = Path(__file__).resolve().parent.parent / "syncopate"
    if own.is_file() and os.access(own, os.X_OK):
        return own
    found = shutil.which("syncopate")
    if found:
        return Path(found)
    raise SyncopateError(
        f"Syncopate was not found: set the variable {_VARIABLE} to its launcher, or put its bin folder on the PATH"
    )


def run(
    workload: str | Iterable[str],
    *,
    size: Any = None,
    input: Any = None,
    graph: Any = None,
    options: Mapping[str, Any] | None = None,
    machine: Any = None,
    protocol: Any = None,
    model: Any = None,
    seed: Any = None,
    set: Mapping[str, Any] | None = None,
    where: str | Iterable[str] | None = None,
    **keywords: Any,
) -> pandas.DataFrame:
    """Runs a workload and checks its answer. Each argument takes one value or a list; every combination is one
    simulation.

    :param workload: a name that ``syncopate workloads`` lists
    :param size: a number, text such as "20K", or a name that the workload has
    :param input: a graph of the papers, by its name
    :param graph: a graph's file
    :param options: options of the workload, by name
    :param machine: a name that ``syncopate gpus`` lists, or a file; "titanv-80sm" unless given
    :param protocol: for example "gpu" or "denovo+lab64"; "gpu" unless given
    :param model: "drf0", "hrf" (unless given) or "drfrlx"
    :param seed: whole number, seed of generated inputs
    :param set: fields of the machine, by path: {"l1.size": ["8KiB", "16KiB"]}. A clock, time or energy is a text with a
        unit; a size without one counts bytes
    :param where: conditions that a combination must fulfil, such as "protocol == gpu or l1.size >= 16KiB"
    :param keywords: folder, jobs, datasets, check, quiet and program, as in :func:`sweep`
    :return: one row for each simulation; the last argument that has a list changes first
    :raises SyncopateError: if the program refuses an argument
    :raises SimulationError: if a simulation is wrong, hangs or fails
    """
    factors = {"workload": workload, "size": size, "input": input, "graph": graph}
    for name, value in (options or {}).items():
        factors["option." + name] = value
    factors.update({"machine": machine, "model": model, "seed": seed, **(set or {}), "protocol": protocol})
    return sweep(_design(str(workload) if isinstance(workload, str) else "run", factors, where), **keywords)


def launch(
    file: str | os.PathLike,
    *,
    grid: Any,
    block: Any,
    args: Iterable[Any] = (),
    kernel: str | None = None,
    shared: int | None = None,
    expect: Mapping[Any, Any] | Iterable[str] = (),
    flags: Iterable[str] = (),
    machine: Any = None,
    protocol: Any = None,
    model: Any = None,
    seed: Any = None,
    set: Mapping[str, Any] | None = None,
    where: str | Iterable[str] | None = None,
    folder: str | os.PathLike | None = None,
    **keywords: Any,
) -> pandas.DataFrame:
    """Launches one kernel of a PTX file or CUDA source. machine, protocol, model, seed and each value of ``set`` take one
    value or a list; every combination is one simulation.

    :param grid: number of CTAs: a number, or up to three
    :param block: number of threads of a CTA: a number, or up to three
    :param args: the kernel's parameters in order. An array becomes a buffer that has its elements (C order); a NumPy
        scalar has its own type, a whole number is an s32, another number an f32; a text is one of
        docs/use/command-line.md, such as "f32[4096]=iota"
    :param kernel: part of the kernel's name; not needed in a file that has one kernel
    :param shared: bytes of dynamic shared memory of a CTA
    :param expect: what buffers contain in the end: an array or a text such as "fill(1)", by the parameter's number or the
        variable's name; or texts of docs/use/command-line.md, such as "sorted(2)"
    :param flags: further words of ``syncopate launch``, such as "--cooperative"
    :param folder: as in :func:`sweep`
    :param keywords: jobs, check, quiet and program, as in :func:`sweep`
    :return: one row for each simulation; ``ending`` is "right" where all that is expected holds, "unchecked" where
        nothing is expected
    :raises SyncopateError: if the program refuses an argument
    :raises SimulationError: if a result is not as expected, or a simulation hangs or fails
    """
    with _Folder(folder) as kept:
        arrays = kept / "arrays"
        words = ["launch", str(Path(file).expanduser().absolute())]
        words += ["--grid", _dimensions(grid), "--block", _dimensions(block)]
        if kernel is not None:
            words += ["--kernel", kernel]
        if shared is not None:
            words += ["--shared", str(int(shared))]
        for value in args:
            words += ["--arg", _argument(value, arrays)]
        for expectation in _expectations(expect, arrays):
            words += ["--expect", expectation]
        words += map(str, flags)
        factors = {"command": shlex.join(words), "machine": machine, "model": model, "seed": seed}
        factors.update({**(set or {}), "protocol": protocol})
        return sweep(_design(Path(file).stem, factors, where), folder=kept, **keywords)


def sweep(
    design: str | os.PathLike | Mapping[str, Any],
    *,
    folder: str | os.PathLike | None = None,
    jobs: int | None = None,
    datasets: str | os.PathLike | None = None,
    check: bool = True,
    quiet: bool = True,
    program: str | os.PathLike | None = None,
) -> pandas.DataFrame:
    """Runs every combination of what a design varies.

    :param design: a sweep's file (docs/study/sweeps.md), or a mapping with the keys of one: base, grid, zip, points,
        where, baseline, show
    :param folder: where results, charts and page are kept: the same call goes on from there. Nothing is kept without
    :param jobs: simulations at once, the number of cores unless given; results do not depend on it
    :param datasets: folder of the papers' graphs
    :param check: whether a simulation that is not right raises an error; else its row's ``ending`` says so
    :param quiet: whether progress is not shown on standard error
    :param program: launcher, as in :func:`program`
    :return: one row for each simulation, as :func:`load` returns it
    :raises SyncopateError: if the program refuses the design, or was interrupted
    :raises SimulationError: if a simulation is wrong, hangs or fails, and ``check`` is true
    """
    with _Folder(folder) as kept:
        words = ["sweep", "--out", str(kept), *_runner(jobs, datasets)]
        if isinstance(design, Mapping):
            with tempfile.TemporaryDirectory(prefix="syncopate-design-") as place:
                file = Path(place) / "design.yaml"
                file.write_text(json.dumps(_texts(design), ensure_ascii=False), encoding="utf-8")
                _execute([*words, str(file)], kept, quiet, program, str(file))
            name = str(design.get("name", "design"))
        else:
            _execute([*words, str(design)], kept, quiet, program)
            name = None
        return _checked(_load(kept, "results", name), check)


def reproduce(
    paper: str,
    *,
    scale: str = "quick",
    only: str | Iterable[str] = (),
    table: str = "figures",
    folder: str | os.PathLike | None = None,
    jobs: int | None = None,
    datasets: str | os.PathLike | None = None,
    quiet: bool = True,
    program: str | os.PathLike | None = None,
) -> pandas.DataFrame:
    """Runs a paper's evaluation (docs/study/studies.md).

    :param paper: "rsp", "srsp", "heterosync", "localtm" or "lab"
    :param scale: "quick" or "full"
    :param only: names of what the figures show, where not all is wanted
    :param table: what is returned: "figures", "claims" or "results", as in :func:`load`
    :param folder: where results and page are kept; nothing is kept without
    :raises SyncopateError: if the program refuses an argument
    """
    names = [only] if isinstance(only, str) else list(only)
    with _Folder(folder) as kept:
        words = ["reproduce", paper, "--scale", scale, "--out", str(kept), *_runner(jobs, datasets)]
        for name in names:
            words += ["--only", name]
        _execute(words, kept, quiet, program)
        return _load(kept, table, paper)


def load(folder: str | os.PathLike, table: str = "results", name: str | None = None) -> pandas.DataFrame:
    """Reads a table that a sweep, a comparison or a paper's evaluation has written.

    :param folder: of the study
    :param table: "results", a row for each simulation; "figures", a row for each number of each figure, with what the
        paper states in ``published``; "claims", a row for each claim of the paper
    :param name: of the study, where the folder has tables of several
    :return: of results: counters and cycles are whole numbers (Int64 where a simulation has none); what else a
        simulation has no value of is None; values of factors are texts, which :func:`number` turns into numbers
    :raises SyncopateError: if the folder has no such table, or one of another version
    """
    return _load(Path(folder).expanduser(), table, name)


def number(text: Any) -> float:
    """The number that a factor's value stands for, in bytes, picoseconds, megahertz or attojoules where it has a unit:
    8192 for "8KiB", 1500 for "1.5GHz". K, M and G without a unit are powers of 1000, as in a sweep's conditions.

    :raises ValueError: if the text is no number
    """
    match = _NUMBER.fullmatch(str(text).strip())
    factor = _UNITS.get(match.group(2).lower()) if match else None
    if factor is None:
        raise ValueError(f"found {text!r}, expected a number, with a unit or without")
    value = float(match.group(1)) * factor
    return int(value) if value.is_integer() else value


class _Folder:
    """A folder for results: the one that is given, or a temporary one."""

    def __init__(self, folder: str | os.PathLike | None):
        self._given = None if folder is None else Path(folder).expanduser()
        self._temporary: tempfile.TemporaryDirectory | None = None

    def __enter__(self) -> Path:
        if self._given is not None:
            return self._given
        self._temporary = tempfile.TemporaryDirectory(prefix="syncopate-")
        return Path(self._temporary.name)

    def __exit__(self, *_: Any) -> None:
        if self._temporary is not None:
            self._temporary.cleanup()


def _design(name: str, factors: Mapping[str, Any], where: Any) -> dict[str, Any]:
    """A design whose grid has the factors with several values."""
    base, grid = {}, {}
    for factor, value in factors.items():
        if value is None:
            continue
        if _is_list(value):
            grid[factor] = list(value)
        else:
            base[factor] = value
    design: dict[str, Any] = {"name": name, "base": base}
    if grid:
        design["grid"] = grid
    if where is not None:
        design["where"] = where if isinstance(where, str) else list(where)
    return design


def _is_list(value: Any) -> bool:
    return not isinstance(value, (str, bytes, os.PathLike, Mapping)) and hasattr(value, "__iter__")


def _texts(value: Any) -> Any:
    """A design with texts for values, as a sweep's file has them."""
    if isinstance(value, Mapping):
        return {str(key): _texts(member) for key, member in value.items()}
    if _is_list(value):
        return [_texts(member) for member in value]
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    return str(value)


def _dimensions(value: Any) -> str:
    return ",".join(str(int(part)) for part in value) if _is_list(value) else str(value)


def _argument(value: Any, folder: Path) -> str:
    """A parameter as the command line has it."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, numpy.bool_)):
        raise TypeError("found a truth value, expected a number, an array or a text such as 'u32=1'")
    if isinstance(value, numpy.generic):
        return f"{_ptx_type(value.dtype)}={value}"
    if isinstance(value, int):
        return f"s32={value}"
    if isinstance(value, float):
        return f"f32={value!r}"
    array = numpy.asarray(value)
    return f"{_ptx_type(array.dtype)}[{array.size}]={_file(array, folder)}"


def _expectations(expect: Mapping[Any, Any] | Iterable[str], folder: Path) -> list[str]:
    if not isinstance(expect, Mapping):
        return [expect] if isinstance(expect, str) else [str(text) for text in expect]
    return [
        f"{buffer}={contents if isinstance(contents, str) else _file(numpy.asarray(contents), folder)}"
        for buffer, contents in expect.items()
    ]


def _ptx_type(dtype: numpy.dtype) -> str:
    name = _PTX_TYPES.get(dtype.name)
    if name is None:
        raise TypeError(f"found elements of type {dtype.name}, expected one of {', '.join(_PTX_TYPES)}")
    return name


def _file(array: numpy.ndarray, folder: Path) -> str:
    """A file of an array's bytes. Its name follows from them, so that the same array gives the same command."""
    _ptx_type(array.dtype)
    contents = numpy.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()
    folder.mkdir(parents=True, exist_ok=True)
    file = folder.absolute() / (hashlib.sha256(contents).hexdigest()[:16] + ".bin")
    file.write_bytes(contents)
    return f"@{file}"


def _runner(jobs: int | None, datasets: str | os.PathLike | None) -> list[str]:
    words = []
    if jobs is not None:
        words += ["--jobs", str(jobs)]
    if datasets is not None:
        words += ["--datasets", str(datasets)]
    return words


def _execute(words: list[str], folder: Path, quiet: bool, launcher: Any, design: str | None = None) -> None:
    """Runs the program. A simulation that is not right is no error here: the table has it.

    :param design: file that messages need not name
    """
    command = [str(program(launcher)), words[0], *(["--quiet"] if quiet else []), *words[1:]]
    lines = []
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, encoding="utf-8",
        errors="replace",
    ) as process:
        try:
            for line in process.stderr:
                lines.append(line)
                if not quiet:
                    sys.stderr.write(line)
        except BaseException:
            process.terminate()
            raise
    code = process.returncode
    if code == 0 or (code == 1 and any(folder.glob("*-results.ndjson"))):
        return
    said = "".join(lines)
    message = said[said.index("error: ") + len("error: "):] if "error: " in said else said
    if design is not None:
        message = re.sub(re.escape(design) + r"(:\d+:\d+)?: ", "", message)
    raise SyncopateError(message.strip() or f"the program ended with code {code} and no message", code)


def _checked(results: pandas.DataFrame, check: bool) -> pandas.DataFrame:
    wrong = results[~results["ending"].isin(_RIGHT)]
    if not check or wrong.empty:
        return results
    named = [
        f"{row.subject}{', ' + row.scenario if row.scenario else ''}: {row.ending}: {row.message}"
        for row in wrong.head(_NAMED).itertuples()
    ]
    more = f"\nand {len(wrong) - _NAMED} more" if len(wrong) > _NAMED else ""
    raise SimulationError(
        f"{len(wrong)} of {len(results)} simulations are not right:\n" + "\n".join(named) + more, results
    )


def _load(folder: Path, table: str, name: str | None) -> pandas.DataFrame:
    if table not in _TABLES:
        raise ValueError(f"found table {table!r}, expected one of {', '.join(_TABLES)}")
    ending = f"-{table}.ndjson" if table == "results" else f"-{table}.csv"
    files = sorted(folder.glob("*" + ending))
    if not files:
        raise SyncopateError(f"{folder} has no file *{ending}: expected the folder of a study that has ended")
    if len(files) > 1:
        names = [file.name[: -len(ending)] for file in files]
        if name not in names:
            raise SyncopateError(f"{folder} has tables of {', '.join(names)}: say which by name")
        files = [files[names.index(name)]]
    if table == "results":
        return _results(files[0])
    return pandas.read_csv(files[0], keep_default_na=False, na_values={"value": [""]})


def _results(file: Path) -> pandas.DataFrame:
    with open(file, encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    columns = list(rows[0]) if rows else ["schema", "ending"]
    frame = pandas.DataFrame(rows, columns=columns)
    unknown = sorted({row["schema"] for row in rows} - {SCHEMA})
    if unknown:
        raise SyncopateError(f"{file} has tables of version {unknown[0]}, expected {SCHEMA}: update this module")
    for column in columns:
        values = [row[column] for row in rows]
        if any(value is None for value in values):
            present = [value for value in values if value is not None]
            if present and all(isinstance(value, int) for value in present):
                frame[column] = pandas.array(values, dtype="Int64")
            else:
                frame[column] = pandas.Series(values, dtype=object)
    return frame
