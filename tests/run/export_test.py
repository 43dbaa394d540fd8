#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Models written for OpenSim and MuJoCo and read again: masses, places, axes, coordinates, lengths, motion, and where the
sites go when the coordinates move.  export_test.py SINEW.  TAP."""
import csv
import json
import math
import os
import random
import sys
import tempfile

from tap import done, sinew, tap

SINEW = sys.argv[1]
LONG = bool(os.environ.get("SN_LONG"))


def must(*words):
    done = sinew(*words)
    if done.returncode != 0:
        tap(False, f"sinew {' '.join(map(str, words))}: {done.stderr.strip()}")
        raise SystemExit(1)
    return done.stdout


def save(folder, name, model):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"sinew": 1, "model": model}, file)
    return path


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)["model"]


def random_quaternion(dice, reach=1.0):
    axis = [dice.uniform(-1, 1) for _ in range(3)]
    size, angle = math.hypot(*axis), dice.uniform(-reach, reach)
    return [math.cos(angle / 2), *(a / size * math.sin(angle / 2) for a in axis)]


def q_mul(a, b):
    w, x, y, z = a
    p, q, r, t = b
    return [w * p - x * q - y * r - z * t, w * q + x * p + y * t - z * r, w * r - x * t + y * p + z * q,
            w * t + x * r - y * q + z * p]


def turn(q, v):
    return q_mul(q_mul(q, [0, *v]), [q[0], -q[1], -q[2], -q[3]])[1:]


def close(model, body, joint):
    """Puts a body where the joint's coordinates are 0: both frames at one place."""
    a = next((b for b in model["bodies"] if f"bodies/{b['name']}" == joint.get("frame_a")), None)
    q, p = (a["orientation"], a["position"]) if a else ([1, 0, 0, 0], [0, 0, 0])
    place = [x + y for x, y in zip(p, turn(q, joint["location_a"]))]
    axes = q_mul(q, joint["rotation_a"])
    if joint["class"] == "custom":
        place = [x + y for x, y in zip(place, turn(axes, [0, 0, 0.01]))]
    w, x, y, z = joint["rotation_b"]
    body["orientation"] = q_mul(axes, [w, -x, -y, -z])
    body["position"] = [m - n for m, n in zip(place, turn(body["orientation"], joint["location_b"]))]


JOINTS = [("hinge", ["angle"]), ("slider", ["translation"]), ("universal", ["angle", "angle_2"]),
          ("cylindrical", ["angle", "translation"]),
          ("gimbal", ["angle_1.angle", "angle_2.angle", "angle_3.angle"]),
          ("planar", ["angle_1.angle", "translation_1.translation", "translation_2.translation"]),
          ("custom", ["angle_1.angle", "translation_1.translation"]), ("fixed", []), ("spherical", []), (None, [])]


