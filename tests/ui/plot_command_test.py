#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sinew plot: the numbers are those of an output probe, the drawing is well-formed and says what it shows, errors are
told.  plot_command_test.py SINEW.  TAP."""
import csv
import json
import os
import re
import struct
import sys
import tempfile
import xml.etree.ElementTree as xml

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from tap import done, sinew, tap  # noqa: E402

SINEW = sys.argv[1]

MODEL = {"sinew": 1, "model": {
    "gravity": [0, 0, -9.81], "duration": 0.4, "solver": {"max_step": 0.01},
    "particles": [{"name": "ball", "mass": 0.1, "position": [0, 0, 1], "velocity": [0.5, 0, 2]}],
    "probes": [{"class": "output_probe", "name": "path", "interval": 0,
                "targets": ["particles/ball:position", "particles/ball:velocity"]}],
    "plots": [
        {"name": "flight", "curves": [{"property": ["particles/ball:position"]},
                                      {"property": ["particles/ball:velocity"], "column": -2}]},
        {"name": "arc", "x": ["particles/ball:position"],
         "curves": [{"property": ["particles/ball:position"], "column": 2}]}]}}


def rows(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def numbers(folder, model):
    out = os.path.join(folder, "flight.csv")
    tap(sinew("plot", model, "--out", out).returncode == 0, "the first plot of the document")
    found = rows(out)
    tap(found[0] == ["time", "/model/particles/ball:position.x", "/model/particles/ball:position.y",
                     "/model/particles/ball:position.z", "/model/particles/ball:velocity.length"], f"header {found[0]}")
    sinew("run", model, "--time", "0.4", "--probes", folder, "--quiet")
    probe = {row[0]: row for row in rows(os.path.join(folder, "path.csv"))[1:]}
    shared = [row for row in found[1:] if row[0] in probe]
    tap(len(shared) == 41 and all(row[:4] == probe[row[0]][:4] for row in shared), f"{len(shared)} rows as the probe's")
    worst = max(abs(float(row[4]) - sum(float(v) ** 2 for v in probe[row[0]][4:7]) ** 0.5) for row in shared)
    tap(worst < 1e-15, f"length of the velocity, {worst:g}")
    out = os.path.join(folder, "arc.csv")
    sinew("plot", model, "--plot", "arc", "--time", "0.1", "--out", out)
    arc = rows(out)
    tap(len(arc) == 12 and arc[0][1:] == ["/model/particles/ball:position.x", "/model/particles/ball:position.z"]
        and all(row[1:] == [probe[row[0]][1], probe[row[0]][3]] for row in arc[1:]), "one property against another")
    out = os.path.join(folder, "named.csv")
    done = sinew("plot", model, "--curve", "particles/ball:velocity.z", "--set", "particles/ball:velocity=0,0,7",
                 "--time", "0", "--out", out)
    tap(done.returncode == 0 and abs(float(rows(out)[1][1]) - 7) < 1e-12, "a curve named on the command line, with --set")


def drawings(folder, model):
    out = os.path.join(folder, "arc.svg")
    tap(sinew("plot", model, "--plot", "arc", "--size", "500x300", "--out", out).returncode == 0, "SVG")
    root = xml.parse(out).getroot()
    tap(root.get("width", "").startswith("500") and root.get("height", "").startswith("300"), "its size")
    curves = [e.get("d") for e in root.iter("{http://www.w3.org/2000/svg}path")
              if "44.705882%" in (e.get("style") or "") + (e.get("stroke") or "")]
    points = re.findall(r"[ML] ([-\d.]+) ([-\d.]+)", curves[0]) if curves else []
    xs = [float(x) for x, _ in points]
    ys = [float(y) for _, y in points]
    # a thrown ball: evenly forward, up and then down, as high above the start as v^2 / 2 g
    steps = [b - a for a, b in zip(xs, xs[1:])]
    tap(len(points) == 41 and max(steps) - min(steps) < 0.02 and 0 < ys.index(min(ys)) < 40, f"{len(points)} points")
    out = os.path.join(folder, "arc.png")
    sinew("plot", model, "--plot", "arc", "--size", "500x300", "--scale", "1.5", "--out", out)
    with open(out, "rb") as file:
        head = file.read(24)
    tap(head[:4] == b"\x89PNG" and struct.unpack(">II", head[16:24]) == (750, 450), "PNG and its size")
    again = os.path.join(folder, "again.png")
    sinew("plot", model, "--plot", "arc", "--size", "500x300", "--scale", "1.5", "--out", again)
    with open(out, "rb") as first, open(again, "rb") as second:
        tap(first.read() == second.read(), "the same picture again")


def errors(folder, model):
    out = os.path.join(folder, "x.svg")
    cases = [(2, ["plot", model]), (2, ["plot", model, "--out", "x.gif"]), (2, ["plot", model, "--out", out, "--size", "9x9"]),
             (2, ["plot", model, "--out", out, "--time", "-1"]), (2, ["plot", model, "--out", out, "--scale", "0"]),
             (2, ["plot", model, "--out", out, "--plot", "arc", "--curve", "particles/ball:position"]),
             (1, ["plot", model, "--out", out, "--plot", "none"]),
             (1, ["plot", model, "--out", out, "--curve", "particles/ball:colour"]),
             (1, ["plot", model, "--out", out, "--curve", "particles/ball:notes"]),
             (1, ["plot", model, "--out", "/no/such/x.svg"]), (1, ["plot", "no-such", "--out", out])]
    for expected, words in cases:
        done = sinew(*words)
        tap(done.returncode == expected and done.stderr.startswith("sinew") and "CRITICAL" not in done.stderr
            and not os.path.exists(out), f"exit {expected}: {' '.join(words[2:])}: {done.stderr.strip()[:90]}")


with tempfile.TemporaryDirectory() as place:
    file_name = os.path.join(place, "ball.sinew")
    with open(file_name, "w", encoding="utf-8") as handle:
        json.dump(MODEL, handle)
    numbers(place, file_name)
    drawings(place, file_name)
    errors(place, file_name)
done()
