#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sinew scale --warp: an affine warp is the scaling of the same factors, landmarks go where they are to, the mesh and what
hangs on the body with them, joints keep their coordinates, and what is refused: warp_test.py SINEW.  TAP."""
import json
import math
import os
import tempfile

from tap import done, sinew, tap

CORNERS = [(x, y, z) for x in (-0.05, 0.05) for y in (-0.02, 0.02) for z in (-0.03, 0.03)]
FACES = ["1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"]
FACTORS = [1.5, 0.8, 1.25]


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["model"]


def by_name(entries):
    return {entry["name"]: entry for entry in entries}


def near(a, b, tolerance=1e-12):
    return max(abs(x - y) for x, y in zip(a, b)) < tolerance


def write_model(folder):
    """A brick of a mesh with a marker, a marker on a turned frame and a drawing, hinged to the world's side of another body."""
    write(os.path.join(folder, "brick.obj"), "".join("v %r %r %r\n" % c for c in CORNERS) + "".join(f"f {f}\n" for f in FACES))
    turn = [math.cos(0.2), 0, math.sin(0.2), 0]
    mesh = {"shape": "mesh", "mesh": "brick.obj"}
    return write(os.path.join(folder, "model.sinew"), json.dumps({"sinew": 1, "model": {
        "bodies": [{"name": "a", "geometry": mesh}, {"name": "b", "position": [0.1, 0, 0], "geometry": mesh}],
        "frames": [{"name": "f", "body": "bodies/a", "location": [0.01, 0.01, 0], "rotation": turn}],
        "markers": [{"name": "m", "frame": "bodies/a", "location": [0.05, 0.02, 0.03]},
                    {"name": "n", "frame": "frames/f", "location": [0.01, 0.02, -0.01]}],
        "visuals": [{"name": "v", "frame": "bodies/a", "location": [0.02, 0, 0], "mesh": "brick.obj", "scale": [0.5, 0.5, 0.5]}],
        "joints": [{"class": "hinge", "name": "h", "frame_a": "bodies/a", "frame_b": "bodies/b", "location_a": [0.05, 0, 0],
                    "location_b": [-0.05, 0, 0]}]}}))


def landmarks(folder, rows, name="marks.csv"):
    return write(os.path.join(folder, name), "# from, to\n" + "".join(", ".join(str(n) for n in row) + "\n" for row in rows))


def warp(folder, model, marks, *words):
    out = os.path.join(folder, "out.sinew")
    end = sinew("scale", model, "--warp", "a=" + marks, "--out", out, *words, env={"XDG_CACHE_HOME": CACHE})
    return end, read(out) if end.returncode == 0 else None


def vertices(folder, entry):
    with open(os.path.join(folder, entry["mesh"]), encoding="utf-8") as file:
        return [[float(n) for n in line.split()[1:]] for line in file if line.startswith("v ")]


def affine(folder, model):
    """Landmarks that stretch: the same as --segment, but for the mesh's file."""
    rows = [list(c) + [a * f for a, f in zip(c, FACTORS)] for c in CORNERS]
    end, warped = warp(folder, model, landmarks(folder, rows))
    tap(end.returncode == 0 and "warped" in end.stdout, "warped " + end.stderr)
    out = os.path.join(folder, "scaled.sinew")
    sinew("scale", model, "--segment", "a=" + ",".join(str(f) for f in FACTORS), "--out", out)
    scaled = read(out)
    for kind, name, row in (("markers", "m", "location"), ("markers", "n", "location"), ("frames", "f", "location"),
                            ("visuals", "v", "location"), ("joints", "h", "location_a"), ("bodies", "b", "position")):
        one, other = by_name(warped[kind])[name][row], by_name(scaled[kind])[name][row]
        tap(near(one, other), f"{kind}/{name} {row}: {one} as {other}")
    body = by_name(warped["bodies"])["a"]["geometry"]
    tap(all(near(v, [a * f for a, f in zip(c, FACTORS)]) for v, c in zip(vertices(folder, body), CORNERS)), "the mesh too")
    drawn = vertices(folder, by_name(warped["visuals"])["v"])
    tap(all(near(v, [0.5 * a * f for a, f in zip(c, FACTORS)]) for v, c in zip(drawn, CORNERS)), "and what is drawn of it")
    tap("scale" not in body and "scale" not in by_name(warped["visuals"])["v"], "at its own size")


def mass_of(path):
    text = sinew("info", path).stdout
    return [line for line in text.split("\n") if "kg" in line]


def bent(folder, model):
    """One corner pulled out: it and the marker there go, other landmarks stay."""
    to = [0.07, 0.03, 0.05]
    rows = [list(c) + list(c) for c in CORNERS[:-1]] + [["m"] + to] + [[0, 0, 0, 0, 0, 0]]
    end, warped = warp(folder, model, landmarks(folder, rows))
    tap(end.returncode == 0, "a marker as landmark " + end.stderr)
    tap(near(by_name(warped["markers"])["m"]["location"], to), "the marker goes where it is to")
    body = by_name(warped["bodies"])["a"]["geometry"]
    moved = vertices(folder, body)
    tap(near(moved[7], to) and all(near(moved[i], CORNERS[i]) for i in range(7)), "one corner of the mesh, the others stay")
    tap(body["mesh"].startswith("meshes/a-warped-"), "its file lies beside the model: " + body["mesh"])
    joint = by_name(warped["joints"])["h"]["location_a"]
    place = by_name(warped["bodies"])["b"]["position"]
    tap(near([p - 0.05 for p in place[:1]] + place[1:], joint) and joint[0] != 0.05, f"the hinge goes with it, closed: {joint} {place}")
    plain, kept = os.path.join(folder, "out.sinew"), os.path.join(folder, "kept.sinew")
    sinew("scale", model, "--warp", "a=" + os.path.join(folder, "marks.csv"), "--keep-masses", "--out", kept,
          env={"XDG_CACHE_HOME": CACHE})
    tap(mass_of(kept) == mass_of(model) != mass_of(plain) or mass_of(kept) == [], "masses are kept where that is asked for: "
        + " ".join(mass_of(kept)))


