#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MuJoCo models that are made of parts: other models that are attached, against the same written out by hand.
mjcf_parts_test.py SINEW.  TAP."""
import json
import math
import os
import tempfile

from tap import done, sinew, tap


def write(folder, name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def take(folder, text, *words):
    """The model's file and its JSON, and what was said of it."""
    out = os.path.join(folder, "m.sinew")
    run = sinew("import", write(folder, "m.xml", text), *words, "--out", out)
    if run.returncode != 0:
        tap(False, f"import: {run.stderr.strip()} {text}")
        raise SystemExit(1)
    with open(out, encoding="utf-8") as file:
        return out, json.load(file), run.stdout


# --- attach ---

TETRAHEDRON = "v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

WRIST = """<mujoco model="wrist"><compiler angle="radian"/><default class="all"><joint damping=".25"/></default>
<worldbody><frame name="mount"><body name="tool" pos="0 0 .1"><joint name="roll" axis="0 0 1" range="-.5 .5"/><geom size=".02"/><site
name="tip" pos="0 0 .05"/></body></frame></worldbody><actuator><motor name="turn" joint="roll"/></actuator></mujoco>"""

ARM = """<mujoco model="arm"><compiler angle="radian" meshdir="shapes" eulerseq="zyx" autolimits="false" boundmass=".5"/>
<default><joint damping="3" range="-1 1"/><geom density="500" rgba="1 0 0 1"/><default class="soft"><joint stiffness="7"/></default></default>
<asset><mesh file="tet.obj"/><material name="green" rgba="0 1 0 1"/><model name="wrist" file="../wrist.xml"/></asset>
<worldbody><body name="base" pos="0 0 .5" euler="1.25 0.5 0"><geom name="g" type="sphere" size=".1"/>
<body name="link" pos=".3 0 0"><joint name="j" axis="0 1 0" class="soft" limited="true"/><joint name="k" axis="0 0 1"/>
<geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" material="green"/><geom type="mesh" mesh="tet"/><site name="s" pos=".3 0 0"/>
<attach model="wrist" frame="mount" prefix="w-"/></body></body><site name="far" pos="0 0 2"/></worldbody>
<tendon><spatial name="t" stiffness="10"><site site="far"/><site site="s"/></spatial><fixed name="f"><joint joint="j" coef="2"/></fixed></tendon>
<equality><joint joint1="k" joint2="w-roll" polycoef="0 2"/></equality><contact><exclude body1="base" body2="w-tool"/></contact>
<actuator><motor name="m" joint="j" gear="5"/></actuator><keyframe><key name="home" qpos="0.5 0.25 .125"/></keyframe></mujoco>"""

OUTER = """<mujoco model="two"><default><joint damping="99"/><geom density="2000"/></default><asset><model name="arm" file="sub/arm.xml"/></asset>
<worldbody><body name="cart" pos="1 0 0"><joint name="slide" type="slide" axis="1 0 0"/><geom size=".2"/>
<frame pos="0 1 0" euler="0 0 90"><attach model="arm" body="base" prefix="l/"/></frame></body><attach model="arm" prefix="r_"/></worldbody>
<actuator><position joint="l/j" kp="3"/></actuator></mujoco>"""


def by_hand(prefix, place):
    """The arm as its document means it, in degrees and the outer document's order of turns (xyz: here one matrix as axes)."""
    a, b = 1.25, .5
    x = (math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), -math.sin(b))
    y = (-math.sin(a), math.cos(a), 0)
    axes = " ".join(map(repr, x + y))
    one, half = math.degrees(1), math.degrees(.5)
    return f"""<body name="{prefix}base" pos="{place}" xyaxes="{axes}"><geom name="{prefix}g" size=".1" density="500" rgba="1 0 0 1"/>
<body name="{prefix}link" pos=".3 0 0"><joint name="{prefix}j" axis="0 1 0" damping="3" stiffness="7" range="-{one!r} {one!r}" limited="true"/>
<joint name="{prefix}k" axis="0 0 1" damping="3" range="-{one!r} {one!r}" limited="false"/>
<geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" density="500" rgba="1 0 0 1"/><geom type="mesh" mesh="tet" density="500" rgba="1 0 0 1"/>
<site name="{prefix}s" pos=".3 0 0"/><body name="{prefix}w-tool" pos="0 0 .1"><joint name="{prefix}w-roll" axis="0 0 1" damping=".25"
range="-{half!r} {half!r}" limited="true"/><geom size=".02"/><site name="{prefix}w-tip" pos="0 0 .05"/></body></body></body>"""


