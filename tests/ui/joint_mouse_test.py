#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Joints by mouse: put on a surface between two bodies, moved and turned with both their sides: joint_mouse_test.py SINEW.
TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import math
import os

from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

BASE, ARM = "/model/bodies/base", "/model/bodies/arm"


def write_model(folder):
    path = os.path.join(folder, "two.sinew")
    model = {"sinew": 1, "model": {"gravity": [0, 0, 0], "bodies": [
        {"name": "base", "dynamic": False, "position": [0.1, 0, 0.12],
         "geometry": {"shape": "box", "size": [0.1, 0.06, 0.06]}},
        {"name": "arm", "position": [0, 0, 0], "orientation": [math.cos(0.2), 0, 0, math.sin(0.2)],
         "geometry": {"shape": "cylinder", "radius": 0.03, "length": 0.12}}],
        "view": {"center": [0.03, 0, 0.04], "direction": [0, 1, -0.2], "size": 0.4}}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def select(window, *paths):
    window.ask("action win.select-path::" + paths[0])
    window.wait(lambda: window.selection() == [paths[0]])


def rotate(q, v):
    w, x, y, z = q
    t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])]
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]]


def side(window, joint, which, body):
    """Origin and z of one side of the joint, in the world."""
    place, turn = window.numbers(f"model {body}:position"), window.numbers(f"model {body}:orientation")
    location = window.numbers(f"model {joint}:location_{which}")
    local = window.numbers(f"model {joint}:rotation_{which}")
    origin = [a + b for a, b in zip(place, rotate(turn, location))]
    return origin, rotate(turn, rotate(local, [0, 0, 1]))


def closed(window, joint):
    a, b = side(window, joint, "a", BASE), side(window, joint, "b", ARM)
    return max(abs(x - y) for p, q in zip(a, b) for x, y in zip(p, q))


def add_by_menu(window):
    """Both bodies, the arm last; the menu where its round side is nearest to the camera."""
    select(window, BASE)
    x, y, _, _ = window.widgets()["viewer"]
    place = x - 42, y + 60
    window.move(*place)
    xdotool("keydown", "ctrl")
    window.click(*place)
    xdotool("keyup", "ctrl")
    tap(window.wait(lambda: window.selection() == [BASE, ARM]), "both bodies are selected " + str(window.selection()))
    window.click(*place, button=3)
    window.settle()
    picture(window, "joint-menu")
    return place


def quick_clicks(window):
    """xdotool's click is over before the window has drawn its press: after a new selection GTK 4.8 by itself loses some."""
    x, y, _, _ = window.widgets()["viewer"]
    opened = 0
    for path in [BASE, ARM] * 5:
        select(window, path)
        window.click(x - 42, y + 60)
        window.wait(lambda: window.selection() == [ARM])
        window.click(x - 42, y + 60, button=3)
        opened += window.wait(lambda: "viewport-menu" in window.widgets(), 2)
        window.key("Escape")
        window.wait(lambda: "viewport-menu" not in window.widgets(), 5)
    tap(opened == 10, f"10 quick clicks open {opened} menus")


def after_buttons(window):
    """The click that follows one on a button over the picture counts, and what is called so is found by its name."""
    x, y, _, _ = window.widgets()["viewer"]
    for button in ("tool-move", "tool-select"):
        window.ask("action win.select-none")
        window.click_widget(button)
        window.click(x - 42, y + 60)
        tap(window.wait(lambda: window.selection() == [ARM], 5), f"a click right after one on {button} selects")
    window.click_widget("palette-button")
    window.settle()
    tall = window.widgets()["palette"][3]
    window.type("base")
    low = window.steady(lambda: window.widgets()["palette"][3])
    tap(low < tall - 100, f"the palette is as high as its rows: {low} of {tall} px")
    window.key("Return")
    tap(window.wait(lambda: window.selection() == [BASE]), "a name in the palette selects what is called so")
    window.ask("action win.select-none")
    window.click_widget("palette-button")
    window.wait(lambda: "palette-list" in window.widgets())
    window.type("base")
    window.settle()
    x, y, _, height = window.widgets()["palette-list"]
    window.click(x, y - height / 2 + 14)
    tap(window.wait(lambda: window.selection() == [BASE]), "a click on its row too")


