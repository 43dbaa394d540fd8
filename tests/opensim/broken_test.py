#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""OpenSim models with numbers that are none: what the model can do without is left out, with the line; else it is refused (TAP).

    broken_test.py SINEW
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ARM = "<socket_parent_frame>/bodyset/b</socket_parent_frame>"
WHOLE = f"""<OpenSimDocument Version="40000"><Model name="m"><gravity>0 -9.8 0</gravity>
<defaults><PathSpring name="default">
<dissipation>0.01</dissipation></PathSpring></defaults>
<Ground name="ground"/><BodySet><objects><Body name="b"><mass>2</mass><inertia>1 1 1 0 0 0</inertia>
<WrapObjectSet><objects><WrapSphere name="ball">
<radius>0.02</radius></WrapSphere></objects></WrapObjectSet>
<attached_geometry><Sphere name="look">
<radius>0.1</radius></Sphere></attached_geometry></Body></objects></BodySet>
<JointSet><objects><SliderJoint name="s"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame>
<coordinates><Coordinate name="x">
<default_value>0.5</default_value>
<range>-1 1</range>
<prescribed_function><Constant>
<value>0.25</value></Constant></prescribed_function><prescribed>true</prescribed></Coordinate></coordinates></SliderJoint></objects></JointSet>
<ConstraintSet><objects><PointConstraint name="pinned"><socket_frame1>/ground</socket_frame1><socket_frame2>/bodyset/b</socket_frame2>
<location_body_1>0.25 0 0</location_body_1></PointConstraint></objects></ConstraintSet>
<ForceSet><objects><CoordinateActuator name="push"><coordinate>x</coordinate>
<optimal_force>5</optimal_force></CoordinateActuator>
<PathSpring name="band"><stiffness>4</stiffness><GeometryPath><PathPointSet><objects><PathPoint name="p1"><socket_parent_frame>/ground</socket_parent_frame>
<location>0 1 0</location></PathPoint><PathPoint name="p2">{ARM}
<location>0 2 0</location></PathPoint></objects></PathPointSet></GeometryPath></PathSpring>
<SpringGeneralizedForce name="back"><coordinate>x</coordinate>
<appliesForce>true</appliesForce></SpringGeneralizedForce></objects></ForceSet>
<MarkerSet><objects><Marker name="mark">{ARM}
<location>0 1 0</location></Marker></objects></MarkerSet>
<ControllerSet><objects><PrescribedController name="lead"><actuator_list>push</actuator_list><FunctionSet name="ControlFunctions"><objects>
<Constant name="push">
<value>0.5</value></Constant></objects></FunctionSet></PrescribedController></objects></ControllerSet>
</Model></OpenSimDocument>
"""
NOT_GIVEN = "it counts as not given"
# what is broken, by the start of a line of the file; what becomes of it, and of the model: a list and a name that it must not have
BROKEN = [
    ("<radius>0.02", "WrapSphere", ("wraps", "ball")), ("<radius>0.1", "Sphere", ("visuals", "look")),
    ("<location_body_1>", "PointConstraint", ("joints", "pinned")), ("<optimal_force>", "CoordinateActuator", ("loads", "push")),
    ("<location>0 1 0</location></PathPoint>", "PathSpring", ("springs", "band")),
    ("<appliesForce>", "SpringGeneralizedForce", ("springs", "back")), ("<location>0 1 0</location></Marker>", "Marker", ("markers", "mark")),
    ("<value>0.5", "PrescribedController", ("probes", "lead_push")), ("<default_value>", "Coordinate", None), ("<range>", "Coordinate", None),
    ("<value>0.25", "Coordinate", ("joints", "x")), ("<dissipation>", None, None),
]


def imported(sinew, folder, text):
    path, out = os.path.join(folder, "m.osim"), os.path.join(folder, "m.sinew")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([sinew, "import", path, "--out", out], text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        return done, None
    with open(out, encoding="utf-8") as file:
        return done, json.load(file)["model"]


def broken_line(start):
    """The file with another word for the line's first number or truth, and the line's number."""
    lines = WHOLE.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith(start))
    lines[at] = re.sub(r">[^<]+<", ">1.0q<", lines[at], count=1)
    return "\n".join(lines), at + 1


def names(model, where):
    return [one.get("name") for one in model.get(where, [])]


def main():
    sinew, results = sys.argv[1], []
    with tempfile.TemporaryDirectory() as folder:
        done, model = imported(sinew, folder, WHOLE)
        results.append((model is not None and "0 left out" in done.stdout, "whole: " + done.stderr))
        missing = [gone for _, _, gone in BROKEN if gone and gone[1] not in names(model, gone[0])]
        results.append((not missing, f"the whole model has what is to go: {missing}"))
        for start, kind, gone in BROKEN:
            text, line = broken_line(start)
            done, model = imported(sinew, folder, text)
            said = f"m.osim:{line}: " in done.stdout and "1.0q" in done.stdout
            told = NOT_GIVEN in done.stdout if kind in ("Coordinate", None) else f"  {kind}: " in done.stdout.split("Left out:")[-1]
            still = model and gone and gone[1] in names(model, gone[0])
            results.append((model is not None and said and told and not still, f"{start} costs {kind or 'a default'} alone {done.stderr}"))
        text = WHOLE
        for start in ("<optimal_force>", "<location>0 1 0</location></Marker>", "<radius>0.02"):
            text = text.replace(start, start.replace(">", ">q", 1), 1)
        done, model = imported(sinew, folder, text)
        results.append((model is not None and "3 left out" in done.stdout or "4 left out" in done.stdout, f"three at once {done.stderr}"))
        for start, far, words, gone in (("<appliesForce>", "<rest_length>1e300</rest_length><appliesForce>", "springs/back:rest: must be between", ("springs", "back")),
                                        ("<value>0.25", "<value>1e12", "joints/x:value: must be between", ("joints", "x"))):
            done, model = imported(sinew, folder, WHOLE.replace(start, far, 1))
            results.append((model is not None and "that is not taken here: " + words in done.stdout and gone[1] not in names(model, gone[0]),
                            f"{far}: a value beyond what is taken {done.stderr}"))
        for start in ("<gravity>", "<mass>", "<inertia>"):
            done, model = imported(sinew, folder, WHOLE.replace(start, start + "q", 1))
            results.append((model is None and done.stderr.count("\n") == 1 and "expected a number" in done.stderr, f"{start} refuses: {done.stderr.strip()}"))
    for i, (good, what) in enumerate(results):
        print("ok" if good else "not ok", i + 1, "-", what.replace("\n", " "))
    print(f"1..{len(results)}")
    return 0 if all(good for good, _ in results) else 1


if __name__ == "__main__":
    sys.exit(main())
