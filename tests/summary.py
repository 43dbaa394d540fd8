#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts every test point of a meson run (TAP points one by one) and closes with one plain line.

    summary.py LOG.junit.xml [PREFIX] [--of N]

A program that broke off counts as one failure, whatever its points said before.  --of N: the run was ended when its time was
up; of N programs those that were not done count as skipped, and are said to be.
"""
import argparse
import json
import os
import sys
import xml.etree.ElementTree as tree


def results(path):
    """How each program ended, by its name."""
    with open(path, encoding="utf-8") as lines:
        return {r["name"]: r["result"] for r in (json.loads(line) for line in lines if line.strip())}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("path")
    parser.add_argument("prefix", nargs="?", default="")
    parser.add_argument("--of", type=int, default=0)
    arguments = parser.parse_args()
    path, prefix = arguments.path, arguments.prefix and arguments.prefix + " "
    try:
        root = tree.parse(path).getroot()
    except (OSError, tree.ParseError) as error:
        print(f"summary: {path}: {error}")
        print(f"{prefix}0 passed, 1 failed, 0 skipped")
        return 1
    ended = results(os.path.splitext(os.path.splitext(path)[0])[0] + ".json")
    cut = {name for name, result in ended.items() if arguments.of and result == "INTERRUPT"}
    passed, failed, skipped = 0, [], []
    for suite in root.iter("testsuite"):
        for case in suite.iter("testcase"):
            name = f"{suite.get('name')} {case.get('name')}"
            if case.get("name") in cut:
                continue
            if case.find("failure") is not None or case.find("error") is not None:
                failed.append(name)
            elif case.find("skipped") is not None:
                skipped.append(name)
            else:
                passed += 1
    for name, result in ended.items():
        if name not in cut and result not in ("OK", "SKIP", "EXPECTEDFAIL"):
            if not any(name.split("/")[-1].strip() in f for f in failed):
                failed.append(name + " (broke off)")
    skipped += [f"{name}: the time was up" for name in cut]
    left = max(arguments.of - len(ended), 0)
    for name in skipped:
        print(f"skipped: {name}")
    if left:
        print(f"skipped: {left} programs not begun: the time was up")
    for name in failed:
        print(f"failed: {name}")
    print(f"{prefix}{passed} passed, {len(failed)} failed, {len(skipped) + left} skipped")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
