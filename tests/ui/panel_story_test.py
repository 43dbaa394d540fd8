#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Control panels by mouse: properties are dragged onto them, sliders moved while the model runs: panel_story_test.py SINEW.
TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""

from real_window import xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

LAD = "/model/muscles/ldg"
EXCITATION = LAD + ":excitation"
LOWER = "/model/markers/lower_incisor:position"


def shown(window, *names):
    return window.wait(lambda: all(name in window.widgets() for name in names))


def settle_over(window, x, y):
    """A drop counts where the pointer has been seen by the window below it."""
    for aside in range(8):
        window.glide(window.pointer, (x + aside % 2, y), 1)
    window.settle()


def drag_onto(window, source, target, dx=0, dy=0):
    widgets = window.widgets()
    (x, y), (to_x, to_y) = widgets[source][:2], widgets[target][:2]
    window.drag(x, y, to_x + dx - x, to_y + dy - y, steps=14, hold=lambda: settle_over(window, to_x + dx, to_y + dy))


def select(window, path):
    window.ask("action win.select-path::" + path)
    window.wait(lambda: window.selection() == [path])


def drop_properties(window):
    tap(shown(window, "tab-Excitations", "slider-control-ldg"), "the demo opens with its panel")
    select(window, LAD)
    tap(shown(window, "grip-excitation"), "what is selected next brings its properties up")
    window.ask("action win.new-panel")
    tap(shown(window, "tab-Panel", "panel-add-row"), "a new panel says what to do")
    picture(window, "panel-empty")
    window.click_widget("tab-Properties")
    shown(window, "grip-excitation")
    drag_onto(window, "grip-excitation", "tab-Panel")
    tap(window.wait(lambda: window.numbers("model /model/panels/Panel/controls/0:low") == [0.0]),
        "a property dropped on the tab is a row")
    window.click_widget("tab-Properties")
    shown(window, "label-length")
    drag_onto(window, "label-length", "panel-new")  # a result has no number to scrub: its label will do
    tap(shown(window, "tab-Panel-2", "property-control-ldg-length"), "dropped on the plus it makes a panel of its own")
    window.key("ctrl+z")
    window.wait(lambda: "tab-Panel-2" not in window.widgets())
    window.click_widget("tab-Panel")
    tap(shown(window, "slider-control-ldg-excitation"), "the panel shows its slider")


def slide(window):
    tap(window.ask("watch " + LOWER) == "done" and window.ask("watch " + EXCITATION) == "done", "values are watched")
    window.ask("action win.play")
    window.wait(lambda: window.state() == "playing" and window.time() > 0.05)
    before = window.numbers("value " + LOWER)
    x, y, width, _ = window.widgets()["slider-control-ldg-excitation"]
    seen = []
    window.drag(x - width // 2 + 8, y, width, 0, hold=lambda: seen.append(
        window.wait(lambda: window.numbers("value " + EXCITATION) == [1.0] and
                    window.numbers("value " + LOWER)[2] < before[2] - 0.002)))
    tap(seen == [True], "while the slider is held the engine has its value, and the jaw opens")
    window.ask("action win.play")
    window.wait(lambda: window.state() == "paused")
    picture(window, "panel-slide")
    window.key("ctrl+z")
    tap(window.wait(lambda: window.numbers("model " + EXCITATION) == [0.0]), "the drag is one step to undo")
    x, y, width, _ = window.widgets()["slider-control-ldg-excitation"]
    window.click(x, y)
    half = window.numbers("model " + EXCITATION)[0]
    tap(abs(half - 0.5) < 0.06, f"a click in the middle sets it to {half}")
    xdotool("keydown", "shift")
    window.drag(x, y, 40, 0)
    xdotool("keyup", "shift")
    fine = window.numbers("model " + EXCITATION)[0]
    tap(0.01 < fine - half < 0.08, f"with Shift 40 pixels are {fine - half:.3f}")
    window.move(x + 30, y)
    window.repeated_click(2)
    tap(window.wait(lambda: window.numbers("model " + EXCITATION) == [0.0]), "a double click resets it")


def act_on_row(window):
    x, y, _, _ = window.widgets()["label-control-ldg-excitation"]
    window.click(x, y, 3)
    shown(window, "item:Drive")
    picture(window, "panel-menu")
    window.ask("action win.page::checks")
    window.click_widget("item:Drive")
    tap(window.wait(lambda: window.selection() == ["/model/probes/ldg excitation"]), "Drive makes a probe and selects it")
    tap(shown(window, "track:ldg excitation"), "and the page where its curve is drawn opens")
    window.click_widget("tab-Panel")
    tap(shown(window, "driver-control-ldg-excitation"), "the row says what drives it")
    picture(window, "panel-driven")
    select(window, "/model/bodies/jaw")
    window.click_widget("tab-Panel")
    window.click_widget("driver-control-ldg-excitation")
    tap(window.wait(lambda: window.selection() == ["/model/probes/ldg excitation"]), "a click there selects the probe")
    window.key("ctrl+z")
    tap(window.wait(lambda: "driver-control-ldg-excitation" not in window.widgets()), "undone, nothing drives it")


def order(window):
    def rows():
        found = [(place[1], name) for name, place in window.widgets().items() if name.startswith("label-control-")]
        return [name.rsplit("-", 1)[-1] for _, name in sorted(found)][:3]
    window.click_widget("tab-Excitations")
    shown(window, "label-control-lat")
    first = rows()
    drag_onto(window, "grip-control-lmt", "label-control-lat", 10, -9)
    tap(window.wait(lambda: rows() == [first[2], first[0], first[1]]), "a row dragged by its grip goes to another place")
    window.key("ctrl+z")
    tap(window.wait(lambda: rows() == first), "and back")


def story():
    window = SCRIPT.open("jaw")
    window.wait(lambda: window.ask("where " + LAD) != "none")
    drop_properties(window)
    slide(window)
    act_on_row(window)
    order(window)
    SCRIPT.close(window)


SCRIPT.run(story)
