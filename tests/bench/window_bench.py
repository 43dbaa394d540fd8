#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Times what needs a window: window_bench.py SINEW [CASE]..., on a display of its own (./dev bench).

startup    from exec to the first picture of the default demo in the window
load       each demo, from asking for it to its first picture
navigator  100 000 components: open, scroll, select, search; longest pause of the main loop
timeline   100 output tracks of 100 000 samples: a frame while they are panned, zoomed and scrolled, folded and open:
           processor time of the program's main thread, of all threads (those of a software renderer too), and wall
           time; on a higher screen (SCREEN=1600x3000) all are in view

The program prints the marks itself when SINEW_UI_MARKS=1: "mark NAME MILLISECONDS" on standard error, with the
time since exec.
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time


def marks(command, wanted, limit=60):
    """Starts the program, collects its marks until the wanted one, ends it."""
    environment = dict(os.environ, SINEW_UI_MARKS="1")
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)
    late = threading.Timer(limit, process.kill)
    late.start()
    found = {}
    try:
        for line in process.stderr:
            match = re.match(r"mark (\S+) ([0-9.]+)", line)
            if match:
                found[match.group(1)] = float(match.group(2))
            if wanted in found:
                break
    finally:
        late.cancel()
        process.terminate()
        process.wait()
    return found


def startup(sinew):
    times = sorted(marks([sinew, "jaw"], "picture")["picture"] for _ in range(5))
    print(f"startup      median {times[2]:7.0f} ms   worst {times[-1]:7.0f} ms   (budget 1000)")


def load(sinew):
    demos = [line.split()[0] for line in subprocess.check_output([sinew, "demos"], text=True).strip().split("\n")]
    for demo in demos:
        found = marks([sinew, demo], "picture")
        print(f"load {demo:20} {found['picture'] - found['window']:7.0f} ms after the window   (budget 500)")


def navigator(sinew):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "many.sinew")
        model = {"sinew": 1, "model": {"particles": [
            {"mass": 0.001, "dynamic": False, "position": [i % 100 * 0.01, i // 100 * 0.01, 0]} for i in range(100000)]}}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(model, file)
        environment = dict(os.environ, SINEW_UI_MARKS="1", SINEW_UI_TEST="navigator")
        out = subprocess.run([sinew, path], stderr=subprocess.PIPE, text=True, env=environment, timeout=120,
                             check=False).stderr
        for line in out.split("\n"):
            if line.startswith("mark navigator-"):
                print("navigator    " + line[len("mark navigator-"):] + " ms longest pause   (budget 50)")


def timeline(sinew):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "tracks.sinew")
        model = {"sinew": 1, "model": {
            "particles": [{"name": "a", "mass": 0.001, "dynamic": False}, {"name": "b", "mass": 0.001, "position": [0.1, 0, 0]}],
            "springs": [{"class": "axial_spring", "name": "s", "points": ["particles/a", "particles/b"]}],
            "probes": [{"class": "output_probe", "name": f"track {i}", "targets": ["springs/s:length"]} for i in range(100)]}}
        with open(path, "w", encoding="utf-8") as file:
            json.dump(model, file)
        environment = dict(os.environ, SINEW_UI_MARKS="1", SINEW_UI_TEST="timeline")
        log = os.path.join(folder, "log")
        print("timeline     100 tracks of 100 000 samples, one frame   (budget 16.7 ms; without a graphics card the wall time is the rasteriser's)")
        try:
            with open(log, "w", encoding="utf-8") as file:
                subprocess.run([sinew, path], stderr=file, env=environment, timeout=240, check=False)
        except subprocess.TimeoutExpired:
            print("    stopped after 240 s")
        with open(log, encoding="utf-8") as file:
            lines = file.read().split("\n")
        for line in lines:
            if line.startswith("mark timeline-"):
                name, rest = line[len("mark timeline-"):].split(" ", 1)
                print(f"    {name:14} {rest}")
            elif "CRITICAL" in line or "rror" in line:
                print("    " + line)


CASES = {"startup": startup, "load": load, "navigator": navigator, "timeline": timeline}


def main():
    sinew = sys.argv[1]
    for name in sys.argv[2:] or CASES:
        CASES[name](sinew)
    return 0


if __name__ == "__main__":
    sys.exit(main())
