#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every demo opened and played in one window, then every corner of the window once: smoke_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps a picture of each."""
import json
import os
import subprocess

from real_window import window_size
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def group_of(name):
    """Of the Demos menu; None: at its top."""
    lists, path = set(), name + ".sinew"
    while path:
        with open(os.path.join(os.environ["SINEW_BUILD_ROOT"], "resources", "demos", path), encoding="utf-8") as file:
            document = json.load(file)
        lists |= {key for key, value in document.get("model", {}).items() if value}
        path = document.get("base")
    return ("Strands" if "strands" in lists else "Jaw" if name.startswith("jaw") else
            "Contact" if "collisions" in lists else "Soft-Tissue" if "fems" in lists else None)


def choose(window, name):
    window.click_widget("demos")
    window.wait(lambda: "item:arm" in window.widgets())
    group = group_of(name)
    if group:
        window.click_widget("item:" + group)
    window.click_widget("item:" + name)


def demo(window, name):
    choose(window, name)
    opened = window.wait(lambda: window.time() == 0 and window.state() == "paused")
    window.settle()
    window.over_viewer()
    window.key("space")
    played = window.wait(lambda: window.time() > 0.05)
    window.key("space")
    paused = window.wait(lambda: window.state() == "paused")
    tap(opened and played and paused, f"{name} opens, plays and pauses, at t = {window.time():.3f}")
    picture(window, name)


def text_is_whole(window):
    """Named widgets lie inside the window: nothing is pushed out of it."""
    width, height = window_size(window.frame_id)
    out = [name for name, (x, y, w, h) in window.widgets().items()
           if name in WHOLE and (x + w / 2 > width + 1 or y + h / 2 > height + 1 or x < w / 2 - 1)]
    return not out, f"{width} × {height}" + "".join(f", {name} sticks out" for name in out)


WHOLE = {"viewer", "viewer-2", "tools", "views", "play", "time", "speed", "status", "main-menu", "navigator",
         "properties", "ruler", "path", "pages"}


def corners(window):
    window.over_viewer()
    window.key("ctrl+2")
    tap(window.wait(lambda: "viewer-2" in window.widgets()), "a second viewer")
    window.over_viewer()
    window.key("ctrl+1")
    picture(window, "second-viewer")
    window.key("ctrl+shift+p")
    tap(window.wait(lambda: "palette-entry" in window.widgets()), "the palette")
    window.type("dark")
    picture(window, "palette")
    window.key("Return")
    picture(window, "dark")
    window.resize(1100, 700)
    good, text = text_is_whole(window)
    tap(good, "it fits into " + text)
    picture(window, "small")
    window.resize(1440, 900)
    for key in ("F9", "F8", "F11", "F11", "F8", "F9"):
        window.over_viewer()
        window.key(key)
        window.settle()
    window.key("F10")
    tap(window.wait(lambda: "item:New" in window.widgets()), "F10 opens the main menu")
    window.key("Escape")
    window.wait(lambda: "item:New" not in window.widgets())
    window.key("F12")
    window.settle()
    picture(window, "log")
    window.key("F12")
    window.over_viewer()
    window.key("ctrl+question")
    tap(window.wait(lambda: window.ask_lines("describe-dialog") != []), "the shortcuts")
    picture(window, "shortcuts")
    window.key("Escape")
    window.wait(lambda: window.ask_lines("describe-dialog") == [])
    tap(window.state() == "paused", "panels, log and shortcuts come and go")


def tour():
    window = SCRIPT.open("chain")
    window.resize(1000, 700)  # fewer pixels to draw: they are most of the work
    listed = subprocess.run([SCRIPT.sinew, "demos"], capture_output=True, text=True, check=True).stdout
    for line in filter(None, listed.split("\n")):
        demo(window, line.split()[0])
    demo(window, "jaw-open")
    window.resize(1440, 900)
    corners(window)
    SCRIPT.close(window)


SCRIPT.run(tour)
