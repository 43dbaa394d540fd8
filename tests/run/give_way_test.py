#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints that give way: a weight on an arm turns by compliance times moment and sinks by compliance times force; two
hinges of a door share its load then, and swing as before.  give_way_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import tempfile

from tap import done, sinew, tap

ARM, WEIGHT = 0.5, 20.0


def values(folder, model, target, time="0.02"):
    path, probes = os.path.join(folder, "model.sinew"), os.path.join(folder, "out")
    model["probes"] = [{"class": "output_probe", "name": "p", "targets": target, "interval": 0.01}]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    end = sinew("run", path, "--time", time, "--probes", probes)
    tap(end.returncode == 0, f"runs {end.stderr}")
    with open(os.path.join(probes, "p.csv"), encoding="utf-8") as file:
        return [float(number) for number in list(csv.reader(file))[-1]]


def arm(compliance, rotary):
    return {"gravity": [0, 0, -10], "settle": {"method": "static"},
            "bodies": [{"name": "a", "position": [ARM, 0, 0], "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]},
                        "inertia": {"method": "mass", "mass": WEIGHT / 10}}],
            "joints": [{"class": "fixed", "name": "f", "frame_b": "bodies/a", "location_b": [-ARM, 0, 0],
                        "compliance": compliance, "rotary_compliance": rotary}]}


def door(compliance, rotary):
    box = {"geometry": {"shape": "box", "size": [0.8, 0.04, 2]}}
    hinges = [{"class": "hinge", "name": name, "frame_b": "bodies/door", "location_a": [0, 0, z], "location_b": [-0.4, 0, z]}
              for name, z in (("top", 0.8), ("low", -0.8))]
    hinges[1].update({"compliance": compliance, "rotary_compliance": rotary})
    return {"gravity": [0, 0, -9.81], "bodies": [{"name": "door", "position": [0.4, 0, 0], "angular_velocity": [0, 0, 1],
                                                  "velocity": [0, 0.4, 0], **box}], "joints": hinges}


with tempfile.TemporaryDirectory() as scratch:
    for rotary in (1e-3, 1e-5):
        q = values(scratch, arm(0, rotary), ["bodies/a:orientation"])[1:]
        angle = 2 * math.asin(q[2])
        tap(abs(math.sin(angle) - rotary * WEIGHT * ARM * math.cos(angle)) < 1e-9 * rotary / 1e-5, f"turns by {angle}")
    z = values(scratch, arm(1e-5, 0), ["bodies/a:position"])[3]
    tap(abs(z + 1e-5 * WEIGHT) < 1e-10, f"sinks by {z}")
    rigid = values(scratch, door(0, 0), ["joints/top:angle"], "1")[1]
    soft = values(scratch, door(1e-9, 1e-9), ["joints/top:angle"], "1")[1]
    tap(abs(rigid - 1) < 1e-3 and abs(soft - rigid) < 1e-6, f"a door swings the same: {rigid} {soft}")
done()
