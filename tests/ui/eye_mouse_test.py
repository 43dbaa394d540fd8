#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An eye from nothing with mouse and keys: a ball in an orbit, a joint in its centre, four straight muscles that lie over
it; it looks up, and goes on without what they lay over: eye_mouse_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""
import os
import subprocess

from dialog import Dialog
from real_window import xdotool
from script import Script, saved

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
GLOBE, ORBIT, JOINT = "/model/bodies/globe", "/model/bodies/orbit", "/model/joints/spherical"
WRAP, SPHERE = "/model/wraps/wrap_surface", 4
MUSCLES = ["/model/muscles/rectus" + end for end in ("", "-2", "-3", "-4")]
CENTRE = "item:In-the-Centre-of-the-Ball-(r-=-12-mm)"


def add(window, text, path):
    """What the palette calls so."""
    window.over_viewer()
    window.key("ctrl+shift+p")
    window.wait(lambda: "palette" in window.widgets())
    window.type(text)
    window.key("Return")
    tap(window.wait(lambda: window.selection() == [path]), f'"{text}" adds {path}')
    window.settle()


def numbers(window, name, *texts):
    """Types the numbers of a row."""
    x, y, width, _ = window.widgets()["property-" + name]
    window.click(x - 0.05 * width, y)
    for i, text in enumerate(texts):
        window.type(text)
        window.key("Tab" if i + 1 < len(texts) else "Return")


def rename(window, path):
    window.over_viewer()
    window.key("F2")
    window.settle()
    window.key("ctrl+a")
    window.type(path.rsplit("/", 1)[1])
    window.key("Return")
    tap(window.wait(lambda: window.selection() == [path]), "it is called " + path)


def make_bodies(window):
    add(window, "sphere", "/model/bodies/ball")
    numbers(window, "geometry.size", "12", "12", "12")
    window.over_viewer()
    window.key("1")
    found = window.numbers("model /model/bodies/ball:geometry.size")
    tap(found == [0.012] * 3, f"1 over the picture is not typed into the number that Enter ended {found}")
    rename(window, GLOBE)
    add(window, "box", "/model/bodies/box")
    numbers(window, "geometry.size", "30", "4", "30")
    numbers(window, "position", "0", "40", "0")
    x, y, width, _ = window.widgets()["property-dynamic"]
    window.click(x - 0.12 * width, y)
    tap(window.ask("model /model/bodies/box:dynamic") == "0", "it is held")
    rename(window, ORBIT)
    window.over_viewer()
    window.key("Home")


def menu(window, *items):
    """Of the globe, where it is clicked."""
    place = window.steady(lambda: window.numbers("where " + GLOBE))
    window.click(*place, button=3)
    for item in items:
        window.click_widget(item)


def join(window):
    window.click_widget("row:orbit")
    x, y, _, _ = window.widgets()["row:globe"]
    window.move(x, y)
    xdotool("keydown", "ctrl")
    window.click(x, y)
    xdotool("keyup", "ctrl")
    menu(window, "item:Joint-Here,-With-orbit", CENTRE, "item:Ball-Joint")
    tap(window.wait(lambda: window.selection() == [JOINT]), "a ball joint in the globe")
    found = window.numbers(f"model {JOINT}:location_b")
    tap(found == [0, 0, 0], f"in its very centre {found}")
    turned = window.numbers(f"model {JOINT}:rotation_b")
    tap(all(min(abs(abs(v) - w) for w in (0, 0.5, 0.5**0.5, 1)) < 1e-12 for v in turned), f"along axes {turned}")
    menu(window, "item:Wrapping-Surface-Here", CENTRE)
    tap(window.wait(lambda: window.selection() == [WRAP]), "a surface for muscles")
    shape, place, size = (window.numbers(f"model {WRAP}:{name}") for name in ("shape", "location", "size"))
    tap(shape == [SPHERE] and place == [0, 0, 0] and 0.0119 < size[0] < 0.012,
        f"a sphere in it, not a cylinder {shape} {place} {size}")


