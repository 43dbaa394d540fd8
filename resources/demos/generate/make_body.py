#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the body demos of Sueda 2010: limb (9.1.1), eye (7.1), finger and finger-lumbrical (8.5).

    make_body.py OUT_FOLDER
"""
import math
import os
import sys

from machine import IRON, Machine, ROOT, STEEL, about_y, on, q_rotate, through
from machine_meshes import Mesh

BONE, MUSCLE, TENDON = "#e8ddc4", "#a8554b", "#efeae0"
AXLE = (ROOT, -ROOT, 0, 0)  # turns z to y: hinges that bend in the x-z plane
MM, GRAM = 1e-3, 1e-3


# --- meshes of unit size ---


def turned(profile, n=40):
    """A closed surface about x through points (x, radius), both ends on the axis, with outward faces."""
    mesh = Mesh()
    rings = profile[1:-1]
    points = [(profile[0][0], 0.0, 0.0)]
    points += [(x, r * math.cos(2 * math.pi * k / n), r * math.sin(2 * math.pi * k / n)) for x, r in rings for k in range(n)]
    points.append((profile[-1][0], 0.0, 0.0))
    faces = []
    for k in range(n):
        j = (k + 1) % n
        faces.append([0, 1 + j, 1 + k])
        for i in range(len(rings) - 1):
            a, b = 1 + i * n, 1 + (i + 1) * n
            faces += [[a + k, a + j, b + j], [a + k, b + j, b + k]]
        last = 1 + (len(rings) - 1) * n
        faces.append([last + k, last + j, len(points) - 1])
    mesh.add(points, faces)
    return mesh


def long_bone(n=64):
    """From 0 to 1 along x, widest at its ends: base 1, shaft 0.55, head 0.86 of the radius."""
    profile = []
    for i in range(n + 1):
        t = (1 - math.cos(math.pi * i / n)) / 2  # near each other at the ends, where it turns
        radius = 0.55 + 0.45 * math.exp(-(t / 0.17) ** 2) + 0.31 * math.exp(-((1 - t) / 0.15) ** 2)
        profile.append((t, radius * math.sqrt(max(0.0, 1 - abs(2 * t - 1) ** 14))))
    return turned(profile)


def ball(n=32):
    return turned([(-math.cos(math.pi * i / n), math.sin(math.pi * i / n)) for i in range(n + 1)])


def band(n=24, thick=0.09):
    """From the sides of a bone around what lies under it, -z: unit length along x, unit half width and depth."""
    points, faces = [], []
    for i in range(n + 1):
        angle = math.pi * (i / n) * 1.16 - math.pi * 1.08
        for radius in (1 - thick, 1):
            points += [(x, radius * math.cos(angle), radius * math.sin(angle)) for x in (0, 1)]
    for i in range(n):
        inner, outer = 4 * i, 4 * i + 2
        for a, b in ((outer + 1, outer), (inner, inner + 1), (inner + 2, inner), (outer - 1, outer + 1)):
            faces += [[a, b, b + 4], [a, b + 4, a + 4]]
    last = 4 * n
    faces += [[0, 3, 1], [0, 2, 3], [last, last + 1, last + 3], [last, last + 3, last + 2]]
    mesh = Mesh()
    mesh.add(points, faces)
    return mesh


MESHES = {"bone": long_bone(), "ball": ball(), "band": band()}


def bone(m, name, body, start, length, radius, **more):
    m.add("visuals", name=name, **({"frame": f"bodies/{body}"} if body else {}), mesh="meshes/bone.obj", location=start,
          scale=[length, radius, radius], render={"color": BONE, "specular": 0.3}, **more)


# --- limb: two bones, one muscle of 1 kg; once with its mass along it, once lumped to its ends ---

BONE_LENGTH, BONE_MASS, BONE_RADIUS = 0.43, 4.2, 0.02


def limb(m):
    for side, y, lumped in (("spread", -0.15, False), ("lumped", 0.15, True)):
        hip, turn = (0.0, y, 0.0), (-math.pi / 4, 3 * math.pi / 4)
        angles = (turn[0], turn[0] + turn[1])
        joints = [hip]
        for k, name in enumerate(("thigh", "shank")):
            start = joints[-1]
            direction = (math.cos(angles[k]), 0.0, math.sin(angles[k]))
            joints.append(tuple(s + BONE_LENGTH * d for s, d in zip(start, direction)))
            across = BONE_MASS * BONE_LENGTH ** 2 / 12
            inertia = {"method": "explicit", "mass": BONE_MASS, "center": [BONE_LENGTH / 2, 0, 0],
                       "tensor": [0.5 * BONE_MASS * BONE_RADIUS ** 2, across, across, 0, 0, 0]}
            m.body(f"{name}_{side}", {"shape": "none"}, start, about_y(-angles[k]), inertia, BONE)
            bone(m, f"{name}_{side}", f"{name}_{side}", [0, 0, 0], BONE_LENGTH, 1.6 * BONE_RADIUS)
        m.hinge(f"hip_{side}", None, f"thigh_{side}", hip)
        m.axle(f"hip_pin_{side}", None, hip, 0.011, 0.11)
        for end, word in ((-1, "near"), (1, "far")):  # what it hangs in
            m.visual(f"hip_{side}_{word}", None, "axle", [0.011, 0.011, 0.07], (0, y + end * 0.046, 0.035), color=IRON)
        m.hinge(f"knee_{side}", f"thigh_{side}", f"shank_{side}", joints[1])
        ends = []
        for name in ("thigh", "shank"):
            # the process of the bone that it ends on
            m.add("visuals", name=f"{name}_{side}_process", frame=f"bodies/{name}_{side}", mesh="meshes/ball.obj",
                  location=[0.05, 0, 0.02], scale=[0.022, 0.014, 0.022], render={"color": BONE, "specular": 0.3})
            place = m.pose[f"{name}_{side}"]
            at = [a + b for a, b in zip(place[0], q_rotate(place[1], (0.05, 0, 0.04)))]
            ends.append(m.marker(f"{name}_{side}_end", f"{name}_{side}", at))
        m.marker(f"foot_{side}", f"shank_{side}", joints[2], tracked=True,
                 render={"visible": True, "point_radius": 0.008, "color": "#1b8a8f" if side == "spread" else "#c8643c"})
        # no force: what is compared is its inertia; 1 kg along 0.2706 m, drawn slimmer than flesh of 1 kg is
        m.strand(f"muscle_{side}", [on(end) for end in ends], 0.0236, MUSCLE,
                 {"type": "tension_only", "youngs_modulus": 1e-9, "damping": 0}, lumped=lumped)
        m.lists["strands"][-1]["render"]["line_style"] = "spindle"
        m.lists["strands"][-1]["density"] = 1 / (math.pi * 0.0236 ** 2 * math.dist(*[
            [a + b for a, b in zip(m.pose[f"{n}_{side}"][0], q_rotate(m.pose[f"{n}_{side}"][1], (0.05, 0, 0.04)))]
            for n in ("thigh", "shank")]))
        m.output(f"foot_{side}", f"markers/foot_{side}:position", interval=0.005)
        m.output(f"angles_{side}", f"joints/hip_{side}:angle", f"joints/knee_{side}:angle", interval=0.005)
    m.visual("beam", None, "block", [0.05, 0.46, 0.02], (0, 0, 0.08), color=STEEL)
    m.plot("Foot height", "markers/foot_spread:position", "markers/foot_lumped:position")


# --- eye: six muscles over a globe ---

GLOBE = 12.43 * MM
# name: insertion on the globe, origin, pulley in the orbit (of the superior oblique its trochlea is both), left eye looking
# straight ahead, mm from the centre: lateral, anterior, superior; maximal force N.
# Insertions and origins: Volkmann 1869 as in Robinson 1975 and Miller & Robinson 1984. Compared with the table of an OpenSim
# model (Filip, Stanev, Moustakas 2018, arXiv:1807.07332, after Iskander et al. 2018, J. Biomech.; its files put the insertion
# of the superior oblique behind the centre, its printed table before it): all agree to 0.1 mm, but that the inferior
# oblique inserts at (9.0, -8.0, 0) there, on its globe of 12 mm; ours moves to (9.59, -7.91, 0) on 12.43 mm.
# Pulleys and forces are those of that model. Without pulleys the recti draw an eye that has turned away from their planes
# further away (the horizontal ones turn it up or down), against nothing but the tissue behind it.
EYE_MUSCLES = {
    "lateral_rectus": ((10.08, 6.50, 0.0), (-13.0, -34.0, 0.6), (12.0, -10.2, 0.3), 1.471),
    "medial_rectus": ((-9.65, 8.84, 0.0), (-17.0, -30.0, 0.6), (-14.6, -5.3, 0.14), 1.574),
    "superior_rectus": ((0.0, 7.63, 10.48), (-16.0, -31.76, 3.6), (-2.0, -9.2, 12.0), 1.1768),
    "inferior_rectus": ((0.0, 8.02, -10.24), (-16.0, -31.76, -2.4), (-4.2, -4.2, -12.8), 1.4269),
    "superior_oblique": ((2.90, -4.41, 11.05), (-15.27, 8.24, 12.25), None, 0.6031),
    "inferior_oblique": ((8.70, -7.18, 0.0), (-11.10, 11.34, -15.46), (0.0, -7.18, -13.5), 0.5590),
}
TONE = 0.055


def on_sphere(a, b, share):
    """Part of the way from a to b along the sphere, both taken to its surface."""
    a, b = ([x / math.hypot(*v) for x in v] for v in (a, b))
    angle = math.acos(max(-1, min(1, sum(x * y for x, y in zip(a, b)))))
    left, right = math.sin((1 - share) * angle) / math.sin(angle), math.sin(share * angle) / math.sin(angle)
    return [GLOBE * (left * x + right * y) for x, y in zip(a, b)]


def tangent_point(insertion, origin):
    """Where the straight line from the origin meets the great circle through insertion and origin."""
    distance = math.hypot(*origin)
    unit = [x / distance for x in origin]
    along = sum(x * y for x, y in zip(insertion, unit))
    side = [x - along * y for x, y in zip(insertion, unit)]
    size = math.hypot(*side)
    side = [x / size for x in side]
    cosine = GLOBE / distance
    sine = math.sqrt(1 - cosine ** 2)
    return [GLOBE * (cosine * x + sine * y) for x, y in zip(unit, side)]


def solve3(a, b):
    """Cramer's rule."""
    def det(c):
        return (c[0][0] * (c[1][1] * c[2][2] - c[1][2] * c[2][1]) - c[0][1] * (c[1][0] * c[2][2] - c[1][2] * c[2][0])
                + c[0][2] * (c[1][0] * c[2][1] - c[1][1] * c[2][0]))
    return [det([[b[r] if c == k else a[r][c] for c in range(3)] for r in range(3)]) / det(a) for k in range(3)]


