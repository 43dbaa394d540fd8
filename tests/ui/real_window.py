# SPDX-License-Identifier: GPL-3.0-or-later
"""The real program under X, driven by real mouse and keyboard events (xdotool); what it shows is asked
for on its standard input (ui/window/self_test/self_test_report.h)."""
import ctypes
import os
import re
import select
import shutil
import signal
import subprocess
import time

SLOW = float(os.environ.get("SINEW_UI_SLOW", "3"))  # a busy machine takes its time; what comes at once is not waited for
DOUBLE_CLICK = 0.5  # more than GTK's 0.4 [s]
INPUT = {"motions": 0, "presses": 1, "releases": 2, "keys": 3}  # in the answer to "input"


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
        self.frame_id = None  # the X window
        self.pointer = None  # where it was moved to
        self.pressed = 0, 0, 0  # when and where a button went down last
        self.listed_files = False  # by a dialog of GTK's

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
        repeat_keys(False)
        self.frame_id = numbers[-1]
        self.frame()

    def frame(self):
        """Until the window has been laid out and drawn with all that came before."""
        self.ask("frame")

    def steady(self, look, seconds=20):
        """What look() says once two frames have not changed it, and it is something."""
        seen = [None]

        def same():
            before, seen[0] = seen[0], look()
            self.frame()
            return before is not None and before == seen[0]
        self.wait(same, seconds)
        return seen[0]

    def settle(self):
        """Until named widgets stay where they are."""
        self.steady(self.widgets)

    def arrives(self, send, *counts, seconds=2):
        """Sends events and waits until the window has had them; counts are (kind, number).  False if they were lost, or
        went to the X server's drag and drop."""
        before = self.ask("input").split()
        send()

        def there():
            now = self.ask("input").split()
            return all(int(now[INPUT[kind]]) - int(before[INPUT[kind]]) >= number for kind, number in counts)
        return self.wait(there, seconds / SLOW)  # what is lost never comes

    def insists(self, send, kind, number):
        """X loses a click or a key now and then on a busy machine: what has not come at all is sent once more."""
        before = self.ask("input").split()[INPUT[kind]]
        if not self.arrives(send, (kind, number), seconds=5) and self.ask("input").split()[INPUT[kind]] == before:
            self.arrives(send, (kind, number))

    # --- hands ---

    def move(self, x, y):
        place = int(x), int(y)
        if place != self.pointer:
            self.arrives(lambda: xdotool("mousemove", *place), ("motions", 1), seconds=1)
        self.pointer = place
        self.frame()

    def over_viewer(self, aside=0):
        """To a place low in the viewer, where keys are the viewer's and nothing is below the pointer."""
        x, y, _, height = self.widgets()["viewer"]
        self.move(x + aside, y + height // 2 - 60)

    def apart(self):
        """Two presses at one place are two only when more time lies between them than in a double click."""
        when, x, y = self.pressed
        place = self.pointer or (-99, -99)
        if abs(place[0] - x) + abs(place[1] - y) < 24:
            self.wait(lambda: time.monotonic() > when + DOUBLE_CLICK)
        self.pressed = time.monotonic(), *place

    def click(self, x, y, button=1):
        if (int(x), int(y)) == self.pointer:  # GTK 4.8 loses a press that no motion preceded when a list closed by a key
            self.move(x + 1, y)
        self.move(x, y)
        self.apart()
        self.insists(lambda: xdotool("click", button), "releases", 1)
        self.frame()

    def repeated_click(self, times, button=1):
        """Where the pointer is, as quickly as a double click is made."""
        self.apart()
        self.arrives(lambda: xdotool("click", "--repeat", times, "--delay", 60, button), ("releases", times))
        self.frame()

    def scroll(self, times, button=4):
        """Turns the wheel where the pointer is, notch by notch."""
        for _ in range(times):
            xdotool("click", button)
            self.frame()

    def click_widget(self, name, seconds=20):
        found = {}

        def place():
            found.clear()
            found.update(self.widgets())
            return found.get(name)
        at = self.steady(place, seconds)  # popovers move while they open
        if at is None:
            raise AssertionError(f"nothing called {name} is shown; there are: " + " ".join(sorted(found)))
        self.click(at[0], at[1])

    def press(self):
        self.apart()
        self.arrives(lambda: xdotool("mousedown", 1), ("presses", 1))
        self.frame()

    def release(self):
        """Drag and drop keeps its release to itself."""
        self.arrives(lambda: xdotool("mouseup", 1), ("releases", 1), seconds=0.5)
        self.frame()

    def glide(self, start, end, steps=8):
        """As a hand moves, each step seen; a button that is down stays down."""
        for i in range(1, steps + 1):
            self.pointer = (int(start[0] + (end[0] - start[0]) * i / steps),
                            int(start[1] + (end[1] - start[1]) * i / steps))
            xdotool("mousemove", *self.pointer)
            self.frame()

    def drag(self, x, y, dx, dy, steps=8, hold=None):
        self.move(x, y)
        self.press()
        self.glide((x, y), (x + dx, y + dy), steps)
        if hold is not None:
            hold()
        self.release()

    def key(self, *keys):
        for key in keys:
            self.insists(lambda key=key: xdotool("key", key), "keys", len(key.split("+")))
        self.frame()

    def type(self, text):
        self.arrives(lambda: xdotool("type", "--delay", 25, text), ("keys", len(text)))
        self.frame()

    def resize(self, width, height):
        """Of the window, moved to the corner of the screen."""
        xdotool("windowsize", self.frame_id, width, height, "windowmove", self.frame_id, 0, 0)
        self.wait(lambda: window_size(self.frame_id) == (width, height), 5)
        self.settle()

    def save_as(self, path, look=lambda: None):
        """Through the dialog, typed; look: while the path stands there."""
        self.over_viewer(200)
        self.key("ctrl+shift+s")
        self.wait(lambda: self.ask_lines("describe-dialog") != [])
        self.answer_file(path, lambda: os.path.exists(path), look)

    def answer_file(self, path, taken, look=lambda: None):
        """Types a path into the dialog of files that is open; look: while it stands there.  The dialog may be listing its
        folder still and take the entry back for that, so again until it is taken; whether it was."""
        self.listed_files = True
        asking = self.ask_lines("describe-dialog")[:1]
        for _ in range(3):
            self.steady(lambda: self.ask_lines("describe-dialog"))
            self.key("ctrl+a")
            self.type(path)
            look()
            self.key("Return")
            if self.wait(taken, 5):
                return True
            if self.ask_lines("describe-dialog")[:1] != asking:
                return self.wait(taken)
        return False

    def picture(self, path):
        subprocess.run(["import", "-window", "root", path], check=True)

    # --- end ---

    def close(self):
        """Exit status; asks it to close."""
        repeat_keys(True)
        try:
            self.program.stdin.write(b"quit\n")
            return self.program.wait(20 * SLOW)
        except (BrokenPipeError, subprocess.TimeoutExpired):
            self.program.send_signal(signal.SIGKILL)
            return self.program.wait()

    def messages(self):
        """What GTK and the program said on standard error, without the missing session bus and what GTK 4.8 says of its
        own: of the key caps of its shortcuts window, of the buttons of its dialog of files while it lists slowly."""
        self.errors.seek(0)
        lines = [line.strip() for line in self.errors if line.strip()]
        known = "session bus|reported min width -4" + "|snapshot GtkButton .* without a current" * self.listed_files
        return [line for line in lines if not re.search(known, line)]


def repeat_keys(on):
    """A server that gets no time between a key's press and its release repeats the key: not while a test types."""
    x11 = ctypes.CDLL("libX11.so.6")
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    (x11.XAutoRepeatOn if on else x11.XAutoRepeatOff)(display)
    x11.XCloseDisplay(display)


def xdotool(*words):
    subprocess.run(["xdotool", *[str(word) for word in words]], check=True)


def window_size(frame_id):
    text = subprocess.run(["xdotool", "getwindowgeometry", "--shell", frame_id], capture_output=True, text=True,
                          check=True).stdout
    numbers = dict(line.split("=") for line in text.split("\n") if "=" in line)
    return int(numbers["WIDTH"]), int(numbers["HEIGHT"])


def tools_there():
    return all(shutil.which(tool) for tool in ("xdotool", "import")) and bool(os.environ.get("DISPLAY"))
