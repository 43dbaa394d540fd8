#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two windows on one file, and a file that is changed, removed or cannot be written: nothing is lost without a word.
outside_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures of the bars and dialogs."""
import json
import os
import signal
import stat
import subprocess

from dialog import Dialog
from real_window import Window, xdotool
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture


def write_model(path, names=("left", "middle", "right"), height=0.0):
    model = {"sinew": 1, "model": {"bodies": [
        {"name": name, "geometry": {"shape": "box", "size": [0.1, 0.1, 0.1]}, "position": [0.2 * i, 0, height]}
        for i, name in enumerate(names)]}}
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)


def names(path):
    with open(path, encoding="utf-8") as file:
        return [body["name"] for body in json.load(file)["model"].get("bodies", [])]


def open_window(model):
    window = SCRIPT.open(model)
    window.wait(lambda: window.state() == "paused")
    window.settle()
    return window


def delete(window, path):
    window.ask(f"action win.select-path('{path}')")
    window.ask("action win.delete")
    window.wait(lambda: window.ask(f"model {path}:position") == "none")


def focus(window, other=None):
    """As a click on its title would: away from it first."""
    xdotool("windowfocus", "--sync", other.frame_id if other else root())
    window.frame()
    xdotool("windowfocus", "--sync", window.frame_id)
    window.frame()


def root():
    text = subprocess.run(["xwininfo", "-root"], capture_output=True, text=True, check=False).stdout
    return next((word for word in text.split() if word.startswith("0x")), "0")


TITLE = "Changed Outside"


def asked(window):
    """The question, once it is there."""
    return Dialog(window, TITLE)


def answered(window):
    """Whether the question is gone."""
    return window.wait(lambda: window.ask_lines("describe-dialog")[:1] != [TITLE])


def edited_outside(path):
    """A clean window on a file that others change: the bar, the comparison, reload."""
    window = open_window(path)
    write_model(path, ("left", "middle", "right", "new"), 0.5)
    focus(window)
    tap(window.wait(lambda: "changed outside this window" in window.ask("message")), "the window says that its file was changed")
    picture(window, "outside-1-bar")
    window.click_widget("bar-button")
    asked(window)
    tap(True, "the button asks what to do")
    picture(window, "outside-2-question")
    window.key("Escape")
    tap(answered(window), "Escape leaves it")
    tap(window.ask("model bodies/new:position") == "none", "and nothing has changed")
    window.ask("action win.compare-with-file")
    asked(window)
    window.key("Return")  # what loses nothing
    tap(window.wait(lambda: window.ask("model bodies/new:position") != "none"), "Enter reloads where nothing is unsaved")
    window.settle()
    focus(window)
    window.wait(lambda: False, 0.5)
    tap("changed outside" not in window.ask("message") and "bar-button" not in window.widgets(), "the bar does not come again")
    return window


def both_changed(window, path):
    """Changes on both sides: the save asks."""
    delete(window, "/model/bodies/middle")
    write_model(path, ("left", "right"), 0.25)
    window.over_viewer()
    window.key("ctrl+s")
    asked(window)
    picture(window, "outside-3-both")
    tap(names(path) == ["left", "right"], "a save asks first: the file is as the other left it")
    window.key("Escape")
    answered(window)
    tap(names(path) == ["left", "right"], "also after Escape")
    window.key("ctrl+s")
    asked(window).click("changed-overwrite")
    tap(window.wait(lambda: names(path) == ["left", "right", "new"]), "Overwrite saves what the window has")
    window.settle()
    window.over_viewer()
    delete(window, "/model/bodies/new")
    window.key("ctrl+s")
    tap(window.wait(lambda: names(path) == ["left", "right"]), "the next save asks nothing")


def two_windows(first, path):
    second = Window(SCRIPT.sinew, path, folder=SCRIPT.folder)
    second.wait_shown()
    second.wait(lambda: second.state() == "paused")
    delete(second, "/model/bodies/left")
    second.ask("action win.save")
    tap(second.wait(lambda: names(path) == ["right"]), "another window saves the file")
    delete(first, "/model/bodies/right")
    focus(first, second)
    tap(first.wait(lambda: "changed outside" in first.ask("message")), "the first window says so when it gets the focus")
    first.ask("action win.save")
    question = asked(first)
    tap(names(path) == ["right"], "and asks before it saves: the file is the second window's")
    question.click("changed-reload")
    tap(first.wait(lambda: first.ask("model bodies/left:position") == "none" and
                   first.ask("model bodies/right:position") != "none"), "Reload shows what the second saved")
    tap(second.close() == 0, "the second closes")


def gone_and_read_only(window, path):
    os.remove(path)
    focus(window)
    tap(window.wait(lambda: "is gone" in window.ask("message")), "a file that was removed is missed")
    window.settle()
    picture(window, "outside-4-gone")
    window.click_widget("bar-button")
    tap(window.wait(lambda: os.path.exists(path)), "and can be saved again")
    os.chmod(path, 0o444)
    delete(window, "/model/bodies/right")
    window.ask("action win.save")
    tap(window.wait(lambda: "the file is read-only" in window.ask("message")), "a read-only file is refused")
    picture(window, "outside-5-read-only")
    tap(names(path) == ["right"], "and is as it was")
    os.chmod(path, 0o600)
    window.ask("action win.save")
    with_mode = window.wait(lambda: names(path) == [])
    tap(with_mode and stat.S_IMODE(os.stat(path).st_mode) == 0o600, "once it may be written it is, and keeps its mode")


def journals():
    folder = os.path.join(SCRIPT.folder, "state", "sinew", "journal")
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def ended(path, number):
    """Asked to end: what is unsaved is in the journal although no three seconds have gone by."""
    write_model(path)
    window = open_window(path)
    delete(window, "/model/bodies/middle")
    window.program.send_signal(number)
    status = window.program.wait(20)
    tap(status == -number, f"signal {number} ends it")
    kept = [name for name in journals() if name.endswith(".journal")]
    folder = os.path.join(SCRIPT.folder, "state", "sinew", "journal")
    tap(len(kept) == 1 and stat.S_IMODE(os.stat(os.path.join(folder, kept[0])).st_mode) == 0o600,
        "what was unsaved is in the journal, for its owner alone")
    write_model(path, ("left",))  # and somebody changes the file before it is restored
    window = open_window(path)
    window.wait(lambda: "bar-button" in window.widgets())
    window.click_widget("bar-button")
    tap(window.wait(lambda: window.ask("model bodies/right:position") != "none"), "the next start restores it")
    window.settle()
    window.ask("action win.save")
    asked(window).click("changed-overwrite")
    tap(window.wait(lambda: names(path) == ["left", "right"]), "the save knows that the file was changed meanwhile, and overwrites it when told to")
    SCRIPT.close(window)
    tap(journals() == [], f"no journal, no lock stays: {journals()}")


def no_journal(path):
    """A state folder that is a file: nothing can be kept, and the window says so once."""
    write_model(path)
    state = os.path.join(SCRIPT.folder, "state", "sinew")
    os.rename(state, state + "-away")
    with open(state, "w", encoding="utf-8"):
        pass
    window = open_window(path)
    delete(window, "/model/bodies/middle")
    tap(window.wait(lambda: "Not a directory" in window.ask("message"), 10),
        "a journal that cannot be written is said: " + window.ask("message"))
    picture(window, "outside-6-journal")
    window.ask("action win.save")
    tap(window.wait(lambda: names(path) == ["left", "right"]), "the model itself can be saved")
    SCRIPT.close(window)
    os.remove(state)
    os.rename(state + "-away", state)


def story():
    path = os.path.join(SCRIPT.folder, "three.sinew")
    write_model(path)
    os.chmod(path, 0o600)
    window = edited_outside(path)
    both_changed(window, path)
    two_windows(window, path)
    gone_and_read_only(window, path)
    SCRIPT.close(window)
    ended(path, signal.SIGTERM)
    ended(path, signal.SIGHUP)
    no_journal(path)


SCRIPT.run(story)
