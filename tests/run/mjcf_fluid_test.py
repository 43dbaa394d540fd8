#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Air and water around bodies of MuJoCo models: forces against those that MuJoCo 3.3.8 has for the same file, motions against
closed forms.  mjcf_fluid_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import tempfile

from mjcf_taken import take, write
from tap import done, sinew, tap

BODIES = """<mujoco><option gravity="0 0 0" density="1000" viscosity="0.1" wind="0.3 0.1 0"/><worldbody>
<body name="b" pos="0 0 1"><freejoint/><geom type="box" size=".1 .2 .05" mass="5" pos=".02 0 0"/></body>
<body name="c" pos="1 0 1"><freejoint/><geom type="ellipsoid" size=".1 .2 .05" mass="5" fluidshape="ellipsoid" pos=".02 0 0"/></body>
<body name="d" pos="2 0 1"><freejoint/><geom type="capsule" size=".05 .2" mass="3" euler="20 30 40"/></body>
<body name="e" pos="3 0 1"><freejoint/><inertial pos=".1 0 0" mass="2" diaginertia=".01 .02 .025" quat=".8 .3 .2 .1"/></body>
<body name="f" pos="4 0 1"><freejoint/><inertial pos=".1 0 0" mass="2" fullinertia=".01 .02 .025 .001 .002 -.003"/></body>
<body name="g" pos="5 0 1"><freejoint/><geom size=".1" mass="2" fluidshape="ellipsoid"/><geom name="h" type="cylinder" size=".05 .1"
mass="1" pos=".1 .1 0" euler="0 30 0" fluidshape="ellipsoid" fluidcoef=".3 .2 1 .5 .7"/></body></worldbody></mujoco>"""
# MuJoCo's qfrc_passive (its axes of a full inertia are good to 4e-7) where all move with (1, .5, -.2) and turn with (1, 2, 3): force, moment about the body's origin
MUJOCO = {"b": (-9.953938040025898, -2.2171592834455924, 2.3567787565803098, -0.08430348622289376, -0.09761754757739366, -0.438816144337593),
          "c": (-19.982088653139712, 1.2326919851712503, 18.150310720005443, -0.21073700709330545, -2.923462119290634, -2.0778846168823666),
          "d": (-9.095232185109957, -8.348176628608934, 2.5115224758081243, 0.06814697633993512, -0.36099855742860854, -0.18729998293066616),
          "e": (-9.585509677211794, -7.452926823046769, 6.094014151752406, -0.006673078740841935, -0.9187910002275097, -1.078165924216485),
          "f": (-3.499247146856866, -9.068119215952006, 10.54920089752808, -0.0862543448443939, -1.40259349710751, -1.1352659156927678),
          "g": (-14.491214844428306, -3.4460412859516087, 1.582715294863669, -0.028939270269136293, -0.31942568538171295, -0.4500621650535331)}


def rows_of(folder, out, document, targets, *words):
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 0, "targets": targets}]
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("run", out, "--probes", folder, "--quiet", *words)
    if run.returncode != 0:
        tap(False, run.stderr.strip())
        return [[math.nan] * 400]
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return [[float(x) for x in row] for row in list(csv.reader(file))[1:]]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def move(document):
    """All bodies about their origins' velocity (1, .5, -.2) with the spin (1, 2, 3), as their centres then move."""
    for body in document["model"]["bodies"]:
        body["velocity"], body["angular_velocity"] = [1, .5, -.2], [1, 2, 3]


def against_mujoco(folder):
    out, document, said = take(folder, BODIES)
    move(document)
    drags = document["model"]["loads"]
    targets = [f"loads/{d['name']}:{what}" for d in drags for what in ("acting_force", "acting_moment")]
    row = rows_of(folder, out, document, targets, "--time", "1e-9", "--step", "1e-9")[0][1:]
    whole = {name: [0] * 6 for name in MUJOCO}
    for i, drag in enumerate(drags):
        force, moment = row[6 * i:6 * i + 3], row[6 * i + 3:6 * i + 6]
        arm = cross(drag.get("location", [0, 0, 0]), force)
        name = drag["body"].rsplit("/", 1)[-1]
        whole[name] = [x + y for x, y in zip(whole[name], force + [m + a for m, a in zip(moment, arm)])]
    for name, wanted in MUJOCO.items():
        size = max(map(abs, wanted))
        worst = max(abs(x - y) for x, y in zip(whole[name], wanted)) / size
        tap(worst < 1e-6, f"forces of the fluid on {name}: within {worst:.2g} of MuJoCo's")
    tap(len(drags) == 7 and "left out" not in said.split("\n")[0] or ", 0 left out" in said, f"one for each box or ellipsoid: {len(drags)}")


