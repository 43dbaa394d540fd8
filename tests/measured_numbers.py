#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the tables of docs/numbers.md that commands can make: measured_numbers.py SINEW [BLOCK]...  (./dev numbers)

A block stands between `<!-- made: NAME -->` and `<!-- end -->`.  Without a name all are made anew.
"""
import csv
import datetime
import json
import math
import os
import re
import subprocess
import sys
import tempfile

import jaw_numbers
import opensim_numbers

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "numbers.md")
DYNAMIC = ("backward_euler", "trapezoidal", "symplectic_euler", "runge_kutta_4", "newton_euler", "newton_trapezoidal")


# --- verification ---

def group_of(name, source):
    """Cases of one letter and number belong together: A1, D-payout, B-ratio."""
    match = re.match(r"([A-Z][0-9]+)(?=-|$)", name) or re.match(r"([A-Z]-[a-z]+)", name) or re.match(r"([A-Za-z]+)", name)
    return match.group(1) if match else source


def gathered(cases):
    """Results of `sinew verify --json` by group."""
    groups = {}
    for case in cases:
        groups.setdefault(group_of(case["name"], case["source"]), []).append(case)
    return groups


def verify_table(sinew):
    done = subprocess.run([sinew, "verify", "--json"], capture_output=True, text=True, check=False)
    groups = gathered(json.loads(done.stdout)["cases"])
    total = sum(len(cases) for cases in groups.values())
    failed = sum(not case["pass"] for cases in groups.values() for case in cases)
    yield f"{total} results, {'all' if failed == 0 else f'{total - failed}'} within tolerance. Per group, the result nearest to its tolerance:"
    yield ""
    yield "| group | results | nearest | error | tolerance | against |"
    yield "|---|---|---|---|---|---|"
    for name, cases in groups.items():
        worst = max(cases, key=lambda c: abs(c["error"]) / c["tolerance"] if c["tolerance"] else 0)
        yield (f"| {name} | {len(cases)} | {worst['name']} | {abs(worst['error']):.1e} | {worst['tolerance']:.0e} | "
               f"{worst['source'].replace('|', '/')} |")


# --- what integrators conserve ---

def hinge(a, b, at_a, at_b):
    turn = [math.sqrt(0.5), -math.sqrt(0.5), 0, 0]
    joint = {"class": "hinge", "frame_b": b, "location_a": at_a, "location_b": at_b, "rotation_a": turn, "rotation_b": turn}
    return joint | ({"frame_a": a} if a else {})


def link(i, mass=0.1, **more):
    return {"name": f"r{i}", "position": [0.1 * i + 0.05, 0, 0], "inertia": {
        "method": "explicit", "mass": mass, "tensor": [6.6666667e-6, 8.6666667e-5, 8.6666667e-5, 0, 0, 0]}} | more


def chain(n):
    joints = [hinge(f"bodies/r{i - 1}" if i else None, f"bodies/r{i}", [0.05 if i else 0, 0, 0], [-0.05, 0, 0]) for i in range(n)]
    return {"bodies": [link(i) for i in range(n)], "joints": joints}


def flail():
    """Two hinged rods that turn freely, of unequal rates, while they fly."""
    rate = 20.0
    return {"gravity": [0, 0, 0],
            "bodies": [link(0, velocity=[0.3, 0.1, 0], angular_velocity=[0, rate, 0]),
                       link(1, velocity=[0.3, 0.1, -0.1 * rate / 2 + 0.05 * rate / 2], angular_velocity=[0, -rate / 2, 0])],
            "joints": [hinge("bodies/r0", "bodies/r1", [0.05, 0, 0], [-0.05, 0, 0])]}


def top():
    return {"gravity": [0, 0, 0], "bodies": [{"name": "b", "velocity": [1, 0, 0], "angular_velocity": [0.1, 10, 0.1], "inertia": {
        "method": "explicit", "mass": 1, "tensor": [0.01, 0.02, 0.04, 0, 0, 0]}}]}


def oscillator():
    """Angular frequency 100/s: w h = 0.1 at 1 ms."""
    return {"gravity": [0, 0, 0], "markers": [{"name": "a"}], "particles": [{"name": "p", "mass": 0.1, "position": [0.11, 0, 0]}],
            "springs": [{"class": "axial_spring", "name": "s", "points": ["markers/a", "particles/p"],
                         "law": {"stiffness": 1000, "rest_is_start": False, "rest_length": 0.1}}]}


def tissue():
    """A bar of 2 x 2 x 6 cells, held at one end, that falls from the horizontal; no damping."""
    held = [{"number": i, "dynamic": False} for i in range(0, 63, 7)]
    return {"fems": [{"name": "f", "mesh": {"source": "box", "size": [0.06, 0.02, 0.02], "cells_x": 6, "cells_y": 2, "cells_z": 2},
                      "material": {"type": "neo_hookean", "youngs_modulus": 20000, "poissons_ratio": 0.45},
                      "incompressibility": "off", "damping": {"mass": 0, "stiffness": 0}, "nodes": held}]}


def rope(law):
    return {"markers": [{"name": "l"}], "particles": [{"name": "w", "mass": 0.1, "position": [0.8, 0, 0]}],
            "strands": [{"class": "strand", "name": "s", "radius": 0.004, "density": 1000, "law": law, "rest_length": 0.8, "subdivide": 9,
                         "resample": 0, "nodes": [{"kind": "point", "point": "markers/l"}, {"kind": "point", "point": "particles/w"}]}]}


CONSERVATION = (
    ("double pendulum from the horizontal", chain(2)), ("chain of 5 hinges", chain(5)), ("chain of 20 hinges", chain(20)),
    ("two hinged rods in flight", flail()), ("tumbling body", top()), ("particle on a spring, w h = 0.1", oscillator()),
    ("bar of tissue, 20 kPa", tissue()),
    ("rope of 10 parts, tension only", rope({"type": "tension_only", "youngs_modulus": 1e6, "damping": 0})),
    ("rope of 10 parts, inextensible", rope({"type": "inextensible"})),
)
TARGETS = ["/model:kinetic_energy", "/model:potential_energy", "/model:linear_momentum", "/model:angular_momentum"]


def drifts(sinew, model, integrator, step, seconds):
    """Change from the start to the end: energy over the largest kinetic one, momenta over their largest; or why it stopped."""
    document = {"sinew": 1, "model": {"solver": {"integrator": integrator, "max_step": step}} | model | {
        "probes": [{"class": "output_probe", "name": "o", "targets": TARGETS, "interval": 0.01}]}}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.sinew")
        with open(path, "w", encoding="utf-8") as file:
            json.dump(document, file)
        done = subprocess.run([sinew, "run", path, "--time", str(seconds), "--probes", folder, "--quiet"], capture_output=True,
                              text=True, check=False)
        if done.returncode != 0:
            when = re.search(r"t = (\S+) s", done.stderr)
            return "stops at %s s" % when.group(1) if when and float(when.group(1)) > 0 else "not taken"
        with open(os.path.join(folder, "o.csv"), newline="", encoding="utf-8") as file:
            rows = [[float(x) for x in row[1:]] for row in list(csv.reader(file))[1:]]
    swing = max(row[0] for row in rows)
    change = (sum(rows[-1][:2]) - sum(rows[0][:2])) / swing
    cells = [f"{100 * change:+.2g}"]
    if model.get("gravity") == [0, 0, 0] and "markers" not in model:
        for k in (2, 5):
            size = max(math.hypot(*row[k:k + 3]) for row in rows)
            cells.append(f"{100 * math.dist(rows[-1][k:k + 3], rows[0][k:k + 3]) / size:.1g}")
    return " / ".join(cells)


def conservation_table(sinew):
    yield "Change over 10 s in %, with steps of 1 ms and (second line) 5 ms: of the energy, over the largest kinetic energy; where nothing"
    yield "acts from outside also of linear / angular momentum, over their size. No damping in any model."
    yield ""
    yield "| | " + " | ".join(i.replace("_", " ") for i in DYNAMIC) + " |"
    yield "|---" * (len(DYNAMIC) + 1) + "|"
    for label, model in CONSERVATION:
        for step in (0.001, 0.005):
            cells = [drifts(sinew, model, integrator, step, 10) for integrator in DYNAMIC]
            yield f"| {label if step == 0.001 else ''} | " + " | ".join(cells) + " |"


def integrators_table(sinew):
    program = os.path.join(ROOT, "tests", "demos", "integrators_test.py")
    kept = os.path.join(os.path.dirname(os.path.dirname(sinew)), "integrators.jsonl")
    done = subprocess.run([sys.executable, program, sinew, "--table", "--keep", kept], capture_output=True, text=True, check=True)
    yield "Each demo for 5 s at its own step. Ended, of which steps were cut in parts; or why it stopped, when, and at which component"
    yield "(closed: a joint or constraint that does not stay so; energy: more than was put in; iteration: Newton's does not converge);"
    yield "-: the integrator does not take such a model, and says so."
    yield ""
    yield from done.stdout.rstrip().splitlines()


# --- speed ---

def machine():
    """Processor, cores, and how busy it is: a page that says so cannot pass a disturbed measurement off as another."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    return f"{model.group(1) if model else 'unknown processor'}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} before"


