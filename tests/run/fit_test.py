#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sinew fit: markers of a motion, worked out by sinew analyze, give the motion back.  fit_test.py SINEW.  TAP."""
import csv
import math
import os
import tempfile

from tap import done, sinew, tap

BODY = '<Body name="{0}"><mass>1</mass><mass_center>0 -0.2 0</mass_center><inertia>0.1 0.1 0.1 0 0 0</inertia></Body>'
PLACES = ((0.05, 0, 0.08), (-0.06, -0.1, 0.05), (0.02, -0.3, -0.07), (0.04, -0.2, 0.09))


def joint(kind, name, parent, child, place, coordinates, more=""):
    made = "".join(f'<Coordinate name="{c}"><default_value>0</default_value></Coordinate>' for c in coordinates)
    return f'<{kind} name="{name}"><socket_parent_frame>{name}_p</socket_parent_frame><socket_child_frame>/bodyset/{child}</socket_child_frame>' \
           f'<coordinates>{made}</coordinates><frames><PhysicalOffsetFrame name="{name}_p"><socket_parent>{parent}</socket_parent>' \
           f"<translation>{place}</translation></PhysicalOffsetFrame></frames>{more}</{kind}>"


def document():
    """A trunk that is free, a thigh on three angles, a shank that glides as it bends, a foot whose angle follows the shank's."""
    spline = '<TransformAxis name="rotation3"><coordinates>knee</coordinates><axis>0 0 1</axis><LinearFunction name="function">' \
             "<coefficients>1 0</coefficients></LinearFunction></TransformAxis>" \
             '<TransformAxis name="translation1"><coordinates>knee</coordinates><axis>1 0 0</axis><SimmSpline name="function">' \
             "<x>-2 -1 0 1 2</x><y>-0.02 -0.015 0 0.004 0.01</y></SimmSpline></TransformAxis>"
    joints = joint("FreeJoint", "root", "/ground", "trunk", "0 1 0", ["rx", "ry", "rz", "tx", "ty", "tz"]) + \
        joint("BallJoint", "hip", "/bodyset/trunk", "thigh", "0 -0.2 0.1", ["h1", "h2", "h3"]) + \
        joint("CustomJoint", "knee", "/bodyset/thigh", "shank", "0 -0.4 0", ["knee"], f"<SpatialTransform>{spline}</SpatialTransform>") + \
        joint("PinJoint", "ankle", "/bodyset/shank", "foot", "0 -0.4 0", ["ankle"])
    markers = "".join(f'<Marker name="{body}{i}"><socket_parent_frame>/bodyset/{body}</socket_parent_frame><location>{" ".join(map(repr, p))}'
                      "</location></Marker>" for body in ("trunk", "thigh", "shank", "foot") for i, p in enumerate(PLACES)) + \
        '<Marker name="lone"><socket_parent_frame>/ground</socket_parent_frame><location>0 0 0</location></Marker>'
    return f'<OpenSimDocument Version="40000"><Model name="m"><BodySet><objects>{"".join(map(BODY.format, ("trunk", "thigh", "shank", "foot")))}' \
           f"</objects></BodySet><JointSet><objects>{joints}</objects></JointSet><ConstraintSet><objects><CoordinateCouplerConstraint name=\"c\">" \
           "<coupled_coordinates_function><LinearFunction><coefficients>-0.5 0.1</coefficients></LinearFunction></coupled_coordinates_function>" \
           "<independent_coordinate_names>knee</independent_coordinate_names><dependent_coordinate_name>ankle</dependent_coordinate_name>" \
           f"</CoordinateCouplerConstraint></objects></ConstraintSet><MarkerSet><objects>{markers}</objects></MarkerSet></Model></OpenSimDocument>"


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    return rows[0], [[float(x) if x else math.nan for x in row] for row in rows[1:]]


