#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every verification case, a line for each group, and counts them beside docs/numbers.md: verify_test.py SINEW.  TAP."""
import json
import os
import sys

TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [TESTS, os.path.join(TESTS, "run")]
import measured_numbers  # noqa: E402
from tap import done, sinew, tap  # noqa: E402

SANITIZED = bool(os.environ.get("SN_SANITIZE")) and os.environ.get("SN_LONG") != "1"


def check(group, cases):
    """What is not within its tolerance is said."""
    failed = [f"{c['name']}: {c['value']:.12g}, reference {c['reference']:.12g}, error {c['error']:.3e}, allowed {c['tolerance']:.0e}"
              for c in cases if not c["pass"]]
    tap(not failed, f"{group}: {'; '.join(failed) or f'{len(cases)} results'}")


def main():
    # A sanitizer looks at what code does and not at its numbers, so with one each third: all take a quarter of an hour.
    names = sinew("verify", "--list").stdout.split()[::3] if SANITIZED else []
    finished = sinew("verify", "--json", *names)
    cases = json.loads(finished.stdout)["cases"]
    groups = measured_numbers.gathered(cases)
    for group, results in groups.items():
        check(group, results)
    tap(finished.returncode == 0, f"sinew verify ends with status {finished.returncode}")
    if not SANITIZED:
        counts = {name: len(results) for name, results in groups.items()}
        written, total = measured_numbers.counted_in_page()
        tap(counts == written, f"docs/numbers.md lists the groups of `sinew verify` (else ./dev numbers verify: "
            f"{dict(counts.items() ^ written.items())})")
        tap(total == len(cases), f"and their number, {len(cases)}")
    one, two = (json.loads(sinew("verify", name, "--json").stdout)["cases"] for name in ("B7-cone-rate", "E2"))
    tap([case["name"] for case in one] == ["B7-cone-rate"] and len(two) == 11, "a case by its name, a group by its own")
    for name in ("nothing", "B1-nothing-of-this-name"):
        tap(sinew("verify", name).returncode != 0, f"no case {name}")
    done()


main()