def microseconds(ms):
    return f"{1000 * ms:.3g}" if ms < 1 else f"{1000 * ms:.0f}"


def bench_table(sinew):
    where = machine()
    done = subprocess.run([sinew, "bench", "--json"], capture_output=True, text=True, check=True)
    data = json.loads(done.stdout)
    yield f"{datetime.date.today()}, {where}; OpenBLAS {data['openblas']}. Times of a step in microseconds; phases are medians."
    yield ""
    yield "| case | unknowns | rows | steps | median | 95 % | x real | phases | beside |"
    yield "|---" * 9 + "|"
    for case in data["cases"]:
        times = " | ".join(microseconds(case["step_ms"][key]) for key in ("median", "p95"))
        phases = ", ".join(f"{name} {microseconds(ms)}" for name, ms in case["phases_ms"].items() if ms > 0.01 * case["step_ms"]["median"])
        real = f"{case['realtime_factor']:.3g}" if case["realtime_factor"] > 0 else "-"
        note = "; ".join(line.strip() for line in case["note"].splitlines())
        yield f"| {case['name']} | {case['dofs']} | {case['constraints']} | {case['steps']} | {times} | {real} | {phases} | {note} |"


BLOCKS = {"verify": verify_table, "conservation": conservation_table, "integrators": integrators_table, "bench": bench_table,
          "jaw": jaw_numbers.table, "opensim": opensim_numbers.table}


