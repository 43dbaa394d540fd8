#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Coordinates locked and let go, limits drawn in and joints broken while a model runs, by every integrator, against
momenta by hand.  switches_test.py SINEW.  TAP.

More, drawn at random: random_switches.py."""
import json
import os
import sys
import tempfile

import random_models
import random_switches

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from tap import done, tap  # noqa: E402

SINEW = sys.argv[1]
INERTIA, SPEED = (0.02, 0.05), (4.0, -1.0)  # about z, kg m2 and rad/s
TOGETHER = (INERTIA[0] * SPEED[0] + INERTIA[1] * SPEED[1]) / sum(INERTIA)
LATER = (0.1, 0.2, 0.3)
ONE = {"method": "explicit", "mass": 1}


def pair(joints):
    """Two bodies about one axis through both centres of mass, free of all else."""
    bodies = [{"name": name, "angular_velocity": [0, 0, speed],
               "inertia": {**ONE, "tensor": [0.1, 0.1, inertia, 0, 0, 0]}}
              for name, inertia, speed in zip("ab", INERTIA, SPEED)]
    hinge = {"class": "hinge", "name": "j", "frame_a": "bodies/a", "frame_b": "bodies/b"}
    probe = {"class": "output_probe", "name": "out", "interval": 0.05,
             "targets": ["bodies/a:angular_velocity", "bodies/b:angular_velocity", "joints/j:angle"]}
    return {"sinew": 1, "model": {"gravity": [0, 0, 0], "bodies": bodies, "joints": [hinge] + joints, "probes": [probe]}}


def rows(folder, text, commands, method):
    found, said = random_switches.run(SINEW, folder, text, commands, method, 1e-3, 0.4)
    return {round(row[0], 6): (row[3], row[6], row[7]) for row in found or []}, said


def lock(folder, method, off):
    """Locked at 0.1 s beside where it is by then (`off`), let go at 0.2 s: they turn as one from then on."""
    at = 0.1 * (SPEED[1] - SPEED[0]) + off
    drive = {"class": "drive", "name": "d", "joint": "joints/j", "enabled": False}
    set_ = random_switches.command
    found, said = rows(folder, pair([drive]), [set_(10, "joints/d:value", at), set_(10, "joints/d:enabled", 1),
                                               set_(20, "joints/d:enabled", 0)], method)
    worst = max((abs(found[t][k] - TOGETHER) for t in (0.15, 0.25, 0.4) for k in (0, 1)), default=1) if found else 1
    place = abs(found[0.4][2] - at) if found else 1
    tap(worst < 1e-9 and place < 1e-9, f"{method}: locked {off:g} rad off: {worst:.2g} rad/s, {place:.2g} rad {said}")


def lock_against_limit(folder, method):
    """What turns is locked to what stands at its limit: nothing moves from then on, nor is thrown back from it."""
    text = pair([{"class": "drive", "name": "d", "joint": "joints/j", "enabled": False},
                 {"class": "hinge", "name": "r", "frame_b": "bodies/a", "limited": True, "lower": -1, "upper": 0}])
    text["model"]["bodies"][0]["angular_velocity"], text["model"]["bodies"][1]["angular_velocity"] = [0, 0, 0], [0, 0, 3]
    set_ = random_switches.command
    found, said = rows(folder, text, [set_(10, "joints/d:value", 0.3), set_(10, "joints/d:enabled", 1)], method)
    worst = max((abs(found[t][k]) for t in (0.15, 0.25, 0.4) for k in (0, 1)), default=9) if found else 9
    tap(worst < 1e-9, f"{method}: locked against a limit: {worst:.2g} rad/s {said}")


with tempfile.TemporaryDirectory() as out:
    for how in random_models.METHODS:
        lock_against_limit(out, how)
        for beside in (0, 1e-3):
            lock(out, how, beside)
sys.exit(done())
