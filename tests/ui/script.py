# SPDX-License-Identifier: GPL-3.0-or-later
"""A test that works in the real window with mouse and keys, as TAP: NAME.py SINEW.
SINEW_UI_PICTURES=DIR keeps its pictures and one of the moment it failed at, SINEW_UI_KEEP=1 its folder."""
import json
import os
import shutil
import sys
import tempfile

from real_window import Window, tools_there

PICTURES = os.environ.get("SINEW_UI_PICTURES")


def written(folder, name, model):
    """A model file of that name."""
    path = os.path.join(folder, name + ".sinew")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return path


def saved(window, path):
    """Saves by Ctrl+S; the model as the file has it then."""
    window.over_viewer(300)
    window.key("ctrl+s")
    window.frame()
    with open(path, encoding="utf-8") as file:
        return json.load(file)["model"]


class Script:
    def __init__(self):
        self.name = os.path.splitext(os.path.basename(sys.argv[0]))[0]
        self.sinew = sys.argv[1]
        self.folder = None  # of its own, while it runs
        self.window = None  # the last one opened
        self.count = self.bad = 0

    def tap(self, good, text):
        self.count += 1
        self.bad += not good
        print(f"{'ok' if good else 'not ok'} {self.count} - {text}", flush=True)
        return good

    def picture(self, window, name):
        if PICTURES:
            window.settle()
            window.picture(os.path.join(PICTURES, name + ".png"))

    def open(self, *arguments):
        """A window that is shown, with its files in the folder."""
        self.window = Window(self.sinew, *arguments, folder=self.folder)
        self.window.wait_shown()
        return self.window

    def close(self, window):
        """The end of a window that had nothing to complain about."""
        self.tap(window.close() == 0, "it closes")
        self.tap(window.messages() == [], "nothing on standard error: " + " | ".join(window.messages()[:3]))

    def failed(self, error):
        """What the window said is the better half of the report."""
        self.tap(False, f"it goes on: {error!r}")
        if self.window is None:
            return
        print("# " + " | ".join(self.window.messages()[-5:]))
        if PICTURES:
            self.window.picture(os.path.join(PICTURES, self.name + "-failure.png"))
        self.window.close()

    def run(self, story):
        """Plays the story, says how it went and leaves the program."""
        if not tools_there():
            print("1..0 # SKIP a display, xdotool or ImageMagick is missing")
            sys.exit(0)
        self.folder = tempfile.mkdtemp(prefix=f"sinew-{self.name}-")
        try:
            story()
        except Exception as error:
            self.failed(error)
        finally:
            print(f"1..{self.count}")
            if os.environ.get("SINEW_UI_KEEP"):
                print("# kept " + self.folder)
            else:
                shutil.rmtree(self.folder)
        sys.exit(self.bad > 0)
