#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The guided elbow as a newcomer follows it, from the start page to an arm that bends, by mouse and keys alone:
guide_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
UPPER, FORE = "/model/bodies/rigid_body", "/model/bodies/rigid_body-2"
HINGE, MUSCLE = "/model/joints/hinge", "/model/muscles/muscle"


def at_step(window, number, done):
    shown = window.wait(lambda: f"guide-step-{number}" in window.widgets())
    tap(shown, f"{done}: step {number}")
    window.settle()
    picture(window, f"guide-{number:02}")


def click_on(window, path, button=1, hold=None):
    """Where the picture shows it."""
    x, y = window.numbers("where " + path)[:2]
    window.move(x, y)
    if hold:
        xdotool("keydown", hold)
    window.click(x, y, button=button)
    if hold:
        xdotool("keyup", hold)


def type_number(window, row, *texts):
    """Into the first field of a row, then the next by Tab; as the guide says it."""
    window.wait(lambda: row in window.widgets())
    window.settle()
    x, y, width, _ = window.widgets()[row]
    window.click(x + (-0.05 if len(texts) > 1 else 0.36) * width, y)
    for i, text in enumerate(texts):
        if i > 0:
            window.key("Tab")
        window.type(text)
    window.key("Return")


def bodies(window):
    window.click_widget("navigator-add")
    window.click_widget("item:Rigid-Body")
    at_step(window, 3, "an upper arm")
    type_number(window, "property-geometry.size", "30", "30", "150")
    at_step(window, 4, "as long as a bone")
    window.over_viewer(150)
    window.key("ctrl+d")
    at_step(window, 5, "a forearm")
    window.key("g", "z", "minus")  # the numbers had the focus until now
    window.type("160")
    window.key("Return")
    at_step(window, 6, "below")
    low = window.numbers(f"model {FORE}:position")
    tap(abs(low[2] + 0.16) < 1e-9 and low[:2] == [0, 0], f"where it was typed to {low}")
    window.key("v")  # no handles over what is clicked
    click_on(window, UPPER)
    window.settle()
    x, y, width, _ = window.widgets()["property-dynamic"]
    window.click(x - width // 2 + 127, y)
    at_step(window, 7, "held")


def elbow(window):
    click_on(window, FORE, hold="ctrl")
    tap(window.wait(lambda: len(window.selection()) == 2), "both are selected")
    click_on(window, FORE, button=3)
    tap(window.wait(lambda: "item:Joint-Here,-With-rigid_body" in window.widgets()), "names keep their underlines in menus")
    window.click_widget("item:Joint-Midway-Between-Them")
    window.click_widget("item:Hinge")
    at_step(window, 8, "a hinge")
    place = window.numbers(f"model {HINGE}:location_a")
    tap(abs(place[2] + 0.08) < 1e-9, f"at the elbow {place}")
    type_number(window, "property-damping", "10")
    at_step(window, 9, "damped")


def muscle(window):
    window.over_viewer(150)
    window.key("alt+m")
    click_on(window, UPPER)
    x, y = window.numbers("where " + HINGE)[:2]
    window.click(x, y + 26)
    window.key("Return", "Escape")
    at_step(window, 10, "a muscle")
    type_number(window, "property-excitation", "0.5")
    at_step(window, 11, "excited")


def story():
    window = SCRIPT.open()
    window.wait(lambda: "start-page" in window.widgets())
    window.click_widget("start-guide")
    at_step(window, 2, "an empty model")
    bodies(window)
    elbow(window)
    muscle(window)
    window.ask(f"watch {HINGE}:angle")
    window.key("space")  # right after the number
    at_step(window, 12, "Space runs it")
    tap(window.wait(lambda: window.time() > 1.5), "on and on")
    angle = window.numbers(f"value {HINGE}:angle")
    tap(angle and 0.5 < abs(angle[0]) < 2.5, f"the arm bends {angle}")
    picture(window, "guide-end")
    window.click_widget("guide-next")
    tap(window.wait(lambda: "guide" not in window.widgets()), "done")
    SCRIPT.close(window)


SCRIPT.run(story)
