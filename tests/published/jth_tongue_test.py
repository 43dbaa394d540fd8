#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The whole published model (Stavness et al. 2011): jaw, hyoid and the finite-element tongue, from ../shared/data/jth.

    jth_tongue_test.py SINEW [--model FILE.sinew TASK]     (with --model: only writes the model and its mesh)

With SN_PUBLISHED naming the data folder; skipped without it.  946 nodes, 740 hexes, 21 muscles of 308 fibres, 59
nodes on the jaw, 56 on the hyoid, no contact, the paper's trapezoidal rule, started at rest.  Prints one table: resting
gape, the incisor's paths with and without tongue, retraction and palate task, and steps of 5 ms against 1 ms.  The
stress-free tongue is the one at rest, as in the original.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

import jth_test as jth

TASKS = {name: jth.TASKS[name] for name in ("open", "hinge-open", "protrude", "right-lateral")}
RETRACT = {"STY": 0.25}
CLOSERS = {name: 0.005 for name in ("at", "mt", "pt", "sm", "dm", "mp")}
PALATE = {"SL": 0.3, "TRANS": 0.3, "GGP": 0.6, "GGM": 0.3, **CLOSERS}
TOP = (869, 908, 859)  # upper surface, from the top backwards
FAST = (0, 0.05, 0.1, 0.3, 0.35, 0.4)  # tongue tasks ramp in 50 ms


def write_mesh(folder, out):
    nodes = jth.rows(folder, "tongue_nodes_rest.csv")
    hexes = jth.rows(folder, "tongue_hexes.csv")
    with open(os.path.join(out, "tongue.node"), "w", encoding="utf-8") as file:
        for row in nodes:
            file.write(f'{int(row["id"]) + 1} {row["x"]} {row["y"]} {row["z"]}\n')
    with open(os.path.join(out, "tongue.elem"), "w", encoding="utf-8") as file:
        for row in hexes:
            corners = " ".join(str(int(row[f"n{k}"]) + 1) for k in range(8))
            file.write(f'{corners} 1 1 1 1 0 {int(row["id"]) + 1}\n')


def ranges(numbers):
    return " ".join(str(n) for n in sorted(numbers))


def bundles(folder):
    elements, fibres = {}, {}
    for row in jth.rows(folder, "muscle_elements.csv"):
        elements.setdefault(row["muscle"], []).append(int(row["element"]))
    for row in jth.rows(folder, "muscle_fibres.csv"):
        chain = fibres.setdefault(row["muscle"], {}).setdefault(int(row["fibre"]), [])
        if not chain:
            chain.append(int(row["node_a"]))
        chain.append(int(row["node_b"]))
    return [{"name": row["muscle"], "max_force": float(row["max_force_this_set_N"]),
             "elements": ranges(elements[row["muscle"]]), "stiffens": True, "fibre": {"enabled": False},
             "fibres": [{"nodes": " ".join(map(str, chain))} for chain in fibres[row["muscle"]].values()]}
            for row in jth.rows(folder, "tongue_muscles.csv")]


def tongue(folder):
    return {"name": "tongue", "mesh": {"source": "file", "file": "tongue.node"}, "density": 1040,
            "material": {"type": "mooney_rivlin", "c10": 1037, "c20": 486, "stiffening": 10},
            "incompressibility": "element", "damping": {"mass": 40, "stiffness": 0.03},
            "nodes": [{"number": n, "dynamic": False} for n in (946, 947)],
            "bundles": bundles(folder)}


def model(folder, task, step=0.005, shape=jth.SHAPE, pulse=jth.PULSE, held=()):
    document = jth.model(folder, {m: a for m, a in (task or {}).items() if m.islower()}, step)
    inner = document["model"]
    for probe in inner["probes"]:
        if probe["name"] in held: # from before the start on
            probe["knots"] = [{"time": t, "values": [held[probe["name"]]]} for t in (0, 10)]
    inner["fems"] = [tongue(folder)]
    nodes = lambda name: ranges(int(r["node"]) for r in jth.rows(folder, name))
    inner["attachments"] = [
        {"class": "node_attachment", "name": "tongue_jaw", "fem": "fems/tongue",
         "nodes": nodes("jaw_attachments.csv"), "to": "bodies/jaw"},
        {"class": "node_attachment", "name": "tongue_hyoid", "fem": "fems/tongue",
         "nodes": nodes("hyoid_attachments.csv"), "to": "bodies/hyoid"}]
    tip = next(r["node"] for r in jth.rows(folder, "tongue_named_nodes.csv") if r["name"] == "tip")
    inner["probes"].append({"class": "output_probe", "name": "tip",
                            "targets": [f"fems/tongue/nodes/{tip}:position"]})
    inner["probes"].append({"class": "output_probe", "name": "top", "targets": [f"fems/tongue/nodes/{n}:velocity" for n in TOP]})
    for muscle, amplitude in (task or {}).items():
        if muscle.islower():
            continue
        inner["probes"].append({
            "class": "input_probe", "name": muscle,
            "targets": ["fems/tongue/bundles/SL:excitation"] if muscle == "SL" else
                       [f"fems/tongue/bundles/{muscle}_{s}:excitation" for s in "LR"],
            "knots": [{"time": t, "values": [amplitude * s]} for t, s in zip(pulse, shape)]})
    return document


