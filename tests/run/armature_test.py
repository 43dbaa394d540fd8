#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Armature of joints: chains of bodies drawn at random, from MuJoCo's files, against the equations of motion in joint
coordinates (mass matrix with the armature on its diagonal, Christoffel's symbols by differences, Runge and Kutta);
energy and momentum; by every integrator.  armature_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import tempfile

from mjcf_taken import take, write
from tap import done, sinew, tap

GRAVITY = 9.81


def mul(a, b):
    return [[sum(x * y for x, y in zip(row, column)) for column in zip(*b)] for row in a]


def apply(r, v):
    return [sum(x * y for x, y in zip(row, v)) for row in r]


def add(a, b, k=1.0):
    return [x + k * y for x, y in zip(a, b)]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def about(axis, angle):
    x, y, z = axis
    c, s, t = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[c + t * x * x, t * x * y - s * z, t * x * z + s * y], [t * x * y + s * z, c + t * y * y, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, c + t * z * z]]


def solve(m, b):
    """By Gauss with pivots."""
    n = len(b)
    a = [row[:] + [x] for row, x in zip(m, b)]
    for i in range(n):
        p = max(range(i, n), key=lambda r: abs(a[r][i]))
        a[i], a[p] = a[p], a[i]
        for r in range(i + 1, n):
            f = a[r][i] / a[i][i]
            a[r] = [x - f * y for x, y in zip(a[r], a[i])]
    x = [0.0] * n
    for i in reversed(range(n)):
        x[i] = (a[i][n] - sum(a[i][k] * x[k] for k in range(i + 1, n))) / a[i][i]
    return x


class Chain:
    """Bodies one on the other, each with joints (kind, axis, place, armature) at its own place on the one before."""

    def __init__(self, r, joints):
        self.bodies = []
        for kinds in joints:
            place = [r.uniform(-.2, .2) for _ in range(3)]
            own = []
            meeting = [r.uniform(-.1, .1) for _ in range(3)]
            for k, kind in enumerate(kinds):
                axis = [r.uniform(-.5, .5) for _ in range(3)]
                axis[k] += 1.0
                size = math.sqrt(dot(axis, axis))
                own.append((kind, [x / size for x in axis], meeting, r.choice([0, .02, .3, 2.0])))
            self.bodies.append((place, own, r.uniform(.3, 2), [r.uniform(-.2, .2) for _ in range(3)], [r.uniform(.01, .03) for _ in range(3)]))
        self.armature = [j[3] for b in self.bodies for j in b[1]]
        self.n = len(self.armature)

    def mjcf(self, speeds):
        text, names = "", []
        for b, (place, own, mass, center, moments) in enumerate(self.bodies):
            text += f'<body name="b{b}" pos="{place[0]} {place[1]} {place[2]}">'
            for kind, axis, at, armature in own:
                names.append(f"q{len(names)}")
                text += (f'<joint name="{names[-1]}" type="{kind}" axis="{axis[0]} {axis[1]} {axis[2]}" pos="{at[0]} {at[1]} {at[2]}" '
                         f'armature="{armature}"/>')
            text += f'<inertial pos="{center[0]} {center[1]} {center[2]}" mass="{mass}" diaginertia="{moments[0]} {moments[1]} {moments[2]}"/>'
        return (f'<mujoco><compiler balanceinertia="false"/><option gravity="0 0 -{GRAVITY}"/><worldbody>{text}{"</body>" * len(self.bodies)}</worldbody>'
                f'<keyframe><key name="k" qvel="{" ".join(map(repr, speeds))}"/></keyframe></mujoco>')

    def walk(self, q):
        """Mass matrix and potential energy."""
        r, p, axes, k = [[1, 0, 0], [0, 1, 0], [0, 0, 1]], [0, 0, 0], [], 0
        m = [[0.0] * self.n for _ in range(self.n)]
        potential = 0.0
        for place, own, mass, center, moments in self.bodies:
            p = add(p, apply(r, place))
            for kind, axis, at, _ in own:
                world, anchor = apply(r, axis), add(p, apply(r, at))
                axes.append((kind, world, anchor))
                if kind == "slide":
                    p = add(p, world, q[k])
                else:
                    r = mul(r, about(axis, q[k]))
                    p = add(anchor, apply(r, at), -1)
                k += 1
            c = add(p, apply(r, center))
            potential += mass * GRAVITY * c[2]
            columns = [(world, [0, 0, 0]) if kind == "slide" else (cross(world, add(c, anchor, -1)), apply(list(zip(*r)), world))
                       for kind, world, anchor in axes]
            for i, (v, w) in enumerate(columns):
                for j, (x, y) in enumerate(columns):
                    m[i][j] += mass * dot(v, x) + sum(a * b * s for a, b, s in zip(w, y, moments))
        for i in range(self.n):
            m[i][i] += self.armature[i]
        return m, potential

    def accelerations(self, q, v):
        step, n = 1e-4, self.n
        m, _ = self.walk(q)
        slopes, fall = [], []
        for i in range(n):
            ends = [self.walk([x + s * step * (i == k) for k, x in enumerate(q)]) for s in (1, -1)]
            slopes.append([[(a - b) / (2 * step) for a, b in zip(*rows)] for rows in zip(ends[0][0], ends[1][0])])
            fall.append((ends[0][1] - ends[1][1]) / (2 * step))
        right = [sum((.5 * slopes[i][j][k] - slopes[k][i][j]) * v[j] * v[k] for j in range(n) for k in range(n)) - fall[i] for i in range(n)]
        return solve(m, right)

    def lead(self, v, time, steps):
        q, h = [0.0] * self.n, time / steps
        for _ in range(steps):
            a = [v, self.accelerations(q, v)]
            for share in (.5, .5, 1):
                a += [add(v, a[-1], share * h), self.accelerations(add(q, a[-2], share * h), add(v, a[-1], share * h))]
            q = [x + h / 6 * (a[0][i] + 2 * a[2][i] + 2 * a[4][i] + a[6][i]) for i, x in enumerate(q)]
            v = [x + h / 6 * (a[1][i] + 2 * a[3][i] + 2 * a[5][i] + a[7][i]) for i, x in enumerate(v)]
        return q


