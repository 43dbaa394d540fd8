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

from machine import (BRASS, IRON, IVORY, Machine, RED, STEEL, TEAL, WOOD, about_y, on, over, through)
from machine_meshes import MESHES


def post(m, name, x, y, low, high, width=0.02, color=IRON):
    m.box(name, [width, width, high - low], (x, y, (low + high) / 2), dynamic=False, color=color)


def weight(m, name, top, mass, y=0.0, radius=0.035, length=0.07, color=IRON):
    """A cylinder that hangs from its top; its marker is the hook."""
    m.cylinder(name, radius, length, (top[0], y, top[1] - length / 2 - 0.02), mass=mass, color=color,
               render={"specular": 0.4})
    return m.marker(f"{name}_hook", name, (top[0], y, top[1]))


def ground(m, size, center=(0, 0), z=0.0, name="ground"):
    m.box(name, [size[0], size[1], 0.02], (center[0], center[1], z - 0.01), dynamic=False, color="#cfc7b6")


# --- eccentric pulley ---


def eccentric_pulley(m):
    long, short, offset, tilt = 0.1, 0.06, 0.035, 0.5
    axle = (0.0, 0.0, 0.42)
    center = (axle[0] + offset * math.cos(tilt), 0.0, axle[2] - offset * math.sin(tilt))
    ground(m, (0.5, 0.3))
    for y, name in ((-0.045, "post_front"), (0.045, "post_back")):
        post(m, name, 0, y, 0, 0.44)
    inertia = {"method": "explicit", "mass": 0.4, "center": [0, 0, 0], "tensor": [5e-4, 1e-3, 1.5e-3, 0, 0, 0]}
    m.body("wheel", {"shape": "mesh", "mesh": "meshes/oval.obj", "scale": [long, long, 0.03]}, center,
           tuple(about_y(tilt)[i] for i in range(4)) if False else wheel_turn(tilt), inertia, BRASS,
           render={"specular": 0.45})
    m.hinge("axle", None, "wheel", axle, damping=0.002)
    groove = groove_of(m, "groove", "wheel", center, long, short, tilt)
    left = weight(m, "left", (-0.1, 0.2), 0.5, color=RED)
    right = weight(m, "right", (0.1, 0.12), 0.5, color=TEAL)
    m.strand("cable", [on(left), over(groove, "left"), on(right)])
    m.output("wheel", "joints/axle:angle", "joints/axle:angle_rate", "strands/cable:length", "strands/cable:tension")
    m.output("weights", "bodies/left:position", "bodies/right:position")
    m.output("energy", "model:kinetic_energy", "model:potential_energy") if False else None
    m.moment_arm = m.add("moment_arms", name="cable_about_axle", path="strands/cable", joint="joints/axle")
    m.output("moment_arm", "moment_arms/cable_about_axle:moment_arm", "moment_arms/cable_about_axle:moment")
    m.plot("Wheel", "joints/axle:angle")
    m.plot("Moment arm", "moment_arms/cable_about_axle:moment_arm")
    m.panel("Pulley", ("joints/axle:damping", {"widget": "slider", "low": 0, "high": 0.05}),
            "strands/cable:tension", "moment_arms/cable_about_axle:moment_arm")


def wheel_turn(angle):
    from machine import AXLE, q_mul
    return q_mul(about_y(angle), AXLE)


def groove_of(m, name, body, center, radius, radius_y, angle):
    location, rotation = m.local(body, center, wheel_turn(angle))
    return m.add("guides", **{"class": "pulley"}, name=name, body=f"bodies/{body}", location=location, rotation=rotation,
                 radius=radius, radius_y=radius_y, width=0)


# --- elevator ---