def random_model(dice):
    """A tree of bodies by joints of all classes, out of their zero, with markers, springs and muscles over surfaces."""
    n = dice.randint(2, 6)
    model = {"gravity": [0.5, 0, -9], "bodies": [], "joints": [], "markers": [], "springs": [], "muscles": [], "wraps": []}
    sets, names = [], []
    for i in range(n):
        place = [dice.uniform(-0.5, 0.5) for _ in range(3)]
        model["bodies"].append({
            "name": f"b{i}", "position": place, "orientation": random_quaternion(dice, 3),
            "inertia": {"method": "explicit", "mass": dice.uniform(0.5, 3), "center": [dice.uniform(-0.1, 0.1) for _ in "xyz"],
                        "tensor": [0.02, 0.03, 0.035, 0.001, -0.002, 0.003]}})
        kind, rows = dice.choice(JOINTS)
        model["markers"].append({"name": f"m{i}", "frame": f"bodies/b{i}", "location": [dice.uniform(-0.3, 0.3) for _ in "xyz"]})
        if not kind:
            continue
        joint = {"class": kind, "name": f"j{i}", "frame_b": f"bodies/b{i}",
                 "location_b": [dice.uniform(-0.2, 0.2) for _ in "xyz"], "rotation_b": random_quaternion(dice, 2),
                 "location_a": [dice.uniform(-0.2, 0.2) for _ in "xyz"], "rotation_a": random_quaternion(dice, 2)}
        if i > 0 and dice.random() < 0.8:
            joint["frame_a"] = f"bodies/b{dice.randrange(i)}"
        if kind == "custom":
            joint.update(angles="one", translations="one",
                         rotation_axis_1={"direction": [dice.uniform(-1, 1), 1, 0.2], "coordinate": "angle_1"},
                         translation_axis_1={"direction": [1, dice.uniform(-1, 1), 0], "coordinate": "translation_1",
                                             "function": "linear"},
                         translation_axis_2={"direction": [0, 0, 1], "coordinate": "angle_1", "function": "polynomial",
                                             "coefficients": [0.01, 0.05, -0.02]})
        coordinates = [f"c{i}_{k}" for k in range(len(rows))]
        joint["coordinate_names"] = ",".join(coordinates)
        names += coordinates
        if dice.random() < 0.5 and rows and kind not in ("universal", "cylindrical"):
            joint["limited"] = True
            for row in rows:
                group = joint.setdefault(row.split(".")[0], {}) if "." in row else joint
                group.update(lower=-1.1, upper=1.2)
        close(model, model["bodies"][-1], joint)
        model["joints"].append(joint)
        sets += [(f"joints/j{i}:{row}", dice.uniform(-0.4, 0.4)) for row in rows]
    model["wraps"].append({"name": "w", "body": "bodies/b0", "shape": "cylinder", "size": [0.05, 0.2, 0.05], "side": "+x",
                           "rotation": random_quaternion(dice, 3)})
    model["markers"].append({"name": "g", "location": [0.7, 0.2, 0.1]})
    model["springs"].append({"class": "axial_spring", "name": "s", "points": ["markers/g", "markers/m1"],
                             "law": {"stiffness": 30, "rest_is_start": False, "rest_length": 0.3}})
    model["muscles"].append({"class": "muscle", "name": "t", "points": ["markers/g", "markers/m0", "markers/m1"],
                             "wraps": ["wraps/w"], "wrap_ranges": [1, 2], "dynamics": {"enabled": True},
                             "law": {"type": "thelen", "tendon": "rigid", "max_force": 100, "optimal_length": 0.12,
                                     "tendon_slack_length": 0.2}})
    return model, sets, names


RESULTS = "markers/*:position,springs/s:length,muscles/t:length"


def moved(folder, model, names, rows):
    motion = os.path.join(folder, "q.csv")
    with open(motion, "w", encoding="utf-8") as file:
        file.write("time," + ",".join(names) + "\n")
        for k, row in enumerate(rows):
            file.write(f"{k}," + ",".join(map(repr, row)) + "\n")
    must("analyze", model, "--motion", motion, "--results", RESULTS, "--out", folder)
    with open(os.path.join(folder, "results.csv"), encoding="utf-8") as file:
        table = list(csv.reader(file))
    return {name.split("/", 2)[-1]: [float(row[i]) for row in table[1:]] for i, name in enumerate(table[0])}


def parts(model, names):
    """Bodies by name: mass, centre, tensor, place, axes."""
    found = {}
    for body in model["bodies"]:
        inertia = body["inertia"]
        if body["name"] in names:
            found[body["name"]] = [inertia.get("mass", 1), *inertia.get("center", [0, 0, 0]), *inertia["tensor"],
                                   *body.get("position", [0, 0, 0])], body.get("orientation", [1, 0, 0, 0])
    return found


def apart(a, b):
    """Largest difference; quaternions have two signs."""
    worst = 0
    for name, (numbers, q) in a.items():
        if name not in b:
            continue  # what is fixed to the ground is a frame where it comes from MuJoCo
        other, r = b[name]
        worst = max(worst, max(abs(x - y) for x, y in zip(numbers, other)), min(math.dist(q, r), math.dist(q, [-x for x in r])))
    return worst


