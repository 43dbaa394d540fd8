#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every demo with every integrator: it ends, or stops and names a component.  TAP.

    integrators_test.py SINEW [--table]        --table prints how each ended, as a table for docs/numbers.md

With SN_LONG=1 (or --table) for 5 s, else for 30 ms.  No sample that is kept may be infinite or no number.
"""
import csv
import math
import os
import re
import subprocess
import sys
import tempfile

INTEGRATORS = ("backward_euler", "trapezoidal", "symplectic_euler", "runge_kutta_4", "newton_euler", "newton_trapezoidal",
               "static_equilibrium")
# A fault names the time and a component; what an integrator does not take is refused before.
NAMED = re.compile(r"t = \S+ s: /model|/model\S*: |solver\.integrator")
LIMIT = 900  # seconds of waiting for one run: then it is said so


def demos(sinew):
    lines = subprocess.run([sinew, "demos"], check=True, capture_output=True, text=True).stdout.splitlines()
    return [line.split()[0] for line in lines if line.strip()]


def samples_finite(folder):
    for name in os.listdir(folder):
        if name.endswith(".csv"):
            with open(os.path.join(folder, name), newline="", encoding="utf-8") as file:
                for row in list(csv.reader(file))[1:]:
                    if not all(math.isfinite(float(x)) for x in row):
                        return False
    return True


def run(sinew, demo, integrator, seconds):
    """(good, text): text is "ended", or when and where it stopped."""
    with tempfile.TemporaryDirectory() as out:
        try:
            done = subprocess.run([sinew, "run", demo, "--time", str(seconds), "--probes", out, "--quiet", "--set",
                                   f"/model:solver.integrator={integrator}"], capture_output=True, text=True, check=False,
                                  timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return False, f"not done after {LIMIT} s"
        finite = samples_finite(out)
    message = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else ""
    if done.returncode == 0:
        return finite, "ended" if finite else "a sample is not finite"
    return finite and done.returncode == 1 and bool(NAMED.search(message)), message.removeprefix("sinew: ")


def short(text):
    """How a run stopped, for a cell of a table."""
    when = re.search(r"t = (\S+) s: (/model\S*?):? ", text + " ")
    return f"{when.group(1)} s, {when.group(2).removeprefix('/model/').rstrip(':')}" if when else "refused"


def main():
    sinew, table = sys.argv[1], "--table" in sys.argv
    if os.environ.get("SN_SANITIZE"):
        print("1..0 # SKIP too slow with a sanitizer: demos_test runs them")
        return
    seconds = 5 if table or os.environ.get("SN_LONG") == "1" else 0.03
    count = 0
    if table:
        print("| demo | " + " | ".join(i.replace("_", " ") for i in INTEGRATORS) + " |\n" + "|---" * (len(INTEGRATORS) + 1) + "|")
    for demo in demos(sinew):
        cells = []
        for integrator in INTEGRATORS:
            good, text = run(sinew, demo, integrator, seconds)
            count += 1
            if not table:
                print(f"{'ok' if good else 'not ok'} {count} - {demo} {integrator}: {text}", flush=True)
            cells.append("ended" if text == "ended" else short(text) if good else "**" + short(text) + "**")
        if table:
            print(f"| {demo} | " + " | ".join(cells) + " |", flush=True)
    if not table:
        print(f"1..{count}")


main()
