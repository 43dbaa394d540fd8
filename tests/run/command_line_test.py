#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The command line: exit status, outputs, files, determinism.  command_line_test.py SINEW.  TAP."""
import csv
import json
import os
import re
import shlex
import struct
import sys
import tempfile
import zlib

from tap import done, sinew, tap

SINEW = sys.argv[1]
ROOT = os.environ["SINEW_SOURCE_ROOT"]
MODEL = os.path.join(ROOT, "tests", "run", "everything.sinew")
CUBE = """v 0 0 0\nv 0.1 0 0\nv 0.1 0.1 0\nv 0 0.1 0\nv 0 0 0.1\nv 0.1 0 0.1\nv 0.1 0.1 0.1\nv 0 0.1 0.1
f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"""


def last_line(*words, env=None):
    done = sinew(*words, env=env)
    if done.returncode != 0:
        print("# " + done.stderr.replace("\n", "\n# "))
    return done.stdout.strip().split("\n")[-1]


def status():
    cases = [
        (0, ["--help"]), (0, ["--version"]), (0, ["run", "--help"]), (0, ["demos"]),
        (0, ["reference"]), (0, ["info", MODEL]), (0, ["modes", "chain", "--count", "2"]), (0, ["modes", "chain", "--json"]), (1, ["modes", MODEL]),
        (2, ["sweep", MODEL]), (2, ["modes", MODEL, "--count", "0"]), (2, ["modes", MODEL, "--mode", "11"]), (2, ["modes"]),
        (0, ["run", MODEL, "--time", "0", "--quiet"]), (0, ["run", MODEL, "--time=0.01", "--quiet"]),
        (2, ["--no-such"]), (2, ["no-such", "words"]), (2, ["run"]), (2, ["help", "no-such"]),
        (2, ["run", MODEL, "--time"]), (2, ["run", MODEL, "--time", "soon"]),
        (2, ["run", MODEL, "--time", "-1"]), (2, ["run", MODEL, "--time", "nan"]),
        (2, ["run", MODEL, "--time", "1", "--step", "0"]), (2, ["run", MODEL, MODEL, "--time", "1"]),
        (2, ["run", MODEL, "--time", "1", "--fast"]), (2, ["run", MODEL, "--time", "1", "--quiet=1"]),
        (2, ["run", MODEL, "--commands", "x", "--step", "0.1"]),
        (2, ["run", MODEL, "--commands", "x", "--input", "drive=x.csv"]),
        (2, ["run", MODEL, "--time", "0.01", "--probe-format", "trc"]),
        (1, ["run", MODEL, "--time", "1", "--input", "drive"]),
        (1, ["run", MODEL, "--time", "1", "--input", "drive=/no/such.csv"]),
        (2, ["info"]), (2, ["info", MODEL, "--xml"]), (2, ["demos", "all"]), (2, ["reference", "x"]),
        (2, ["import", MODEL]), (2, ["bench", "no-such"]), (2, ["verify", "Z9"]),
        (2, ["render", MODEL]), (2, ["render", MODEL, "--out", "x.png", "--size", "0x1"]),
        (2, ["render", MODEL, "--out", "x.png", "--size", "0x9mm"]), (2, ["render", MODEL, "--out", "x.png", "--size", "8xmm"]),
        (2, ["render", MODEL, "--out", "x.png", "--dpi", "10"]),
        (2, ["render", MODEL, "--out", "x.png", "--dpi", "300", "--scale", "2"]),
        (2, ["render", MODEL, "--out", "x.png", "--view", "inside"]),
        (2, ["render", MODEL, "--out", "x.png", "--clip", "0,0,0,1"]),
        (2, ["render", MODEL, "--out", "x.png", "--clip", "1,0,0"]),
        (2, ["render", MODEL, "--out", "x.gif"]), (2, ["render", MODEL, "--out", "x.sinew"]),
        (2, ["movie", MODEL, "--out", "x.mp4"]),
        (1, ["no-such-model"]), (1, ["run", "no-such-model", "--time", "1"]), (1, ["info", "/"]),
        (1, ["run", MODEL, "--time", "1", "--set", "muscles/no:excitation=1"]),
        (1, ["run", MODEL, "--time", "1", "--set", "muscles/slow:excitation=2"]),
        (1, ["run", MODEL, "--time", "1", "--set", "muscles/slow:excitation"]),
        (1, ["run", MODEL, "--time", "1", "--set", "muscles/slow:force=2"]),
        (1, ["run", MODEL, "--commands", "/no/such/log"]),
        (1, ["run", MODEL, "--time", "0.01", "--probes", "/proc/no"]),
        (1, ["import", "/no/such.obj", "--out", "/tmp/x.sinew"]),
    ]
    for expected, words in cases:
        done = sinew(*words)
        good = done.returncode == expected
        if expected == 0:
            good = good and done.stderr == ""
        else:
            good = good and done.stderr.startswith("sinew") and "CRITICAL" not in done.stderr
            good = good and (expected == 2 or done.stderr.count("\n") == 1)
        tap(good, f"exit {expected}: sinew {' '.join(words).replace(ROOT, '')}")
        if not good:
            print(f"# exit {done.returncode}, stderr: {done.stderr!r}")


