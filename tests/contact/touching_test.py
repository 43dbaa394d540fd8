#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Solids that begin exactly touching (faces in one plane, a corner on a corner, edges in line or across): all steps are
taken, and no two triangles meet after any of them.  So do mats of more than 2000 contacts, which are solved roughly.
What is still stays so where there is no gravity.

    touching_test.py AUDIT [FIRST NUMBER]

The numbers of cases are those of a sequence without end; by default a few, of all kinds.
"""
import functools
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

import random_touching

FEW = 30
SEEDS = [25, 45, 83, 103, 104, 218, 252, 81020, 90022]  # of random_touching.py: all at rest, by five methods
THROWN = [82, 242, 90017, 90079, 2135]  # of the same: by Newton's iteration and Euler's methods, from where they touch
SLOT = 2178  # a body that fills the place between two walls, thrown at one of them: both are to throw it back
METHODS = ["backward_euler", "symplectic_euler", "trapezoidal", "newton_euler", "newton_trapezoidal"]
STILL = 1e-3  # of the size a second
SOLIDS = {
    "cube": ([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)],
             [[0, 4, 6, 7], [0, 6, 2, 7], [0, 2, 3, 7], [0, 3, 1, 7], [0, 1, 5, 7], [0, 5, 4, 7]]),
    "corner": ([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 2, 3]]),
    "pyramid": ([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [.5, .5, 1]], [[0, 1, 2, 4], [0, 2, 3, 4]]),
    "wedge": ([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0], [0, .5, 1], [1, .5, 1]],
              [[0, 1, 2, 5], [0, 2, 3, 5], [0, 3, 4, 5]]),
}
AXES = [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[0, 0, 1], [1, 0, 0], [0, 1, 0]], [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
        [[1, 0, 0], [0, 0, -1], [0, 1, 0]], [[-1, 0, 0], [0, 1, 0], [0, 0, -1]]]
METHODS = ["backward_euler", "backward_euler", "trapezoidal", "newton_euler", "newton_trapezoidal"]


def volume(nodes, tet):
    a, b, c, d = (nodes[i] for i in tet)
    u, v, w = ([p[k] - a[k] for k in range(3)] for p in (b, c, d))
    return u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0])


def outside(tets):
    """Faces that one tetrahedron has, counterclockwise from outside."""
    faces = {}
    for a, b, c, d in tets:
        for face in ((a, c, b), (a, b, d), (a, d, c), (b, c, d)):
            faces.setdefault(tuple(sorted(face)), []).append(face)
    return [f[0] for f in faces.values() if len(f) == 1]


def turned(r, nodes):
    axes, scale = r.choice(AXES), r.choice([0.5, 1, 1])
    nodes = [[scale * sum(row[k] * p[k] for k in range(3)) for row in axes] for p in nodes]
    half = math.sqrt(0.5)
    if r.random() < 0.25:
        nodes = [[half * (x + z), y, half * (z - x)] for x, y, z in nodes]
    if r.random() < 0.2:  # on an edge
        nodes = [[half * (x - y), half * (x + y), z] for x, y, z in nodes]
    return nodes


def placed(r, nodes, below):
    """On top of what is below: a corner on a corner, or anywhere in the plane."""
    low, high = min(p[1] for p in nodes), max(p[1] for p in below)
    corner = r.choice([p for p in nodes if p[1] - low < 1e-12])
    on = r.choice([p for p in below if high - p[1] < 1e-12])
    shift = [on[k] - corner[k] if r.random() < 0.5 else r.choice([0, 0.25, 0.5]) for k in (0, 2)]
    return [[x + shift[0], y + high - low, z + shift[1]] for x, y, z in nodes]


def add_solid(r, model, out, nodes, tets, fixed):
    name = f"solid{len(model['fems']) + len(model['bodies'])}"
    tets = [t if volume(nodes, t) > 0 else [t[0], t[2], t[1], t[3]] for t in tets]
    path = os.path.join(out, name)
    if fixed:
        with open(path + ".obj", "w", encoding="utf-8") as file:
            file.writelines(f"v {p[0]!r} {p[1]!r} {p[2]!r}\n" for p in nodes)
            file.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in outside(tets))
        model["bodies"].append({"name": name, "dynamic": r.random() < 0.5, "inertia": {"density": 1000},
                                "geometry": {"shape": "mesh", "mesh": name + ".obj"}})
        return
    with open(path + ".node", "w", encoding="utf-8") as file:
        file.write(f"{len(nodes)} 3 0 0\n")
        file.writelines(f"{i} {p[0]!r} {p[1]!r} {p[2]!r}\n" for i, p in enumerate(nodes))
    with open(path + ".ele", "w", encoding="utf-8") as file:
        file.write(f"{len(tets)} 4 0\n")
        file.writelines(f"{i} {t[0]} {t[1]} {t[2]} {t[3]}\n" for i, t in enumerate(tets))
    model["fems"].append({"name": name, "mesh": {"source": "file", "file": name + ".node"}, "density": 1000,
                          "material": {"type": "neo_hookean", "youngs_modulus": 10 ** r.uniform(5, 8.5),
                                       "poissons_ratio": r.choice([0, 0.4])}})


def write(number, out):
    """A stack of two to four solids; how long to run."""
    r = random.Random(number)
    step = r.choice([0.005, 0.025, 0.04])
    model = {"gravity": [0, r.choice([0, -9.80665]), 0], "solver": {"max_step": step, "integrator": METHODS[number % 5]},
             "bodies": [], "fems": [],
             "collisions": [{"name": "all", "friction": r.choice([0, 0.3]), "self_contact": True}]}
    rounding, count = r.random() < 0.4, r.randint(2, 4)
    below = [[0, r.choice([0, 10.3]), 0]]
    for i in range(count):
        nodes, tets = SOLIDS[r.choice(sorted(SOLIDS))]
        nodes = placed(r, turned(r, nodes), below)
        if rounding:
            nodes = [[x * (1 + r.randint(-3, 3) * 1.2e-16) for x in p] for p in nodes]
        fixed = r.random() < 0.4 and (model["fems"] or i < count - 1)
        add_solid(r, model, out, nodes, tets, fixed)
        below = nodes
    with open(os.path.join(out, "model.sinew"), "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return 10 * step


def write_mat(shape, out):
    """A soft mat on the ground; how long to run."""
    depth = 0.05 if shape == "box" else 0  # of its middle
    model = {"solver": {"max_step": 0.005}, "collisions": [{"name": "all", "friction": 0.5}],
             "bodies": [{"name": "ground", "dynamic": False, "position": [0, 0, -0.005 - depth],
                         "geometry": {"shape": shape, "size": [2, 2, 0.1]}}],
             "fems": [{"name": "mat", "density": 1000, "material": {"youngs_modulus": 1e4},
                       "mesh": {"source": "box", "size": [0.5, 0.5, 0.01], "element": "hex8",
                                "cells_x": 46, "cells_y": 46, "cells_z": 1}}]}
    with open(os.path.join(out, "model.sinew"), "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return 0.01


def write_wedged(method, out):
    """A cube that fills the place between two walls, and beside it one that falls: to open all of both gaps would take
    6 J, and what falls has 16 J in the end; how long to run."""
    walls = [{"name": f"wall{k}", "dynamic": False, "position": [0, y, 0],
              "geometry": {"shape": "box", "size": [3, 1, 3]}} for k, y in enumerate([-0.5, 1.5])]
    model = {"gravity": [0, -9.80665, 0], "solver": {"max_step": 0.005, "integrator": method}, "bodies": walls,
             "fems": [{"name": name, "density": 100, "position": [x, 0.5, 0],
                       "material": {"type": "neo_hookean", "youngs_modulus": 1.6e7, "poissons_ratio": 0},
                       "mesh": {"source": "box", "size": [1, 1, 1], "element": "tet4",
                                "cells_x": 1, "cells_y": 1, "cells_z": 1}} for name, x in (("wedged", 0), ("free", 9))],
             "collisions": [{"name": "all", "self_contact": True}]}
    with open(os.path.join(out, "model.sinew"), "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return 0.1


def write_pressed_in(out):
    """A stiff cube that begins a thousandth of the gap in both walls beside it; how long to run, and the energy it may be
    squeezed by: as much again for a direction, and not all of both gaps, which would be 19 J."""
    write_wedged("backward_euler", out)
    path, depth = os.path.join(out, "model.sinew"), 1.5e-6
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    model = document["model"]
    model["gravity"] = [0, 0, 0]
    for wall, inwards in zip(model["bodies"], (1, -1)):
        wall["position"][1] += inwards * depth
    del model["fems"][1]
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    squeezed = 2 * (depth + 2 * 1.73e-6)  # of 1 m; 1.5 thousandths of the gap are opened at once
    return 0.1, 2 * 0.5 * model["fems"][0]["material"]["youngs_modulus"] * squeezed ** 2


def write_still(seed, out):
    """Bodies at rest without gravity; how long to run, and the energy that would move all of it by more than one sees."""
    row, _ = random_touching.write(seed, out)
    return random_touching.STEPS * row.model["solver"]["max_step"], 0.5 * row.mass * (STILL * row.unit) ** 2


def write_thrown(seed, out):
    """Bodies of which some are thrown; how long to run."""
    return write_still(seed, out)[0]


def write_slot(method, out):
    seconds = write_thrown(SLOT, out)
    path = os.path.join(out, "model.sinew")
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    document["model"]["solver"]["integrator"] = method
    with open(path, "w", encoding="utf-8") as file:
        json.dump(document, file)
    return seconds


def run_still(number, name, write_case):
    """Opening the gaps makes no motion, and squeezes nothing."""
    with tempfile.TemporaryDirectory() as out:
        seconds, most = write_case(out)
        done = subprocess.run([sys.argv[1], os.path.join(out, "model.sinew"), repr(seconds)],
                              capture_output=True, text=True, check=False)
    line = done.stdout.strip()
    rise = re.search(r" rise=(\S+) ", line)
    good = done.returncode == 0 and rise and float(rise[1]) <= most and " meet=0 inverted=0 " in line and line.endswith("end=ok")
    print(f"{'ok' if good else 'not ok'} {number} - {name}: at most {most:.2g} {line} {done.stderr[-300:]}", flush=True)


def run(number, name, write_case, gain=math.inf):
    """One case: write_case(folder) writes its model and says how long to run; most that it may gain, over its largest
    kinetic energy so far."""
    with tempfile.TemporaryDirectory() as out:
        seconds = write_case(out)
        done = subprocess.run([sys.argv[1], os.path.join(out, "model.sinew"), repr(seconds)],
                              capture_output=True, text=True, check=False)
    line = done.stdout.strip()
    taken = re.search(r"steps=(\d+) of=\1 ", line)
    gained = re.search(r" gain=(\S+) ", line)
    good = done.returncode == 0 and taken and gained and float(gained[1]) <= gain and " meet=0 inverted=0 " in line and line.endswith("end=ok")
    print(f"{'ok' if good else 'not ok'} {number} - {name}: {line} {done.stderr[-300:]}", flush=True)


def main():
    some = len(sys.argv) > 3
    first, count = (int(v) for v in sys.argv[2:4]) if some else (0, FEW)
    mats = [] if some else ["half_space", "box"]
    wedged = [] if some else ["backward_euler", "trapezoidal"]
    still, thrown, slot = ([], [], []) if some else (SEEDS, THROWN, METHODS)
    before = count + len(mats) + len(wedged)
    after = before + len(still) + len(thrown)
    print(f"1..{after + len(slot) + (not some)}")
    for i in range(count):
        run(i + 1, f"case {first + i}", functools.partial(write, first + i))
    for i, shape in enumerate(mats):
        run(count + i + 1, f"mat on a {shape}", functools.partial(write_mat, shape))
    for i, method in enumerate(wedged):
        run(count + len(mats) + i + 1, f"wedged, {method}", functools.partial(write_wedged, method), 0.1)
    for i, seed in enumerate(still):
        run_still(before + i + 1, f"still {seed}", functools.partial(write_still, seed))
    for i, seed in enumerate(thrown):
        run(before + len(still) + i + 1, f"thrown {seed}", functools.partial(write_thrown, seed), 0.01)
    for i, method in enumerate(slot):
        run(after + i + 1, f"thrown in a slot, {method}", functools.partial(write_slot, method), 0.01)
    if not some:
        run_still(after + len(slot) + 1, "pressed in", write_pressed_in)


if __name__ == "__main__":
    main()
