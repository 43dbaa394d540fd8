#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each broken model or data file makes the program print one line on standard error and end with status 1.

usage: broken_exit_test.py PROGRAM MODELS DATA MODEL      MODELS, DATA: folders of broken files; MODEL: one with an input probe "drive", for the data files"""
import pathlib
import subprocess
import sys

program, model = pathlib.Path(sys.argv[1]).resolve(), sys.argv[4]
wrong = 0


def check(file, words, expected_file):
    global wrong
    expected = expected_file.read_text().strip()
    done = subprocess.run([program, *words], cwd=file.parent, capture_output=True, timeout=60)
    lines = done.stderr.decode().splitlines()
    if done.returncode != 1 or done.stdout or len(lines) != 1 or not lines[0].endswith(expected):
        print(f"{file.name}: status {done.returncode}, said {lines}, expected {expected!r}")
        wrong += 1


files = sorted(pathlib.Path(sys.argv[2]).glob("*.sinew"))
for name in files:
    check(name, ["info", name.name], name.with_suffix(".expected"))
data = sorted(pathlib.Path(sys.argv[3]).glob("motion_*.???"))
for name in data:
    check(name, ["run", model, "--time", "0.01", "--input", f"drive={name.name}"], pathlib.Path(f"{name}.expected"))
print(f"{len(files)} models, {len(data)} data files, {wrong} wrong")
sys.exit(1 if wrong or len(files) < 80 or len(data) < 12 else 0)