def odd(model, trc, out, markers, seen):
    """What is wrong with a file is said, or refused; nothing is ever fitted to it in silence."""
    def fit(rows, names, *words):
        path = trc.replace("seen", "odd").replace(".trc", ".csv")
        with open(path, "w", encoding="utf-8") as file:
            file.write("time," + ",".join(f"{n}.{a}" for n in names for a in "xyz") + "\n" + "\n".join(",".join(map(repr, r)) for r in rows) + "\n")
        return sinew("fit", model, "--markers", path, "--frame", "world", "--out", out, *words)

    few = [row[:] for row in seen[:3]]
    astray = [row[:] for row in few]
    astray[0][4], astray[1][4:7] = 5e4, [0.0] * 3
    zero = [w for m in markers for w in ("--weight", m + "=0")]
    for end, status, said in ((fit([few[0], few[0], few[1]], markers), 0, "line 3 has the time of the row before, 0 s: values jump there"),
                              (fit([[r[0]] + [v * 1000 for v in r[1:]] for r in few], markers), 1, "1e+03 times as far apart as the model's"),
                              (fit(few, markers, *zero), 1, "every marker has the weight 0"),
                              (fit([r[:1] + r[1:4] for r in few], ["lone"]), 1, "on no body"),
                              (fit([[r[0]] + [math.nan] * 48 for r in few], markers), 1, "all are missing"),
                              (fit(few[:1], markers), 0, "1 poses"), (fit(few, markers, "--weight", "foot1=1e10"), 1, "from 0 to 1e9"),
                              (fit(astray, markers), 0, "note: 1 values of markers more than 10 km away"),
                              (fit(astray, markers), 0, "note: 1 values of markers are exactly 0 0 0"),
                              (fit([r[:4] for r in few], markers[:1]), 0, "rows are not at their least")):
        finite = status or all(math.isfinite(v) for row in table(out)[1] for v in row)
        tap(end.returncode == status and said in end.stderr and finite, f"{said}: {end.returncode} {end.stderr.strip()}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        osim, model, motion, trc, out = (os.path.join(folder, n) for n in ("m.osim", "m.sinew", "led.csv", "seen.trc", "fit.csv"))
        with open(osim, "w", encoding="utf-8") as file:
            file.write(document())
        end = sinew("import", osim, "--out", model)
        tap(end.returncode == 0 and "0 approximated, 0 left out" in end.stdout, f"a leg is there {end.stderr}")
        names = ["rx", "ry", "rz", "tx", "ty", "tz", "h1", "h2", "h3", "knee"]
        rows = [[0.02 * i] + [(0.2 + 0.11 * k) * math.sin(0.09 * i * (1 + 0.3 * k) + k) for k in range(10)] for i in range(16)]
        with open(motion, "w", encoding="utf-8") as file:
            file.write("time," + ",".join(names) + "\n" + "\n".join(",".join(map(repr, row)) for row in rows) + "\n")
        end = sinew("analyze", model, "--motion", motion, "--results", "markers/*:position", "--out", folder)
        heads, seen = table(os.path.join(folder, "results.csv"))
        heads, seen = heads[:-3], [row[:-3] for row in seen]  # of the body's markers
        markers = [h.split("/")[3].split(":")[0] for h in heads[1::3]]
        tap(end.returncode == 0 and len(markers) == 16, f"its markers are seen {end.stderr}")

        def write(hidden):
            """Row and marker that are not seen."""
            with open(trc, "w", encoding="utf-8") as file:
                file.write(f"PathFileType\t4\t(X/Y/Z)\tseen.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\t"
                           f"OrigDataStartFrame\tOrigNumFrames\n50\t50\t{len(seen)}\t16\tm\t50\t1\t{len(seen)}\nFrame#\tTime\t" +
                           "\t\t\t".join(markers) + "\t\t\n\t\t" + "\t".join(f"{a}{i + 1}" for i in range(16) for a in "XYZ") + "\n\n")
                for i, row in enumerate(seen):
                    values = [("", "", "") if (i, m) in hidden or (i, None) in hidden else tuple(map(repr, row[1 + 3 * m:4 + 3 * m])) for m in range(16)]
                    file.write(f"{i + 1}\t{row[0]!r}\t" + "\t".join(v for three in values for v in three) + "\n")

        def fit(*words):
            end = sinew("fit", model, "--markers", trc, "--frame", "world", "--out", out, *words)
            if end.returncode != 0:
                return end, [], []
            return (end, *table(out))

        for hidden, rows_there, what in (((), 16, "all markers"),
                                         ({(i, 4 * b + (i + b) % 4) for i in range(16) for b in range(4)}, 16, "one of each body hidden in each row")):
            write(hidden)
            end, heads, found = fit()
            off = max((abs(found[i][heads.index(n)] - rows[i][1 + k]) for i in range(len(found)) for k, n in enumerate(names)), default=math.inf)
            follows = max((abs(row[heads.index("ankle")] - 0.1 + 0.5 * row[heads.index("knee")]) for row in found), default=math.inf)
            tap(end.returncode == 0 and len(found) == rows_there and follows < 1e-9 and off < 1e-8 and
                float(end.stdout.split(" markers ")[1].split()[0]) < 1e-5, f"coordinates come back by {what}: {off:.1e} {end.stderr[-120:]}")
        end = sinew("analyze", model, "--motion", out, "--results", "markers/*:position", "--out", folder)
        _, again = table(os.path.join(folder, "results.csv"))
        off = max((abs(a - b) for x, y in zip(again, seen) for a, b in zip(x[1:], y[1:])), default=math.inf)
        tap(end.returncode == 0 and off < 1e-6, f"what is written, with all coordinates, leads the model again: {off:.1e} {end.stderr}")
        write({(0, None), (5, None)})
        end, heads, found = fit("--time", "0.05,0.2")
        tap(len(found) == 8 and found[2][1:] == found[1][1:] and "1 rows have no marker" in end.stderr,
            "a row without markers keeps the pose before, in the times that were asked for")
        end, heads, found = fit("--weight", "trunk0=3", "--weight", "h3=1e9", "--time", "0.2,0.3")
        h3 = heads.index("h3")
        tap(len(found) == 6 and max(abs(row[h3]) for row in found) < 1e-6, "a coordinate is held at its start")
        for words, said in ((("--time", "7,8"), "no row of the markers"), (("--weight", "nix=1"), "neither a marker"),
                            (("--time", "1"), "give two times")):
            end, _, _ = fit(*words)
            tap(end.returncode == 1 and said in end.stderr.splitlines()[-1], end.stderr.strip())
        odd(model, trc, out, markers, seen)
        end = sinew("fit", model, "--out", out)
        tap(end.returncode == 2 and "--markers is missing" in end.stderr, "usage")
        with open(trc, encoding="utf-8") as file:
            text = file.read()
        for name in markers:
            text = text.replace(name, "other" + name)
        with open(trc, "w", encoding="utf-8") as file:
            file.write(text)
        end, _, _ = fit()
        tap(end.returncode == 1 and "no name in common" in end.stderr, end.stderr.strip())
    done()


main()
