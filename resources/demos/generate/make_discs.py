#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the jaw on its articular discs: jaw-discs.sinew, jaw-tongue-hyoid-discs.sinew, meshes of a fossa and a disc.  make_discs.py DEMOS

Lengths in mm, left side, jaw closed; x forward, y left, z up, as the bones were measured.
"""
import json
import math
import os
import sys

from machine_meshes import Mesh

# the roof of the fossa, the slope and the crest of the eminence, the postglenoid wall: x, z
FOSSA = [(-15, -7), (-12, -3), (-10, 0.4), (-8.5, 2.4), (-6.5, 4.1), (-3, 5.1), (0, 4.2), (2.5, 2.9), (5, 1.6), (7.5, 0.7), (10, 0.3),
         (13, 0.7), (17, 2.2)]
# thickness of the disc over x: posterior band, intermediate zone, anterior band
THICK = [(-12, 0.6), (-11, 0.6), (-8, 1.8), (-5, 2.9), (-2, 2.8), (1, 1.6), (3, 1.2), (6, 2.0), (8, 2.0), (10, 1.2), (13, 0.4)]
CLEAR = 0.15  # to the fossa and to the condyle, at least
CONDYLE, SEMI, CROSS = (-1.85, 48.6, -1.1), (10.7, 4.3, 3.6), (0.41, 0.91)
PLAN, PLAN_SEMI = (0.2, 48.8), (9.6, 11.6)
AROUND, RINGS = 32, 8
MIDDLE = (0.2, 48.8, 2.6)  # of the disc, its frame


def along(table, x):
    """Monotone cubic through a table (Fritsch and Carlson 1980)."""
    n = len(table)
    slope = [(table[i + 1][1] - table[i][1]) / (table[i + 1][0] - table[i][0]) for i in range(n - 1)]
    end = [slope[0]] + [0 if a * b <= 0 else 2 * a * b / (a + b) for a, b in zip(slope, slope[1:])] + [slope[-1]]
    i = max(0, min(n - 2, sum(x > p[0] for p in table) - 1))
    h = table[i + 1][0] - table[i][0]
    t = min(max((x - table[i][0]) / h, 0), 1)
    return ((1 + 2 * t) * (1 - t) ** 2 * table[i][1] + t * (1 - t) ** 2 * h * end[i] + t * t * (3 - 2 * t) * table[i + 1][1] +
            t * t * (t - 1) * h * end[i + 1])


def condyle_top(x, y, more=0.2):
    """Height of the condyle's ellipsoid, which is that much larger; -inf beside it."""
    dx, dy = x - CONDYLE[0], y - CONDYLE[1]
    u, v = CROSS[0] * dx + CROSS[1] * dy, -CROSS[1] * dx + CROSS[0] * dy
    rest = 1 - (u / (SEMI[0] + more)) ** 2 - (v / (SEMI[1] + more)) ** 2
    return CONDYLE[2] + (SEMI[2] + more) * math.sqrt(rest) if rest > 0 else -math.inf


def roof(x, y):
    """A groove across, a little lower to both sides."""
    return along(FOSSA, x) - 0.012 * (y - CONDYLE[1]) ** 2


def disc():
    mesh, points = Mesh(), []

    def column(x, y):
        top = roof(x, y) - CLEAR
        bottom = max(top - along(THICK, x), condyle_top(x, y))
        return top, min(bottom, top - 0.25)

    top, bottom = column(*PLAN)
    points += [(*PLAN, top), (*PLAN, bottom)]
    ring = {}
    for r in range(1, RINGS + 1):
        for side in range(2):
            for k in range(AROUND):
                a, f = 2 * math.pi * k / AROUND, r / RINGS
                x, y = PLAN[0] + f * PLAN_SEMI[0] * math.cos(a), PLAN[1] + f * PLAN_SEMI[1] * math.sin(a)
                ring[r, side, k] = len(points)
                points.append((x, y, column(x, y)[side]))
    faces = []
    for k in range(AROUND):
        j = (k + 1) % AROUND
        faces += [[0, ring[1, 0, k], ring[1, 0, j]], [1, ring[1, 1, j], ring[1, 1, k]]]
        for r in range(1, RINGS):
            a, b, c, d = ring[r, 0, k], ring[r + 1, 0, k], ring[r + 1, 0, j], ring[r, 0, j]
            faces += [[a, b, c], [a, c, d]]
            a, b, c, d = ring[r, 1, k], ring[r, 1, j], ring[r + 1, 1, j], ring[r + 1, 1, k]
            faces += [[a, b, c], [a, c, d]]
        a, b, c, d = ring[RINGS, 0, k], ring[RINGS, 1, k], ring[RINGS, 1, j], ring[RINGS, 0, j]
        faces += [[a, b, c], [a, c, d]]
    mesh.add(points, faces)
    return mesh


