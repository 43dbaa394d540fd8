#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Sets of controls of OpenSim models (ControlSetController) against what their forces make of a mass, integrated by hand.
osim_controls_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import tempfile

from mjcf_taken import write
from tap import done, sinew, tap

MASS, OPTIMAL = 2.0, 5.0
MODEL = """<OpenSimDocument Version="40000"><Model name="m"><gravity>0 0 0</gravity><Ground name="ground"/><BodySet><objects><Body name="b">
<mass>{mass}</mass><inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet><JointSet><objects><SliderJoint name="s"><socket_parent_frame>/ground
</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame><coordinates><Coordinate name="x"/></coordinates></SliderJoint></objects>
</JointSet><ForceSet><objects><CoordinateActuator name="push"><coordinate>x</coordinate><optimal_force>{optimal}</optimal_force></CoordinateActuator>
</objects></ForceSet><ControllerSet><objects><ControlSetController name="c"><controls_file>{file}</controls_file></ControlSetController></objects>
</ControllerSet></Model></OpenSimDocument>"""


def controls(name, nodes, words):
    inner = "".join(f'<ControlLinearNode name=""><t> {t!r} </t><value> {v!r} </value></ControlLinearNode>' for t, v in nodes)
    return (f'<?xml version="1.0"?><OpenSimDocument Version="20302"><ControlSet name="CMC"><objects><ControlLinear name="{name}">{words}'
            f"<x_nodes>{inner}</x_nodes><min_nodes/><max_nodes/><kp>100</kp></ControlLinear></objects></ControlSet></OpenSimDocument>")


def value(nodes, steps, goes_on, t):
    """OpenSim's: a step has the value of the node at its end, lines go on beyond both."""
    if t <= nodes[0][0] and (steps or not goes_on):
        return nodes[0][1]
    if t > nodes[-1][0] and (steps or not goes_on):
        return nodes[-1][1]
    k = min(max(sum(n[0] < t for n in nodes), 1), len(nodes) - 1)
    (a, u), (b, v) = nodes[k - 1], nodes[k]
    return v if steps else u + (v - u) * (t - a) / (b - a)


def reached(nodes, steps, goes_on, time):
    """Place and velocity by Simpson's rule between all kinks, exact for lines."""
    kinks = sorted({0.0, time} | {t for t, _ in nodes if 0 < t < time})
    x = v = 0.0
    for a, b in zip(kinks, kinks[1:]):
        h, first, last = b - a, value(nodes, steps, goes_on, a + 1e-12), value(nodes, steps, goes_on, b - 1e-12)
        first, last = first * OPTIMAL / MASS, last * OPTIMAL / MASS
        x, v = x + v * h + h * h * (2 * first + last) / 6, v + h * (first + last) / 2
    return x, v


def run(folder, nodes, words, name, time):
    write(folder, "c.xml", controls(name, nodes, words))
    out = os.path.join(folder, "m.sinew")
    done_ = sinew("import", write(folder, "m.osim", MODEL.format(mass=MASS, optimal=OPTIMAL, file="c.xml")), "--out", out)
    with open(out, encoding="utf-8") as file:
        document = json.load(file)
    document["model"]["solver"] = {"integrator": "runge_kutta_4", "max_step": 1e-3}
    document["model"].setdefault("probes", []).append({"class": "output_probe", "name": "p", "interval": time, "targets": ["joints/s:translation", "joints/s:translation_rate"]})
    write(folder, "m.sinew", json.dumps(document))
    result = sinew("run", out, "--time", time, "--probes", folder, "--quiet")
    if result.returncode != 0:
        return [math.nan] * 2, result.stderr
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return [float(x) for x in list(csv.reader(file))[-1]][1:], done_.stdout


