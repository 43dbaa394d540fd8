#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where bodies stand, what they weigh and how long tendons are in odd MuJoCo models, against a second reading of the file (TAP).

    mjcf_places_test.py SINEW     40 models; 400 with SN_LONG=1

A model is drawn: units, sequences of angles, classes in classes, frames in frames, copies, bodies with up to three joints, solids
with mass or density, inertias given or not, bounds and totals, sites, straight tendons, a key.  The second reading follows MuJoCo's
documents alone: matrices by hand, each joint applied in its turn.
"""
import csv
import json
import math
import os
import random
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET

IDENTITY = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]


def mul(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(r, v):
    return [sum(r[i][k] * v[k] for k in range(3)) for i in range(3)]


def transposed(r):
    return [list(row) for row in zip(*r)]


def unit(v):
    n = math.hypot(*v)
    return [x / n for x in v]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def about(axis, angle):
    x, y, z = unit(axis)
    c, s = math.cos(angle), math.sin(angle)
    d = 1 - c
    return [[c + x * x * d, x * y * d - z * s, x * z * d + y * s], [y * x * d + z * s, c + y * y * d, y * z * d - x * s],
            [z * x * d - y * s, z * y * d + x * s, c + z * z * d]]


def from_quat(q):
    w, x, y, z = (c / math.hypot(*q) for c in q)
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def along(z):
    """The shortest turn that takes z to a direction."""
    z = unit(z)
    axis = cross([0, 0, 1], z)
    n = math.hypot(*axis)
    return about(axis, math.atan2(n, z[2])) if n > 1e-12 else (IDENTITY if z[2] > 0 else about([1, 0, 0], math.pi))


class Place:
    def __init__(self, p=(0, 0, 0), r=None):
        self.p, self.r = list(p), r or IDENTITY

    def at(self, v):
        return [a + b for a, b in zip(self.p, apply(self.r, v))]

    def __mul__(self, other):
        return Place(self.at(other.p), mul(self.r, other.r))


# --- drawing ---


def some(dice, n, size):
    return " ".join(f"{dice.uniform(-size, size):.6g}" for _ in range(n))


class Drawn:
    def __init__(self, seed):
        self.dice = dice = random.Random(seed)
        self.n = {"body": 0, "joint": 0, "geom": 0, "site": 0}
        self.degrees = dice.random() < 0.7
        self.sites, self.hinges, self.copied = [], [], 0
        self.compiled = self.compiler()
        body = "".join(self.body(0) for _ in range(dice.randint(1, 3)))
        world = self.moved(body + self.site()) if dice.random() < 0.3 else body + self.site()
        self.text = f'<mujoco model="{seed}">{self.compiled}{self.classes()}<worldbody>{world}</worldbody>' \
                    f'{self.tendons()}</mujoco>\n'

    def angle(self, size=math.pi):
        return f"{self.dice.uniform(-size, size) * (180 / math.pi if self.degrees else 1):.6g}"

    def compiler(self):
        dice = self.dice
        says = [f'angle="{"degree" if self.degrees else "radian"}"'] if not self.degrees or dice.random() < 0.5 else []
        says += [f'eulerseq="{dice.choice(["xyz", "zyx", "XYZ", "ZYX", "xyx", "zXz", "YZY"])}"'] if dice.random() < 0.6 else []
        says += [f'inertiafromgeom="{dice.choice(["auto", "true"])}"'] if dice.random() < 0.4 else []
        says += ['boundmass="0.01"'] if dice.random() < 0.3 else []
        says += ['boundinertia="0.002"'] if dice.random() < 0.3 else []
        says += ['balanceinertia="true"'] if dice.random() < 0.2 else []
        says += ['settotalmass="3"'] if dice.random() < 0.3 else []
        says += ['inertiagrouprange="0 2"'] if dice.random() < 0.3 else []
        parted = dice.random() < 0.3 and len(says) > 1
        return "".join(f"<compiler {s}/>" for s in says) if parted else f'<compiler {" ".join(says)}/>'

    def turn(self):
        dice = self.dice
        return dice.choice(["", f' quat="{some(dice, 4, 1)}"', f' euler="{self.angle()} {self.angle()} {self.angle()}"',
                            f' axisangle="{some(dice, 3, 1)} {self.angle()}"', f' xyaxes="{some(dice, 6, 1)}"', f' zaxis="{some(dice, 3, 1)}"'])

    def pose(self):
        return (f' pos="{some(self.dice, 3, 0.4)}"' if self.dice.random() < 0.8 else "") + self.turn()

    def moved(self, inside):
        more = self.dice.choice(["", ' childclass="b"'])
        return f'<frame{self.pose()}{more}>{inside}</frame>'

    def classes(self):
        """The turn of a class counts where the element itself has none."""
        dice = self.dice
        joint = f'<joint{dice.choice(["", " damping=" + chr(34) + "0.1" + chr(34)])} axis="{some(dice, 3, 1)}"/>'
        return f'<default>{joint}<geom density="{dice.choice([500, 1000])}" group="{dice.choice([0, 1])}"/>' \
               f'<default class="a"><geom type="box" size="0.1 0.05 0.03"/><site pos="{some(dice, 3, 0.1)}"/>' \
               f'<default class="b"><geom group="{dice.choice([2, 4])}"{self.turn()}/><joint pos="{some(dice, 3, 0.1)}"/></default></default>' \
               f'</default>'

    def named(self, kind):
        self.n[kind] += 1
        return f'{kind[0]}{self.n[kind]}_'  # no copy of another is called so

    def site(self):
        name = self.named("site")
        if not self.copied:
            self.sites.append(name)
        if self.dice.random() < 0.15:
            return f'<site name="{name}" fromto="{some(self.dice, 6, 0.3)}" type="capsule" size="0.01"/>'
        return f'<site name="{name}"{self.pose()}{self.dice.choice(["", " class=" + chr(34) + "a" + chr(34)])}/>'

    def joint(self, kind):
        dice, name = self.dice, self.named("joint")
        if kind == "free":
            return dice.choice([f'<freejoint name="{name}"/>', f'<joint type="free" name="{name}"/>'])
        says = f'<joint name="{name}" type="{kind}"' if kind != "hinge" or dice.random() < 0.5 else f'<joint name="{name}"'
        says += f' pos="{some(dice, 3, 0.2)}"' if dice.random() < 0.5 else ""
        says += f' axis="{some(dice, 3, 1)}"' if dice.random() < 0.7 else ""
        if kind in ("hinge", "slide"):
            if not self.copied:
                self.hinges.append(name)
            says += f' ref="{self.angle(0.5) if kind == "hinge" else some(dice, 1, 0.2)}"' if dice.random() < 0.5 else ""
        return says + dice.choice(["", ' class="b"']) + "/>"

    def geom(self):
        dice = self.dice
        kind = dice.choice(["sphere", "capsule", "cylinder", "ellipsoid", "box", ""])
        if not kind:
            return f'<geom class="{dice.choice("ab")}"{self.pose()}/>'
        count = {"sphere": 1, "capsule": 2, "cylinder": 2, "ellipsoid": 3, "box": 3}[kind]
        says = f'<geom type="{kind}"'
        if kind != "sphere" and dice.random() < 0.4:
            says += f' fromto="{some(dice, 6, 0.2)}" size="{dice.uniform(0.02, 0.1):.4g}"'
        else:
            says += f' size="{" ".join(f"{dice.uniform(0.02, 0.1):.4g}" for _ in range(count))}"{self.pose()}'
        says += dice.choice(["", f' mass="{dice.uniform(0.1, 2):.4g}"', ' density="700"'])
        return says + dice.choice(["", "", ' group="1"', ' group="3"']) + "/>"

    def body(self, depth):
        dice = self.dice
        kinds = dice.choice([[], ["free"], ["ball"], ["hinge"], ["slide"], ["hinge", "hinge"], ["slide", "hinge"], ["slide", "slide", "hinge"],
                             ["hinge", "slide"], ["hinge", "hinge", "hinge"], ["ball", "hinge"], ["slide", "ball"]])
        if depth and kinds == ["free"]:
            kinds = ["hinge"]
        name = self.named("body")
        parts = [self.geom() for _ in range(dice.randint(1, 3))] + [self.site()]
        # a frame moves joints, too: their places and axes
        joints = [self.joint(kind) for kind in kinds]
        if joints and kinds != ["free"] and dice.random() < 0.25:
            joints = [self.moved("".join(joints))]
        if dice.random() < 0.3:
            odd = "balanceinertia" in self.compiled and dice.random() < 0.5
            diagonal = "0.02 0.025 0.2" if odd else " ".join(f"{dice.uniform(0.02, 0.03):.4g}" for _ in range(3))
            moments = f' diaginertia="{diagonal}"{self.turn()}' if dice.random() < 0.5 else f' fullinertia="{diagonal} {some(dice, 3, 0.005)}"'
            parts.append(f'<inertial pos="{some(dice, 3, 0.1)}" mass="{dice.uniform(0.5, 2):.4g}"{moments}/>')
        if dice.random() < 0.3:
            parts.append(self.moved(self.geom() + self.site() + (self.moved(self.site()) if dice.random() < 0.5 else "")))
        if depth < 3:
            parts += [self.body(depth + 1) for _ in range(dice.choice([0, 1, 1, 2]))]
        if dice.random() < 0.15:
            self.copied += 1
            inside = self.site() + (self.body(3) if dice.random() < 0.5 else self.geom())
            self.copied -= 1
            parts.append(f'<replicate count="{dice.choice([2, 3, 11])}" offset="{some(dice, 3, 0.2)}"{self.turn_of_copies()}>{inside}</replicate>')
        dice.shuffle(parts)
        more = dice.choice(["", "", ' childclass="b"'])
        return f'<body name="{name}"{self.pose()}{more}>{"".join(joints)}{"".join(parts)}</body>'

    def turn_of_copies(self):
        return self.dice.choice(["", f' euler="0 0 {self.angle(0.5)}"', f' euler="{self.angle()} {self.angle()} {self.angle()}"'])

    def tendons(self):
        dice, made = self.dice, []
        for k in range(dice.randint(0, 2)):
            through = dice.sample(self.sites, min(len(self.sites), dice.randint(2, 4)))
            if len(through) < 2:
                continue
            made.append(f'<spatial name="t{k}" stiffness="0">' + "".join(f'<site site="{s}"/>' for s in through) + "</spatial>")
        return f'<tendon>{"".join(made)}</tendon>' if made else ""


# --- a second reading ---


class Body:
    def __init__(self, name, parent, here, joints):
        self.name, self.parent, self.here, self.joints = name, parent, here, joints
        self.mass, self.first, self.about = 0, [0, 0, 0], [[0] * 3 for _ in range(3)]
        self.world = None
        self.given = False

    def add(self, mass, center, inertia):
        """Of a solid about its centre, to what is known about the origin."""
        square = sum(x * x for x in center)
        self.mass += mass
        for i in range(3):
            self.first[i] += mass * center[i]
            for k in range(3):
                self.about[i][k] += inertia[i][k] + mass * ((i == k) * square - center[i] * center[k])


def inertia_of(kind, size):
    """Volume and moments of a solid of mass 1."""
    a, b, c = (list(size) + [0, 0])[:3]
    if kind == "sphere":
        return 4 / 3 * math.pi * a ** 3, [0.4 * a * a] * 3
    if kind == "ellipsoid":
        return 4 / 3 * math.pi * a * b * c, [(b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5]
    if kind == "box":
        return 8 * a * b * c, [(b * b + c * c) / 3, (a * a + c * c) / 3, (a * a + b * b) / 3]
    if kind == "cylinder":
        return 2 * math.pi * a * a * b, [a * a / 4 + b * b / 3] * 2 + [a * a / 2]
    tube, ball = 2 * math.pi * a * a * b, 4 / 3 * math.pi * a ** 3  # half a ball's centre is 3/8 of its radius from its middle
    across = tube * (a * a / 4 + b * b / 3) + ball * (0.4 * a * a + b * b + 0.75 * a * b)
    return tube + ball, [across / (tube + ball)] * 2 + [(tube / 2 + ball * 0.4) * a * a / (tube + ball)]


def turned(r, moments):
    return mul(mul(r, moments), transposed(r))


def principal(m):
    """Moments and axes (columns) of a symmetric matrix, by turns that each make one product vanish."""
    m, axes = [list(row) for row in m], IDENTITY
    for _ in range(60):
        i, k = max(((0, 1), (0, 2), (1, 2)), key=lambda p: abs(m[p[0]][p[1]]))
        if abs(m[i][k]) < 1e-18:
            break
        turn = about([[0, 0, 1], [0, -1, 0], [1, 0, 0]][i + k - 1], 0.5 * math.atan2(2 * m[i][k], m[i][i] - m[k][k]))
        m, axes = mul(mul(transposed(turn), m), turn), mul(axes, turn)
    return [m[i][i] for i in range(3)], axes


class Reading:
    def __init__(self, text):
        self.root = ET.fromstring(text)
        self.says = {k: v for c in self.root.iter("compiler") for k, v in c.attrib.items()}
        self.unit = 1 if self.says.get("angle") == "radian" else math.pi / 180
        self.classes = {}
        for child in self.root.findall("default"):
            self.read_class(child, None)
        self.bodies, self.sites, self.joints = [Body("world", None, Place(), [])], {}, {}
        for child in self.root.find("worldbody"):
            self.read(child, 0, Place(), "main", "")
        self.bound()
        self.place()

    def read_class(self, node, parent):
        name = node.get("class") or "main"
        self.classes[name] = (parent, {c.tag: c.attrib for c in node if c.tag != "default"})
        for child in node.findall("default"):
            self.read_class(child, name)

    def get(self, node, name, of, kind=None):
        at = node.get("class") or of
        if name in node.attrib:
            return node.get(name)
        while at:
            parent, has = self.classes[at]
            if name in has.get(kind or node.tag, {}):
                return has[kind or node.tag][name]
            at = parent
        return None

    def numbers(self, node, name, of, otherwise):
        given = self.get(node, name, of)
        return [float(x) for x in given.split()] if given else list(otherwise)

    def turn(self, way, v):
        if way == "quat":
            return from_quat(v)
        if way == "axisangle":
            return about(v[:3], v[3] * self.unit)
        if way == "zaxis":
            return along(v)
        if way == "xyaxes":
            x = unit(v[:3])
            y = unit([b - sum(p * q for p, q in zip(x, v[3:])) * a for a, b in zip(x, v[3:])])
            return transposed([x, y, cross(x, y)])
        r = IDENTITY
        for letter, angle in zip(self.says.get("eulerseq", "xyz"), v):
            step = about([letter.lower() == a for a in "xyz"], angle * self.unit)
            r = mul(r, step) if letter.islower() else mul(step, r)
        return r

    def pose(self, node, of):
        ways = ["quat", "axisangle", "euler", "xyaxes", "zaxis"]
        own = [w for w in ways if w in node.attrib] or [w for w in ways if self.get(node, w, of)]
        place = Place(self.numbers(node, "pos", of, [0, 0, 0]))
        if own:
            place.r = self.turn(own[0], self.numbers(node, own[0], of, []))
        return place

    def read(self, node, body, frame, of, suffix):
        if node.tag == "body":
            self.read_body(node, body, frame, of, suffix)
        elif node.tag == "frame":
            for child in node:
                self.read(child, body, frame * self.pose_own(node), node.get("childclass") or of, suffix)
        elif node.tag == "replicate":
            count, step, at = int(node.get("count")), self.pose_own(node), frame
            step.p = [float(x) for x in node.get("offset", "0 0 0").split()]
            for i in range(count):
                for child in node:
                    self.read(child, body, at, of, str(i).zfill(len(str(count))) + suffix)  # as wide as the count, the inner first
                at = at * step
        elif node.tag == "site":
            self.sites[node.get("name") + suffix] = (body, frame * self.ends(node, of)[0])
        elif node.tag == "geom":
            self.read_geom(node, body, frame, of)
        elif node.tag == "inertial" and self.says.get("inertiafromgeom") != "true":
            self.read_inertial(node, body)
        elif node.tag in ("joint", "freejoint"):
            self.read_joint(node, body, frame, of, suffix)

    def pose_own(self, node):
        return self.pose(ET.Element("none", {k: v for k, v in node.attrib.items() if k not in ("childclass", "class")}), "main")

    def ends(self, node, of):
        """Where it is, and its half length where it has two ends."""
        if not self.get(node, "fromto", of):
            return self.pose(node, of), None
        e = self.numbers(node, "fromto", of, [])
        way = [b - a for a, b in zip(e[:3], e[3:])]
        return Place([(a + b) / 2 for a, b in zip(e[:3], e[3:])], along(way)), math.hypot(*way) / 2

    def read_body(self, node, body, frame, of, suffix):
        self.bodies.append(Body(node.get("name") + suffix, body, frame * self.pose_own(node), []))
        index, inside = len(self.bodies) - 1, node.get("childclass") or of
        made = self.bodies[index]
        made.given = node.find("inertial") is not None and self.says.get("inertiafromgeom") != "true"
        for child in node:
            self.read(child, index, Place(), inside, suffix)

    def read_joint(self, node, body, frame, of, suffix):
        kind = "free" if node.tag == "freejoint" else self.get(node, "type", of) or "hinge"
        place, axis = self.numbers(node, "pos", of, [0, 0, 0]), self.numbers(node, "axis", of, [0, 0, 1])
        ref = self.numbers(node, "ref", of, [0])[0] * (self.unit if kind == "hinge" else 1)
        self.bodies[body].joints.append((kind, frame.at(place), apply(frame.r, unit(axis)), ref))

    def read_inertial(self, node, body):
        place, made = self.pose_own(node), self.bodies[body]
        d = [float(x) for x in node.get("diaginertia", "0 0 0").split()]
        full = [float(x) for x in node.get("fullinertia", "").split()]
        m = [[full[0], full[3], full[4]], [full[3], full[1], full[5]], [full[4], full[5], full[2]]] if full else \
            [[d[i] * (i == k) for k in range(3)] for i in range(3)]
        made.add(float(node.get("mass")), place.p, turned(place.r, m))

    def read_geom(self, node, body, frame, of):
        low, high = (int(x) for x in self.says.get("inertiagrouprange", "0 5").split())
        group = int(self.get(node, "group", of) or 0)
        made = self.bodies[body]
        if body == 0 or made.given or not low <= group <= high:
            return
        kind, size = self.get(node, "type", of) or "sphere", self.numbers(node, "size", of, [])
        place, half = self.ends(node, of)
        if half:
            size = [size[0], half] if kind in ("capsule", "cylinder") else [size[0], size[0], half]
        volume, moments = inertia_of(kind, size)
        mass = self.numbers(node, "mass", of, [volume * self.numbers(node, "density", of, [1000])[0]])[0]
        place = frame * place
        made.add(mass, place.p, turned(place.r, [[mass * moments[i] * (i == k) for k in range(3)] for i in range(3)]))

    def bound(self):
        """boundmass, boundinertia, balanceinertia and settotalmass; centres, and moments about the principal axes there."""
        for body in self.bodies[1:]:
            m = body.mass
            body.center = [x / m if m else 0 for x in body.first]
            square = sum(x * x for x in body.center)
            body.inertia = [[body.about[i][k] - m * ((i == k) * square - body.center[i] * body.center[k]) for k in range(3)] for i in range(3)]
            body.mass = max(m, float(self.says.get("boundmass", 0)))
            moments, axes = principal(body.inertia)
            least = float(self.says.get("boundinertia", 0))
            moments = [max(x, least) for x in moments]
            if "balanceinertia" in self.says and 2 * max(moments) > sum(moments):
                moments = [sum(moments) / 3] * 3
            body.inertia = turned(axes, [[moments[i] * (i == k) for k in range(3)] for i in range(3)])
        total = sum(body.mass for body in self.bodies[1:])
        scale = float(self.says["settotalmass"]) / total if "settotalmass" in self.says else 1
        for body in self.bodies[1:]:
            body.mass *= scale
            body.inertia = [[x * scale for x in row] for row in body.inertia]

    def place(self, q=None):
        """Bodies where their joints are at these numbers, else at their reference."""
        self.bodies[0].world = Place()
        for body in self.bodies[1:]:
            body.world = self.bodies[body.parent].world * body.here
            for kind, place, axis, ref in body.joints:
                if q is None:
                    continue
                if kind == "free":
                    body.world = Place(q[:3], from_quat(q[3:7]))
                elif kind == "slide":
                    body.world.p = body.world.at([(q[0] - ref) * x for x in axis])
                else:
                    fixed = body.world.at(place)
                    body.world.r = mul(body.world.r, from_quat(q[:4]) if kind == "ball" else about(axis, q[0] - ref))
                    body.world.p = [a - b for a, b in zip(fixed, apply(body.world.r, place))]
                q = q[{"free": 7, "ball": 4, "slide": 1, "hinge": 1}[kind]:]

    def key(self, dice):
        numbers = []
        for body in self.bodies[1:]:
            for kind, _, _, _ in body.joints:
                numbers += {"free": 7, "ball": 4}.get(kind, 1) * [0]
                for k in range({"free": 7, "ball": 4}.get(kind, 1)):
                    numbers[-1 - k] = round(dice.uniform(-0.7, 0.7), 4)
        return numbers

    def of_world(self, index):
        while index and not self.bodies[index].joints:
            index = self.bodies[index].parent
        return index == 0


# --- comparing ---


def sinew(*words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, timeout=300)
    if done.returncode:
        raise RuntimeError(f"{' '.join(words[1:3])}: {done.stdout.strip()[-400:]}")


def masses(model, body):
    """Mass, centre and moments about it of a body with what is attached to it, in the world's axes."""
    parts = [b for b in model["bodies"] if b["name"] == body or any(
        a.get("to") == f"bodies/{body}" and a["body"] == f"bodies/{b['name']}" for a in model.get("attachments", []))]
    sum_of = Body("", None, None, [])
    for part in parts:
        at = Place(part.get("position", [0, 0, 0]), from_quat(part.get("orientation", [1, 0, 0, 0])))
        i = part["inertia"]
        t = i["tensor"]
        m = [[t[0], t[3], t[4]], [t[3], t[1], t[5]], [t[4], t[5], t[2]]]
        sum_of.add(i["mass"], at.at(i.get("center", [0, 0, 0])), turned(at.r, m))
    return sum_of


