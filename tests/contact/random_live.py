#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Random scenes of rigid bodies and tissue in which values are changed while they run: what contacts, materials and
gravity are, masses, what is held, what touches at all.  Nothing is to gain energy beyond what a change puts in, and what
was recorded is to have the same bits when it is gone back to.

    random_live.py HELPER FIRST LAST [--keep DIR] [--all]

One line for each scene that gains, stops, cuts what did not overlap, or is not the same again.  --keep: those models and
their edits are written there; --all: a line for each.  Not a test of the build: live_edits_test.py is."""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile

import random_touching

STEPS = 60
GAINS = 2e-3  # of the largest kinetic energy
SWINGS = 0.05  # the same of symplectic Euler, whose energy swings
SPEED = 1e-3  # of the size a second
OPENED = 1e-3  # of the size
LIFTS = 0.1  # of what is lifted
# these may make bodies overlap, or be further in each other than they may be: what pushes them out lifts them
OVERLAPPING = {"enabled", "self_contact", "tolerance", "gap", "method", "meshes", "compliance", "dynamic"}
# what a step refuses by right: points that give way and leap; what an explicit method cannot follow; tissue that begins cut
KNOWN = ["Contacts give way point by point here", "The step is too long for what is stiff or damped here",
         "Its surface would pass through another or itself"]


def log_uniform(r, low, high):
    return 10 ** r.uniform(low, high)


def draw_rule(r, unit):
    """A value of a collision and what becomes of it."""
    name = r.choice(["friction", "friction", "friction", "restitution", "rolling_friction", "torsional_friction",
                     "compliance", "damping", "tolerance", "gap", "enabled", "self_contact", "method", "meshes"])
    value = {"friction": lambda: r.choice([0, 0.1, 0.5, 1, 1.5]), "restitution": lambda: r.choice([0, 0.5, 1]),
             "rolling_friction": lambda: unit * r.choice([0, 1e-3, 1e-2]),
             "torsional_friction": lambda: unit * r.choice([0, 1e-3, 1e-2]),
             "compliance": lambda: r.choice([0, 0, log_uniform(r, -8, -4)]), "damping": lambda: r.choice([0, 1, 100]),
             "tolerance": lambda: unit * r.choice([0, 1e-5, 1e-3]), "gap": lambda: unit * r.choice([0, 1e-4, 1e-3]),
             "enabled": lambda: r.choice(["true", "false"]), "self_contact": lambda: r.choice(["true", "false"]),
             "method": lambda: r.choice(["constraint", "constraint", "hunt_crossley", "elastic_foundation",
                                         "pressure_field"]),
             "meshes": lambda: r.choice(["as_they_are", "hulls"])}[name]()
    return "collisions/all", name, value


def draw_fem(r, name):
    what = r.choice(["material.youngs_modulus", "material.youngs_modulus", "material.poissons_ratio", "damping.stiffness",
                     "damping.mass", "density"])
    value = {"material.youngs_modulus": lambda: log_uniform(r, 4, 8), "material.poissons_ratio": lambda: r.choice([0, 0.3, 0.45]),
             "damping.stiffness": lambda: r.choice([0, 0.001, 0.02]), "damping.mass": lambda: r.choice([0, 1]),
             "density": lambda: log_uniform(r, 2, 3.5)}[what]()
    return f"fems/{name}", what, value


def draw_body(r, name):
    what = r.choice(["inertia.mass", "inertia.mass", "damping", "dynamic", "render.color"])
    value = {"inertia.mass": lambda: log_uniform(r, -2, 3), "damping": lambda: r.choice([0, 10]),
             "dynamic": lambda: r.choice(["true", "false", "true"]), "render.color": lambda: "1,0.5,0"}[what]()
    return f"bodies/{name}", what, value


def draw_edit(r, row, gravity):
    kind = r.random()
    if kind < 0.6:
        return draw_rule(r, row.unit)
    if kind < 0.75:
        down = random_touching.rotate(row.turn, [gravity * r.choice([0, 0, 0.3]), gravity * r.choice([-1, -1, 0, 0.2]), 0])
        return "/model", "gravity", ",".join(map(repr, down))
    name = r.choice(row.names)
    return draw_fem(r, name) if name.startswith("soft") else draw_body(r, name)


def write(seed, folder):
    """The scene of a seed with its edits; what is known of it."""
    row = random_touching.Row(seed + 500_000_000, folder)
    r = row.r
    method = random_touching.METHODS[seed % len(random_touching.METHODS)]
    row.model["solver"] = {"max_step": r.choice([0.001, 0.005, 0.01, 0.02]), "integrator": method}
    gravity = r.choice([0, 9.81, 9.81])
    row.model["gravity"] = random_touching.rotate(row.turn, [0, -gravity, 0])
    rule = {"name": "all", "friction": r.choice([0, 0.3, 1]), "self_contact": r.random() < 0.3}
    row.model["collisions"] = [rule]
    kinds = r.choice([["box"], ["soft"], ["box", "soft"], ["l", "mesh", "soft"],
                      ["box", "sphere", "cylinder", "capsule", "mesh", "l", "soft", "soft"]])
    how = r.choice(["still", "still", "slide", "press", "part"])
    if gravity:
        row.model["bodies"].append({"name": "ground", "dynamic": False, "orientation": row.turn,
                                    "position": random_touching.rotate(row.turn, [0, -0.5 * row.unit, 0]),
                                    "geometry": {"shape": "box", "size": [5 * row.unit, row.unit, 5 * row.unit]}})
    for i in range(r.randint(2, 4)):
        kind = r.choice(kinds)
        held = kind != "soft" and r.random() < 0.2
        row.add(kind, i == 0 and not gravity, held, random_touching.velocity_of(row, how, i))
    edits, every, overlap = [], r.choice([1, 3, 10]), False
    for step in range(r.randint(1, 5), STEPS, every):
        for _ in range(r.choice([1, 1, 2])):
            path, name, value = draw_edit(r, row, gravity or 9.81)
            edits.append(f"{step} {path}:{name} {value if isinstance(value, str) else repr(value)}")
            overlap = overlap or name in OVERLAPPING
    with open(os.path.join(folder, "model.sinew"), "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": row.model}, file)
    with open(os.path.join(folder, "edits.txt"), "w", encoding="utf-8") as file:
        file.writelines(line + "\n" for line in edits)
    return row, how, overlap


def examine(helper, seed, kept=None, patience=120):
    """A line, and what is wrong with it (None: nothing)."""
    with tempfile.TemporaryDirectory() as folder:
        row, how, overlap = write(seed, folder)
        try:
            done = subprocess.run([helper, os.path.join(folder, "model.sinew"), os.path.join(folder, "edits.txt"), str(STEPS)],
                                  capture_output=True, text=True, check=False, timeout=patience)
            line = (done.stdout.strip() + " " + done.stderr.strip()[-300:]).strip()
            code = done.returncode
        except subprocess.TimeoutExpired:
            line, code = f"more than {patience} s", 1
    number = lambda name: random_touching.number_in(line, name)
    # bodies that begin touching are lifted by the gap that surfaces keep; what lifts is not told apart to the last
    gain = max(number("fling") - LIFTS * max(number("rise") - number("fling"), 0), 0 if overlap else number("rise"))
    gain -= OPENED * row.mass * 9.81 * row.unit if any(row.model["gravity"]) else 0
    speed = math.sqrt(2 * max(gain, 0) / row.mass) / row.unit if row.mass > 0 and not math.isnan(gain) else 0
    integrator, wrong = row.model["solver"]["integrator"], None
    share = SWINGS if integrator == "symplectic_euler" else GAINS
    if code != 0 or " end=ok" not in line and not any(words in line for words in KNOWN):
        wrong = "stops"
    elif number("wrong") != 0:
        wrong = "is not the same again"
    elif not gain <= share * number("most") and speed > SPEED:
        wrong = "gains"
    elif not overlap and number("meet") != 0 or number("inverted") != 0:
        wrong = "cuts"
    if wrong and kept:
        kept = os.path.join(kept, str(seed))
        os.makedirs(kept, exist_ok=True)
        write(seed, kept)
    text = f"{seed} {integrator} {row.model['solver']['max_step']} {how} {'+'.join(row.names)}: speed={speed:.2g} {line}"
    return text, wrong


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("helper")
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--keep")
    parser.add_argument("--all", action="store_true")
    wanted = parser.parse_args()
    counts = {}
    for seed in range(wanted.first, wanted.last + 1):
        text, wrong = examine(wanted.helper, seed, wanted.keep)
        counts[wrong] = counts.get(wrong, 0) + 1
        if wrong or wanted.all:
            print(f"{wrong or 'fine'}: {text}", flush=True)
    print(f"{wanted.last - wanted.first + 1} scenes: " + ", ".join(f"{n} {what or 'fine'}" for what, n in counts.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
