#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the bones of the demo gait (its model: import_gait.py), smooth unions of cones and ellipsoids between its joints.

    make_gait.py OUT_FOLDER
"""
import math
import os
import sys

# joints of the model gait2392 of subject 01: of the right hip in the pelvis, of the knee in the thigh (height), of the ankle in the
# shank, of the toes and the talus in the heel
HIP, KNEE, ANKLE = (-.0724, -.0677, .0856), -.4535, (0, -.4251, 0)
TOES, TALUS = (.1836, -.0021, .0011), (.0543, .0467, 0)

# --- bones: distance of a point to a part, parts joined smoothly, a mesh of what is inside ---


def cone(a, ra, b, rb):
    """About a line from a to b, its radius from ra to rb, round at both ends."""
    ab = [y - x for x, y in zip(a, b)]
    square = sum(x * x for x in ab)

    def distance(p):
        t = sum((x - y) * z for x, y, z in zip(p, a, ab)) / square
        t = min(1.0, max(0.0, t))
        return math.dist(p, [x + t * y for x, y in zip(a, ab)]) - (ra + t * (rb - ra))
    return distance, [min(x - ra, y - rb) for x, y in zip(a, b)], [max(x + ra, y + rb) for x, y in zip(a, b)]


def oval(center, radii):
    def distance(p):
        q = [(x - y) / r for x, y, r in zip(p, center, radii)]
        length = math.hypot(*q)
        return (length - 1) * min(radii) if length > 1e-9 else -min(radii)
    return distance, [x - r for x, r in zip(center, radii)], [x + r for x, r in zip(center, radii)]


def chain(points, radius):
    return [cone(a, radius, b, radius) for a, b in zip(points, points[1:])]


def inside_both(a, b, blend):
    """The larger distance, with a rounded edge."""
    most = max(a, b)
    return most + blend * math.log(math.exp((a - most) / blend) + math.exp((b - most) / blend))


def surface(parts, cell, blend, hollow=None):
    """Surface nets: a vertex in each cell that the surface crosses, a quadrangle about each edge that it crosses. hollow:
    distance to what is carved out."""
    low = [min(part[1][k] for part in parts) - 2 * cell for k in range(3)]
    n = [int((max(part[2][k] for part in parts) - low[k]) / cell) + 3 for k in range(3)]
    far = 4 * blend + 2 * cell
    value = {}
    for part, start, end in parts:  # only near each part: what is far is outside
        begin = [max(0, int((start[k] - far - low[k]) / cell)) for k in range(3)]
        stop = [min(n[k], int((end[k] + far - low[k]) / cell) + 2) for k in range(3)]
        for i in range(begin[0], stop[0]):
            for j in range(begin[1], stop[1]):
                for k in range(begin[2], stop[2]):
                    d = part((low[0] + i * cell, low[1] + j * cell, low[2] + k * cell))
                    if d < far:
                        value.setdefault((i, j, k), []).append(d)
    field = {}
    for key, all_of in value.items():
        least = min(all_of)
        field[key] = least - blend * math.log(sum(math.exp((least - d) / blend) for d in all_of))
        if hollow:
            field[key] = inside_both(field[key], -hollow([low[k] + cell * key[k] for k in range(3)]), blend)

    def at(key):
        return field.get(key, far)
    corners = [(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)]
    edges = [(a, b) for a in corners for b in corners if sum(abs(x - y) for x, y in zip(a, b)) == 1 and a < b]
    number, points, faces = {}, [], []

    def vertex(key):
        if key not in number:
            cut = []
            for a, b in edges:
                pa, pb = tuple(x + y for x, y in zip(key, a)), tuple(x + y for x, y in zip(key, b))
                va, vb = at(pa), at(pb)
                if (va < 0) != (vb < 0):
                    t = va / (va - vb)
                    cut.append([x + t * (y - x) for x, y in zip(pa, pb)])
            number[key] = len(points)
            points.append([low[k] + cell * sum(c[k] for c in cut) / len(cut) for k in range(3)])
        return number[key]
    for key in sorted(field):
        for axis in range(3):
            other = tuple(x + (k == axis) for k, x in enumerate(key))
            if (at(key) < 0) == (at(other) < 0):
                continue
            u, v = (axis + 1) % 3, (axis + 2) % 3
            ring = []
            for du, dv in ((0, 0), (-1, 0), (-1, -1), (0, -1)):
                place = list(key)
                place[u] += du
                place[v] += dv
                ring.append(vertex(tuple(place)))
            faces.append(ring if at(key) >= 0 else ring[::-1])
    return [settled(parts, point, far, blend, cell, hollow) for point in points], faces


def settled(parts, point, far, blend, cell, hollow):
    """A vertex moved onto the surface, by Newton's steps along the gradient: corners of cells leave no trace."""
    near = [part for part, start, end in parts if all(a - far < x < b + far for x, a, b in zip(point, start, end))]

    def value(p):
        all_of = [part(p) for part in near]
        least = min(all_of)
        joined = least - blend * math.log(sum(math.exp((least - d) / blend) for d in all_of))
        return inside_both(joined, -hollow(p), blend) if hollow else joined
    step = .05 * cell
    place = list(point)
    for _ in range(3):
        here = value(place)
        slope = [(value([x + step * (i == k) for i, x in enumerate(place)]) - here) / step for k in range(3)]
        square = max(sum(x * x for x in slope), .1)
        place = [x - here * g / square for x, g in zip(place, slope)]
    share = min(1, .5 * cell / max(math.dist(place, point), 1e-12))
    return [x + share * (y - x) for x, y in zip(point, place)]


