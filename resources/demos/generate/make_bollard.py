#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demo of ropes that touch: bollard.sinew.  make_bollard.py DEMOS"""
import json
import math
import sys

DRUM, ROPE, LENGTH = 0.06, 0.004, 0.3
FRICTION = 0.3
ACROSS = [math.sqrt(0.5), math.sqrt(0.5), 0, 0]  # z of a cylinder along y


def wound(x, turns, parts, pitch, ends):
    """Nodes from below on the left, `turns` half turns over a drum about y at (x, 0, 0), and down on the right."""
    radius = DRUM + ROPE
    out = radius / math.cos(math.pi / parts / 2)
    n = turns * parts
    y = [pitch * (i / n - 0.5) for i in range(n + 1)]
    over = [[x - out * math.cos(math.pi * i / parts), y[i], out * math.sin(math.pi * i / parts)] for i in range(n + 1)]
    left = [[x - radius, y[0], -ends[0] * k / 4] for k in range(4, 0, -1)]
    right = [[x + radius, y[-1], -ends[1] * k / 4] for k in range(1, 5)]
    return left + over + right


def rope(name, nodes):
    entries = [{"kind": "free", "position": [round(c, 7) for c in p]} for p in nodes]
    entries[0] = {"kind": "point", "point": f"markers/{name}_light"}
    entries[-1] = {"kind": "point", "point": f"markers/{name}_heavy"}
    return {"class": "strand", "name": name, "radius": ROPE, "density": 900,
            "law": {"type": "tension_only", "youngs_modulus": 2e7, "damping": 0.01},
            "color": {"by": "tension"}, "nodes": entries}


def weights(name, nodes, masses):
    """Balls that hang on the ends, as large as they are heavy."""
    bodies, markers = [], []
    for kind, end, mass in (("light", nodes[0], masses[0]), ("heavy", nodes[-1], masses[1])):
        radius = round(0.024 * mass ** (1 / 3), 4)
        bodies.append({"name": f"{name}_{kind}", "position": [round(end[0], 7), round(end[1], 7), round(end[2] - radius, 7)],
                       "geometry": {"shape": "ellipsoid", "size": [radius] * 3}, "inertia": {"method": "mass", "mass": mass},
                       "render": {"color": "#5b6770"}, "caption": f"{mass:g} kg"})
        markers.append({"name": f"{name}_{kind}", "frame": f"bodies/{name}_{kind}", "location": [0, 0, radius]})
    return bodies, markers


def drum(name, x):
    return {"name": name, "dynamic": False, "position": [x, 0, 0], "orientation": ACROSS,
            "geometry": {"shape": "cylinder", "radius": DRUM, "length": 0.16}, "render": {"color": "#8a6f4d"}}


def model():
    lines = [("sliding", wound(-0.25, 1, 10, 0, (0.12, 0.12)), (1, 3.2)), ("held", wound(0, 1, 10, 0, (0.12, 0.12)), (1, 2)),
             ("wound", wound(0.25, 3, 10, 0.05, (0.12, 0.12)), (0.3, 4))]
    bodies, markers, targets = [drum("left", -0.25), drum("middle", 0), drum("right", 0.25)], [], []
    for name, nodes, masses in lines:
        more = weights(name, nodes, masses)
        bodies += more[0]
        markers += more[1]
        targets += [f"strands/{name}:start_tension", f"strands/{name}:end_tension", f"bodies/{name}_heavy:position"]
    return {
        "title": "Ropes over drums",
        "notes": "Three ropes lie on drums and touch them with friction 0.3. A half turn bears weights as 1 to "
                 "exp(0.3 pi) = 2.57: 1 kg holds 2 kg in the middle, and does not hold 3.2 kg on the left, which sink. "
                 "One and a half turns bear 1 to 16.9: on the right 0.3 kg hold 4 kg. Lower the friction while it runs, "
                 "or pull at a weight.",
        "gravity": [0, 0, -9.81],
        "solver": {"max_step": 0.002},
        "duration": 2,
        "view": {"center": [0, 0, -0.08], "direction": [0.35, 1, -0.35], "size": 0.8, "ground": -0.5},
        "bodies": bodies,
        "markers": markers,
        "strands": [rope(name, nodes) for name, nodes, _ in lines],
        "collisions": [{"name": "touch", "friction": FRICTION}],
        "probes": [{"class": "output_probe", "name": "ropes", "interval": 0.02, "targets": targets}],
    }


if __name__ == "__main__":
    with open(f"{sys.argv[1]}/bollard.sinew", "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model()}, file, indent=1)
        file.write("\n")
