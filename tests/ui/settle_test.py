#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A start that comes to rest, in the window: settle_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import json
import os
import subprocess

from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

BOB = "/model/particles/bob:position"
METHOD = "/model:settle.method"
SPRING = {"gravity": [0, 0, -10], "solver": {"max_step": 0.001},
          "particles": [{"name": "pin", "dynamic": False}, {"name": "bob", "mass": 2, "position": [0, 0, -0.5]}],
          "springs": [{"class": "axial_spring", "name": "spring", "points": ["particles/pin", "particles/bob"],
                       "law": {"stiffness": 400, "rest_is_start": False, "rest_length": 0.5}}]}
FROM_START = json.loads(json.dumps(SPRING))
FROM_START["springs"][0]["law"] = {"stiffness": 400, "rest_is_start": True}
FALLS = {**SPRING, "springs": []}


def write(name, model):
    path = os.path.join(SCRIPT.folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return path


def height(window, question):
    numbers = window.numbers(question + " " + BOB)
    return numbers[2] if numbers else 0


def shown(window):
    window.ask("watch " + BOB)
    window.wait(lambda: window.numbers("value " + BOB) is not None)


def stores_positions():
    """What follows from no start is written back; one step of undo."""
    window = SCRIPT.open(write("spring.sinew", SPRING))
    shown(window)
    window.ask("action win.settle")
    tap(window.wait(lambda: abs(height(window, "model") + 0.55) < 1e-6), "Settle and Use as Start writes the place at rest")
    tap(window.ask("model " + METHOD) == "0", "and leaves settle.method alone")
    tap(window.wait(lambda: abs(height(window, "value") + 0.55) < 1e-6), "the picture shows it")
    picture(window, "settle-stored")
    window.ask("action win.undo")
    tap(window.wait(lambda: abs(height(window, "model") + 0.5) < 1e-12), "one undo takes it back")
    SCRIPT.close(window)


def settles_each_time():
    """A rest length that follows from the start would change with it: the model settles instead."""
    path = write("length.sinew", FROM_START)
    window = SCRIPT.open(path)
    shown(window)
    window.ask("action win.settle")
    tap(window.wait(lambda: window.ask("model " + METHOD) == "1"), "where lengths follow from the start the model settles")
    tap(abs(height(window, "model") + 0.5) < 1e-12, "and stays where it was placed")
    tap(window.wait(lambda: abs(height(window, "value") + 0.55) < 1e-6), "the picture shows it at rest")
    picture(window, "settle-method")
    window.ask("action win.play")
    window.wait(lambda: window.time() > 0.2)
    window.ask("action win.play")
    tap(abs(height(window, "value") + 0.55) < 1e-6, "it stays there when played")
    window.ask("action win.reset")
    window.wait(lambda: window.time() == 0)
    tap(abs(height(window, "value") + 0.55) < 1e-6, "and after To Start")
    SCRIPT.close(window)


def logs():
    """The log of a window repeats the settled run."""
    log = os.path.join(SCRIPT.folder, "log.txt")
    path = write("logged.sinew", {**SPRING, "settle": {"method": "static"}})
    window = SCRIPT.open(path, "--log", log)
    shown(window)
    window.ask("action win.play")
    window.wait(lambda: window.time() > 0.1)
    window.ask("action win.play")
    window.wait(lambda: window.state() == "paused")
    wanted = window.ask("hash").split()[0]
    SCRIPT.close(window)
    run = subprocess.run([SCRIPT.sinew, "run", path, "--commands", log], capture_output=True, text=True)
    tap(run.returncode == 0 and wanted in run.stdout, "run --commands gives the same bits: " + run.stdout.strip() + run.stderr)


def refuses():
    window = SCRIPT.open(write("falls.sinew", {**FALLS, "settle": {"method": "static"}}))
    tap(window.wait(lambda: window.state() == "faulted"), "a start that nothing holds is refused")
    picture(window, "settle-refused")
    window.ask("action win.play")
    window.settle()
    tap(window.state() == "faulted" and window.time() == 0, "and not played")
    SCRIPT.close(window)


def story():
    stores_positions()
    settles_each_time()
    logs()
    refuses()


SCRIPT.run(story)
