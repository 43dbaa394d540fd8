#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MuJoCo models: muscles, actuators on tendons and sites, gravcomp, and keyframes, against closed forms and MuJoCo's own
formulas by hand.  mjcf_forces_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import struct
import tempfile
import zlib

from mjcf_taken import take, write
from tap import done, sinew, tap


def at_start(folder, out, document, targets, *words):
    """Values after a first, very short step."""
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 0, "targets": targets}]
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("run", out, "--time", "1e-4", "--step", "1e-4", "--probes", folder, "--quiet", *words)
    if run.returncode != 0:
        tap(False, run.stderr.strip())
        return [math.nan] * 100
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return [float(x) for x in list(csv.reader(file))[1]][1:]


STRAIGHT = ('<worldbody><site name="a"/><body name="b" pos="1 0 0"><joint name="s" type="slide" axis="1 0 0"/>'
            '<geom size=".05" mass="2"/><site name="e"/></body></worldbody><tendon><spatial name="t"><site site="a"/>'
            '<site site="e"/></spatial></tendon>')


def muscles(folder):
    """Force over length and velocity as mju_muscleGain and mju_muscleBias have it; a tendon shorter than nothing."""
    least, most, fastest, passive, stretching = .5, 1.6, 1.5, 1.3, 1.2
    a, b, y = (1 + least) / 2, (1 + most) / 2, stretching - 1

    def active(x):
        if not least < x < most:
            return 0
        d = (x - least) / (a - least) if x <= a else (1 - x) / (1 - a) if x <= 1 else (x - 1) / (b - 1) if x <= b else (most - x) / (most - b)
        return 1 - d * d / 2 if a < x <= b else d * d / 2

    def velocity(v):
        return 0 if v <= -1 else (1 + v) ** 2 if v <= 0 else stretching - (y - v) ** 2 / y if v <= y else stretching

    def bias(x):
        d = (x - 1) / (b - 1)
        return 0 if x <= 1 else passive * (d * d / 2 if d <= 1 else d - .5)
    for low, high in ((.9, 1.1), (.7, 1.3)):
        fibre = (high - low) / .3
        slack = low - .75 * fibre
        out, _, said = take(folder, f'<mujoco><option gravity="0 0 0"/>{STRAIGHT}<actuator><muscle name="m" tendon="t" force="100" '
                            f'range=".75 1.05" lengthrange="{low} {high}" lmin="{least}" lmax="{most}" vmax="{fastest}" fpmax="{passive}" '
                            f'fvmax="{stretching}"/></actuator></mujoco>')
        rows = [f"{i / 100},{.3 * math.sin(.06 * i) - .05}" for i in range(101)]
        write(folder, "motion.csv", "time,s\n" + "\n".join(rows) + "\n")
        run = sinew("analyze", out, "--motion", os.path.join(folder, "motion.csv"), "--set", "muscles/m:excitation=0.6", "--set",
                    "muscles/m:activation=0.6", "--results",
                    "muscles/m:force,muscles/m:length,muscles/m:length_rate,muscles/m:activation", "--out", folder)
        worst = math.inf
        if run.returncode == 0:
            with open(os.path.join(folder, "results.csv"), encoding="utf-8") as file:
                table = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
            worst = max(abs(force - 100 * (act * active((length - slack) / fibre) * velocity(rate / fibre / fastest) +
                                           bias((length - slack) / fibre))) for _, force, length, rate, act in table)
        tap(worst < .1 and "MuJoCo's parabolas" in said, f"a muscle of lengths {low} to {high}: {worst:.3g} N of 100 {run.stderr.strip()[-90:]}")


def limits(folder):
    """A body hangs on the limit of its tendon: d / (1 - d) m k r = m g, k = 1 / (d time^2 ratio^2)."""
    limited = STRAIGHT.replace('name="t"', 'name="t" range="0 1.1" limited="true" solreflimit="0.04 0.8" solimplimit="0.8 0.9"')
    out, document, said = take(folder, f'<mujoco><option gravity="10 0 0"/>{limited}</mujoco>')
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 0.1, "targets": ["springs/t limit:length"]}]
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("run", out, "--time", "1", "--step", "1e-3", "--probes", folder, "--quiet")
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        lengths = [float(row[1]) for row in list(csv.reader(file))[1:]]
    wanted = 1.1 + 10 * 0.1 / 0.9 * 0.9 * (0.04 * 0.8) ** 2
    tap(run.returncode == 0 and abs(lengths[0] - 1) < 1e-3 and abs(lengths[-1] - wanted) < 1e-5 and "its limit is a stiff spring" in said,
        f"a tendon's limit: {lengths[-1]} {wanted}")


