#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MuJoCo models: places, axes, masses, motion, who touches whom, and refusals, each against matrices and closed forms by
hand.  mjcf_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import sys
import tempfile

import mjcf_taken
from mjcf_taken import write
from tap import done, sinew, tap

SINEW = sys.argv[1]
LONG = bool(os.environ.get("SN_LONG"))


def take(folder, text, name="m.xml"):
    """The model as JSON, and what was said of it."""
    _, document, said = mjcf_taken.take(folder, text, name=name)
    return document["model"], said


def find(model, path):
    kind, name = path.split("/")
    return next(c for c in model[kind] if c["name"] == name)


def rows_of(folder, name="results.csv"):
    with open(os.path.join(folder, name), encoding="utf-8") as file:
        return [[float(x) for x in row] for row in list(csv.reader(file))[1:]]


# --- matrices by hand ---


def mul(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(r, v):
    return [sum(r[i][k] * v[k] for k in range(3)) for i in range(3)]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def turned(r):
    return [list(row) for row in zip(*r)]


def about(axis, angle):
    """Rodrigues' formula."""
    size = math.hypot(*axis)
    x, y, z = (a / size for a in axis)
    c, s, t = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[t * x * x + c, t * x * y - s * z, t * x * z + s * y],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c]]


def of_quaternion(q):
    size = math.hypot(*q)
    if size * size - q[0] * q[0] < 1e-30:
        return about((0, 0, 1), 0)
    return about(q[1:], 2 * math.atan2(math.hypot(*q[1:]), q[0]))


def text_of(values):
    return " ".join(map(repr, values))


# --- random trees ---


def axes_in_words(dice):
    """Axes in one of the ways of the format, and as a matrix."""
    way = dice.randrange(6)
    v = [dice.uniform(-1, 1) for _ in range(3)]
    angle = dice.uniform(-3, 3)
    if way == 0:
        q = [dice.uniform(-1, 1) for _ in range(4)]
        return f'quat="{text_of(q)}"', of_quaternion(q)
    if way == 1:
        return f'axisangle="{text_of(v + [angle])}"', about(v, angle)
    if way == 2:
        e = [dice.uniform(-3, 3) for _ in range(3)]  # zYx of the file: about z, fixed y, then x that turns along
        r = mul(about((0, 1, 0), e[1]), about((0, 0, 1), e[0]))
        return f'euler="{text_of(e)}"', mul(r, about((1, 0, 0), e[2]))
    if way == 3:
        size = math.hypot(*v)
        x = [a / size for a in v]
        y = [dice.uniform(-1, 1) for _ in range(3)]
        given = y
        y = [b - sum(p * q for p, q in zip(x, y)) * a for a, b in zip(x, y)]
        size = math.hypot(*y)
        y = [a / size for a in y]
        z = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
        return f'xyaxes="{text_of(x + given)}"', turned([x, y, z])
    if way == 4:
        size = math.hypot(*v)
        z = [a / size for a in v]
        return f'zaxis="{text_of(v)}"', about((-z[1], z[0], 0), math.acos(z[2]))
    return "", about((0, 0, 1), 0)