def differences(reading, model, values):
    wrong, n = [], 0
    for name, (body, place) in reading.sites.items():
        wanted, got = (reading.bodies[body].world * place).p, values[f"markers/{name}:position"]
        n += 1
        if not math.dist(wanted, got) < 1e-9:
            wrong.append(f"site {name} is {math.dist(wanted, got):.2g} m off")
    for index, body in enumerate(reading.bodies):
        # MuJoCo refuses a mass without moments, which boundmass alone makes; here they are given some
        if index == 0 or reading.of_world(index) or body.mass <= 0 or not max(map(max, body.inertia)) > 0 or not any(b["name"] == body.name for b in model.get("bodies", [])):
            continue
        got, wanted = masses(model, body.name), Body("", None, None, [])
        wanted.add(body.mass, body.world.at(body.center), turned(body.world.r, body.inertia))
        n += 1
        off = max(abs(a - b) for p, q in ((got.first, wanted.first), *zip(got.about, wanted.about)) for a, b in zip(p, q))
        if not (abs(got.mass - wanted.mass) < 1e-9 * wanted.mass and off < 1e-8 * max(1, wanted.mass)):
            wrong.append(f"body {body.name}: {got.mass:.8g} kg for {wanted.mass:.8g}, moments {off:.2g} off")
    for tendon in reading.root.iterfind("tendon/spatial"):
        points = [reading.sites[s.get("site")] for s in tendon]
        points = [(reading.bodies[b].world * p).p for b, p in points]
        wanted, got = sum(map(math.dist, points, points[1:])), values[f"springs/{tendon.get('name')}:length"][0]
        n += 1
        if not abs(wanted - got) < 1e-9:
            wrong.append(f"tendon {tendon.get('name')}: {got} m for {wanted}")
    return wrong, n


