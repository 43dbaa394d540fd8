#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Moment arms over a coordinate by mouse: a click and a drag on the curves pose the model:
sweep_mouse_test.py SINEW.  TAP.  SINEW_UI_PICTURES=DIR keeps pictures."""
import os
import shutil

from dialog import Dialog
from script import Script

SCRIPT = Script()
tap, picture = SCRIPT.tap, SCRIPT.picture
SHOULDER = "/model/joints/shoulder_elev:angle"  # what the biceps begins at


def story():
    folder = os.path.join(SCRIPT.folder, "demos")
    shutil.copytree(os.path.join(os.environ["SINEW_BUILD_ROOT"], "resources", "demos"), folder)
    window = SCRIPT.open(os.path.join(folder, "arm.sinew"))
    window.resize(1440, 900)
    window.wait(lambda: window.state() == "paused")
    window.ask("watch " + SHOULDER)
    window.ask("action win.select-path::/model/muscles/BIClong")
    window.wait(lambda: window.selection() == ["/model/muscles/BIClong"])
    window.ask("action win.moment-arms")
    dialog = Dialog(window, "Moment arms — Sinew")
    window.wait(lambda: window.numbers("value " + SHOULDER) is not None)
    for _ in range(20):  # it computes aside
        dialog.rest()
    x, y = dialog.place("sweep-picture")
    undo = window.ask("undo")

    def angle():
        return (window.numbers("value " + SHOULDER) or [-9])[0]
    before = angle()

    def posed():
        window.click(x, y)
        return window.wait(lambda: angle() > before + 0.3, 3)
    tap(window.wait(posed, 10), f"a click on the curve poses the model {before:.3f} {angle():.3f}")
    middle = angle()
    window.settle()
    picture(window, "sweep-posed")
    window.drag(x, y, 150, 0)
    tap(window.wait(lambda: angle() > middle + 0.3), f"a drag takes it along {middle:.3f} {angle():.3f}")
    window.ask("action win.undo")
    tap(window.wait(lambda: abs(angle() - middle) < 1e-6), f"one step {angle():.3f}")
    window.ask("action win.undo")
    tap(window.wait(lambda: abs(angle() - before) < 1e-6) and window.ask("undo") == undo, f"and the click another {angle():.3f}")
    SCRIPT.close(window)


SCRIPT.run(story)
