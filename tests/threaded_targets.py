#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the executables of the suite `threads`: what the thread-sanitizer build has to make."""
import json
import os
import subprocess
import sys


def main():
    build = sys.argv[1]
    tests = json.loads(subprocess.check_output(["meson", "introspect", "--tests", build]))
    wanted = {t["cmd"][0] for t in tests if any(s.split(":")[-1] == "threads" for s in t["suite"])}
    for path in sorted(wanted):
        print(os.path.relpath(path, os.path.abspath(build)))


if __name__ == "__main__":
    main()
