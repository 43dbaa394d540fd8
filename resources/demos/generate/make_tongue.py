#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demos of soft tissue: the validation cases, attachments, a muscular tentacle, tongue, and jaw with tongue.

    make_tongue.py GEOMETRY_FOLDER OUT_FOLDER

Beam, cube, tongue material, damping, step and tasks: Stavness, Lloyd, Payan, Fels, Int. J. Numer. Meth. Biomed. Engng
27:367-390, 2011, 3.8, 4.1 and Table I; muscles and their forces Buchaillard, Perrier, Payan, JASA 126:2033-2051, 2009.
"""
import math
import os
import sys

import make_jaw
from make_jaw import point, rows, write

GRAVITY = [0, 0, -9.8]  # of the paper
SOFT = {"type": "mooney_rivlin", "c10": 1037, "c20": 486}
STIFF = {"type": "mooney_rivlin", "c10": 10370, "c20": 486}
DENSITY = 1040
FAST = (0, 0.05, 0.1, 0.3, 0.35, 0.4)  # tongue tasks ramp in 50 ms
BONE = {"color": "#e8ddc4"}
CLOSERS = ("at", "mt", "pt", "sm", "dm", "mp")
OPENERS = ("dg", "ip", "sp", "sh")
IN_TONGUE = ("am", "pm", "gh")  # the tongue's own mylohyoid and geniohyoid take their place


def ranges(numbers):
    """"3-5 7": numbers in their order of size."""
    parts = []
    for n in sorted(set(numbers)):
        if parts and parts[-1][1] == n - 1:
            parts[-1][1] = n
        else:
            parts.append([n, n])
    return " ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in parts)


def grid(cells, choose):
    """Numbers of the nodes (i, j, k) of a box that `choose` takes."""
    nx, ny, nz = (n + 1 for n in cells)
    return [i + nx * (j + ny * k) for k in range(nz) for j in range(ny) for i in range(nx) if choose(i, j, k)]


def box(name, size, cells, material, **more):
    return {"name": name, "mesh": {"source": "box", "size": size, **dict(zip(("cells_x", "cells_y", "cells_z"), cells)),
                                   "element": "hex8"},
            "density": DENSITY, "material": material, "incompressibility": "element",
            "damping": {"mass": 20, "stiffness": 0.015}, **more}


def held(numbers):
    return [{"number": n, "dynamic": False} for n in sorted(numbers)]


def output(name, *targets, interval=0.005):
    return {"class": "output_probe", "name": name, "targets": list(targets), "interval": interval}


def drive(name, targets, times, values):
    return {"class": "input_probe", "name": name, "targets": targets,
            "knots": [{"time": t, "values": v if isinstance(v, list) else [v]} for t, v in zip(times, values)]}


def head(title, notes, duration, step, view, integrator="trapezoidal", gravity=None, settle=None):
    return {"title": title, "notes": " ".join(notes.split()), "gravity": gravity or GRAVITY, "duration": duration,
            "solver": {"integrator": integrator, "max_step": step},
            **({"settle": {"method": settle}} if settle else {}), "view": view}


def stress(most=None, colors="viridis"):
    field = {"quantity": "von_mises", "color_map": colors}
    return {**field, "automatic": False, "minimum": 0, "maximum": most} if most else field


def block(name, place, size):
    """What holds it, only seen."""
    return {"name": name, "mesh": "meshes/block.obj", "location": place, "scale": size, "render": {"color": "#8a94a0"}}


# --- validation (paper 3.8) ---

def beam(out):
    cells = (8, 4, 4)
    fem = box("beam", [0.1, 0.02, 0.02], cells, STIFF, position=[0.05, 0.01, 0.01], field=stress(12000),
              nodes=held(grid(cells, lambda i, j, k: i == 0)), render={"edge_color": "#303030", "faces": "fill_edges"})
    tip = grid(cells, lambda i, j, k: (i, j, k) == (8, 2, 2))[0]
    write(os.path.join(out, "beam.sinew"), head(
        "Beam", """A soft beam, fixed at one end, falls under its weight: a validation case of Stavness, Lloyd, Payan
        and Fels 2011, 3.8, with 8 x 4 x 4 hexahedra. The volume of each element is kept exactly, as there (mixed u-P).
        Probe tip: position and velocity of the middle of the free end.""", 0.4, 0.001,
        {"direction": [-0.25, 1, -0.2], "angle": 0.4887, "ground": -0.02}),
        {"visuals": [block("wall", [-0.003, 0.01, 0.01], [0.006, 0.034, 0.034])],
         "fems": [fem], "probes": [output("tip", f"fems/beam/nodes/{tip}:position", f"fems/beam/nodes/{tip}:velocity",
                                          interval=0.001)]})


def cube(out):
    cells = (6, 6, 6)
    fem = box("cube", [0.1, 0.1, 0.1], cells, SOFT, position=[0, 0, 0.05], field=stress(3000),
              nodes=held(grid(cells, lambda i, j, k: k == 0)))
    top = grid(cells, lambda i, j, k: k == 6 and 2 <= i <= 4 and 2 <= j <= 4)
    middle = top[4]
    write(os.path.join(out, "cube.sinew"), head(
        "Cube", """A soft cube, fixed to the ground, under its weight and 0.8 N on each of nine nodes in the middle of
        its top: a validation case of Stavness, Lloyd, Payan and Fels 2011, 3.8, with 6 x 6 x 6 hexahedra. They used
        B-bar; here the volume of each element is kept exactly. Probe top: position and velocity of the middle of the
        top.""", 0.4, 0.001, {"direction": [-0.5, 1, -0.55], "angle": 0.4887, "ground": 0.0}),
        {"visuals": [block("table", [0, 0, -0.003], [0.15, 0.15, 0.006])], "fems": [fem],
         "loads": [{"class": "fem_load", "name": "press", "fem": "fems/cube", "nodes": ranges(top),
                    "force": [0, 0, -0.8], "each": True}],
         "probes": [output("top", f"fems/cube/nodes/{middle}:position", f"fems/cube/nodes/{middle}:velocity",
                           interval=0.001)]})


# --- bodies, loads, attachments ---

def twist(out):
    cells = (16, 4, 4)
    fem = box("bar", [0.1, 0.02, 0.02], cells, STIFF, field=stress(12000), nodes=held(grid(cells, lambda i, j, k: i == 0)),
              render={"faces": "fill_edges"})
    turn = math.sqrt(0.5)
    along_x = [turn, 0, turn, 0]  # z of a joint to x
    write(os.path.join(out, "twist.sinew"), head(
        "Twist", """One end of a soft bar is fixed, the other is attached to a disc on a hinge that a moment turns. The
        volume of each element is kept exactly. Probe disc: its angle.""", 2, 0.002,
        {"direction": [-0.6, 1, -0.4], "angle": 0.4887, "ground": -0.03}, "backward_euler", [0, 0, 0]),
        {"bodies": [{"name": "disc", "position": [0.053, 0, 0], "orientation": along_x,
                     "geometry": {"shape": "cylinder", "radius": 0.02, "length": 0.006},
                     "inertia": {"method": "mass", "mass": 0.02}, "rotary_damping": 2e-4, "render": {"color": "#8a94a0"}}],
         "joints": [{"class": "hinge", "name": "axle", "frame_a": None, "frame_b": "bodies/disc",
                     "location_a": [0.053, 0, 0], "rotation_a": along_x, "render": {"visible": False}}],
         "visuals": [block("wall", [-0.053, 0, 0], [0.006, 0.034, 0.034])], "fems": [fem],
         "attachments": [{"class": "node_attachment", "name": "end", "fem": "fems/bar", "to": "bodies/disc",
                          "nodes": ranges(grid(cells, lambda i, j, k: i == 16))}],
         "loads": [{"class": "body_load", "name": "motor", "body": "bodies/disc"}],
         "probes": [drive("moment", ["loads/motor:moment"], (0, 0.8, 1.2, 1.3),
                          ([0, 0, 0], [0.012, 0, 0], [0.012, 0, 0], [0, 0, 0])),
                    output("disc", "joints/axle:angle")]})


def t_junction(out):
    flat, up = (20, 4, 4), (3, 3, 9)
    beams = [box("beam", [0.2, 0.04, 0.04], flat, STIFF, field=stress(8000),
                 nodes=held(grid(flat, lambda i, j, k: i in (0, 20)))),
             box("post", [0.03, 0.03, 0.1], up, STIFF, position=[0, 0, 0.07], field=stress(8000),
                 render={"edge_color": "#335577"})]
    tip = grid(up, lambda i, j, k: (i, j, k) == (1, 1, 9))[0]
    write(os.path.join(out, "t-junction.sinew"), head(
        "T-junction", """A post stands on a beam whose elements do not match its own: the nodes of its foot follow the
        elements of the beam that they touch. A force swings the post; probe tip: where its end is.""", 1.2, 0.002,
        {"direction": [-0.35, 1, -0.3], "angle": 0.4887, "ground": 0.0}, "backward_euler", settle="static"),
        {"visuals": [block(f"wall_{side}", [x, 0, 0], [0.008, 0.056, 0.056]) for side, x in (("left", -0.104), ("right", 0.104))],
         "fems": beams,
         "attachments": [{"class": "node_attachment", "name": "foot", "fem": "fems/post", "to": "fems/beam",
                          "nodes": ranges(grid(up, lambda i, j, k: k == 0))}],
         "loads": [{"class": "fem_load", "name": "push", "fem": "fems/post",
                    "nodes": ranges(grid(up, lambda i, j, k: k == 9 and 1 <= i <= 2 and 1 <= j <= 2))}],
         "probes": [drive("push", ["loads/push:force"], (0, 0.3, 0.6, 0.9, 1.2),
                          ([0, 0, 0], [0.25, 0, 0], [0, 0, 0], [-0.25, 0, 0], [0, 0, 0])),
                    output("tip", f"fems/post/nodes/{tip}:position")]})


def hanging_ellipsoid(out):
    turn = math.sqrt(0.5)
    bone = {"orientation": [turn, 0, turn, 0], "geometry": {"shape": "capsule", "radius": 0.009, "length": 0.07},
            "render": BONE}
    # The generator's ellipsoid of 4 cells: the nine nodes at each end.
    ends = {"upper": "312-320", "lower": "285 287 289 291 293 295 297 299 301"}
    fem = {"name": "belly", "mesh": {"source": "ellipsoid", "size": [0.02, 0.02, 0.035], "cells_x": 4, "element": "hex8"},
           "density": DENSITY, "material": SOFT, "incompressibility": "element",
           "damping": {"mass": 20, "stiffness": 0.015}}
    write(os.path.join(out, "hanging-ellipsoid.sinew"), head(
        "Hanging ellipsoid", """A soft ellipsoid between two bones: the upper is fixed, the lower hangs on it. Its ends
        are attached to the bones, which are part of the same solve; pull at the lower bone. Probe bone: where the lower
        bone is.""", 2, 0.002, {"direction": [-0.3, 1, -0.15], "angle": 0.3491, "ground": -0.09},
        "backward_euler"),
        {"bodies": [{"name": "upper", "dynamic": False, "position": [0, 0, 0.04], **bone},
                    {"name": "lower", "position": [0, 0, -0.04], "inertia": {"method": "mass", "mass": 0.05},
                     "damping": 0.05, "rotary_damping": 1e-5, **bone}],
         "fems": [fem],
         "attachments": [{"class": "node_attachment", "name": end, "fem": "fems/belly", "to": f"bodies/{end}",
                          "nodes": nodes} for end, nodes in ends.items()],
         "probes": [output("bone", "bodies/lower:position", "bodies/lower:orientation")]})


# --- tentacle ---

def tube_nodes(around, through, along):
    """Number of the node at (angle, radius, height) as sn_volume_mesh_tube gives them: as cells come to them."""
    corners = ((0, 0, 0), (0, 1, 0), (1, 1, 0), (1, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1))
    numbers = {}
    for k in range(along):
        for j in range(through):
            for i in range(around):
                for a, r, z in corners:
                    numbers.setdefault(((i + a) % around, j + r, k + z), len(numbers))
    return numbers


def tentacle(out):
    around, through, along = 16, 2, 24
    number = tube_nodes(around, through, along)
    cell = lambda i, j, k: i + around * (j + through * k)
    muscle = {"direction": {"from": "fixed", "vector": [0, 0, 1]}, "stiffens": True,
              "fibre": {"enabled": True, "law": "constant", "max_stress": 30000}}
    colors = {"front": "#c0392b", "left": "#2e7d5b", "back": "#b8860b", "right": "#34699a"}
    bundles = [{"name": name, **muscle, "render": {"color": color},
                "elements": ranges(cell((4 * q + i - 2) % around, 1, k) for k in range(along) for i in range(4))}
               for q, (name, color) in enumerate(colors.items())]
    rings = [{"nodes": f"{number[i, 0, k]} {number[i, 1, k]}"} for k in range(along + 1) for i in range(around)]
    bundles.append({"name": "radial", "direction": {"from": "fibres"}, "stiffens": True,
                    "fibre": {"enabled": True, "law": "constant", "max_stress": 30000}, "max_force": 0,
                    "elements": ranges(cell(i, 0, k) for k in range(along) for i in range(around)), "fibres": rings})
    fem = {"name": "arm", "mesh": {"source": "tube", "radius": 0.014, "inner_radius": 0.003, "length": 0.16,
                                   "cells_x": around, "cells_y": through, "cells_z": along, "element": "hex8"},
           "position": [0, 0, 0.08], "density": DENSITY, "material": {**SOFT, "c10": 3000, "stiffening": 3},
           "incompressibility": "element", "damping": {"mass": 10, "stiffness": 0.02},
           "nodes": held(n for (i, j, k), n in number.items() if k == 0), "bundles": bundles,
           "field": {"quantity": "activation", "color_map": "heat", "automatic": False, "minimum": 0, "maximum": 0.6}}
    time = [0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4]
    waves = {"front": (0, 0.5, 0, 0, 0, 0.35, 0, 0, 0), "left": (0, 0, 0.5, 0, 0, 0.35, 0, 0, 0),
             "back": (0, 0, 0, 0.5, 0, 0.35, 0, 0, 0), "right": (0, 0, 0, 0, 0.5, 0.35, 0, 0, 0),
             "radial": (0, 0, 0, 0, 0, 0, 0, 0.6, 0)}
    write(os.path.join(out, "tentacle.sinew"), head(
        "Tentacle", """A muscular hydrostat: four long muscles in its wall bend it, together they shorten it; muscle
        across its core makes it thin and, because the volume of each element is kept, long. Drive the bundles with the
        probes or by hand. Probe tip: middle of the free end.""", 2.4, 0.005,
        {"center": [0, 0, 0.085], "direction": [-0.5, 1, -0.2], "size": 0.26, "angle": 0.4887}, "backward_euler", [0, 0, 0]),
        {"visuals": [{"name": "foot", "mesh": "meshes/axle.obj", "location": [0, 0, -0.004], "scale": [0.03, 0.03, 0.008],
                      "render": {"color": "#8a94a0"}}],
         "fems": [fem],
         "markers": [{"name": "tip", "frame": "fems/arm", "location": [0.0085, 0, 0.08], "tracked": True}],
         "probes": [drive(name, [f"fems/arm/bundles/{name}:excitation"], time, values)
                    for name, values in waves.items()] + [output("tip", "markers/tip:position"),
                                                          output("volume", "fems/arm:volume")]})


# --- tongue ---

class Tongue:
    """What the generator says of its muscles and attachments."""
    def __init__(self, folder):
        self.bundles, self.nodes, fibres = [], {}, {}
        for row in rows(os.path.join(folder, "tongue.csv")):
            members = [int(n) for n in row["members"].split()]
            if row["kind"] == "fibre":
                fibres.setdefault(row["name"], []).append({"nodes": " ".join(map(str, members))})
            elif row["kind"] == "nodes":
                self.nodes[row["name"]] = members
            else:
                self.bundles.append({"name": row["name"], "max_force": float(row["value"]), "stiffens": True,
                                     "fibre": {"enabled": False}, "elements": ranges(members), "fibres": fibres[row["name"]]})
        self.names = list(dict.fromkeys(b["name"].split("_")[0] for b in self.bundles))

    def fem(self, more_held=()):
        colors = {"GGP": "#c0392b", "GGM": "#2e7d5b", "GGA": "#34699a", "STY": "#3aa0b8", "GH": "#a83a8c",
                  "MH": "#d9822b", "HG": "#b03030", "VERT": "#4a8f3c", "TRANS": "#3f5fb0", "IL": "#4fb0b0",
                  "SL": "#b84a9c"}
        bundles = [{**b, "render": {"color": colors[b["name"].split("_")[0]]}} for b in self.bundles]
        return {"name": "tongue", "mesh": {"source": "file", "file": "meshes/tongue.elem"}, "density": DENSITY,
                "material": {**SOFT, "stiffening": 10}, "incompressibility": "element",
                "damping": {"mass": 40, "stiffness": 0.03}, "nodes": held(self.nodes["styloid"] + list(more_held)),
                "bundles": bundles}

    def exciters(self):
        return [{"name": name, "targets": [f"fems/tongue/bundles/{b['name']}:excitation" for b in self.bundles
                                           if b["name"].split("_")[0] == name]} for name in self.names]

    def node(self, name):
        return f"fems/tongue/nodes/{self.nodes[name][0]}"


TONGUE_NOTES = """Tongue of bricks made by Sinew's own generator, measured on the published model of Buchaillard,
Perrier and Payan (2009, JASA 126:2033-2051), its muscles with the forces given there in chains of fibres from node to
node; activation stiffens their elements up to ten times. Styloglossus pulls towards fixed styloid points, as hard as there.
The volume of each element is kept exactly."""


def tongue(out, anatomy):
    fem = anatomy.fem(anatomy.nodes["jaw"] + anatomy.nodes["hyoid"])
    time = [0, 0.1, 0.2, 0.4, 0.5, 0.6, 0.7, 0.9, 1.0, 1.1, 1.2, 1.4, 1.5]
    waves = {"GGP": [0, 0, 0.5, 0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0], "TRANS": [0, 0, 0.3, 0.3, 0, 0, 0, 0, 0, 0, 0, 0, 0],
             "STY": [0, 0, 0, 0, 0, 0, 0.25, 0.25, 0, 0, 0, 0, 0], "SL": [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.1, 0.1, 0]}
    write(os.path.join(out, "tongue.sinew"), head(
        "Tongue", "A tongue on fixed bones goes forward (GGP, TRANS), back (STY) and lifts its tip (SL). " +
        TONGUE_NOTES, 1.5, 0.005, {"direction": [-0.75, 0.85, -0.25], "angle": 0.3491, "ground": -0.09},
        "trapezoidal", [0, 0, -9.81], "static"),
        {"visuals": [{"name": "mandible", "mesh": "meshes/mandible.obj", "render": {"color": "#e8ddc4", "alpha": 0.16}},
                     {"name": "hyoid", "mesh": "meshes/hyoid.obj", "render": {"color": "#e8ddc4"}}],
         "fems": [fem], "exciters": anatomy.exciters(),
         "probes": [drive(name, [f"exciters/{name}:excitation"], time, values) for name, values in waves.items()] +
                   [output("tip", anatomy.node("tip") + ":position"), output("volume", "fems/tongue:volume")],
         "panels": [make_jaw.panel("Excitations", [f"exciters/{name}:excitation" for name in anatomy.names], [
             (anatomy.node("tip") + ":position", "Tip"), ("fems/tongue:max_von_mises", "Largest stress")])]})


TASKS = [
    ("open", "open", "Digastric and lateral pterygoids at 15 %: the tongue hinders the opening.",
     {"dg": 0.15, "ip": 0.15, "sp": 0.15}, make_jaw.PULSE, "lr"),
    ("hinge-open", "hinge open", "The digastrics alone at 15 %.", {"dg": 0.15}, make_jaw.PULSE, "lr"),
    ("protrude", "protrude", "Both lateral pterygoids at 15 % pull jaw and tongue forward.",
     {"ip": 0.15, "sp": 0.15}, make_jaw.PULSE, "lr"),
    ("right-lateral", "right lateral", "The left lateral pterygoids alone at 15 %.",
     {"ip": 0.15, "sp": 0.15}, make_jaw.PULSE, "l"),
    ("clench", "clench", "All closing muscles at 10 %: the tongue stays where it is.",
     {name: 0.1 for name in CLOSERS}, make_jaw.PULSE, "lr"),
    ("retract", "retract", "Styloglossus at 25 % draws the tongue back, and the jaw with it.", {"STY": 0.25}, FAST, "lr"),
]

JTH_NOTES = """Tongue and jaw do not touch in this model where they are not attached, nor do tongue, teeth and palate: they
do in "rest" and the tasks made from it. """


def hidden(item):
    return {**item, "render": {**item.get("render", {}), "visible": False}}


def cut_visuals():
    """Half a skull, seen from the side that is missing; the brain case whole, as a ghost."""
    cranium, upper, lower = make_jaw.visuals()
    bone = {"color": "#e8ddc4"}
    cuts = [{"name": f"{part}_cut", "frame": f"bodies/{body}", "mesh": f"meshes/{part}_cut.obj", "render": {**bone, "shading": "hatched"}}
            for part, body in (("maxilla", "skull"), ("mandible", "jaw"))]
    halves = [{**teeth, "mesh": teeth["mesh"].replace(".obj", "_left.obj")} for teeth in (upper, lower)]
    return [{**cranium, "render": {**cranium["render"], "alpha": 0.15}},
            {"name": "maxilla_left", "frame": "bodies/skull", "mesh": "meshes/maxilla_left.obj", "render": bone},
            {"name": "mandible_left", "frame": "bodies/jaw", "mesh": "meshes/mandible_left.obj", "render": bone}] + cuts + halves


def jaw_tongue_hyoid(out, folder, anatomy):
    landmarks = {row["name"]: row for row in rows(os.path.join(folder, "landmarks.csv"))}
    table = [r for r in rows(os.path.join(folder, "jaw_muscles.csv")) if r["name"][1:] not in IN_TONGUE]
    muscles, muscle_markers = make_jaw.muscles(table)
    joints, joint_markers = make_jaw.constraints()
    gold = {"color": "#f08c00", "point_radius": 0.0016}
    markers = [{"name": "lower_incisor", "frame": "bodies/jaw", "location": point(landmarks["lower_incisor"]), "render": gold},
               {"name": "upper_incisor", "frame": "bodies/skull", "location": point(landmarks["upper_incisor"]), "render": gold}]
    hyoid = point(landmarks["hyoid_body"])
    spring = {"class": "frame_spring", "name": "thyrohyoid", "frame_a": None, "frame_b": "bodies/hyoid",
              "location_a": hyoid, "location_b": hyoid, "stiffness": [1760] * 3, "rotary_stiffness": [0.041232] * 3}
    bodies = [hidden(body) for body in make_jaw.bodies()[:2]] + make_jaw.bodies()[2:]
    muscles = [hidden(m) if m["name"][0] == "r" else m for m in muscles]
    gold["visible"] = True
    exciters = anatomy.exciters() + [
        {"name": name, "targets": [f"muscles/{side}{name}:excitation" for side in "lr"]} for name in OPENERS + CLOSERS]
    attachments = [{"class": "node_attachment", "name": f"tongue_{bone}", "fem": "fems/tongue", "to": f"bodies/{bone}",
                    "nodes": ranges(anatomy.nodes[bone])} for bone in ("jaw", "hyoid")]
    notes = make_jaw.NOTES + " " + TONGUE_NOTES
    jaw_tongue_hyoid_rest(out, notes)
    for task in TASKS:
        jaw_tongue_hyoid_task(out, anatomy, task, notes)
    for task in CONTACT_TASKS:
        jaw_tongue_hyoid_contact(out, task, notes)
    jaw_tongue_hyoid_chew(out, notes)
    write(os.path.join(out, "jaw-tongue-hyoid.sinew"), head(
        "Jaw, tongue and hyoid", JTH_NOTES + notes, 2, 0.005,
        {"direction": [-0.26, 1, -0.1], "angle": 0.3491, "ground": -0.115}, "trapezoidal", [0, 0, -9.81], "static"),
        {"bodies": bodies,
         "markers": {"render": {"visible": False, "color": "#7a4a44", "point_radius": 0.0009},
                     "items": markers + joint_markers + muscle_markers},
         "visuals": cut_visuals(),
         "springs": [spring],
         "muscles": {"render": {"line_style": "spindle"}, "items": muscles},
         "exciters": exciters,
         "joints": {"render": {"visible": False}, "items": joints},
         "fems": [anatomy.fem()],
         "attachments": attachments,
         "probes": make_jaw.outputs(muscles) + [output("tip", anatomy.node("tip") + ":position"),
                                                output("back", anatomy.node("back") + ":position"),
                                                output("volume", "fems/tongue:volume")],
         "panels": [make_jaw.panel(
             "Excitations", [f'exciters/{e["name"]}:excitation' for e in exciters],
             [("markers/lower_incisor:position", "Lower incisor"), (anatomy.node("tip") + ":position", "Tongue tip")])]})


# --- contact of tongue, palate and teeth ---

CONTACT_TASKS = [
    ("contact", "contact", """The tongue presses on the palate as hard as it can (task "max-palate" of Table I of the
paper): SL and TRANS wholly, GGP at 80 %, GGM 30 %, STY 10 %, while closing muscles at 1 % hold the jaw. The tongue
touches the palate, the teeth above and those below; colours on it are the pressure of contact. Probe palate: force,
area, mean and largest pressure; the paper says 38.2 kPa (force over area), people measure 40.4 +- 9.8 kPa (Utanohara et
al. 2008). The right half of the bones is not drawn. """,
     {"SL": 1, "TRANS": 1, "GGP": 0.8, "GGM": 0.3, "STY": 0.1, **{name: 0.01 for name in CLOSERS}}),
    ("palate", "palate", """Closing muscles at 0.5 % hold the jaw nearly closed throughout; SL and TRANS at 30 %, GGP
