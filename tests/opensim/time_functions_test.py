#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of time in OpenSim models (PrescribedController, PrescribedForce, prescribed coordinates, tables of controls) against the
same functions worked out here.  time_functions_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "run"))
from mjcf_taken import write  # noqa: E402
from tap import done, sinew, tap  # noqa: E402

MODEL = """<OpenSimDocument Version="40000"><Model name="m"><gravity>0 0 0</gravity><Ground name="ground"/><BodySet><objects>{bodies}</objects></BodySet>
<JointSet><objects>{joints}</objects></JointSet><ForceSet><objects><CoordinateActuator name="push"><coordinate>x</coordinate>
<optimal_force>1</optimal_force></CoordinateActuator>{forces}</objects></ForceSet><ControllerSet><objects>{controllers}</objects></ControllerSet></Model>
</OpenSimDocument>"""


def body(name):
    return f'<Body name="{name}"><mass>1000</mass><inertia>1 1 1 0 0 0</inertia></Body>'


def slider(name, child, coordinate, more=""):
    return (f'<SliderJoint name="{name}"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/{child}</socket_child_frame>'
            f'<coordinates><Coordinate name="{coordinate}">{more}</Coordinate></coordinates></SliderJoint>')


def solved(rows):
    """x of A x = b, rows of A with b behind, by elimination."""
    n = len(rows)
    for i in range(n):
        k = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[k] = rows[k], rows[i]
        for k in range(n):
            if k != i:
                f = rows[k][i] / rows[i][i]
                rows[k] = [a - f * b for a, b in zip(rows[k], rows[i])]
    return [rows[i][n] / rows[i][i] for i in range(n)]


def natural(x, y, degree):
    """A polynomial of half the degree beside powers of the distance to each point: of all curves through the points the least bent."""
    m, n = (degree + 1) // 2, len(x)
    rows = [[t ** k for k in range(m)] + [abs(t - u) ** degree for u in x] + [v] for t, v in zip(x, y)]
    rows += [[0] * m + [u ** k for u in x] + [0] for k in range(m)]
    a = solved(rows)
    return lambda t: sum(a[k] * t ** k for k in range(m)) + sum(a[m + i] * abs(t - x[i]) ** degree for i in range(n))


def simm(x, y):
    """A cubic spline whose third derivative at each end is that of the cubic through the four points there."""
    def third(i):
        return sum(y[k] / math.prod(x[k] - x[j] for j in range(i, i + 4) if j != k) for k in range(i, i + 4)) * 6
    n, h = len(x), [b - a for a, b in zip(x, x[1:])]
    rows = [[0] * (n + 1) for _ in range(n)]
    rows[0][:2], rows[0][n] = [-1 / h[0], 1 / h[0]], third(0)
    rows[-1][n - 2:] = [-1 / h[-1], 1 / h[-1], third(n - 4)]
    for i in range(1, n - 1):
        rows[i][i - 1:i + 2] = [h[i - 1] / 6, (h[i - 1] + h[i]) / 3, h[i] / 6]
        rows[i][n] = (y[i + 1] - y[i]) / h[i] - (y[i] - y[i - 1]) / h[i - 1]
    c = solved(rows)

    def value(t):
        i = min(max(sum(u <= t for u in x) - 1, 0), n - 2)
        a, b = (x[i + 1] - t) / h[i], (t - x[i]) / h[i]
        return a * y[i] + b * y[i + 1] + ((a ** 3 - a) * c[i] + (b ** 3 - b) * c[i + 1]) * h[i] ** 2 / 6
    return value


