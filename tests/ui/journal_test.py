#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that is killed loses no more than the last seconds: what was unsaved is offered at the next start, restored,
saved.  journal_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps a picture."""
import glob
import json
import os
import signal

from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def journals():
    return glob.glob(os.path.join(SCRIPT.folder, "state", "sinew", "journal", "*.journal"))


def write_model(path):
    model = {"sinew": 1, "model": {"bodies": [
        {"name": name, "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}, "position": [0.2 * i, 0, 0]}
        for i, name in enumerate(("left", "middle", "right"))]}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)


def names(path):
    with open(path, encoding="utf-8") as file:
        return [body["name"] for body in json.load(file)["model"]["bodies"]]


def open_window(model):
    window = SCRIPT.open(model)
    window.wait(lambda: window.state() == "paused")
    window.settle()
    return window


def delete(window, path):
    window.ask(f"action win.select-path('{path}')")
    window.over_viewer()
    window.key("Delete")


def killed(path):
    window = open_window(path)
    tap(journals() == [], "nothing is kept of a saved document")
    delete(window, "/model/bodies/middle")
    tap(window.wait(lambda: journals() != [], 10), "an edit is in the journal some seconds later")
    window.program.send_signal(signal.SIGKILL)
    window.program.wait()
    tap(names(path) == ["left", "middle", "right"], "the file is as it was")


def restored(path):
    window = open_window("chain")
    tap(window.wait(lambda: "bar-button" in window.widgets()), "the next start offers it")
    picture(window, "journal")
    window.ask("action win.add-again")
    tap(window.wait(lambda: "bar-button" not in window.widgets()), "something else is said")
    window.click_widget("bar-close")
    tap(window.wait(lambda: "bar-button" in window.widgets()), "and it is offered again")
    window.click_widget("bar-button")
    there = window.wait(lambda: window.ask("model bodies/left:position") != "none")
    tap(there and len(journals()) == 1, "restored, and in a journal still")
    tap(window.ask("model bodies/middle:position") == "none", "as it was when the program was killed")
    window.over_viewer()
    window.key("ctrl+s")
    tap(window.wait(lambda: names(path) == ["left", "right"]), "saved to its own file")
    tap(window.wait(lambda: journals() == []), "nothing is kept of it any more")
    SCRIPT.close(window)


def given_up(path):
    window = open_window(path)
    tap("bar-button" not in window.widgets(), "nothing is offered after that")
    delete(window, "/model/bodies/left")
    window.wait(lambda: journals() != [], 10)
    SCRIPT.close(window)
    tap(journals() == [], "a document that was given up leaves nothing")


def story():
    path = os.path.join(SCRIPT.folder, "three.sinew")
    write_model(path)
    killed(path)
    restored(path)
    given_up(path)


SCRIPT.run(story)
