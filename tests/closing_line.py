#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The one line that closes .ci/run: closing_line.py TEST.LOG SANITIZE.LOG

Passed and skipped are those of the plain run, for the others repeat its tests; failed are those of all three runs.  A run
that did not come to its count is one failure."""
import re
import sys

COUNTS = r"^{}(\d+) passed, (\d+) failed, (\d+) skipped$"


def counts(text, prefix):
    """(passed, failed, skipped) of the last such line."""
    found = re.findall(COUNTS.format(prefix), text, re.M)
    return [int(n) for n in found[-1]] if found else [0, 1, 0]


def main():
    plain, sanitized = (open(path, encoding="utf-8", errors="replace").read() for path in sys.argv[1:3])
    passed, failed, skipped = counts(plain, "")
    failed += counts(sanitized, "address: ")[1] + counts(sanitized, "threads: ")[1]
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