def sums(folder):
    """A spring over a sum of joints pulls at each by its coefficient: T = k (.5 q - 2 r - rest), q'' = -.5 T / m, r'' = 2 T / m."""
    for rest, at in (("", .5 * .02 - 2 * .03), ('springlength="0.02"', .02)):
        out, document, said = take(folder, f"""<mujoco><option gravity="0 0 0"/><worldbody>
<body name="b"><joint name="q" type="slide" axis="0 1 0" ref=".1" springref=".02"/><geom size=".1" mass="2"/></body>
<body name="c" pos="1 0 0"><joint name="r" type="slide" axis="0 0 1" ref=".05" springref=".03"/><geom size=".1" mass="3"/></body></worldbody>
<tendon><fixed name="t" stiffness="40" {rest}><joint joint="q" coef=".5"/><joint joint="r" coef="-2"/></fixed></tendon>
<keyframe><key name="k" qpos=".3 -.2"/></keyframe></mujoco>""", "--key", "k")
        force = at_start(folder, out, document, ["springs/t:force", "bodies/b:velocity", "bodies/c:velocity"], "--set",
                         "/model:solver.integrator=symplectic_euler")[0]
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            got = [force] + [float(x) for x in list(csv.reader(file))[-1]][2:]
        tension = 40 * (.5 * .3 + 2 * .2 - at)
        wanted = [tension, 0, -.5 * tension / 2 * 1e-4, 0, 0, 0, 2 * tension / 3 * 1e-4]
        tap(max(abs(x - y) for x, y in zip(got, wanted)) < 1e-6 * tension and ", 0 approximated" in said, f"a spring over a sum of joints: {got} {wanted}")


def rests(folder):
    """A tendon that says no length rests where the springs of joints do: at their springref, not at their ref."""
    for reference, spring in ((0, .3), (.2, 0), (.2, .2)):
        out, document, _ = take(folder, f"""<mujoco><option gravity="0 0 0"/><worldbody><site name="o"/><body name="a" pos="1 0 0">
<joint name="s" type="slide" axis="1 0 0" ref="{reference}" springref="{spring}"/><geom size=".1"/><site name="p"/></body></worldbody>
<tendon><spatial name="t" stiffness="100"><site site="o"/><site site="p"/></spatial></tendon></mujoco>""")
        force = at_start(folder, out, document, ["springs/t:force"])[0]
        wanted = 100 * (reference - spring)
        tap(abs(force - wanted) < 1e-9, f"a tendon between a ref of {reference} and a springref of {spring}: {force} N, {wanted}")


CHAIN = """<mujoco><option gravity="0 0 0"/><worldbody><body name="a"><joint name="qa" axis="0 0 1" armature="0.01"/>
<geom type="box" size=".1 .05 .02" pos=".1 0 0" mass="2"/><body name="b" pos=".2 0 0"><joint name="qb" axis="0 0 1" ref="0.2" armature=".2"/>
<geom type="box" size=".1 .05 .02" pos=".1 0 0" mass="1"/><body name="c" pos=".2 0 0"><joint name="qc" type="slide"/>
<geom size=".05" mass="0.5"/></body></body></body><body name="d" pos="0 1 0"><joint name="qd" axis="0 1 0"/>
<geom size=".05" mass="0.5" pos=".3 0 0"/></body></worldbody>"""


def damp_ratios(folder):
    """kv = 2 r sqrt(kp m), with m the mass matrix's diagonal in the reference pose over the gear's square; of a sum, all of its."""
    _, document, _ = take(folder, CHAIN + """<compiler angle="radian"/><tendon><fixed name="t"><joint joint="qa" coef="1"/>
<joint joint="qc" coef="3"/></fixed></tendon><actuator><position name="p" joint="qa" kp="10" dampratio="1"/><position name="s" tendon="t"
kp="4" dampratio=".7"/><general name="g" joint="qd" gainprm="5" biastype="affine" biasprm="0 -5 .5" gear="2"/></actuator></mujoco>""")
    a = 2 * (.1 ** 2 + .05 ** 2) / 3 + 2 * .01 + (.1 ** 2 + .05 ** 2) / 3 + .09 + .2 * .0025 + .5 * .16 + .01
    wanted = {"p": 2 * math.sqrt(10 * a), "s": 1.4 * math.sqrt(4 * (a + .5 / 9)), "g": 4 * math.sqrt(5 * (.2 * .0025 + .045) / 4)}
    got = {s["name"]: s["damping"] for s in document["model"]["springs"] + document["model"]["loads"] if "damping" in s}
    tap(all(abs(got[k] - wanted[k]) < 1e-12 for k in wanted), f"dampratio: {got} {wanted}")


