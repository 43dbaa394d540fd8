#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The gallery of joints: every kind once, on a wall, each with something that swings by it.
Usage: make_joints.py FOLDER"""
import math
import sys

from machine import AXLE, BRASS, IRON, IVORY, RED, ROOT, STEEL, TEAL, WOOD, Machine, about_y

PITCH, WIDE, HIGH = 0.3, 5, 3
UPRIGHT, ALONG = (1, 0, 0, 0), (ROOT, 0, ROOT, 0)  # the joint's z axis up; along x
UNDER = (0, 1, 0, 0)  # down


def place(number):
    return ((number % WIDE - (WIDE - 1) / 2) * PITCH, 0.0, ((HIGH - 1) / 2 - number // WIDE) * PITCH + 0.06)


class Gallery(Machine):
    def __init__(self):
        super().__init__()
        self.shown = []
        self.box("wall", [WIDE * PITCH + 0.02, 0.02, HIGH * PITCH + 0.02], (0, 0.13, 0), dynamic=False, color="#e4e2dc")

    def case(self, kind):
        """The place of the next one, and a bracket there."""
        at = place(len(self.shown))
        self.shown.append(kind)
        self.box(f"bracket_{kind}", [0.03, 0.1, 0.03], (at[0], 0.07, at[2]), dynamic=False, color=IRON)
        self.box(f"plate_{kind}", [PITCH - 0.02, 0.006, PITCH - 0.02], (at[0], 0.119, at[2] - 0.06), dynamic=False, color="#f4f3ef")
        # what it is called stands beside what is shown
        self.visual(f"name_{kind}", "wall", "block", [1e-4] * 3, (at[0] - 0.075, 0.115, at[2] - 0.182))
        self.lists["visuals"][-1]["caption"] = kind.replace("_", " ")
        return at

    def arm(self, name, at, angle, color, length=0.12, mass=0.2, **more):
        """Hangs from a place, turned about y by an angle from straight down."""
        end = (at[0] + length * math.sin(angle), 0, at[2] - length * math.cos(angle))
        self.bar(name, at, end, mass, 0.022, 0.022, color, beyond=0.006)
        if more:
            self.lists["bodies"][-1].update(more)
        return name


def turning(g):
    at = g.case("hinge")
    g.hinge("hinge", None, g.arm("swing", at, 1.0, RED), at)
    end = (at[0] + 0.12 * math.sin(1.0), 0, at[2] - 0.12 * math.cos(1.0))
    g.box("bob", [0.05, 0.04, 0.04], end, mass=0.2, color=IRON)
    g.joint("fixed", "fixed", "swing", "bob", end)
    at = g.case("universal")
    g.joint("universal", "universal", None, g.arm("shaft", at, 0.7, TEAL, angular_velocity=[2, 0, 0]), at, ALONG, damping=1e-4)
    at = g.case("spherical")
    g.joint("spherical", "spherical", None, g.arm("pendulum", at, 0.8, BRASS, angular_velocity=[5, 0, 0]), at)
    at = g.case("gimbal")
    g.joint("gimbal", "gimbal", None, g.arm("gyroscope", at, 0.6, IVORY, angular_velocity=[0, 0, 6]), at, limited=True,
            angle_1={"lower": -0.8, "upper": 0.8, "damping": 1e-4}, angle_2={"lower": -1.2, "upper": 1.2},
            angle_3={"lower": -2.5, "upper": 2.5, "stiffness": 0.002})
    at = g.case("ellipsoid")
    g.visual("ellipsoid_surface", None, "ball", [0.05, 0.025, 0.035], at, color=WOOD)
    outwards = (at[0], 0, at[2] - 0.035)
    g.arm("glider", outwards, 0.0, RED, length=0.07, angular_velocity=[2.5, 2, 0])
    g.joint("ellipsoid", "ellipsoid", None, "glider", at, UNDER, semi_axes=[0.05, 0.025, 0.035])
    g.lists["joints"][-1].update(location_b=g.local("glider", outwards)[0])


def sliding(g):
    at = g.case("slider")
    g.box("weight", [0.06, 0.05, 0.05], (at[0], 0, at[2] - 0.02), mass=0.3, color=TEAL)
    g.joint("slider", "slider", None, "weight", at, UPRIGHT, stiffness=60)
    g.lists["joints"][-1]["location_b"] = [0, 0, 0]
    at = g.case("cylindrical")
    g.box("nut", [0.05, 0.08, 0.03], at, mass=0.2, color=BRASS, velocity=[0.4, 0, 0], angular_velocity=[4, 0, 0])
    g.joint("cylindrical", "cylindrical", None, "nut", at, ALONG, limited=True, lower=-0.08, upper=0.08)
    at = g.case("planar")
    g.box("tile", [0.07, 0.02, 0.05], (at[0] + 0.04, 0, at[2] - 0.05), mass=0.2, color=RED, angular_velocity=[0, 3, 0])
    spring = {"stiffness": 25}
    g.joint("planar", "planar", None, "tile", at, AXLE, translation_1=spring, translation_2=spring,
            angle_1={"stiffness": 0.01})
    g.lists["joints"][-1]["location_b"] = [0, 0, 0]
    at = g.case("free")
    g.box("float", [0.06, 0.04, 0.05], (at[0], 0, at[2] - 0.02), mass=0.2, color=IVORY, angular_velocity=[3, 0, 2])
    spring, turn = {"stiffness": 30, "damping": 0.02}, {"stiffness": 0.01}
    g.joint("free", "free", None, "float", at, translation_1=spring, translation_2=spring, translation_3=spring,
            angle_1=turn, angle_2=turn, angle_3=turn)
    g.lists["joints"][-1]["location_b"] = [0, 0, 0]
    at = g.case("scapulothoracic")
    g.visual("thorax", None, "ball", [0.05, 0.025, 0.04], at, color=WOOD)
    outwards = (at[0], 0, at[2] - 0.04)
    g.box("scapula", [0.07, 0.05, 0.012], outwards, mass=0.1, color=IVORY, angular_velocity=[0, 4, 0])
    turn = {"stiffness": 0.02, "damping": 1e-4}
    g.joint("scapulothoracic", "scapulothoracic", None, "scapula", at, UNDER, semi_axes=[0.05, 0.025, 0.04],
            angle_1=turn, angle_2=turn, angle_3=turn, angle_4=turn, pin=[0.03, 0, 0], pin_axis=[0, 1, 0])
    g.lists["joints"][-1].update(location_b=g.local("scapula", outwards)[0])


def holding(g):
    at = g.case("custom")
    g.visual("condyle", None, "ball", [0.03, 0.02, 0.026], at, color=IVORY)
    g.arm("shank", at, 0.0, TEAL, angular_velocity=[0, -7, 0])
    bend = {"direction": [0, 0, 1], "coordinate": "angle_1", "function": "linear"}
    g.joint("custom", "custom", None, "shank", at, AXLE, rotation_axis_1=bend, limited=True,
            angle_1={"lower": -2, "upper": 2},
            translation_axis_1={"coordinate": "angle_1", "function": "simm_spline", "x": [-2, -1, 0, 1, 2],
                                "y": [0.03, 0.028, 0, -0.028, -0.03]},
            translation_axis_2={"coordinate": "angle_1", "function": "natural_spline", "x": [-2, -1, 0, 1, 2],
                                "y": [0, 0.018, 0.026, 0.018, 0]})
    at = g.case("gear")
    near, far = (at[0] - 0.045, 0, at[2] - 0.03), (at[0] + 0.045, 0, at[2] - 0.03)
    g.hinge("gear_a", None, g.arm("first", near, 1.4, BRASS, length=0.08), near)
    g.hinge("gear_b", None, g.arm("second", far, 0.2, IVORY, length=0.05, mass=0.05), far)
    g.add("joints", **{"class": "gear"}, name="gear", joint_a="joints/gear_a", joint_b="joints/gear_b", ratio=-2)
    at = g.case("coupler")
    g.hinge("lever", None, g.arm("cam", at, 1.2, RED, length=0.07), at)
    shelf = (at[0], 0, at[2] - 0.13)
    g.box("follower", [0.05, 0.05, 0.03], shelf, mass=0.05, color=STEEL)
    g.joint("slider", "lift", None, "follower", shelf)
    g.add("joints", **{"class": "coupler"}, name="coupler", joint_a="joints/lever", joint_b="joints/lift",
          relation={"function": "polynomial", "coefficients": [0, 0.0, 0.015]})
    at = g.case("drive")
    g.hinge("driven", None, g.arm("wiper", at, 0.0, TEAL), at)
    g.add("joints", **{"class": "drive"}, name="drive", joint="joints/driven")
    g.drive("course", "joints/drive:value", [(0, 0), (0.5, 0.9), (1, 0), (1.5, -0.9), (2, 0)], interpolation="cubic",
            repeat=True)
    at = g.case("point_on_polyline")
    profile = [(-0.09, 0.05), (-0.03, 0.0), (0.03, 0.0), (0.09, 0.05)]
    low = (at[0], 0, at[2] - 0.1)
    g.add("particles", name="bead", position=[low[0] - 0.06, 0, low[2] + 0.025], mass=0.05,
          render={"color": RED, "point_radius": 0.012})
    g.add("joints", **{"class": "point_on_polyline"}, name="point_on_polyline", point="particles/bead", location=list(low),
          smoothing=0.03, half_width=0.03, points=[{"position": [x, 0, z]} for x, z in profile])
    g.add("joints", **{"class": "point_on_plane"}, name="point_on_plane", point="particles/bead", location=list(low),
          rotation=list(AXLE), half_length=0.001, half_width=0.001)


def main():
    g = Gallery()
    turning(g)
    sliding(g)
    holding(g)
    for joint in g.lists["joints"]:  # smaller than what they join
        joint["render"] = {"point_radius": 0.012 if joint["name"] in ("slider", "lift", "cylindrical") else 0.018}
    g.output("angles", "joints/hinge:angle", "joints/custom:angle_1.angle", "joints/lever:angle", "joints/lift:translation",
             "joints/driven:angle", "joints/drive:torque", "joints/gear_a:angle", "joints/gear_b:angle")
    g.output("energy", "/model:kinetic_energy", "/model:potential_energy")
    g.panel("Drive", "joints/drive:enabled", "joints/driven:angle", "joints/drive:torque")
    notes = ("Every kind of joint once (fixed: the bob of the first). From left to right, above: " + ", ".join(g.shown[:5]) + "; in the middle: " +
             ", ".join(g.shown[5:10]) + "; below: " + ", ".join(g.shown[10:]) + " (the bead is held in the plane of its profile by "
             "a point_on_plane). Click a part, then its joint in the navigator, to see its coordinates.")
    g.write(sys.argv[1], "joints", "Gallery of joints", notes.replace("_", " "),
            {"direction": [0.12, 1, -0.12], "angle": 0.4887, "ground": -0.65}, step=0.002, duration=10, integrator="trapezoidal",
            hide_joints=False)


main()
