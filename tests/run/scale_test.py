#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sinew scale: bodies, what hangs on them, masses, joints and loops, lengths of muscles, and what is refused.
scale_test.py SINEW.  TAP."""
import json
import math
import os
import tempfile

from tap import done, sinew, tap

TURN = [math.cos(0.3), 0, 0, math.sin(0.3)]  # 0.6 rad about z
FACTORS = [1.5, 0.8, 1.2]


def turned(v, back=False):
    c, s = math.cos(0.6), math.sin(-0.6 if back else 0.6)
    return [c * v[0] - s * v[1], s * v[0] + c * v[1], v[2]]


def stretched(v):
    """A vector in axes that are turned in the body's."""
    return turned([a * f for a, f in zip(turned(v), FACTORS)], back=True)


def write(folder, model, name="model.sinew"):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return path


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["model"]


def scale(folder, model, *words):
    out = os.path.join(folder, "out.sinew")
    end = sinew("scale", model, *words, "--out", out)
    return end, read(out) if end.returncode == 0 else None


def near(a, b, tolerance=1e-12):
    return max(abs(x - y) for x, y in zip(a, b)) < tolerance


def by_name(entries):
    return {entry["name"]: entry for entry in entries}


def one_body(folder):
    """A box, of which the inertia is known, stretched three ways; what hangs on it straight and askew."""
    size, mass = [0.1, 0.2, 0.3], 6
    tensor = [mass / 12 * (size[1] ** 2 + size[2] ** 2), mass / 12 * (size[0] ** 2 + size[2] ** 2),
              mass / 12 * (size[0] ** 2 + size[1] ** 2), 0, 0, 0]
    model = write(folder, {
        "bodies": [{"name": "a", "geometry": {"shape": "box", "size": size},
                    "inertia": {"method": "explicit", "mass": mass, "center": [0.01, 0.02, 0.03], "tensor": tensor}},
                   {"name": "d", "geometry": {"shape": "box", "size": size}, "position": [1, 0, 0]}],
        "frames": [{"name": "f", "body": "bodies/a", "location": [0.1, 0.1, 0.1], "rotation": TURN}],
        "markers": [{"name": "m", "frame": "bodies/a", "location": [0.1, 0.2, 0.3]},
                    {"name": "n", "frame": "frames/f", "location": [0.1, 0.2, 0.3]},
                    {"name": "w", "location": [1, 2, 3]}],
        "wraps": [{"name": "c", "body": "bodies/a", "shape": "cylinder", "location": [0, 0.1, 0], "size": [0.1, 0.2, 0.1]}]})
    end, scaled = scale(folder, model, "--segment", "a=1.5,0.8,1.2")
    body, other = by_name(scaled["bodies"])["a"], by_name(scaled["bodies"])["d"]
    markers = by_name(scaled["markers"])
    now = [a * f for a, f in zip(size, FACTORS)]
    heavy = mass * 1.5 * 0.8 * 1.2
    exact = [heavy / 12 * (now[(k + 1) % 3] ** 2 + now[(k + 2) % 3] ** 2) for k in range(3)]
    inertia = body["inertia"]
    tap(end.returncode == 0 and near(body["geometry"]["size"], now), f"a box {end.stderr}")
    tap(near([inertia["mass"]], [heavy]) and near(inertia["tensor"], exact) and near(inertia["center"], [0.015, 0.016, 0.036]),
        f"mass and inertia are those of the larger box: {inertia}")
    tap(near(markers["m"]["location"], [0.15, 0.16, 0.36]) and markers["w"]["location"] == [1, 2, 3] and
        other == by_name(read(model)["bodies"])["d"], "a marker on it, none elsewhere")
    tap(near(by_name(scaled["frames"])["f"]["location"], [0.15, 0.08, 0.12]) and
        near(markers["n"]["location"], stretched([0.1, 0.2, 0.3])), "a marker on a frame that is turned in it")
    wrap = scaled["wraps"][0]
    tap(near(wrap["location"], [0, 0.08, 0]) and near(wrap["size"][:2], [0.1 * 1.15, 0.24]), f"a wrapping surface {wrap}")
    _, kept = scale(folder, model, "--segment", "a=2", "--segment", "d=3", "--keep-masses", "--mass", "10")
    masses = [body["inertia"].get("mass", 1) for body in kept["bodies"]]
    tap(abs(masses[0] / 6 * (6 + 0.006 * 1000) - 10) < 1e-9 and kept["bodies"][0]["inertia"]["tensor"][0] / tensor[0] > 3,
        f"a total mass in the old proportions {masses}")