def falling(folder):
    """A ball falls at the speed where its drag is its weight; a box slows down as 1 / (1 + k v t)."""
    out, document, _ = take(folder, '<mujoco><option density="1.2"/><worldbody><body name="a"><freejoint/><geom size=".1" mass=".05" '
                            'fluidshape="ellipsoid"/></body></worldbody></mujoco>')
    speed = -rows_of(folder, out, document, ["bodies/a:velocity"], "--time", "6")[-1][3]
    wanted = math.sqrt(.05 * 9.81 / (.5 * 1.2 * math.pi * .01))
    tap(abs(speed / wanted - 1) < 1e-5, f"a ball falls at {speed} m/s, {wanted} by its weight")
    out, document, _ = take(folder, '<mujoco><option gravity="0 0 0" density="1000"/><worldbody><body name="a"><freejoint/><geom type="box" '
                            'size=".1 .2 .05" mass="5" euler="0 0 30"/></body></worldbody></mujoco>')
    body = document["model"]["bodies"][0]
    across = [math.cos(math.pi / 6), .5, 0]
    k = 2 * 1000 * .2 * .05 / 5
    for integrator, step, bound in (("runge_kutta_4", "1e-3", 1e-9), ("trapezoidal", "1e-3", 1e-5), ("backward_euler", "1e-3", 5e-3)):
        body["velocity"] = [2 * x for x in across]
        document["model"]["solver"]["integrator"] = integrator
        row = rows_of(folder, out, document, ["bodies/a:velocity"], "--time", "0.5", "--step", step)[-1]
        speed, wanted = sum(x * y for x, y in zip(row[1:], across)), 2 / (1 + 2 * k * .5)
        tap(abs(speed / wanted - 1) < bound, f"a box slows down by {integrator}: {speed}, {wanted}")
    spin = math.hypot(*row[1:]) - abs(speed)
    tap(abs(spin) < 1e-9, f"along its face alone: {spin:.2g}")


def wind(folder):
    """Wind does to what rests what its own velocity does in still air, takes along what is free, and puts energy in."""
    text = ('<mujoco><option gravity="0 0 0" density="1000" {}/><worldbody><body name="a"><freejoint/><geom type="ellipsoid" size=".1 .2 .05" '
            'mass="5" fluidshape="ellipsoid" euler="10 20 30"/></body></worldbody></mujoco>')
    out, document, _ = take(folder, text.format('wind="1 -2 .5"'))
    blown = rows_of(folder, out, document, ["loads/a fluid:acting_force", "loads/a fluid:acting_moment"], "--time", "1e-9", "--step", "1e-9")[0][1:]
    speed = rows_of(folder, out, document, ["bodies/a:velocity"], "--time", "60")[-1][1:]
    out, document, _ = take(folder, text.format(""))
    document["model"]["bodies"][0]["velocity"] = [-1, 2, -.5]
    moved = rows_of(folder, out, document, ["loads/a fluid:acting_force", "loads/a fluid:acting_moment"], "--time", "1e-9", "--step", "1e-9")[0][1:]
    worst = max(abs(x - y) for x, y in zip(blown, moved)) / max(map(abs, moved))
    tap(worst < 1e-5, f"wind against motion: {worst:.2g}")
    tap(math.dist(speed, (1, -2, .5)) < .15, f"what is free goes along: {speed}")


def swimmer(folder):
    """Gymnasium's swimmer, stroking: against MuJoCo's Runge-Kutta method at steps of 1e-4 s."""
    text = """<mujoco><option density="4000" viscosity="0.1" gravity="0 0 0"/><default><geom contype="0" conaffinity="0" density="1000"
type="capsule" size="0.1"/></default><worldbody><body name="torso"><geom fromto="1.5 0 0 .5 0 0"/><joint axis="1 0 0" type="slide"/>
<joint axis="0 1 0" type="slide"/><joint axis="0 0 1"/><body name="mid" pos=".5 0 0"><geom fromto="0 0 0 -1 0 0"/><joint name="one" axis="0 0 1"/>
<body name="back" pos="-1 0 0"><geom fromto="0 0 0 -1 0 0"/><joint name="two" axis="0 0 1"/></body></body></body></worldbody>
<actuator><motor name="m" gear="150" joint="one"/><motor name="n" gear="150" joint="two"/></actuator></mujoco>"""
    out, document, _ = take(folder, text)
    for load in document["model"]["loads"]:
        if load["name"] in "mn":
            load["control"] = {"m": .8, "n": -.5}[load["name"]]
    document["model"]["solver"] = {"integrator": "runge_kutta_4", "max_step": 1e-3}
    places = rows_of(folder, out, document, [f"bodies/{n}:position" for n in ("torso", "mid", "back")], "--time", "1")[-1][1:]
    worst = max(abs(x - y) for x, y in zip(places, SWUM))
    tap(worst < 2e-6, f"a swimmer after a second: within {worst:.2g} m of MuJoCo's")


SWUM = (-0.12825190984, 1.05784039226, 0, -0.00446237504, 0.57340654635, 0, 0.42070821125, -0.33170669108, 0)


def main():
    with tempfile.TemporaryDirectory() as folder:
        against_mujoco(folder)
        falling(folder)
        wind(folder)
        swimmer(folder)
    done()


main()
