#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Actuators of MuJoCo models whose numbers come from several classes, of every shortcut, on joints, sums of joints and paths, against
what MuJoCo's manual makes of them: each shortcut sets some of the numbers of a general actuator, the outermost class first.
mjcf_actuators_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import tempfile

from mjcf_taken import take, write
from tap import done, sinew, tap

MASS = 2.0


def drawn_element(dice, kind):
    """An element's attributes but its transmission, as a dictionary."""
    n = lambda low, high: round(dice.uniform(low, high), 3)
    some = lambda **all_: {k: v for k, v in all_.items() if dice.random() < .6}
    if kind == "general":
        return some(gainprm=[n(-9, 9)], biastype=dice.choice(["none", "affine"]), biasprm=[n(-1, 1), n(-9, 0), n(-2, 0)], gear=[n(-3, 3)])
    if kind == "position":
        return some(kp=[n(1, 20)], kv=[n(.1, 2)], gear=[n(-3, 3)])
    if kind == "cylinder":
        return some(area=[n(.5, 9)], bias=[n(-1, 1), n(-2, 0), n(-1, 0)][:dice.randint(1, 3)], timeconst=[n(.5, 2)])
    return some(**{"velocity": {"kv": [n(.1, 2)]}, "motor": {"gear": [n(-3, 3)]}}[kind])


def applied(g, kind, attributes):
    """The numbers of a general actuator after an element of a kind."""
    g = {key: list(value) if isinstance(value, list) else value for key, value in g.items()}
    a = attributes
    g["gear"] = a.get("gear", g["gear"])
    if kind == "general":
        g["gain"][:len(a.get("gainprm", []))] = a.get("gainprm", [])
        g["bias"][:len(a.get("biasprm", []))] = a.get("biasprm", [])
        g["affine"] = a["biastype"] == "affine" if "biastype" in a else g["affine"]
        return g
    if kind == "motor":
        return g | {"gain": [1], "affine": False, "delayed": False}
    if kind == "position":
        kp = a.get("kp", g["gain"])[0]
        return g | {"gain": [kp], "affine": True, "bias": [g["bias"][0], -kp, -a["kv"][0] if "kv" in a else g["bias"][2]]}
    if kind == "velocity":
        kv = a.get("kv", g["gain"])[0]
        return g | {"gain": [kv], "affine": True, "bias": [0, 0, -kv], "delayed": False}
    bias = a.get("bias", [])
    return g | {"gain": a.get("area", g["gain"]), "affine": True, "bias": bias + g["bias"][len(bias):], "delayed": True}


def written(kind, attributes, more=""):
    text = " ".join(f'{k}="{v if isinstance(v, str) else " ".join(map(repr, v))}"' for k, v in attributes.items())
    return f"<{kind} {text}{more}/>"


ON = {"joint": ('joint="q"', 1, 0), "sum": ('tendon="sum"', -1.5, 0), "path": ('tendon="path"', 1, 1)}  # what, dL/dq, L at q = 0


