#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demo of bodies that are not convex: rings on a hook, a ball in a bowl.

    make_concave.py OUT_FOLDER
"""
import json
import math
import os
import sys

from machine_meshes import Mesh, revolve

RING, WIRE = 0.05, 0.007  # radius of the rings and of their wire [m]
HOOK, ROD = 0.035, 0.008  # radius of the hook's bend and of its rod
BOWL, WALL, BALL = 0.12, 0.006, 0.02  # inner radius, thickness, radius of the ball
RELEASED = math.radians(40)
SWING = 2.5  # of the rings at the start [rad/s]
CLEAR = 2.5e-4  # between facets [m]
FACETS = 3e-4  # of the bowl, inside its sphere


def torus(n=40, around=14):
    mesh = Mesh()
    revolve(mesh, [(RING + WIRE * math.cos(2 * math.pi * i / around), WIRE * math.sin(2 * math.pi * i / around))
                   for i in range(around)], n)
    return mesh


def bowl(n=72, rows=22, rim=math.radians(62)):
    """Open upwards, its inner sphere about the origin; poles on the axis."""
    mesh, rings = Mesh(), []
    inner = [(BOWL * math.sin(rim * i / rows), -BOWL * math.cos(rim * i / rows)) for i in range(1, rows + 1)]
    outer = [((BOWL + WALL) * math.sin(rim * i / rows), -(BOWL + WALL) * math.cos(rim * i / rows)) for i in range(rows, 0, -1)]
    profile = inner + outer
    points = [(0, 0, -BOWL), (0, 0, -BOWL - WALL)]
    for r, z in profile:
        rings.append([len(points) + k for k in range(n)])
        points += [(r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n), z) for k in range(n)]
    faces = []
    for k in range(n):
        j = (k + 1) % n
        faces += [[0, rings[0][k], rings[0][j]], [1, rings[-1][j], rings[-1][k]]]
        for a, b in zip(rings, rings[1:]):
            faces += [[a[k], b[k], b[j]], [a[k], b[j], a[j]]]
    mesh.add(points, faces)
    return mesh


def hook(around=14, bend=22):
    """A rod down to a bend in the plane y = 0 about the origin, open to the right."""
    end = math.radians(215)
    line = [(-HOOK, 0.16, 0.0, ROD)] + [(-HOOK * math.cos(a), -HOOK * math.sin(a), a, ROD)
                                        for a in (end * i / bend for i in range(bend + 1))]
    x, z = line[-1][:2]
    for b in (math.pi / 8, math.pi / 4, 3 * math.pi / 8):  # a round tip
        line.append((x + ROD * math.sin(b) * math.sin(end), z - ROD * math.sin(b) * math.cos(end), end, ROD * math.cos(b)))
    mesh, points, faces = Mesh(), [], []
    for x, z, a, radius in line:  # the section is across (sin a, -cos a)
        for k in range(around):
            c, s = radius * math.cos(2 * math.pi * k / around), radius * math.sin(2 * math.pi * k / around)
            points.append((x - c * math.cos(a), s, z - c * math.sin(a)))
    n = len(line)
    tip = (-HOOK * math.cos(end) + ROD * math.sin(end), 0, -HOOK * math.sin(end) - ROD * math.cos(end))
    points += [(line[0][0], 0, line[0][1]), tip]
    for i in range(n - 1):
        for k in range(around):
            a, b = i * around + k, i * around + (k + 1) % around
            faces += [[a, b, b + around], [a, b + around, a + around]]
    for k in range(around):
        j = (k + 1) % around
        faces += [[n * around, j, k], [n * around + 1, (n - 1) * around + k, (n - 1) * around + j]]
    mesh.add(points, [face[::-1] for face in faces])
    return mesh


def outward(mesh):
    """Turned so that its volume is positive."""
    volume = 0
    for a, b, c in mesh.faces:
        (x, y, z), (u, v, w), (p, q, r) = mesh.points[a], mesh.points[b], mesh.points[c]
        volume += x * (v * r - w * q) - y * (u * r - w * p) + z * (u * q - v * p)
    if volume < 0:
        mesh.faces = [face[::-1] for face in mesh.faces]
    return mesh


def box(name, size, place, color):
    return {"name": name, "dynamic": False, "position": place, "geometry": {"shape": "box", "size": size},
            "render": {"color": color}}


def rings(at):
    """Three, each hung in the one above, that swing about the hook's bend."""
    bodies, pivot = [], at[2] - HOOK + ROD
    inside = RING - WIRE
    half = math.sqrt(0.5)
    for i in range(3):
        z = pivot - inside - 2 * inside * i + CLEAR * (1 + i)
        down = pivot - z
        # axis of the torus along x, then along y
        turn = [half, 0, half, 0] if i % 2 == 0 else [half, half, 0, 0]
        bodies.append({"name": f"ring{i + 1}", "position": [at[0], at[1], round(z, 9)], "orientation": turn,
                       "velocity": [0, round(SWING * down, 9), 0], "angular_velocity": [SWING, 0, 0],
                       "geometry": {"shape": "mesh", "mesh": "meshes/ring.obj"}, "inertia": {"density": 8500},
                       "render": {"color": ("#d9a441", "#c2573f", "#d9a441")[i], "specular": 0.6}})
    return bodies