60 %, GGM 30 % lift the tongue's tip to the palate, which pushes the jaw down (task "palate" of Table I of the paper).
The tongue touches the palate, the teeth above and those below; colours on it are the pressure of contact. The
right half of the bones is not drawn. """,
     {"SL": 0.3, "TRANS": 0.3, "GGP": 0.6, "GGM": 0.3, **{name: 0.005 for name in CLOSERS}}),
]


REST = "jaw-tongue-hyoid-rest.sinew"
LINGUAL_GUM = 0.8  # [mm], chosen: what the bare teeth lack; rounds their edges, on which faces of the tongue rest
REST_NOTES = """Everything touches: the tongue touches the palate, the teeth above and those below, which it rests on; the molars
bite on one-sided planes. The right half of the bones is not drawn. """
CHEW_NOTES = """Right-sided chewing with the tongue in the mouth: food between the right first molars, an elastic ball 10 mm
wide that collapses under 35 N (Stavness et al. 2011, 4.2.1; Hannam et al. 2008); excitations are strokes of our own. """


def touching(name, body, gap=0.3, **more):
    return {"name": name, "bodies_a": ["fems/tongue"], "bodies_b": [f"bodies/{body}"], "friction": 0, "gap": gap * make_jaw.MM, **more}


def jaw_tongue_hyoid_rest(out, notes):
    """Contact, and what shows it, from which all tasks are made."""
    bodies, attachments = make_jaw.teeth()
    make_jaw.write_changes(os.path.join(out, REST), "jaw-tongue-hyoid.sinew", [], {
        "/model:title": "Jaw, tongue and hyoid: rest",
        "/model:notes": " ".join((REST_NOTES + notes).split())}, {
        "bodies": [hidden(body) for body in bodies], "attachments": attachments,
        "collisions": [touching("palate", "skull"), touching("upper_teeth", "upper_teeth"),
                       touching("lower_teeth", "lower_teeth", LINGUAL_GUM, joined=True)],
        "probes": [make_jaw.pressures("palate"), output("teeth", *(
            f"collisions/{which}_teeth:{what}" for what in ("normal_force", "penetration") for which in ("upper", "lower")))]})


def write_task(out, name, title, notes, duration, drives, changes=None, **lists):
    make_jaw.write_changes(os.path.join(out, f"jaw-tongue-hyoid-{name}.sinew"), REST, ["/model/panels/Excitations"], {
        "/model:title": "Jaw, tongue and hyoid: " + title, "/model:notes": " ".join(notes.split()),
        "/model:duration": duration, **(changes or {})},
        {**lists, "probes": [{**probe, "before": "incisor"} for probe in drives] + lists.get("probes", [])})


def jaw_tongue_hyoid_task(out, anatomy, task, notes):
    drives = []
    for name, amplitude in task[3].items():
        targets = [f"exciters/{name}:excitation"] if name in anatomy.names or task[5] == "lr" else \
            [f"muscles/{side}{name}:excitation" for side in task[5]]
        drives.append(drive(name, targets, task[4], [amplitude * v for v in make_jaw.PULSE_SHAPE]))
    write_task(out, task[0], task[1], task[2] + " " + REST_NOTES + notes, task[4][-1], drives)


def jaw_tongue_hyoid_contact(out, task, notes):
    drives = []
    for name, amplitude in task[3].items():
        held = name in CLOSERS  # they hold the jaw from before the start on
        times, values = ((0, FAST[-1]), (1, 1)) if held else (FAST, make_jaw.PULSE_SHAPE)
        drives.append(drive(name, [f"exciters/{name}:excitation"], times, [amplitude * v for v in values]))
    write_task(out, task[0], task[1], task[2] + notes, FAST[-1], drives, {
        "/model:solver.integrator": "backward_euler",  # as trapezoidal steps with contact are taken anyway
        "/model/visuals/cranium:render.visible": False,
        "/model/muscles:render.visible": False,
        "/model/fems/tongue:field.quantity": "contact_pressure",
        "/model/fems/tongue:field.color_map": "heat",
        "/model:view.direction": [-0.35, 1, -0.3]})


def jaw_tongue_hyoid_chew(out, notes):
    food = make_jaw.food()
    write_task(out, "chew", "chewing", CHEW_NOTES + REST_NOTES + notes, 2 * make_jaw.STROKE,
               make_jaw.strokes("l", 0) + make_jaw.strokes("r", 1), {"/model:view.direction": [-0.72, 1, -0.16]}, **food)


def main():
    folder, out = sys.argv[1:3]
    anatomy = Tongue(folder)
    for make in (beam, cube, twist, t_junction, hanging_ellipsoid, tentacle):
        make(out)
    tongue(out, anatomy)
    jaw_tongue_hyoid(out, folder, anatomy)


if __name__ == "__main__":
    main()