def write(path, points, faces, author="make_gait.py"):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# SPDX-License-Identifier: GPL-3.0-or-later\n# Written by {author}\n")
        file.writelines("v " + " ".join(f"{x:.4f}" for x in p) + "\n" for p in points)
        file.writelines("f " + " ".join(str(i + 1) for i in face) + "\n" for face in faces)


def mirrored(points, faces):
    return [[x, y, -z] for x, y, z in points], [face[::-1] for face in faces]


def femur(knee):
    """Hip in the origin, the knee at height `knee`, lateral is +z."""
    return [oval((0, 0, 0), (.024, .024, .024)), cone((0, -.003, .008), .015, (-.004, -.03, .048), .017),
            oval((-.008, -.012, .06), (.017, .024, .013)), cone((-.004, -.035, .05), .019, (.006, -.16, .038), .0145),
            cone((.006, -.16, .038), .0145, (.008, knee + .09, .016), .0145),
            cone((.008, knee + .1, .016), .015, (.0, knee + .03, .0), .028),
            oval((-.008, knee + .004, -.023), (.03, .026, .014)), oval((-.008, knee + .004, .023), (.03, .026, .014)),
            oval((.016, knee + .014, 0), (.013, .018, .02))]


def shank(ankle):
    return [oval((-.004, -.032, -.021), (.024, .011, .02)), oval((-.004, -.032, .021), (.024, .011, .02)),
            cone((.0, -.045, 0), .027, (.002, -.11, -.002), .0155), oval((.022, -.066, 0), (.014, .018, .011)), cone((.002, -.11, -.002), .0155, (-.006, ankle + .08, -.006), .0115),
            cone((-.006, ankle + .08, -.006), .0115, (-.008, ankle + .018, -.006), .019), oval((-.006, ankle + .002, -.026), (.011, .018, .007)),
            oval((-.016, -.055, .038), (.01, .014, .01)), cone((-.016, -.06, .038), .007, (-.018, ankle + .05, .024), .0065),
            cone((-.018, ankle + .05, .024), .0065, (-.014, ankle - .012, .028), .0095)]


def foot(subtalar, toes):
    """Heel in the origin: calcaneus, midfoot and five metatarsals."""
    x, y, _ = subtalar
    bones = [oval((.012, .014, 0), (.027, .021, .017)), cone((.012, .018, 0), .018, (x + .02, y - .002, 0), .017),
             oval((x + .035, y - .003, -.002), (.022, .017, .022))]
    for k in range(5):
        z = (k - 2) * .013
        end = (toes[0] - .002 * k * k + .012, toes[1] + .006, toes[2] + z)
        bones.append(cone((x + .05, y - .006 - .004 * abs(k), z * .8), .0085, end, .0075 if k else .009))
    return bones


def forefoot():
    return [part for k in range(5) for part in chain([(.012 - .002 * k * k, .004, (k - 2) * .013), (.042 - .003 * k * k, .002, (k - 2) * .0135)],
                                                     .008 if k == 0 else .0062)]


def pelvis(hip):
    x, y, z = hip
    parts = [cone((-.115, .018, 0), .03, (-.135, -.06, 0), .022), cone((-.135, -.06, 0), .02, (-.12, -.115, 0), .01)]
    for s in (-1, 1):
        crest = [(-.13, .025, s * .045), (-.11, .07, s * .085), (-.065, .085, s * .122), (-.02, .05, s * .132), (.0, 0, s * .122)]
        parts += chain(crest, .0105)
        parts += [oval((-.098, .03, s * .068), (.04, .036, .012)), oval((-.072, .042, s * .094), (.046, .04, .011)), oval((-.04, .028, s * .113), (.036, .034, .01)),
                  cone((-.105, .045, s * .075), .012, (x, y + .02, s * z), .016), cone((-.055, .05, s * .118), .009, (x + .005, y + .02, s * z), .016),
                  cone((-.015, .01, s * .122), .009, (x + .012, y + .012, s * (z + .004)), .014),
                  oval((x, y, s * (z - .012)), (.029, .029, .017)), cone((x + .01, y, s * (z - .014)), .012, (-.006, y - .022, s * .014), .0105),
                  cone((x - .012, y - .01, s * (z - .01)), .014, (-.105, -.13, s * .058), .016),
                  cone((-.105, -.13, s * .058), .013, (-.02, -.1, s * .02), .0085)]
    return parts