class Tree:
    """A chain of bodies with one to four joints each."""

    def __init__(self, dice):
        self.names, self.bodies, text, end = [], [], "", ""
        for i in range(dice.randint(1, 5)):
            place = [dice.uniform(-0.3, 0.3) for _ in range(3)]
            words, axes = axes_in_words(dice)
            text += f'<body name="b{i}" pos="{text_of(place)}" {words}>'
            text += '<inertial pos="0.01 0 0" mass="1" diaginertia="0.01 0.01 0.01"/>'
            joints = []
            spot = [dice.uniform(-0.1, 0.1) for _ in range(3)]
            frame = dice.random() < 0.3
            for k in range(dice.choice([1, 1, 2, 3, 4])):
                kind = dice.choice(["hinge", "hinge", "slide"])
                axis = [dice.uniform(-1, 1) for _ in range(3)]
                spot = spot if dice.random() < 0.7 else [dice.uniform(-0.1, 0.1) for _ in range(3)]
                zero = dice.choice([0, 0, dice.uniform(-0.5, 0.5)])
                name = f"q{i}_{k}"
                joints.append((kind, axis, spot, zero, name))
                self.names.append(name)
                text += f'<joint name="{name}" type="{kind}" axis="{text_of(axis)}" pos="{text_of(spot)}" ref="{zero!r}"/>'
            site = [dice.uniform(-0.2, 0.2) for _ in range(3)]
            inner = add(site, [0.1, 0, 0]) if frame else site
            text += f'<site name="s{i}" pos="{text_of(site)}"/>' if not frame else \
                f'<frame pos="0.1 0 0"><site name="s{i}" pos="{text_of(site)}"/></frame>'
            self.bodies.append((place, axes, joints, inner))
            end += "</body>"
        self.text = f'<mujoco><compiler angle="radian" eulerseq="zYx"/><worldbody>{text}{end}</worldbody></mujoco>'

    def sites(self, q):
        """Where each site is: joint after joint, each on axes and places that those before have moved."""
        r, p, found = about((0, 0, 1), 0), [0, 0, 0], []
        for place, axes, joints, site in self.bodies:
            p, r = add(p, apply(r, place)), mul(r, axes)
            for kind, axis, spot, zero, name in joints:
                x = q[name] - zero
                if kind == "slide":
                    size = math.hypot(*axis)
                    p = add(p, apply(r, [x * a / size for a in axis]))
                else:
                    anchor = add(p, apply(r, spot))
                    r = mul(r, about(axis, x))
                    p = [a - b for a, b in zip(anchor, apply(r, spot))]
            found.append(add(p, apply(r, site)))
        return found


def trees(folder):
    dice = random.Random(5)
    worst, n = 0, 500 if LONG else 12
    for _ in range(n):
        tree = Tree(dice)
        take(folder, tree.text)
        # from the start, where a coordinate of several angles is known, in small steps
        goal = {name: dice.uniform(-0.6, 0.6) for name in tree.names}
        start = {name: zero for _, _, joints, _ in tree.bodies for *_, zero, name in joints}
        rows = [{name: start[name] + k / 4 * (goal[name] - start[name]) for name in tree.names} for k in range(5)]
        motion = write(folder, "q.csv", "time," + ",".join(tree.names) + "\n" + "".join(
            f"{k}," + ",".join(repr(row[name]) for name in tree.names) + "\n" for k, row in enumerate(rows)))
        what = ",".join(f"markers/s{i}:position" for i in range(len(tree.bodies)))
        done = sinew("analyze", os.path.join(folder, "m.sinew"), "--motion", motion, "--results", what, "--out", folder)
        if done.returncode != 0:
            tap(False, f"a tree: {done.stderr.strip()} {tree.text}")
            return
        for row, values in zip(rows, rows_of(folder)):
            for i, site in enumerate(tree.sites(row)):
                worst = max(worst, math.dist(site, values[1 + 3 * i:4 + 3 * i]))
    tap(worst < 1e-8, f"{n} trees with up to four joints a body: sites within {worst:.2g} m")


# --- masses ---


def solid(kind, s):
    """Volume, and moments about its axes for unit mass, by thin discs (Simpson's rule) where that is another way."""
    if kind == "box":
        a, b, c = (2 * x for x in s)
        return a * b * c, [(b * b + c * c) / 12, (a * a + c * c) / 12, (a * a + b * b) / 12]
    half = {"sphere": s[0], "ellipsoid": s[2] if kind == "ellipsoid" else 0, "cylinder": s[1] if len(s) > 1 else 0,
            "capsule": s[0] + (s[1] if len(s) > 1 else 0)}[kind]
    n, volume, m = 4000, 0, [0, 0, 0]
    for i in range(n + 1):
        z = -half + 2 * half * i / n
        if kind == "cylinder":
            a = b = s[0]
        elif kind == "capsule":
            a = b = math.sqrt(max(s[0] ** 2 - max(abs(z) - s[1], 0) ** 2, 0))
        elif kind == "sphere":
            a = b = math.sqrt(max(s[0] ** 2 - z * z, 0))
        else:
            f = math.sqrt(max(1 - (z / s[2]) ** 2, 0))
            a, b = s[0] * f, s[1] * f
        w = (1 if i in (0, n) else 4 if i % 2 else 2) * 2 * half / n / 3 * math.pi * a * b
        volume += w
        m = add(m, [w * (b * b / 4 + z * z), w * (a * a / 4 + z * z), w * (a * a + b * b) / 4])
    return volume, [x / volume for x in m]


