#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the pulley demos: pulleys-series, double-pulley, and pulleys-N, the machine of Table 6.1 of Sueda's thesis
(2010) with N lower pulleys.

    make_pulleys.py OUT_FOLDER [N]...          N from 1 to 64; without any: series, double and 8
"""
import json
import math
import os
import sys

UPRIGHT = [math.sqrt(0.5), math.sqrt(0.5), 0, 0]  # groove in the x-z plane, x to the right, y of the groove up
BONE, STEEL, WOOD = "#e8ddc4", "#8a94a0", "#b9986b"


def tidy(value):
    """Rounds to picometres, whole numbers without a point."""
    if isinstance(value, float):
        value = round(value, 12)
        return int(value) if value == int(value) else value
    if isinstance(value, (list, tuple)):
        return [tidy(v) for v in value]
    if isinstance(value, dict):
        return {key: tidy(v) for key, v in value.items()}
    return value


def text(value, depth=0):
    """JSON with short things on one line."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + 2 * depth <= 150 or not isinstance(value, (dict, list)):
        return line
    pad = "  " * (depth + 1)
    if isinstance(value, list):
        inner = [pad + text(v, depth + 1) for v in value]
        return "[\n" + ",\n".join(inner) + "\n" + "  " * depth + "]"
    inner = [f"{pad}{json.dumps(k)}: {text(v, depth + 1)}" for k, v in value.items()]
    return "{\n" + ",\n".join(inner) + "\n" + "  " * depth + "}"


def write(folder, name, model):
    with open(os.path.join(folder, name + ".sinew"), "w", encoding="utf-8") as file:
        file.write(text(tidy({"sinew": 1, "model": model})) + "\n")


def box(name, position, size, mass, color, **more):
    return {"name": name, "position": position, "geometry": {"shape": "box", "size": size},
            "inertia": {"method": "mass", "mass": mass}, "render": {"color": color}, **more}


def model(title, notes, view, **lists):
    return {"title": title, "notes": notes, "gravity": [0, 0, -9.81], "duration": 4,
            "solver": {"integrator": "backward_euler", "max_step": 0.002}, "view": view, **lists}


def rope(nodes, radius, **more):
    """Inextensible and without mass: the ropes of these machines weigh next to nothing beside their loads."""
    return {"class": "strand", "name": "rope", "radius": radius, "density": 0, "law": {"type": "inextensible"}, **more,
            "nodes": nodes}


def on(marker):
    return {"kind": "point", "point": "markers/" + marker}


def over(pulley, side):
    return {"kind": "pulley", "guide": "guides/" + pulley, "side": side}


def pulley(name, location, radius, width, **more):
    return {"class": "pulley", "name": name, "location": location, "rotation": UPRIGHT, "radius": radius, "width": width,
            "render": {"color": STEEL}, **more}


def series():
    """Two wheels that turn with the rope: the masses move as if the rims weighed half of the discs."""
    radius, wheel = 0.06, 0.2
    bodies = [box("left", [-0.21, 0, -0.45], [0.06, 0.06, 0.06], 1, BONE),
              box("right", [0.21, 0, -0.3], [0.06, 0.06, 0.068], 1.2, WOOD)]
    guides, joints = [], []
    for name, x in (("first", -0.15), ("second", 0.15)):
        bodies.append({"name": name, "position": [x, 0, 0], "orientation": UPRIGHT,
                       "geometry": {"shape": "cylinder", "radius": 0.045, "length": 0.012},
                       "inertia": {"method": "explicit", "mass": wheel,
                                   "tensor": [wheel * radius ** 2 / 4] * 2 + [wheel * radius ** 2 / 2, 0, 0, 0]},
                       "render": {"visible": False}})
        joints.append({"class": "hinge", "name": name, "frame_b": "bodies/" + name, "location_a": [x, 0, 0],
                       "rotation_a": UPRIGHT, "render": {"point_radius": 0.008}})
        guides.append(pulley(name, [x, 0, 0], radius, 0.02, wheel="bodies/" + name, grip=True))
    nodes = [on("left"), over("first", "right"), over("second", "right"), on("right")]
    return model(
        "Pulleys in series",
        "After Fig. 6.10b of Sueda's thesis (2010): a rope over two wheels that turn with it, 1 kg on the left, 1.2 kg on "
        "the right. The wheels are discs of 0.2 kg that the rope grips, so that the tension differs from one side of a "
        "wheel to the other: the masses accelerate with 0.2 g / (2.2 + 2 / 2 x 0.2) = 0.8175 m/s2; the rope pulls with "
        "10.6275 N on the left, 10.70925 N between the wheels and 10.791 N on the right.",
        {"center": [0, 0, -0.25], "direction": [0.2, 1, -0.15], "size": 0.75},
        bodies=bodies,
        markers=[{"name": "left", "frame": "bodies/left", "location": [0, 0, 0.03]},
                 {"name": "right", "frame": "bodies/right", "location": [0, 0, 0.034]}],
        joints=joints, guides=guides, strands=[rope(nodes, 0.004)],
        probes=[{"class": "output_probe", "name": "tension", "interval": 0.02,
                 "targets": [f"strands/rope/nodes/{k}:tension_{where}" for k, where in
                             ((0, "after"), (1, "after"), (2, "after"))]},
                {"class": "output_probe", "name": "motion", "interval": 0.02,
                 "targets": ["bodies/left:velocity", "bodies/right:velocity", "joints/first:angle"]}])


