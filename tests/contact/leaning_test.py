#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Boards that lean together edge on edge stand where friction on the floor holds them, slide apart where it does not, and a
house of them stands (TAP).

    leaning_test.py SINEW

A board of length 2 h and thickness t at an angle a from upright weighs W; the other presses N = W (tan a - t / 2 h) / 2 level
on its top, and the floor has to bear N along itself: it stands with a friction of N / W.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

HALF, THICK, WIDE = .047, .0007, .06


def turned(angle):
    return [math.cos(angle / 2), math.sin(angle / 2), 0, 0]


def house(levels, angle, friction):
    """Pairs of boards on floors of boards, a thousandth of a millimetre apart at first."""
    s, c, apart = math.sin(angle), math.cos(angle), 2e-6
    out, up = HALF * s + THICK / 2 * c + apart, 2 * HALF * c + THICK * s
    span, z = 2 * (2 * HALF * s + THICK * c) + .004, 0
    bodies = [{"class": "rigid_body", "name": "floor", "dynamic": False, "geometry": {"shape": "half_space", "size": [4, 4, .02]}}]
    def board(name, size, place, turn=0.0):
        bodies.append({"class": "rigid_body", "name": name, "position": place, "orientation": turned(turn), "geometry": {"shape": "box", "size": size},
                       "inertia": {"method": "density", "density": 800}})
    for level in range(levels):
        n = levels - level
        for pair in range(n):
            for side in (-1, 1):
                board(f"c{level}{pair}{side + 1}", [WIDE, THICK, 2 * HALF], [0, (pair - (n - 1) / 2) * span + side * out, z + up / 2 + apart], side * angle)
        z += up + apart
        for flat in range(n - 1):
            board(f"d{level}{flat}", [WIDE, span * .98, THICK], [0, (flat - (n - 2) / 2) * span, z + THICK / 2 + apart])
        z += THICK + apart
    return {"sinew": 1, "model": {"bodies": bodies, "collisions": [{"class": "collision", "name": "c", "friction": friction}], "probes": [
        {"class": "output_probe", "name": "p", "targets": [f"bodies/c{levels - 1}0{side}:position" for side in (0, 2)]}]}}


def attempt(sinew, folder, case):
    """By how much the uppermost boards have sunk after two seconds."""
    path = os.path.join(folder, "m.sinew")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(house(*case), file)
    done = subprocess.run([sinew, "run", path, "--time", "2", "--probes", folder, "--quiet"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return math.nan, done.stderr.strip()
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
    return max(rows[0][k] - rows[-1][k] for k in (3, 6)), ""


def main():
    sinew = os.path.abspath(sys.argv[1])
    cases = []
    for degrees in (20, 30, 40, 45):
        angle = math.radians(degrees)
        needed = (math.tan(angle) - THICK / (2 * HALF)) / 2
        cases += [((1, angle, needed * .98), False), ((1, angle, needed * 1.02), True), ((1, angle, .9), True)]
    cases += [((3, math.radians(18), .7), True), ((4, math.radians(15), .7), True)]
    print(f"1..{len(cases)}")
    with tempfile.TemporaryDirectory() as folder:
        for i, (case, stands) in enumerate(cases):
            sunk, why = attempt(sinew, folder, case)
            good = abs(sunk) < 1e-4 if stands else sunk > .01
            print("ok" if good else "not ok", i + 1, f"- {case[0]} storeys at {math.degrees(case[1]):.0f} degrees, friction {case[2]:.4f}: sunk by {sunk:.2g} m {why}")


main()