def masses(folder):
    dice = random.Random(9)
    worst, n = 0, 100 if LONG else 10
    for _ in range(n):
        geoms, text = [], ""
        for _ in range(dice.randint(1, 4)):
            kind = dice.choice(["sphere", "capsule", "ellipsoid", "cylinder", "box"])
            size = [dice.uniform(0.02, 0.2) for _ in range({"sphere": 1, "capsule": 2, "cylinder": 2}.get(kind, 3))]
            place = [dice.uniform(-0.3, 0.3) for _ in range(3)]
            words, axes = axes_in_words(dice)
            volume, moments = solid(kind, size)
            given = dice.choice(["", 'mass="0.7"', 'density="300"'])
            mass = 0.7 if "mass" in given else (300 if given else 1000) * volume
            geoms.append((mass, moments, place, axes))
            text += (f'<geom type="{kind}" size="{text_of(size)}" pos="{text_of(place)}" {words} {given} '
                     'contype="0" conaffinity="0"/>')
        model, _ = take(folder, '<mujoco><compiler angle="radian" eulerseq="zYx"/><worldbody><body name="b"><freejoint/>'
                        f"{text}</body></worldbody></mujoco>")
        whole = sum(g[0] for g in geoms)
        center = [sum(g[0] * g[2][k] for g in geoms) / whole for k in range(3)]
        inertia = [[0] * 3 for _ in range(3)]
        for mass, moments, place, axes in geoms:
            own = mul(mul(axes, [[mass * moments[i] * (i == j) for j in range(3)] for i in range(3)]), turned(axes))
            d = [a - b for a, b in zip(place, center)]
            for i in range(3):
                for j in range(3):
                    inertia[i][j] += own[i][j] + mass * ((i == j) * sum(x * x for x in d) - d[i] * d[j])
        is_ = find(model, "bodies/b")["inertia"]
        wanted = [inertia[0][0], inertia[1][1], inertia[2][2], inertia[0][1], inertia[0][2], inertia[1][2]]
        worst = max(worst, abs(is_["mass"] / whole - 1), math.dist(is_.get("center", [0, 0, 0]), center),
                    math.dist(is_["tensor"], wanted) / max(wanted))
    tap(worst < 2e-5, f"{n} bodies of solids at random, against thin discs: {worst:.2g}")
    model, _ = take(folder, '<mujoco><compiler settotalmass="3"/><worldbody><body name="a"><freejoint/><inertial pos="1 2 3" '
                    'mass="2" fullinertia="4 5 6 .1 .2 .3"/><geom type="sphere" size="1"/></body><body name="b"><freejoint/>'
                    '<geom type="box" size=".1 .1 .1" mass="4"/></body></worldbody></mujoco>')
    a, b = find(model, "bodies/a")["inertia"], find(model, "bodies/b")["inertia"]
    tap(a.get("mass", 1) == 1 and a["tensor"] == [2, 2.5, 3, 0.05, 0.1, 0.15] and a["center"] == [1, 2, 3] and
        abs(b["mass"] - 2) < 1e-12, "an inertial counts before geoms; settotalmass scales all")
    ends = ('<geom type="capsule" size=".05" fromto="0 0 0 0 .4 0" contype="0" conaffinity="0"/>',
            '<geom type="capsule" size=".05 .2" pos="0 .2 0" euler="-90 0 0" contype="0" conaffinity="0"/>')
    both = [find(take(folder, f'<mujoco><worldbody><body name="b"><freejoint/>{g}</body></worldbody></mujoco>')[0],
                 "bodies/b")["inertia"] for g in ends]
    tap(math.dist(both[0]["tensor"], both[1]["tensor"]) < 1e-15 and both[0]["mass"] == both[1]["mass"],
        "two end points are a place, axes and a half length")
    shared = '<geom size=".1" pos=".3 0 0"/><geom type="capsule" size=".05 .2" pos="0 .2 .1"/><geom type="box" size=".1 .2 .3"/>'
    info = [json.loads(sinew("info", write(folder, f"s{k}.xml", "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body "
            f"name='b' pos='0 0 3'><freejoint/>{text}</body></worldbody></mujoco>"), "--json").stdout)["mass"]
            for k, text in enumerate((shared, shared.replace("<geom", '<geom contype="0" conaffinity="0"')))]
    tap(abs(info[0] / info[1] - 1) < 1e-12, f"geoms that touch take their mass from their body: {info[0]!r} {info[1]!r}")


