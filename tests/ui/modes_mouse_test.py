#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Modes that swing in the picture and leave the model as it was, and the laxity of a joint: modes_mouse_test.py SINEW.
TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import hashlib
import subprocess

from dialog import Dialog
from script import Script, saved, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
TURN = [0.70710678, -0.70710678, 0, 0]


def write_model(folder):
    """A bar that hangs on a hinge."""
    return written(folder, "pendulum", {
        "bodies": [{"name": "bar", "position": [0, 0, -0.4], "geometry": {"shape": "box", "size": [0.05, 0.05, 0.8]}}],
        "joints": [{"class": "hinge", "name": "pin", "frame_b": "bodies/bar", "rotation_a": TURN, "location_b": [0, 0, 0.4],
                    "rotation_b": TURN}],
        "view": {"center": [0, 0, -0.4], "direction": [0, 1, 0], "size": 1.2}})


def looks(window):
    """What the middle of the viewer looks like."""
    x, y = (int(v) for v in window.numbers("where /model/bodies/bar")[:2])
    shot = subprocess.run(["import", "-window", "root", "-crop", f"120x200+{x - 60}+{y - 60}", "rgb:-"], check=True,
                          capture_output=True).stdout
    return hashlib.sha256(shot).hexdigest()


def looks_at_rest(window):
    """The first picture is a coarse one: shaders of the whole are compiled behind it."""
    window.wait(lambda: window.ask("picture") == "whole")
    return window.steady(lambda: looks(window))


def pages(window):
    return [line.split(" ")[0] for line in window.ask_lines("describe-dialog")]


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1500, 950)
    window.settle()
    before, still = saved(window, path), looks_at_rest(window)
    window.ask("action win.modes")
    dialog = Dialog(window, "Modes and Laxity")
    subprocess.run(["xdotool", "windowmove", dialog.frame, "0", "0"], check=True)
    tap(window.wait(lambda: looks(window) != still), "the first mode swings in the picture")
    seen = set()
    tap(window.wait(lambda: seen.add(looks(window)) or len(seen) > 3), "on and on")
    picture(window, "modes")
    x, y = dialog.place("small-motion-pages")
    window.click(x + 66, y)  # the second of its two buttons
    tap(window.wait(lambda: "laxity-test" in pages(window)), "the other page")
    tap(window.wait(lambda: looks(window) == still), "where nothing swings any more")
    dialog.click("laxity-test")
    window.settle()
    picture(window, "laxity")
    window.click(x - 66, y)
    tap(window.wait(lambda: looks(window) != still), "back on the first page it swings again")
    window.click(x - 200, y)  # the keys are its
    window.key("Escape")
    tap(window.wait(lambda: looks(window) == still), "closed: the picture is what it was")
    tap(saved(window, path) == before, "and so is the model")
    SCRIPT.close(window)


SCRIPT.run(story)
