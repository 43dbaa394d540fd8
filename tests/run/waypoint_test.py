#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Waypoint states of `sinew run`: begun at one, a run ends with the bits of the whole one.  waypoint_test.py SINEW.
TAP."""
import json
import os
import shutil
import sys
import tempfile

from tap import done, sinew, tap

SINEW = sys.argv[1]
ROOT = os.environ["SINEW_SOURCE_ROOT"]
BUILD = os.environ["SINEW_BUILD_ROOT"]


def hash_of(done):
    return done.stdout.strip().split("\n")[-1]


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def save(model, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(model, file)


def resumes(folder, source, times, end, integrator=None):
    """From each waypoint to the end: the same bits."""
    name = os.path.basename(source)
    path = os.path.join(folder, name)
    copied = sinew("import", source, "--out", path)  # whole: it may build on a base
    tap(copied.returncode == 0, f"{name} is copied{copied.stderr}")
    model = load(path)
    model["model"]["waypoints"] = [{"name": f"at {i}", "time": t} for i, t in enumerate(times)]
    if integrator:
        model["model"].setdefault("solver", {})["integrator"] = integrator
    save(model, path)
    states = path.replace(".sinew", ".waypoints")
    whole = sinew("run", path, "--time", end, "--waypoints", states)
    plain = sinew("run", path, "--time", end)
    tap(whole.returncode == 0 and hash_of(whole) == hash_of(plain) and os.path.exists(states),
        f"{name} {integrator or ''}: keeping states changes nothing: {hash_of(whole)}{whole.stderr}")
    for i, t in enumerate(times):
        rest = sinew("run", path, "--time", end, "--from", f":at {i}")
        tap(rest.returncode == 0 and hash_of(rest) == hash_of(whole), f"{name} from {t} s: {hash_of(rest)}{rest.stderr}")
    return path, states


def refusals(folder, path, states):
    for words, text in (((":nowhere",), "at 0"), ((states,), "which waypoint"), (("/no/such",), "/no/such"),
                        ((folder,), folder), ((f"{path}:at 0",), "not a file of waypoint states")):
        done = sinew("run", path, "--time", 1, "--from", *words)
        tap(done.returncode == 1 and text in done.stderr and done.stderr.count("\n") == 1,
            f"--from {words[0]}: {done.stderr.strip()}".replace(folder, "…"))
    by_path = sinew("run", path, "--time", 0.3, "--from", f"{states}:/model/waypoints/at 1")
    tap(by_path.returncode == 0, f"by path: {hash_of(by_path)}{by_path.stderr}")
    model = load(path)
    changes = [
        ("joints/rail is gone", lambda m: m["joints"].pop()),
        ("particles/extra is new", lambda m: m["particles"].append({"name": "extra"})),
        ("another integrator", lambda m: m.setdefault("solver", {}).update(integrator="trapezoidal")),
    ]
    for text, change in changes:
        other = json.loads(json.dumps(model))
        change(other["model"])
        changed = os.path.join(os.path.dirname(path), "changed.sinew")
        save(other, changed)
        done = sinew("run", changed, "--time", 1, "--from", f"{states}:at 1")
        tap(done.returncode == 1 and "the model has changed since" in done.stderr and text in done.stderr,
            f"refused: {done.stderr.strip()}".replace(folder, "…"))
    other = json.loads(json.dumps(model))
    other["model"].setdefault("markers", []).append({"name": "just looking", "location": [0, 0, 1]})
    save(other, changed)
    done = sinew("run", changed, "--time", 0.3, "--from", f"{states}:at 1")
    tap(done.returncode == 0, f"a marker more does not matter: {hash_of(done)}{done.stderr}")
    for end in (100, -1):
        with open(states, "rb") as file:
            data = file.read()
        broken = os.path.join(folder, "broken.waypoints")
        with open(broken, "wb") as file:
            file.write(data[:end])
        done = sinew("run", path, "--time", 1, "--from", f"{broken}:at 1")
        tap(done.returncode == 1 and "damaged" in done.stderr, f"cut off: {done.stderr.strip()}".replace(folder, "…"))


def more_nodes(folder):
    """The message counts them."""
    path = os.path.join(folder, "cube.sinew")
    states = os.path.join(folder, "cube.waypoints")
    model = {"sinew": 1, "model": {"waypoints": [{"time": 0.01}], "fems": [
        {"name": "cube", "mesh": {"source": "box", "cells_x": 1, "cells_y": 1, "cells_z": 1}}]}}
    save(model, path)
    tap(sinew("run", path, "--time", 0.02, "--waypoints", states).returncode == 0, "a cube")
    model["model"]["fems"][0]["mesh"]["cells_x"] = 2
    save(model, path)
    done = sinew("run", path, "--time", 0.02, "--from", ":0")
    tap(done.returncode == 1 and "4 nodes more in fems/cube" in done.stderr and "the times stay" in done.stderr,
        f"refused: {done.stderr.strip()}".replace(folder, "…"))


def main():
    with tempfile.TemporaryDirectory() as folder:
        path, states = resumes(folder, os.path.join(ROOT, "tests", "run", "everything.sinew"), [0, 0.1234, 0.25], 0.3)
        refusals(folder, path, states)
        for integrator in ("trapezoidal", "symplectic_euler", "runge_kutta_4", "newton_euler"):
            resumes(folder, os.path.join(BUILD, "resources", "demos", "spring-mesh.sinew"), [0.02], 0.04, integrator)
        resumes(folder, os.path.join(ROOT, "tests", "run", "soft.sinew"), [0, 0.05], 0.1)
        demos = os.path.join(folder, "demos")
        shutil.copytree(os.path.join(BUILD, "resources", "demos"), demos)
        resumes(demos, os.path.join(demos, "jaw-tongue-hyoid-open.sinew"), [0.05], 0.1)
        more_nodes(folder)
    done()


main()