def draw_muscle(window):
    window.over_viewer()
    window.key("Home", "alt+m")
    x, y = window.steady(lambda: window.numbers("where " + GLOBE))
    a, b = window.numbers("where " + ORBIT), (x, y)
    side = 2 * (a[0] - x)  # the plate is seen at the right of the globe
    window.click(x + side * 0.62, y - side * 0.45)
    window.click(x, y - side * 0.41)
    window.key("Return", "Escape")
    tap(window.wait(lambda: window.selection() == ["/model/muscles/muscle"]), f"a muscle is drawn {a} {b}")
    rename(window, MUSCLES[0])
    there = [window.ask(f"model /model/markers/{name}:location") for name in ("rectus_1", "rectus_2", "muscle_1")]
    tap(there[0] != "none" and there[1] != "none" and there[2] == "none", "its points are called after it")


def broaden(window):
    """The next point of a line that the selected muscle ends in, where its bone is clicked; a side stays last."""
    rename(window, MUSCLES[0] + "_l")
    menu(window, "item:Broad-Insertion-of-rectus_l:-Next-Point-Here")
    made = lambda: window.ask("model /model/markers/rectus_insertion_1_l:location")
    tap(window.wait(lambda: made() != "none"), "a point of a broad insertion")
    tap(window.selection() == [MUSCLES[0] + "_l"], "the muscle stays selected for the next one")
    tap(window.ask("model /model/markers/rectus_1_l:location") != "none", "masseter_1_l, where mirroring finds the side")
    window.over_viewer()
    window.key("ctrl+z", "ctrl+z")
    gone = window.wait(lambda: window.selection() == MUSCLES[:1])
    tap(gone and made() == "none" and window.ask("model /model/markers/rectus_1:location") != "none", "two steps")


def copy_around(window):
    window.key("ctrl+shift+r")
    dialog = Dialog(window, "Row or Circle of Copies")
    dialog.choose("array-shape", 1)
    dialog = Dialog(window, "Row or Circle of Copies")
    dialog.click("array-count")
    window.key("ctrl+a")
    window.type("4")
    window.key("Tab")
    dialog.click("array-axis")
    dialog.rest()
    window.key("Up", "Return")
    dialog.rest()
    dialog.click("array-accept")
    tap(window.wait(lambda: window.selection() == MUSCLES), f"four around it {window.selection()}")
    window.settle()


def wrap_all(window):
    x, y, width, _ = window.widgets()["property-wraps"]
    window.click(x + 0.4 * width, y)
    window.settle()
    window.key("Down", "Return")
    window.settle()
    path = os.path.join(SCRIPT.folder, "eye.sinew")
    window.save_as(path)
    model = saved(window, path)
    tap([m.get("wraps") for m in model["muscles"]] == [["wraps/wrap_surface"]] * 4, "all lie over the globe")
    info = subprocess.run([SCRIPT.sinew, "info", path], capture_output=True, text=True, check=False)
    tap(info.returncode == 0 and " inside " not in info.stdout, "with their ends outside of the surface")
    picture(window, "eye")


def look_up(window):
    window.ask("action win.select-path::" + MUSCLES[0])
    window.wait(lambda: "slider-excitation" in window.widgets())
    window.ask("watch " + MUSCLES[0] + ":length")
    window.settle()
    x, y, width, _ = window.widgets()["slider-excitation"]
    window.click(x, y)
    tap(window.numbers(f"model {MUSCLES[0]}:excitation")[0] > 0.2, "the upper one is excited")
    window.over_viewer()
    window.key("space")
    turned = window.wait(lambda: (window.numbers(f"value {MUSCLES[0]}:length") or [1])[0] < 0.040)
    tap(turned, "it pulls the eye up")
    window.key("space")
    window.wait(lambda: window.state() == "paused")
    window.frame()
    picture(window, "eye-up")


def without_surface(window):
    window.key("Home")
    window.ask("action win.select-path::" + WRAP)
    window.over_viewer()
    window.key("Delete")
    gone = window.wait(lambda: window.ask(f"model {WRAP}:size") == "none")
    tap(gone and all(window.ask(f"model {m}:excitation") != "none" for m in MUSCLES),
        "the surface is deleted, the muscles stay")
    window.key("ctrl+z")
    tap(window.wait(lambda: window.ask(f"model {WRAP}:size") != "none"), "and it comes back")


def story():
    window = SCRIPT.open()
    window.resize(1440, 900)
    window.key("Escape")
    make_bodies(window)
    join(window)
    draw_muscle(window)
    broaden(window)
    copy_around(window)
    wrap_all(window)
    look_up(window)
    without_surface(window)
    SCRIPT.close(window)


SCRIPT.run(story)
