#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Imports the OpenSim models of ../shared/data/osim2 (TAP).

    osim_test.py SINEW           with SN_PUBLISHED naming the data folder; skips itself without it
    osim_test.py SINEW --table   prints for each model how many components are exact, approximated, left out, and the time

All open in under a second of processor time, pass `sinew info` and run for 0.2 s.  Places of bodies at default and drawn
coordinates, masses and lengths of muscle paths without wraps, their moving and
conditional points among them, agree with osim_kinematics.py, which knows nothing of the program.
"""
import csv
import glob
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as Tree
from concurrent.futures import ThreadPoolExecutor

import osim_kinematics as kinematics

COMPARED = ["gait2354/models/gait2354_simbody", "gait2392/models/gait2392_thelen2003muscle", "tests/analyze/arm26_bounds",
            "models/double_pendulum", "tests/joints/OpenSenseExample__Rajagopal_2015",
            "tests/joints/double_pendulum_testReverse", "tests/simulation/testMomentArmsConstraintA",
            "tests/rra/subject01_simbody",
            "tests/simulation/MultipleMPPsMomentArmTest", "tests/simulation/MovingPointCustomJointMomentArmTest"]
MUSCLES = ("Thelen2003Muscle", "Millard2012EquilibriumMuscle")
UPRIGHT = [[1, 0, 0], [0, 0, -1], [0, 1, 0]]  # OpenSim's y is up, here z
DRAWS = 30 if os.environ.get("SN_LONG") else 2


def call(*words):
    """Exit status, output, processor time [s]."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.returncode, done.stdout.strip(), after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def convert(sinew, data, path, folder):
    """The model file and what the command said; the former None where that failed."""
    name = re.sub(r"\W+", "_", os.path.relpath(path, data)[:-5])
    out = os.path.join(folder, name + ".sinew")
    status, text, seconds = call(sinew, "import", path, "--geometry", os.path.join(data, "geometry"), "--report",
                                 out + ".txt", "--out", out)
    return (out if status == 0 else None), text, seconds


def probe(sinew, out, targets, folder):
    """Values at the start."""
    with open(out, encoding="utf-8") as file:
        model = json.load(file)
    model["model"].setdefault("probes", []).append(
        {"class": "output_probe", "name": "checked", "targets": targets, "interval": 0})
    changed = out[:-6] + "-probed.sinew"
    with open(changed, "w", encoding="utf-8") as file:
        json.dump(model, file)
    status, text, _ = call(sinew, "run", changed, "--time", "1e-5", "--step", "1e-5", "--probes", folder, "--quiet")
    assert status == 0, text
    with open(os.path.join(folder, "checked.csv"), newline="", encoding="utf-8") as file:
        table = list(csv.reader(line for line in file if not line.startswith("#")))
    return dict(zip(table[0], map(float, table[1])))


def of_target(values, target, letters):
    return [values[f"/model/{target}.{letter}"] for letter in letters] if letters else values["/model/" + target]


def quaternion(r):
    """Up to sign: of the largest diagonal."""
    w = max(0.0, 1 + r[0][0] + r[1][1] + r[2][2]) ** 0.5 / 2
    if w > 0.1:
        return [w, (r[2][1] - r[1][2]) / 4 / w, (r[0][2] - r[2][0]) / 4 / w, (r[1][0] - r[0][1]) / 4 / w]
    k = max(range(3), key=lambda i: r[i][i])
    i, j = (k + 1) % 3, (k + 2) % 3
    big = (1 + r[k][k] - r[i][i] - r[j][j]) ** 0.5 / 2
    q = [(r[j][i] - r[i][j]) / 4 / big, 0, 0, 0]
    q[1 + k], q[1 + i], q[1 + j] = big, (r[k][i] + r[i][k]) / 4 / big, (r[k][j] + r[j][k]) / 4 / big
    return q


def drawn(path, draw, folder):
    """The model with its coordinates within their ranges; its path."""
    if draw == 0:
        return path
    tree = Tree.parse(path)
    dice = random.Random(f"{os.path.basename(path)} {draw}")
    for c in tree.getroot().iter("Coordinate"):
        low, high = kinematics.numbers(c, "range") or (-1, 1)
        value = c.find("default_value")
        if value is None:
            value = Tree.SubElement(c, "default_value")
        value.text = repr(dice.uniform(max(low, -1.5), min(high, 1.5)))
    changed = os.path.join(folder, os.path.basename(path))
    tree.write(changed)
    return changed


