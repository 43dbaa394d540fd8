#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Move, rotate and scale by keys, as in Blender: G X 20 Enter: typed_move_test.py SINEW.
TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import math
import os

from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
HALF = math.sqrt(0.5)


def write_model(folder):
    path = os.path.join(folder, "things.sinew")
    model = {"sinew": 1, "model": {
        "gravity": [0, 0, 0],
        "bodies": [{"name": "box", "position": [0.1, 0, 0], "orientation": [HALF, 0, 0, HALF],
                    "geometry": {"shape": "box", "size": [0.1, 0.04, 0.04]}}],
        "markers": [{"name": "tip", "frame": "bodies/box", "location": [0.05, 0, 0]}],
        "fems": [{"name": "soft", "position": [0, 0.1, 0.1], "mesh": {"source": "box", "size": [0.08, 0.04, 0.04],
                                                                      "cells_x": 2, "cells_y": 1, "cells_z": 1}}],
        "wraps": [{"name": "wrap", "body": "bodies/box", "shape": "ellipsoid", "size": [0.02, 0.03, 0.04]}],
        "view": {"center": [0.05, 0.05, 0.05], "direction": [-0.3, 1, -0.4], "size": 0.5}}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def choose(window, path):
    window.ask("action win.select-path::" + path)
    window.wait(lambda: window.selection() == [path])
    window.over_viewer()


def keys_where_the_pointer_is(window):
    """A row of the navigator was clicked last; over the viewer the keys are the tool's."""
    window.ask("action win.tool::transform")
    window.click_widget("row:box")
    window.over_viewer()
    check(window, "/model/bodies/box:position", [0.1, 0, 0.02], ["z", *digits("20"), "Return"],
          "keys are the viewer's where the pointer is, the first handles move", "typed-move-all")
    window.key("ctrl+z")


def near(found, wanted):
    return found is not None and len(found) == len(wanted) and max(
        abs(a - b) for a, b in zip(found, wanted)) < 1e-12


def check(window, path, wanted, keys, text, name=None):
    """Types the keys; the last picture is from before Enter."""
    *before, last = keys
    window.key(*before)
    if name:
        picture(window, name)
    window.key(last)
    window.frame()
    found = window.numbers("model " + path)
    tap(near(found, wanted), f"{text}: {found}")


def digits(text):
    return [{"-": "minus", ".": "period"}.get(c, c) for c in text]


def story():
    window = SCRIPT.open(write_model(SCRIPT.folder))
    window.resize(1440, 900)
    box, fem = "/model/bodies/box", "/model/fems/soft"
    choose(window, box)  # opens its list
    window.wait(lambda: "row:box" in window.widgets())
    keys_where_the_pointer_is(window)
    choose(window, box)
    window.click(*window.widgets()["viewer"][:2], button=2)  # the keys are the viewer's
    check(window, box + ":position", [0.12, 0, 0], ["g", "x", *digits("20"), "Return"], "G X 20", "typed-move")
    window.key("ctrl+z")
    tap(near(window.numbers("model " + box + ":position"), [0.1, 0, 0]), "one step")
    check(window, box + ":position", [0.1, 0.02, 0], ["x", "x", *digits("20"), "Return"],
          "X X: its own axis, which is the world's y")
    check(window, box + ":position", [0.1, 0.02, -0.0055], ["z", *digits("5.5-"), "Return"], "a minus sign behind")
    check(window, box + ":position", [0.1, 0.02, -0.0055], ["y", *digits("77"), "Escape"], "Esc takes it back")
    check(window, box + ":position", [0.1, 0.02, 0.0045], ["y", "1", "BackSpace", "z", *digits("10"), "Return"],
          "another axis, Backspace")
    check(window, box + ":orientation", [0, 0, 0, 1], ["r", "z", *digits("90"), "Return"], "R Z 90", "typed-turn")

    choose(window, "/model/markers/tip")
    check(window, "/model/markers/tip:location", [0.04, 0, 0], ["g", "x", *digits("10"), "Return"],
          "a marker goes along the world's x on a body that is turned")
    choose(window, "/model/wraps/wrap")
    check(window, "/model/wraps/wrap:size", [0.02, 0.06, 0.04], ["s", "y", "2", "Return"], "S Y 2 of a surface")

    choose(window, fem)
    check(window, fem + ":position", [0, 0.13, 0.1], ["g", "y", *digits("30"), "Return"], "a FEM is moved")
    check(window, fem + "/nodes/0:position", [-0.04, 0.11, 0.08], ["g", "x", "0", "Return"], "with its nodes")
    check(window, fem + ":orientation", [HALF, 0, 0, HALF], ["r", "z", *digits("90"), "Return"], "turned")
    check(window, fem + ":mesh.scale", [1.5, 1.5, 1.5], ["s", *digits("1.5"), "Return"], "and scaled", "typed-fem")
    found = window.numbers("model " + fem + "/nodes/0:position")
    tap(near(found, [0.03, 0.07, 0.07]), f"with its nodes {found}")
    window.key("g", "z", "5")
    window.key("r")
    tap(near(window.numbers("model " + fem + ":position"), [0, 0.13, 0.1]), "another tool takes it back")
    window.key("z", "4", "5")
    choose(window, box)
    window.frame()
    tap(not near(window.numbers("model " + fem + ":orientation"), [HALF, 0, 0, HALF]),
        "another selection keeps what was typed")
    SCRIPT.close(window)


SCRIPT.run(story)