def fossa(nx=32, ny=14, low=34.0, high=62.0, top=9.0):
    mesh = Mesh()
    x0, x1 = FOSSA[0][0], FOSSA[-1][0]
    xs = [x0 + (x1 - x0) * i / nx for i in range(nx + 1)]
    ys = [low + (high - low) * j / ny for j in range(ny + 1)]
    points = [(x, y, roof(x, y)) for x in xs for y in ys] + [(x, y, top) for x in xs for y in ys]
    n = (nx + 1) * (ny + 1)

    def at(i, j, side):
        return side * n + i * (ny + 1) + j

    faces = []
    for i in range(nx):
        for j in range(ny):
            a, b, c, d = at(i, j, 0), at(i + 1, j, 0), at(i + 1, j + 1, 0), at(i, j + 1, 0)
            faces += [[a, c, b], [a, d, c]]
            faces += [[n + a, n + b, n + c], [n + a, n + c, n + d]]
    walls = [[(i, 0) for i in range(nx + 1)], [(nx, j) for j in range(ny + 1)], [(i, ny) for i in range(nx, -1, -1)],
             [(0, j) for j in range(ny, -1, -1)]]
    for wall in walls:
        for p, q in zip(wall, wall[1:]):
            faces += [[at(*p, 0), at(*q, 0), at(*q, 1)], [at(*p, 0), at(*q, 1), at(*p, 1)]]
    mesh.add(points, faces)
    return mesh


def meters(mesh, sign, origin=(0, 0, 0)):
    out = Mesh()
    out.add([(1e-3 * (x - origin[0]), sign * 1e-3 * (y - origin[1]), 1e-3 * (z - origin[2])) for x, y, z in mesh.points],
            [face if sign > 0 else face[::-1] for face in mesh.faces])
    return out


def place(p, sign):
    return [round(1e-3 * p[0], 7), round(sign * 1e-3 * p[1], 7), round(1e-3 * p[2], 7)]


def in_condyle(p, sign):
    """A place in the frame of the condyle's ellipsoid, whose long axis is x."""
    dx, dy, dz = (p[i] - CONDYLE[i] for i in range(3))
    return [round(1e-3 * (CROSS[0] * dx + CROSS[1] * dy), 7), round(sign * 1e-3 * (-CROSS[1] * dx + CROSS[0] * dy), 7), round(1e-3 * dz, 7)]


# on the disc, on the condyle; the disc's poles are bound to the condyle's, each by two strands
POLES = {"medial": ((-4.0, 38.4, -0.6), (-5.4, 39.2, -2.4)), "medial_front": ((0.5, 38.0, -0.6), (-5.0, 39.3, -2.6)),
         "lateral": ((-1.0, 59.6, -0.6), (1.4, 58.0, -2.4)), "lateral_front": ((4.5, 58.8, -0.6), (1.8, 57.8, -2.6))}
BEHIND = ((-8.8, 48.6, 1.2), (-12.5, 48.6, 0.5))  # the upper strand of the pad behind the disc, on disc and skull
LIGAMENTS = {"outer_front": ((11, 61.6, 5), (-2, 54, -15)), "outer": ((7, 61.0, 4), (-3, 54, -15)), "inner": ((9, 59.5, 5), (-2.5, 58, -2.5))}
TIMES = (0, 0.1, 0.2, 0.4, 0.5, 0.7)
OPENERS, CLOSERS = ("dg", "ip", "sp"), ("at", "mt", "pt", "sm", "dm", "mp")


