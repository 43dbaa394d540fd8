#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Long runs: probes grow on disk, memory does not; a run that stops early says so and leaves whole rows; a run ends at
its time.  stream_test.py SINEW.  TAP.  500 random stops and times with SN_LONG=1."""
import fcntl
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import tempfile
import time

from tap import done, tap

SINEW = sys.argv[1]
ROOT = os.environ["SINEW_SOURCE_ROOT"]
MODEL = os.path.join(ROOT, "tests", "run", "everything.sinew")
LONG = os.environ.get("SN_LONG") == "1"
ENVIRONMENT = {**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": ""}
# under nohup it comes ignored, and a run that was started so goes on
signal.signal(signal.SIGHUP, signal.SIG_DFL)
FILES = ["model.models.inner.probes.wrist.csv", "model.probes.wrist.csv", "pose.csv"]


def sinew(*words):
    return subprocess.run([SINEW, *map(str, words)], capture_output=True, text=True, env=ENVIRONMENT, check=False)


def start(*words, **more):
    return subprocess.Popen([SINEW, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=ENVIRONMENT, **more)


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def rows_are_whole(text, reference):
    """Rows of the same run, from the first on, none torn."""
    return text == "" or (text.endswith("\n") and reference.startswith(text)) or \
        (text.endswith("\n") and text.startswith(reference))


def wait_for(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def size(path):
    return os.path.getsize(path) if os.path.exists(path) else 0


# --- a run that is stopped ---

def stops(folder, dice):
    whole = os.path.join(folder, "whole")
    sinew("run", MODEL, "--time", "4", "--quiet", "--probes", whole)
    reference = {name: read(whole, name) for name in FILES}
    for number in [signal.SIGINT, signal.SIGTERM, signal.SIGHUP] * (160 if LONG else 1):
        out = os.path.join(folder, "stopped")
        with start("run", MODEL, "--time", "1e5", "--quiet", "--probes", out) as child:
            wait_for(lambda: size(os.path.join(out, "pose.csv.partial")) > 20000)
            time.sleep(dice.uniform(0, 0.3))
            child.send_signal(number)
            last, said = child.communicate(timeout=60)
        ends = re.fullmatch(r"t=(\S+) steps=\d+ hash=[0-9a-f]{16} stopped\n", last)
        tap(child.returncode == 1 and ends is not None and said.startswith("sinew: "),
            f"{number.name}: exit {child.returncode}, {last.strip()}, {said.strip()}")
        now = {name: read(out, name) for name in FILES}
        tap(all(rows_are_whole(now[name], reference[name]) for name in FILES),
            "rows are those of the whole run, up to then")
        tap(ends is not None and now["pose.csv"].strip().split("\n")[-1].split(",")[0] == "%.17g" % float(ends[1]),
            "the last row is that of the last step")
        tap(sorted(os.listdir(out)) == sorted(FILES + ["STOPPED.txt"]) and ends[0].strip() in read(out, "STOPPED.txt")
            and all(name in read(out, "STOPPED.txt") for name in FILES), "a note beside the files says so")
    done = sinew("run", MODEL, "--time", "0.1", "--quiet", "--probes", out)
    tap(done.returncode == 0 and sorted(os.listdir(out)) == FILES, "a whole run takes their place, and the note away")


def kills(folder, dice):
    """SIGKILL: what was there before stays; what has come so far has another name."""
    out = os.path.join(folder, "killed")
    sinew("run", MODEL, "--time", "0.1", "--quiet", "--probes", out)
    before = {name: read(out, name) for name in FILES}
    reference = read(folder, "whole", "pose.csv")
    for _ in range(100 if LONG else 3):
        partial = os.path.join(out, "pose.csv.partial")
        if os.path.exists(partial):
            os.unlink(partial)
        with start("run", MODEL, "--time", "1e5", "--quiet", "--probes", out) as child:
            wait_for(lambda: size(partial) > 20000)
            time.sleep(dice.uniform(0, 0.3))
            child.kill()
            child.communicate()
        tap({name: read(out, name) for name in FILES} == before, "killed: the results of before are whole")
        text = read(partial)
        text = text[:text.rfind("\n") + 1]  # the kernel may cut the very last write short, between two pages
        tap(len(text) > 20000 and rows_are_whole(text, reference), f"{len(text)} bytes of the killed run are there")
        tap(not os.path.exists(os.path.join(out, "STOPPED.txt")), "and say by their name what they are")
    done = sinew("run", MODEL, "--time", "0.1", "--quiet", "--probes", out)
    tap(done.returncode == 0 and sorted(os.listdir(out)) == FILES, "the next run takes their place")


def two_runs(folder):
    out = os.path.join(folder, "two")
    with start("run", MODEL, "--time", "1e5", "--quiet", "--probes", out) as child:
        wait_for(lambda: size(os.path.join(out, "pose.csv.partial")) > 0)
        done = sinew("run", MODEL, "--time", "0.1", "--quiet", "--probes", out)
        tap(done.returncode == 1 and "another run is writing" in done.stderr, f"two at once: {done.stderr.strip()}")
        child.send_signal(signal.SIGINT)
        tap("stopped" in child.communicate(timeout=60)[0], "the first goes on")


def write_faulty(folder):
    """A rope that throws its particle away when it gets taut after some steps, in parts too."""
    model = {"sinew": 1, "model": {
        "solver": {"integrator": "symplectic_euler", "max_step": 0.01},
        "particles": [{"name": "a", "mass": 1e-3, "position": [0.1, 0, 0], "velocity": [1, 0, 0]}], "markers": [{"name": "o"}],
        "springs": [{"class": "axial_spring", "points": ["markers/o", "particles/a"],
                     "law": {"type": "tension_only", "stiffness": 1e9, "rest_is_start": False, "rest_length": 0.15}}],
        "probes": [{"class": "output_probe", "name": "a", "targets": ["particles/a:position"], "interval": 0}]}}
    path = os.path.join(folder, "bang.sinew")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def faults(folder):
    path, out = write_faulty(folder), os.path.join(folder, "fault")
    done = sinew("run", path, "--time", "10", "--probes", out)
    tap(done.returncode == 1 and done.stdout.endswith(" stopped\n") and "/model/particles/a" in done.stderr,
        f"a fault: {done.stdout.strip()}, {done.stderr.strip()}")
    text = read(out, "a.csv")
    tap(text.endswith("\n") and text.count("\n") > 2 and "nan" not in text and "inf" not in text
        and os.path.exists(os.path.join(out, "STOPPED.txt")), f"{text.count(chr(10)) - 1} rows until then")


def full_disk(folder):
    """A file that may not grow further: whole rows, and a message."""
    out = os.path.join(folder, "full")
    script = 'ulimit -f 100; exec "$@"'
    done = subprocess.run(["sh", "-c", script, "sh", SINEW, "run", MODEL, "--time", "1e5", "--quiet", "--probes", out],
                          capture_output=True, text=True, env=ENVIRONMENT, check=False, timeout=120)
    text = read(out, "pose.csv")
    tap(done.returncode == 1 and "pose.csv" in done.stderr and done.stdout.endswith("stopped\n"),
        f"no room: {done.stderr.strip()}")
    tap(text.endswith("\n") and all(line.count(",") == 7 for line in text.strip().split("\n")), "rows are whole")


def devices(folder):
    """Links are followed, what is no regular file is left alone."""
    out = os.path.join(folder, "links")
    os.mkdir(out)
    os.mkfifo(os.path.join(out, "pose.csv"))
    done = sinew("run", MODEL, "--time", "0.1", "--quiet", "--probes", out)
    tap(done.returncode == 1 and "is a device or a pipe" in done.stderr, f"a pipe: {done.stderr.strip()}")
    os.unlink(os.path.join(out, "pose.csv"))
    real = os.path.join(folder, "elsewhere.csv")
    with open(real, "w", encoding="utf-8") as file:
        file.write("old")
    os.chmod(real, 0o600)
    os.symlink(real, os.path.join(out, "pose.csv"))
    done = sinew("run", MODEL, "--time", "0.1", "--quiet", "--probes", out)
    tap(done.returncode == 0 and os.path.islink(os.path.join(out, "pose.csv")) and read(real).count("\n") == 102
        and os.stat(real).st_mode & 0o777 == 0o600, "a link is followed, its target's mode stays")


# --- memory ---

def resident(pid):
    with open(f"/proc/{pid}/statm", encoding="utf-8") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def soak(folder):
    """Memory is what it was after the first second: also with a probe at every step."""
    out = os.path.join(folder, "soak")
    with start("run", MODEL, "--time", "1e6", "--quiet", "--probes", out) as child:
        wait_for(lambda: size(os.path.join(out, "pose.csv.partial")) > 1000000)
        first, written = resident(child.pid), size(os.path.join(out, "pose.csv.partial"))
        time.sleep(300 if LONG else 4)
        grown = resident(child.pid) - first
        more = size(os.path.join(out, "pose.csv.partial")) - written
        child.send_signal(signal.SIGINT)
        child.communicate()
    tap(more > 100000 and grown <= 65536, f"{more} bytes written, {grown} bytes more memory than {first}")


# --- where a run ends ---

def last_line(*words):
    done = sinew("run", *words)
    return done.stdout.strip(), done.stderr.strip(), done.returncode


def ends(dice):
    for end, step, expected in [(0.1, 0.002, "t=0.1 steps=50 "), (0.0255, 0.002, "t=0.0255 steps=13 "),
                                (0.001, 0.002, "t=0.001 steps=1 "), (0.35, 0.1, "t=0.35 steps=4 ")]:
        line, _, status = last_line("chain", "--time", end, "--step", step)
        tap(status == 0 and line.startswith(expected) and ("last_step" in line) == (end not in (0.1,)), line)
    for _ in range(500 if LONG else 6):
        end, step = dice.uniform(1e-4, 0.05), 10 ** dice.uniform(-3.5, -2)
        line, _, status = last_line("chain", "--time", repr(end), "--step", repr(step))
        found = re.match(r"t=(\S+) steps=(\d+) ", line)
        tap(status == 0 and float(found[1]) == end and int(found[2]) == -(-end // step), f"{end} by {step}: {line}")
    with tempfile.TemporaryDirectory() as folder:
        sinew("run", MODEL, "--time", "0.0105", "--quiet", "--probes", folder)
        times = [float(line.split(",")[0]) for line in read(folder, "pose.csv").strip().split("\n")[1:]]
        tap(len(times) == 12 and times[-1] == 0.0105, f"the last row is at the end: {times[-2:]}")


def absurd():
    for words in [("--step", "1e-300"), ("--step", "1e300"), ("--step", "0"), ("--step", "nan"), ("--step", "-1"),
                  ("--step", "1e-16"), ("--step", "inf"), ("--step", "11"), ("--time", "1e300"), ("--time", "1e14"),
                  ("--time", "-1"), ("--time", "inf"), ("--set", "/model:solver.max_step=1e-300"), ("--step", "")]:
        time_words = () if words[0] == "--time" else ("--time", "1")
        begun = time.monotonic()
        line, said, status = last_line("chain", *time_words, *words)
        tap(status in (1, 2) and said.startswith("sinew") and "steps=0" in (line or "steps=0")
            and time.monotonic() - begun < 20, f"{' '.join(words)}: {said.splitlines()[0] if said else 'nothing'}")


def nothing(folder):
    empty = os.path.join(folder, "empty.sinew")
    with open(empty, "w", encoding="utf-8") as file:
        file.write('{"sinew": 1, "model": {}}')
    for words, expected in [(("chain", "--time", "0"), "nothing was simulated"),
                            ((empty, "--time", "0.1"), "no degree of freedom"),
                            ((empty, "--time", "0.1", "--probes", os.path.join(folder, "none")), "no output probe")]:
        _, said, status = last_line(*words)
        tap(status == 0 and expected in said, f"{expected}: {said}")
        _, said, status = last_line(*words, "--quiet")
        tap(status == 0 and said == "", "quiet")


# --- at a terminal ---

def terminal():
    """Time, share and what is left, on one line that is taken away at the end."""
    master, slave = pty.openpty()
    with subprocess.Popen([SINEW, "run", MODEL, "--time", "400"], stdout=subprocess.PIPE, stderr=slave,
                          env=ENVIRONMENT) as child:
        os.close(slave)
        fcntl.fcntl(master, fcntl.F_SETFL, os.O_NONBLOCK)
        text = b""
        while child.poll() is None:
            try:
                text += os.read(master, 65536)
            except (BlockingIOError, OSError):
                time.sleep(0.01)
        try:
            text += os.read(master, 65536)
        except OSError:
            pass
    os.close(master)
    shown = re.findall(r"t = ([0-9.]+) s of 400 s, +(\d+) %", text.decode())
    tap(len(shown) > 2 and all(int(percent) == int(float(t) / 4) for t, percent in shown),
        f"{len(shown)} times progress, last {shown[-1:]}")
    tap(re.search(r"%, (\d+ min )?\d+ s left ", text.decode()) is not None, "with what is left")
    tap(text.endswith(b"\r\x1b[K"), "nothing of it stays")


def main():
    dice = random.Random(11)
    with tempfile.TemporaryDirectory() as folder:
        for part in (stops, kills):
            part(folder, dice)
        for part in (two_runs, faults, full_disk, devices, soak, nothing):
            part(folder)
    ends(dice)
    absurd()
    terminal()
    done()


main()