def drawn(folder, seed):
    dice = random.Random(seed)
    kinds = ["general", "position", "cylinder", "velocity", "motor"]
    chain = [(kind, drawn_element(dice, kind)) for kind in (dice.choice(kinds) for _ in range(3))]
    where = dice.choice(list(ON))
    q, v, u = dice.uniform(-.4, .4), dice.uniform(-1, 1), dice.uniform(-2, 2)
    low, high = sorted(dice.uniform(-6, 6) for _ in range(2))
    ranged = dice.random() < .5
    g = {"gain": [1], "bias": [0, 0, 0], "affine": False, "delayed": False, "gear": [1]}
    for kind, attributes in chain:
        g = applied(g, kind, attributes)
    target, slope, far = ON[where]
    gear = g["gear"][0]
    length, rate = gear * (far + slope * q), gear * slope * v
    force = g["gain"][0] * (0 if g["delayed"] else u)
    force += sum(b * x for b, x in zip(g["bias"], (1, length, rate))) if g["affine"] else 0
    force = min(max(force, low), high) if ranged else force
    more = f' {target} name="u"' + (f' forcerange="{low} {high}" forcelimited="true"' if ranged else "") + ' class="b"'
    act = ' act="0"' if g["delayed"] else ""
    text = (f'<mujoco><option gravity="0 0 0"/><default>{written(*chain[0])}<default class="a"><default class="b">{written(*chain[1])}</default></default>'
            f'</default><worldbody><site name="o"/><body name="b" pos="1 0 0"><joint name="q" type="slide" axis="1 0 0"/><geom size=".1" mass="{MASS}"/>'
            f'<site name="p"/></body></worldbody><tendon><fixed name="sum"><joint joint="q" coef="{slope}"/></fixed><spatial name="path"><site site="o"/>'
            f'<site site="p"/></spatial></tendon><actuator>{written(*chain[2], more)}</actuator>'
            f'<keyframe><key name="k" qpos="{q}" qvel="{v}" ctrl="{u}"{act}/></keyframe></mujoco>')
    out, document, said = take(folder, text, "--key", "k")
    document["model"]["solver"]["integrator"] = "runge_kutta_4"
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 0, "targets": ["bodies/b:velocity"]}]
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("run", out, "--time", "1e-5", "--step", "1e-5", "--probes", folder, "--quiet")
    got = float("nan")
    if run.returncode == 0:
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
        got = MASS * (rows[-1][1] - v) / (rows[-1][0] or 1)
    wanted = gear * slope * force
    negative = g["affine"] and (g["bias"][1] > 0 or g["bias"][2] > 0)
    good = abs(got - wanted) < 2e-3 * (1 + abs(wanted)) and ", 0 left out" in said
    tap(good or (negative and "below 0 is left out" in said),
        f"{seed}: {' < '.join(kind for kind, _ in chain)} on a {where}{', within a range' if ranged else ''}: {got} N, {wanted} {run.stderr[-200:]}")


def shorter(folder):
    """Where an element gives fewer numbers than its class the others are the class's: sizes, frictions, gears."""
    _, document, said = take(folder, '<mujoco><default><geom type="box" size=".1 .2 .3" friction=".9 .02 .003" condim="6"/><motor gear="1 2 3 4 5 6"/></default>'
                             '<worldbody><body name="b"><freejoint/><geom size=".05"/><site name="s"/></body><geom friction=".5" pos="0 0 -9"/></worldbody>'
                             '<actuator><motor name="m" site="s" gear="7 8"/></actuator></mujoco>')
    load, touch = document["model"]["loads"][0], document["model"]["collisions"][0]
    box = json.dumps(document["model"]["bodies"])
    tap(load["force_gain"] == [7, 8, 3] and load["moment_gain"] == [4, 5, 6] and touch["torsional_friction"] == .02 and touch["rolling_friction"] == .003 and
        "has no size" not in said and ("0.05" in box or "0.1" in box), f"numbers that the class gives: {load} {touch}")


def refused(folder):
    """One odd actuator costs no file: it is left out with its reason."""
    joint = '<worldbody><body name="b"><joint name="q"/><geom size=".1"/></body><body name="c"><joint type="ball" name="ball"/><geom size=".1"/></body></worldbody>'
    for text, reason in (('<general joint="q" gaintype="strange"/>', "of a kind that there is not here"),
                         ('<adhesion body="b" ctrlrange="0 1"/>', "contacts here do not pull"), ('<plugin joint="q" plugin="mujoco.pid"/>', "what a plugin does"),
                         ('<magic joint="q"/>', "no actuator of this kind")):
        _, _, said = take(folder, f"<mujoco>{joint}<actuator>{text}</actuator></mujoco>")
        tap(reason in said and "1 left out" in said, f"{text}: {reason}")
    _, document, said = take(folder, f'<mujoco>{joint}<actuator><motor name="m" joint="ball" gear="1 2 3 4 5 6"/></actuator></mujoco>')
    tap(document["model"]["loads"][0]["moment_gain"] == [1, 2, 3], "a ball's motor has three of six gears")


