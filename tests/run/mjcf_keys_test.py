#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keyframes of MuJoCo models with speeds, controls and mocap places, and free joints that hold, against MuJoCo 3.3.8's own motion
(Runge-Kutta, steps of 2e-4 s).  mjcf_keys_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import tempfile

from mjcf_taken import take, write
from tap import done, sinew, tap

TEXT = """<mujoco><compiler angle="radian"/><default><joint damping=".1"/><geom contype="0" conaffinity="0"/></default><worldbody>
<body name="a" pos="0 0 1" euler=".1 .2 .3"><joint type="hinge" axis="1 .3 0" pos="0 .1 0" ref=".2" springref=".5" stiffness="3" damping=".2" armature=".03"/>
<geom type="box" size=".1 .2 .3" pos=".1 .2 0"/><body name="b" pos=".3 0 .2" axisangle="1 0 1 .4"><joint name="s" type="slide" axis="0 1 1" stiffness="200"
damping="2" springref=".05"/><geom size=".1" pos="0 .1 0"/><body name="c" pos="0 .3 .1" zaxis="1 1 1"><joint type="ball" stiffness="2" damping=".3"/>
<geom type="capsule" fromto="0 0 0 .3 .1 .2" size=".04"/></body></body></body>
<body name="f" pos="2 0 1"><joint type="free" stiffness="50" damping=".5"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body>
<body name="m" pos="3 0 1"><joint name="q" type="hinge" axis="0 1 0" pos="0 0 .1"/><joint name="r" type="hinge" axis="1 0 0" pos="0 0 .1"/>
<geom type="box" size=".1 .2 .3" pos="0 .1 0"/></body>
<body name="n" pos="4 0 1"><joint type="slide" axis="0 0 1" stiffness="100"/><joint type="slide" axis="1 0 0" stiffness="100"/>
<joint type="hinge" axis="0 1 0" pos=".1 0 0"/><geom type="box" size=".1 .2 .3" pos="0 .1 0"/></body>
<body name="w" mocap="true" pos="0 0 3"><geom size=".1"/></body></worldbody>
<actuator><motor joint="q" name="t"/><position joint="r" kp="20" name="p"/><position joint="s" kp="100" forcerange="-5 5" name="o"/></actuator>
<keyframe><key name="k" qpos=".4 .1 1 0 0 0  2.1 .1 1.2 .9 .1 .3 .2  .3 -.2  .1 -.1 .5" qvel=".5 1 2 -1 .5 .3 -1 1 -2 1 .5 .4 -.5 .3 .2 1"
ctrl="2 .5 -.02" mpos="1 2 3" mquat=".8 .6 0 0"/>{}</keyframe></mujoco>"""
NAMES = "abcfmnw"
REACHED = (0.002602757, -0.000394476, 1.017450501, 0.345458956, 0.024317608, 1.0211476, 0.209645031, 0.245324733, 1.202007846, 2.135416813, -0.129795908,
           0.965456798, 2.988944882, -0.052973085, 1.015906976, 3.994041284, 0, 0.817692959, 1, 2, 3)


def motion(folder):
    out, document, said = take(folder, TEXT.format(""), "--key", "k")
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 0.3, "targets": [f"bodies/{n}:position" for n in NAMES]}]
    document["model"]["solver"] = {"integrator": "runge_kutta_4", "max_step": 5e-4}
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("run", out, "--time", "0.3", "--probes", folder, "--quiet")
    places = [math.nan] * len(REACHED)
    if run.returncode == 0:
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            places = [float(x) for x in list(csv.reader(file))[-1]][1:]
    for i, name in enumerate(NAMES):
        off = math.dist(places[3 * i:3 * i + 3], REACHED[3 * i:3 * i + 3])
        tap(off < 2e-6, f"{name} after 0.3 s: {off:.2g} m from where MuJoCo has it{run.stderr.strip()[-90:]}")
    bodies = {b["name"]: b for b in document["model"]["bodies"]}
    turn = bodies["w"]["orientation"]
    tap(max(abs(x - y) for x, y in zip(turn, (.8, .6, 0, 0))) < 1e-12, f"a mocap body is turned by the key: {turn}")
    controls = {load["name"]: load.get("control") for load in document["model"]["loads"]}
    tap(controls == {"t": 2, "p": .5, "o": -.02}, f"controls of the key: {controls}")
    tap("key" in said and " key " not in said.split("approximated:")[-1], "nothing of the key is lost")


def refused(folder):
    """Numbers that are not as many as the joints' speeds; controls that are not as many as the actuators."""
    write(folder, "r.xml", TEXT.format('<key name="l" qvel="1 2"/>'))
    run = sinew("import", os.path.join(folder, "r.xml"), "--key", "l", "--out", os.path.join(folder, "r.sinew"))
    tap(run.returncode == 1 and "has 2 numbers in qvel; the joints have 16" in run.stderr, run.stderr.strip())
    _, document, said = take(folder, TEXT.format('<key name="l" ctrl="1 2"/>'), "--key", "l")
    tap("not as many as the actuators" in said and not any("control" in load for load in document["model"]["loads"]), "controls that are too few")
    _, document, said = take(folder, TEXT.format('<key name="l" act="1"/>'), "--key", "l")
    tap("without its activations, which are not as many" in said, "activations that are too many")


def armature(folder):
    """What a free joint's armature adds is the same about all axes and along them, and is carried."""
    _, document, said = take(folder, '<mujoco><worldbody><body name="a"><joint type="free" armature=".5"/><geom size=".1" mass="2"/></body></worldbody></mujoco>')
    inertia, load = document["model"]["bodies"][0]["inertia"], document["model"]["loads"][0]
    tap(max(abs(x - .5 - .4 * 2 * .01) for x in inertia["tensor"][:3]) < 1e-5 and abs(inertia["mass"] - 2.5) < 1e-12 and
        math.dist(load["force"], (0, 0, .5 * 9.81)) < 1e-12 and ", 0 approximated" in said, f"armature of a free joint: {inertia}, {load}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (motion, refused, armature):
            part(folder)
    done()


main()
