#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""MuJoCo models that are made of parts: other models that are attached, against the same written out by hand; what is soft,
against closed forms and where MuJoCo's own code puts its points.
mjcf_parts_test.py SINEW.  TAP."""
import json
import math
import os
import tempfile

from mjcf_taken import take, write
from tap import done, sinew, tap


# --- attach ---

TETRAHEDRON = "v 0 0 0\nv .1 0 0\nv 0 .1 0\nv 0 0 .1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n"

WRIST = """<mujoco model="wrist"><compiler angle="radian"/><default class="all"><joint damping=".25"/></default>
<worldbody><frame name="mount"><body name="tool" pos="0 0 .1"><joint name="roll" axis="0 0 1" range="-.5 .5"/><geom size=".02"/><site
name="tip" pos="0 0 .05"/></body></frame></worldbody><actuator><motor name="turn" joint="roll"/></actuator></mujoco>"""

ARM = """<mujoco model="arm"><compiler angle="radian" meshdir="shapes" eulerseq="zyx" autolimits="false" boundmass=".5"/>
<default><joint damping="3" range="-1 1"/><geom density="500" rgba="1 0 0 1"/><default class="soft"><joint stiffness="7"/></default></default>
<asset><mesh file="tet.obj"/><material name="green" rgba="0 1 0 1"/><model name="wrist" file="../wrist.xml"/></asset>
<worldbody><body name="base" pos="0 0 .5" euler="1.25 0.5 0"><geom name="g" type="sphere" size=".1"/>
<body name="link" pos=".3 0 0"><joint name="j" axis="0 1 0" class="soft" limited="true"/><joint name="k" axis="0 0 1"/>
<geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" material="green"/><geom type="mesh" mesh="tet"/><site name="s" pos=".3 0 0"/>
<attach model="wrist" frame="mount" prefix="w-"/></body></body><site name="far" pos="0 0 2"/></worldbody>
<tendon><spatial name="t" stiffness="10"><site site="far"/><site site="s"/></spatial><fixed name="f"><joint joint="j" coef="2"/></fixed></tendon>
<equality><joint joint1="k" joint2="w-roll" polycoef="0 2"/></equality><contact><exclude body1="base" body2="w-tool"/></contact>
<actuator><motor name="m" joint="j" gear="5"/></actuator><keyframe><key name="home" qpos="0.5 0.25 .125"/></keyframe></mujoco>"""

OUTER = """<mujoco model="two"><default><joint damping="99"/><geom density="2000"/></default><asset><model name="arm" file="sub/arm.xml"/></asset>
<worldbody><body name="cart" pos="1 0 0"><joint name="slide" type="slide" axis="1 0 0"/><geom size=".2"/>
<frame pos="0 1 0" euler="0 0 90"><attach model="arm" body="base" prefix="l/"/></frame></body><attach model="arm" prefix="r_"/></worldbody>
<actuator><position joint="l/j" kp="3"/></actuator></mujoco>"""


def by_hand(prefix, place):
    """The arm as its document means it, in degrees and the outer document's order of turns (xyz: here one matrix as axes)."""
    a, b = 1.25, .5
    x = (math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), -math.sin(b))
    y = (-math.sin(a), math.cos(a), 0)
    axes = " ".join(map(repr, x + y))
    one, half = math.degrees(1), math.degrees(.5)
    return f"""<body name="{prefix}base" pos="{place}" xyaxes="{axes}"><geom name="{prefix}g" size=".1" density="500" rgba="1 0 0 1"/>
<body name="{prefix}link" pos=".3 0 0"><joint name="{prefix}j" axis="0 1 0" damping="3" stiffness="7" range="-{one!r} {one!r}" limited="true"/>
<joint name="{prefix}k" axis="0 0 1" damping="3" range="-{one!r} {one!r}" limited="false"/>
<geom type="capsule" fromto="0 0 0 .3 0 0" size=".03" density="500" rgba="1 0 0 1"/><geom type="mesh" mesh="tet" density="500" rgba="1 0 0 1"/>
<site name="{prefix}s" pos=".3 0 0"/><body name="{prefix}w-tool" pos="0 0 .1"><joint name="{prefix}w-roll" axis="0 0 1" damping=".25"
range="-{half!r} {half!r}" limited="true"/><geom size=".02"/><site name="{prefix}w-tip" pos="0 0 .05"/></body></body></body>"""


