#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random scenes of the kinds of IPC's benchmark, with meshes of our own: stacks, sheets, rods, obstacles without
thickness, wedges with friction, squeezes, twists, high speed, funnels, rings, houses of cards, nails.  Ratios of
stiffness, size, speed and step are drawn.  No triangles that cut, no element inside out, no energy of nothing, to the end.

    random_scenes.py AUDIT FIRST LAST [--keep DIR] [--all] [--clock SECONDS]

One line for each scene that does not; --keep: those are written there; --all: a line for each.  Not a test of the build:
scenes_test.py is."""
import argparse
import itertools
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import ipc_scene
import random_touching

GAIN = 0.01  # of the largest kinetic energy: what overlap pushed out may lift
LIFT = 1e-3  # of the size, by all that weighs: what begins nearer than the gap that is kept
KUHN = [[0, 1, 3, 7], [0, 3, 2, 7], [0, 2, 6, 7], [0, 6, 4, 7], [0, 4, 5, 7], [0, 5, 1, 7]]  # bits of a corner: x y z


def log_uniform(r, low, high):
    return 10 ** r.uniform(low, high)


# --- meshes: (nodes, tetrahedra) ---

def grid(counts, place):
    """Cells of a grid in six tetrahedra each; place: of (x, y, z) within 0..1, where a node is."""
    numbers = {}
    nodes = []
    for key in itertools.product(*(range(n + 1) for n in counts)):
        numbers[key] = len(nodes)
        nodes.append(place([key[k] / counts[k] for k in range(3)]))
    tets = []
    for i, j, k in itertools.product(*(range(n) for n in counts)):
        corners = [numbers[(i + (b & 1), j + (b >> 1 & 1), k + (b >> 2))] for b in range(8)]
        tets += [[corners[c] for c in tet] for tet in KUHN]
    return nodes, tets


def block(size, counts):
    return grid(counts, lambda s: [size[k] * (s[k] - 0.5) for k in range(3)])


def round_off(p):
    """From a cube to a ball, both of radius 1."""
    x, y, z = (v * v for v in p)
    return [p[0] * math.sqrt(1 - y / 2 - z / 2 + y * z / 3), p[1] * math.sqrt(1 - z / 2 - x / 2 + z * x / 3),
            p[2] * math.sqrt(1 - x / 2 - y / 2 + x * y / 3)]


def ball(radius, cells):
    return grid([cells] * 3, lambda s: [radius * v for v in round_off([2 * v - 1 for v in s])])


def rod(radius, length, cells):
    """Along x."""
    def place(s):
        y, z = 2 * s[1] - 1, 2 * s[2] - 1
        return [length * (s[0] - 0.5), radius * y * math.sqrt(1 - z * z / 2), radius * z * math.sqrt(1 - y * y / 2)]
    return grid([cells, 2, 2], place)


def ring(radius, thick, cells):
    """In the plane x, y."""
    nodes, tets = [], []
    for i in range(cells):
        turn = 2 * math.pi * i / cells
        for j, k in itertools.product(range(3), range(3)):
            y, z = j - 1, k - 1
            a, b = thick * y * math.sqrt(1 - z * z / 2), thick * z * math.sqrt(1 - y * y / 2)
            nodes.append([(radius + a) * math.cos(turn), (radius + a) * math.sin(turn), b])
    for i, j, k in itertools.product(range(cells), range(2), range(2)):
        corners = [9 * ((i + (b & 1)) % cells) + 3 * (j + (b >> 1 & 1)) + k + (b >> 2) for b in range(8)]
        tets += [[corners[c] for c in tet] for tet in KUHN]
    return nodes, tets


def prism(angle, size):
    """A stone of an arch: a box whose sides lean by half the angle, along z."""
    lean = math.tan(angle / 2)

    def place(s):
        y = size[1] * (s[1] - 0.5)
        return [2 * (s[0] - 0.5) * (size[0] / 2 + lean * y), y, size[2] * (s[2] - 0.5)]
    return grid([1, 1, 1], place)


def tetrahedron(size):
    return [[0, 0, 0], [size, 0, 0], [0, size, 0], [0, 0, size]], [[0, 1, 2, 3]]


# --- obstacles: (vertices, faces) ---

def pyramid(width, height):
    """A nail that points up."""
    w = width / 2
    return [[-w, 0, -w], [w, 0, -w], [w, 0, w], [-w, 0, w], [0, height, 0]], \
        [[0, 1, 2], [0, 2, 3], [0, 4, 1], [1, 4, 2], [2, 4, 3], [3, 4, 0]]


def funnel(wide, narrow, height, sides, spout):
    """Open, without thickness; its spout reaches down from y = 0."""
    circles = [(narrow, -spout), (narrow, 0.0), (wide, height)]
    vertices = [[radius * math.cos(2 * math.pi * i / sides), y, radius * math.sin(2 * math.pi * i / sides)]
                for radius, y in circles for i in range(sides)]
    faces = []
    for level, i in itertools.product(range(2), range(sides)):
        a, b = level * sides + i, level * sides + (i + 1) % sides
        faces += [[a, b, b + sides], [a, b + sides, a + sides]]
    return vertices, faces


def box_faces(size):
    return [[size[k] * (p[k] - 0.5) for k in range(3)] for p in random_touching.CUBE], random_touching.CUBE_FACES


class Scene:
    def __init__(self, seed, folder):
        self.r = random.Random(seed + 7_000_000)
        self.folder = folder
        self.driven, self.mass = False, 0.0
        self.unit = log_uniform(self.r, -2, 0.7)
        self.young = log_uniform(self.r, 4, 8)
        self.density = log_uniform(self.r, 2.3, 3.7)
        self.friction = self.r.choice([0, 0, 0.05, 0.2, 0.5, 1.0])
        self.step = self.r.choice([0.002, 0.005, 0.01, 0.02, 0.025, 0.04])
        self.steps = self.r.choice([60, 100, 150])
        rule = {"name": "all", "friction": self.friction, "self_contact": True}
        self.model = {"gravity": [0, -9.80665, 0], "solver": {"max_step": self.step}, "bodies": [], "fems": [],
                      "attachments": [], "collisions": [rule]}

    def ground(self, y=0.0, normal=(0, 1, 0)):
        self.model["bodies"].append({"name": f"plane{len(self.model['bodies'])}", "dynamic": False, "position": [0, y, 0],
                                     "orientation": ipc_scene.turn_z_to(normal),
                                     "geometry": {"shape": "half_space", "size": [4, 4, 0.1]}})

    def turn(self):
        return [self.r.uniform(-180, 180) for _ in range(3)]

    def soft(self, mesh, at, turn=(0, 0, 0), young=None, velocity=None, held=None):
        """Placed by turns in degrees; velocity of all nodes; held: of nodes as they are in the mesh."""
        nodes, tets = mesh
        matrix = ipc_scene.rotation(*turn)
        held = [k for k, p in enumerate(nodes) if held and held(p)]
        nodes = [[v + at[k] for k, v in enumerate(ipc_scene.apply(matrix, p))] for p in nodes]
        self.mass += self.density * sum(abs(ipc_scene.rest_volume(nodes, t)) for t in tets)
        name = f"shape{len(self.model['fems'])}"
        with open(os.path.join(self.folder, name + ".node"), "w", encoding="utf-8") as file:
            file.write(f"{len(nodes)} 3 0 0\n" + "".join(f"{k} {p[0]!r} {p[1]!r} {p[2]!r}\n" for k, p in enumerate(nodes)))
        with open(os.path.join(self.folder, name + ".ele"), "w", encoding="utf-8") as file:
            tets = [t if ipc_scene.rest_volume(nodes, t) > 0 else [t[0], t[2], t[1], t[3]] for t in tets]
            file.write(f"{len(tets)} 4 0\n" + "".join(f"{k} {t[0]} {t[1]} {t[2]} {t[3]}\n" for k, t in enumerate(tets)))
        fem = {"name": name, "mesh": {"source": "file", "file": name + ".node"}, "density": self.density,
               "material": {"type": "neo_hookean", "youngs_modulus": young or self.young,
                            "poissons_ratio": self.r.choice([0.2, 0.4, 0.4, 0.45])}}
        if velocity:
            fem["nodes"] = [{"number": k, "velocity": velocity} for k in range(len(nodes)) if k not in held]
        fem["nodes"] = fem.get("nodes", []) + [{"number": k, "dynamic": False} for k in held]
        self.model["fems"].append(fem)
        return name, nodes

    def handle(self, fem, nodes, which, linear, angular):
        """Nodes on a body that moves."""
        numbers = [k for k, p in enumerate(nodes) if which(p)]
        low, high = ipc_scene.bounds([nodes[k] for k in numbers])
        name = f"handle{len(self.model['attachments'])}"
        self.model["bodies"].append({"name": name, "dynamic": False, "position": [(low[k] + high[k]) / 2 for k in range(3)],
                                     "geometry": {"shape": "none"}, "target_velocity": linear,
                                     "target_angular_velocity": angular})
        self.model["attachments"].append({"class": "node_attachment", "name": name, "fem": f"fems/{fem}",
                                          "nodes": " ".join(map(str, numbers)), "to": f"bodies/{name}"})
        self.driven = True

    def fixed(self, mesh, at, turn=(0, 0, 0), velocity=None):
        vertices, faces = mesh
        name = f"obstacle{len(self.model['bodies'])}"
        matrix = ipc_scene.rotation(*turn)
        placed = [ipc_scene.apply(matrix, p) for p in vertices]
        with open(os.path.join(self.folder, name + ".obj"), "w", encoding="utf-8") as file:
            file.write("".join(f"v {p[0]!r} {p[1]!r} {p[2]!r}\n" for p in placed) +
                       "".join(f"f {f[0] + 1} {f[1] + 1} {f[2] + 1}\n" for f in faces))
        body = {"name": name, "dynamic": False, "position": list(at), "geometry": {"shape": "mesh", "mesh": name + ".obj"}}
        if velocity:
            body["target_velocity"] = velocity
            self.driven = True
        self.model["bodies"].append(body)

    # --- kinds ---

    def any_solid(self, size):
        r = self.r
        kind = r.choice(["block", "ball", "rod", "tetrahedron", "ring"])
        if kind == "block":
            return block([size * r.choice([0.6, 1]) for _ in range(3)], [r.randint(1, 3) for _ in range(3)])
        if kind == "ball":
            return ball(size / 2, r.choice([2, 4]))
        if kind == "rod":
            return rod(size / 10, size, r.randint(4, 10))
        return ring(0.38 * size, 0.12 * size, r.choice([8, 12])) if kind == "ring" else tetrahedron(size)

    def stack(self):
        self.ground()
        aligned, y = self.r.random() < 0.5, 0.0
        for _ in range(self.r.randint(2, 5)):
            size = self.unit * self.r.choice([0.3, 1, 1])
            gap = self.unit * log_uniform(self.r, -4, -0.5)
            side = 0 if aligned else 0.2 * size
            cells = [self.r.randint(1, 2)] * 3
            self.soft(block([size] * 3, cells), [self.r.uniform(-side, side), y + gap + size / 2, self.r.uniform(-side, side)],
                      [0, 0 if aligned else self.r.uniform(-180, 180), 0], self.young * self.r.choice([1, 1, 10, 100]))
            y += gap + size

    def heap(self):
        self.ground()
        y = 0.0
        for _ in range(self.r.randint(2, 5)):
            size = self.unit * self.r.choice([0.5, 1])
            y += 1.05 * size
            self.soft(self.any_solid(size), [0.2 * size * self.r.uniform(-1, 1), y, 0.2 * size * self.r.uniform(-1, 1)],
                      self.turn(), self.young * self.r.choice([1, 1, 100]))
            y += 0.6 * size

    def sheet(self):
        """A mat over what is fixed, or under what falls on it."""
        u, cells = self.unit, self.r.choice([6, 10, 14])
        thick = self.r.choice([0.005, 0.02, 0.05])
        mat = block([u, thick * u, u], [cells, 1, cells])
        kind = self.r.choice(["over", "under", "two"])
        if kind == "over":
            size = u * self.r.choice([0.3, 0.5])
            self.fixed(self.r.choice([box_faces([size] * 3), pyramid(size / 3, size)]), [0, 0, 0], [0, self.r.uniform(0, 90), 0])
            self.soft(mat, [0, size * 1.1, 0], [0, self.r.uniform(0, 90), 0])
        elif kind == "under":
            self.soft(mat, [0, 0, 0], held=lambda p: abs(abs(p[0]) - u / 2) < 1e-9 * u)
            self.soft(ball(0.2 * u, 4), [0.1 * u, 0.3 * u, 0], self.turn(), self.young * self.r.choice([1, 10]))
        else:
            self.ground()
            self.soft(mat, [0, 0.1 * u, 0])
            self.soft(mat, [0.05 * u, (0.15 + thick) * u, 0.02 * u], [0, self.r.uniform(0, 90), self.r.uniform(-10, 10)])

    def rods(self):
        self.ground()
        for i in range(self.r.randint(3, 6)):
            self.soft(rod(0.05 * self.unit, self.unit, 8), [0, (0.1 + 0.13 * i) * self.unit, 0],
                      [0, 90 * (i % 2) + self.r.uniform(-20, 20), 0])

    def thin(self):
        """Edges and points without thickness to speak of, under what falls."""
        u = self.unit
        for i in range(self.r.randint(2, 6)):
            points = [[-u, 0, (i - 2) * 0.3 * u], [u, 0.05 * u * self.r.uniform(-1, 1), (i - 2) * 0.3 * u]]
            self.fixed(ipc_scene.bars(points, [[0, 1]], u * self.r.choice([5e-4, 2e-3])), [0, 0, 0])
        mesh = self.r.choice([block([u, 0.03 * u, u], [8, 1, 8]), ball(0.4 * u, 4), block([0.6 * u] * 3, [2, 2, 2])])
        self.soft(mesh, [0.03 * u, 0.5 * u, 0.02 * u], self.r.choice([[0, 0, 0], self.turn()]))

    def slope(self):
        angle = self.r.uniform(5, 50)
        normal = [math.sin(math.radians(angle)), math.cos(math.radians(angle)), 0]
        self.ground(0.0, normal)
        size = self.unit * self.r.choice([0.3, 1])
        self.soft(block([size] * 3, [self.r.randint(1, 3)] * 3), [(size / 2 + 1e-3 * size) * v for v in normal], [0, 0, -angle])

    def arch(self):
        stones = self.r.choice([5, 7, 9, 13])
        angle, u = math.pi / stones, self.unit
        thick = u * self.r.uniform(0.15, 0.4)
        size = [2 * u * math.tan(angle / 2) - 2e-3 * u, thick, 0.3 * u]
        self.ground()
        for i in range(stones):
            turn = (i + 0.5) * angle
            self.soft(prism(angle, size), [u * math.cos(turn), u * math.sin(turn) + 2e-3 * u, 0],
                      [0, 0, math.degrees(turn) - 90])

    def squeeze(self):
        """Between two plates, or through a hole."""
        u = self.unit
        speed = u * self.r.choice([0.1, 0.5, 1.5]) / (self.steps * self.step)
        mesh = self.r.choice([ball(0.4 * u, 4), ring(0.35 * u, 0.1 * u, 12), block([0.6 * u] * 3, [3, 3, 3]),
                              block([0.7 * u, 0.1 * u, 0.7 * u], [8, 1, 8])])
        self.soft(mesh, [0, 0, 0], self.r.choice([[0, 0, 0], [90, 0, 0], self.turn()]))
        plate = box_faces([2 * u, 0.1 * u, 2 * u])
        limit = min(speed, 0.25 * u / (self.steps * self.step))
        self.fixed(plate, [0, 0.56 * u, 0], velocity=[0, -limit, 0])
        self.fixed(plate, [0, -0.56 * u, 0], velocity=[0, limit, 0])

    def twist(self):
        u = self.unit
        self.model["gravity"] = [0, 0, 0]
        rate = self.r.uniform(1, 6) / (self.steps * self.step)
        if self.r.random() < 0.5:
            shapes = [(block([u, 0.03 * u, 0.6 * u], [12, 1, 8]), [0, 0, 0])]
        else:
            shapes = [(rod(0.04 * u, u, 14), [0, 0.05 * u * y, 0.05 * u * z]) for y in (-1, 1) for z in (-1, 1)]
        for mesh, at in shapes:
            name, nodes = self.soft(mesh, at)
            for side in (-1, 1):
                self.handle(name, nodes, lambda p, s=side: s * p[0] > 0.499 * u, [0, 0, 0], [side * rate, 0, 0])
        for body in self.model["bodies"]:
            body["position"] = [body["position"][0], 0, 0]

    def fast(self):
        u = self.unit
        speed = self.r.choice([3, 10, 30, 100])
        if self.r.random() < 0.6:
            self.fixed(self.r.choice([box_faces([0.05 * u, 3 * u, 3 * u]), pyramid(0.3 * u, u),
                                      ([[0, -u, -u], [0, u, -u], [0, 0, 1.5 * u]], [[0, 1, 2]])]), [u, 0, 0], [0, 0, 0])
        else:
            self.soft(block([0.05 * u, 2 * u, 2 * u], [1, 6, 6]), [u, 0, 0], held=lambda p: abs(abs(p[1]) - u) < 1e-9 * u)
        self.soft(self.any_solid(0.5 * u), [0, 0.1 * u, 0.05 * u], self.turn(), velocity=[speed, 0, 0])
        self.model["gravity"] = [0, 0, 0]

    def through(self):
        """A funnel."""
        u = self.unit
        self.fixed(funnel(u, u * self.r.uniform(0.2, 0.5), 0.8 * u, self.r.choice([8, 12, 16]), 0.3 * u), [0, 0, 0])
        y = 0.7 * u
        for _ in range(self.r.randint(1, 4)):
            size = u * self.r.choice([0.4, 0.6])
            y += 0.7 * size
            self.soft(self.any_solid(size), [0.05 * u * self.r.uniform(-1, 1), y, 0.05 * u * self.r.uniform(-1, 1)], self.turn())
            y += 0.7 * size

    def rings(self):
        """Chains from a fixed ring, or rings on a peg."""
        u, n = self.unit, self.r.randint(2, 5)
        if self.r.random() < 0.5:
            for i in range(n):
                self.soft(ring(0.3 * u, 0.06 * u, 14), [0, -0.42 * i * u, 0], [0, 90 * (i % 2), 0],
                          held=(lambda p: p[1] > 0.2 * u) if i == 0 else None)
        else:
            self.ground()
            self.fixed(box_faces([0.2 * u, 3 * u, 0.2 * u]), [0, 1.4 * u, 0])
            for i in range(n):
                self.soft(ring(0.3 * u, 0.08 * u, 12), [0, (0.4 + 0.45 * i) * u, 0],
                          [90 + self.r.uniform(-20, 20), 0, self.r.uniform(-20, 20)])

    def cards(self):
        u, lean = self.unit, 30
        self.ground()
        card = block([0.02 * u, u, u], [1, 4, 4])
        foot = (u / 2) * math.cos(math.radians(lean)) + 0.01 * u * math.sin(math.radians(lean)) + 2e-3 * u
        out = (u / 2) * math.sin(math.radians(lean)) + 0.012 * u * math.cos(math.radians(lean))
        for x in (-1, 1):
            for side in (-1, 1):
                self.soft(card, [1.12 * u * x / 2 + side * out, foot, 0], [0, 0, side * lean], self.young * 10)
        top = 2 * foot + 0.02 * u
        self.soft(block([1.4 * u, 0.02 * u, u], [4, 1, 4]), [0, top, 0], young=self.young * 10)
        self.soft(block([0.3 * u] * 3, [1, 1, 1]), [0.1 * u, top + self.r.uniform(0.3, 1.5) * u, 0.1 * u], self.turn())

    def nails(self):
        u = self.unit
        n = self.r.randint(1, 3)
        for i, j in itertools.product(range(n), range(n)):
            self.fixed(pyramid(0.1 * u, 0.4 * u), [(i - (n - 1) / 2) * 0.35 * u, -0.4 * u, (j - (n - 1) / 2) * 0.35 * u])
        self.soft(self.any_solid(0.8 * u), [0.02 * u, self.r.uniform(0.75, 1.5) * u, 0.01 * u],
                  self.r.choice([[0, 0, 0], self.turn()]))


KINDS = ["stack", "heap", "sheet", "rods", "thin", "slope", "arch", "squeeze", "twist", "fast", "through", "rings", "cards",
         "nails"]


def write(seed, folder):
    scene = Scene(seed, folder)
    kind = KINDS[seed % len(KINDS)]
    getattr(scene, kind)()
    with open(os.path.join(folder, "model.sinew"), "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": scene.model}, file)
    return scene, kind


def examine(audit, seed, kept, clock):
    """A line, and what is wrong with it (None: nothing)."""
    with tempfile.TemporaryDirectory() as folder:
        scene, kind = write(seed, folder)
        done = subprocess.run([audit, os.path.join(folder, "model.sinew"), repr(scene.steps * scene.step), repr(clock)],
                              capture_output=True, text=True, check=False)
    line = done.stdout.strip().split("\n")[-1] if done.returncode == 0 else f"end=crash {done.returncode} {done.stderr[-200:]}"
    number = lambda name: random_touching.number_in(line, name)
    wrong = None
    if done.returncode != 0 or not line.endswith(("end=ok", "end=clock")):
        wrong = "stops"
    elif line.endswith("end=clock"):
        wrong = "slow"
    if number("meet") > 0 or number("inverted") > 0:
        wrong = "cuts"
    elif not scene.driven and number("gain") > GAIN and number("rise") > LIFT * 9.81 * scene.mass * scene.unit:
        wrong = "gains"
    if wrong and kept:
        kept = os.path.join(kept, str(seed))
        os.makedirs(kept, exist_ok=True)
        write(seed, kept)
    text = (f"{seed} {kind} size={scene.unit:.2g} E={scene.young:.2g} rho={scene.density:.2g} mu={scene.friction} "
            f"h={scene.step}: {line}")
    return text, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("audit")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--keep")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--clock", type=float, default=60, help="processor seconds for each scene")
    wanted = parser.parse_args()
    counts = {}
    for seed in range(wanted.first, wanted.last + 1):
        text, wrong = examine(wanted.audit, seed, wanted.keep, wanted.clock)
        counts[wrong] = counts.get(wrong, 0) + 1
        if wrong or wanted.all:
            print(f"{wrong or 'fine'}: {text}", flush=True)
    print(f"{wanted.last - wanted.first + 1} scenes: " + ", ".join(f"{n} {what or 'fine'}" for what, n in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