def balanced_tone(moments):
    """Activations nearest to TONE whose moments sum to nothing: TONE - B' (B B')^-1 (B TONE), B's columns the moments."""
    total = [TONE * sum(moment[r] for moment in moments) for r in range(3)]
    square = [[sum(moment[r] * moment[c] for moment in moments) for c in range(3)] for r in range(3)]
    weight = solve3(square, total)
    return [TONE - sum(w * x for w, x in zip(weight, moment)) for moment in moments]


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


# the ring at the apex from which the muscles spring, the trochlea and the superior oblique before it (what pulls is its
# part behind): place and size in mm, turn
AROUND_EYE = [
    ("common_ring", "ring", (-15.6, -32.2, 0.6), (0.724440876, -0.616561703, 0.308280851, 0), (68, 68, 150), "#e3d3c2"),
    ("trochlea", "ring", (-15.27, 8.24, 12.25), (0.7603463, -0.649455526, 0.009001345, 0), (36, 36, 110), "#bcd2de"),
    ("superior_oblique_flesh", "ball", (-15.6, -14.2, 8.55), (0.71192987, 0, -0.109739033, 0.693623245), (13, 1.9, 1.9),
     MUSCLE),
    ("superior_oblique_tendon", "ball", (-15.53, -10.9, 9.2), (0.71192987, 0, -0.109739033, 0.693623245), (20, 0.7, 0.7),
     TENDON),
]


