#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demo of the hip: pressure on the cartilage of the femoral head while one walks.

    make_hip.py OUT_FOLDER

World axes: x forward, y to the left, z up; a right hip, whose middle is the origin."""
import math
import os
import sys

import make_jaw
from machine_meshes import Mesh
from make_concave import outward

MM, DEGREE = 1e-3, math.pi / 180
HEAD, CLEARANCE, SHELL = 25.2 * MM, 0.05 * MM, 4 * MM  # radii of bone 24 and of cartilage; wall of the socket
COVERED = 75 * DEGREE  # of the socket from its middle to its rim
INCLINED, ANTEVERTED = 45 * DEGREE, 20 * DEGREE
WEIGHT = 75 * 9.81
INWARD = 13 * DEGREE  # of the force, from straight up
YOUNG, POISSON, CARTILAGE = 6e6, 0.42, 4 * MM  # two layers of 2 mm
SECONDS = 1.1  # of two steps
# share of the step, percent; body weights; flexion in degrees
FORCE = ((0, 0.8), (5, 1.4), (11, 2.05), (17, 2.38), (24, 2.05), (32, 1.7), (40, 1.8), (48, 2.1), (55, 1.6), (61, 0.75),
         (68, 0.35), (78, 0.25), (88, 0.3), (95, 0.5), (100, 0.8))
FLEXION = ((0, 30), (10, 27), (25, 14), (40, -2), (50, -9), (58, -8), (68, 8), (80, 27), (88, 33), (95, 32), (100, 30))


def middle():
    """Of the socket's surface, from the middle of the joint: up, inward and back."""
    return (-math.sin(INCLINED) * math.sin(ANTEVERTED), math.sin(INCLINED) * math.cos(ANTEVERTED), math.cos(INCLINED))


def socket(around=80, rows=20):
    mesh, pole = Mesh(), middle()
    side = (pole[2], 0, -pole[0])
    size = math.hypot(*side)
    side = [x / size for x in side]
    third = [pole[1] * side[2] - pole[2] * side[1], pole[2] * side[0] - pole[0] * side[2], pole[0] * side[1] - pole[1] * side[0]]

    def place(radius, angle, turn):
        across = radius * math.sin(angle)
        return tuple(radius * math.cos(angle) * p + across * (math.cos(turn) * s + math.sin(turn) * t) for p, s, t in zip(pole, side, third))

    def wide(angle):
        """Radius at which triangles lie as far outside of the sphere as inside: on it they would take most of the clearance."""
        return (HEAD + CLEARANCE) * (1 + ((COVERED / rows) ** 2 + (2 * math.pi / around * math.sin(angle)) ** 2) / 12)

    outer = HEAD + CLEARANCE + SHELL
    profile = [(wide(COVERED * i / rows), COVERED * i / rows) for i in range(1, rows + 1)] + \
        [(outer, COVERED * i / rows) for i in range(rows, 0, -2)]
    points = [place(wide(0), 0, 0), place(outer, 0, 0)]
    rings = []
    for radius, angle in profile:
        rings.append([len(points) + k for k in range(around)])
        points += [place(radius, angle, 2 * math.pi * k / around) for k in range(around)]
    faces = []
    for k in range(around):
        j = (k + 1) % around
        faces += [[0, rings[0][k], rings[0][j]], [1, rings[-1][j], rings[-1][k]]]
        for a, b in zip(rings, rings[1:]):
            faces += [[a[k], b[k], b[j]], [a[k], b[j], a[j]]]
    mesh.add(points, faces)
    return outward(mesh)


def turned(flexion):
    half = -flexion * DEGREE / 2
    return [round(math.cos(half), 9), 0, round(math.sin(half), 9), 0]


def pressed(share):
    force = share * WEIGHT
    return [0, round(force * math.sin(INWARD), 3), round(force * math.cos(INWARD), 3)]


def wave(name, target, rows, value):
    return {"class": "input_probe", "name": name, "targets": [target], "interpolation": "cubic", "repeat": True,
            "knots": [{"time": round(SECONDS * at / 100, 5), "values": value(x)} for at, x in rows]}


def output(name, *what):
    return {"class": "output_probe", "name": name, "targets": list(what), "interval": 0.01}


