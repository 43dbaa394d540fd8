#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Actuators of MuJoCo models with dynamics of their own (filters, integrals) against MuJoCo 3.3.8's motion (Runge-Kutta;
its exact filters are of first order there: extrapolated from steps of 1e-4 and 2e-5 s), and against their closed form
by every integrator.  mjcf_dynamics_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import tempfile

from mjcf_taken import take, write
from tap import done, sinew, tap

TEXT = """<mujoco><option gravity="0 0 0"><flag contact="disable"/></option><worldbody><site name="o" pos="8 0 .5"/>
<body name="b0" pos="0 0 0"><joint name="j0" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/></body>
<body name="b1" pos="1 0 0"><joint name="j1" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/></body>
<body name="b2" pos="2 0 0"><joint name="j2" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/></body>
<body name="b3" pos="3 0 0"><joint name="j3" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/></body>
<body name="b4" pos="4 0 0"><joint name="j4" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/></body>
<body name="b5" pos="5 0 0"><joint name="j5" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/></body>
<body name="b6" pos="6 0 0"><joint name="j6" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/></body>
<body name="b7" pos="7 0 0"><joint name="j7" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/></body>
<body name="b8" pos="8 0 0"><joint name="j8" axis="0 1 0"/><geom type="box" size=".1 .02 .05" pos=".1 0 0" mass="1"/><site name="e" pos=".2 0 0"/></body>
</worldbody><tendon><spatial name="t"><site site="o"/><site site="e"/></spatial></tendon><actuator><motor joint="j0"/>
<general joint="j1" dyntype="filter" dynprm=".05" gainprm="2"/>
<general joint="j2" dyntype="filterexact" dynprm=".2" gainprm="2" biastype="affine" biasprm="0 -2 -.1"/>
<position joint="j3" kp="5" kv=".4" timeconst=".1"/>
<cylinder joint="j4" area="2" timeconst=".1"/>
<general joint="j5" dyntype="integrator" gainprm="2" biastype="affine" biasprm="0 -2 -.1" actrange="-.03 .03"/>
<intvelocity joint="j6" kp="3" kv=".2" actrange="-1 1"/>
<general joint="j7" dyntype="filter" dynprm=".05" gainprm="2" forcerange="-.15 .15"/>
<general tendon="t" dyntype="filter" dynprm=".05" gainprm="-20"/>
<position tendon="t" kp="30" timeconst=".1"/></actuator>
<keyframe><key name="k" ctrl="0.2 0.23 0.26 0.29 0.32 0.35 0.38 0.41 0.44 .7" qvel="0 0 .5 0 0 0 0 0 0"/></keyframe></mujoco>"""
REACHED = (1.76470588, 3.32823161, 0.24703023, 0.28623243, 3.83695603, 0.02911162, 0.16537031, 1.29786134, -4.56028746)


def angles(folder, out, document, names, *words):
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 0.5, "targets": [f"joints/{n}:angle" for n in names]}]
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("run", out, "--time", "0.5", "--probes", folder, "--quiet", *words)
    if run.returncode != 0:
        tap(False, run.stderr.strip())
        return [math.nan] * len(names)
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return [float(x) for x in list(csv.reader(file))[-1]][1:]


def against_mujoco(folder):
    out, document, said = take(folder, TEXT, "--key", "k")
    document["model"]["solver"] = {"integrator": "runge_kutta_4", "max_step": 1e-3}
    for i, (got, wanted) in enumerate(zip(angles(folder, out, document, [f"j{i}" for i in range(9)]), REACHED)):
        off = abs(math.remainder(got - wanted, 2 * math.pi))
        tap(off < 2e-5, f"joint {i} after half a second: {off:.2g} rad from where MuJoCo has it")
    tap(", 0 approximated, 0 left out" in said, "all are exact")


def closed_form(folder):
    """I q'' = G a, a = c (1 - exp(-t / T)): q = G c / I (t^2 / 2 - T t + T^2 (1 - exp(-t / T))), by every integrator."""
    time, g, c, t = .05, 2, .3, .5
    for integrator, bound in (("runge_kutta_4", 1e-9), ("trapezoidal", 1e-4), ("symplectic_euler", 6e-3), ("backward_euler", 6e-3)):
        out, document, _ = take(folder, f'<mujoco><option gravity="0 0 0"><flag contact="disable"/></option><worldbody><body name="b"><joint name="j" axis="0 1 0"/>'
                                f'<inertial pos="0 0 0" mass="1" diaginertia=".1 .1 .1"/></body></worldbody><actuator><general name="m" joint="j" '
                                f'dyntype="filter" dynprm="{time}" gainprm="{g}" ctrlrange="-1 .3"/></actuator><keyframe><key name="k" ctrl="7"/></keyframe></mujoco>', "--key", "k")
        document["model"]["solver"] = {"integrator": integrator, "max_step": 1e-3}
        got = angles(folder, out, document, ["j"])[0]
        wanted = g * c / .1 * (t * t / 2 - time * t + time ** 2 * (1 - math.exp(-t / time)))
        tap(abs(got / wanted - 1) < bound, f"a filter by {integrator}: {got}, {wanted}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        against_mujoco(folder)
        closed_form(folder)
    done()


main()
