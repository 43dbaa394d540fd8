#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demo gait: OpenSim's model gait2392 led along a recorded walk, on bones of our own.

    make_gait.py SINEW OSIM2 OUT_FOLDER      OSIM2: the project's folder data/osim2

The model (92 muscles) is imported; its 23 coordinates follow the recording, the reactions of the floor act on its feet, and
the muscles have the activations that OpenSim's static optimisation found for it.  No vertex of OpenSim's bones is copied:
bones are smooth unions of cones and ellipsoids between the model's joints.
"""
import json
import math
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as Tree

BONE = "#e8ddc4"
START, END, FRAME = 0.97, 1.99, 0.02  # what is shown of the recording [s]
FLOOR_FRAME = 0.01

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


def surface(parts, cell, blend):
    """Surface nets: a vertex in each cell that the surface crosses, a quadrangle about each edge that it crosses."""
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
    return points, faces


def write(path, points, faces):
    with open(path, "w", encoding="utf-8") as file:
        file.write("# SPDX-License-Identifier: GPL-3.0-or-later\n# Written by make_gait.py\n")
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
            cone((.0, -.045, 0), .027, (.002, -.11, -.002), .0155), cone((.002, -.11, -.002), .0155, (-.006, ankle + .08, -.006), .0115),
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
    spine = [(-.005, .01, 0), (.005, .08, 0), (-.005, .16, 0), (-.03, .25, 0), (-.045, .34, 0), (-.035, .42, 0), (-.012, .48, 0), (-.002, .54, 0)]
    parts = [cone(a, .019 - .0012 * i, b, .018 - .0012 * i) for i, (a, b) in enumerate(zip(spine, spine[1:]))]
    for i in range(10):
        height, t = .2 + .026 * i, i / 9
        back = -.028 - .016 * math.sin(math.pi * min(1, (height - .16) / .3))
        wide, deep = .055 + .08 * math.sin(math.pi * (.16 + .74 * (1 - t))) ** .8, .075 + .055 * (1 - t)
        for s in (-1, 1):
            ring = []
            for k in range(11):
                a = math.pi * k / 10
                ring.append((back + deep * (1 - math.cos(a)) - .012, height - .045 * (k / 10) * (1.15 - .5 * t) + .012 * math.sin(a),
                             s * wide * math.sin(a) ** .9 if 0 < k < 10 else s * .012))
            parts += chain(ring, .0062)
    parts += [cone((.135, .185, 0), .013, (.062, .41, 0), .015)]
    for s in (-1, 1):
        parts += chain([(.062, .418, s * .02), (.035, .43, s * .085), (-.03, .437, s * .155)], .0075)
        parts += [cone((-.05, .425, s * .15), .009, (-.085, .39, s * .075), .008), cone((-.085, .395, s * .075), .008, (-.09, .28, s * .09), .009),
                  cone((-.09, .28, s * .09), .009, (-.045, .415, s * .15), .008)]
    parts += [oval((.004, .655, 0), (.086, .07, .066)), oval((.06, .606, 0), (.03, .045, .044)), oval((.066, .57, 0), (.024, .022, .03))]
    for s in (-1, 1):
        parts += [cone((.088, .527, s * .01), .0125, (.03, .535, s * .04), .0095), cone((.03, .535, s * .04), .009, (.014, .6, s * .052), .008),
                  cone((.09, .622, s * .03), .008, (.02, .618, s * .06), .0065)]
    return parts


def bones(folder, places):
    """Meshes of all bodies, by body."""
    right = {"femur": (femur(places["knee"][1]), .0085, .005), "shank": (shank(places["ankle"][1]), .008, .004),
             "foot": (foot(places["subtalar"], places["toes"]), .0066, .0025), "toes": (forefoot(), .0055, .002)}
    for name, (parts, cell, blend) in right.items():
        points, faces = surface(parts, cell, blend)
        write(os.path.join(folder, f"gait_{name}_r.obj"), points, faces)
        write(os.path.join(folder, f"gait_{name}_l.obj"), *mirrored(points, faces))
    write(os.path.join(folder, "gait_pelvis.obj"), *surface(pelvis(places["hip"]), .009, .004))
    write(os.path.join(folder, "gait_trunk.obj"), *surface(trunk(), .0084, .0022))


# --- the walk ---


def table(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.strip() for line in file]
    begin = lines.index("endheader") + 1
    while not lines[begin]:
        begin += 1
    return lines[begin].split(), [[float(x) for x in line.split()] for line in lines[begin + 1:] if line]


def at_time(rows, time):
    for a, b in zip(rows, rows[1:]):
        if a[0] <= time <= b[0]:
            t = (time - a[0]) / (b[0] - a[0])
            return [x + t * (y - x) for x, y in zip(a, b)]
    return rows[0] if time < rows[0][0] else rows[-1]


def frames(step):
    return [START + step * i for i in range(round((END - START) / step) + 1)]


def probe(name, targets, rows, digits=4):
    return {"class": "input_probe", "name": name, "targets": targets, "interpolation": "cubic",
            "knots": [{"time": round(time - START, 4), "values": [float(f"{x:.{digits}g}") for x in values]} for time, values in rows]}


def recorded(osim2):
    """Columns of the recording, and their units."""
    names, walk = table(os.path.join(osim2, "so_jointreaction", "subject01_walk1_Kinematics.sto"))
    return names, walk, [1 if name in ("pelvis_tx", "pelvis_ty", "pelvis_tz") else math.pi / 180 for name in names]


def started(path, osim2, out):
    """The model's file with the coordinates and speeds that the recording begins with."""
    names, walk, unit = recorded(osim2)
    document, h = Tree.parse(path), 0.004
    for coordinate in document.iter("Coordinate"):
        c = names.index(coordinate.get("name"))
        value, after = (at_time(walk, START + dt)[c] * unit[c] for dt in (0, h))
        for tag, number in (("default_value", value), ("default_speed_value", (after - value) / h)):
            node = coordinate.find(tag)
            (node if node is not None else Tree.SubElement(coordinate, tag)).text = repr(number)
    document.write(out)


