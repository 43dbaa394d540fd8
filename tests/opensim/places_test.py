#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where bodies stand and how long paths are in odd OpenSim models (odd_test.py), against a second reading of the file (TAP).

    places_test.py SINEW     12 models; 150 with SN_LONG=1

The second reading knows frames, joints and functions by their definitions alone: Euler angles about body-fixed x, y, z, natural
splines from their second derivatives, SIMM's as Forsythe, Malcolm and Moler print it, those of higher degree as sums of powers
that begin at the points.  Wraps are taken out, and so are functions
that the program can only approximate.
"""
import csv
import itertools
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from fractions import Fraction

import odd_test

IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def product(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def turned(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


def about(axis, angle):
    n = math.hypot(*axis) or 1
    x, y, z = (a / n for a in axis)
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return [[c + x * x * d, x * y * d - z * s, x * z * d + y * s], [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
            [z * x * d - y * s, z * y * d + x * s, c + z * z * d]]


def euler(a):
    return product(product(about((1, 0, 0), a[0]), about((0, 1, 0), a[1])), about((0, 0, 1), a[2]))


def beam(angles, length):
    """An arc that leaves along y and ends along the turned y: its tangents, added up by Simpson's rule."""
    r = product(product(about((1, 0, 0), angles[0]), about((0, 0, 1), angles[1])), about((0, 1, 0), angles[2]))
    end, parts = [row[1] for row in r], 200
    bend = math.atan2(math.hypot(end[0], end[2]), end[1])
    axis, p = (end[2], 0, -end[0]), [0, 0, 0]  # y cross end
    for i in range(parts + 1):
        tangent = turned(about(axis, bend * i / parts), (0, 1, 0))
        weight = (1 if i in (0, parts) else 4 if i % 2 else 2) * length / (3 * parts)
        p = [a + weight * b for a, b in zip(p, tangent)]
    return Place(r, p)


class Place:
    def __init__(self, r=None, p=(0, 0, 0)):
        self.r, self.p = r or IDENTITY, list(p)

    def __mul__(self, other):
        return Place(product(self.r, other.r), self.at(other.p))

    def inverse(self):
        back = [list(row) for row in zip(*self.r)]
        return Place(back, [-x for x in turned(back, self.p)])

    def at(self, v):
        return [x + y for x, y in zip(turned(self.r, v), self.p)]


def numbers(node, tag, default):
    child = node.find(tag)
    given = (child.text or "").split() if child is not None else []
    return [float(x) for x in given] if given else list(default)


def word(node, *tags):
    return next((node.find(t).text.strip() for t in tags if node.find(t) is not None and (node.find(t).text or "").strip()), "")


def from_curvatures(x, y, m):
    """A cubic spline with second derivatives m, straight beyond its ends."""
    def value(q):
        i = max([0] + [k for k in range(len(x) - 1) if x[k] <= q])
        h = x[i + 1] - x[i]
        rise = (y[i + 1] - y[i]) / h
        if q < x[0]:
            return y[0] + (rise - h * (2 * m[i] + m[i + 1]) / 6) * (q - x[0])
        if q > x[-1]:
            return y[-1] + (rise + h * (m[i] + 2 * m[i + 1]) / 6) * (q - x[-1])
        a, b = (x[i + 1] - q) / h, (q - x[i]) / h
        return a * y[i] + b * y[i + 1] + ((a ** 3 - a) * m[i] + (b ** 3 - b) * m[i + 1]) * h * h / 6
    return value


def spline(x, y, simm):
    """Second derivatives by Gauss's elimination on the full matrix: ends natural, or with the third derivatives of the cubics
    through four points there."""
    n = len(x)
    rows = [[0.0] * (n + 1) for _ in range(n)]
    for i in range(1, n - 1):
        h, k = x[i] - x[i - 1], x[i + 1] - x[i]
        rows[i][i - 1:i + 2] = [h, 2 * (h + k), k]
        rows[i][n] = 6 * ((y[i + 1] - y[i]) / k - (y[i] - y[i - 1]) / h)
    for end, of in ((0, range(4)), (n - 1, range(n - 4, n))):
        rows[end][end] = 1
        if simm and n > 2:
            third = 0 if n < 4 else 6 * sum(y[i] / math.prod(x[i] - x[j] for j in of if j != i) for i in of)
            beside = 1 if end == 0 else n - 2
            rows[end][beside], rows[end][end] = (1, -1) if end == 0 else (-1, 1)
            rows[end][n] = third * abs(x[beside] - x[end])
    return from_curvatures(x, y, eliminated(rows))


