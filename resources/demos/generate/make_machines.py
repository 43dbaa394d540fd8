#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the machine demos of Sueda 2010, chapter 6, and the meshes of their parts.

    make_machines.py OUT_FOLDER

The thesis gives pictures (Figs. 6.10 - 6.13), sizes of 3 to 20 cm and strand radii of 1 to 3 mm; all other numbers
are our own choice, made so that the machines move within ten seconds.
"""
import math
import os
import sys

from machine import AXLE, BRASS, IRON, IVORY, Machine, RED, STEEL, TEAL, WOOD, about_y, on, over, q_mul, through
from machine_meshes import MESHES

G = 9.81
X_AXIS = (math.sqrt(0.5), 0, math.sqrt(0.5), 0)  # turns z to x


def post(m, name, x, y, low, high, width=0.02, color=IRON):
    m.box(name, [width, width, high - low], (x, y, (low + high) / 2), dynamic=False, color=color)


def weight(m, name, hook, mass, radius=0.035, length=0.07, color=IRON):
    """A cylinder that hangs from an eye above it; returns the eye's marker."""
    x, y, z = hook
    m.cylinder(name, radius, length, (x, y, z - length / 2 - 0.02), mass=mass, color=color, render={"specular": 0.4})
    m.visual(f"{name}_stem", name, "axle", [0.006, 0.006, 0.026], (x, y, z - 0.012), color=STEEL)
    return m.marker(f"{name}_hook", name, hook)


def ground(m, size, center=(0, 0), z=0.0):
    m.box("ground", [size[0], size[1], 0.02], (center[0], center[1], z - 0.01), dynamic=False, color="#cfc7b6")


def idler(m, name, center, radius, top=None, wall=None):
    """A wheel that turns with its strand, hung from a height or on a pin in a wall; returns its groove."""
    x, y, z = center
    m.wheel(name, "wheel", radius, 0.024, center, 0.15, color=STEEL)
    m.hinge(f"{name}_axle", None, name, center, damping=2e-4)
    if top:
        m.strut(f"{name}_strap", None, (x, y + 0.024, z - 0.012), (x, y + 0.024, top), 0.016, 0.006, IRON, 0)
    m.axle(f"{name}_pin", None, (x, y + 0.5 * ((wall or y + 0.03) - y), z), 0.006, (wall or y + 0.03) - y + 0.03)
    return m.pulley(f"{name}_groove", center, radius, wheel=name, grip=True)


# --- eccentric pulley ---


def oval(m, name, axle, tilt, long=0.1, short=0.06, offset=0.035, mass=0.4, damping=0.0015, top=None):
    """An oval wheel on an axle beside its middle; returns its groove."""
    turn = q_mul(about_y(tilt), AXLE)
    center = (axle[0] + offset * math.cos(tilt), axle[1], axle[2] - offset * math.sin(tilt))
    inertia = {"method": "explicit", "mass": mass, "center": [0, 0, 0],
               "tensor": [mass * short ** 2 / 3, mass * long ** 2 / 3, mass * (long ** 2 + short ** 2) / 3, 0, 0, 0]}
    m.body(name, {"shape": "mesh", "mesh": "meshes/oval.obj", "scale": [long, long, 0.03]}, center, turn, inertia, BRASS,
           render={"specular": 0.45})
    m.hinge(f"{name}_axle", None, name, axle, damping=damping)
    m.axle(f"{name}_pin", None, (axle[0], axle[1] + 0.02, axle[2]), 0.007, 0.09)
    if top:
        m.strut(f"{name}_strap", None, (axle[0], axle[1] + 0.045, axle[2] - 0.012), (axle[0], axle[1] + 0.045, top), 0.016, 0.008, IRON, 0)
    return m.pulley(f"{name}_groove", center, long, body=name, radius_y=short, turn=turn)