def flat():
    """Both arms written out, in the order in which they are attached."""
    def rest(prefix, tied):
        spring = (f'<spatial name="{prefix}t" stiffness="10"><site site="{prefix}far"/><site site="{prefix}s"/></spatial>' if tied else "")
        return (f'<tendon>{spring}<fixed name="{prefix}f"><joint joint="{prefix}j" coef="2"/></fixed></tendon><equality><joint '
                f'joint1="{prefix}k" joint2="{prefix}w-roll" polycoef="0 2"/></equality><contact><exclude body1="{prefix}base" '
                f'body2="{prefix}w-tool"/></contact><actuator><motor name="{prefix}m" joint="{prefix}j" gear="5"/></actuator>'
                f'<actuator><motor name="{prefix}w-turn" joint="{prefix}w-roll"/></actuator>')
    return ('<mujoco model="two"><asset><mesh file="sub/shapes/tet.obj"/></asset><worldbody><body name="cart" pos="1 0 0"><joint name="slide" '
            'type="slide" axis="1 0 0" damping="99"/><geom size=".2" density="2000"/><frame pos="0 1 0" euler="0 0 90">'
            + by_hand("l/", "0 0 .5") + "</frame></body>" + by_hand("r_", "0 0 .5") + '<site name="r_far" pos="0 0 2"/></worldbody><actuator><position '
            'joint="l/j" kp="3"/></actuator>' + rest("l/", False) + rest("r_", True) + "</mujoco>")


def unlike(a, b, path=""):
    """Where two models differ by more than rounding."""
    if isinstance(a, dict) and isinstance(b, dict):
        return [p for k in sorted({*a, *b}) for p in unlike(a.get(k), b.get(k), f"{path}.{k}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        return [p for i, (x, y) in enumerate(zip(a, b)) for p in unlike(x, y, f"{path}[{i}]")]
    numbers = isinstance(a, (int, float)) and isinstance(b, (int, float))
    return [] if (abs(a - b) <= 1e-12 * max(1, abs(a)) if numbers else a == b) else [f"{path}: {a} {b}"]


def attached(folder):
    write(folder, "wrist.xml", WRIST)
    write(folder, "sub/arm.xml", ARM)
    write(folder, "sub/shapes/tet.obj", TETRAHEDRON)
    _, got, said = take(folder, OUTER)
    _, wanted, _ = take(folder, flat())
    for of in got, wanted:
        of["model"].pop("notes")
    light = [b for b in got["model"]["bodies"] if b["name"].endswith("w-tool")]
    tap(len(light) == 2 and all(abs(b["inertia"]["mass"] - 4 / 3 * 3.141592653589793 * .02 ** 3 * 1000) < 1e-12 for b in light),
        "what an attached model's compiler says holds for its own, not for what it attaches itself")
    for one, two in zip(got["model"]["bodies"], wanted["model"]["bodies"]):
        if one["name"].endswith("link"):
            tap(abs(one["inertia"]["mass"] / two["inertia"]["mass"] - 1) < 1e-12 and one["inertia"]["mass"] > .5, f"mass of {one['name']}")
    differences = unlike(got, wanted)
    tap(not differences, f"two arms with wrists, attached and written out: {differences[:3]}")
    tap("attach                                     4            0        0" in said, "the report counts what is attached, also within")
    out, document, _ = take(folder, OUTER, "--key", "r_home")
    joints = {j["name"]: j for j in document["model"]["joints"]}
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": [f"joints/{n}:angle" for n in joints if n.endswith("roll")]}]
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", out, "--time", "0", "--probes", folder, "--quiet")
    if run.returncode != 0:
        tap(False, run.stderr)
        return
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        angles = [float(x) for x in file.read().splitlines()[1].split(",")][1:]
    tap(len(angles) == 2 and abs(angles[0]) < 1e-12 and abs(angles[1] - .125) < 1e-12, f"a key of an attached model is about that alone: {angles}{run.stderr}")


def refused(folder):
    """What is not there is told; circles end."""
    world = '<mujoco><asset><model name="a" file="{}"/></asset><worldbody><attach model="{}" body="{}" prefix="p"/></worldbody></mujoco>'
    write(folder, "wrist.xml", WRIST)
    for file, model, body, word in (("wrist.xml", "a", "none", "no body or frame of that name"), ("gone.xml", "a", "tool", "no <model> of that name"),
                                    ("wrist.xml", "b", "tool", "no <model> of that name")):
        said = take(folder, world.format(file, model, body))[2]
        tap(word in said, f"{file} {model} {body}: {word}")
    write(folder, "round.xml", world.format("round.xml", "a", "world"))
    run = sinew("import", os.path.join(folder, "round.xml"), "--out", os.path.join(folder, "m.sinew"))
    tap(run.returncode == 1 and len(run.stderr.strip().splitlines()) == 1 and "deep" in run.stderr, f"a model that attaches itself: {run.stderr.strip()}")


# --- what is soft ---


def results(folder, out, document, targets, time=0, **changes):
    """Values after a static settling."""
    document["model"].update({"settle": {"method": "static"}, **changes})
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "targets": targets}]
    write(folder, os.path.basename(out), json.dumps(document))
    run = sinew("run", out, "--time", time, "--probes", folder, "--quiet")
    if run.returncode != 0:
        tap(False, run.stderr.strip())
        return [math.nan] * 1000
    with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
        return [float(x) for x in file.read().splitlines()[-1].split(",")][1:]