def coordinates(document):
    """Where the joints' coordinates q0, q1 ... are in the model."""
    found = {}
    for joint in document["model"]["joints"]:
        names = joint.get("coordinate_names", "").split(",")
        if joint["class"] in ("hinge", "slider"):
            found[names[0]] = f'joints/{joint["name"]}:{"angle" if joint["class"] == "hinge" else "translation"}'
        elif joint["class"] == "custom":
            turns = {"none": 0, "one": 1, "two": 2, "three": 3}[joint.get("angles", "one")]
            for i, name in enumerate(names):
                found[name] = f'joints/{joint["name"]}:' + (f"angle_{i + 1}.angle" if i < turns else f"translation_{i + 1 - turns}.translation")
    return found


def run(folder, out, document, targets, time, integrator, step):
    document["model"]["solver"] = {"integrator": integrator, "max_step": step}
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": time, "targets": targets}]
    write(folder, os.path.basename(out), json.dumps(document))
    result = sinew("run", out, "--time", time, "--probes", folder, "--quiet")
    if result.returncode != 0:
        tap(False, result.stderr.strip())
        return [[math.nan] * (1 + 9 * len(targets))]
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return [[float(x) for x in row] for row in list(csv.reader(file))[1:]]


KINDS = ([["hinge"], ["hinge"]], [["slide"], ["hinge"], ["hinge"]], [["hinge"], ["slide"], ["hinge"]], [["hinge", "hinge"], ["hinge"]],
         [["slide"], ["hinge", "hinge", "hinge"]], [["hinge"], ["slide", "hinge"]])
BOUNDS = {"runge_kutta_4": 1e-8, "newton_trapezoidal": 1e-5, "trapezoidal": 1e-5, "newton_euler": 1e-2, "symplectic_euler": 5e-3, "backward_euler": 5e-3}


def chains(folder):
    r, time = random.Random(14), 0.3
    for kinds in KINDS:
        chain = Chain(r, kinds)
        speeds = [round(r.uniform(-3, 3), 3) for _ in range(chain.n)]
        out, document, said = take(folder, chain.mjcf(speeds), "--key", "k")
        wanted, where = chain.lead(speeds, time, 150), coordinates(document)
        worst = {}
        for integrator, bound in BOUNDS.items():
            row = run(folder, out, document, [where[f"q{i}"] for i in range(chain.n)], time, integrator, 1e-3)[-1]
            worst[integrator] = max(abs(a - b) for a, b in zip(row[1:], wanted)) / bound
        tap(all(w < 1 for w in worst.values()) and ", 0 approximated, 0 left out" in said,
            f"{kinds}, armature {chain.armature}: " + ", ".join(f"{k} {w * BOUNDS[k]:.2g}" for k, w in worst.items()))