# --- motion ---


def motion(folder):
    g = 9.81
    take(folder, '<mujoco><option integrator="RK4" timestep="0.001"/><worldbody><body name="b" pos="0 0 2"><freejoint/>'
         '<geom size=".1"/><site name="c"/></body></worldbody></mujoco>')
    model = os.path.join(folder, "m.sinew")
    with open(model, encoding="utf-8") as file:
        document = json.load(file)
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": ["bodies/b:position"], "interval": 0.1}]
    write(folder, "m.sinew", json.dumps(document))
    done = sinew("run", model, "--time", "0.5", "--probes", folder, "--quiet")
    worst = max(abs(row[3] - 2 + g * row[0] ** 2 / 2) for row in rows_of(folder, "p.csv"))
    tap(done.returncode == 0 and worst < 1e-9, f"a free fall: {worst:.2g} m")
    # a rod on a hinge with spring, damper and armature, by RK4 with small steps
    mass, half, spring, damper, armature, rest = 2.0, 0.25, 3.0, 0.2, 0.05, 0.4
    text = ('<mujoco><compiler angle="radian"/><option integrator="RK4" timestep="0.0005"/><worldbody><body name="b" '
            f'pos="0 0 1"><joint name="q" axis="0 1 0" stiffness="{spring}" springref="{rest}" damping="{damper}" '
            f'armature="{armature}" ref="0.3"/><inertial pos="{half} 0 0" mass="{mass}" diaginertia="0.001 0.02 0.02"/>'
            '</body></worldbody></mujoco>')
    take(folder, text)
    with open(model, encoding="utf-8") as file:
        document = json.load(file)
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": ["joints/q:angle"], "interval": 0.1}]
    write(folder, "m.sinew", json.dumps(document))
    done = sinew("run", model, "--time", "1", "--probes", folder, "--quiet")

    def rate(x, v):  # about y: gravity on the centre at (half, 0, 0), which turns down with x
        return v, (mass * g * half * math.cos(x - 0.3) - spring * (x - rest) - damper * v) / (
            0.02 + armature + mass * half * half)
    x, v, h, worst = 0.3, 0.0, 1e-4, 0
    rows = {round(row[0], 3): row[1] for row in rows_of(folder, "p.csv")}
    for k in range(10001):
        if k % 1000 == 0:
            worst = max(worst, abs(rows[round(k * h, 3)] - x))
        a = rate(x, v)
        b = rate(x + h / 2 * a[0], v + h / 2 * a[1])
        c = rate(x + h / 2 * b[0], v + h / 2 * b[1])
        d = rate(x + h * c[0], v + h * c[1])
        x, v = x + h / 6 * (a[0] + 2 * b[0] + 2 * c[0] + d[0]), v + h / 6 * (a[1] + 2 * b[1] + 2 * c[1] + d[1])
    tap(done.returncode == 0 and worst < 1e-5, f"a rod on a hinge with spring, damper and armature: {worst:.2g} rad")


