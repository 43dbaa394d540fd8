#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes of IPC's benchmark become the models that they describe: on scenes and meshes made here."""
import json
import math
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import ipc_scene  # noqa: E402

CUBE = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
TETS = [[0, 4, 6, 7], [0, 6, 2, 7], [0, 2, 3, 7], [0, 3, 1, 7], [0, 1, 5, 7], [0, 5, 4, 7]]
COUNT = 0


def check(good, text):
    global COUNT
    COUNT += 1
    print(f"{'ok' if good else 'not ok'} {COUNT} - {text}", flush=True)


def near(a, b, tolerance=1e-12):
    return len(a) == len(b) and all(abs(x - y) <= tolerance for x, y in zip(a, b))


def box(sides, corner):
    return [[corner[k] + sides[k] * p[k] for k in range(3)] for p in CUBE]


def write_msh(path, nodes):
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"$MeshFormat\n4.1 0 8\n$EndMeshFormat\n$Nodes\n1 {len(nodes)} 1 {len(nodes)}\n3 0 0 {len(nodes)}\n")
        file.write("".join(f"{k + 1}\n" for k in range(len(nodes))) + "".join(f"{x!r} {y!r} {z!r}\n" for x, y, z in nodes))
        file.write(f"$EndNodes\n$Elements\n1 {len(TETS)} 1 {len(TETS)}\n3 0 4 {len(TETS)}\n")
        file.write("".join(f"{k + 1} " + " ".join(str(v + 1) for v in t) + "\n" for k, t in enumerate(TETS)) + "$EndElements\n")


def convert(text, nodes=None, files=None):
    """The scene, its model as written and the vertices of its bodies' meshes."""
    with tempfile.TemporaryDirectory() as data:
        write_msh(os.path.join(data, "cube.msh"), nodes or CUBE)
        for name, lines in (files or {}).items():
            with open(os.path.join(data, name), "w", encoding="utf-8") as file:
                file.write(lines)
        with open(os.path.join(data, "scene.txt"), "w", encoding="utf-8") as file:
            file.write(text)
        scene = ipc_scene.Scene(os.path.join(data, "scene.txt"), data)
        scene.write(data)
        with open(os.path.join(data, "model.sinew"), encoding="utf-8") as file:
            model = json.load(file)["model"]
        meshes = {b["name"]: ipc_scene.read_obj(os.path.join(data, b["name"] + ".obj")) for b in model["bodies"]
                  if b["geometry"]["shape"] == "mesh"}
    return scene, model, meshes


def refused(text):
    try:
        convert(text)
    except ipc_scene.Unknown:
        return True
    return False


def named(model, kind, name):
    return next(c for c in model[kind] if c["name"] == name)


def check_turn():
    """Random axes: lengths kept, the axis through the pivot too, and twice an angle is the angle twice."""
    draw = random.Random(5)
    good = True
    for _ in range(100):
        axis, angle = [draw.uniform(-1, 1) for _ in range(3)], draw.uniform(-400, 400)
        once, twice = ipc_scene.rotation_about(axis, angle), ipc_scene.rotation_about(axis, 2 * angle)
        square = ipc_scene.multiply(once, once)
        good = good and near(ipc_scene.apply(once, axis), axis) and all(near(square[k], twice[k]) for k in range(3))
        good = good and abs(math.hypot(*ipc_scene.apply(once, [1, 2, 3])) - math.sqrt(14)) < 1e-12
    good = good and near(ipc_scene.apply(ipc_scene.rotation_about([5, 0, 0], 90), [0, 1, 0]), [0, 0, 1])
    check(good, "a turn about any axis")
    # extents 1 2 4, corner at 3 0 0: the pivot is at 0.5 1 2, half the extents, not the middle
    scene, _, _ = convert("shapes input 1\ncube.msh 0 0 0 0 0 0 1 1 1\nrotateModel 0 0 2 90\n", box([1, 2, 4], [3, 0, 0]))
    low, high = ipc_scene.bounds(scene.shapes[0].nodes)
    check(near(low, [-0.5, 3.5, 0]) and near(high, [1.5, 4.5, 4]), "rotateModel about half the extents")
    scene, _, _ = convert("size 2\nshapes input 1\ncube.msh 0 0 0 0 0 0 1 1 1\nrotateModel 0 0 1 90\n", box([1, 2, 8], [3, 0, 0]))
    low, high = ipc_scene.bounds(scene.shapes[0].nodes)
    check(near(low, [0, 0, 0]) and near(high, [0.5, 0.25, 2]), "rotateModel before size")


