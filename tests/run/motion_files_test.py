#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Motion files as programs and people write them: separators, ends of lines, headers, units, gaps, many columns, drawn at random; a model
that is led along one has the values that were written.  motion_files_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import tempfile

from mjcf_taken import write
from tap import done, sinew, tap

INERTIA = {"method": "explicit", "mass": 1, "tensor": [0.02, 0.03, 0.035, 0, 0, 0]}
MODEL = {"sinew": 1, "model": {"gravity": [0, 0, 0], "bodies": [{"name": "a", "inertia": INERTIA}, {"name": "b", "inertia": INERTIA}],
         "joints": [{"class": "slider", "name": "s", "frame_b": "bodies/a", "coordinate_names": "shift"},
                    {"class": "hinge", "name": "h", "frame_b": "bodies/b", "coordinate_names": "turn"}]}}


def number(dice, value):
    """A number in one of the ways in which programs write one."""
    form = dice.choice(["{:.10g}", "{:.9e}", "{:.9E}", "{:+.10f}", "{:.10f}"])
    text = form.format(value)
    return text.replace("e+0", "e+00") if dice.random() < .2 else text


def drawn(dice):
    """Name, text, times and the two values of each row, gaps as None."""
    ending = dice.choice([".sto", ".mot", ".csv", ".txt", ".tsv"])
    table = ending in (".sto", ".mot")
    separator = {".tsv": "\t"}.get(ending, dice.choice(["\t", " ", "   ", ",", ", "]) if table else dice.choice([",", ";", "\t"]))
    n, others = dice.randint(3, 12), dice.choice([0, 0, 1, 3, 300])
    times = [round(.1 * i + (dice.uniform(-.04, .04) if 0 < i < n - 1 and dice.random() < .5 else 0), 4) for i in range(n)]
    shift, turn = [round(dice.uniform(-.5, .5), 6) for _ in times], [round(dice.uniform(-1.2, 1.2), 6) for _ in times]
    degrees = dice.choice([True, False]) if table else False
    labels = ["shift", "turn"] + [f"other_{i}" for i in range(others)]
    order = list(range(len(labels)))
    dice.shuffle(order)
    gap = dice.randrange(1, n - 1) if dice.random() < .3 else None
    lines = []
    if table:
        lines.append(dice.choice(["Coordinates", "first line of any kind", "name walk"]))
        keys = [f"version={1}", f"nRows={n}" if dice.random() < .5 else f"datarows {n}", f"nColumns={len(labels) + 1}" if dice.random() < .5 else
                f"datacolumns {len(labels) + 1}", dice.choice(["inDegrees=yes", "inDegrees = YES", "inDegrees=Yes"]) if degrees else
                dice.choice(["inDegrees=no", "inDegrees=No", "inDegrees = no"])]
        if dice.random() < .4:
            dice.shuffle(keys)
        lines += keys + ([""] if dice.random() < .3 else []) + (["Units are S.I. units (second, meters, Newtons, ...)"] if dice.random() < .3 else [])
        lines.append(dice.choice(["endheader", "endheader", "EndHeader", " endheader "]))
    names = ["time"] + [labels[k] for k in order]
    if not table:
        names = [f'"{x}"' if dice.random() < .2 else x for x in names]
        names = [x if "other" in x else x.replace("shift", "joints/s:translation").replace("turn", "joints/h:angle") for x in names]
    lines.append(separator.join(names))
    for i, t in enumerate(times):
        values = [shift[i], math.degrees(turn[i]) if degrees else turn[i]] + [dice.uniform(-9, 9) for _ in range(others)]
        cells = [number(dice, values[k]) for k in order]
        if i == gap:
            cells[order.index(0)] = dice.choice(["nan", "NaN", "NAN", "-nan"] + ([""] if separator.strip() == "," and not table else []))
        lines.append((" " if dice.random() < .1 and separator.strip() == "" and table else "") + separator.join([number(dice, t)] + cells) +
                     (separator if separator == "\t" and dice.random() < .2 and table else ""))
    if dice.random() < .3:
        lines.append("")
    end = dice.choice(["\n", "\r\n"])
    text = ("\ufeff" if dice.random() < .2 else "") + end.join(lines) + (end if dice.random() < .8 else "")
    shown = f"{ending} by {separator!r}, {end!r}, {n} x {len(labels)}{', in degrees' if degrees else ''}{', a gap' if gap else ''}{', BOM' if text[0] == chr(0xfeff) else ''}"
    return ending, text, times, [(None if i == gap else s, r) for i, (s, r) in enumerate(zip(shift, turn))], shown


def one(folder, seed):
    dice = random.Random(seed)
    ending, text, times, rows, shown = drawn(dice)
    path = os.path.join(folder, "motion" + ending)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(text)
    model = write(folder, "m.sinew", json.dumps(MODEL))
    run = sinew("analyze", model, "--motion", path, "--results", "joints/s:translation,joints/h:angle", "--out", folder)
    got = {}
    if run.returncode == 0:
        with open(os.path.join(folder, "results.csv"), encoding="utf-8") as file:
            got = {round(float(r[0]), 6): (float(r[1]), float(r[2])) for r in list(csv.reader(file))[1:]}
    off, found = 0, 0
    for t, (s, r) in zip(times, rows):
        near = min(got, key=lambda u, t=t: abs(u - t), default=None)
        if near is None or abs(near - t) > 1e-5:
            continue
        found += 1
        off = max(off, abs(got[near][1] - r), 0 if s is None else abs(got[near][0] - s))
    tap(run.returncode == 0 and found == len(times) and off < 2e-6, f"{seed}: {shown}: {found} of {len(times)} rows, {off:.1e} {run.stderr.strip()[-250:]}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(40):
            one(folder, seed)
    done()


main()