def numbers(words):
    """Of "0-3 7"."""
    if isinstance(words, list):
        return words
    return [i for w in words.split() for i in range(int(w.split("-")[0]), int(w.split("-")[-1]) + 1)]


def solids(folder):
    """A column of tetrahedra is as long as its weight makes it; its nodes are where MuJoCo puts its points."""
    nx, ny, nz, h, young, mass = 3, 2, 9, .05, 4e5, 3
    out, document, said = take(folder, f'<mujoco><worldbody><body name="b" pos="0 0 1"><flexcomp name="bar" type="grid" count="{nx} {ny} {nz}" '
                               f'spacing="{h} {h} {h}" dim="3" radius=".001" mass="{mass}" rgba="1 0 0 1"><elasticity young="{young}" poisson="0" '
                               f'damping=".25"/><pin gridrange="0 0 {nz - 1} {nx - 1} {ny - 1} {nz - 1}"/><contact contype="0" conaffinity="0"/>'
                               '</flexcomp></body></worldbody></mujoco>')
    fem = document["model"]["fems"][0]
    held = numbers(document["model"]["attachments"][0]["nodes"])
    tap(sorted(held) == sorted((i * ny + k) * nz + nz - 1 for i in range(nx) for k in range(ny)) and fem["damping"] == {"stiffness": .25} and
        fem["render"]["color"] == "#ff0000" and "flexcomp                                   0            1        0" in said,
        f"a column's pins {held}, damping and colour")
    places = results(folder, out, document, [f"fems/bar/nodes/{n}:position" for n in range(nx * ny * nz)] + ["fems/bar:mass", "fems/bar:volume"], gravity=[0, 0, 0])
    wanted = [v for i in range(nx) for k in range(ny) for j in range(nz)
              for v in (h * (i - (nx - 1) / 2), h * (k - (ny - 1) / 2), 1 + h * (j - (nz - 1) / 2))]
    volume = (nx - 1) * (ny - 1) * (nz - 1) * h ** 3
    tap(max(abs(a - b) for a, b in zip(places, wanted)) < 1e-12 and abs(places[-2] / mass - 1) < 1e-12 and abs(places[-1] / volume - 1) < 1e-12,
        f"its points {max(abs(a - b) for a, b in zip(places, wanted)):.2g} m off, {places[-2]:.12g} kg, {places[-1]:.12g} m3")
    lowest = [(i * ny + k) * nz for i in range(nx) for k in range(ny)]
    got = results(folder, out, document, [f"fems/bar/nodes/{n}:displacement" for n in lowest], gravity=[0, 0, -9.81])
    length, area = h * (nz - 1), (nx - 1) * (ny - 1) * h * h
    weight = -mass * 9.81 * length / (2 * young * area)
    tap(abs(sum(got[2::3]) / len(lowest) / weight - 1) < .02, f"it hangs {sum(got[2::3]) / len(lowest):.6g} m longer, {weight:.6g} m by its weight")


