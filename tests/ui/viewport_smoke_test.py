#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The viewer with a real mouse and keyboard: viewport_smoke_test.py SINEW.  A click on the middle of the jaw demo selects, a
drag turns the view and keeps the selection, a click on the empty corner clears it, keys choose tools, the right button
opens the menu; a small window.  TAP."""

from real_window import window_size
from script import Script

SCRIPT = Script()
tap = SCRIPT.tap


def selected(window, count, what):
    there = window.wait(lambda: len(window.selection()) == count)
    tap(there, f"{what}: {' '.join(window.selection()) or 'nothing'}")


def narrow(window):
    """The panels give way in a small window, and come back with a large one."""
    usual = window.widgets()["viewer"]
    window.resize(900, 600)
    window.wait(lambda: window.widgets()["viewer"][2] >= 0.4 * 900)
    tap(window.wait(lambda: window_size(window.frame_id) == (900, 600)), "a window of 900 x 600 is no taller")
    x, y, width, height = window.widgets()["viewer"]
    tap(width >= 0.4 * 900 and height >= 0.5 * 600, f"at 900 x 600 the viewer has {width} x {height}")
    window.resize(1440, 900)
    window.wait(lambda: abs(window.widgets()["viewer"][2] - usual[2]) <= 2)
    tap(abs(window.widgets()["viewer"][2] - usual[2]) <= 2, f"at 1440 x 900 it has {window.widgets()['viewer'][2]} again ({usual[2]})")


def story():
    window = SCRIPT.open("jaw")
    window.wait(lambda: "viewer" in window.widgets())
    window.steady(lambda: window.numbers("where /model/bodies/jaw"))  # the panels have their sizes, the view its fit
    window.settle()
    x, y, width, height = window.widgets()["viewer"]
    middle = x, y - height // 5  # on the temple
    corner = x - width // 2 + 90, y + height // 2 - 60
    window.click(*middle)
    selected(window, 1, "a click selects")
    window.drag(*corner, 70, 0, steps=2)
    selected(window, 1, "a drag turns the view only")
    window.click(corner[0] + 2, corner[1] + 2)
    selected(window, 0, "a click on nothing clears")
    window.move(*middle)
    window.key("g")
    tap(window.wait(lambda: "local-axes" in window.widgets()), "G takes the move tool")
    window.key("Escape")
    window.click(middle[0] + 3, middle[1] + 3, button=3)
    tap(window.wait(lambda: "viewport-menu" in window.widgets()), "the right button opens the menu")
    window.click_widget("item:Wrapping-Surface-Here")
    window.settle()
    window.key("Return")
    tap(window.wait(lambda: window.selection() == ["/model/wraps/wrap_surface"]), "a cylinder in the bone for muscles to lie over")
    window.click(middle[0] + 3, middle[1] + 3, button=3)
    window.wait(lambda: "viewport-menu" in window.widgets())
    window.click_widget("item:Wrapping-Surface-of-Its-Mesh")
    window.wait(lambda: window.selection() not in ([], ["/model/wraps/wrap_surface"]))
    hull = window.selection()[0]
    tap(window.numbers(f"model {hull}:shape") == [6], f"and the hull of its mesh: {hull}")
    window.click_widget("navigator-add")
    window.click_widget("item:Exciter")
    tap(window.wait(lambda: "bar-text" in window.widgets()), "an exciter asks what it shall excite")
    window.settle()  # the menu has gone
    window.key("space")
    tap(window.wait(lambda: window.state() == "playing"), "space plays after a menu, and does not open it again")
    window.key("space")
    narrow(window)
    SCRIPT.close(window)


SCRIPT.run(story)
