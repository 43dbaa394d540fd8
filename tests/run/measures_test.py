#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Measurements that a model keeps, in the pictures and films of `sinew render` and `sinew movie`: where the camera has their
points, in PNG, SVG and PDF, and not where they are hidden or the picture is plain: measures_test.py SINEW.  TAP."""
import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

from tap import done, skip, tap

SINEW = os.path.abspath(sys.argv[1])
SIZE = 300, 200


def model(visible=True, **more):
    """Two markers 0.2 m apart and a corner of a block of tissue, seen along y."""
    return {"sinew": 1, "model": {
        "gravity": [0, 0, 0],
        "markers": [{"name": "a", "location": [-0.1, 0, 0.05], "render": {"visible": False}},
                    {"name": "b", "location": [0.1, 0, 0.05], "render": {"visible": False}}],
        "fems": [{"name": "f", "position": [0, 0, -0.08], "mesh": {"size": [0.04, 0.04, 0.04], "cells_x": 1, "cells_y": 1,
                                                                   "cells_z": 1}, "render": {"visible": False}}],
        "measurements": [{"points": ["markers/a", "markers/b", "fems/f/nodes/0"], "visible": visible, **more}],
        "view": {"center": [0, 0, 0], "direction": [0, 1, 0], "size": 0.4}}}


def write(folder, name, content):
    path = os.path.join(folder, name + ".sinew")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file)
    return path


def render(path, out, *options):
    return subprocess.run([SINEW, "render", path, "--size", f"{SIZE[0]}x{SIZE[1]}", "--out", out, *options],
                          capture_output=True, text=True, check=False)


def pixels(path):
    """Rows of RGB of a PNG that is not interlaced."""
    with open(path, "rb") as file:
        data = file.read()
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    at, packed = 8, b""
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + length] if name == b"IDAT" else b""
        at += 12 + length
    n = {2: 3, 6: 4}[kind]
    assert depth == 8
    raw, rows, before = zlib.decompress(packed), [], bytearray(width * n)
    for y in range(height):
        method, row = raw[y * (width * n + 1)], bytearray(raw[y * (width * n + 1) + 1:(y + 1) * (width * n + 1)])
        for x in range(width * n):
            left = row[x - n] if x >= n else 0
            up, corner = before[x], before[x - n] if x >= n else 0
            guess = left + up - corner
            paeth = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            row[x] = (row[x] + (0, left, up, (left + up) // 2, paeth)[method]) & 255
        rows.append([tuple(row[x * n:x * n + 3]) for x in range(width)])
        before = row
    return rows


def teal(rows):
    """Where the colour of measures is."""
    return [(x, y) for y, row in enumerate(rows) for x, (r, g, b) in enumerate(row) if r < 40 and 110 < g < 170 and 130 < b < 185]


def pictures(folder):
    shown, hidden = write(folder, "shown", model()), write(folder, "hidden", model(False))
    out = os.path.join(folder, "shown.png")
    done_ = render(shown, out)
    if done_.returncode != 0 and "EGL" in done_.stderr:
        skip("no OpenGL without a display")
    tap(done_.returncode == 0, "a picture with a measurement " + done_.stderr)
    drawn = teal(pixels(out))
    level = [x for x, y in drawn if abs(y - min(y for _, y in drawn) - 3) <= 2]
    tap(len(drawn) > 100 and max(level) - min(level) > 50, f"the line from marker to marker: {len(drawn)} pixels")
    xs, ys = [x for x, _ in drawn], [y for _, y in drawn]
    tap(max(ys) - min(ys) > 30, f"and on to a node of the tissue: {max(ys) - min(ys)} pixels lower")
    middle = (min(xs) + max(xs)) / 2
    tap(abs(middle - SIZE[0] / 2) < 3, f"where the camera has them: the middle at {middle}")
    for path, options, words in ((hidden, [], "hidden"), (shown, ["--plain"], "plain")):
        render(path, out, *options)
        tap(teal(pixels(out)) == [], f"{words}: none")
    render(write(folder, "angle", model(measured="angle")), out)
    angle = pixels(out)
    render(shown, out)
    tap(pixels(out) != angle, "lengths are written, or not")
    tap(render(shown, out, "--transparent", "--scale", "2").returncode == 0 and len(teal(pixels(out))) > 2 * len(drawn),
        "twice as large with nothing behind it")


def figures(folder):
    """Lines and letters over the picture, as bars are."""
    for ending in ("svg", "pdf"):
        sizes = []
        for name in ("shown", "hidden"):
            out = os.path.join(folder, name + "." + ending)
            tap(render(os.path.join(folder, name + ".sinew"), out).returncode == 0, f"{name}.{ending}")
            with open(out, "rb") as file:
                sizes.append(file.read())
        if ending == "svg":
            colour = re.compile(rb"stroke[:=]\"?rgb\(0%, ?5[45][.0-9]*%, ?6[12][.0-9]*%\)")
            tap([len(colour.findall(text)) for text in sizes] == [2, 0], "two strokes in the colour of measures, or none")
        tap(len(sizes[0]) > len(sizes[1]) + 300, f"{ending}: {len(sizes[0])} bytes, {len(sizes[1])} without")


def film(folder):
    out = os.path.join(folder, "film")
    made = subprocess.run([SINEW, "movie", os.path.join(folder, "shown.sinew"), "--size", "300x200", "--time", "0.02", "--fps", "50",
                           "--out", out], capture_output=True, text=True, check=False)
    tap(made.returncode == 0 and len(teal(pixels(os.path.join(out, "frame-00002.png")))) > 100, "a film has it too " + made.stderr)


folder = tempfile.mkdtemp(prefix="sinew-measures-")
try:
    pictures(folder)
    figures(folder)
    film(folder)
finally:
    shutil.rmtree(folder)
done()