NOTES = """Pressure on the cartilage of a right hip while one walks. Springs on the femoral head press as two layers of cartilage
of 2 mm do that are squeezed between bones (elastic foundation: 6 MPa, Poisson's ratio 0.42). The socket is 0.05 mm wider and reaches 75
degrees from its middle, inclined by 45 and anteverted by 20 degrees. The force is 2.38 body weights at its first peak, 13 degrees
inward, as measured by Bergmann et al. (2001, J. Biomech. 34:859-871); its course between is ours. Published for one step: 0.8 to 2.6
MPa at most (Ipavec et al. 1996, Pfluegers Arch. 431:R275). The map stays with the socket while the head turns below it. Try: hide
the pelvis, let the mouse pull the thigh, raise the force, halve the cartilage (thickness)."""


def main():
    out = sys.argv[1]
    socket().write(os.path.join(out, "meshes", "hip_socket.obj"), "make_hip.py")
    up = [0.707106781, 0.707106781, 0, 0]
    bone = {"color": "#e8ddc4", "specular": 0.2}
    head = {
        "title": "Hip: pressure while walking",
        "notes": " ".join(NOTES.split()),
        "gravity": [0, 0, 0],
        "duration": 2.2,
        "solver": {"integrator": "backward_euler", "max_step": 0.005},
        "view": {"center": [0, 0, -0.01], "direction": [-0.62, 0.6, -0.42], "size": 0.16, "angle": 0.3491, "ground": -0.5}}
    lists = {
        "bodies": [
            {"name": "socket", "dynamic": False, "geometry": {"shape": "mesh", "mesh": "meshes/hip_socket.obj"},
             "render": {"color": "#9fc3d9", "alpha": 0.25}},
            {"name": "lead", "dynamic": False, "render": {"visible": False}},
            {"name": "femur", "geometry": {"shape": "ellipsoid", "size": [HEAD] * 3},
             "inertia": {"method": "explicit", "mass": 8, "center": [0, 0, -0.17], "tensor": [0.13, 0.13, 0.03, 0, 0, 0]},
             "render": {"color": "#dfe8ee"}}],
        "markers": {"render": {"visible": False}, "items": [{"name": "middle", "frame": "bodies/femur"}]},
        "visuals": [
            {"name": "femur", "frame": "bodies/femur", "mesh": "meshes/gait_femur_r.obj", "rotation": up, "render": bone},
            {"name": "pelvis", "mesh": "meshes/gait_pelvis.obj", "location": [0.0707, 0.0835, 0.0661], "rotation": up,
             "render": {**bone, "alpha": 0.1}}],
        "springs": [{"class": "frame_spring", "name": "muscles", "frame_a": "bodies/lead", "frame_b": "bodies/femur",
                     "stiffness": [0, 0, 0], "rotary_stiffness": [400, 400, 400], "rotary_damping": 20,
                     "render": {"visible": False}}],
        "loads": [{"class": "point_load", "name": "hip_force", "point": "markers/middle", "render": {"visible": False}}],
        "collisions": [{"name": "cartilage", "bodies_a": ["bodies/femur"], "bodies_b": ["bodies/socket"], "joined": True,
                        "method": "elastic_foundation", "layer": "a", "modulus": YOUNG, "poisson": POISSON,
                        "thickness": CARTILAGE, "friction": 0.01, "dissipation": 1,
                        "field": {"visible": True, "automatic": False, "minimum": 0, "maximum": 2e6, "color_map": "heat"}}],
        "probes": [
            wave("walking", "bodies/lead:target_orientation", FLEXION, turned),
            wave("force", "loads/hip_force:force", FORCE, pressed),
            output("pressure", *(f"collisions/cartilage:{what}" for what in
                                 ("force", "area", "mean_pressure", "max_pressure", "center", "penetration"))),
            output("head", "bodies/femur:position")],
        "plots": [
            {"name": "Pressure", "curves": [{"property": [f"collisions/cartilage:{what}_pressure"]} for what in ("max", "mean")]},
            {"name": "Force", "curves": [{"property": ["collisions/cartilage:normal_force"]}]}]}
    make_jaw.write(os.path.join(out, "hip.sinew"), head, lists)


if __name__ == "__main__":
    main()