def double():
    """A block and tackle with one movable pulley."""
    radius = 0.06
    bodies = [box("load", [0, 0, -0.55], [0.1, 0.06, 0.08], 2, WOOD),
              box("weight", [0.18, 0, -0.35], [0.05, 0.05, 0.08], 1.1, BONE)]
    guides = [pulley("movable", [0, 0, 0.13], radius, 0.02, body="bodies/load"),
              pulley("fixed", [0.12, 0, 0], radius, 0.02)]
    nodes = [on("ceiling"), over("movable", "left"), over("fixed", "right"), on("weight")]
    return model(
        "Double pulley",
        "After Fig. 6.10c of Sueda's thesis (2010): a load of 2 kg hangs on a movable pulley; a weight of 1.1 kg, a tenth "
        "more than would hold it, pulls it up. The weight sinks with g (m - M/2) / (m + M/4) = 0.613125 m/s2, the load rises "
        "half as fast, and the rope pulls everywhere with 10.1165625 N: it has no friction.",
        {"center": [0.06, 0, -0.25], "direction": [0.2, 1, -0.15], "size": 0.8},
        bodies=bodies,
        markers=[{"name": "ceiling", "location": [-0.06, 0, 0.06]},
                 {"name": "weight", "frame": "bodies/weight", "location": [0, 0, 0.04]}],
        guides=guides, strands=[rope(nodes, 0.004)],
        probes=[{"class": "output_probe", "name": "tension", "interval": 0.02,
                 "targets": [f"strands/rope/nodes/{k}:tension_{where}" for k, where in
                             ((0, "after"), (1, "after"), (3, "before"))]},
                {"class": "output_probe", "name": "motion", "interval": 0.02,
                 "targets": ["bodies/load:velocity", "bodies/weight:velocity"]}])


def machine(n):
    """n pulleys on a lower bar of 1000 kg, n on the upper one; one rope, from a box to the upper bar."""
    radius, gap, depth, load = 0.05, 0.2, 1.2, 1000  # all parts of the rope are upright
    width = gap * n
    first = -width / 2 + gap / 2
    bodies = [box("upper", [0, 0, 0.12], [width + 0.3, 0.08, 0.08], 1, STEEL, dynamic=False),
              box("lower", [0, 0, -depth - 0.3], [width + 0.1, 0.16, 0.16], load, WOOD),
              box("box", [first - 3 * radius, 0, -depth / 2], [0.1, 0.1, 0.12], load / (2 * n), BONE)]
    guides, nodes = [], [on("box")]
    for k in range(n):
        x = first + gap * k
        guides.append(pulley(f"upper{k + 1}", [x - 2 * radius, 0, -0.12], radius, 0.02, body="bodies/upper"))
        guides.append(pulley(f"lower{k + 1}", [x, 0, 0.3], radius, 0.02, body="bodies/lower"))
        nodes += [over(f"upper{k + 1}", "right"), over(f"lower{k + 1}", "left")]
    nodes.append(on("end"))
    return model(
        f"{n} pulleys" if n > 1 else "One pulley",
        f"The machine of Table 6.1 of Sueda's thesis (2010) with {n} lower pulleys: a bar of 1000 kg hangs on 2 x {n} parts "
        f"of one rope without friction, whose other end bears a box of {load / (2 * n):g} kg. They are in balance. Give the "
        "box another mass (inertia.mass) and it sinks or rises. The other machines of the table, with 1 to 64 pulleys, "
        "are made by resources/demos/make_pulleys.py.",
        {"center": [0, 0, -depth / 2], "direction": [0.15, 1, -0.12], "size": max(2.2, 0.75 * width)},
        bodies=bodies,
        markers=[{"name": "box", "frame": "bodies/box", "location": [0, 0, 0.06]},
                 {"name": "end", "frame": "bodies/upper", "location": [first + gap * (n - 1) + radius, 0, -0.04]}],
        guides=guides, strands=[rope(nodes, 0.006)],
        probes=[{"class": "output_probe", "name": "tension", "interval": 0.02,
                 "targets": ["strands/rope:tension", "strands/rope/nodes/0:tension_after"]},
                {"class": "output_probe", "name": "motion", "interval": 0.02,
                 "targets": ["bodies/box:position", "bodies/box:velocity", "bodies/lower:position"]}])


def main():
    folder, counts = sys.argv[1], [int(word) for word in sys.argv[2:]]
    if not counts:
        write(folder, "pulleys-series", series())
        write(folder, "double-pulley", double())
    for n in counts or [8]:
        write(folder, f"pulleys-{n}", machine(n))


if __name__ == "__main__":
    main()
