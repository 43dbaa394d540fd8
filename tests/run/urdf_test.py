#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Robots in URDF: places, axes, inertia, couplings and refusals.  urdf_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import sys
import tempfile

from tap import done, sinew, tap

SINEW = sys.argv[1]

# A column that turns about z, an upper arm about -y of its own turned frame, a slide that follows it,
# a tool without mass.
ARM = """<robot name="arm">
 <material name="blue"><color rgba="0 0 1 1"/></material>
 <link name="base"><visual><geometry><box size="0.2 0.2 0.05"/></geometry></visual></link>
 <link name="column"><inertial><origin xyz="0 0 0.1"/><mass value="4"/>
  <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.02"/></inertial>
  <visual><geometry><cylinder radius="0.05" length="0.2"/></geometry><material name="blue"/></visual></link>
 <link name="upper"><inertial><origin xyz="0.2 0 0" rpy="0 0 1.5707963267948966"/><mass value="2"/>
  <inertia ixx="0.03" ixy="0.001" ixz="0" iyy="0.02" iyz="0" izz="0.04"/></inertial></link>
 <link name="slide"><inertial><mass value="1"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01" iyz="0" izz="0.01"/>
  </inertial></link>
 <link name="tool"/>
 <joint name="turn" type="continuous"><parent link="base"/><child link="column"/><origin xyz="0 0 0.1"/>
  <axis xyz="0 0 1"/></joint>
 <joint name="lift" type="revolute"><parent link="column"/><child link="upper"/>
  <origin xyz="0 0.05 0.3" rpy="0.3 -0.4 0.5"/><axis xyz="0 -1 0"/><limit lower="-1" upper="1.5" effort="9" velocity="1"/>
  <dynamics damping="0.7" friction="0.1"/></joint>
 <joint name="out" type="prismatic"><parent link="upper"/><child link="slide"/><origin xyz="0.4 0 0"/>
  <axis xyz="1 0 0"/><mimic joint="lift" multiplier="0.2" offset="0.05"/></joint>
 <joint name="mount" type="fixed"><parent link="slide"/><child link="tool"/><origin xyz="0 0 0.1" rpy="0 0 0.2"/></joint>
 <gazebo/></robot>"""


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def mul(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def apply(r, v):
    return [sum(r[i][k] * v[k] for k in range(3)) for i in range(3)]


def about(axis, angle):
    """Rodrigues' formula."""
    x, y, z = axis
    c, s, t = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[t * x * x + c, t * x * y - s * z, t * x * z + s * y],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c]]


def rpy(r, p, y):
    return mul(about((0, 0, 1), y), mul(about((0, 1, 0), p), about((1, 0, 0), r)))


def tool_at(turn, lift):
    """By hand: from the tool down to the base."""
    place = [0, 0, 0.1]
    place = [place[0] + 0.4 + 0.05 + 0.2 * lift, place[1], place[2]]
    place = apply(mul(rpy(0.3, -0.4, 0.5), about((0, -1, 0), lift)), place)
    place = [place[0], place[1] + 0.05, place[2] + 0.3]
    place = apply(about((0, 0, 1), turn), place)
    return [place[0], place[1], place[2] + 0.1]


