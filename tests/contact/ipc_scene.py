# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes of IPC's benchmark (github ipc-sim/IPC, input/) as models.

    ipc_scene.py SCENE.txt DATA OUT [STEP]      DATA holds tetMeshes, triMeshes; writes OUT/model.sinew

Placement follows data/contact/SCENES.md; the rest (rotateModel, shapeMatrix, the scripts' speeds, DBC, NBC) follows
the reference's documentation and what its program does (src/main.cpp, src/AnimScripter.cpp).  What a scene asks for
that is not here raises Unknown.
"""
import dataclasses
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


def rotation_about(axis, degrees):
    """Matrix of a turn about an axis of any length: cos 1 + sin [n]x + (1 - cos) n n'."""
    length = math.sqrt(sum(v * v for v in axis))
    n = [v / length for v in axis] if length > 0 else [0, 0, 0]
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    cross = [[0, -n[2], n[1]], [n[2], 0, -n[0]], [-n[1], n[0], 0]]
    return [[c * (i == k) + s * cross[i][k] + (1 - c) * n[i] * n[k] for k in range(3)] for i in range(3)]


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


def read_seg(path):
    """Points and segments of a curve."""
    points, segments = [], []
    with open(path, encoding="utf-8") as file:
        for line in file:
            words = line.split()
            if words[:1] == ["v"]:
                points.append([float(v) for v in words[1:4]])
            elif words[:1] == ["s"]:
                segments.append([int(v) - 1 for v in words[1:3]])
    return points, segments


def bars(points, segments, radius):
    """Closed prisms of three sides around segments: what has no thickness has no surface here."""
    vertices, faces = [], []
    for a, b in segments:
        along = [points[b][k] - points[a][k] for k in range(3)]
        axis = min(range(3), key=lambda k: abs(along[k]))
        side = unit(cross(along, [float(k == axis) for k in range(3)]))
        up = cross(unit(along), side)
        first = len(vertices)
        for end in (a, b):
            for corner in range(3):
                c, s = (radius * f(2 * math.pi * corner / 3) for f in (math.cos, math.sin))
                vertices.append([points[end][k] + c * side[k] + s * up[k] for k in range(3)])
        for i, k in ((0, 1), (1, 2), (2, 0)):
            faces += [[first + i, first + k, first + 3 + k], [first + i, first + 3 + k, first + 3 + i]]
        faces += [[first, first + 2, first + 1], [first + 3, first + 4, first + 5]]
    return vertices, faces


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def unit(a):
    length = math.sqrt(sum(v * v for v in a))
    return [v / length for v in a]


def on_boundary(tets):
    """Nodes of faces that one tetrahedron has."""
    count = {}
    for t in tets:
        for face in ((0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)):
            key = tuple(sorted(t[k] for k in face))
            count[key] = count.get(key, 0) + 1
    return {node for key, n in count.items() if n == 1 for node in key}


def rest_volume(nodes, tet):
    a, b, c, d = (nodes[i] for i in tet)
    u, v, w = ([p[k] - a[k] for k in range(3)] for p in (b, c, d))
    return (u[0] * (v[1] * w[2] - v[2] * w[1]) - u[1] * (v[0] * w[2] - v[2] * w[0]) + u[2] * (v[0] * w[1] - v[1] * w[0])) / 6


@dataclasses.dataclass
class Condition:
    """Of the nodes in a box (shares of the shape's bounds as in its file): DBC moves them, NBC accelerates them."""
    kind: str
    low: list
    high: list
    linear: list
    angular: list
    begin: float
    end: float

    def numbers(self, nodes, tets):
        low, high = bounds(nodes)
        least, most = ([low[k] + box[k] * (high[k] - low[k]) for k in range(3)] for box in (self.low, self.high))
        return sorted(i for i in on_boundary(tets) if all(least[k] <= nodes[i][k] <= most[k] for k in range(3)))


@dataclasses.dataclass
class Shape:
    """One mesh of the scene; nodes, cells and conditions' nodes come with place()."""
    name: str
    position: list = dataclasses.field(default_factory=lambda: [0, 0, 0])
    turn: list = dataclasses.field(default_factory=lambda: [0, 0, 0])
    scale: list = dataclasses.field(default_factory=lambda: [1, 1, 1])
    material: list = None
    conditions: list = dataclasses.field(default_factory=list)
    nodes: list = None
    cells: list = None
    selected: list = None  # of each condition

    def __post_init__(self):
        self.kind = self.name.rsplit(".", 1)[-1]


def schedule(conditions, value, end):
    """Knots (time, sum of values) of conditions that hold from begin (included) to end (not)."""
    times = sorted({0.0} | {t for c in conditions for t in (c.begin, c.end) if 0 < t < end})
    active = [[c for c in conditions if c.begin <= t < c.end] for t in times]
    return [(t, [sum(value(c)[k] for c in now) for k in range(3)]) for t, now in zip(times, active)], all(active)


class Scene:
    """A scene read from its text; write() makes the model."""

    def __init__(self, path, data):
        self.data = data
        self.shapes, self.obstacles, self.planes = [], [], []
        self.step, self.time, self.density, self.young, self.poisson = 0.025, 5.0, 1000.0, 1e5, 0.4
        self.size, self.script, self.self_friction, self.gravity = 0.0, "", 0.0, True
        self.driven, self.model_turn, self.pushed = False, None, False
        self.ranges = {"DBC": (0.0, math.inf), "NBC": (0.0, math.inf)}
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
                self.shapes.append(Shape(values[1]))
                return
            for _ in range(int(values[1])):
                self.shape(next(lines))
        elif key == "shapeMatrix":
            self.shape_matrix(values, next(lines))
        elif key in ("DBCTimeRange", "NBCTimeRange"):
            self.ranges[key[:3]] = (float(values[0]), float(values[1]))
        elif key == "meshCO":
            self.obstacle(values)
        elif key == "rotateModel":
            self.model_turn = [float(v) for v in values[:3]], float(values[3])
        elif key not in IGNORED and not is_number(key):
            raise Unknown(key)

    def shape(self, words):
        v = [float(x) for x in words[1:10]]
        shape = Shape(words[0], v[:3], v[3:6], v[6:9])
        rest = words[10:]
        while rest:
            numbers = []
            for word in rest[1:]:
                if not is_number(word):
                    break
                numbers.append(float(word))
            self.extra(shape, rest[0], numbers)
            rest = rest[1 + len(numbers):]
        self.shapes.append(shape)

    @staticmethod
    def extra(shape, key, v):
        """Angular velocities are degrees/s there; a condition ends in the times when it begins and stops."""
        if key == "material":
            shape.material = v[:3]
        elif key in ("DBC", "NBC"):
            n = 12 if key == "DBC" else 9
            begin, end = v[n] if len(v) > n else 0.0, v[n + 1] if len(v) > n + 1 else math.inf
            shape.conditions.append(Condition(key, v[:3], v[3:6], v[6:9], [math.radians(x) for x in v[9:n]], begin, end))
        else:
            raise Unknown(key)

    def shape_matrix(self, values, words):
        """Copies on a grid: their numbers and the first one's place here, what lies between them on the line below."""
        count, first = [int(v) for v in values[1:4]], [float(v) for v in values[4:7]] or [0.0, 0.0, 0.0]
        v = [float(x) for x in words[1:10]]
        material = [float(x) for x in words[11:14]] if words[10:11] == ["material"] else None
        if words[10:] and not material:
            raise Unknown(words[10])
        self.shapes += [Shape(words[0], [first[d] + v[d] * n for d, n in enumerate((i, j, k))], v[3:6], v[6:9], material)
                        for i in range(count[0]) for j in range(count[1]) for k in range(count[2])]

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
        """Shapes in the world."""
        readers = {"msh": read_msh, "obj": read_obj, "seg": read_seg}
        for shape in self.shapes:
            nodes, shape.cells = readers[shape.kind](self.path(shape.name))
            shape.selected = [c.numbers(nodes, shape.cells) for c in shape.conditions]
            matrix = rotation(*shape.turn)
            shape.nodes = [[y + shape.position[k] for k, y in
                            enumerate(apply(matrix, [shape.scale[k] * p[k] for k in range(3)]))] for p in nodes]
        if self.model_turn:
            self.turn_all(*self.model_turn)
        low, high = bounds([p for shape in self.shapes for p in shape.nodes])
        if self.size > 0:
            factor = self.size / max(high[k] - low[k] for k in range(3))
            for shape in self.shapes:
                shape.nodes = [[factor * (p[k] - low[k]) for k in range(3)] for p in shape.nodes]
            high = [factor * (high[k] - low[k]) for k in range(3)]
            low = [0.0, 0.0, 0.0]
        if self.script in ("fall", "dragright"):
            lift = 0.5 * math.dist(low, high)
            for shape in self.shapes:
                shape.nodes = [[p[0], p[1] + lift, p[2]] for p in shape.nodes]

    def turn_all(self, axis, degrees):
        """About half the extents of all, wherever the middle may be: so the reference does."""
        low, high = bounds([p for shape in self.shapes for p in shape.nodes])
        pivot, matrix = [0.5 * (high[k] - low[k]) for k in range(3)], rotation_about(axis, degrees)
        for shape in self.shapes:
            shape.nodes = [[y + pivot[k] for k, y in enumerate(apply(matrix, [p[k] - pivot[k] for k in range(3)]))]
                           for p in shape.nodes]

    def held(self, nodes, low, high):
        """Nodes whose motion is given, and how fast they go."""
        x, y = [p[0] for p in nodes], [p[1] for p in nodes]
        if self.script == "dragright":
            self.driven = True
            return {i: [0.5, 0, 0] for i in range(len(nodes)) if x[i] > high[0] - 0.04 * (high[0] - low[0])}
        if self.script == "fixLowerHalf":
            return {i: [0, 0, 0] for i in range(len(nodes)) if y[i] < 0.5 * (low[1] + high[1])}
        if self.script == "pushRightMost1" and not self.pushed:  # the first node of the scene that is far enough right
            far = [i for i in range(len(nodes)) if x[i] > high[0] - 1e-3 * (high[0] - low[0])]
            self.driven = self.pushed = bool(far)
            return {i: [-0.15, 0, 0] for i in far[:1]}
        return {}

    def ends(self, nodes, low, high):
        """Nodes at both ends in x, which scripts move."""
        if self.script not in ("twist", "stretchAndPause"):
            return []
        self.driven = True
        near = 0.01 * (high[0] - low[0])
        return [[i for i, p in enumerate(nodes) if p[0] < low[0] + near],
                [i for i, p in enumerate(nodes) if p[0] > high[0] - near]]

    def pull_time(self):
        """1 m/s outwards until the last node of the left end has passed x = -0.28 at the start of a step."""
        everything = [p[0] for shape in self.shapes for p in shape.nodes]
        low, high = min(everything), max(everything)
        x, steps = [v for v in everything if v < low + 0.01 * (high - low)][-1], 0
        while x >= -0.28:
            x, steps = x - self.step, steps + 1
        return steps * self.step

    def drag_time(self):
        """Until the body has passed the end of the obstacles."""
        end = max(p[0] for vertices, _, _ in self.obstacles for p in vertices)
        return (end - min(p[0] for shape in self.shapes for p in shape.nodes)) / 0.5

    def write(self, out, step=None):
        if self.script not in ("", "fall", "fallNoShift", "dragright", "twist", "fixLowerHalf", "DCOFix", "stretchAndPause",
                               "pushRightMost1"):
            raise Unknown("script " + self.script)
        self.place()
        model = {"gravity": [0, -9.80665 if self.gravity else 0, 0], "solver": {"max_step": step or self.step},
                 "bodies": [], "fems": [], "attachments": [], "loads": [], "probes": [],
                 "collisions": [{"name": "all", "friction": self.self_friction, "self_contact": True}]}
        if self.script == "dragright":
            self.time = min(self.time, self.drag_time())
        box = bounds([p for shape in self.shapes for p in shape.nodes])
        for i, shape in enumerate(self.shapes):
            if shape.kind == "msh":
                self.write_fem(model, out, i, shape, box)
            elif shape.kind == "obj":
                self.write_body(model, out, f"fixed{i}", shape.nodes, shape.cells, self.self_friction)
        self.write_segments(model, out, box)
        for i, (vertices, faces, friction) in enumerate(self.obstacles):
            self.write_body(model, out, f"obstacle{i}", vertices, faces, friction)
        for i, (origin, normal, friction) in enumerate(self.planes):
            model["bodies"].append({"name": f"plane{i}", "dynamic": False, "position": origin,
                                    "orientation": turn_z_to(normal), "geometry": {"shape": "half_space", "size": [4, 4, 0.1]}})
            model["collisions"].append({"name": f"plane{i}", "bodies_a": [f"bodies/plane{i}"], "friction": friction})
        with open(os.path.join(out, "model.sinew"), "w", encoding="utf-8") as file:
            json.dump({"sinew": 1, "model": model}, file, indent=1)
        return model

    def write_segments(self, model, out, box):
        """All segments as one body, half as thick as the distance at which the reference's contact begins (1e-3 of the
        diagonal)."""
        vertices, faces = [], []
        for shape in self.shapes:
            if shape.kind == "seg":
                points, corners = bars(shape.nodes, shape.cells, 0.25e-3 * math.dist(*box))
                faces += [[len(vertices) + v for v in face] for face in corners]
                vertices += points
        if vertices:
            self.write_body(model, out, "segments", vertices, faces, self.self_friction)

    def write_fem(self, model, out, i, shape, box):
        nodes, tets = shape.nodes, shape.cells
        with open(os.path.join(out, f"shape{i}.node"), "w", encoding="utf-8") as file:
            file.write(f"{len(nodes)} 3 0 0\n" + "".join(f"{k} {p[0]!r} {p[1]!r} {p[2]!r}\n" for k, p in enumerate(nodes)))
        tets = [t if rest_volume(nodes, t) > 0 else [t[0], t[2], t[1], t[3]] for t in tets]
        with open(os.path.join(out, f"shape{i}.ele"), "w", encoding="utf-8") as file:
            file.write(f"{len(tets)} 4 0\n" + "".join(f"{k} {t[0]} {t[1]} {t[2]} {t[3]}\n" for k, t in enumerate(tets)))
        density, young, poisson = shape.material or (self.density, self.young, self.poisson)
        fem = {"name": f"shape{i}", "mesh": {"source": "file", "file": f"shape{i}.node"}, "density": density,
               "material": {"type": "neo_hookean", "youngs_modulus": young, "poissons_ratio": poisson}}
        held = self.held(nodes, *box)
        if held:
            fem["nodes"] = [{"number": k, "dynamic": False, "target_velocity": v} for k, v in held.items()]
        model["fems"].append(fem)
        centre = [0.5 * (box[0][k] + box[1][k]) for k in range(3)]
        for side, numbers in enumerate(self.ends(nodes, *box)):
            linear, angular = [(0, [0, 0, 0])], [(0, [0, 0, 0])]
            if self.script == "twist":
                angular = [(0, [(1 - 2 * side) * 0.4 * math.pi, 0, 0])]
            else:
                linear = [(0, [2 * side - 1, 0, 0]), (self.pull_time(), [0, 0, 0])]
            self.handle(model, i, f"handle{i}_{side}", numbers, [box[side][0]] + centre[1:], linear, angular)
        self.write_moved(model, i, shape)
        self.write_loads(model, i, shape, density)

    def write_moved(self, model, i, shape):
        """Nodes of DBC: each set of them on a body that moves."""
        sets = {}
        for condition, numbers in zip(shape.conditions, shape.selected):
            if condition.kind == "DBC" and numbers:
                begin, end = self.ranges["DBC"]
                within = dataclasses.replace(condition, begin=max(begin, condition.begin), end=min(end, condition.end))
                sets.setdefault(tuple(numbers), []).append(within)
        if sets and self.script:
            raise Unknown("DBC beside a script")
        for a in sets:
            if any(set(a) & set(b) for b in sets if b != a):
                raise Unknown("DBC of sets that overlap in part")
        for number, (numbers, conditions) in enumerate(sets.items()):
            (linear, always), (angular, _) = (schedule(conditions, lambda c, f=f: getattr(c, f), self.time)
                                              for f in ("linear", "angular"))
            if not always:
                raise Unknown("DBC that lets go")
            low, high = bounds([shape.nodes[k] for k in numbers])
            self.driven = True
            self.handle(model, i, f"moved{i}_{number}", numbers, [0.5 * (low[k] + high[k]) for k in range(3)], linear, angular)

    def write_loads(self, model, i, shape, density):
        """Nodes of NBC: an acceleration times the node's share of the mass."""
        for number, (condition, numbers) in enumerate(zip(shape.conditions, shape.selected)):
            if condition.kind != "NBC":
                continue
            begin, end = self.ranges["NBC"]
            within = dataclasses.replace(condition, begin=max(begin, condition.begin), end=min(end, condition.end))
            for node in numbers:
                mass = sum(0.25 * density * abs(rest_volume(shape.nodes, t)) for t in shape.cells if node in t)
                knots, _ = schedule([within], lambda c, m=mass: [m * v for v in c.linear], self.time)
                name = f"load{i}_{number}_{node}"
                model["loads"].append({"class": "point_load", "name": name, "point": f"fems/shape{i}/nodes/{node}",
                                       "force": knots[0][1]})
                self.drive(model, name, f"loads/{name}:force", knots)
                self.driven = True

    def handle(self, model, i, name, numbers, centre, linear, angular):
        """A body that nodes hang on; knots of its velocities."""
        if not numbers:
            return
        model["bodies"].append({"name": name, "dynamic": False, "position": centre, "geometry": {"shape": "none"},
                                "target_velocity": linear[0][1], "target_angular_velocity": angular[0][1]})
        model["attachments"].append({"class": "node_attachment", "name": name, "fem": f"fems/shape{i}",
                                     "nodes": " ".join(map(str, numbers)), "to": f"bodies/{name}"})
        self.drive(model, name, f"bodies/{name}:target_velocity", linear)
        self.drive(model, name + "_turn", f"bodies/{name}:target_angular_velocity", angular)

    @staticmethod
    def drive(model, name, target, knots):
        """A value that changes: steps from one to the next.  There a step takes the value of its start, here that of its
        end: a change comes just behind the moment."""
        behind = 1e-6 * model["solver"]["max_step"]
        if any(value != knots[0][1] for _, value in knots):
            model["probes"].append({"class": "input_probe", "name": name, "targets": [target], "interpolation": "step",
                                    "knots": [{"time": t + behind if t > 0 else 0, "values": value} for t, value in knots]})

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
