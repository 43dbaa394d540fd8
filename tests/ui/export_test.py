#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Export Movie and Save Picture in the real window, with mouse and keys: export_test.py SINEW.  TAP.
SINEW_UI_PICTURES=DIR keeps pictures of the dialogs."""
import glob
import os
import shutil
import subprocess

from dialog import Dialog
from script import PICTURES, Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture

WEBM = shutil.which("gst-inspect-1.0") is not None and all(
    subprocess.run(["gst-inspect-1.0", "--exists", name], check=False).returncode == 0
    for name in ("rawvideoparse", "videoconvert", "vp8enc", "webmmux"))


def open_dialog(window, keys, title):
    window.over_viewer()
    window.key(keys)
    return Dialog(window, title)


def record(window):
    window.over_viewer()
    window.key("space")
    window.wait(lambda: window.time() > 0.5)
    window.key("space")
    tap(window.wait(lambda: window.state() == "paused"), f"recorded until t = {window.time():.3f} s")


def film(window, folder):
    end = window.time()
    out = os.path.join(folder, "film")
    dialog = open_dialog(window, "ctrl+shift+m", "Export Movie")
    dialog.choose("export-range", 1)
    dialog.write("export-from", "0.1\t")
    dialog.write("export-to", "0.3\t")
    dialog.write("export-speed", "0.5\t")
    dialog.click("export-stamp")
    dialog.write("export-path", out)
    picture(window, "export-movie")
    dialog.click("export-accept")
    window.wait(lambda: "progress-cancel" in window.widgets(), 5)
    picture(window, "export-progress")
    tap(window.wait(lambda: os.path.isdir(out), 180), "the film is there")
    names = sorted(os.listdir(out))
    tap(names == [f"frame-{k + 1:05}.png" for k in range(11)], f"0.2 s at half speed: {len(names)} pictures")
    tap(window.wait(lambda: abs(window.time() - end) < 1e-9), f"the clock is where it was: {window.time()}")
    tap(window.wait(lambda: "progress-cancel" not in window.widgets()), "the progress is gone")
    picture(window, "export-done")
    if PICTURES:
        for name in (names[0], names[-1]):
            shutil.copy(os.path.join(out, name), PICTURES)
    return out


def frames_differ(out):
    """The jaw opens."""
    first, last = (subprocess.run(["identify", "-format", "%k %wx%h", os.path.join(out, f"frame-{k:05}.png")],
                                  capture_output=True, text=True, check=True).stdout for k in (1, 11))
    tap(first.split()[1] == last.split()[1] and int(first.split()[0]) > 1000, f"pictures, not emptiness: {first}, {last}")
    distinct = {open(os.path.join(out, name), "rb").read() for name in os.listdir(out)}
    tap(len(distinct) == 11, f"{len(distinct)} different ones")


def cancelled(window, folder):
    out = os.path.join(folder, "never")
    end = window.time()
    dialog = open_dialog(window, "ctrl+shift+m", "Export Movie")
    dialog.choose("export-size", 3)
    dialog.write("export-fps", "200\t")
    dialog.write("export-path", out)
    dialog.click("export-accept")
    window.click_widget("progress-cancel")
    tap(window.wait(lambda: "progress-cancel" not in window.widgets()), "cancelled")
    tap(window.wait(lambda: glob.glob(os.path.join(folder, ".sinew-*")) == []) and not os.path.exists(out),
        "a cancelled film leaves nothing")
    tap(window.wait(lambda: abs(window.time() - end) < 1e-9), f"the clock is where it was: {window.time()}")


def webm(window, folder):
    out = os.path.join(folder, "film.webm")
    dialog = open_dialog(window, "ctrl+shift+m", "Export Movie")
    dialog.choose("export-size", 1)
    dialog.write("export-fps", "10\t")
    dialog.choose("export-format", 1)
    dialog.write("export-path", out)
    picture(window, "export-webm")
    if not WEBM:
        dialog.click("export-cancel")
        tap(True, "WebM # SKIP GStreamer is not installed")
        return
    dialog.click("export-accept")
    tap(window.wait(lambda: os.path.exists(out), 180) and open(out, "rb").read(4) == b"\x1a\x45\xdf\xa3", "a WebM film")


def save_picture(window, folder):
    for downs, size in ((0, None), (1, "1280x720")):
        out = os.path.join(folder, f"picture-{downs}.png")
        dialog = open_dialog(window, "ctrl+p", "Save Picture")
        if downs:
            dialog.choose("export-size", downs)
        dialog.write("export-path", out)
        picture(window, f"save-picture-{downs}")
        dialog.click("export-accept")
        window.wait(lambda: os.path.exists(out))
        seen = subprocess.run(["identify", "-format", "%wx%h", out], capture_output=True, text=True, check=False).stdout
        tap(seen == (size or seen) and seen != "", f"a picture of {seen}")


def story():
    window = SCRIPT.open("jaw-open")
    record(window)
    out = film(window, SCRIPT.folder)
    frames_differ(out)
    cancelled(window, SCRIPT.folder)
    webm(window, SCRIPT.folder)
    save_picture(window, SCRIPT.folder)
    SCRIPT.close(window)


SCRIPT.run(story)
