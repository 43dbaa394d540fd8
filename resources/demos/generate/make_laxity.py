#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demos knee and elbow: joints of six degrees of freedom that bones and ligaments hold, tested for laxity.

    make_laxity.py OUT_FOLDER

Knee frame [mm]: x anterior, y superior, z lateral (right), origin the middle of the knee, full extension.  The dimensions of
bones and the ends of ligaments are those measured on the knee of Lenhart, Kaiser, Smith and Thelen 2015 and of Smith, Brandon
and Thelen 2019 (opensim-jam, Apache-2.0); no vertex of theirs is copied."""
import math
import os
import sys

import knee_cartilage
from machine import ROOT, Machine
from machine_meshes import Mesh

MM = 1e-3
UNSEEN = {"visible": False}
BONE, LIGAMENT, CARTILAGE, MENISCUS = "#e8ddc4", "#d8c59e", "#bcd2de", "#a9c2b8"
# radius of the distal femur about the z axis, [theta: 0 anterior, -90 distal, -180 posterior][z: -36 to 36, step 6]
FEMUR = """
30: 14 20 26 28 30 31 31 32 33 33 31 26 18
15: 15 21 27 31 34.5 36.8 37.1 37.3 39.3 41.5 39 31 20
0: 16 22 29 34.5 38.3 38 34.4 33.8 38.2 42 42 34 20
-15: 16 22 29 33.5 35.6 33.2 29.1 29 33.3 37.2 37.8 31.8 20
-30: 15 22 27.7 30.9 30.4 27.3 23.2 24 27.5 31.1 31.5 26.3 18
-45: 15 21.2 25.8 26.3 24.9 20.3 16 17.4 22 25.3 25 21.9 16.5
-60: 15 20.9 23.2 23.1 20.3 14 10 12.1 17.6 20.7 21.5 20.3 14.5
-75: 14.5 19.9 21.1 20.6 17 11 9 10.3 15 18.3 19.6 19.2 15
-90: 14 18.8 19.8 18.9 15.8 11 9 10 13.8 17.6 18.8 18.5 15
-105: 13.5 18.3 19.3 18.1 14.8 11 9 10 13.5 17.2 18.6 18.5 15.5
-120: 13 18 19.2 18 14.6 11 9 10 13.8 17.5 19 19.2 16
-135: 12.8 18 19.3 18.5 15 11 9 10 14.6 18.3 19.6 19.7 16.5
-150: 12.8 18.2 19.5 19.1 15.8 11 9 10 15.6 19.1 20 19.9 15
-165: 13 18.6 20.2 19.7 16.5 11 9 10 16.2 19.8 20.7 19.8 12
-180: 13.5 19 20.6 20 17 11 9 10 16.5 20.4 21 19 11
-195: 14 19.3 20.5 19.9 17 11 9 10 16.5 20.4 20.9 18.5 11
-210: 15 19.1 20.2 19.6 17 12 9 10 16.5 20.3 20.6 18.3 11
-225: 14.5 18.6 19.8 19.3 17 12 9 10 16 20.4 20.3 17.5 11
-240: 13 17.2 18.9 18.7 16.5 13 11 11 15.5 19 19 16.5 11
"""
# radius of the proximal tibia about the vertical through (5, 0), [y][angle: 0 anterior, 90 lateral, step 20]
TIBIA = """
-30: 25.1 26.9 30.6 37.8 40.6 40 37.3 27.7 20.7 18.4 26.2 30.5 33.3 31.2 30.6 28.6 26.3 25.8
-40: 26.2 29.9 33.7 39.7 39.7 39.9 38.6 24.7 20.6 22.2 25.1 27.8 29.1 28.9 27.7 26.6 24.7 25.4
-50: 25.5 33.4 35.5 34.5 32.7 27.9 20.8 15.3 14.2 14.9 16.8 19.7 21.9 24 22.4 20.8 20.6 21.8
-60: 24.3 32.3 32.9 26.9 23.5 18.9 14.4 11.6 11 11.3 12.4 14.1 16.3 18.5 18.6 17.7 18 19.8
-70: 25.1 31.5 29.7 22.2 18 13.9 11.3 9.7 9.1 9.3 10.4 11.8 13.7 16.5 17.6 17.1 17.2 19.7
-80: 25.5 29.9 25.9 18.5 14.3 10.7 8.8 8.2 7.9 8.3 9.3 10.7 12.6 15.5 17.2 16.9 17.2 19.8
-90: 25.1 28.7 22 15.3 11.1 8.2 6.8 6.4 6.7 7.6 9.2 10.6 12.1 14.8 17 17.5 18 20.2
-100: 24.8 26.8 17.9 12.4 8.4 6.2 5.2 5 5.4 6.4 8 10.1 12 14.3 16.7 17.9 18.4 20.2
"""
# its height, [x: -24 to 36, step 6][z: -30 to 36, step 6]
PLATEAU = """
-24: -29.9 -29.4 -28.9 -27.8 -32 -32 -25.7 -26.9 -28.4 -28.4 -28.7 -29.3
-18: -29 -28.4 -28.2 -27.1 -31.3 -30.5 -25 -26.2 -27.7 -27.7 -28 -28.5
-12: -28.2 -27.2 -26.3 -25.3 -26.4 -28.4 -24.3 -25.5 -27 -27 -27.3 -27.6
-6: -27.9 -26.4 -25.8 -24.5 -22.7 -20.6 -19.5 -22.6 -25.4 -25.4 -24.9 -26.4
0: -27.1 -25.8 -25.4 -24.1 -19.7 -17.3 -17.8 -19.8 -23.7 -24.3 -23.9 -24.6
6: -26.4 -24.7 -24.9 -23.6 -19 -18.5 -19.9 -20.3 -22.1 -22.9 -22.9 -24
12: -25.7 -23.6 -23.1 -22.1 -18.9 -19.7 -21.3 -22.7 -22.1 -22.1 -22.2 -24.1
18: -24.7 -24 -21.8 -21.1 -20.2 -21.2 -21.2 -22.5 -22.4 -22 -22.2 -27
24: -25.5 -24.9 -24.4 -22.1 -22.4 -23.1 -22.2 -23.3 -24.4 -25 -26.9 -27.7
30: -26.3 -25.7 -25.1 -26.3 -29.2 -29.4 -29.1 -29.9 -27.8 -25.7 -27.6 -28.3
36: -27.1 -26.5 -25.8 -28.8 -29.9 -30.1 -29.8 -30.6 -29.9 -26.4 -28.3 -29
"""
# centre x, y, z, half width along x, along z
FEMUR_SHAFT = [(3, 14, 0, 13, 29), (5, 22, 0, 15, 30), (8, 36, .5, 14.5, 25), (11, 56, 2, 14, 19), (14, 85, 5, 13.5, 15.5),
               (19, 130, 10, 13, 14), (21.5, 150, 12, 13, 13.7)]
TIBIA_SHAFT = [(14.3, -90, -1, 15.5, 13.2), (13.8, -102, -2, 16.5, 13.6), (12, -125, -2.5, 15.8, 12.8), (8.5, -170, -3.5, 13.8, 11.3),
               (7, -195, -3.8, 13, 11)]
FIBULA = [(-16, -41, 36, 5, 5), (-14.5, -46, 36, 9, 9), (-13, -50, 35.5, 10.5, 12), (-13, -57, 34, 10, 11.5), (-14, -68, 31.5, 8, 7.2),
          (-16, -85, 29.5, 6, 5.3), (-18, -120, 28, 6, 5.6), (-18, -195, 26, 6.5, 6)]


def table(text):
    rows = [line.split(":") for line in text.strip().split("\n")]
    return [float(at) for at, _ in rows], [[float(word) for word in row.split()] for _, row in rows]


def catmull(values, at, closed=False):
    """A smooth curve through values at 0, 1, 2 ..."""
    n = len(values)
    k = math.floor(at) if closed else max(0, min(n - 2, math.floor(at)))
    t = at - k
    pick = (lambda i: values[i % n]) if closed else (lambda i: values[max(0, min(n - 1, i))])
    a, b, c, d = (pick(k + i) for i in (-1, 0, 1, 2))
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def surface(rows, i, k, closed_i=False, closed_k=False):
    return catmull([catmull(row, k, closed_k) for row in rows], i, closed_i)


def skin(rings, folded=False):
    """A closed surface through rings of as many points. Its ends are closed with a fan about their middles, or, of rings that run
    out and back (folded), with a strip from each point to the one beside it on the way back."""
    n, points = len(rings[0]), [p for ring in rings for p in ring]
    faces = []
    for r in range(len(rings) - 1):
        for i in range(n):
            a, b = r * n + i, r * n + (i + 1) % n
            faces += [[a, b, b + n], [a, b + n, a + n]]
    for ring, flip in ((0, True), (len(rings) - 1, False)):
        if folded:
            for i in range(n // 2 - 1):
                a, b, c, d = (ring * n + k for k in (i, i + 1, n - 2 - i, n - 1 - i))
                faces += [[b, a, d], [b, d, c]] if flip else [[a, b, d], [b, c, d]]
            continue
        middle = len(points)
        points.append(tuple(sum(p[c] for p in rings[ring]) / n for c in range(3)))
        for i in range(n):
            a, b = ring * n + i, ring * n + (i + 1) % n
            faces.append([b, a, middle] if flip else [a, b, middle])
    return points, faces


def mesh(points, faces):
    """In metres, its faces outwards."""
    volume = 0
    for a, b, c in faces:
        p, q, r = points[a], points[b], points[c]
        volume += (p[0] * (q[1] * r[2] - q[2] * r[1]) + p[1] * (q[2] * r[0] - q[0] * r[2]) + p[2] * (q[0] * r[1] - q[1] * r[0])) / 6
    made = Mesh()
    made.add([tuple(MM * x for x in p) for p in points], faces if volume > 0 else [face[::-1] for face in faces])
    return made


def femur_rows():
    """The table with what closes it: over the back of the shaft to the front."""
    _, rows = table(FEMUR)
    first, last = rows[0], rows[-1]
    return rows + [[b + (a - b) * share for a, b in zip(first, last)] for share in (1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6)]


def femur_radius(rows, at, z):
    return surface(rows, at, (max(-36, min(36, z)) + 36) / 6, closed_i=True)


def femur():
    rows = femur_rows()
    n, rings = 64, []
    ends = [(-40.5, 0.35), (-39.5, 0.62), (-38, 0.85)], [(38, 0.85), (39.5, 0.62), (40.5, 0.35)]  # round epicondyles
    for z, share in ends[0] + [(-36 + 72 * k / 30, 1.0) for k in range(31)] + ends[1]:
        ring = []
        for i in range(n):
            at = i * len(rows) / n
            radius, theta = share * femur_radius(rows, at, z), math.radians(30 - 15 * at)
            ring.append((radius * math.cos(theta), radius * math.sin(theta), z))
        rings.append(ring)
    return mesh(*skin(rings))


def femoral_cartilage(n=80):
    rows, rings = femur_rows(), []
    for z in [-34.5 + 67 * k / 44 for k in range(45)]:
        ring = []
        for i in range(n):
            at = i * 16.6 / (n - 1)  # to -219 degrees, and back inside
            theta = 30 - 15 * at
            radius = femur_radius(rows, at, z) + knee_cartilage.femoral(theta, z)
            ring.append((radius * math.cos(math.radians(theta)), radius * math.sin(math.radians(theta)), z))
        rings.append(ring)
    return mesh(*skin(rings))


def plateau_height():
    _, heights = table(PLATEAU)
    return lambda x, z: surface(heights, max(0, min(10, (x + 24) / 6)), max(0, min(11, (z + 30) / 6)))


def femur_height():
    """Of the underside of the femur's cartilage over a place of the tibia, in the tibia's frame."""
    rows = femur_rows()

    def height(x, z):
        x, z = x + START[0], z + START[2]
        y = -20.0
        for _ in range(12):
            at = (30 - math.degrees(math.atan2(y, x))) / 15
            radius = femur_radius(rows, at, z) + knee_cartilage.FEMORAL + 0.25
            y = -math.sqrt(max(radius * radius - x * x, 0.0))
        return y - START[1]
    return height


def soft_meshes():
    """Cartilage, menisci and patella, to be seen only."""
    low, above = plateau_height(), femur_height()

    def cartilage():
        both = Mesh()
        for middle, half in knee_cartilage.PLATES:
            one = mesh(*skin(knee_cartilage.plate(middle, half, low)))
            both.add(one.points, one.faces)
        return both
    return {"femur_cartilage": femoral_cartilage, "tibia_cartilage": cartilage,
            "meniscus_medial": lambda: mesh(*skin(knee_cartilage.meniscus(knee_cartilage.MEDIAL, low, above))),
            "meniscus_lateral": lambda: mesh(*skin(knee_cartilage.meniscus(knee_cartilage.LATERAL, low, above))),
            "patella": lambda: mesh(*skin(knee_cartilage.patella())),
            "patella_cartilage": lambda: mesh(*skin(knee_cartilage.patella(True)))}


def tibia_wall(y, n):
    """A section of the tibia: the measured outline, towards its end more and more that of the shaft."""
    _, walls = table(TIBIA)
    share = max(0.0, min(1.0, (-65 - y) / 45))
    share *= share * (3 - 2 * share)
    at = sum(1 for station in TIBIA_SHAFT if station[1] > y) - 1
    at = max(0, min(len(TIBIA_SHAFT) - 2, at))
    at += max(0.0, (y - TIBIA_SHAFT[at][1]) / (TIBIA_SHAFT[at + 1][1] - TIBIA_SHAFT[at][1]))
    x, _, z, a, b = (catmull([s[c] for s in TIBIA_SHAFT], at) for c in range(5))
    ring = []
    for i in range(n):
        angle = 2 * math.pi * i / n
        c, s = math.cos(angle), math.sin(angle)
        radius = surface(walls, min(len(walls) - 1, (-30 - y) / 10), i * 18 / n, closed_k=True)
        outer = (x + a * math.copysign(abs(c) ** (2 / 2.2), c), z + b * math.copysign(abs(s) ** (2 / 2.2), s))
        ring.append(((1 - share) * (5 + radius * c) + share * outer[0], y, (1 - share) * radius * s + share * outer[1]))
    return ring


def tibia():
    """Its head, which touches."""
    _, walls = table(TIBIA)
    _, heights = table(PLATEAU)
    n, rings = 60, []
    for f in [k / 13 for k in range(1, 14)] + [1.02]:
        ring = []
        for i in range(n):
            radius, angle = f * catmull(walls[0], i * 18 / n, closed=True), 2 * math.pi * i / n
            x, z = 5 + radius * math.cos(angle), radius * math.sin(angle)
            low = surface(heights, max(0, min(10, (x + 24) / 6)), max(0, min(11, (z + 30) / 6)))
            ring.append((x, low - (1.2 if f > 1 else 0.0), z))
        rings.append(ring)
    return mesh(*skin(rings + [tibia_wall(y, n) for y in (-34, -38, -42, -46, -50)]))


def tibia_rest(n=60):
    """What is below its head and the lower half of that, which it covers by 0.2 mm: the bone flares so much there that
    two surfaces that end at each other would be lit differently along the seam."""
    rings = []
    for y in [-36 - 1.5 * k for k in range(20)] + list(range(-66, -198, -5)):
        rise = max(0.0, min(1.0, (-36 - y) / 9, (62 + y) / 10))
        out = 1 + 0.006 * rise * rise * (3 - 2 * rise)
        ring = tibia_wall(y, n)
        x, z = (sum(p[c] for p in ring) / n for c in (0, 2))
        rings.append([(x + out * (p[0] - x), y, z + out * (p[2] - z)) for p in ring])
    return mesh(*skin(rings))


def shaft(stations, power, n=40, steps=6):
    """Superelliptic sections along a smooth line."""
    rings = []
    for k in range(steps * (len(stations) - 1) + 1):
        x, y, z, a, b = (catmull([s[c] for s in stations], k / steps) for c in range(5))
        ring = []
        for i in range(n):
            c, s = math.cos(2 * math.pi * i / n), math.sin(2 * math.pi * i / n)
            ring.append((x + a * math.copysign(abs(c) ** (2 / power), c), y, z + b * math.copysign(abs(s) ** (2 / power), s)))
        rings.append(ring)
    return mesh(*skin(rings))


# Radii of trochlea and capitulum along the axis of the elbow [mm]: (place from its middle, lateral positive; radius)
SPOOL = [(-21.8, 10.5), (-20.3, 12.6), (-17.8, 13.4), (-14.5, 12.2), (-11, 10.2), (-7.5, 9.0), (-4, 9.1), (-0.5, 10.2), (2, 10.8),
         (4, 10.3), (6, 9.0), (8, 9.6), (11, 10.8), (14, 11.5), (17, 11.6), (20, 10.8), (23, 8.6), (24.5, 6.8)]
CLEARANCE = 2.0  # of bone from bone, for the cartilage of both [mm]
NOTCH = (-165, 35)  # where the ulna's notch begins behind and ends in front, from anterior [degrees]


def spool_radius(t):
    k = max(0, min(len(SPOOL) - 2, sum(1 for at, _ in SPOOL if at <= t) - 1))
    share = (t - SPOOL[k][0]) / (SPOOL[k + 1][0] - SPOOL[k][0])
    return catmull([r for _, r in SPOOL], k + max(0.0, min(1.0, share)))


def spool(n=48, steps=46):
    """Trochlea and capitulum, round about the axis."""
    rings = []
    for k in range(steps + 1):
        t = SPOOL[0][0] + (SPOOL[-1][0] - SPOOL[0][0]) * k / steps
        rings.append([(spool_radius(t) * math.cos(2 * math.pi * i / n), spool_radius(t) * math.sin(2 * math.pi * i / n), t) for i in range(n)])
    return mesh(*skin(rings))


def notch(arc=30, across=18):
    """The ulna's trochlear notch: the trochlea's shape and the clearance, a shell with a back of its own."""
    low, high, rings = -21.0, 5.5, []
    for j in range(arc + 1):
        angle = math.radians(NOTCH[0] + (NOTCH[1] - NOTCH[0]) * j / arc)
        inner = [(spool_radius(t) + CLEARANCE, t) for t in (low + (high - low) * k / across for k in range(across + 1))]
        outer = [(18.5 - 2.0 * abs(2 * k / across - 1) ** 3, high + (low - high) * k / across) for k in range(across + 1)]
        rings.append([(r * math.cos(angle), r * math.sin(angle), t) for r, t in inner + outer])
    return mesh(*skin(rings, folded=True))


def radial_head(n=36):
    """A dish under the capitulum on a neck."""
    middle, rings = (0.8, 16.0), []
    depth = 11.6 + CLEARANCE

    def ring(radius, y):
        return [(middle[0] + radius * math.cos(2 * math.pi * i / n), y, middle[1] + radius * math.sin(2 * math.pi * i / n)) for i in range(n)]
    for k in range(1, 13):
        radius = 9.6 * k / 12
        rings.append(ring(radius, -math.sqrt(depth ** 2 - radius ** 2)))
    for radius, y in ((10.7, -11.6), (11.0, -14.0), (10.6, -18.0), (8.6, -21.0), (6.8, -24.0), (6.3, -29.0)):
        rings.append(ring(radius, y))
    return mesh(*skin(rings))


MESHES = {"elbow_spool": spool, "elbow_notch": notch, "radial_head": radial_head, "femur_condyles": femur, "tibia_plateau": tibia, "femur_shaft": lambda: shaft(FEMUR_SHAFT, 2.3),
          "tibia_shaft": tibia_rest, "fibula_shaft": lambda: shaft(FIBULA, 2)}

# bundle: on the femur, on tibia or fibula, stiffness [N], strain in extension (Blankevoort and Huiskes 1991), colour
LIGAMENTS = {
    "acl_anterior": ((1.2, 3.2, 2.6), (16.4, -20.7, -5.2), 5000, 0.06, "#e6c195"),
    "acl_posterior": ((-3.8, 0.0, 7.1), (10.1, -20.5, -0.4), 5000, 0.10, "#e6c195"),
    "pcl_anterior": ((1.1, -2.6, -10.7), (-14.0, -31.4, 2.9), 9000, -0.24, "#d3bac1"),
    "pcl_posterior": ((4.6, -5.5, -9.0), (-13.9, -31.8, -3.3), 9000, -0.03, "#d3bac1"),
    "lcl_anterior": ((0.0, 6.6, 36.5), (-11.7, -53.2, 46.3), 2000, -0.25, LIGAMENT),
    "lcl_middle": ((-1.1, 4.4, 36.0), (-12.5, -50.8, 44.8), 2000, -0.05, LIGAMENT),
    "lcl_posterior": ((-2.2, 2.1, 35.5), (-13.2, -48.3, 43.2), 2000, 0.08, LIGAMENT),
    "mcl_anterior": ((5.4, 8.3, -40.6), (14.3, -61.1, -15.5), 2750, 0.04, LIGAMENT),
    "mcl_middle": ((3.1, 10.8, -40.5), (10.7, -61.0, -17.5), 2750, 0.04, LIGAMENT),
    "mcl_posterior": ((0.9, 13.4, -40.3), (7.2, -60.8, -19.5), 2750, 0.03, LIGAMENT),
    "mcl_deep_anterior": ((-1.1, 4.7, -38.7), (-0.1, -33.4, -31.4), 1000, -0.18, LIGAMENT),
    "mcl_deep_posterior": ((-8.1, -7.1, -34.8), (-16.9, -34.8, -24.7), 1000, -0.04, LIGAMENT),
    "capsule_medial": ((-9.7, 16.9, -24.0), (-19.2, -33.2, -17.4), 1000, 0.08, LIGAMENT),
    "capsule_lateral": ((-9.8, 16.6, 24.1), (-17.5, -35.7, 21.4), 1000, 0.06, LIGAMENT),
}
UP = (ROOT, ROOT, 0, 0)  # knee frame in the world: y up
AXES = (0.5, -0.5, -0.5, -0.5)  # of the coordinates: x lateral (flexion), y anterior (adduction), z up (rotation)
START = (3, -1.2, 0.3)  # of the tibia where the reference strains hold, in extension [mm]: with it the knee is as lax as measured
PULL = 100.0  # [N]


def knee(m):
    m.LISTS = ("bodies", "markers", "visuals", "joints", "loads", "wraps", "springs", "ligaments", "collisions", "probes", "panels", "plots")
    m.lists = {name: [] for name in m.LISTS}
    place = (START[0] * MM, -START[2] * MM, START[1] * MM)
    m.body("femur", {"shape": "mesh", "mesh": "meshes/femur_condyles.obj"}, (0, 0, 0), UP, dynamic=False, color=BONE)
    inertia = {"method": "explicit", "mass": 3.7, "center": [0.002, -0.187, 0], "tensor": [0.0504, 0.0051, 0.0511, 0, 0, 0]}
    m.body("tibia", {"shape": "mesh", "mesh": "meshes/tibia_plateau.obj"}, place, UP, inertia, BONE, damping=15, rotary_damping=0.3)
    for name, body in (("femur_shaft", "femur"), ("tibia_shaft", "tibia"), ("fibula_shaft", "tibia")):
        m.add("visuals", name=name, frame=f"bodies/{body}", mesh=f"meshes/{name}.obj", render={"color": BONE, "specular": 0.2})
    for name, body, color in (("femur_cartilage", "femur", CARTILAGE), ("tibia_cartilage", "tibia", CARTILAGE), ("meniscus_medial", "tibia", MENISCUS),
                              ("meniscus_lateral", "tibia", MENISCUS), ("patella", "femur", BONE), ("patella_cartilage", "femur", CARTILAGE)):
        at = {"location": [MM * x for x in knee_cartilage.PATELLA]} if "patella" in name else {}
        m.add("visuals", name=name, frame=f"bodies/{body}", mesh=f"meshes/{name}.obj", **at, render={"color": color, "specular": 0.35})
    for name, body, point in (("apex", "femur", [a + b for a, b in zip(knee_cartilage.PATELLA, (0, -13, 1.5))]), ("tuberosity", "tibia", (32.5, -55, 12))):
        m.add("markers", name=name, frame=f"bodies/{body}", location=[MM * x for x in point])
    m.add("springs", **{"class": "axial_spring"}, name="patellar_tendon", points=["markers/apex", "markers/tuberosity"], law={"stiffness": 0},
          render={"color": "#efeae0", "line_style": "cylinder", "line_radius": 0.0038})  # to be seen only
    m.add("joints", **{"class": "free"}, name="knee", frame_a="bodies/femur", frame_b="bodies/tibia", rotation_a=AXES, rotation_b=AXES)
    m.add("joints", **{"class": "drive"}, name="flexion", joint="joints/knee", coordinate="angle_1", value=0)
    m.add("wraps", name="medial_plateau", body="bodies/tibia", shape="ellipsoid", location=[MM * x for x in (1, -34.6, -18.7)],
          size=[0.030, 0.018, 0.012], render={"visible": False})
    for name, (on_femur, on_tibia, stiffness, strain, color) in LIGAMENTS.items():
        ends = []
        for body, point in (("femur", on_femur), ("tibia", on_tibia)):
            m.add("markers", name=f"{name}_{body}", frame=f"bodies/{body}", location=[MM * x for x in point])
            ends.append(f"markers/{name}_{body}")
        over = {"wraps": ["wraps/medial_plateau"]} if name in ("mcl_anterior", "mcl_middle", "mcl_posterior") else {}
        m.add("ligaments", name=name, points=ends, **over,
              law={"type": "blankevoort", "stiffness": stiffness, "transition_strain": 0.06, "reference_strain": strain},
              render={"color": color, "line_style": "cylinder", "line_radius": 0.0016})
    m.add("collisions", name="cartilage", bodies_a=["bodies/femur"], bodies_b=["bodies/tibia"], joined=True,
          method="elastic_foundation", layer="b", modulus=5e6, poisson=0.45, thickness=0.0045, offset=0.0045, friction=0.01, dissipation=1)
    m.add("markers", name="tibia_origin", frame="bodies/tibia", location=[0, 0, 0])
    m.add("markers", name="grip", frame="bodies/tibia", location=[0, -0.035, 0])
    m.add("loads", **{"class": "point_load"}, name="squeeze", point="markers/tibia_origin", force=[0, 0, 10])
    m.add("loads", **{"class": "point_load"}, name="drawer", point="markers/grip")
    m.drive("bend", "joints/flexion:value", [(0, 0), (0.2, 0), (0.8, -math.radians(30)), (3, -math.radians(30))], interpolation="linear")
    m.add("probes", **{"class": "input_probe"}, name="anterior_posterior", targets=["loads/drawer:force"], interpolation="linear",
          knots=[{"time": t, "values": [f, 0, 0]} for t, f in ((0, 0), (1, 0), (1.5, PULL), (1.8, PULL), (2.5, -PULL), (2.8, -PULL), (3, 0))])
    m.output("laxity", "loads/drawer:force", "markers/tibia_origin:position", "joints/knee:angle_1.angle", "joints/knee:angle_2.angle",
             "joints/knee:angle_3.angle", interval=0.01)
    m.output("ligaments", *[f"ligaments/{name}:force" for name in LIGAMENTS], interval=0.01)
    m.output("contact", "collisions/cartilage:normal_force", "collisions/cartilage:max_pressure", "collisions/cartilage:area", interval=0.01)
    m.add("plots", name="Drawer test", x=["loads/drawer:force"], curves=[{"property": ["markers/tibia_origin:position"]}])
    m.plot("Ligaments", *[f"ligaments/{name}:force" for name in ("acl_anterior", "acl_posterior", "pcl_anterior", "pcl_posterior",
                                                               "mcl_anterior", "lcl_posterior")])
    m.panel("Ligaments", *[(f"ligaments/{name}:enabled", {}) for name in LIGAMENTS])


# band: on the humerus, on the forearm, both from the middle of the elbow at 0 degrees [mm], stiffness [N/mm] (Regan 1991 as used by
# Fisk and Wayne 2009), strain at the start, what it lies on. The strains leave each band 10 to 40 N at 30 degrees with nothing but the
# muscles' pull, and most of them slack in extension
BANDS = {
    "amcl_anterior": ((-2, 4, -28.5), (0.5, -19, -15.5), 36.2, 0.006, ("rim",)),
    "amcl_posterior": ((-4, 6, -29.5), (-2.5, -21, -15.5), 36.1, -0.018, ("rim",)),
    "pmcl": ((-4.5, 3, -27), (-16, -5, -15), 52.2, -0.10, ("rim",)),
    "rcl": ((-1, 3, 26.5), (2, -15.5, 28.4), 15.5, 0.0, ("capitulum",)),
    "lucl": ((-3.5, 2, 26), (-9.5, -30, 8.5), 57.0, -0.036, ("capitulum", "head")),
}
# what bands and muscles lie on: shape, body, middle [mm], radii or radius and length [mm]
LAIN_ON = {
    "rim": ("ellipsoid", "humerus", (0, 0, -14), (13.2, 13.2, 12)),
    "capitulum": ("ellipsoid", "humerus", (0, 0, 15), (11.8, 11.8, 10.5)),
    "head": ("ellipsoid", "radius", (0.8, -16, 16), (10.8, 7, 10.8)),
    "before_trochlea": ("cylinder", "humerus", (0, 0, 0), (16, 60, 60)),
    "before_brachialis": ("cylinder", "humerus", (0, 0, 0), (24, 60, 60)),
}
# pulls that press the joint together: on the humerus from its shoulder, on the forearm from the elbow [mm], force [N]; how thick
# they are drawn [mm], as the force is a part of what they could; what they pass in front of
TONE = 0.1  # part of what they could pull
MUSCLES = {
    "brachialis": ((6.8, -173.9, -3.6), (-3.2, -23.9, 0.9), 60, 9.5, "before_trochlea"),
    "biceps": ((9, -120, 2), (7.5, -48.4, 18.2), 40, 11, "before_brachialis"),
    "triceps": ((-12.3, -180, -7), (-21.9, 10.5, -0.8), 100, 11.5, None),
}
CENTRE = (6.1, -290.4, -12.3)  # of the elbow in the frame of the humerus [mm]
ELBOW_AXES = (0.5, -0.5, -0.5, -0.5)
STIFFENED = 8  # the published stiffness of the bands gives 16 degrees: as joint-modeller did, they are stiffened
PUSH, LEVER = 100.0, 0.3  # [N], [m]: joint-modeller, section 6


def elbow(m):
    m.LISTS = ("bodies", "markers", "visuals", "joints", "loads", "wraps", "ligaments", "muscles", "collisions", "probes", "panels", "plots")
    m.lists = {name: [] for name in m.LISTS}
    centre = (0, 0, 0)
    m.body("humerus", {"shape": "mesh", "mesh": "meshes/elbow_spool.obj"}, centre, UP, dynamic=False, color=CARTILAGE, render=UNSEEN)
    inertia = {"method": "explicit", "mass": 1.534315, "center": [0, -0.181479, 0], "tensor": [0.019281, 0.001571, 0.020062, 0, 0, 0]}
    m.body("ulna", {"shape": "mesh", "mesh": "meshes/elbow_notch.obj"}, centre, UP, inertia, CARTILAGE, damping=15, rotary_damping=0.3, render=UNSEEN)
    m.body("radius", {"shape": "mesh", "mesh": "meshes/radial_head.obj"}, centre, UP, {"method": "mass", "mass": 0.05}, CARTILAGE, render=UNSEEN)
    m.add("visuals", name="humerus_shaft", frame="bodies/humerus", mesh="meshes/humerus.obj", location=[-MM * x for x in CENTRE],
          render={"color": BONE, "specular": 0.2})
    for name, body in (("ulna", "ulna"), ("radius", "radius"), ("hand", "ulna")):
        m.add("visuals", name=f"{name}_shaft", frame=f"bodies/{body}", mesh=f"meshes/{name}.obj", render={"color": BONE, "specular": 0.2})
    m.add("joints", **{"class": "fixed"}, name="membrane", frame_a="bodies/ulna", frame_b="bodies/radius")
    m.add("joints", **{"class": "free"}, name="elbow", frame_a="bodies/humerus", frame_b="bodies/ulna", rotation_a=ELBOW_AXES,
          rotation_b=ELBOW_AXES)
    m.add("joints", **{"class": "drive"}, name="flexion", joint="joints/elbow", coordinate="angle_1", value=0)
    for name, (shape, body, middle, size) in LAIN_ON.items():
        extent = {"size": [MM * x for x in size], **({"side": "+x"} if shape == "cylinder" else {})}
        m.add("wraps", name=name, body=f"bodies/{body}", shape=shape, location=[MM * x for x in middle], **extent, render={"visible": False})
    for name, (on_humerus, on_forearm, stiffness, strain, beneath) in BANDS.items():
        length = math.dist(on_humerus, on_forearm)
        m.add("markers", name=f"{name}_humerus", frame="bodies/humerus", location=[MM * x for x in on_humerus])
        m.add("markers", name=f"{name}_ulna", frame="bodies/radius" if name == "rcl" else "bodies/ulna", location=[MM * x for x in on_forearm])
        m.add("ligaments", name=name, points=[f"markers/{name}_humerus", f"markers/{name}_ulna"],
              wraps=[f"wraps/{surface}" for surface in beneath],
              law={"type": "blankevoort", "stiffness": STIFFENED * stiffness * length, "transition_strain": 0.06, "reference_strain": strain},
              render={"color": "#efe6cf", "line_style": "band", "line_radius": 0.0026})
    for name, (on_humerus, on_forearm, force, thick, beneath) in MUSCLES.items():
        body = "radius" if name == "biceps" else "ulna"
        m.add("markers", name=f"{name}_humerus", frame="bodies/humerus", location=[MM * (x - c) for x, c in zip(on_humerus, CENTRE)])
        m.add("markers", name=f"{name}_{body}", frame=f"bodies/{body}", location=[MM * x for x in on_forearm])
        m.add("muscles", name=name, points=[f"markers/{name}_humerus", f"markers/{name}_{body}"],
              **({"wraps": [f"wraps/{beneath}"]} if beneath else {}), excitation=TONE, law={"type": "peck", "max_force": round(force / TONE), "passive_fraction": 0.0015}, render={"color": "#a8554b", "line_style": "spindle", "line_radius": MM * thick})
    m.add("collisions", name="cartilage", bodies_a=["bodies/humerus"], bodies_b=["bodies/ulna", "bodies/radius"], joined=True,
          method="elastic_foundation", layer="b", modulus=5e6, poisson=0.45, thickness=0.002, offset=0.0018, friction=0.01, dissipation=1)
    m.add("markers", name="grip", frame="bodies/ulna", location=[0, -LEVER, 0], render={"visible": True, "color": "#f08c00", "point_radius": 0.006})
    m.add("loads", **{"class": "point_load"}, name="push", point="markers/grip", render={"visible": True})
    m.drive("bend", "joints/flexion:value", [(0, 0), (0.2, 0), (0.8, math.radians(30)), (3, math.radians(30))], interpolation="linear")
    m.add("probes", **{"class": "input_probe"}, name="varus_valgus", targets=["loads/push:force"], interpolation="linear",
          knots=[{"time": t, "values": [0, f, 0]} for t, f in ((0, 0), (1, 0), (1.5, PUSH), (1.8, PUSH), (2.5, -PUSH), (2.8, -PUSH), (3, 0))])
    m.output("laxity", "loads/push:force", "joints/elbow:angle_1.angle", "joints/elbow:angle_2.angle", "joints/elbow:angle_3.angle",
             interval=0.01)
    m.output("ligaments", *[f"ligaments/{name}:force" for name in BANDS], interval=0.01)
    m.output("contact", "collisions/cartilage:normal_force", "collisions/cartilage:max_pressure", interval=0.01)
    m.add("plots", name="Varus and valgus", x=["loads/push:force"], curves=[{"property": ["joints/elbow:angle_2.angle"]}])
    m.plot("Ligaments", *[f"ligaments/{name}:force" for name in BANDS])
    m.panel("Ligaments", *[(f"ligaments/{name}:enabled", {}) for name in BANDS])


def main():
    folder = sys.argv[1]
    os.makedirs(os.path.join(folder, "meshes"), exist_ok=True)
    for name, make in {**MESHES, **soft_meshes()}.items():
        make().write(os.path.join(folder, "meshes", name + ".obj"), "make_laxity.py")
    for make, name, title, notes, view in (
            (knee, "knee", "Knee: drawer test", NOTES, dict(center=[0.012, 0, -0.012], direction=[-0.6, 0.8, -0.14], size=0.19, angle=0.3491, ground=-0.25)),
            (elbow, "elbow", "Elbow: varus and valgus", ELBOW_NOTES, dict(center=[0.008, 0, 0.012], direction=[-0.75, -0.66, -0.1], size=0.2, angle=0.3491, ground=-0.3))):
        m = Machine()
        make(m)
        m.write(folder, name, title, notes, view, step=0.005, duration=3, gravity=(0, 0, 0))


ELBOW_NOTES = """The forearm on the humerus with six degrees of freedom, held by the shapes of its bones (trochlea and capitulum in
their cartilage, an elastic foundation of 2 mm), five ligament bands and three muscles that press it together. As in joint-modeller,
section 6: bent to 30 degrees, 100 N push 30 cm from the joint to one side and to the other. Measured there on a cadaver: 1.3 to 5
degrees; its model with published constants gave up to 15, and 5 with stiffened ones. So here: the bands are 8 times as stiff as
published. The surfaces that press on each other (trochlea, notch, head of the radius) are the bodies' own and hidden under the bones:
make them visible in the panel. Bones by Sinew's generator in the frames of arm26; bands after Regan 1991 as
used by Fisk and Wayne 2009. Try: disable the anterior band of the medial ligament (AMCL) in the panel and play again."""

NOTES = """The tibia on the femur with six degrees of freedom, held by 14 ligament bundles and the cartilage alone, as Blankevoort
and Huiskes 1991 and joint-modeller do it: the knee bends to 30 degrees, then the tibia is drawn forwards and backwards with 100 N
while all but the flexion is free. Bones from tables measured on the knee of Lenhart et al. 2015, stiffness and reference strains of
the bundles after Blankevoort, cartilage an elastic foundation of 4.5 mm; menisci, patella and its tendon are drawn and carry nothing.
Measured on cadavers: 5.8 mm in all at 30 degrees (Komzak
2013), in vivo 5.5 mm at 20 (Markolf 1978). Where the reference strains
hold was chosen so that it is that lax. Try: disable the ACL in the panel and play
again: as neither menisci nor muscles carry, nothing else stops the tibia."""

if __name__ == "__main__":
    main()