def eccentric_pulley(m):
    axle = (0.0, 0.0, 0.42)
    ground(m, (0.5, 0.3))
    post(m, "post", 0, 0.055, 0, 0.45, 0.026)
    groove = oval(m, "wheel", axle, 0.75, mass=2.5, damping=0.004)
    foot = m.marker("foot", None, (-0.1, 0, 0.02))
    m.box("anchor", [0.04, 0.04, 0.02], (-0.1, 0, 0.01), dynamic=False, color=IRON)
    hook = weight(m, "weight", (0.1, 0, 0.22), 0.8, color=TEAL)
    m.strand("cable", [on(foot), over(groove, "left"), on(hook)])
    m.add("moment_arms", name="cable_about_axle", path="strands/cable", joint="joints/wheel_axle")
    m.output("wheel", "joints/wheel_axle:angle", "joints/wheel_axle:angle_rate", "strands/cable:length", "strands/cable:tension")
    m.output("weight", "bodies/weight:position")
    m.output("moment_arm", "moment_arms/cable_about_axle:moment_arm", "moment_arms/cable_about_axle:moment")
    m.panel("Pulley", ("joints/wheel_axle:damping", {"widget": "slider", "low": 0, "high": 0.05, "label": "Brake"}),
            ("strands/cable:tension", {"label": "Tension"}),
            ("moment_arms/cable_about_axle:moment_arm", {"label": "Moment arm"}))
    m.plot("Wheel", "joints/wheel_axle:angle")
    m.plot("Moment arm", "moment_arms/cable_about_axle:moment_arm")


# --- elevator ---


def spline(control, n):
    """Places along a uniform cubic B-spline."""
    spans, result = len(control) - 3, []
    for k in range(n):
        u = spans * k / (n - 1)
        i = min(int(u), spans - 1)
        s = u - i
        b = ((1 - s) ** 3 / 6, (3 * s ** 3 - 6 * s ** 2 + 4) / 6, (-3 * s ** 3 + 3 * s ** 2 + 3 * s + 1) / 6, s ** 3 / 6)
        result.append(tuple(sum(b[j] * control[i + j][axis] for j in range(4)) for axis in range(2)))
    return result


def platform(m, name, x, y, z, half, mass, travel, wave=0.012):
    """A glass platform on a slider with a tube through its floor; returns the nodes from right to left.

    The nodes are places along the tube that matter passes. Nodes that slide along it would leave it: those that hold matter
    with the cable, which goes through by more than the tube's length; virtual ones for where the way is shortest.
    """
    m.box(name, [2 * half + 0.06, 0.16, 0.05], (x, y, z), mass=mass, color=TEAL, render={"alpha": 0.45})
    m.joint("slider", f"{name}_shaft", None, name, (x, y, z), limited=True, lower=travel[0], upper=travel[1])
    floor = [(half, 0)] * 3 + [(half / 2, -wave), (0, wave), (-half / 2, -wave)] + [(-half, 0)] * 3
    control = [m.marker(f"{name}_control_{i}", name, (x + dx, y, z + dz)) for i, (dx, dz) in enumerate(floor)]
    m.add("guides", **{"class": "guide_curve"}, name=f"{name}_tube", shape="spline", points=control, ends="capped",
          render={"visible": True, "color": RED, "alpha": 0.7, "line_radius": 0.005})
    return [through(m.marker(f"{name}_way_{i}", name, (x + dx, y, z + dz))) for i, (dx, dz) in enumerate(spline(floor, 9))]


