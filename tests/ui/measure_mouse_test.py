#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lengths and angles by clicks, kept in the model and written into the picture; measures of the selection; places to look
from, kept and gone back to: measure_mouse_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import math

from dialog import Dialog
from real_window import xdotool
from script import Script, saved, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def box(name, x):
    return {"name": name, "position": [x, 0, 0], "dynamic": False, "geometry": {"shape": "box", "size": [0.2, 0.2, 0.2]}}


def write_model(folder):
    """Two boxes whose front faces lie at y = -0.1, and a block of tissue behind them."""
    return written(folder, "measure", {
        "gravity": [0, 0, 0], "bodies": [box("left", -0.3), box("right", 0.3)],
        "fems": [{"name": "block", "position": [0, 0.5, 0], "mesh": {"size": [0.1, 0.2, 0.3]}}],
        "view": {"center": [0, 0, 0], "direction": [0, 1, 0], "size": 1.2}})


def select(window, *paths):
    window.ask("action win.select-path::" + paths[0])
    window.wait(lambda: window.selection() == [paths[0]])


def kept_by_clicks(window, path):
    before = saved(window, path)
    window.ask("action win.tool::measure")
    for name in ("left", "right"):
        at = window.numbers("where /model/bodies/" + name)
        window.click(int(at[0]), int(at[1]))
        window.settle()
    at = window.numbers("where /model/bodies/right")
    window.click(int(at[0]), int(at[1]) - 40)
    window.settle()
    picture(window, "measure-clicked")
    window.key("Return")
    window.wait(lambda: "measurements" in saved(window, path))
    model = saved(window, path)
    one = model["measurements"][0]
    tap(len(one["points"]) == 3, "three clicks and Enter keep a measurement: " + json.dumps(model["measurements"]))
    marks = {item["name"]: item for item in model["markers"]}
    tap([marks[name.split("/")[1]]["frame"] for name in one["points"]] ==
        ["bodies/left", "bodies/right", "bodies/right"], "its points are markers on the boxes")
    window.ask("action win.tool::select")
    window.settle()
    picture(window, "measure-kept")
    window.over_viewer(300)
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")


def to_a_node(window, path):
    """With Ctrl the nearest corner: a node in the middle of the tissue's front."""
    window.ask("action win.tool::measure")
    at = window.numbers("where /model/bodies/left")
    window.click(int(at[0]), int(at[1]))
    other = window.numbers("where /model/bodies/right")
    at = [(at[0] + other[0]) / 2, at[1]]
    xdotool("keydown", "ctrl")
    window.click(int(at[0]) + 3, int(at[1]) - 3)
    xdotool("keyup", "ctrl")
    window.settle()
    picture(window, "measure-node")
    window.key("Return")
    window.wait(lambda: "measurements" in saved(window, path))
    mark = saved(window, path)["markers"][1]
    tap(mark["frame"] == "fems/block" and math.dist(mark["location"], [0, -0.1, 0]) < 1e-6,
        "with Ctrl a click goes to a node: " + json.dumps(mark))
    window.key("ctrl+z")
    window.ask("action win.tool::select")
    window.settle()


def of_selection(window):
    def read(*names):
        rows = Dialog(window, "Measures of the Selection")
        places = [rows.place(name) for name in names]
        window.key("Escape")
        window.settle()
        return places
    for body in ("/model/bodies/left", "/model/fems/block"):
        select(window, body)
        window.ask("action win.measure-selection")
        picture(window, "measure-" + body.split("/")[-1])
        tap(len(read("measured-mass", "measured-volume", "measured-area")) == 3, "its mass, volume and surface: " + body)


def viewpoints(window, path):
    window.ask("action win.viewpoint-keep")
    window.settle()
    tap([item["name"] for item in saved(window, path)["viewpoints"]] == ["view"], "this view is kept")
    home = window.numbers("where /model/bodies/left")
    window.ask("action win.view-right")
    tap(window.wait(lambda: window.numbers("where /model/bodies/left") != home), "another view")
    window.over_viewer(300)
    window.key("ctrl+j")
    tap(window.wait(lambda: math.dist(window.numbers("where /model/bodies/left")[:2], home[:2]) < 1), "and back to what was kept")


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    kept_by_clicks(window, path)
    to_a_node(window, path)
    of_selection(window)
    viewpoints(window, path)
    SCRIPT.close(window)


SCRIPT.run(story)
