#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models of random_models.py that one integrator once took wrong, against Runge-Kutta.  TAP."""
import json
import os
import sys
import tempfile

import random_models

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from tap import done, tap  # noqa: E402

SINEW = sys.argv[1]
# a loop whose rows turn so that velocities across them alternate and grow; and two joints between
# the same bodies, whose forces against each other grew to 1e10 N and took the motion with them
CASES = ((40, "newton_trapezoidal", 5e-4, 2e-6), (65, "backward_euler", 1.25e-4, 3e-4))

with tempfile.TemporaryDirectory() as out:
    for seed, method, step, most in CASES:
        path = os.path.join(out, "m.sinew")
        with open(path, "w", encoding="utf8") as file:
            json.dump(random_models.model(seed, True), file)
        found = [random_models.run(SINEW, path, name, step, out) for name in (method, "runge_kutta_4")]
        said = found[0][1] + found[1][1]
        off = random_models.apart(found[0][0], found[1][0]) if not said else float("inf")
        tap(off < most, f"model {seed}: {method} ends {off:.2g} m from Runge-Kutta {said}")
sys.exit(done())