def eye(m):
    mass = 7.5 * GRAM
    m.body("globe", {"shape": "ellipsoid", "size": [GLOBE] * 3}, (0, 0, 0), mass=mass, color="#f4f2ec",
           render={"specular": 0.8})
    m.add("visuals", name="iris", frame="bodies/globe", mesh="meshes/ball.obj", location=[0, 9.2 * MM, 0],
          scale=[5.6 * MM, 4.2 * MM, 5.6 * MM], render={"color": "#4f7a94", "specular": 0.9})
    m.add("visuals", name="pupil", frame="bodies/globe", mesh="meshes/ball.obj", location=[0, 12.1 * MM, 0],
          scale=[2.2 * MM, 1.45 * MM, 2.2 * MM], render={"color": "#16181a", "specular": 1.0})
    for name, mesh, place, turn, scale, color in AROUND_EYE:  # only to be seen
        m.add("visuals", name=name, mesh=f"meshes/{mesh}.obj", location=[round(x * MM, 9) for x in place],
              rotation=turn, scale=[round(x * MM, 9) for x in scale], render={"color": color})
    # the tissue behind the eye: between 2.2 mN m/rad at rest (that model) and what its cubic term adds at 20 degrees
    m.joint("spherical", "orbit", None, "globe", (0, 0, 0), stiffness=3e-3, damping=6e-5)
    m.add("wraps", name="sclera", body="bodies/globe", shape="ellipsoid", size=[GLOBE] * 3, render={"visible": False})
    m.marker("gaze", "globe", (0, 13.5 * MM, 0))
    m.marker("top", "globe", (0, 0, GLOBE))
    moments = []
    for insertion, origin, pulley, force in EYE_MUSCLES.values():
        insertion, start = [x * MM for x in insertion], [x * MM for x in pulley or origin]
        touch = tangent_point(insertion, start)
        away = math.dist(start, touch)
        moments.append(cross(touch, [force * (o - t) / away for o, t in zip(start, touch)]))
    tones = dict(zip(EYE_MUSCLES, balanced_tone(moments)))
    for name, (insertion, origin, pulley, force) in EYE_MUSCLES.items():
        tone = tones[name]
        insertion = [x * MM for x in insertion]
        scale = GLOBE / math.hypot(*insertion)
        insertion = [x * scale for x in insertion]
        origin = [x * MM for x in origin]
        m.marker(f"{name}_insertion", "globe", insertion)
        m.marker(f"{name}_origin", None, origin)
        nodes, points = [on(f"markers/{name}_origin")], [origin]
        if pulley:
            points.append([x * MM for x in pulley])
            nodes.append(through(m.marker(f"{name}_pulley", None, points[-1])))
        touch = tangent_point(insertion, points[-1])
        lying = [on_sphere(touch, insertion, share) for share in (0.0, 0.33, 0.67)]
        nodes += [{"kind": "surface", "surface": "wraps/sclera", "position": place} for place in lying]
        nodes.append(on(f"markers/{name}_insertion"))
        points += lying + [insertion]
        length = sum(math.dist(a, b) for a, b in zip(points, points[1:]))
        m.strand(name, nodes, 1.5 * MM, MUSCLE,
                 {"type": "peck", "max_force": force, "optimal_length": length, "max_ratio": 1.5,
                  "passive_fraction": 0.3, "damping": 0.01}, excitation=tone)
        entry = m.lists["strands"][-1]
        entry["dynamics"] = {"enabled": True, "rise_time": 0.008, "fall_time": 0.012}
        entry["activation"] = tone
        if name == "superior_oblique":  # past the trochlea it is tendon
            entry["render"] = {"color": TENDON, "line_style": "band", "line_radius": 0.7 * MM}
    rest = [round(tones[name], 6) for name in ("lateral_rectus", "medial_rectus")]
    # pulse and step of a saccade (7.9): the agonist's pulse overcomes viscosity, its step holds; the antagonist pauses;
    # heights so that the eye comes to rest at 20 degrees and hardly goes beyond
    m.drive("lateral_rectus", "strands/lateral_rectus:excitation",
            [(0, rest[0]), (0.2, rest[0]), (0.2, 0.163), (0.23, 0.163), (0.26, 0.158), (0.9, 0.158), (0.9, rest[0])],
            group="Saccade")
    m.drive("medial_rectus", "strands/medial_rectus:excitation",
            [(0, rest[1]), (0.2, rest[1]), (0.2, 0.0), (0.25, 0.0), (0.27, 0.01), (0.9, 0.01), (0.9, 0.075), (0.93, 0.075),
             (0.96, rest[1])], group="Saccade")
    m.output("gaze", "markers/gaze:position", interval=0.002)
    m.output("top", "markers/top:position", interval=0.002)
    m.output("tension", "strands/lateral_rectus:tension", "strands/medial_rectus:tension", interval=0.002)
    m.plot("Gaze", "markers/gaze:position")
    m.panel("Eye muscles", *[(f"strands/{name}:excitation", {"widget": "slider", "low": 0, "high": 1})
                             for name in EYE_MUSCLES])