def sums_that_hold(folder):
    """Fixed tendons that keep their length, or follow one another, of three joints; and one that comes back into its range."""
    out, document, _ = take(folder, CHAIN + """<compiler angle="radian"/><tendon><fixed name="t"><joint joint="qa" coef="1"/>
<joint joint="qb" coef="-2"/><joint joint="qd" coef=".5"/></fixed><fixed name="u"><joint joint="qa" coef="1"/><joint joint="qc" coef="2"/>
</fixed><fixed name="v" limited="true" range="-.1 .1"><joint joint="qd" coef="1"/></fixed></tendon><equality><tendon tendon1="t"
polycoef=".05"/><tendon tendon1="u" tendon2="v" polycoef="0 .5"/></equality></mujoco>""")
    names = ["joints/qa:angle", "joints/qb:angle", "joints/qc:translation", "joints/qd:angle"]
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": names}]
    for body in document["model"]["bodies"]:
        body["angular_velocity"] = [0, 0.6, 0] if body["name"] == "d" else [0, 0, 0]
    with open(out, "w", encoding="utf-8") as file:
        json.dump(document, file)
    done = sinew("run", out, "--time", "2", "--step", "0.001", "--probes", folder, "--quiet")
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        rows = [[float(x) for x in row[1:]] for row in list(csv.reader(file))[1:]]
    keeps = max(abs(a - 2 * b + .5 * d - (-.4 + .05)) for a, b, _, d in rows)
    follows = max(abs(a + 2 * c - .5 * d) for a, _, c, d in rows)
    most = max(abs(row[3]) for row in rows)
    tap(done.returncode == 0 and keeps < 1e-6 and follows < 1e-6 and .1 < most < .16 and abs(rows[-1][3]) < .16,
        f"sums of joints that hold: {keeps:.1e} {follows:.1e} rad, at most {most:.3f} {done.stderr[-200:]}")


def along_tendons(folder):
    """A motor and a servo on a tendon: gear (gain u + b0 + b1 gear L + b2 gear dL/dt) pushes."""
    out, document, said = take(folder, f'<mujoco><option gravity="0 0 0"/>{STRAIGHT}<actuator><motor name="m" tendon="t" gear="-3" '
                               'ctrlrange="0 2"/><position name="p" tendon="t" gear="2" kp="5" kv="1"/></actuator></mujoco>')
    targets = ["loads/m:force", "loads/p:force"]
    got = at_start(folder, out, document, targets, "--set", "loads/m:control=9", "--set", "loads/p:control=1.5")
    wanted = [6, -15 + 20]  # the control stops at 2; L = 1
    tap(max(abs(x - y) for x, y in zip(got, wanted)) < 1e-3 and ", 0 approximated" in said, f"motor and servo on a tendon: {got} {wanted}")
    out, document, said = take(folder, '<mujoco><option gravity="0 0 0"/><worldbody><body name="b"><joint name="q" type="slide"/>'
                               '<geom size=".1"/></body><body name="c"><joint name="r" type="slide"/><geom size=".1" pos="1 0 0"/></body>'
                               '</worldbody><tendon><fixed name="t"><joint joint="q" coef=".5"/><joint joint="r" coef=".5"/></fixed>'
                               '</tendon><actuator><general name="g" tendon="t" gainprm="100" biastype="affine" biasprm="0 -100 -10"/>'
                               '</actuator></mujoco>')
    got = at_start(folder, out, document, ["loads/g:force"], "--set", "loads/g:control=0.3")
    tap(abs(got[0] + 30) < 1e-9 and ", 0 approximated" in said, f"a gripper's servo on a sum of joints: {got}")
    _, document, said = take(folder, '<mujoco><worldbody><body><joint name="q"/><geom size=".1"/></body></worldbody><actuator><cylinder name="c" joint="q" '
                             'diameter="0.2" bias="0 -2 -3"/><intvelocity name="i" joint="q" kp="7" kv="0.5" ctrlrange="-9 9" actrange="-1 1"/></actuator></mujoco>')
    loads, springs = ({x["name"]: x for x in document["model"][k]} for k in ("loads", "springs"))
    tap(abs(loads["c"]["gain"] - math.pi / 100) < 1e-15 and (springs["c"]["stiffness"], springs["c"]["damping"]) == (2, 3) and
        loads["c"]["dynamics"] == {"type": "filter", "time_constant": 1} and loads["i"]["gain"] == springs["i"]["stiffness"] == 7 and
        loads["i"]["highest"] == 9 and loads["i"]["dynamics"] == {"type": "integral", "lowest": -1, "highest": 1} and ", 0 approximated" in said,
        f"a cylinder, a servo that its control leads: {loads} {springs}")
    _, document, _ = take(folder, '<mujoco><compiler angle="radian"/><worldbody><body><joint name="q" range="-1 2"/><geom size=".1"/>'
                          '</body></worldbody><actuator><position name="p" joint="q" kp="1" inheritrange="0.5"/></actuator></mujoco>')
    load = document["model"]["loads"][0]
    tap(abs(load["lowest"] + .25) < 1e-15 and abs(load["highest"] - 1.25) < 1e-15, "a servo over half of its joint's range")


def at_sites(folder):
    """A thruster in its site's axes; a body whose weight is taken off it."""
    out, document, said = take(folder, """<mujoco><worldbody><body name="b" pos="0 0 1" euler="0 0 90" gravcomp="1"><freejoint/>
<inertial pos="0.1 0 0" mass="2" diaginertia=".1 .1 .1"/><site name="rotor" pos=".3 0 0" euler="90 0 0"/></body></worldbody>
<actuator><motor name="m" site="rotor" gear="0 0 4 0 0 0.5" ctrlrange="0 1"/></actuator></mujoco>""")
    got = at_start(folder, out, document, ["loads/m:acting_force", "loads/m:acting_moment", "loads/m:acting_point",
                                           "bodies/b:acceleration"], "--set", "loads/m:control=1")
    # the site's z is the body's -y, which is the world's x
    wanted = [4, 0, 0, .5, 0, 0, 0, .3, 1]
    tap(max(abs(x - y) for x, y in zip(got, wanted)) < 1e-9 and ", 0 approximated" in said, f"a thruster: {got[:9]} {wanted}")
    got = at_start(folder, out, document, ["bodies/b:acceleration", "bodies/b:velocity"])
    tap(max(map(abs, got)) < 1e-9, f"a body without its weight: {got}")