def sheets(folder):
    """Cloth: membranes, shells, springs along edges, edges that keep their lengths."""
    def sheet(inside, more="", count="2 2 1", name="s"):
        _, document, _ = take(folder, f'<mujoco><worldbody><flexcomp name="{name}" type="grid" count="{count}" spacing=".1 .1 .1" dim="2" radius=".002" '
                              f'mass=".3" pos="0 0 1" {more}>{inside}<contact selfcollide="none"/></flexcomp></worldbody></mujoco>')
        return document["model"]["fems"][0], document["model"]
    fem, _ = sheet('<edge stiffness="50" damping=".5"/>')
    k = 6 * .1 ** 2 / (3 * .1 ** 2 * .004)  # four sides and a diagonal over area and thickness
    tap(abs(fem["material"]["youngs_modulus"] / (50 * k) - 1) < 1e-12 and abs(fem["material"]["poissons_ratio"] - 1 / 3) < 1e-12 and
        abs(fem["damping"]["stiffness"] - .01) < 1e-12, f"springs along edges: {fem['material']}, {fem['damping']}")
    fem, _ = sheet('<edge equality="true"/>')
    young = 9.81 * .3 / (.1 * .004 * 1e-3)
    tap(abs(fem["material"]["youngs_modulus"] / young - 1) < 1e-12, f"edges that keep their lengths: {fem['material']['youngs_modulus']:.6g} Pa")
    for inside, bends in (('<elasticity young="2e5" poisson=".2" thickness=".01" elastic2d="{}"/>', {"stretch": False, "bend": True, "both": True}),
                          ('<plugin plugin="mujoco.elasticity.{}"><config key="young" value="2e5"/><config key="poisson" value=".2"/><config '
                           'key="thickness" value=".01"/></plugin>', {"membrane": False, "shell": True})):
        for word, bent in bends.items():
            fem, model = sheet(inside.format(word) + '<pin id="1 3"/>')
            tap(fem["mesh"].get("shell", False) == bent and fem["mesh"]["thickness"] == .01 and fem["material"]["youngs_modulus"] == 2e5 and
                abs(fem["density"] * .1 * .1 * .01 - .3) < 1e-12 and numbers(model["attachments"][0]["nodes"]) == [1, 3], f"a sheet, {word}")
    for kind, count, dim, order in (("box", "4 5 6", 3, ""), ("cylinder", "5 5 4", 3, ""), ("ellipsoid", "5 5 5", 3, ""), ("square", "5 6 1", 2, ""),
                                    ("disc", "5 5 1", 2, ""), ("ellipsoid", "5 5 5", 2, ""), ("ellipsoid", "5 5 5", 3, 'dof="trilinear"'),
                                    ("box", "4 4 4", 3, 'dof="quadratic"')):
        out, document, _ = take(folder, f'<mujoco><worldbody><flexcomp name="s" type="{kind}" count="{count}" spacing=".1 .1 .1" dim="{dim}" mass=".3" {order}>'
                                '<elasticity young="1e5" poisson=".1" thickness=".01" elastic2d="both"/></flexcomp></worldbody></mujoco>')
        nx, ny, nz = map(int, count.split())
        outside = nx * ny * nz - (nx - 2) * (ny - 2) * (nz - 2) + (dim == 3)
        nodes = {"trilinear": 8, "quadratic": 20}.get(order[5:-1], nx * ny if kind in ("square", "disc") else outside)
        got = results(folder, out, document, ["fems/s:mass", f"fems/s/nodes/{nodes - 1}:mass"], gravity=[0, 0, 0])
        run = sinew("info", out)
        tap(abs(got[0] / .3 - 1) < (1e-3 if (kind, dim) == ("ellipsoid", 2) else 1e-9) and got[1] > 0, f"{kind} {dim} {order}: {got[0]:.9g} kg, {nodes} nodes{run.stderr}")