def drawn(folder):
    r = random.Random(5)
    for steps in (False, True):
        for goes_on in (True, False):
            first = r.choice((-.01, 0.0, .032))
            times = sorted({round(first + .008 * r.randrange(1, 50), 3) for _ in range(r.randrange(2, 8))})
            nodes = [(t, round(r.uniform(-1, 1), 3)) for t in [first] + times]
            words = f'<use_steps>{str(steps).lower()}</use_steps>' + ("" if goes_on else "<extrapolate>false</extrapolate>")
            name = r.choice(("push", "push.excitation", "push.force"))
            got, said = run(folder, nodes, words, name, 0.5)
            off = max(abs(a - b) for a, b in zip(got, reached(nodes, steps, goes_on, 0.5)))
            tap(off < 1e-9 and ", 0 approximated, 0 left out" in said,
                f"{'steps' if steps else 'lines'} of {len(nodes)} nodes from {first} s{', going on' if goes_on else ''}, as {name}: {off:.2g}")


def unsorted(folder):
    """Nodes out of the order of time are sorted, and that is told; of two at one time the last counts."""
    nodes = [(0.0, 0.2), (0.3, -0.4), (0.1, 0.6), (0.2, 0.1), (0.1, 0.5)]
    once = sorted(dict(nodes).items())
    got, said = run(folder, nodes, "", "push", 0.5)
    off = max(abs(a - b) for a, b in zip(got, reached(once, False, True, 0.5)))
    tap(off < 1e-9 and "not in the order of time" in said, f"nodes out of order: {off:.2g}")
    got, said = run(folder, [(0.0, 0.2), (0.2, 0.9), (0.2, 0.4), (0.4, 0.0)], "", "push", 0.5)
    off = max(abs(a - b) for a, b in zip(got, reached([(0.0, 0.2), (0.2, 0.4), (0.4, 0.0)], False, True, 0.5)))
    tap(off < 1e-9 and "at one time the last counts" in said, f"two nodes at one time: {off:.2g}")


def lost(folder):
    _, said = run(folder, [(0.0, 1.0), (1.0, 1.0)], "", "pull", 0.1)
    tap("some of what it drives, or its control, is not there" in said, "a control of nothing is told")
    out = os.path.join(folder, "x.sinew")
    done_ = sinew("import", write(folder, "x.osim", MODEL.format(mass=1, optimal=1, file="nowhere.xml")), "--out", out)
    tap(done_.returncode == 0 and "the file with its controls was not found" in done_.stdout, "a file that is not there is told")


def broken(folder):
    """A number that is none costs the control, not the model."""
    nodes = [(0.0, 1.0), (1.0, 1.0)]
    write(folder, "c.xml", controls("push", nodes, "").replace("<value> 1.0", "<value> abc", 1))
    done_ = sinew("import", write(folder, "m.osim", MODEL.format(mass=1, optimal=1, file="c.xml")), "--out", os.path.join(folder, "m.sinew"))
    tap(done_.returncode == 0 and "a number that is none" in done_.stdout and "1 left out" in done_.stdout, f"a control with a broken number: {done_.stderr}")


LED = """<OpenSimDocument Version="40000"><Model name="m"><gravity>0 0 0</gravity><Ground name="ground"/><BodySet><objects><Body name="b">
<mass>2</mass><inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet><JointSet><objects><SliderJoint name="s"><socket_parent_frame>/ground
</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame><coordinates><Coordinate name="x"><default_value>0.5</default_value>
<default_speed_value>0.75</default_speed_value>{coordinate}</Coordinate></coordinates></SliderJoint></objects></JointSet><ForceSet><objects>{force}
</objects></ForceSet><ControllerSet><objects>{controller}</objects></ControllerSet></Model></OpenSimDocument>"""
CONTROLLER = """<PrescribedController name="c"><actuator_list>f</actuator_list><FunctionSet name="ControlFunctions"><objects><Constant name="f"><value>{value}
</value></Constant></objects></FunctionSet></PrescribedController>"""
LINE = """<GeometryPath><PathPointSet><objects><PathPoint name="p"><socket_parent_frame>/ground</socket_parent_frame><location>0 0 0</location></PathPoint>
<PathPoint name="q"><socket_parent_frame>/bodyset/b</socket_parent_frame><location>0 0 0</location></PathPoint></objects></PathPointSet></GeometryPath>"""


