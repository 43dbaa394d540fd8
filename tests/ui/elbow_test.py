#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An elbow from nothing with mouse and keys: bones in millimetres, a hinge on the surface, muscles drawn from bone to
bone, the other side, a probe; saved, undone, redone, run: elbow_test.py SINEW.  Counts clicks, drags and keys.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import math
import os
import subprocess

from dialog import Dialog
from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
LIMIT = 150
HUMERUS, ULNA = "/model/bodies/humerus_l", "/model/bodies/ulna_l"


class Hands:
    """Counts what a person does; a chord of keys is one."""

    def __init__(self, window):
        self.window = window
        self.count = 0

    def click(self, place, button=1, hold=None):
        self.count += 1
        if hold:
            self.window.move(*place)
            xdotool("keydown", hold)
        self.window.click(*place, button=button)
        if hold:
            xdotool("keyup", hold)

    def keys(self, *keys):
        self.count += len(keys)
        self.window.key(*keys)

    def number(self, text):
        self.keys(*[{"-": "minus", ".": "period"}.get(c, c) for c in text])


def write_bone(path, length, radius, n=24):
    """A closed shaft along z [mm], its middle at the origin."""
    rings = [-0.5, -0.25, 0, 0.25, 0.5]
    lines = [f"v 0 0 {length * z}" for z in (-0.5, 0.5)]
    for z in rings:
        lines += [f"v {radius * math.cos(2 * math.pi * (i + 0.5) / n):.5f} {radius * math.sin(2 * math.pi * (i + 0.5) / n):.5f} {length * z}"
                  for i in range(n)]
    for i in range(n):
        a, b, top = 3 + i, 3 + (i + 1) % n, (len(rings) - 1) * n
        lines += [f"f 1 {b} {a}", f"f 2 {a + top} {b + top}"]
        for k in range(len(rings) - 1):
            p, q = a + k * n, b + k * n
            lines += [f"f {p} {q} {q + n}", f"f {p} {q + n} {p + n}"]
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def import_bones(window, hands):
    outside = os.path.join(SCRIPT.folder, "scans")
    os.mkdir(outside)
    files = [os.path.join(outside, name) for name in ("humerus_l.obj", "ulna_l.obj")]
    write_bone(files[0], 300, 14)
    write_bone(files[1], 260, 10)
    hands.keys("ctrl+n")
    window.wait(lambda: window.numbers("model /model/bodies/jaw:damping") is None)
    window.ask("action win.import-files(['" + "', '".join(files) + "'])")  # dropped on the window
    hands.count += 1
    dialog = Dialog(window, "Import Meshes")
    hands.count += 1
    dialog.click("import-accept")
    tap(window.wait(lambda: window.selection() == [HUMERUS, ULNA]), "two bones " + str(window.selection()))
    tap(window.numbers(f"model {ULNA}:geometry.scale") == [1e-3] * 3, "of millimetres")


def place_bones(window, hands):
    """Both to the left side, the ulna in front of the humerus' lower end, level."""
    window.over_viewer()
    hands.keys("Home")
    x, y, _, _ = window.widgets()["viewer"]
    hands.click((x + 150, y + 120), button=2)  # the keys are the viewer's
    window.ask("action win.select-all")
    hands.keys("g", "x", *"200", "Return")
    picture(window, "elbow-1-moved")
    window.ask("action win.select-path::" + ULNA)  # a click in the navigator
    hands.count += 1
    window.over_viewer()
    hands.keys("z", "1", "5", "0", "minus", "Return")
    hands.keys("y", "1", "3", "0", "minus", "Return")
    hands.keys("r", "x", "9", "0", "Return")
    hands.keys("v", "Home")
    window.settle()
    found = window.numbers(f"model {ULNA}:position")
    tap(max(abs(a - b) for a, b in zip(found, [0.2, -0.13, -0.15])) < 1e-9, f"the ulna is in its place {found}")
    picture(window, "elbow-2-placed")


class Side:
    """The view along x: pixels of places by their y and z [m]."""

    def __init__(self, window):
        self.humerus, self.ulna = (window.numbers("where " + path) for path in (HUMERUS, ULNA))
        self.across = (self.ulna[0] - self.humerus[0]) / -0.13
        self.up = (self.ulna[1] - self.humerus[1]) / -0.15

    def __call__(self, y, z):
        return int(self.humerus[0] + self.across * y), int(self.humerus[1] + self.up * z)


def hinge(window, hands, at):
    hands.click(at(0, 0.05))
    place = at(-0.008, -0.15)  # a face of the ulna that looks along x
    hands.click(place, hold="ctrl")
    tap(window.wait(lambda: window.selection() == [HUMERUS, ULNA]), "both bones are selected " + str(window.selection()))
    hands.click(place, button=3)
    if not window.wait(lambda: "viewport-menu" in window.widgets(), 10):
        window.click(*place, button=3)  # X has lost it
    window.settle()
    picture(window, "elbow-3-menu")
    hands.keys("Return")
    window.settle()
    hands.keys("Return")
    window.settle()
    picture(window, "elbow-4-kinds")
    hands.keys("Return")
    tap(window.wait(lambda: window.selection() == ["/model/joints/hinge"]), "a hinge " + str(window.selection()))
    window.settle()  # the menu has gone, its keys are the viewer's again
    picture(window, "elbow-5-hinge")
    w, x, y, z = window.numbers("model /model/joints/hinge:rotation_a")
    tap(abs(2 * (x * z + w * y)) > 0.9999, "whose axis lies across the arm")


