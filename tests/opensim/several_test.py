#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""OpenSim's functions of several coordinates, against closed forms (TAP).

    several_test.py SINEW
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

QA, QB = 0.4, -0.3
LINEAR = '<LinearFunction name="function"><coefficients>{}</coefficients></LinearFunction>'
POLYNOMIAL = '<MultivariatePolynomialFunction{}><coefficients>0.01 0.02 0.03 0.04 0.05 0.06</coefficients><dimension>2</dimension>' \
             '<order>2</order></MultivariatePolynomialFunction>'
SCALED = f'<MultiplierFunction name="function"><function>{POLYNOMIAL.format("")}</function><scale>0.5</scale></MultiplierFunction>'
ZERO = '<Constant name="function"><value>0</value></Constant>'


def polynomial(x, y):
    """In OpenSim's order: the powers of the last number first."""
    return 0.01 + 0.02 * y + 0.03 * y * y + 0.04 * x + 0.05 * x * y + 0.06 * x * x


def axis(name, follows, direction, function):
    return f'<TransformAxis name="{name}"><coordinates>{follows}</coordinates><axis>{direction}</axis>{function}</TransformAxis>'


def coordinate(name, value):
    return f'<Coordinate name="{name}"><default_value>{value}</default_value></Coordinate>'


def model(axes, more=""):
    return f"""<?xml version="1.0"?><OpenSimDocument Version="40500"><Model name="several"><gravity>0 -9.81 0</gravity>
<Ground name="ground"/><BodySet><objects><Body name="b"><mass>1</mass><mass_center>0 -0.2 0.05</mass_center>
<inertia>0.02 0.01 0.015 0 0 0</inertia></Body></objects></BodySet><JointSet><objects><CustomJoint name="j">
<socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame>
<coordinates>{coordinate("qa", QA)}{coordinate("qb", QB)}</coordinates><SpatialTransform>{axes}</SpatialTransform></CustomJoint>
</objects></JointSet>{more}</Model></OpenSimDocument>"""


AXES = axis("rotation1", "qa", "0 0 1", LINEAR.format("1 0")) + axis("rotation2", "qb", "1 0 0", LINEAR.format("1 0")) + \
    axis("rotation3", "qa qb", "0 1 0", LINEAR.format("0.5 -0.25 0.1")) + \
    axis("translation1", "qa qb", "1 0 0", POLYNOMIAL.format(' name="function"')) + \
    axis("translation2", "qb qa", "0 2 0", SCALED) + axis("translation3", "", "0 0 1", ZERO)
MARKER = '<MarkerSet><objects><Marker name="M"><socket_parent_frame>/bodyset/b</socket_parent_frame><location>0.1 0.2 0.3' \
         '</location></Marker></objects></MarkerSet>'


def turned(v, k, angle):
    """About axis k."""
    i, j = (k + 1) % 3, (k + 2) % 3
    out = list(v)
    out[i] = math.cos(angle) * v[i] - math.sin(angle) * v[j]
    out[j] = math.sin(angle) * v[i] + math.cos(angle) * v[j]
    return out


def placed(qa, qb):
    """Where M is in this program's world (z upwards)."""
    x, y, z = turned(turned(turned([0.1, 0.2, 0.3], 1, 0.5 * qa - 0.25 * qb + 0.1), 0, qb), 2, qa)
    x, y = x + polynomial(qa, qb), y + polynomial(qb, qa)
    return [x, -z, y]


class Case:
    def __init__(self, sinew, folder):
        self.sinew, self.folder = sinew, folder
        self.path = os.path.join(folder, "m.sinew")

    def imported(self, text):
        source = os.path.join(self.folder, "m.osim")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        done = subprocess.run([self.sinew, "import", source, "--out", self.path], capture_output=True, text=True, check=True)
        return done.stdout

    def run(self, probes, seconds, step, integrator):
        """Rows of the properties from t = 0."""
        with open(self.path, encoding="utf-8") as file:
            document = json.load(file)
        document["model"].update(solver={"integrator": integrator, "max_step": step},
                                 probes=[{"class": "output_probe", "name": "o", "targets": probes}])
        other = os.path.join(self.folder, "probed.sinew")
        with open(other, "w", encoding="utf-8") as file:
            json.dump(document, file)
        subprocess.run([self.sinew, "run", other, "--time", str(seconds), "--probes", self.folder, "--quiet"], check=True,
                       stdout=subprocess.DEVNULL)
        with open(os.path.join(self.folder, "o.csv"), newline="", encoding="utf-8") as file:
            return [[float(x) for x in row[1:]] for row in list(csv.reader(file))[1:]]


def joint_case(case):
    """Place at the start, and that it stays on the joint's surface while it swings freely and keeps its energy."""
    report = case.imported(model(AXES, MARKER))
    rows = case.run(["markers/M:position", "joints/j:angle_1.angle", "joints/j:angle_2.angle", "/model:kinetic_energy", "/model:potential_energy"], 0.5, 0.001, "runge_kutta_4")
    apart = max(math.dist(row[:3], placed(row[3], row[4])) for row in rows)
    moved = max(abs(row[3] - QA) for row in rows)
    drift = max(abs(row[5] + row[6] - rows[0][5] - rows[0][6]) for row in rows)
    return ", 0 approximated" in report and apart < 1e-9 and moved > 0.2 and drift < 1e-6, f"{apart:.1e} m, moved {moved:.2f}, {drift:.1e} J"


