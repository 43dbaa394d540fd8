#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Block `jaw` of docs/numbers.md: every task of Table I of Stavness et al. 2011 with contact, beside what the paper found."""
import csv
import math
import os
import subprocess
import tempfile

TASKS = {"rest": 0.2, "clench": 0.6, "open": 0.6, "hinge-open": 0.6, "protrude": 0.6, "right-lateral": 0.6, "retract": 0.4,
         "palate": 0.4, "contact": 0.4, "chew": 1.4, "discs": 0.55}
COMPARED = {"open": "0.5, 1.4; tip 0.7, 1.6", "palate": "1.1, 3.8; tip 2.0, 10.0"}  # 5 ms against 1 ms, mean and largest [%]
UPPER_INCISOR = -28.538  # [mm]


def probes_of(sinew, demo, time, *more):
    with tempfile.TemporaryDirectory() as out:
        last = subprocess.run([sinew, "run", demo, "--time", str(time), "--probes", out, "--quiet", *more], check=True,
                              capture_output=True, text=True).stdout.strip().split("\n")[-1]
        probes = {}
        for name in os.listdir(out):
            with open(os.path.join(out, name), newline="", encoding="utf-8") as file:
                probes[name[:-4]] = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
    cut = [word for word in last.split() if word.startswith("cut=")]
    return probes, cut[0][4:] if cut else "0"


def farthest(path):
    """Largest way along each direction from the first sample [mm], those over 0.2 mm."""
    ways = (("forward", 1, 1), ("back", 1, -1), ("right", 2, -1), ("left", 2, 1), ("down", 3, -1), ("up", 3, 1))
    moved = [(name, 1e3 * max(sign * (row[axis] - path[0][axis]) for row in path)) for name, axis, sign in ways]
    return ", ".join(f"{name} {way:.1f}" for name, way in moved if way > 0.2) or "stays"


def difference(coarse, fine):
    """Mean and largest distance of two paths over the largest way of the finer [%]."""
    size = max(math.dist(row[1:], fine[0][1:]) for row in fine)
    gaps = [math.dist(row[1:], min(fine, key=lambda other, t=row[0]: abs(other[0] - t))[1:]) for row in coarse]
    return 100 * sum(gaps) / len(gaps) / size, 100 * max(gaps) / size


def largest(rows, columns):
    return max(max(row[k] for k in columns) for row in rows)


def fastest(path):
    """Largest speed backwards [mm/s]."""
    return max(1e3 * (a[1] - b[1]) / (b[0] - a[0]) for a, b in zip(path, path[1:]))


def on_discs(discs, led):
    """Jaw whose condyles stand on their discs, beside the same jaw led along lines."""
    joint = discs["left_joint"]
    start, shut = joint[0], joint[-1]
    wide = min(joint, key=lambda row: row[3])
    forward, down, disc = (1e3 * sign * (wide[k] - start[k]) for k, sign in ((1, 1), (3, -1), (4, 1)))
    yield (f"* Condyles on their discs (`discs`): task open moves the incisor {farthest(discs['incisor'][:60])} (led along a line: "
           f"{farthest(led['incisor'])}), the condyle {forward:.1f} mm forward and {down:.1f} down, {math.degrees(math.atan2(down, forward)):.0f} degrees "
           f"(the line 35 to 10, the eminence 27 to 32), the disc {disc:.1f} mm forward.")
    yield (f"* Bite at 10 % on discs: {sum(discs['bite_force'][-1][1:]):.1f} N on the molars, each joint bears {shut[7]:.1f} N above and "
           f"{shut[11]:.1f} below its disc, mean pressure {1e-6 * shut[9]:.2f} and {1e-6 * shut[13]:.2f} MPa, largest {1e-6 * shut[10]:.2f} and "
           f"{1e-6 * shut[14]:.2f} (10 GN/m3, Andersen et al. 2017).")


def table(sinew):
    runs = {task: probes_of(sinew, f"jaw-tongue-hyoid-{task}", time) for task, time in TASKS.items()}
    yield "| task | incisor, mm | tip of the tongue, mm | tongue on lower, upper teeth, palate: most N | too near by at most, mm | steps cut |"
    yield "|---|---|---|---|---|---|"
    for task, (probes, cut) in runs.items():
        forces = ", ".join(f"{largest(probes[name], [k]):.2f}" for name, k in (("teeth", 2), ("teeth", 1), ("palate", 1)))
        yield (f"| {task} | {farthest(probes['incisor'])} | {farthest(probes['tip'])} | {forces} | "
               f"{1e3 * largest(probes['teeth'], (3, 4)):.3f} | {cut} |")
    yield ""
    rest, clench, retract, press, chew, discs = (runs[task][0] for task in ("rest", "clench", "retract", "contact", "chew", "discs"))
    bare, _ = probes_of(sinew, "jaw-tongue-hyoid-retract", 0.2, "--set", "/model/collisions/lower_teeth:enabled=false")
    fine, _ = probes_of(sinew, "jaw-tongue-hyoid-retract", 0.2, "--step", "0.001")
    speed, free, exact = (fastest(probes["back"]) for probes in (retract, bare, fine))
    nearer = bare["back"][0][1] - retract["back"][0][1]
    held = [row for row in press["palate"] if 0.2 < row[0] < 0.29]
    food = max(-row[1] for row in chew["food"] if row[0] > 0.25)
    yield f"* Gap of the incisors at rest {UPPER_INCISOR - 1e3 * rest['incisor'][-1][3]:.2f} mm (paper 6.6)."
    yield f"* Clench: {max(row[1] + row[2] for row in clench['bite_force']):.1f} N on the molars."
    yield (f"* Retract: the back of the tongue at {speed:.0f} mm/s, {exact:.0f} with steps of 1 ms, {free:.0f} without lower teeth (paper 220): resting on "
           f"them it starts {1e3 * nearer:.1f} mm nearer to where it goes; they let it go before it is fast, and it comes to the same place.")
    yield (f"* Max-palate (`contact`): largest pressure {1e-3 * largest(press['palate'], [4]):.1f} kPa, held {1e-3 * largest(held, [4]):.1f}; "
           f"force over area {1e-3 * largest(press['palate'], [3]):.1f} and {1e-3 * largest(held, [3]):.1f} kPa (paper 38.2 over the area of its "
           "contours; measured 40.4 +- 9.8).")
    yield f"* Chewing: the food bears {food:.1f} N (it collapses over 35)."
    yield from on_discs(discs, runs["open"][0])
    for task, paper in COMPARED.items():
        fine, _ = probes_of(sinew, f"jaw-tongue-hyoid-{task}", TASKS[task], "--step", "0.001")
        ours = "; tip ".join("{:.1f}, {:.1f}".format(*difference(runs[task][0][name], fine[name])) for name in ("incisor", "tip"))
        yield f"* Steps of 5 ms against 1 ms, {task}: mean and largest {ours} % of the way (paper {paper})."