def flat():
    """Both arms written out, in the order in which they are attached."""
    def rest(prefix, tied):
        spring = (f'<spatial name="{prefix}t" stiffness="10"><site site="{prefix}far"/><site site="{prefix}s"/></spatial>' if tied else "")
        return (f'<tendon>{spring}<fixed name="{prefix}f"><joint joint="{prefix}j" coef="2"/></fixed></tendon><equality><joint '
                f'joint1="{prefix}k" joint2="{prefix}w-roll" polycoef="0 2"/></equality><contact><exclude body1="{prefix}base" '
                f'body2="{prefix}w-tool"/></contact><actuator><motor name="{prefix}m" joint="{prefix}j" gear="5"/></actuator>'
                f'<actuator><motor name="{prefix}w-turn" joint="{prefix}w-roll"/></actuator>')
    return ('<mujoco model="two"><asset><mesh file="sub/shapes/tet.obj"/></asset><worldbody><body name="cart" pos="1 0 0"><joint name="slide" '
            'type="slide" axis="1 0 0" damping="99"/><geom size=".2" density="2000"/><frame pos="0 1 0" euler="0 0 90">'
            + by_hand("l/", "0 0 .5") + "</frame></body>" + by_hand("r_", "0 0 .5") + '<site name="r_far" pos="0 0 2"/></worldbody><actuator><position '
            'joint="l/j" kp="3"/></actuator>' + rest("l/", False) + rest("r_", True) + "</mujoco>")


def unlike(a, b, path=""):
    """Where two models differ by more than rounding."""
    if isinstance(a, dict) and isinstance(b, dict):
        return [p for k in sorted({*a, *b}) for p in unlike(a.get(k), b.get(k), f"{path}.{k}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [p for i, (x, y) in enumerate(zip(a, b)) for p in unlike(x, y, f"{path}[{i}]")]
    numbers = isinstance(a, (int, float)) and isinstance(b, (int, float))
    return [] if (abs(a - b) <= 1e-12 * max(1, abs(a)) if numbers else a == b) else [f"{path}: {a} {b}"]


def attached(folder):
    write(folder, "wrist.xml", WRIST)
    write(folder, "sub/arm.xml", ARM)
    write(folder, "sub/shapes/tet.obj", TETRAHEDRON)
    _, got, said = take(folder, OUTER)
    _, wanted, _ = take(folder, flat())
    for of in got, wanted:
        of["model"].pop("notes")
    light = [b for b in got["model"]["bodies"] if b["name"].endswith("w-tool")]
    tap(len(light) == 2 and all(abs(b["inertia"]["mass"] - 4 / 3 * 3.141592653589793 * .02 ** 3 * 1000) < 1e-12 for b in light),
        "what an attached model's compiler says holds for its own, not for what it attaches itself")
    for one, two in zip(got["model"]["bodies"], wanted["model"]["bodies"]):
        if one["name"].endswith("link"):
            tap(abs(one["inertia"]["mass"] / two["inertia"]["mass"] - 1) < 1e-12 and one["inertia"]["mass"] > .5, f"mass of {one['name']}")
    differences = unlike(got, wanted)
    tap(not differences, f"two arms with wrists, attached and written out: {differences[:3]}")
    tap("attach                                     4            0        0" in said, "the report counts what is attached, also within")
    out, document, _ = take(folder, OUTER, "--key", "r_home")
    joints = {j["name"]: j for j in document["model"]["joints"]}
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": [f"joints/{n}:angle" for n in joints if n.endswith("roll")]}]
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", out, "--time", "0", "--probes", folder, "--quiet")
    if run.returncode != 0:
        tap(False, run.stderr)
        return
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        angles = [float(x) for x in file.read().splitlines()[1].split(",")][1:]
    tap(len(angles) == 2 and abs(angles[0]) < 1e-12 and abs(angles[1] - .125) < 1e-12, f"a key of an attached model is about that alone: {angles}{run.stderr}")


def refused(folder):
    """What is not there is told; circles end."""
    world = '<mujoco><asset><model name="a" file="{}"/></asset><worldbody><attach model="{}" body="{}" prefix="p"/></worldbody></mujoco>'
    write(folder, "wrist.xml", WRIST)
    for file, model, body, word in (("wrist.xml", "a", "none", "no body or frame of that name"), ("gone.xml", "a", "tool", "no <model> of that name"),
                                    ("wrist.xml", "b", "tool", "no <model> of that name")):
        said = take(folder, world.format(file, model, body))[2]
        tap(word in said, f"{file} {model} {body}: {word}")
    write(folder, "round.xml", world.format("round.xml", "a", "world"))
    run = sinew("import", os.path.join(folder, "round.xml"), "--out", os.path.join(folder, "m.sinew"))
    tap(run.returncode == 1 and len(run.stderr.strip().splitlines()) == 1 and "deep" in run.stderr, f"a model that attaches itself: {run.stderr.strip()}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (attached, refused):
            part(folder)
    done()


main()