HINGES = axis("rotation1", "qa", "0 0 1", LINEAR.format("1 0")) + axis("rotation2", "qb", "1 0 0", LINEAR.format("1 0")) + \
    axis("rotation3", "", "0 1 0", ZERO) + "".join(axis(f"translation{k + 1}", "", " ".join("1" if i == k else "0" for i in range(3)), ZERO)
                                                   for k in range(3))
LENGTH = POLYNOMIAL.format(' name="length_function"')
ARMS = "".join(f'<MultivariatePolynomialFunction><coefficients>{c}</coefficients><dimension>2</dimension><order>1</order>'
               '</MultivariatePolynomialFunction>' for c in ("-0.04 -0.05 -0.12", "-0.02 -0.06 -0.05"))


def spring(length, arms):
    path = f'<FunctionBasedPath name="path"><coordinates>/jointset/j/qa /jointset/j/qb</coordinates>{length}' \
           f'<moment_arm_functions>{arms}</moment_arm_functions></FunctionBasedPath>'
    return f'<ForceSet><objects><PathSpring name="s"><resting_length>0.005</resting_length><stiffness>20000</stiffness>' \
           f'<dissipation>0</dissipation>{path}</PathSpring></objects></ForceSet>'


def path_case(case):
    """Length of a path by a polynomial of two coordinates, and energy: its force is the derivative of that."""
    report = case.imported(model(HINGES, spring(LENGTH, ARMS)))
    rows = case.run(["springs/s:length", "joints/j:angle_1.angle", "joints/j:angle_2.angle", "/model:kinetic_energy", "/model:potential_energy"],
                    0.5, 0.0005, "runge_kutta_4")
    apart = max(abs(row[0] - polynomial(row[1], row[2])) for row in rows)
    drift = max(abs(row[3] + row[4] - rows[0][3] - rows[0][4]) for row in rows)
    swing = max(row[0] for row in rows) - min(row[0] for row in rows)
    other = case.imported(model(HINGES, spring(LENGTH, ARMS.replace("-0.06", "-0.07"))))
    good = apart < 1e-12 and drift < 1e-5 and swing > 0.005 and ", 0 approximated" in report and ", 1 approximated" in other
    return good, f"{apart:.1e} m, {drift:.1e} J, length changes by {swing:.3f} m"


def coupler_case(case):
    """A hinge follows a polynomial of two others: at the start, with each integrator, and written for OpenSim and read again."""
    def hinge(name, child, parent):
        return f'<PinJoint name="{name}"><socket_parent_frame>{parent}</socket_parent_frame><socket_child_frame>/bodyset/{child}' \
               f'</socket_child_frame><coordinates>{coordinate("q" + child, {"a": QA, "b": QB, "c": 9}[child])}</coordinates></PinJoint>'
    bodies = "".join(f'<Body name="{b}"><mass>1</mass><mass_center>0 -0.2 0</mass_center><inertia>0.02 0.01 0.015 0 0 0</inertia></Body>' for b in "abc")
    joints = hinge("A", "a", "/ground") + hinge("B", "b", "/bodyset/a") + hinge("C", "c", "/bodyset/b")
    text = f"""<?xml version="1.0"?><OpenSimDocument Version="40500"><Model name="c"><gravity>0 -9.81 0</gravity><Ground name="ground"/>
<BodySet><objects>{bodies}</objects></BodySet><JointSet><objects>{joints}</objects></JointSet><ConstraintSet><objects>
<CoordinateCouplerConstraint name="k"><coupled_coordinates_function>{POLYNOMIAL.format("")}</coupled_coordinates_function>
<independent_coordinate_names>qa qb</independent_coordinate_names><dependent_coordinate_name>qc</dependent_coordinate_name>
<scale_factor>2</scale_factor></CoordinateCouplerConstraint></objects></ConstraintSet></Model></OpenSimDocument>"""
    worst, drift, exact = 0, 0, True
    probes = ["joints/A:angle", "joints/B:angle", "joints/C:angle", "/model:kinetic_energy", "/model:potential_energy"]
    for again in (False, True):
        exact = exact and ", 0 approximated, 0 left out" in case.imported(text)
        for integrator in ("backward_euler", "trapezoidal", "runge_kutta_4", "newton_trapezoidal"):
            rows = case.run(probes, 0.2, 0.001, integrator)
            worst = max(worst, max(abs(row[2] - 2 * polynomial(row[0], row[1])) for row in rows))
            if integrator == "runge_kutta_4":
                drift = max(drift, max(abs(row[3] + row[4] - rows[0][3] - rows[0][4]) for row in rows))
        if not again:
            written = os.path.join(case.folder, "again.osim")
            subprocess.run([case.sinew, "export", case.path, "--out", written], check=True, stdout=subprocess.DEVNULL)
            with open(written, encoding="utf-8") as file:
                text = file.read()
    return exact and worst < 1e-6 and drift < 1e-6 and abs(rows[0][0] - QA) < 1e-9, f"open {worst:.1e}, {drift:.1e} J"


CASES = {"axes that follow two coordinates": joint_case, "a path by a function of two coordinates": path_case,
         "a coupler of two coordinates": coupler_case}


def main():
    sinew = os.path.abspath(sys.argv[1])
    print(f"1..{len(CASES)}")
    for i, (name, check) in enumerate(CASES.items(), 1):
        with tempfile.TemporaryDirectory() as folder:
            good, what = check(Case(sinew, folder))
        print("ok" if good else "not ok", i, "-", name, ":", what)


main()