def lead(model, osim2):
    """Drives on all coordinates, and probes for them, the floor and the muscles."""
    folder = os.path.join(osim2, "so_jointreaction")
    names, walk, unit = recorded(osim2)
    where = {}
    for joint in model["joints"]:
        slots = [s for s in ("angle_1", "angle_2", "angle_3", "translation_1", "translation_2", "translation_3") if s in joint] \
            if joint["class"] == "custom" else ["first"]
        for name, slot in zip(joint.get("coordinate_names", "").split(","), slots):
            where[name] = joint["name"], slot
    targets, columns = [], []
    for name in names[1:]:
        joint, slot = where[name]
        model["joints"].append({"class": "drive", "name": name, "joint": "joints/" + joint, "coordinate": slot})
        targets.append(f"joints/{name}:value")
        columns.append(names.index(name))
    rows = [(time, [at_time(walk, time)[c] * unit[c] for c in columns]) for time in frames(FRAME)]
    for drive, value in zip(model["joints"][-len(targets):], rows[0][1]):
        drive["value"] = value
    model["probes"] = [probe("walk", targets, rows, 7)]
    names, floor = table(os.path.join(folder, "subject01_walk1_grf.mot"))
    floor = [row for row in floor if START - .1 <= row[0] <= END + .1]
    for load in model["loads"]:
        columns = [names.index(f"{load['name']}_force_{k}{c}") for k in "vp" for c in "xyz"]
        rows = [(time, [at_time(floor, time)[c] for c in columns]) for time in frames(FLOOR_FRAME)]
        model["probes"].append(probe("floor_" + load["name"], [f"loads/{load['name']}:force", f"loads/{load['name']}:point"], rows))
        model["probes"][-1]["interpolation"] = "linear"
    names, activation = table(os.path.join(folder, "reference", "subject01_StaticOptimization_activation.sto"))
    muscles = [muscle["name"] for muscle in model["muscles"]]
    rows = [(time, [min(1, max(0, at_time(activation, time)[names.index(m)])) for m in muscles]) for time in frames(FRAME)]
    model["probes"].append(probe("activations", [f"muscles/{m}:excitation" for m in muscles], rows))


def trim(model):
    """Shorter numbers, and paths that are as visible as they should be."""
    for muscle in model["muscles"]:
        muscle["dynamics"] = {"enabled": False}
        muscle["law"]["tendon"] = "rigid"
        muscle.pop("activation", None)


def joint_place(model, name, side="location_a"):
    return next(j for j in model["joints"] if j["name"] == name).get(side, [0, 0, 0])


def spline_at_zero(axis):
    return axis.get("scale", 1) * (axis["coefficients"][0] if "coefficients" in axis else axis["y"][min(range(len(axis["x"])), key=lambda i: abs(axis["x"][i]))])


def lines(value, depth=0):
    """JSON with a component a line."""
    pad = "  " * depth
    if depth < 2 and isinstance(value, dict) or depth == 2 and isinstance(value, dict):
        inside = ",\n".join(f"{pad}  {json.dumps(k)}: {lines(v, depth + 1)}" for k, v in value.items())
        return "{\n" + inside + "\n" + pad + "}" if depth < 2 else "{" + ", ".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(pad + "  " + json.dumps(v) for v in value) + "\n" + pad + "]"
    return json.dumps(value)


