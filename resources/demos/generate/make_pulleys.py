#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the pulley demos: pulleys-series, double-pulley and pulleys-8.

    make_pulleys.py OUT_FOLDER
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
            "nodes": nodes, "render": {"color": "#c9b58c", "line_style": "rope"}}


def pause(name, time):
    """A run stops there: what hangs on the rope does not know that it has reached a wheel."""
    return {"name": name.replace(" ", "_"), "time": time, "breakpoint": True}


def on(marker):
    return {"kind": "point", "point": "markers/" + marker}


def over(pulley, side):
    return {"kind": "pulley", "guide": "guides/" + pulley, "side": side}


def pulley(name, location, radius, width, rotation=UPRIGHT, **more):
    return {"class": "pulley", "name": name, "location": location, "rotation": rotation, "radius": radius, "width": width,
            "render": {"color": STEEL}, **more}


def multiply(a, b):
    """Quaternion of the turn b, then a."""
    return [a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3], a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1], a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]]


def series():
    """Two wheels that turn with the rope: the masses move as if the rims weighed half of the discs."""
    radius, wheel = 0.06, 0.2
    bodies = [box("left", [-0.21, 0, -0.45], [0.06, 0.06, 0.06], 1, BONE, caption="1 kg"),
              box("right", [0.21, 0, -0.3], [0.06, 0.06, 0.068], 1.2, WOOD, caption="1.2 kg"),
              box("beam", [0, 0, 0.115], [0.46, 0.08, 0.03], 1, STEEL, dynamic=False)]
    guides, joints = [], []
    for name, x in (("first", -0.15), ("second", 0.15)):
        bodies.append({"name": name, "position": [x, 0, 0], "orientation": UPRIGHT,
                       "geometry": {"shape": "cylinder", "radius": 0.045, "length": 0.012},
                       "inertia": {"method": "explicit", "mass": wheel,
                                   "tensor": [wheel * radius ** 2 / 4] * 2 + [wheel * radius ** 2 / 2, 0, 0, 0]},
                       "render": {"visible": False}})
        joints.append({"class": "hinge", "name": name, "frame_b": "bodies/" + name, "location_a": [x, 0, 0],
                       "rotation_a": UPRIGHT, "render": {"point_radius": 0.008}})
        guides.append(pulley(name, [x, 0, 0], radius, 0.02, wheel="bodies/" + name, grip=True, mount=[0, 0, 0.1]))
    joints.append({"class": "slider", "name": "stop", "frame_b": "bodies/left", "location_a": [-0.21, 0, -0.45],
                   "rotation_a": [1, 0, 0, 0], "limited": True, "lower": -1, "upper": 0.34, "render": {"visible": False}})
    nodes = [on("left"), over("first", "right"), over("second", "right"), on("right")]
    return model(
        "Pulleys in series",
        "After Fig. 6.10b of Sueda's thesis (2010): a rope over two wheels that turn with it, 1 kg on the left, 1.2 kg on "
        "the right. The wheels are discs of 0.2 kg that the rope grips, so that the tension differs from one side of a "
        "wheel to the other: the masses accelerate with 0.2 g / (2.2 + 2 / 2 x 0.2) = 0.8175 m/s2; the rope pulls with "
        "10.6275 N on the left, 10.70925 N between the wheels and 10.791 N on the right. The left one stops below its "
        "wheel.",
        {"direction": [0.2, 1, -0.15], "angle": 0.4887, "ground": -0.85},
        bodies=bodies,
        markers=[{"name": "left", "frame": "bodies/left", "location": [0, 0, 0.03]},
                 {"name": "right", "frame": "bodies/right", "location": [0, 0, 0.034]}],
        joints=joints, guides=guides, strands=[rope(nodes, 0.004)],
        probes=[{"class": "output_probe", "name": "tension", "interval": 0.02,
                 "targets": [f"strands/rope/nodes/{k}:tension_{where}" for k, where in
                             ((0, "after"), (1, "after"), (2, "after"))]},
                {"class": "output_probe", "name": "motion", "interval": 0.02,
                 "targets": ["bodies/left:velocity", "bodies/right:velocity", "joints/first:angle"]}],
        duration=2)


def double():
    """A block and tackle with one movable pulley."""
    radius = 0.06
    bodies = [box("load", [0, 0, -0.55], [0.1, 0.06, 0.08], 2, WOOD, caption="2 kg"),
              box("weight", [0.18, 0, -0.35], [0.05, 0.05, 0.08], 1.1, BONE, caption="1.1 kg"),
              box("beam", [0.04, 0, 0.115], [0.32, 0.08, 0.03], 1, STEEL, dynamic=False)]
    guides = [pulley("movable", [0, 0, 0.13], radius, 0.02, body="bodies/load", mount=[0, 0, -0.09]),
              pulley("fixed", [0.12, 0, 0], radius, 0.02, mount=[0, 0, 0.1])]
    nodes = [on("ceiling"), over("movable", "left"), over("fixed", "right"), on("weight")]
    return model(
        "Double pulley",
        "After Fig. 6.10c of Sueda's thesis (2010): a load of 2 kg hangs on a movable pulley; a weight of 1.1 kg, a tenth "
        "more than would hold it, pulls it up. The weight sinks with g (m - M/2) / (m + M/4) = 0.613125 m/s2, the load rises "
         "half as fast, and the rope pulls everywhere with 10.1165625 N: it has no friction. A breakpoint stops it before the "
         "load is at the fixed pulley.",
         {"direction": [0.35, 1, -0.15], "angle": 0.4887, "ground": -1.15},
        bodies=bodies,
        markers=[{"name": "ceiling", "location": [-0.06, 0, 0.1]},
                 {"name": "weight", "frame": "bodies/weight", "location": [0, 0, 0.04]}],
        guides=guides, strands=[rope(nodes, 0.004)],
        probes=[{"class": "output_probe", "name": "tension", "interval": 0.02,
                 "targets": [f"strands/rope/nodes/{k}:tension_{where}" for k, where in
                             ((0, "after"), (1, "after"), (3, "before"))]},
                {"class": "output_probe", "name": "motion", "interval": 0.02,
                 "targets": ["bodies/load:velocity", "bodies/weight:velocity"]}],
        waypoints=[pause("load below the fixed pulley", 1.5)], duration=1.6)