def eliminated(rows):
    """Solution by Gauss's elimination: the right side is the last column."""
    n = len(rows)
    for k in range(n):
        pivot = max(range(k, n), key=lambda i, k=k: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(n):
            if i != k:
                share = rows[i][k] / rows[k][k]
                rows[i] = [a - share * b for a, b in zip(rows[i], rows[k])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def natural(x, y, m):
    """Degree 2m - 1: a polynomial of degree m - 1 and powers of x - x_i from x_i on, whose sum is of degree m - 1 behind all points.
    In fractions, so that nothing is lost."""
    n, exact = len(x), [Fraction(a) for a in x]
    m = min(m, n)
    rows = [[a ** k for k in range(m)] + [max(a - b, 0) ** (2 * m - 1) for b in exact] + [Fraction(c)] for a, c in zip(exact, y)]
    rows += [[0] * m + [b ** k for b in exact] + [0] for k in range(m)]
    c = eliminated(rows)

    def value(q):
        q = Fraction(q)
        return float(sum(a * q ** k for k, a in enumerate(c[:m])) + sum(a * max(q - b, 0) ** (2 * m - 1) for a, b in zip(c[m:], exact)))
    return value


class Approximated(Exception):
    """A function that is sampled."""


def function(node):
    kind = node.tag
    given = numbers(node, "coefficients", [1, 0] if kind == "LinearFunction" else [])
    if kind == "Constant":
        return lambda *q: numbers(node, "value", [0])[0]
    if kind == "LinearFunction":
        return lambda *q: sum(a * b for a, b in zip(given, q)) + given[-1]
    if kind == "PolynomialFunction":
        return lambda *q: sum(a * q[0] ** k for k, a in enumerate(reversed(given)))
    if kind == "MultiplierFunction":
        inner = function(node.find("function")[0])
        return lambda *q: numbers(node, "scale", [1])[0] * inner(*q)
    if kind == "MultivariatePolynomialFunction":
        n, order = (int(numbers(node, t, [1])[0]) for t in ("dimension", "order"))
        powers = [p for p in itertools.product(range(order + 1), repeat=n) if sum(p) <= order]
        return lambda *q: sum(a * math.prod(x ** m for x, m in zip(q, p)) for a, p in zip(given, powers))
    x, y = numbers(node, "x", []), numbers(node, "y", [])
    half = numbers(node, "half_order", [3])[0]
    if kind in ("Sine", "StepFunction"):
        raise Approximated
    if kind == "GCVSpline" and half > 2 and len(x) > 1:
        made = natural(x, y, int(half))
    elif kind == "PiecewiseLinearFunction" or half == 1:
        made = from_curvatures(x, y, [0] * len(x))
    else:
        made = spline(x, y, kind != "GCVSpline")
    return lambda *q: made(q[0])


def object_of(node, name):
    holder = node.find(name)
    return holder[0] if holder is not None and len(holder) else next(c for c in node if c.get("name") == name)


class Reading:
    """Places of bodies at the default coordinates."""

    def __init__(self, text):
        self.model = ET.fromstring(text).find("Model")
        self.q = {c.get("name"): numbers(c, "default_value", numbers(c, "initial_value", [0]))[0] for c in self.model.iter("Coordinate")}
        self.bodies = {b.get("name"): b for b in self.model.iter("Body")}
        self.world = {"ground": Place()}
        todo = [(b.find("Joint")[0], name) for name, b in self.bodies.items() if b.find("Joint") is not None]
        todo += [(joint, None) for joint in self.model.iterfind("JointSet/objects/*")]
        for joint, child in todo:  # they are listed from the ground outwards
            self.carry(joint, child)

    def frame(self, joint, path):
        name = path.split("/")[-1]
        for offset in joint.iter("PhysicalOffsetFrame"):
            if offset.get("name") == name:
                body, place = self.frame(joint, word(offset, "socket_parent"))
                return body, place * Place(euler(numbers(offset, "orientation", [0] * 3)), numbers(offset, "translation", [0] * 3))
        return name, Place()

    def carry(self, joint, child):
        if child:
            parent, there = word(joint, "parent_body"), ("location_in_parent", "orientation_in_parent")
            a, b = (Place(euler(numbers(joint, turn, [0] * 3)), numbers(joint, shift, [0] * 3))
                    for shift, turn in (there, ("location", "orientation")))
        else:
            (parent, a), (child, b) = (self.frame(joint, word(joint, f"socket_{side}_frame")) for side in ("parent", "child"))
        across = self.motion(joint, [self.q[c.get("name")] for c in joint.iter("Coordinate")])
        if parent in self.world and across:
            self.world[child] = self.world[parent] * a * across * b.inverse()

    def motion(self, joint, q):
        kind = joint.tag
        if kind == "CustomJoint":
            return self.custom(joint)
        if kind == "EllipsoidJoint":
            r = euler(q)
            return Place(r, [radius * r[i][2] for i, radius in enumerate(numbers(joint, "radii_x_y_z", [1] * 3))])
        if kind == "ConstantCurvatureJoint":
            return beam([a + b for a, b in zip(q, numbers(joint, "neutral_angle_x_z_y", [0] * 3))], numbers(joint, "length", [1])[0])
        return {"WeldJoint": lambda: Place(), "PinJoint": lambda: Place(about((0, 0, 1), q[0])),
                "SliderJoint": lambda: Place(None, (q[0], 0, 0)), "BallJoint": lambda: Place(euler(q)),
                "GimbalJoint": lambda: Place(euler(q)), "UniversalJoint": lambda: Place(euler([*q, 0])),
                "PlanarJoint": lambda: Place(about((0, 0, 1), q[0]), (q[1], q[2], 0)),
                "FreeJoint": lambda: Place(euler(q[:3]), q[3:])}.get(kind, lambda: None)()

    def custom(self, joint):
        made = Place()
        for axis in joint.find("SpatialTransform"):
            names, direction = word(axis, "coordinates").split(), numbers(axis, "axis", [1, 0, 0])
            try:
                value = function(object_of(axis, "function"))(*([self.q[n] for n in names] or [0]))
            except Approximated:
                return None
            if axis.get("name").startswith("rotation"):
                made.r = product(made.r, about(direction, value))
            else:
                made.p = [p + value * d for p, d in zip(made.p, direction)]
        return made

    def coordinate(self, node, *tags):
        return self.q[word(node, *tags).split("/")[-1]]

    def length(self, force):
        """None: a body of it has no place here, or it has fewer than two points."""
        by = force.find("FunctionBasedPath")
        if by is not None:
            names = [path.split("/")[-1] for path in word(by, "coordinates").split()]
            if not all(name in self.q for name in names):  # a joint's name with a blank in it divides a list of paths
                return None
            return function(object_of(by, "length_function"))(*[self.q[n] for n in names])
        places = []
        for point in force.iterfind(".//PathPointSet/objects/*"):
            local = numbers(point, "location", [0] * 3)
            if point.tag == "MovingPathPoint":
                local = [function(object_of(point, a + "_location"))(self.coordinate(point, a + "_coordinate", f"socket_{a}_coordinate"))
                         for a in "xyz"]
            if point.tag == "ConditionalPathPoint":
                low, high = numbers(point, "range", [0, 0])
                if not low <= self.coordinate(point, "coordinate", "socket_coordinate") <= high:
                    continue
            body = word(point, "body", "socket_parent_frame").split("/")[-1]
            if body not in self.world:
                return None
            places.append(self.world[body].at(local))
        return sum(map(math.dist, places, places[1:])) if len(places) > 1 else None


def wanted_of(reading, names, document):
    """What is to be probed and what it is to be."""
    lists = {e["name"]: group for group in ("muscles", "springs", "ligaments", "loads") for e in document["model"].get(group, []) if e.get("points")}
    wanted = []
    for name in names:
        if name in reading.world:
            x, y, z = reading.world[name].at([0.1, 0.2, 0.3])
            wanted.append((f"markers/at {name}:position", [x, -z, y]))
    for force in reading.model.iter():
        name = force.get("name") or ""
        if not name.startswith("m "):
            continue
        try:
            length = reading.length(force)
        except Approximated:
            continue
        if length is not None:
            wanted.append((f"{lists.get(name, 'nowhere')}/{name}:length", [length]))
    return wanted


def compare(sinew, seed, folder):
    """How many numbers there are, and which differ."""
    drawn = odd_test.Model(seed)
    text = re.sub(r"<PathWrap name.*?</PathWrap>", "", drawn.text())
    names = [f"b{i}" for i in range(drawn.n)]
    marks = "".join(f'<Marker name="at {b}">{drawn.of(i)}<location>0.1 0.2 0.3</location></Marker>' for i, b in enumerate(names))
    path, model = os.path.join(folder, "m.osim"), os.path.join(folder, "m.sinew")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text.replace("</objects></MarkerSet>", marks + "</objects></MarkerSet>"))
    subprocess.run([sinew, "import", path, "--out", model], check=True, stdout=subprocess.DEVNULL)
    with open(model, encoding="utf-8") as file:
        document = json.load(file)
    wanted = wanted_of(Reading(text), names, document)
    if not wanted:
        return 0, []
    document["model"]["probes"] = [{"class": "output_probe", "name": "o", "targets": [target for target, _ in wanted]}]
    with open(model, "w", encoding="utf-8") as file:
        json.dump(document, file)
    subprocess.run([sinew, "run", model, "--time", "0", "--probes", folder, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    with open(os.path.join(folder, "o.csv"), newline="", encoding="utf-8") as file:
        got = [float(x) for x in list(csv.reader(file))[1][1:]]
    wrong = []
    for target, values in wanted:
        off = max(abs(a - b) for a, b in zip(values, got))
        got = got[len(values):]
        if not off < 1e-10:
            wrong.append(f"{seed}, version {drawn.version}, {target}: {off:.2g} m off")
    return len(wanted), wrong


def main():
    sinew, many, compared, wrong = os.path.abspath(sys.argv[1]), 150 if os.environ.get("SN_LONG") else 12, 0, []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for seed in range(many):
            n, other = compare(sinew, seed, folder)
            compared += n
            wrong += other
    print("\n".join(f"# {line}" for line in wrong))
    print(f"{'ok' if not wrong and compared > 3 * many else 'not ok'} 1 - {many} odd models: {compared} places and lengths, {len(wrong)} differ\n1..1")


main()
