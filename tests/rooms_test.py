#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rooms.py against small trees, good and bad, and circles of symbols.py.  TAP."""
import os
import tempfile

import rooms
import symbols

TABLE = """
base:
left: base   # a comment
faces/face: base
right/low right/low/deep: base left
top: base faces/face right/
tool: right/low/low.h
"""
TREE = {
    "base/base.h": "double sn_base(double x);\nextern const int SN_COUNT;\n",
    "base/base.c": '#include "base/base.h"\n\nconst int SN_COUNT = 3;\n\ndouble sn_base(double x)\n{\n    return x;\n}\n',
    "left/left.h": "double sn_left(void);\n",
    "left/left.c": '#include "base/base.h"\n\ndouble sn_left(void)\n{\n    return sn_base(SN_COUNT);\n}\n',
    "right/low/low.h": "double sn_low(void);\ndouble sn_face(void);\n",
    "right/low/low.c": '#include "left/left.h"\n\ndouble sn_low(void)\n{\n    return sn_left();\n}\n',
    "right/low/deep/deep.c": "double sn_deep(void)\n{\n    return 1;\n}\n",
    "right/low/face.c": '#include "right/low/low.h"\n\ndouble sn_face(void)\n{\n    return sn_low();\n}\n',
    "faces/face.h": "double sn_face(void); /* what others may see of right/low */\n",
    "top/top.c": '#include "faces/face.h"\n#include "right/low/low.h"\n\ndouble sn_top(void)\n{\n    return sn_face();\n}\n',
    "tool/tool.c": '#include "right/low/low.h"\n\ndouble sn_tool(void)\n{\n    return sn_low();\n}\n',
}
count = 0


def tap(good, text, found):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {text}" + ("" if good else f": {found}"), flush=True)


def check(changes=None, table=TABLE):
    """What rooms.py finds in the tree with these files changed."""
    with tempfile.TemporaryDirectory(prefix="sinew-rooms-") as root:
        for path, text in {**TREE, **(changes or {})}.items():
            os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
            with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                file.write(text)
        path = os.path.join(root, "rooms.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(table)
        read = rooms.Table(path)
        return read.problems + list(rooms.problems(root, read))


def one(found, *words):
    return len(found) == 1 and all(word in found[0] for word in words)


def main():
    found = check()
    tap(found == [], "a tree in order has no problem", found)

    back = '#include "right/low/low.h"\n\ndouble sn_base(double x)\n{\n    return x * sn_low();\n}\n\nconst int SN_COUNT = 3;\n'
    found = check({"base/base.c": back})
    tap(len(found) == 2 and "may not include right/low/low.h" in found[0] and "sn_base may not use sn_low" in found[1],
        "a circle of two rooms is found, by include and by call", found)

    declared = 'double sn_low(void);\n\ndouble sn_left(void)\n{\n    return sn_low();\n}\n'
    found = check({"left/left.c": declared})
    tap(one(found, "left/left.c:3: sn_left may not use sn_low of right/low/low.c"),
        "a prototype by hand hides no arrow", found)

    table = 'extern double (*sn_steps[1])(void);\ndouble sn_low(void);\n\nstatic double (*const steps[])(void) = {\n    sn_low,\n};\n'
    found = check({"left/table.c": table})
    tap(one(found, "left/table.c may not use sn_low"), "nor does a table of functions", found)

    said = 'double sn_left(void)\n{\n    /* sn_low() */\n    return sizeof "sn_low" + value.sn_low; // sn_low\n}\n'
    found = check({"left/left.c": said})
    tap(found == [], "comments, text and members are no arrows", found)

    found = check({"tool/tool.c": '#include "right/low/low.h"\n\ndouble sn_deep(void);\n\ndouble sn_tool(void)\n{\n'
                                  "    return sn_deep();\n}\n"})
    tap(one(found, "tool/tool.c", "may not use sn_deep"), "a room known by its face only has no other functions", found)

    found = check({"left/other.c": "double sn_base(double x)\n{\n    return 2 * x;\n}\n"})
    tap(one(found, "sn_base is defined in base/base.c too"), "a name that two files define", found)

    found = check({"attic/new.c": "int sn_new(void)\n{\n    return 1;\n}\n"}, TABLE + "attic/below:\n")
    tap(len(found) == 2 and "attic/new.c: its folder is in no line" in found[0] and "attic/below has no files" in found[1],
        "a folder that is in no line, and a line without a folder", found)

    found = check(table=TABLE.replace("left: base", "left: base right/low"))
    tap(one(found, "left may know right/low, which is not named before it"), "the table itself has an order", found)
    found = check(table=TABLE + "left:\n")
    tap(any("left is named a second time" in line for line in found), "and names a room once", found)

    arrows = {"a": {"b"}, "b": {"c", "d"}, "c": {"a"}, "d": {"e"}, "e": set(), "f": {"g"}, "g": {"f", "a"}}
    tap(sorted(symbols.circles(arrows)) == [["a", "b", "c"], ["f", "g"]], "circles of arrows", symbols.circles(arrows))
    print(f"1..{count}")


main()