def main():
    sinew, osim2, out = sys.argv[1:4]
    with tempfile.TemporaryDirectory() as folder:
        path, begun = os.path.join(folder, "m.sinew"), os.path.join(folder, "m.osim")
        started(os.path.join(osim2, "gait2392", "models", "subject01_simbody_adjusted.osim"), osim2, begun)
        subprocess.run([sinew, "import", begun, "--loads",
                        os.path.join(osim2, "so_jointreaction", "foot_floor_loads.xml"), "--out", path], check=True, stdout=subprocess.DEVNULL)
        with open(path, encoding="utf-8") as file:
            imported = json.load(file)["model"]
    knee = next(j for j in imported["joints"] if j["name"] == "knee_r")
    bones(os.path.join(out, "meshes"), {
        "hip": joint_place(imported, "hip_r"), "knee": [0, spline_at_zero(knee["translation_axis_2"]), 0],
        "ankle": joint_place(imported, "ankle_r"), "toes": joint_place(imported, "mtp_r"),
        "subtalar": [-x for x in joint_place(imported, "subtalar_r")]})
    lead(imported, osim2)
    trim(imported)
    credits = imported["notes"].split("Credits: ")[1].split("\n\n")[0]
    used = {point.split("/")[1] for muscle in imported["muscles"] for point in muscle["points"]}
    markers = [marker for marker in imported["markers"] if marker["name"] in used]
    shapes = {"pelvis": "pelvis", "torso": "trunk"}
    for side in "rl":
        shapes.update({f"femur_{side}": f"femur_{side}", f"tibia_{side}": f"shank_{side}", f"calcn_{side}": f"foot_{side}", f"toes_{side}": f"toes_{side}"})
    model = {
        "title": "Gait: 92 muscles on a recorded walk",
        "notes": "A person on a treadmill, recorded: the 23 coordinates of OpenSim's model gait2392 follow the recording, the floor's measured "
                 "reactions act on the feet (arrows), and the 92 muscles have the activations that OpenSim's static optimisation found. Plots: the "
                 "reactions, and moments that the drives of the right leg give beside the muscles. Try: select a muscle and plot its moment arm over a "
                 "coordinate; or import your own with sinew import MODEL.osim --loads LOADS.xml.\n\nModel, walk and activations from OpenSim's models "
                 "(gait2392, subject01 by D. Thelen, C. John, M. DeMers and others; simtk.org), changed: imported, sampled, tendons rigid. "
                 "Bones are of our own making. Credits of the model: " + credits,
        "gravity": [0, 0, -9.80665], "duration": END - START, "solver": {"max_step": 0.005},
        "view": {"direction": [-0.5, 0.85, -0.16], "angle": 0.4},
        "frames": {"render": {"visible": False}, "items": imported["frames"]}, "bodies": {"render": {"visible": False}, "items": imported["bodies"]},
        "markers": {"render": {"visible": False}, "items": markers},
        "visuals": [{"name": body, "frame": "bodies/" + body, "mesh": f"meshes/gait_{shape}.obj", "render": {"color": BONE, "specular": 0.2}}
                    for body, shape in shapes.items()],
        "joints": {"render": {"visible": False}, "items": imported["joints"]}, "muscles": imported["muscles"], "loads": imported["loads"],
        "probes": imported["probes"] + [
            {"class": "output_probe", "name": "walker", "interval": FRAME, "targets": [
                "joints/knee_r:angle_1.angle", "joints/pelvis_ty:torque", "joints/knee_angle_r:torque", "loads/right_foot:acting_force",
                "loads/left_foot:acting_force", "muscles/soleus_r:force"]}],
        "plots": [{"name": "Floor", "curves": [{"property": [f"loads/{side}_foot:acting_force"]} for side in ("right", "left")]},
                  {"name": "Drives of the right leg", "curves": [{"property": [f"joints/{name}_r:torque"]} for name in (
                      "hip_flexion", "knee_angle", "ankle_angle")]},
                  {"name": "Muscles", "curves": [{"property": [f"muscles/{name}_r:force"]} for name in (
                      "glut_max2", "rect_fem", "vas_lat", "bifemlh", "soleus", "med_gas", "tib_ant")]}]}
    with open(os.path.join(out, "gait.sinew"), "w", encoding="utf-8") as file:
        file.write(lines({"sinew": 1, "model": model}) + "\n")


if __name__ == "__main__":
    main()
