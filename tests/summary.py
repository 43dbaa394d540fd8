#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Counts every test point of a meson run (TAP points one by one) and closes with one plain line.

A program that broke off counts as one failure, whatever its points said before.
"""
import json
import os
import sys
import xml.etree.ElementTree as tree


def broken(path):
    """Names of the programs that meson calls neither good nor skipped."""
    with open(path, encoding="utf-8") as lines:
        results = [json.loads(line) for line in lines if line.strip()]
    return [r["name"] for r in results if r["result"] not in ("OK", "SKIP", "EXPECTEDFAIL")]


def main():
    path, prefix = sys.argv[1], " ".join(sys.argv[2:])
    prefix = prefix and prefix + " "
    try:
        root = tree.parse(path).getroot()
    except (OSError, tree.ParseError) as error:
        print(f"summary: {path}: {error}")
        print(f"{prefix}0 passed, 1 failed, 0 skipped")
        return 1
    passed, failed, skipped = 0, [], []
    for suite in root.iter("testsuite"):
        for case in suite.iter("testcase"):
            name = f"{suite.get('name')} {case.get('name')}"
            if case.find("failure") is not None or case.find("error") is not None:
                failed.append(name)
            elif case.find("skipped") is not None:
                skipped.append(name)
            else:
                passed += 1
    for name in broken(os.path.splitext(os.path.splitext(path)[0])[0] + ".json"):
        if not any(name.split("/")[-1].strip() in f for f in failed):
            failed.append(name + " (broke off)")
    for name in skipped:
        print(f"skipped: {name}")
    for name in failed:
        print(f"failed: {name}")
    print(f"{prefix}{passed} passed, {len(failed)} failed, {len(skipped)} skipped")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