def compare(program, seed, folder):
    drawn = Drawn(seed)
    reading = Reading(drawn.text)
    text, words = drawn.text, []
    if drawn.dice.random() < 0.6:
        q = reading.key(drawn.dice)
        text = text.replace("</mujoco>", f'<keyframe><key name="k" qpos="{" ".join(map(str, q))}"/></keyframe></mujoco>')
        reading.place(q)
        words = ["--key", "k"]
    path, out = os.path.join(folder, f"{seed}.xml"), os.path.join(folder, f"{seed}.sinew")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    sinew(program, "import", path, *words, "--out", out)
    with open(out, encoding="utf-8") as file:
        document = json.load(file)
    targets = [(f"markers/{name}:position", 3) for name in reading.sites]
    targets += [(f"springs/{t.get('name')}:length", 1) for t in reading.root.iterfind("tendon/spatial")]
    document["model"]["probes"] = [{"class": "output_probe", "name": "o", "targets": [t for t, _ in targets]}]
    with open(out, "w", encoding="utf-8") as file:
        json.dump(document, file)
    sinew(program, "run", out, "--time", "0", "--probes", folder, "--quiet")
    with open(os.path.join(folder, "o.csv"), newline="", encoding="utf-8") as file:
        row = [float(x) for x in list(csv.reader(file))[1][1:]]
    values = {}
    for target, n in targets:
        values[target], row = row[:n], row[n:]
    return differences(reading, document["model"], values)


def main():
    program, many = os.path.abspath(sys.argv[1]), 400 if os.environ.get("SN_LONG") else 40
    seeds = range(int(sys.argv[2]), int(sys.argv[3])) if len(sys.argv) > 3 else range(many)
    compared, wrong = 0, []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        for seed in seeds:
            try:
                other, n = compare(program, seed, folder)
            except (RuntimeError, KeyError, ValueError) as problem:
                other, n = [str(problem)], 0
            compared += n
            wrong += [f"{seed}: {line}" for line in other]
    print("\n".join(f"# {line}" for line in wrong))
    print(f"{'ok' if not wrong and compared > 3 * len(seeds) else 'not ok'} 1 - {len(seeds)} odd models: "
          f"{compared} places, masses and lengths, {len(wrong)} differ\n1..1")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
