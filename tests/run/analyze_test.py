#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sinew analyze: results along prescribed motions against closed forms.  analyze_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import sys
import tempfile

from tap import done, sinew, tap

SINEW = sys.argv[1]
BOX = {"shape": "box"}
ACROSS = [math.sqrt(0.5), -math.sqrt(0.5), 0, 0]  # z of the joint along y of the world


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text if isinstance(text, str) else json.dumps(text))
    return path


def table(folder):
    with open(os.path.join(folder, "out", "results.csv"), encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0], [[float(x) for x in row] for row in rows[1:]]


def hinge(name, a, b, at_a, at_b):
    joint = {"class": "hinge", "name": name, "frame_b": b, "location_a": at_a, "location_b": at_b,
             "rotation_a": ACROSS, "rotation_b": ACROSS}
    return {**joint, "frame_a": a} if a else joint


# A link that turns about y at the origin, 0.3 long, a slider on it, a spring from its end to a post,
# and a four-bar loop beside it.
MODEL = {"sinew": 1, "model": {
    "bodies": [
        {"class": "rigid_body", "name": "link", "geometry": BOX, "position": [0.15, 0, 0]},
        {"class": "rigid_body", "name": "crank", "geometry": BOX, "position": [0.05, 1, 0]},
        {"class": "rigid_body", "name": "rod", "geometry": BOX, "position": [0.2, 1, 0.0]},
        {"class": "rigid_body", "name": "rocker", "geometry": BOX, "position": [0.35, 1, 0]}],
    "markers": [{"name": "end", "frame": "bodies/link", "location": [0.15, 0, 0]},
                {"name": "post", "location": [0, 0, 0.4]}],
    "springs": [{"class": "axial_spring", "name": "band", "points": ["markers/end", "markers/post"],
                 "law": {"rest_is_start": False, "rest_length": 0.1, "stiffness": 50}},
                {"class": "coordinate_limit", "name": "stop", "joint": "joints/knee", "lower": -0.2,
                 "upper": 0.2, "lower_stiffness": 7, "upper_stiffness": 9, "transition": 0}],
    "muscles": [{"name": "calf", "points": ["markers/end", "markers/post"],
                 "law": {"type": "thelen", "tendon_slack_length": 0.2, "optimal_length": 0.2}}],
    "moment_arms": [{"name": "calf_knee", "path": "muscles/calf", "joint": "joints/knee"}],
    "joints": [hinge("knee", None, "bodies/link", [0, 0, 0], [-0.15, 0, 0]),
               {**hinge("a", None, "bodies/crank", [0, 1, 0], [-0.05, 0, 0]), "limited": True,
                "lower": -0.1, "upper": 0.1},
               hinge("b", "bodies/crank", "bodies/rod", [0.05, 0, 0], [-0.1, 0, 0]),
               hinge("c", "bodies/rod", "bodies/rocker", [0.1, 0, 0], [-0.05, 0, 0]),
               hinge("d", None, "bodies/rocker", [0.4, 1, 0], [0.05, 0, 0])],
    "loads": [{"class": "point_load", "name": "pull", "point": "markers/end"}]}}

# As it is drawn the loop is stretched out flat: bend it.
MODEL["model"]["joints"][4]["location_a"] = [0.3, 1, 0.1]


def motion(degrees=False, steps=400):
    unit = 180 / math.pi if degrees else 1
    lines = []
    for i in range(steps + 1):
        t = i / 200
        lines.append([t, unit * 0.7 * math.sin(2 * t), unit * 0.4 * math.sin(3 * t), 1])
    return lines


def analyze(folder, words, results, model="model.sinew"):
    return sinew("analyze", os.path.join(folder, model), *words, "--results", results, "--out",
                 os.path.join(folder, "out"))


