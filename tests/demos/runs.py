# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of demos, and what is read off their probes."""
import csv
import os
import subprocess
import sys
import tempfile

SINEW = sys.argv[1]


def run(demo, time, *more):
    """Probes of a run as {name: [[time, values...]...]}, and its last line."""
    with tempfile.TemporaryDirectory() as out:
        last = subprocess.run([SINEW, "run", demo, "--time", str(time), "--probes", out, "--quiet", *more],
                              check=True, capture_output=True, text=True).stdout.strip().split("\n")[-1]
        probes = {}
        for name in os.listdir(out):
            with open(os.path.join(out, name), newline="", encoding="utf-8") as file:
                probes[name[:-4]] = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
        return probes, last


def demo_file(name):
    return os.path.join(os.environ["SINEW_BUILD_ROOT"], "resources", "demos", name + ".sinew")


def extreme(path, axis, sign):
    """Largest signed excursion from the first sample along an axis [mm]."""
    return max(sign * (row[axis] - path[0][axis]) for row in path) * 1e3


def at(path, time):
    return min(path, key=lambda row: abs(row[0] - time))


def error(found, wanted):
    return max(abs(a - b) for a, b in zip(found, wanted))


def spread(values):
    return max(values) - min(values)
