#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MuJoCo's actuators on ball and free joints against Euler's equations by Runge and Kutta and against closed forms, and
what a key says of states of actuators.  mjcf_spatial_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import tempfile

from mjcf_taken import take, write
from tap import done, sinew, tap

MOMENTS, MASS = (.02, .03, .045), 2.0


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def turned(q, v):
    """v of body axes in the world's."""
    t = [2 * x for x in cross(q[1:], v)]
    return [a + q[0] * b + c for a, b, c in zip(v, t, cross(q[1:], t))]


def euler(torque, spin, time, steps=2000):
    """Orientation and spin (body axes) after a time, the torque in body axes by (spin)."""
    def rate(s):
        q, w = s[:4], s[4:]
        m = [i * x for i, x in zip(MOMENTS, w)]
        turn = [-.5 * sum(a * b for a, b in zip(q[1:], w))] + [.5 * (q[0] * x + y) for x, y in zip(w, cross(q[1:], w))]
        return turn + [(t - g) / i for t, g, i in zip(torque(w), cross(w, m), MOMENTS)]
    s, h = [1.0, 0, 0, 0] + list(spin), time / steps
    for _ in range(steps):
        a = rate(s)
        b = rate([x + h / 2 * y for x, y in zip(s, a)])
        c = rate([x + h / 2 * y for x, y in zip(s, b)])
        d = rate([x + h * y for x, y in zip(s, c)])
        s = [x + h / 6 * (i + 2 * j + 2 * k + m) for x, i, j, k, m in zip(s, a, b, c, d)]
    return s


def reached(folder, text, targets, time, key="k"):
    out, document, said = take(folder, text, "--key", key)
    document["model"]["solver"] = {"integrator": "runge_kutta_4", "max_step": 1e-3}
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": time, "targets": targets}]
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("run", out, "--time", time, "--probes", folder, "--quiet")
    if run.returncode != 0:
        tap(False, run.stderr.strip())
        return [math.nan] * 20, said
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return [float(x) for x in list(csv.reader(file))[-1]][1:], said


def scene(joint, actuator, key):
    return (f'<mujoco><option gravity="0 0 0"/><worldbody><body name="b" pos="0 0 0">{joint}<inertial pos="0 0 0" mass="{MASS}" '
            f'diaginertia="{MOMENTS[0]} {MOMENTS[1]} {MOMENTS[2]}"/></body></worldbody><actuator>{actuator}</actuator>'
            f'<keyframe><key name="k" {key}/></keyframe></mujoco>')


def same_turn(a, b):
    return min(math.dist(a, b), math.dist(a, [-x for x in b]))


def ball(folder):
    gear, control, time = (.3, -.2, .5), .4, .5
    torque = [control * g for g in gear]
    words = f'joint="j" gear="{gear[0]} {gear[1]} {gear[2]}"'
    text = scene('<joint name="j" type="ball"/>', f"<motor {words}/>", f'ctrl="{control}" qvel="1 -2 3"')
    got, said = reached(folder, text, ["bodies/b:orientation"], time)
    off = same_turn(got, euler(lambda w: torque, (1, -2, 3), time)[:4])
    tap(off < 1e-8 and ", 0 approximated, 0 left out" in said, f"a motor on a ball joint, in the body's axes: {off:.2g}")
    # in the axes of what carries it, here the world: its moment adds to the angular momentum
    text = scene('<joint name="j" type="ball"/>', "<motor " + words.replace("joint=", "jointinparent=") + "/>", f'ctrl="{control}"')
    got, said = reached(folder, text, ["bodies/b:orientation", "bodies/b:angular_velocity"], time)
    back = [got[0]] + [-x for x in got[1:4]]
    spin = turned(back, got[4:7])
    momentum = turned(got[:4], [i * w for i, w in zip(MOMENTS, spin)])
    off = max(abs(a - b * time) for a, b in zip(momentum, torque))
    tap(off < 1e-9 and ", 0 approximated, 0 left out" in said, f"one in the parent's axes: {off:.2g} N m s")
    _, _, said = take(folder, scene('<joint name="j" type="ball"/>', f'<velocity {words} kv=".6"/>', 'ctrl=".1"'), "--key", "k")
    tap("rates of a rotation vector" in said, "what a velocity servo on a ball joint is here is told")


def carried(folder):
    """On a moving parent a motor of a ball joint pushes that back: what both have stays."""
    text = ('<mujoco><option gravity="0 0 0"/><worldbody><body name="a"><freejoint/><inertial pos="0 0 0" mass="1" diaginertia=".01 .02 .025"/>'
            '<body name="b" pos=".2 .1 0"><joint name="j" type="ball" pos="0 .05 0"/><inertial pos=".1 0 .05" mass=".6" diaginertia=".004 .006 .005"/>'
            '</body></body></worldbody><actuator><motor joint="j" gear=".1 .2 -.1"/></actuator><keyframe><key name="k" ctrl=".5"/></keyframe></mujoco>')
    got, said = reached(folder, text, ["/model:linear_momentum", "/model:angular_momentum", "/model:kinetic_energy"], .4)
    tap(max(map(abs, got[:6])) < 1e-9 and got[6] > 1e-3 and ", 0 approximated, 0 left out" in said, f"a motor between two bodies makes no momentum: {got}")