def closed_forms(folder):
    rows = motion()
    text = "time,knee,a,elsewhere\n" + "".join(",".join(map(repr, row)) + "\n" for row in rows)
    done = analyze(folder, ["--motion", write(folder, "m.csv", text)],
                   "joints/*:angle,joints/knee:angle_rate,markers/end:velocity,springs/band:length,"
                   "springs/band:force,springs/stop:force,muscles/calf:length,moment_arms/*:moment_arm")
    tap(done.returncode == 0 and "elsewhere" in done.stderr, f"analyze: {done.stderr.strip()}")
    names, values = table(folder)
    column = {name.replace("/model/", ""): [row[i] for row in values] for i, name in enumerate(names)}
    tap(len(values) == len(rows), f"{len(values)} poses, columns {' '.join(column)}")
    worst = {"angle": 0, "rate": 0, "length": 0, "stop": 0, "velocity": 0, "loop": 0, "arm": 0}
    for i, (t, knee, crank, _) in enumerate(rows):
        rate = 1.4 * math.cos(2 * t)
        length = math.hypot(0.3 * math.cos(knee), 0.4 + 0.3 * math.sin(knee))
        stop = -9 * (knee - 0.2) if knee > 0.2 else 7 * (-0.2 - knee) if knee < -0.2 else 0

        def far(key, *pairs):
            worst[key] = max(worst[key], *(abs(a - b) for a, b in pairs))

        far("angle", (column["joints/knee:angle"][i], knee), (column["joints/a:angle"][i], crank))
        inner = 10 < i < len(rows) - 10  # a natural spline has no curvature at its ends
        far("rate", (column["joints/knee:angle_rate"][i] if inner else rate, rate))
        far("length", (column["springs/band:length"][i], length),
            (column["muscles/calf:length"][i], length))
        far("stop", (column["springs/stop:force"][i], stop))
        speed = math.hypot(*(column["markers/end:velocity" + e][i] for e in (".x", ".y", ".z")))
        far("velocity", (speed if inner else 0.3 * abs(rate), 0.3 * abs(rate)))
        slope = 0.4 * 0.3 * math.cos(knee) / length
        far("arm", (column["moment_arms/calf_knee:moment_arm"][i], -slope))
        # the loop's angles close it: crank 0.1, rod 0.2, rocker 0.1 from (0.3, 0.1)
        turned = crank + column["joints/b:angle"][i], 0
        end = (0.1 * math.cos(crank) + 0.2 * math.cos(turned[0]),
               -0.1 * math.sin(crank) - 0.2 * math.sin(turned[0]))
        far("loop", (math.hypot(end[0] - 0.3, end[1] - 0.1), 0.1))
    print("# worst: " + ", ".join(f"{k} {v:.2g}" for k, v in worst.items()), flush=True)
    for key, most in {"angle": 1e-9, "rate": 1e-6, "length": 1e-9, "stop": 1e-8, "velocity": 1e-6,
                      "loop": 1e-8, "arm": 1e-8}.items():
        tap(worst[key] < most, f"{key}: {worst[key]:.3g}")