def drawn(dice, kind):
    """XML, function, a time up to which it is wanted, whether it is exact."""
    n = lambda size=2: round(dice.uniform(-size, size), 3)
    x = [0.0]
    while len(x) < dice.randint(4, 8):
        x.append(round(x[-1] + dice.uniform(.05, .4), 3))
    y = [n() for _ in x]
    table = f"<x>{' '.join(map(str, x))}</x><y>{' '.join(map(str, y))}</y>"
    end = x[-1]
    if kind == "Constant":
        return f"<value>{y[0]}</value>", lambda t: y[0], 1, True
    if kind == "LinearFunction":
        return f"<coefficients>{y[0]} {y[1]}</coefficients>", lambda t: y[0] * t + y[1], 3, True
    if kind == "PolynomialFunction":
        return f"<coefficients>{y[0]} {y[1]} {y[2]} {y[3]}</coefficients>", lambda t: ((y[0] * t + y[1]) * t + y[2]) * t + y[3], 2, False
    if kind in ("Sine", "SineFunction"):
        w = round(dice.uniform(1, 60), 2)
        return (f"<amplitude>{y[0]}</amplitude><omega>{w}</omega><phase>{y[1]}</phase><offset>{y[2]}</offset>", lambda t: y[0] * math.sin(w * t + y[1]) + y[2],
                12 if dice.random() < .3 else 2, True)
    if kind == "StepFunction":
        def step(t):
            s = min(max((t - .2) / .5, 0), 1)
            return y[0] + (y[1] - y[0]) * s ** 3 * (10 - 15 * s + 6 * s * s)
        return f"<start_time>.2</start_time><end_time>.7</end_time><start_value>{y[0]}</start_value><end_value>{y[1]}</end_value>", step, 1, False
    if kind == "PiecewiseConstantFunction":
        return table, lambda t: y[max(i for i in range(len(x)) if x[i] <= t)], end + 1, True
    if kind == "PiecewiseLinearFunction":
        def line(t):
            i = min(sum(u <= t for u in x) - 1, len(x) - 2)
            return y[i] + (y[i + 1] - y[i]) * (t - x[i]) / (x[i + 1] - x[i])
        return table, line, end, True
    if kind == "SimmSpline":
        return table, simm(x, y), end, True
    degree = dice.choice([1, 3, 5, 7])
    return f"<half_order>{(degree + 1) // 2}</half_order>{table}", natural(x, y, degree), end, True


KINDS = ["Constant", "LinearFunction", "PolynomialFunction", "Sine", "StepFunction", "PiecewiseConstantFunction", "PiecewiseLinearFunction", "SimmSpline", "GCVSpline"]


def played(folder, text, target, time):
    """What is said, and rows of time and values."""
    out = os.path.join(folder, "m.sinew")
    taken = sinew("import", write(folder, "m.osim", text), "--out", out)
    with open(out, encoding="utf-8") as file:
        document = json.load(file)
    document["model"].setdefault("probes", []).append({"class": "output_probe", "name": "p", "interval": time / 37, "targets": target})
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", out, "--time", str(time), "--step", str(time / 74), "--probes", folder, "--quiet")
    if run.returncode != 0:
        return taken.stdout + run.stderr, []
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return taken.stdout, [[float(x) for x in row] for row in list(csv.reader(file))[1:]]


def one(folder, dice, kind, scaled):
    inner, value, time, exact = drawn(dice, kind)
    function, factor = (f'<{kind} name="push">{inner}</{kind}>', 1)
    if scaled:
        factor = -1.5
        function = f'<MultiplierFunction name="push"><function><{kind}>{inner}</{kind}></function><scale>{factor}</scale></MultiplierFunction>'
    controller = f'<PrescribedController name="c"><actuator_list>push</actuator_list><ControlFunctions><objects>{function}</objects></ControlFunctions></PrescribedController>'
    said, rows = played(folder, MODEL.format(bodies=body("b"), joints=slider("s", "b", "x"), forces="", controllers=controller), ["loads/push:force"], time)
    size = max((abs(value(t)) for t, *_ in rows), default=1) + .1
    off = max((abs(f - factor * value(t)) / size for t, f in rows[1:]), default=math.inf)
    tap(off < (2e-3 if kind in ("PolynomialFunction", "StepFunction") else 1e-4 if kind in ("SimmSpline", "GCVSpline") else 1e-6) and
        (", 0 approximated, 0 left out" in said) == exact, f"a controller's {'scaled ' if scaled else ''}{kind} up to {time} s: {off:.2g} {'' if rows else said[-300:]}")


