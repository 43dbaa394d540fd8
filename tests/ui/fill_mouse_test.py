#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A body becomes a FEM and a FEM a body, in their places and with what hangs on them; a convex hull of what is selected:
fill_mouse_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import os
import subprocess

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


def orange(window):
    """Pixels of the outline of what is selected, in the viewer."""
    path = os.path.join(SCRIPT.folder, "outline.png")
    window.settle()
    window.wait(lambda: window.ask("picture") == "whole")
    window.picture(path)
    x, y, width, height = window.widgets()["viewer"]
    box = f"{width - 100}x{height - 100}+{x - width // 2 + 50}+{y - height // 2 + 50}"  # without tools and views
    text = subprocess.run(["convert", path, "-crop", box, "-fuzz", "8%", "-fill", "white", "+opaque", "#F08C00", "-fill",
                           "black", "-opaque", "#F08C00", "-format", "%[fx:(1-mean)*w*h]", "info:"],
                          capture_output=True, text=True, check=True).stdout
    return float(text)


def in_hand(window):
    """The surface that it carries is the FEM for a click, is outlined with it, and follows a pull."""
    marked = orange(window)
    window.key("Escape")
    window.over_viewer(300)
    window.key("Escape")
    window.wait(lambda: window.selection() == [])
    bare = orange(window)
    tap(marked > bare + 200, f"the selected FEM is outlined: {marked} and {bare} pixels")
    x, y = window.numbers("where /model/markers/tip")[:2]
    window.click(x, y + 20)
    tap(window.wait(lambda: window.selection() == ["/model/fems/egg"]), f"a click takes the FEM {window.selection()}")
    window.click_widget("tool-pull")
    window.over_viewer(300)
    window.key("space")
    window.wait(lambda: window.state() == "playing")
    window.drag(x, y + 20, 60, -60, hold=lambda: tap(window.wait(
        lambda: (window.numbers("where /model/markers/tip") or [0])[0] > x + 20), "a pull moves it"))
    window.over_viewer(300)
    window.key("space")
    window.wait(lambda: window.state() == "paused")
    window.click_widget("reset")
    window.wait(lambda: window.time() == 0)
    window.click_widget("tool-select")


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
    in_hand(window)
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
