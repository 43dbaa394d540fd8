#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Things dragged to vertices, edges and origins of others, turned about pivots and along other axes, and undo after
the save dialog: snap_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import math
import os

from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
PEG, BLOCK = "/model/bodies/peg", "/model/bodies/block"


def box(name, place, size, **more):
    return {"name": name, "position": place, "geometry": {"shape": "box", "size": size}, "dynamic": False, **more}


def write_model(folder):
    path = os.path.join(folder, "peg.sinew")
    model = {"sinew": 1, "model": {
        "gravity": [0, 0, 0],
        "bodies": [box("peg", [-0.15, 0, 0.1], [0.05, 0.05, 0.05]),
                   box("block", [0.15, 0, 0.05], [0.12, 0.12, 0.1], orientation=[0.9238795325112867, 0, 0, 0.3826834323650898])],
        "markers": [{"name": "corner", "frame": "bodies/block", "location": [-0.06, -0.06, 0.05]},
                    {"name": "rim", "frame": "bodies/block", "location": [-0.06, 0.01, 0.05]},
                    {"name": "top", "frame": "bodies/block", "location": [0.02, 0.01, 0.05]}],
        "view": {"center": [0, 0, 0.06], "direction": [0.2, 1, -0.8], "size": 0.6}}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def choose(window, entry):
    for _ in range(3):  # X loses a click now and then on a busy machine
        window.click_widget("local-axes")
        if window.wait(lambda: "item:" + entry in window.widgets(), 5):
            break
    window.click_widget("item:" + entry)
    window.wait(lambda: "item:" + entry not in window.widgets())
    window.settle()


def place(window, path):
    return window.numbers(f"model {path}:position")


def marker_place(x, y, z):
    """Of the block, turned by 45 degrees."""
    s = math.sqrt(0.5)
    return [0.15 + s * (x - y), s * (x + y), 0.05 + z]


def close(a, b, tolerance=1e-6):
    return a is not None and len(a) == len(b) and all(abs(p - q) < tolerance for p, q in zip(a, b))


def drag_to(window, target, control):
    x, y = window.numbers(f"where {PEG}")[:2]
    to = window.numbers(f"where {target}")[:2]
    if control:
        xdotool("keydown", "ctrl")
    window.drag(x, y, to[0] - x, to[1] - y)
    if control:
        xdotool("keyup", "ctrl")
    window.wait(lambda: place(window, PEG) != [-0.15, 0, 0.1], 5)  # what lies below is told late on a busy machine
    window.settle()


def snap(window, entry, target, expected, control=True):
    choose(window, entry)
    drag_to(window, target, control)
    now = place(window, PEG)
    tap(close(now, expected), f"{entry}: {now} is {expected}")
    picture(window, "snap-" + entry.lower())
    window.key("ctrl+z")
    window.wait(lambda: close(place(window, PEG), [-0.15, 0, 0.1]))


def edge(window):
    """Along the edge it is where the pointer was, to a pixel; across it exactly."""
    choose(window, "Edges")
    drag_to(window, "/model/markers/rim", True)
    x, y, z = place(window, PEG)
    across, along = math.sqrt(0.5) * (x - 0.15 + y), math.sqrt(0.5) * (y - x + 0.15)
    tap(abs(across + 0.06) < 1e-6 and abs(along - 0.01) < 2e-3 and abs(z - 0.1) < 1e-6,
        f"on the edge: {across} {along} {z}")
    picture(window, "snap-edges")
    window.key("ctrl+z")
    window.wait(lambda: close(place(window, PEG), [-0.15, 0, 0.1]))


def grid(window):
    """Anywhere on crossings of the grid, the same from anywhere."""
    choose(window, "The-Grid")
    drag_to(window, "/model/markers/top", True)
    now = place(window, PEG)
    cells = [x / 0.02 for x in now]  # some 22 pixels in a picture of 0.6 m
    tap(all(abs(x - round(x)) < 1e-9 for x in cells) and math.dist(now, [-0.15, 0, 0.1]) > 0.1, f"on the grid: {now}")
    window.key("ctrl+z")
    window.wait(lambda: close(place(window, PEG), [-0.15, 0, 0.1]))


def surface(window):
    """On the plane of the block's top, where the pointer is."""
    choose(window, "Surfaces")
    drag_to(window, "/model/markers/top", True)
    now = place(window, PEG)
    tap(close(now, marker_place(0.02, 0.01, 0.05), 2e-3) and abs(now[2] - 0.1) < 1e-6, f"on the surface: {now}")
    window.key("ctrl+z")
    window.wait(lambda: close(place(window, PEG), [-0.15, 0, 0.1]))


def axis_of_other(window):
    """With the pointer over the block above its middle: onto its z axis."""
    choose(window, "Axes-of-Others")
    x, y = window.numbers(f"where {PEG}")[:2]
    to = window.numbers("where " + BLOCK)[:2]
    xdotool("keydown", "ctrl")

    def in_hand():
        tap(window.wait(lambda: math.dist(window.numbers(f"where {PEG}")[:2], (x, y)) > 100), "it is seen where it is held")
        picture(window, "snap-axis")
    window.drag(x, y, to[0] + 2 - x, to[1] - 30 - y, hold=in_hand)
    xdotool("keyup", "ctrl")
    window.settle()
    now = place(window, PEG)
    tap(close(now[:2], [0.15, 0]) and 0.055 < now[2] < 0.1, f"on the block's z axis: {now}")
    window.key("ctrl+z")
    window.wait(lambda: close(place(window, PEG), [-0.15, 0, 0.1]))


def turn(window):
    """Both bodies by keys about z."""
    window.ask("action win.select-all")
    window.wait(lambda: len(window.selection()) == 2)
    window.over_viewer()
    window.key("r")
    for entry, expected in (("The-Middle-of-All", [0, -0.15, 0.1]), ("The-Last-Selected", [0.15, -0.3, 0.1]),
                            ("Each-About-Its-Own-Origin", [-0.15, 0, 0.1])):
        choose(window, entry)
        x, y, _, _ = window.widgets()["viewer"]
        window.move(x, y + 150)
        window.key("z", "9", "0", "Return")
        window.settle()
        now = place(window, PEG)
        tap(close(now, expected, 1e-9), f"{entry}: {now} is {expected}")
        window.key("ctrl+z")
        window.wait(lambda: close(place(window, PEG), [-0.15, 0, 0.1]))


def axes(window):
    """Along the block's own x axis, and to the right in the picture."""
    window.ask("action win.select-path::" + BLOCK)
    window.wait(lambda: window.selection() == [BLOCK])
    window.over_viewer()
    window.key("g")
    choose(window, "Its-Own")
    x, y, _, _ = window.widgets()["viewer"]
    window.move(x, y + 150)
    window.key("x", "1", "0", "0", "Return")
    window.settle()
    s = 0.1 * math.sqrt(0.5)
    now = place(window, BLOCK)
    tap(close(now, [0.15 + s, s, 0.05], 1e-9), f"along its own x: {now}")
    picture(window, "snap-own-axes")
    window.key("ctrl+z")
    window.wait(lambda: close(place(window, BLOCK), [0.15, 0, 0.05]))
    choose(window, "The-View's")
    before = window.numbers(f"where {BLOCK}")
    window.move(x, y + 150)
    window.key("x", "5", "0", "Return")
    window.settle()
    after, now = window.numbers(f"where {BLOCK}"), place(window, BLOCK)
    tap(after[0] > before[0] + 10 and abs(math.dist(now, [0.15, 0, 0.05]) - 0.05) < 1e-9,
        f"to the right in the picture {before} {after}")
    window.key("ctrl+z")
    choose(window, "The-World's")


def save_dialog(window, path):
    """Undo reaches the document after the dialog, wherever the focus is then."""
    window.ask("action win.select-path::" + PEG)
    window.ask("action win.delete")
    window.wait(lambda: place(window, PEG) is None)
    other = os.path.join(os.path.dirname(path), "other.sinew")
    window.save_as(other)
    window.wait(lambda: window.ask_lines("describe-dialog") == [])
    window.key("ctrl+z")
    tap(window.wait(lambda: place(window, PEG) is not None), "Ctrl+Z after the save dialog is the document's")
    window.key("ctrl+f")
    window.key("ctrl+shift+z")
    tap(window.wait(lambda: place(window, PEG) is None), "and in an empty search field")
    window.key("ctrl+z", "Escape")
    window.key("ctrl+s")


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    window.ask("action win.select-path::" + PEG)
    window.over_viewer()
    window.key("g")
    window.wait(lambda: "local-axes" in window.widgets())
    window.click_widget("local-axes")
    window.wait(lambda: "item:Vertices" in window.widgets())
    picture(window, "snap-menu")
    window.click_widget("item:Round-Steps")
    snap(window, "Vertices", "/model/markers/corner", marker_place(-0.06, -0.06, 0.05))
    edge(window)
    grid(window)
    surface(window)
    axis_of_other(window)
    snap(window, "Middles-of-Faces", "/model/markers/top", marker_place(0, 0, 0.05))
    snap(window, "Origins-of-Others", "/model/markers/top", marker_place(0.02, 0.01, 0.05))
    choose(window, "Vertices")
    choose(window, "Snap-Without-Ctrl")
    drag_to(window, "/model/markers/corner", False)
    tap(close(place(window, PEG), marker_place(-0.06, -0.06, 0.05)), "without Ctrl too " + str(place(window, PEG)))
    window.key("ctrl+z")
    choose(window, "Snap-Without-Ctrl")
    turn(window)
    axes(window)
    save_dialog(window, path)
    SCRIPT.close(window)


SCRIPT.run(story)
