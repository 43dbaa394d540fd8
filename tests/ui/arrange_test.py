#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows and circles of copies, aligning, many names, selecting by name and connection, converting, and deleting that
says first what else goes, by mouse and keys: arrange_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import math
import os

from dialog import Dialog
from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
RIB = "/model/bodies/rib"


def box(name, place, size, **more):
    return {"name": name, "position": place, "geometry": {"shape": "box", "size": size}, **more}


def write_model(folder):
    path = os.path.join(folder, "ribs.sinew")
    quarter = [0.7071067811865476, 0.7071067811865476, 0, 0]
    model = {"sinew": 1, "model": {
        "gravity": [0, 0, 0],
        "bodies": [box("spine", [0, 0, 0], [0.06, 0.06, 0.5], dynamic=False),
                   box("rib", [0.15, 0, 0.05], [0.16, 0.02, 0.02])],
        "markers": [{"name": "origin", "frame": "bodies/spine", "location": [0.03, 0, 0.15]},
                    {"name": "insertion", "frame": "bodies/rib", "location": [0.05, 0, 0.01]},
                    {"name": "other", "frame": "bodies/spine", "location": [0.03, 0.01, -0.2]}],
        "muscles": [{"name": "levator", "points": ["markers/origin", "markers/insertion"]}],
        "springs": [{"class": "axial_spring", "name": "band", "points": ["markers/other", "markers/insertion"],
                     "law": {"stiffness": 800, "rest_is_start": False, "rest_length": 0.25}}],
        "joints": [{"class": "hinge", "name": "costal", "frame_a": "bodies/spine", "frame_b": "bodies/rib",
                    "location_a": [0.05, 0, 0.05], "rotation_a": quarter, "location_b": [-0.1, 0, 0],
                    "rotation_b": quarter}],
        "view": {"center": [0.1, 0, 0], "direction": [-0.6, 1, -0.35], "size": 0.9}}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def saved(window, path):
    window.key("ctrl+s")
    window.frame()
    with open(path, encoding="utf-8") as file:
        return json.load(file)["model"]


def names(model, what):
    return sorted(item["name"] for item in model.get(what, []))


def select(window, *paths):
    window.ask("action win.select-path::" + paths[0])
    window.wait(lambda: window.selection() == [paths[0]])


def hands(window):
    """The pointer in the viewer, so that keys are its."""
    x, y, _, _ = window.widgets()["viewer"]
    window.move(x, y)


def number(dialog, name, text):
    dialog.click(name)
    dialog.rest()
    dialog.window.key("ctrl+a")
    dialog.window.type(text)
    dialog.window.key("Return")
    dialog.rest()


def row(window, path, before):
    select(window, RIB)
    hands(window)
    window.key("ctrl+shift+r")
    dialog = Dialog(window, "Row or Circle of Copies")
    number(dialog, "array-step-x", "0")
    number(dialog, "array-step-z", "50")
    picture(window, "arrange-row-asked")
    tap(window.wait(lambda: window.numbers("model /model/bodies/rib-3:position") is not None), "the row shows while it is asked")
    window.key("Escape")
    tap(window.wait(lambda: window.numbers("model /model/bodies/rib-2:position") is None), "Escape takes it back")
    tap(saved(window, path) == before, "and leaves nothing")
    window.key("ctrl+shift+r")
    dialog = Dialog(window, "Row or Circle of Copies")
    number(dialog, "array-step-x", "0")
    number(dialog, "array-step-z", "50")
    dialog.click("array-accept")
    window.wait(lambda: len(window.selection()) == 3)
    picture(window, "arrange-row")
    model = saved(window, path)
    tap(names(model, "bodies") == ["rib", "rib-2", "rib-3", "spine"] and len(model["joints"]) == 3 and
        len(model["muscles"]) == 3, "three ribs with joints and muscles " + str(names(model, "joints")))
    place = window.numbers("model /model/joints/costal-3:location_a")
    tap(place is not None and abs(place[2] - 0.15) < 1e-12, "the joint's side on the spine went along " + str(place))
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")


def circle(window, path, before):
    select(window, RIB)
    window.key("ctrl+shift+r")
    dialog = Dialog(window, "Row or Circle of Copies")
    dialog.choose("array-shape", 1)
    number(dialog, "array-count", "6")
    picture(window, "arrange-circle-asked")
    dialog.click("array-accept")
    window.wait(lambda: len(window.selection()) == 6)
    picture(window, "arrange-circle")
    place = window.numbers("model /model/bodies/rib-2:position") or [0, 0, 0]
    tap(math.isclose(place[0], 0.15 * math.cos(math.pi / 3), abs_tol=1e-12) and
        math.isclose(place[1], 0.15 * math.sin(math.pi / 3), abs_tol=1e-12), f"sixty degrees on {place}")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step again")


def align(window, path, before):
    window.ask("action win.select-path::/model/markers/origin")
    window.ask("action win.select-similar")
    window.wait(lambda: len(window.selection()) == 2)
    tap(window.selection()[-1] == "/model/markers/origin", "those on the same body, the last one stays the last")
    window.key("ctrl+alt+l")
    dialog = Dialog(window, "Align and Spread")
    dialog.choose("align-z", 1)
    picture(window, "arrange-align-asked")
    tap(window.wait(lambda: abs((window.numbers("model /model/markers/other:location") or [0])[-1] - 0.15) < 1e-12),
        "aligned while it is asked " + str(window.numbers("model /model/markers/other:location")))
    dialog.choose("align-z", 3)  # on from there: the greatest
    dialog.choose("align-z", 1)  # the value
    number(dialog, "align-value-z", "120")
    dialog.click("align-accept")
    tap(window.wait(lambda: (window.numbers("model /model/markers/origin:location") or [0])[-1] == 0.12),
        "or put where it is typed " + str(window.numbers("model /model/markers/origin:location")))
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step as well")


def rename(window, path, before):
    window.ask("action win.select-path::/model/markers/origin")
    window.ask("action win.select-all")
    window.wait(lambda: len(window.selection()) == 3)
    window.key("F2")
    dialog = Dialog(window, "Rename What Is Selected")
    dialog.write("rename-pattern", "p##_*")
    picture(window, "arrange-rename-asked")
    dialog.click("rename-accept")
    window.settle()
    tap(names(saved(window, path), "markers") == ["p01_origin", "p02_insertion", "p03_other"], "numbered names")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step")
    window.ask("action win.select-path::/model/markers/other")
    window.over_viewer()
    xdotool("key", "--delay", 0, "F2", "h", "i", "Return")
    tap(window.wait(lambda: window.selection() == ["/model/markers/hi"]), "letters typed before the entry is there are its own")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "and not the viewer's: h would hide")


