#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A body becomes a FEM and a FEM a body, in their places and with what hangs on them; a convex hull of what is selected:
fill_mouse_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import os

from dialog import Dialog
from script import Script, saved, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
EGG = "/model/bodies/egg"


def write_model(folder):
    return written(folder, "fill", {
        "gravity": [0, 0, 0],
        "bodies": [{"name": "egg", "position": [0.1, 0, 0], "inertia": {"density": 1200},
                    "geometry": {"shape": "ellipsoid", "size": [0.05, 0.07, 0.1]}},
                   {"name": "box", "position": [-0.2, 0, 0], "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}}],
        "markers": [{"name": "tip", "frame": "bodies/egg", "location": [0, 0, 0.05]}],
        "joints": [{"class": "hinge", "name": "pivot", "frame_b": "bodies/egg", "location_a": [0.1, 0, 0]}]})


def select(window, path):
    window.ask("action win.select-path::" + path)
    window.wait(lambda: window.selection() == [path])


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    before = saved(window, path)
    select(window, EGG)
    window.ask("action win.to-fem")
    dialog = Dialog(window, "Make a FEM of the Body")
    dialog.click("fill-how")
    dialog.rest()
    window.key("Home", "Return")  # cubes, which need no other program
    dialog.rest()
    picture(window, "fill-asked")
    dialog.click("fill-accept")
    tap(window.wait(lambda: window.selection() == ["/model/fems/egg"]), "a FEM of the same name is selected")
    model = saved(window, path)
    fem = model["fems"][0]
    tap(fem["density"] == 1200 and fem["position"] == [0.1, 0, 0], "in its place, with its density " + json.dumps(fem))
    tap(os.path.exists(os.path.join(SCRIPT.folder, fem["mesh"]["file"])), "its mesh is beside the model once saved")
    tap(model["markers"][0]["frame"] == "fems/egg" and "joints" not in model, "the marker hangs on it, the joint is gone")
    picture(window, "fill-fem")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")
    window.key("ctrl+shift+z")
    window.wait(lambda: window.ask("model /model/fems/egg:density") == "1200")
    select(window, "/model/fems/egg")
    window.ask("action win.to-body")
    tap(window.wait(lambda: window.selection() == [EGG]), "and a body again")
    model = saved(window, path)
    tap(model["markers"][0]["frame"] == "bodies/egg" and "fems" not in model, "which carries the marker")
    window.ask("action win.select-all")
    window.ask("action win.hull")
    tap(window.wait(lambda: window.selection() == ["/model/bodies/hull"]), "a hull around all")
    picture(window, "fill-hull")
    SCRIPT.close(window)


SCRIPT.run(story)