def elevator(m):
    crank, top, low = (-0.28, 0, 0.12), 1.0, 0.3
    ground(m, (0.9, 0.4), (-0.12, 0))
    for x in (-0.155, 0.155):
        post(m, f"rail_{'left' if x < 0 else 'right'}", x, 0.05, 0, 1.08, 0.018)
    m.box("beam", [0.8, 0.05, 0.03], (-0.16, 0.05, 1.09), dynamic=False, color=WOOD)
    ways = platform(m, "platform", 0, 0, low, 0.1, 2, (-0.2, 0.55))
    m.box("cargo", [0.09, 0.09, 0.09], (0.02, 0.0, low + 0.07), mass=0.5, color=WOOD)
    m.joint("fixed", "cargo_rests", "platform", "cargo", (0.02, 0.0, low + 0.025))
    m.wheel("crank", "wheel", 0.08, 0.03, crank, 0.8)
    m.hinge("crank_axle", None, "crank", crank, damping=0.002)
    m.axle("handle", "crank", (crank[0], -0.05, crank[2] + 0.07), 0.009, 0.08, RED)
    drive = m.pulley("crank_groove", crank, 0.08, wheel="crank", grip=True)
    guide, end = (idler(m, name, (x, 0, top), 0.05, 1.09) for name, x in (("guide_wheel", -0.15), ("end_wheel", -0.41)))
    anchor = m.marker("anchor", None, (0.1, 0, 1.075))
    m.box("anchor_block", [0.03, 0.08, 0.02], (0.1, 0.02, 1.075), dynamic=False, color=IRON)
    m.cable("cable", [on(anchor)] + ways +
            [over(guide, "right"), over(drive, "left"), over(end, "right"), on(weight(m, "counterweight", (-0.46, 0, 0.93), 1.25))],
            rest_ratio=1 - 1.25 * G / 2e4)
    m.motor("lift", "crank", "joints/platform_shaft:translation", 0, (60, 20, 25), 8)
    m.drive("floors", "controllers/lift:goal", [(0, 0), (0.5, 0), (3, 0.38), (5, 0.38), (7.5, 0.02), (10, 0.02)])
    m.output("travel", "joints/platform_shaft:translation", "joints/crank_axle:angle", "strands/cable:length",
             "strands/cable:tension")
    m.panel("Elevator", ("controllers/lift:goal", {"widget": "slider", "low": 0, "high": 0.4, "label": "Floor (m)"}),
            ("controllers/lift:output", {"label": "Motor torque (N m)"}),
            ("joints/platform_shaft:translation", {"label": "Platform"}), ("strands/cable:tension", {"label": "Tension"}))
    m.plot("Height", "joints/platform_shaft:translation", "controllers/lift:goal")
    m.plot("Tension", "strands/cable:tension")


# --- gears ---


def gears(m):
    y1, y2, y3, z = 0.0, 0.04, 0.08, 0.32
    crank, shaft, drum = (-0.20, y1, z), (-0.05, y1, z), (0.10, y3, z)
    ground(m, (1.0, 0.4), (0, 0.05))
    m.box("wall", [0.95, 0.02, 1.06], (-0.02, 0.18, 0.53), dynamic=False, color="#f4efe4")
    m.wheel("crank", "gear_12", 0.05, 0.03, crank, 0.3, color=RED)
    m.wheel("shaft", "gear_24", 0.1, 0.026, shaft, 0.6, angle=math.pi / 24)
    m.wheel("drum", "wheel", 0.06, 0.03, drum, 0.8, color=STEEL)
    for name, place in (("crank", crank), ("shaft", shaft), ("drum", drum)):
        m.hinge(f"{name}_axle", None, name, place, damping=5e-4)
        m.axle(f"{name}_pin", None, (place[0], 0.09, z), 0.01, 0.2)
    m.visual("pinion", "shaft", "gear_12", [0.05, 0.05, 0.03], (shaft[0], y2, z), AXLE, RED)
    m.visual("drum_gear", "drum", "gear_24", [0.1, 0.1, 0.026], (drum[0], y2, z), q_mul(about_y(math.pi / 24), AXLE), BRASS)
    m.strut("arm", "crank", (crank[0], -0.025, z), (crank[0] - 0.07, -0.025, z + 0.05), 0.016, 0.01, IRON)
    m.axle("handle", "crank", (crank[0] - 0.07, -0.06, z + 0.05), 0.009, 0.07, WOOD)
    m.add("joints", **{"class": "gear"}, name="first_gear", joint_a="joints/crank_axle", joint_b="joints/shaft_axle", ratio=-0.5)
    m.add("joints", **{"class": "gear"}, name="second_gear", joint_a="joints/shaft_axle", joint_b="joints/drum_axle", ratio=-0.5)
    drive = m.pulley("drum_groove", drum, 0.06, wheel="drum", grip=True)
    right, middle, left = (idler(m, name, (x, y3, 0.95), r, wall=0.175) for name, x, r in
                           (("right_wheel", 0.24, 0.08), ("middle_wheel", 0.0, 0.04), ("left_wheel", -0.34, 0.04)))
    m.box("platform", [0.16, 0.14, 0.03], (0.32, y3, 0.22), mass=1.5, color=TEAL)
    m.box("cargo", [0.08, 0.08, 0.08], (0.32, y3, 0.275), mass=0.3, color=WOOD)
    m.joint("fixed", "cargo_rests", "platform", "cargo", (0.32, y3, 0.235))
    m.joint("slider", "platform_shaft", None, "platform", (0.32, y3, 0.22))
    hook = m.marker("platform_hook", "cargo", (0.32, y3, 0.315))
    m.cable("cable", [on(hook), over(right, "right"), over(drive, "left"), over(middle, "right"), over(left, "right"),
                      on(weight(m, "counterweight", (-0.38, y3, 0.8), 1.8))], stiffness=600, damping=0.004,
            rest_ratio=1 / (1 + 1.8 * G / 600))
    m.motor("motor", "crank", "joints/crank_axle:angle_rate", 0, (0.3, 1.5, 0), 2)
    m.drive("speed", "controllers/motor:goal", [(0, 0), (0.5, 0), (1, 7), (5, 7), (5.1, -7), (9, -7), (9.5, 0)])
    m.output("gears", "joints/crank_axle:angle", "joints/shaft_axle:angle", "joints/drum_axle:angle",
             "joints/platform_shaft:translation", "strands/cable:tension")
    m.output("teeth", "joints/first_gear:torque", "joints/second_gear:torque")
    m.panel("Gears", ("controllers/motor:goal", {"widget": "slider", "low": -8, "high": 8, "label": "Speed (rad/s)"}),
            ("joints/first_gear:ratio", {"widget": "slider", "low": -1, "high": 1, "label": "First ratio"}),
            ("joints/second_gear:torque", {"label": "Tooth torque"}), ("strands/cable:tension", {"label": "Tension"}))
    m.plot("Angles", "joints/crank_axle:angle", "joints/drum_axle:angle")
    m.plot("Platform", "joints/platform_shaft:translation")
    m.plot("Tension", "strands/cable:tension")