# --- index finger ---

# proximal, middle, distal: length, mass (Table 8.1), radius at the base
PHALANX = {"proximal": (39.8 * MM, 5.0 * GRAM, 6.5 * MM), "middle": (22.4 * MM, 1.7 * GRAM, 5.2 * MM),
           "distal": (17.5 * MM, 0.8 * GRAM, 4.4 * MM)}
# joint stiffness 0.01 N m/rad; damping 0.8, 2.0, 5.0 of Table 8.1 taken as N mm s/rad
DAMPING = {"mcp": 0.8e-3, "pip": 2.0e-3, "dip": 5.0e-3}
STIFFNESS = 0.01
# flexion ends at 90, 100 and 80 degrees, as textbooks have it; in the thesis's simulation of the lumbrical experiment, too,
# the MCP joint came to rest at 90 degrees and the PIP joint was extended to -20
LIMITS = {"mcp": (-0.5, math.pi / 2), "pip": (-0.4, math.radians(100)), "dip": (-0.4, math.radians(80))}


ABDUCT = (0.5, -0.5, -0.5, -0.5)  # universal joint: flexion about y, then abduction about the dorsal axis


def phalanges(m, tag, y, abducts=False, caption=None):
    """Bones along x from the MCP joint at (0, y, 0), palm down; bodies' frames at their proximal joints."""
    x = 0.0
    before = None
    bone(m, f"metacarpal{tag}", None, [-62 * MM, y, 0], 61 * MM, 7.5 * MM, **({"caption": caption} if caption else {}))
    for (name, (length, mass, radius)), joint in zip(PHALANX.items(), ("mcp", "pip", "dip")):
        across = mass * (length ** 2 / 12 + radius ** 2 / 4)
        inertia = {"method": "explicit", "mass": mass, "center": [length / 2, 0, 0],
                   "tensor": [0.5 * mass * radius ** 2, across, across, 0, 0, 0]}
        m.body(f"{name}{tag}", {"shape": "none"}, (x, y, 0), (1, 0, 0, 0), inertia, BONE)
        bone(m, f"{name}{tag}", f"{name}{tag}", [0.5 * MM, 0, 0], length - 1 * MM, radius)
        if abducts and joint == "mcp":
            m.joint("universal", joint + tag, before, f"{name}{tag}", (x, y, 0), ABDUCT, stiffness=STIFFNESS,
                    damping=DAMPING[joint], limited=True, lower=LIMITS[joint][0], upper=LIMITS[joint][1], lower_2=-0.4,
                    upper_2=0.4)
        else:
            m.joint("hinge", f"{joint}{tag}", before, f"{name}{tag}", (x, y, 0), AXLE, stiffness=STIFFNESS,
                    damping=DAMPING[joint], limited=True, lower=LIMITS[joint][0], upper=LIMITS[joint][1])
        before = f"{name}{tag}"
        x += length
    m.marker(f"tip{tag}", f"distal{tag}", (x, y, 0))


