# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes of IPC's benchmark (github ipc-sim/IPC, input/) as models.

    ipc_scene.py SCENE.txt DATA OUT [STEP]      DATA holds tetMeshes, triMeshes; writes OUT/model.sinew

Placement follows data/contact/SCENES.md, which is read from the reference program.  What a scene asks for
that is not here (pushed or stretched borders, boundary conditions in a range of time) raises Unknown.
"""
import json
import math
import os
import sys


class Unknown(Exception):
    """A keyword with an effect on the motion that is not converted."""


# Of looks, of the rival solvers and of how exact the reference is.
IGNORED = {"energy", "warmStart", "constraintSolver", "view", "zoom", "tuning", "tol", "fricIterAmt", "cameraTracking",
           "playBackSpeed", "timeIntegration", "CCDMethod", "CCDTolerance", "usePreset", "dampingRatio", "useAbsParameters",
           "fricBound", "constraintType", "constraintOffset", "kinematicObjectsFriction", "appendStr", "disableCout",
           "selfCollisionOn", "timeStepper", "resolution", "inexactSolve", "QPSolver", "useActiveSetConvergence"}


def rotation(a, b, c):
    """Rx(a) Ry(b) Rz(c), degrees."""
    a, b, c = (math.radians(v) for v in (a, b, c))
    rx = [[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]]
    ry = [[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]]
    rz = [[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]]
    return multiply(rx, multiply(ry, rz))


def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(matrix, x):
    return [sum(matrix[i][k] * x[k] for k in range(3)) for i in range(3)]


def bounds(points):
    return [min(p[k] for p in points) for k in range(3)], [max(p[k] for p in points) for k in range(3)]


def read_msh(path):
    """Nodes and tetrahedra of Gmsh 4 and 2 files (one block of each)."""
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    at = lines.index("$Nodes") + 1
    head = [int(v) for v in lines[at].split()]
    nodes, tets = [], []
    number = {}
    if len(head) == 4:
        at += 1
        for _ in range(head[0]):
            n = int(lines[at].split()[3])
            for i in range(n):
                number[int(lines[at + 1 + i].split()[0])] = len(nodes)
                nodes.append([float(v) for v in lines[at + 1 + n + i].split()[:3]])
            at += 1 + 2 * n
    else:
        count = head[0]
        block = lines[at + 1].split()
        if len(block) == 4 and block[3] == str(count):  # "1 N" above, then tag and place in one line each
            at += 1
        for i in range(count):
            words = lines[at + 1 + i].split()
            number[int(words[0])] = len(nodes)
            nodes.append([float(v) for v in words[1:4]])
    at = lines.index("$Elements") + 1
    head = [int(v) for v in lines[at].split()]
    at += 1
    for _ in range(head[0] if len(head) == 4 or len(head) == 2 else 0):
        n = int(lines[at].split()[-1])
        for i in range(n):
            words = [int(v) for v in lines[at + 1 + i].split()]
            tets.append([number[v] for v in words[1:5]])
        at += 1 + n
    return nodes, tets


def read_obj(path):
    vertices, faces = [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words[:1] == ["v"]:
                vertices.append([float(v) for v in words[1:4]])
            elif words[:1] == ["f"]:
                corners = [int(w.split("/")[0]) - 1 for w in words[1:]]
                faces += [[corners[0], corners[i], corners[i + 1]] for i in range(1, len(corners) - 1)]
    return vertices, faces


def rest_volume(nodes, tet):
    a, b, c, d = (nodes[i] for i in tet)
    u, v, w = ([p[k] - a[k] for k in range(3)] for p in (b, c, d))
    return (u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0])) / 6


class Scene:
    """A scene read from its text; write() makes the model."""

    def __init__(self, path, data):
        self.data = data
        self.shapes, self.obstacles, self.planes = [], [], []
        self.step, self.time, self.density, self.young, self.poisson = 0.025, 5.0, 1000.0, 1e5, 0.4
        self.size, self.script, self.self_friction, self.gravity = 0.0, "", 0.0, True
        self.driven = False
        with open(path, encoding="utf-8") as file:
            text = file.read().replace("\\\n", " ")
        lines = iter([line.split("#")[0].split() for line in text.split("\n")])
        for words in lines:
            if words[:1] == ["section"]:
                while next(lines)[:2] != ["section", "end"]:
                    pass
            elif words:
                self.keyword(words, lines)

    def keyword(self, words, lines):
        key, values = words[0], words[1:]
        if key == "time":
            self.time, self.step = float(values[0]), float(values[1])
        elif key == "stiffness":
            self.young, self.poisson = float(values[0]), float(values[1])
        elif key == "density":
            self.density = float(values[0])
        elif key == "size":
            self.size = float(values[0])
        elif key == "script":
            self.script = values[0]
        elif key == "selfFric":
            self.self_friction = float(values[0])
        elif key == "turnOffGravity":
            self.gravity = False
        elif key == "ground":
            self.planes.append(([0, float(values[1]), 0], [0, 1, 0], float(values[0])))
        elif key == "halfSpace":
            v = [float(x) for x in values]
            self.planes.append((v[:3], v[3:6], v[7]))
        elif key in ("shapes", "shape"):
            if key == "shape":
                self.shapes.append((values[1], [0, 0, 0], [0, 0, 0], [1, 1, 1], None))
                return
            for _ in range(int(values[1])):
                self.shape(next(lines))
        elif key == "meshCO":
            self.obstacle(values)
        elif key == "rotateModel":
            raise Unknown("rotateModel")
        elif key not in IGNORED and not is_number(key):
            raise Unknown(key)

    def shape(self, words):
        v = [float(x) for x in words[1:10]]
        material, rest = None, words[10:]
        while rest:
            if rest[0] == "material":
                material, rest = [float(x) for x in rest[1:4]], rest[4:]
            else:
                raise Unknown(rest[0])
        self.shapes.append((words[0], v[:3], v[3:6], v[6:9], material))

    def obstacle(self, values):
        v = [float(x) for x in values[1:7]]
        turn = [float(x) for x in values[values.index("rotate") + 1:][:3]] if "rotate" in values else [0, 0, 0]
        vertices, faces = read_obj(self.path(values[0]))
        low, high = bounds(vertices)
        scale = v[3] / max(high[k] - low[k] for k in range(3))
        mean = [sum(p[k] for p in vertices) / len(vertices) for k in range(3)]
        matrix = rotation(*turn)
        placed = [[scale * y + v[k] for k, y in enumerate(apply(matrix, [p[k] - mean[k] for k in range(3)]))]
                  for p in vertices]
        self.obstacles.append((placed, faces, v[5]))

    def path(self, name):
        return os.path.join(self.data, name.removeprefix("input/"))

    def place(self):
        """Shapes in the world: (nodes, tetrahedra, material), surfaces that stay where they are."""
        placed = []
        for name, position, turn, scale, material in self.shapes:
            nodes, cells = read_msh(self.path(name)) if name.endswith(".msh") else read_obj(self.path(name))
            matrix = rotation(*turn)
            nodes = [[y + position[k] for k, y in enumerate(apply(matrix, [scale[k] * p[k] for k in range(3)]))]
                     for p in nodes]
            placed.append([nodes, cells, material, name.endswith(".msh")])
        low, high = bounds([p for shape in placed for p in shape[0]])
        if self.size > 0:
            factor = self.size / max(high[k] - low[k] for k in range(3))
            for shape in placed:
                shape[0] = [[factor * (p[k] - low[k]) for k in range(3)] for p in shape[0]]
            high = [factor * (high[k] - low[k]) for k in range(3)]
            low = [0.0, 0.0, 0.0]
        if self.script in ("fall", "dragright"):
            lift = 0.5 * math.dist(low, high)
            for shape in placed:
                shape[0] = [[p[0], p[1] + lift, p[2]] for p in shape[0]]
        return placed

    def held(self, nodes, low, high):
        """Nodes whose motion is given, and how fast they go."""
        x, y = [p[0] for p in nodes], [p[1] for p in nodes]
        if self.script == "dragright":
            self.driven = True
            return {i: [0.5, 0, 0] for i in range(len(nodes)) if x[i] > high[0] - 0.04 * (high[0] - low[0])}
        if self.script == "fixLowerHalf":
            return {i: [0, 0, 0] for i in range(len(nodes)) if y[i] < 0.5 * (low[1] + high[1])}
        return {}

    def turned(self, nodes, low, high):
        """Nodes at both ends in x that turn about it."""
        if self.script != "twist":
            return []
        self.driven = True
        near = 0.01 * (high[0] - low[0])
        return [[i for i, p in enumerate(nodes) if p[0] < low[0] + near],
                [i for i, p in enumerate(nodes) if p[0] > high[0] - near]]

    def drag_time(self, placed):
        """Until the body has passed the end of the obstacles."""
        end = max(p[0] for vertices, _, _ in self.obstacles for p in vertices)
        return (end - min(p[0] for shape in placed for p in shape[0])) / 0.5

    def write(self, out, step=None):
        if self.script not in ("", "fall", "fallNoShift", "dragright", "twist", "fixLowerHalf", "DCOFix"):
            raise Unknown("script " + self.script)
        placed = self.place()
        model = {"gravity": [0, -9.80665 if self.gravity else 0, 0], "solver": {"max_step": step or self.step},
                 "bodies": [], "fems": [], "attachments": [], "probes": [],
                 "collisions": [{"name": "all", "friction": self.self_friction, "self_contact": True}]}
        if self.script == "dragright":
            self.time = min(self.time, self.drag_time(placed))
        low, high = bounds([p for shape in placed for p in shape[0]])
        for i, (nodes, cells, material, solid) in enumerate(placed):
            if solid:
                self.write_fem(model, out, i, nodes, cells, material, (low, high))
            else:
                self.write_body(model, out, f"fixed{i}", nodes, cells, self.self_friction)
        for i, (vertices, faces, friction) in enumerate(self.obstacles):
            self.write_body(model, out, f"obstacle{i}", vertices, faces, friction)
        for i, (origin, normal, friction) in enumerate(self.planes):
            model["bodies"].append({"name": f"plane{i}", "dynamic": False, "position": origin,
                                    "orientation": turn_z_to(normal), "geometry": {"shape": "half_space", "size": [4, 4, 0.1]}})
            model["collisions"].append({"name": f"plane{i}", "bodies_a": [f"bodies/plane{i}"], "friction": friction})
        with open(os.path.join(out, "model.sinew"), "w", encoding="utf-8") as file:
            json.dump({"sinew": 1, "model": model}, file, indent=1)
        return model

    def write_fem(self, model, out, i, nodes, tets, material, box):
        with open(os.path.join(out, f"shape{i}.node"), "w", encoding="utf-8") as file:
            file.write(f"{len(nodes)} 3 0 0\n" + "".join(f"{k} {p[0]!r} {p[1]!r} {p[2]!r}\n" for k, p in enumerate(nodes)))
        tets = [t if rest_volume(nodes, t) > 0 else [t[0], t[2], t[1], t[3]] for t in tets]
        with open(os.path.join(out, f"shape{i}.ele"), "w", encoding="utf-8") as file:
            file.write(f"{len(tets)} 4 0\n" + "".join(f"{k} {t[0]} {t[1]} {t[2]} {t[3]}\n" for k, t in enumerate(tets)))
        density, young, poisson = material or (self.density, self.young, self.poisson)
        fem = {"name": f"shape{i}", "mesh": {"source": "file", "file": f"shape{i}.node"}, "density": density,
               "material": {"type": "neo_hookean", "youngs_modulus": young, "poissons_ratio": poisson}}
        held = self.held(nodes, *box)
        if held:
            fem["nodes"] = [{"number": k, "dynamic": False, "target_velocity": v} for k, v in held.items()]
        model["fems"].append(fem)
        centre = [0.5 * (box[0][k] + box[1][k]) for k in range(3)]
        for side, numbers in enumerate(self.turned(nodes, *box)):
            if not numbers:
                continue
            name = f"handle{i}_{side}"
            model["bodies"].append({"name": name, "dynamic": False, "position": [box[side][0]] + centre[1:],
                                    "geometry": {"shape": "none"},
                                    "target_angular_velocity": [(1 - 2 * side) * 0.4 * math.pi, 0, 0]})
            model["attachments"].append({"class": "node_attachment", "name": name, "fem": f"fems/shape{i}",
                                         "nodes": " ".join(map(str, numbers)), "to": f"bodies/{name}"})

    @staticmethod
    def write_body(model, out, name, vertices, faces, friction):
        with open(os.path.join(out, name + ".obj"), "w", encoding="utf-8") as file:
            file.write("".join(f"v {p[0]!r} {p[1]!r} {p[2]!r}\n" for p in vertices) +
                       "".join(f"f {f[0] + 1} {f[1] + 1} {f[2] + 1}\n" for f in faces))
        model["bodies"].append({"name": name, "dynamic": False, "geometry": {"shape": "mesh", "mesh": name + ".obj"}})
        model["collisions"].append({"name": name, "bodies_a": [f"bodies/{name}"], "friction": friction})


def turn_z_to(normal):
    length = math.sqrt(sum(v * v for v in normal))
    x, y, z = (v / length for v in normal)
    w, size = 1 + z, math.sqrt((1 + z) ** 2 + x * x + y * y)
    return [w / size, -y / size, x / size, 0] if size > 1e-12 else [0, 1, 0, 0]


def is_number(word):
    try:
        float(word)
        return True
    except ValueError:
        return False


if __name__ == "__main__":
    SCENE = Scene(sys.argv[1], sys.argv[2])
    SCENE.write(sys.argv[3], float(sys.argv[4]) if len(sys.argv) > 4 else None)
    print(SCENE.time, SCENE.step, "driven" if SCENE.driven else "free")