def helps():
    """Each command of the overview explains itself with all of its options; its examples are right; a slip is answered with what is near."""
    overview = sinew("help").stdout
    names = re.findall(r"^  (\w+) ", overview, re.M)
    tap(len(names) > 15 and sinew("--help").stdout == overview and max(map(len, overview.split("\n"))) <= 80, "an overview")
    demos_there = {line.split()[0] for line in sinew("demos").stdout.splitlines()}
    slow = {"movie", "bench", "run"}
    for name in names:
        asked = sinew("help", name)
        text = asked.stdout
        before, _, examples = text.partition("\nFor example\n")
        tap(asked.returncode == 0 and asked.stderr == "" and sinew(name, "x", "--help").stdout == text
            and text.startswith(f"usage: sinew {name}") and max(map(len, before.split("\n"))) <= 80, f"help {name}")
        required = re.findall(r"--[a-z-]+", text.split("\n")[0])
        tap(all(re.search(rf"^  {option} ", text, re.M) for option in required), f"help {name}: what it needs is explained {required}")
        with tempfile.TemporaryDirectory() as folder:
            for line in examples.strip().split("\n"):
                words = shlex.split(line)
                if len(words) > 2 and words[2] in demos_there and name not in slow:
                    words = [os.path.join(folder, word) if after == "--out" else word for after, word in zip([""] + words, words)]
                    tap(sinew(*words[1:]).returncode == 0, line.strip())
    for words, near in ((["rum", "x"], "run"), (["help", "verfy"], "verify"), (["run", "chian", "--time", "0"], "chain"),
                        (["run", MODEL, "--tme", "1"], "--time"), (["rendr"], "render")):
        answer = sinew(*words)
        tap(answer.returncode != 0 and f"did you mean {near}" in answer.stderr.replace('"', ""), f"{' '.join(words[:2])}: did you mean {near}?")


def paper():
    """A figure for print has the size that was asked for: PNG by its chunks IHDR and pHYs, whose sums are right; SVG in points."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.png")
        done = sinew("render", MODEL, "--size", "25.4x12.7mm", "--dpi", "300", "--out", path)
        with open(path, "rb") as file:
            data = file.read()
        chunks, at = {}, 8
        while at < len(data):
            length, kind = struct.unpack(">I4s", data[at:at + 8])
            body, sums = data[at + 4:at + 8 + length], struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0]
            chunks.setdefault(kind, body[4:] if zlib.crc32(body) == sums else None)
            at += 12 + length
        tap(done.returncode == 0 and struct.unpack(">II", chunks[b"IHDR"][:8]) == (300, 150)
            and struct.unpack(">IIB", chunks[b"pHYs"]) == (11811, 11811, 1) and b"IEND" in chunks, "a PNG of an inch has 300 pixels and says so")
        path = os.path.join(folder, "a.svg")
        done = sinew("render", MODEL, "--size", "25.4x12.7mm", "--dpi", "300", "--legend", "--out", path)
        with open(path, encoding="utf-8") as file:
            text = file.read(400)
        tap(done.returncode == 0 and re.search(r'width="72(pt)?" height="36(pt)?"', text) is not None, "an SVG of an inch has 72 points")


def faults():
    """A run that fails says when and where, and still writes what it has."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bang.sinew")
        model = {"sinew": 1, "model": {
            "solver": {"integrator": "symplectic_euler", "max_step": 0.01},
            "particles": [{"name": "a", "mass": 1e-6, "position": [0.1, 0, 0]}], "markers": [{"name": "o"}],
            "springs": [{"class": "axial_spring", "points": ["markers/o", "particles/a"],
                         "law": {"stiffness": 1e6, "rest_is_start": False, "rest_length": 0.01}}],
            "probes": [{"class": "output_probe", "name": "a", "targets": ["particles/a:position"], "interval": 0}]}}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(model, file)
        done = sinew("run", path, "--time", "1", "--probes", folder)
        tap(done.returncode == 1 and "/model/particles/a" in done.stderr and "t = " in done.stderr,
            f"a fault: {done.stderr.strip()}")
        tap(done.stdout.startswith("t=") and os.path.exists(os.path.join(folder, "a.csv")),
            "the last good state and the probes are there")