def free(folder):
    """Two bodies on a ball joint with a rotor about every axis, and one that slides, fly freely: what they have stays."""
    text = """<mujoco><option gravity="0 0 0"/><worldbody><body name="a"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".01 .02 .025"/>
<body name="b" pos=".2 .1 0"><joint name="q" type="ball" armature=".5"/><inertial pos=".1 0 .05" mass=".6" diaginertia=".004 .006 .005"/>
<body name="c" pos=".1 0 0"><joint name="s" type="slide" axis=".6 .8 0" armature="3"/><inertial pos="0 .1 0" mass=".4" diaginertia=".002 .003 .0025"/>
</body></body></body></worldbody><keyframe><key name="k" qvel=".3 0 -.2 1 2 -3 4 -1 2 1.5"/></keyframe></mujoco>"""
    out, document, said = take(folder, text, "--key", "k")
    targets = ["/model:kinetic_energy", "/model:linear_momentum", "/model:angular_momentum"]
    for integrator, bounds in (("runge_kutta_4", (1e-9, 1e-9)), ("newton_trapezoidal", (1e-5, 1e-7)), ("trapezoidal", (1e-5, 1e-6))):
        rows = run(folder, out, document, targets, 0.2, integrator, 5e-4)
        first, last = rows[0][1:], rows[-1][1:]
        energy, momentum = abs(last[0] / first[0] - 1), max(abs(a - b) for a, b in zip(first[1:], last[1:]))
        tap(energy < bounds[0] and momentum < bounds[1] and ", 0 approximated, 0 left out" in said,
            f"what flies freely keeps its energy to {energy:.2g} and its momentum to {momentum:.2g} by {integrator}")


def ball(folder):
    """On the world a ball joint's armature is more inertia about every axis, of a free joint more mass at the origin that falls no faster."""
    body = '<body name="b"><joint name="q" type="ball"{}/><inertial pos=".1 0 .05" mass=".6" fullinertia="{} {} {} 0 0 0"/></body>'
    ends = []
    for armature, extra in ((' armature=".3"', 0), ("", .3)):
        text = body.format(armature, .004 + extra, .006 + extra, .005 + extra)
        out, document, _ = take(folder, f'<mujoco><worldbody>{text}</worldbody><keyframe><key name="k" qvel="1 2 -3"/></keyframe></mujoco>', "--key", "k")
        ends.append(run(folder, out, document, ["bodies/b:orientation"], .3, "runge_kutta_4", 1e-3)[-1][1:])
    off = math.dist(*ends)
    tap(off < 1e-12, f"a ball joint on the world: {off:.2g} from more inertia")
    # a force F at the origin of a body with its mass m at it: x'' = F / (m + a), z'' = - m g / (m + a)
    text = ('<mujoco><worldbody><body name="b"><joint name="q" type="free" armature=".5"/><inertial pos="0 0 0" mass="2" diaginertia=".1 .1 .1"/>'
            "</body></worldbody></mujoco>")
    out, document, said = take(folder, text)
    z = run(folder, out, document, ["bodies/b:position"], .4, "runge_kutta_4", 1e-3)[-1][3]
    tap(abs(z + .5 * 2 * GRAVITY / 2.5 * .16) < 1e-10 and ", 0 approximated, 0 left out" in said, f"a free joint's armature falls no faster: {z:.10g} m")


def tendon(folder):
    """That of a tendon of one joint is that joint's, by the square of its arm."""
    text = ('<mujoco><worldbody><body name="b"><joint name="q" type="slide" armature=".5"/><geom size=".1"/></body><body name="c"><joint name="r"/>'
            '<geom size=".1" pos=".2 0 0"/></body></worldbody><tendon><fixed name="t" armature=".2"><joint joint="q" coef="-3"/></fixed>{}</tendon></mujoco>')
    _, document, said = take(folder, text.format(""))
    joints = {j["name"]: j for j in document["model"]["joints"]}
    tap(abs(joints["q"]["armature"] - 2.3) < 1e-12 and ", 0 approximated, 0 left out" in said, f"armature of a tendon: {joints['q']['armature']}")
    _, _, said = take(folder, text.format('<fixed name="u" armature=".1"><joint joint="q" coef="1"/><joint joint="r" coef="1"/></fixed>'))
    tap("without its armature: u" in said, "of two joints it is told")