# --- robot arm ---


def robot_arm(m):
    shoulder, table = (0.06, 0, 0.56), 0.16
    ground(m, (1.1, 0.5), (0.05, 0))
    m.cylinder("base", 0.12, 0.03, (0, 0, table), mass=2, color=STEEL)
    m.joint("hinge", "turning", None, "base", (0, 0, table), damping=0.02)
    for side in (-1, 1):
        m.strut(f"column_{'front' if side < 0 else 'back'}", "base", (0.045, side * 0.035, table + 0.01),
                (0.06, side * 0.035, 0.57), 0.024, 0.012, IVORY)
    m.axle("shoulder_pin", "base", shoulder, 0.01, 0.11)
    m.visual("shoulder_wheel", "base", "wheel", [0.06, 0.06, 0.024], shoulder, AXLE, BRASS)
    m.visual("aperture", "base", "wheel", [0.012, 0.012, 0.012], (0, 0, table + 0.02), color=RED)
    # arm and forearm, starting level
    elbow, hand = (0.31, 0, 0.56), (0.49, 0, 0.56)
    m.bar("upper_arm", (shoulder[0], 0.0, 0.56), elbow, 0.4, 0.03, 0.05, RED)
    m.hinge("shoulder", "base", "upper_arm", shoulder, damping=0.02)
    m.bar("forearm", elbow, hand, 0.15, 0.022, 0.036, TEAL)
    m.hinge("elbow", "upper_arm", "forearm", elbow, stiffness=6, rest=0.12, damping=0.05)
    for side in (-1, 1):
        m.strut(f"finger_{'front' if side < 0 else 'back'}", "forearm", (0.49, side * 0.016, 0.56), (0.54, side * 0.016, 0.56), 0.01,
                0.008, IRON)
    # the wheel on the right: pinion and rack pull the cable
    m.box("rack", [0.34, 0.03, 0.02], (0.42, 0, 0.05), mass=0.3, color=IRON)
    m.joint("slider", "rack_way", None, "rack", (0.42, 0, 0.05), X_AXIS, limited=True, lower=-0.12, upper=0.15)
    pinion = (0.48, 0, 0.10)
    m.wheel("pinion", "gear_12", 0.04, 0.03, pinion, 0.2, color=BRASS)
    m.visual("steering_right", "pinion", "wheel", [0.09, 0.09, 0.016], (0.48, -0.07, 0.10), AXLE, WOOD)
    m.axle("steering_right_pin", "pinion", (0.48, -0.035, 0.10), 0.01, 0.08)
    m.hinge("pinion_axle", None, "pinion", pinion, damping=0.002)
    m.add("joints", **{"class": "gear"}, name="rack_gear", joint_a="joints/pinion_axle", joint_b="joints/rack_way", ratio=-0.04)
    # the wheel on the left turns the base by a belt
    left = (-0.32, 0, table)
    m.cylinder("steering_left", 0.04, 0.03, left, mass=0.4, color=BRASS)
    m.joint("hinge", "steering_axle", None, "steering_left", left, damping=0.002)
    m.visual("steering_left_wheel", "steering_left", "wheel", [0.09, 0.09, 0.016], (left[0], 0, table + 0.05), color=WOOD)
    m.visual("steering_left_post", None, "axle", [0.012, 0.012, 0.2], (left[0], 0, 0.1), color=IRON)
    grooves = [m.pulley("steering_groove", left, 0.04, wheel="steering_left", grip=True, turn=(1, 0, 0, 0)),
               m.pulley("base_groove", (0, 0, table), 0.12, wheel="base", grip=True, turn=(1, 0, 0, 0))]
    m.belt("belt", grooves)
    # the cable: rack, under the table, up the turning axis, over the shoulder, to the arm
    below = idler(m, "below_wheel", (0.03, 0, 0.08), 0.03)
    aperture = m.marker("aperture_low", "base", (0, 0, table))
    over_shoulder = m.pulley("shoulder_groove", shoulder, 0.06, body="base")
    hold = m.marker("arm_hold", "upper_arm", (0.20, 0, 0.585))
    m.visual("arm_post", "upper_arm", "axle", [0.005, 0.005, 0.04], (0.20, 0, 0.568), color=IRON)
    m.cable("cable", [on(m.marker("rack_hold", "rack", (0.25, 0, 0.05))), over(below, "left"), through(aperture),
                      over(over_shoulder, "left"), on(hold)], stiffness=2e4)
    m.motor("lift", "pinion", "joints/shoulder:angle", 0, (6, 10, 0.6), 3)
    m.motor("turn", "steering_left", "joints/turning:angle", 0, (1.5, 0.5, 0.5), 2, (0, 0, 1))
    m.drive("arm_goal", "controllers/lift:goal", [(0, 0), (0.5, 0), (2, -0.6), (6, -0.6), (7.5, 0.4), (10, -0.3)])
    m.drive("base_goal", "controllers/turn:goal", [(0, 0), (2.5, 0), (5.5, 1.8), (6, 1.8), (10, -1)])
    m.add("moment_arms", name="cable_about_shoulder", path="strands/cable", joint="joints/shoulder")
    m.add("moment_arms", name="cable_about_base", path="strands/cable", joint="joints/turning")
    m.output("arm", "joints/shoulder:angle", "joints/turning:angle", "joints/rack_way:translation", "joints/steering_axle:angle",
             "strands/cable:length", "strands/cable:tension")
    m.output("moment_arms", "moment_arms/cable_about_shoulder:moment_arm", "moment_arms/cable_about_base:moment_arm")
    m.panel("Robot arm", ("controllers/turn:goal", {"widget": "slider", "low": -2, "high": 2, "label": "Turn (rad)"}),
            ("controllers/lift:goal", {"widget": "slider", "low": -0.8, "high": 0.5, "label": "Lift (rad)"}),
            ("strands/cable:tension", {"label": "Tension"}),
            ("moment_arms/cable_about_shoulder:moment_arm", {"label": "Arm at shoulder"}),
            ("moment_arms/cable_about_base:moment_arm", {"label": "Arm at base"}))
    m.plot("Angles", "joints/shoulder:angle", "joints/turning:angle")
    m.plot("Cable", "strands/cable:length")