def overlapping():
    """What is in each other where a run ends is said in its last line, and no more once it is apart."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "cut.sinew")
        fems = [{"name": name, "position": [x, 0.01 * x, 0], "density": 1000, "material": {"youngs_modulus": 1e4},
                 "mesh": {"source": "box", "size": [0.1, 0.1, 0.1], "cells_x": 1, "cells_y": 1, "cells_z": 1}}
                for name, x in (("a", 0), ("b", 0.0985), ("c", 0.3))]
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"sinew": 1, "model": {"gravity": [0, 0, 0], "fems": fems, "collisions": [{"name": "all"}],
                                             "solver": {"max_step": 0.01}}}, file)
        for steps, count in ((1, 1), (200, 0)):
            done = sinew("run", path, "--time", str(0.01 * steps))
            said = "/model/fems/b is " in done.stderr and " deep in /model/fems/a (overlapping: 1)" in done.stderr
            tap(done.returncode == 0 and said == (count > 0)
                and re.search(r" overlapping=1 hash=" if count else r" steps=200 hash=", done.stdout) is not None,
                f"overlapping: {done.stdout.strip()} {done.stderr.strip()}")


def info():
    text = json.loads(sinew("info", MODEL, "--json").stdout)
    tap(sorted(text) == ["attached", "checks", "components", "constraints", "dofs", "elements", "fems", "mass", "name",
                         "nodes", "start"], "info: keys")
    tap(text["dofs"] == 30 and text["components"]["rigid_body"] == 5 and text["name"] == "Everything"
        and abs(text["mass"] - 0.6630973355) < 1e-9, "info: numbers")
    soft = json.loads(sinew("info", os.path.join(os.path.dirname(MODEL), "soft.sinew"), "--json").stdout)
    tap(soft["nodes"] == 24 and soft["elements"] == 9 and soft["attached"] == 17, "info: solids")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "bad.sinew")
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"sinew": 1, "model": {"bodies": [{"name": "ghost"}]}}, file)
        done = sinew("info", path, "--json")
        tap(done.returncode == 1 and "/model/bodies/ghost" in done.stderr, f"a body without mass: {done.stderr.strip()}")
        with open(os.path.join(folder, "open.obj"), "w", encoding="utf-8") as file:
            file.write(CUBE.replace("f 4 1 5 8\n", ""))
        with open(path, "w", encoding="utf-8") as file:
            json.dump({"sinew": 1, "model": {"bodies": [
                {"name": "lid", "geometry": {"shape": "mesh", "mesh": "open.obj"}}]}}, file)
        done = sinew("info", path, "--json")
        checks = [check for check in json.loads(done.stdout)["checks"] if "from rest" not in check["message"]]
        tap(done.returncode == 0 and len(checks) == 1 and checks[0]["severity"] == "warning"
            and checks[0]["path"] == "/model/bodies/lid" and "open" in checks[0]["message"], f"checks: {checks}")


def demos():
    lines = sinew("demos").stdout.strip().split("\n")
    names = [line.split()[0] for line in lines]
    tap(names == sorted(names) and {"chain", "jaw", "jaw-open", "arm", "four-bar"} <= set(names),
        f"demos: {' '.join(names)}")
    tap(all(len(line.split(None, 1)) == 2 for line in lines), "demos: each has a title")
    line = last_line("run", "four-bar", "--time", "0.05", "--quiet")  # demos_test runs them all
    tap(re.fullmatch(r"t=0\.0[0-9]* steps=\d+( cut=\d+)? hash=[0-9a-f]{16}", line) is not None, f"four-bar: {line}")
    there = last_line("run", "chain", "--time", "0.01")
    with tempfile.TemporaryDirectory() as folder:
        tap(sinew("demos", env={"SINEW_RESOURCES": os.path.join(folder, "no")}).returncode == 1,
            "demos: a missing folder is said")
        os.mkdir(os.path.join(folder, "demos"))
        tap(sinew("demos", env={"SINEW_RESOURCES": folder}).stdout == "", "demos: SINEW_RESOURCES")
    tap(there.startswith("t=0.01 steps=5 "), f"a demo's own step: {there}")


def probes():
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "deep", "er")
        sinew("run", MODEL, "--time", "0.35", "--probes", out, "--quiet")
        tap(sorted(os.listdir(out)) == ["model.models.inner.probes.wrist.csv", "model.probes.wrist.csv", "pose.csv"],
            f"probe files: {sorted(os.listdir(out))}")
        with open(os.path.join(out, "model.probes.wrist.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        tap(rows[0] == ["time", "/model/markers/wrist:position.x", "/model/markers/wrist:position.y",
                        "/model/markers/wrist:position.z", "/model/muscles/flexor:force"], f"header: {rows[0]}")
        tap(len(rows) == 37 and float(rows[1][0]) == 0 and abs(float(rows[-1][0]) - 0.35) < 1e-9,
            f"{len(rows) - 1} samples from t = 0 to {rows[-1][0]}")
        tap(all("%.17g" % float(text) == text for row in rows[1:] for text in row), "17 digits")
        with open(os.path.join(out, "pose.csv"), newline="", encoding="utf-8") as file:
            rows = list(csv.reader(file))
        tap(rows[0][1:5] == [f"/model/bodies/lower:orientation.{c}" for c in "wxyz"] and len(rows) == 352,
            "a quaternion, every step")


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def inputs():
    """Data files on input probes; the same numbers as the model's own knots give the same bits."""
    def run(*words):
        return last_line("run", MODEL, "--time", "0.35", "--quiet", *words)

    with tempfile.TemporaryDirectory() as folder:
        same = write(folder, "same.csv", "time,anything\n0,0\n0.3,1\n")
        lead = write(folder, "lead.sto", "lead\nversion=3\nDataType=Vec3\nendheader\ntime\tled\n0\t0,0,0\n0.5\t0,0.05,0.02\n")
        half = write(folder, "half.csv", "time;x\n0;0\n0,3;0,5\n")
        own = write(folder, "own.csv", "time,other,/model/muscles/flexor:excitation\n0,7,0\n0.3,8,1\n")
        plain = run()
        tap(plain == run("--input", f"drive={same}"), f"--input: the same bits by name: {plain}")
        tap(plain == run("--input", f"/model/probes/drive={same}", "--input", f"lead={lead}"), "by path, and a vector")
        tap(plain == run("--input", f"drive={own}"), "columns called like the targets")
        tap(plain != run("--input", f"drive={half}"), "other numbers make a difference")
        tap(run("--input", f"drive={half}") == run("--set", "probes/drive:gain=0.5"), "half of them: as with half the gain")
        wide = write(folder, "wide.csv", "time,a,b\n0,0,0\n0.3,1,2\n")
        done = sinew("run", MODEL, "--time", "0.01", "--input", f"drive={wide}")
        tap(done.returncode == 1 and "has 2 columns" in done.stderr and done.stderr.count("\n") == 1,
            f"which column: {done.stderr.strip()}")
        tap(plain == run("--set", "probes/drive:columns=a", "--input", f"drive={wide}"), "as --set says")
        done = sinew("run", MODEL, "--time", "0.01", "--input", f"none={same}")
        tap(done.returncode == 1 and "/model/probes/drive, /model/probes/lead" in done.stderr,
            f"no such probe: {done.stderr.strip()}")
        gaps = write(folder, "gaps.csv", "time,x\n0,0\n0.1,\n0.3,1\n")
        done = sinew("run", MODEL, "--time", "0.01", "--input", f"drive={gaps}")
        tap(done.returncode == 0 and "1 of 3 values is missing" in done.stderr, f"gaps are said: {done.stderr.strip()}")
        empty = write(folder, "empty.csv", "time,x\n0,\n0.1,\n")
        done = sinew("run", MODEL, "--time", "0.01", "--input", f"drive={empty}", "--quiet")
        tap(done.returncode == 1 and "has no values" in done.stderr, f"nothing but gaps: {done.stderr.strip()}")
        recorded = os.path.join(folder, "out")
        sinew("run", MODEL, "--time", "0.3", "--quiet", "--probes", recorded, "--probe-format", "sto")
        with open(os.path.join(recorded, "pose.sto"), encoding="utf-8") as file:
            lines = file.read().split("\n")
        tap(lines[lines.index("endheader") + 1].startswith("time\t/model/bodies/lower:orientation.w\t")
            and "nRows=301" in lines and len(lines) == 310, f"--probe-format sto: {lines[:6]}")


