#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the masonry arches: one a tenth thicker than what stands, one a tenth thinner.

    make_arch.py OUT_FOLDER

The limit is where no line of thrust fits into the joints any more (Heyman 1966): 0.1075 of the mean radius with joints
everywhere (Milankovitch 1907), less with few.
"""
import json
import math
import os
import sys

VOUSSOIRS = 11  # odd
RADIUS, DEPTH = 1.0, 0.3  # m
KEPT = 1e-5  # overlap of the joints [m]
STONES = ("#c9b79c", "#bda988")


class Voussoir:
    """A trapezoid between two radii, its corners about the middle of its height."""

    def __init__(self, thickness):
        self.half = math.pi / (2 * VOUSSOIRS)
        self.inner, self.outer = (r * math.sin(self.half) for r in (RADIUS - thickness / 2, RADIUS + thickness / 2))
        self.low, self.high = (r * math.cos(self.half) for r in (RADIUS - thickness / 2, RADIUS + thickness / 2))
        self.middle = (self.low + self.high) / 2
        height, total = self.high - self.low, self.inner + self.outer
        self.mass = total * height
        self.centre = self.low + height * (self.inner + 2 * self.outer) / (3 * total)

    def write(self, path):
        with open(path, "w", encoding="utf-8") as file:
            file.write("# SPDX-License-Identifier: GPL-3.0-or-later\n# made by make_arch.py\n")
            for i in range(8):
                x = (self.outer if i & 2 else self.inner) + KEPT / 2
                z = (self.high if i & 2 else self.low) - self.middle
                file.write(f"v {x if i & 1 else -x:.9g} {DEPTH / 2 if i & 4 else -DEPTH / 2:.9g} {z:.9g}\n")
            for face in ((1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5), (2, 6, 8, 4)):
                file.write(f"f {face[0]} {face[1]} {face[2]}\nf {face[0]} {face[2]} {face[3]}\n")


def room(thickness, thrust):
    """What the line of thrust has left in the joints, as a moment; see engine/check/verify/verify_blocks.c."""
    v = Voussoir(thickness)
    a, b = v.inner, v.outer
    weight, moment = v.mass / 2, (v.high - v.low) * (a * a + a * b + b * b) / 6
    least, most = -math.inf, math.inf
    for i in range(VOUSSOIRS // 2 + 1):
        joint = (2 * i + 1) * v.half
        if i > 0:
            weight += v.mass
            moment += v.mass * v.centre * math.sin(2 * i * v.half)
        across = thrust * math.cos(joint) + weight * math.sin(joint)
        least = max(least, (RADIUS - thickness / 2) * across - moment)
        most = min(most, (RADIUS + thickness / 2) * across - moment)
    return most - least


def limit():
    low, high = 0.05, 0.2
    for _ in range(40):
        thickness = (low + high) / 2
        left, right = 0.0, 2 * thickness
        for _ in range(80):
            third = (right - left) / 3
            if room(thickness, left + third) < room(thickness, right - third):
                left += third
            else:
                right -= third
        low, high = (low, thickness) if room(thickness, left) >= 0 else (thickness, high)
    return high


def arch(name, mesh, thickness, y):
    v = Voussoir(thickness)
    bodies = []
    for i in range(VOUSSOIRS):
        angle = (2 * i + 1) * v.half - math.pi / 2
        bodies.append({"name": f"{name}{i + 1}",
                       "position": [round(v.middle * math.sin(angle), 12), y, round(v.middle * math.cos(angle), 12)],
                       "orientation": [round(math.cos(angle / 2), 12), 0, round(math.sin(angle / 2), 12), 0],
                       "geometry": {"shape": "mesh", "mesh": f"meshes/{mesh}.obj"}, "inertia": {"density": 2200},
                       "render": {"color": STONES[i % 2], "shading": "flat"}})
    return bodies


def main():
    out = sys.argv[1]
    least = limit()
    thick, thin = 1.1 * least, 0.9 * least
    Voussoir(thick).write(os.path.join(out, "meshes", "voussoir.obj"))
    Voussoir(thin).write(os.path.join(out, "meshes", "voussoir_thin.obj"))
    key = VOUSSOIRS // 2 + 1
    model = {
        "title": "Masonry arch",
        "notes": f"Two arches of {VOUSSOIRS} dry stones. A line of thrust fits into the joints of the one behind, "
                 f"{100 * thick:.1f} % of its radius thick, and it stands; it does not fit into the one in front, "
                 f"{100 * thin:.1f} %, which opens hinges in turn inside and outside and falls. The limit is "
                 f"{100 * least:.2f} % (10.75 % with joints everywhere: Milankovitch). Pull at a keystone while it runs, "
                 "or lower the friction until the feet slide.",
        "solver": {"max_step": 0.002},
        "duration": 3,
        "view": {"center": [0, 0, 0.5], "direction": [0.35, 1, -0.3], "size": 2.6, "ground": 0},
        "bodies": [{"name": "ground", "dynamic": False, "geometry": {"shape": "half_space", "size": [4, 3, 0.05]},
                    "render": {"visible": False, "color": "#9aa3ad"}}] +
        arch("stands", "voussoir", thick, 0.5) + arch("falls", "voussoir_thin", thin, -0.5),
        "collisions": [{"name": "joints", "friction": 0.7, "tolerance": KEPT}],
        "probes": [{"class": "output_probe", "name": "keystones", "targets":
                    [f"bodies/stands{key}:position", f"bodies/falls{key}:position", f"bodies/stands{key}:velocity"],
                    "interval": 0.02}]}
    text = json.dumps({"sinew": 1, "model": model}, indent=2)
    with open(os.path.join(out, "arch.sinew"), "w", encoding="utf-8") as file:
        file.write(text + "\n")


main()
