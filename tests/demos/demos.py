#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the demos must do, from the command line: demos.py SINEW.  TAP."""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

SINEW = sys.argv[1]
COUNT = 0


def tap(good, text):
    global COUNT
    COUNT += 1
    print(f"{'ok' if good else 'not ok'} {COUNT} - {text}", flush=True)


def run(demo, time, *more):
    """Probes of a run as {name: [[time, values...]...]}, and its last line."""
    with tempfile.TemporaryDirectory() as out:
        last = subprocess.run([SINEW, "run", demo, "--time", str(time), "--probes", out, "--quiet", *more],
                              check=True, capture_output=True, text=True).stdout.strip().split("\n")[-1]
        probes = {}
        for name in os.listdir(out):
            with open(os.path.join(out, name), newline="", encoding="utf-8") as file:
                probes[name[:-4]] = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
        return probes, last


def upper_incisor():
    """The skull stands at the origin: the marker's location is its position."""
    path = os.path.join(os.environ["SINEW_BUILD_ROOT"], "resources", "demos", "jaw.sinew")
    with open(path, encoding="utf-8") as file:
        markers = json.load(file)["model"]["markers"]["items"]
    return next(m["location"] for m in markers if m["name"] == "upper_incisor")


def extreme(path, axis, sign):
    """Largest signed excursion from the first sample along an axis [mm]."""
    return max(sign * (row[axis] - path[0][axis]) for row in path) * 1e3


def jaw():
    top = upper_incisor()
    rest, _ = run("jaw", 2)
    gap = [1e3 * (top[2] - row[3]) for row in rest["incisor"]]
    tap(3 <= gap[-1] <= 7, f"jaw at rest: gap {gap[-1]:.2f} mm (3 to 7)")
    tap(abs(gap[-1] - gap[len(gap) // 2]) < 0.05, f"jaw at rest: settled to {abs(gap[-1] - gap[len(gap) // 2]):.4f} mm")
    tap(abs(gap[0] - gap[-1]) < 0.5, f"the demo starts at rest: {abs(gap[0] - gap[-1]):.3f} mm from it")
    opened, _ = run("jaw-open", 0.6)
    down = extreme(opened["incisor"], 3, -1)
    forward = [extreme(opened["condyles"], k, 1) for k in (1, 4)]
    tap(down > 5 and min(forward) > 1, f"open: incisor {down:.2f} mm down (> 5), condyles {forward[0]:.2f} {forward[1]:.2f} forward")
    hinge, _ = run("jaw-hinge-open", 0.6)
    less = [extreme(hinge["condyles"], k, 1) for k in (1, 4)]
    tap(max(less) < 0.5 * min(forward), f"hinge-open: condyles {less[0]:.2f} {less[1]:.2f} mm forward, less than half of that; "
        f"incisor {extreme(hinge['incisor'], 3, -1):.2f} down")
    protrude, _ = run("jaw-protrude", 0.6)
    tap(extreme(protrude["incisor"], 1, 1) > 2, f"protrude: incisor {extreme(protrude['incisor'], 1, 1):.2f} mm forward (> 2)")
    lateral, _ = run("jaw-right-lateral", 0.6)
    tap(extreme(lateral["incisor"], 2, -1) > 2, f"right-lateral: incisor {extreme(lateral['incisor'], 2, -1):.2f} mm to the right (> 2)")
    clench, _ = run("jaw-clench", 0.6)
    closed = min(1e3 * (top[2] - row[3]) for row in clench["incisor"])
    force = max(row[1] + row[2] for row in clench["bite_force"])
    tap(closed < 1 and force > 10, f"clench: gap closes to {closed:.2f} mm, bite force {force:.1f} N")


def others():
    chain, _ = run("chain", 1)
    length = max(math.dist(row[1:], (0, 0, 0)) for row in chain["tip"])
    tap(length < 1.2 + 1e-3, f"chain: tip never further than its length ({length:.5f} m of 1.2)")
    bar, _ = run("four-bar", 2)
    tap(len(bar["coupler_point"]) == 201, "four-bar: runs on for 2 s")
    net, _ = run("spring-mesh", 4)
    sag = 0.3 - net["middle"][-1][3]
    tap(0.01 < sag < 0.3 and abs(net["middle"][-1][3] - net["middle"][-20][3]) < 1e-3, f"spring-mesh: hangs {sag * 1e3:.1f} mm")
    arm, _ = run("arm", 2.5)
    peak = math.degrees(max(row[1] for row in arm["elbow"]))
    tap(30 < peak <= 130.5, f"arm: elbow flexes to {peak:.1f} degrees")


def all_of_them():
    demos = [line.split()[0] for line in subprocess.run([SINEW, "demos"], check=True, capture_output=True,
                                                        text=True).stdout.strip().split("\n")]
    for demo in demos:
        info = json.loads(subprocess.run([SINEW, "info", demo, "--json"], check=True, capture_output=True,
                                         text=True).stdout)
        errors = [c for c in info["checks"] if c["severity"] != "note"]
        tap(not errors and info["dofs"] > 0, f"{demo}: {info['dofs']} dofs, {info['constraints']} constraints, "
            f"{info['mass']:.4g} kg, {len(errors)} warnings")
        first = run(demo, 0.3)[1]
        tap(first == run(demo, 0.3)[1], f"{demo}: the same hash twice ({first.split()[-1]})")


def main():
    jaw()
    others()
    all_of_them()
    print(f"1..{COUNT}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