def compare(sinew, data, name, draw, folder):
    """Largest differences of places and axes, masses, lengths."""
    path = drawn(os.path.join(data, name + ".osim"), draw, folder)
    theirs = kinematics.Model(path)
    out, text, _ = convert(sinew, data, path, folder)
    assert out, text
    with open(out, encoding="utf-8") as file:
        bodies = {b["name"]: b for b in json.load(file)["model"]["bodies"]}
    where, lengths = theirs.poses(theirs.values), theirs.straight_paths(theirs.values, MUSCLES)
    targets = [f"bodies/{b}:{p}" for b in bodies for p in ("position", "orientation")]
    values = probe(sinew, out, targets + [f"muscles/{m}:length" for m in lengths], folder)
    worst = [0.0, 0.0, 0.0]
    for body, written in bodies.items():
        place = kinematics.times(UPRIGHT, where[body][1])
        axes = quaternion(kinematics.times(UPRIGHT, where[body][0]))
        q = of_target(values, f"bodies/{body}:orientation", "wxyz")
        sign = 1 if sum(a * b for a, b in zip(axes, q)) > 0 else -1
        p = of_target(values, f"bodies/{body}:position", "xyz")
        worst[0] = max([worst[0]] + [abs(a - b) for a, b in zip(place, p)] + [abs(a - sign * b) for a, b in zip(axes, q)])
        mass, center, inertia = theirs.mass_properties(body)
        given = written["inertia"]
        if not any(inertia):  # a body that turns needs some: that of a ball of 1 mm radius
            inertia = [0.4e-6 * mass] * 3 + [0] * 3
        ours = [given.get("mass", 1)] + given.get("center", [0] * 3) + given.get("tensor", [1e-3] * 3 + [0] * 3)
        worst[1] = max([worst[1]] + [abs(a - b) for a, b in zip([mass] + center + inertia, ours)])
    for muscle, length in lengths.items():
        worst[2] = max(worst[2], abs(length - of_target(values, f"muscles/{muscle}:length", "")))
    return worst, len(lengths)


def step(sinew, out):
    """Why it cannot be looked at or stepped; None: it can."""
    for words in (("info", out), ("run", out, "--time", "0.2", "--quiet")):
        status, text, _ = call(sinew, *words)
        if status != 0:
            return text
    return None


def main():
    sinew, data = sys.argv[1], os.environ.get("SN_PUBLISHED", "")
    data = os.path.join(data, "osim2")
    if not os.path.isdir(data):
        print("1..0 # SKIP SN_PUBLISHED names no folder with osim2")
        return 0
    files = sorted(glob.glob(data + "/**/*.osim", recursive=True))
    failed = number = 0

    def report(good, text):
        nonlocal failed, number
        number += 1
        failed += not good
        print(f"{'' if good else 'not '}ok {number} - {' | '.join(text.splitlines())}", flush=True)  # a line each: TAP

    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        made = [(path,) + convert(sinew, data, path, folder) for path in files]
        if "--table" in sys.argv:
            for path, out, text, seconds in made:
                print(f"{os.path.relpath(path, data)[:-5]} | {text.splitlines()[-1].split(': ')[-1] if out else text} | "
                      f"{seconds:.2f} s")
            return 0
        for path, out, text, seconds in made:
            if not out or seconds > 1:
                report(False, f"{os.path.relpath(path, data)}: {seconds:.2f} s: {text}")
        slowest = max(seconds for *_, seconds in made)
        report(all(out for _, out, *_ in made), f"{len(files)} files open, the slowest in {slowest:.2f} s")
        with ThreadPoolExecutor(2) as pool:
            reasons = list(pool.map(lambda one: step(sinew, one[1]) if one[1] else None, made))
        for (path, *_), reason in zip(made, reasons):
            if reason:
                report(False, f"{os.path.relpath(path, data)}: {reason}")
        report(not any(reasons), f"{len(files)} can be looked at and run for 0.2 s")
        for name in COMPARED:
            worst, muscles = [0.0, 0.0, 0.0], 0
            for draw in range(DRAWS):
                found, muscles = compare(sinew, data, name, draw, folder)
                worst = [max(pair) for pair in zip(worst, found)]
            report(max(worst) < 1e-9, f"{name}: places {worst[0]:.1e}, masses {worst[1]:.1e}, "
                                      f"{muscles} straight paths {worst[2]:.1e} m, {DRAWS} poses")
    print(f"1..{number}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