# --- the page ---

def block_pattern(name):
    return re.compile(rf"(<!-- made: {name} -->\n).*?(<!-- end -->)", re.DOTALL)


def make(sinew, names):
    for name in names:
        with open(PAGE, encoding="utf-8") as file:
            page = file.read()
        if not block_pattern(name).search(page):
            sys.exit(f"numbers: {PAGE} has no block `{name}`")
        text = "\n".join(BLOCKS[name](sinew))
        page = block_pattern(name).sub(lambda m: m.group(1) + text + "\n" + m.group(2), page)
        with open(PAGE, "w", encoding="utf-8") as file:
            file.write(page)
        print(f"numbers: {name}", flush=True)


def counted_in_page():
    """How many results the page lists: of each group, and in all."""
    with open(PAGE, encoding="utf-8") as file:
        block = block_pattern("verify").search(file.read()).group(0)
    groups = {m[0]: int(m[1]) for m in re.findall(r"^\| ([A-Z]\S*) \| ([0-9]+) \|", block, re.MULTILINE)}
    return groups, int(re.search(r"^([0-9]+) results", block, re.MULTILINE).group(1))


def main():
    sinew = os.path.abspath(sys.argv[1])
    with open(PAGE, encoding="utf-8") as file:
        page = file.read()
    names = sys.argv[2:] or [name for name in BLOCKS if block_pattern(name).search(page)]
    for name in names:
        if name not in BLOCKS:
            sys.exit(f"numbers: no block {name}; there are {', '.join(BLOCKS)}")
    make(sinew, names)


if __name__ == "__main__":
    main()