def inherited(folder):
    """A velocity that is integrated goes over the joint's range with what it integrates, not with its control."""
    _, document, _ = take(folder, '<mujoco><compiler angle="radian"/><worldbody><body><joint name="q" range="-1 2"/><geom size=".1"/></body></worldbody>'
                          '<actuator><intvelocity name="p" joint="q" kp="1" inheritrange="1"/></actuator></mujoco>')
    load = document["model"]["loads"][0]
    tap(load["dynamics"] == {"type": "integral", "lowest": -1, "highest": 2} and load.get("highest", 1e6) == 1e6, f"an integral over its joint's range: {load}")


def muscles(folder, seed):
    """What a file leaves to MuJoCo: force = scale / |M^-1 dL/dq| in the reference pose, lengths from the shortest to the longest within
    the limits of joints; on a tendon straight or round a cylinder, on a sum, on a joint."""
    dice = random.Random(seed)
    kind = dice.choice(["straight", "round", "sum", "joint"])
    limits = [(-dice.uniform(.2, 1), dice.uniform(.2, 1)) for _ in range(2)]
    armature, scale, gear = dice.uniform(0, .02), dice.uniform(50, 300), dice.choice([1, 1, dice.uniform(.5, 2)])
    coefs, end, radius = (-.03, .04), (.12, dice.uniform(-.02, .02)), .03
    tendon = {"straight": '<spatial name="t"><site site="o"/><site site="p"/></spatial>', "sum": f'<fixed name="t"><joint joint="a" coef="{coefs[0]}"/>'
              f'<joint joint="b" coef="{coefs[1]}"/></fixed>', "joint": "",
              "round": '<spatial name="t"><site site="o"/><geom geom="pin" sidesite="side"/><site site="p"/></spatial>'}[kind]
    _, document, said = take(folder, f"""<mujoco><compiler angle="radian"/><worldbody><site name="o" pos="-.05 .06 0"/><body>
<joint name="a" axis="0 0 1" range="{limits[0][0]} {limits[0][1]}" armature="{armature}"/><geom size=".05" mass="1" pos=".15 0 0"/><body pos=".3 0 0">
<joint name="b" axis="0 0 1" range="{limits[1][0]} {limits[1][1]}"/><geom size=".04" mass=".6" pos=".12 0 0"/><geom name="pin" type="cylinder" size="{radius} .1" mass="0"/>
<site name="p" pos="{end[0]} {end[1]} 0"/><site name="side" pos="0 .08 0"/></body></body></worldbody><tendon>{tendon}</tendon><actuator>
<muscle name="m" {'joint="b"' if kind == "joint" else 'tendon="t"'} scale="{scale}" gear="{gear}"/></actuator></mujoco>""")

    def length(a, b):
        if kind == "sum":
            return coefs[0] * a + coefs[1] * b
        if kind == "joint":
            return b
        turn = complex(math.cos(a + b), math.sin(a + b))
        center = .3 * complex(math.cos(a), math.sin(a))
        one, other = complex(-.05, .06) - center, complex(*end) * turn
        if kind == "straight":
            return abs(other - one)
        # above the pin, clockwise from the ground to the end: two tangents and an arc, or straight where that runs above by itself
        arc = (math.atan2(one.imag, one.real) - math.atan2(other.imag, other.real)) % (2 * math.pi) - math.acos(radius / abs(one)) - math.acos(radius / abs(other))
        tangents = sum(math.sqrt(abs(x) ** 2 - radius ** 2) for x in (one, other))
        return tangents + radius * arc if arc > 0 else abs(other - one)

    h, own = 1e-6, lambda m, r: .4 * m * r * r
    slope = [(length(h, 0) - length(-h, 0)) / (2 * h), (length(0, h) - length(0, -h)) / (2 * h)]
    m00 = .15 ** 2 + own(1, .05) + .6 * .42 ** 2 + own(.6, .04) + armature
    m01, m11 = .6 * .42 * .12 + own(.6, .04), .6 * .12 ** 2 + own(.6, .04)
    det = m00 * m11 - m01 * m01
    rate = math.hypot((m11 * slope[0] - m01 * slope[1]) / det, (m00 * slope[1] - m01 * slope[0]) / det)
    grid = [length(low + (high - low) * i / 200, low2 + (high2 - low2) * k / 200) for (low, high), (low2, high2) in [limits] for i in range(201) for k in range(201)]
    fibre = (max(grid) - min(grid)) / .3
    law = document["model"]["muscles"][0]["law"]
    off = abs(law["max_force"] / (scale / rate) - 1), abs(law["optimal_length"] / fibre - 1)
    tap(off[0] < 1e-5 and off[1] < 1e-3 and "within the limits of joints" in said and ", 0 left out" in said,
        f"a muscle on a {kind} whose range and force are MuJoCo's: {off[0]:.1e} {off[1]:.1e}")