def smoothed(folder, model):
    """Corners of which one is off: without smoothing it is met, with much what is left is the affine map of least squares
    (by symmetry of the eight corners its columns are sums of signs), with some it lies between; the line says so."""
    rows = [list(c) + [1.2 * c[0], c[1], c[2]] for c in CORNERS]
    rows[7][3] += 0.008
    marks = landmarks(folder, rows, "off.csv")
    mean = 0.008 / 8
    least = [mean * (1 + sum(1 if a * b > 0 else -1 for a, b in zip(c, CORNERS[7]))) + 1.2 * c[0] for c in CORNERS]
    last = 0
    for weight, low, high in (("0", 0, 1e-12), ("0.05", 1e-4, 0.0039), ("1e7", 0.0039, 0.0041)):
        end, warped = warp(folder, model, marks, "--smooth", weight)
        found = vertices(folder, by_name(warped["bodies"])["a"]["geometry"])
        off = max(abs(v[0] - row[3]) for v, row in zip(found, rows))
        tap(low <= off <= high and off >= last, f"smoothed by {weight}: {off * 1e3:.4f} mm off")
        tap(("missed by up to" in end.stdout) == (weight != "0"), "and it says so: " + end.stdout.split("\n")[1])
        last = off
    tap(all(abs(v[0] - x) < 1e-8 for v, x in zip(found, least)), "in the limit the best stretch")
    tap("nothing is bent" in end.stdout, "which bends nothing")
    end, _ = warp(folder, model, marks)
    tap("8 landmarks: moved by up to 18 mm (line 9), of that bent by 4 mm (line" in end.stdout, "what a map does: " + end.stdout)
    end, _ = warp(folder, model, marks, "--smooth", "-1")
    tap(end.returncode == 1 and "a smoothing of -1" in end.stderr, "less than nothing: " + end.stderr)
    end = sinew("scale", model, "--mass", "3", "--smooth", "1", "--out", os.path.join(folder, "x.sinew"))
    tap(end.returncode != 0 and "--smooth is of --warp" in end.stderr, "nothing to smooth: " + end.stderr)


def refused(folder, model):
    good = [list(c) + list(c) for c in CORNERS]
    flat = [row for row in good if row[2] > 0]
    cases = [(good[:3], "3 landmarks; give 4 to 1000"), (flat, "all landmarks lie in one plane"),
             (good + [good[1]], "lines 3 and 10 begin at one place"), ([["nobody", 0, 0, 0]], "has no marker nobody"),
             ([[1, 2, 3]], ":2: expected a marker"), ([[1, 2, 3, 4, 5, "x"]], ":2: expected a marker")]
    for rows, words in cases:
        end, _ = warp(folder, model, landmarks(folder, rows, "bad.csv"))
        tap(end.returncode == 1 and words in end.stderr, words + ": " + end.stderr)
    crossed = [good[0][:3] + good[1][3:], good[1][:3] + good[0][3:]] + good[2:]
    inside = [row[:3] + [-row[0], row[1], row[2]] for row in good]
    for rows, words in ((crossed, "crossed"), (inside, "a mirror image")):
        end, _ = warp(folder, model, landmarks(folder, rows, "bad.csv"))
        tap(end.returncode == 1 and ("inside out" in end.stderr or "positive definite" in end.stderr), words + ": " + end.stderr)
    folded = good + [[1, 1, 1, 1, 1.5, 1], [1, 1.01, 1, 1, 0.5, 1]]  # where the body has nothing
    for rows, words in ((folded, ": space is turned inside out at this landmark"),
                        ([row[:3] + [1000 * x for x in row[3:]] for row in good], "the landmarks go 1e+03 times as far apart")):
        end, _ = warp(folder, model, landmarks(folder, rows, "bad.csv"))
        tap(end.returncode == 1 and words in end.stderr, words + ": " + end.stderr)
    end, _ = warp(folder, model, landmarks(folder, good), "--segment", "a=2")
    tap(end.returncode == 1 and "is scaled twice" in end.stderr, "scaled and warped: " + end.stderr)
    end = sinew("scale", model, "--warp", "a", "--out", os.path.join(folder, "x.sinew"))
    tap(end.returncode == 1 and "give a body and a file" in end.stderr, "no file: " + end.stderr)


with tempfile.TemporaryDirectory(prefix="sinew-warp-") as folder, tempfile.TemporaryDirectory(prefix="sinew-cache-") as CACHE:
    model = write_model(folder)
    affine(folder, model)
    bent(folder, model)
    smoothed(folder, model)
    refused(folder, model)
done()