MUSCLES = [((0.011, 0.10), (-0.05, -0.143)), ((0.008, 0.06), (-0.06, -0.146)), ((0.011, 0.02), (-0.04, -0.143)),
           ((-0.010, 0.10), (-0.02, -0.157)), ((-0.008, 0.05), (-0.012, -0.156)), ((0, -0.05), (-0.10, -0.150))]


def draw_muscles(window, hands, at):
    hands.keys("alt+m")
    for i, (start, end) in enumerate(MUSCLES):
        hands.click(at(*start))
        hands.click(at(*end))
        if i == 0:
            picture(window, "elbow-6-drawing")
        hands.keys("Return")
        window.frame()
    hands.keys("Escape")
    names = ["muscle"] + [f"muscle-{i}" for i in range(2, 7)]

    def missing():
        return [name for name in names if window.numbers(f"model /model/muscles/{name}:law.max_force") is None]
    tap(window.wait(lambda: not missing()), f"six muscles, but for {missing()}")  # the picture answers when it has time
    picture(window, "elbow-7-muscles")


def saved(window, path):
    window.key("ctrl+s")
    window.frame()
    with open(path, encoding="utf-8") as file:
        return file.read()


def story():
    window = SCRIPT.open()
    window.resize(1440, 900)
    hands = Hands(window)
    import_bones(window, hands)
    place_bones(window, hands)
    hands.keys("KP_3", "KP_5")
    window.settle()
    at = Side(window)
    hinge(window, hands, at)
    draw_muscles(window, hands, at)

    hands.click(at(0, 0.13))
    tap(window.wait(lambda: window.selection() == [HUMERUS]), "the humerus is selected " + str(window.selection()))
    x, y, width, _ = window.steady(lambda: window.widgets().get("label-dynamic"))  # its rows come when it has time
    hands.click((x + width // 2 + 16, y))  # its check box: what holds the arm
    tap(window.wait(lambda: window.numbers(f"model {HUMERUS}:dynamic") == [0]), "it is held " + window.ask(f"model {HUMERUS}:dynamic"))
    hands.click(at(-0.2, -0.15), hold="ctrl")
    window.wait(lambda: len(window.selection()) == 2)
    hands.keys("ctrl+m")
    window.settle()
    right = ["/model/bodies/humerus_r", "/model/bodies/ulna_r"]
    tap(window.selection() == right, "the right arm " + str(window.selection()))
    hands.keys("Home")
    picture(window, "elbow-8-both")

    window.ask("action win.select-path::/model/joints/hinge")  # a click in the navigator
    hands.count += 1
    window.over_viewer()
    hands.keys("F3")
    window.settle()
    for letter in "record":
        hands.keys(letter)
    hands.keys("Return")
    probe = "/model/probes/hinge angle"
    tap(window.wait(lambda: window.ask(f"model {probe}:interval") != "none"), "a probe of its angle")
    tap(window.selection() == ["/model/joints/hinge"], "and the hinge is selected still " + str(window.selection()))
    window.settle()
    picture(window, "elbow-9-probe")

    models = os.path.join(SCRIPT.folder, "models")
    os.mkdir(models)
    path = os.path.join(models, "elbow.sinew")
    window.save_as(path)
    hands.count += 2 + len("elbow")
    first = saved(window, path)
    model = json.loads(first)["model"]
    print("#", {key: len(value) for key, value in model.items() if isinstance(value, list)})
    tap(len(model["bodies"]) == 4 and len(model["muscles"]) == 12 and len(model["joints"]) == 2 and
        len(model["markers"]) == 24, "two elbows with twelve muscles")
    tap(len(model.get("probes", [])) == 1, "and a probe")
    print(f"# {hands.count} clicks, drags and keys")
    tap(hands.count < LIMIT, f"{hands.count} clicks, drags and keys; the mark is {LIMIT}")

    there_and_back(window, path, first)
    run(window, path)


def there_and_back(window, path, first):
    """All that was built undone, to the text of a new model, and done again, to the same text and state."""
    window.click(*window.widgets()["viewer"][:2], button=2)  # the keys are the viewer's after the dialog
    before = window.steady(lambda: window.ask("hash"))
    steps = 0
    while window.numbers(f"model {HUMERUS}:damping") is not None and steps < 60:
        window.key("ctrl+z")
        steps += 1
    empty = saved(window, path)
    for _ in range(steps):
        window.key("ctrl+shift+z")
    tap(saved(window, path) == first, f"undone in {steps} steps, and redone to the same text")
    tap(window.wait(lambda: window.ask("hash") == before), f"and to the same bits of the state: {before}")
    window.key("ctrl+n")
    window.wait(lambda: window.numbers(f"model {HUMERUS}:damping") is None)
    fresh = os.path.join(os.path.dirname(path), "fresh.sinew")
    window.save_as(fresh)
    tap(saved(window, fresh) == empty, "all undone it was the text of a new model")
    window.ask(f"action win.open-file::{path}")
    tap(window.wait(lambda: window.numbers(f"model {HUMERUS}:damping") is not None), "the elbow is opened again")
    window.wait(lambda: window.state() == "paused")


def run(window, path):
    window.key("space")
    tap(window.wait(lambda: window.time() > 0.3, 60), "it runs")
    window.key("space")
    window.wait(lambda: window.state() != "playing")
    tap(window.state() == "paused", "and nothing stops it: " + window.state())
    picture(window, "elbow-10-run")
    SCRIPT.close(window)
    lines = subprocess.run([SCRIPT.sinew, "run", path, "--time", "0.2"], capture_output=True, text=True, check=False)
    tap(lines.returncode == 0, "the saved model runs without a window: " + lines.stdout.strip()[-60:] + lines.stderr[:200])


SCRIPT.run(story)
