#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""viewport_smoke.py SINEW MODEL: the program with a real mouse and keyboard (xdotool): a click on the middle of the
viewer selects, a drag turns the view and keeps the selection, a click on the empty corner clears it, keys choose tools,
the right button opens the menu."""
import subprocess
import sys
import time


class Window:
    def __init__(self, program, model):
        self.process = subprocess.Popen([program, model], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env={**__import__("os").environ, "SINEW_UI_TEST": "1"})
        found = subprocess.run(["timeout", "40", "xdotool", "search", "--sync", "--onlyvisible", "--pid",
                                str(self.process.pid), "--name", "Sinew"], capture_output=True, text=True, check=True)
        self.id = found.stdout.split()[-1]

    def ask(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        lines = []
        while (line := self.process.stdout.readline()) not in (".\n", ""):
            lines.append(line.rstrip("\n"))
        return lines

    def widgets(self):
        return {line.split()[0]: [int(word) for word in line.split()[1:]] for line in self.ask("describe")}

    def mouse(self, *words):
        for word in words:
            subprocess.run(["xdotool", *word.split()], check=True)
            time.sleep(0.15)

    def selection(self, wanted, what):
        """Waits until the selection is as wanted."""
        for _ in range(60):
            got = self.ask("selection")
            if wanted(got):
                print(f"ok - {what}: {' '.join(got) or 'nothing'}")
                return
            time.sleep(0.25)
        print(f"not ok - {what}: {' '.join(got) or 'nothing'}")
        sys.exit(1)


def main():
    window = Window(sys.argv[1], sys.argv[2])
    try:
        print("1..5")
        while "viewer" not in window.widgets():
            time.sleep(0.25)
        time.sleep(4)  # the panels have their sizes, the first picture is there
        x, y, width, height = window.widgets()["viewer"]
        middle = f"mousemove --window {window.id} {x} {y - height // 5}"  # on the temple
        corner = f"mousemove --window {window.id} {x - width // 2 + 90} {y + height // 2 - 60}"
        window.mouse(middle, "click 1")
        window.selection(lambda got: len(got) == 1, "a click selects")
        window.mouse(corner, "mousedown 1", "mousemove_relative 30 0", "mousemove_relative 40 0", "mouseup 1")
        window.selection(lambda got: len(got) == 1, "a drag turns the view only")
        window.mouse(corner, "mousemove_relative 2 2", "click 1")
        window.selection(lambda got: len(got) == 0, "a click on nothing clears")
        window.mouse(middle, "key g")
        pressed = any(name == "local-axes" for name in window.widgets())
        print(("ok" if pressed else "not ok") + " - G takes the move tool")
        window.mouse("key Escape", middle, "mousemove_relative 3 3", "click 3")
        for _ in range(60):
            shown = "viewport-menu" in window.widgets()
            if shown:
                break
            time.sleep(0.25)
        print(("ok" if shown else "not ok") + " - the right button opens the menu")
        sys.exit(0 if pressed and shown else 1)
    finally:
        window.process.kill()


main()