def limb(folder):
    """Two links on hinges, in a pose; a muscle across both; a third body that closes a loop."""
    box = {"geometry": {"shape": "box", "size": [0.3, 0.04, 0.04]}}
    c, s = math.cos(0.5), math.sin(0.5)
    model = write(folder, {
        "gravity": [0, 0, 0],
        "bodies": [{"name": "a", "position": [0.15, 0, 0], **box},
                   {"name": "b", "position": [0.3 + 0.15 * c, 0.15 * s, 0], "orientation": [math.cos(0.25), 0, 0, math.sin(0.25)],
                    **box}],
        "joints": [{"class": "hinge", "name": "hip", "frame_b": "bodies/a", "location_b": [-0.15, 0, 0]},
                   {"class": "hinge", "name": "knee", "frame_a": "bodies/a", "frame_b": "bodies/b",
                    "location_a": [0.15, 0, 0], "location_b": [-0.15, 0, 0]}],
        "markers": [{"name": "o", "frame": "bodies/a", "location": [-0.1, 0.02, 0]},
                    {"name": "i", "frame": "bodies/b", "location": [0, 0.02, 0]}],
        "muscles": [{"name": "m", "points": ["markers/o", "markers/i"],
                     "law": {"type": "thelen", "optimal_length": 0.1, "tendon_slack_length": 0.2}}]})
    end, scaled = scale(folder, model, "--segment", "bodies/a=1.2,1,1", "--segment", "b=0.9")
    a, b = (by_name(scaled["bodies"])[name]["position"] for name in "ab")
    tap(end.returncode == 0 and near(a, [0.18, 0, 0]) and near(b, [0.36 + 0.135 * c, 0.135 * s, 0]),
        f"links stay on their joints, at their angles {a} {b} {end.stderr}")

    def length(upper, origin, insertion, aside, aside_b):
        """From the knee, upper the distance of the hip."""
        x, y = insertion * c - aside_b * s, insertion * s + aside_b * c
        return math.hypot(upper + x - origin, y - aside)
    ratio = length(0.36, 0.18 - 0.12, 0.135, 0.02, 0.018) / length(0.3, 0.05, 0.15, 0.02, 0.02)
    law = scaled["muscles"][0]["law"]
    tap(near([law["optimal_length"], law["tendon_slack_length"]], [0.1 * ratio, 0.2 * ratio]), f"a muscle in ratio {law} {ratio}")

    square = [[0, 0], [0.2, 0], [0.2, 0.2], [0, 0.2]]
    box = {"geometry": {"shape": "box", "size": [0.02, 0.02, 0.02]}}
    bars = [{"name": "pqr"[k], "position": [sum(square[j][d] for j in (k, (k + 1) % 4)) / 2 for d in (0, 1)] + [0], **box}
            for k in range(3)]
    joints = []
    for k in range(4):
        joint = {"class": "hinge", "name": f"j{k}"}
        for side, bar in (("a", k - 1), ("b", k)):
            if 0 <= bar < 3:
                joint["frame_" + side] = f"bodies/{'pqr'[bar]}"
                joint["location_" + side] = [square[k][d] - bars[bar]["position"][d] for d in (0, 1)] + [0]
            else:
                joint["location_" + side] = square[k] + [0]
        joints.append(joint)
    model = write(folder, {"gravity": [0, 0, 0], "bodies": bars, "joints": joints}, "loop.sinew")
    end, scaled = scale(folder, model, "--segment", "q=1.1")
    q, r = (by_name(scaled["bodies"])[name] for name in "qr")
    ends = [[body["position"][0] + c * x - s * y, body["position"][1] + s * x + c * y]
            for body, x, y in ((q, 0, 0.11), (r, 0.1, 0))
            for angle in [2 * math.asin(body["orientation"][3])] for c, s in [(math.cos(angle), math.sin(angle))]]
    run = sinew("run", os.path.join(folder, "out.sinew"), "--time", "0.01")
    tap(end.returncode == 0 and run.returncode == 0 and "open" not in run.stderr and
        near(*ends) and abs(r["position"][1] - 0.2) > 1e-3, f"a loop is closed again {end.stderr} {run.stderr} {ends}")


def rotation(axis, angle):
    size = math.hypot(*axis)
    x, y, z = (a / size for a in axis)
    c, s, t = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[t * x * x + c, t * x * y - s * z, t * x * z + s * y], [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c]]


