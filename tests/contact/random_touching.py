#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random rows of bodies that begin touching, or nearer than the gap that surfaces keep, without gravity: rigid ones
(convex, concave, round), tissue, some of them held, some thrown.  Opening the gap is to make no energy.

    random_touching.py AUDIT FIRST LAST [--keep DIR] [--all]

One line for each model that gains, stops, or in which surfaces meet: gain over the kinetic energy at the start, and,
where all is still at the start, the speed that the gain would give to all that moves, over its size [1/s].  --keep:
those models are written there; --all: a line for each.  Not a test of the build."""
import argparse
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile

METHODS = ["backward_euler", "trapezoidal", "newton_euler", "newton_trapezoidal", "symplectic_euler"]
STEPS = 40
GAINS = 2e-3  # of the kinetic energy at the start
SPEED = 1e-4  # of the size a second
L_FACES = [[0, 1, 2], [0, 2, 3], [0, 3, 5], [3, 4, 5]]
L_PLAN = [(0, 0), (2, 0), (2, 1), (1, 1), (1, 2), (0, 2)]
CUBE = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
CUBE_FACES = [[0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1], [2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4],
              [1, 5, 7], [1, 7, 3]]


def volume(points, faces):
    total = 0
    for a, b, c in faces:
        (x, y, z), (u, v, w), (p, q, r) = points[a], points[b], points[c]
        total += x * (v * r - w * q) - y * (u * r - w * p) + z * (u * q - v * p)
    return total / 6


def l_mesh():
    """A prism over an L, 1 high along y."""
    points = [[x / 2, y, z / 2] for y in (0, 1) for x, z in L_PLAN]
    faces = [list(f) for f in L_FACES] + [[6 + f[0], 6 + f[2], 6 + f[1]] for f in L_FACES]
    for i in range(6):
        j = (i + 1) % 6
        faces += [[i, 6 + i, 6 + j], [i, 6 + j, j]]
    return points, faces


def write_obj(path, points, faces):
    if volume(points, faces) < 0:
        faces = [[a, c, b] for a, b, c in faces]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"v {p[0]!r} {p[1]!r} {p[2]!r}\n" for p in points)
        file.writelines(f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in faces)


def centred(points, size):
    low = [min(p[k] for p in points) for k in range(3)]
    high = [max(p[k] for p in points) for k in range(3)]
    return [[size[k] * ((p[k] - low[k]) / (high[k] - low[k]) - 0.5) for k in range(3)] for p in points]


def multiply(a, b):
    w, x, y, z = a
    s, u, v, t = b
    return [w * s - x * u - y * v - z * t, w * u + x * s + y * t - z * v,
            w * v - x * t + y * s + z * u, w * t + x * v - y * u + z * s]


def rotate(q, v):
    return multiply(multiply(q, [0] + list(v)), [q[0], -q[1], -q[2], -q[3]])[1:]


class Row:
    """Bodies one on the other along y, then all of it turned."""

    def __init__(self, seed, folder):
        self.r = random.Random(seed)
        self.folder = folder
        self.unit = 10 ** self.r.uniform(-2, 0)
        self.model = {"gravity": [0, 0, 0], "bodies": [], "fems": []}
        self.turn = self.draw_turn()
        self.top, self.mass, self.kinetic = 0.0, 0.0, 0.0
        self.names = []

    def draw_turn(self):
        kind = self.r.random()
        if kind < 0.5:
            return [1, 0, 0, 0]
        if kind < 0.75:
            half = math.sqrt(0.5)
            return self.r.choice([[half, half, 0, 0], [half, 0, 0, half], [0, 1, 0, 0]])
        q = [self.r.gauss(0, 1) for _ in range(4)]
        length = math.sqrt(sum(x * x for x in q))
        return [x / length for x in q]

    def clearance(self, first):
        """Between this body and the one below, over the size: none, or less than any gap that is kept."""
        if first:
            return 0
        return self.unit * self.r.choice([0, 0, 0, 0, 1e-16, -1e-16, 1e-6, 2e-5, -1e-6, 3e-4])

    def rigid(self, kind, size, name):
        body = {"name": name, "dynamic": True}
        if kind in ("l", "mesh"):
            points, faces = l_mesh() if kind == "l" else (CUBE, CUBE_FACES)
            write_obj(os.path.join(self.folder, name + ".obj"), centred(points, size), faces)
            body["geometry"] = {"shape": "mesh", "mesh": name + ".obj"}
        elif kind == "sphere":
            size[0] = size[2] = size[1]
            body["geometry"] = {"shape": "ellipsoid", "size": [v / 2 for v in size]}
        elif kind == "cylinder":
            body["geometry"] = {"shape": "cylinder", "radius": size[0] / 2, "length": size[2]}
            size[1] = size[0]  # lies: its axis is z
        elif kind == "capsule":
            body["geometry"] = {"shape": "capsule", "radius": size[0] / 2, "length": size[2]}
            size[1] = size[0]
        else:
            body["geometry"] = {"shape": "box", "size": size}
        mass = 1000 * size[0] * size[1] * size[2] * 10 ** self.r.uniform(-1, 1)
        body["inertia"] = {"method": "mass", "mass": mass}
        return body, mass

    def soft(self, size, name, velocity):
        cells = [self.r.randint(1, 3) for _ in range(3)]
        density = 10 ** self.r.uniform(2, 3.5)
        fem = {"name": name, "density": density,
               "material": {"type": self.r.choice(["neo_hookean", "neo_hookean", "corotated", "st_venant_kirchhoff"]),
                            "youngs_modulus": 10 ** self.r.uniform(3.5, 8), "poissons_ratio": self.r.choice([0, 0.3, 0.45])},
               "mesh": {"source": "box", "size": size, "element": self.r.choice(["tet4", "hex8", "tet10"]),
                        "cells_x": cells[0], "cells_y": cells[1], "cells_z": cells[2]}}
        if self.r.random() < 0.3:
            fem["damping"] = {"stiffness": self.r.choice([0.001, 0.01])}
        if any(velocity):
            fem["mesh"]["element"] = "hex8"  # whose nodes are easily counted
            count = (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1)
            fem["nodes"] = [{"number": i, "velocity": velocity} for i in range(count)]
        return fem, density * size[0] * size[1] * size[2]

    def add(self, kind, first, held, velocity):
        size = [self.unit * self.r.choice([0.3, 0.5, 0.5, 1]) for _ in range(3)]
        name = f"{kind}{len(self.names)}"
        self.names.append(name)
        if kind == "soft":
            item, mass = self.soft(size, name, rotate(self.turn, velocity))
        else:
            item, mass = self.rigid(kind, size, name)
        at = [self.unit * self.r.choice([0, 0, 0.1, self.r.uniform(-0.2, 0.2)]), 0.0,
              self.unit * self.r.choice([0, 0, 0.1, self.r.uniform(-0.2, 0.2)])]
        at[1] = self.top + self.clearance(first) + size[1] / 2
        self.top = at[1] + size[1] / 2
        item["position"] = rotate(self.turn, at)
        item["orientation"] = self.turn
        if kind == "soft":
            self.model["fems"].append(item)
        else:
            item["dynamic"] = not held
            if not held:
                item["velocity"] = rotate(self.turn, velocity)
            self.model["bodies"].append(item)
        if not held or kind == "soft":
            self.mass += mass
            self.kinetic += 0.5 * mass * sum(v * v for v in velocity)

    def spring(self):
        """Pulls two bodies that move together, from its length at the start."""
        free = [b["name"] for b in self.model["bodies"] if b["dynamic"]]
        if len(free) < 2:
            return
        self.model["markers"] = [{"name": f"m{i}", "frame": f"bodies/{name}"} for i, name in enumerate(free[:2])]
        self.model["springs"] = [{"class": "axial_spring", "name": "spring", "points": ["markers/m0", "markers/m1"],
                                  "law": {"stiffness": 10 ** self.r.uniform(1, 5)}}]


def velocity_of(row, how, i):
    fast = row.unit * 10 ** row.r.uniform(-2, 0.5)
    return {"still": [0, 0, 0], "common": [0.3 * row.unit, 0.2 * row.unit, 0],
            "slide": [fast * (-1) ** i, 0, 0], "press": [0, -fast * i, 0], "part": [0, fast * i, 0]}[how]


def write(seed, folder):
    """The model of a seed; what is known of it."""
    row = Row(seed, folder)
    r = row.r
    row.model["solver"] = {"max_step": r.choice([0.001, 0.005, 0.01, 0.02]), "integrator": METHODS[seed % len(METHODS)]}
    kinds = r.choice([["box"], ["soft"], ["box", "soft"], ["l", "box"], ["l", "mesh", "soft"],
                      ["box", "sphere", "cylinder", "capsule", "mesh", "l", "soft", "soft"]])
    how = r.choice(["still", "still", "still", "common", "slide", "press", "part"])
    rule = {"name": "all", "friction": r.choice([0, 0.3, 1]), "self_contact": r.random() < 0.3}
    if r.random() < 0.3:
        rule["restitution"] = r.choice([0.3, 0.9, 1])
    elif r.random() < 0.25:
        rule.update(compliance=10 ** r.uniform(-8, -4), damping=r.choice([0, 10]))
    if r.random() < 0.2:
        rule["gap"] = row.unit * r.choice([1e-4, 1e-3])
    row.model["collisions"] = [rule]
    count = r.randint(2, 4)
    for i in range(count):
        kind = r.choice(kinds)
        held = kind != "soft" and r.random() < 0.25
        row.add(kind, i == 0, held, velocity_of(row, how, i))
    if r.random() < 0.15:
        row.spring()
    with open(os.path.join(folder, "model.sinew"), "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": row.model}, file)
    return row, how


def number_in(line, name):
    found = re.search(rf"\b{name}=(\S+)", line)
    return float(found[1]) if found else math.nan


def examine(audit, seed, wanted):
    """A line, and whether it says something."""
    with tempfile.TemporaryDirectory() as folder:
        row, how = write(seed, folder)
        seconds = STEPS * row.model["solver"]["max_step"]
        try:
            done = subprocess.run([audit, os.path.join(folder, "model.sinew"), repr(seconds), "60"], capture_output=True,
                                  text=True, check=False, timeout=120)
            line = done.stdout.strip() + done.stderr.strip()[-200:]
        except subprocess.TimeoutExpired:
            line = "more than 120 s"
        rise = number_in(line, "rise")
        speed = math.sqrt(2 * max(rise, 0) / row.mass) / row.unit if row.mass > 0 else 0
        share = rise / row.kinetic if row.kinetic > 0 else math.inf if rise > 0 else 0
        gains = speed > SPEED and share > GAINS
        wrong = gains or not line.endswith("end=ok") or " meet=0 " not in line
        words = f"{seed} {row.model['solver']['integrator']} {how} {'+'.join(row.names)}"
        text = f"{words}: rise={rise:.2g} share={share:.2g} speed={speed:.2g} {line}"
        if wrong and wanted.keep:
            kept = os.path.join(wanted.keep, str(seed))
            os.makedirs(kept, exist_ok=True)
            write(seed, kept)
    return text, wrong, gains, speed if gains else 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("audit")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--keep")
    parser.add_argument("--all", action="store_true")
    wanted = parser.parse_args()
    gain, stop, fastest = 0, 0, 0.0
    for seed in range(wanted.first, wanted.last + 1):
        text, wrong, gains, speed = examine(wanted.audit, seed, wanted)
        gain += gains
        stop += wrong and not gains
        fastest = max(fastest, speed)
        if wrong or wanted.all:
            print(text, flush=True)
    print(f"{wanted.last - wanted.first + 1} models: {gain} gain, at most {fastest:.2g}/s; {stop} stop or meet")
    return 0


if __name__ == "__main__":
    sys.exit(main())