def strings(folder):
    """Points on slides; springs stretch and rods do not; names are MuJoCo's."""
    n, h, mass, k = 6, .05, .3, 400
    for edge in f'stiffness="{k}"', 'equality="true"':
        out, document, _ = take(folder, f'<mujoco><worldbody><body name="b" pos="0 0 1" euler="0 90 0"><flexcomp name="r" type="grid" count="{n} 1 1" '
                                f'spacing="{h} {h} {h}" dim="1" radius=".005" mass="{mass}" inertiabox=".01"><edge {edge}/><pin id="0"/></flexcomp></body></worldbody></mujoco>')
        names = [b["name"] for b in document["model"]["bodies"]]
        one = document["model"]["bodies"][0]["inertia"]
        tap(names == [f"r_{i}" for i in range(1, n)] and abs(one["mass"] - mass / n) < 1e-15 and abs(one["tensor"][0] - mass / n * 2 * .01 ** 2 / 3) < 1e-15,
            f"a string's points: {names}, {one['mass']} kg")
        rods = "equality" in edge
        got = results(folder, out, document, [f"bodies/r_{n - 1}:position"], gravity=[0, 0, -9.81], time=.1 if rods else 0, **({"settle": {"method": "none"}} if rods else {}))
        stretched = 0 if rods else sum(mass / n * 9.81 * (n - i) / k for i in range(1, n))
        wanted = 1 - h * (n - 1) / 2 - stretched
        tap(abs(got[2] - wanted) < 1e-9 and abs(got[0]) < 1e-9, f"{edge}: its end at {got[2]:.9g} m, {wanted:.9g} by hand")


def pulleys(folder):
    """What pulls along a tendon with branches moves each of them by its share: velocities after a short time from rest."""
    mass, step = 2, 1e-4
    for first, second, third in ((1, 1, None), (2, 2, None), (1, 2, None), (1, 3, 3), (2, 4, 4), (.5, 1, 2)):
        divisors = [d for d in (first, second, third) if d]
        bodies = "".join(f'<site name="a{i}" pos="0 {i} 0"/><body name="b{i}" pos="{i + 1} {i} 0"><joint name="s{i}" type="slide" axis="1 0 0"/><geom size=".05" '
                         f'mass="{mass}"/><site name="e{i}"/></body>' for i in range(len(divisors)))
        way = "".join(f'<pulley divisor="{d}"/><site site="a{i}"/><site site="e{i}"/>' for i, d in enumerate(divisors))
        length = sum((i + 1) / d for i, d in enumerate(divisors))
        # a spring, a motor, a servo to a length and the active force of a muscle, each alone
        kinds = {"spring": (f'stiffness="40" springlength="{length - .1}"', "", -40 * .1),
                 "slack": (f'stiffness="40" springlength=".01 {length - .1}"', "", -40 * .1),
                 "motor": ("", '<motor tendon="t" gear="3" ctrlrange="-1 1"/>', 3 * .5),
                 "servo": ("", '<general tendon="t" gear="2" gainprm="0" biastype="affine" biasprm="7 -1.5 0"/>', 2 * (7 - 1.5 * 2 * length)),
                 "muscle": ("", f'<muscle tendon="t" force="60" lengthrange="{length * .75} {length * 1.25}" range=".75 1.25" timeconst="1e-6 1e-6" fpmax="0"/>', -60 * .5)}
        for kind, (spring, actuator, tension) in kinds.items():
            out, document, said = take(folder, f'<mujoco><option gravity="0 0 0"/><worldbody>{bodies}</worldbody><tendon><spatial name="t" {spring}>{way}</spatial></tendon>'
                                       f'<actuator>{actuator}</actuator></mujoco>')
            model = document["model"]
            for load in model.get("loads", []):
                load["control"] = .5
            for muscle in model.get("muscles", []):
                muscle["dynamics"] = {}
                muscle["excitation"] = .5
            model["probes"] = [{"class": "output_probe", "name": "p", "interval": 0, "targets": [f"bodies/b{i}:velocity" for i in range(len(divisors))]}]
            write(folder, "m.sinew", json.dumps(document))
            run = sinew("run", out, "--time", step, "--step", step, "--probes", folder, "--quiet")
            got = [math.nan] * 3
            if run.returncode == 0:
                with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
                    got = [float(x) for x in file.read().splitlines()[-1].split(",")][1::3]
            off = max(abs(v / (tension / d / mass * step) - 1) for v, d in zip(got, divisors))
            tap(off < 2e-3 and "branch before" not in said, f"{kind} over pulleys {divisors}: {off:.2g} off {run.stderr.strip()}")


