#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demo of fields of pressure: the condyles of a knee without menisci on the cartilage of the plateau.

    make_cartilage.py OUT_FOLDER

World axes: x forward, y to the middle of the body, z up; a right knee, whose plateau has its top at z = 0."""
import math
import os
import sys

import make_jaw
from machine_meshes import Mesh
from make_hip import wave

ROUND, WIDE = 0.032, 0.024  # half axes of a condyle: along its circle, across it [m]
APART = 0.022  # of each from the middle
DEEP, LONG, ACROSS = 0.008, 0.023, 0.037  # plateau: thickness, half axes of its outline
YOUNG, POISSON, CARTILAGE = 5e6, 0.45, 0.004  # two layers of 2 mm
MODULUS = (1 - POISSON) * YOUNG / ((1 + POISSON) * (1 - 2 * POISSON)) * (DEEP / 2) / CARTILAGE  # in the middle, DEEP / 2 deep
WEIGHT = 75 * 9.81
MEDIAL = 0.6  # of the force
# share of the step, percent; body weights; flexion in degrees
FORCE = ((0, 0.6), (5, 1.1), (14, 2.2), (22, 1.8), (30, 1.5), (40, 2.0), (48, 2.45), (56, 1.6), (63, 0.6), (75, 0.3), (90, 0.35), (100, 0.6))
FLEXION = ((0, 5), (14, 18), (30, 8), (42, 5), (60, 35), (72, 60), (88, 20), (100, 5))
BACK = 0.007 / 60  # way of the condyles over the plateau for a degree


def plateau(around=72, rings=16):
    """A plate with fine triangles on top: its outline is convex, so that its field is seen from the middle."""
    mesh = Mesh()

    def ring(share, z):
        points = []
        for k in range(around):
            turn = 2 * math.pi * k / around
            c, s = math.cos(turn), math.sin(turn)
            size = share / (abs(c) ** 2.6 + abs(s) ** 2.6) ** (1 / 2.6)
            points.append((LONG * size * c, ACROSS * size * s, z))
        return points

    levels = [ring((i + 1) / rings, 0) for i in range(rings)] + [ring(1, -DEEP / 2), ring(1, -DEEP)]
    points = [(0, 0, 0), (0, 0, -DEEP)] + [p for level in levels for p in level]
    faces = []
    for k in range(around):
        j = (k + 1) % around
        last = 2 + (len(levels) - 1) * around
        faces += [[0, 2 + k, 2 + j], [1, last + j, last + k]]
        for i in range(len(levels) - 1):
            a, b = 2 + i * around, 2 + (i + 1) * around
            faces += [[a + k, b + k, b + j], [a + k, b + j, a + j]]
    mesh.add(points, faces)
    return mesh


def turned(flexion):
    half = math.radians(flexion) / 2
    return [round(math.cos(half), 9), 0, round(math.sin(half), 9), 0]


def moved(flexion):
    return [round(-BACK * flexion, 7), 0, 0]


def pressed(share):
    return [0, 0, round(-share * WEIGHT, 3)]


def condyle(name, y):
    return {"name": name, "position": [0, y, ROUND], "geometry": {"shape": "ellipsoid", "size": [ROUND, WIDE, ROUND]},
            "inertia": {"method": "mass", "mass": 0.3}, "render": {"color": "#e8ddc4", "alpha": 0.28}}


def touches(name):
    return {"name": name, "bodies_a": ["bodies/plateau"], "bodies_b": [f"bodies/{name}"], "method": "pressure_field", "layer": "a",
            "modulus": round(MODULUS), "friction": 0.01, "dissipation": 1,
            "field": {"visible": True, "automatic": False, "minimum": 0, "maximum": 8e6, "color_map": "heat"}}


NOTES = """Where the condyles of a knee press on its plateau while one walks, as a field of pressure: none on the surface, more with the depth,
and the bodies press where both have the same. Cartilage on both sides is a layer of 4 mm (5 MPa, Poisson's ratio 0.45) between bones; the condyles
have radii of 32 and 18 mm, the plateau is flat, and there are no menisci. The force reaches 2.45 body weights (Kutzner et al. 2010, J. Biomech.
43:2164-2173; its course is ours), 60 % of it on the medial side; flexion takes the condyles back by 7 mm. Without menisci 1000 N press on 5.2 cm2
with 6 MPa at most, with them on 11.5 cm2 with 3 MPa (Fukubayashi and Kurosawa 1980, Acta Orthop. Scand. 51:871-879). Try: move the force (marker
line) to the side, halve the modulus, watch both plots."""


def main():
    out = sys.argv[1]
    plateau().write(os.path.join(out, "meshes", "plateau.obj"), "make_cartilage.py")
    sides = ("medial", "lateral")
    head = {
        "title": "Cartilage: fields of pressure",
        "notes": " ".join(NOTES.split()),
        "gravity": [0, 0, 0],
        "duration": 2.2,
        "solver": {"integrator": "backward_euler", "max_step": 0.005},
        "view": {"direction": [-0.66, 0.3, -0.62], "angle": 0.3491, "ground": -0.3}}
    lists = {
        "bodies": [
            {"name": "plateau", "dynamic": False, "geometry": {"shape": "mesh", "mesh": "meshes/plateau.obj"}, "render": {"color": "#e9eef2"}},
            {"name": "lead", "dynamic": False, "position": [0, 0, ROUND], "render": {"visible": False}},
            {"name": "femur", "position": [0, 0, ROUND], "geometry": {"shape": "none"},
             "inertia": {"method": "explicit", "mass": 3, "center": [0, 0, 0], "tensor": [0.02, 0.02, 0.005, 0, 0, 0]},
             "render": {"visible": False}},
            condyle("medial", APART), condyle("lateral", -APART)],
        "markers": {"render": {"visible": False}, "items": [
            {"name": "line", "frame": "bodies/femur", "location": [0, round((2 * MEDIAL - 1) * APART, 6), 0]}]},
        "joints": {"render": {"visible": False}, "items": [{"class": "fixed", "name": side, "frame_a": "bodies/femur", "frame_b": f"bodies/{side}",
                    "location_a": [0, y, 0]} for side, y in zip(sides, (APART, -APART))]},
        "springs": [{"class": "frame_spring", "name": "muscles", "frame_a": "bodies/lead", "frame_b": "bodies/femur",
                     "stiffness": [1e5, 1e5, 0], "damping": 100, "rotary_stiffness": [0, 400, 200], "rotary_damping": 1,
                     "render": {"visible": False}}],
        "loads": [{"class": "point_load", "name": "force", "point": "markers/line", "render": {"visible": False}}],
        "collisions": [touches(side) for side in sides],
        "probes": [
            wave("flexion", "bodies/lead:target_orientation", FLEXION, turned),
            wave("rollback", "bodies/lead:target_position", FLEXION, moved),
            wave("walking", "loads/force:force", FORCE, pressed),
            {"class": "output_probe", "name": "pressure", "interval": 0.01, "targets": [
                f"collisions/{side}:{what}" for side in sides for what in ("normal_force", "area", "mean_pressure", "max_pressure", "penetration")]}],
        "plots": [
            {"name": "Largest pressure", "curves": [{"property": [f"collisions/{side}:max_pressure"]} for side in sides]},
            {"name": "Area", "curves": [{"property": [f"collisions/{side}:area"]} for side in sides]}]}
    make_jaw.write(os.path.join(out, "cartilage.sinew"), head, lists)


if __name__ == "__main__":
    main()
