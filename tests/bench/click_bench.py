#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a click to changed pixels: click_bench.py SINEW [DEMO]..., on a display of its own (./dev bench click).

Presses and releases the button by XTest, then reads the place where the window must answer until it differs.  Before
each click nothing has changed there for a while: what follows the pointer alone does not count.

On a machine that others share the times say little: the program's processor time from the click to the change, of all
its threads, is printed beside them."""
import ctypes
import glob
import os
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "ui"))
from real_window import Window  # noqa: E402

CLICKS = 12
QUIET = 0.4  # how long nothing changes before a click [s]
LIMIT = 5  # [s]
BUDGET = 100  # [ms]
Z_PIXMAP, ALL_PLANES = 2, ctypes.c_ulong(-1)


class Image(ctypes.Structure):
    """The beginning of Xlib's XImage."""
    _fields_ = [("width", ctypes.c_int), ("height", ctypes.c_int), ("xoffset", ctypes.c_int),
                ("format", ctypes.c_int), ("data", ctypes.c_void_p), ("byte_order", ctypes.c_int),
                ("bitmap_unit", ctypes.c_int), ("bitmap_bit_order", ctypes.c_int), ("bitmap_pad", ctypes.c_int),
                ("depth", ctypes.c_int), ("bytes_per_line", ctypes.c_int)]


def processor_ms(pid):
    """That all threads of a program have had so far."""
    total = 0
    for path in glob.glob(f"/proc/{pid}/task/*/schedstat"):
        try:
            with open(path, encoding="ascii") as file:
                total += int(file.read().split()[0])
        except OSError:  # it has ended
            pass
    return total / 1e6


class Screen:
    pid = 0  # of the program that is clicked

    def __init__(self):
        self.x11, self.xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
        self.x11.XOpenDisplay.restype = ctypes.c_void_p
        self.x11.XGetImage.restype = ctypes.POINTER(Image)
        self.x11.XDefaultRootWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(self.x11.XOpenDisplay(None))
        self.root = ctypes.c_ulong(self.x11.XDefaultRootWindow(self.display))

    def pixels(self, box):
        x, y, width, height = box
        image = self.x11.XGetImage(self.display, self.root, int(x), int(y), int(width), int(height), ALL_PLANES, Z_PIXMAP)
        if not image:
            raise SystemExit(f"{box} is not on the screen")
        data = ctypes.string_at(image.contents.data, image.contents.bytes_per_line * image.contents.height)
        self.x11.XDestroyImage(image)
        return data

    def move(self, x, y):
        self.xtst.XTestFakeMotionEvent(self.display, -1, int(x), int(y), 0)
        self.x11.XSync(self.display, 0)

    def click(self):
        for down in (1, 0):
            self.xtst.XTestFakeButtonEvent(self.display, 1, down, 0)
        self.x11.XSync(self.display, 0)

    def quiet(self, box):
        """Its pixels, once they stay."""
        seen, since = self.pixels(box), time.monotonic()
        while time.monotonic() - since < QUIET:
            time.sleep(0.02)
            now = self.pixels(box)
            if now != seen:
                seen, since = now, time.monotonic()
        return seen

    def reaction(self, at, box):
        """Milliseconds from a click to the first change in a box (x, y of its corner, width, height), and those of the
        processor; None: none."""
        self.move(*at)
        before = self.quiet(box)
        worked = processor_ms(self.pid)
        start = time.monotonic()
        self.click()
        while time.monotonic() - start < LIMIT:
            if self.pixels(box) != before:
                took = 1e3 * (time.monotonic() - start)
                return took, processor_ms(self.pid) - worked
            time.sleep(0.0005)
        return None


def around(at, size=80):
    return at[0] - size / 2, at[1] - size / 2, size, size


def report(demo, name, times):
    good = sorted(t[0] for t in times if t is not None)
    work = sorted(t[1] for t in times if t is not None)
    if not good:
        print(f"click  {demo:12} {name:36} no reaction")
        return
    print(f"click  {demo:12} {name:36} median {good[len(good) // 2]:6.0f} ms   worst {good[-1]:6.0f} ms"
          f"   processor {work[len(work) // 2]:4.0f} ms"
          f"   (budget {BUDGET})" + (f"   {len(times) - len(good)} of {len(times)} without" if len(good) < len(times) else ""),
          flush=True)


def bodies_of(window):
    """Two bodies that the picture shows apart."""
    places = []
    for path in window.ask_lines("selection"):
        at = window.numbers("where " + path)
        if at and all(abs(at[0] - x) + abs(at[1] - y) > 60 for x, y in places):
            places.append((at[0], at[1]))
    return places[:2]


def run(sinew, demo):
    screen = Screen()
    with tempfile.TemporaryDirectory() as folder:
        window = Window(sinew, demo, folder=folder)
        try:
            screen.pid = window.program.pid
            window.wait_shown()
            window.settle()
            widgets = window.widgets()
            window.ask("action win.select-all")
            window.frame()
            places = bodies_of(window)
            window.ask("action win.select-none")
            x, y, width, height = widgets["navigator"]
            rows = [(x, y - height / 2 + 14 + 28 * k) for k in (0, 1)]
            path = widgets["path"]
            path = (path[0] - path[2] / 2, path[1] - path[3] / 2, 300, path[3])
            if len(places) == 2:
                report(demo, "body in the picture: its outline", [screen.reaction(places[i % 2], around(places[i % 2]))
                                                                  for i in range(CLICKS)])
                report(demo, "body in the picture: its path", [screen.reaction(places[i % 2], path)
                                                               for i in range(CLICKS)])
            report(demo, "row of the navigator: the row", [screen.reaction(rows[i % 2], around(rows[i % 2], 20))
                                                           for i in range(CLICKS)])
            report(demo, "row of the navigator: its path", [screen.reaction(rows[i % 2], path) for i in range(CLICKS)])
            tools = [widgets["tool-rotate"], widgets["tool-select"]]
            report(demo, "tool", [screen.reaction(tools[i % 2][:2], around(tools[i % 2], 20)) for i in range(CLICKS)])
            pages = [widgets["page-pose"], widgets["page-tracks"]]
            report(demo, "page below the viewer", [screen.reaction(pages[i % 2][:2], around(pages[i % 2], 16))
                                                   for i in range(CLICKS)])
            menu = widgets["main-menu"]
            below = (menu[0] - 60, menu[1] + menu[3] / 2 + 40, 80, 80)
            report(demo, "menu opens or closes", [screen.reaction(menu[:2], below) for _ in range(CLICKS)])
        finally:
            window.close()


for name in sys.argv[2:] or ["arm", "jaw"]:
    run(sys.argv[1], name)
