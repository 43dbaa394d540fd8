#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small model (bodies, hinge, markers, muscle) by the keyboard alone, from the start page to a run:
keyboard_test.py SINEW.  TAP."""
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def command(window, text):
    """By name, in the palette, after what was begun before."""
    window.key("Escape", "ctrl+shift+p")
    window.wait(lambda: "palette" in window.widgets())
    window.type(text)
    window.key("Return")
    window.wait(lambda: "palette" not in window.widgets())


def choose(window, name):
    """In the navigator, by name."""
    window.key("ctrl+f", "ctrl+a")
    window.type(name)
    window.wait(lambda: any(row.startswith("row:/model") for row in window.widgets()))
    window.key("Return")


def selects(window, path):
    return window.wait(lambda: window.selection() == [path])


def add(window, kind, path, *needs):
    """Adds one that is made of the others; whether it is there and selected."""
    command(window, kind)
    for need in needs:
        choose(window, need)
    return selects(window, path)


def story():
    window = SCRIPT.open()
    window.settle()
    window.move(*window.widgets()["viewer"][:2])  # lists open below a pointer that rests: it chooses nothing
    window.key("ctrl+n")
    tap(window.wait(lambda: "start-new" not in window.widgets()), "a new model")
    tap(add(window, "add body", "/model/bodies/rigid_body"), "a body: no body load")
    tap(add(window, "rigid body", "/model/bodies/rigid_body-2"), "another")
    tap(add(window, "hinge", "/model/joints/hinge", "rigid_body", "rigid_body-2"), "a hinge between them")
    tap(add(window, "marker", "/model/markers/marker", "rigid_body"), "a marker on the first")
    tap(add(window, "marker", "/model/markers/marker-2", "rigid_body-2"), "a marker on the second")
    tap(window.wait(lambda: "bar-text" not in window.widgets(), 4), "what to click next is said no more")
    choose(window, "rigid_body")
    selects(window, "/model/bodies/rigid_body")
    window.settle()
    window.key("Down")
    tap(selects(window, "/model/bodies/rigid_body-2"), "after a search the arrows go on from what was found")
    window.key("Escape")
    command(window, "muscle")
    choose(window, "marker")
    choose(window, "marker-2")
    window.key("Return")
    tap(selects(window, "/model/muscles/muscle"), "a muscle from one to the other")
    picture(window, "keyboard")
    window.key("space")
    tap(window.wait(lambda: window.time() > 0), "it runs")
    SCRIPT.close(window)


SCRIPT.run(story)
