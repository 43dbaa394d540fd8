#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plot under a real mouse: plot_mouse_test.py SINEW.  The jaw opens, the incisor's motion is plotted, zoomed, panned; a
click goes to a moment; a change there overwrites the run, which is kept; a property is dropped; menu and window of its
own.  TAP.  SINEW_UI_PICTURES=DIR keeps a picture of each step."""

from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

POSITION = "/model/markers/lower_incisor:position"


class Plot:
    """The active plot as the window reports it."""

    def __init__(self, window):
        numbers = window.numbers("plot")
        if numbers is None:
            raise AssertionError("there is no plot")
        self.left, self.top, self.right, self.bottom = numbers[:4]
        self.x, self.y = numbers[4:6], numbers[6:8]
        self.curves, self.runs, self.zoomed = (int(n) for n in numbers[8:11])

    def pixel(self, x, share=0.5):
        return (self.left + (x - self.x[0]) / (self.x[1] - self.x[0]) * (self.right - self.left),
                self.top + share * (self.bottom - self.top))

    def span(self):
        return self.x[1] - self.x[0]


def play_until(window, end):
    window.click_widget("play")
    window.wait(lambda: window.time() > end)
    window.click_widget("play")
    window.wait(lambda: window.state() == "paused")


def make(window):
    tap(window.wait(lambda: window.ask("where /model/muscles/ldg") != "none"), "the jaw opens")
    tap(window.ask(f"action win.plot-property('{POSITION}')") == "done"
        and window.wait(lambda: window.ask("plot") != "none"), "a plot of the incisor's position")
    tap("plot-add" in window.widgets(), "the plots are shown below the viewer")
    play_until(window, 0.6)
    tap(window.wait(lambda: Plot(window).curves == 3 and Plot(window).x[1] >= 0.6), "three curves as far as it ran")
    picture(window, "plot")


def zoom(window):
    before = Plot(window)
    time_there = before.x[0] + 0.3 * before.span()
    window.move(*before.pixel(time_there))
    window.scroll(4)
    tap(window.wait(lambda: abs(Plot(window).span() / before.span() - 1.2 ** -4) < 1e-6),
        "the wheel zooms along the time")
    after = Plot(window)
    tap(abs((time_there - after.x[0]) / after.span() - 0.3) < 0.08, "about the pointer")
    window.drag(*after.pixel(after.x[0] + 0.7 * after.span()), -60, 0)
    moved = 60 * after.span() / (after.right - after.left)
    tap(window.wait(lambda: abs(Plot(window).x[0] - after.x[0] - moved) < 0.2 * moved), "a drag moves the curves along")
    picture(window, "zoomed")
    now = Plot(window)
    low, high = now.x[0] + 0.4 * now.span(), now.x[0] + 0.6 * now.span()
    x, y = now.pixel(low, 0.1)
    xdotool("keydown", "shift")
    window.drag(x, y, now.pixel(high)[0] - x, 0.8 * (now.bottom - now.top),
                hold=lambda: picture(window, "box"))
    xdotool("keyup", "shift")
    tap(window.wait(lambda: abs(Plot(window).x[0] - low) < 0.1 * now.span()
                    and abs(Plot(window).x[1] - high) < 0.1 * now.span()), "Shift and a drag zoom into a box")
    at = window.time()
    now = Plot(window)
    window.move(*now.pixel(now.x[0] + 0.5 * now.span()))
    window.repeated_click(2)
    tap(window.wait(lambda: not Plot(window).zoomed and abs(Plot(window).span() - before.span()) < 1e-9),
        "a double click shows all again")
    tap(window.wait(lambda: abs(window.time() - at) < 2e-3), "and leaves the time alone")


def compare(window):
    now = Plot(window)
    window.click(*now.pixel(0.25))
    tap(window.wait(lambda: abs(window.time() - 0.25) < 0.02), f"a click goes to a moment: {window.time():.3f} s")
    tap(Plot(window).runs == 0, "no run is kept yet")
    window.key("ctrl+l")
    window.type("/model/bodies/jaw")
    window.key("Return")
    tap(window.wait(lambda: window.selection() == ["/model/bodies/jaw"]), "the jaw is selected")
    before = window.ask("model /model/bodies/jaw:damping")
    window.wait(lambda: "label-damping" in window.widgets())
    window.click_widget("label-damping")
    window.key("BackSpace")
    tap(window.wait(lambda: window.ask("model /model/bodies/jaw:damping") != before), "its damping is reset")
    window.click_widget("play")
    window.wait(lambda: window.time() > 0.5)
    window.click_widget("play")
    tap(window.wait(lambda: Plot(window).runs == 1), "the run that was overwritten is kept")
    window.move(*Plot(window).pixel(0.5))
    picture(window, "compared")


def drop_at(window, to_x, to_y, name):
    window.wait(lambda: "label-kinetic_energy" in window.widgets())
    x, y, _, _ = window.widgets()["label-kinetic_energy"]

    def hold():
        for step in range(5):  # the target learns of it by motion
            window.move(to_x + step % 2, to_y)
        picture(window, name)
    window.drag(x, y, to_x - x, to_y - y, steps=25, hold=hold)


def drop(window):
    now = Plot(window)
    drop_at(window, *now.pixel(now.x[0] + 0.4 * now.span()), "dropping")
    tap(window.wait(lambda: Plot(window).curves == 4), "a property dropped on it becomes a curve")
    picture(window, "dropped")
    window.key("ctrl+z")
    tap(window.wait(lambda: Plot(window).curves == 3), "and is taken back")
    for _ in range(3):  # the rows of the panel may just be moving
        window.settle()
        drop_at(window, (now.left + now.right) / 2, now.bottom + 20, "dropping-on-axis")
        if window.wait(lambda: Plot(window).x != now.x, 5):
            break
    tap(Plot(window).x != now.x, "dropped on the horizontal axis it is what that shows")
    picture(window, "against")
    window.key("ctrl+z")
    tap(window.wait(lambda: Plot(window).x == now.x), "and time again")


def choose(window):
    now = Plot(window)
    window.click(*now.pixel(0.1), button=3)
    shown = window.wait(lambda: "item:Against-Time" in window.widgets())
    tap(shown, "the right button opens its menu")
    picture(window, "menu")
    window.click_widget("item:Legend")
    window.key("Escape")
    tap(window.wait(lambda: window.ask("model /model/plots/0:legend") == "1"), "Legend is chosen in it")
    window.key("ctrl+z")
    tap(window.wait(lambda: window.ask("model /model/plots/0:legend") == "0"), "and taken back")


def floating(window):
    tap(window.ask("action win.plot-float") == "done", "into a window of its own")
    tap(window.wait(lambda: window.ask("model /model/plots/0:floating") == "1"), "the document knows")
    picture(window, "floating")
    window.ask("action win.plot-float")
    tap(window.wait(lambda: "plot" in window.widgets()), "and below the viewer again")


def story():
    window = SCRIPT.open("jaw-open")
    window.resize(1440, 900)
    make(window)
    zoom(window)
    compare(window)
    drop(window)
    choose(window)
    floating(window)
    SCRIPT.close(window)


SCRIPT.run(story)