def three(folder, dice, kinds):
    """Three functions of a force at once."""
    got = [drawn(dice, kind) for kind in kinds]
    objects = "".join(f"<{kind}>{inner}</{kind}>" for kind, (inner, *_) in zip(kinds, got))
    force = (f'<PrescribedForce name="f"><socket_frame>/bodyset/b</socket_frame><forceIsGlobal>true</forceIsGlobal><FunctionSet name="forceFunctions">'
             f"<objects>{objects}</objects></FunctionSet></PrescribedForce>")
    time = min(t for _, _, t, _ in got)
    said, rows = played(folder, MODEL.format(bodies=body("b"), joints=slider("s", "b", "x"), forces=force, controllers=""), ["loads/f:acting_force"], time)
    pairs = [(a, g[1](t)) for t, x, y, z in rows[1:] for a, g in zip((x, z, -y), got)]
    off = max((abs(a - b) for a, b in pairs), default=math.inf) / (1 + max((abs(b) for _, b in pairs), default=0))
    tap(off < 2e-4, f"a force by {' '.join(kinds)}: {off:.2g} {'' if rows else said[-300:]}")


def coordinate(folder, dice, kind):
    inner, value, time, _ = drawn(dice, kind)
    more = f'<prescribed_function><{kind}>{inner}</{kind}></prescribed_function><prescribed>true</prescribed>'
    text = MODEL.format(bodies=body("b") + body("c"), joints=slider("s", "b", "x") + slider("t", "c", "y", more), forces="", controllers="")
    said, rows = played(folder, text, ["joints/t:translation"], time)
    off = max((abs(q - value(t)) for t, q in rows[1:]), default=math.inf)
    tap(off < 3e-3, f"a coordinate by a {kind}: {off:.2g} {'' if rows else said[-300:]}")


def columns(folder, dice):
    """A set of controls that is a table: lines that go on."""
    times = [0.0, .1, .35, .5]
    values = [round(dice.uniform(-1, 1), 3) for _ in times]
    table = "controls\nversion=1\nnRows=4\nnColumns=2\ninDegrees=no\nendheader\ntime\tpush.excitation\n" + "".join(f"{t}\t{v}\n" for t, v in zip(times, values))
    write(folder, "c.sto", table)
    controller = '<ControlSetController name="c"><controls_file>c.sto</controls_file></ControlSetController>'
    said, rows = played(folder, MODEL.format(bodies=body("b"), joints=slider("s", "b", "x"), forces="", controllers=controller), ["loads/push:force"], .8)

    def line(t):
        i = min(sum(u <= t for u in times) - 1, 2)
        return values[i] + (values[i + 1] - values[i]) * (t - times[i]) / (times[i + 1] - times[i])
    off = max((abs(f - line(t)) for t, f in rows[1:]), default=math.inf)
    tap(off < 1e-6 and ", 0 approximated, 0 left out" in said, f"a set of controls that is a table: {off:.2g} {'' if rows else said[-300:]}")


def ends(folder):
    function = "<PiecewiseLinearFunction><x>0 1</x><y>0 2</y></PiecewiseLinearFunction>"
    controller = f'<PrescribedController name="c"><actuator_list>push</actuator_list><ControlFunctions><objects>{function}</objects></ControlFunctions></PrescribedController>'
    said, rows = played(folder, MODEL.format(bodies=body("b"), joints=slider("s", "b", "x"), forces="", controllers=controller), ["loads/push:force"], 2)
    tap(rows and abs(rows[-1][1] - 2) < 1e-9 and "keep their first and last values outside" in said, "what holds beyond its points is told")


def main():
    dice = random.Random(7)
    with tempfile.TemporaryDirectory() as folder:
        for kind in KINDS + KINDS[3:]:
            one(folder, dice, kind, dice.random() < .3)
        for kinds in [[k] * 3 for k in ("Sine", "GCVSpline", "PiecewiseConstantFunction")] + [["Sine", "Constant", "Constant"], ["SimmSpline", "Constant", "Sine"],
                                                                                              ["PiecewiseLinearFunction", "LinearFunction", "GCVSpline"]]:
            three(folder, dice, kinds)
        for kind in ("Sine", "SimmSpline", "LinearFunction", "GCVSpline"):
            coordinate(folder, dice, kind)
        columns(folder, dice)
        ends(folder)
    done()


main()
