#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nodes of a FEM by mouse: a side by one double click and held, then box, lasso, brush and the keys that grow, shrink and
invert; nodes never with their FEM: fem_select_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import os

from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
FEM = "/model/fems/block"
CELLS = 4, 2, 3


def write_model(folder):
    path = os.path.join(folder, "block.sinew")
    model = {"sinew": 1, "model": {"gravity": [0, 0, 0], "fems": [
        {"name": "block", "mesh": {"source": "box", "size": [0.08, 0.04, 0.06], "cells_x": CELLS[0], "cells_y": CELLS[1],
                                   "cells_z": CELLS[2], "element": "hex8"}}],
        "view": {"center": [0, 0, 0], "direction": [-0.5, 1, -0.35], "size": 0.2}}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def place(window, node):
    return window.numbers(f"where {FEM}/nodes/{node}")


def places(window):
    """Pixels of all nodes by (i, j, k), and their numbers: x runs fastest, as the generator has it."""
    n = [c + 1 for c in CELLS]
    table = {}
    for number in range(n[0] * n[1] * n[2]):
        rest = window.numbers(f"model {FEM}/nodes/{number}:rest")
        index = tuple(round((r / s + 0.5) * c) for r, s, c in zip(rest, (0.08, 0.04, 0.06), CELLS))
        table[index] = number
    return table


def wait_nodes(window, count, text):
    def there():
        return len(window.selection()) == count
    good = window.wait(there)
    tap(good, f"{text}: {count} nodes" + ("" if good else f", not {len(window.selection())}"))
    tap(all(line.startswith(FEM + "/nodes/") for line in window.selection()), "and nothing else")


def middle(window, corners):
    at = [place(window, number) for number in corners]
    return sum(p[0] for p in at) / len(at), sum(p[1] for p in at) / len(at)


def hold_side(window, table):
    """The end that looks at us, in one try: 2, double click, menu, Hold."""
    x = CELLS[0]
    side = [number for (i, _, _), number in table.items() if i == x]
    window.over_viewer()
    window.key("2")
    window.settle()
    picture(window, "fem-nodes")
    a, b = table[(x, 0, 1)], table[(x, 1, 2)]
    at = middle(window, [a, b])
    window.move(*at)
    window.repeated_click(2)
    wait_nodes(window, len(side), "a double click takes the side")
    picture(window, "fem-side")
    window.click(*at, button=3)
    window.wait(lambda: "viewport-menu" in window.widgets())
    window.settle()
    picture(window, "fem-side-menu")
    before = {name for name in window.widgets() if name.startswith("item:")}
    menu = window.widgets()["viewport-menu"]
    window.click_widget("item:Select-Parts")
    window.settle()
    parts = [box for name, box in window.widgets().items() if name.startswith("item:") and name not in before]
    beside = all(abs(box[0] - menu[0]) > (box[2] + menu[2]) / 2 - 12 for box in parts)
    tap(parts and beside and window.widgets().get("viewport-menu") == menu,
        f"a submenu of {len(parts)} opens beside its menu, which stays")
    picture(window, "fem-spread-menu")
    window.key("Escape")
    window.wait(lambda: "viewport-menu" not in window.widgets())
    window.ask("action win.nodes-hold")
    tap(window.wait(lambda: all(window.numbers(f"model {FEM}/nodes/{n}:dynamic") == [0] for n in side)), "the side is held")
    free = [n for n in table.values() if n not in side]
    tap(all(window.numbers(f"model {FEM}/nodes/{n}:dynamic") == [1] for n in free), "and no other node")


def keys(window):
    """On from the side: a ring more, one less, the others, and back."""
    ring = 2 * (CELLS[1] + CELLS[2])
    side = (CELLS[1] + 1) * (CELLS[2] + 1)
    whole = (CELLS[0] + 1) * side
    window.over_viewer()
    window.key("ctrl+plus")
    wait_nodes(window, side + ring, "Ctrl + grows along the outside")
    window.key("ctrl+minus")
    wait_nodes(window, side, "Ctrl - shrinks back")
    window.key("ctrl+alt+i")
    wait_nodes(window, whole - side, "Ctrl Alt I inverts")
    window.ask("action win.spread::connected")
    wait_nodes(window, whole, "all is connected")


def regions(window, table):
    """Lasso and brush around one edge node and its neighbour, then a box around all."""
    a, b = place(window, table[(0, 0, CELLS[2])]), place(window, table[(1, 0, CELLS[2])])
    window.over_viewer()
    window.key("b", "b")
    dx, dy = b[0] - a[0], b[1] - a[1]
    around = [(a[0] - dx / 3, a[1] - 12), (b[0] + dx / 3, b[1] + dy / 3 - 12), (b[0] + dx / 3, b[1] + dy / 3 + 12),
              (a[0] - dx / 3, a[1] - dy / 3 + 12)]
    window.move(*around[0])
    window.press()
    for start, end in zip(around, around[1:]):
        window.glide(start, end)
    picture(window, "fem-lasso")
    window.release()
    wait_nodes(window, 2, "the lasso takes what it goes around")
    window.over_viewer()
    window.key("b", "b", "b")
    window.move(*a)
    window.press()
    window.glide(a, b)
    window.glide(b, place(window, table[(2, 0, CELLS[2])]))
    picture(window, "fem-brush")
    window.release()
    window.wait(lambda: len(window.selection()) >= 3)
    tap(len(window.selection()) >= 3, f"the brush adds what it runs over: {len(window.selection())} nodes")
    picture(window, "fem-brushed")
    window.key("Escape")


def mixed(window, table):
    """A click with Shift beside the nodes leaves them; what is wanted is said."""
    window.over_viewer()
    window.ask("action win.select-none")
    window.ask("action win.nodes-attach")
    window.settle()
    picture(window, "fem-attach-wants")
    at = place(window, table[(0, 0, CELLS[2])])
    window.click(*at)
    wait_nodes(window, 1, "a click takes a node")
    corners = [table[(1, 0, 0)], table[(2, 0, 1)]]
    at, one = middle(window, corners), place(window, corners[0])
    window.click(one[0] + 0.7 * (at[0] - one[0]), one[1] + 0.7 * (at[1] - one[1]))
    tap(window.wait(lambda: window.selection() == [f"{FEM}/nodes/{corners[0]}"]),
        "a click between nodes takes the nearest: " + str(window.selection()))
    views = window.widgets()["views"]
    window.click(views[0] - 40, views[1])
    wait_nodes(window, 0, "beside the buttons of the view a click is the picture's")
    window.click(*one)
    window.over_viewer()
    window.key("1")
    xdotool("keydown", "shift")
    window.click(*middle(window, [table[(1, 0, 0)], table[(2, 0, 1)]]))
    xdotool("keyup", "shift")
    tap(window.wait(lambda: window.selection() == [FEM]), "its FEM takes the place of a node " + str(window.selection()))


def low_window(window, table):
    """A menu too tall for what is below the pointer begins higher."""
    window.resize(1100, 640)
    window.click(*middle(window, [table[(1, 0, 0)], table[(2, 0, 1)]]), button=3)
    x, y, _, height = window.steady(lambda: window.widgets().get("viewport-menu"))
    bottom = y + height // 2
    last = window.widgets()["item:Measure-Selection…"]
    picture(window, "fem-low-menu")
    tap(bottom <= 640 and last[1] + last[3] // 2 <= bottom, f"all of a menu is in the window: {last}, down to {bottom} px")
    window.key("Escape")
    window.wait(lambda: "viewport-menu" not in window.widgets())


def story():
    window = SCRIPT.open(write_model(SCRIPT.folder))
    window.wait(lambda: place(window, 0))
    window.settle()
    table = places(window)
    tap(len(table) == 60, "sixty nodes")
    hold_side(window, table)
    keys(window)
    regions(window, table)
    mixed(window, table)
    low_window(window, table)
    SCRIPT.close(window)


SCRIPT.run(story)
