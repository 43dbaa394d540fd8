#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Strands by hand: reroute_test.py SINEW.  A tendon over a via point pulls at a box; while it runs its via marker is dragged,
then a node is put into it where it is clicked, dragged, made virtual and taken away; last a strand is made of selected
points.  TAP.  SINEW_UI_PICTURES=DIR keeps a picture of each step."""
import math
import os
import shutil

from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

TENDON = "/model/strands/tendon"


def value(window, name):
    return window.numbers("value " + name)


def steady(window, name):
    """A value once it has come to rest."""
    last = [None]

    def rests():
        before, last[0] = last[0], value(window, name)
        since = window.time()
        window.wait(lambda: window.time() > since + 0.2 or window.state() != "playing", 5)
        return before is not None and last[0] is not None and abs(before[0] - last[0][0]) <= 1e-3 * abs(last[0][0])
    window.wait(rests, 30)
    return last[0][0]


def distance(a, b):
    return math.sqrt(sum((x - y) ** 2 for x, y in zip(a, b)))


def path_length(window):
    """Through the markers, where they are now."""
    points = [value(window, f"/model/markers/{name}:position") for name in ("origin", "via", "insertion")]
    return distance(points[0], points[1]) + distance(points[1], points[2])


def select(window, path, share=""):
    """A click on it selects it."""
    def done():
        place = window.numbers(f"where {path} {share}")
        if place is not None:
            window.click(*place)
        return window.selection() == [path]
    return window.wait(done, 20)


def drag_via(window):
    """Up, across the tendon, with the move tool, while it runs."""
    before = {name: steady(window, f"{TENDON}:{name}") for name in ("tension", "length")}
    at = window.numbers("model /model/markers/via:location")
    start = window.time()
    seen = []

    def hold():
        start = window.time()
        while window.time() < start + 1 and len(seen) < 1000:
            window.frame()
            seen.append((window.time(), value(window, f"{TENDON}:length")[0]))
    window.drag(*window.numbers("where /model/markers/via"), 0, -60, steps=16, hold=hold)
    moved = window.numbers("model /model/markers/via:location")
    tap(distance(at, moved) > 0.01, f"the via marker is dragged {1e3 * distance(at, moved):.1f} mm")
    times = [when for when, _ in seen]
    tap(start < times[0] and times == sorted(times) and times[-1] > times[0] and window.state() == "playing",
        f"it runs on meanwhile, from {start:.2f} to {times[-1]:.2f} s")
    tap(abs(seen[-1][1] - before["length"]) > 1e-4,
        f"the path has changed before the button is let go: {1e3 * (seen[-1][1] - before['length']):+.2f} mm")
    after = {name: steady(window, f"{TENDON}:{name}") for name in ("tension", "length")}
    tap(abs(after["length"] - path_length(window)) < 1e-5, "it goes through the marker where it is now: "
        f"{1e3 * after['length']:.3f} mm, straight through the points {1e3 * path_length(window):.3f} mm")
    tap(abs(after["tension"] - before["tension"]) > 0.05 * abs(before["tension"]),
        f"the tension changes: {before['tension']:.3f} N, then {after['tension']:.3f} N")
    recorded = window.numbers("recorded")
    tap(recorded[0] == 0 and recorded[2] == 0, "nothing starts again: one recording from 0, no branch")


def reroute(window):
    for name in (f"{TENDON}:tension", f"{TENDON}:length", "/model/markers/origin:position",
                 "/model/markers/via:position", "/model/markers/insertion:position"):
        window.ask("watch " + name)
    tap(select(window, "/model/markers/via"), "a click selects the via marker")
    window.key("g")
    window.key("space")
    tap(window.wait(lambda: window.time() > 0.5), "it runs")
    drag_via(window)
    picture(window, "rerouted")
    window.key("space")
    window.wait(lambda: window.state() == "paused")


def context(window, place, item):
    """X loses a click now and then on a busy machine: then once more."""
    for _ in range(2):
        window.click(*place, button=3)
        if window.wait(lambda: "item:" + item in window.widgets(), 5):
            break
    window.click_widget("item:" + item)
    window.wait(lambda: "item:" + item not in window.widgets())


def nodes(window):
    """How many the strand has: those that are found on the screen."""
    count = 0
    while window.numbers(f"where {TENDON}/nodes/{count}") is not None:
        count += 1
    return count


def edit_nodes(window):
    window.click_widget("reset")
    window.wait(lambda: window.time() == 0)
    window.key("Escape")
    tap(select(window, TENDON, 0.2), "a click selects the strand")
    picture(window, "selected")
    context(window, window.numbers(f"where {TENDON} 0.2"), "Insert-Node-Here")
    tap(window.wait(lambda: nodes(window) == 4) and window.selection() == [TENDON + "/nodes/1"],
        "a node is put where it was clicked, behind the first one")
    for _ in range(3):  # a key right behind a menu may still be the menu's
        window.key("g")
        if window.wait(lambda: "local-axes" in window.widgets(), 3):
            break
    place = window.numbers(f"model {TENDON}/nodes/1:position")
    window.drag(*window.numbers(f"where {TENDON}/nodes/1"), 0, -40)
    moved = window.numbers(f"model {TENDON}/nodes/1:position")
    tap(moved[2] - place[2] > 0.005, f"it is dragged {1e3 * (moved[2] - place[2]):.1f} mm up")
    picture(window, "inserted")
    context(window, window.numbers(f"where {TENDON}/nodes/1"), "Let-Matter-Pass")
    tap(window.numbers(f"model {TENDON}/nodes/1:virtual") == [1] and
        window.numbers(f"model {TENDON}/nodes/1:mass")[0] > 0, "it is made virtual and gets a mass for that")
    tap(window.selection() == [TENDON + "/nodes/1"], "and is still selected")
    window.key("Delete")
    tap(window.wait(lambda: nodes(window) == 3), "and deleted")
    window.key("ctrl+z")
    tap(window.wait(lambda: nodes(window) == 4), "undo brings it back")
    window.key("ctrl+z", "ctrl+z", "ctrl+z")
    tap(window.wait(lambda: nodes(window) == 3), "and takes the rest back")


def make_strand(window):
    window.ask("action win.select-none")  # else a click means the node of the strand that is there
    window.wait(lambda: window.selection() == [])
    window.frame()
    window.ask("action win.select-path('/model/markers/origin')")
    window.wait(lambda: window.selection() == ["/model/markers/origin"])
    xdotool("keydown", "shift")
    window.click(*window.numbers("where /model/markers/ground"))
    xdotool("keyup", "shift")
    tap(window.wait(lambda: window.selection() == ["/model/markers/origin", "/model/markers/ground"]),
        "two markers are selected in order")
    window.ask("action win.strand-through")
    tap(window.wait(lambda: window.numbers("where /model/strands/strand 0.5") is not None) and
        window.selection() == ["/model/strands/strand"], "and a strand through them is there and selected")
    picture(window, "made")


def story():
    shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "reroute.sinew"), SCRIPT.folder)
    window = SCRIPT.open(os.path.join(SCRIPT.folder, "reroute.sinew"))
    window.wait(lambda: window.numbers("where /model/markers/via") is not None)
    window.settle()
    window.steady(lambda: window.numbers("where /model/markers/via"))
    reroute(window)
    edit_nodes(window)
    make_strand(window)
    SCRIPT.close(window)


SCRIPT.run(story)