def keys(folder):
    """Coordinates have a key's numbers: free, ball, hinge, slide, two that meet and two that do not, with references."""
    worst = 0
    for seed in range(4):
        dice = random.Random(seed)
        values, numbers = {}, []

        def vector(size=.5):
            return " ".join(f"{dice.uniform(-size, size):.4f}" for _ in range(3))

        def turned():
            q = [dice.gauss(0, 1) for _ in range(4)]
            return [x / math.hypot(*q) for x in q]

        def joint(name, kind="hinge", place=None):
            values[name] = dice.uniform(-1, 1)
            numbers.append(values[name])
            place = place or vector(.1)
            return f'<joint name="{name}" type="{kind}" axis="{vector(1)}" pos="{place}" ref="{dice.uniform(-.3, .3):.3f}"/>'
        geom = '<geom size=".1" contype="0" conaffinity="0"/>'
        place = [dice.uniform(-1, 1) for _ in range(3)]
        numbers += place + turned()
        text = f'<body name="f" pos="1 2 3" euler=".1 .2 .3"><freejoint/>{geom}'
        text += f'<body pos="{vector()}" euler="{vector()}">{joint("h")}{geom}<body pos="{vector()}">{joint("s", "slide")}{geom}'
        text += f'<body pos="{vector()}" euler="{vector()}">{joint("m", place="0 0.1 0")}{joint("n", place="0 0.1 0")}{geom}'
        text += f'<body pos="{vector()}">{joint("k")}{joint("l")}{geom}<body pos="{vector()}"><joint type="ball" pos="{vector(.1)}"/>{geom}'
        numbers += turned()
        text += f'<body pos="{vector()}">{joint("z")}{geom}' + 7 * "</body>"
        qpos = " ".join(map(repr, numbers))
        out, document, said = take(folder, f'<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody>{text}</worldbody><keyframe>'
                                   f'<key qpos="{qpos}"/><key name="other"/></keyframe></mujoco>', "--key", "0")
        slot = {"hinge": "angle", "slider": "translation"}
        targets, wanted = ["bodies/f:position"], list(place)
        for made in document["model"]["joints"]:
            for i, name in enumerate(made.get("coordinate_names", "").split(",")):
                if name in values:
                    targets.append(f"joints/{made['name']}:{slot.get(made['class'], f'angle_{i + 1}.angle')}")
                    wanted.append(values[name])
        got = at_start(folder, out, document, targets)
        worst = max([worst] + [abs(math.remainder(x - y, 2 * math.pi)) for x, y in zip(got, wanted)])
        worst = worst if len(wanted) == 3 + len(values) and "another start" in said else math.inf
    tap(worst < 1e-9, f"bodies stand by a key's numbers: {worst:.2g}")
    file = os.path.join(folder, "m.xml")
    for words, said in ((("--key", "nix"), 'has no key "nix"; it has: (no name), other'), (("--key", "1x"), "has no key")):
        run = sinew("import", file, *words, "--out", os.path.join(folder, "no.sinew"))
        tap(run.returncode == 1 and said in run.stderr and run.stderr.count("\n") == 1, run.stderr.strip())
    write(folder, "m.xml", '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody><keyframe><key name="k" qpos="1 2"/></keyframe></mujoco>')
    run = sinew("import", file, "--key", "k", "--out", os.path.join(folder, "no.sinew"))
    tap(run.returncode == 1 and "has 2 numbers in qpos; the joints have 1" in run.stderr, run.stderr.strip())


