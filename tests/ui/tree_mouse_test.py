#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rows of the navigator dragged by mouse: among their siblings, onto a body that shall carry them, into another model;
one step of undo each, and back by a click in the history; a drag over eyes: tree_mouse_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""
import json

from dialog import Dialog
from real_window import xdotool
from script import Script, saved, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def box(name, x):
    return {"name": name, "position": [x, 0, 0], "dynamic": False, "geometry": {"shape": "box", "size": [0.2, 0.2, 0.2]}}


def write_model(folder):
    return written(folder, "tree", {
        "gravity": [0, 0, 0], "bodies": [box("femur", -0.3), box("tibia", 0.3)],
        "markers": [{"name": name, "frame": "bodies/femur", "location": [0, 0, 0.1 * i]} for i, name in
                    enumerate(("hip", "knee", "ankle"))],
        "models": [{"name": "left"}]})


def drag_row(window, name, onto, share, seen=None):
    """A row by its middle onto another one, at a share of its height."""
    x, y, _, _ = window.widgets()["row:" + name]
    to_x, to_y, _, height = window.widgets()["row:" + onto]
    target = (to_x + 10, int(to_y + (share - 0.5) * height))

    def wait_there():
        for i in range(6):
            window.glide((target[0] + i % 2, target[1]), (target[0] + i % 2, target[1]), 1)
        if seen:
            picture(window, seen)

    window.drag(x, y, target[0] - x, target[1] - y, steps=10, hold=wait_there)
    window.settle()


def names(model, what="markers"):
    return [item["name"] for item in model[what]]


def open_rows(window, *paths):
    """Selecting something opens what lies above it."""
    for path in paths:
        window.ask("action win.select-path::" + path)
        window.wait(lambda path=path: window.selection() == [path])
        window.settle()


def among_siblings(window, path):
    before = saved(window, path)
    drag_row(window, "ankle", "hip", 0.1, "tree-before")
    tap(names(saved(window, path)) == ["ankle", "hip", "knee"], "dragged before the first " + str(window.selection()))
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")
    window.click_widget("row:hip")
    drag_row(window, "hip", "knee", 0.9)
    window.key("Down")
    tap(window.wait(lambda: window.selection() == ["/model/markers/ankle"]), "the keys go along with what is dragged")
    tap(names(saved(window, path)) == ["knee", "hip", "ankle"], "dragged behind another")
    window.ask("action win.select-path::/model/markers/ankle")
    window.wait(lambda: window.selection() == ["/model/markers/ankle"])
    window.over_viewer(300)
    window.key("shift+alt+Up", "shift+alt+Up", "shift+alt+Up")
    tap(names(saved(window, path)) == ["ankle", "knee", "hip"], "by keys to the top and no further")


def onto_a_body(window, path):
    place = window.numbers("where /model/markers/ankle")
    drag_row(window, "ankle", "tibia", 0.5, "tree-carry")
    model = saved(window, path)
    marker = next(item for item in model["markers"] if item["name"] == "ankle")
    tap(marker["frame"] == "bodies/tibia", "a body takes a marker that is dropped on it: " + str(marker))
    tap(abs(marker["location"][0] + 0.6) < 1e-12, "the marker stays where it is in the world")
    window.wait(lambda: window.numbers("where /model/markers/ankle") is not None)
    tap(place is None or window.numbers("where /model/markers/ankle")[:3] == place[:3], "also as it is seen")
    picture(window, "tree-carried")


def into_a_model(window, path):
    open_rows(window, "/model/models/left", "/model/markers/hip")
    drag_row(window, "hip", "left", 0.5)
    model = saved(window, path)
    tap(names(model) == ["ankle", "knee"] and names(model["models"][0]) == ["hip"],
        "into a model: " + json.dumps(model["models"]))
    tap(model["models"][0]["markers"][0]["frame"] == "/model/bodies/femur", "what it refers to goes with it")


