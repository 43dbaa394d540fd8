#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Scenes in which contacts, materials, masses and gravity are changed every few steps: nothing gains energy beyond what
a change puts in, nothing stops, and what was recorded has the same bits when it is gone back to.

    live_edits_test.py HELPER [FIRST LAST]

More: random_live.py, whose numbers these are."""
import os
import sys

import random_live

RIGID = [1, 4, 6]
# contacts that come and go in the iteration of Newton-Euler; with sanitizers they take a minute each
CIRCLING = [] if os.environ.get("SN_SANITIZE") else [97, 282]
SOFT = [2]
MIXED = [3]
REVERSED = [75]  # gravity turned round: the step's loss had hidden a gain


def main():
    helper = sys.argv[1]
    seeds = RIGID + CIRCLING + SOFT + MIXED + REVERSED
    if len(sys.argv) > 3:
        seeds = range(int(sys.argv[2]), int(sys.argv[3]) + 1)
    print(f"1..{len(seeds)}")
    for number, seed in enumerate(seeds, 1):
        text, wrong = random_live.examine(helper, seed)
        print(f"{'not ok' if wrong else 'ok'} {number} - {wrong + ': ' if wrong else ''}{text}", flush=True)


if __name__ == "__main__":
    main()
