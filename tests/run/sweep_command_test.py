#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sinew sweep: tables against closed forms, ranges, which paths, and what is refused.  sweep_command_test.py SINEW.
TAP."""
import csv
import json
import math
import os
import tempfile

from tap import done, sinew, tap

A, B = 0.2, 0.15  # sides of the triangle of hinge, origin and insertion


def write_model(folder):
    limits = {"limited": True, "lower": -1.0, "upper": 1.25}
    path = os.path.join(folder, "model.sinew")
    spring = {"class": "axial_spring", "points": ["markers/a", "markers/b"],
              "law": {"stiffness": 100, "rest_is_start": False, "rest_length": 0.1}}
    model = {"bodies": [{"name": "link", "position": [0.1, 0, 0], "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}},
                        {"name": "far", "position": [5, 0, 0], "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}}],
             "joints": [{"class": "hinge", "name": "j", "frame_b": "bodies/link", "location_b": [-0.1, 0, 0], **limits},
                        {"class": "slider", "name": "free", "frame_b": "bodies/far", "location_a": [5, 0, 0]}],
             "markers": [{"name": "a", "location": [0, A, 0]},
                         {"name": "b", "frame": "bodies/link", "location": [0.05, 0, 0]}],
             "springs": [{**spring, "name": "s"}, {**spring, "name": "t"}]}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return path


def table(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0], [[float(v) if v else math.nan for v in row] for row in rows[1:]]


def truth(angle):
    """Moment arm, length and force at rest of a spring between both sides."""
    length = math.sqrt(A * A + B * B - 2 * A * B * math.sin(angle))
    return A * B * math.cos(angle) / length, length, 100 * (length - 0.1)


def error_of(rows, first):
    return max(abs(v - w) for row in rows for v, w in zip(row[first:first + 3], truth(row[0])))


def names(folder, model):
    """A coordinate by its name, or the one of a joint by the joint's; what is none, or several, with what there is."""
    with open(model, encoding="utf-8") as file:
        document = json.load(file)
    document["model"]["joints"][0]["coordinate_names"] = "knee_flex"
    named = os.path.join(folder, "named.sinew")
    with open(named, "w", encoding="utf-8") as file:
        json.dump(document, file)
    out = os.path.join(folder, "named.csv")
    for what, where in (("knee_flex", "joints/j:angle"), ("free", "joints/free:translation")):
        end = sinew("sweep", named, "--coordinate", what, "--from", "-0.2", "--to", "0.3", "--out", out)
        tap(end.returncode == 0 and table(out)[0][0] == "/model/" + where, f"{what} is {where} {end.stderr}")
        end = sinew("plot", named, "--time", "0.01", "--curve", what, "--out", out)
        tap(end.returncode == 0 and where in table(out)[0][1], f"plot --curve {what} {end.stderr}")
    end = sinew("sweep", named, "--coordinate", "knee_flax", "--out", out)
    tap(end.returncode == 1 and 'did you mean "knee_flex"' in end.stderr and "knee_flex, free" in end.stderr, end.stderr.strip())
    end = sinew("sweep", named, "--coordinate", "knee_flex", "--set", "free=0.01", "--out", out)
    tap(end.returncode == 0, f"--set of a coordinate by its name {end.stderr}")
    document["model"]["joints"][1]["coordinate_names"] = "knee_flex"
    with open(named, "w", encoding="utf-8") as file:
        json.dump(document, file)
    end = sinew("sweep", named, "--coordinate", "knee_flex", "--out", out)
    tap(end.returncode == 1 and "2 coordinates are called" in end.stderr, end.stderr.strip())


