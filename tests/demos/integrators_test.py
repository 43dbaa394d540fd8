#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every demo with every integrator: it ends, or stops and names a component.  TAP.

    integrators_test.py SINEW [--table [--keep FILE]]
        --table prints how each ended, as a table for docs/numbers.md
        --keep goes on from the runs in FILE, and adds each that it makes: all take half an hour; remove it to begin anew

With SN_LONG=1 (or --table) all of them for 5 s; else each demo with two, in turn, for 30 ms.  No sample that is kept may be
infinite or no number.
"""
import csv
import json
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
# half a minute each (no equilibrium is found, steps are cut in hundreds): left to SN_LONG=1
SLOW = {("ellipsoids", "static_equilibrium"), ("cartilage", "static_equilibrium"), ("jaw-discs", "symplectic_euler")}
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
    """(good, text, cut): text is "ended", or when and where it stopped; cut: how many steps were taken in parts."""
    with tempfile.TemporaryDirectory() as out:
        try:
            done = subprocess.run([sinew, "run", demo, "--time", str(seconds), "--probes", out, "--quiet", "--set",
                                   f"/model:solver.integrator={integrator}"], capture_output=True, text=True, check=False,
                                  timeout=LIMIT)
        except subprocess.TimeoutExpired:
            return False, f"not done after {LIMIT} s", 0
        finite = samples_finite(out)
    message = done.stderr.strip().splitlines()[-1] if done.stderr.strip() else ""
    parts = re.search(r" cut=(\d+)", done.stdout)
    cut = int(parts.group(1)) if parts else 0
    if done.returncode == 0:
        return finite, "ended" if finite else "a sample is not finite", cut
    return finite and done.returncode == 1 and bool(NAMED.search(message)), message.removeprefix("sinew: "), cut


REASONS = (
    ("closed", r"cannot be kept closed"), ("energy", r"gains .* J that nothing puts in"), ("iteration", r"does not converge"),
    ("no equilibrium", r"No equilibrium was found|there is no equilibrium"), ("unstable", r"equilibrium is unstable"),
    ("flies away", r"flies away"), ("inside out", r"is inside out"), ("limits", r"limits contradict"), ("not taken", r"takes no "),
)


def short(text):
    """How a run stopped, for a cell of a table."""
    reason = next((word for word, pattern in REASONS if re.search(pattern, text)), "refused")
    when = re.search(r"t = (\S+) s: (/model\S*?):? ", text + " ")
    if reason == "not taken" or not when:
        return "-" if reason == "not taken" else reason
    time = float(when.group(1))
    return f"{reason}{f' at {time:.3g} s' if time > 0 else ''}, {when.group(2).removeprefix('/model/').rstrip(':')}"


def cell(good, text, cut):
    if text == "ended":
        return f"ended, {cut} cut" if cut else "ended"
    return short(text) if good else "**" + short(text) + "**"


def kept_runs(path):
    """{(demo, integrator): (good, text, cut)} of the lines in the file."""
    if not path or not os.path.exists(path):
        return {}
    with open(path, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return {(row["demo"], row["integrator"]): (row["good"], row["text"], row["cut"]) for row in rows}


def table(sinew, path):
    """Rows of the table, each as soon as it is there."""
    kept = kept_runs(path)
    print("| demo | " + " | ".join(i.replace("_", " ") for i in INTEGRATORS) + " |\n" + "|---" * (len(INTEGRATORS) + 1) + "|")
    for demo in demos(sinew):
        cells = []
        for integrator in INTEGRATORS:
            if (demo, integrator) not in kept:
                good, text, cut = kept[demo, integrator] = run(sinew, demo, integrator, 5)
                if path:
                    with open(path, "a", encoding="utf-8") as file:
                        file.write(json.dumps({"demo": demo, "integrator": integrator, "good": good, "text": text, "cut": cut}) + "\n")
            cells.append(cell(*kept[demo, integrator]))
        print(f"| {demo} | " + " | ".join(cells) + " |", flush=True)


def main():
    sinew = sys.argv[1]
    if "--table" in sys.argv:
        table(sinew, sys.argv[sys.argv.index("--keep") + 1] if "--keep" in sys.argv else None)
        return
    if os.environ.get("SN_SANITIZE"):
        print("1..0 # SKIP too slow with a sanitizer: demos_test runs them")
        return
    all_of_them = os.environ.get("SN_LONG") == "1"
    seconds = 5 if all_of_them else 0.03
    count = 0
    for place, demo in enumerate(demos(sinew)):
        for integrator in INTEGRATORS if all_of_them else (INTEGRATORS[(2 * place + i) % len(INTEGRATORS)] for i in (0, 1)):
            if (demo, integrator) in SLOW and not all_of_them:
                continue
            good, text, cut = run(sinew, demo, integrator, seconds)
            count += 1
            print(f"{'ok' if good else 'not ok'} {count} - {demo} {integrator}: {text}{f', {cut} steps cut' if cut else ''}", flush=True)
    print(f"1..{count}" if count else "Bail out! no demos")


main()
