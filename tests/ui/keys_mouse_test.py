#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Keys of one's own, in the real window: found, pressed, taken from another action, refused, kept for the next
window, given back: keys_mouse_test.py SINEW.  TAP."""
from dialog import Dialog
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def parts(window):
    return {line.rsplit(" ", 4)[0] for line in window.ask_lines("describe-dialog")}


def keys_page(window):
    window.over_viewer()
    window.key("ctrl+comma")
    dialog = Dialog(window, "Preferences")
    dialog.click("preferences-keys")
    window.wait(lambda: "keys-search" in parts(window))
    return dialog


def search(window, dialog, text):
    dialog.click("keys-search")
    window.key("ctrl+a")
    window.type(text)
    dialog.rest()


def leave(window, dialog):
    dialog.click("preferences-done")
    window.wait(lambda: window.ask_lines("describe-dialog") == [])
    window.over_viewer()


def bodies(window):
    names = ["link%d" % i for i in range(1, 8)] + ["link1-%d" % i for i in range(1, 4)]
    return sum(window.numbers(f"model /model/bodies/{name}:damping") is not None for name in names)


def story():
    window = SCRIPT.open("chain")
    window.ask("action win.select-path::/model/bodies/link1")
    dialog = keys_page(window)
    search(window, dialog, "duplicate")
    tap("key-win.duplicate-0" in parts(window) and "key-win.undo-0" not in parts(window), "found by name")
    dialog.click("key-win.duplicate-0")
    dialog.rest()
    window.key("F10")
    dialog.rest()
    tap("keys-take" not in parts(window), "F10 stays the menu's")
    window.key("ctrl+z")
    dialog.rest()
    tap("keys-take" in parts(window), "Ctrl+Z is another's")
    picture(window, "keys-conflict")
    window.key("Return")
    dialog.rest()
    search(window, dialog, "ctrl+z")
    tap("key-win.duplicate-0" in parts(window) and "key-win.undo-0" not in parts(window), "it is Duplicate's now")
    picture(window, "keys-taken")
    leave(window, dialog)
    before = bodies(window)
    window.key("ctrl+z")
    tap(window.wait(lambda: bodies(window) == before + 1), f"and Ctrl+Z duplicates {before} {bodies(window)}")
    SCRIPT.close(window)

    window = SCRIPT.open("chain")
    window.ask("action win.select-path::/model/bodies/link1")
    window.over_viewer()
    window.key("ctrl+z")
    tap(window.wait(lambda: bodies(window) == before + 1), "also in the next window")
    dialog = keys_page(window)
    search(window, dialog, "undo")
    dialog.click("key-win.undo-reset")
    dialog.rest()
    leave(window, dialog)
    window.key("ctrl+z")
    tap(window.wait(lambda: bodies(window) == before), "given back it undoes")
    SCRIPT.close(window)


SCRIPT.run(story)
