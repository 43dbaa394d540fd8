#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the C files of a tree define and use, read from their text: no build is needed.

The style of this project is relied on: a function's body opens and closes in column 0.  Names made by pasting in macros
(the kernels of each instruction set) are not followed."""
import os
import re

from sources import c_files

WORD = re.compile(r"(?<!->)(?<!\.)\b[A-Za-z_]\w*")  # members of structs are no names of functions
NOISE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n\\]|\\.|\\\n)*", re.M | re.S)
TYPE_MACRO = re.compile(r"G_DEFINE_\w*(?:TYPE|INTERFACE)\w*\s*\(\s*\w+\s*,\s*(\w+)")
KEYWORDS = frozenset("if for while switch return sizeof do else case defined _Static_assert static_assert "
                     "__attribute__ typeof __typeof__ _Alignof alignof _Alignas".split())


class Function:
    def __init__(self, path, name, line, length, static, uses, asserts):
        self.path, self.name, self.line, self.length, self.static = path, name, line, length, static
        self.uses, self.asserts = uses, asserts


class File:
    """A file's functions, variables, names it declares only, and the words used outside functions (tables, macros)."""

    def __init__(self, path, text):
        self.path, self.lines = path, text.count("\n")
        self.includes = re.findall(r'^\s*#\s*include\s*"([^"]+)"', text, re.M)
        self.functions, self.variables, self.outside, self.declared = [], [], set(), set()
        plain = NOISE.sub(blank, text)
        for directive in DIRECTIVE.findall(plain):
            if not re.match(r"\s*#\s*include", directive):
                self.outside.update(words(directive.split("define", 1)[-1]))
        for prefix in TYPE_MACRO.findall(plain):
            self.outside.update((prefix + "_init", prefix + "_class_init"))
        self.scan(DIRECTIVE.sub(blank, plain))

    def scan(self, plain):
        start, declaration = 0, 0
        lines = plain.split("\n")
        while start < len(lines):
            if not lines[start].startswith("{"):
                start += 1
                continue
            end = start
            while end < len(lines) and not lines[end].startswith("}"):
                end += 1
            self.statements("\n".join(lines[declaration:start]), start, end, lines)
            start = declaration = end + 1
        self.statements("\n".join(lines[declaration:]), None, None, lines)

    def statements(self, text, start, end, lines):
        """What stands between two bodies; the last statement is the head of the body start..end."""
        parts = split_statements(text)
        head = parts.pop() if start is not None else None
        for part in parts:
            self.statement(part)
        if head is None:
            return
        match = re.search(r"(\w+)\s*\(", head)
        if not match or "=" in head.split("(")[0]:
            self.outside.update(words(head + "\n".join(lines[start:end])))
            return
        name = [m for m in re.findall(r"(\w+)\s*\(", head) if m not in KEYWORDS][0]
        body = "\n".join(lines[start:end + 1])
        self.functions.append(Function(
            self.path, name, start, end - start + 1, bool(re.search(r"\bstatic\b", head)),
            words(body) | words(head) - {name},
            len(re.findall(r"\b(?:g_)?assert\w*\s*\(|\bg_return_\w+\s*\(", body))))

    def statement(self, part):
        """A declaration, or a variable with or without what it begins with."""
        left, equals, right = part.partition("=")
        if not equals and re.search(r"\w\s*\(", part) and "{" not in part:
            self.declared.update(re.findall(r"(\w+)\s*\(", part))
            return  # a prototype is no use of what it declares
        if re.search(r"\b(typedef|struct|union|enum)\b[^=]*\{", left) or re.match(r"\s*typedef\b", part):
            self.outside.update(words(part))
            return
        name = re.search(r"(\w+)\s*(?:\[[^\]]*\]\s*)*$", left)
        if name and not re.search(r"\b(static|extern)\b", left) and len(left.split()) > 1:
            self.variables.append(name.group(1))
            self.outside.update(words(left) - {name.group(1)} | words(right))
        elif name and re.search(r"\bextern\b", left):
            self.declared.add(name.group(1))
        else:
            self.outside.update(words(part))


def blank(match):
    """What is not code goes; lines stay."""
    return "\n" * match.group(0).count("\n") or " "


def words(text):
    return set(WORD.findall(text))


def split_statements(text):
    """At the semicolons (and ends of blocks) that are inside nothing."""
    parts, depth, begun = [], 0, 0
    for at, letter in enumerate(text):
        depth += letter in "({["
        depth -= letter in ")}]"
        if letter == ";" and depth == 0:
            parts.append(text[begun:at])
            begun = at + 1
    parts.append(text[begun:])
    return parts


class Tree:
    """All files below a folder, and who defines each external name."""

    def __init__(self, root):
        self.root = root
        self.files = {}
        for path in c_files(root):
            with open(os.path.join(root, path), encoding="utf-8") as file:
                self.files[path] = File(path, file.read())
        self.owners = {}  # external name of the product -> files that define it; what a header defines inline too
        for file in self.files.values():
            if file.path.startswith("tests/"):
                continue
            inline = file.path.endswith(".h")
            names = [f.name for f in file.functions if f.name.startswith("sn_") and (inline or not f.static)]
            names += [] if inline else [name for name in file.variables if name.startswith(("sn_", "SN_"))]
            for name in names:
                self.owners.setdefault(name, set()).add(file.path)

    def used(self, file):
        """(function or None, external name) for each name that the file uses and another file defines."""
        own = {f.name for f in file.functions} | set(file.variables)
        for function, names in [(f, f.uses) for f in file.functions] + [(None, file.outside)]:
            for name in sorted(names - own):
                if name in self.owners and file.path not in self.owners[name]:
                    yield function, name


def circles(arrows):
    """Sets of more than one that reach each other (Tarjan); arrows: name -> names."""
    order, low, stack, found = {}, {}, [], []

    def visit(start):
        work = [(start, iter(sorted(arrows.get(start, ()))))]
        order[start] = low[start] = len(order)
        stack.append(start)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in order:
                    order[other] = low[other] = len(order)
                    stack.append(other)
                    work.append((other, iter(sorted(arrows.get(other, ())))))
                    break
                if other in stack:
                    low[node] = min(low[node], order[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == order[node]:
                    at = stack.index(node)
                    circle = stack[at:]
                    del stack[at:]
                    if len(circle) > 1:
                        found.append(sorted(circle))
    for node in sorted(arrows):
        if node not in order:
            visit(node)
    return found
