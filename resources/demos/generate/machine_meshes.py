# SPDX-License-Identifier: GPL-3.0-or-later
"""Closed meshes of machine parts, unit radius and unit width about z: scaled by the models that use them."""
import math


class Mesh:
    def __init__(self):
        self.points, self.faces = [], []

    def add(self, points, faces):
        first = len(self.points)
        self.points += points
        self.faces += [[first + i for i in face] for face in faces]

    def write(self, path, by="make_machines.py"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"# SPDX-License-Identifier: GPL-3.0-or-later\n# made by {by}\n")
            for p in self.points:
                file.write("v " + " ".join(f"{x:.5g}" for x in p) + "\n")
            for face in self.faces:
                file.write("f " + " ".join(str(i + 1) for i in face) + "\n")


def revolve(mesh, profile, n=48):
    """A ring: closed profile of (radius, z), counter-clockwise where radius goes right and z up, about z."""
    m = len(profile)
    points = [(r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n), z)
              for k in range(n) for r, z in profile]
    faces = []
    for k in range(n):
        for i in range(m):
            a, b = k * m + i, k * m + (i + 1) % m
            c, d = (k + 1) % n * m + (i + 1) % m, (k + 1) % n * m + i
            faces += [[a, b, c], [a, c, d]]
    mesh.add(points, [face[::-1] for face in faces])


def prism(mesh, outline, low, high):
    """Between two heights over a star-shaped outline, counter-clockwise about the origin's side of z."""
    n = len(outline)
    cx, cy = sum(p[0] for p in outline) / n, sum(p[1] for p in outline) / n
    points = [(x, y, low) for x, y in outline] + [(x, y, high) for x, y in outline] + [(cx, cy, low), (cx, cy, high)]
    faces = []
    for i in range(n):
        j = (i + 1) % n
        faces += [[i, j, n + j], [i, n + j, n + i], [j, i, 2 * n], [n + i, n + j, 2 * n + 1]]
    mesh.add(points, faces)


def ring_prism(mesh, outer, inner, low, high):
    """Between two outlines of as many points."""
    n = len(outer)
    points = [(x, y, z) for outline, z in ((outer, low), (outer, high), (inner, low), (inner, high)) for x, y in outline]
    faces = []
    for i in range(n):
        j = (i + 1) % n
        a, b, c, d = i, n + i, 2 * n + i, 3 * n + i
        e, f, g, h = j, n + j, 2 * n + j, 3 * n + j
        for quad in ([a, e, f, b], [g, c, d, h], [b, f, h, d], [e, a, c, g]):
            faces += [[quad[0], quad[1], quad[2]], [quad[0], quad[2], quad[3]]]
    mesh.add(points, faces)


def circle(radius, n, phase=0.0):
    return [(radius * math.cos(phase + 2 * math.pi * k / n), radius * math.sin(phase + 2 * math.pi * k / n))
            for k in range(n)]


def spokes(mesh, n, inner, outer, half_width, half_depth):
    for k in range(n):
        angle = 2 * math.pi * k / n
        c, s = math.cos(angle), math.sin(angle)
        taper = 0.7
        flat = [(inner, -half_width), (outer, -half_width * taper), (outer, half_width * taper), (inner, half_width)]
        prism(mesh, [(x * c - y * s, x * s + y * c) for x, y in flat], -half_depth, half_depth)


def grooved_wheel():
    """The strand lies at radius 1."""
    mesh = Mesh()
    revolve(mesh, [(0.84, -0.5), (1.1, -0.5), (1.1, -0.38), (0.97, -0.14), (0.97, 0.14), (1.1, 0.38), (1.1, 0.5),
                   (0.84, 0.5)])
    revolve(mesh, [(0.06, -0.62), (0.24, -0.62), (0.24, 0.62), (0.06, 0.62)], 32)
    spokes(mesh, 5, 0.22, 0.87, 0.075, 0.22)
    return mesh


