# SPDX-License-Identifier: GPL-3.0-or-later
"""A dialog of the real window: where its named parts are, and hands for them."""
import re
import subprocess


class Dialog:
    """The dialog of the window, an X window of its own."""

    def __init__(self, window, title):
        self.window = window
        self.frame = None
        search = ["xdotool", "search", "--onlyvisible", "--name", "^" + re.escape(title) + "$"]
        found = []

        def shown():
            found[:] = subprocess.run(search, capture_output=True, text=True, check=False).stdout.split()
            return found and window.ask_lines("describe-dialog")[:1] == [title]
        window.wait(shown)
        window.steady(lambda: shown() and found[-1])  # one of that name may be closing still
        self.frame = found[-1]
        window.steady(lambda: [self.origin(), *window.ask_lines("describe-dialog")])

    def origin(self):
        text = subprocess.run(["xdotool", "getwindowgeometry", "--shell", self.frame], capture_output=True, text=True,
                              check=True).stdout
        numbers = dict(line.split("=") for line in text.split("\n") if "=" in line)
        return int(numbers["X"]), int(numbers["Y"])

    def place(self, name):
        x0, y0 = self.origin()
        for line in self.window.ask_lines("describe-dialog")[1:]:
            words = line.rsplit(" ", 4)
            if words[0] == name:
                return x0 + int(words[1]), y0 + int(words[2])
        raise AssertionError(f"the dialog has no {name}")

    def click(self, name):
        self.window.click(*self.place(name))

    def rest(self):
        """Frames of the window are frames of its dialogs: the list has opened, or closed."""
        for _ in range(4):
            self.window.frame()

    def choose(self, name, downs):
        """Another row of a list."""
        self.click(name)
        self.rest()
        self.window.key(*["Down"] * downs)
        self.window.key("Return")
        self.rest()

    def write(self, name, text):
        x, y = self.place(name)
        self.window.move(x - 40, y)
        self.window.repeated_click(3)
        self.window.key("ctrl+a")
        self.window.type(text)