def switched_off(folder):
    """What flags and groups switch off does not act: the model is the one without it."""
    turning = '<body name="b"><joint name="j" axis="0 1 0"{}/><geom size=".1" pos=".3 0 0"/></body>'
    pair = '<body name="b"><joint axis="0 1 0"/><geom size=".1"/><body name="c"><joint axis="0 1 0"/><geom size=".1"/></body></body>'
    cases = {"limit": (turning.format(' range="-10 10"'), "", turning.format(""), ""),
             "frictionloss": (turning.format(' frictionloss="1"'), "", turning.format(""), ""),
             "spring": (turning.format(' stiffness="3" damping="2"'), "", turning.format(' damping="2"'), ""),
             "damper": (turning.format(' stiffness="3" damping="2"'), "", turning.format(' stiffness="3"'), ""),
             "passive": (turning.format(' stiffness="3" damping="2"').replace('"b"', '"b" gravcomp="1"'), "", turning.format(""), ""),
             "clampctrl": (turning.format(""), '<actuator><motor name="m" joint="j" ctrlrange="-1 1"/></actuator>', turning.format(""),
                           '<actuator><motor name="m" joint="j"/></actuator>'),
             "actuation": (turning.format(""), '<actuator><motor joint="j"/></actuator>', turning.format(""), "")}
    for flag, (world, more, without, less) in cases.items():
        on, off = (take(folder, f'<mujoco><option><flag {word}/></option><worldbody>{inside}</worldbody>{rest}</mujoco>')[1]["model"]
                   for word, inside, rest in ((f'{flag}="disable"', world, more), ("", without, less)))
        on.pop("notes"), off.pop("notes")
        tap(on == off, f"the flag {flag} {'' if on == off else on}")
    contacts = [len(take(folder, f'<mujoco><option><flag {word}/></option><worldbody>{pair}</worldbody></mujoco>')[1]["model"].get("collisions", []))
                for word in ("", 'filterparent="disable"', 'constraint="disable"')]
    tap(contacts == [2, 1, 0], f"collisions of a body and its parent: {contacts}")
    joints = take(folder, f'<mujoco><option><flag equality="disable"/></option><worldbody>{pair}</worldbody><equality><weld body1="b" body2="c"/>'
                  "</equality></mujoco>")[1]["model"]["joints"]
    tap(joints[-1].get("enabled") is False, "equalities that are switched off are there and do not act")
    _, document, said = take(folder, f'<mujoco><option actuatorgroupdisable="1 3"/><worldbody>{turning.format("")}</worldbody><actuator>'
                             '<motor name="x" joint="j"/><motor name="y" joint="j" group="3"/></actuator></mujoco>')
    tap([load["name"] for load in document["model"]["loads"]] == ["x"] and "switched off in the file: y" in said, "a group of actuators that is off")


def viscous(folder):
    """What is viscous holds a body as MuJoCo's model by inertia has it: speeds fall as exp(-3 pi d b / m t) and exp(-pi d^3 b / I t)."""
    size, mass, b = (.1, .2, .3), 2.0, .7
    x, y, z = (2 * s for s in size)
    inertia = [mass / 12 * (y * y + z * z), mass / 12 * (x * x + z * z), mass / 12 * (x * x + y * y)]
    d = (x + y + z) / 3
    text = ('<mujoco><option viscosity="{}" gravity="0 0 0" {}/><worldbody><body name="a"><freejoint/><geom type="box" size=".1 .2 .3" mass="2" pos=".5 0 0"/></body></worldbody></mujoco>')
    out, document, said = take(folder, text.format(b, ""))
    body = document["model"]["bodies"][0]
    body["velocity"], body["angular_velocity"] = [0, 0, 1], [0, 0, 0]
    document["model"].update({"solver": {"integrator": "runge_kutta_4", "max_step": 1e-3}, "probes": [{"class": "output_probe", "name": "p", "interval": 0,
                              "targets": ["bodies/a:velocity", "bodies/a:angular_velocity"]}]})
    falls = []
    for first, second, at in (([0, 0, 1], [0, 0, 0], 2), ([0, 0, 0], [1, 0, 0], 3)):
        body["velocity"], body["angular_velocity"] = first, second  # about x the centre, which lies on it, stays
        write(folder, "m.sinew", json.dumps(document))
        run = sinew("run", out, "--time", ".5", "--probes", folder, "--quiet")
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            falls.append([float(v) for v in list(csv.reader(file))[-1]][1 + at])
    wanted = [math.exp(-3 * math.pi * d * b / mass * .5), math.exp(-math.pi * d ** 3 * b / inertia[0] * .5)]
    tap(max(abs(p / q - 1) for p, q in zip(falls, wanted)) < 1e-6 and "left out" in said and "medium" not in said, f"viscous: {falls}, {wanted} by hand{run.stderr}")


def polynomials(folder):
    """Stiffness and damping of newer files may be polynomials: the first number is taken, and the rest told."""
    _, document, said = take(folder, '<mujoco><default><joint damping=".5 0 0"/></default><worldbody><body><joint name="q" stiffness="3 1 2"/><geom size=".1"/></body></worldbody>\n'
                             '<tendon><fixed name="t" stiffness="2 0 4"><joint joint="q" coef="1"/></fixed></tendon></mujoco>')
    joint, spring = document["model"]["joints"][0], document["model"]["springs"]
    tap(joint["stiffness"] == 3 and joint["damping"] == .5 and [s["stiffness"] for s in spring if s["name"] == "t"] == [2] and said.count("polynomial") == 2, "polynomials: " + said[-300:])


