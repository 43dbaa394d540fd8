#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A knee from nothing with mouse and keys: bones of boxes with their sizes typed, a joint, ligaments and a muscle drawn
from bone to bone, a surface to wrap over, a meniscus of soft tissue, names, a tag, a lock, a kept view, probes and a panel, a
ligament converted, a muscle hidden; all undone to the text of a new model and done again to the same text and bits: knee_test.py SINEW.
TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import os

from script import Script, saved

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
FEMUR, TIBIA = "/model/bodies/femur", "/model/bodies/tibia"


class Hands:
    def __init__(self, window):
        self.window = window

    def keys(self, *keys):
        self.window.key(*keys)

    def number(self, text):
        self.keys(*[{"-": "minus", ".": "period"}.get(c, c) for c in text])

    def command(self, words):
        """By the palette."""
        self.window.over_viewer(200)
        self.keys("F3")
        self.window.wait(lambda: "palette-entry" in self.window.widgets())
        self.window.type(words)
        self.window.settle()
        self.keys("Return")
        self.window.wait(lambda: "palette-entry" not in self.window.widgets())
        self.window.settle()

    def choose(self, path):
        """As a row of the navigator is clicked."""
        self.window.ask("action win.select-path::" + path)
        self.window.wait(lambda: self.window.selection() == [path])
        self.window.settle()

    def name(self, name):
        self.window.ask("action win.rename")
        self.window.wait(lambda: "rename" in self.window.widgets())
        self.keys("ctrl+a")
        self.window.type(name)
        self.keys("Return")
        self.window.settle()

    def write(self, row, *numbers):
        """Into the fields of a row of the properties, from its first on."""
        box = self.window.steady(lambda: self.window.widgets().get("property-" + row))
        self.window.click(box[0] - 2 if len(numbers) > 1 else box[0] + box[2] // 2 - 70, box[1])
        for number in numbers:
            self.window.type(number)
            self.keys("Tab")
        self.window.settle()

    def move(self, axis, amount):
        self.window.over_viewer(150)
        self.keys("g", axis)
        self.number(amount)
        self.keys("Return")
        self.keys("v")
        self.window.settle()


def bones(window, hands):
    hands.command("add rigid body")
    tap(window.wait(lambda: len(window.selection()) == 1), "a body " + str(window.selection()))
    hands.name("femur")
    tap(window.wait(lambda: window.selection() == [FEMUR]), "called femur " + str(window.selection()))
    hands.write("geometry.size", "60", "60", "200")
    tap(window.numbers(f"model {FEMUR}:geometry.size") == [0.06, 0.06, 0.2], "of 60 x 60 x 200 mm")
    hands.write("position", "0", "0", "300")
    hands.command("duplicate")
    hands.name("tibia")
    hands.move("z", "-230")
    found = window.numbers(f"model {TIBIA}:position")
    tap(found is not None and max(abs(a - b) for a, b in zip(found, (0, 0, 0.07))) < 1e-9,
        f"its double is the tibia, below it {found}")
    hands.choose(FEMUR)
    x, y, width, _ = window.steady(lambda: window.widgets().get("label-dynamic"))
    window.click(x + width // 2 + 16, y)
    tap(window.wait(lambda: window.numbers(f"model {FEMUR}:dynamic") == [0]), "the femur is held")


def joined(window, hands):
    hands.keys("Home", "KP_3", "KP_5")
    window.settle()
    picture(window, "knee-1-bones")
    top, below = window.numbers("where " + FEMUR), window.numbers("where " + TIBIA)
    scale = (below[1] - top[1]) / 0.23

    def at(y, z):
        """Pixel of a place of the side that looks along x [m]."""
        return int(top[0] + scale * y), int(top[1] - scale * (z - 0.3))

    for law, pairs in (("ligament", (((-0.02, 0.22), (-0.02, 0.15)), ((0.02, 0.22), (0.02, 0.15)))),
                       ("muscle", (((0, 0.36), (0, 0.10)),))):
        window.ask(f"action win.draw::{law}")
        for start, end in pairs:
            for place in (start, end):
                window.click(*at(*place))
                window.frame()
            hands.keys("Return")
            window.frame()
        hands.keys("Escape")
    tap(window.wait(lambda: window.numbers("model /model/muscles/muscle:law.max_force") is not None and
                    window.numbers("model /model/ligaments/ligament-2:law.stiffness") is not None),
        "two ligaments and a muscle from bone to bone")
    picture(window, "knee-2-drawn")
    hands.command("add hinge")
    window.click(*at(0, 0.25))
    window.click(*at(0, 0.12))
    tap(window.wait(lambda: window.selection() == ["/model/joints/hinge"]), "a hinge " + str(window.selection()))
    window.settle()


def the_rest(window, hands):
    hands.choose(FEMUR)
    hands.command("wrapping surface on")
    tap(window.wait(lambda: window.selection()[:1] and "/wraps/" in window.selection()[0]), "a wrap " + str(window.selection()))
    hands.command("add fem")
    tap(window.wait(lambda: window.selection()[:1] and "/fems/" in window.selection()[0]), "tissue " + str(window.selection()))
    hands.name("meniscus")
    hands.command("tag green")
    hands.choose("/model/ligaments/ligament")
    hands.command("convert to spring")
    window.wait(lambda: "/springs/" in "".join(window.selection()))
    tap("/springs/" in "".join(window.selection()), "a ligament becomes a spring " + str(window.selection()))
    hands.choose(TIBIA)
    hands.command("lock")
    hands.command("keep this view")
    hands.choose("/model/joints/hinge")
    hands.command("record")
    hands.choose("/model/muscles/muscle")
    hands.command("panel from selection")
    hands.command("drive")
    hands.choose("/model/muscles/muscle")
    hands.command("hide")
    window.settle()
    picture(window, "knee-3-all")


def there_and_back(window, path, first):
    window.over_viewer(200)
    before = window.steady(lambda: window.ask("hash"))
    steps = 0
    while window.ask("undo") != "none" and steps < 120:
        window.ask("action win.undo")
        steps += 1
    empty = saved(window, path)
    tap(steps < 120 and not any(isinstance(value, list) and value and isinstance(value[0], dict) for value in empty.values()),
        f"undone in {steps} steps to an empty model " + json.dumps(empty)[:200])
    picture(window, "knee-4-undone")
    for _ in range(steps):
        window.ask("action win.redo")
    again = saved(window, path)
    tap(again == first, "and done again to the same model " +
        " ".join(key for key in set(first) | set(again) if first.get(key) != again.get(key)))
    tap(window.wait(lambda: window.ask("hash") == before), f"and to the same bits of the state: {before} {window.ask('hash')}")
    window.over_viewer(200)
    window.key("ctrl+n")
    window.wait(lambda: window.numbers(f"model {FEMUR}:damping") is None)
    fresh = os.path.join(os.path.dirname(path), "fresh.sinew")
    window.save_as(fresh)
    tap(saved(window, fresh) == empty, "all undone it was a new model, setting by setting")


def story():
    window = SCRIPT.open()
    window.resize(1440, 900)
    hands = Hands(window)
    hands.keys("ctrl+n")
    window.wait(lambda: window.numbers("model /model/bodies/jaw:damping") is None)
    window.settle()
    bones(window, hands)
    joined(window, hands)
    the_rest(window, hands)
    path = os.path.join(SCRIPT.folder, "knee.sinew")
    window.save_as(path)
    first = saved(window, path)
    counts = {key: len(value) for key, value in first.items() if isinstance(value, list)}
    print("#", counts)
    tap(counts.get("bodies") == 2 and counts.get("probes") == 2 and counts.get("viewpoints") == 1 and counts.get("fems") == 1,
        f"all of it is in the file {counts}")
    there_and_back(window, path, first)
    SCRIPT.close(window)


SCRIPT.run(story)
