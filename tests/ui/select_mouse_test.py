#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Selecting on from what is selected, by keys, menus and the palette; the same words for components, nodes and elements:
select_mouse_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
from script import Script, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
ROOT = "/model/"
NODES = ROOT + "fems/block/nodes/"


def body(name, x):
    return {"name": name, "position": [x, 0, 0], "dynamic": False, "geometry": {"shape": "box", "size": [0.05, 0.05, 0.05]}}


def write_model(folder):
    """A chain of three bodies held together by springs between markers, a fourth alone, and a block of tissue."""
    names = ["a", "b", "c", "alone"]
    springs = [{"class": "axial_spring", "name": one + other, "points": ["markers/" + one, "markers/" + other]}
               for one, other in ("ab", "bc")]
    return written(folder, "select", {
        "gravity": [0, 0, 0], "bodies": [body(name, 0.1 * i) for i, name in enumerate(names)],
        "markers": [{"name": name, "frame": "bodies/" + name} for name in names], "springs": springs,
        "fems": [{"name": "block", "position": [0.1, 0, -0.12], "nodes": [{"number": 0, "dynamic": False}],
                  "mesh": {"size": [0.08, 0.04, 0.06], "cells_x": 4, "cells_y": 2, "cells_z": 3}}],
        "view": {"center": [0.12, 0, -0.05], "direction": [0, 1, 0], "size": 0.5}})


def expect(window, wanted, text):
    """The names of what is selected, in any order."""
    there = sorted(ROOT + path for path in wanted)
    good = window.wait(lambda: sorted(window.selection()) == there)
    tap(good, text + ("" if good else ": not " + str(window.selection())))


def expect_nodes(window, count, text):
    def there():
        found = window.selection()
        return len(found) == count and all(line.startswith(NODES) for line in found)
    good = window.wait(there)
    tap(good, f"{text}: {count} nodes" + ("" if good else ", not " + " ".join(window.selection()[:8])))


def click_on(window, path):
    at = window.numbers("where " + ROOT + path)
    window.click(int(at[0]), int(at[1]))


def components(window):
    """More and less by Ctrl + and -, everything connected, the others, alike."""
    click_on(window, "bodies/a")
    expect(window, ["bodies/a"], "a click selects a body")
    window.over_viewer()
    grown = [["bodies/a", "markers/a"], ["bodies/a", "markers/a", "springs/ab"],
             ["bodies/a", "markers/a", "springs/ab", "markers/b"]]
    for wanted in grown:
        window.key("ctrl+plus")
        expect(window, wanted, "Ctrl + adds what hangs on it")
    picture(window, "select-grown")
    for wanted in (["bodies/a", "markers/a", "springs/ab"], ["bodies/a", "markers/a"], ["bodies/a"]):
        window.key("ctrl+minus")
        expect(window, wanted, "Ctrl - takes its rim away")
    window.key("ctrl+shift+l")
    chain = ["bodies/a", "bodies/b", "bodies/c", "markers/a", "markers/b", "markers/c", "springs/ab", "springs/bc"]
    expect(window, chain, "all that is connected")
    window.key("ctrl+minus")
    expect(window, chain, "what is whole has no rim")
    window.key("ctrl+shift+i")
    expect(window, ["bodies/alone", "markers/alone"], "the others of the same lists")
    click_on(window, "bodies/b")
    expect(window, ["bodies/b"], "another body")
    window.over_viewer()
    window.key("shift+g")
    expect(window, ["bodies/a", "bodies/b", "bodies/c", "bodies/alone"], "all bodies")


def by_menu(window):
    """The same from the context menu."""
    click_on(window, "bodies/c")
    expect(window, ["bodies/c"], "a body for its menu")
    at = window.numbers("where /model/bodies/c")
    window.click(int(at[0]), int(at[1]), 3)
    window.wait(lambda: "item:Select" in window.widgets())
    window.click_widget("item:Select")
    window.wait(lambda: "item:Grow-Selection" in window.widgets())
    picture(window, "select-menu")
    window.click_widget("item:Grow-Selection")
    expect(window, ["bodies/c", "markers/c"], "the context menu grows it")


def by_palette(window):
    window.over_viewer()
    window.key("ctrl+shift+p")
    window.wait(lambda: "palette-entry" in window.widgets())
    window.type("shrink")
    picture(window, "select-palette")
    window.key("Return")
    expect(window, ["bodies/c"], "the palette shrinks it")


def nodes(window):
    """The same keys where nodes are selected."""
    window.over_viewer()
    window.key("2")
    click_on(window, "fems/block/nodes/0")
    expect_nodes(window, 1, "2 and a click take a node")
    picture(window, "select-node")
    window.over_viewer()
    window.key("ctrl+shift+i")
    expect_nodes(window, 59, "the others")
    window.key("ctrl+shift+i")
    expect_nodes(window, 1, "and back")
    window.key("shift+l")
    expect_nodes(window, 7, "connected, one step: those of the three faces at a corner")
    window.key("shift+g")
    expect_nodes(window, 60, "one held, six free: all are like one of them")
    window.key("ctrl+minus")
    window.ask(f"action win.select-path::{NODES}0")
    expect_nodes(window, 1, "the one that is held")
    window.key("shift+g")
    expect_nodes(window, 1, "no other is held")
    window.key("ctrl+a")
    expect_nodes(window, 60, "Ctrl A takes all nodes, not all FEMs")
    window.ask(f"action win.select-path::{NODES}7")
    expect_nodes(window, 1, "one that is free")
    window.key("shift+g")
    expect_nodes(window, 59, "all that are free")
    picture(window, "select-free-nodes")
    window.key("ctrl+shift+l")
    expect_nodes(window, 60, "all that hangs together")
    window.key("1")


def seen_through(window):
    """Points are taken before the glass they are seen through; beside them the glass, before a solid behind it."""
    model = {"gravity": [0, 0, 0], "bodies": [dict(body("solid", 0.1), position=[0.1, 0.1, 0]),
                                              dict(body("glass", 0), render={"alpha": 0.3},
                                                   geometry={"shape": "box", "size": [0.3, 0.05, 0.1]})],
             "markers": [{"name": "inside", "frame": "bodies/glass", "location": [-0.05, 0, 0]}],
             "view": {"center": [0, 0, 0], "direction": [0, 1, 0], "size": 0.5}}
    window.ask("action win.open-file::" + written(SCRIPT.folder, "glass", model))
    window.wait(lambda: window.numbers("where /model/bodies/glass"))
    window.settle()
    for path in ("markers/inside", "bodies/glass", "markers/inside"):
        click_on(window, path)
        expect(window, [path], "a click where it is seen takes " + path)
    click_on(window, "bodies/solid")  # behind the glass
    expect(window, ["bodies/glass"], "before a solid behind it the glass is taken")
    window.move(*(int(v) for v in window.numbers("where /model/markers/inside")))
    window.settle()
    picture(window, "select-seen-through")


def story():
    window = SCRIPT.open(write_model(SCRIPT.folder))
    window.wait(lambda: window.numbers("where /model/bodies/a"))
    window.settle()
    components(window)
    by_menu(window)
    by_palette(window)
    nodes(window)
    seen_through(window)
    SCRIPT.close(window)


SCRIPT.run(story)