def round_trips(folder):
    dice = random.Random(3)
    worst = {"osim": [0, 0, 0], "xml": [0, 0, 0]}
    n = 300 if LONG else 6
    for _ in range(n):
        model, sets, names = random_model(dice)
        raw = save(folder, "raw.sinew", model)
        words = [word for name, value in sets for word in ("--set", f"{name}={value!r}")]
        start = {}
        for ending in ("osim", "xml"):
            out, back = os.path.join(folder, f"m.{ending}"), os.path.join(folder, "back.sinew")
            must("export", raw, *words, "--out", out, "--report", os.path.join(folder, "report.txt"))
            must("import", out, "--out", back, "--report", os.path.join(folder, "report.txt"))
            again = os.path.join(folder, f"again.{ending}")
            must("export", back, again, "--report", os.path.join(folder, "report.txt"))
            twice = os.path.join(folder, "twice.sinew")
            must("import", again, "--out", twice, "--report", os.path.join(folder, "report.txt"))
            bodies = [b["name"] for b in model["bodies"]]
            one, two = parts(load(back), bodies), parts(load(twice), bodies)
            start[ending] = one
            worst[ending][0] = max(worst[ending][0], apart(one, two))
            if names:
                rows = [[dice.uniform(-0.3, 0.3) for _ in names] for _ in range(3)]
                here, there = moved(folder, raw, names, rows), moved(folder, back, names, rows)
                still = {f"m{i}" for i, b in enumerate(model["bodies"])
                         if not has_way(model, i)}  # what is free does not follow coordinates
                for key, values in here.items():
                    if key == "time" or any(key.startswith(m + ":") or m + "." in key for m in still) or still:
                        continue
                    worst[ending][1] = max(worst[ending][1], max(abs(x - y) for x, y in zip(values, there[key])))
        worst["xml"][2] = max(worst["xml"][2], apart(start["osim"], start["xml"]))
    for ending in ("osim", "xml"):
        tap(worst[ending][0] < 1e-12, f".{ending}: {n} models at random twice: masses, places, axes {worst[ending][0]:.2g}")
        tap(worst[ending][1] < 1e-9, f".{ending}: markers and lengths where coordinates move: {worst[ending][1]:.2g}")
    tap(worst["xml"][2] < 1e-12, f"the same from both: {worst['xml'][2]:.2g}")


SHANK = """<OpenSimDocument Version="40000"><Model name="m"><gravity>0 0 0</gravity><BodySet><objects><Body name="a"><mass>1</mass>
<mass_center>0 -.2 0</mass_center><inertia>1 1 1 0 0 0</inertia></Body><Body name="b"><mass>1</mass><mass_center>0 -.2 0</mass_center>
<inertia>1 1 1 0 0 0</inertia></Body><Body name="c"><mass>1</mass><mass_center>0 0 0</mass_center><inertia>1 1 1 0 0 0</inertia></Body></objects>
</BodySet><JointSet><objects><PinJoint name="hip"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/a
</socket_child_frame><coordinates><Coordinate name="h"><default_value>0.2</default_value><locked>true</locked></Coordinate></coordinates></PinJoint>
<PinJoint name="knee"><socket_parent_frame>/bodyset/a</socket_parent_frame><socket_child_frame>/bodyset/b</socket_child_frame><coordinates>
<Coordinate name="k"><default_value>0.1</default_value></Coordinate></coordinates></PinJoint></objects></JointSet><ConstraintSet><objects>
<PointOnLineConstraint name="slot"><socket_line_body>/ground</socket_line_body><socket_follower_body>/bodyset/c</socket_follower_body>
<line_direction_vec>1 2 0</line_direction_vec><point_on_line>.1 .2 .3</point_on_line></PointOnLineConstraint></objects></ConstraintSet>
<ForceSet><objects><Ligament name="l"><GeometryPath><PathPointSet><objects><PathPoint name="p"><socket_parent_frame>/bodyset/a
</socket_parent_frame><location>0.03 -0.2 0</location></PathPoint><MovingPathPoint name="q"><socket_parent_frame>/bodyset/b</socket_parent_frame>
<x_location><SimmSpline><x>-2 -1 0 1 2</x><y>0.01 0.02 0.05 0.04 0.03</y></SimmSpline></x_location><y_location><PolynomialFunction><coefficients>
0.01 -0.02 -0.1</coefficients></PolynomialFunction></y_location><z_location><GCVSpline><half_order>2</half_order><x>-2 0 1 2</x><y>0 0.01 0.03 0
</y></GCVSpline></z_location><socket_x_coordinate>/jointset/knee/k</socket_x_coordinate><socket_y_coordinate>/jointset/knee/k
</socket_y_coordinate><socket_z_coordinate>/jointset/knee/k</socket_z_coordinate></MovingPathPoint><ConditionalPathPoint name="r">
<socket_parent_frame>/bodyset/b</socket_parent_frame><location>0.06 -0.2 0</location><socket_coordinate>/jointset/knee/k</socket_coordinate>
<range>-0.5 0.3</range></ConditionalPathPoint><PathPoint name="s"><socket_parent_frame>/bodyset/b</socket_parent_frame><location>0.02 -0.3 0.01
</location></PathPoint></objects></PathPointSet></GeometryPath><resting_length>0.25</resting_length><pcsa_force>90</pcsa_force>
<force_length_curve><SimmSpline><x>0.5 1 1.05 1.2 1.5</x><y>0 0 0.1 0.6 2</y></SimmSpline></force_length_curve></Ligament>
<DeGrooteFregly2016Muscle name="m"><GeometryPath><PathPointSet><objects><PathPoint name="p"><socket_parent_frame>/bodyset/a
</socket_parent_frame><location>0.03 -0.1 0</location></PathPoint><PathPoint name="s"><socket_parent_frame>/bodyset/b</socket_parent_frame>
<location>0.02 -0.1 0.01</location></PathPoint></objects></PathPointSet></GeometryPath><max_isometric_force>500</max_isometric_force>
<optimal_fiber_length>0.2</optimal_fiber_length><tendon_slack_length>0.05</tendon_slack_length><fiber_damping>0.02</fiber_damping>
<default_activation>0.7</default_activation><tendon_strain_at_one_norm_force>0.06</tendon_strain_at_one_norm_force>
<active_force_width_scale>1.4</active_force_width_scale><ignore_passive_fiber_force>true</ignore_passive_fiber_force>
</DeGrooteFregly2016Muscle></objects></ForceSet>
</Model></OpenSimDocument>"""