def led(folder):
    """A body carried about its own axis is taken along by the rotor alone: A (w - w_a)' + I w' = 0, w = A / (I + A) w_a."""
    inertia, armature = {"method": "explicit", "mass": 1, "tensor": [.1, .1, .1, 0, 0, 0]}, .3
    times = [k / 200 for k in range(101)]
    for kinematic in (False, True):
        worst = 0
        for integrator in BOUNDS:
            model = {"gravity": [0, 0, 0], "bodies": [{"name": "a", "inertia": inertia, "dynamic": not kinematic}, {"name": "b", "inertia": inertia}],
                     "joints": [{"class": "hinge", "name": "jb", "frame_a": "bodies/a", "frame_b": "bodies/b", "armature": armature}]}
            if kinematic:
                lead = {"targets": ["bodies/a:target_orientation"],
                        "knots": [{"time": t, "values": [math.cos(t * t / 4), 0, 0, math.sin(t * t / 4)]} for t in times]}
            else:
                model["joints"] += [{"class": "hinge", "name": "ja", "frame_b": "bodies/a"}, {"class": "drive", "name": "d", "joint": "joints/ja"}]
                lead = {"targets": ["joints/d:value"], "knots": [{"time": t, "values": [t * t / 2]} for t in times]}
            model["solver"] = {"integrator": integrator, "max_step": 1e-3}
            model["probes"] = [{"class": "output_probe", "name": "p", "interval": .5, "targets": ["bodies/a:angular_velocity", "bodies/b:angular_velocity"]},
                               {"class": "input_probe", "name": "i", "interpolation": "cubic", **lead}]
            write(folder, "led.sinew", json.dumps({"sinew": 1, "model": model}))
            result = sinew("run", os.path.join(folder, "led.sinew"), "--time", .5, "--probes", folder, "--quiet")
            with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
                row = [float(x) for x in list(csv.reader(file))[-1]]
            worst = max(worst, abs(row[6] - armature / (.1 + armature) * row[3]) if result.returncode == 0 and row[3] > .4 else math.inf)
        tap(worst < 1e-12, f"taken along by a body that is led {'as kinematic' if kinematic else 'by a drive'}, every integrator: {worst:.2g} rad/s")


def small(folder):
    """Modes: two rotors of equal armature on equal springs, omega^2 of (M + A) x = K x; and what comes to rest does so at the same place."""
    text = ('<mujoco><option gravity="0 0 0"/><worldbody><body name="a"><joint name="p" axis="0 0 1" stiffness="30" armature=".2"/>'
            '<inertial pos="0 0 0" mass="1" diaginertia=".01 .01 .1"/><body name="b"><joint name="q" axis="0 0 1" stiffness="50" armature=".7"/>'
            '<inertial pos="0 0 0" mass="1" diaginertia=".01 .01 .3"/></body></body></worldbody></mujoco>')
    out, _, _ = take(folder, text)
    result = sinew("modes", out, "--json")
    m, k = [[.1 + .3 + .2, .3], [.3, .3 + .7]], [30, 50]
    det, mid = m[0][0] * m[1][1] - m[0][1] ** 2, m[0][0] * k[1] + m[1][1] * k[0]
    root = math.sqrt(mid ** 2 - 4 * det * k[0] * k[1])
    wanted = [math.sqrt((mid - root) / (2 * det)) / (2 * math.pi), math.sqrt((mid + root) / (2 * det)) / (2 * math.pi)]
    got = [mode["frequency"] for mode in json.loads(result.stdout)["modes"]] if result.returncode == 0 else []
    tap(len(got) == 2 and all(abs(a / b - 1) < 1e-9 for a, b in zip(got, wanted)), f"frequencies of two rotors: {got} Hz, {wanted} {result.stderr}")


def written(folder):
    """As an MJCF file and back: the same."""
    chain = Chain(random.Random(3), [["hinge"], ["slide"], ["hinge", "hinge"]])
    out, document, _ = take(folder, chain.mjcf([0.0] * chain.n))
    there = os.path.join(folder, "there.xml")
    sinew("export", out, "--out", there)
    with open(there, encoding="utf-8") as file:
        _, again, _ = take(folder, file.read())

    def armatures(model):
        return sorted(v for j in model["model"]["joints"] for v in [j.get("armature", 0)] + [g["armature"] for g in j.values() if isinstance(g, dict) and "armature" in g] if v)
    tap(armatures(document) == armatures(again) and len(armatures(document)) == sum(a > 0 for a in chain.armature), f"written as MJCF and read: {armatures(again)}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (chains, free, ball, tendon, led, small, written):
            part(folder)
    done()


main()
