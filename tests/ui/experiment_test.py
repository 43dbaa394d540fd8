#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An experiment on the jaw by mouse and keyboard: experiment_test.py SINEW.  The digastrics' activation is drawn by hand, the
jaw opens, the cursor goes back, another activation is drawn, and both runs are compared in one plot.  TAP.
SINEW_UI_PICTURES=DIR keeps a picture of each step."""

from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

PROBE = "/model/probes/dg"
INCISOR = "/model/markers/lower_incisor:position"
END = 0.5


def spot(window, when, value):
    place = window.numbers(f"spot {PROBE} {when} {value}")
    assert place is not None, f"{when} s is not in view"
    return [int(n) for n in place]


def curve(window):
    numbers = window.numbers("knots " + PROBE)
    return list(zip(numbers[::2], numbers[1::2]))


def stroke(window, top):
    window.move(*spot(window, 0.05, 0))
    window.press()
    for i in range(1, 41):
        share = i / 40
        window.glide(window.pointer, spot(window, 0.05 + 0.4 * share, top * (1 - (2 * share - 1) ** 2)), 1)
    window.release()


def draw(window, top):
    """A hump from 0.05 to 0.45 s, by hand; once more where the pencil was not in hand yet or X lost
    some of its way, as it does on a busy machine."""
    before = curve(window)
    for _ in range(3):
        window.key("shift+p")
        stroke(window, top)
        if window.wait(lambda: curve(window) != before, 5) and abs(highest(window) - top) < 0.08:
            break
    window.key("shift+p")


def highest(window):
    return max((value for _, value in curve(window)), default=0)


def play(window):
    """From the start to the end, as a click behind what is recorded asks for."""
    window.key("space")
    window.wait(lambda: window.time() >= END, 60)
    window.key("space")
    window.wait(lambda: window.state() == "paused")


def scrub(window, when):
    """Takes the cursor by its handle."""
    start, end = window.numbers(f"moment {window.time()}"), window.numbers(f"moment {when}")
    window.drag(*start, end[0] - start[0], 0, steps=12)
    return window.wait(lambda: abs(window.time() - when) < 0.02)


def incisor_at(window, when):
    place = window.numbers(f"moment {when}")
    window.click(*place)
    window.wait(lambda: abs(window.time() - when) < 0.02)
    return window.steady(lambda: window.numbers("value " + INCISOR))[2]


def prepare(window):
    window.wait(lambda: window.widgets().get("track:dg", (0, 0))[1] > 100)
    window.settle()
    x, y, width, _ = window.widgets()["track:dg"]
    window.click(x - width / 2 + 60, y)
    tap(window.wait(lambda: window.selection() == [PROBE]), "the digastrics' probe is selected by its track")
    window.ask("action win.track-open")
    tap(window.wait(lambda: window.widgets()["track:dg"][3] > 90), "and opened")
    window.ask("watch " + INCISOR)
    window.ask(f"action win.plot-property('{INCISOR}')")
    window.wait(lambda: window.ask("plot") != "none")
    window.click_widget("page-tracks")
    window.wait(lambda: window.widgets().get("track:dg", (0, 0))[1] > 100)


def first_run(window):
    draw(window, 0.7)
    top = highest(window)
    tap(abs(top - 0.7) < 0.08, f"an activation drawn by hand: {len(curve(window))} knots, at most {top:.2f}")
    picture(window, "drawn")
    play(window)
    recorded = window.numbers("recorded")
    tap(recorded[1] >= END - 1e-6, f"the jaw moves; recorded until {recorded[1]:.3f} s")
    picture(window, "first-run")


def go_back(window):
    before = window.numbers("recorded")[1]
    tap(scrub(window, 0.1), f"the cursor is dragged back: {window.time():.3f} s")
    tap(window.numbers("recorded")[1] == before, "what was recorded stays")
    rest = incisor_at(window, 0.02)
    opened = incisor_at(window, 0.3)
    tap(opened < rest - 1e-3, f"the incisor is {1e3 * (rest - opened):.1f} mm lower at 0.3 s than at the start")
    return opened


def second_run(window, opened):
    window.click_widget("reset")
    window.wait(lambda: window.time() == 0)
    draw(window, 0.25)
    top = highest(window)
    tap(abs(top - 0.25) < 0.08, f"another activation is drawn over it: at most {top:.2f}")
    play(window)
    less = incisor_at(window, 0.3)
    tap(less > opened + 5e-4, f"the jaw opens {1e3 * (less - opened):.1f} mm less")
    tap(window.numbers("recorded")[2] >= 1, "the first run lies beside it as a branch")


def compare(window):
    window.ask("action win.plots")
    tap(window.wait(lambda: window.numbers("plot") is not None and window.numbers("plot")[9] >= 1),
        "one plot shows both runs")
    picture(window, "two-runs")
    window.click_widget("page-tracks")
    picture(window, "branch")


def story():
    window = SCRIPT.open("jaw-open")
    window.wait(lambda: window.ask("where /model/muscles/ldg") != "none")
    prepare(window)
    first_run(window)
    second_run(window, go_back(window))
    compare(window)
    SCRIPT.close(window)


SCRIPT.run(story)
