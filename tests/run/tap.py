# SPDX-License-Identifier: GPL-3.0-or-later
"""Lines of the Test Anything Protocol, and runs of the program whose path is the first word of the command line."""
import os
import subprocess
import sys

RESULTS = []


def tap(good, text):
    RESULTS.append(bool(good))
    print(f"{'ok' if good else 'not ok'} {len(RESULTS)} - {text}".replace("\n", " | "), flush=True)


def skip(text, why):
    tap(True, f"{text} # SKIP {why}")


def done():
    """The plan; ends the program, with status 1 if a line was not ok."""
    print(f"1..{len(RESULTS)}")
    sys.exit(not all(RESULTS))


def sinew(*words, env=None):
    """The finished program with its output, run where there is no display."""
    return subprocess.run([sys.argv[1], *map(str, words)], capture_output=True, text=True, check=False,
                          env={**os.environ, "DISPLAY": "", "WAYLAND_DISPLAY": "", **(env or {})})
