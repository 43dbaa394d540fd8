#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Block `opensim` of docs/numbers.md: what becomes of every OpenSim model of data/osim2, and why not all of it."""
import glob
import os
import re
import subprocess
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDER = os.path.join(os.environ.get("SN_PUBLISHED") or os.path.join(os.path.dirname(ROOT), "shared", "data"), "osim2")
FATES = ("exact", "approximated", "left out")
PATTERN = re.compile(r"(\d+) exact, (\d+) approximated, (\d+) left out")
MESHES = "Mesh", "DisplayGeometry", "VisibleObject"  # pictures: most of their files are not handed out


def reasons_of(report):
    """(fate, class, reason): number of components, from the lines under "Approximated:" and "Left out:"."""
    found, fate = {}, None
    for line in report.splitlines():
        if line in ("Approximated:", "Left out:"):
            fate = line[:-1].lower()
        elif not line.startswith("  "):
            fate = None
        elif fate:
            kind, text = line.strip().split(": ", 1)
            reason, _, names = text.rpartition(": ")
            if kind in MESHES and "was not found" in text:
                reason = "the file is not there"
            found[fate, kind, reason or text] = found.get((fate, kind, reason or text), 0) + names.count(", ") + 1
    return found


def attempt(sinew, path, out):
    """Version, counts, reasons, seconds to import, seconds to open what was made; or why it was refused."""
    with open(path, "rb") as file:
        version = re.search(rb'Version="(\d+)"', file.read(4000))
    began = time.monotonic()
    done = subprocess.run([sinew, "import", path, "--out", out], capture_output=True, text=True, errors="replace", check=False)
    seconds = time.monotonic() - began
    if done.returncode != 0:
        return version, done.stderr.strip()
    opened = subprocess.run([sinew, "info", out], capture_output=True, text=True, errors="replace", check=False)
    if opened.returncode != 0:
        return version, opened.stderr.strip()
    counts = [int(n) for n in PATTERN.search(done.stdout).groups()]
    return version, counts, reasons_of(done.stdout), seconds


def table(sinew):
    files = sorted(glob.glob(os.path.join(FOLDER, "**", "*.osim"), recursive=True))
    if not files:
        raise SystemExit(f"numbers: no models in {FOLDER}; SN_PUBLISHED names the folder that has osim2")
    rows, reasons, slowest, opened = [], {}, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for path in files:
            version, *got = attempt(sinew, path, os.path.join(folder, "m.sinew"))
            name = f"{os.path.relpath(path, FOLDER)} | {version.group(1).decode() if version else '1.x'}"
            if len(got) == 1:
                rows.append(f"| {name} | refused: {got[0]} | | | |")
                continue
            counts, why, seconds = got
            pictures = sum(n for (_, kind, reason), n in why.items() if reason == "the file is not there")
            rows.append(f"| {name} | {counts[0]} | {counts[1]} | {counts[2] - pictures} | {seconds:.2f} |")
            slowest, opened = max(slowest, seconds), opened + 1
            for key, n in why.items():
                total = reasons.setdefault(key, [0, 0])
                total[0] += n
                total[1] += 1
    yield f"{opened} of {len(files)} models open, the slowest in {slowest:.2f} s (the whole command). Components taken over exactly,"
    yield "approximated and left out, without pictures whose files are not handed out (they open without them and say so)."
    yield ""
    yield "| file | format | exact | approximated | left out | s |"
    yield "|---" * 6 + "|"
    yield from rows
    yield ""
    yield "Why:"
    yield ""
    yield "| | class | components | files | reason |"
    yield "|---" * 5 + "|"
    for (fate, kind, reason), (n, in_files) in sorted(reasons.items()):
        yield f"| {fate} | {kind} | {n} | {in_files} | {reason} |"