def rest(folder):
    """A ball and a box come to lie on the ground; what the bits forbid falls through it."""
    take(folder, '<mujoco><worldbody><geom name="floor" type="plane" size="5 5 .1"/>'
         '<body name="ball" pos="0 0 .3"><freejoint/><geom size=".1" pos="0 .05 0"/></body>'
         '<body name="box" pos="1 0 .4"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
         '<body name="ghost" pos="2 0 .4"><freejoint/><geom size=".1" contype="2" conaffinity="2"/></body>'
         "</worldbody></mujoco>")
    model = os.path.join(folder, "m.sinew")
    with open(model, encoding="utf-8") as file:
        document = json.load(file)
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 0.1, "targets": [
        f"bodies/{b}:position" for b in ("ball", "box", "ghost")]}]
    write(folder, "m.sinew", json.dumps(document))
    done = sinew("run", model, "--time", "1", "--probes", folder, "--quiet")
    last = rows_of(folder, "p.csv")[-1]
    tap(done.returncode == 0 and abs(last[3] - 0.1) < 1e-3 and abs(last[6] - 0.1) < 1e-3 and last[9] < -4,
        f"a ball and a box lie on the ground, what may not touch falls: {last[3]:.5f} {last[6]:.5f} {last[9]:.3f}")


# --- what else ---


def classes(folder):
    write(folder, "parts/limb.xml", '<mujocoinclude><body name="b" pos="0 0 .2"><joint name="qb" class="stiff" axis="1 0 0"/>'
          '<geom name="gb" size=".1"/></body></mujocoinclude>')
    model, said = take(folder, """<mujoco model="classes"><compiler autolimits="true"/>
<default><joint damping="1" range="-30 60"/><geom rgba="1 0 0 1" mass="2"/><default class="soft"><joint stiffness="3"/>
<default class="stiff"><joint stiffness="7" armature="0"/></default></default></default>
<worldbody><body name="a" childclass="soft"><joint name="qa"/><geom name="ga" size=".1" class="main"/>
<include file="parts/limb.xml"/></body>
<replicate count="3" offset="0 1 0" euler="0 0 90" sep="_"><body name="r" pos="1 0 0"><joint name="qr"/><geom size=".1"/>
</body></replicate></worldbody>
<contact><exclude body1="a" body2="r_0"/></contact>
<equality><joint joint1="qb" joint2="qa" polycoef="0.1 2 0 0 0"/><connect body1="a" body2="r_1" anchor=".1 0 0"/>
<weld body1="r_2" active="false"/></equality>
<actuator><motor name="m" joint="qa" gear="5" ctrlrange="-1 1"/><position name="p" joint="qb" kp="4" kv="0.5"/>
<velocity name="v" joint="qr_0" kv="3"/></actuator>
<keyframe><key qpos="0"/></keyframe></mujoco>""")
    a, b = find(model, "joints/qa"), find(model, "joints/qb")
    tap(a["stiffness"] == 3 and b["stiffness"] == 7 and a["damping"] == 1 and b["limited"] and
        abs(b["lower"] + math.pi / 6) < 1e-15 and "stiffness" not in find(model, "joints/qr_0"), "default classes")
    r = [find(model, f"bodies/r_{k}")["position"] for k in range(3)]
    wanted = [[1, 0, 0], [0, 2, 0], [-2, 1, 0]]  # each copy moved and turned from the one before
    tap(max(math.dist(x, y) for x, y in zip(r, wanted)) < 1e-12, f"copies: {r}")
    coupler = next(j for j in model["joints"] if j.get("class") == "coupler")
    tap(coupler["joint_a"].endswith("qa") and coupler["relation"]["coefficients"][:2] == [0.1, 2], "a coupler")
    tap(any(j.get("enabled") is False for j in model["joints"]) and
        any(j.get("class") == "spherical" for j in model["joints"]), "connect, and a weld that is off")
    load, hold = find(model, "loads/m"), find(model, "springs/p")
    tap(load["gain"] == 5 and load["highest"] == 1 and hold["stiffness"] == 4 and hold["damping"] == 0.5 and
        find(model, "loads/p")["gain"] == 4 and find(model, "springs/v")["damping"] == 3, "motor, position, velocity")
    tap("key: another start" in said, "a keyframe is reported")
    model, said = take(folder, '<mujoco><worldbody><body name="b"><joint name="q" type="ball" frictionloss="2"/><geom size=".1"/></body></worldbody></mujoco>')
    tap(find(model, "joints/q")["friction"] == 2 and "one limit for all directions" in said, "friction of a ball joint is kept, and told")