def held_points(folder):
    """What holds points of what is soft is an attachment of its nodes."""
    text = ('<mujoco><worldbody><body name="b" pos="0 0 1"><joint type="slide"/><geom size=".01" contype="0" conaffinity="0"/></body><flexcomp name="s" type="{}" count="3 3 3" '
            'spacing=".1 .1 .1" dim="3" pos="0 0 1" {}><elasticity young="1e5"/><contact contype="0" conaffinity="0"/></flexcomp></worldbody><equality><connect body1="{}" '
            'body2="b" anchor="0 0 0"/><weld body1="b" body2="{}" active="{}"/></equality></mujoco>')
    for kind, more, one, two, nodes in (("grid", "", "s_4", "s_26", (4, 26)), ("grid", 'dof="trilinear"', "s_1_0_1", "s_0_1_0", (5, 2))):
        for active in "true", "false":
            _, document, said = take(folder, text.format(kind, more, one, two, active))
            got = [(a["fem"], a.get("to"), numbers(a["nodes"])) for a in document["model"]["attachments"]]
            wanted = [("fems/s", "bodies/b", [n]) for n in (nodes if active == "true" else nodes[:1])]
            tap(got == wanted and ("always so" in said) == (active == "false"), f"{kind} {more}: {got}")


def keys_of_soft(folder):
    """A key has three numbers of each free point of what is soft, in the order of the document."""
    text = ('<mujoco><compiler angle="radian"/><worldbody><body name="a"><joint name="p"/><geom size=".1"/><flexcomp name="s" type="grid" count="2 2 2" spacing=".1 .1 .1" dim="3" '
            'pos="0 0 1"><elasticity young="1e5"/><pin id="0 1"/></flexcomp></body><body name="b" pos="2 0 0"><joint name="q"/><geom size=".1"/></body></worldbody><keyframe>'
            f'<key name="k" qpos=".25 {"9 " * 18}.75"/></keyframe></mujoco>')
    out, document, said = take(folder, text, "--key", "k")
    got = results(folder, out, document, ["joints/p:angle", "joints/q:angle"], settle={"method": "none"})
    tap(max(abs(a - b) for a, b in zip(got, (.25, .75))) < 1e-12 and "points of what is soft" in said, f"a key about joints before and after what is soft: {got}")


def old_composites(folder):
    """Kinds that MuJoCo had before 3.3: particles where they were, cloth and solids as what took their place."""
    _, document, said = take(folder, '<mujoco><default><geom type="box"/></default><worldbody><composite prefix="p" type="particle" count="2 3 1" spacing=".1" offset="1 2 3"><joint kind="main" '
                             'damping=".2"/><geom size=".02" mass=".3"/></composite></worldbody></mujoco>')
    bodies = document["model"]["bodies"]
    off = max(math.dist(b["position"], (1 + .1 * (i - .5), 2 + .1 * (k - 1), 3)) for b, (i, k) in zip(bodies, ((i, k) for i in range(2) for k in range(3))))
    tap(len(bodies) == 6 and bodies[5]["name"] == "pB1_2_0" and off < 1e-12 and bodies[0]["geometry"]["shape"] == "ellipsoid" and bodies[0]["inertia"]["mass"] == .3 and
        "before 3.3" in said and all(j["class"] == "custom" for j in document["model"]["joints"]), f"particles: {off:.2g} m off")
    for kind, count, pins, weigh in (("grid", "5 4 1", "0 3", 20), ("cloth", "5 4 1", "0 3", 20), ("box", "4 4 4", "", 57), ("ellipsoid", "4 4 4", "", 57)):
        pin = '<pin coord="0 0"/><pin coord="0 3"/>' if pins else ""
        _, document, _ = take(folder, f'<mujoco><worldbody><body name="b"><composite type="{kind}" count="{count}" spacing=".1" offset="0 0 1">{pin}<geom size=".02" mass=".01"/>'
                              '</composite></body></worldbody></mujoco>')
        fem = document["model"]["fems"][0]
        run = sinew("run", os.path.join(folder, "m.sinew"), "--time", 0)
        held = [n for a in document["model"].get("attachments", []) for n in numbers(a["nodes"])]
        area = 12 * .01 * fem["mesh"].get("thickness", 0)
        tap(run.returncode == 0 and held == list(map(int, pins.split())) and (not area or abs(fem["density"] * area - weigh * .01) < 1e-12), f"a {kind}, held at {held}{run.stderr}")