def led(folder, time, **parts):
    """The place at a time, and what the report says."""
    out = os.path.join(folder, "l.sinew")
    said = sinew("import", write(folder, "l.osim", LED.format(**{"coordinate": "", "force": "", "controller": ""} | parts)), "--out", out).stdout
    with open(out, encoding="utf-8") as file:
        document = json.load(file)
    document["model"]["solver"] = {"integrator": "runge_kutta_4", "max_step": 1e-3}
    document["model"].setdefault("probes", []).append({"class": "output_probe", "name": "p", "interval": time, "targets": ["joints/s:translation"]})
    result = sinew("run", write(folder, "l.sinew", json.dumps(document)), "--time", time, "--probes", folder, "--quiet")
    if result.returncode != 0:
        return math.nan, result.stderr
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return float(list(csv.reader(file))[-1][1]), said


def springs(folder):
    """Springs whose control is their stiffness: nothing without a controller; a clutch stretches from the length at the start."""
    controllable = f'<ControllableSpring name="f"><bodyA>ground</bodyA><bodyB>b</bodyB><optimal_force>100</optimal_force><rest_length>0.25</rest_length></ControllableSpring>'
    clutch = f'<ClutchedPathSpring name="f">{LINE}<stiffness>50</stiffness><dissipation>0</dissipation></ClutchedPathSpring>'
    time = 0.3
    for value, w, rest in ((0.5, 5, 0.25), (0, 0, 0)):
        place, said = led(folder, time, force=controllable, controller=CONTROLLER.format(value=value) if value else "")
        wanted = rest + (0.5 - rest) * math.cos(w * time) + 0.75 / w * math.sin(w * time) if w else 0.5 + 0.75 * time
        tap(abs(place - wanted) < 1e-9 and " 0 approximated, 0 left out" in said, f"a controllable spring at a control of {value}: {place - wanted:.1e}")
    for value, w in ((1, 5), (0.25, 2.5), (0, 0)):
        place, said = led(folder, time, force=clutch, controller=CONTROLLER.format(value=value) if value else "")
        wanted = 0.5 + (0.75 / w * math.sin(w * time) if w else 0.75 * time)
        tap(abs(place - wanted) < 1e-9 and ("closed clutch" in said) == (value > 0), f"a clutch at a control of {value}: {place - wanted:.1e}")


def prescribed(folder):
    """A prescribed coordinate starts where its function does, whatever its default value; free expressions are functions, too."""
    function = "<prescribed>true</prescribed><prescribed_function>{}</prescribed_function>"
    text = "<ExpressionBasedFunction><expression>1 + {} - 0.5*{}^2</expression><variables>t</variables></ExpressionBasedFunction>".replace("{}", "t")
    place, said = led(folder, 0.5, coordinate=function.format(text))
    with open(os.path.join(folder, "l.sinew"), encoding="utf-8") as file:
        body = json.load(file)["model"]["bodies"][0]
    tap(abs(place - 1.375) < 1e-9 and abs(body["position"][0] - 1) < 1e-12 and abs(body["velocity"][0] - 1) < 1e-9, f"a prescribed coordinate: {place} {body} {said[:80]}")


def bare(folder):
    """An axis whose function stands in it as it is: read, not taken for the coordinate itself."""
    text = ('<OpenSimDocument Version="20302"><Model name="m"><BodySet><objects><Body name="ground"/><Body name="b"><mass>1</mass><inertia_xx>1</inertia_xx>'
            '<inertia_yy>1</inertia_yy><inertia_zz>1</inertia_zz><Joint><CustomJoint name="j"><parent_body>ground</parent_body><CoordinateSet><objects><Coordinate '
            'name="q"><default_value>0.5</default_value></Coordinate></objects></CoordinateSet><SpatialTransform><TransformAxis name="translation1"><coordinates>q'
            "</coordinates><axis>1 0 0</axis><LinearFunction><coefficients>3 0.25</coefficients></LinearFunction></TransformAxis></SpatialTransform></CustomJoint>"
            "</Joint></Body></objects></BodySet></Model></OpenSimDocument>")
    out = os.path.join(folder, "b.sinew")
    sinew("import", write(folder, "b.osim", text), "--out", out)
    with open(out, encoding="utf-8") as file:
        at = json.load(file)["model"]["bodies"][0]["position"]
    tap(abs(at[0] - 1.75) < 1e-12, f"a function that stands in its axis as it is: the body at {at}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (drawn, unsorted, lost, broken, springs, prescribed, bare):
            part(folder)
    done()


main()
