#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Laws of forces in OpenSim models against their formulas, value by value: laws_test.py SINEW (TAP)

Limits whose lower end lies above the upper one (both act between them), and expressions of the distance of two points that no
polynomial is: magnets, exponentials.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

DEGREE = math.pi / 180
Q, RATE = 0.3, 0.7  # of the pin
PLACE = (0.2, 0.5, -0.3)
FORCES = {
    "crossed": """<CoordinateLimitForce name="crossed"><coordinate>turn</coordinate><upper_limit>-20</upper_limit><upper_stiffness>3
</upper_stiffness><lower_limit>40</lower_limit><lower_stiffness>2</lower_stiffness><damping>0.5</damping><transition>5</transition>
</CoordinateLimitForce>""",
    "active": """<ActivationCoordinateActuator name="active"><coordinate>turn</coordinate><optimal_force>0.02</optimal_force>
<activation_time_constant>0.03</activation_time_constant></ActivationCoordinateActuator>""",
    "usual": """<CoordinateLimitForce name="usual"><coordinate>turn</coordinate><upper_limit>10</upper_limit><upper_stiffness>3
</upper_stiffness><lower_limit>-40</lower_limit><lower_stiffness>2</lower_stiffness><damping>0.5</damping><transition>5</transition>
</CoordinateLimitForce>""",
}
EXPRESSIONS = {"magnet": ("0.01/(d^2)", lambda d: 0.01 / d ** 2), "decay": ("-3*exp(-2*d)", lambda d: -3 * math.exp(-2 * d)),
               "quartic": ("d^4-2*d+0.3", lambda d: d ** 4 - 2 * d + 0.3), "negative": ("-d", lambda d: -d),
               "root": ("2*sqrt(d-0.4)", lambda d: 2 * math.sqrt(d - 0.4)), "nowhere": ("sqrt(d-40)", None)}


def document():
    points = "".join(
        f'<ExpressionBasedPointToPointForce name="{name}"><body1>ground</body1><body2>b</body2><point1>0.1 0 0</point1>'
        f'<point2>{" ".join(map(str, PLACE))}</point2><expression>{text}</expression></ExpressionBasedPointToPointForce>'
        for name, (text, _) in EXPRESSIONS.items())
    return f"""<OpenSimDocument Version="40000"><Model name="m"><gravity>0 0 0</gravity><Ground name="ground"/><BodySet><objects>
<Body name="b"><mass>1</mass><mass_center>0 0 0</mass_center><inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet><JointSet>
<objects><PinJoint name="pin"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame>
<coordinates><Coordinate name="turn"><default_value>{Q}</default_value><default_speed_value>{RATE}</default_speed_value></Coordinate>
</coordinates></PinJoint></objects></JointSet><ForceSet><objects>{"".join(FORCES.values())}{points}</objects></ForceSet></Model>
</OpenSimDocument>"""


def distance(q):
    x, y = PLACE[0] * math.cos(q) - PLACE[1] * math.sin(q), PLACE[0] * math.sin(q) + PLACE[1] * math.cos(q)
    return math.dist((0.1, 0, 0), (x, y, PLACE[2]))


def limit(q, rate, lower, upper):
    """Simbody's step is full beyond the transition, here 5 degrees."""
    k_up, k_low = (3 / DEGREE if q > (upper + 5) * DEGREE else 0), (2 / DEGREE if q < (lower - 5) * DEGREE else 0)
    acting = (k_up > 0) + (k_low > 0)
    return -k_up * (q - upper * DEGREE) + k_low * (lower * DEGREE - q) - acting * 0.5 / DEGREE * rate


def main():
    sinew, cases = os.path.abspath(sys.argv[1]), []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        source, model = os.path.join(folder, "m.osim"), os.path.join(folder, "m.sinew")
        with open(source, "w", encoding="utf-8") as file:
            file.write(document())
        done = subprocess.run([sinew, "import", source, "--out", model], capture_output=True, text=True, check=True)
        cases.append(("what has no value at the start is left out", "nowhere" in done.stdout and "no value at the start" in done.stdout))
        with open(model, encoding="utf-8") as file:
            read = json.load(file)
        springs = [s["name"] for s in read["model"]["springs"]]
        crossed = [s for s in springs if s.startswith("crossed")]
        targets = [f"springs/{s}:force" for s in crossed + ["usual"] + [n for n, (_, f) in EXPRESSIONS.items() if f]]
        read["model"]["probes"] = [{"class": "output_probe", "name": "o", "targets": targets + ["loads/active:force", "joints/pin:angle"]}]
        with open(model, "w", encoding="utf-8") as file:
            json.dump(read, file)
        subprocess.run([sinew, "run", model, "--time", "0.05", "--step", "0.001", "--probes", folder, "--quiet"], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(folder, "o.csv"), newline="", encoding="utf-8") as file:
            rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
    first = rows[0][1:]
    both = sum(first[:len(crossed)])
    cases.append((f"both sides of a crossed limit act: {both:.6g} N m", abs(both - limit(Q, RATE, 40, -20)) < 1e-9 * abs(both)))
    usual = first[len(crossed)]
    cases.append((f"a usual one acts on one side: {usual:.6g} N m", abs(usual - limit(Q, RATE, -40, 10)) < 1e-9 * abs(usual)))
    names = [n for n, (_, f) in EXPRESSIONS.items() if f]
    worst = 0
    for row in rows:
        d = distance(row[-1])
        for name, value in zip(names, row[len(crossed) + 2:-2]):
            wanted = EXPRESSIONS[name][1](d)
            worst = max(worst, abs(value - wanted) / abs(wanted))
    fades = max(abs(row[-2] - 0.02 * 0.5 * math.exp(-row[0] / 0.03)) for row in rows)
    cases.append((f"an activation that the file starts with fades: within {fades:.2g} N m", fades < 1e-12))
    cases.append(("with its own dynamics it is exact", "without delay" not in done.stdout))
    cases.append((f"expressions of the distance along {len(rows)} samples: within {worst:.2g}", worst < 1e-6))
    for i, (text, good) in enumerate(cases, 1):
        print(f"{'ok' if good else 'not ok'} {i} - {text}")
    print(f"1..{len(cases)}")
    return not all(good for _, good in cases)


if __name__ == "__main__":
    sys.exit(main())
