#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages of checks and of the pose: what is wrong is mended button by button, a click selects the culprit; sliders pose a
closed loop, locks hold, what is redundant in a pose that is reached is said: checks_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import math
import os

from script import Script, written

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
BOX = {"shape": "box", "size": [0.1, 0.1, 0.1]}


def write_model(folder):
    """Gravity in mm/s2, a density in g/cm3, a body twice, a lost marker, an open joint, a muscle far from optimal, and a
    parallelogram of hinges."""
    path = os.path.join(folder, "bad.sinew")
    bar = {"shape": "box", "size": [0.2, 0.01, 0.01]}
    axis = [math.sqrt(0.5), -math.sqrt(0.5), 0, 0]  # z along y
    hinge = lambda name, **more: {"class": "hinge", "name": name, "rotation_a": axis, "rotation_b": axis, **more}
    upright = [math.sqrt(0.5), 0, -math.sqrt(0.5), 0]  # x upwards
    model = {"sinew": 1, "model": {
        "gravity": [0, 0, -9810],
        "bodies": [
            {"name": "a", "geometry": BOX}, {"name": "b", "position": [0.3, 0, 0], "geometry": BOX,
                                             "inertia": {"density": 1.06}},
            {"name": "c", "position": [0.3, 0, 0], "geometry": BOX},
            {"name": "left", "position": [0, 1, 0.1], "orientation": upright, "geometry": bar},
            {"name": "top", "position": [0.1, 1, 0.2], "geometry": bar},
            {"name": "right", "position": [0.2, 1, 0.1], "orientation": upright, "geometry": bar}],
        "markers": [{"name": "lost", "location": [1, 0, 0]}, {"name": "m", "frame": "bodies/a"},
                    {"name": "n", "frame": "bodies/b"}],
        "muscles": [{"name": "biceps", "points": ["markers/m", "markers/n"], "law": {
            "type": "thelen", "tendon": "rigid", "max_force": 100, "optimal_length": 0.05,
            "tendon_slack_length": 0.01}}],
        "joints": [
            {"class": "hinge", "name": "elbow", "frame_a": "bodies/a", "frame_b": "bodies/b",
             "location_a": [0.15, 0, 0], "location_b": [-0.12, 0, 0]},
            hinge("crank", frame_b="bodies/left", location_a=[0, 1, 0], location_b=[-0.1, 0, 0]),
            hinge("p", frame_a="bodies/left", frame_b="bodies/top", location_a=[0.1, 0, 0], location_b=[-0.1, 0, 0]),
            hinge("q", frame_a="bodies/right", frame_b="bodies/top", location_a=[0.1, 0, 0], location_b=[0.1, 0, 0]),
            hinge("r", frame_b="bodies/right", location_a=[0.2, 1, 0], location_b=[-0.1, 0, 0])]}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)
    return path


def remedies(window):
    return sorted(name for name in window.widgets() if name.startswith("remedy-"))


def mend(window):
    window.click_widget("page-checks")
    tap(window.wait(lambda: "remedy-4" in window.widgets()), "the page of checks lists what is wrong")
    picture(window, "checks")
    window.click_widget("check-0")
    tap(window.wait(lambda: len(window.selection()) == 1), "a click selects the culprit " + str(window.selection()))
    window.key("Escape")
    clicks = 0
    while clicks < 12 and (left := remedies(window)):
        if window.numbers("model /model:gravity") == [0, 0, -9.81] and len(left) == 1 and clicks > 5:
            break
        window.click_widget(left[0])
        clicks += 1
        window.wait(lambda left=left: remedies(window) != left, 5)
    picture(window, "checks-mended")
    tap(abs(window.numbers("model /model:gravity")[2] + 9.81) < 1e-12, "gravity is the earth's")
    tap(window.numbers("model /model/bodies/b:inertia.density") == [1060], "a density in kg/m3")
    tap(window.ask("model /model/bodies/c:position") == "none", "the second body is gone")
    tap(window.ask("model /model/markers/lost:location") == "none", "the marker as well")
    place = window.numbers("model /model/bodies/b:position")
    tap(abs(place[0] - 0.27) < 1e-9, f"the joint is closed {place}")
    return clicks