def side_parts(side, sign, parts):
    half = 0.5 * math.atan2(sign * CROSS[1], CROSS[0])
    parts["bodies"] += [
        {"name": f"{side}_fossa", "dynamic": False, "geometry": {"shape": "mesh", "mesh": f"meshes/fossa_{side}.obj"},
         "render": {"visible": False}},
        {"name": f"{side}_condyle", "position": place(CONDYLE, sign),
         "orientation": [round(math.cos(half), 9), 0, 0, round(math.sin(half), 9)],
         "geometry": {"shape": "ellipsoid", "size": [round(1e-3 * s, 5) for s in SEMI]}, "inertia": {"method": "mass", "mass": 1e-6},
         "render": {"color": "#e8ddc4"}},
        {"name": f"{side}_disc", "position": place(MIDDLE, sign), "geometry": {"shape": "mesh", "mesh": f"meshes/disc_{side}.obj"},
         "inertia": {"method": "density", "density": 1100}, "damping": 1, "rotary_damping": 1e-5, "render": {"color": "#9fc3c9"}}]
    parts["attachments"].append({"class": "body_attachment", "name": f"{side}_condyle", "body": f"bodies/{side}_condyle", "to": "bodies/jaw"})
    lines = {name: ("tension_only", 30000, ("disc", on_disc), ("condyle", on_condyle)) for name, (on_disc, on_condyle) in POLES.items()}
    lines["behind"] = ("tension_only", 1500, ("disc", BEHIND[0]), ("skull", BEHIND[1]))
    for name, (law, stiffness, *ends) in lines.items():
        names = []
        for body, p in ends:
            names.append(f"{side}_{name}_{body}")
            parts["markers"].append({"name": names[-1], "frame": "bodies/skull" if body == "skull" else f"bodies/{side}_{body}",
                                     "location": in_condyle(p, sign) if body == "condyle" else place([a - b for a, b in zip(p, MIDDLE)], sign) if body == "disc"
                                     else place(p, sign), "render": {"visible": False}})
        parts["springs"].append({"class": "axial_spring", "name": f"{side}_disc_{name}", "points": [f"markers/{n}" for n in names],
                                 "law": {"type": law, "stiffness": stiffness, "damping": 1},
                                 "render": {"color": "#c98f7a", "line_style": "cylinder", "line_radius": 0.0006}})
    for name, (above, below) in LIGAMENTS.items():
        parts["markers"] += [{"name": f"{side}_tml_{name}_above", "frame": "bodies/skull", "location": place(above, sign), "render": {"visible": False}},
                             {"name": f"{side}_tml_{name}_below", "frame": f"bodies/{side}_condyle", "location": in_condyle(below, sign),
                              "render": {"visible": False}}]
        parts["ligaments"].append({"name": f"{side}_tml_{name}", "points": [f"markers/{side}_tml_{name}_{e}" for e in ("above", "below")],
                                   "law": {"type": "blankevoort", "stiffness": 272.4, "reference_strain": 0.01},
                                   "render": {"color": "#d8c59e", "line_style": "cylinder", "line_radius": 0.0006}})
    for name, other in (("fossa", f"{side}_fossa"), ("condyle", f"{side}_condyle")):
        parts["collisions"].append({
            "name": f"{side}_{name}", "bodies_a": [f"bodies/{side}_disc"], "bodies_b": [f"bodies/{other}"], "method": "elastic_foundation",
            "layer": "a", "pressure_modulus": 1e10, "friction": 0.01, "dissipation": 2,
            "field": {"visible": True, "automatic": False, "maximum": 1000000, "color_map": "heat"}})
    parts["probes"].append({"class": "output_probe", "name": f"{side}_joint", "interval": 0.005, "targets": [
        f"bodies/{side}_condyle:position", f"bodies/{side}_disc:position"] + [
            f"collisions/{side}_{name}:{result}" for name in ("fossa", "condyle")
            for result in ("normal_force", "area", "mean_pressure", "max_pressure")]})


def excite(name, targets, times, values):
    return {"class": "input_probe", "name": name, "targets": [f"{target}:excitation" for target in targets],
            "knots": [{"time": t, "values": [v] * len(targets)} for t, v in zip(times, values)], "before": "incisor"}


def changes(base, drives, properties):
    """A model whose condyles stand on discs and not on the lines that lead them in its base."""
    parts = {name: [] for name in ("bodies", "attachments", "markers", "springs", "ligaments", "collisions", "probes")}
    parts["probes"] += drives
    for side, sign in (("left", 1), ("right", -1)):
        side_parts(side, sign, parts)
    joints = [f"/model/joints/{side}_{name}" for side in ("left", "right") for name in ("tmj", "posterior_wall", "lateral_wall")]
    return {"sinew": 1, "base": base, "remove": ["/model/panels/Excitations"] + joints, "set": properties,
            "add": {f"/model/{name}": part for name, part in parts.items()}}


