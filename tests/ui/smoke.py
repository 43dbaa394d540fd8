#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every demo opened and played in one window, then every corner of the window once: smoke.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps a picture of each."""
import os
import shutil
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from real_window import Window, tools_there, xdotool  # noqa: E402

SINEW = sys.argv[1]
PICTURES = os.environ.get("SINEW_UI_PICTURES")
COUNT = 0


def tap(good, text):
    global COUNT
    COUNT += 1
    print(f"{'ok' if good else 'not ok'} {COUNT} - {text}", flush=True)
    return good


def picture(window, name):
    if PICTURES:
        time.sleep(1.5)
        window.picture(os.path.join(PICTURES, name + ".png"))


def over_viewer(window):
    x, y, _, height = window.widgets()["viewer"]
    window.move(x, y + height // 2 - 60)


def demo(window, name):
    window.click_widget("demos")
    window.wait(lambda: "item:jaw" in window.widgets())
    if "item:" + name not in window.widgets():
        window.click_widget("item:Strands")
    window.click_widget("item:" + name)
    opened = window.wait(lambda: window.time() == 0 and window.state() == "paused")
    time.sleep(0.5)
    over_viewer(window)
    window.key("space")
    played = window.wait(lambda: window.time() > 0.3)
    window.key("space")
    paused = window.wait(lambda: window.state() == "paused")
    tap(opened and played and paused, f"{name} opens, plays and pauses, at t = {window.time():.3f}")
    picture(window, name)


def text_is_whole(window):
    """Named widgets lie inside the window: nothing is pushed out of it."""
    geometry = dict(line.split("=") for line in subprocess.run(
        ["xdotool", "getwindowgeometry", "--shell", window.frame], capture_output=True, text=True,
        check=True).stdout.split())
    width, height = int(geometry["WIDTH"]), int(geometry["HEIGHT"])
    out = [name for name, (x, y, w, h) in window.widgets().items()
           if name in WHOLE and (x + w / 2 > width + 1 or y + h / 2 > height + 1 or x < w / 2 - 1)]
    return not out, f"{width} × {height}" + "".join(f", {name} sticks out" for name in out)


WHOLE = {"viewer", "viewer-2", "tools", "views", "play", "time", "speed", "status", "main-menu", "navigator",
         "properties", "ruler", "path", "pages"}


def corners(window):
    over_viewer(window)
    window.key("ctrl+2")
    tap(window.wait(lambda: "viewer-2" in window.widgets()), "a second viewer")
    over_viewer(window)
    window.key("ctrl+1")
    picture(window, "second-viewer")
    window.key("ctrl+shift+p")
    tap(window.wait(lambda: "palette-entry" in window.widgets()), "the palette")
    window.type("dark")
    picture(window, "palette")
    window.key("Return")
    time.sleep(1)
    picture(window, "dark")
    xdotool("windowsize", window.frame, 1100, 700)
    time.sleep(2)
    good, text = text_is_whole(window)
    tap(good, "it fits into " + text)
    picture(window, "small")
    xdotool("windowsize", window.frame, 1440, 900)
    time.sleep(1)
    for key in ("F9", "F10", "F11", "F11", "F10", "F9"):
        over_viewer(window)
        window.key(key)
    window.key("F12")
    time.sleep(1)
    picture(window, "log")
    window.key("F12")
    over_viewer(window)
    window.key("ctrl+question")
    time.sleep(2)
    picture(window, "shortcuts")
    window.key("Escape")
    time.sleep(0.5)
    tap(window.state() == "paused", "panels, log and shortcuts come and go")


def main():
    if not tools_there():
        print("1..0 # SKIP xdotool or a display is missing")
        return
    folder = tempfile.mkdtemp(prefix="sinew-smoke-")
    window = Window(SINEW, "chain", folder=folder)
    try:
        window.wait_shown()
        for name in subprocess.run([SINEW, "demos"], capture_output=True, text=True, check=True).stdout.split("\n"):
            if name:
                demo(window, name.split()[0])
        demo(window, "jaw-open")
        corners(window)
        tap(window.close() == 0, "it closes")
        tap(window.messages() == [], "nothing on standard error: " + " | ".join(window.messages()[:3]))
    except Exception as error:
        tap(False, f"the tour goes on: {error!r}")
        print("# " + " | ".join(window.messages()[-5:]))
        window.close()
    finally:
        print(f"1..{COUNT}")
        shutil.rmtree(folder)


main()
