#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Assembles the published jaw-hyoid model (Stavness et al. 2011) from ../shared/data/jth and runs its tasks.

    jth_test.py SINEW        with SN_PUBLISHED naming the data folder; exits 77 (skipped) without it

Reports in TAP: the resting gape beside the paper's 5.6 mm, and opening, hinge opening, protrusion and lateral
excursion of the incisor.  The data frame is x posterior, y right, z up, metres; nothing is committed.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

PULSE = (0, 0.1, 0.2, 0.4, 0.5, 0.6)
SHAPE = (0, 0, 1, 1, 0, 0)
BELLY = 0.043  # fibre length of each belly of the digastric [m]; the rest of it is tendon
TASKS = {"open": {"dg": 0.15, "ip": 0.15, "sp": 0.15}, "hinge-open": {"dg": 0.15},
         "protrude": {"ip": 0.15, "sp": 0.15}, "right-lateral": {"lip": 0.15, "lsp": 0.15}}


def rows(folder, name):
    with open(os.path.join(folder, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(l for l in file if not l.startswith("#")))


def numbers(row, *keys):
    return [float(row[k]) for k in keys]


def about_y(angle, v):
    return [math.cos(angle) * v[0] + math.sin(angle) * v[2], v[1], -math.sin(angle) * v[0] + math.cos(angle) * v[2]]


def toward(normal):
    """Quaternion (w x y z) that takes z to the normal."""
    x, y, z = normal
    q = [1 + z, -y, x, 0]
    size = math.sqrt(sum(c * c for c in q))
    return [c / size for c in q]


def body(row, damping):
    tensor = numbers(row, "Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")
    return {"name": row["body"], "damping": damping[0], "rotary_damping": damping[1],
            "inertia": {"method": "explicit", "mass": float(row["mass_paper_kg"]),
                        "center": numbers(row, "com_x", "com_y", "com_z"), "tensor": tensor}}


def jaw_start(folder):
    pose = next(r for r in rows(folder, "poses.csv") if r["body"] == "jaw" and r["pose"] == "rest")
    angle = math.radians(float(pose["angle_deg"]))
    turned = about_y(angle, numbers(pose, "com_x", "com_y", "com_z"))
    origin = numbers(pose, "origin_x", "origin_y", "origin_z")
    return {"position": [o - c for o, c in zip(origin, turned)],
            "orientation": [math.cos(angle / 2), 0, math.sin(angle / 2), 0]}


def constraints(folder):
    joints, markers = [], {}
    curves = rows(folder, "tmj.csv")
    for frame in rows(folder, "tmj_frames.csv"):
        name = frame["name"]
        point = name[0].lower() + "tmj"
        markers[point] = ("bodies/jaw", numbers(frame, "condyle_point_asbuilt_x", "y", "z"))
        curve = sorted(numbers(r, "curve_x", "curve_z") for r in curves if r["name"] == name)
        joints.append({"class": "point_on_polyline", "name": name, "point": "markers/" + point,
                       "location": numbers(frame, "frame_origin_x", "frame_origin_y", "frame_origin_z"),
                       "points": [{"position": [x, 0, z]} for x, z in curve]})
    for plane in rows(folder, "planes.csv"):
        if plane["enabled"] != "1":
            continue
        point = plane["jaw_marker"]
        markers[point] = ("bodies/jaw", numbers(plane, "marker_asbuilt_x", "marker_asbuilt_y", "marker_asbuilt_z"))
        joints.append({"class": "point_on_plane", "name": plane["name"], "point": "markers/" + point,
                       "location": numbers(plane, "plane_origin_x", "plane_origin_y", "plane_origin_z"),
                       "rotation": toward(numbers(plane, "nx", "ny", "nz")), "one_sided": True})
    return joints, markers


def peck(row, optimal):
    return {"type": "peck", "max_force": float(row["max_force_N"]), "optimal_length": optimal,
            "max_ratio": float(row["max_length_m"]) / float(row["opt_length_m"]), "tendon_ratio": float(row["tendon_ratio"]),
            "passive_fraction": float(row["passive_fraction"]), "damping": float(row["damping_N_s_per_m"])}


def end_of(row, end):
    where = row[end + "_body"]
    return f"bodies/{where}" if where in ("jaw", "hyoid") else None, numbers(row, *(end[0] + a for a in "xyz"))


def sling(side, back, front, markers):
    """Both bellies of the digastric over a pulley at the hyoid, as in the paper (the data has them apart)."""
    names = [f"{side}dg_{place}" for place in ("mastoid", "loop", "chin")]
    markers.update(zip(names, (end_of(back, "origin"), end_of(front, "insertion"), end_of(front, "origin"))))
    optimal = float(back["opt_length_m"]) + float(front["opt_length_m"])
    return {"name": side + "dg", "points": ["markers/" + n for n in names],
            "law": {**peck(front, optimal), "tendon_ratio": 1 - 2 * BELLY / optimal}}


def muscles(folder, markers):
    table = {row["name"]: row for row in rows(folder, "jaw_muscles.csv") if row["enabled_in_JTH"] == "1"}
    items = [sling(side, table.pop(side + "pd"), table.pop(side + "ad"), markers) for side in "lr"]
    for name, row in table.items():
        ends = [f"{name}_{end}" for end in ("origin", "insertion")]
        markers.update(zip(ends, (end_of(row, "origin"), end_of(row, "insertion"))))
        items.append({"name": name, "points": ["markers/" + e for e in ends], "law": peck(row, float(row["opt_length_m"]))})
    return items


def model(folder, task, step=0.005):
    bodies = {r["body"]: r for r in rows(folder, "bodies.csv")}
    joints, markers = constraints(folder)
    items = muscles(folder, markers)
    for name, where in (("lowerincisor", "bodies/jaw"), ("upperincisor", None)):
        row = next(r for r in rows(folder, "markers.csv") if r["name"] == name)
        markers[name] = (where, numbers(row, "x", "y", "z"))
    jaw = {**body(bodies["jaw"], (20, 2e-4)), **jaw_start(folder)}
    hyoid = body(bodies["hyoid"], (10, 1e-4))
    spring = rows(folder, "hyoid_spring.csv")[0]
    at = numbers(spring, "frame_x", "frame_y", "frame_z")
    probes = [{"class": "output_probe", "name": "incisor", "targets": ["markers/lowerincisor:position"]},
              {"class": "output_probe", "name": "condyles",
               "targets": ["markers/ltmj:position", "markers/rtmj:position"]}]
    for muscle, amplitude in (task or {}).items():
        names = [muscle] if muscle in {m["name"] for m in items} else ["l" + muscle, "r" + muscle]
        probes.append({"class": "input_probe", "name": muscle,
                       "targets": [f"muscles/{n}:excitation" for n in names],
                       "knots": [{"time": t, "values": [amplitude * s]} for t, s in zip(PULSE, SHAPE)]})
    return {"sinew": 1, "model": {
        "gravity": [0, 0, -9.8], "solver": {"integrator": "trapezoidal", "max_step": step}, "settle": {"method": "static"},
        "bodies": [jaw, hyoid],
        "markers": [{"name": n, "frame": f, "location": v} for n, (f, v) in markers.items()],
        "springs": [{"class": "frame_spring", "name": "hyoidTissue", "frame_b": "bodies/hyoid", "location_a": at,
                     "location_b": at, "stiffness": [float(spring["k_N_per_m"])] * 3,
                     "rotary_stiffness": [float(spring["k_rot_N_m_per_rad"])] * 3}],
        "muscles": items, "joints": joints, "probes": probes}}


def simulate(sinew, folder, task, time):
    with tempfile.TemporaryDirectory() as out:
        path = os.path.join(out, "jth.sinew")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(model(folder, task), file)
        subprocess.run([sinew, "run", path, "--time", str(time), "--probes", out, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        read = lambda name: [[float(x) for x in r] for r in list(csv.reader(open(os.path.join(out, name))))[1:]]
        return read("incisor.csv"), read("condyles.csv")


def tap(number, good, text):
    print(f"{'ok' if good else 'not ok'} {number} - {text}", flush=True)


def main():
    data = os.environ.get("SN_PUBLISHED", "")
    if not data:
        print("1..0 # SKIP no --published DIR")
        return 0
    folder = os.path.join(data, "jth")
    print("1..6")
    upper = next(r for r in rows(folder, "markers.csv") if r["name"] == "upperincisor")
    incisor, _ = simulate(sys.argv[1], folder, None, 0.5)
    gape = (float(upper["z"]) - incisor[-1][3]) * 1e3
    drift = max(math.dist(row[1:], incisor[0][1:]) for row in incisor) * 1e3
    tap(1, 3 < gape < 10, f"resting gape {gape:.2f} mm between the incisor markers (paper 5.6 mm; see docs/numbers.md)")
    tap(2, drift < 1e-6, f"starts at rest: moves {drift:.1e} mm in half a second")
    moves = {}
    for name, task in TASKS.items():
        incisor, condyles = simulate(sys.argv[1], folder, task, 0.6)
        start = 0
        far = max(range(start, len(incisor)), key=lambda i: math.dist(incisor[i][1:], incisor[start][1:]))
        shift = [1e3 * (b - a) for a, b in zip(incisor[start][1:], incisor[far][1:])]
        forward = [1e3 * (condyles[start][k] - condyles[far][k]) for k in (1, 4)]
        moves[name] = (shift, forward)
        print(f"# {name}: incisor forward {-shift[0]:.2f} right {shift[1]:.2f} down {-shift[2]:.2f} mm, "
              f"condyles forward {forward[0]:.2f} {forward[1]:.2f} mm")
    tap(3, -moves["open"][0][2] > 5 and min(moves["open"][1]) > 1, "opening moves the incisor down, the condyles forward")
    tap(4, max(moves["hinge-open"][1]) < 0.5 * min(moves["open"][1]), "hinge opening: condyles forward less than half")
    tap(5, -moves["protrude"][0][0] > 2, "protrusion moves the incisor forward")
    tap(6, moves["right-lateral"][0][1] > 2, "left lateral pterygoids move the incisor to the right")
    return 0


if __name__ == "__main__":
    sys.exit(main())
