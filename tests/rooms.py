#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rooms know only rooms named earlier in rooms.txt, by what they include and by what they call: rooms.py [FOLDER [TABLE]].

An include alone does not tell: a prototype written by hand in a .c file is an arrow too.  So each use of an external
name is held against the room that defines it, or whose header declares it (engine/engine.h is the face of engine/run)."""
import os
import sys

import symbols

HERE = os.path.dirname(os.path.abspath(__file__))


class Room:
    def __init__(self, names, number):
        self.names, self.number = names, number
        self.rooms, self.files = {self}, set()  # what it may know

    def __str__(self):
        return self.names[0]


class Table:
    def __init__(self, path):
        self.path, self.problems = path, []
        self.rooms = []
        self.by_name = {}
        with open(path, encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                line = line.split("#")[0].strip()
                if line:
                    self.add(line, number)

    def add(self, line, number):
        left, colon, right = line.partition(":")
        room = Room(left.split(), number)
        if not colon or not room.names:
            self.problem(number, f"no room and colon: {line}")
            return
        for word in right.split():
            self.allow(room, word)
        for name in room.names:
            if name in self.by_name:
                self.problem(number, f"{name} is named a second time")
            self.by_name[name] = room
        self.rooms.append(room)

    def allow(self, room, word):
        if word.endswith(".h"):
            room.files.add(word)
            if self.of(word) is None:
                self.problem(room.number, f"{room} may know {word}, whose room is not named before it")
            return
        below = [r for n, r in self.by_name.items() if word.endswith("/") and n.startswith(word)]
        named = [self.by_name[word]] if word in self.by_name else below
        if not named:
            self.problem(room.number, f"{room} may know {word}, which is not named before it")
        room.rooms.update(named)

    def problem(self, number, text):
        self.problems.append(f"{self.path}:{number}: {text}")

    def of(self, path):
        """The room of a file; None if no line names it."""
        return self.by_name.get(os.path.splitext(path)[0]) or self.by_name.get(os.path.dirname(path))

    def knows(self, room, path):
        return self.of(path) in room.rooms or path in room.files


def product(tree, table):
    """The files that rooms are about: those below the first folders that the table names."""
    tops = {name.split("/")[0] for name in table.by_name}
    return {path: file for path, file in tree.files.items() if path.split("/")[0] in tops}


def declarations(files):
    """External name -> headers that declare it."""
    found = {}
    for path, file in files.items():
        if path.endswith(".h"):
            for name in file.declared:
                found.setdefault(name, set()).add(path)
    return found


def problems(root, table):
    tree = symbols.Tree(root)
    files = product(tree, table)
    declared = declarations(files)
    filled = set()
    for path, file in files.items():
        room = table.of(path)
        if room is None:
            yield f"{path}: its folder is in no line of {os.path.basename(table.path)}"
            continue
        filled.add(room)
        for name in file.includes:
            if name in files and not table.knows(room, name):
                yield f"{path}: may not include {name}: {table.of(name)} is not named for {room}"
        for function, name in tree.used(file):
            places = tree.owners[name] | declared.get(name, set())
            if not any(table.knows(room, place) for place in places):
                where = f"{path}:{function.line}: {function.name}" if function else path
                yield f"{where} may not use {name} of {min(tree.owners[name])}"
    for name, places in sorted(tree.owners.items()):
        definitions = sorted(place for place in places if place in files)
        if len(definitions) > 1:  # the linker would take either, silently
            yield f"{definitions[1]}: {name} is defined in {definitions[0]} too"
    for room in table.rooms:
        if room not in filled:
            yield f"{table.path}:{room.number}: {room} has no files"


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(HERE)
    table = Table(sys.argv[2] if len(sys.argv) > 2 else os.path.join(HERE, "rooms.txt"))
    found = table.problems + list(problems(root, table))
    print("".join(line + "\n" for line in found) + f"rooms: {len(table.rooms)}, {len(found)} arrows against the order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