def with_the_former(window):
    """The base selected, the menu of the arm: the joint is between them, without a selection of both."""
    select(window, BASE)
    x, y, _, _ = window.widgets()["viewer"]
    window.click(x - 42, y + 60, button=3)
    window.click_widget("item:Joint-Here,-With-base")
    window.click_widget("item:Here,-Across-the-Surface")
    window.click_widget("item:Hinge")
    joint = "/model/joints/hinge"
    tap(window.wait(lambda: window.selection() == [joint]), "what was selected before is the other side")
    tap(closed(window, joint) < 1e-9, "and the joint is closed between the two")
    window.over_viewer()
    window.key("ctrl+z")
    window.wait(lambda: window.numbers(f"model {joint}:location_a") is None)


def make_hinge(window):
    add_by_menu(window)
    window.key("Return")
    window.settle()
    picture(window, "joint-places")
    window.key("Down", "Down", "Down", "Return")
    window.settle()
    picture(window, "joint-kinds")
    window.key("Return")
    tap(window.wait(lambda: window.selection() == ["/model/joints/hinge"]),
        "a hinge is made " + str(window.selection()))
    window.settle()
    picture(window, "joint-made")


def put_here(window):
    """The hinge goes to places of the base that are clicked with the other button while it is selected."""
    joint = "/model/joints/hinge"
    before = side(window, joint, "a", BASE)
    select(window, joint)
    x, y, _, _ = window.widgets()["viewer"]
    window.move(x - 42, y + 60)
    window.click(x - 42, y + 30, button=3)  # clear of the joint itself
    window.click_widget("item:Put-hinge-Here")
    window.click_widget("item:In-the-Middle-of-What-Is-Round,-Its-Axes-as-They-Are")
    window.settle()
    (x, y, _), axis = side(window, joint, "b", ARM)
    cosine = sum(a * b for a, b in zip(axis, before[1]))
    tap(math.hypot(x, y) < 1e-3 and cosine > 1 - 1e-9, f"put into the middle of the cylinder, its axes stay: {x} {y} {axis}")
    window.over_viewer()
    window.key("ctrl+z")
    window.wait(lambda: side(window, joint, "a", BASE) == before)
    for item, what in ((1, "the nearest corner, its axes as they are"), (6, "the middle of the face, across it")):
        select(window, joint)
        window.settle()
        x, y = window.numbers("where " + BASE)[:2]
        window.click(x + 12, y + 9, button=3)
        window.wait(lambda: "viewport-menu" in window.widgets())
        window.settle()
        window.key("Return")
        window.settle()
        picture(window, f"joint-put-{item}")
        window.key(*["Down"] * item, "Return")
        moved = window.wait(lambda: side(window, joint, "a", BASE) != before)
        place, axis = side(window, joint, "a", BASE)
        arm = [abs(a - b) for a, b in zip(place, [0.1, 0, 0.12])]
        wanted = [0.05, 0.03, 0.03] if item == 1 else [0, 0.03, 0]
        along = before[1] if item == 1 else [0, 1, 0]
        near = max(abs(a - b) for a, b in zip(arm, wanted)) < 1e-6
        cosine = abs(sum(a * b for a, b in zip(axis, along)))
        tap(moved and near and cosine > 1 - 1e-9, f"put to {what}: {place} {axis}")
        tap(closed(window, joint) < 1e-9 and window.wait(lambda: window.selection() == [joint]), "closed, and selected")
        window.over_viewer()
        window.key("ctrl+z")
        tap(window.wait(lambda: side(window, joint, "a", BASE) == before), "one step")