BASE = {"metacarpal": 0.0, "proximal": 0.0, "middle": PHALANX["proximal"][0],
        "distal": PHALANX["proximal"][0] + PHALANX["middle"][0]}


class Routes:
    """Points of tendons, in millimetres in the frame of a bone: x distal from its proximal joint (metacarpal: from the
    MCP joint), y radial, z dorsal."""

    def __init__(self, m, tag, y):
        self.m, self.tag, self.y = m, tag, y

    def at(self, name, bone, x, lateral, z):
        body = None if bone == "metacarpal" else f"{bone}{self.tag}"
        place = (BASE[bone] + x * MM, self.y + lateral * MM, z * MM)
        return self.m.marker(f"{name}{self.tag}", body, place)


def pulled(m, name, place, rate):
    """A hand that pulls a tendon along -x; its target is an input."""
    return m.add("particles", name=name, position=place, dynamic=False, target_velocity=[-rate, 0, 0],
                 render={"visible": False})


def loaded(m, name, place):
    """The proximal end of a tendon in a tube along x, to be pulled by a load."""
    a = m.marker(f"{name}_tube_a", None, (place[0] - 30 * MM, place[1], place[2]))
    b = m.marker(f"{name}_tube_b", None, (place[0] + 30 * MM, place[1], place[2]))
    tube = m.add("guides", **{"class": "guide_curve"}, name=f"{name}_tube", shape="polyline", points=[a, b], ends="plain")
    return {"kind": "guide", "guide": tube, "by_position": True, "position": place, "mass": 2 * GRAM}


def between(routes, name, first, second):
    """A node across a joint: halfway between points of its two bones (thesis Fig. 6.9)."""
    return {"kind": "blend", "virtual": True, "blend": [routes.at(f"{name}_a", *first), routes.at(f"{name}_b", *second)]}


# Across a joint a flexor runs straight between the edges of two pulleys, a before and after the joint and h below its axis:
# its lever arm at the angle t is h cos(t/2) + a sin(t/2) (a bowstring, Landsmeer 1961), so long as t < 2 atan(a/h).
# h and a [mm] so that its mean over the joint's range is that of An et al. 1983, who measured excursion over angle:
# 11.9, 8.1, 4.3 mm for their 11.1, 7.9, 4.1; of the lumbrical at the MCP joint 9.3 mm for their 9.3.
RINGS = {"mcp": (9.2, 9.6), "pip": (5.9, 7.2), "dip": (3.5, 3.1), "lumbrical": (7.0, 8.0)}


def rings(routes, names, joint, first, second, lateral=(0, 0)):
    """The two nodes of a flexor at a joint: on the bone before it (its length is x) and on the bone after it."""
    h, a = RINGS[joint]
    (before, length), after = first, second
    return [through(routes.at(names[0], before, length - a, lateral[0], -h)),
            through(routes.at(names[1], after, a, lateral[1], -h))]


def flexor(routes):
    """FDP under A1 to A5."""
    at = routes.at
    length = {name: PHALANX[name][0] / MM for name in PHALANX}
    return [through(at("palm", "metacarpal", -22, 0, -11.0)),
            *rings(routes, ("a1", "a2_start"), "mcp", ("metacarpal", 0), "proximal"),
            through(at("a2_end", "proximal", 24, 0, -7.6)),
            *rings(routes, ("a3_start", "a3_end"), "pip", ("proximal", length["proximal"]), "middle"),
            through(at("a4_end", "middle", 14, 0, -4.8)),
            *rings(routes, ("a5_start", "a5_end"), "dip", ("middle", length["middle"]), "distal"),
            on(at("fdp_insertion", "distal", 6, 0, -3.2))]