def lengths(folder):
    """A string over a cylinder, whose sides a site chooses: two tangents and an arc."""
    text = """<mujoco><worldbody><site name="a" pos="-.3 0 .02"/><site name="up" pos="0 0 .5"/><site name="down" pos="0 0 -.5"/>
<site name="z" pos=".3 0 .02"/><geom name="c" type="cylinder" size=".1 .2" euler="90 0 0" contype="0" conaffinity="0"/>
</worldbody><tendon><spatial name="over"><site site="a"/><geom geom="c" sidesite="up"/><site site="z"/></spatial>
<spatial name="under" stiffness="10" springlength="0 .5"><site site="a"/><geom geom="c" sidesite="down"/><site site="z"/>
</spatial><spatial name="straight"><site site="a"/><site site="z"/></spatial></tendon></mujoco>"""
    take(folder, text)
    model = os.path.join(folder, "m.sinew")
    with open(model, encoding="utf-8") as file:
        document = json.load(file)
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 0, "targets": [
        "springs/over:length", "springs/under:length", "springs/straight:length", "springs/under:force"]}]
    write(folder, "m.sinew", json.dumps(document))
    sinew("run", model, "--time", "0.002", "--probes", folder, "--quiet")
    row = rows_of(folder, "p.csv")[0]

    def around(height):
        d = math.hypot(0.3, height)
        spread = math.pi - 2 * math.atan2(height, 0.3) - 2 * math.acos(0.1 / d)
        return 2 * math.sqrt(d * d - 0.01) + 0.1 * spread
    wanted = [around(0.02), around(-0.02), 0.6]
    tap(max(abs(x - y) for x, y in zip(row[1:4], wanted)) < 1e-9, f"over and under a cylinder: {row[1:4]} {wanted}")
    tap(abs(row[4] - 10 * (wanted[1] - 0.5)) < 1e-8, "a spring that is slack up to its length")


def tendon_losses(folder):
    """All that a tendon of joints loses is said; what it keeps is a spring of the coordinate."""
    body = ('<body name="b"><joint name="q" ref="0.3" springref="0.1" frictionloss="1" armature="2" type="slide"/><geom size=".1"/></body>'
            '<body name="c"><joint name="r"/><geom size=".1"/></body>')
    one, two = '<joint joint="q" coef="2"/>', '<joint joint="q" coef="2"/><joint joint="r" coef="1"/>'
    cases = [("", one, []),
             ('frictionloss="3"', one, ["without its frictionloss"]),
             ('springlength="0.4 0.6"', one, []),
             ('range="0 1" limited="true" frictionloss="3"', one, ["its limits are stiff springs", "without its frictionloss"]),
             ('range="0 1" limited="true"', two, ["its limits are stiff springs"])]
    for words, joints, losses in cases:
        model, said = take(folder, f'<mujoco><worldbody>{body}</worldbody><tendon><fixed name="t" stiffness="5" {words}>'
                                   f'{joints}</fixed></tendon></mujoco>')
        line = next((line for line in said.split("\n") if "fixed" in line and "t" in line), "")
        tap(all(loss in said for loss in losses), f"a tendon of joints, {words or 'plain'}: {line.strip()[:140]}")
        if joints == one:
            spring = find(model, "springs/t")
            slack = spring.get("relation", {}).get("x", [0, 0.1, 0.1, 0])[1:3]
            wanted = [0.2, 0.3] if "springlength" in words else [0.1, 0.1]
            steep = spring["relation"]["y"][0] if "relation" in spring else spring["stiffness"]
            tap(steep == 20 and max(abs(a - b) for a, b in zip(slack, wanted)) < 1e-15, f"its spring rests at {slack}")
    tap("armature" not in said and find(model, "joints/q")["friction"] == 1 and find(model, "joints/q")["armature"] == 2, "what a joint keeps")
    model, _ = take(folder, f'<mujoco><worldbody>{body}</worldbody><tendon><fixed name="t" stiffness="5" springlength="-1">'
                            f'{one}</fixed></tendon></mujoco>')
    tap(find(model, "springs/t")["rest"] == 0.1, "a negative rest length is where the joint's own spring rests")
    _, said = take(folder, f'<mujoco><worldbody>{body}</worldbody><wonder thing="2"/><sensor/></mujoco>')
    tap("wonder: there is nothing" in said and "sensor" not in said, "a section of another kind is told, an empty one not")