def free(folder):
    gear, control, time = (1, 2, -1, .3, -.2, .5), .4, .5
    text = scene('<freejoint name="j"/>', f'<motor joint="j" gear="{" ".join(map(str, gear))}"/>', f'ctrl="{control}" qvel="0 0 0 1 -2 3"')
    got, said = reached(folder, text, ["bodies/b:position", "bodies/b:orientation"], time)
    away = math.dist(got[:3], [.5 * control * g / MASS * time ** 2 for g in gear[:3]])
    off = same_turn(got[3:], euler(lambda w: [control * g for g in gear[3:]], (1, -2, 3), time)[:4])
    tap(away < 1e-9 and off < 1e-8 and ", 0 approximated, 0 left out" in said, f"a motor on a free joint: {away:.2g} m and {off:.2g}")
    # a velocity servo along g: m v' = kv (control - g v) g
    kv, g = 3.0, 2.0
    text = scene('<freejoint name="j"/>', f'<velocity joint="j" gear="0 {g} 0 0 0 0" kv="{kv}"/>', f'ctrl="{control}"')
    got, said = reached(folder, text, ["bodies/b:velocity"], time)
    wanted = control / g * (1 - math.exp(-kv * g * g / MASS * time))
    tap(abs(got[1] - wanted) < 1e-9 and ", 0 approximated, 0 left out" in said, f"a velocity servo on a free joint: {got[1]:.10g} m/s, {wanted:.10g}")


def constant(folder):
    """A bias that hangs on neither coordinate nor control: beside a damper, in a range, along a tendon.  m v' = F - d v."""
    mass, t = 1.5, .5
    head = (f'<mujoco><option gravity="0 0 0"/><worldbody><site name="o" pos="3 0 0"/><body name="b"><joint name="j" type="slide" axis="1 0 0"/>'
            f'<inertial pos="0 0 0" mass="{mass}" diaginertia="1 1 1"/><site name="e"/></body></worldbody><tendon><spatial name="t"><site site="o"/>'
            '<site site="e"/></spatial></tendon><actuator>')
    foot = '</actuator><keyframe><key name="k" ctrl="{}"/></keyframe></mujoco>'
    for what, force, damping, control in (
            ('<general joint="j" gear="2" gainprm="0" biastype="affine" biasprm=".7 0 -.3"/>', 1.4, 1.2, 0),
            ('<general joint="j" gear="2" gainprm="0" biastype="affine" biasprm=".7 0 0"/>', 1.4, 0, 0),
            ('<general joint="j" gear="2" gainprm="3" biastype="affine" biasprm=".7 0 -1e-9" forcerange="-1 1.2"/>', 2.4, 0, 1),
            ('<general tendon="t" gear="-2" gainprm="0" biastype="affine" biasprm=".7 0 -.3"/>', 1.4, 1.2, 0),
            ('<damper joint="j" kv="2" ctrlrange="0 .3"/><motor joint="j"/>', .5, .6, .5)):
        got, said = reached(folder, head + what + foot.format(" ".join([str(control)] * what.count("joint=\"j\"")) if "damper" in what else control), ["joints/j:translation"], t)
        d = damping / mass
        wanted = force / mass * (t * t / 2 if d == 0 else t / d - (1 - math.exp(-d * t)) / d ** 2)
        tap(abs(got[0] - wanted) < 1e-8 and (", 0 approximated, 0 left out" in said or "damper" in what), f"{what}: {got[0]:.9g} m, {wanted:.9g}")


def states(folder):
    """What acts of a filter and of an integral at the start, by the key; of a muscle its activation."""
    time, control, start, t = .1, .8, -.5, .3
    hinge = '<joint name="j" axis="0 0 1"/>'
    text = scene(hinge, f'<motor joint="j" gear="0"/><general joint="j" dyntype="filter" dynprm="{time}"/>', f'ctrl="0 {control}" act="{start}"')
    got, said = reached(folder, text, ["joints/j:angle"], t)
    wanted = (control * t * t / 2 + (start - control) * (time * t - time ** 2 * (1 - math.exp(-t / time)))) / MOMENTS[2]
    tap(abs(got[0] - wanted) < 1e-8 and ", 0 approximated, 0 left out" in said, f"a filter that begins at {start}: {got[0]:.10g} rad, {wanted:.10g}")
    text = scene(hinge, '<general joint="j" dyntype="integrator"/>', f'ctrl="{control}" act="{start}"')
    got, said = reached(folder, text, ["joints/j:angle"], t)
    wanted = (start * t * t / 2 + control * t ** 3 / 6) / MOMENTS[2]
    tap(abs(got[0] - wanted) < 1e-8 and ", 0 approximated, 0 left out" in said, f"an integral that begins at {start}: {got[0]:.10g} rad, {wanted:.10g}")
    out, document, _ = take(folder, text, "--key", "k")
    document["model"]["loads"][0]["dynamics"].update(lowest=2, highest=1)
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("info", out)
    tap("lowest integral 2 is above the highest, 1" in run.stdout + run.stderr, "an integral without a range is said")
    muscle = ('<mujoco><worldbody><site name="o" pos="0 0 1"/><body name="b"><joint name="j" type="slide"/><geom size=".1"/><site name="e"/></body>'
              '</worldbody><tendon><spatial name="t"><site site="o"/><site site="e"/></spatial></tendon><actuator><motor joint="j"/>'
              '<muscle name="m" tendon="t"/><intvelocity joint="j" kp="2"/></actuator><keyframe><key name="k" act=".3 .7"/></keyframe></mujoco>')
    _, document, said = take(folder, muscle, "--key", "k")
    got = [document["model"]["muscles"][0].get("activation"), document["model"]["loads"][-1]["dynamics"].get("start")]
    tap(got == [.3, .7], f"states of a muscle and a servo: {got}")
    _, document, said = take(folder, muscle.replace('act=".3 .7"', 'act=".3"'), "--key", "k")
    tap("without its activations, which are not as many" in said, "activations that are too few are told")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (ball, carried, free, constant, states):
            part(folder)
    done()


main()