def check_matrix():
    _, _, meshes = convert("shapes input 1\ncube.msh 0 0 0 0 0 0 1 1 1\nshapeMatrix input 2 1 3\n"
                           "rod.seg 2 1 5 0 90 0 1 1 3\n", files={"rod.seg": "v 0 0 0\nv 0 0 1\ns 1 2\n"})
    vertices, faces = meshes["segments"]
    low, high = ipc_scene.bounds(vertices)
    # grids from 0 to 2 and to 10; a rod of 3 along z, turned to x
    check(len(vertices) == 36 and len(faces) == 48 and near(low, [0, 0, 0], 3e-3) and near(high, [5, 0, 10], 3e-3),
          "shapeMatrix of segments")
    sides = {}
    for f in faces:
        for i in range(3):
            sides[f[i], f[(i + 1) % 3]] = sides.get((f[i], f[(i + 1) % 3]), 0) + 1
    check(all(n == 1 and (b, a) in sides for (a, b), n in sides.items()), "bars of segments are closed")
    volume = sum(sum(vertices[f[0]][k] * ipc_scene.cross(vertices[f[1]], vertices[f[2]])[k] for k in range(3)) for f in faces) / 6
    # six prisms of length 3; the bounds of all are 5 1 10
    radius = 0.25e-3 * math.dist([0, 0, 0], [5, 1, 10])
    check(abs(volume / (6 * 3 * 0.75 * math.sqrt(3) * radius ** 2) - 1) < 1e-6, "and face outwards")
    scene, _, _ = convert("shapeMatrix input 2 3 4 1 2 3\ncube.msh 2 2 2 0 0 0 1 1 1 material 5 6 0.1\n")
    check(len(scene.shapes) == 24 and near(scene.shapes[-1].position, [3, 6, 9]) and scene.shapes[0].material == [5, 6, 0.1],
          "shapeMatrix with a place and a material")


def check_moved():
    _, model, _ = convert("time 4 0.5\nshapes input 1\ncube.msh 0 0 0 0 0 0 1 1 1"
                          "  DBC -0.1 -0.1 -0.1 0.1 1.1 0.1  1 0 0 0 0 0  0 2"
                          "  DBC -0.1 -0.1 -0.1 0.1 1.1 0.1  0 3 0 0 90 0  2\n", box([2, 2, 2], [7, 0, 0]))
    knots = named(model, "probes", "moved0_0")["knots"]
    turn = named(model, "probes", "moved0_0_turn")["knots"]
    hold = model["attachments"][0]
    check(hold["nodes"] == "0 2" and near(model["bodies"][0]["position"], [7, 1, 0]), "DBC picks nodes by shares of the bounds")
    check(knots[0]["values"] == [1, 0, 0] and knots[1]["values"] == [0, 3, 0] and 2 < knots[1]["time"] < 2.001,
          "and moves them, one speed after the other")
    check(near(turn[0]["values"], [0, 0, 0]) and near(turn[1]["values"], [0, math.pi / 2, 0]), "and turns them")
    plain = "shapes input 1\ncube.msh 0 0 0 0 0 0 1 1 1 DBC 0 0 0 1 1 1  0 0 0 0 0 0"
    check(refused(plain + " 1\n") and refused(plain + "\nDBCTimeRange 0 2\n") and refused(plain + " DBC 0 0 0 0 1 1 0 0 0 0 0 0\n")
          and not refused(plain + "\n"), "nodes let go and sets that overlap are refused")


def check_loads():
    text = "time 4 0.5\ndensity 600\nshapes input 1\ncube.msh 0 0 0 0 0 0 1 1 1  NBC 0 0 0 1 1 0.1  0 -2 0"
    _, model, _ = convert(text + "\n", box([1, 2, 3], [0, 0, 0]))
    force = {load["point"].rsplit("/", 1)[-1]: load["force"][1] for load in model["loads"]}
    # nodes of z = 0: node 0 is in all six elements of 1 m3, the others in two each; 600 kg/m3
    check(near([force[k] for k in ("0", "2", "4", "6")], [-2 * 600 * n / 4 for n in (6, 2, 2, 2)], 1e-9) and len(force) == 4
          and not model["probes"], "NBC is an acceleration of the nodes' masses")
    _, model, _ = convert(text + " 1 3\nNBCTimeRange 0 2\n")
    knots = model["probes"][0]["knots"]
    check([k["values"][1] < 0 for k in knots] == [False, True, False] and near([k["time"] for k in knots], [0, 1, 2], 1e-3),
          "NBC in its range and the scene's")


def check_scripts():
    shape = "time 2.5 0.01\nshapes input 1\ncube.msh 0 0 0 0 0 0 1 1 1\n"
    _, model, _ = convert(shape + "script stretchAndPause\n")
    stop = named(model, "probes", "handle0_1")["knots"]
    speeds = [named(model, "bodies", f"handle0_{side}")["target_velocity"][0] for side in (0, 1)]
    check(speeds == [-1, 1] and 0.28 <= stop[1]["time"] < 0.2901 and stop[1]["values"] == [0, 0, 0], "stretchAndPause")
    _, model, _ = convert("time 2 0.01\nscript pushRightMost1\nshapes input 2\ncube.msh 0 0 0 0 0 0 1 1 1\n"
                          "cube.msh 0 2 0 0 0 0 1 1 1\n")
    check(model["fems"][0]["nodes"] == [{"number": 4, "dynamic": False, "target_velocity": [-0.15, 0, 0]}]
          and "nodes" not in model["fems"][1], "pushRightMost1 moves one node of the scene")
    check(refused("script hang\n" + shape) and refused("handleRatio 0.1\n" + shape), "what is not known is refused")


def main():
    for part in (check_turn, check_matrix, check_moved, check_loads, check_scripts):
        part()
    print(f"1..{COUNT}")


if __name__ == "__main__":
    main()
