#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A model that says only what differs from its base, by hand: base.py SINEW.  The list of what differs is seen, one of it
is taken back, undone, and taken back again; the file that is saved says what is left.  TAP.
SINEW_UI_PICTURES=DIR keeps a picture of each step."""
import json
import os
import shutil

from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

VIA = "/model/markers/via:location"
BOX = "/model/bodies/box:damping"


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def near(a, b):
    return a is not None and len(a) == len(b) and all(abs(x - y) < 1e-9 for x, y in zip(a, b))


def story():
    here = os.path.dirname(os.path.abspath(__file__))
    base_path, path = (os.path.join(SCRIPT.folder, name) for name in ("base.sinew", "variant.sinew"))
    shutil.copy(os.path.join(here, "reroute.sinew"), base_path)
    base = read(base_path)
    at = next(m["location"] for m in base["model"]["markers"] if m["name"] == "via")
    moved = [at[0], at[1], at[2] + 0.02]
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "base": "base.sinew", "set": {"/model:title": "A variant", VIA: moved, BOX: 0.25}}, file)
    window = SCRIPT.open(path)
    tap(window.wait(lambda: near(window.numbers("model " + VIA), moved)), "the window shows the difference's value")
    names = ["reset-difference-" + name for name in ("/model:title", VIA, BOX)]
    tap(window.wait(lambda: all(name in window.widgets() for name in names)), "the list has the three differences")
    picture(window, "base-1-list")
    window.click_widget("reset-difference-" + VIA)
    tap(window.wait(lambda: near(window.numbers("model " + VIA), at)), "reset: the value is the base's")
    tap(window.wait(lambda: "reset-difference-" + VIA not in window.widgets()), "it is a difference no more")
    window.key("ctrl+z")
    tap(window.wait(lambda: near(window.numbers("model " + VIA), moved)), "undo brings the difference back")
    tap(window.wait(lambda: "reset-difference-" + VIA in window.widgets()), "and the list has it again")
    window.click_widget("difference-" + VIA)
    tap(window.wait(lambda: window.selection() == ["/model/markers/via"]), "a click on it selects what differs")
    picture(window, "base-2-property")
    window.click_widget("title")
    window.key("ctrl+shift+a")
    window.click_widget("reset-difference-" + BOX)
    window.wait(lambda: "reset-difference-" + BOX not in window.widgets())
    window.key("ctrl+s")
    expected = {"sinew": 1, "base": "base.sinew", "set": {"/model:title": "A variant", VIA: moved}}
    tap(window.wait(lambda: read(path) == expected), f"the file says what is left: {read(path)}")
    tap(read(base_path) == base, "the base is as it was")
    picture(window, "base-3-saved")
    SCRIPT.close(window)


SCRIPT.run(story)