# --- line shaft: everything at once ---

SHAFT_Z, WHEEL_Z = 1.12, 0.55


def station(m, name, y, radius):
    """A belt from the shaft down to a wheel; returns the wheel's name."""
    m.visual(f"{name}_shaft_wheel", "shaft", "wheel", [0.06, 0.06, 0.03], (0, y, SHAFT_Z), AXLE, BRASS)
    top = m.pulley(f"{name}_shaft_groove", (0, y, SHAFT_Z), 0.06, wheel="shaft", grip=True)
    m.wheel(name, "wheel", radius, 0.03, (0, y, WHEEL_Z), 0.5, color=BRASS)
    m.hinge(f"{name}_axle", None, name, (0, y, WHEEL_Z), damping=1e-3)
    m.axle(f"{name}_stub", None, (0, y + 0.03, WHEEL_Z), 0.01, 0.09)
    bottom = m.pulley(f"{name}_groove", (0, y, WHEEL_Z), radius, wheel=name, grip=True)
    m.belt(f"{name}_belt", [top, bottom])
    post(m, f"{name}_post", 0, y + 0.085, 0, WHEEL_Z + 0.02, 0.024)


def crank_rocker(m, name, y, radius, crank, arm=0.09, reach=0.17):
    """Driven wheel, rod and bell crank; returns the marker at the tip of the bell crank, which goes up and down."""
    station(m, name, y, radius)
    pin, pivot = (0, y - 0.03, WHEEL_Z + crank), (0.26, y - 0.03, WHEEL_Z - 0.03)
    top, tip = (pivot[0], pivot[1], pivot[2] + arm), (pivot[0] + reach, pivot[1], pivot[2])
    rocker = f"{name}_rocker"
    inertia = {"method": "explicit", "mass": 0.15, "center": [0, 0, 0], "tensor": [3e-4, 8e-4, 8e-4, 0, 0, 0]}
    m.body(rocker, {"shape": "none"}, pivot, mass=inertia, color=RED)
    m.strut(f"{name}_upright", rocker, pivot, top, 0.016, 0.012, RED)
    m.strut(f"{name}_lever", rocker, pivot, tip, 0.018, 0.012, RED)
    m.axle(f"{name}_pivot_pin", None, (pivot[0], y + 0.02, pivot[2]), 0.009, 0.12)
    m.hinge(f"{name}_pivot", None, rocker, pivot, damping=1e-3)
    m.rod(f"{name}_rod", name, rocker, pin, top, 0.04)
    m.axle(f"{name}_crank_pin", name, (0, y - 0.02, pin[2]), 0.007, 0.04)
    post(m, f"{name}_rocker_post", pivot[0], y + 0.085, 0, pivot[2] + 0.02, 0.02)
    return m.marker(f"{name}_tip", rocker, tip)


