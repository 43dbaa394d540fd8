#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers of the properties by mouse and keys: arithmetic, changes of several at once, back to the default by Backspace
where the pointer is, by an emptied field and by the menu, copied from one property and pasted into another:
values_mouse_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
from script import Script, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
BALLS = ["/model/bodies/ball", "/model/bodies/other"]


def write_model(folder):
    return written(folder, "values", {
        "gravity": [0, 0, 0], "bodies": [
            {"name": "ball", "position": [0.03, 0.02, 0.1], "inertia": {"method": "mass", "mass": 2},
             "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}},
            {"name": "other", "position": [0.2, 0, 0.1], "inertia": {"method": "mass", "mass": 5},
             "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}}]})


class Row:
    """The row of a property of what is selected."""

    def __init__(self, window, name):
        self.window = window
        window.wait(lambda: "property-" + name in window.widgets())
        window.settle()
        self.x, self.y, self.width, _ = window.widgets()["property-" + name]

    def number(self, k=0):
        """Where its k-th number of three stands."""
        return self.x - 2 + 46 * k, self.y

    def write(self, text, place=None):
        self.window.click(*(place or (self.x + self.width // 2 - 80, self.y)))
        self.window.type(text)
        self.window.key("Return")


def value(window, path, name):
    return window.numbers(f"model {path}:{name}")


def is_near(found, expected):
    return found is not None and max(abs(a - b) for a, b in zip(found, expected)) < 1e-12


def arithmetic(window):
    position = Row(window, "position")
    for text, x in (("2*(10+5)", 0.03), ("sqrt(16) cm", 0.04), ("2^3", 0.008), ("+= 5", 0.013), ("*= 200 %", 0.026),
                    ("100*sin(30)", 0.05)):
        position.write(text, position.number())
        found = value(window, BALLS[0], "position")
        tap(window.wait(lambda x=x: is_near(value(window, BALLS[0], "position"), [x, 0.02, 0.1]), 3),
            f"“{text}” makes {1000 * x:g} mm {found}")
    position.write("sqrt(", position.number())
    tap(is_near(value(window, BALLS[0], "position"), [0.05, 0.02, 0.1]), "what is no number changes nothing")
    window.key("Escape", "Escape")


def back_to_default(window):
    position = Row(window, "position")
    window.move(*position.number(1))
    undo = window.ask("undo")
    window.key("BackSpace")
    tap(window.wait(lambda: is_near(value(window, BALLS[0], "position"), [0, 0, 0])),
        f"Backspace over a property makes it the default {value(window, BALLS[0], 'position')}")
    window.over_viewer(200)
    window.key("BackSpace")
    window.key("ctrl+z")
    tap(window.wait(lambda: window.ask("undo") == undo), "one step; over the picture it does nothing")
    position.write("", position.number())
    tap(is_near(value(window, BALLS[0], "position"), [0.05, 0.02, 0.1]), "Enter alone changes nothing")
    window.click(*position.number())
    window.key("BackSpace", "Return")
    tap(window.wait(lambda: is_near(value(window, BALLS[0], "position"), [0, 0, 0])), "an emptied field and Enter, too")
    window.key("ctrl+z")
    window.click(*position.number())
    window.key("BackSpace", "Escape", "Escape")
    tap(is_near(value(window, BALLS[0], "position"), [0.05, 0.02, 0.1]), "emptied and Escape: as before")
    window.key("Escape")
    window.over_viewer(200)


def menu(window, row, item):
    """Of a row, by its label; the item clicked."""
    window.click(row.x - row.width // 2 + 50, row.y, button=3)
    window.wait(lambda: "property-menu" in window.widgets())
    window.settle()
    picture(window, "values-menu")
    window.click_widget("item:" + item)
    window.wait(lambda: "property-menu" not in window.widgets())
    window.settle()


def by_the_menu(window):
    position, velocity = Row(window, "position"), Row(window, "velocity")
    menu(window, position, "Copy-Value")
    menu(window, velocity, "Paste-Value")
    window.settle()
    tap(is_near(value(window, BALLS[0], "velocity"), [0, 0, 0]), "millimetres are no speed")
    window.ask("action win.select-path::" + BALLS[1])
    window.wait(lambda: window.selection() == [BALLS[1]])
    window.settle()
    menu(window, Row(window, "position"), "Paste-Value")
    tap(window.wait(lambda: is_near(value(window, BALLS[1], "position"), [0.05, 0.02, 0.1])),
        f"a place is copied from one body to another {value(window, BALLS[1], 'position')}")
    menu(window, Row(window, "position"), "Reset-to-Default")
    tap(window.wait(lambda: is_near(value(window, BALLS[1], "position"), [0, 0, 0])), "and reset by the menu")
    window.over_viewer(200)
    window.key("ctrl+z")


def several(window):
    window.ask("action win.select-all")
    window.wait(lambda: window.selection() == BALLS)
    window.settle()
    mass = Row(window, "inertia.mass")
    place = (mass.x + mass.width // 2 - 70, mass.y)
    mass.write("*= 1.5", place)
    tap(window.wait(lambda: [value(window, path, "inertia.mass") for path in BALLS] == [[3.0], [7.5]]),
        f"each of two masses half as much again {[value(window, path, 'inertia.mass') for path in BALLS]}")
    picture(window, "values-several")
    mass.write("+= -500 g", place)
    tap(window.wait(lambda: [value(window, path, "inertia.mass") for path in BALLS] == [[2.5], [7.0]]), "and less by 500 g")
    window.over_viewer(200)
    window.key("ctrl+z", "ctrl+z")
    tap(window.wait(lambda: [value(window, path, "inertia.mass") for path in BALLS] == [[2.0], [5.0]]), "a step each")


def story():
    window = SCRIPT.open(write_model(SCRIPT.folder))
    window.resize(1440, 900)
    window.ask("action win.select-path::" + BALLS[0])
    window.wait(lambda: window.selection() == [BALLS[0]])
    window.settle()
    arithmetic(window)
    back_to_default(window)
    by_the_menu(window)
    several(window)
    SCRIPT.close(window)


SCRIPT.run(story)