def tackle():
    """A tackle of as many sheaves as its rope has turns, from 1 to 64, side by side in two blocks; a box on its other end.

    All parts of the rope are upright, so that equilibrium is exact: the sheaves of the upper block turn about the axle, those
    of the lower one stand a little askew, from where the rope comes down from one sheave above to where it rises to the next.
    """
    turns, radius, pitch, rope_radius, drop = 8, 0.08, 0.02, 0.006, 0.9
    lead, foot = 0.05, -0.22  # radius of the pulleys that lead the rope to the block, height of the inner one
    beam, block = 0.16, 0.2  # underside of the beam above, top of the load below, from the axles of their blocks
    load, side = 1000, 0.5
    skew = math.atan2(pitch / 2, radius)
    across = [0.5, 0.5, 0.5, 0.5]  # groove in the y-z plane
    askew = multiply([math.cos(skew / 2), 0, 0, math.sin(skew / 2)], across)
    outer = [-0.83, -radius, foot - 2 * lead]
    bodies = [box("beam", [-0.1, 0, beam + 0.04], [1.8, 0.24, 0.08], 1, STEEL, dynamic=False),
              box("load", [0, 0, -drop - block - side / 2], [side, side, side], load, WOOD, caption=f"{load} kg"),
              box("box", [outer[0] - lead, -radius, -0.8], [0.2, 0.2, 0.2], load / (2 * turns), BONE,
                  caption=f"{load / (2 * turns):g} kg")]

    def held(name, place, size, by, mount, **more):
        body = {"beam": bodies[0], "load": bodies[1]}[by]
        here = [a - b for a, b in zip(place, body["position"])]
        return pulley(name, here, size, 0.018, body="bodies/" + by, mount=[0, 0, mount], **more)

    guides = [held("outer", outer, lead, "beam", beam - outer[2]),
              held("inner", [-pitch / 2 - lead, -radius, foot], lead, "beam", beam - foot),
              held("upper", [-pitch / 2, 0, 0], radius, "beam", beam, rotation=across),
              held("lower", [0, 0, -drop], math.hypot(radius, pitch / 2), "load", -block, rotation=askew)]
    nodes = [on("box"), over("outer", "right"), {**over("inner", "left"), "repeat": "first"},
             {**over("upper", "right"), "repeat": "each"}, {**over("lower", "right"), "repeat": "each"},
             {**on("end"), "repeat": "last"}]
    return model(
        "Tackle of 1 to 64 pulleys",
        "After Table 6.1 of Sueda's thesis (2010): a load of 1000 kg hangs on 2 n parts of one rope without friction that "
        "runs over n pulleys above and n below by turns; its end bears a box. n is the property Turns of the rope "
        "(strands/rope:repeat), from 1 to 64. A box of 1000 / (2 n) kg holds the load (bodies/box:inertia.mass): 500, "
        "250, 125, 62.5, 31.25, 15.625, 7.8125 kg for n = 1, 2, 4, 8, 16, 32, 64 (the thesis found 500.3, 250.1, 124.8, "
        "62.4, 31.2, 15.7, 7.8). Here are 8 turns and 62.5 kg, in balance; change either and the box sinks or rises.",
        {"direction": [0.25, 1, -0.12], "angle": 0.4887, "ground": -1.8},
        bodies=bodies,
        markers=[{"name": "box", "frame": "bodies/box", "location": [0, 0, 0.1]},
                 {"name": "end", "frame": "bodies/beam", "location": [pitch / 2 + 0.1, -radius, -0.04]}],
        guides=guides, strands=[rope(nodes, rope_radius, repeat=turns, repeat_shift=[pitch, 0, 0])],
        probes=[{"class": "output_probe", "name": "tension", "interval": 0.02,
                 "targets": ["strands/rope:tension", "strands/rope/nodes/0:tension_after"]},
                {"class": "output_probe", "name": "motion", "interval": 0.02,
                 "targets": ["bodies/box:position", "bodies/box:velocity", "bodies/load:position"]}],
        panels=[{"name": "Tackle",
                 "controls": [{"property": ["strands/rope:repeat"], "widget": "slider", "low": 1, "high": 64},
                              {"property": ["bodies/box:inertia.mass"]}, {"property": ["strands/rope:tension"]}]}])


def main():
    folder = sys.argv[1]
    write(folder, "pulleys-series", series())
    write(folder, "double-pulley", double())
    write(folder, "pulleys-8", tackle())


if __name__ == "__main__":
    main()
