#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MuJoCo models and robots of others (mjcf_urdf): each opens, weighs what its geoms weigh, and runs.  mjcf_test.py SINEW,
with SN_PUBLISHED.  TAP."""
import json
import math
import os
import subprocess
import sys
import tempfile

SINEW = sys.argv[1]
FOLDER = os.path.join(os.environ.get("SN_PUBLISHED", ""), "mjcf_urdf")


def capsule(radius, length):
    return 1000 * math.pi * radius * radius * (length + 4 / 3 * radius)


def ball(radius):
    return 1000 * 4 / 3 * math.pi * radius ** 3


# by hand, from the files: capsules of the two arms; of the torso, waist, legs and arms of the humanoid with its balls
ARM = capsule(0.045, 0.5) + capsule(0.035, 0.5)
HALF = (capsule(0.06, math.hypot(0.01, 0.34)) + capsule(0.049, 0.3) + 2 * capsule(0.027, math.hypot(0.21, 0.02)) +
        capsule(0.04, 0.16 * math.sqrt(3)) + capsule(0.031, 0.16 * math.sqrt(3)) + ball(0.04))
HUMANOID = (capsule(0.07, 0.14) + 2 * capsule(0.06, 0.12) + ball(0.09) + capsule(0.09, 0.14) + 2 * HALF)
# file: mass, joints that move, muscles; None: not counted
CASES = {
    "mujoco/arm26.xml": (ARM, 2, 6),
    "mujoco/humanoid.xml": (HUMANOID, None, 0),
    "mujoco/car.xml": (None, 2, 0),
    "mujoco/pulley_site_wrap.xml": (None, 4, 0),
    "mujoco/tendon_springlength.xml": (ball(0.05), 1, 0),
    "mujoco/tendon_wrap_cylinder.xml": (3 * ball(0.05), None, 0),
    "mujoco/tendon_wrap_sphere.xml": (3 * ball(0.05), None, 0),
    "mujoco/wrap_sidesite.xml": (None, 4, 0),
    "myo_sim/basic/myomuscle.xml": (1, 1, 1),
    "myo_sim/elbow/myoelbow_1dof6muscles.xml": (1.534315, None, 6),
    "myo_sim/elbow/myoelbow_2dof6muscles.xml": (None, None, 6),
    "myo_sim/finger/myofinger_v0.xml": (None, None, 5),
    "myo_sim/finger/motorfinger_v0.xml": (None, None, None),
    "myo_sim/leg/myolegs.xml": (None, None, 80),
    "urdf/kuka_lwr.urdf": (None, None, 0),
}


def main():
    if not os.path.isdir(FOLDER):
        print("1..0 # SKIP SN_PUBLISHED has no folder mjcf_urdf")
        return
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, (mass, joints, muscles)) in enumerate(CASES.items(), 1):
            out = os.path.join(folder, "m.sinew")
            done = subprocess.run([SINEW, "import", os.path.join(FOLDER, name), "--out", out], capture_output=True, text=True)
            info = subprocess.run([SINEW, "info", out, "--json"], capture_output=True, text=True)
            run = subprocess.run([SINEW, "run", out, "--time", "0.05", "--quiet"], capture_output=True, text=True)
            good = done.returncode == 0 and run.returncode == 0
            said = json.loads(info.stdout) if info.returncode == 0 else {}
            count = said.get("components", {})
            if good and mass is not None:
                good = abs(said["mass"] / mass - 1) < 1e-4
            if good and joints is not None:
                good = count.get("hinge", 0) + count.get("slider", 0) == joints
            if good and muscles is not None:
                good = count.get("muscle", 0) == muscles
            bad += not good
            print(f"{'ok' if good else 'not ok'} {number} - {name}: {said.get('mass')} kg ({mass}) {count.get('muscle', 0)} "
                  f"muscles {done.stderr.strip()[-120:]} {run.stderr.strip()[-160:]}".replace("\n", " | "), flush=True)
    print(f"1..{len(CASES)}")
    sys.exit(bad != 0)


main()