def tables(folder, model):
    out = os.path.join(folder, "out.csv")
    end = sinew("sweep", model, "--coordinate", "joints/j:angle", "--out", out)
    head, rows = table(out)
    tap(end.returncode == 0 and head[0] == "/model/joints/j:angle" and
        head[1:] == [f"/model/springs/{s}:{q}" for s in "st" for q in ("moment_arm", "length", "force")],
        f"all paths over a coordinate {end.stderr}")
    tap(len(rows) == 101 and abs(rows[0][0] + 1) < 1e-12 and abs(rows[-1][0] - 1.25) < 1e-12, "between its limits")
    tap(error_of(rows, 1) < 1e-6 and error_of(rows, 4) < 1e-6, f"as the triangle has them: {error_of(rows, 1):.1e}")
    sinew("sweep", model, "--coordinate", "joints/j:angle", "--from", "-0.5", "--to", "0.5", "--samples", "5",
          "--path", "springs/t", "--out", out)
    head, rows = table(out)
    tap(len(head) == 4 and [round(row[0], 12) for row in rows] == [-0.5, -0.25, 0, 0.25, 0.5] and error_of(rows, 1) < 1e-6,
        "one path, a range and samples of one's own")
    sinew("sweep", model, "--coordinate", "joints/free:translation", "--out", out)
    head, rows = table(out)
    tap(abs(rows[0][0] + 0.5) < 1e-12 and max(abs(row[1]) for row in rows) < 1e-9, "a path that does not cross has no arm")


def refused(folder, model):
    out = os.path.join(folder, "none.csv")
    angle = ["--coordinate", "joints/j:angle"]
    cases = [(2, [model, "--out", out], "--coordinate"), (2, [model, *angle], "--out"),
             (2, [model, *angle, "--out", out, "--samples", "1"], "2 to 100000"),
             (1, [model, "--coordinate", "joints/k:angle", "--out", out], 'has no "k"'),
             (1, [model, "--coordinate", "joints/j:lower", "--out", out], "no coordinate"),
             (1, [model, *angle, "--from", "1", "--to", "0", "--out", out], "empty"),
             (1, [model, *angle, "--path", "bodies/link", "--out", out], "pulls along no path"),
             (1, [model, *angle, "--path", "springs/none", "--out", out], "none"),
             (1, ["pendulum-of-nobody", *angle, "--out", out], "pendulum-of-nobody"),
             (1, [model, *angle, "--out", os.path.join(folder, "missing", "x.csv")], "missing")]
    for status, words, said in cases:
        end = sinew("sweep", *words)
        first = end.stderr.split("\n")[0]
        tap(end.returncode == status and said in first and not os.path.exists(out),
            f"refused: {' '.join(words[1:]) or words[0]}: {first}")


def lost(folder):
    """Over a disc 10 000 times as wide as thick no way is found: said, no number made of it."""
    path, out = os.path.join(folder, "lost.sinew"), os.path.join(folder, "lost.csv")
    model = {"gravity": [0, 0, 0], "duration": 0.01,
             "bodies": [{"name": "far", "position": [5, 0, 0], "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}}],
             "joints": [{"class": "slider", "name": "free", "frame_b": "bodies/far", "location_a": [5, 0, 0]}],
             "markers": [{"name": "a", "location": [0.1, -0.15, -0.13]},
                         {"name": "b", "frame": "bodies/far", "location": [-5.01, 0.13, 0.13]}],
             "wraps": [{"name": "disc", "shape": "ellipsoid", "size": [0.1, 0.1, 1e-5]}],
             "springs": [{"class": "axial_spring", "name": "s", "points": ["markers/a", "markers/b"],
                          "wraps": ["wraps/disc"], "law": {"stiffness": 100}}]}
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    end = sinew("run", path)
    tap(end.returncode == 1 and "springs/s" in end.stderr and "not found" in end.stderr, f"lost in a run: {end.stderr}")
    end = sinew("sweep", path, "--coordinate", "joints/free:translation", "--from", "0", "--to", "0.001", "--samples",
                "2", "--out", out)
    tap("not found" in end.stderr and (end.returncode == 1 or all(math.isnan(v) for v in table(out)[1][0][1:])),
        f"lost in a sweep: {end.stderr}")
    model["wraps"][0]["size"] = [0.1, 0.1, 0.05]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    tap(sinew("run", path).returncode == 0, "over one that is thicker it runs")


with tempfile.TemporaryDirectory() as temporary:
    FILE = write_model(temporary)
    tables(temporary, FILE)
    refused(temporary, FILE)
    lost(temporary)
done()
