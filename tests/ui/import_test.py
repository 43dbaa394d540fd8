#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Bones in millimetres with y up, imported into a model that was never saved: import_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""
import math
import os

from dialog import Dialog
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def write_bone(path, length, radius, n=16):
    """A closed shaft along y, as many programs write it [mm]."""
    lines = [f"v 0 {y} 0" for y in (0, length)]
    for y in (0, length):
        lines += [f"v {radius * math.cos(2 * math.pi * i / n):.5f} {y} {radius * math.sin(2 * math.pi * i / n):.5f}"
                  for i in range(n)]
    for i in range(n):
        a, b = 3 + i, 3 + (i + 1) % n
        lines += [f"f 1 {a} {b}", f"f 2 {b + n} {a + n}", f"f {a} {a + n} {b + n}", f"f {a} {b + n} {b}"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def same(window, question, expected):
    return window.wait(lambda: (lambda now: now is not None and len(now) == len(expected) and all(
        abs(a - b) < 1e-9 for a, b in zip(now, expected)))(window.numbers(question)))


def story():
    outside = os.path.join(SCRIPT.folder, "scans")
    os.mkdir(outside)
    files = [os.path.join(outside, name) for name in ("humerus.obj", "ulna.obj")]
    write_bone(files[0], 310, 12)
    write_bone(files[1], 250, 8)
    window = SCRIPT.open()
    window.resize(1440, 900)
    window.ask("action win.new")
    tap(window.wait(lambda: window.numbers("model /model/bodies/jaw:damping") is None), "an empty model")
    window.ask("action win.import-files(['" + "', '".join(files) + "'])")
    dialog = Dialog(window, "Import Meshes")
    picture(window, "import-dialog")
    dialog.click("import-accept")
    bones = ["/model/bodies/humerus", "/model/bodies/ulna"]
    tap(window.wait(lambda: window.selection() == bones), "both are bodies, and selected " + str(window.selection()))
    tap(same(window, "model /model/bodies/ulna:geometry.scale", [1e-3] * 3), "millimetres were guessed")
    half = math.sqrt(0.5)
    tap(same(window, "model /model/bodies/ulna:orientation", [half, half, 0, 0]), "and that y points up")
    window.over_viewer()
    window.key("Home")
    picture(window, "import-done")
    window.key("ctrl+z")
    tap(window.wait(lambda: window.numbers("model /model/bodies/ulna:geometry.scale") is None), "one step to undo")
    window.key("ctrl+shift+z")
    tap(same(window, "model /model/bodies/ulna:geometry.scale", [1e-3] * 3), "and to redo")
    models = os.path.join(SCRIPT.folder, "models")
    os.mkdir(models)
    path = os.path.join(models, "arm.sinew")
    window.save_as(path)
    tap(os.path.exists(os.path.join(models, "meshes", "ulna.obj")), "the meshes are saved beside it")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    tap('"meshes/ulna.obj"' in text and "scans" not in text, "and named from there")
    SCRIPT.close(window)


SCRIPT.run(story)