def choose(window):
    window.key("ctrl+shift+f")
    dialog = Dialog(window, "Select By Name or Kind")
    window.type("rib")
    picture(window, "arrange-select-asked")
    window.key("Return")
    tap(window.wait(lambda: window.ask_lines("describe-dialog") == []), "Enter takes it")
    tap(window.selection() == [RIB], "found by name " + str(window.selection()))
    window.key("shift+l")
    window.wait(lambda: len(window.selection()) > 1)
    tap(sorted(window.selection()) == sorted([RIB, "/model/markers/insertion", "/model/joints/costal"]),
        "connected: " + str(window.selection()))
    window.key("ctrl+shift+l")
    tap(window.wait(lambda: len(window.selection()) == 8), "and all of it " + str(len(window.selection())))
    select(window, RIB)
    window.key("ctrl+shift+i")
    tap(window.wait(lambda: window.selection() == ["/model/bodies/spine"]), "the others")
    return dialog


def convert(window, path, before):
    select(window, "/model/springs/band")
    window.ask("action win.convert::ligament")
    tap(window.wait(lambda: window.selection() == ["/model/ligaments/band"]), "a ligament of it")
    picture(window, "arrange-converted")
    tap(window.numbers("model /model/ligaments/band:law.stiffness") == [200], "as stiff as before")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "taken back")


def delete(window, path, before):
    select(window, "/model/muscles/levator")
    hands(window)
    window.key("Delete")
    tap(window.wait(lambda: window.numbers("model /model/muscles/levator:excitation") is None),
        "what nothing hangs on goes at once")
    window.key("ctrl+z")
    select(window, RIB)
    window.key("Delete")
    Dialog(window, "Delete rib?")
    picture(window, "arrange-delete-asked")
    tap(window.numbers("model /model/bodies/rib:position") is not None, "what goes with it is told first")
    window.key("Escape")
    window.wait(lambda: window.ask_lines("describe-dialog") == [])
    tap(window.numbers("model /model/bodies/rib:position") is not None, "Escape leaves it")
    window.key("Delete")
    Dialog(window, "Delete rib?").click("delete-show")
    tap(window.wait(lambda: len(window.selection()) == 4), "or shows it " + str(window.selection()))
    select(window, RIB)
    window.key("Delete")
    Dialog(window, "Delete rib?")
    window.key("Return")
    tap(window.wait(lambda: window.numbers("model /model/bodies/rib:position") is None), "Enter deletes")
    picture(window, "arrange-deleted")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "and undo brings all of it back")


def replaced(window):
    """A window that asks about a model goes with it."""
    markers = "/model/markers/origin"
    for demo, key, title in (("cradle", "F2", "Rename What Is Selected"), ("box-stack", "ctrl+alt+l", "Align and Spread")):
        window.ask(f"action win.select-path::{markers}")
        window.ask("action win.select-all")
        window.wait(lambda: len(window.selection()) > 1)
        hands(window)
        window.key(key)
        dialog = Dialog(window, title)
        if title.startswith("Align"):
            dialog.choose("align-z", 1)
        window.ask(f"action win.open-demo::{demo}")
        tap(window.wait(lambda: window.ask_lines("describe-dialog") == []), f"another document closes {title}")
        markers = "/model/bodies/ball1"
    window.ask("action win.select-path::/model/bodies/box1")
    window.ask("action win.select-all")
    window.wait(lambda: len(window.selection()) > 1)
    hands(window)
    window.key("ctrl+alt+l")
    Dialog(window, "Align and Spread").click("align-cancel")
    tap(window.wait(lambda: window.ask_lines("describe-dialog") == []), "and it opens again")


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    before = saved(window, path)
    row(window, path, before)
    circle(window, path, before)
    align(window, path, before)
    rename(window, path, before)
    choose(window)
    convert(window, path, before)
    delete(window, path, before)
    replaced(window)
    SCRIPT.close(window)


SCRIPT.run(story)