def settling(folder):
    """springdamper: I / (t r)^2 and 2 I / t; a joint that bears so much force; the spring of a tendon that is a muscle."""
    out, document, said = take(folder, '<mujoco><worldbody><body><joint name="j" axis="0 1 0" pos="0 0 0" springdamper="0.2 0.7" armature=".3" '
                               'actuatorfrcrange="-6 3"/><geom size=".1" mass="2" pos=".5 0 0"/></body></worldbody><actuator><motor name="m" '
                               'joint="j" gear="-2" ctrlrange="-9 9"/><motor name="n" joint="j"/></actuator></mujoco>')
    joint, loads = document["model"]["joints"][0], document["model"]["loads"]
    inertia = 2 * .25 + .4 * 2 * .01 + .3
    off = max(abs(joint["stiffness"] * .14 ** 2 / inertia - 1), abs(joint["damping"] * .2 / 2 / inertia - 1))
    tap(off < 1e-12, f"a joint's springdamper: {off:.2g}")
    _, document, nested = take(folder, '<mujoco><worldbody><body><joint name="a" axis="0 1 0"/><geom size=".1" mass="2" pos=".5 0 0"/><body pos="1 0 0">'
                             '<joint name="b" axis="0 1 0" springdamper="0.1 1" armature=".05"/><geom size=".1" mass="3" pos=".4 0 0"/></body></body></worldbody></mujoco>')
    m, own = [[0, 0], [0, 0]], .4 * .01
    m[0][0], m[0][1], m[1][1] = 2 * (.25 + own) + 3 * (1.4 ** 2 + own), 3 * (1.4 * .4 + own), 3 * (.16 + own) + .05
    inertia = m[1][1] - m[0][1] ** 2 / m[0][0]  # what the outer joint moves while the inner one gives way
    joint = document["model"]["joints"][1]
    off = max(abs(joint["stiffness"] * .01 / inertia - 1), abs(joint["damping"] * .1 / 2 / inertia - 1))
    tap(off < 1e-12 and ", 0 approximated" in nested, f"the springdamper of a joint on a joint: {off:.2g}")
    tap((loads[0]["lowest"], loads[0]["highest"]) == (-1.5, 3) and "without the actuatorfrcrange of its joint: n" in said,
        f"a joint's actuatorfrcrange: {loads[0]}")
    text = STRAIGHT.replace('name="t"', 'name="t" stiffness="50" damping="4" springlength="0.8" armature="1"')
    out, document, said = take(folder, f'<mujoco><option gravity="0 0 0"/>{text}<actuator><muscle name="m" tendon="t" force="100" '
                               'lengthrange=".9 1.2"/></actuator></mujoco>')
    got = at_start(folder, out, document, ["springs/t:force"])
    tap(abs(got[0] - 10) < 1e-3 and "without its armature: t" in said, f"the spring of a tendon that is a muscle: {got[0]:.6g} N of 10")


def slack(folder):
    """Springs of tendons with two rest lengths push below, pull above and are slack between: of a path, of one joint, of two."""
    joints = '<body name="c"><joint name="r" type="slide" axis="0 1 0"/><geom size=".05"/></body>'
    tendons = ('<spatial name="t" stiffness="50" springlength="0.8 1.2"><site site="a"/><site site="e"/></spatial>'
               '<fixed name="one" stiffness="40" springlength="0.1 0.3"><joint joint="r" coef="-2"/></fixed>'
               '<fixed name="two" stiffness="30" springlength="0 0.25"><joint joint="r" coef="3"/><joint joint="s" coef="1"/></fixed>')
    keys = [(-.5, .4), (0, -.1), (.4, -.3), (.1, .2), (-.2, -.04)]
    text = STRAIGHT.replace("</worldbody>", joints + "</worldbody>").split("<tendon>")[0]
    text = (f'<mujoco><option gravity="0 0 0"/>{text}<tendon>{tendons}</tendon><keyframe>' +
            "".join(f'<key name="k{i}" qpos="{s} {r}"/>' for i, (s, r) in enumerate(keys)) + "</keyframe></mujoco>")

    def band(x, low, high):
        return min(x - low, 0) + max(x - high, 0)
    worst, noted = 0, False
    for i, (s, r) in enumerate(keys):
        out, document, said = take(folder, text, "--key", f"k{i}")
        got = at_start(folder, out, document, ["springs/t:force", "springs/one:force", "springs/two:force"])
        wanted = [50 * band(1 + s, .8, 1.2), 2 * 40 * band(-2 * r, .1, .3), 30 * band(3 * r + s, 0, .25)]
        worst = max([worst, *(abs(a - b) for a, b in zip(got, wanted))])
        noted = noted or "rest length" in said
    tap(worst < 2e-4 and not noted, f"springs of two rest lengths: {worst:.2g} N off")