def trunk():
    """Lumbar joint in the origin: spine, ribs, collar bones, shoulder blades, skull."""
    spine = [(.006, 0, 0), (.012, .06, 0), (.006, .12, 0), (-.008, .18, 0), (-.03, .25, 0), (-.045, .34, 0), (-.035, .42, 0), (-.012, .48, 0), (-.002, .54, 0)]
    parts = [cone(a, .021 - .0013 * i, b, .02 - .0013 * i) for i, (a, b) in enumerate(zip(spine, spine[1:]))]
    for i in range(6):  # spinous processes, and beside them those that the erectors of the spine end on
        x, y = .01 - .0012 * (i - 1) ** 2, .012 + .034 * i
        parts += [cone((x - .015, y, 0), .008, (x - .07, y - .014, 0), .006)]
        for s in (-1, 1):
            parts += [cone((x - .012, y, s * .012), .0075, (x - .058, y + .004, s * .024), .0055), cone((x - .008, y, s * .015), .007, (x - .022, y + .002, s * .044), .005)]
    for i in range(10):
        height, t = .2 + .026 * i, i / 9
        back = -.028 - .016 * math.sin(math.pi * min(1, (height - .16) / .3))
        wide, deep = .055 + .08 * math.sin(math.pi * (.16 + .64 * (1 - t))) ** .8, .05 + .0285 * (1 - t)
        for s in (-1, 1):
            ring = []
            for k in range(11):
                a = math.pi * k / 10
                ring.append((back + deep * (1 - math.cos(a)) - .012, height - .045 * (k / 10) * (1.15 - .5 * t) + .012 * math.sin(a),
                             s * wide * math.sin(a) ** .9 if 0 < k < 10 else s * .012))
            parts += chain(ring, .0062)
    parts += [cone((.108, .19, 0), .013, (.066, .41, 0), .015), cone((.106, .186, 0), .009, (.08, .165, 0), .006)]
    for s in (-1, 1):
        # the lowest rib that goes round, and the arch from its tip to the breastbone
        parts += chain([(-.035, .19, s * .014), (-.05, .175, s * .06), (-.028, .15, s * .11), (.02, .127, s * .127), (.068, .122, s * .117), (.092, .142, s * .082),
                        (.103, .166, s * .04), (.104, .184, s * .012)], .0062)
        parts += chain([(.062, .418, s * .02), (.035, .43, s * .085), (-.03, .437, s * .155)], .0075)
        parts += [cone((-.05, .425, s * .15), .009, (-.085, .39, s * .075), .008), cone((-.085, .395, s * .075), .008, (-.09, .28, s * .09), .009),
                  cone((-.09, .28, s * .09), .009, (-.045, .415, s * .15), .008)]
    parts += [oval((.004, .655, 0), (.086, .07, .066)), oval((.06, .606, 0), (.03, .045, .044)), oval((.066, .57, 0), (.024, .022, .03))]
    for s in (-1, 1):
        parts += [cone((.088, .527, s * .01), .0125, (.03, .535, s * .04), .0095), cone((.03, .535, s * .04), .009, (.014, .6, s * .052), .008),
                  cone((.09, .622, s * .03), .008, (.02, .618, s * .06), .0065)]
    return parts


def main():
    folder = os.path.join(sys.argv[1], "meshes")
    right = {"femur": (femur(KNEE), .0085, .005), "shank": (shank(ANKLE[1]), .008, .004), "foot": (foot(TALUS, TOES), .0066, .0025),
             "toes": (forefoot(), .0055, .002)}
    for name, (parts, cell, blend) in right.items():
        points, faces = surface(parts, cell, blend)
        write(os.path.join(folder, f"gait_{name}_r.obj"), points, faces)
        write(os.path.join(folder, f"gait_{name}_l.obj"), *mirrored(points, faces))
    write(os.path.join(folder, "gait_pelvis.obj"), *surface(pelvis(HIP), .009, .004))
    write(os.path.join(folder, "gait_trunk.obj"), *surface(trunk(), .0084, .0022))


if __name__ == "__main__":
    main()