def muscles(folder):
    """Fibre and tendon of a length range; what MuJoCo gives as general is the same muscle."""
    head = ('<mujoco><worldbody><site name="a" pos="0 0 .3"/><body name="b"><joint name="q" type="slide" axis="0 0 1"/>'
            '<geom size=".02" mass="1"/><site name="b"/></body></worldbody><tendon><spatial name="t"><site site="a"/>'
            '<site site="b"/></spatial></tendon><actuator>')
    one, _ = take(folder, head + '<muscle name="m" tendon="t" force="100" range=".5 1.5" lengthrange=".2 .4" vmax="8" '
                  'timeconst=".02 .05"/></actuator></mujoco>')
    other, _ = take(folder, head + '<general name="m" tendon="t" gaintype="muscle" biastype="muscle" dyntype="muscle" gainprm='
                    '".5 1.5 100 200 .5 1.6 8 1.3 1.2" dynprm=".02 .05" lengthrange=".2 .4"/></actuator></mujoco>')
    law = find(one, "muscles/m")["law"]
    tap(abs(law["optimal_length"] - 0.2) < 1e-15 and abs(law["tendon_slack_length"] - 0.1) < 1e-15 and
        law["max_force"] == 100 and law["max_velocity"] == 8, f"a muscle: {law}")
    tap(find(one, "muscles/m") == find(other, "muscles/m"), "the same as a general actuator")


def refused(folder):
    body = '<body name="a"><joint name="q"/><geom size=".1"/></body>'
    write(folder, "loop1.xml", '<mujocoinclude><include file="loop2.xml"/></mujocoinclude>')
    write(folder, "loop2.xml", '<mujocoinclude><include file="loop1.xml"/></mujocoinclude>')
    write(folder, "own.xml", '<mujoco><include file="own.xml"/></mujoco>')
    write(folder, "cut.xml", "<mujocoinclude><body>")
    lines = "".join(f'<!ENTITY e{i} "&e{i - 1};&e{i - 1};">' for i in range(1, 40))

    def world(inside, more=""):
        return f"<mujoco><worldbody>{inside}</worldbody>{more}</mujoco>"
    nested = '<replicate count="100000">' * 6 + body.replace(' name="a"', "").replace(' name="q"', "") + "</replicate>" * 6
    cases = {
        "no model": "<robot/>", "cut off": world(body)[:-20],
        "an entity": '<!DOCTYPE m [<!ENTITY e SYSTEM "file:///etc/passwd">]><mujoco model="&e;"/>',
        "entities that multiply": f'<!DOCTYPE m [<!ENTITY e0 "x">{lines}]><mujoco model="&e39;"/>',
        "includes in a circle": world('<include file="loop1.xml"/>'),
        "a file that includes itself": '<mujoco><include file="own.xml"/></mujoco>',
        "an include that is cut off": world('<include file="cut.xml"/>'),
        "an include without file": world("<include/>"), "words for numbers": world(body.replace(".1", "thick")),
        "too many numbers": world(body.replace(".1", "1 2 3 4")),
        "not finite": world(body.replace(".1", "inf")), "an unknown type": world(body.replace('name="q"', 'type="screw"')),
        "no axis": world(body.replace("/>", ' axis="0 0 0"/>', 1)), "a limit the wrong way": world(body.replace("/>", ' range="2 1"/>', 1)),
        "a negative mass": world(body.replace("/></", ' mass="-1"/></')),
        "a step of 0": '<mujoco><option timestep="0"/><worldbody/></mujoco>', "millions of copies": world(nested)}
    for what, text in cases.items():
        out = os.path.join(folder, "none.sinew")
        done = sinew("import", write(folder, "bad.xml", text), "--out", out)
        said = done.stderr.strip().split("\n")
        tap(done.returncode == 1 and len(said) == 1 and ".xml:" in said[0] and not os.path.exists(out),
            f"{what}: {said[0][-160:]}")