def oval_wheel(ratio):
    """Grooved, its radii 1 and `ratio`; three spokes to a hub beside the middle."""
    mesh = Mesh()
    revolve(mesh, [(0.80, -0.5), (1.1, -0.5), (1.1, -0.38), (0.97, -0.14), (0.97, 0.14), (1.1, 0.38), (1.1, 0.5),
                   (0.80, 0.5)], 72)
    mesh.points = [(x, y * ratio, z) for x, y, z in mesh.points]
    hub = -0.35
    first = len(mesh.points)
    revolve(mesh, [(0.07, -0.62), (0.2, -0.62), (0.2, 0.62), (0.07, 0.62)], 32)
    for angle in (0.0, 0.42, -0.42, 2.2, -2.2):
        c, s = math.cos(angle), math.sin(angle)
        reach = next(t / 200 for t in range(1, 400)
                     if math.hypot(hub + c * t / 200, s * t / 200 / ratio) > 0.85)
        flat = [(0.16, -0.05), (reach, -0.05), (reach, 0.05), (0.16, 0.05)]
        prism(mesh, [(x * c - y * s, x * s + y * c) for x, y in flat], -0.2, 0.2)
    mesh.points[first:] = [(x + hub, y, z) for x, y, z in mesh.points[first:]]
    return mesh


def toothed_wheel(teeth):
    """Pitch radius 1."""
    mesh = Mesh()
    pitch = math.pi / teeth
    outer = []
    for k in range(teeth):
        at = 2 * math.pi * k / teeth
        for part, radius in ((-0.62, 1 - 2.3 / teeth), (-0.3, 1 + 1.9 / teeth), (0.3, 1 + 1.9 / teeth), (0.62, 1 - 2.3 / teeth)):
            angle = at + part * pitch
            outer.append((radius * math.cos(angle), radius * math.sin(angle)))
    inner = [(0.72 * x / math.hypot(x, y), 0.72 * y / math.hypot(x, y)) for x, y in outer]
    ring_prism(mesh, outer, inner, -0.5, 0.5)
    revolve(mesh, [(0.06, -0.6), (0.26, -0.6), (0.26, 0.6), (0.06, 0.6)], 32)
    spokes(mesh, 4 if teeth < 20 else 6, 0.24, 0.76, 0.09, 0.3)
    return mesh


def block():
    mesh = Mesh()
    prism(mesh, [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)], -0.5, 0.5)
    return mesh


def axle():
    mesh = Mesh()
    prism(mesh, circle(1, 24), -0.5, 0.5)
    return mesh


def link(length, radius, thick, chamfer):
    """A flat bar with round ends about z through its two eyes, which are at 0 and `length` on x, its edges broken."""
    def outline(r):
        half = [math.pi / 2 + math.pi * k / 20 for k in range(21)]
        return [(r * math.cos(a), r * math.sin(a)) for a in half] + \
            [(length + r * math.cos(a + math.pi), r * math.sin(a + math.pi)) for a in half]
    mesh = Mesh()
    rings = [(radius - chamfer, -thick / 2), (radius, chamfer - thick / 2), (radius, thick / 2 - chamfer),
             (radius - chamfer, thick / 2)]
    n = 42
    points = [(x, y, z) for r, z in rings for x, y in outline(r)] + [(length / 2, 0, -thick / 2), (length / 2, 0, thick / 2)]
    faces = []
    for i in range(n):
        j = (i + 1) % n
        for k in range(3):
            a, b = k * n, (k + 1) * n
            faces += [[a + i, a + j, b + j], [a + i, b + j, b + i]]
        faces += [[j, i, 4 * n], [3 * n + i, 3 * n + j, 4 * n + 1]]
    mesh.add(points, faces)
    return mesh


def pedestal(height, radius, thick):
    """Holds an eye at the origin, about z, above a foot at y = -height."""
    mesh = Mesh()
    arc = [math.pi * k / 20 for k in range(21)]
    foot = 2.1 * radius
    outline = [(radius * math.cos(a), radius * math.sin(a)) for a in arc] + [(-foot, -height), (foot, -height)]
    prism(mesh, outline, -thick / 2, thick / 2)
    return mesh


MESHES = {"block": block(), "axle": axle(), "wheel": grooved_wheel(), "oval": oval_wheel(0.6), "gear_12": toothed_wheel(12), "gear_24": toothed_wheel(24)}