def determinism():
    tap(last_line("run", MODEL, "--set", "/model:duration=0.05", "--quiet").startswith("t=0.05 "), "without --time: the model's duration")
    line = last_line("run", MODEL, "--time", "0.3")
    tap(line == last_line("run", MODEL, "--time", "0.3", "--quiet"), f"quiet: {line}")
    tap(line == last_line("run", MODEL, "--time", "0.3", env={"OPENBLAS_NUM_THREADS": "4"}), "four threads")
    with tempfile.TemporaryDirectory() as folder:
        tap(line == last_line("run", MODEL, "--time", "0.3", "--probes", folder), "with probes written")
    tap(line != last_line("run", MODEL, "--time", "0.3", "--set", "muscles/slow:excitation=0.6"),
        "--set makes a difference")
    tap(last_line("run", MODEL, "--time", "0.3", "--step", "0.002").startswith("t=0.3 steps=150 "), "--step")
    jaw = last_line("run", "jaw-open", "--time", "0.3", "--quiet")
    tap(jaw == last_line("run", "jaw-open", "--time", "0.3", env={"OPENBLAS_NUM_THREADS": "4"}), f"jaw: {jaw}")


def replay():
    """A log written by hand: values set at given steps."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "log")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"sinew_commands":1}\n'
                       '{"step":0,"command":"set","property":"/model/muscles/slow:excitation","value":[0.9]}\n'
                       '{"step":100,"command":"release"}\n')
        line = last_line("run", MODEL, "--commands", path)
        tap(line == last_line("run", MODEL, "--time", "0.1", "--set", "muscles/slow:excitation=0.9"),
            f"a log ends where it ends: {line}")
        tap(last_line("run", MODEL, "--commands", path, "--time", "0.2").startswith("t=0.2 steps=200"),
            "or goes on to --time")
        with open(path, "a", encoding="utf-8") as file:
            file.write('{"step":120,"command":"checkpoint","hash":"0000000000000000"}\n')
        done = sinew("run", MODEL, "--commands", path)
        tap(done.returncode == 1 and "log:4:" in done.stderr and "differs" in done.stderr,
            f"a wrong hash is an error: {done.stderr.strip()}")


def imports():
    with tempfile.TemporaryDirectory() as folder:
        obj, out = os.path.join(folder, "cube.obj"), os.path.join(folder, "out", "box.sinew")
        os.mkdir(os.path.dirname(out))
        with open(obj, "w", encoding="utf-8") as file:
            file.write(CUBE)
        done = sinew("import", obj, "--out", out)
        tap(done.returncode == 0 and done.stderr == "", f"import: {done.stdout.strip()}")
        mass = json.loads(sinew("info", out, "--json").stdout)["mass"]
        tap(abs(mass - 1) < 1e-12, f"a litre of water: {mass} kg")
        with open(obj, "w", encoding="utf-8") as file:
            file.write(CUBE.replace("f 4 1 5 8\n", ""))
        done = sinew("import", obj, "--out", out)
        tap(done.returncode == 0 and "open" in done.stderr, f"an open mesh: {done.stderr.strip()}")
        tap(sinew("run", out, "--time", "0.01").returncode == 0, "runs all the same")


def bench():
    cases = json.loads(sinew("bench", "chain-5", "snapshot", "--json").stdout)["cases"]
    tap([c["name"] for c in cases] == ["chain-5", "snapshot"], "bench: cases")
    tap(sorted(cases[0]) == ["constraints", "contacts", "dofs", "name", "note", "phases_ms", "realtime_factor", "step_ms",
                             "steps"] and sorted(cases[0]["step_ms"]) == ["median", "p95"], "bench: keys")
    model = sinew("bench", MODEL, "chain", "--json")
    tap([c["name"] for c in json.loads(model.stdout)["cases"]] == [MODEL, "chain"], "bench: a file and a demo, 1 s of each")
    tap("OpenBLAS kernels:" in sinew("bench", "snapshot").stdout, "bench: says which kernels")
    verified = json.loads(sinew("verify", "B15", "--json").stdout)["cases"]
    tap(all(c["pass"] and sorted(c) == ["error", "name", "pass", "reference", "source", "tolerance", "value"]
            for c in verified) and len(verified) > 2, "verify: keys")


def main():
    for part in (status, helps, paper, faults, overlapping, info, demos, probes, inputs, determinism, replay, imports, bench):
        part()
    done()


main()