def elevator(m):
    radius, crank, top, low = 0.05, 0.08, 1.0, 0.3
    ground(m, (0.9, 0.4), (-0.12, 0))
    for x in (-0.155, 0.155):
        post(m, f"rail_{'left' if x < 0 else 'right'}", x, 0.0, 0, 1.08, 0.018)
    m.box("beam", [0.8, 0.05, 0.03], (-0.18, 0.05, 1.09), dynamic=False, color=WOOD)
    m.box("platform", [0.28, 0.2, 0.03], (0, 0, low), mass=2, color=TEAL)
    m.box("cargo", [0.09, 0.09, 0.09], (0.02, 0.0, low + 0.06), mass=0.5, color=WOOD)
    m.joint("fixed", "cargo_rests", "platform", "cargo", (0.02, 0.0, low + 0.015))
    m.joint("slider", "shaft", None, "platform", (0, 0, low), limited=True, lower=-0.2, upper=0.55)
    m.wheel("crank", "wheel", crank, 0.03, (-0.28, 0, 0.12), 0.8)
    m.hinge("crank_axle", None, "crank", (-0.28, 0, 0.12), damping=0.002)
    m.box("handle", [0.016, 0.07, 0.016], (-0.28, -0.045, 0.185), mass=0.05, color=RED)
    m.joint("fixed", "handle_holds", "crank", "handle", (-0.28, -0.02, 0.185))
    for name, x in (("guide_wheel", -0.15), ("end_wheel", -0.41)):
        m.wheel(name, "wheel", radius, 0.025, (x, 0, top), 0.2, color=STEEL)
        m.hinge(f"{name}_axle", None, name, (x, 0, top))
    anchor = m.marker("anchor", None, (0.1, 0, 1.075))
    # a spline through the floor, from kink to kink
    floor = [(0.1, low), (0.1, low), (0.1, low), (0.05, low - 0.012), (0, low + 0.012), (-0.05, low - 0.012), (-0.1, low),
             (-0.1, low), (-0.1, low)]
    control = [m.marker(f"floor_{i}", "platform", (x, 0, z)) for i, (x, z) in enumerate(floor)]
    m.add("guides", **{"class": "guide_curve"}, name="floor", shape="spline", points=control, ends="capped",
          render={"visible": True, "color": RED, "alpha": 0.6, "line_radius": 0.005})
    ways = [m.marker(f"way_{i}", "platform", (x, 0, z)) for i, (x, z) in enumerate(spline(floor, 9))]
    guide = m.pulley("guide_groove", (-0.15, 0, top), radius)
    drive = m.pulley("crank_groove", (-0.28, 0, 0.12), crank, wheel="crank", grip=True)
    end = m.pulley("end_groove", (-0.41, 0, top), radius)
    hook = weight(m, "counterweight", (-0.46, 0.75), 1.25)
    m.cable("cable", [on(anchor)] + [through(w) for w in ways] +
            [over(guide, "right"), over(drive, "left"), over(end, "right"), on(hook)])
    m.motor("lift", "crank", "joints/shaft:translation", 0, (60, 20, 25), 8)
    m.drive("floors", "controllers/lift:goal", [(0, 0), (0.5, 0), (3, 0.45), (5, 0.45), (7.5, -0.1), (10, -0.1)],
            interpolation="linear")
    m.output("travel", "joints/shaft:translation", "joints/crank_axle:angle", "strands/cable:length", "strands/cable:tension")
    m.panel("Elevator", ("controllers/lift:goal", {"widget": "slider", "low": -0.15, "high": 0.5}), "controllers/lift:output",
            "joints/shaft:translation", "strands/cable:tension")
    m.plot("Height", "joints/shaft:translation", "controllers/lift:goal")
    m.plot("Tension", "strands/cable:tension")


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


DEMOS = {
    "eccentric-pulley": (eccentric_pulley, "Eccentric pulley", """Two equal weights on one inextensible strand over an oval
wheel that turns about an axle beside its middle (Sueda 2010, Fig. 6.10a). The strand slides in the groove without
friction and enters and leaves it along tangents; only the wheel's shape turns it. The plot of the moment arm shows how
far the strand's two sides pull off the axle. Try: another damping of the axle, a pull at a weight.""",
                         {"center": [0, 0, 0.25], "direction": [0.35, 1, -0.2], "size": 0.6}, {"step": 0.002}),
    "elevator": (elevator, "Elevator", """A platform on a slider hangs in a cable that runs through its floor along a spline,
with a sharp bend at each side where no tension is lost (Sueda 2010, Fig. 6.11); over two wheels at the top and around the
crank wheel at the bottom, which grips it; a counterweight pulls on the other side. The cable's two runs at the platform make
the platform rise by half of what the crank takes in. A controller turns the crank; its goal is the height.""",
                 {"center": [-0.14, 0, 0.55], "direction": [0.3, 1, -0.15], "size": 1.3}, {}),
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
