#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Coulomb friction of joints: where and when they stop, that they stick exactly below the limit, with and without contacts,
with every integrator.  joint_friction_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import sys
import tempfile

from tap import done, sinew, tap

INTEGRATORS = ("backward_euler", "trapezoidal", "newton_euler", "newton_trapezoidal", "symplectic_euler", "runge_kutta_4")


def body(name, inertia=0.1, center=(0, 0, 0), **more):
    return {"name": name, "class": "rigid_body", **more,
            "inertia": {"method": "explicit", "mass": 1, "center": list(center), "tensor": [inertia] * 3 + [0, 0, 0]}}


def run(folder, joints, bodies, targets, time, gravity=(0, 0, 0), integrator="backward_euler", more=None):
    """Rows of the targets at each step; None, and why, where it stopped."""
    model = {"gravity": list(gravity), "solver": {"integrator": integrator, "max_step": 0.001}, "bodies": bodies, "joints": joints,
             "probes": [{"class": "output_probe", "name": "o", "targets": targets, "interval": 0}], **(more or {})}
    path = os.path.join(folder, "model.sinew")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    made = sinew("run", path, "--time", str(time), "--probes", folder, "--quiet")
    if made.returncode != 0:
        return None, made.stderr.strip()
    with open(os.path.join(folder, "o.csv"), encoding="utf-8") as file:
        return [[float(x) for x in row] for row in list(csv.reader(file))[1:]], ""


def ball(at):
    """It rests on a floor beside, so that friction is solved among contacts."""
    return [{"name": "floor", "dynamic": False, "position": [at, 0, -0.1], "geometry": {"shape": "half_space", "size": [1, 1, 0.05]}},
            body("ball", 0.001, position=[at, 0, 0], geometry={"shape": "ellipsoid", "size": [0.1, 0.1, 0.1]})]


def stops(folder):
    """I dw/dt = -tau: at rest after I w / tau, having turned by I w^2 / 2 tau; the same for what slides."""
    for integrator in INTEGRATORS:
        joints = [{"class": "hinge", "name": "h", "frame_b": "bodies/b", "friction": 0.3},
                  {"class": "slider", "name": "s", "frame_b": "bodies/c", "friction": 4}]
        bodies = [body("b", angular_velocity=[0, 0, 2]), body("c", velocity=[0, 0, -2])]
        rows, why = run(folder, joints, bodies, ["joints/h:angle", "joints/h:angle_rate", "joints/s:translation"], 0.8,
                        integrator=integrator)
        if not rows:
            tap(False, f"{integrator}: {why}")
            continue
        half_way = next(row for row in rows if row[0] > 0.2999)
        slack = 2e-3 if integrator in ("backward_euler", "newton_euler", "symplectic_euler") else 1e-6
        tap(abs(half_way[2] - 1.1) < 1e-10 and abs(rows[-1][2]) < 1e-15, f"{integrator}: slows evenly and rests: {half_way[2] - 1.1:.2g} rad/s")
        tap(abs(rows[-1][1] - 2 / 3) < slack and abs(rows[-1][3] + 0.5) < slack,
            f"{integrator}: where it stops: {rows[-1][1] - 2 / 3:.2g} rad, {rows[-1][3] + 0.5:.2g} m")


def sticks(folder):
    """A bar held level by friction: below the limit it does not move at all, above it by the rest of the moment."""
    weight = 9.81 * 0.1
    for touching in (False, True):
        more = {"collisions": [{"name": "all", "friction": 0.5}]} if touching else None
        for limit, moves in ((weight * 1.0001, False), (weight * 0.9, True)):
            joints = [{"class": "hinge", "name": "h", "frame_b": "bodies/b", "rotation_a": [math.sqrt(0.5), math.sqrt(0.5), 0, 0],
                       "rotation_b": [math.sqrt(0.5), math.sqrt(0.5), 0, 0], "friction": limit}]
            rows, why = run(folder, joints, [body("b", center=(0.1, 0, 0))] + (ball(3) if touching else []),
                            ["joints/h:angle", "joints/h:angle_rate"], 0.05, gravity=(0, 0, -9.81), more=more)
            if not rows:
                tap(False, why)
                continue
            first = (weight - limit) / (0.1 + 0.01) * 0.001  # [rad/s] after a step
            now = abs(rows[1][2])
            tap(abs(rows[-1][1]) < (1e-11 if touching else 1e-15) if not moves else abs(now / first - 1) < 1e-3,
                f"touching {touching}, limit {limit:.4f} of {weight:.4f} N m: {rows[-1][1]:.3g} rad, first {now:.6g} rad/s")


def chain(folder):
    """Ten links that fall: friction only takes energy, and in the end all rests."""
    bodies, joints = [], []
    for i in range(10):
        bodies.append(body(f"b{i}", 0.001, position=[0.1 * i + 0.05, 0, 0]))
        joints.append({"class": "hinge", "name": f"j{i}", "frame_b": f"bodies/b{i}", "location_b": [-0.05, 0, 0], "friction": 15,
                       **({"frame_a": f"bodies/b{i - 1}", "location_a": [0.05, 0, 0]} if i else {})})
    last = []
    for integrator in ("trapezoidal", "runge_kutta_4"):
        rows, why = run(folder, joints, bodies, [f"joints/j{i}:{what}" for i in range(10) for what in ("angle_rate", "angle")], 5,
                        gravity=(0, -9.81, 0), integrator=integrator)
        tap(rows is not None, f"{integrator}: a chain of ten falls: {why}")
        if rows:
            fastest = max(abs(x) for row in rows for x in row[1::2])
            left = max(abs(x) for x in rows[-1][1::2])
            tap(fastest > 0.5 and left < 1e-9, f"and rests: {left:.2g} of {fastest:.3g} rad/s")
            last.append(rows[-1][2::2])
    apart = max(abs(a - b) for a, b in zip(*last))
    tap(apart < 1e-4, f"in the same place: {apart:.2g} rad apart")


def refused(folder):
    rows, why = run(folder, [{"class": "spherical", "name": "h", "frame_b": "bodies/b", "friction": 1}], [body("b")], ["bodies/b:position"],
                    0.1, integrator="runge_kutta_4")
    tap(rows is None and "no friction of ball joints" in why, f"Runge-Kutta: {why[-100:]}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        stops(folder)
        sticks(folder)
        chain(folder)
        refused(folder)
    done()


main()