def line_shaft(m):
    ground(m, (1.25, 1.75), (0.37, 0))
    m.cylinder("shaft", 0.014, 1.7, (0, 0, SHAFT_Z), orientation=AXLE, color=STEEL, render={"specular": 0.5},
               mass={"method": "explicit", "mass": 5, "center": [0, 0, 0], "tensor": [0.5, 0.5, 0.02, 0, 0, 0]})
    m.hinge("shaft_axle", None, "shaft", (0, 0, SHAFT_Z), damping=2e-3)
    for side in (-0.83, 0.83):
        post(m, f"shaft_post_{'front' if side < 0 else 'back'}", 0, side, 0, SHAFT_Z + 0.04, 0.03, WOOD)
    m.visual("flywheel", "shaft", "wheel", [0.13, 0.13, 0.04], (0, -0.76, SHAFT_Z), AXLE, IRON)
    for x in (0.49, 0.78):
        m.box(f"beam_{'near' if x < 0.6 else 'far'}", [0.025, 1.6, 0.03], (x, 0.07, 1.06), dynamic=False, color=WOOD)
        for side in (-0.73, 0.87):
            post(m, f"beam_post_{'near' if x < 0.6 else 'far'}_{'front' if side < 0 else 'back'}", x, side, 0, 1.05, 0.02, WOOD)
    m.motor("motor", "shaft", "joints/shaft_axle:angle_rate", 6, (1.5, 3, 0), 4)

    # a piston on its slider: the machine to jam
    station(m, "press", -0.6, 0.1)
    pin, head = (0, -0.64, WHEEL_Z - 0.05), (0.0, -0.64, 0.22)
    m.cylinder("piston", 0.04, 0.09, (0, -0.64, 0.19), mass=0.8, color=TEAL)
    m.joint("slider", "piston_way", None, "piston", (0, -0.64, 0.19))
    m.rod("press_rod", "press", "piston", pin, head, 0.06, RED)
    m.axle("press_crank_pin", "press", (0, -0.62, pin[2]), 0.008, 0.05)
    for side in (-1, 1):
        m.box(f"press_guide_{'left' if side < 0 else 'right'}", [0.012, 0.06, 0.28], (side * 0.048, -0.64, 0.14), dynamic=False,
              color=IRON)

    tip = crank_rocker(m, "oval_drive", -0.3, 0.08, 0.04)
    plane = -0.33
    groove = oval(m, "oval", (0.5, plane, 0.9), 1.2, 0.09, 0.06, 0.03, damping=0.02, top=1.06)
    m.cable("oval_cable", [on(tip), over(groove, "left"), on(weight(m, "oval_weight", (0.63, plane, 0.55), 0.6, 0.03, 0.06))],
            rest_ratio=1 - 0.6 * G / 2e4)

    tip = crank_rocker(m, "double_drive", 0.0, 0.12, 0.045)
    plane = -0.03
    high = idler(m, "high_pulley", (0.48, plane, 0.95), 0.05, 1.06)
    m.cylinder("low_block", 0.03, 0.07, (0.58, plane, 0.47), mass=0.9, color=TEAL)
    m.visual("low_pulley", "low_block", "wheel", [0.05, 0.05, 0.024], (0.58, plane, 0.57), AXLE, STEEL)
    m.strut("low_strap", "low_block", (0.58, plane, 0.5), (0.58, plane, 0.57), 0.01, 0.04, IRON)
    low = m.pulley("low_groove", (0.58, plane, 0.57), 0.05, body="low_block")
    m.joint("slider", "low_way", None, "low_block", (0.58, plane, 0.47), damping=0.5)
    m.cable("double_cable", [on(tip), over(high, "left"), over(low, "right"), on(m.marker("double_anchor", None, (0.63, plane, 1.05)))],
            rest_ratio=1 - 0.45 * G / 2e4)
    m.box("double_beam", [0.31, 0.02, 0.02], (0.635, plane, 1.06), dynamic=False, color=WOOD)

    tip = crank_rocker(m, "lift_drive", 0.3, 0.1, 0.05)
    plane = 0.27
    corner = idler(m, "lift_wheel", (0.48, plane, 0.95), 0.05, 1.06)
    ways = platform(m, "lift", 0.61, plane, 0.4, 0.08, 0.9, (-0.3, 0.4), 0.008)
    m.box("parcel", [0.07, 0.07, 0.06], (0.61, plane, 0.455), mass=0.2, color=WOOD)
    m.joint("fixed", "parcel_rests", "lift", "parcel", (0.61, plane, 0.425))
    m.cable("lift_cable", [on(tip), over(corner, "left")] + ways[::-1] + [on(m.marker("lift_anchor", None, (0.69, plane, 1.05)))],
            rest_ratio=1 - 0.55 * G / 2e4)
    m.box("lift_beam", [0.31, 0.02, 0.02], (0.635, plane, 1.06), dynamic=False, color=WOOD)

    tip = crank_rocker(m, "arm_drive", 0.6, 0.09, 0.035)
    plane = 0.57
    corner = idler(m, "arm_wheel", (0.48, plane, 0.95), 0.05, 1.06)
    shoulder, elbow, hand = (0.8, plane, 0.5), (0.6, plane, 0.5), (0.47, plane, 0.5)
    post(m, "arm_post", 0.8, plane + 0.05, 0, 0.52, 0.03)
    m.axle("arm_pin", None, (0.8, plane + 0.01, 0.5), 0.01, 0.09)
    m.bar("upper_arm", shoulder, elbow, 0.35, 0.026, 0.03, RED)
    m.hinge("shoulder", None, "upper_arm", shoulder, damping=0.01)
    m.bar("forearm", elbow, hand, 0.12, 0.02, 0.024, TEAL)
    m.hinge("elbow", "upper_arm", "forearm", elbow, stiffness=2, damping=0.01)
    m.cable("arm_cable", [on(tip), over(corner, "left"), on(m.marker("arm_hold", "upper_arm", (0.62, plane, 0.515)))],
            rest_ratio=1 - 4.0 / 2e4)

    wheels = ["press", "oval_drive", "double_drive", "lift_drive", "arm_drive"]
    m.output("shaft", "joints/shaft_axle:angle", "joints/shaft_axle:angle_rate", "controllers/motor:output")
    m.output("wheels", *[f"joints/{w}_axle:angle" for w in wheels])
    m.output("machines", "joints/piston_way:translation", "joints/oval_axle:angle", "joints/low_way:translation",
             "joints/lift_shaft:translation", "joints/shoulder:angle")
    m.output("cables", *[f"strands/{c}:length" for c in ("oval_cable", "double_cable", "lift_cable", "arm_cable")])
    m.output("belts", *[f"strands/{w}_belt:tension" for w in wheels])
    m.panel("Line shaft", ("controllers/motor:goal", {"widget": "slider", "low": 0, "high": 10, "label": "Speed (rad/s)"}),
            ("joints/piston_way:damping", {"widget": "slider", "low": 0, "high": 200000, "label": "Jam the press"}),
            ("joints/shaft_axle:angle_rate", {"label": "Shaft"}), ("controllers/motor:output", {"label": "Motor torque (N m)"}),
            ("strands/press_belt:tension", {"label": "Press belt"}))
    m.plot("Shaft", "joints/shaft_axle:angle_rate")
    m.plot("Machines", "joints/low_way:translation", "joints/lift_shaft:translation", "joints/piston_way:translation")
    m.plot("Belts", *[f"strands/{w}_belt:tension" for w in wheels])


