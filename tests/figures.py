#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Figures of the code, of this tree or of others beside it: figures.py [--names] [FOLDER or COMMIT]...

Rooms are the folders that hold C files.  A room has a circle where functions of two rooms use each other, through others
or not.  --names lists what the last rows only count."""
import contextlib
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

import symbols

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MIN_DUPLICATE = 13
SLEEP = re.compile(r"\b(?:time\.sleep|g_usleep|usleep|nanosleep)\s*\(|\bsettle\(\d|^\s*sleep\s", re.M)
PRODUCT = ("engine/", "render/", "ui/", "app/")


def room(path):
    return os.path.dirname(path)


def product(path):
    return path.startswith(PRODUCT)


class Figures:
    def __init__(self, root):
        self.root = root
        self.tree = symbols.Tree(root)
        self.files = {p: f for p, f in self.tree.files.items() if product(p)}
        self.functions = [f for file in self.files.values() for f in file.functions]
        self.uses = {}  # external name -> files that use it, that of its definition too
        for file in self.tree.files.values():
            for function in file.functions:
                for name in function.uses & self.tree.owners.keys():
                    self.uses.setdefault(name, set()).add(file.path)
            for name in file.outside & self.tree.owners.keys():
                self.uses.setdefault(name, set()).add(file.path)

    # --- rooms ---

    def arrows(self, of):
        """of(path) -> of(path) for each use of an external name across files of the product."""
        arrows = {}
        for path, file in self.files.items():
            for _, name in self.tree.used(file):
                for owner in self.tree.owners[name]:
                    if of(owner) != of(path):
                        arrows.setdefault(of(path), set()).add(of(owner))
        return arrows

    def room_circles(self):
        return symbols.circles(self.arrows(room))

    def file_circles(self):
        """Largest circle of files in each room."""
        arrows = self.arrows(lambda path: path)
        found = {}
        for name in {room(p) for p in self.files}:
            inside = {a: {b for b in to if room(b) == name} for a, to in arrows.items() if room(a) == name}
            found[name] = max((len(c) for c in symbols.circles(inside)), default=0)
        return found

    def rooms(self):
        """name -> (files, lines, asserts, functions, largest circle of files)"""
        table = {}
        circles = self.file_circles()
        for path, file in self.files.items():
            row = table.setdefault(room(path), [0, 0, 0, 0, circles[room(path)]])
            row[0] += 1
            row[1] += file.lines
            row[2] += sum(f.asserts for f in file.functions)
            row[3] += len(file.functions)
        return table

    def function_circles(self):
        """Sets of external functions of several files that call each other."""
        files = {f.name: f.path for f in self.functions if f.name in self.tree.owners}
        arrows = {}
        for file in self.files.values():
            for function in file.functions:
                node = function.name if function.name in files else f"{function.path}:{function.name}"
                own = {f.name: f"{f.path}:{f.name}" for f in file.functions if f.name not in files}
                arrows[node] = {own.get(name, name) for name in function.uses if name in files or name in own}
        return [c for c in symbols.circles(arrows) if len({files.get(n, n.split(":")[0]) for n in c}) > 1]

    # --- names ---

    def one_file_only(self):
        """External, but used nowhere outside the file that defines it (tests count)."""
        return sorted(f"{path}: {name}" for name, owners in self.tree.owners.items() for path in owners
                      if product(path) and path.endswith(".c") and self.uses.get(name, set()) == {path})

    def dead(self):
        return sorted(f"{path}: {name}" for name, owners in self.tree.owners.items() for path in owners
                      if product(path) and not self.uses.get(name))

    def reached(self):
        """Functions that main and the tables of the product reach."""
        by_name = {}
        for function in self.functions:
            by_name.setdefault(function.name, []).append(function)
        work = [name for file in self.files.values() for name in file.outside] + ["main"]
        seen = set()
        while work:
            name = work.pop()
            if name in seen:
                continue
            seen.add(name)
            for function in by_name.get(name, ()):
                work += function.uses
        return seen

    def tests_only(self):
        reached = self.reached()
        return sorted(f"{f.path}:{f.line}: {f.name}" for f in self.functions
                      if f.name in self.tree.owners and f.name not in reached and self.uses.get(f.name))

    # --- text ---

    def sleeps(self):
        found = []
        for folder, folders, names in os.walk(os.path.join(self.root, "tests")):
            folders[:] = [f for f in folders if f != "__pycache__"]
            for name in names:
                if name.endswith((".py", ".c", ".sh", ".h")) and name != os.path.basename(__file__):
                    path = os.path.join(folder, name)
                    with open(path, encoding="utf-8") as file:
                        text = file.read()
                    found += [f"{os.path.relpath(path, self.root)}:{text.count(chr(10), 0, m.start()) + 1}"
                              for m in SLEEP.finditer(text)]
        return sorted(found)

    def duplicates(self):
        """Pairs of places that share MIN_DUPLICATE lines to the letter (indents apart), each pair once."""
        places = {}
        for path in sorted(self.files):
            with open(os.path.join(self.root, path), encoding="utf-8") as file:
                lines = [(n, line.strip()) for n, line in enumerate(file, 1)]
            lines = [(n, line) for n, line in lines
                     if re.search(r"\w", line) and not line.startswith(("#include", "/*", "*", "//"))]
            for at in range(len(lines) - MIN_DUPLICATE + 1):
                block = "\n".join(line for _, line in lines[at:at + MIN_DUPLICATE])
                places.setdefault(block, []).append((path, lines[at][0], at))
        runs = set()
        for found in places.values():
            runs.update((a[0], b[0], a[2], b[2], a[1], b[1]) for i, a in enumerate(found) for b in found[i + 1:])
        starts = {run[:4] for run in runs}
        return sorted(f"{a}:{line_a} ~ {b}:{line_b}" for a, b, at_a, at_b, line_a, line_b in runs
                      if (a, b, at_a - 1, at_b - 1) not in starts)

    def summary(self):
        """(label, value) of each row."""
        lengths = sorted(f.length for f in self.functions)
        rooms = self.rooms()
        lines = sum(row[1] for row in rooms.values())
        circles = self.room_circles()
        yield "C files of the product", len(self.files)
        yield "lines", lines
        yield "functions", len(lengths)
        yield "function length, median", int(statistics.median(lengths))
        yield "function length, p90", lengths[len(lengths) * 9 // 10]
        yield "function length, max", lengths[-1]
        yield "functions over 60 lines", sum(length > 60 for length in lengths)
        yield "rooms", len(rooms)
        yield "files in the largest room", max(row[0] for row in rooms.values())
        yield "asserts a thousand lines", f"{1000 * sum(row[2] for row in rooms.values()) / lines:.2f}"
        yield "circles between rooms", len(circles)
        yield "rooms in them", sum(len(c) for c in circles)
        yield "circles of functions across files", len(self.function_circles())
        yield "largest circle of files in a room", max(row[4] for row in rooms.values())
        for label, names in self.lists():
            yield label, len(names)

    def lists(self):
        yield "functions and tables never used", self.dead()
        yield "externals used in one file only", self.one_file_only()
        yield "functions that only tests reach", self.tests_only()
        yield f"duplicates of {MIN_DUPLICATE} lines or more", self.duplicates()
        yield "sleeps in tests", self.sleeps()


@contextlib.contextmanager
def tree_of(name):
    """The folder of that name, or a copy of that commit while it is looked at."""
    if os.path.isdir(name):
        yield os.path.abspath(name)
        return
    folder = tempfile.mkdtemp(prefix="sinew-figures-")
    try:
        archive = subprocess.Popen(["git", "archive", name], cwd=ROOT, stdout=subprocess.PIPE)
        subprocess.run(["tar", "-x", "-C", folder], stdin=archive.stdout, check=True)
        if archive.wait():
            sys.exit(f"figures: {name} is no folder and no commit")
        yield folder
    finally:
        shutil.rmtree(folder)


def print_rooms(all_figures):
    tables = [figures.rooms() for figures in all_figures]
    for table in tables:
        print(f"\n{'room':32}{'files':>7}{'lines':>8}{'functions':>11}{'asserts/1000':>14}{'circle':>8}")
        for name in sorted(table):
            files, lines, asserts, functions, circle = table[name]
            print(f"{name:32}{files:7}{lines:8}{functions:11}{1000 * asserts / lines:14.2f}{circle:8}")


def main():
    names = "--names" in sys.argv
    wanted = [a for a in sys.argv[1:] if a != "--names"] or [ROOT]
    all_figures, summaries = [], []
    for name in wanted:
        with tree_of(name) as root:
            all_figures.append(Figures(root))
            summaries.append(list(all_figures[-1].summary()))
            if names:
                for label, listed in all_figures[-1].lists():
                    print(f"{label}: {len(listed)}\n  " + "\n  ".join(listed))
                for circle in all_figures[-1].room_circles():
                    print("circle of rooms: " + " ".join(circle))
    width = max(12, *(len(name) + 2 for name in wanted)) if len(wanted) > 1 else 12
    print(f"{'':40}" + "".join(f"{name:>{width}}" for name in wanted) if len(wanted) > 1 else "")
    for row in zip(*summaries):
        print(f"{row[0][0]:40}" + "".join(f"{value:>{width}}" for _, value in row))
    print_rooms(all_figures)


if __name__ == "__main__":
    main()
