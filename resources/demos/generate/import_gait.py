#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the demo gait: OpenSim's model gait2392 led along a recorded walk, on bones of our own (make_gait.py).

    import_gait.py SINEW OSIM2 OUT_FOLDER      OSIM2: the project's folder data/osim2, which is not part of the sources

The model (92 muscles) is imported; its 23 coordinates follow the recording, the reactions of the floor act on its feet, and
the muscles have the activations that OpenSim's static optimisation found for it.
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
        if muscle["name"].startswith("ercspn"):  # its fibres run on up the back, where its line does not
            muscle["render"] = {"line_radius": 0.013}


def knees(markers):
    """Kneecaps where the vasti end, which moves over the shank, and what ties them to it: only to be seen."""
    for marker in markers:
        if marker["name"] in ("vas_int_r-P4", "vas_int_l-P4"):
            marker["render"] = {"visible": True, "point_radius": 0.016, "color": BONE}
    markers += [{"name": f"tuberosity_{side}", "frame": f"bodies/tibia_{side}", "location": [0.033, -0.067, 0]} for side in "rl"]
    return [{"class": "axial_spring", "name": f"patellar_ligament_{side}", "points": [f"markers/vas_int_{side}-P4", f"markers/tuberosity_{side}"],
             "enabled": False, "render": {"color": "#efeae0", "line_style": "cylinder", "line_radius": 0.0045}} for side in "rl"]


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
    lead(imported, osim2)
    trim(imported)
    credits = imported["notes"].split("Credits: ")[1].split("\n\n")[0]
    used = {point.split("/")[1] for muscle in imported["muscles"] for point in muscle["points"]}
    markers = [marker for marker in imported["markers"] if marker["name"] in used]
    ligaments = knees(markers)
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
        "view": {"center": [0.58, 0, 0.9], "direction": [-0.5, 0.85, -0.16], "size": 2.0, "angle": 0.4, "ground": 0},
        "frames": {"render": {"visible": False}, "items": imported["frames"]}, "bodies": {"render": {"visible": False}, "items": imported["bodies"]},
        "markers": {"render": {"visible": False}, "items": markers},
        "visuals": [{"name": body, "frame": "bodies/" + body, "mesh": f"meshes/gait_{shape}.obj", "render": {"color": BONE, "specular": 0.2}}
                    for body, shape in shapes.items()],
        "joints": {"render": {"visible": False}, "items": imported["joints"]}, "springs": ligaments, "muscles": imported["muscles"], "loads": imported["loads"],
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