def rows_shown(window):
    """The markers of the outer model as they stand in the navigator."""
    places = {name[4:]: at[1] for name, at in window.widgets().items() if name in ("row:hip", "row:knee", "row:ankle")}
    return sorted(places, key=places.get)


def back_in_history(window):
    window.ask("action win.history")
    dialog = Dialog(window, "History")
    picture(window, "tree-history")
    for step, order in ((0, ["hip", "knee", "ankle"]), (1, ["knee", "hip", "ankle"]), (0, ["hip", "knee", "ankle"])):
        dialog.click(f"step-{step}")
        dialog.rest()
        tap(window.wait(lambda order=order: rows_shown(window) == order), f"a click goes to step {step}")


def rename_and_leave(window, path):
    """F2, a name, a click on another row: the name is kept (the window used to hang)."""
    x, y, _, _ = window.widgets()["row:hip"]
    window.click(x, y)
    window.key("F2")
    window.wait(lambda: "rename" in window.widgets())
    window.type("socket")
    window.click_widget("row:knee")
    tap(window.wait(lambda: "row:socket" in window.widgets()), "a name that is left by a click elsewhere is kept")
    tap(window.selection() == ["/model/markers/knee"], "and what was clicked is selected")
    window.over_viewer(300)
    window.key("ctrl+z")
    tap("hip" in names(saved(window, path)), "one step")


def menu_held(window):
    """A menu opens when the button is let go: released over a menu that has opened under the hand, GTK loses count of what
    is pressed, and says so on standard error."""
    x, y, _, _ = window.widgets()["row:knee"]
    for to_x, to_y in ((0, 0), (70, 70), (500, 200)):
        window.move(x, y)
        xdotool("mousedown", 3)
        for _ in range(20):
            window.frame()
        held = "navigator-menu" in window.widgets()
        xdotool("mousemove", x + to_x, y + to_y)
        if to_x > 100:  # the other one besides
            xdotool("mousedown", 1)
            xdotool("mouseup", 1)
        xdotool("mouseup", 3)
        window.pointer = None
        opened = window.wait(lambda: "navigator-menu" in window.widgets(), 5)
        tap(opened and not held, f"the menu opens at the release of the button, {to_x, to_y} away: {held, opened}")
        window.settle()
        window.key("Escape")
        window.wait(lambda: "navigator-menu" not in window.widgets())
    tap(window.messages() == [], "and GTK has lost no count: " + " | ".join(window.messages()[:2]))


def over_eyes(window):
    """Down the column of eyes from the first marker: all markers, not the rows' places, one step."""
    def visible():
        return [window.ask(f"model /model/markers/{name}:render.visible") for name in ("hip", "knee", "ankle")]
    rows = {name: window.widgets()["row:" + name] for name in ("hip", "ankle")}
    x = rows["hip"][0] + rows["hip"][2] // 2 - 12
    before = window.ask("undo")
    window.drag(x, rows["hip"][1], 0, rows["ankle"][1] - rows["hip"][1], steps=3)
    tap(window.wait(lambda: visible() == ["0", "0", "0"]), f"a drag over eyes hides what it comes over {visible()}")
    picture(window, "tree-eyes")
    window.over_viewer(300)
    window.key("ctrl+z")
    tap(window.wait(lambda: visible() == ["1", "1", "1"]) and window.ask("undo") == before, "and is one step")
    window.click(x, rows["hip"][1])
    tap(window.wait(lambda: visible() == ["0", "1", "1"]), f"a click hides one {visible()}")
    window.click(x, rows["hip"][1])
    tap(window.wait(lambda: visible() == ["1", "1", "1"]), "or shows it again")
    window.over_viewer(300)
    window.key("ctrl+z", "ctrl+z")


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    open_rows(window, "/model/models/left", "/model/bodies/femur", "/model/markers/hip")
    over_eyes(window)
    rename_and_leave(window, path)
    among_siblings(window, path)
    onto_a_body(window, path)
    into_a_model(window, path)
    menu_held(window)
    back_in_history(window)
    SCRIPT.close(window)


SCRIPT.run(story)
