#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tracked paths and ghosts in the real window: a thrown ball and a swinging marker draw where they were, from the context menu, in
their own colours; one step of undo, kept in the file: paths_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import os
import subprocess

from script import Script, saved, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
BALL, TIP = "/model/particles/ball", "/model/markers/tip"
COLOR = {BALL: (208, 32, 144), TIP: (16, 128, 64)}


def write_model(folder):
    across = [0.7071067811865476, 0.7071067811865476, 0, 0]
    return written(folder, "paths", {
        "particles": [{"name": "ball", "position": [-0.6, 0, 0], "velocity": [1.0, 0, 2.5], "mass": 0.1,
                       "render": {"color": "#d02090", "point_radius": 0.03}}],
        "bodies": [{"name": "arm", "position": [0.3, 0, 0.2], "geometry": {"shape": "box", "size": [0.4, 0.04, 0.04]}}],
        "markers": [{"name": "tip", "frame": "bodies/arm", "location": [0.2, 0, 0],
                     "render": {"color": "#108040", "point_radius": 0.02}}],
        "joints": [{"class": "hinge", "name": "pivot", "frame_a": None, "frame_b": "bodies/arm",
                    "location_a": [0.1, 0, 0.2], "rotation_a": across, "location_b": [-0.2, 0, 0],
                    "rotation_b": across}],
        "view": {"center": [0, 0, 0.1], "direction": [0, 1, 0], "size": 1.4}})


def colored(window, color):
    """How many pixels of the viewer are nearly of the colour: shading and the ends of lines change it a little."""
    shot = os.path.join(SCRIPT.folder, "shot.png")
    window.picture(shot)
    x, y, width, height = window.widgets()["viewer"]
    area = f"{width}x{height}+{x - width // 2}+{y - height // 2}"
    data = subprocess.run(["convert", shot, "-crop", area, "+repage", "-depth", "8", "rgb:-"], capture_output=True,
                          check=True).stdout
    count = 0
    for i in range(0, len(data) - 2, 3):
        count += all(abs(data[i + k] - color[k]) < 28 for k in range(3))
    return count


def pixel(window, x, y):
    shot = os.path.join(SCRIPT.folder, "shot.png")
    window.picture(shot)
    return list(subprocess.run(["convert", shot, "-crop", f"1x1+{int(x)}+{int(y)}", "-depth", "8", "rgb:-"],
                               capture_output=True, check=True).stdout)


def differ(a, b):
    return max(abs(p - q) for p, q in zip(a, b)) > 12


def ghost(window):
    """The start stays as a ghost at the end, where the ball is elsewhere."""
    window.ask("action win.reset")
    window.wait(lambda: window.time() == 0)
    window.settle()
    x, y = window.numbers("where " + BALL)[:2]
    x, y = x - 6, y - 6  # on the ball, beside its path and the grid's axis
    window.over_viewer(200)
    window.key("ctrl+shift+h")
    window.ask("action win.to-end")
    window.wait(lambda: window.time() > 0.4)
    window.settle()
    bare = pixel(window, x, y - 40)
    tap(window.wait(lambda: differ(pixel(window, x, y), bare), 10), "a ghost stays where the ball began")
    picture(window, "paths-ghost")
    window.ask("action win.theme::dark")
    picture(window, "paths-ghost-dark")
    window.ask("action win.theme::light")
    window.settle()
    window.ask("action win.ghost::none")
    tap(window.wait(lambda: not differ(pixel(window, x, y), bare), 10), "and goes")


def drawn(window, path, least):
    """Whether more pixels have the path's colour than before; pictures come a little after answers."""
    return window.wait(lambda: colored(window, COLOR[path]) > least, 10)


def track(window, path, menu):
    window.ask("action win.select-path::" + path)
    window.wait(lambda: window.selection() == [path])
    if not menu:
        window.ask("action win.track-path")
        return
    x, y = (int(v) for v in window.numbers("where " + path)[:2])
    window.click(x, y, 3)
    window.settle()
    window.click_widget("item:Plot-and-Drive")
    window.click_widget("item:Track-Path")
    window.settle()


def run(window, until):
    window.ask("action win.play")
    window.wait(lambda: window.time() > until)
    window.ask("action win.play")
    window.wait(lambda: window.state() == "paused")
    window.ask("action win.select-none")
    window.settle()


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    before = saved(window, path)
    track(window, BALL, menu=True)
    model = saved(window, path)
    tap(model["particles"][0].get("tracked") is True, "the context menu tracks the ball")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")
    window.key("ctrl+shift+z")
    track(window, TIP, menu=False)
    model = saved(window, path)
    tap(model["markers"][0].get("tracked") is True and model["particles"][0].get("tracked") is True, "both in the file")
    window.ask("action win.select-none")
    window.settle()
    small = {what: colored(window, COLOR[what]) for what in COLOR}
    run(window, 0.5)
    for what in COLOR:
        tap(drawn(window, what, small[what] + 150), f"the path of {what} is drawn over {small[what]} pixels: "
            f"{colored(window, COLOR[what])}")
    picture(window, "paths-run")
    ball = colored(window, COLOR[BALL])
    window.ask("action win.reset")
    tap(window.wait(lambda: window.time() == 0 and colored(window, COLOR[TIP]) < small[TIP] + 40, 10),
        "back at the start, what comes is fainter: " + str(colored(window, COLOR[TIP])))
    picture(window, "paths-start")
    window.ask("action win.to-end")
    tap(drawn(window, TIP, small[TIP] + 150), "and at the end it is drawn again")
    window.ask("action win.select-path::" + BALL)
    window.wait(lambda: window.selection() == [BALL])
    window.ask("action win.track-path")
    window.ask("action win.select-none")
    tap(window.wait(lambda: colored(window, COLOR[BALL]) < ball - 100, 10), "not tracked: its path goes")
    tap(colored(window, COLOR[TIP]) > small[TIP] + 150, "the other one stays")
    window.over_viewer(200)
    window.key("ctrl+z")
    tap(drawn(window, BALL, small[BALL] + 50), "tracked again by undo")
    ghost(window)
    last = saved(window, path)
    SCRIPT.close(window)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    tap(saved(window, path) == last, "opened again: all of it is there")
    run(window, 0.5)
    tap(drawn(window, BALL, small[BALL] + 150), "and is drawn by the first run")
    SCRIPT.close(window)


SCRIPT.run(story)
