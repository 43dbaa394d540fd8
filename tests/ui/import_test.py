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


def write_scan(path):
    """Two thirds of a ball, every other strip inside out [m]: its triangles enclose nothing."""
    lines = ["v 0 0 0.03"]
    for i in range(1, 9):
        for k in range(16):
            a, b = math.pi * i / 12, 2 * math.pi * k / 16
            x, y, z = math.sin(a) * math.cos(b), math.sin(a) * math.sin(b), math.cos(a)
            lines.append(f"v {0.03 * x:.6f} {0.03 * y:.6f} {0.03 * z:.6f}")
    for k in range(16):
        lines.append(f"f 1 {k + 2} {(k + 1) % 16 + 2}")
    for i in range(7):
        for k in range(16):
            a, b = 16 * i + k + 2, 16 * i + (k + 1) % 16 + 2
            lines.append(f"f {a} {a + 16} {b + 16} {b}" if k % 2 else f"f {b} {b + 16} {a + 16} {a}")
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def open_scan(window):
    """It has the mass of its hull, so that the model compiles, and that is said."""
    path = os.path.join(SCRIPT.folder, "scan.obj")
    write_scan(path)
    window.ask(f"action win.import-files(['{path}'])")
    dialog = Dialog(window, "Import Meshes")
    dialog.click("import-accept")
    tap(window.wait(lambda: window.selection() == ["/model/bodies/scan"]), "an open scan is a body, too")
    mass = window.numbers("model /model/bodies/scan:inertia.mass")
    tap(mass is not None and 0.05 < mass[0] < 0.11, f"with the mass of its hull {mass}")
    window.ask("watch /model/bodies/scan:mass")
    tap(window.wait(lambda: window.numbers("value /model/bodies/scan:mass") == mass), "and the model compiles")
    picture(window, "import-scan")
    window.over_viewer()
    window.key("ctrl+z")


def next_bone(window):
    """A flat bone of the same program: its size alone says nothing of the axis, what was chosen last does."""
    path = os.path.join(SCRIPT.folder, "patella.obj")
    write_bone(path, 20, 25)
    window.ask(f"action win.import-files(['{path}'])")
    Dialog(window, "Import Meshes").click("import-accept")
    half = math.sqrt(0.5)
    tap(window.wait(lambda: window.selection() == ["/model/bodies/patella"]), "a third bone")
    tap(same(window, "model /model/bodies/patella:orientation", [half, half, 0, 0]), "has up where the others have it")
    window.over_viewer()
    window.key("ctrl+z")


def same(window, question, expected):
    return window.wait(lambda: (lambda now: now is not None and len(now) == len(expected) and all(
        abs(a - b) < 1e-9 for a, b in zip(now, expected)))(window.numbers(question)))


OSIM = """<OpenSimDocument Version="40000"><Model name="m"><Ground name="ground"/><BodySet><objects><Body name="block"><mass>2</mass>
<inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet><JointSet><objects><SliderJoint name="rail"><socket_parent_frame>/ground
</socket_parent_frame><socket_child_frame>/bodyset/block</socket_child_frame><coordinates><Coordinate name="x"/></coordinates>
</SliderJoint></objects></JointSet></Model></OpenSimDocument>"""
LOADS = """<?xml version="1.0"?><OpenSimDocument Version="40000"><ExternalLoads name="l"><objects><ExternalForce name="push">
<applied_to_body>block</applied_to_body><force_expressed_in_body>ground</force_expressed_in_body><force_identifier>f</force_identifier>
</ExternalForce></objects><datafile>f.sto</datafile></ExternalLoads></OpenSimDocument>"""
FORCES = "f\nversion=1\nnRows=2\nnColumns=4\ninDegrees=no\nendheader\ntime\tfx\tfy\tfz\n0\t5\t0\t0\n1\t5\t0\t0\n"


def loads(window):
    """External loads on the OpenSim model that is open, and where none is."""
    folder = os.path.join(SCRIPT.folder, "opensim")
    os.mkdir(folder)
    for name, text in (("m.osim", OSIM), ("loads.xml", LOADS), ("f.sto", FORCES)):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    window.ask(f"action win.open-file('{folder}/loads.xml')")
    tap(window.numbers("model /model/bodies/ulna:geometry.scale") is not None, "external loads are no model of their own")
    window.ask(f"action win.open-file('{folder}/m.osim')")
    there = window.wait(lambda: window.numbers("model /model/bodies/block:inertia.mass") == [2.0])
    tap(there and window.numbers("model /model/loads/push:force") is None, "an OpenSim model, without its loads")
    window.ask(f"action win.open-file('{folder}/loads.xml')")
    tap(window.wait(lambda: window.numbers("model /model/loads/push:force") is not None), "its loads are imported with it")
    picture(window, "import-loads")


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
    next_bone(window)
    open_scan(window)
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
    loads(window)
    SCRIPT.close(window)


SCRIPT.run(story)