def kinematics(folder):
    out = os.path.join(folder, "arm.sinew")
    done = sinew("import", write(folder, "arm.urdf", ARM), "--out", out)
    tap(done.returncode == 0 and "exact" in done.stdout, f"import: {done.stdout.strip()[-300:]}{done.stderr}")
    info = json.loads(sinew("info", out, "--json").stdout)
    tap(info["dofs"] == 18 and abs(info["mass"] - 7) < 1e-12 and
        all(c["severity"] == "note" for c in info["checks"]), f"{info['dofs']} dofs, {info['mass']} kg, no complaint")
    rows = [[i / 100, 2 * math.sin(i / 30), 0.9 * math.cos(i / 40) - 0.2] for i in range(200)]
    motion = write(folder, "m.csv", "time,turn,lift\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows))
    done = sinew("analyze", out, "--motion", motion, "--results", "frames/tool:position,joints/out:translation",
                 "--out", folder)
    with open(os.path.join(folder, "results.csv"), encoding="utf-8") as file:
        values = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
    worst = max(math.dist(value[1:4], tool_at(row[1], row[2])) for value, row in zip(values, rows))
    tap(done.returncode == 0 and len(values) == 200 and worst < 1e-9,
        f"where the tool is, against matrices by hand: {worst:.2g} m {done.stderr.strip()}")
    worst = max(abs(value[4] - 0.05 - 0.2 * row[2]) for value, row in zip(values, rows))
    tap(worst < 1e-9, f"the slide follows: {worst:.2g} m")
    with open(out, encoding="utf-8") as file:
        model = json.load(file)["model"]
    upper = next(b for b in model["bodies"] if b["name"] == "upper")
    wanted = [0.02, 0.03, 0.04, -0.001, 0, 0]  # a quarter turn about z
    tap(max(abs(a - b) for a, b in zip(upper["inertia"]["tensor"], wanted)) < 1e-12, "inertia in the link's axes")
    lift = next(j for j in model["joints"] if j["name"] == "lift")
    tap(lift["limited"] and lift.get("lower", -1) == -1 and lift["upper"] == 1.5 and lift["damping"] == 0.7, "limits, damping")
    column = next(b for b in model["bodies"] if b["name"] == "column")
    tap(column["geometry"]["shape"] == "cylinder" and column["render"]["color"] == "#0000ff", "a shape and its colour")
    tap(sinew("run", out, "--time", "0.2", "--quiet").returncode == 0, "runs")


def chains(folder):
    """Robots of six joints turned at random, against products of matrices."""
    dice = random.Random(7)
    worst, n = 0, 500 if os.environ.get("SN_LONG") else 8
    for _ in range(n):
        text, steps = '<robot name="r"><link name="l0"/>', []
        for i in range(6):
            place = [dice.uniform(-0.3, 0.3) for _ in range(3)]
            turn = [dice.choice([dice.uniform(-3.2, 3.2), math.pi, -math.pi / 2, 0]) for _ in range(3)]
            axis = [dice.choice([-1, 0, 1]) for _ in range(3)]
            axis = axis if any(axis) else [0, 0, -1]
            size = math.hypot(*axis)
            steps.append((place, turn, [a / size for a in axis], dice.choice(["revolute", "prismatic"])))
            text += (f'<link name="l{i + 1}"><inertial><mass value="1"/><inertia ixx="0.01" iyy="0.01" izz="0.01" ixy="0" '
                     f'ixz="0" iyz="0"/></inertial></link><joint name="j{i}" type="{steps[-1][3]}"><parent link="l{i}"/>'
                     f'<child link="l{i + 1}"/><origin xyz="{" ".join(map(repr, place))}" rpy="{" ".join(map(repr, turn))}"/>'
                     f'<axis xyz="{" ".join(map(str, axis))}"/><limit lower="-3" upper="3"/></joint>')
        out = os.path.join(folder, "chain.sinew")
        done = sinew("import", write(folder, "chain.urdf", text + "</robot>"), "--out", out)
        rows = [[t / 10, *(dice.uniform(-1, 1) for _ in steps)] for t in range(4)]
        motion = write(folder, "c.csv", "time," + ",".join(f"j{i}" for i in range(6)) + "\n" +
                       "".join(",".join(map(repr, row)) + "\n" for row in rows))
        done = sinew("analyze", out, "--motion", motion, "--results", "bodies/l6:position", "--out", folder)
        if done.returncode != 0:
            tap(False, f"a chain: {done.stderr.strip()} {text}")
            return
        with open(os.path.join(folder, "results.csv"), encoding="utf-8") as file:
            values = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
        for row, value in zip(rows, values):
            at = [0, 0, 0]
            for (place, turn, axis, kind), c in reversed(list(zip(steps, row[1:]))):
                at = apply(about(axis, c), at) if kind == "revolute" else [x + c * a for x, a in zip(at, axis)]
                at = [p + x for p, x in zip(place, apply(rpy(*turn), at))]
            worst = max(worst, math.dist(at, value[1:4]))
    tap(worst < 1e-9, f"{n} chains of six joints at random: {worst:.2g} m")


def refused(folder):
    cases = {
        "no robot": "<model/>", "cut off": ARM[:700], "no link": '<robot name="x"/>',
        "a circle": ARM.replace('<parent link="base"/>', '<parent link="slide"/>'),
        "xacro": '<robot name="x"><property name="m"/><link name="a"><inertial><mass value="${m}"/></inertial></link></robot>',
        "a wrong number": ARM.replace('xyz="0.4 0 0"', 'xyz="0.4 zero 0"'),
        "a negative mass": ARM.replace('mass value="2"', 'mass value="-2"'),
        "an entity": '<!DOCTYPE robot [<!ENTITY e SYSTEM "file:///etc/passwd">]><robot name="&e;"/>'}
    for what, text in cases.items():
        out = os.path.join(folder, "none.sinew")
        done = sinew("import", write(folder, "bad.urdf", text), "--out", out)
        lines = done.stderr.strip().split("\n")
        tap(done.returncode == 1 and len(lines) == 1 and "bad.urdf" in lines[0] and not os.path.exists(out),
            f"{what}: {lines[0][-160:]}")


def mended(folder):
    """What a robot can do without is said, and the rest opens."""
    cases = {
        "a missing link": (ARM.replace('child link="tool"', 'child link="nose"'), "no link that is there"),
        "two parents": (ARM.replace("</robot>", '<joint name="again" type="fixed"><parent link="base"/><child link="upper"/></joint></robot>'),
                        "has a parent already"),
        "itself": (ARM.replace('<child link="slide"/>', '<child link="upper"/>'), "joins a link to itself"),
        "no axis": (ARM.replace('<axis xyz="1 0 0"/>', '<axis xyz="0 0 0"/>'), "axis has no direction"),
        "limits that cross": (ARM.replace('lower="-1"', 'lower="3"'), "lies above the upper one"),
        "twice": (ARM.replace('<link name="tool"/>', '<link name="tool"/><link name="tool"/>'), "of this name is there already"),
        "an unknown type": (ARM.replace('type="continuous"', 'type="screw"'), "none that is known"),
        "a colour of three numbers": (ARM.replace("</robot>", '<material name="z"><color rgba="1 0 0"/></material></robot>'), "exact"),
        "a fixed joint without axis": ('<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="fixed"><parent link="a"/>'
                                       '<child link="b"/><axis xyz="0 0 0"/></joint></robot>', "3 exact")}
    for what, (text, words) in cases.items():
        out = os.path.join(folder, "mended.sinew")
        done = sinew("import", write(folder, "mended.urdf", text), "--out", out)
        tap(done.returncode == 0 and words in done.stdout + done.stderr, f"{what}: {words} {done.stderr[-200:]}")


def shapes(folder):
    """Shapes that are not a body's own are seen as well: shifted, several, of the base, of what has no mass."""
    shape = '<visual><origin xyz="{}"/><geometry>{}</geometry><material name="m"><color rgba="0 1 0 1"/></material></visual>'
    text = ('<robot name="r"><link name="base">' + shape.format("0 0 0", '<box size="1 2 3"/>') + '</link><link name="arm"><inertial>'
            '<mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>' +
            shape.format("0 0 0.5", '<cylinder radius="0.1" length="1"/>') + shape.format("0 0 0", '<sphere radius="0.2"/>') +
            shape.format("0 0 1", '<capsule radius="0.5" length="2"/>') + shape.format("1 0 0", '<sphere radius="0"/>') +
            '</link><joint name="j" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 1 0"/>'
            '<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>')
    out = os.path.join(folder, "shapes.sinew")
    done = sinew("import", write(folder, "shapes.urdf", text), "--out", out)
    with open(out, encoding="utf-8") as file:
        model = json.load(file)["model"]
    seen = {(v["frame"], tuple(v.get("location", [0, 0, 0])), tuple(v["scale"]), v["render"]["color"]) for v in model.get("visuals", [])}
    green = "#00ff00"
    wanted = {("frames/base", (0, 0, 0), (1, 2, 3), green), ("bodies/arm", (0, 0, 0.5), (0.1, 0.1, 1), green),
              ("bodies/arm", (0, 0, 1), (0.5, 0.5, 0.5), green)}
    ball = model["bodies"][0]["geometry"]
    tap(seen == wanted and ball["shape"] == "ellipsoid" and "or it has no size: arm" in done.stdout and
        sinew("run", out, "--time", "0.01", "--quiet").returncode == 0, f"plain shapes are seen: {sorted(seen)} {done.stderr}")


def losses(folder):
    """What a kind of joint has no direction for is said; a weld with dynamics (exporters write them) is a weld."""
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    for kind, lost in (("fixed", False), ("spherical", False), ("planar", True), ("floating", True)):
        text = (f'<robot name="r"><link name="a">{inertial}</link><link name="b">{inertial}</link><link name="c">{inertial}</link><joint name="i" '
                f'type="continuous"><parent link="a"/><child link="b"/></joint><joint name="j" type="{kind}"><parent link="b"/><child link="c"/>'
                '<dynamics damping="0.5" friction="0.25"/></joint></robot>')
        out = os.path.join(folder, "losses.sinew")
        run = sinew("import", write(folder, "losses.urdf", text), "--out", out)
        tap(run.returncode == 0 and ("of no direction" in run.stdout) == lost, f"damping of a {kind} joint {run.stderr.strip()}")
        if kind == "spherical":
            with open(out, encoding="utf-8") as file:
                joint = next(j for j in json.load(file)["model"]["joints"] if j["name"] == "j")
            tap(joint["damping"] == 0.5 and joint["friction"] == 0.25, "a ball joint has both")


def told(folder):
    """What is for programs that drive robots is told; files of Gazebo and of macros are refused with what to do."""
    text = ('<robot name="r"><link name="a"/><link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
            '<verbose value="1"/></link><joint name="j" type="revolute"><parent link="a"/><child link="b"/><limit lower="-1" upper="1" effort="3" velocity="2"/>'
            '<safety_controller k_velocity="1"/><calibration rising="0"/></joint></robot>')
    done = sinew("import", write(folder, "told.urdf", text), "--out", os.path.join(folder, "told.sinew"))
    said = ["safety_controller: it is no part of the mechanics: j", "calibration: it is no part of the mechanics: j",
            "verbose: it is no part of the mechanics: b", "how much effort and velocity joints bear"]
    tap(done.returncode == 0 and all(words in done.stdout for words in said), f"what drives a robot is told {done.stdout if done.returncode else ''}")
    for name, text, words in (("w.sdf", '<sdf version="1.6"/>', "is a model of Gazebo (SDF), which is not read"),
                              ("w.xml", '<sdf version="1.6"/>', "is a model of Gazebo (SDF), which is not read"),
                              ("w.xacro", '<robot name="q" xmlns:xacro="x"><xacro:include filename="y"/></robot>', "xacro FILE > robot.urdf")):
        done = sinew("import", write(folder, name, text), "--out", os.path.join(folder, "w.sinew"))
        tap(done.returncode == 1 and words in done.stderr and done.stderr.count("\n") == 1, f"{name}: {done.stderr.strip()[-90:]}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        kinematics(folder)
        chains(folder)
        refused(folder)
        mended(folder)
        shapes(folder)
        losses(folder)
        told(folder)
    done()


main()
