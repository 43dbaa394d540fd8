#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Include rules of ARCHITECTURE.md: app -> ui -> render -> engine, and those inside the engine."""
import os
import re
import sys

from sources import c_files

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOLKITS = r"(gtk/|gdk/|gsk/|epoxy/|EGL/|GL/|adwaita)"

# Rooms in their order: a room includes only those above it.
ROOMS = """
engine/base/ engine/text/ engine/linsolve/ engine/fem/ engine/strand/ engine/geometry/
engine/mesh/volume/ engine/mesh/ engine/motion/
engine/model/ engine/model/classes/ engine/model/edit/ engine/model/file/
engine/sim/system/ engine/sim/motion/ engine/sim/rigid/ engine/sim/solid/ engine/sim/strand/
engine/sim/spline/ engine/sim/rod/ engine/sim/step/ engine/sim/result/ engine/sim/bind/
engine/sim/setup/
engine/compile/core/ engine/compile/solid/ engine/compile/strand/ engine/compile/rigid/
engine/compile/parts/ engine/compile/
engine/run/simulation/ engine/run/recording/ engine/run/file/ engine/run/engine/ engine/check/
""".split()
# rooms that know less than the order lets them: prefixes of what they may include
ONLY = {
    "engine/linsolve/": ["engine/base/"],
    "engine/fem/": ["engine/base/"],
    "engine/strand/": ["engine/base/"],
    "engine/geometry/": ["engine/base/"],
    "engine/sim/": ["engine/base/", "engine/linsolve/", "engine/fem/", "engine/strand/", "engine/geometry/",
                    "engine/snapshot.h", "engine/sim/"],
    "engine/model/": ["engine/base/", "engine/text/", "engine/fem/", "engine/mesh/", "engine/motion/",
                      "engine/snapshot.h", "engine/model/"],
    "render/": ["engine/snapshot.h", "engine/base/"],
    "ui/": ["engine/engine.h", "engine/recording.h", "engine/snapshot.h", "engine/base/", "engine/model/",
            "engine/text/", "engine/mesh/", "engine/motion/", "render/"],
    "app/": ["engine/", "render/", "ui/", "app/"],
}
PLAIN = ("engine/base/", "engine/linsolve/", "engine/fem/", "engine/strand/", "engine/geometry/", "engine/sim/")
TOP = {"engine/snapshot.h": ["engine/base/"], "engine/snapshot.c": ["engine/base/", "engine/snapshot.h"],
       "engine/recording.h": ["engine/base/"],
       "engine/engine.h": ["engine/base/", "engine/model/", "engine/recording.h", "engine/snapshot.h"]}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def room_of(path):
    return max((r for r in ROOMS if path.startswith(r)), key=len, default=None)


def allowed_for(path, name):
    """Whether a file may include another."""
    if path in TOP:
        return any(name.startswith(a) for a in TOP[path])
    room, other = room_of(path), room_of(name)
    if room and other and ROOMS.index(other) > ROOMS.index(room):
        return False
    limit = max((f for f in ONLY if path.startswith(f)), key=len, default=None)
    if limit and name.startswith(limit):
        return True
    if name == "engine/engine.h" and path.startswith("engine/"):
        return path.startswith(("engine/run/engine/", "engine/check/"))
    return room == other is not None or any(name.startswith(a) for a in ONLY.get(limit, ["engine/"]))


def problems(path):
    if not path.startswith(("engine/", "render/", "ui/", "app/")):
        return
    with open(os.path.join(ROOT, path), encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            kind, name = match.groups()
            if kind == "<":
                if path.startswith("engine/") and re.match(TOOLKITS, name):
                    yield f"{path}:{number}: the engine must not know {name}"
                if path.startswith(PLAIN) and re.match(r"(glib|gio|gobject)", name):
                    yield f"{path}:{number}: {name}: the mathematics and the solver are plain C"
                if path.startswith("render/") and re.match(r"(gtk/|gdk/|glib|gio)", name):
                    yield f"{path}:{number}: the renderer must not know {name}"
            elif not allowed_for(path, name):
                yield f"{path}:{number}: may not include {name}"


def main():
    files = c_files(ROOT)
    found = [p for path in files for p in problems(path)]
    print("\n".join(found))
    print(f"include rules: {len(files)} files, {len(found)} against the rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