def opensim_parts(folder):
    """What only OpenSim has, there and back: points that move or count at times, curves of ligaments, locks, a slot."""
    source, here, out, back = (os.path.join(folder, n) for n in ("s.osim", "here.sinew", "out.osim", "back.sinew"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(SHANK)
    report = os.path.join(folder, "report.txt")
    must("import", source, "--out", here, "--report", report)
    must("export", here, "--out", out, "--report", report)
    with open(report, encoding="utf-8") as file:
        said = file.read()
    tap(" 0 approximated, 0 left out" in said, f"all of it is written: {said.splitlines()[0]}")
    must("import", out, "--out", back, "--report", report)
    tables = []
    for model in (here, back):
        csv_file = os.path.join(folder, "sweep.csv")
        must("sweep", model, "--coordinate", "joints/knee:angle", "--from", "-1.2", "--to", "1.2", "--samples", "25", "--out", csv_file)
        with open(csv_file, encoding="utf-8") as file:
            tables.append([[float(x) for x in row] for row in list(csv.reader(line for line in file if line[0] != "#"))[1:]])
    worst = max(abs(x - y) for one, two in zip(*tables) for x, y in zip(one, two))
    law, again = (load(model)["muscles"][0]["law"] for model in (here, back))
    tap(law == again and law["active_scale"] == 1.4 and law["passive"] is False, f"a muscle's law comes back: {again}")
    lengths = [row[2] for row in tables[0]]
    tap(worst < 1e-9 and max(lengths) - min(lengths) > 0.01, f"lengths, arms and forces over the knee come back: {worst:.2g}")
    made = load(back)
    tap(any(j.get("class") == "drive" and abs(j["value"] - 0.2) < 1e-12 for j in made["joints"]) and
        any(j.get("class") == "point_on_line" for j in made["joints"]), "the lock and the slot too")


def springs(folder):
    """A spring at rest at the start says its length to MuJoCo, which else takes it where joints' springs rest; what OpenSim
    has no joint for is a bushing."""
    here, out, back = (os.path.join(folder, n) for n in ("here.sinew", "out.xml", "back.sinew"))
    inertia = {"method": "explicit", "mass": 1, "tensor": [0.02, 0.03, 0.035, 0, 0, 0]}
    model = {"bodies": [{"name": "a", "inertia": inertia}, {"name": "b", "position": [0.3, 0, 0], "inertia": inertia}],
             "joints": [{"class": "hinge", "name": "h", "frame_b": "bodies/a", "stiffness": 5, "rest": 0.7},
                        {"class": "spherical", "name": "s", "frame_a": "bodies/a", "frame_b": "bodies/b", "location_a": [0.3, 0, 0],
                         "stiffness": 3, "damping": 0.1, "limited": False}],
             "markers": [{"name": "g", "location": [0, 0.4, 0]}, {"name": "m", "frame": "bodies/b"}],
             "springs": [{"class": "axial_spring", "name": "t", "points": ["markers/g", "markers/m"], "law": {"stiffness": 30}}]}
    save(folder, "here.sinew", model)
    must("export", here, "--out", out, "--report", os.path.join(folder, "report.txt"))
    must("import", out, "--out", back, "--report", os.path.join(folder, "report.txt"))
    law = load(back)["springs"][0]["law"]
    tap(law["rest_is_start"] is False and abs(law["rest_length"] - 0.5) < 1e-12, f"a spring keeps its rest: {law}")
    out = os.path.join(folder, "out.osim")
    said = must("export", here, "--out", out)
    must("import", out, "--out", back, "--report", os.path.join(folder, "report.txt"))
    bushing = next((s for s in load(back)["springs"] if s["class"] == "frame_spring"), {})
    tap(bushing.get("rotary_stiffness") == [3, 3, 3] and "angles about x, y and z: s" in said, f"a ball's spring: {bushing}")


def servo(folder):
    """A servo's spring is a force of its own in OpenSim: the same torque at any angle and speed, but for a range of the sum."""
    here, out, back = (os.path.join(folder, n) for n in ("here.sinew", "out.osim", "back.sinew"))
    inertia = {"method": "explicit", "mass": 1, "tensor": [0.02, 0.03, 0.035, 0, 0, 0]}
    load_ = {"class": "coordinate_load", "name": "u", "joint": "joints/h", "coordinate": "angle_1", "gain": 3, "lowest": -2, "highest": 2,
             "stiffness": 7, "rest": 0.4, "damping": 0.3}
    for more, said in (({}, "exact"), ({"highest_force": 5}, "without the range of its force"), ({"control": 1}, "without its control at the start")):
        save(folder, "here.sinew", {"gravity": [0, 0, 0], "bodies": [{"name": "a", "inertia": inertia}],
                                    "joints": [{"class": "hinge", "name": "h", "frame_b": "bodies/a"}], "loads": [{**load_, **more}]})
        told = must("export", here, "--out", out)
        must("import", out, "--out", back, "--report", os.path.join(folder, "report.txt"))
        made = load(back)
        one, spring = made["loads"][0], next(iter(made.get("springs", [])), {})
        tap([spring.get(k) for k in ("stiffness", "rest", "damping")] == [7, 0.4, 0.3] and one["gain"] == 3 and one["highest"] == 2 and
            (said in told if more else " 0 approximated" in told), f"a servo and its spring, {said}: {spring}")


def path_servo(folder):
    """A servo along a path is MuJoCo's general actuator on a tendon; its control at the start stands in a key."""
    here, out, back = (os.path.join(folder, n) for n in ("here.sinew", "out.xml", "back.sinew"))
    inertia = {"method": "explicit", "mass": 1, "tensor": [0.02, 0.03, 0.035, 0, 0, 0]}
    given = {"class": "path_actuator", "name": "p", "points": ["markers/o", "markers/e"], "gain": -3.5, "control": 0.4, "lowest": -2, "highest": 2.5,
             "stiffness": 7, "rest": 0.4, "damping": 0.3, "lowest_force": -6, "highest_force": 5}
    save(folder, "here.sinew", {"gravity": [0, 0, 0], "bodies": [{"name": "a", "position": [1, 0, 0], "inertia": inertia}],
                                "joints": [{"class": "slider", "name": "s", "frame_b": "bodies/a", "location_a": [1, 0, 0]}],
                                "markers": [{"name": "o"}, {"name": "e", "frame": "bodies/a"}],
                                "loads": [given, {"class": "coordinate_load", "name": "q", "joint": "joints/s", "coordinate": "translation_1", "gain": 2, "control": -1}]})
    told = must("export", here, "--out", out)
    must("import", out, "--key", "start", "--out", back, "--report", os.path.join(folder, "report.txt"))
    loads = {x["name"]: x for x in load(back)["loads"]}
    off = max(abs(loads["p"].get(k, 0) - v) for k, v in given.items() if isinstance(v, (int, float)))
    tap(off < 1e-12 and loads["q"]["control"] == -1 and 'in the key "start"' in told, f"a servo along a path: {off:.1e} {told[-300:] if off else ''}")


def has_way(model, i):
    """Whether body i hangs on the ground by joints that coordinates move."""
    while True:
        joint = next((j for j in model["joints"] if j["name"] == f"j{i}"), None)
        if not joint or joint["class"] == "spherical":
            return False
        if "frame_a" not in joint:
            return True
        i = int(joint["frame_a"][len("bodies/b"):])


MOVING = {"gravity": [0, 0, 0], "bodies": [
    {"name": "arm", "position": [0.3, 0, 0], "velocity": [0, 0.6, 0], "angular_velocity": [0, 0, 2]},
    {"name": "sled", "position": [0.5, 0, 0], "velocity": [0.7, 1.0, 0], "angular_velocity": [0, 0, 2]},
    {"name": "bob", "position": [0.3, 0.2, 0], "velocity": [-0.5, 0.6, 0.05], "angular_velocity": [0.5, -1, 3]},
    {"name": "flyer", "position": [1, 1, 1], "orientation": [0.8, 0.36, -0.48, 0], "velocity": [1, 2, 3], "angular_velocity": [0.1, 0.2, -0.3]}],
    "joints": [
        {"class": "hinge", "name": "swing", "frame_b": "bodies/arm", "location_b": [-0.3, 0, 0]},
        {"class": "slider", "name": "slide", "frame_a": "bodies/arm", "frame_b": "bodies/sled", "location_a": [0.2, 0, 0],
         "rotation_a": [0.5 ** 0.5, 0, 0.5 ** 0.5, 0], "rotation_b": [0.5 ** 0.5, 0, 0.5 ** 0.5, 0]},
        {"class": "spherical", "name": "socket", "frame_a": "bodies/arm", "frame_b": "bodies/bob", "location_a": [0, 0.1, 0], "location_b": [0, -0.1, 0]}]}


def velocities(folder):
    """How bodies move at the start: rates of coordinates in OpenSim, in a key for MuJoCo; a motion that a joint has not is told."""
    for body in MOVING["bodies"]:
        body["inertia"] = {"method": "explicit", "mass": 1, "tensor": [0.1, 0.2, 0.25, 0, 0, 0]}
    first = save(folder, "moving.sinew", MOVING)
    for ending in ("osim", "xml"):
        out, again = os.path.join(folder, "moving." + ending), os.path.join(folder, "again.sinew")
        said = must("export", first, "--out", out)
        must("import", out, *(("--key", "start") if ending == "xml" else ()), "--out", again)
        back = {body["name"]: body for body in load(again)["bodies"]}
        off = max(abs(a - b) for body in MOVING["bodies"] for what in ("velocity", "angular_velocity")
                  for a, b in zip(body[what], back[body["name"]][what]))
        tap(off < 1e-9 and "otherwise" not in said, f"{ending}: velocities at the start within {off:.1e}")
    astray = json.loads(json.dumps(MOVING))
    astray["bodies"][0]["velocity"][2] = 0.1
    for ending in ("osim", "xml"):
        said = must("export", save(folder, "astray.sinew", astray), "--out", os.path.join(folder, "astray." + ending))
        tap("it moves at the start otherwise than its joint lets it: that is left out: arm" in said, f"{ending}: a motion that a joint has not is told")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (round_trips, opensim_parts, springs, servo, path_servo, velocities):
            part(folder)
    done()


main()
