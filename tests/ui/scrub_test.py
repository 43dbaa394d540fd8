#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The time by mouse and keyboard: a running jaw is scrubbed back, goes on, gets waypoints: scrub_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures."""

from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

LOWER = "/model/markers/lower_incisor:position"
FLAG = "/model/waypoints/waypoint:time"


def near(value, wanted, tolerance):
    return value is not None and abs(value - wanted) < tolerance


def run_and_scrub(window):
    window.ask("watch " + LOWER)
    window.wait(lambda: window.numbers("value " + LOWER) is not None)
    window.over_viewer(200)
    window.key("space")
    tap(window.wait(lambda: window.time() > 0.4), "the jaw opens while it plays")
    jaw = "/model/markers/lower_incisor"
    x, y = window.numbers("moment 0.35")
    window.move(x, y)
    window.press()
    window.wait(lambda: window.state() == "paused")  # from now on the axis stays
    there = window.numbers("moment 0.25")
    window.glide((x, y), there)
    stopped = window.wait(lambda: window.state() == "paused" and near(window.time(), 0.25, 0.01))
    tap(stopped, f"dragging the cursor back in a run pauses at t = {window.time():.3f}")
    opened, seen = window.numbers("value " + LOWER)[2], window.numbers("where " + jaw)[1]
    window.glide(there, window.numbers("moment 0.05"))
    back = window.wait(lambda: near(window.time(), 0.05, 0.01))
    tap(back, f"further back while the button is held: t = {window.time():.3f}")
    closed = window.numbers("value " + LOWER)[2]
    tap(closed > opened + 0.002, f"the lower incisor is {1000 * (closed - opened):.1f} mm higher again")
    risen = window.wait(lambda: window.numbers("where " + jaw)[1] < seen - 3)
    tap(risen, "and so it is in the picture")
    picture(window, "scrubbing")
    window.release()
    tap(near(window.time(), 0.05, 0.01) and window.state() == "paused", "letting go keeps the moment")
    end = window.numbers("recorded")[1]
    tap(end > 0.4, f"what was simulated is still there, to t = {end:.3f}")


