#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Each broken model file makes the program print one line on standard error and end with status 1.

usage: check_broken.py PROGRAM FOLDER"""
import pathlib
import subprocess
import sys

program, folder = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]
wrong = 0
files = sorted(pathlib.Path(folder).glob("*.sinew"))
for file in files:
    expected = file.with_suffix(".expected").read_text().strip()
    done = subprocess.run([program, "info", file.name], cwd=folder, capture_output=True,
                          timeout=60)
    lines = done.stderr.decode().splitlines()
    if done.returncode != 1 or done.stdout or len(lines) != 1 or not lines[0].endswith(expected):
        print(f"{file.name}: status {done.returncode}, said {lines}, expected {expected!r}")
        wrong += 1
print(f"{len(files)} files, {wrong} wrong")
sys.exit(1 if wrong or len(files) < 80 else 0)