def lumbrical_finger(m, tag, y):
    phalanges(m, tag, y, caption=f"{tag[1:-1]} g")
    routes = Routes(m, tag, y)
    flexor_route = flexor(routes)
    hand = pulled(m, f"hand{tag}", (-60 * MM, y, -11.2 * MM), 2 * MM)
    radius = math.sqrt(7e-6 / math.pi)
    m.strand(f"fdp{tag}", [on(hand)] + flexor_route, radius, TENDON,
             {"type": "tension_only", "youngs_modulus": 0.7e9, "damping": 0.0002})
    at = routes.at
    # lumbrical: volar to the MCP joint's axis; then it joins the hood, whose two strands run dorsally
    palm = [through(at("lum_palm", "metacarpal", -18, 6, -9.6)),
            *rings(routes, ("lum_ligament", "lum_side"), "lumbrical", ("metacarpal", 0), "proximal", (6, 7))]
    law, look = {"type": "slack"}, "#cf6a4a"
    thin = math.sqrt(3e-6 / math.pi)
    weight_node = loaded(m, f"lum{tag}", (-45 * MM, y + 6 * MM, -9.6 * MM))
    wing = m.add("guides", **{"class": "guide_curve"}, name=f"wing{tag}", shape="polyline", ends="capped",
                 points=[at("wing_start", "proximal", 14, 7, -5.2), at("wing_end", "proximal", 36, 5.6, 1.8)])
    joined = {"kind": "guide", "guide": wing, "by_position": True, "mass": 0.5 * GRAM,
              "position": [25 * MM, y + 6.3 * MM, -1.7 * MM]}
    lumbrical = m.strand(f"lum{tag}", [weight_node, *palm, joined], thin, look, law)
    branch = f"{lumbrical}/nodes/4"
    lateral = [("proximal", 39.8, 4.6, 1.7), ("middle", 6, 3.8, 1.5), ("middle", 22.4, 2.2, 0.8), ("distal", 4, 1, 0.8)]
    slip = [("proximal", 39.8, 2.2, 2.2), ("middle", 4, 0.5, 2.0)]
    for name, way in (("lateral", lateral), ("slip", slip)):
        points = [at(f"{name}_{i}", *place) for i, place in enumerate(way)]
        m.strand(f"hood_{name}{tag}", [on(branch)] + [through(p) for p in points[:-1]] + [on(points[-1])], thin, "#dcd4c0", law)


def finger_lumbrical(m):
    for k, grams in enumerate((0, 50, 100, 150, 200)):
        tag = f"_{grams}g"
        y = 40 * MM * (2 - k)
        lumbrical_finger(m, tag, y)
        m.add("loads", **{"class": "point_load"}, name=f"weight{tag}", point=f"strands/lum{tag}/nodes/0",
              force=[-grams * GRAM * 9.81, 0, 0])
        m.output(f"fdp{tag}", f"strands/fdp{tag}:tension", interval=0.05)
        m.output(f"joints{tag}", *[f"joints/{j}{tag}:angle" for j in ("mcp", "pip", "dip")], interval=0.05)
    m.plot("FDP tension", *[f"strands/fdp_{g}g:tension" for g in (0, 50, 100, 150, 200)])
    m.plot("Joint angles at 0 g and 200 g", *[f"joints/{j}_{g}g:angle" for g in (0, 200) for j in ("mcp", "pip", "dip")])


# maximal forces [N], from physiological cross sections of the order of An et al. 1983; seen length of the muscle [mm]
MUSCLES = {"fdp": 70, "fds": 60, "edc": 25, "edi": 20, "lum": 6, "di": 40, "pi": 25}
FOREARM = -190  # mm: where the long muscles begin


# Bands that hold the flexor tendons to the bones, where their markers of the same names are: body, from, to, half width,
# depth under the bone's axis [mm]
PULLEYS = {"a1": (None, -12, -5, 5.2, 15.2), "a2": ("proximal", 10, 26, 4.6, 13.6), "a3": ("proximal", 33.5, 38, 4.2, 9.9),
           "a4": ("middle", 6.5, 14, 3.7, 7.6), "a5": ("middle", 17.5, 21.3, 3.2, 5.7)}


def pulleys(m):
    for name, (body, start, end, half, depth) in PULLEYS.items():
        m.add("visuals", name=name, **({"frame": f"bodies/{body}"} if body else {}), mesh="meshes/band.obj",
              location=[start * MM, 0, -0.5 * MM], scale=[(end - start) * MM, half * MM, depth * MM],
              render={"color": "#d8c59e", "alpha": 0.62})