def beyond(folder):
    """A joint that starts beyond its range is told: MuJoCo lets it back softly."""
    for low, high, lost in ((-1, -0.2, True), (-1, 0.2, False)):
        text = (f'<mujoco><compiler angle="radian"/><worldbody><body name="b"><joint name="q" range="{low} {high}"/><geom size=".1"/></body>'
                "</worldbody></mujoco>")
        made = sinew("import", write(folder, "beyond.xml", text), "--out", os.path.join(folder, "beyond.sinew"))
        tap(made.returncode == 0 and ("it starts beyond its range" in made.stdout) == lost, f"a range from {low} to {high} {made.stderr}")


def near_end(folder):
    """A muscle over a ball whose range of lengths the file leaves out: MuJoCo pulls its joint from the reference pose to the nearer
    end, though the other one is shorter still."""
    text = ('<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody><body name="a"><geom size=".03" pos=".15 0 0"/><site name="s1" pos=".187 .04 .016"/>'
            '<body name="b" pos=".3 0 0"><joint name="q" axis="0 0 1" range="-.79 -.1"/><geom name="g" size=".03" mass=".01"/>'
            '<geom type="capsule" fromto="0 0 0 .25 0 0" size=".02"/><site name="s2" pos=".098 .01 .002"/></body></body></worldbody><tendon><spatial name="t">'
            '<site site="s1"/><geom geom="g"/><site site="s2"/></spatial></tendon><actuator><muscle name="m" tendon="t" force="1"/></actuator></mujoco>')

    def length(q):
        x, y, z = -.113, .04, .016
        a, b, r = (x * math.cos(q) + y * math.sin(q), -x * math.sin(q) + y * math.cos(q), z), (.098, .01, .002), .03
        na, nb = math.hypot(*a), math.hypot(*b)
        arc = math.acos(sum(i * k for i, k in zip(a, b)) / na / nb) - math.acos(r / na) - math.acos(r / nb)
        return r * arc + math.sqrt(na * na - r * r) + math.sqrt(nb * nb - r * r)

    out = os.path.join(folder, "near.sinew")
    sinew("import", write(folder, "near.xml", text), "--out", out)
    with open(out, encoding="utf-8") as file:
        law = json.load(file)["model"]["muscles"][0]["law"]
    longest, shortest = max(length(-.1 - .69 * i / 6900) for i in range(6901)), length(-.1)
    wanted = (longest - shortest) / .3  # range .75 to 1.05 of the optimal length
    off = law["optimal_length"] / wanted - 1
    tap(length(-.79) < shortest and abs(off) < 1e-4, f"a muscle's range of lengths ends at the nearer end: {off:.1e}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(30):
            drawn(folder, seed)
        for seed in range(12):
            muscles(folder, seed)
        for part in (shorter, refused, inherited, beyond, near_end):
            part(folder)
    done()


main()