def drag_manipulator(window, key, name, aside, below):
    """Takes the manipulator at a place beside the joint's middle; the side in A before and after."""
    joint = "/model/joints/hinge"
    before = side(window, joint, "a", BASE)
    window.key(key)  # where the pointer is, right after the menu
    window.settle()
    x, y, _, _ = window.widgets()["viewer"]
    window.drag(x - 48 + aside, y + 48 + below, 12, 60)
    window.wait(lambda: side(window, joint, "a", BASE) != before)
    window.settle()
    picture(window, name)
    return before, side(window, joint, "a", BASE)


def pose_by_slider(window):
    """Drags the angle; typed values count when they are whole; later than the start it says where to go."""
    select(window, "/model/joints/hinge")
    turn = lambda: window.numbers(f"model {ARM}:orientation")
    before = turn()
    x, y, _, _ = window.steady(lambda: window.widgets().get("slider-angle"))
    window.drag(x, y, 12, 0)
    tap(window.wait(lambda: turn() != before), "the slider of the angle poses the arm")
    tap(closed(window, "/model/joints/hinge") < 1e-9, "the joint stays closed")
    window.ask("watch /model/joints/hinge:angle")
    picture(window, "joint-posed")
    posed = turn()
    window.key("ctrl+z")
    tap(window.wait(lambda: turn() == before), "the drag is one step")
    window.drag(x, y, 12, 0)
    window.type("20")
    window.key("Return")
    tap(window.wait(lambda: abs((window.numbers("value /model/joints/hinge:angle") or [9])[0] - math.radians(20)) < 1e-9),
        "digits typed after a drag are its number")
    window.key("ctrl+z", "ctrl+z")
    tap(window.wait(lambda: turn() == before), "both undone")
    x, y, width, _ = window.widgets()["property-angle"]
    window.click(x + width // 2 - 40, y)
    window.type("30")
    tap(turn() == before, "what is half typed moves nothing")
    window.key("Return")
    angle = lambda: (window.numbers("value /model/joints/hinge:angle") or [9])[0]
    picture(window, "joint-typed")
    tap(window.wait(lambda: abs(angle() - math.radians(30)) < 1e-9), f"30 degrees are typed {angle()}")
    tap(closed(window, "/model/joints/hinge") < 1e-9 and turn() != posed, "and the joint is closed")
    window.key("Escape")
    window.over_viewer()
    window.ask("action win.step")
    window.wait(lambda: window.time() > 0)
    later = turn()
    x, y, _, _ = window.widgets()["slider-angle"]
    window.click(x - 25, y)
    tap(window.wait(lambda: "start" in window.ask("message")) and turn() == later, "later it offers to go to the start " +
        window.ask("message"))
    picture(window, "joint-pose-later")
    window.ask("action win.reset")
    window.wait(lambda: window.time() == 0)
    window.key("ctrl+z")
    tap(window.wait(lambda: turn() == before), "undone")


def asked_for(window):
    """Added with nothing selected: it says what to click, and is made where the second body was clicked."""
    joint = "/model/joints/spherical"
    window.ask("action win.select-none")
    window.ask("action win.add(('/model/joints', 'spherical'))")
    window.over_viewer()
    window.key("Escape")
    window.click_widget("row:base")
    tap(window.selection() == [BASE] and window.numbers(f"model {joint}:location_a") is None, "Escape leaves")
    window.ask("action win.select-none")
    window.ask("action win.add(('/model/joints', 'spherical'))")
    window.click_widget("row:base")
    x, y, _, _ = window.widgets()["viewer"]
    window.click(x + 300, y + 150)  # nothing: what is chosen stays
    tap(window.wait(lambda: window.selection() == [BASE]), "the first in the navigator " + str(window.selection()))
    picture(window, "joint-asked")
    window.click(x - 42, y + 60)
    tap(window.wait(lambda: window.selection() == [joint]), "the second in the picture " + str(window.selection()))
    tap(closed(window, joint) < 1e-9, "closed")
    (px, py, _), _ = side(window, joint, "b", ARM)
    tap(abs(math.hypot(px, py) - 0.03) < 2e-3, f"on the surface where it was clicked: {px:.4f} {py:.4f}")
    window.over_viewer()
    window.key("ctrl+z")
    window.ask("action win.select-none")
    window.ask("action win.add(('/model/joints', 'spherical'))")
    window.click_widget("row:arm")
    window.over_viewer()
    window.key("Return")
    tap(window.wait(lambda: window.selection() == [joint]), "Enter: to the world")
    window.over_viewer()
    window.key("ctrl+z")


def rolls(window):
    """A rolling joint by two clicks; its hoop is seen about the arm, where a click takes it."""
    joint = "/model/joints/rolling"
    window.ask("action win.select-none")
    window.ask("action win.add(('/model/joints', 'rolling'))")
    window.click_widget("row:base")
    x, y, _, _ = window.widgets()["viewer"]
    window.click(x - 42, y + 60)
    tap(window.wait(lambda: window.selection() == [joint]), "a rolling joint is made " + str(window.selection()))
    radius = window.numbers(f"model {joint}:edge_radius")[0]
    tap(abs(radius - 0.03) < 1e-9, f"as thick as its body: {radius}")
    x, y, _, _ = window.steady(lambda: window.widgets().get("property-edge_radius"))
    window.click(x + 40, y)
    window.type("50")
    window.key("Return", "Escape")
    window.wait(lambda: abs(window.numbers(f"model {joint}:edge_radius")[0] - 0.05) < 1e-9)
    window.ask("action win.select-none")
    window.settle()
    x, y = window.steady(lambda: window.numbers("where " + joint))[:2]
    window.click(x - 73, y)  # 50 mm are 78 pixels; the arm has a radius of 30 mm
    tap(window.wait(lambda: window.selection() == [joint]), "its hoop is taken by a click " + str(window.selection()))
    picture(window, "joint-rolls")
    window.key("ctrl+z", "ctrl+z")
    tap(window.wait(lambda: window.numbers(f"model {joint}:location_a") is None), "and it is undone")


def story():
    window = SCRIPT.open(write_model(SCRIPT.folder))
    window.resize(1440, 900)
    quick_clicks(window)
    after_buttons(window)
    with_the_former(window)
    make_hinge(window)
    joint = "/model/joints/hinge"
    (x, y, _), z = side(window, joint, "b", ARM)
    print("#", (x, y), z)
    tap(math.hypot(x, y) < 1e-3 and abs(z[2]) > 0.9999, f"on the axis of the cylinder: {x:.6f} {y:.6f}")
    tap(closed(window, joint) < 1e-9, "and closed")
    put_here(window)
    before, after = drag_manipulator(window, "g", "joint-moved", 0, 0)
    tap(max(abs(a - b) for a, b in zip(before[0], after[0])) > 0.005, "G moves it")
    tap(closed(window, joint) < 1e-9, "with both sides")
    before, after = drag_manipulator(window, "r", "joint-turned", 83 + 12, 52)
    tap(max(abs(a - b) for a, b in zip(before[1], after[1])) > 0.05, "R turns it " + str(after[1]))
    tap(closed(window, joint) < 1e-9, "with both sides")
    pose_by_slider(window)
    window.key("ctrl+z")
    tap(window.wait(lambda: side(window, joint, "a", BASE) == before), "each drag is one step to undo")
    window.key("ctrl+z", "ctrl+z")
    tap(window.ask("model " + joint + ":location_a") != "" and window.wait(
        lambda: window.numbers("model " + joint + ":location_a") is None), "and so is the joint")
    asked_for(window)
    rolls(window)
    SCRIPT.close(window)


SCRIPT.run(story)
