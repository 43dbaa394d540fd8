#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A person who does things in any order: clicks, drags, menus, commands, keys, numbers, while the model runs or rests;
random_hands_test.py SINEW.  The window goes on answering, says nothing on standard error, and all that was done is undone
to the text that the model had and done again to the text it came to.  TAP.
SINEW_HANDS=N deeds (40, 1000 with SN_LONG=1), SINEW_HANDS_SEED draws others, SINEW_HANDS_MODEL works on another demo."""
import json
import os
import random
import shutil

from real_window import xdotool
from script import Script, saved

SCRIPT = Script()
tap = SCRIPT.tap
DEEDS = int(os.environ.get("SINEW_HANDS", "1000" if os.environ.get("SN_LONG") == "1" else "40"))
SEED = int(os.environ.get("SINEW_HANDS_SEED", "1"))
MODEL = os.environ.get("SINEW_HANDS_MODEL", "cradle")
DICE = random.Random(SEED)
# what a person may type into the palette; not what leaves the document or asks for a file
WORDS = ["add hinge", "add marker", "add muscle", "add rigid body", "add fem", "add collision", "add frame", "add wrapping surface",
         "add output probe", "add plot", "add panel", "add exciter", "duplicate", "mirror", "hide", "show all", "select all",
         "invert", "delete", "measure selection", "convex hull", "place markers", "draw muscle", "undo", "redo", "history",
         "lock", "unlock all", "tag red", "no tag", "fit", "record", "plot", "drive", "track path", "panel from selection",
         "settle", "use present", "dark", "light", "checks", "pose", "names", "grid", "second viewer", "clip", "go to the start"]
KEYS = ["Escape", "Escape", "Return", "Delete", "ctrl+z", "ctrl+shift+z", "ctrl+d", "ctrl+m", "h", "alt+h", "g", "r", "s", "t", "v",
        "1", "2", "3", "x", "z", "b", "c", "shift+c", "m", "f", "Home", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "Tab", "Down", "Up",
        "shift+a", "F2", "shift+F10", "Menu", "ctrl+shift+d", "F8", "F9", "F12", "ctrl+2", "KP_1", "KP_3", "KP_7", "KP_5", "space"]


def collisions(window):
    """What shows its force, or does not: of contact, and of joints with one side."""
    return [f"/model/{where}/{i}" for where in ("collisions", "joints") for i in range(6)
            if window.ask(f"model /model/{where}/{i}:show_force") != "none"]


class Person:
    def __init__(self, window):
        self.window = window
        self.deeds = [self.click, self.click, self.click, self.menu, self.menu, self.drag, self.key, self.key, self.command,
                      self.command, self.row, self.widget, self.number, self.play, self.rest, self.force, self.out]

    def place(self):
        x, y, width, height = self.window.widgets()["viewer"]
        return x + DICE.uniform(-0.4, 0.4) * width, y + DICE.uniform(-0.35, 0.35) * height

    def click(self):
        hold = DICE.choice([None, None, None, "ctrl", "shift", "alt"])
        place = self.place()
        self.window.move(*place)
        if hold:
            xdotool("keydown", hold)
        xdotool("click", "--repeat", DICE.choice([1, 1, 1, 2]), "--delay", 60, 1)
        if hold:
            xdotool("keyup", hold)
        return f"click {hold}"

    def menu(self):
        """A menu, an item or two of it, or away from it, before it has opened or after."""
        self.window.move(*self.place())
        xdotool("click", 3)
        if DICE.random() < 0.8:
            self.window.wait(lambda: "viewport-menu" in self.window.widgets(), 1)
        chosen = []
        for _ in range(DICE.choice([0, 1, 1, 2])):
            items = [name for name in self.window.widgets() if name.startswith("item:")]
            if items:
                name = DICE.choice(items)
                if "…" in name or name in ("item:Picture", "item:Close"):
                    break
                chosen.append(name)
                x, y, _, _ = self.window.widgets().get(name, (5, 5, 0, 0))
                self.window.move(x, y)
                if DICE.random() < 0.3:
                    self.window.wait(lambda: False, DICE.uniform(0.1, 0.8) / 3)  # the tooltip
                xdotool("click", 1)
                self.window.frame()
        xdotool("key", DICE.choice(["Escape", "Return", "Escape"]))
        return "menu " + " ".join(chosen)

    def drag(self):
        button = DICE.choice([1, 1, 2, 3])
        hold = DICE.choice([None, None, "shift", "ctrl"])
        self.window.move(*self.place())
        if hold:
            xdotool("keydown", hold)
        xdotool("mousedown", button)
        for _ in range(DICE.randint(1, 4)):
            xdotool("mousemove", *(int(v) for v in self.place()))
        if DICE.random() < 0.2:
            xdotool("key", DICE.choice(["Escape", "x", "2", "ctrl+z"]))
        xdotool("mouseup", button)
        if hold:
            xdotool("keyup", hold)
        self.window.pointer = None
        return f"drag {button} {hold}"

    def key(self):
        self.window.over_viewer(DICE.choice([-200, 0, 200]))
        key = DICE.choice(KEYS)
        xdotool("key", key)
        return "key " + key

    def command(self):
        self.window.over_viewer(100)
        xdotool("key", "F3")
        if not self.window.wait(lambda: "palette-entry" in self.window.widgets(), 1):
            return "no palette"
        words = DICE.choice(WORDS)
        xdotool("type", "--delay", 10, words)
        xdotool("key", "Return")
        return "command " + words

    def row(self):
        rows = [at for name, at in self.window.widgets().items() if name.startswith("row:")]
        if rows:
            x, y, width, _ = DICE.choice(rows)
            self.window.move(x + DICE.choice([-width // 2 + 14, 0, width // 2 - 14]), y)
            xdotool("click", DICE.choice([1, 1, 3]))
        return "row"

    def widget(self):
        """Any control that has a name, but for those that leave the window."""
        out = ("viewer", "open", "save", "demos", "main-menu", "recorded", "navigator", "properties", "speed")
        names = [name for name in self.window.widgets() if name not in out and not name.startswith("item:")]
        name = DICE.choice(names)
        x, y, _, _ = self.window.widgets().get(name, (700, 300, 0, 0))
        self.window.move(x, y)
        if DICE.random() < 0.3:
            self.window.wait(lambda: False, 0.7 / 3)
        xdotool("click", 1)
        return "widget " + name

    def number(self):
        """A number of the properties, typed, kept or not."""
        fields = [at for name, at in self.window.widgets().items() if name.startswith(("number", "field", "slider", "label-"))]
        if fields:
            x, y, width, _ = DICE.choice(fields)
            self.window.move(x + DICE.uniform(-0.4, 0.4) * width, y)
            xdotool("click", 1)
            xdotool("type", "--delay", 10, "--", DICE.choice(["1", "-3", "abc", "1e99", "0", "25", "0.5", "pi"]))
            xdotool("key", DICE.choice(["Return", "Tab", "Escape"]))
        return "number"

    def play(self):
        self.window.ask("action win.play")
        return "play"

    def rest(self):
        self.window.ask("action win.reset")
        return "start"

    def force(self):
        """What shows its force shows it no more, or the other way round."""
        of = collisions(self.window)
        if not of:
            return "no force to show"
        path = DICE.choice(of)
        self.window.ask(f"action win.select-path::{path}")
        self.window.settle()
        box = self.window.widgets().get("label-show_force")
        if box:
            self.window.click(box[0] + box[2] // 2 + 16, box[1])
        return "show force of " + path

    def out(self):
        """Out of whatever is open."""
        for _ in range(3):
            xdotool("key", "Escape")
        return "out"

    def act(self):
        deed = DICE.choice(self.deeds)()
        for name in [line.split()[0] for line in self.window.ask_lines("describe-dialog") if line.strip()]:
            deed += " (question: " + name + ")"
            xdotool("key", DICE.choice(["Escape", "Escape", "Return"]))
            break
        self.window.frame()
        return deed


def calm(window):
    """Out of questions, menus, tools and a run, the keys the viewer's."""
    for _ in range(4):
        xdotool("key", "Escape")
        window.frame()
    if window.state() == "playing":
        window.ask("action win.play")
        window.wait(lambda: window.state() != "playing")
    window.ask("action win.reset")
    window.ask("action win.tool::select")
    window.settle()


