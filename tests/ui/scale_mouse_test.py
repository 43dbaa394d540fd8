#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A model scaled to a subject in the window: all segments by one number, one of them by another, one through landmarks,
as sinew scale does it; one step, taken back exactly: scale_mouse_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps
pictures."""
import json
import os
import subprocess

from dialog import Dialog
from script import Script, saved

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def write_model(folder):
    path = os.path.join(folder, "subject.sinew")
    bone = {"shape": "box", "size": [0.3, 0.04, 0.04]}
    model = {"sinew": 1, "model": {
        "bodies": [{"name": "upper", "dynamic": False, "geometry": bone},
                   {"name": "lower", "position": [0.3, 0, 0], "geometry": bone}],
        "markers": [{"name": "origin", "frame": "bodies/upper", "location": [-0.1, 0, 0.03]},
                    {"name": "insertion", "frame": "bodies/lower", "location": [-0.05, 0, 0.03]}],
        "joints": [{"class": "hinge", "name": "elbow", "frame_a": "bodies/upper", "frame_b": "bodies/lower",
                    "location_a": [0.15, 0, 0], "location_b": [-0.15, 0, 0]}],
        "muscles": [{"name": "biceps", "points": ["markers/origin", "markers/insertion"], "law": {
            "type": "thelen", "max_force": 100, "optimal_length": 0.15, "tendon_slack_length": 0.2}}]}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def write_landmarks(folder):
    """The lower bone grows by a tenth; one corner that was found badly."""
    corners = [(x, y, z) for x in (-0.15, 0.15) for y in (-0.02, 0.02) for z in (-0.02, 0.02)]
    path = os.path.join(folder, "lower.csv")
    with open(path, "w", encoding="utf-8") as file:
        for i, corner in enumerate(corners):
            numbers = [*corner, *(1.1 * c + (0.004 if i == 3 else 0) for c in corner)]
            file.write(", ".join(str(n) for n in numbers) + "\n")
    return path


def by_landmarks(window, path, before):
    """The same window takes landmarks of a body, smooths, says what they do; as sinew scale --warp."""
    marks, by_command = write_landmarks(SCRIPT.folder), os.path.join(SCRIPT.folder, "warped.sinew")
    subprocess.run([SCRIPT.sinew, "scale", path, "--warp", "lower=" + marks, "--smooth", "0.01", "--out", by_command],
                   check=True, capture_output=True)
    with open(by_command, encoding="utf-8") as file:
        expected = json.load(file)["model"]
    window.ask("action win.scale-model")
    dialog = Dialog(window, "Scale to a Subject")
    dialog.click("scale-lower-warp")
    window.wait(lambda: window.ask_lines("describe-dialog")[:1] == ["Landmarks of the Body"])
    window.answer_file(marks, lambda: any(line.startswith("scale-smooth ") for line in window.ask_lines("describe-dialog")))
    dialog = Dialog(window, "Scale to a Subject")
    dialog.write("scale-smooth", "0.01")
    window.key("Tab")
    dialog.rest()
    picture(window, "scale-warp")
    dialog.click("scale-accept")
    tap(window.wait(lambda: window.ask_lines("describe-dialog") == []), "it closes")
    model = saved(window, path)
    tap(all(model[what] == expected[what] for what in ("bodies", "markers", "joints", "muscles")),
        "warped as the command does it: " + json.dumps(model["bodies"]))
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")


def story():
    path, by_command = write_model(SCRIPT.folder), os.path.join(SCRIPT.folder, "scaled.sinew")
    subprocess.run([SCRIPT.sinew, "scale", path, "--segment", "upper=1.1", "--segment", "lower=1.2,1.1,1.1", "--out",
                    by_command], check=True, capture_output=True)
    with open(by_command, encoding="utf-8") as file:
        expected = json.load(file)["model"]
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    before = saved(window, path)
    window.ask("action win.scale-model")
    dialog = Dialog(window, "Scale to a Subject")
    dialog.write("scale-all", "1.1")
    window.key("Tab")
    dialog.rest()
    window.move(*dialog.place("scale-lower-x"))
    window.repeated_click(3)
    window.key("ctrl+a")
    window.type("1.2")
    window.key("Tab")
    picture(window, "scale-asked")
    dialog.click("scale-accept")
    tap(window.wait(lambda: window.ask_lines("describe-dialog") == []), "it closes")
    model = saved(window, path)
    tap(all(model[what] == expected[what] for what in ("bodies", "markers", "joints", "muscles")),
        "as the command does it: " + json.dumps(model["bodies"]))
    picture(window, "scale-done")
    window.key("ctrl+z")
    tap(saved(window, path) == before, "one step, taken back exactly")
    by_landmarks(window, path, before)
    SCRIPT.close(window)


SCRIPT.run(story)
