#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A script builds a chain and plays it, as the window starts and again by the menu; one that is wrong stops and shows where:
run_script_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import math
import os

from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
CHAIN = """-- a chain of boxes on hinges
local n, long, turn = 4, 0.12, {math.sqrt(0.5), -math.sqrt(0.5), 0, 0}
for i = 0, n do
    add("bodies", {name = "link-" .. i, dynamic = i > 0, position = {long * i, 0, 0.5},
                   geometry = {shape = "box", size = {long, 0.02, 0.02}}})
end
for i = 1, n do
    add("joints", {class = "hinge", name = "pin-" .. i, frame_a = "bodies/link-" .. i - 1, frame_b = "bodies/link-" .. i,
                   location_a = {long / 2, 0, 0}, location_b = {-long / 2, 0, 0}, rotation_a = turn, rotation_b = turn})
end
play(0.1)
"""
WRONG = "for i = 1, 3 do\n    set('bodies/link-' .. i .. ':geometry.size', {i / 10, 0.02, 'thick'})\nend\n"


def written(name, text):
    path = os.path.join(SCRIPT.folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def story():
    window = SCRIPT.open("--script", written("chain.lua", CHAIN))
    tap(window.wait(lambda: abs(window.time() - 0.1) < 1e-9), "a script given at the start builds and plays")
    places = [window.numbers(f"model /model/bodies/link-{i}:position") for i in range(5)]
    tap(all(p and math.dist(p, (0.12 * i, 0, 0.5)) < 1e-12 for i, p in enumerate(places)), f"five links in a row {places}")
    tap(all(window.numbers(f"model /model/joints/pin-{i}:location_a") == [0.06, 0, 0] for i in range(1, 5)), "on four hinges")
    picture(window, "script-chain")
    wrong = written("wrong.lua", WRONG)
    window.over_viewer()
    window.ask("action win.run-script")
    window.wait(lambda: window.ask_lines("describe-dialog") != [])
    window.answer_file(wrong, lambda: "bar-text" in window.widgets())
    tap(window.wait(lambda: "bar-button" in window.widgets()), "a script that is wrong stops, and says so")
    picture(window, "script-wrong")
    window.click_widget("bar-button")
    tap(window.wait(lambda: "console" in window.widgets()), "its button opens the messages, where the line is")
    picture(window, "script-messages")
    SCRIPT.close(window)


SCRIPT.run(story)
