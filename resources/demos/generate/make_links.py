#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes what is only to be seen of linkages: links, pins, stands, strings.

    make_links.py DEMO_FOLDER

Reads four-bar and cradle there, puts `visuals` into them and writes the meshes that these name. The mechanics
stay as they are.
"""
import json
import math
import os
import sys

from machine_meshes import link, pedestal

STEEL, PLATE, PIN = "#8a94a0", "#d6dade", "#5b646f"
ACROSS = [math.sqrt(0.5), math.sqrt(0.5), 0, 0]  # turns y to z: flat parts stand up, their axis along -y


def visual(name, mesh, frame=None, location=None, rotation=None, scale=None, color=STEEL, specular=0.3):
    item = {"name": name}
    if frame:
        item["frame"] = f"bodies/{frame}"
    item["mesh"] = f"meshes/{mesh}.obj"
    for key, value in (("location", location), ("rotation", rotation), ("scale", scale)):
        if value:
            item[key] = [round(x, 9) for x in value]
    item["render"] = {"color": color, "specular": specular}
    return item


def pin(name, place, radius, length, frame=None):
    """A round bar with two heads, along y."""
    x, y, z = place
    return [visual(f"{name}_pin", "axle", frame, place, ACROSS, [radius, radius, length], PIN, 0.6)] + \
        [visual(f"{name}_head{i}", "axle", frame, [x, y + s * length / 2, z], ACROSS,
                [1.5 * radius, 1.5 * radius, 0.5 * radius], PIN, 0.6) for i, s in enumerate((-1, 1))]


def plate(name, center, size, color=PLATE):
    return visual(name, "block", None, center, None, size, color)


def list_of(value):
    return value["items"] if isinstance(value, dict) else value


# --- four-bar: crank and rocker in one plane, the coupler behind them, all before the base ---

def four_bar(model, folder):
    thick = 0.01
    for name, length, radius in (("crank", 0.1, 0.0135), ("coupler", 0.3, 0.0125), ("rocker", 0.25, 0.0125)):
        link(length, radius, thick, 0.0012).write(os.path.join(folder, "meshes", f"link_{name}.obj"), "make_links.py")
    pedestal(0.13, 0.0135, 0.01).write(os.path.join(folder, "meshes", "link_stand.obj"), "make_links.py")
    colors = {body["name"]: body["render"]["color"] for body in model["bodies"]}
    for body in model["bodies"]:
        body["render"]["visible"] = False
    visuals = [visual(name, f"link_{name}", name, [-half, 0, 0], ACROSS, color=colors[name])
               for name, half in (("crank", 0.05), ("coupler", 0.15), ("rocker", 0.125))]
    visuals += [plate("plate", [0.15, 0.006, -0.136], [0.42, 0.09, 0.012])]
    for name, x in (("A", 0.0), ("D", 0.3)):
        for side in (-1, 1):
            visuals.append(visual(f"stand_{name}{side + 1}", "link_stand", None, [x, 0.0112 * side, 0], ACROSS))
        visuals.append(visual(f"foot_{name}", "block", None, [x, 0, -0.125], None, [0.07, 0.05, 0.01], STEEL))
        visuals += pin(name, [x, 0, 0], 0.0055, 0.036)
    visuals += pin("B", [0.05, 0.007, 0], 0.005, 0.028, "crank") + pin("C", [0.125, 0.007, 0], 0.005, 0.028, "rocker")
    model["view"]["ground"] = -0.1421
    model["joints"] = {"render": {"visible": False}, "items": list_of(model["joints"])}
    return visuals


# --- cradle: a frame, two strings to each ball; their length is that of the arm in the plane ---

def cradle(model, folder):
    visuals, height, half, depth = [], 0.02, 0.36, 0.16
    bar = lambda name, place, rotation, length: visual(name, "axle", None, place, rotation, [0.008, 0.008, length], STEEL, 0.7)
    for i, y in enumerate((-depth, depth)):
        visuals.append(bar(f"rail{i}", [0, y, height], [math.sqrt(0.5), 0, math.sqrt(0.5), 0], 2 * half))
        for k, x in enumerate((-half, half)):
            visuals.append(bar(f"post{i}{k}", [x, y, (height - 0.64) / 2], None, height + 0.64))
    for k, x in enumerate((-half, half)):
        visuals.append(bar(f"tie{k}", [x, 0, height], ACROSS, 2 * depth))
    for i, y in enumerate((-depth, depth)):
        for k, x in enumerate((-half, half)):
            visuals.append(visual(f"knob{i}{k}", "ball", None, [x, y, height], None, [0.0105] * 3, STEEL, 0.7))
    visuals.append(plate("foot", [0, 0, -0.65], [2 * half + 0.16, 2 * depth + 0.12, 0.025], "#6b4a33"))
    reach = math.hypot(depth, 0.48)
    for body in model["bodies"]:
        for side in (-1, 1):
            angle = math.atan2(side * depth, 0.48)  # from z towards y
            turn = [math.cos(angle / 2), -math.sin(angle / 2), 0, 0]
            visuals.append(visual(f'{body["name"]}_string{side + 1}', "axle", body["name"],
                                  [0, side * depth / 2, 0.02 + 0.24 + 0.01], turn, [0.0012, 0.0012, reach], "#4e5763", 0.1))
    model["joints"] = {"render": {"visible": False}, "items": list_of(model["joints"])}
    model["view"] = {"direction": [0.45, 1, -0.22], "angle": 0.4887, "ground": -0.6626}
    return visuals


def text_of(value, level=0):
    """As the demos are written: each item of a list in one line."""
    pad = "  " * level
    if isinstance(value, dict) and (level < 2 or "items" in value):
        inner = ",\n".join(f"{pad}  {json.dumps(key)}: {text_of(item, level + 1)}" for key, item in value.items())
        return "{\n" + inner + f"\n{pad}}}"
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return "[\n" + ",\n".join(f"{pad}  {json.dumps(item, ensure_ascii=False)}" for item in value) + f"\n{pad}]"
    return json.dumps(value, ensure_ascii=False)


def main():
    folder = sys.argv[1]
    for name, make in (("four-bar", four_bar), ("cradle", cradle)):
        path = os.path.join(folder, f"{name}.sinew")
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        model = document["model"]
        model["visuals"] = make(model, folder)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text_of(document) + "\n")


if __name__ == "__main__":
    main()