def jaw():
    drives = [excite(name, [f"muscles/{side}{m}" for m in muscles for side in "lr"], TIMES, (rest, rest, most, most, rest, rest))
              for name, muscles, rest, most in (("openers", OPENERS, 0, 0.12), ("closers", CLOSERS, 0.015, 0))]
    return changes(
        "jaw.sinew", drives, {
            "/model:title": "Jaw on its discs",
            "/model:notes": "Both jaw joints as they are: condyle, articular disc and fossa with its eminence, held by contact, the "
                            "temporomandibular ligament and what binds a disc to the poles of its condyle and to the skull behind it; no joint leads "
                            "the jaw. Digastric and lateral pterygoids at 12 % open it: the condyles turn and slide down the slope and take their "
                            "discs along; then closing muscles at 1.5 % take it back. A disc is a rigid body, biconcave, with springs on its faces "
                            "(elastic foundation, 10 GN/m3: Andersen, de Zee, Damsgaard, Nolte and Rasmussen 2017); colours are the pressure on it. "
                            "Probes left_joint and right_joint: force, area, mean and largest pressure above and below each disc. Bones and "
                            "muscles as in the demo jaw; the fossa is the profile of its skull across the joint.",
            "/model:duration": TIMES[-1], "/model:solver.integrator": "backward_euler", "/model:solver.max_step": 0.002, "/model/muscles:render.visible": False,
            "/model/visuals/cranium:render.alpha": 0.2, "/model/visuals/cranium:mesh": "meshes/skull.obj",
            "/model/bodies/skull:render.visible": False,
            "/model:view.center": [0.008, 0.049, -0.003], "/model:view.direction": [-0.8, -1, -0.15], "/model:view.size": 0.075})


COUPLED_NOTES = """Jaw, tongue and hyoid with every contact: the condyles stand on their articular discs, these in their fossae, the molars
on one-sided planes, the tongue lies on the lower teeth and may touch the upper ones and the palate; no joint leads the jaw. From rest,
digastric and lateral pterygoids at 15 % open the jaw (task "open" of Table I of Stavness, Lloyd, Payan and Fels 2011), closing muscles at 1.5 %
close it and then bite at 10 % (task "clench"). Probes left_joint and right_joint: where condyle and disc are; force, area, mean and largest
pressure below the fossa and above the condyle. Discs, ligaments and what binds them as in the demo jaw-discs, all else as in
jaw-tongue-hyoid-rest. Started at rest, with its discs under load."""
COUPLED_TIMES = (0, 0.05, 0.13, 0.28, 0.36, 0.4, 0.46, 0.55)


def jaw_tongue_hyoid():
    values = {"openers": (OPENERS, (0, 0, 0.15, 0.15, 0, 0, 0, 0)), "closers": (CLOSERS, (0, 0, 0, 0, 0.015, 0.015, 0.1, 0.1))}
    drives = [excite(name, [f"exciters/{m}" for m in muscles], COUPLED_TIMES, course) for name, (muscles, course) in values.items()]
    result = changes(
        "jaw-tongue-hyoid-rest.sinew", drives, {
            "/model:title": "Jaw, tongue and hyoid: discs", "/model:notes": " ".join(COUPLED_NOTES.split()),
            "/model:duration": COUPLED_TIMES[-1], "/model:solver.integrator": "backward_euler", "/model/visuals/cranium:render.visible": False, "/model/visuals/maxilla_left:render.alpha": 0.3,
            "/model/visuals/maxilla_cut:render.visible": False,
            "/model/muscles:render.visible": False, "/model:view.center": [0.02, 0, -0.001], "/model:view.direction": [-0.16, 1, -0.12],
            "/model:view.size": 0.175})
    for name in ("bodies", "springs", "ligaments"):  # the right half of the bones is not drawn either
        for item in result["add"][f"/model/{name}"]:
            if item["name"].startswith("right_"):
                item["render"] = {"visible": False}
    return result


def main():
    folder = sys.argv[1]
    for side, sign in (("left", 1), ("right", -1)):
        meters(disc(), sign, MIDDLE).write(os.path.join(folder, "meshes", f"disc_{side}.obj"), "make_discs.py")
        meters(fossa(), sign).write(os.path.join(folder, "meshes", f"fossa_{side}.obj"), "make_discs.py")
    for name, content in (("jaw-discs", jaw()), ("jaw-tongue-hyoid-discs", jaw_tongue_hyoid())):
        with open(os.path.join(folder, name + ".sinew"), "w", encoding="utf-8") as file:
            json.dump(content, file, indent=1)
            file.write("\n")


if __name__ == "__main__":
    main()
