#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Include rules of ARCHITECTURE.md: app -> ui -> render -> engine, and those inside the engine."""
import os
import re
import sys

from sources import c_files

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TOOLKITS = r"(gtk/|gdk/|gsk/|epoxy/|EGL/|GL/|adwaita)"

# folder -> what its files may include besides their own folder (prefixes)
ALLOWED = {
    "engine/base/": [],
    "engine/model/": ["engine/base/", "engine/fem/", "engine/snapshot.h"],
    "engine/fem/": ["engine/base/"],
    "engine/strand/": ["engine/base/"],
    "engine/sim/": ["engine/base/", "engine/fem/", "engine/strand/", "engine/snapshot.h"],
    "engine/compile/": ["engine/base/", "engine/fem/", "engine/strand/", "engine/model/", "engine/sim/", "engine/snapshot.h"],
    "engine/run/": ["engine/"],
    "engine/check/": ["engine/"],
    "render/": ["engine/snapshot.h", "engine/base/"],
    "ui/": ["engine/engine.h", "engine/snapshot.h", "engine/base/", "engine/model/", "render/"],
    "app/": ["engine/", "render/", "ui/", "app/"],
}
TOP = {"engine/snapshot.h": ["engine/base/"], "engine/snapshot.c": ["engine/base/", "engine/snapshot.h"],
       "engine/engine.h": ["engine/base/", "engine/model/", "engine/snapshot.h"]}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def allowed_for(path):
    if path in TOP:
        return TOP[path]
    best = max((f for f in ALLOWED if path.startswith(f)), key=len, default=None)
    return None if best is None else ALLOWED[best] + [best]


def problems(path):
    allowed = allowed_for(path)
    if allowed is None:
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
                if path.startswith(("engine/sim/", "engine/fem/", "engine/strand/", "engine/base/")) and re.match(r"(glib|gio|gobject)", name):
                    yield f"{path}:{number}: {name}: sim, fem, strand and base are plain C"
                if path.startswith("render/") and re.match(r"(gtk/|gdk/|glib|gio)", name):
                    yield f"{path}:{number}: the renderer must not know {name}"
            elif not any(name == a or (a.endswith("/") and name.startswith(a)) for a in allowed):
                yield f"{path}:{number}: may not include {name}"


def main():
    files = c_files(ROOT)
    found = [p for path in files for p in problems(path)]
    print("\n".join(found))
    print(f"include rules: {len(files)} files, {len(found)} against the rules")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
