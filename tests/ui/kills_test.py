#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window killed at random moments while a person edits, undoes and saves: the file is whole and as it was saved, and
the next start offers what was unsaved, no older than the journal's delay.  kills_test.py SINEW.  TAP.
3 times, 500 with SN_LONG=1, or SINEW_KILL_TIMES; SINEW_KILL_SEED draws others."""
import json
import os
import random
import signal
import time

from script import Script

SCRIPT = Script()
TIMES = int(os.environ.get("SINEW_KILL_TIMES", "500" if os.environ.get("SN_LONG") == "1" else "3"))
DICE = random.Random(int(os.environ.get("SINEW_KILL_SEED", "1")))
BODIES = [f"b{i}" for i in range(8)]
DELAY = 3 + 3  # of the journal, and what a busy machine adds [s]


def write_model(path):
    model = {"sinew": 1, "model": {"bodies": [
        {"name": name, "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}, "position": [0.2 * i, 0, 0]}
        for i, name in enumerate(BODIES)]}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)


def in_file(path):
    with open(path, encoding="utf-8") as file:
        return tuple(body["name"] for body in json.load(file)["model"].get("bodies", []))


def in_window(window):
    return tuple(name for name in BODIES if window.ask(f"model bodies/{name}:position") != "none")


class Person:
    """Edits at random, and remembers from when on which bodies there were, and what may have been saved."""

    def __init__(self, window):
        self.window = window
        self.states = [(time.monotonic(), tuple(BODIES))]
        self.saved = [tuple(BODIES)]  # the last: what the file has to hold, or the one it may hold already

    def settled(self):
        self.states.append((time.monotonic(), in_window(self.window)))

    def act(self):
        there = self.states[-1][1]
        deed = DICE.choice(("delete", "delete", "undo", "save"))
        if deed == "delete" and len(there) > 1:
            self.window.ask(f"action win.select-path('/model/bodies/{DICE.choice(there)}')")
            self.window.ask("action win.delete")
        elif deed == "undo":
            self.window.ask("action win.undo")
        elif deed == "save":
            self.saved.append(there)
            self.window.ask("action win.save")
        self.settled()


def killed(path):
    """Works for some seconds and is killed; (what was done, when it was killed)."""
    window = SCRIPT.open(path)
    window.wait(lambda: window.state() == "paused")
    person = Person(window)
    end = time.monotonic() + DICE.uniform(0.2, 7)
    while time.monotonic() < end:
        person.act()
        time.sleep(DICE.uniform(0, 0.7))
    window.program.send_signal(signal.SIGKILL)
    window.program.wait()
    return person, time.monotonic()


def offered():
    """What the next start offers, None if nothing; it is given up afterwards."""
    window = SCRIPT.open("chain")
    window.wait(lambda: window.state() == "paused")
    found = None
    if window.wait(lambda: "bar-button" in window.widgets(), 2):
        window.click_widget("bar-button")
        window.wait(lambda: in_window(window) != ())
        found = in_window(window)
    window.close()
    return found


def judge(person, moment, file, found):
    """What is wrong, or an empty text."""
    if file not in person.saved:
        return f"the file holds {file}, saved were {person.saved}"
    since = [state for when, state in person.states if when >= moment - DELAY]
    before = [state for when, state in person.states if when < moment - DELAY][-1:]
    allowed = before + since
    if found is None:
        return "" if file in allowed else f"nothing is offered, the file holds {file}, there were {allowed}"
    return "" if found in allowed else f"{found} is offered, there were {allowed}"


def story():
    path = os.path.join(SCRIPT.folder, "bodies.sinew")
    bad, offers = [], 0
    for _ in range(TIMES):
        write_model(path)
        person, moment = killed(path)
        found = offered()
        offers += found is not None
        wrong = judge(person, moment, in_file(path), found)
        bad += [wrong] if wrong else []
    SCRIPT.tap(not bad, f"{TIMES} times killed, {offers} offered what was unsaved; {len(bad)} wrong: {' | '.join(bad[:3])}")


SCRIPT.run(story)
