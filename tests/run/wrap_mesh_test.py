#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Paths over the mesh of a body, from the command line: lengths and moment arms beside those over the round thing that
the mesh stands for, a part of a mesh, and what cannot be lain over.  wrap_mesh_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import tempfile

from tap import done, sinew, tap

R, AROUND = 0.02, 96


def write_ball(path, turned_in=False):
    """A ball of quads that are cut in two; a third of it turned inside out and one triangle gone: its hull is the same."""
    corner, triangle = [], []
    for i in range(AROUND // 2 + 1):
        for j in range(AROUND):
            t, p = 2 * math.pi * i / AROUND, 2 * math.pi * j / AROUND
            corner.append((R * math.sin(t) * math.cos(p), R * math.sin(t) * math.sin(p), R * math.cos(t)))
    for i in range(AROUND // 2):
        for j in range(AROUND):
            a, b = i * AROUND + j, i * AROUND + (j + 1) % AROUND
            triangle += [(a, a + AROUND, b), (b, a + AROUND, b + AROUND)]
    if turned_in:
        triangle = [t[::-1] if i % 3 == 0 else t for i, t in enumerate(triangle[1:])]
    with open(path, "w", encoding="utf-8") as file:
        file.writelines("v %.9g %.9g %.9g\n" % c for c in corner)
        file.writelines("f %d %d %d\n" % tuple(k + 1 for k in t) for t in triangle)


def write_model(path, geometry, wrap, **more):
    """An arm on a hinge in the middle of a bone, pulled by a spring over the bone's mesh and by one over a ball."""
    spring = {"class": "axial_spring", "points": ["markers/a", "markers/b"],
              "law": {"stiffness": 100, "rest_is_start": False, "rest_length": 0.05}}
    model = {"bodies": [{"name": "bone", "dynamic": False, "geometry": geometry},
                        {"name": "arm", "position": [0.1, 0, 0], "geometry": {"shape": "box", "size": [0.1, 0.02, 0.02]}}],
             "joints": [{"class": "hinge", "name": "j", "frame_a": "bodies/bone", "frame_b": "bodies/arm",
                         "location_b": [-0.1, 0, 0], "limited": True, "lower": -1.2, "upper": 1.2}],
             "markers": [{"name": "a", "location": [-0.08, 0.01, 0.004]},
                         {"name": "b", "frame": "bodies/arm", "location": [-0.05, 0.01, -0.003]}],
             "wraps": [{"name": "mesh", "body": "bodies/bone", "shape": "mesh", **wrap},
                       {"name": "ball", "shape": "sphere", "size": [R, R, R]}],
             "springs": [{**spring, "name": "over_mesh", "wraps": ["wraps/mesh"]},
                         {**spring, "name": "over_ball", "wraps": ["wraps/ball"]}], **more}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)


def sweep(folder, model):
    out = os.path.join(folder, "out.csv")
    end = sinew("sweep", model, "--coordinate", "joints/j:angle", "--from", "-1.2", "--to", "1.2", "--samples", "481",
                "--out", out)
    tap(end.returncode == 0, f"led over its angles: {end.stderr}")
    with open(out, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return [[float(v) for v in row] for row in rows[1:]]


def over_a_ball(folder, turned_in):
    model = os.path.join(folder, "ball.sinew")
    write_ball(os.path.join(folder, "ball.obj"), turned_in)
    write_model(model, {"shape": "mesh", "mesh": "ball.obj"}, {})
    rows = sweep(folder, model)
    length = max(abs(row[2] / row[5] - 1) for row in rows)
    arm = max(abs(row[1] - row[4]) for row in rows) / R
    jump = max(abs(b[2] - a[2]) for a, b in zip(rows, rows[1:])) / (rows[1][0] - rows[0][0])
    what = "a mesh that is open and turned in" if turned_in else "a mesh"
    tap(length < 1.5e-3, f"as long over {what} as over its ball: {length:.1e}")
    tap(arm < 0.1, f"moment arms as well, over facets of {360 / AROUND} degrees: {arm:.1e} of the radius")
    tap(jump < 0.06, f"no jump: at most {jump:.3f} m a radian")


def in_a_plane(folder):
    """Joint-modeller's ways: over a ball any plane through the middle is the shortest one, and moment arms are -dL/dq."""
    model = os.path.join(folder, "plane.sinew")
    ball = {"shape": "mesh", "mesh": "ball.obj"}
    for wrap in ({"method": "plane"}, {"method": "plane", "side": "+y"}, {"method": "covariance"}):
        write_ball(os.path.join(folder, "ball.obj"))
        turned = {"rotation": [0.5 ** 0.5, 0, 0.5 ** 0.5, 0]} if wrap["method"] == "covariance" else {}  # angles count from x
        write_model(model, ball, {**wrap, **turned})
        rows = sweep(folder, model)
        name = " ".join(wrap.values())
        over = [row for row in rows if row[5] > row[2] - 1e-4 or wrap != {"method": "plane"}]
        slope = [(b[2] - a[2]) / (b[0] - a[0]) for a, b in zip(rows, rows[1:])]
        # the moment arm of the middle of two samples, but where facets change in between
        off = sorted(abs(s + (a[1] + b[1]) / 2) for s, a, b in zip(slope, rows, rows[1:]))
        if wrap["method"] == "plane":  # that of least covariance leaps
            tap(off[len(off) * 9 // 10] < 1e-4, f"{name}: moment arms are -dL/dq within {off[len(off) * 9 // 10]:.1e} m")
        if wrap == {"method": "plane"}:
            length = max(abs(row[2] / row[5] - 1) for row in over)
            tap(length < 1.5e-3, f"{name}: as long as over its ball: {length:.1e}")
        if "side" in wrap:  # also where the straight line is free on the other side
            tap(all(row[2] > row[5] - 1e-4 for row in rows), f"{name}: never shorter than the shortest")
            jump = max(abs(b[2] - a[2]) for a, b in zip(rows, rows[1:])) / (rows[1][0] - rows[0][0])
            tap(jump < 0.12, f"{name}: no jump: at most {jump:.3f} m a radian")
        end = sinew("info", model)
        tap(("jumps where another sector" in end.stdout) == (name == "covariance"), f"{name}: info says whether it jumps")


def part(folder):
    """Of a long block the middle, beside a block that is no longer than that."""
    model = os.path.join(folder, "part.sinew")
    write_model(model, {"shape": "box", "size": [0.5, 0.04, 0.5]}, {"part": True, "size": [R, 1, R]})
    rows = sweep(folder, model)
    write_model(model, {"shape": "box", "size": [2 * R, 0.04, 2 * R]}, {})
    same = sweep(folder, model)
    tap(max(abs(a[2] - b[2]) for a, b in zip(rows, same)) < 1e-7, "a part of a mesh is as a mesh of that part")


def refused(folder):
    flat = os.path.join(folder, "flat.obj")
    with open(flat, "w", encoding="utf-8") as file:
        file.write("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n")
    ball = {"shape": "mesh", "mesh": "ball.obj"}
    cases = [({"shape": "none"}, {}, "has no shape"), ({"shape": "mesh", "mesh": "flat.obj"}, {}, "in a plane"),
             (ball, {"body": None}, "choose a body"), (ball, {"part": True, "size": [R / 9] * 3}, "in its box"),
             (ball, {"part": True, "size": [R] * 3, "location": [1, 0, 0]}, "in its box"),
             (ball, {"side": "+y"}, "with the method plane only")]
    for geometry, wrap, said in cases:
        model = os.path.join(folder, "bad.sinew")
        write_model(model, geometry, wrap)
        end = sinew("run", model, "--time", "0.01")
        first = end.stderr.split("\n")[0]
        tap(end.returncode == 1 and said in first and "/model/wraps/mesh" in first, f"refused: {first}")
    write_model(model, ball, {"location": [-0.08, 0, 0]})
    end = sinew("run", model, "--time", "0.01")
    tap(end.returncode == 0, f"where its frame is does not matter to a whole mesh: {end.stderr}")
    write_model(model, {"shape": "ellipsoid", "size": [0.1, 0.1, 0.1]}, {})
    end = sinew("run", model, "--time", "0.01")
    tap("point 1 is inside mesh" in end.stderr, f"an end inside is named: {end.stderr.split(chr(10))[0]}")
    write_model(model, ball, {"method": "plane"})
    text = open(model, encoding="utf-8").read().replace('["wraps/mesh"]', '["wraps/mesh", "wraps/ball"]')
    with open(model, "w", encoding="utf-8") as file:
        file.write(text)
    end = sinew("run", model, "--time", "0.01")
    tap(end.returncode == 1 and "beside which there is no other" in end.stderr, f"refused: {end.stderr.split(chr(10))[0]}")
    strand = {"strands": [{"class": "strand", "name": "s", "nodes": [{"kind": "point", "point": "markers/a"},
                                                  {"kind": "surface", "surface": "wraps/mesh"},
                                                  {"kind": "point", "point": "markers/b"}]}]}
    write_model(model, ball, {}, **strand)
    end = sinew("run", model, "--time", "0.01")
    tap(end.returncode == 1 and "slides on a mesh" in end.stderr, f"strands do not slide on it: {end.stderr.split(chr(10))[0]}")


with tempfile.TemporaryDirectory() as where:
    over_a_ball(where, False)
    over_a_ball(where, True)
    in_a_plane(where)
    part(where)
    refused(where)
done()
