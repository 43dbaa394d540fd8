#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program without a file: the start page, a demo by its picture, the guided build, preferences that stay, words for
what is no number: start_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import configparser
import os

from dialog import Dialog
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
BODIES = "/model/bodies"


def shown(window, name):
    return window.wait(lambda: name in window.widgets())


def gone(window, name):
    return window.wait(lambda: name not in window.widgets())


def kept(key):
    path = os.path.join(SCRIPT.folder, "config", "sinew", "state.ini")
    parser = configparser.ConfigParser()
    parser.read(path, encoding="utf-8")
    return parser.get("window", key, fallback=None)


def start_page(window):
    tap(shown(window, "start-page"), "the start page is there")
    window.settle()
    picture(window, "start-page")
    window.click_widget("start-demo-arm")
    tap(gone(window, "start-page"), "a click on a picture closes it")
    tap(window.wait(lambda: window.numbers("model /model/bodies/forearm:position")), "and opens the demo")
    picture(window, "start-demo")


def words(window):
    """"abc" in a number field is answered in words."""
    window.ask("action win.select-path::/model")
    shown(window, "property-gravity")
    window.settle()
    x, y, width, _ = window.widgets()["property-gravity"]
    window.click(x + width // 4, y)
    window.type("abc")
    window.key("Return")
    tap(shown(window, "number-words"), "abc gets words")
    picture(window, "number-words")
    window.key("Escape")
    for text in ("9.87654321012345", "5", "1.25"):  # after Enter, and after another field, a click takes all of it
        window.click(x + width // 4, y)
        window.type(text)
        window.key("Return")
        value = window.numbers("model /model:gravity")
        tap(any(abs(abs(v) - float(text)) < 1e-9 for v in value), f"{text} takes the number's place {value}")
        window.ask("action win.undo")


def guide(window):
    window.ask("action win.guide")
    tap(shown(window, "guide"), "the guide is there")
    window.settle()
    picture(window, "guide-begin")
    for _ in range(2):
        window.ask(f"action win.add(('{BODIES}', 'rigid_body'))")
        window.settle()
    tap(window.wait(lambda: window.selection() == [BODIES + "/rigid_body-2"]), "two bodies " + str(window.selection()))
    picture(window, "guide-bodies")
    window.click_widget("guide-close")
    tap(gone(window, "guide"), "it can be left")


def preferences(window):
    """Metres and the habits of Blender, kept in the settings' file."""
    window.over_viewer()
    window.ask("action win.preferences")
    dialog = Dialog(window, "Preferences")
    picture(window, "preferences")
    dialog.choose("preference-unit-length", 2)
    tap(window.wait(lambda: kept("unit-length") == "m"), "lengths in metres are kept " + str(kept("unit-length")))
    dialog.choose("preference-mouse", 1)
    tap(window.wait(lambda: kept("mouse") == "blender"), "so is the mouse " + str(kept("mouse")))
    picture(window, "preferences-changed")
    dialog.click("preferences-done")
    x, y, width, height = window.widgets()["viewer"]
    window.ask("action win.select-none")
    window.drag(x - width // 2 + 60, y - height // 2 + 30, width - 120, height - 90)
    tap(window.wait(lambda: len(window.selection()) > 1), f"a drag draws a box: {len(window.selection())} selected")
    picture(window, "blender-box")


def story():
    window = SCRIPT.open()
    start_page(window)
    words(window)
    preferences(window)
    window.ask("action win.new")
    window.settle()
    guide(window)
    tap(kept("start-page") in (None, "1"), "the start page comes again")
    SCRIPT.close(window)


SCRIPT.run(story)