def formats(folder):
    with open(os.path.join(folder, "out", "results.csv"), encoding="utf-8") as file:
        before = file.read()
    rows = motion(degrees=True)
    text = ("motion\nversion=1\nnRows=%d\nnColumns=3\ninDegrees=yes\nendheader\n"
            "time\t/jointset/x/knee/value\t/jointset/x/a/value\n" % len(rows))
    text += "".join("\t".join(map(repr, row[:3])) + "\n" for row in rows)
    words = ("joints/*:angle,joints/knee:angle_rate,markers/end:velocity,springs/band:length,"
             "springs/band:force,springs/stop:force,muscles/calf:length,moment_arms/*:moment_arm")
    done = analyze(folder, ["--motion", write(folder, "m.sto", text)], words)
    names, values = table(folder)
    same = list(csv.reader(before.split("\n")))
    worst = max(abs(values[i][k] - float(same[i + 1][k])) for i in range(len(values))
                for k in range(len(names)))
    tap(done.returncode == 0 and worst < 1e-7, f"a .sto in degrees says the same: {worst:.3g}")
    text = "time,/model/joints/knee:angle,/model/joints/knee:angle_rate\n0,0.1,9\n0.1,0.2,9\n"
    done = analyze(folder, ["--motion", write(folder, "p.csv", text)], "joints/a:angle,joints/knee:angle")
    names, values = table(folder)
    tap(done.returncode == 0 and [round(row[2], 9) for row in values] == [0.1, 0.2] and "note" not in done.stderr,
        "columns as probes write them; rates are passed over")
    done = sinew("analyze", os.path.join(folder, "model.sinew"), "--motion", os.path.join(folder, "p.csv"),
                 "--quiet", "--out", os.path.join(folder, "out"))
    names, values = table(folder)
    tap(done.returncode == 0 and done.stderr == "" and "/model/muscles/calf:length" in names,
        "without --results: lengths; --quiet says nothing")
    write(folder, "f.csv", "time,/model/loads/pull:force.x,/model/loads/pull:force.y,/model/loads/pull:force.z\n"
          "0,1,2,3\n0.1,3,2,1\n")
    done = analyze(folder, ["--motion", os.path.join(folder, "p.csv"), "--loads", os.path.join(folder, "f.csv")],
                   "loads/pull:force,bodies/link:force")
    names, values = table(folder)
    tap(done.returncode == 0 and values[0][1:4] == [1, 2, 3] and values[1][1:4] == [3, 2, 1],
        f"loads are played: {done.stderr.strip()}")


def odd(folder):
    """Columns without values, angles in degrees that no header says, times that come twice."""
    out = ["--results", "joints/*:angle", "--out", os.path.join(folder, "out")]
    for text, status, said in (("time,knee\n0,\n1,nan\n", 1, 'column "knee" has no values'),
                               ("time,knee\n0,0\n1,30\n", 0, "more than two turns of knee: angles are in radians here"),
                               ("time,knee\n0,0.1\n1,0.2\n1,0.3\n1,0.4\n", 0, "2 rows have the time of the row before, the first on line 4, 1 s")):
        done = sinew("analyze", os.path.join(folder, "model.sinew"), "--motion", write(folder, "odd.csv", text), *out)
        tap(done.returncode == status and said in done.stderr, f"{said}: {done.stderr.strip()}")


def refused(folder):
    model = os.path.join(folder, "model.sinew")
    out = os.path.join(folder, "none")
    nobody = write(folder, "n.csv", "time,elsewhere\n0,1\n1,2\n")
    twice = write(folder, "t.csv", "time,knee,joints/knee:angle\n0,1,1\n1,2,2\n")
    far = write(folder, "far.csv", "time,a\n0,0\n1,3.1\n")
    good = os.path.join(folder, "p.csv")
    cases = [(2, ["analyze", model]), (2, ["analyze", model, "--out", out]),
             (2, ["analyze", "--motion", good, "--out", out]),
             (1, ["analyze", model, "--motion", "/no/such.mot", "--out", out]),
             (1, ["analyze", model, "--motion", nobody, "--out", out]),
             (1, ["analyze", model, "--motion", twice, "--out", out]),
             (1, ["analyze", model, "--motion", far, "--out", out]),
             (1, ["analyze", model, "--motion", good, "--results", "joints/none:angle", "--out", out]),
             (1, ["analyze", model, "--motion", good, "--results", "x*:angle", "--out", out]),
             (1, ["analyze", model, "--motion", good, "--results", "joints", "--out", out]),
             (1, ["analyze", model, "--motion", good, "--loads", nobody, "--out", out])]
    for expected, words in cases:
        done = sinew(*words)
        said = [line for line in done.stderr.strip().split("\n") if "note" not in line]
        tap(done.returncode == expected and done.stdout == "" and said and not os.path.exists(out),
            f"{' '.join(os.path.basename(w) for w in words[2:])}: {said[0][:150]}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        write(folder, "model.sinew", MODEL)
        closed_forms(folder)
        formats(folder)
        odd(folder)
        refused(folder)
    done()


main()
