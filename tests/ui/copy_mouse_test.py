#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Copies by keys: a leg mirrored, a body duplicated with what hangs on it, cut, copied and pasted into another model:
copy_mouse_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import os

from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def box(name, place, size, **more):
    return {"name": name, "position": place, "geometry": {"shape": "box", "size": size}, **more}


def write_model(folder):
    path = os.path.join(folder, "leg.sinew")
    model = {"sinew": 1, "model": {
        "gravity": [0, 0, 0],
        "bodies": [box("pelvis", [0, 0, 0.9], [0.1, 0.25, 0.12], dynamic=False),
                   box("femur_l", [0, 0.1, 0.65], [0.05, 0.05, 0.36]),
                   box("tibia_l", [0, 0.1, 0.25], [0.04, 0.04, 0.36])],
        "markers": [{"name": "origin_l", "frame": "bodies/pelvis", "location": [0.05, 0.1, 0.02]},
                    {"name": "patella_l", "frame": "bodies/femur_l", "location": [0.04, 0, -0.17]},
                    {"name": "insertion_l", "frame": "bodies/tibia_l", "location": [0.03, 0, 0.12]}],
        "muscles": [{"name": "rectus_l", "points": ["markers/origin_l", "markers/patella_l", "markers/insertion_l"]}],
        "joints": [{"class": "hinge", "name": "hip_l", "frame_a": "bodies/pelvis", "frame_b": "bodies/femur_l",
                    "location_a": [0, 0.1, -0.06], "rotation_a": [0.7071067811865476, 0.7071067811865476, 0, 0],
                    "location_b": [0, 0, 0.19], "rotation_b": [0.7071067811865476, 0.7071067811865476, 0, 0]},
                   {"class": "hinge", "name": "knee_l", "frame_a": "bodies/femur_l", "frame_b": "bodies/tibia_l",
                    "location_a": [0, 0, -0.2], "rotation_a": [0.7071067811865476, 0.7071067811865476, 0, 0],
                    "location_b": [0, 0, 0.2], "rotation_b": [0.7071067811865476, 0.7071067811865476, 0, 0]}],
        "view": {"center": [0, 0, 0.5], "direction": [-1, -0.6, -0.2], "size": 1.2}}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def saved(window, path):
    """The model as a file has it, and the window beside it."""
    window.key("ctrl+s")
    window.frame()
    with open(path, encoding="utf-8") as file:
        return json.load(file)["model"]


def names(model, what):
    return sorted(item["name"] for item in model.get(what, []))


def select(window, *paths):
    window.ask("action win.select-path::" + paths[0])
    window.wait(lambda: window.selection() == [paths[0]])


def mirror(window):
    select(window, "/model/bodies/femur_l")
    x, y, _, _ = window.widgets()["viewer"]
    window.move(x, y)
    window.key("ctrl+m")
    window.settle()
    picture(window, "copy-femur-mirrored")
    tap(window.selection() == ["/model/bodies/femur_r"], "Ctrl+M: a right femur " + str(window.selection()))
    tap(window.numbers("model /model/joints/hip_r:location_a") == [0, -0.1, -0.06], "with its hip")
    tap(window.numbers("model /model/joints/knee_r:location_a") is None, "but without a knee: there is no right tibia")
    window.key("ctrl+z")
    window.wait(lambda: window.numbers("model /model/bodies/femur_r:position") is None)
    window.key("ctrl+z")  # nothing is left to undo
    window.ask("action win.select-path::/model/bodies/femur_l")
    window.ask("action win.select-all")
    window.settle()


def story():
    path = write_model(SCRIPT.folder)
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    before = saved(window, path)
    mirror(window)

    # pelvis is among all bodies: it has no side and stays
    tap(len(window.selection()) == 3, "all bodies are selected")
    window.key("ctrl+m")
    window.settle()
    picture(window, "copy-all-mirrored")
    model = saved(window, path)
    tap(names(model, "muscles") == ["rectus_l", "rectus_r"] and names(model, "joints") ==
        ["hip_l", "hip_r", "knee_l", "knee_r"], "the leg has another: " + str(names(model, "joints")))
    tap(names(model, "bodies") == ["femur_l", "femur_r", "pelvis", "tibia_l", "tibia_r"], str(names(model, "bodies")))
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")

    select(window, "/model/bodies/tibia_l")
    window.key("ctrl+d")
    window.settle()
    picture(window, "copy-duplicated")
    bodies, markers = names(saved(window, path), "bodies"), names(saved(window, path), "markers")
    tap("tibia_l-2" in bodies and len(markers) == 3, "Ctrl+D duplicates the shin alone and asks")
    window.click_widget("bar-button")
    window.settle()
    model = saved(window, path)
    tap(len(model["markers"]) == 6 and len(model["muscles"]) == 2 and len(model["joints"]) == 3,
        "the button duplicates what hangs on it too")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step again")

    select(window, "/model/muscles/rectus_l")
    window.key("ctrl+c", "ctrl+v")
    tap(window.wait(lambda: "/model/muscles/rectus_l-2" in window.selection()), "Ctrl+C Ctrl+V " + str(window.selection()))
    picture(window, "copy-pasted")
    window.key("ctrl+x")
    tap(window.wait(lambda: window.numbers("model /model/muscles/rectus_l-2:excitation") is None), "Ctrl+X takes it away")
    window.key("ctrl+z", "ctrl+z")
    tap(saved(window, path) == before, "all of it undone")

    select(window, "/model/bodies/femur_l")
    window.key("ctrl+c")
    window.key("ctrl+n")
    window.wait(lambda: window.numbers("model /model/bodies/femur_l:position") is None)
    window.settle()
    window.key("ctrl+v")
    tap(window.wait(lambda: window.numbers("model /model/bodies/femur_l:position") == [0, 0.1, 0.65]),
        "and a new model takes it")
    x, y, width, height = window.widgets()["viewer"]

    def seen():
        at = window.numbers("where /model/bodies/femur_l")
        return at is not None and abs(at[0] - x) < width / 4 and abs(at[1] - y) < height / 4
    tap(window.wait(seen), f"where it is, 0.65 m up, is looked at {window.numbers('where /model/bodies/femur_l')}")
    picture(window, "copy-new-model")
    SCRIPT.close(window)


SCRIPT.run(story)
