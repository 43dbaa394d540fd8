#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Forces of planes on points of OpenSim models: what stands on them rests where their laws say, and slides where friction does
not hold it (TAP).

    stations_test.py SINEW
"""
import json
import math
import os
import subprocess
import sys
import tempfile

MASS, G = 3.0, 9.80665
SHAPE = (.007, .5, 1100)


def document(force, slope, height):
    """A body that slides along x and y, on a point below it; gravity leans by an angle."""
    g = f"{G * math.sin(slope)!r} {-G * math.cos(slope)!r} 0"
    axes = "".join(f'<TransformAxis name="{w}{i + 1}"><coordinates>{c}</coordinates><axis>{a}</axis><LinearFunction name="function">'
                   f'<coefficients>{1 if c else 0} 0</coefficients></LinearFunction></TransformAxis>'
                   for w, i, c, a in (("rotation", 0, "", "1 0 0"), ("rotation", 1, "", "0 1 0"), ("rotation", 2, "", "0 0 1"),
                                      ("translation", 0, "x", "1 0 0"), ("translation", 1, "y", "0 1 0"), ("translation", 2, "", "0 0 1")))
    return (f'<OpenSimDocument Version="40600"><Model name="m"><gravity>{g}</gravity><Ground name="ground"/><BodySet name="bodyset"><objects><Body name="b"><mass>{MASS}</mass>'
            '<mass_center>0 0 0</mass_center><inertia>0.1 0.1 0.1 0 0 0</inertia><components><Station name="st"><socket_parent_frame>..</socket_parent_frame>'
            '<location>0 -0.2 0</location></Station></components></Body></objects></BodySet><JointSet name="jointset"><objects><CustomJoint name="j"><socket_parent_frame>'
            '/ground</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame><coordinates><Coordinate name="x"/><Coordinate name="y"><default_value>'
            f'{0.2 + height!r}</default_value></Coordinate></coordinates><SpatialTransform>{axes}</SpatialTransform></CustomJoint></objects></JointSet><ForceSet name="forceset"><objects>{force}'
            '</objects></ForceSet></Model></OpenSimDocument>')


def exponential(inside):
    return ('<ExponentialContactForce name="f"><contact_plane_transform>-1.5707963267948966 0 0 0 0.01 0</contact_plane_transform>'
            + inside.format(f'<exponential_shape_parameters>{" ".join(map(str, SHAPE))}</exponential_shape_parameters><normal_viscosity>0.5</normal_viscosity>'
                            '<initial_mu_kinetic>0.4</initial_mu_kinetic>') +
            '<Station name="station"><socket_parent_frame>/bodyset/b</socket_parent_frame><location>0 -0.2 0</location></Station></ExponentialContactForce>')


LINEAR = ('<MeyerFregly2016Force name="f"><socket_station>/bodyset/b/st</socket_station><stiffness>2e4</stiffness><dissipation>0.5</dissipation>'
          '<spring_resting_length>0.004</spring_resting_length><dynamic_friction>0.3</dynamic_friction></MeyerFregly2016Force>')


CUBE = ('<AckermannVanDenBogert2010Force name="f"><socket_station>/bodyset/b/st</socket_station><stiffness>5e8</stiffness><dissipation>0.8</dissipation>'
        '<friction_coefficient>0.35</friction_coefficient></AckermannVanDenBogert2010Force>')
SMOOTH = ('<EspositoMiller2018Force name="f"><socket_station>/bodyset/b/st</socket_station><stiffness>8e6</stiffness><depth_offset>0.002</depth_offset>'
          '<friction_coefficient>0.35</friction_coefficient></EspositoMiller2018Force>')


def where(force):
    """The height at which a law of it bears the weight, by halves."""
    low, high = -.1, .1
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if force(middle) > MASS * G else (low, middle)
    return low


def attempt(sinew, folder, force, slope, height):
    """Where the point is after two seconds, along the plane and above it."""
    path, out = os.path.join(folder, "m.osim"), os.path.join(folder, "m.sinew")
    with open(path, "w", encoding="utf-8") as file:
        file.write(document(force, slope, height))
    done = subprocess.run([sinew, "import", path, "--out", out], capture_output=True, text=True, check=False)
    if done.returncode != 0 or "1 approximated, 0 left out" not in done.stdout:
        return None, done.stderr + done.stdout
    with open(out, encoding="utf-8") as file:
        whole = json.load(file)
    whole["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": ["bodies/b:position"]}]
    with open(out, "w", encoding="utf-8") as file:
        json.dump(whole, file)
    done = subprocess.run([sinew, "run", out, "--time", "2", "--probes", folder, "--quiet"], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return None, done.stderr
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        x, _, z = [float(v) for v in file.read().splitlines()[-1].split(",")][1:4]
    return (x, z - .2), ""


def main():
    sinew = os.path.abspath(sys.argv[1])
    rest = .01 + SHAPE[0] - math.log(MASS * G / SHAPE[1]) / SHAPE[2]
    cases = [(exponential("{}"), rest, .4, "exponential"), (exponential('<ExponentialContactForceParameters name="contact_parameters">{}</ExponentialContactForceParameters>'),
                                                            rest, .4, "exponential with its parameters apart"), (LINEAR, .004 - MASS * G / 2e4, .3, "linear"),
             (CUBE, where(lambda y: 5e8 * max(-y, 0) ** 3), .35, "cube of the depth"),
             (SMOOTH, where(lambda y: 8e6 * ((math.hypot(y, .002) - y) / 2) ** 2), .35, "square of a smooth depth")]
    print(f"1..{3 * len(cases)}")
    number = 0
    with tempfile.TemporaryDirectory() as folder:
        for force, height, friction, name in cases:
            for slope in (0, .9 * math.atan(friction), 1.3 * math.atan(friction)):
                number += 1
                got, why = attempt(sinew, folder, force, slope, height)
                slid = .5 * G * (math.sin(slope) - friction * math.cos(slope)) * 4 if slope > math.atan(friction) else 0
                good = got and abs(got[1] - (height if name != "linear" else .004 - MASS * G * math.cos(slope) / 2e4)) < (1e-7 if slope == 0 else 1.5e-4) and \
                    abs(got[0] - slid) < max(1e-4, .02 * slid)
                print("ok" if good else "not ok", number, "-", name, f"at {slope:.3f} rad:", got, f"wanted {slid:.5g}, {height:.6g}", why.replace("\n", " | "))


main()