def simulate(sinew, folder, task, time, step=0.005, pulse=jth.PULSE, held=()):
    with tempfile.TemporaryDirectory() as out:
        write_mesh(folder, out)
        path = os.path.join(out, "jth.sinew")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(model(folder, task, step, pulse=pulse, held=held), file)
        subprocess.run([sinew, "run", path, "--time", str(time), "--probes", out, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        read = lambda name: [[float(x) for x in r] for r in list(csv.reader(open(os.path.join(out, name))))[1:]]
        return read("incisor.csv"), read("tip.csv"), read("top.csv")


def at(rows, time):
    return min(rows, key=lambda r: abs(r[0] - time))[1:]


def excursion(rows):
    """Largest motion: forward, right, down [mm]."""
    start = rows[0][1:]
    far = max(rows, key=lambda r: math.dist(r[1:], start))
    shift = [1e3 * (b - a) for a, b in zip(start, far[1:])]
    return [-shift[0], shift[1], -shift[2]]


def difference(coarse, fine):
    """Mean and largest distance of two paths over the largest excursion of the finer [%]."""
    start = fine[0][1:]
    size = max(math.dist(r[1:], start) for r in fine)
    gaps = [math.dist(r[1:], at(fine, r[0])) for r in coarse]
    return [100 * sum(gaps) / len(gaps) / size, 100 * max(gaps) / size]


def main():
    data = os.environ.get("SN_PUBLISHED", "")
    if not data:
        print("1..0 # SKIP no --published DIR")
        return 0
    folder = os.path.join(data, "jth")
    if "--model" in sys.argv:
        path, task = sys.argv[sys.argv.index("--model") + 1:][:2]
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        write_mesh(folder, os.path.dirname(path) or ".")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(model(folder, {**TASKS, "retract": RETRACT}.get(task)), file, indent=1)
        return 0
    sinew = sys.argv[1]
    print("1..8")
    upper = float(next(r for r in jth.rows(folder, "markers.csv") if r["name"] == "upperincisor")["z"])
    gape = {}
    without, _ = jth.simulate(sinew, folder, None, 0.01)
    gape["without"] = 1e3 * (upper - without[-1][3])
    with_tongue, _, _ = simulate(sinew, folder, None, 0.01)
    gape["with"] = 1e3 * (upper - with_tongue[-1][3])
    jth.tap(1, 3 < gape["with"] < 15 and gape["with"] > gape["without"],
            f"resting gape {gape['without']:.2f} mm without, {gape['with']:.2f} mm with tongue (paper 5.6, 6.6; no contact)")
    moves = {}
    for name, task in TASKS.items():
        alone, _ = jth.simulate(sinew, folder, task, 0.6)
        both, tip, _ = simulate(sinew, folder, task, 0.6)
        moves[name] = (excursion(alone), excursion(both))
        for label, move in zip(("without", "with   "), moves[name]):
            print(f"# {name:14} {label} tongue: incisor forward {move[0]:6.2f} right {move[1]:6.2f} down {move[2]:6.2f} mm")
        print(f"# {name:14} tongue tip: forward {excursion(tip)[0]:6.2f} down {excursion(tip)[2]:6.2f} mm")
    jth.tap(2, 0 < moves["open"][1][2] < moves["open"][0][2], "the tongue reduces opening")
    jth.tap(3, 0 < moves["protrude"][1][0] < moves["protrude"][0][0], "the tongue reduces protrusion")
    jth.tap(4, 0 < moves["right-lateral"][1][1] < moves["right-lateral"][0][1], "the tongue reduces lateral excursion")
    _, tip, top = simulate(sinew, folder, RETRACT, 0.4, pulse=FAST)
    jth.tap(5, excursion(tip)[0] < -2, f"styloglossus retracts the tip by {-excursion(tip)[0]:.2f} mm")
    speeds = [1e3 * max(row[1 + 3 * k] for row in top) for k in range(len(TOP))]
    jth.tap(6, 150 < min(speeds) and max(speeds) < 350, "the upper surface goes back at " +
            " ".join(f"{v:.0f}" for v in speeds) + " mm/s from the top backwards (paper: 220 at one point)")
    incisor, tip, _ = simulate(sinew, folder, PALATE, 0.4, pulse=FAST, held=CLOSERS)
    jth.tap(7, excursion(incisor)[2] > 1, f"palate task: the tip rises by {-min(-1e3 * (r[3] - tip[0][3]) for r in tip):.2f} mm and "
            f"the incisor goes down by {excursion(incisor)[2]:.2f} mm (paper: down; no contact here)")
    coarse = simulate(sinew, folder, TASKS["open"], 0.6)
    fine = simulate(sinew, folder, TASKS["open"], 0.6, step=0.001)
    for name, k in (("incisor", 0), ("tip", 1)):
        mean, most = difference(coarse[k], fine[k])
        print(f"# 5 ms against 1 ms, opening, {name}: mean {mean:.2f} % max {most:.2f} % (paper: 0.5 / 1.4, tip 0.7 / 1.6)")
        if k == 0:
            worst = most
    jth.tap(8, worst < 1.4, "5 ms and 1 ms steps differ little")
    return 0


if __name__ == "__main__":
    sys.exit(main())