def moved(r, p, v):
    return [sum(r[i][k] * v[k] for k in range(3)) + p[i] for i in range(3)]


def placed(folder):
    """A subject whose pose and markers are known: two links, the first free in space, measured with a gap, upright as in OpenSim."""
    true_a, true_knee, at_a = rotation([1, 2, 3], 0.8), 0.6, [0.3, -0.2, 0.9]
    box = {"geometry": {"shape": "box", "size": [0.3, 0.04, 0.04]}}
    worn = {"a1": ("a", [0.1, 0.02, 0.03]), "a2": ("a", [-0.1, -0.02, 0.03]), "a3": ("a", [0, 0.05, -0.03]), "b1": ("b", [0.1, 0.03, 0]),
            "b2": ("b", [-0.1, 0.03, 0.02]), "b3": ("b", [0.05, 0.01, 0.04]), "f": ("b", [0.02, -0.02, 0])}
    shift = {"b3": [0.01, -0.02, 0.005], "f": [0.03, 0, 0]}  # the model's are elsewhere
    half = math.sqrt(0.5)
    model = write(folder, {
        "gravity": [0, 0, 0], "bodies": [{"name": "a", "position": [0.15, 0, 0], **box}, {"name": "b", "position": [0.45, 0, 0], **box}],
        "frames": [{"name": "ground", "rotation": [half, half, 0, 0]}, {"name": "on_b", "body": "bodies/b", "location": [0.02, 0, 0], "rotation": TURN}],
        "joints": [{"class": "free", "name": "root", "frame_b": "bodies/a"},
                   {"class": "hinge", "name": "knee", "frame_a": "bodies/a", "frame_b": "bodies/b", "location_a": [0.15, 0, 0],
                    "location_b": [-0.15, 0, 0]}],
        "markers": [{"name": name, "frame": "bodies/" + body, "location": [x + y for x, y in zip(place, shift.get(name, [0] * 3))]}
                    for name, (body, place) in worn.items()] + [{"name": "c", "frame": "frames/on_b", "location": [0.01, 0, 0]}]}, "worn.sinew")
    worn["c"] = ("b", [x + y for x, y in zip(turned([0.03, 0.01, 0.02]), [0.02, 0, 0])])  # turned in its frame
    in_a = rotation([0, 0, 1], true_knee)
    rows = []
    for time in (0, 1, 2):
        row = [str(time)]
        for name, (body, place) in worn.items():
            v = place if body == "a" else moved(in_a, [0.15, 0, 0], [place[0] + 0.15, *place[1:]])
            x, y, z = moved(true_a, at_a, v)
            row += ["", "", ""] if time == 1 and name == "a1" else [repr(x + (9 if time == 2 else 0)), repr(z), repr(-y)]  # in the ground's axes
        rows.append(",".join(row))
    table = os.path.join(folder, "subject.csv")
    with open(table, "w", encoding="utf-8") as file:
        file.write("time," + ",".join(f"{name}.{axis}" for name in worn for axis in "xyz") + "\n" + "\n".join(rows) + "\n")
    end, new = scale(folder, model, "--markers", table, "--time", "0,1", "--place", "--fixed", "f", "--weight", "b3=0", "--weight", "f=0",
                     "--weight", "c=0")
    tap(end.returncode == 0 and new is not None, f"markers are placed {end.stderr}")
    now = {name: m.get("location", [0, 0, 0]) for name, m in by_name(new["markers"]).items()}
    off = max(abs(x - y) for name, (_, place) in worn.items() if name not in "fc" for x, y in zip(now[name], place))
    tap(off < 1e-9, f"where the subject wears them, within {off:.1e} m")
    tap(near(now["f"], [0.05, -0.02, 0]), f"a fixed one stays {now['f']}")
    tap(near(now["c"], [0.03, 0.01, 0.02], 1e-9), f"one in a frame that is turned {now['c']}")
    tap("knee" in end.stdout and any(abs(float(line.split()[-1]) - true_knee) < 1e-9 for line in end.stdout.split("\n") if "knee" in line),
        "the knee is as bent as the subject's")
    tap([body["position"] for body in new["bodies"]] == [[0.15, 0, 0], [0.45, 0, 0]], "the pose of the start stays")
    # a coordinate that is held by a large weight, and markers that then are off
    end, _ = scale(folder, model, "--markers", table, "--time", "0,1", "--place", "--weight", "/model/joints/knee:angle=1e6")
    knee = next((float(line.split()[-1]) for line in end.stdout.split("\n") if "knee" in line), 9)
    tap(end.returncode == 0 and abs(knee) < 1e-3, f"a held coordinate stays {knee}")
    for words, text in ((["--weight", "nobody=1"], "neither a marker"), (["--weight", "a1=-1"], "a number from 0 to 1e9"),
                        (["--fixed", "nobody"], "no such marker"), (["--frame", "frames/none"], "no such frame")):
        end, _ = scale(folder, model, "--markers", table, "--place", *words)
        tap(end.returncode == 1 and text in end.stderr, f"refused: {text} {end.stderr}")
    end, _ = scale(folder, model, "--place")
    tap(end.returncode == 2 and "goes with" in end.stderr, f"refused: no markers {end.stderr}")