def keys(window):
    start = window.time()
    window.over_viewer(200)
    window.key("Right", "Right")
    tap(window.wait(lambda: near(window.time(), start + 0.002, 1e-6)), "Right steps on")
    window.key("Left")
    tap(window.wait(lambda: near(window.time(), start + 0.001, 1e-6)), "Left steps back")
    window.click_widget("path")
    window.key("End", "Left", "Left")
    tap(near(window.time(), start + 0.001, 1e-6), "in a text entry they move the cursor of the text")
    window.key("Escape")
    window.over_viewer(200)
    x, y, _, height = window.widgets()["navigator"]
    window.click(x, y - height // 2 + 60)  # a row
    window.key("Left")
    tap(near(window.time(), start + 0.001, 1e-6), "nor do they step in the navigator")
    window.click(*window.numbers("moment 0.2"))
    tap(window.wait(lambda: near(window.time(), 0.2, 0.01)), "a click on the ruler shows that moment")
    window.key("Home")
    tap(window.wait(lambda: window.time() == 0), "Home is the start, there")
    window.key("End")
    end = window.numbers("recorded")[1]
    tap(window.wait(lambda: near(window.time(), end, 1e-6)), "End is the last moment simulated")


def flags(window):
    window.click(*window.numbers("moment 0.2"))
    window.wait(lambda: near(window.time(), 0.2, 0.01))
    window.over_viewer(200)
    window.key("w")
    tap(window.wait(lambda: window.selection() == ["/model/waypoints/waypoint"]), "W adds a waypoint and selects it")
    at = window.numbers("model " + FLAG)[0]
    tap(near(at, window.time(), 1e-9), "at the cursor")
    x, y = window.numbers(f"flag {at}")
    there = window.numbers("flag 0.3")
    window.drag(x, y, there[0] - x, 0)
    moved = window.numbers("model " + FLAG)[0]
    tap(near(moved, 0.3, 0.01), f"dragging its flag moves it to {moved:.3f} s")
    tap(near(window.time(), at, 1e-9), "and not the clock")
    window.over_viewer(200)
    window.key("ctrl+z")
    tap(window.wait(lambda: near(window.numbers("model " + FLAG)[0], at, 1e-9), 5), "one undo takes it back")
    window.key("ctrl+shift+z")
    window.wait(lambda: near(window.numbers("model " + FLAG)[0], moved, 1e-9), 5)
    window.move(*window.numbers(f"flag {moved}"))
    window.repeated_click(2)
    tap(window.wait(lambda: "waypoint-name" in window.widgets(), 5), "a double click asks for its name")
    window.key("ctrl+a")
    window.type("open")
    window.key("Return")
    tap(window.wait(lambda: window.selection() == ["/model/waypoints/open"], 5), "and gives it")
    window.key("Home")
    window.key("shift+Right")
    tap(window.wait(lambda: near(window.time(), moved, 1e-6)), "Shift+Right goes to it")
    window.click(*window.numbers(f"flag {moved}"), button=3)
    picture(window, "flag-menu")
    window.click_widget("item:Breakpoint")
    stop = window.wait(lambda: window.numbers("model /model/waypoints/open:breakpoint") == [1.0], 5)
    tap(stop, "its menu makes it a breakpoint")
    window.click(*window.numbers(f"flag {moved}"))
    window.key("Delete")
    tap(window.wait(lambda: window.ask("model /model/waypoints/open:time") == "none", 5), "Delete deletes it")
    window.key("ctrl+z")


def axis(window):
    window.click(*window.numbers("moment 0.1"))
    apart = window.numbers("moment 0.2")[0] - window.numbers("moment 0.1")[0]
    window.move(*window.numbers("moment 0.2"))
    fixed = window.numbers("moment 0.2")[0]
    window.scroll(4)
    wider = window.wait(lambda: window.numbers("moment 0.2")[0] - window.numbers("moment 0.1")[0] > 1.5 * apart, 5)
    tap(wider and near(window.numbers("moment 0.2")[0], fixed, 4), "the wheel zooms about the pointer")
    picture(window, "zoomed")
    before = window.numbers("moment 0.2")
    xdotool("keydown", "shift")
    window.drag(*before, -60, 0)
    xdotool("keyup", "shift")
    tap(near(window.numbers("moment 0.2")[0], before[0] - 60, 3), "Shift+drag moves it")
    window.move(*window.numbers("moment 0.2"))
    window.repeated_click(2)
    all_seen = window.wait(lambda: window.numbers("moment 0")[0] < window.numbers("moment 0.1")[0] < fixed, 5)
    tap(all_seen, "a double click shows all")


def loop_and_later(window):
    window.over_viewer(200)
    window.key("l")
    end = window.numbers("recorded")[1]
    _, y = window.numbers(f"flag {end}")
    x = window.numbers(f"moment {end}")[0]
    window.drag(x, y, window.numbers("moment 0.15")[0] - x, 0)
    picture(window, "loop")
    window.click(*window.numbers("moment 0.1"))
    window.wait(lambda: near(window.time(), 0.1, 0.01))
    window.over_viewer(200)
    window.key("space")
    times = []

    def turned():
        times.append(window.time())
        window.frame()
        return len(times) > 40 and any(b < a for a, b in zip(times, times[1:]))
    window.wait(turned)
    window.key("space")
    window.wait(lambda: window.state() == "paused")
    tap(max(times) < 0.17 and any(b < a for a, b in zip(times, times[1:])),
        f"the looped range is played again and again, up to t = {max(times):.3f}")
    window.key("l")
    window.click_widget("to-end")
    window.wait(lambda: near(window.time(), end, 1e-6))
    x, _, width, _ = window.widgets()["ruler"]
    edge, at = x + width / 2 - 10, window.numbers(f"moment {end}")[0]  # how much of the ruler is left
    later = end + min(0.04, 0.04 * (edge - at) / (window.numbers(f"moment {end + 0.04}")[0] - at))
    window.click(*window.numbers(f"moment {later}"))
    tap(window.wait(lambda: window.state() == "paused" and near(window.time(), later, 0.01)),
        f"a click after the end plays until there: t = {window.time():.3f}")


def branch(window):
    window.click(*window.numbers("moment 0.2"))
    window.wait(lambda: near(window.time(), 0.2, 0.01))
    end = window.numbers("recorded")[1]
    window.click_widget("path")
    window.key("ctrl+a")
    window.type("/model/muscles/lsm")
    window.key("Return")
    window.wait(lambda: "slider-excitation" in window.widgets())
    window.settle()
    x, y, width, _ = window.widgets()["slider-excitation"]
    window.drag(x - width // 2 + 8, y, width - 20, 0)
    window.over_viewer(200)
    window.key("space")
    branched = window.wait(lambda: window.numbers("recorded")[2] == 1)
    window.wait(lambda: window.state() == "paused")  # at the end of the range, or where it was told to stop
    tap(branched, "a changed excitation makes what lay after a branch")
    picture(window, "branch")
    x, y = window.numbers("moment 0.4")
    _, middle, _, height = window.widgets()["ruler"]
    window.click(x, middle + height // 2 - 6)
    tap(window.wait(lambda: near(window.numbers("recorded")[1], end, 1e-6)), "a click on its bar brings it back")


def story():
    window = SCRIPT.open("jaw-open")
    window.wait(lambda: window.ask("where /model/markers/lower_incisor") != "none")
    run_and_scrub(window)
    keys(window)
    flags(window)
    axis(window)
    loop_and_later(window)
    branch(window)
    SCRIPT.close(window)


SCRIPT.run(story)