def servos(folder):
    """A position servo whose force has a range, of its own and of its joint, with a gear: against its formula by small steps."""
    inertia, kp, kv, gear, target = 2 * .25 + .4 * 2 * .01, 40, 3, -1.5, -2
    for own, borne in ((("-6 8"), ""), ("", "-4 5"), ("-6 20", "-50 5")):
        says = (f'forcerange="{own}"' if own else "", f'actuatorfrcrange="{borne}"' if borne else "")
        out, document, said = take(folder, f'<mujoco><option gravity="0 0 0" timestep="1e-4"/><compiler angle="radian"/><worldbody><body>'
                                   f'<joint name="j" axis="0 1 0" {says[1]}/><geom size=".1" mass="2" pos=".5 0 0"/></body></worldbody>'
                                   f'<actuator><position name="p" joint="j" kp="{kp}" kv="{kv}" gear="{gear}" ctrlrange="-3 3" {says[0]}/>'
                                   f'</actuator></mujoco>')
        low, high = (sorted(gear * float(x) for x in own.split()) if own else (-math.inf, math.inf))
        low, high = max(low, float(borne.split()[0]) if borne else low), min(high, float(borne.split()[1]) if borne else high)

        def torque(q, v):
            return min(max(gear * (kp * (target - gear * q) - kv * gear * v), low), high)
        q = v = 0.0
        n, dt = 20000, 2e-5
        for _ in range(n):  # the midpoint rule
            a = torque(q, v) / inertia
            b = torque(q + dt / 2 * v, v + dt / 2 * a) / inertia
            q, v = q + dt * (v + dt / 2 * a), v + dt * b
        document["model"]["solver"]["integrator"] = "runge_kutta_4"
        document["model"]["loads"][0]["control"] = target
        document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": ["joints/j:angle", "loads/p:force"]}]
        write(folder, "m.sinew", json.dumps(document))
        run = sinew("run", out, "--time", str(n * dt), "--probes", folder, "--quiet")
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
        forces = [row[2] for row in rows]
        tap(run.returncode == 0 and "without" not in said and abs(rows[-1][1] - q) < 2e-6 and min(forces) >= low and max(forces) <= high and
            len({low, high} & set(forces)) > 0, f"a servo of range {own or '-'}, borne {borne or '-'}: {rows[-1][1]:.8f} rad of {q:.8f}")


def height_fields(folder):
    """Heights of the document, of MuJoCo's file and of a picture; a ball rests on the one place where it can."""
    def png(rows):
        def part(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), 8, 0, 0, 0, 0)
        return b"\x89PNG\r\n\x1a\n" + part(b"IHDR", head) + part(b"IDAT", zlib.compress(b"".join(b"\0" + bytes(r) for r in rows))) + part(b"IEND", b"")
    grid = [[0, 51, 102], [255, 51, 102], [153, 0, 204], [0, 255, 51]]  # from the front (y high) to the back
    with open(os.path.join(folder, "h.png"), "wb") as file:
        file.write(png(grid))
    with open(os.path.join(folder, "h.bin"), "wb") as file:
        file.write(struct.pack("<ii12f", 4, 3, *(x / 51 for row in reversed(grid) for x in row)))
    elevation = " ".join(str(2 + 3 * x) for row in grid for x in row)
    found = []
    for says in (f'nrow="4" ncol="3" elevation="{elevation}"', 'file="h.png"', 'file="h.bin"'):
        _, document, said = take(folder, f'<mujoco><asset><hfield name="h" size="1 1.5 0.5 0.2" {says}/></asset><worldbody>'
                                 '<geom type="hfield" hfield="h" name="land" pos="0 0 1"/><body pos="0 0 3"><freejoint/><geom size=".1"/>'
                                 '</body></worldbody></mujoco>')
        land = next(b for b in document["model"]["bodies"] if b["name"] == "land")
        collision = document["model"]["collisions"][0]
        with open(os.path.join(folder, land["geometry"]["mesh"]), encoding="utf-8") as file:
            found.append([[float(x) for x in line.split()[1:4]] for line in file if line.startswith("v ")])
        tap(collision.get("meshes", "as_they_are") == "as_they_are" and land["position"][2] == 1 and not land.get("dynamic", True) and ", 0 left out" in said,
            f"a height field of {says[:10]}")
    wanted = [[-1 + c, -1.5 + r, .5 * grid[3 - r][c] / 255] for r in range(4) for c in range(3)]
    off = max(min(math.dist(w, v) for v in vertices) for vertices in found for w in wanted)
    tap(off < 1e-6 and all(min(v[2] for v in vertices) == -.2 for vertices in found), f"their heights: {off:.2g} m off")
    heights = " ".join(str(2 - (abs(c - 4) < 2 and abs(r - 4) < 2) - (c == r == 4)) for r in range(9) for c in range(9))
    out, document, _ = take(folder, f'<mujoco><asset><hfield name="h" size="1 1 0.4 0.2" nrow="9" ncol="9" elevation="{heights}"/></asset><worldbody>'
                            '<geom type="hfield" hfield="h" name="land"/><body name="b" pos="0.1 0.05 0.6"><freejoint/><geom size=".12"/></body>'
                            '</worldbody></mujoco>')
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": ["bodies/b:position"]}]
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", out, "--time", "3", "--probes", folder, "--quiet")
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        end = [float(x) for x in list(csv.reader(file))[-1][1:]]
    slope = .2 / .25  # of the pit's walls; it touches those along x and along y
    tap(run.returncode == 0 and math.hypot(*end[:2]) < .05 and end[2] < .12 * math.hypot(1, slope) + .03,
        f"a ball in a pit: at {', '.join(f'{x:.3f}' for x in end)}{run.stderr}")