def sides(window):
    """The other way to close a joint: one side goes to the other, the bodies stay."""
    joint, b = "/model/joints/elbow", "/model/bodies/b"
    window.ask(f"action win.select-path::{joint}")
    box = window.steady(lambda: window.widgets().get("property-location_a"))
    window.click(box[0] - 2, box[1])
    window.key(*"0", "Tab", *"30", "Tab", *"10", "Tab")
    tap(window.wait(lambda: window.numbers(f"model {joint}:location_a") == [0, 0.03, 0.01]), "side A is typed elsewhere")
    place = window.numbers(f"model {b}:position")
    name = window.steady(lambda: next((n for n in window.widgets() if n.startswith("sides-")), None))
    picture(window, "checks-sides")
    window.click_widget(name)
    a = window.numbers("model /model/bodies/a:position")

    def gap():
        location = window.numbers(f"model {joint}:location_b")
        return max(abs(p + q - r - s) for p, q, r, s in zip(place, location, a, [0, 0.03, 0.01]))
    tap(window.wait(lambda: gap() < 1e-9), f"side B is put there: {window.numbers(f'model {joint}:location_b')}")
    tap(window.numbers(f"model {b}:position") == place, "and the body stays")
    window.over_viewer()
    window.key("ctrl+z")
    tap(window.wait(lambda: gap() > 0.01), "one step to undo")
    window.key("ctrl+z", "ctrl+z", "ctrl+z")
    window.wait(lambda: window.numbers(f"model {joint}:location_a") == [0.15, 0, 0])
    window.ask("action win.select-none")


def find(window, text):
    """Keys repeat on a busy machine: true once one slider is left."""
    window.key("ctrl+a")
    window.type(text)
    return window.wait(lambda: [name for name in window.widgets() if name.startswith("lock-")] == ["lock-" + text], 3)


def pose(window):
    window.click_widget("page-pose")
    window.click_widget("pose-search")
    tap(any(find(window, "crank") for _ in range(3)), "joints are found by name")
    turn = lambda: window.numbers("model /model/bodies/right:orientation")
    before = turn()
    x, y, _, _ = window.steady(lambda: window.widgets().get("slider-angle"))
    window.drag(x, y, -20, 0)
    tap(window.wait(lambda: turn() != before), "a slider of the page poses the loop")
    left, right = window.numbers("model /model/bodies/left:orientation"), turn()
    tap(max(abs(a - b) for a, b in zip(left, right)) < 1e-9, f"a parallelogram stays one {left} {right}")
    picture(window, "pose-page")
    window.click_widget("lock-crank")
    tap(window.wait(lambda: window.ask("model /model/joints/crank_lock:value") != "none"), "a lock holds it")
    window.settle()
    picture(window, "pose-locked")
    window.click_widget("lock-crank")
    tap(window.wait(lambda: window.ask("model /model/joints/crank_lock:value") == "none"), "and lets go")
    picture(window, "pose-unlocked")


def write_flat(folder):
    """A parallelogram that is led until it lies flat, and stays so."""
    bar, axis = {"shape": "box", "size": [0.2, 0.01, 0.01]}, [math.sqrt(0.5), -math.sqrt(0.5), 0, 0]
    leaning, side = [math.cos(0.3), 0, -math.sin(0.3), 0], [0.1 * math.cos(0.6), 0, 0.1 * math.sin(0.6)]
    hinge = lambda name, b, **more: {"class": "hinge", "name": name, "frame_b": "bodies/" + b, "rotation_a": axis, "rotation_b": axis,
                                     **more}
    return written(folder, "flat", {
        "bodies": [{"name": "left", "position": side, "orientation": leaning, "geometry": bar},
                   {"name": "top", "position": [2 * side[0] + 0.1, 0, 2 * side[2]], "geometry": bar},
                   {"name": "right", "position": [side[0] + 0.2, 0, side[2]], "orientation": leaning, "geometry": bar}],
        "joints": [hinge("crank", "left", location_b=[-0.1, 0, 0]),
                   hinge("left pin", "top", frame_a="bodies/left", location_a=[0.1, 0, 0], location_b=[-0.1, 0, 0]),
                   hinge("q", "top", frame_a="bodies/right", location_a=[0.1, 0, 0], location_b=[0.1, 0, 0]),
                   hinge("r", "right", location_a=[0.2, 0, 0], location_b=[-0.1, 0, 0]),
                   {"class": "drive", "name": "lead", "joint": "joints/crank", "value": -0.6}],
        "probes": [{"class": "input_probe", "name": "move", "targets": ["joints/lead:value"],
                    "knots": [{"time": 0, "values": [-0.6]}, {"time": 0.05, "values": [0]}]}]})


def lie_flat():
    """Joints that come to say the same in a pose that is reached are named while it plays; a click selects them."""
    window = SCRIPT.open(write_flat(SCRIPT.folder))
    window.key("space")
    tap(window.wait(lambda: "bar-button" in window.widgets()), "a bar says what is redundant in the pose that was reached")
    window.click_widget("bar-button")  # it is there for some seconds
    tap(window.wait(lambda: len(window.selection()) == 5), f"its button selects the joints {window.selection()}")
    window.key("space")
    picture(window, "flat")
    SCRIPT.close(window)


def story():
    window = SCRIPT.open(write_model(SCRIPT.folder))
    window.resize(1440, 900)
    print("# mended with", mend(window), "clicks")
    sides(window)
    pose(window)
    SCRIPT.close(window)
    lie_flat()


SCRIPT.run(story)