def from_site_to_site(folder):
    """A servo from a site that stands still: force and moment by control, place and turn, from rest."""
    g, k, d = (1, 2, 0, 0, .5, 0), 30, 4
    place, turn, step, mass = (.1, .02, -.05), (.02, -.01, .03), 1e-4, 2
    angle = math.hypot(*turn)
    _, document, said = take(folder, f'<mujoco><compiler angle="radian"/><option gravity="0 0 0"/><worldbody><site name="r" pos="1 1 1"/><body name="b" pos="{1 + place[0]} {1 + place[1]} '
                             f'{1 + place[2]}" axisangle="{" ".join(map(str, turn))} {angle}"><freejoint/><inertial pos="0 0 0" mass="{mass}" diaginertia=".1 .1 .1"/><site name="e"/></body></worldbody>'
                             f'<actuator><general site="e" refsite="r" gear="{" ".join(map(str, g))}" gainprm="{k}" biastype="affine" biasprm="1 -{k} -{d}"/></actuator></mujoco>')
    model = document["model"]
    model["loads"][0]["control"] = .25
    model["probes"] = [{"class": "output_probe", "name": "p", "interval": 0, "targets": ["bodies/b:velocity", "bodies/b:angular_velocity"]}]
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", os.path.join(folder, "m.sinew"), "--time", step, "--step", step, "--probes", folder, "--quiet")
    got = [math.nan] * 6
    if run.returncode == 0:
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            got = [float(x) for x in file.read().splitlines()[-1].split(",")][1:]
    force = k * .25 + 1 - k * sum(a * b for a, b in zip(g, place + turn))
    wanted = [force * x / m * step for x, m in zip(g, [mass] * 3 + [.1] * 3)]
    off = max(abs(a - b) for a, b in zip(got, wanted)) / max(map(abs, wanted))
    tap(off < 2e-2 and "left out" in said and "refsite" not in said, f"a servo from site to site: {off:.2g} off{run.stderr}")


def levers(folder):
    """Friction against twisting and rolling counts from condim 4 and 6 on."""
    for condim, more in ((3, {}), (4, {"torsional_friction": .02}), (6, {"torsional_friction": .02, "rolling_friction": .003})):
        _, document, _ = take(folder, f'<mujoco><worldbody><geom type="plane" size="1 1 1"/><body pos="0 0 1"><freejoint/><geom size=".1" condim="{condim}" '
                              'friction=".7 .02 .003"/></body></worldbody></mujoco>')
        touch = next(c for c in document["model"]["collisions"] if c.get("enabled", True))
        got = {k: v for k, v in touch.items() if k.endswith("_friction")}
        tap(got == more and touch["friction"] == 1, f"condim {condim}: {got}")


