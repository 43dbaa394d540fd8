#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demo of the hip: pressure on the cartilage of the femoral head while one walks.

    make_hip.py OUT_FOLDER

World axes: x forward, y to the left, z up; a right hip, whose middle is the origin."""
import math
import os
import sys

import make_gait
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


def drawn(points):
    """Points in mm, forward, up and to the right, as the bones of the demo gait are."""
    return [tuple(x * MM for x in p) for p in points]


def strut(a, ra, b, rb):
    a, b = drawn((a, b))
    return make_gait.cone(a, ra * MM, b, rb * MM)


def lump(center, radii):
    return make_gait.oval(*drawn((center, radii)))


def along(points, t):
    """The point a part 0..1 of the way through a list of them."""
    i = min(int(t * (len(points) - 1)), len(points) - 2)
    f = t * (len(points) - 1) - i
    return [x + f * (y - x) for x, y in zip(points[i], points[i + 1])]


def cup():
    """Bone behind the socket, about the middle of the joint."""
    forward, left, up = middle()
    pole, outer = (forward, up, -left), HEAD + SHELL + 7 * MM

    def distance(p):
        r = math.hypot(*p)
        behind = sum(x * y for x, y in zip(p, pole))
        return make_gait.inside_both(r - outer, outer * math.cos(COVERED) - behind, 1.5 * MM)
    return distance, [-outer] * 3, [outer] * 3


def relaxed(points, faces):
    """Each vertex half way to the middle of its neighbours, three times: rounds the rims of what is carved out."""
    beside = [set() for _ in points]
    for face in faces:
        for i, vertex in enumerate(face):
            beside[vertex] |= {face[i - 1], face[(i + 1) % len(face)]}
    for _ in range(3):
        points = [[.5 * x + .5 * sum(points[j][k] for j in near) / len(near) for k, x in enumerate(p)] for p, near in zip(points, beside)]
    return points, faces


def hip_bone():
    """A right hip bone about the middle of the joint: ilium between the roof of the socket and the crest, ischium, pubis."""
    crest = [(37, 86, 33), (24, 102, 43), (0, 116, 50), (-30, 124, 51), (-62, 122, 40), (-92, 106, 12), (-114, 84, -18), (-127, 62, -40)]
    root = [(22, 40, 10), (12, 44, 10), (-4, 46, 8), (-22, 44, 4), (-42, 40, -4), (-62, 34, -14), (-82, 32, -22), (-108, 38, -33)]
    parts = [strut(a, 7.5, b, 7.5) for a, b in zip(crest, crest[1:])]
    parts += [strut(along(root, i / 28), 6.5, along(crest, i / 28), 5) for i in range(29)]
    parts += [cup(), strut((25, 38, 10), 8.5, (18, 29, 7), 8.5), lump((-6, 35, 2), (26, 13, 15)), lump((-12, 2, -28), (32, 34, 9)),
              strut((-108, 38, -33), 8, (-78, 26, -25), 9), strut((-78, 26, -25), 9, (-40, 8, -24), 12),
              strut((-46, -6, -28), 9, (-62, -20, -38), 4),
              strut((-22, -20, -18), 15, (-36, -62, -24), 14), lump((-38, -64, -23), (16, 20, 14)),
              strut((-30, -72, -27), 11, (34, -56, -62), 7), strut((14, -4, -28), 13, (40, -16, -58), 8.5), lump((48, -32, -70), (12, 19, 8)),
              strut((36, -54, -63), 7, (48, -34, -70), 9)]
    return relaxed(*make_gait.surface(parts, 3.6 * MM, 2.6 * MM, lambda p: math.hypot(*p) - HEAD - SHELL))


def thigh_bone():
    """The femur of the demo gait; its head is that of the body."""
    parts = make_gait.femur(make_gait.KNEE)
    return make_gait.surface([make_gait.oval((0, 0, 0), (.0225,) * 3)] + parts[1:] + [lump((-16, -62, 24), (9, 11, 9))], 4.6 * MM, 4 * MM)


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
    make_gait.write(os.path.join(out, "meshes", "hip_bone.obj"), *hip_bone(), "make_hip.py")
    make_gait.write(os.path.join(out, "meshes", "hip_femur.obj"), *thigh_bone(), "make_hip.py")
    up = [0.707106781, 0.707106781, 0, 0]
    bone = {"color": "#e8ddc4", "specular": 0.2}
    head = {
        "title": "Hip: pressure while walking",
        "notes": " ".join(NOTES.split()),
        "gravity": [0, 0, 0],
        "duration": 2.2,
        "solver": {"integrator": "backward_euler", "max_step": 0.005},
        "view": {"center": [0, 0.02, 0.012], "direction": [-0.7, 0.6, -0.3], "size": 0.26, "angle": 0.3491, "ground": -0.5}}
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
            {"name": "femur", "frame": "bodies/femur", "mesh": "meshes/hip_femur.obj", "rotation": up, "render": bone},
            {"name": "pelvis", "mesh": "meshes/hip_bone.obj", "rotation": up, "render": {**bone, "alpha": 0.25}}],
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
