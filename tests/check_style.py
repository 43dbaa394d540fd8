#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Lengths of functions and files, licence lines, unfinished words, formatting, unlisted sources, the dialect of C (dialect.py says which)."""
import os
import re
import subprocess
import sys

from dialect import Dialect
from sources import c_files

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FUNCTION_LIMIT, FUNCTION_RULE, FILE_RULE, FILE_LIMIT = 100, 60, 600, 800
# names from anywhere reach a terminal through engine/base/terminal.h alone; these write to tests, or constants
SPEAKS_BY_ITSELF = re.compile(r"^(tests/|resources/|engine/base/(terminal|memory)\.c|engine/sim/system/scratch\.c|engine/check/bench/bench\.c|"
                              r"ui/window/self_test|ui/session/marks\.c)")
SPEAKS = re.compile(r"\b(?:(?:printf|g_print|g_printerr|g_message|g_warning|g_critical|perror)\s*\(|fprintf\s*\(\s*std)[^;]*?%[-.*\d]*s|"
                    r"\bputs\s*\(\s*[^\"\s]|\bfputs\s*\(\s*[^\",]+,\s*std")
# a comment whose function was moved away, or that another was put before
STRAY = re.compile(r"^/\*(?! SPDX| ---)(?:[^*]|\*(?!/))*\*/\n(?=/\*)", re.M)
UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK|not implemented|for now)\b", re.I)


def functions(lines):
    """(name, first line, length) of each function body that opens and closes in column 0."""
    start, name = None, ""
    for number, line in enumerate(lines, 1):
        if line.startswith("{"):
            start = number
        elif start and line.startswith("}"):
            yield name, start, number - start + 1
            start = None
        elif re.match(r"^[A-Za-z_].*\(", line) and not line.rstrip().endswith(";"):
            name = line.split("(")[0].split()[-1].lstrip("*")


def listed(path):
    """A source that no meson.build of its folder or above names (by file or, in a loop, by stem) is never built."""
    stem = re.sub(r"_test$", "", os.path.basename(path)[:-2])
    folder = os.path.dirname(path)
    while True:
        build = os.path.join(ROOT, folder, "meson.build")
        if os.path.exists(build):
            text = open(build, encoding="utf-8").read()
            if os.path.relpath(path, folder or ".") in text or f"'{stem}'" in text or f"'{stem}'," in text:
                return True
        if not folder:
            return False
        folder = os.path.dirname(folder)


def misnamed(path, lines):
    """A test program is NAME_test.c, one that measures NAME_bench.c, one that others start NAME_helper.c."""
    return (path.startswith("tests/") and any(re.match(r"int main\(", line) for line in lines) and
            not re.search(r"_(test|bench|helper)\.c$|/look\w*\.c$", path))


def main():
    os.chdir(ROOT)
    files = c_files(ROOT)
    errors, total, over_rule, long_files = [], 0, 0, 0
    for path in files:
        lines = open(path, encoding="utf-8").read().split("\n")
        if "SPDX-License-Identifier" not in lines[0]:
            errors.append(f"{path}:1: no SPDX line")
        long_files += len(lines) - 1 > FILE_RULE
        if len(lines) - 1 > FILE_LIMIT:
            errors.append(f"{path}: {len(lines)} lines: is it one concept?")
        for number, line in enumerate(lines, 1):
            if len(line) > 100:
                errors.append(f"{path}:{number}: {len(line)} columns")
            if UNFINISHED.search(line):
                errors.append(f"{path}:{number}: unfinished: {line.strip()}")
        text = "\n".join(lines)
        errors += [f"{path}:{text.count(chr(10), 0, found.start()) + 1}: a comment before a comment, of nothing"
                   for found in STRAY.finditer(text)]
        if not SPEAKS_BY_ITSELF.match(path):
            errors += [f"{path}:{text.count(chr(10), 0, found.start()) + 1}: say it with sn_say (engine/base/terminal.h)"
                       for found in SPEAKS.finditer(text)]
        errors += [f"{path}:{number}: {what}" for number, what in Dialect("\n".join(lines)).notes]
        for name, start, length in functions(lines):
            total += 1
            over_rule += length > FUNCTION_RULE
            if length > FUNCTION_LIMIT:
                errors.append(f"{path}:{start}: {name} has {length} lines")
        if misnamed(path, lines):
            errors.append(f"{path}: a test program is called NAME_test.c")
        if path.endswith(".c") and not listed(path):
            errors.append(f"{path}: in no meson.build")
    format_check = subprocess.run(["clang-format", "--dry-run", "-Werror", "--ferror-limit=1"] +
                                  files, capture_output=True, text=True)
    errors += [l for l in format_check.stderr.split("\n") if "error:" in l]
    print("".join(line + "\n" for line in errors) + f"style: {len(files)} files, {total} functions, {over_rule} over {FUNCTION_RULE} lines, "
          f"{long_files} files over {FILE_RULE} lines, {len(errors)} problems")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
