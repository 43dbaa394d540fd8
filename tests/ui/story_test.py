#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A first quarter of an hour with the program, by mouse and keyboard: story_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps a picture of each chapter."""
import os
import subprocess
import tempfile

from real_window import Window
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

LOWER = "/model/markers/lower_incisor:position"
EXCITATION = "/model/muscles/ldg:excitation"


def open_from_menu(window):
    window.click_widget("demos")
    window.click_widget("item:Jaw")
    window.click_widget("item:jaw")
    tap(window.wait(lambda: window.ask("where /model/muscles/ldg") != "none"), "the jaw demo opens from its menu")
    tap(window.ask("watch " + LOWER) == "done", "the lower incisor's position can be watched")


def play(window):
    window.over_viewer(200)
    window.key("space")
    tap(window.wait(lambda: window.state() == "playing" and window.time() > 0.05), "space plays")


def select_in_picture(window, path, tries=(0.5, 0.4, 0.6, 0.3, 0.7)):
    """Clicks where the muscle is, at places along it until nothing covers it."""
    for share in tries:
        place = window.numbers(f"where {path} {share}")
        if place is None:
            continue
        window.click(*place)
        if window.wait(lambda: window.selection() == [path], 3):
            return True
    return False


def select_muscle(window):
    window.key("ctrl+alt+7")  # from below, where the digastrics run
    window.steady(lambda: window.numbers("where /model/muscles/ldg"), 5)  # the camera is there
    selected = select_in_picture(window, "/model/muscles/ldg")
    tap(selected, "a click in the picture selects the anterior digastric")
    tap(window.wait(lambda: "slider-excitation" in window.widgets()), "its properties are shown")
    window.key("Home")
    picture(window, "muscle")


def drag_excitation(window):
    before = window.numbers("value " + LOWER)
    x, y, width, _ = window.widgets()["slider-excitation"]
    seen = []
    window.drag(x - width // 2 + 8, y, width - 12, 0,
                hold=lambda: seen.append(window.wait(
                    lambda: window.numbers("value " + LOWER)[2] < before[2] - 0.002, 20)))
    tap(seen == [True], "dragging the excitation opens the jaw while the button is held")
    drawn = window.numbers("model " + EXCITATION)[0]
    tap(drawn > 0.7, f"the slider sets the excitation to {drawn:.3f}")
    moved = 1000 * (before[2] - window.numbers("value " + LOWER)[2])
    tap(moved > 2, f"the lower incisor has come down by {moved:.2f} mm")
    picture(window, "open")
    return drawn


def pause_and_undo(window, drawn):
    window.over_viewer(200)
    window.key("space")
    tap(window.wait(lambda: window.state() == "paused"), "space pauses")
    held = window.time()
    window.key("ctrl+z")
    undone = window.wait(lambda: window.numbers("model " + EXCITATION) == [0.0], 5)
    tap(undone, "one undo takes the whole drag back")
    tap(window.time() == held, "undo leaves the clock alone")
    window.key("ctrl+shift+z")
    tap(window.wait(lambda: window.numbers("model " + EXCITATION) == [drawn], 5), "redo brings it back")


def clip(window):
    muscle = "/model/muscles/lsm"
    tap(select_in_picture(window, muscle), "the masseter can be clicked")
    window.over_viewer(200)
    window.key("c")
    tap(window.wait(lambda: window.numbers("clip 0") is not None), "C adds a clipping plane")
    window.steady(lambda: window.numbers("handle 0"))
    window.key("Escape")
    hidden = not select_in_picture(window, muscle, (0.5, 0.6))
    tap(hidden, "what lies before the plane is cut away, for the mouse too")
    picture(window, "cut")
    before = window.numbers("clip 0")[3]
    place = window.numbers("handle 0")
    window.drag(place[0], place[1], 0, -110)
    after = window.numbers("clip 0")[3]
    tap(after > before + 0.01, f"dragging its handle moves it by {1000 * (after - before):.1f} mm")
    window.drag(*window.steady(lambda: window.numbers("handle 0")), 0, -150)
    window.wait(lambda: window.numbers("clip 0")[3] > after + 0.01, 5)
    window.steady(lambda: window.numbers("handle 0"))
    picture(window, "cut-moved")
    tap(select_in_picture(window, muscle), "the masseter is back behind the plane")
    window.over_viewer(200)
    window.key("shift+c")
    tap(window.wait(lambda: window.ask("clip 0") == "off"), "Shift+C removes it")


def check_saved(path, drawn):
    info = subprocess.run([SCRIPT.sinew, "info", path], capture_output=True, text=True, check=False)
    tap(info.returncode == 0, "the saved model loads: " + (info.stderr.strip().split("\n")[-1] or "no complaint"))
    with tempfile.TemporaryDirectory() as folder:
        again = Window(SCRIPT.sinew, path, folder=folder)
        again.wait_shown()
        again.wait(lambda: again.ask("where /model/muscles/ldg") != "none")
        tap(again.numbers("model " + EXCITATION) == [drawn], "reloaded, the excitation is the one set")
        tap(again.time() == 0, "and the clock at the start")
        shown = again.wait(lambda: again.ask("where /model/bodies/jaw") != "none")
        tap(shown, "the bones are there")
        tap(again.close() == 0, "it closes")
        tap(again.messages() == [], "and said nothing on standard error: " + " | ".join(again.messages()[:3]))


def check_replay(log, result):
    # the demo as it was: the log holds the model, its folder the meshes
    run = subprocess.run([SCRIPT.sinew, "run", "jaw", "--commands", log, "--quiet"], capture_output=True, text=True,
                         check=False)
    last = run.stdout.strip().split("\n")[-1] if run.stdout.strip() else run.stderr.strip()
    tap("hash=" + result[0] in last, f"the run in the window replays to the same hash: {result[0]}, {last}")
    tap(f"steps={result[2]}" in last, "and the same number of steps")


def story():
    log, saved = os.path.join(SCRIPT.folder, "commands.log"), os.path.join(SCRIPT.folder, "kept", "mine.sinew")
    os.mkdir(os.path.dirname(saved))
    window = SCRIPT.open("chain", "--log", log)
    open_from_menu(window)
    picture(window, "start")
    play(window)
    select_muscle(window)
    drawn = drag_excitation(window)
    pause_and_undo(window, drawn)
    window.over_viewer(200)
    window.key("space")
    window.wait(lambda: window.state() == "playing")
    window.key("space")
    window.wait(lambda: window.state() == "paused")
    clip(window)
    result = window.ask("hash").split()
    window.save_as(saved, lambda: picture(window, "save"))
    tap(os.path.exists(saved), "Save As writes the file")
    SCRIPT.close(window)
    check_saved(saved, drawn)
    check_replay(log, result)


SCRIPT.run(story)
