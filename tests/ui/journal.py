#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program that is killed loses no more than the last seconds: what was unsaved is offered at the next start, restored,
saved.  journal.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps a picture."""
import glob
import json
import os
import shutil
import signal
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from real_window import Window, tools_there  # noqa: E402

SINEW = sys.argv[1]
PICTURES = os.environ.get("SINEW_UI_PICTURES")
COUNT = 0


def tap(good, text):
    global COUNT
    COUNT += 1
    print(f"{'ok' if good else 'not ok'} {COUNT} - {text}", flush=True)
    return good


def journals(folder):
    return glob.glob(os.path.join(folder, "state", "sinew", "journal", "*.journal"))


def write_model(path):
    model = {"sinew": 1, "model": {"bodies": [
        {"name": name, "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}, "position": [0.2 * i, 0, 0]}
        for i, name in enumerate(("left", "middle", "right"))]}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)


def names(path):
    with open(path, encoding="utf-8") as file:
        return [body["name"] for body in json.load(file)["model"]["bodies"]]


def open_window(folder, *arguments):
    window = Window(SINEW, *arguments, folder=folder)
    window.wait_shown()
    window.wait(lambda: window.state() == "paused")
    time.sleep(1)
    return window


def delete(window, path):
    window.ask(f"action win.select-path('{path}')")
    x, y, _, height = window.widgets()["viewer"]
    window.move(x, y + height // 2 - 60)
    window.key("Delete")


def main():
    if not tools_there():
        print("1..0 # SKIP xdotool or a display is missing")
        return
    folder = tempfile.mkdtemp(prefix="sinew-journal-")
    path = os.path.join(folder, "three.sinew")
    write_model(path)
    try:
        window = open_window(folder, path)
        tap(journals(folder) == [], "nothing is kept of a saved document")
        delete(window, "/model/bodies/middle")
        tap(window.wait(lambda: journals(folder) != [], 10), "an edit is in the journal some seconds later")
        window.program.send_signal(signal.SIGKILL)
        window.program.wait()
        tap(names(path) == ["left", "middle", "right"], "the file is as it was")

        window = open_window(folder, "chain")
        tap(window.wait(lambda: "bar-button" in window.widgets()), "the next start offers it")
        if PICTURES:
            window.picture(os.path.join(PICTURES, "journal.png"))
        window.click_widget("bar-button")
        there = window.wait(lambda: window.ask("model bodies/left:position") != "none")
        tap(there and len(journals(folder)) == 1, "restored, and in a journal still")
        tap(window.ask("model bodies/middle:position") == "none", "as it was when the program was killed")
        x, y, _, height = window.widgets()["viewer"]
        window.move(x, y + height // 2 - 60)
        window.key("ctrl+s")
        tap(window.wait(lambda: names(path) == ["left", "right"]), "saved to its own file")
        tap(window.wait(lambda: journals(folder) == []), "nothing is kept of it any more")
        tap(window.close() == 0, "it closes")
        window = open_window(folder, path)
        tap("bar-button" not in window.widgets(), "nothing is offered after that")
        delete(window, "/model/bodies/left")
        window.wait(lambda: journals(folder) != [], 10)
        tap(window.close() == 0 and journals(folder) == [], "a document that was given up leaves nothing")
        tap(window.messages() == [], "nothing on standard error: " + " | ".join(window.messages()[:3]))
    except Exception as error:
        tap(False, f"the tour goes on: {error!r}")
        window.close()
    finally:
        print(f"1..{COUNT}")
        shutil.rmtree(folder)


main()