def refused(folder):
    model = write(folder, {"bodies": [{"name": "a", "geometry": {"shape": "box", "size": [1, 1, 1]}}], "markers": [{"name": "m", "frame": "bodies/a"}, {"name": "n"}]})
    table = os.path.join(folder, "t.csv")
    with open(table, "w", encoding="utf-8") as file:
        file.write("time,m.x,m.y,m.z,n.x,n.y,n.z\n0,0,0,0,1,0,0\n")
    factors = os.path.join(folder, "f.txt")
    with open(factors, "w", encoding="utf-8") as file:
        file.write("# a comment\na 1.1\nb 1 2 3\n")
    out = ["--out", os.path.join(folder, "no.sinew")]
    cases = [(["--segment", "a=0", *out], 1, "give three above 0"), (["--segment", "a=1,2", *out], 1, "bodies/femur_r=1.1,1.05,1.1"),
             (["--segment", "b=2", *out], 1, "no such body"), (["--segment", "markers/m=2", *out], 1, "only rigid bodies"),
             (["--factors", factors, *out], 1, "f.txt:3: b: there is no such body"), (["--mass", "-3", *out], 2, "above 0"),
             (out, 2, "nothing to scale"), (["--segment", "a=2"], 2, "--out is missing"),
             (["--markers", table, *out], 2, "goes with"),
             (["--markers", table, "--measure", "a=m..n", *out], 1, "at one place"),
             (["--markers", table, "--measure", "a=m..x", *out], 1, "the motion has no marker x"),
             (["--markers", table, "--measure", "a:q=m..n", *out], 1, "give some of xyz"),
             (["--markers", table, "--measure", "a=m..n", "--time", "3,4", *out], 1, "no row from 3 s to 4 s"),
             (["--segment", "a=nan", *out], 1, "--segment")]
    two = write(folder, {"bodies": [{"name": "a", "geometry": {"shape": "box", "size": [1, 1, 1]}}],
                         "markers": [{"name": "m", "frame": "bodies/a"}, {"name": "n", "frame": "bodies/a", "location": [1, 0, 0]},
                                     {"name": "k", "frame": "bodies/a", "location": [0, 1, 0]}]}, "two.sinew")
    seen = os.path.join(folder, "seen.csv")
    with open(seen, "w", encoding="utf-8") as file:
        file.write("time,m.x,m.y,m.z,n.x,n.y,n.z,k.x,k.y,k.z,far.x,n.y_2,x.z\n0,0,0,0,1.25,0,0,0,0.75,0,9,9,9\n")
    end, made = scale(folder, two, "--markers", seen, "--measure", "a:x=m..n", "--measure", "a:yz=m..k")
    tap(end.returncode == 0 and made["bodies"][0]["geometry"]["size"] == [1.25, 0.75, 0.75], f"axis after axis: {made and made['bodies'][0]} {end.stderr}")
    with open(seen, "w", encoding="utf-8") as file:
        file.write("time,m.x,m.y,m.z,n.x,n.y,n.z,k.x,n.q,k.z\n0,0,0,0,1000,0,0,9,9,9\n")
    for words, text in ((("m..n",), "measured 1e+03 times as long as the model"), (("m..k",), "the motion has no marker k")):
        end, _ = scale(folder, two, "--markers", seen, "--measure", "a=" + words[0])
        tap(end.returncode == 1 and text in end.stderr, f"refused: {text} {end.stderr}")
    for words, status, text in cases:
        end = sinew("scale", model, *words)
        tap(end.returncode == status and text in end.stderr, f"refused: {text} {end.returncode} {end.stderr}")
    tap(not os.path.exists(out[1]), "and nothing written")


with tempfile.TemporaryDirectory() as scratch:
    one_body(scratch)
    limb(scratch)
    placed(scratch)
    refused(scratch)
done()
