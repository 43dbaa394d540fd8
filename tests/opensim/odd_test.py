#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Odd OpenSim models of all versions, drawn, imported, looked at and stepped (TAP).

    odd_test.py SINEW        24 models; 500 with SN_LONG=1

A model is a tree of bodies on joints of every class with functions of every class, some of several coordinates, with muscles
along paths of every kind of point or by a function, over wraps of every shape, ligaments, springs, bushings, limits, constraints
and markers; written as versions 1.9, 2.3, 3.0 and 4.0 to 4.6 write it, some values missing, empty, or in other letters.  Each must open and compile; at least 97 of 100 must also be stepped, or stop by name:
what is drawn need not be a mechanism that moves well.
"""
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

VERSIONS = [10901, 20001, 20303, 30000, 30502, 40000, 40500, 40600]
MUSCLES = ["Thelen2003Muscle", "Thelen2003Muscle_Deprecated", "Millard2012EquilibriumMuscle", "Schutte1993Muscle",
           "Schutte1993Muscle_Deprecated", "DeGrooteFregly2016Muscle", "RigidTendonMuscle", "Delp1990Muscle_Deprecated",
           "Millard2012AccelerationMuscle", "PathActuator", "PathSpring", "Ligament", "Blankevoort1991Ligament"]


def vector(dice, size, n=3):
    return " ".join(f"{dice.uniform(-size, size):.5g}" for _ in range(n))


def function(dice, low=-1, high=1, top=None):
    """Element of a function whose values lie about between low and high."""
    def between():
        return f"{dice.uniform(low, high):.5g}"
    kind = top or dice.choice(["Constant", "LinearFunction", "SimmSpline", "NaturalCubicSpline", "PiecewiseLinearFunction",
                               "GCVSpline", "PolynomialFunction", "MultiplierFunction", "Sine", "StepFunction"])
    if kind == "Constant":
        return f"<Constant><value> {between()} </value></Constant>"
    if kind == "LinearFunction":
        return f"<LinearFunction><coefficients> {between()} {between()}</coefficients></LinearFunction>"
    if kind == "PolynomialFunction":
        return f"<PolynomialFunction><coefficients>{between()} {between()} {between()}</coefficients></PolynomialFunction>"
    if kind == "MultiplierFunction":
        return f"<MultiplierFunction><function>{function(dice, low, high, 'SimmSpline')}</function><scale>0.5</scale></MultiplierFunction>"
    if kind == "Sine":
        return f"<Sine><amplitude>{high}</amplitude><omega>2</omega><phase>0.3</phase><offset>{low}</offset></Sine>"
    if kind == "StepFunction":
        return f"<StepFunction><start_time>-0.5</start_time><end_time>0.5</end_time><start_value>{low}</start_value>" \
               f"<end_value>{high}</end_value></StepFunction>"
    n = dice.choice([2, 3, 4, 6, 9])
    x = " ".join(f"{-2 + 4 * i / (n - 1):.6g}" for i in range(n))
    y = " ".join(between() for _ in range(n))
    degree = f"<half_order>{min(4, max(1, n // 2))}</half_order>" if kind == "GCVSpline" else ""
    return f"<{kind} name=\"f\">{degree}<x>{x}</x><y> {y}\n</y></{kind}>"


def polynomial(dice, n, order, size, constant, name=""):
    """Of n numbers, every coefficient of it."""
    count = math.comb(n + order, order) - 1
    return f"<MultivariatePolynomialFunction{name}><coefficients>{constant} {vector(dice, size, count)}</coefficients><dimension>{n}</dimension>" \
           f"<order>{order}</order></MultivariatePolynomialFunction>"


class Model:
    def __init__(self, seed):
        self.dice = random.Random(seed)
        self.version = VERSIONS[seed % len(VERSIONS)]
        self.new = self.version >= 40000
        self.n = self.dice.randint(1, 5)
        self.coordinates = []  # (name, joint)
        self.wraps = []

    def coordinate(self, name, joint):
        self.coordinates.append((name, joint))
        dice = self.dice
        extra = dice.choice(["", "<clamped>true</clamped>", "<locked>false</locked>", "<motion_type>rotational</motion_type>",
                             "<prescribed_function />", "<default_speed_value>0.1</default_speed_value>"])
        tag = "default_value" if self.version > 20000 or self.new else "initial_value"
        return f'<Coordinate name="{name}"><{tag}> {dice.uniform(-0.3, 0.3):.4g}</{tag}><range> -1.5 1.5 </range>{extra}</Coordinate>'

    def joint(self, i, body):
        dice = self.dice
        kind = dice.choice(["PinJoint", "SliderJoint", "WeldJoint", "BallJoint", "UniversalJoint", "PlanarJoint", "FreeJoint",
                            "CustomJoint", "GimbalJoint", "EllipsoidJoint", "ScapulothoracicJoint"])
        count = {"PinJoint": 1, "SliderJoint": 1, "WeldJoint": 0, "BallJoint": 3, "UniversalJoint": 2, "PlanarJoint": 3,
                 "FreeJoint": 6, "CustomJoint": dice.randint(1, 3), "GimbalJoint": 3, "EllipsoidJoint": 3,
                 "ScapulothoracicJoint": 4, "ConstantCurvatureJoint": 3}[kind]
        if not self.new and kind in ("GimbalJoint", "PlanarJoint", "UniversalJoint") and self.version < 20000:
            kind, count = "CustomJoint", 1
        beam = random.Random(f"beam {self.version} {i} {self.n}") if kind == "GimbalJoint" else None
        if beam and beam.random() < 0.8:
            kind = "ConstantCurvatureJoint"
        name = dice.choice(["joint_", "Gelenk ", "j.", "hip-"]) + str(i)
        names = [f"q{i}_{k}" for k in range(count)]
        parent = "ground" if body == 0 else f"b{dice.randrange(body)}"
        inside = ""
        if kind == "CustomJoint":
            axes = []
            for k in range(6):
                of = names[k] if k < count else (names[0] if dice.random() < 0.3 else "")
                f = function(dice, -0.1, 0.1) if k >= count or not of else "<LinearFunction><coefficients> 1 0</coefficients></LinearFunction>"
                if k >= count and count > 1 and dice.random() < 0.3:
                    of = " ".join(dice.sample(names, dice.randint(2, count)))
                    n = len(of.split())
                    f = dice.choice([polynomial(dice, n, dice.randint(0, 3), 0.05, 0.02),
                                     f"<LinearFunction><coefficients>{vector(dice, 0.1, n + 1)}</coefficients></LinearFunction>"])
                direction = " ".join("1" if c == k % 3 else "0" for c in range(3))
                word = "rotation" if k < 3 else "translation"
                axes.append(f'<TransformAxis name="{word}{k % 3 + 1}"><coordinates>{of}</coordinates><axis>{direction}</axis>'
                            f'<function>{f if of else "<Constant><value>0</value></Constant>"}</function></TransformAxis>')
            inside = "<SpatialTransform>" + "".join(axes) + "</SpatialTransform>"
        elif kind == "EllipsoidJoint":
            inside = "<radii_x_y_z> 0.1 0.12 0.08</radii_x_y_z>"
        elif kind == "ConstantCurvatureJoint":
            inside = f"<neutral_angle_x_z_y>{vector(beam, 0.3)}</neutral_angle_x_z_y><length>{beam.uniform(0.1, 0.5):.3g}</length>"
        elif kind == "ScapulothoracicJoint":
            inside = "<thoracic_ellipsoid_radii_x_y_z> 0.1 0.12 0.08</thoracic_ellipsoid_radii_x_y_z>" \
                     "<scapula_winging_axis_origin> 0.02 0</scapula_winging_axis_origin><scapula_winging_axis_direction>0.3</scapula_winging_axis_direction>"
        made = [self.coordinate(n, name) for n in names]
        a, b = vector(dice, 0.1), vector(dice, 0.05)
        turn = dice.choice(["0 0 0", vector(dice, 0.4)])
        if not self.new:
            holder = "<CoordinateSet><objects>" + "".join(made) + "</objects></CoordinateSet>"
            return f'<Joint><{kind} name="{name}"><parent_body> {parent} </parent_body><location_in_parent>{a}</location_in_parent>' \
                   f'<orientation_in_parent>{turn}</orientation_in_parent><location>{b}</location><orientation>0 0 0</orientation>' \
                   f'{inside}<reverse>false</reverse>{holder}</{kind}></Joint>'
        path = "/ground" if parent == "ground" else "/bodyset/" + parent
        frames = f'<PhysicalOffsetFrame name="{parent}_o"><socket_parent>{path}</socket_parent><translation>{a}</translation>' \
                 f'<orientation>{turn}</orientation></PhysicalOffsetFrame><PhysicalOffsetFrame name="b{body}_o">' \
                 f'<socket_parent>/bodyset/b{body}</socket_parent><translation>{b}</translation></PhysicalOffsetFrame>'
        return f'<{kind} name="{name}"><socket_parent_frame>{parent}_o</socket_parent_frame><socket_child_frame>b{body}_o</socket_child_frame>' \
               f'<coordinates>{"".join(made)}</coordinates><frames>{frames}</frames>{inside}</{kind}>'

    def body(self, i, joint):
        dice = self.dice
        wraps = []
        for k in range(dice.randint(0, 2)):
            name, kind = f"w{i}_{k}", dice.choice(["WrapSphere", "WrapCylinder", "WrapEllipsoid", "WrapTorus"])
            size = {"WrapSphere": "<radius>0.02</radius>", "WrapCylinder": "<radius>0.02</radius><length>0.1</length>",
                    "WrapEllipsoid": "<dimensions>0.02 0.03 0.025</dimensions>",
                    "WrapTorus": "<inner_radius>0.005</inner_radius><outer_radius>0.03</outer_radius>"}[kind]
            wraps.append(f'<{kind} name="{name}"><active>{dice.choice(["true", "false", "TRUE"])}</active><quadrant>'
                         f'{dice.choice(["all", "x", "-x", "+y", "-y", "unassigned", ""])}</quadrant><xyz_body_rotation>{vector(dice, 1)}'
                         f'</xyz_body_rotation><translation>{vector(dice, 0.05)}</translation>{size}</{kind}>')
            self.wraps.append(name)
        mass = dice.choice(["1.5", "0.2", "3e-1", "0" if i == 0 and self.n > 1 else "1"])
        inertia = "<inertia>0.01 0.01 0.02 0 0 0</inertia>" if self.new else \
            "".join(f"<inertia_{k}>{v}</inertia_{k}>" for k, v in (("xx", 0.01), ("yy", 0.01), ("zz", 0.02), ("xy", 0), ("xz", 0), ("yz", 0)))
        holder = "" if self.new else (joint if self.version >= 10900 else "")
        return f'<Body name="b{i}"><mass>{mass}</mass><mass_center> {vector(dice, 0.02)} </mass_center>{inertia}{holder}' \
               f'<WrapObjectSet name="wrapobjectset"><objects>{"".join(wraps)}</objects></WrapObjectSet></Body>'

    def of(self, body):
        """Where a point is fixed."""
        name = "ground" if body < 0 else f"b{body}"
        if not self.new:
            return f"<body>{name}</body>"
        return f"<socket_parent_frame>{'/ground' if body < 0 else '/bodyset/' + name}</socket_parent_frame>"

    def named(self, socket, coordinate):
        name, joint = coordinate
        return f"<socket_{socket}>/jointset/{joint}/{name}</socket_{socket}>" if self.new else f"<{socket}>{name}</{socket}>"

    def point(self, name, body):
        dice = self.dice
        kind = dice.choice(["PathPoint"] * 3 + ["MovingPathPoint", "ConditionalPathPoint"]) if self.coordinates else "PathPoint"
        inside = f"<location> {vector(dice, 0.08)} </location>"
        if kind == "ConditionalPathPoint":
            inside += f"<range> {dice.choice(['-0.5 0.5', '0 2', '-3.14 3.14', '0.4 0.1'])}</range>" + \
                self.named("coordinate", dice.choice(self.coordinates))
        elif kind == "MovingPathPoint":
            c = dice.choice(self.coordinates)
            inside = "".join(f"<{a}_location>{function(dice, -0.05, 0.05)}</{a}_location>" +
                             self.named(a + "_coordinate", c if dice.random() < 0.9 else dice.choice(self.coordinates)) for a in "xyz")
        return f'<{kind} name="{name}">{inside}{self.of(body)}</{kind}>'

    def force(self, i):
        dice = self.dice
        kind = dice.choice(MUSCLES)
        ends = [-1, self.n - 1] + [dice.randrange(-1, self.n) for _ in range(dice.randint(0, 3))]
        dice.shuffle(ends)
        points = "".join(self.point(f"m{i}-P{k + 1}", b) for k, b in enumerate(ends))
        # the first and the last point are always there
        wraps = "".join(f'<PathWrap name="pw{k}"><wrap_object>{w}</wrap_object><method>{dice.choice(["hybrid", "midpoint", "axial", ""])}'
                        f'</method><range>{dice.choice(["-1 -1", "1 2", "2 9", "0 0", "2 -1"])}</range></PathWrap>'
                        for k, w in enumerate(dice.sample(self.wraps, min(len(self.wraps), dice.randint(0, 3)))))
        of = [f"/jointset/{j}/{c}" for c, j in dice.sample(self.coordinates, min(len(self.coordinates), dice.randint(1, 4)))]
        if self.version >= 40500 and of and dice.random() < 0.25:
            length = polynomial(dice, len(of), dice.randint(1, 3), 0.01, 0.3, ' name="length_function"')
            return f'<{kind} name="m {i}"><FunctionBasedPath name="path"><coordinates>{" ".join(of)}</coordinates>{length}</FunctionBasedPath></{kind}>'
        path = f'<PathPointSet><objects>{points}</objects></PathPointSet><PathWrapSet><objects>{wraps}</objects></PathWrapSet>'
        values = "" if kind.startswith("Path") or "Ligament" in kind else \
            "<max_isometric_force>300</max_isometric_force><optimal_fiber_length>0.1</optimal_fiber_length>" \
            "<tendon_slack_length>0.05</tendon_slack_length><pennation_angle_at_optimal>0.2</pennation_angle_at_optimal>"
        if "Ligament" in kind:
            values = "<resting_length>0.1</resting_length><pcsa_force>100</pcsa_force>" if kind == "Ligament" else \
                "<slack_length>0.1</slack_length><linear_stiffness>1000</linear_stiffness>"
        if kind == "PathSpring":
            values = "<resting_length>0.1</resting_length><stiffness>1000</stiffness><dissipation>0.1</dissipation>"
        if self.version < 20000:
            return f'<{kind} name="m {i}">{path}{values}</{kind}>'
        return f'<{kind} name="m {i}"><GeometryPath name="geometrypath">{path}</GeometryPath>{values}</{kind}>'

    def others(self):
        dice, made = self.dice, []
        for name, joint in self.coordinates[:2]:
            made.append(f'<CoordinateLimitForce name="limit_{name}"><coordinate>{name}</coordinate><upper_stiffness>10</upper_stiffness>'
                        f'<upper_limit>60</upper_limit><lower_stiffness>10</lower_stiffness><lower_limit>-60</lower_limit>'
                        f'<damping>0.1</damping><transition>5</transition></CoordinateLimitForce>')
            made.append(f'<SpringGeneralizedForce name="s_{name}"><coordinate>{name}</coordinate><stiffness>1</stiffness>'
                        f'<rest_length>0</rest_length><viscosity>0.1</viscosity></SpringGeneralizedForce>')
            made.append(f'<CoordinateActuator name="a_{name}"><coordinate>{name}</coordinate><optimal_force>1</optimal_force></CoordinateActuator>')
        if dice.random() < 0.5:
            made.append('<TorqueActuator name="tau"><bodyA>b0</bodyA><bodyB>ground</bodyB><axis>0 0 1</axis></TorqueActuator>')
            made.append('<PointActuator name="pa"><body>b0</body><point>0 0 0</point><direction>1 0 0</direction></PointActuator>')
            made.append('<NobodyKnowsThisForce name="x"><strange>1 2 a</strange></NobodyKnowsThisForce>')
        return "".join(made)

    def text(self):
        joints, bodies = [], []
        for i in range(self.n):
            joints.append(self.joint(i, i))
            bodies.append(self.body(i, joints[-1]))
        forces = "".join(self.force(i) for i in range(self.dice.randint(1, 5))) + self.others()
        ground = '<Ground name="ground" />' if self.new else ""
        if not self.new:
            bodies.insert(0, '<Body name="ground"><mass>0</mass><mass_center> 0 0 0</mass_center><WrapObjectSet><objects/></WrapObjectSet></Body>')
        set_ = "<ForceSet><objects>" if self.version >= 20000 else "<ActuatorSet><objects>"
        jointset = f"<JointSet><objects>{''.join(joints)}</objects></JointSet>" if self.new else ""
        marker = f'<Marker name="M 1">{self.of(0)}<location> 0 0.1 0</location></Marker>'
        return f'<?xml version="1.0" encoding="UTF-8" ?>\n<OpenSimDocument Version="{self.version}">\n<Model name="odd {self.version}">' \
               f'<credits>A &amp; B</credits><gravity> 0 -9.80665 0 </gravity>{ground}<BodySet><objects>{"".join(bodies)}</objects><groups/></BodySet>' \
               f'{jointset}{set_}{forces}</objects>{set_.replace("<", "</", 1).split("<objects>")[0]}' \
               f'<MarkerSet><objects>{marker}</objects></MarkerSet><publications>none</publications></Model></OpenSimDocument>\n'


SETS = ("BodySet", "JointSet", "ForceSet", "ActuatorSet", "MarkerSet", "WrapObjectSet", "CoordinateSet", "coordinates", "Joint")


def in_silence(text, report):
    """Classes of which the report speaks of more or fewer components than the file has; None: of none."""
    there = Counter()
    for holder in ET.fromstring(text.encode()).iter():
        if holder.tag in SETS:
            inside = holder.find("objects")
            there.update(one.tag for one in (holder if inside is None else inside) if one.get("name") != "ground")
    told = {row[1]: sum(map(int, row[2].split())) for row in re.finditer(r"^(\w+) +((?:\d+ +){2}\d+)$", report, re.M)}
    wrong = {kind: (n, told.get(kind, 0)) for kind, n in there.items() if told.get(kind, 0) != n}
    return f"import: there and told: {wrong}" if wrong else None


def attempt(sinew, seed, folder):
    """What went wrong, None: nothing."""
    path, text = os.path.join(folder, f"odd{seed}.osim"), Model(seed).text()
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    out = path[:-5] + ".sinew"
    for words in ((sinew, "import", path, "--out", out), (sinew, "info", out), (sinew, "run", out, "--time", "0.01", "--quiet")):
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False)
        if done.returncode != 0:
            return f"{words[1]}: status {done.returncode}: " + (done.stdout.strip().split("\n") or [""])[-1]
        if words[1] == "import" and in_silence(text, done.stdout):
            return in_silence(text, done.stdout)
    return None


def main():
    sinew, many = sys.argv[1], 500 if os.environ.get("SN_LONG") else 24
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        with ThreadPoolExecutor(2) as pool:
            reasons = list(pool.map(lambda seed: attempt(sinew, seed, folder), range(many)))
    stopped = [reason for reason in reasons if reason and reason.startswith("run: status 1") and " stopped" in reason]
    bad = [f"# {seed} ({VERSIONS[seed % len(VERSIONS)]}): {reason}" for seed, reason in enumerate(reasons) if reason]
    print("\n".join(bad))
    good = len(stopped) == len(bad) <= max(1, 0.03 * many)
    print(f"{'ok' if good else 'not ok'} 1 - {many} odd models: {many - len(bad) + len(stopped)} open and compile, "
          f"{many - len(bad)} are stepped\n1..1")
    return not good


if __name__ == "__main__":
    sys.exit(main())