def solids_on_bodies(folder):
    """<flex> of points on bodies that hang: stretched by their weights; on one body, it moves with it."""
    spots = [(x, y, z) for z in range(4) for y in range(2) for x in range(2)]
    slides = "".join(f'<joint type="slide" axis="{axis}"/>' for axis in ("1 0 0", "0 1 0", "0 0 1"))
    bodies = "".join(f'<body name="b{i}" pos="{.1 * x} {.1 * y} {1 - .1 * z}"><inertial pos="0 0 0" mass=".05" diaginertia="1e-5 1e-5 1e-5"/>{slides if z else ""}</body>'
                     for i, (x, y, z) in enumerate(spots))
    cells = [[x + 2 * y + 4 * (z + k) for k in (0, 1) for y in (0, 1) for x in (0, 1)] for z in range(3)]
    of = " ".join(str(cell[i]) for cell in cells for i in (0, 1, 3, 7, 0, 1, 7, 5, 0, 5, 7, 4, 0, 3, 2, 7, 0, 6, 4, 7, 0, 2, 6, 7))
    all_of = " ".join(f"b{i}" for i in range(16))
    _, document, said = take(folder, f'<mujoco><option timestep=".002"/><worldbody>{bodies}</worldbody><deformable><flex name="f" dim="3" body="{all_of}" element="{of}" radius=".001">'
                             f'<elasticity young="1e5" poisson="0" damping=".02"/></flex><flex name="g" body="b1 b99 b2" element="0 1 2"/><flex name="h" body="b1 b2" element="0 1 2"/></deformable></mujoco>')
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": 1, "targets": ["bodies/b15:position"]}]
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", os.path.join(folder, "m.sinew"), "--time", 1, "--probes", folder, "--quiet")
    sunk = math.nan
    if run.returncode == 0:
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            sunk = .7 - float(file.read().splitlines()[-1].split(",")[3])
    wanted = sum(4 * .05 * n * 9.81 * .1 / (1e5 * .01) for n in (1, 2, 3))
    tap(abs(sunk / wanted - 1) < .02 and "a body of its points is not there" in said and "an element has a point that is not there" in said,
        f"points that are bodies hang {sunk:.4g} m lower, {wanted:.4g} wanted{run.stderr}")
    stiff = []
    for active in ("true", "false"):
        _, document, said = take(folder, f'<mujoco><worldbody>{bodies}</worldbody><deformable><flex name="f" body="{all_of}" element="0 1 5 0 5 4"/><flex name="x" body="b0 b1 b4" '
                                 f'element="0 -1 2"/></deformable><equality><flex flex="f" active="{active}"/></equality></mujoco>')
        stiff.append(document["model"]["fems"][0]["material"]["youngs_modulus"])
    tap(abs(stiff[0] / stiff[1] - 100) < 1e-6 and "switched off" in said and "a point that is not there" in said, f"edges that <equality> keeps: {stiff}")
    _, document, _ = take(folder, '<mujoco><option gravity="0 0 0"/><worldbody><body name="b" pos="0 0 1"><freejoint/><geom size=".1"/><flexcomp name="f" type="grid" dim="3" count="3 3 3" '
                          'spacing=".05 .05 .05" pos=".1 0 0" mass="1"><pin gridrange="0 0 0 0 2 2"/><elasticity young="1e5"/></flexcomp></body></worldbody></mujoco>')
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": .1, "targets": ["bodies/b:position"]}]
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", os.path.join(folder, "m.sinew"), "--time", .1, "--probes", folder, "--quiet")
    off = math.nan
    if run.returncode == 0:
        with open(os.path.join(folder, "p.csv"), encoding="utf-8") as file:
            off = math.dist([float(x) for x in file.read().splitlines()[-1].split(",")[1:]], (0, 0, 1))
    tap(off < 1e-9, f"what is soft rests in the geom that holds it: {off:.2g} m off{run.stderr}")
    tetrahedron = "0 0 0 .1 0 0 0 .1 0 0 0 .1"
    _, document, _ = take(folder, '<mujoco><worldbody><body name="b" pos="0 0 1" euler="0 0 90"><freejoint/><geom size=".02" pos=".02 .02 .02"/></body></worldbody><deformable>'
                          f'<flex dim="3" body="b" vertex="{tetrahedron}" element="0 1 2 3"><elasticity young="1e5"/></flex></deformable></mujoco>')
    document["model"]["probes"] = [{"class": "output_probe", "name": "p", "interval": .1, "targets": ["bodies/b:position"]}]
    write(folder, "m.sinew", json.dumps(document))
    run = sinew("run", os.path.join(folder, "m.sinew"), "--time", .1, "--quiet")
    held = [(a["to"], a["nodes"]) for a in document["model"]["attachments"] if a["class"] == "node_attachment"]
    tap(run.returncode == 0 and held == [("bodies/b", "0-3")], f"points on one body: {held}{run.stderr}")


def told_of_sites(folder):
    """What a motor between sites does otherwise than MuJoCo's is told: its opposite on a body that moves, a turn that it holds."""
    free = '<body name="{0}" pos="{1} 0 1"><freejoint/><geom size=".1"/><site name="{0}"/></body>'
    for actuator, words in (('<motor name="m" site="a" refsite="b" gear="1 0 0 0 0 0"/>', "not at the refsite"),
                            ('<motor name="m" site="a" refsite="b" gear="0 0 0 1 0 0"/>', None),
                            ('<motor name="m" site="a" refsite="o" gear="1 0 0 0 0 0"/>', None),
                            ('<position name="m" site="a" refsite="o" gear="0 0 0 1 0 0" kp="3"/>', "moment of an energy"),
                            ('<position name="m" site="a" refsite="o" gear="1 0 0 0 0 0" kp="3"/>', None)):
        _, _, said = take(folder, f'<mujoco><option><flag contact="disable"/></option><worldbody><site name="o"/>{free.format("a", 0)}{free.format("b", 1)}'
                          f'</worldbody><actuator>{actuator}</actuator></mujoco>')
        tap(words in said if words else ", 0 approximated, 0 left out" in said, f"{actuator}: {words or 'exact'}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for part in (attached, refused, solids, sheets, strings, pulleys, solids_on_bodies, held_points, keys_of_soft, old_composites, from_site_to_site, told_of_sites, levers):
            part(folder)
    done()


main()
