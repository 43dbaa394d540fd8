#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a run is refused with: command logs that are none, files that would take long, little memory, too large pictures.
Each with a message, soon, and never with a signal.  refusal_test.py SINEW.  TAP.  SN_LONG=1: more sizes of memory."""
import json
import os
import resource
import subprocess
import sys
import tempfile

from tap import done, tap

SINEW = sys.argv[1]
ROOT = os.environ["SINEW_SOURCE_ROOT"]
MODEL = os.path.join(ROOT, "tests", "run", "everything.sinew")
LONG = os.environ.get("SN_LONG") == "1"
ENVIRONMENT = {**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": ""}
SANITIZED = any(name in os.environ for name in ("ASAN_OPTIONS", "TSAN_OPTIONS"))
BEGIN = '{"sinew_commands":1}\n'


def sinew(*words, limit=None):
    def limit_memory():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if limit:
            resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([SINEW, *map(str, words)], capture_output=True, text=True, env=ENVIRONMENT, check=False,
                          timeout=120, preexec_fn=limit_memory)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    done.seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def one_message(done):
    return done.returncode == 1 and done.stderr.startswith("sinew: ") and done.stderr.count("\n") == 1


# --- command logs ---

def bad_logs(folder):
    state = '{"step":0,"command":"state","time":0,"active":0,"data":[1,2,3]}\n'
    cases = {
        "an empty file": "",
        "no log": "{}\n",
        "another version": '{"sinew_commands":2}\n',
        "no JSON": BEGIN + "release\n",
        "a list": BEGIN + "[1,2]\n",
        "a number": BEGIN + "7\n",
        "a blank line": BEGIN + "\n",
        "a zero byte": BEGIN + '{"step":0,"comm\0and":"release"}\n',
        "cut off": BEGIN + '{"step":0,"command":"rel',
        "nested": BEGIN + '{"step":0,"command":' + "[" * 100000 + "]" * 100000 + "}\n",
        "no step": BEGIN + '{"command":"release"}\n',
        "a negative step": BEGIN + '{"step":-1,"command":"release"}\n',
        "half a step": BEGIN + '{"step":0.5,"command":"release"}\n',
        "a step beyond counting": BEGIN + '{"step":99999999999999999999,"command":"release"}\n',
        "an unknown command": BEGIN + '{"step":0,"command":"explode"}\n',
        "a step back": BEGIN + '{"step":5,"command":"release"}\n{"step":1,"command":"release"}\n',
        "no property": BEGIN + '{"step":0,"command":"set","value":[1]}\n',
        "an unknown property": BEGIN + '{"step":0,"command":"set","property":"/model/x:y","value":[1]}\n',
        "too many numbers": BEGIN + '{"step":0,"command":"set","property":"/model:gravity","value":[1,2,3,4,5,6,7]}\n',
        "a text for a number": BEGIN + '{"step":0,"command":"set","property":"/model:gravity","value":["a",0,0]}\n',
        "another state": BEGIN + state,
        "no model": BEGIN + '{"step":0,"command":"compile","reset":true}\n',
        "a bad model": BEGIN + '{"step":0,"command":"compile","reset":true,"model":"{"}\n',
        "a key twice": BEGIN + '{"step":0,"step":0,"command":"release"}\n',
        "an infinite number": BEGIN + '{"step":0,"command":"set","property":"/model:gravity","value":[1e999,0,0]}\n',
        "a million keys": BEGIN + '{"step":0,"command":"release",' + ",".join(f'"k{i}":1' for i in range(1100000)) + "}\n",
    }
    for name, text in cases.items():
        done = sinew("run", MODEL, "--commands", write(folder, "bad.log", text), "--quiet")
        tap(one_message(done) and "bad.log" in done.stderr and done.seconds < 5, f"log, {name}: {done.stderr.strip()[:160]}")


def odd_files(folder):
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    for path in (pipe, "/dev/zero", "/dev/null", folder, "/no/such/log"):
        done = sinew("run", MODEL, "--commands", path)
        tap(one_message(done), f"log: {done.stderr.strip()}")


def log_time(folder):
    """--time ends the replay, wherever the log goes on to."""
    log = write(folder, "long.log", BEGIN + '{"step":0,"command":"set","property":"/model/muscles/slow:excitation","value":[0.9]}\n'
                '{"step":100,"command":"release"}\n{"step":4000000000,"command":"release"}\n')
    done = sinew("run", MODEL, "--commands", log, "--time", "0.05", "--quiet")
    tap(done.returncode == 0 and done.stdout.startswith("t=0.05 steps=50 "), f"--time before the log's end: {done.stdout.strip()}")
    same = sinew("run", MODEL, "--time", "0.05", "--set", "muscles/slow:excitation=0.9", "--quiet")
    tap(done.stdout == same.stdout, "the same bits as without a log")
    done = sinew("run", MODEL, "--commands", log, "--time", "0.0205", "--quiet")
    tap(done.stdout.startswith("t=0.0205 steps=21 ") and "last_step" in done.stdout, f"in the middle of a step: {done.stdout.strip()}")
    short = write(folder, "short.log", BEGIN + '{"step":0,"command":"release"}\n')
    done = sinew("run", MODEL, "--commands", short)
    tap(done.returncode == 0 and "nothing was simulated" in done.stderr, f"a log of no step: {done.stderr.strip()}")


def log_gravity(folder):
    """What components inherit acts on them, each time; what they hold themselves stays."""
    model = {"sinew": 1, "model": {
        "particles": [{"name": "a", "mass": 1}, {"name": "b", "mass": 1, "gravity": [0, 0, 1]}],
        "models": [{"name": "inner", "particles": [{"name": "c", "mass": 1}]}],
        "probes": [{"class": "output_probe", "name": "z", "interval": 0,
                    "targets": ["particles/a:velocity", "particles/b:velocity", "models/inner/particles/c:velocity"]}]}}
    path, out = write(folder, "fall.sinew", json.dumps(model)), os.path.join(folder, "fall")
    log = write(folder, "gravity.log", BEGIN + '{"step":0,"command":"set","property":"/model:gravity","value":[0,0,-2]}\n'
                '{"step":100,"command":"set","property":"/model:gravity","value":[0,0,3]}\n{"step":200,"command":"release"}\n')
    done = sinew("run", path, "--commands", log, "--probes", out, "--quiet")
    with open(os.path.join(out, "z.csv"), encoding="utf-8") as file:
        rows = [list(map(float, line.split(","))) for line in file.read().strip().split("\n")[1:]]
    middle, last = rows[100], rows[-1]
    good = all(abs(x - y) < 1e-9 for x, y in ((middle[3], -0.2), (middle[9], -0.2), (last[3], 0.1), (last[9], 0.1)))
    tap(done.returncode == 0 and good, f"gravity in a log: {middle[3]} then {last[3]} m/s")
    tap(abs(last[6] - rows[100][6] - 0.1) < 1e-9, f"a particle's own gravity stays: {last[6]} m/s")


# --- files that would take long ---

def slow_files(folder):
    n = 4000000
    def keys(count):
        return ",".join(f'"k{i}":1' for i in range(count))
    cases = {
        "4 million unknown keys": '{"sinew":1,"model":{' + keys(n) + "}}",
        "in a component": '{"sinew":1,"model":{"bodies":[{' + keys(n) + "}]}}",
        "one key 4 million times": '{"sinew":1,"model":{' + '"gravity":1,' * n + '"name":"a"}}',
        "5 million brackets": '{"sinew":1,"model":' + "[" * 5000000 + "]" * 5000000 + "}",
        "a key of 100 MB": '{"sinew":1,"model":{"' + "a" * 100000000 + '":1}}',
        "a number of 50 MB": '{"sinew":1,"model":{"gravity":[' + "9" * 50000000 + ",0,0]}}",
        "an exponent of a million digits": '{"sinew":1,"model":{"gravity":[1e' + "9" * 1000000 + ",0,0]}}",
        "3 million bodies": '{"sinew":1,"model":{"bodies":[' + "{}," * 3000000 + "{}]}}",
        "20 million numbers": '{"sinew":1,"model":{"nonsense":[' + "0," * 20000000 + "0]}}",
        "a name of 50 MB": '{"sinew":1,"model":{"bodies":[{"name":"' + "a" * 50000000 + '"}]}}',
    }
    for name, text in cases.items():
        path = write(folder, "slow.sinew", text)
        done = sinew("run", path, "--time", "1", "--quiet")
        tap(one_message(done) and done.seconds < (20 if SANITIZED else 6),
            f"{name}: {done.seconds:.2f} s: {done.stderr.strip()[-120:]}")
        os.unlink(path)


# --- little memory ---

def little_memory(folder):
    """Down to what the libraries themselves take: a result or a message."""
    if SANITIZED:
        tap(True, "little memory # SKIP a sanitizer takes address space without end")
        return
    cube = write(folder, "cube.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n")
    sizes = [80, 100, 103, 106, 110, 120, 140, 170, 200, 250, 300, 400, 500, 600, 700, 800, 1000, 1300, 1600, 2000] \
        if LONG else [100, 106, 120, 150, 300, 700, 1200, 2000]
    for megabytes in sizes:
        for words in (["info", "jaw-tongue-hyoid"], ["run", "jaw-tongue-hyoid", "--time", "0.01", "--quiet"],
                      ["run", "chain", "--time", "0.01", "--quiet", "--probes", os.path.join(folder, "out")],
                      ["render", "tongue", "--out", os.path.join(folder, "x.png")],
                      ["import", cube, "--out", os.path.join(folder, "cube.sinew")]):
            done = sinew(*words, limit=megabytes * 1000000)
            good = done.returncode == 0 or (done.returncode in (1, 127) and done.stderr + done.stdout != "")
            tap(good, f"{megabytes} MB: {' '.join(words[:2])}: {done.returncode} {done.stderr.strip()[-100:]}")


def pictures(folder):
    for size in ("100000x100000", "16384x16384", "99999999999999999999x1", "0x5", "10x", "axb", "1e3x5", " 5x5"):
        done = sinew("render", "chain", "--size", size, "--out", os.path.join(folder, "x.png"))
        tap(done.returncode == 2 and "--size" in done.stderr, f"{size}: {done.stderr.splitlines()[0]}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (bad_logs, odd_files, log_time, log_gravity, slow_files, little_memory, pictures):
            part(folder)
    done()


main()