def text_of(window, path):
    window.ask("action win.save")
    window.frame()
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def differences(one, other, path="model"):
    """Where two texts differ, for who has to find out why."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [line for key in sorted(set(one) | set(other))
                for line in differences(one.get(key), other.get(key), f"{path}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [line for i, (a, b) in enumerate(zip(one, other)) for line in differences(a, b, f"{path}[{i}]")]
    return [] if one == other else [f"{path}: {str(one)[:80]} -> {str(other)[:80]}"]


VIEWS = {"timeline": ("loop", "loop_from", "loop_to", "folded"), "track": ("open", "height")}  # rows with SN_VIEW


def without_views(value):
    """What is open, folded or looped is no change of the model, and no step of undo."""
    if isinstance(value, dict):
        inner = {key: without_views({name: row for name, row in part.items() if name not in VIEWS[key]}
                                    if key in VIEWS and isinstance(part, dict) else part) for key, part in value.items()}
        return {key: part for key, part in inner.items() if part != {} or key not in VIEWS}
    return [without_views(inner) for inner in value] if isinstance(value, list) else value


def story():
    demos = os.path.join(os.environ["SINEW_BUILD_ROOT"], "resources", "demos")
    folder = os.path.join(SCRIPT.folder, "demos")
    shutil.copytree(demos, folder)
    path = os.path.join(folder, MODEL + ".sinew")
    window = SCRIPT.open(path)
    window.resize(1440, 900)
    window.wait(lambda: window.state() == "paused")
    first = text_of(window, path)
    person = Person(window)
    said = 0
    for i in range(DEEDS):
        deed = person.act()
        messages = window.messages()
        print(f"# {i} {deed}", flush=True)
        for line in messages[said:]:
            print("#   said: " + line, flush=True)
        said = len(messages)
    calm(window)
    last = text_of(window, path)
    tap(True, f"{DEEDS} deeds of seed {SEED} on {MODEL}")
    steps = 0
    while window.ask("undo") != "none" and steps < 20 * DEEDS:
        window.ask("action win.undo")
        steps += 1
    apart = differences(without_views(first), without_views(text_of(window, path)))
    tap(not apart, f"undone in {steps} steps to the same text" + "".join(f"; {line}" for line in apart[:5]))
    for _ in range(steps):
        window.ask("action win.redo")
    apart = differences(without_views(last), without_views(text_of(window, path)))
    tap(not apart, "and done again to the same" + "".join(f"; {line}" for line in apart[:5]))
    SCRIPT.close(window)


SCRIPT.run(story)