def finger(m):
    phalanges(m, "", 0.0, abducts=True)
    bone(m, "wrist", None, [-85 * MM, 0, 0], 23 * MM, 7.5 * MM)  # seen only: where the long muscles come from
    bone(m, "forearm", None, [-206 * MM, 0, 0], 120 * MM, 10 * MM)
    pulleys(m)
    routes = Routes(m, "", 0.0)
    at = routes.at

    def muscle(name, nodes, radius_mm, tendon):
        m.strand(name, nodes, radius_mm * MM, MUSCLE,
                 {"type": "peck", "max_force": MUSCLES[name], "optimal_is_start": True, "max_ratio": 1.3,
                  "tendon_ratio": tendon, "passive_fraction": 0.1, "damping": 0.02}, excitation=0.0)
        entry = m.lists["strands"][-1]
        entry["dynamics"] = {"enabled": True, "rise_time": 0.03, "fall_time": 0.05}

    deep = flexor(routes)
    muscle("fdp", [on(at("fdp_origin", "metacarpal", FOREARM, 2, -14))] + deep, 1.5, 0.6)
    shallow = [between(routes, "fds_a1", ("metacarpal", -9, -1, -12.6), ("proximal", 9, -1, -12.6)),
               through(at("fds_a2_start", "proximal", 12, -1, -11.6)), through(at("fds_a2_end", "proximal", 26, -1.5, -9.4)),
               between(routes, "fds_a3", ("proximal", 35, -2, -7.4), ("middle", 5, -2, -7.0)),
               on(at("fds_insertion", "middle", 9, -2, -4.2))]
    muscle("fds", [on(at("fds_origin", "metacarpal", FOREARM, -3, -17)),
                   through(at("fds_palm", "metacarpal", -16, -1, -12.4))] + shallow, 1.5, 0.55)
    # the hood: the extensors end at its knot H on the back of the proximal phalanx; a central strand runs from there to
    # the middle phalanx, a lateral one by the wing W, where the lumbrical joins, to the distal phalanx
    knots = {}
    for name, start, end, place in (("hood", (8, 0, 8.4), (30, 0, 6.4), (17, 0, 7.6)),
                                    ("wing", (14, 7, -4.0), (36, 5.2, 1.8), (27, 6.0, -0.6))):
        guide = m.add("guides", **{"class": "guide_curve"}, name=name, shape="polyline", ends="capped",
                      points=[at(f"{name}_start", "proximal", *start), at(f"{name}_end", "proximal", *end)])
        knots[name] = {"kind": "guide", "guide": guide, "by_position": True, "mass": 0.5 * GRAM,
                       "position": [x * MM for x in place]}
    back = between(routes, "back", ("metacarpal", 0, 0, 9.2), ("proximal", 2, 0, 9.2))
    muscle("edc", [on(at("edc_origin", "metacarpal", FOREARM, 1, 14)), through(at("edc_hand", "metacarpal", -18, 1, 9.0)),
                   back, knots["hood"]], 1.3, 0.6)
    side = between(routes, "back_side", ("metacarpal", 0, -2, 9.0), ("proximal", 2, -2, 9.0))
    muscle("edi", [on(at("edi_origin", "metacarpal", FOREARM, -5, 13)), through(at("edi_hand", "metacarpal", -18, -2, 9.0)),
                   side, on("strands/edc/nodes/3")], 1.1, 0.6)
    law, thin, look = {"type": "tension_only", "youngs_modulus": 0.2e9, "damping": 0.01}, 0.8 * MM, "#e4dcc8"
    central = [through(at("central_pip", "proximal", 39.8, 0, 4.6)), on(at("central_end", "middle", 4, 0, 4.2))]
    m.strand("hood_central", [on("strands/edc/nodes/3")] + central, thin, look, law)
    lateral = [through(at("lateral_pip", "proximal", 39.8, 4.6, 1.9)), through(at("lateral_middle", "middle", 6, 3.8, 1.8)),
               through(at("lateral_dip", "middle", 22.4, 2.2, 1.8)), on(at("lateral_end", "distal", 4, 1, 1.8))]
    m.strand("hood_lateral", [on("strands/edc/nodes/3"), knots["wing"]] + lateral, thin, look, law)
    muscle("lum", [on(at("lum_origin", "metacarpal", -55, 7, -10)), through(at("lum_palm", "metacarpal", -14, 7, -9.4)),
                   through(at("lum_side", "proximal", 11, 7.4, -6.4)), on("strands/hood_lateral/nodes/1")], 1.0, 0.3)
    muscle("di", [on(at("di_origin", "metacarpal", -45, 9, -3)), through(at("di_side", "metacarpal", -8, 8.6, -3.2)),
                  on(at("di_insertion", "proximal", 9, 6.6, -2.6))], 2.2, 0.3)
    muscle("pi", [on(at("pi_origin", "metacarpal", -45, -8, -5)), through(at("pi_side", "metacarpal", -8, -7.6, -5.0)),
                  on(at("pi_insertion", "proximal", 9, -6.4, -4.2))], 1.6, 0.3)

    def pulse(name, *knots_of):
        m.drive(name, f"strands/{name}:excitation", [(t, v) for t, v in knots_of], group="Excitations")

    pulse("fdp", (0, 0), (0.5, 0), (1.2, 0.03), (2.4, 0.03), (2.8, 0))
    pulse("fds", (0, 0), (0.5, 0), (1.2, 0.02), (2.4, 0.02), (2.8, 0))
    pulse("edc", (0, 0), (2.8, 0), (3.4, 0.05), (4.4, 0.05), (4.8, 0))
    pulse("lum", (0, 0), (5.0, 0), (5.6, 0.5), (6.6, 0.5), (7.0, 0))
    pulse("di", (0, 0), (7.2, 0), (7.6, 0.06), (8.0, 0))
    pulse("pi", (0, 0), (8.0, 0), (8.4, 0.06), (8.8, 0))
    m.output("angles", "joints/mcp:angle", "joints/mcp:angle_2", "joints/pip:angle", "joints/dip:angle", interval=0.02)
    m.output("tensions", *[f"strands/{name}:tension" for name in MUSCLES], interval=0.02)
    m.output("excursions", *[f"strands/{name}:excursion" for name in MUSCLES], interval=0.02)
    for name in ("fdp", "fds", "edc", "lum"):
        m.add("moment_arms", name=f"{name}_mcp", path=f"strands/{name}", joint="joints/mcp")
    m.output("moment_arms", *[f"moment_arms/{name}_mcp:moment_arm" for name in ("fdp", "fds", "edc", "lum")], interval=0.02)
    m.plot("Joint angles", "joints/mcp:angle", "joints/pip:angle", "joints/dip:angle")
    m.plot("Tensions", *[f"strands/{name}:tension" for name in MUSCLES])
    m.panel("Muscles", *[(f"strands/{name}:excitation", {"widget": "slider", "low": 0, "high": 1}) for name in MUSCLES])


