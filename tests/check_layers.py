#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which libraries a folder may know: the engine no toolkit, its mathematics no GLib, the renderer neither GTK nor GLib."""
import os
import re
import sys

from sources import c_files

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOLKITS = r"(gtk/|gdk/|gsk/|epoxy/|EGL/|GL/|adwaita)"

# who knows which library (which room knows which is in rooms.txt)
PLAIN = ("engine/base/", "engine/linsolve/", "engine/fem/", "engine/strand/", "engine/muscle/", "engine/geometry/", "engine/wrap/", "engine/sim/")
INCLUDE = re.compile(r"^\s*#\s*include\s*<([^>]+)>")


def problems(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            name = match.group(1)
            if path.startswith("engine/") and re.match(TOOLKITS, name):
                yield f"{path}:{number}: the engine must not know {name}"
            if path.startswith(PLAIN) and re.match(r"(glib|gio|gobject)", name):
                yield f"{path}:{number}: {name}: " + ", ".join(PLAIN) + " are plain C"
            if path.startswith("render/") and re.match(r"(gtk/|gdk/|glib|gio)", name):
                yield f"{path}:{number}: the renderer must not know {name}"


def main():
    files = c_files(ROOT)
    found = [p for path in files for p in problems(path)]
    print("".join(line + "\n" for line in found) + f"libraries: {len(files)} files, {len(found)} against the rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