DEMOS = {
    "eccentric-pulley": (eccentric_pulley, "Eccentric pulley", """An inextensible strand runs from the floor over an oval wheel, whose axle is beside its
middle, to a weight (Sueda 2010, Fig. 6.10a). It slides in the groove without friction and enters and leaves it along
tangents: only the wheel's shape turns the wheel, and the weight goes up and down with it. The moment arm says how the
strand's two sides pull about the axle. Try: another damping of the axle, a pull at the weight.""",
                         {"direction": [0.55, 1, -0.2], "angle": 0.4887}, {"step": 0.002}),
    "elevator": (elevator, "Elevator", """A platform on a slider hangs in a cable that runs through its floor along a spline,
with a sharp bend at each side where no tension is lost (Sueda 2010, Fig. 6.11); over two wheels at the top and around the
crank wheel at the bottom, which grip it; a counterweight pulls on the other side. The cable's two runs at the platform make
the platform rise by half of what the crank takes in. A controller turns the crank; its goal is the height.""",
                 {"direction": [0.3, 1, -0.15], "angle": 0.4887}, {}),
    "gears": (gears, "Gears and a cable", """Two gear boxes of 2:1 in a row: the drum turns once for four turns of the crank,
and lifts the platform by an elastic cable (Sueda 2010, Fig. 6.12b). Midway the crank is reversed: the platform's momentum
makes the cable ring. Try: another ratio while it runs (the wheels go on from where they are).""",
              {"direction": [0.35, 1, -0.15], "angle": 0.4887}, {}),
    "robot-arm": (robot_arm, "Robot arm", """The wheel on the right pulls, by pinion and rack, a cable that lifts the arm
(Sueda 2010, Fig. 6.12a). The cable goes through a small aperture on the axis about which the robot turns, so that its
length does not change when the wheel on the left turns the base by a belt: its moment arm about that axis is zero. The
forearm is held by the stiffness of its joint.""",
                  {"direction": [0.45, 1, -0.3], "angle": 0.4887}, {}),
    "line-shaft": (line_shaft, "Line shaft", """One overhead shaft, held at its speed by a feedback controller, drives five
machines by belts (Sueda 2010, Fig. 6.13): a press, and by crank-rockers and cables an oval pulley, a hanging pulley, a
platform whose floor the cable runs through, and an arm. Nothing is played back: all of it is one system. Jam the press with
the slider in the panel, and everything stops.""",
                   {"direction": [-0.7, 1, -0.4], "angle": 0.4887}, {"step": 0.01, "duration": 20}),
}


def main():
    out = sys.argv[1]
    os.makedirs(os.path.join(out, "meshes"), exist_ok=True)
    for name, mesh in MESHES.items():
        mesh.write(os.path.join(out, "meshes", name + ".obj"))
    for name, (build, title, notes, view, more) in DEMOS.items():
        m = Machine()
        build(m)
        m.write(out, name, title, notes, view, **more)


if __name__ == "__main__":
    main()