DEMOS = [
    (finger, "finger", "Index finger",
     """The index finger with seven muscles as strands: deep and superficial flexor (FDP, FDS) under the pulleys A1 to A5,
     extensors (EDC, EDI), lumbrical (LUM), dorsal and palmar interosseous (DI, PI), and a hood of two strands that branch
     from the extensors; the lumbrical joins the lateral one. Across the joints, FDS and the extensors run through blend
     nodes (Sueda 2010, Fig. 6.9), FDP straight between the edges of its pulleys. Masses and stiffness: its Table 8.1 (damping, printed in N/rad/s, taken as N mm s/rad); lever arms
     after An et al. 1983; maximal forces of the order of the muscles' cross sections. Excited in turn: flexors,
     extensor, lumbrical (it flexes the MCP joint and extends the others), interossei. Drag a marker: the tendon that
     runs through it follows.""",
     dict(direction=[0.16, 1, -0.3], angle=0.3491, ground=-0.03), dict(step=0.002, duration=9, hide_bodies=True)),
    (limb, "limb", "Limb",
     """Two limbs of two bones (4.2 kg, 0.43 m each) fall under gravity; each has one muscle of 1 kg without force. Front:
     its mass lies along it and moves as it moves; behind: half of it sits at each end. Sueda 2010, Fig. 9.1, after Pai
     2010; what the thesis does not give (the muscle's mass and attachments, the bones' inertia) is chosen as in the
     project's reference, whose closed-form angles at 0.1, 0.2 and 0.3 s the verification D-limb checks.""",
     dict(center=[0.05, 0, -0.28], direction=[-0.15, 1, -0.12], size=1.25, angle=0.3491, ground=-0.92), dict(step=0.001, duration=0.6, integrator="trapezoidal", hide_bodies=True)),
    (eye, "eye", "Eye",
     """A left eye turned by six muscles that lie on the globe and slide on it (surface nodes). Insertions and origins:
     Volkmann 1869 as in Robinson 1975, compared with the OpenSim model of Filip et al. 2018 (arXiv:1807.07332, after
     Iskander et al. 2018), whose pulleys and maximal forces it has; stiffness and viscosity are of the right order only.
     The lateral rectus is driven by pulse and step, as in a saccade (Sueda 2010, 7.1); at 0.9 s the eye returns. Move the
     sliders with both probes disabled: each muscle turns the eye as textbooks say.""",
     dict(direction=[0.66, -0.8, -0.4], angle=0.3491, ground=-0.024), dict(step=0.001, duration=1.4)),
    (finger_lumbrical, "finger-lumbrical", "Finger: lumbrical experiment",
     """The isolated lumbrical experiment of Sueda 2010, 8.5, on five fingers at once: the deep flexor (FDP) is pulled at
     2 mm/s, the lumbrical bears 0, 50, 100, 150 and 200 g. The palm stands upright, as there, so that gravity does not
     bend the fingers. Masses, stiffness, FDP: Table 8.1; its damping, printed in N/rad/s, is taken as N mm s/rad (near
     critical, as the thesis says it is). Routes chosen for the mean lever arms of An et al. 1983. docs/numbers.md says
     when the curves of tension cross, and why not all at one time.""",
     dict(direction=[-0.35, 1, -0.65], angle=0.3491, ground=-0.03),
     dict(step=0.005, duration=18, gravity=[0, -9.81, 0], hide_bodies=True)),
]


def main():
    folder = sys.argv[1]
    os.makedirs(os.path.join(folder, "meshes"), exist_ok=True)
    for name, mesh in MESHES.items():
        mesh.write(os.path.join(folder, "meshes", name + ".obj"))
    for make, name, title, notes, view, options in DEMOS:
        m = Machine()
        make(m)
        m.write(folder, name, title, notes, view, **options)


if __name__ == "__main__":
    main()