def parts_missing(folder):
    """What a file leaves to others that are not there is said, each by its name, and the rest opens."""
    body = '<body name="a"><joint name="q" axis="0 1 0"/><geom size=".1"/></body>'

    def world(inside, more=""):
        return f"<mujoco><worldbody>{inside}</worldbody>{more}</mujoco>"
    cases = {
        "an include": (world(body + '<include file="./common/skybox.xml"/>'), "skybox.xml"),
        "a class": (world(body.replace('name="q"', 'class="c"')), 'class="c"'),
        "a class of children": (world(body.replace('name="a"', 'childclass="d"')), 'class="d"'),
        "a joint": (world(body, '<actuator><motor joint="no"/></actuator>'), 'joint="no"'),
        "a body": (world(body, '<contact><exclude body1="a" body2="no"/></contact>'), 'body2="no"'),
        "a geom": (world(body, '<contact><pair geom1="a" geom2="no"/></contact>'), 'geom2="no"'),
        "a site": (world(body, '<tendon><spatial><site site="no"/></spatial></tendon>'), 'site="no"'),
        "a coupled joint": (world(body, '<equality><joint joint1="q" joint2="no"/></equality>'), 'joint2="no"'),
        "what is welded": (world(body, '<equality><weld body1="a" body2="no"/></equality>'), 'body2="no"'),
        "a mesh": (world(body + '<geom type="mesh" mesh="no"/>'), 'mesh="no"'),
        "a size": (world(body + '<geom type="box" class="no"/>'), "no size"),
        "one of two of a name": (world(body + body), "there twice"),
        "a plane that moves": (world(body.replace("<geom", '<geom type="plane" size="1 1 1"/><geom')), "plane cannot move"),
        "a world": ("<mujoco><asset/></mujoco>", "no <worldbody>")}
    for what, (text, words) in cases.items():
        out = os.path.join(folder, "part.sinew")
        done = sinew("import", write(folder, "part.xml", text), "--out", out)
        tap(done.returncode == 0 and words in done.stdout + done.stderr, f"without {what}: {words}")


def in_the_world(folder):
    """Of old files, places and axes stand in the world: the same motion as of one whose places stand in its bodies."""
    text = """<mujoco><compiler {0}/><worldbody><body name="a" pos="0 0 1.2" euler="0 0 90"><joint name="p" axis="{1}" pos="{2}"/>
      <geom type="capsule" fromto="{3}" size=".05"/><body name="b" pos="{4}" {5}><joint name="q" axis="{6}" pos="{7}"/>
      <geom size=".07" pos="{8}"/></body></body></worldbody></mujoco>"""
    local = text.format("", "0 1 0", "0 0 .1", "0 0 0 .3 0 -.1", ".3 0 -.1", "", "1 0 0", "0 0 0", "0 0 -.4")
    old = text.format('coordinate="global"', "-1 0 0", "0 0 1.3", "0 0 1.2 0 .3 1.1", "0 .3 1.1", 'euler="0 0 90"', "0 1 0", "0 .3 1.1",
                      "0 .3 .7")
    places = []
    for name, file in (("local", local), ("old", old)):
        out = os.path.join(folder, name + ".sinew")
        done = sinew("import", write(folder, name + ".xml", file), "--out", out)
        motion = write(folder, "m.csv", "time,p,q\n0,0,0\n1,0.7,-0.4\n")
        results = "bodies/a:position,bodies/b:position"
        if done.returncode == 0:
            done = sinew("analyze", out, "--motion", motion, "--results", results, "--out", folder)
        if done.returncode != 0:
            tap(False, f"{name}: {done.stderr}")
            return
        with open(os.path.join(folder, "results.csv"), encoding="utf-8") as table:
            places.append([float(x) for row in list(csv.reader(table))[1:] for x in row])
    worst = max(abs(a - b) for a, b in zip(*places))
    tap(worst < 1e-12 and len(places[0]) > 12, f"places in the world: {worst:.2g} m from those in bodies")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (trees, masses, motion, rest, classes, lengths, tendon_losses, muscles, refused, parts_missing,
                     in_the_world):
            part(folder)
    done()


main()
