# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program under X, driven by real mouse and keyboard events (xdotool); what it shows is asked
for on its standard input (ui/window/self_test_report.h)."""
import os
import re
import select
import shutil
import signal
import subprocess
import time

SLOW = float(os.environ.get("SINEW_UI_SLOW", "1"))


def own_folders(folder):
    """What one window remembers must not change the next one's layout."""
    folder = os.path.abspath(folder)
    return {"XDG_CONFIG_HOME": os.path.join(folder, "config"), "XDG_STATE_HOME": os.path.join(folder, "state")}


class Window:
    def __init__(self, sinew, *arguments, folder):
        self.errors = open(os.path.join(folder, "stderr.txt"), "a+", encoding="utf-8")
        self.program = subprocess.Popen(
            [sinew, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0,
            env={**os.environ, "SINEW_UI_TEST": "1", "GTK_A11Y": "none", **own_folders(folder)})
        self.pending = b""
        self.frame = None

    # --- questions ---

    def line(self, seconds=60):
        end = time.monotonic() + seconds
        while b"\n" not in self.pending:
            ready, _, _ = select.select([self.program.stdout], [], [], max(0, end - time.monotonic()))
            data = os.read(self.program.stdout.fileno(), 65536) if ready else b""
            if not data:
                raise AssertionError("the window " + ("is gone" if ready else "does not answer"))
            self.pending += data
        line, self.pending = self.pending.split(b"\n", 1)
        return line.decode()

    def ask(self, question):
        self.program.stdin.write(question.encode() + b"\n")
        return self.line()

    def ask_lines(self, question):
        lines = [self.ask(question)]
        while lines[-1] != ".":
            lines.append(self.line())
        return lines[:-1]

    def numbers(self, question):
        answer = self.ask(question)
        try:
            return [float(word) for word in answer.split()]
        except ValueError:
            return None

    def widgets(self):
        """Name -> (x, y, width, height), x and y of the centre."""
        table = {}
        for line in self.ask_lines("describe"):
            name, *numbers = line.rsplit(" ", 4)
            table.setdefault(name, tuple(int(n) for n in numbers))
        return table

    def selection(self):
        return self.ask_lines("selection")

    def time(self):
        return float(self.ask("run").split()[0])

    def state(self):
        return self.ask("run").split()[2]

    # --- waiting ---

    def wait(self, condition, seconds=20):
        """True as soon as the condition holds."""
        end = time.monotonic() + seconds * SLOW
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.05)
        return True

    def wait_shown(self, seconds=60):
        """Until the window is on the screen and answers."""
        search = ["xdotool", "search", "--onlyvisible", "--pid", str(self.program.pid), "--name", "Sinew"]
        numbers = []

        def searched():
            numbers[:] = subprocess.run(search, capture_output=True, text=True, check=False).stdout.split()
            return numbers or self.program.poll() is not None
        self.wait(searched, seconds)
        if not numbers:
            raise AssertionError("no window is shown")
        self.frame = numbers[-1]
        self.ask("run")

    # --- hands ---

    def move(self, x, y):
        xdotool("mousemove", int(x), int(y))
        time.sleep(0.1)

    def over_viewer(self, aside=0):
        """To a place low in the viewer, where keys are the viewer's and nothing is below the pointer."""
        x, y, _, height = self.widgets()["viewer"]
        self.move(x + aside, y + height // 2 - 60)

    def click(self, x, y, button=1):
        self.move(x, y)
        time.sleep(0.2)
        xdotool("click", button)
        time.sleep(0.3)

    def click_widget(self, name, seconds=20):
        found = {}

        def appeared():
            found.update(self.widgets())
            return name in found
        if not self.wait(appeared, seconds):
            raise AssertionError(f"nothing called {name} is shown; there are: " + " ".join(sorted(found)))
        time.sleep(0.3)  # popovers move while they open
        x, y, _, _ = self.widgets()[name]
        self.click(x, y)

    def drag(self, x, y, dx, dy, steps=8, hold=None):
        self.move(x, y)
        time.sleep(0.3)
        xdotool("mousedown", 1)
        time.sleep(0.4)
        for i in range(1, steps + 1):
            xdotool("mousemove", int(x + dx * i / steps), int(y + dy * i / steps))
            time.sleep(0.06)
        if hold is not None:
            hold()
        xdotool("mouseup", 1)
        time.sleep(0.3)

    def key(self, *keys):
        xdotool("key", *keys)
        time.sleep(0.2)

    def type(self, text):
        xdotool("type", "--delay", 25, text)
        time.sleep(0.2)

    def picture(self, path):
        subprocess.run(["import", "-window", "root", path], check=True)

    # --- end ---

    def close(self):
        """Exit status; asks it to close."""
        try:
            self.program.stdin.write(b"quit\n")
            return self.program.wait(20 * SLOW)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.program.send_signal(signal.SIGKILL)
            return self.program.wait()

    def messages(self):
        """What GTK and the program said on standard error, without the missing session bus and what
        GTK 4.8's own shortcuts window says of its key caps."""
        self.errors.seek(0)
        lines = [line.strip() for line in self.errors if line.strip()]
        return [line for line in lines if not re.search("session bus|reported min width -4", line)]


def xdotool(*words):
    subprocess.run(["xdotool", *[str(word) for word in words]], check=True)


def tools_there():
    return all(shutil.which(tool) for tool in ("xdotool", "import")) and bool(os.environ.get("DISPLAY"))