def fitted(folder):
    """Plain shapes that name a mesh: a brick, turned and off its origin, is its own box; the others are as large as MuJoCo makes them."""
    a, b, c = .3, .1, .2  # half sides; the longest along z of the shape, the shortest along x
    turn = [[.36, .48, -.8], [-.8, .6, 0], [.48, .64, .6]]
    corners = [(x * a, y * b, z * c) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    vertices = [[sum(turn[i][k] * p[k] for k in range(3)) + (.5, -.2, .1)[i] for i in range(3)] for p in corners]
    text = " ".join(f"{x:.17g}" for v in vertices for x in v)
    across = (b + c) / 2
    for boxed in (False, True):
        sizes = {"box": (b, c, a), "ellipsoid": (b, c, a), "sphere": (math.hypot(a, b, c) if boxed else (a + b + c) / 3,),
                 "cylinder": (math.hypot(b, c), a) if boxed else (across, a),
                 "capsule": (math.hypot(b, c), a - math.hypot(b, c)) if boxed else (across, a - across / 2)}
        for kind, size in sizes.items():
            _, document, said = take(folder, f'<mujoco><compiler fitaabb="{str(boxed).lower()}"/><asset><mesh name="m" vertex="{text}"/></asset>'
                                     f'<worldbody><body name="x"><freejoint/><geom name="g" type="{kind}" mesh="m" pos="0 0 1" mass="2"/></body>'
                                     '<geom type="plane" size="1 1 1"/></worldbody></mujoco>')
            made = next(x for x in document["model"]["bodies"] if x["name"] == "g")
            shape = made["geometry"]
            got = (shape["radius"], shape["length"] / 2) if "radius" in shape else \
                [x / (2 if kind == "box" else 1) for x in shape["size"]][:len(size)]
            off = max(abs(p - q) for p, q in zip(got, size)) + math.dist(made["position"], (.5, -.2, 1.1))
            tap(off < 1e-7 and ", 0 left out" in said, f"a {kind} as large as a brick, fitaabb {boxed}: {off:.2g} off")


def cables(folder):
    """A composite cable: a clamped one sags as its parts and the springs between them say, one along a curve is where its points are."""
    n, whole, radius, young, mass = 8, 0.8, .01, 2e9, .05
    text = ('<mujoco><extension><plugin plugin="mujoco.elasticity.cable"/></extension><worldbody><body name="wall" pos="0 0 1"><composite '
            f'prefix="r" type="cable" count="{n + 1} 1 1" size="{whole}" curve="s" offset="0.1 0 0" initial="none"><plugin '
            f'plugin="mujoco.elasticity.cable"><config key="twist" value="1e9"/><config key="bend" value="{young}"/></plugin>'
            f'<joint kind="main" damping="0.1"/><geom type="capsule" size="{radius}" mass="{mass}"/></composite></body></worldbody>'
            '<equality><weld body1="rB_last" body2="wall" active="false"/></equality></mujoco>')
    out, document, said = take(folder, text)
    model = document["model"]
    step = whole / n
    k = young * math.pi * radius ** 4 / 4 / step
    hinges = [sum(mass * 9.81 * (j - i + .5) * step for j in range(i, n)) / k for i in range(n)]
    sag = sum(hinges[i] * (n - i) * step for i in range(1, n))
    names = [b["name"] for b in model["bodies"]]
    tap(names[:n - 1] == [f"rB_{i}" for i in [*range(1, n - 1), "last"]] and all(j["class"] == "spherical" for j in model["joints"] if j["name"].startswith("rJ")) and
        len([s for s in model["springs"] if s["name"].endswith("elasticity")]) == n - 1 and "composite" not in said,
        f"a cable's parts: {', '.join(names)}")
    model["settle"] = {"method": "static"}
    model["probes"] = [{"class": "output_probe", "name": "p", "targets": ["markers/rS_last:position"]}]
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", out, "--time", "0", "--probes", folder, "--quiet")
    z = math.nan
    if run.returncode == 0:
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            z = [float(x) for x in list(csv.reader(file))[1]][3]
    tap(abs((1 - z) / sag - 1) < 2e-3, f"a clamped cable sags by {1 - z:.6g} m, its springs say {sag:.6g}{run.stderr}")
    out, document, said = take(folder, '<mujoco><worldbody><composite prefix="c" type="cable" count="31" curve="cos(s) sin(s) s" size="0.2 0.3 2" '
                               'offset="0 0 1" initial="free"><geom type="cylinder" size="0.005" density="800"/></composite></worldbody></mujoco>')
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": ["markers/cS_last:position", "bodies/cB_17:position"]}]
    write(folder, "m.sinew", json.dumps(document))
    sinew("run", out, "--time", "0", "--probes", folder, "--quiet")
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        got = [float(x) for x in list(csv.reader(file))[1]][1:]
    wanted = [x for i in (30, 17) for x in (.3 * math.cos(math.pi * i / 30 * 2), .3 * math.sin(math.pi * i / 30 * 2), 1 + .2 * i / 30)]
    tap(max(abs(a - b) for a, b in zip(got, wanted)) < 1e-9, f"a cable along a helix: {max(abs(a - b) for a, b in zip(got, wanted)):.2g} m off")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (muscles, limits, sums, rests, damp_ratios, sums_that_hold, along_tendons, at_sites, keys, switched_off, viscous, polynomials, settling, slack, servos, height_fields, fitted, cables):
            part(folder)
    done()


main()