def main():
    out = sys.argv[1]
    for name, mesh in (("ring", torus()), ("bowl", bowl()), ("hook", hook())):
        outward(mesh).write(os.path.join(out, "meshes", name + ".obj"), "make_concave.py")
    at, dish = (-0.17, 0, 0.42), (0.13, 0, BOWL + WALL + 0.01)
    way = BOWL - BALL
    bodies = [
        {"name": "hook", "dynamic": False, "position": list(at), "geometry": {"shape": "mesh", "mesh": "meshes/hook.obj"},
         "render": {"color": "#8a94a0", "specular": 0.7}},
        {"name": "bowl", "dynamic": False, "position": [dish[0], dish[1], round(dish[2], 9)],
         "geometry": {"shape": "mesh", "mesh": "meshes/bowl.obj"}, "render": {"color": "#5b7fb8", "specular": 0.5}},
        {"name": "ball", "position": [round(dish[0] + (way - FACETS) * math.sin(RELEASED), 9), 0,
                                      round(dish[2] - (way - FACETS) * math.cos(RELEASED), 9)],
         "geometry": {"shape": "ellipsoid", "size": [BALL] * 3}, "inertia": {"density": 7800},
         "render": {"color": "#c9ced6", "specular": 0.8}}] + rings(at)
    visuals = [
        {"name": "board", "mesh": "meshes/block.obj", "location": [-0.02, 0, -0.01], "scale": [0.62, 0.34, 0.02],
         "render": {"color": "#8a5f3c"}},
        {"name": "post", "mesh": "meshes/axle.obj", "location": [-0.29, 0, 0.295], "scale": [0.012, 0.012, 0.59],
         "render": {"color": "#8a94a0", "specular": 0.7}},
        {"name": "arm", "mesh": "meshes/axle.obj", "location": [-0.245, 0, 0.58], "rotation": [math.sqrt(0.5), 0, math.sqrt(0.5), 0],
         "scale": [0.01, 0.01, 0.11], "render": {"color": "#8a94a0", "specular": 0.7}},
        {"name": "foot", "mesh": "meshes/axle.obj", "location": [dish[0], 0, 0.007], "scale": [0.045, 0.045, 0.014],
         "render": {"color": "#5b7fb8", "specular": 0.5}}]
    model = {
        "title": "Rings on a hook, a ball in a bowl",
        "notes": "Meshes that are not convex touch as they are: three rings hang in each other and on a hook, "
                 "and a steel ball rolls in a bowl, slower than it would slide (the time of a swing grows by the root "
                 "of 7/5). Throw the rings off with the mouse, or take the friction away: the ball slides.",
        "solver": {"max_step": 0.001},
        "duration": 4,
        "view": {"center": [-0.02, 0, 0.27], "size": 0.92, "direction": [0.4, 1, -0.3], "ground": -0.02},
        "bodies": bodies,
        "collisions": [{"name": "all", "friction": 0.3},
                       {"name": "hung", "bodies_a": ["bodies/hook"], "bodies_b": ["bodies/ring1"], "friction": 0.3}],
        "probes": [
            {"class": "output_probe", "name": "ball", "targets": ["bodies/ball:position", "bodies/ball:angular_velocity"],
             "interval": 0.005},
            {"class": "output_probe", "name": "rings",
             "targets": ["bodies/ring1:position", "bodies/ring2:position", "bodies/ring3:position"], "interval": 0.02},
            {"class": "output_probe", "name": "hung", "targets": ["collisions/hung:force", "collisions/all:penetration"],
             "interval": 0.02},
            {"class": "output_probe", "name": "energy", "targets": ["/model:kinetic_energy", "/model:potential_energy"],
             "interval": 0.02}],
        "visuals": visuals}
    with open(os.path.join(out, "rings-and-bowl.sinew"), "w", encoding="utf-8") as file:
        file.write(json.dumps({"sinew": 1, "model": model}, indent=2) + "\n")


main()
